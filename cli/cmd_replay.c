/* SPDX-License-Identifier: Apache-2.0
 *
 * warpfold replay DIR --trace FILE ... - the model of a register file, driven by the instructions of traces; of a cache of vectors, by their private
 * accesses; or of a unit at a channel of DRAM, by their lines. */
#include <stdio.h>
#include <string.h>

#include "../base/file.h"
#include "../base/lock.h"
#include "../base/msg.h"
#include "../base/output.h"
#include "../memory/private_memory.h"
#include "../report/cache_result.h"
#include "../report/channel_result.h"
#include "../report/ports_result.h"
#include "../report/replay_result.h"
#include "../report/report_html.h"
#include "arguments.h"
#include "channel_flags.h"
#include "commands.h"
#include "energy_flags.h"

enum {
    KEY_TRACE = 0x2000,
    KEY_PORTS,
    KEY_JSON,
    KEY_REPORT,
    KEY_SVG,
    KEY_LATENCY,
    KEY_LOAD_LATENCY,
    KEY_WINDOW,
    KEY_MERGE_LATENCY,
    KEY_NO_RELEASE,
    KEY_FIT,
    KEY_WITH,
    KEY_GATE,
    KEY_VERILOG,
    KEY_EDITED,
    KEY_WARPS,
    KEY_MEMORY_LATENCY,
    KEY_INTERLEAVE
};

typedef struct arguments arguments;

/* What is driven: the instructions of traces, a recording of ports, the private accesses of traces, their lines. */
typedef struct {
    char *(*run)(arguments *a, const design *d); /* runs and prints; what differs, or NULL */
    void (*put)(const arguments *a, metrics *m);
    void (*page)(const arguments *a, text *t);
    void (*plots)(const arguments *a, plot_files *plots);
    void (*check_plots)(const char *folder, const design *d, output_rule rule);
} run_kind;

struct arguments {
    const run_kind *kind;
    const char *dir, *json, *page, *svg;
    verilog *beside;
    bool verilog, edited;
    bool force, timed; /* timed: a latency, a window or --no-release is given */
    bool of_cache;     /* so is an option of caches */
    int merge_latency;
    bool merges_late;   /* it is given */
    bool ports, traces; /* which of the two the files are */
    const char **files;
    int count;
    replay_pairs r;
    replay_result result;
    ports_pairs p;
    cache_pairs caches;
    caches_result cached;
    channel_flags channel_flags;
    channel_pairs channels;
    channels_result at_channels;
    energy_flags energies;
};

static const struct argp_option options[] = {
    {"trace", KEY_TRACE, "FILE", ARGUMENT_REPEATS, "the trace whose instructions run; may come several times", 1},
    {"ports", KEY_PORTS, "FILE", ARGUMENT_REPEATS, "instead: a recording of register-file ports, whose cycles hold; may come several times",
     1},
    {"latency", KEY_LATENCY, "N", 0, "cycles from the operands of an instruction to the write port (default 8)", 1},
    {"load-latency", KEY_LOAD_LATENCY, "N", 0, "cycles from the operands of a load to the write port (default: as of others)", 1},
    {"window", KEY_WINDOW, "N", 0,
     "warps that an issue port looks at for one that can go, in the trace's order (default 1: strictly in that order)", 1},
    {"merge-latency", KEY_MERGE_LATENCY, "N", 0,
     "with --ports: cycles from the last packet of a write-back to its merged write, where the register file does not merge (default 0)",
     1},
    {"no-release", KEY_NO_RELEASE, NULL, 0, "release no warp: its registers keep their banks on when it has ended", 1},
    {"fit", KEY_FIT, NULL, 0, "give a warp as many registers as the trace names, and the register file as many warps as its rows then hold",
     1},
    {"with", KEY_WITH, "\"NAME=VALUE ...\"", ARGUMENT_REPEATS, "run it all once more with other parameters; may come several times", 1},
    {"gate-baseline", KEY_GATE, NULL, 0, "switch off empty banks of the register file without compression too", 1},
    {"verilog", KEY_VERILOG, NULL, 0, "run the Verilog in DIR beside the model, in Verilator; each output must be the same in each cycle",
     1},
    {"edited", KEY_EDITED, NULL, 0, "with --verilog: accept RTL that is not what gen wrote", 1},
    {"warps", KEY_WARPS, "N", 0, "of a cache of vectors: warps whose private memory is there at once (default 48)", 1},
    {"interleave", KEY_INTERLEAVE, "HOW", 0,
     "of a cache of vectors: what lies beside a word of private memory: warp, the warp's next word; sm, the same word of the next warp "
     "(default sm)",
     1},
    {"memory-latency", KEY_MEMORY_LATENCY, "N", 0, "of a cache of vectors: cycles from a miss to its fill (default 200)", 1},
    {"json", KEY_JSON, "FILE", 0, "write all figures to FILE, flat keys", 3},
    {"report", KEY_REPORT, "FILE", 0, "write a page with tables and plots to FILE", 3},
    {"svg", KEY_SVG, "FOLDER", 0, "write each plot as a file that stands alone, FOLDER/NAME.svg, and its numbers, FOLDER/NAME.csv", 3},
    {"force", 'F', NULL, 0, "overwrite these files whatever is in them", 3},
    {0},
};

