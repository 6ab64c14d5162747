/* SPDX-License-Identifier: Apache-2.0 */
#include "line_stats.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../base/msg.h"
#include "../base/text.h"
#include "line_traffic.h"
#include "metacache_run.h"
#include "raw_lines.h"
#include "trace_stats.h"

static const char *const store_names[2] = {"loads", "stores"};

void line_stats_need(const design *d, const char *what)
{
    text names = {0};

    if (d->codec != NULL && d->unit->line)
        return;
    for (size_t i = 0; i < wf_unit_count(); i++)
        if (wf_unit_at(i)->codec && wf_unit_at(i)->line)
            text_printf(&names, "%s%s", names.len > 0 ? ", " : "", wf_unit_at(i)->name);
    die_usage("%s needs a codec of cache lines, and %s is none; expected: %s", what, d->unit->name,
              names.len > 0 ? names.data : "none yet");
}

void line_sums_line(line_sums *s, const design *d, const uint32_t *line)
{
    unsigned patterns[WF_MAX_PATTERNS] = {0};
    wf_code code;

    wf_encode(d->codec, &d->config, &(wf_input){.block = line}, &code);
    int bursts = wf_units_used(&d->sizes, &code);
    s->lines++;
    s->compressed += wf_tag_compressed(&d->sizes, code.tag);
    s->raw_bytes += d->sizes.block_bits / 8;
    s->code_bytes += (d->codec->size(&d->config, &code) + 7) / 8;
    s->burst_bytes += wf_unit_bits_used(&d->sizes, &code) / 8;
    s->tag_bits += d->sizes.tag_bits;
    s->bursts[bursts]++;
    s->classes[d->codec->classify(&d->config, &code)]++;
    if (d->codec->patterns == NULL)
        return;
    d->codec->patterns(&d->config, &code, patterns);
    for (int i = 0; i < WF_MAX_PATTERNS; i++)
        s->patterns[i] += patterns[i] == WF_NO_PATTERN ? 0 : patterns[i];
}

/* Every one of these structures holds only sums, as doubles. */
static void add(double *to, const double *from, size_t bytes)
{
    for (size_t i = 0; i < bytes / sizeof *from; i++)
        to[i] += from[i];
}

void line_sums_add(line_sums *total, const line_sums *s)
{
    add((double *)total, (const double *)s, sizeof *s);
}

void line_counts_add(line_counts *total, const line_counts *c)
{
    add((double *)total, (const double *)c, sizeof *c);
}

void line_groups_add(line_groups *total, const line_groups *g)
{
    add((double *)total, (const double *)g, sizeof *g);
}

void line_file_counts_add(line_file_counts *total, const line_file_counts *c)
{
    add((double *)total, (const double *)c, sizeof *c);
}

static bool chosen(int store, int space, int i, int j)
{
    return (store < 0 || i == store) && (space < 0 ? j != TRACE_SHARED : j == space);
}

line_sums line_groups_sum(const line_groups *g, int store, int space)
{
    line_sums sum = {0};

    for (int i = 0; i < 2; i++)
        for (int j = 0; j < TRACE_SPACES; j++)
            if (chosen(store, space, i, j))
                line_sums_add(&sum, &g->sums[i][j]);
    return sum;
}

static double table_sum(const double table[2][TRACE_SPACES], int store, int space)
{
    double sum = 0;

    for (int i = 0; i < 2; i++)
        for (int j = 0; j < TRACE_SPACES; j++)
            if (chosen(store, space, i, j))
                sum += table[i][j];
    return sum;
}

double line_accesses(const line_counts *c, int store, int space)
{
    return table_sum(c->accesses, store, space);
}

double line_whole(const line_counts *c, int store, int space)
{
    return table_sum(c->whole, store, space);
}

double line_ratio_bytes(const line_sums *s)
{
    return trace_ratio(s->raw_bytes, s->code_bytes);
}

double line_ratio_bytes_tag(const line_sums *s)
{
    return trace_ratio(s->raw_bytes, s->code_bytes + s->tag_bits / 8);
}

double line_ratio_bursts(const line_sums *s)
{
    return trace_ratio(s->raw_bytes, s->burst_bytes);
}

