/* SPDX-License-Identifier: Apache-2.0
 *
 * stats_lines.c - `warpfold stats` for line codecs: which designs the arguments mean, the counts of each file, figures and tables of them. */
#include "stats_lines.h"

#include <stdio.h>
#include <string.h>

#include "../base/file.h"
#include "../base/msg.h"
#include "../base/text.h"
#include "../gen/beside.h"
#include "../memory/line_code.h"
#include "../memory/raw_lines.h"
#include "../report/line_tables.h"
#include "../stats/line_stats.h"
#include "../stats/trace_stats.h"

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
static void add_design(line_table *r, const design *d)
{
    size_t most = (size_t)r->n + 1 + LINE_MAX_BESIDE;

    r->designs = grow(r->designs, most * sizeof *r->designs);
    r->variants = grow(r->variants, most * sizeof *r->variants);
    r->variants[r->n] = NULL;
    r->designs[r->n++] = *d;
    for (int i = 0; i < LINE_MAX_BESIDE && design_beside(d, i, &r->designs[r->n], &r->variants[r->n]); i++)
        r->n++;
}

/* Was the parameter given, as a flag or in the INI file? */
static bool is_given(const design_args *args, const char *name, size_t n)
{
    bool given = false;

    for (int i = 0; i < args->count; i++)
        given |= strlen(args->items[i].key) == n && memcmp(args->items[i].key, name, n) == 0;
    for (int i = 0; i < args->config.count; i++)
        given |= strlen(args->config.pairs[i].key) == n && memcmp(args->config.pairs[i].key, name, n) == 0;
    return given;
}

/* Of a file bytes count: parameters that make the fewest of them are the defaults (wf_codec.by_bytes). A design that does not take them stays
 * as it is. */
static void prefer_bytes(design *d, const design_args *args)
{
    design own = *d;
    text words = {0};

    for (const char *w = d->codec->by_bytes; w != NULL && *w != '\0'; w += strcspn(w, " "), w += *w == ' ')
        if (!is_given(args, w, strcspn(w, "=")))
            text_printf(&words, "%.*s ", (int)strcspn(w, " "), w);
    if (words.len == 0)
        return;
    design_set_all(&own, words.data, "--raw");
    if (design_fault(&own) == NULL)
        *d = own;
}

static void one_design(line_table *r, const design_args *args)
{
    const char *what = r->raw ? "--raw" : "--line";
    design d;

    if (args->unit != NULL) {
        design_init_named(&d, args->unit, args->how);
        line_codec_need(&d, what);
    }
    design_from_args(&d, args);
    line_codec_need(&d, what);
    if (r->raw)
        prefer_bytes(&d, args);
    add_design(r, &d);
}

static void all_designs(line_table *r, const design_args *args)
{
    design d;

    for (size_t i = 0; i < wf_unit_count(); i++) {
        design_args own = *args;
        own.unit = wf_unit_at(i)->name;
        own.how = "--unit";
        if (!wf_unit_at(i)->codec || !wf_unit_at(i)->line)
            continue;
        design_from_args(&d, &own);
        if (r->raw)
            prefer_bytes(&d, args);
        add_design(r, &d);
    }
    if (r->n == 0)
        die_usage("stats: this program has no codec of cache lines");
}

static void count_file(line_table *r, const char *path)
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
}

/* The forms of the codecs, under the prefixes of the figures of all files. */
static void put_forms(line_table *r, const char *kind)
{
    char key[160];

    for (int i = 0; i < r->n; i++) {
        snprintf(key, sizeof key, r->one ? "%s" : "%s__%s", kind, r->designs[i].unit->name);
        if (r->variants[i] == NULL)
            line_form_put(&r->designs[i], key, &r->out);
    }
}

/* Caches of compressed lines: under the codec's prefix if each codec has its own; else there is one, under the prefix of the file. */
static void put_compressed(line_table *r, int i, const char *prefix, const char *key, const line_counts *c, const line_groups *g)
{
    int runs = r->raw ? 0 : line_compressed_runs(&r->options, r->n);

    if (runs == 1 && i == 0)
        line_compressed_put(&r->options, g, c, prefix, &r->out);
    else if (runs > 1 && r->variants[i] != NULL)
        line_compressed_put(&r->options, &g[i], c, line_beside_prefix(key, r->variants[i]), &r->out);
    else if (runs > 1)
        line_compressed_put(&r->options, &g[i], c, key, &r->out);
}

/* Stores the figures of a file, or of all, under a prefix. With several codecs each has PREFIX__CODEC, and its variants are below that. */
static void put_figures(line_table *r, const char *prefix, const line_counts *c, const line_file_counts *f, const line_groups *g)
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
        put_compressed(r, i, prefix, key, c, g);
    }
}

static void count_files(line_table *r, char **files, int count, line_table_file *rows)
{
    char prefix[96];

    for (int i = 0; i < count; i++) {
        const char *name = r->raw && raw_lines_is_stdin(files[i]) ? "stdin" : files[i];
        count_file(r, files[i]);
        line_prefix(&r->out, r->raw ? "raw" : "trace", name, prefix, sizeof prefix);
        trace_stem(name, rows[i].stem, sizeof rows[i].stem);
        rows[i].counts = r->counts;
        rows[i].dram = r->groups[0].dram;
        rows[i].compressed = r->groups[0].compressed;
        put_figures(r, prefix, &r->counts, &r->file, r->groups);
        if (!r->one)
            continue;
        if (i == 0)
            line_table_head(r);
        line_table_row(r, r->raw ? path_base(name) : rows[i].stem, &r->counts, &r->file, r->groups);
    }
}

/* The names of the columns: the forms of the codecs. */
static line_csv *open_table(const line_table *r, const char *path)
{
    char **names = zalloc((size_t)r->n * sizeof *names);

    for (int i = 0; i < r->n; i++)
        names[i] = design_form(&r->designs[i]);
    return line_csv_open(path, r->designs, r->n, names);
}

void stats_lines(const design_args *args, const line_flags *flags, bool raw, char **files, int count, const char *json, const char *csv)
{
    line_table r = {.raw = raw, .one = chosen(args)};
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
    line_table_file *rows = zalloc((size_t)count * sizeof *rows);
    if (csv != NULL)
        r.table = open_table(&r, csv);
    count_files(&r, files, count, rows);
    if (csv != NULL)
        line_csv_close(r.table);
    metrics_set(&r.out, count, KEY_TRACE_COUNT, kind);
    if (!raw)
        line_options_put(&r.options, &r.out);
    put_forms(&r, kind);
    put_figures(&r, kind, &r.total, &r.all, r.sums);
    line_tables(&r, rows, count);
    if (json != NULL)
        metrics_save(&r.out, json);
}