static int whole(const char *flag, const char *arg, int least, int most)
{
    long long n;
    if (!parse_int(arg, least, most, &n))
        die_usage("replay: --%s %s: a whole number from %d to %d is expected", flag, arg, least, most);
    return (int)n;
}

static private_interleave interleave_of(const char *arg)
{
    for (private_interleave by = PRIVATE_BY_WARP; by <= PRIVATE_BY_SM; by++)
        if (strcmp(arg, private_interleave_names[by]) == 0)
            return by;
    die_usage("replay: --interleave %s: warp or sm is expected", arg);
}

static void add_file(arguments *a, const char *path, bool ports)
{
    a->files = grow_one(a->files, (size_t)a->count, sizeof *a->files);
    a->files[a->count++] = path;
    a->ports |= ports;
    a->traces |= !ports;
}

static void add_with(arguments *a, const char *words)
{
    if (a->r.files.with_count == FILE_VARIANTS)
        die_usage("replay: --with may come %d times at most", FILE_VARIANTS);
    a->r.files.with[a->r.files.with_count++] = words;
}

static error_t parse(int key, char *arg, struct argp_state *state)
{
    arguments *a = state->input;

    switch (key) {
    case ARGP_KEY_INIT:
        state->child_inputs[0] = &a->channel_flags;
        state->child_inputs[1] = &a->energies;
        break;
    case KEY_TRACE: add_file(a, arg, false); break;
    case KEY_PORTS: add_file(a, arg, true); break;
    case KEY_JSON: a->json = arg; break;
    case KEY_REPORT: a->page = arg; break;
    case KEY_SVG: a->svg = arg; break;
    case KEY_LATENCY:
        a->timed = true;
        a->r.run.latency = whole("latency", arg, 0, 10000);
        break;
    case KEY_LOAD_LATENCY:
        a->timed = true;
        a->r.run.load_latency = whole("load-latency", arg, 0, 10000);
        break;
    case KEY_WINDOW:
        a->timed = true;
        a->r.run.window = whole("window", arg, 1, 1000);
        break;
    case KEY_MERGE_LATENCY:
        a->merge_latency = whole("merge-latency", arg, 0, 1000);
        a->merges_late = true;
        break;
    case KEY_NO_RELEASE: a->timed = a->r.run.no_release = true; break;
    case KEY_FIT: a->r.fit = true; break;
    case KEY_WITH: add_with(a, arg); break;
    case KEY_GATE: a->r.gate_base = true; break;
    case KEY_VERILOG: a->verilog = true; break;
    case KEY_EDITED: a->edited = true; break;
    case KEY_WARPS:
        a->caches.run.warps = whole("warps", arg, 1, 1024);
        a->of_cache = true;
        break;
    case KEY_MEMORY_LATENCY:
        a->caches.run.latency = whole("memory-latency", arg, 1, 10000);
        a->of_cache = true;
        break;
    case KEY_INTERLEAVE:
        a->caches.run.interleave = interleave_of(arg);
        a->of_cache = true;
        break;
    case 'F': a->force = true; break;
    case ARGP_KEY_ARG:
        if (a->dir)
            die_usage("replay: one design at a time (%s and %s given)", a->dir, arg);
        a->dir = arg;
        break;
    case ARGP_KEY_END: break;
    default: return ARGP_ERR_UNKNOWN;
    }
    return 0;
}