double line_ratio_bursts_tag(const line_sums *s)
{
    return trace_ratio(s->raw_bytes, s->burst_bytes + s->tag_bits / 8);
}

double line_mean_bursts(const line_sums *s)
{
    return s->lines > 0 ? s->burst_bytes / WF_BURST_BYTES / s->lines : (double)NAN;
}

static void count_access(const design *d, int n, const line_access *a, metacache_run *m, line_counts *c, line_groups *groups)
{
    c->accesses[a->store][a->space]++;
    c->nodata += !a->data;
    if (a->space != TRACE_SHARED) {
        c->lookups++;
        c->hits += metacache_run_access(m, a->line, a->store, 1);
    }
    if (!a->whole)
        return;
    c->whole[a->store][a->space]++;
    for (int i = 0; i < n; i++)
        line_sums_line(&groups[i].sums[a->store][a->space], &d[i], a->content);
}

void line_count_trace(const design *d, int n, const char *path, line_counts *c, line_groups *groups)
{
    trace_record *r = zalloc(sizeof *r);
    trace *t = trace_open(path);
    line_traffic *traffic = line_traffic_open(d->config.line_bytes);
    metacache_run *m = metacache_run_of_traces(d->config.line_bytes);
    const line_access *a;
    unsigned long long records = 0;

    *c = (line_counts){.files = 1};
    memset(groups, 0, (size_t)n * sizeof *groups);
    while (trace_next(t, r)) {
        int count = line_traffic_of(traffic, r, &a);
        for (int i = 0; i < count; i++)
            count_access(d, n, &a[i], m, c, groups);
        if (++records % 4096 == 0)
            progress("records", records, 0);
    }
    progress_end();
    c->forgotten = (double)line_traffic_forgotten(traffic);
    metacache_run_free(m);
    line_traffic_close(traffic);
    trace_close(t);
    free(r);
}

void line_count_file(const design *d, int n, const char *path, line_file_counts *c, line_sums *sums)
{
    raw_lines *lines = raw_lines_open(path, d->config.line_bytes);
    uint32_t line[LINE_MAX_WORDS];
    const unsigned char *rest;

    memset(sums, 0, (size_t)n * sizeof *sums);
    while (raw_lines_next(lines, line))
        for (int i = 0; i < n; i++)
            line_sums_line(&sums[i], &d[i], line);
    *c = (line_file_counts){.files = 1, .lines = (double)raw_lines_count(lines), .rest = raw_lines_rest(lines, &rest)};
    if (c->lines == 0 && c->rest == 0)
        die_usage("%s: is empty; a file of at least one line of %d bytes is expected", path, d->config.line_bytes);
    if (c->lines == 0)
        die_usage("%s: %.0f bytes; at least one line of %d is expected", path, c->rest, d->config.line_bytes);
    raw_lines_close(lines);
}

static void put_ratios(const line_sums *s, const char *p, metrics *out)
{
    metrics_set_known(out, s->lines, KEY_LINES, p);
    metrics_set_known(out, s->compressed, KEY_COMPRESSED, p);
    metrics_set_known(out, line_ratio_bursts(s), KEY_RATIO, p);
    metrics_set_known(out, line_ratio_bytes(s), KEY_RATIO_BYTES, p);
    metrics_set_known(out, line_ratio_bytes_tag(s), KEY_RATIO_BYTES_TAG, p);
    metrics_set_known(out, line_ratio_bursts(s), KEY_RATIO_BURSTS, p);
    metrics_set_known(out, line_ratio_bursts_tag(s), KEY_RATIO_BURSTS_TAG, p);
    metrics_set_known(out, line_mean_bursts(s), KEY_BURSTS_PER_LINE, p);
}

/* Patterns that the configuration does not have are left out. */
static void put_patterns(const line_sums *s, const design *d, const char *p, metrics *out)
{
    static const uint32_t zero[LINE_MAX_WORDS];
    unsigned count[WF_MAX_PATTERNS] = {0};
    wf_code code;

    wf_encode(d->codec, &d->config, &(wf_input){.block = zero}, &code);
    d->codec->patterns(&d->config, &code, count);
    for (int i = 0; d->codec->pattern_names[i] != NULL; i++)
        if (count[i] != WF_NO_PATTERN)
            metrics_set(out, s->patterns[i], KEY_PATTERN, p, d->codec->pattern_names[i]);
}

