/* SPDX-License-Identifier: Apache-2.0 */
#include "stats_lines.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../base/file.h"
#include "../base/msg.h"
#include "../base/text.h"
#include "../gen/beside.h"
#include "../memory/line_code.h"
#include "../stats/line_stats.h"
#include "../stats/trace_stats.h"
#include "dram_table.h"

/* The counts of all files for all designs. Behind each codec come its variants (gen/beside.h). */
typedef struct {
    bool raw, one; /* one: a codec was chosen */
    line_options options;
    design *designs;
    char **variants; /* their names; NULL: not a variant */
    int n;
    line_counts counts, total; /* of traces: of the current file, of all */
    line_file_counts file, all;
    line_groups *groups, *sums; /* n: of the current file, of all; the lines of a raw file count as loads of other memory */
    metrics out;
    line_csv *table; /* NULL: none */
} run;

static bool chosen(const design_args *args)
{
    return args->unit != NULL || args->config.path != NULL;
}

bool stats_wants_lines(const design_args *args)
{
    design d;

    for (int i = 0; i < args->count; i++)
        if (strcmp(args->items[i].key, "line") == 0)
            return true;
    if (!chosen(args))
        return false;
    design_from_args(&d, args);
    return d.unit->line;
}

/* Adds a design, and its variants behind it. */
static void add_design(run *r, const design *d)
{
    size_t most = (size_t)r->n + 1 + LINE_MAX_BESIDE;

    r->designs = grow(r->designs, most * sizeof *r->designs);
    r->variants = grow(r->variants, most * sizeof *r->variants);
    r->variants[r->n] = NULL;
    r->designs[r->n++] = *d;
    for (int i = 0; i < LINE_MAX_BESIDE && design_beside(d, i, &r->designs[r->n], &r->variants[r->n]); i++)
        r->n++;
}

static void one_design(run *r, const design_args *args)
{
    const char *what = r->raw ? "--raw" : "--line";
    design d;

    if (args->unit != NULL) {
        design_init_named(&d, args->unit, args->how);
        line_codec_need(&d, what);
    }
    design_from_args(&d, args);
    line_codec_need(&d, what);
    add_design(r, &d);
}

static void all_designs(run *r, const design_args *args)
{
    design d;

    for (size_t i = 0; i < wf_unit_count(); i++) {
        design_args own = *args;
        own.unit = wf_unit_at(i)->name;
        own.how = "--unit";
        if (!wf_unit_at(i)->codec || !wf_unit_at(i)->line)
            continue;
        design_from_args(&d, &own);
        add_design(r, &d);
    }
    if (r->n == 0)
        die_usage("stats: this program has no codec of cache lines");
}

/* The name of a design's row: in a table of several codecs the codec's, with the parameter that its variants change. */
static char *row_name(const run *r, int i)
{
    char *own = design_beside_own(&r->designs[i]), *name;

    if (r->variants[i] != NULL)
        name = format_new(r->one ? "%s" : "  %s", r->variants[i]);
    else
        name = format_new(own ? "%s %s" : "%s", r->designs[i].unit->name, own);
    free(own);
    return name;
}

static double share(double part, double whole)
{
    return whole > 0 ? 100 * part / whole : 0;
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
        printf(" %6.1f%%", share(part, whole));
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
        printf(" %7.1f%%", share(c->hits, c->lookups));
}

static void print_head(const run *r)
{
    const design *d = r->designs;
    char *own = design_beside_own(d);

    printf("%s, %s: lines of %d bytes%s%s, encodings %s\n", d->unit->title, d->unit->source, d->config.line_bytes, own ? ", " : "",
           own ? own : "", d->sizes.head_bits > 0 ? "in their heads" : "beside them");
    free(own);
}

/* Prints two lines of titles; `hits`: also that of the metadata cache's hits. */
static void print_names(const run *r, const char *name, const char *first, const char *second, bool hits)
{
    int units = r->designs->sizes.units;

    printf("%-*s %9s %7s", STATS_NAME_WIDTH, "", "", "");
    print_titles(0, units);
    printf("%s\n%-*s %9s %7s", hits ? "         metadata" : "", STATS_NAME_WIDTH, name, first, second);
    print_titles(1, units);
    printf("%s\n", hits ? "     hits" : "");
}