static void set_energy(const arguments *a, const design *d, energy_model *e)
{
    energy_flags_check(&a->energies, "replay", d);
    energy_flags_set(&a->energies, "replay", d, e);
}

static bool is_figures(const char *path)
{
    return metrics_is_file(path, KEY_REPLAY_UNIT);
}

/* What would be overwritten is looked at before the run. */
static void check_files(const arguments *a, const design *d)
{
    output_rule rule = {.force = a->force, .ours = is_figures, .inputs = a->files, .input_count = a->count};
    if (a->json)
        output_check(a->json, &rule);
    rule.ours = html_is_page;
    if (a->page)
        output_check(a->page, &rule);
    if (a->svg)
        a->kind->check_plots(a->svg, d, rule);
}

static void write_files(const arguments *a)
{
    if (a->json) {
        metrics m = {0};
        a->kind->put(a, &m);
        metrics_save(&m, a->json);
    }
    if (a->page) {
        text t = {0};
        a->kind->page(a, &t);
        file_write(a->page, t.data, t.len);
    }
    if (a->svg) {
        plot_files plots = {0};
        a->kind->plots(a, &plots);
        plot_files_write(a->svg, &plots);
    }
}

/* ---- the instructions of traces ---- */

static char *run_traces(arguments *a, const design *d)
{
    a->r.files.d = d;
    a->r.beside = a->beside;
    a->result.runs = &a->r;
    a->result.dir = a->dir;
    a->result.file.pairs = &a->r.files;
    energy_of_file(&a->result.file.energy, d);
    set_energy(a, d, &a->result.file.energy);
    replay_pairs_run(&a->r, a->files, a->count);
    replay_print(&a->result);
    return file_pairs_wrong(&a->r.files);
}

static void put_traces(const arguments *a, metrics *m)
{
    replay_put(&a->result, m);
}

static void page_of_traces(const arguments *a, text *t)
{
    replay_page(t, &a->result);
}

static void plots_of_traces(const arguments *a, plot_files *plots)
{
    file_plots_add(plots, &a->result.file);
}

/* ---- a recording of ports ---- */

static char *run_ports(arguments *a, const design *d)
{
    a->p = (ports_pairs){.d = d, .beside = a->beside, .fit = a->r.fit, .gate_base = a->r.gate_base, .merge_latency = a->merge_latency};
    ports_pairs_run(&a->p, a->files, a->count);
    ports_print(&a->p, a->dir);
    return ports_pairs_wrong(&a->p);
}

static void put_ports(const arguments *a, metrics *m)
{
    ports_put(&a->p, m);
}

static void page_of_ports(const arguments *a, text *t)
{
    ports_page(t, &a->p);
}

static void plots_of_ports(const arguments *a, plot_files *plots)
{
    ports_add_files(plots, &a->p);
}

/* ---- the private accesses of traces ---- */

static char *run_caches(arguments *a, const design *d)
{
    a->caches.d = d;
    memcpy(a->caches.with, a->r.files.with, sizeof a->caches.with);
    a->caches.with_count = a->r.files.with_count;
    a->cached = (caches_result){.pairs = &a->caches, .dir = a->dir};
    cache_energies_of(&a->cached.energy, d, energy_flags_given(&a->energies) != NULL);
    set_energy(a, d, &a->cached.energy.model);
    cache_pairs_run(&a->caches, a->files, a->count);
    caches_print(&a->cached);
    return cache_pairs_wrong(&a->caches);
}

