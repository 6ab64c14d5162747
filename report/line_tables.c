/* SPDX-License-Identifier: Apache-2.0
 *
 * line_tables.c - the tables of `warpfold stats` on cache lines: of one codec a row a file, its variants, classes and groups; of all codecs a row
 * each; then what reaches DRAM. It prints counts as stats/ has them and counts nothing. */
#include "line_tables.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "../base/share.h"
#include "../gen/beside.h"
#include "compressed_table.h"
#include "dram_table.h"

enum { NAME_WIDTH = 26 }; /* of the first column, at least */

/* The first column has room for the forms of all designs. */
static int name_width(const line_table *r)
{
    int width = NAME_WIDTH;

    for (int i = 0; i < r->n; i++) {
        int own = (int)strlen(design_form(&r->designs[i]));
        width = own > width ? own : width;
    }
    return width;
}

/* A dash where there are no lines. */
static void print_number(double value)
{
    if (isfinite(value))
        printf(" %7.2f", value);
    else
        printf(" %7s", "-");
}

static void print_share(double part, double whole)
{
    if (whole > 0)
        printf(" %6.1f%%", percent_or_0(part, whole));
    else
        printf(" %7s", "-");
}

static void print_sums(const line_sums *s, int units)
{
    print_number(line_ratio_bytes(s));
    print_number(line_ratio_bursts(s));
    print_number(line_ratio_bursts_tag(s));
    print_number(line_mean_bursts(s));
    for (int i = 1; i <= units; i++)
        print_share(s->bursts[i], s->lines);
    print_share(s->lines - s->compressed, s->lines);
}

/* Prints two lines of titles above the columns of print_sums. */
static void print_titles(int line, int units)
{
    static const char *const titles[2][4] = {{"ratio by", "by", "with", "bursts"}, {"bytes", "bursts", "tag", "/line"}};

    printf(line == 0 ? "%s" : " %7s", titles[line][0]);
    for (int i = 1; i < 4; i++)
        printf(" %7s", titles[line][i]);
    for (int i = 1; i <= units && line == 1; i++)
        printf(" %7d", i);
    if (line == 0)
        printf(" %*s", 8 * units - 1, units > 1 ? "lines of N bursts" : "lines");
    else
        printf(" %7s", "raw");
}

static void print_hits(const line_counts *c)
{
    if (c->lookups > 0)
        printf(" %7.1f%%", percent_or_0(c->hits, c->lookups));
}

static void print_head(const line_table *r)
{
    const design *d = r->designs;

    printf("%s: %s, %s: lines of %d bytes, encodings %s\n", design_form(d), d->unit->title, d->unit->source, d->config.line_bytes,
           d->sizes.head_bits > 0 ? "in their heads" : "beside them");
}

/* Prints two lines of titles; `hits`: also that of the metadata cache's hits. */
static void print_names(const line_table *r, const char *name, const char *first, const char *second, bool hits)
{
    int units = r->designs->sizes.units;

    printf("%-*s %9s %7s", name_width(r), "", "", "");
    print_titles(0, units);
    printf("%s\n%-*s %9s %7s", hits ? "         metadata" : "", name_width(r), name, first, second);
    print_titles(1, units);
    printf("%s\n", hits ? "     hits" : "");
}

/* Prints the row of one file, or of all, for a chosen codec. */
void line_table_row(const line_table *r, const char *name, const line_counts *c, const line_file_counts *f, const line_groups *g)
{
    line_sums sum = line_groups_sum(g, -1, -1);
    int width = name_width(r);

    printf("%-*.*s", width, width, name);
    if (r->raw) {
        printf(" %9.0f %7.0f", f->lines, f->rest);
    } else {
        printf(" %9.0f", line_accesses(c, -1, -1));
        print_share(line_whole(c, -1, -1), line_accesses(c, -1, -1));
    }
    print_sums(&sum, r->designs->sizes.units);
    if (!r->raw)
        print_hits(c);
    printf("\n");
}

/* Prints shares; `all`: also those of 0. */
static void print_shares(const char *title, const char *const *names, const double *counts, bool all)
{
    double sum = 0;

    for (int i = 0; names[i] != NULL; i++)
        sum += counts[i];
    if (sum == 0)
        return;
    printf("%-17s", title);
    for (int i = 0; names[i] != NULL; i++)
        if (all || counts[i] > 0)
            printf("  %s %.1f%%", names[i], percent_or_0(counts[i], sum));
    printf("\n");
}

static void print_group(const line_table *r, const char *name, int store, int space)
{
    line_sums sum = line_groups_sum(r->sums, store, space);
    double all = line_accesses(&r->total, store, space);

    if (all == 0)
        return;
    printf("%-*s %9.0f", name_width(r), name, all);
    print_share(line_whole(&r->total, store, space), all);
    print_sums(&sum, r->designs->sizes.units);
    printf("\n");
}

static void print_groups(const line_table *r)
{
    printf("\n");
    print_names(r, "accesses", "to lines", "whole", false);
    print_group(r, "loads", 0, -1);
    print_group(r, "stores", 1, -1);
    for (int i = 0; i < TRACE_SPACES; i++)
        print_group(r, trace_space_names[i], -1, i);
    if (r->total.nodata > 0)
        printf("%-*s %9.0f\n", name_width(r), "without data", r->total.nodata);
    if (r->total.forgotten > 0)
        printf("%-*s %9.0f\n", name_width(r), "lines forgotten", r->total.forgotten);
}

