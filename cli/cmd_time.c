/* SPDX-License-Identifier: Apache-2.0
 *
 * warpfold time [DIR] --trace FILE ... - traces on a machine, in cycles. */
#include <stdio.h>

#include "../base/file.h"
#include "../base/msg.h"
#include "../base/output.h"
#include "../machine/mem_codec.h"
#include "../machine/routine_set.h"
#include "../report/report_html.h"
#include "../report/time_result.h"
#include "arguments.h"
#include "commands.h"
#include "energy_flags.h"

enum {
    KEY_TRACE = 0x2000,
    KEY_MACHINE,
    KEY_LIST,
    KEY_SET,
    KEY_WITH,
    KEY_GATE,
    KEY_COMPRESS,
    KEY_CODEC,
    KEY_CONTENTS,
    KEY_EVENTS,
    KEY_JSON,
    KEY_REPORT,
    KEY_SVG
};

typedef struct {
    const char **files;
    int count;
    const char *dir, *machine, *compress, *codec, *events, *json, *page, *svg;
    text set; /* parameters of the machine */
    bool list, force;
    time_pairs runs;
    energy_flags energies;
} arguments;

static const struct argp_option options[] = {
    {"trace", KEY_TRACE, "FILE", ARGUMENT_REPEATS, "the trace that the machine runs; may come several times", 1},
    {"machine", KEY_MACHINE, "NAME", 0, "one of the machines that --list names, or the path of a file (default gtx480)", 1},
    {"set", KEY_SET, "SECTION.KEY=VALUE", ARGUMENT_REPEATS, "set a parameter of the machine; may come several times", 1},
    {"with", KEY_WITH, "\"NAME=VALUE ...\"", ARGUMENT_REPEATS,
     "run it all once more with other parameters, of the machine as SECTION.KEY=VALUE or of the design; may come several times", 1},
    {"gate-baseline", KEY_GATE, NULL, 0, "switch off empty banks of the register file without compression too", 1},
    {"list", KEY_LIST, NULL, 0, "print the parameters of all machines, or of --machine, and end", 1},
    {"compress", KEY_COMPRESS, "WHERE", 0,
     "memory: lines are compressed in DRAM; l2: up to L1; ideal: up to L1, at no cost in cycles; assist: up to L1, by helper warps; none "
     "(default: as the machine's file says)",
     2},
    {"codec", KEY_CODEC, "CODEC[ PARAM=VALUE...]", 0,
     "what compresses the lines: a codec of lines, or the folder of a design (default: the first codec of lines)", 2},
    {"contents", KEY_CONTENTS, "FILE", 0, "what memory holds at each launch, of trace --contents (default: the trace's name with .wfm)", 2},
    {"events", KEY_EVENTS, "FILE", 0, "an event map: which events of the SMs, and of the kernel, trigger which routines of helper warps",
     2},
    {"json", KEY_JSON, "FILE", 0, "write all figures to FILE, flat keys", 3},
    {"report", KEY_REPORT, "FILE", 0, "write a page with tables and plots to FILE", 3},
    {"svg", KEY_SVG, "FOLDER", 0, "write each plot as a file that stands alone, FOLDER/NAME.svg, and its numbers, FOLDER/NAME.csv", 3},
    {"force", 'F', NULL, 0, "overwrite these files whatever is in them", 3},
    {0},
};

static void add_with(file_pairs *files, const char *words)
{
    if (files->with_count == FILE_VARIANTS)
        die_usage("time: --with may come %d times at most", FILE_VARIANTS);
    files->with[files->with_count++] = words;
}

static error_t parse(int key, char *arg, struct argp_state *state)
{
    arguments *a = state->input;
    switch (key) {
    case ARGP_KEY_INIT: state->child_inputs[0] = &a->energies; break;
    case KEY_TRACE:
        a->files = grow_one(a->files, (size_t)a->count, sizeof *a->files);
        a->files[a->count++] = arg;
        break;
    case KEY_MACHINE: a->machine = arg; break;
    case KEY_SET: text_printf(&a->set, "%s ", arg); break;
    case KEY_WITH: add_with(&a->runs.files, arg); break;
    case KEY_GATE: a->runs.gate_base = true; break;
    case KEY_LIST: a->list = true; break;
    case KEY_COMPRESS: a->compress = arg; break;
    case KEY_CODEC: a->codec = arg; break;
    case KEY_CONTENTS: a->runs.contents = arg; break;
    case KEY_EVENTS: a->events = arg; break;
    case KEY_JSON: a->json = arg; break;
    case KEY_REPORT: a->page = arg; break;
    case KEY_SVG: a->svg = arg; break;
    case 'F': a->force = true; break;
    case ARGP_KEY_ARG:
        if (a->dir)
            die_usage("time: one design at a time (%s and %s given); traces are given as --trace FILE", a->dir, arg);
        a->dir = arg;
        break;
    default: return ARGP_ERR_UNKNOWN;
    }
    return 0;
}

static void list(const char *name, const char *set)
{
    machine all[16];
    int count = 0;
    if (name)
        machine_read(&all[count++], name);
    for (int k = 0; !name && machine_name(k); k++)
        machine_read(&all[count++], machine_name(k));
    for (int k = 0; k < count && set; k++)
        machine_set_all(&all[k], set, "--set");
    machine_print(all, count);
}

/* Leakage is over the machine's cycles, unless a flag tells another clock. */
static void set_energy(time_result *r, const arguments *a, const design *d)
{
    energy_model *e = a->runs.cache ? &r->energy.model : &r->file.energy;
    if (a->runs.cache)
        cache_energies_of(&r->energy, d, energy_flags_given(&a->energies) != NULL);
    else
        time_energy(e, d, &a->runs.m);
    energy_flags_check(&a->energies, "time", d);
    energy_flags_set(&a->energies, "time", d, e);
}