/* Prints the row of one file, or of all, for a chosen codec. */
static void print_row(const run *r, const char *name, const line_counts *c, const line_file_counts *f, const line_groups *g)
{
    line_sums sum = line_groups_sum(g, -1, -1);

    printf("%-*.*s", STATS_NAME_WIDTH, STATS_NAME_WIDTH, name);
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

static void count_file(run *r, const char *path)
{
    line_sums *sums = zalloc((size_t)r->n * sizeof *sums);

    memset(r->groups, 0, (size_t)r->n * sizeof *r->groups);
    if (r->raw) {
        line_count_file(r->designs, r->n, path, r->table, &r->file, sums);
        line_file_counts_add(&r->all, &r->file);
        for (int i = 0; i < r->n; i++)
            r->groups[i].sums[0][TRACE_ELSEWHERE] = sums[i];
    } else {
        line_count_trace(r->designs, r->n, &r->options, path, &r->counts, r->groups);
        line_counts_add(&r->total, &r->counts);
    }
    for (int i = 0; i < r->n; i++)
        line_groups_add(&r->sums[i], &r->groups[i]);
    free(sums);
}

/* Stores the figures of a file, or of all, under a prefix. With several codecs each has PREFIX__CODEC, and its variants are below that. */
static void put_figures(run *r, const char *prefix, const line_counts *c, const line_file_counts *f, const line_groups *g)
{
    static const line_counts none;
    char key[160] = "";

    if (r->raw) {
        metrics_set(&r->out, r->designs->config.line_bytes, KEY_LINE, prefix);
        metrics_set(&r->out, f->lines, KEY_LINES, prefix);
        metrics_set(&r->out, f->rest, KEY_LINES_REST, prefix);
    } else {
        line_counts_put(c, r->designs, prefix, &r->out);
    }
    for (int i = 0; i < r->n; i++) {
        const design *d = &r->designs[i];
        if (r->variants[i] == NULL)
            snprintf(key, sizeof key, r->one ? "%s" : "%s__%s", prefix, d->unit->name);
        if (r->variants[i] != NULL) {
            line_beside_put(&g[i], r->raw ? &none : c, r->variants[i], key, &r->out);
        } else if (r->raw) {
            line_sums sum = line_groups_sum(&g[i], -1, -1);
            line_sums_put(&sum, d, key, &r->out);
        } else {
            line_groups_put(&g[i], c, d, key, &r->out);
        }
    }
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
            printf("  %s %.1f%%", names[i], share(counts[i], sum));
    printf("\n");
}

static void print_group(const run *r, const char *name, int store, int space)
{
    line_sums sum = line_groups_sum(r->sums, store, space);
    double all = line_accesses(&r->total, store, space);

    if (all == 0)
        return;
    printf("%-*s %9.0f", STATS_NAME_WIDTH, name, all);
    print_share(line_whole(&r->total, store, space), all);
    print_sums(&sum, r->designs->sizes.units);
    printf("\n");
}

static void print_groups(const run *r)
{
    printf("\n");
    print_names(r, "accesses", "to lines", "whole", false);
    print_group(r, "loads", 0, -1);
    print_group(r, "stores", 1, -1);
    for (int i = 0; i < TRACE_SPACES; i++)
        print_group(r, trace_space_names[i], -1, i);
    if (r->total.nodata > 0)
        printf("%-*s %9.0f\n", STATS_NAME_WIDTH, "without data", r->total.nodata);
    if (r->total.forgotten > 0)
        printf("%-*s %9.0f\n", STATS_NAME_WIDTH, "lines forgotten", r->total.forgotten);
}

static void print_codec(const run *r)
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
static void print_traffic(const run *r)
{
    printf("lines of %d bytes, ", r->designs->config.line_bytes);
    if (r->raw) {
        printf("%.0f file%s: %.0f lines", r->all.files, r->all.files == 1 ? "" : "s", r->all.lines);
        if (r->all.rest > 0)
            printf("; left out: %.0f bytes that fill none", r->all.rest);
    } else {
        double all = line_accesses(&r->total, -1, -1);
        printf("%.0f trace%s: %.0f accesses, %.1f%% of whole lines", r->total.files, r->total.files == 1 ? "" : "s", all,
               share(line_whole(&r->total, -1, -1), all));
        if (r->total.lookups > 0)
            printf("; hits of the metadata cache: %.1f%%", share(r->total.hits, r->total.lookups));
    }
    printf("\n");
}

/* Prints a row for each codec and each variant. */
static void print_codecs(const run *r)
{
    print_traffic(r);
    print_names(r, "codec", "lines", "tag", false);
    for (int i = 0; i < r->n; i++) {
        line_sums sum = line_groups_sum(&r->sums[i], -1, -1);
        char *name = row_name(r, i);
        printf("%-*s %9.0f %7s", STATS_NAME_WIDTH, name, sum.lines, r->designs[i].sizes.head_bits > 0 ? "head" : "side");
        print_sums(&sum, r->designs->sizes.units);
        printf("\n");
        free(name);
    }
}

/* Prints the rows of a chosen codec's variants. */
static void print_variants(const run *r)
{
    for (int i = 1; i < r->n; i++)
        print_row(r, r->variants[i], &r->total, &r->all, &r->sums[i]);
}

/* The counts of one file, kept for the table that is printed last. */
typedef struct {
    char stem[64];
    line_counts counts;
    dram_sums dram;
} file_row;

static void print_dram(const run *r, const file_row *rows, int count)
{
    if (r->total.dram.lookups == 0)
        return;
    dram_table_head(&r->options, r->one ? "trace" : "codec", r->one, &r->total);
    for (int i = 0; r->one && i < count; i++)
        dram_table_row(rows[i].stem, &rows[i].counts, &rows[i].dram, true);
    if (r->one && count > 1)
        dram_table_row("all", &r->total, &r->sums[0].dram, true);
    for (int i = r->one; i < r->n; i++) {
        char *name = row_name(r, i);
        dram_table_row(name, &r->total, &r->sums[i].dram, false);
        free(name);
    }
}

static void count_files(run *r, char **files, int count, file_row *rows)
{
    char prefix[96];

    for (int i = 0; i < count; i++) {
        count_file(r, files[i]);
        line_prefix(&r->out, r->raw ? "raw" : "trace", files[i], prefix, sizeof prefix);
        trace_stem(files[i], rows[i].stem, sizeof rows[i].stem);
        rows[i].counts = r->counts;
        rows[i].dram = r->groups[0].dram;
        put_figures(r, prefix, &r->counts, &r->file, r->groups);
        if (!r->one)
            continue;
        if (i == 0) {
            print_head(r);
            print_names(r, r->raw ? "file" : "trace", r->raw ? "lines" : "accesses", r->raw ? "rest, B" : "whole",
                        !r->raw && r->counts.lookups > 0);
        }
        print_row(r, r->raw ? path_base(files[i]) : rows[i].stem, &r->counts, &r->file, r->groups);
    }
}

/* The names of the columns: the codec, and of a variant what it changes. */
static line_csv *open_table(const run *r, const char *path)
{
    char **names = zalloc((size_t)r->n * sizeof *names);

    for (int i = 0; i < r->n; i++)
        names[i] = format_new("%s%s%s", r->designs[i].unit->name, r->variants[i] ? " " : "", r->variants[i] ? r->variants[i] : "");
    line_csv *table = line_csv_open(path, r->designs, r->n, names);
    for (int i = 0; i < r->n; i++)
        free(names[i]);
    free(names);
    return table;
}

void stats_lines(const design_args *args, const line_flags *flags, bool raw, char **files, int count, const char *json, const char *csv)
{
    run r = {.raw = raw, .one = chosen(args)};
    const char *kind = raw ? "raw" : "trace";

    if (raw && line_flags_given(flags) != NULL)
        die_usage("stats: %s is for traces, not for --raw", line_flags_given(flags));
    if (r.one)
        one_design(&r, args);
    else
        all_designs(&r, args);
    r.options = line_flags_read(flags, "stats", r.designs->config.line_bytes);
    r.groups = zalloc((size_t)r.n * sizeof *r.groups);
    r.sums = zalloc((size_t)r.n * sizeof *r.sums);
    file_row *rows = zalloc((size_t)count * sizeof *rows);
    if (csv != NULL)
        r.table = open_table(&r, csv);
    count_files(&r, files, count, rows);
    if (csv != NULL)
        line_csv_close(r.table);
    metrics_set(&r.out, count, KEY_TRACE_COUNT, kind);
    if (!raw)
        line_options_put(&r.options, &r.out);
    put_figures(&r, kind, &r.total, &r.all, r.sums);
    if (r.one && count > 1)
        print_row(&r, "all", &r.total, &r.all, r.sums);
    if (r.one) {
        print_variants(&r);
        print_codec(&r);
    } else {
        print_codecs(&r);
    }
    print_dram(&r, rows, count);
    if (json != NULL)
        metrics_save(&r.out, json);
    metrics_free(&r.out);
    for (int i = 0; i < r.n; i++)
        free(r.variants[i]);
    free(r.variants);
    free(r.designs);
    free(r.groups);
    free(r.sums);
    free(rows);
}
