/* SPDX-License-Identifier: Apache-2.0
 *
 * warpfold stats [DIR] FILE... - value similarity and compression figures of traces, as tables and as flat JSON. For line codecs
 * (stats_lines.c) also figures of any files. */
#include <string.h>

#include "../base/folder.h"
#include "../base/msg.h"
#include "../base/output.h"
#include "../base/text.h"
#include "../report/stats_instructions.h"
#include "../report/value_tables.h"
#include "../stats/energy.h"
#include "../stats/trace_stats.h"
#include "arguments.h"
#include "commands.h"
#include "energy_flags.h"
#include "line_flags.h"
#include "stats_lines.h"
#include "trace_design.h"

enum { KEY_JSON = 0x2000, KEY_RAW, KEY_CSV, KEY_TRACE };

typedef struct {
    design_args design;
    line_flags lines;
    const char *json, *csv;
    bool raw, traces, force; /* traces: --trace is given */
    energy_flags energies;
    char **files; /* those of --trace, then the operands */
    int count;
} arguments;

static const struct argp_option options[] = {
    {"trace", KEY_TRACE, "FILE", ARGUMENT_REPEATS, "a trace, as FILE is; may come several times", 0},
    {"json", KEY_JSON, "FILE", 0, "write all figures to FILE, flat keys trace__... (raw__...)", 0},
    {"force", 'F', NULL, 0, "overwrite FILE whatever is in it", 0},
    {"raw", KEY_RAW, NULL, 0,
     "the files are any files, not traces; they are cut into cache lines. - is standard input; folders are left out. A codec that chooses "
     "among others takes the fewest bytes here, unless its parameter is given",
     0},
    {"csv", KEY_CSV, "FILE", 0,
     "of one file with --raw: write a table to FILE, a row a line: its number, its offset, its bytes and its class by each codec", 0},
    {0},
};

static void add_file(arguments *a, char *path)
{
    a->files = grow_one(a->files, (size_t)a->count, sizeof *a->files);
    a->files[a->count++] = path;
}

/* Of traces the first operand may be the folder of a design, which is then read as --config is. */
static void take_operands(arguments *a, char **operand, int count)
{
    if (count > 0 && !a->raw && dir_exists(operand[0])) {
        if (a->design.config.path || a->design.unit)
            die_usage("stats: %s is the folder of a design; leave %s out", operand[0], a->design.unit ? a->design.how : "--config");
        config_file_read(&a->design.config, operand[0]);
        operand++, count--;
    }
    for (int i = 0; i < count; i++)
        add_file(a, operand[i]);
}

static error_t parse(int key, char *arg, struct argp_state *state)
{
    arguments *a = state->input;

    if (key == ARGP_KEY_INIT) {
        state->child_inputs[0] = &a->design;
        state->child_inputs[1] = &a->lines;
        state->child_inputs[2] = &a->energies;
    } else if (key == KEY_JSON) {
        a->json = arg;
    } else if (key == 'F') {
        a->force = true;
    } else if (key == KEY_RAW) {
        a->raw = true;
    } else if (key == KEY_CSV) {
        a->csv = arg;
    } else if (key == KEY_TRACE) {
        a->traces = true;
        add_file(a, arg);
    } else if (key == ARGP_KEY_ARGS) {
        take_operands(a, state->argv + state->next, state->argc - state->next);
    } else if (key != ARGP_KEY_NO_ARGS) {
        return ARGP_ERR_UNKNOWN;
    }
    return 0;
}

/* Figures that this command wrote before may be written again. */
static bool is_of_traces(const char *path)
{
    return metrics_is_file(path, "trace__count");
}

static bool is_of_files(const char *path)
{
    return metrics_is_file(path, "raw__count");
}

/* DIR/\* names folders too. If nothing else is given, the first one stays, to be refused. */
static void leave_folders_out(arguments *a)
{
    int kept = 0;

    for (int i = 0; i < a->count; i++)
        if (!dir_exists(a->files[i]))
            a->files[kept++] = a->files[i];
    if (kept == 0 || kept == a->count)
        return;
    note("stats: %d folder%s left out", a->count - kept, a->count - kept == 1 ? " is" : "s are");
    a->count = kept;
}

