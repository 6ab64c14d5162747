/* SPDX-License-Identifier: Apache-2.0
 *
 * value_tables.c - the tables of `warpfold stats` on register values: a row a trace, then classes, distances, what the source surveys, and vectors
 * over all traces. It prints counts as stats/ has them and counts nothing. */
#include "value_tables.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "../base/share.h"
#include "../stats/energy.h"

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

void value_table_row(const char *name, const trace_counts *c, const design *d)
{
    double n = trace_values(c);

    printf("%-20.20s %9.0f", name, n);
    if (n == 0) {
        printf("  no register values, %.0f memory accesses\n", c->memory);
        return;
    }
    printf(" %6.1f%% %7.0f", percent_or_0(c->divergent, n), c->moves);
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
        printf("  %s %.1f%%", d->codec->class_names[i], percent_or_0(c->classes[i], trace_values(c)));
    printf("\n");
}

static void print_bins(const trace_counts *c)
{
    static const char *const titles[2] = {"full mask", "divergent"};

    printf("\n%-24s %8s %8s %8s %8s   distance between successive lanes\n", "", "zero", "128", "32K", "random");
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
            printf(" %7.1f%%", percent_or_0(c->bins[div][i], registers));
        printf("\n%s, lane pairs  ", titles[div]);
        for (int i = 0; i < TRACE_BINS; i++)
            printf(" %7.1f%%", percent_or_0(c->pairs[div][i], pairs));
        printf("\n");
    }
}

/* The ways to store a value that the codec's source compares. */
static void print_survey(const trace_counts *c, const wf_survey *s)
{
    printf("\n%-17s", s->what);
    for (int i = 0; s->names[i]; i++)
        printf("  %s", s->names[i]);
    printf("   none\n%-17s", s->fits_title);
    for (int i = 0; s->names[i]; i++)
        printf(" %*.1f%%", (int)strlen(s->names[i]), percent_or_0(c->fits[i], trace_values(c)));
    printf("\n%-17s", s->best_title);
    for (int i = 0; s->names[i]; i++)
        if (s->ranked >> i & 1)
            printf(" %*.1f%%", (int)strlen(s->names[i]), percent_or_0(c->best[i], trace_values(c)));
        else
            printf(" %*s", (int)strlen(s->names[i]) + 1, "-");
    printf(" %5.1f%%\n", percent_or_0(c->best[WF_MAX_WAYS], trace_values(c)));
}

/* Prints the share of a vector class. Only a share of zero is printed as zero. */
static void print_share(double part, double whole)
{
    double percent = percent_or_0(part, whole);

    if (part > 0 && percent < 0.05)
        printf(" %8s", "<0.1%");
    else
        printf(" %7.1f%%", percent);
}

/* Prints the vectors. Missed ones are a share of zero, uniform and affine ones. `least` and `most`: the lanes of a vector, which differ
 * if the traces have several warp widths. */
static void print_vectors(const trace_counts *c, int least, int most)
{
    static const vector_class order[] = {VECTOR_ZERO, VECTOR_UNIFORM, VECTOR_AFFINE, VECTOR_OTHER, VECTOR_GENERIC};
    static const char *const names[TRACE_VECTOR_KINDS] = {
        "registers", "loads, stack", "stores, stack", "loads, global", "stores, global", "loads, other", "stores, other", "operands read",
    };

    printf("\nvectors of %d ", least);
    if (most > least)
        printf("to %d ", most);
    printf("lanes; missed: of the zero, uniform and affine ones\n");
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
        print_share(c->missed[k], v[VECTOR_ZERO] + v[VECTOR_UNIFORM] + v[VECTOR_AFFINE]);
        printf("\n");
    }
    if (c->nodata > 0)
        printf("%-20s %9.0f\n", "accesses, no data", c->nodata);
}

void value_table_head(const design *d, bool paper_units)
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

void value_tables(const trace_counts *total, const design *d, int least, int most)
{
    if (trace_values(total) > 0) {
        print_classes(total, d);
        print_bins(total);
        if (d->codec->survey)
            print_survey(total, d->codec->survey);
    }
    print_vectors(total, least, most);
}