static void print_codec(const line_table *r)
{
    const wf_codec *codec = r->designs->codec;
    line_sums sum = line_groups_sum(r->sums, -1, -1);

    printf("\n");
    print_shares("classes", codec->class_names, sum.classes, true);
    if (codec->patterns != NULL)
        print_shares("patterns", codec->pattern_names, sum.patterns, false);
    if (!r->raw)
        print_groups(r);
}

/* Prints the traffic, which is the same for all codecs. */
static void print_traffic(const line_table *r)
{
    printf("lines of %d bytes, ", r->designs->config.line_bytes);
    if (r->raw) {
        printf("%.0f file%s: %.0f lines", r->all.files, r->all.files == 1 ? "" : "s", r->all.lines);
        if (r->all.rest > 0)
            printf("; left out: %.0f bytes that fill none", r->all.rest);
    } else {
        double all = line_accesses(&r->total, -1, -1);
        printf("%.0f trace%s: %.0f accesses, %.1f%% of whole lines", r->total.files, r->total.files == 1 ? "" : "s", all,
               percent_or_0(line_whole(&r->total, -1, -1), all));
        if (r->total.lookups > 0)
            printf("; hits of the metadata cache: %.1f%%", percent_or_0(r->total.hits, r->total.lookups));
    }
    printf("\n");
}

/* Prints a row for each codec and each variant. */
static void print_codecs(const line_table *r)
{
    print_traffic(r);
    print_names(r, "codec", "lines", "tag", false);
    for (int i = 0; i < r->n; i++) {
        line_sums sum = line_groups_sum(&r->sums[i], -1, -1);
        printf("%-*s %9.0f %7s", name_width(r), design_form(&r->designs[i]), sum.lines,
               r->designs[i].sizes.head_bits > 0 ? "head" : "side");
        print_sums(&sum, r->designs->sizes.units);
        printf("\n");
    }
}

/* Prints the rows of a chosen codec's variants. */
static void print_variants(const line_table *r)
{
    for (int i = 1; i < r->n; i++)
        line_table_row(r, design_form(&r->designs[i]), &r->total, &r->all, &r->sums[i]);
}

/* How codecs that choose do it, each way once; and what bursts say of lines that have no more than one. */
static void print_notes(const line_table *r)
{
    const char *lead = "\n";

    for (int i = 0; i < r->n; i++) {
        const design *d = &r->designs[i];
        bool told = d->codec->choice == NULL;
        for (int k = 0; k < i && !told; k++)
            told = r->designs[k].codec == d->codec && strcmp(d->codec->choice(&r->designs[k].config), d->codec->choice(&d->config)) == 0;
        if (!told) {
            printf("%s%s\n", lead, design_choice(d));
            lead = "";
        }
    }
    if (r->designs->sizes.units == 1)
        printf("%sa line of %d bytes is one burst: ratios by bursts mean nothing here\n", lead, r->designs->config.line_bytes);
}

static void print_dram(const line_table *r, const line_table_file *rows, int count)
{
    if (r->total.dram.lookups == 0)
        return;
    const dram_table table = {name_width(r), r->one}, variants = {table.width, false};
    dram_table_head(table, &r->options, r->one ? "trace" : "codec", &r->total);
    for (int i = 0; r->one && i < count; i++)
        dram_table_row(table, rows[i].stem, &rows[i].counts, &rows[i].dram);
    if (r->one && count > 1)
        dram_table_row(table, "all", &r->total, &r->sums[0].dram);
    for (int i = r->one; i < r->n; i++)
        dram_table_row(variants, design_form(&r->designs[i]), &r->total, &r->sums[i].dram);
}

/* A table for each cache that holds compressed lines: a row a file, then of each further codec, if each has caches of its own. */
static void print_compressed(const line_table *r, const line_table_file *rows, int count)
{
    int width = name_width(r), runs = line_compressed_runs(&r->options, r->n);

    for (int level = 0; level < 2; level++) {
        if (!line_options_compress(&r->options, level))
            continue;
        bool files = r->one || runs == 1;
        compressed_table_head(width, &r->options, level, files ? "trace" : "codec");
        for (int i = 0; files && i < count; i++)
            compressed_table_row(width, level, rows[i].stem, &rows[i].compressed, &rows[i].counts.caches);
        if (files && count > 1)
            compressed_table_row(width, level, "all", &r->sums[0].compressed, &r->total.caches);
        for (int i = files; i < runs; i++)
            compressed_table_row(width, level, design_form(&r->designs[i]), &r->sums[i].compressed, &r->total.caches);
    }
}

void line_table_head(const line_table *r)
{
    print_head(r);
    print_names(r, r->raw ? "file" : "trace", r->raw ? "lines" : "accesses", r->raw ? "rest, B" : "whole",
                !r->raw && r->counts.lookups > 0);
}

void line_tables(const line_table *r, const line_table_file *rows, int count)
{
    if (r->one && count > 1)
        line_table_row(r, "all", &r->total, &r->all, r->sums);
    if (r->one) {
        print_variants(r);
        print_codec(r);
    } else {
        print_codecs(r);
    }
    print_notes(r);
    print_dram(r, rows, count);
    if (!r->raw)
        print_compressed(r, rows, count);
}