int cmd_stats(int argc, char **argv)
{
    const struct argp_child children[] = {
        {design_argp(argc, argv), 0, "Design:", 1},
        {&line_flags_argp, 0, "Private memory; cache lines of traces:", 2},
        {energy_argp(ENERGY_OF_ACCESSES), 0, "Energies (what the codec's paper publishes, unless they are given):", 3},
        {0}};
    const struct argp argp = {options,
                              parse,
                              "[DIR] FILE...",
                              "Print value similarity, compression ratios and energy of traces, by the design in DIR (made by warpfold "
                              "gen) or the one that the flags name. Without --lanes or DIR each file is read at its own warp width. With a "
                              "codec of cache lines, --line or --raw: print the compression "
                              "of the lines that the traces' loads and stores move, or of the files' lines; without a codec, "
                              "for all line codecs side by side.",
                              children,
                              NULL,
                              NULL};
    arguments a = {0};
    metrics out = {0};
    trace_counts total = {0};
    int least = WF_MAX_LANES, most = 0;
    design d;
    trace_energy e = {0};

    arguments_parse(&argp, argc, argv, &a);
    if (a.raw && a.traces)
        die_usage("stats: --trace is for traces; give the files of --raw without it");
    if (a.raw)
        leave_folders_out(&a);
    if (a.count == 0)
        die_usage("stats: no %s; give one or more files", a.raw ? "file" : "trace");
    if (a.json)
        output_check(a.json, &(output_rule){a.force, a.raw ? is_of_files : is_of_traces, (const char *const *)a.files, a.count});
    if (a.csv && (!a.raw || a.count > 1))
        die_usage("stats: --csv is for the lines of one file; give it with --raw");
    if (a.csv)
        output_check(a.csv, &(output_rule){a.force, NULL, (const char *const *)a.files, a.count});
    if (a.raw || stats_wants_lines(&a.design)) {
        const char *given = energy_flags_given(&a.energies);
        if (given)
            die_usage("stats: energies and reads are for warp registers; leave %s out", given);
        stats_lines(&a.design, &a.lines, a.raw, a.files, a.count, a.json, a.csv);
        return 0;
    }
    int stack = line_flags_stack(&a.lines, "stats");
    a.lines.stack = NULL;
    if (line_flags_given(&a.lines) != NULL)
        die_usage("stats: %s is for cache lines: give --line or a codec of cache lines", line_flags_given(&a.lines));
    stats_file *files = zalloc((size_t)a.count * sizeof *files);
    for (int i = 0; i < a.count; i++) {
        char prefix[96];
        stats_file *f = &files[i];
        trace *t = trace_open(a.files[i]);
        design_for_trace(&d, &a.design, t);
        e = trace_energy_paper(&d);
        if (i == 0)
            energy_flags_check(&a.energies, "stats", &d);
        energy_flags_reads(&a.energies, "stats", &e.reads_per_write);
        energy_flags_set(&a.energies, "stats", &d, &e.model);
        trace_count(&d, t, &e, stack, &f->counts);
        trace_counts_add(&total, &f->counts);
        int lanes = trace_vector_lanes(&d);
        least = lanes < least ? lanes : least;
        most = lanes > most ? lanes : most;
        trace_stem(a.files[i], f->name, sizeof f->name);
        trace_prefix(&out, f->name, prefix, sizeof prefix);
        trace_counts_put(&f->counts, &d, &e.model, prefix, &out);
        energy_put(&e.model, false, KEY_ENERGY_MODEL, &out);
        if (i == 0)
            value_table_head(&d, energy_flags_given(&a.energies) == NULL);
        value_table_row(f->name, &f->counts, &d);
    }
    if (a.count > 1)
        value_table_row("all", &total, &d);
    metrics_set(&out, a.count, KEY_TRACE_COUNT, "trace");
    trace_counts_put(&total, &d, &e.model, "trace", &out);
    value_tables(&total, &d, least, most);
    print_instructions(&d, files, a.count, &total);
    if (a.json != NULL)
        metrics_save(&out, a.json);
    return 0;
}