static void put_caches(const arguments *a, metrics *m)
{
    caches_put(&a->cached, m);
}

static void page_of_caches(const arguments *a, text *t)
{
    caches_page(t, &a->cached);
}

static void plots_of_caches(const arguments *a, plot_files *plots)
{
    caches_add_files(plots, &a->cached);
}

/* ---- the lines of traces ---- */

static void set_channel_energy(arguments *a, const design *d)
{
    channel_energies *e = &a->at_channels.energy;
    const char *given = energy_flags_given(&a->energies);
    design codec;
    channel_energies_of(e, d, given != NULL);
    channel_flags_energies(&a->channel_flags, "replay", e);
    if (given && !channel_codec_of(&codec, d))
        die_usage("replay: %s is of a codec; this %s has none", given, d->unit->name);
    if (given)
        set_energy(a, &codec, &e->model);
}

static char *run_channels(arguments *a, const design *d)
{
    a->channels.d = d;
    memcpy(a->channels.with, a->r.files.with, sizeof a->channels.with);
    a->channels.with_count = a->r.files.with_count;
    channel_flags_read(&a->channel_flags, "replay", &a->channels);
    a->at_channels = (channels_result){.pairs = &a->channels, .dir = a->dir};
    set_channel_energy(a, d);
    channel_pairs_run(&a->channels, a->files, a->count);
    channels_print(&a->at_channels);
    return channel_pairs_wrong(&a->channels);
}

static void put_channels(const arguments *a, metrics *m)
{
    channels_put(&a->at_channels, m);
}

static void page_of_channels(const arguments *a, text *t)
{
    channels_page(t, &a->at_channels);
}

static void plots_of_channels(const arguments *a, plot_files *plots)
{
    channels_add_files(plots, &a->at_channels);
}

static const run_kind traces = {run_traces, put_traces, page_of_traces, plots_of_traces, file_plots_check},
                      ports = {run_ports, put_ports, page_of_ports, plots_of_ports, ports_check_files},
                      caches = {run_caches, put_caches, page_of_caches, plots_of_caches, caches_check_files},
                      channels = {run_channels, put_channels, page_of_channels, plots_of_channels, channels_check_files};

/* What a recording has of itself, or what its figures have not. */
static void check_ports(const arguments *a)
{
    if (energy_flags_given(&a->energies) || a->r.files.with_count > 0 || a->timed)
        die_usage("replay: of a recording of ports there are no latencies, no window, no releases, no energies and no --with");
}

/* A cache has no operands, and its cycles are no time in which anything leaks. */
static void check_caches(const arguments *a)
{
    if (a->ports)
        die_usage("replay: --ports is a recording of a register file's ports; a cache takes --trace");
    if (a->timed || a->r.fit || a->r.gate_base || a->verilog)
        die_usage("replay: of a cache there are no latencies of results, no window, no releases, no --fit, no --gate-baseline and no "
                  "--verilog");
    if (energy_flags_of_time(&a->energies))
        die_usage("replay: %s is of leakage; of a cache dynamic energy alone is counted", energy_flags_of_time(&a->energies));
}

/* Lines have no instructions, and nothing leaks while they move. */
static void check_channels(const arguments *a)
{
    if (a->ports)
        die_usage("replay: --ports is a recording of a register file's ports; a unit at a channel of DRAM takes --trace");
    if (a->timed || a->r.fit || a->r.gate_base || a->verilog || a->of_cache)
        die_usage(
            "replay: of a unit at a channel of DRAM there are no latencies, no window, no releases, no warps, no --fit, no --gate-baseline "
            "and no --verilog");
    if (energy_flags_of_time(&a->energies))
        die_usage("replay: %s is of leakage; of lines that move dynamic energy alone is counted", energy_flags_of_time(&a->energies));
    if (energy_flags_of_storage(&a->energies))
        die_usage("replay: %s is of register files and caches; here there are --dram-pj and --counts-pj",
                  energy_flags_of_storage(&a->energies));
    if (a->r.files.with_count > CHANNEL_VARIANTS)
        die_usage("replay: of a unit at a channel of DRAM --with may come %d times at most", CHANNEL_VARIANTS);
}