static void load(arguments *a, design *d)
{
    design_load(d, a->dir);
    if (cache_is_of_vectors(d)) {
        const char *of_files = a->runs.gate_base ? "--gate-baseline" : energy_flags_of_time(&a->energies);
        if (of_files)
            die_usage("time: %s is of a register file; %s is a cache, of which dynamic energy alone is counted", of_files, d->unit->name);
        a->runs.cache = d;
        return;
    }
    if (helper_is(d)) {
        const char *of_files = a->runs.gate_base ? "--gate-baseline" : energy_flags_given(&a->energies);
        if (of_files)
            die_usage("time: %s is of a register file or a cache; %s runs helper warps", of_files, d->unit->name);
        a->runs.helper = d;
        return;
    }
    if (!wf_is_kind(d->unit, WF_REGISTER_FILE))
        die_usage("%s is a design of %s, which is no register file, no cache of vectors, and no controller of helper warps", a->dir,
                  d->unit->name);
    if (a->runs.gate_base && d->unit->system->gated == NULL)
        die_usage("time: --gate-baseline: %s cannot switch banks off", d->unit->name);
    a->runs.files.d = d;
}

static void check_plain(const arguments *a)
{
    if (a->runs.gate_base || energy_flags_given(&a->energies))
        die_usage("time: %s is of a register file; give the folder of a design",
                  a->runs.gate_base ? "--gate-baseline" : energy_flags_given(&a->energies));
}

/* The machine, as flags change it, and the codec of its lines. */
static void set_machine(arguments *a, design *codec)
{
    machine *m = &a->runs.m;
    const char *unused = a->codec ? "--codec" : a->runs.contents ? "--contents" : NULL;
    machine_read(m, a->machine ? a->machine : "gtx480");
    if (a->set.data)
        machine_set_all(m, a->set.data, "--set");
    if (a->compress)
        machine_set_compression(m, a->compress);
    time_pairs_machines(&a->runs);
    if (unused && !time_pairs_compress(&a->runs))
        die_usage("time: %s compresses no lines, so there is no use for %s: give --compress too", m->name, unused);
    if (a->runs.contents && a->count > 1)
        die_usage("time: --contents goes with one trace, and %d are given", a->count);
    if (time_pairs_compress(&a->runs))
        codec_design(codec, a->codec);
    if (a->runs.helper && !time_pairs_help(&a->runs) && a->events == NULL)
        die_usage("time: %s has no helper warps, so there is no use for %s: give --compress assist or --events too", m->name, a->dir);
    if (time_pairs_help(&a->runs) && (a->codec == NULL || wf_find_unit(a->codec)))
        routine_set_fit(codec);
    a->runs.codec = codec;
}

static bool is_figures(const char *path)
{
    return metrics_is_file(path, KEY_TIME_MACHINE);
}

/* What would be overwritten is looked at before the run. */
static void check_files(const arguments *a)
{
    output_rule rule = {.force = a->force, .ours = is_figures, .inputs = a->files, .input_count = a->count};
    if (a->json)
        output_check(a->json, &rule);
    rule.ours = html_is_page;
    if (a->page)
        output_check(a->page, &rule);
    if (a->svg)
        time_plots_check(a->svg, a->runs.files.d, rule);
}

static void write_files(const arguments *a, const time_result *r)
{
    if (a->json) {
        metrics m = {0};
        time_put(r, &m);
        metrics_save(&m, a->json);
    }
    if (a->page) {
        text t = {0};
        time_page(&t, r);
        file_write(a->page, t.data, t.len);
    }
    if (a->svg) {
        plot_files plots = {0};
        time_plots_add(&plots, r);
        plot_files_write(a->svg, &plots);
    }
}

int cmd_time(int argc, char **argv)
{
    const struct argp_child children[] = {{energy_argp(ENERGY_OF_CYCLES), 0, "Energies:", 2}, {0}};
    const struct argp argp = {
        .options = options,
        .parser = parse,
        .args_doc = "[DIR]",
        .children = children,
        .doc = "Run traces on a machine of streaming multiprocessors and their memory: cycles, what issue slots did, caches, DRAM. "
               "With the model of the register file in DIR in each of them, or a plain banked one; or with the cache of vectors in DIR in "
               "place of L1.",
    };
    arguments a = {0};
    time_result r = {0};
    design d, codec;
    event_map events;

    arguments_parse(&argp, argc, argv, &a);
    if (a.list) {
        list(a.machine, a.set.data);
        return 0;
    }
    if (a.count == 0)
        die_usage("time: no trace; give --trace FILE");
    r = (time_result){.runs = &a.runs, .dir = a.dir, .file.pairs = &a.runs.files};
    if (a.dir)
        load(&a, &d);
    set_machine(&a, &codec);
    if (a.dir && a.runs.helper == NULL)
        set_energy(&r, &a, &d);
    else
        check_plain(&a);
    if (a.events) {
        event_map_read(&events, a.events);
        a.runs.events = &events;
    }
    check_files(&a);
    time_pairs_run(&a.runs, a.files, a.count);
    time_print(&r);
    cache_counts sum;
    time_pairs_checked(&a.runs, &sum);
    char *wrong =
        sum.wrong > 0 ? format_new("%.0f lanes of private loads differ from what was stored", sum.wrong) : file_pairs_wrong(&a.runs.files);
    if (wrong)
        die("%s", wrong);
    write_files(&a, &r);
    return 0;
}
