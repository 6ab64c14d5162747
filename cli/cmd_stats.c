/* SPDX-License-Identifier: Apache-2.0
 *
 * warpfold stats FILE... - value similarity and compression figures of traces, as tables and as flat JSON. For line codecs
 * (stats_lines.c) also figures of any files. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../base/msg.h"
#include "../base/output.h"
#include "../base/text.h"
#include "../stats/energy.h"
#include "../stats/trace_stats.h"
#include "arguments.h"
#include "commands.h"
#include "energy_flags.h"
#include "line_flags.h"
#include "stats_instructions.h"
#include "stats_lines.h"
#include "trace_design.h"

enum { KEY_JSON = 0x2000, KEY_RAW, KEY_CSV };

typedef struct {
    design_args design;
    line_flags lines;
    const char *json, *csv;
    bool raw, force;
    energy_flags energies;
    char **files;
    int count;
} arguments;

static const struct argp_option options[] = {
    {"json", KEY_JSON, "FILE", 0, "write all figures to FILE, flat keys trace__... (raw__...)", 0},
    {"force", 'F', NULL, 0, "overwrite FILE whatever is in it", 0},
    {"raw", KEY_RAW, NULL, 0, "the files are any files, not traces; they are cut into cache lines", 0},
    {"csv", KEY_CSV, "FILE", 0,
     "of one file with --raw: write a table to FILE, a row a line: its number, its offset, its bytes and its class by each codec", 0},
    {0},
};

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
    } else if (key == ARGP_KEY_ARGS) {
        a->files = state->argv + state->next;
        a->count = state->argc - state->next;
    } else if (key != ARGP_KEY_NO_ARGS) {
        return ARGP_ERR_UNKNOWN;
    }
    return 0;
}

static double share(double part, double whole)
{
    return whole > 0 ? 100 * part / whole : 0;
}

/* What the figures count: writes, or operands as they were read. */
static const char *kind(const trace_counts *c)
{
    return c->reads == 0 ? "register writes" : c->writes == 0 ? "register values (reads)" : "register writes and reads";
}

/* Prints a dash if nothing is stored, since a ratio to nothing is not a number. */
static void print_number(int width, double value)
{
    if (isfinite(value))
        printf(" %*.2f", width, value);
    else
        printf(" %*s", width, "-");
}

static void print_row(const char *name, const trace_counts *c, const design *d)
{
    double n = trace_values(c);

    printf("%-20.20s %9.0f", name, n);
    if (n == 0) {
        printf("  no register values, %.0f memory accesses\n", c->memory);
        return;
    }
    printf(" %6.1f%% %7.0f", share(c->divergent, n), c->moves);
    if (d->codec->merge)
        printf(" %7.0f", c->moves_by_code);
    print_number(7, trace_ratio(c->raw_bits, c->code_bits));
    print_number(7, trace_ratio(c->raw_bits, c->unit_bits));
    print_number(7, trace_ratio(c->raw_bits, c->unit_bits + c->tag_bits));
    print_number(7, c->ratio_sum_units / n);
    print_number(7, c->units / n);
    print_number(9, trace_net_energy(c));
    printf("  %s\n", kind(c));
}

static void print_classes(const trace_counts *c, const design *d)
{
    printf("\nclasses          ");
    for (int i = 0; d->codec->class_names[i] != NULL; i++)
        printf("  %s %.1f%%", d->codec->class_names[i], share(c->classes[i], trace_values(c)));
    printf("\n");
}

static void print_bins(const trace_counts *c)
{
    static const char *const titles[2] = {"full mask", "divergent"};

    printf("\n%-24s %8s %8s %8s %8s   distance between successive lanes (section 3)\n", "", "zero", "128", "32K", "random");
    for (int div = 0; div < 2; div++) {
        double registers = 0, pairs = 0;
        for (int i = 0; i < TRACE_BINS; i++) {
            registers += c->bins[div][i];
            pairs += c->pairs[div][i];
        }
        if (registers == 0)
            continue;
        printf("%s, registers   ", titles[div]);
        for (int i = 0; i < TRACE_BINS; i++)
            printf(" %7.1f%%", share(c->bins[div][i], registers));
        printf("\n%s, lane pairs  ", titles[div]);
        for (int i = 0; i < TRACE_BINS; i++)
            printf(" %7.1f%%", share(c->pairs[div][i], pairs));
        printf("\n");
    }
}

static void print_pairs(const trace_counts *c)
{
    printf("\n<base,delta>     ");
    for (int i = 0; i < WF_BDI_PAIRS; i++)
        printf("  <%d,%d>", wf_bdi_pairs[i].base, wf_bdi_pairs[i].delta);
    printf("   none\nfits (Table 1)   ");
    for (int i = 0; i < WF_BDI_PAIRS; i++)
        printf(" %5.1f%%", share(c->fits[i], trace_values(c)));
    printf("\nbest (Figure 5)  ");
    for (int i = 0; i < WF_BDI_PAIRS; i++)
        if (wf_bdi_pairs[i].explored)
            printf(" %5.1f%%", share(c->best[i], trace_values(c)));
        else
            printf("      -");
    printf(" %5.1f%%\n", share(c->best[WF_BDI_PAIRS], trace_values(c)));
}