void line_sums_put(const line_sums *s, const design *d, const char *p, metrics *out)
{
    put_ratios(s, p, out);
    for (int i = 1; i <= d->sizes.units; i++)
        metrics_set(out, s->bursts[i], KEY_BURSTS, p, i);
    for (int i = 0; d->codec->class_names[i] != NULL; i++)
        metrics_set(out, s->classes[i], KEY_CLASS, p, d->codec->class_names[i]);
    if (d->codec->patterns != NULL)
        put_patterns(s, d, p, out);
}

/* Key "": all accesses. */
static void put_accesses(const line_counts *c, int store, int space, const char *p, const char *key, metrics *out)
{
    double all = line_accesses(c, store, space), whole = line_whole(c, store, space);

    metrics_set(out, all, KEY_ACCESSES, p, key);
    metrics_set(out, whole, KEY_WHOLE, p, key);
    metrics_set(out, all - whole, KEY_PARTIAL, p, key);
}

void line_counts_put(const line_counts *c, const design *d, const char *p, metrics *out)
{
    char key[32];

    metrics_set(out, d->config.line_bytes, KEY_LINE, p);
    put_accesses(c, -1, -1, p, "", out);
    for (int i = 0; i < 2; i++) {
        snprintf(key, sizeof key, "__%s", store_names[i]);
        put_accesses(c, i, -1, p, key, out);
    }
    for (int i = 0; i < TRACE_SPACES; i++) {
        snprintf(key, sizeof key, "__%s", trace_space_names[i]);
        if (line_accesses(c, -1, i) > 0)
            put_accesses(c, -1, i, p, key, out);
    }
    metrics_set_known(out, c->nodata, KEY_NODATA, p);
    metrics_set_known(out, c->forgotten, KEY_FORGOTTEN, p);
    if (c->lookups == 0)
        return;
    metrics_set_known(out, c->lookups, KEY_META_LOOKUPS, p);
    metrics_set_known(out, c->hits, KEY_META_HITS, p);
    metrics_set_known(out, c->hits / c->lookups, KEY_META_HIT_RATE, p);
}

void line_groups_put(const line_groups *g, const design *d, const char *p, metrics *out)
{
    char key[128];
    line_sums sum = line_groups_sum(g, -1, -1);

    line_sums_put(&sum, d, p, out);
    for (int i = 0; i < 2; i++) {
        sum = line_groups_sum(g, i, -1);
        snprintf(key, sizeof key, "%s__%s", p, store_names[i]);
        put_ratios(&sum, key, out);
    }
    for (int i = 0; i < TRACE_SPACES; i++) {
        sum = line_groups_sum(g, -1, i);
        snprintf(key, sizeof key, "%s__%s", p, trace_space_names[i]);
        if (sum.lines > 0)
            put_ratios(&sum, key, out);
    }
}

static bool has_line(const metrics *out, const char *prefix)
{
    return metrics_get(out, KEY_LINE, prefix) >= 0;
}

void line_prefix(const metrics *out, const char *kind, const char *path, char *prefix, size_t size)
{
    char stem[64];

    trace_stem(path, stem, sizeof stem);
    trace_prefix_of(out, kind, stem, has_line, prefix, size);
}

void line_stats(const design *d, const char *const *paths, int count, metrics *out)
{
    line_groups *groups = zalloc(2 * sizeof *groups); /* of a file, of all */
    line_counts c, total = {0};
    char prefix[96];

    line_stats_need(d, "line traffic");
    for (int i = 0; i < count; i++) {
        line_count_trace(d, 1, paths[i], &c, &groups[0]);
        line_counts_add(&total, &c);
        line_groups_add(&groups[1], &groups[0]);
        line_prefix(out, "trace", paths[i], prefix, sizeof prefix);
        line_counts_put(&c, d, prefix, out);
        line_groups_put(&groups[0], d, prefix, out);
    }
    metrics_set(out, count, KEY_TRACE_COUNT, "trace");
    line_counts_put(&total, d, "trace", out);
    line_groups_put(&groups[1], d, "trace", out);
    free(groups);
}