int cmd_replay(int argc, char **argv)
{
    const struct argp_child children[] = {
        {&channel_flags_argp, 0, "Units at channels of DRAM:", 2}, {energy_argp(ENERGY_OF_CYCLES), 0, "Energies:", 2}, {0}};
    const struct argp argp = {
        .options = options,
        .parser = parse,
        .args_doc = "DIR",
        .children = children,
        .doc = "Drive the model of the register file in DIR with the instructions of traces, with compression and without: cycles, bank "
               "accesses, moves, banks that are switched off, compressed registers, energy. Every operand is compared with what was "
               "written. Or "
               "that of the cache of vectors in DIR, with the private accesses of the traces: what it asks of memory and writes back. "
               "Or that of the unit at a channel of DRAM in DIR, with the lines that the traces ask of DRAM behind an L1 and an L2: "
               "bursts, hits "
               "of burst counts, busy buses, speed.",
    };
    arguments a = {.r.run = {.latency = 8, .load_latency = -1, .window = 1},
                   .caches.run = {.stack = PRIVATE_STACK_BYTES, .warps = 48, .latency = 200, .interleave = PRIVATE_BY_SM}};
    design d;

    arguments_parse(&argp, argc, argv, &a);
    if (a.r.run.load_latency < 0)
        a.r.run.load_latency = a.r.run.latency;
    if (a.dir == NULL)
        die_usage("replay: no design given; `warpfold gen ... -o DIR` makes one");
    if (a.count == 0)
        die_usage("replay: no trace; give --trace FILE or --ports FILE");
    if (a.ports && a.traces)
        die_usage("replay: --trace and --ports are two kinds of runs; give one of them");
    if (a.ports)
        check_ports(&a);
    else if (a.merges_late)
        die_usage("replay: --merge-latency is of recordings of ports; a trace has no packets");
    design_load(&d, a.dir);
    a.kind = a.ports ? &ports : &traces;
    if (cache_is_of_vectors(&d)) {
        check_caches(&a);
        a.kind = &caches;
    } else if (channel_is_of_lines(&d)) {
        check_channels(&a);
        a.kind = &channels;
    } else if (!wf_is_kind(d.unit, WF_REGISTER_FILE)) {
        die_usage("%s is a design of %s, which is no register file, no cache of vectors and no unit at a channel of DRAM", a.dir,
                  d.unit->name);
    } else if (a.of_cache) {
        die_usage("replay: --warps, --interleave and --memory-latency are of caches of vectors; %s is a register file", d.unit->name);
    }
    if (a.kind != &channels && channel_flags_given(&a.channel_flags))
        die_usage("replay: %s is of units at channels of DRAM; %s is none", channel_flags_given(&a.channel_flags), d.unit->name);
    if (a.r.fit && d.unit->system->fit == NULL)
        die_usage("replay: --fit: registers and warps of %s are fixed", d.unit->name);
    if (a.r.gate_base && d.unit->system->gated == NULL)
        die_usage("replay: --gate-baseline: %s cannot switch banks off", d.unit->name);
    check_files(&a, &d);
    if (a.verilog && (a.r.fit || a.r.files.with_count > 0))
        die_usage("replay: --verilog runs the design as it is, so --fit and --with do not go with it; give the parameters to warpfold gen");
    if (a.verilog) {
        dir_lock(a.dir);
        a.beside = verilog_open(&d, a.dir, a.edited);
    }
    char *wrong = a.kind->run(&a, &d);
    if (wrong)
        die("%s", wrong);
    if (a.beside) {
        printf("\nthe Verilog of %s showed the same in every cycle\n", a.dir);
        verilog_close(a.beside);
    }
    write_files(&a);
    file_pairs_free(&a.r.files);
    cache_pairs_free(&a.caches);
    channel_pairs_free(&a.channels);
    return 0;
}