/* Prints the share of a vector class. Only a share of zero is printed as zero. */
static void print_share(double part, double whole)
{
    double percent = share(part, whole);

    if (part > 0 && percent < 0.05)
        printf(" %8s", "<0.1%");
    else
        printf(" %7.1f%%", percent);
}

/* Prints the vectors. Missed ones are a share of zero, uniform and affine ones. `least` and `most`: the lanes of a vector, which differ
 * if the traces have several warp widths. */
static void print_vectors(const trace_counts *c, int least, int most)
{
    static const wf_vector_class order[] = {WF_VECTOR_ZERO, WF_VECTOR_UNIFORM, WF_VECTOR_AFFINE, WF_VECTOR_OTHER, WF_VECTOR_GENERIC};
    static const char *const names[TRACE_VECTOR_KINDS] = {
        "registers", "loads, stack", "stores, stack", "loads, global", "stores, global", "loads, other", "stores, other", "operands read",
    };

    printf("\nvectors of %d ", least);
    if (most > least)
        printf("to %d ", most);
    printf("lanes (Affine Vector Cache, section 2.3); missed: of the zero, uniform and affine ones\n");
    printf("%-20s %9s %8s %8s %8s %8s\n", "", "", "", "", "", "other");
    printf("%-20s %9s %8s %8s %8s %8s %8s %8s\n", "", "vectors", "zero", "uniform", "affine", "strides", "generic", "missed");
    for (int k = 0; k < TRACE_VECTOR_KINDS; k++) {
        double n = trace_vectors(c, k);
        if (n == 0)
            continue;
        printf("%-20s %9.0f", names[k], n);
        for (size_t i = 0; i < sizeof order / sizeof order[0]; i++)
            print_share(c->vectors[k][order[i]], n);
        const double *v = c->vectors[k];
        print_share(c->missed[k], v[WF_VECTOR_ZERO] + v[WF_VECTOR_UNIFORM] + v[WF_VECTOR_AFFINE]);
        printf("\n");
    }
    if (c->nodata > 0)
        printf("%-20s %9.0f\n", "accesses, no data", c->nodata);
}

static void print_head(const design *d, bool paper_units)
{
    const char *unit = strrchr(d->codec->unit_name, ' ');
    printf("%s, %s\n", d->unit->title, d->unit->source);
    const paper_energy *e = paper_energy_of(d->unit->name);
    if (e && e->units_bound && paper_units)
        printf("net pJ: with the paper's upper bound for the units, %g and %g pJ at %d lanes; --enc-pj and --dec-pj take others\n",
               e->enc_pj, e->dec_pj, e->lanes);
    bool merges = d->codec->merge; /* then moves by the write's code have a column */
    printf("%-20s %9s %7s %7s%s %7s %7s %7s %7s %7s %9s\n", "", "", "diver-", "dummy", merges ? "   moves" : "", "ratio", "by", "with",
           "mean by", unit ? unit + 1 : d->codec->unit_name, "net pJ");
    printf("%-20s %9s %7s %7s%s %7s %7s %7s %7s %7s %9s\n", "trace", "values", "gent", "moves", merges ? " by code" : "", "bytes", "units",
           "tag", "value", "/value", "/access");
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

int cmd_stats(int argc, char **argv)
{
    const struct argp_child children[] = {
        {design_argp(argc, argv), 0, "Design:", 1},
        {&line_flags_argp, 0, "Private memory; cache lines of traces:", 2},
        {energy_argp(ENERGY_OF_ACCESSES), 0, "Energies (what the codec's paper publishes, unless they are given):", 3},
        {0}};
    const struct argp argp = {options,
                              parse,
                              "FILE...",
                              "Print value similarity, compression ratios and energy of traces. Without --lanes each file is "
                              "read at its own warp width. With a codec of cache lines, --line or --raw: print the compression "
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
            print_head(&d, energy_flags_given(&a.energies) == NULL);
        print_row(f->name, &f->counts, &d);
    }
    if (a.count > 1)
        print_row("all", &total, &d);
    metrics_set(&out, a.count, KEY_TRACE_COUNT, "trace");
    trace_counts_put(&total, &d, &e.model, "trace", &out);
    if (trace_values(&total) > 0) {
        print_classes(&total, &d);
        print_bins(&total);
        print_pairs(&total);
    }
    print_vectors(&total, least, most);
    print_instructions(&d, files, a.count, &total);
    free(files);
    if (a.json != NULL)
        metrics_save(&out, a.json);
    metrics_free(&out);
    return 0;
}
