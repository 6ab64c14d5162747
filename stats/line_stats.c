/* SPDX-License-Identifier: Apache-2.0
 *
 * line_stats.c - counts lines under several codecs: sums of codes, of groups of accesses, of what reaches DRAM, from a trace or from any
 * file. All structures are sums that can be added; ratios are taken at the end. */
#include "line_stats.h"

#include <ctype.h>
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../base/file.h"
#include "../base/msg.h"
#include "../base/text.h"
#include "../cmodel/bits.h"
#include "../gen/beside.h"
#include "../memory/line_code.h"
#include "../memory/line_traffic.h"
#include "../memory/metadata_run.h"
#include "../memory/raw_lines.h"
#include "../trace/trace_memory.h"
#include "compressed_caches.h"
#include "dram_ratio.h"
#include "paper_machine.h"
#include "trace_stats.h"

static const char *const store_names[2] = {"loads", "stores"};

int line_sums_line(line_sums *s, const design *d, const uint32_t *line)
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
        return bursts;
    d->codec->patterns(&d->config, &code, patterns);
    for (int i = 0; i < WF_MAX_PATTERNS; i++)
        s->patterns[i] += patterns[i] == WF_NO_PATTERN ? 0 : patterns[i];
    return bursts;
}

/* Every one of these structures holds only sums, as doubles. */
static void add(double *to, const double *from, size_t bytes)
{
    for (size_t i = 0; i < bytes / sizeof *from; i++)
        to[i] += from[i];
}

static void line_sums_add(line_sums *total, const line_sums *s)
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

/* Adds a whole line to all groups. Returns its bursts in the first design. */
static int count_whole(const design *d, int n, const line_access *a, line_counts *c, line_groups *groups)
{
    int bursts = 0;

    c->whole[a->store][a->space]++;
    for (int i = n - 1; i >= 0; i--)
        bursts = line_sums_line(&groups[i].sums[a->store][a->space], &d[i], a->content);
    return bursts;
}

static void count_access(const design *d, int n, const line_access *a, metadata_run *m, line_counts *c, line_groups *groups)
{
    int bursts = d->sizes.units;

    c->accesses[a->store][a->space]++;
    c->nodata += !a->data;
    if (a->whole)
        bursts = count_whole(d, n, a, c, groups);
    if (a->space == TRACE_SHARED)
        return;
    c->lookups++;
    c->hits += metadata_run_access(m, a->line, a->store, bursts);
}

/* The models that a trace runs through. */
typedef struct {
    line_traffic *traffic;
    metadata_run *metadata; /* that every access asks */
    dram_lines *lines;      /* NULL: not asked for */
    dram_traffic *dram;
    int runs; /* of caches that compress */
    dram_traffic **compressed;
    line_contents *contents; /* NULL: no run */
} models;

bool line_options_compress(const line_options *o, int level)
{
    return o->dram && o->forms[level].tags > 0;
}

int line_compressed_runs(const line_options *o, int n)
{
    bool any = false, each = false;

    for (int i = 0; i < 2; i++) {
        any |= line_options_compress(o, i);
        each |= line_options_compress(o, i) && o->forms[i].codec == NULL;
    }
    return each ? n : any;
}

/* The forms of L1 and L2 in the run of a design. */
static void forms_of(const line_options *o, const design *d, cache_form forms[2])
{
    for (int i = 0; i < 2; i++) {
        bool compress = line_options_compress(o, i);
        forms[i].tags = compress ? o->forms[i].tags : 1;
        forms[i].codec = !compress ? NULL : o->forms[i].codec != NULL ? o->forms[i].codec : d;
    }
}

static void open_compressed(models *m, const design *d, int n, const line_options *o, const char *path)
{
    char *file = trace_memory_beside(path);
    cache_form forms[2];

    m->runs = line_compressed_runs(o, n);
    if (m->runs == 0)
        return;
    m->contents = line_contents_open(m->traffic, d->config.line_bytes, file_exists(file) ? file : NULL);
    m->compressed = zalloc((size_t)m->runs * sizeof *m->compressed);
    for (int i = 0; i < m->runs; i++) {
        forms_of(o, &d[i], forms);
        m->compressed[i] = dram_traffic_new_compressed(&o->caches, forms, d->config.line_bytes, m->contents, NULL);
    }
}

static void line_has_changed(void *user, uint64_t line)
{
    models *m = user;

    for (int i = 0; i < m->runs; i++)
        dram_traffic_changed(m->compressed[i], line);
}

/* The accesses of a record in caches that compress. */
static void run_compressed(models *m, const line_access *a, int count)
{
    for (int i = 0; i < count; i++)
        line_contents_take(m->contents, &a[i]);
    for (int i = 0; i < count; i++)
        for (int k = 0; k < m->runs && a[i].space != TRACE_SHARED; k++)
            dram_traffic_access(m->compressed[k], &a[i]);
}

static void end_compressed(models *m, line_groups *groups)
{
    for (int i = 0; i < m->runs; i++) {
        dram_traffic_end(m->compressed[i]);
        groups[i].compressed = *dram_traffic_counts(m->compressed[i]);
        dram_traffic_free(m->compressed[i]);
    }
    arena_free(m->compressed);
    if (m->contents != NULL)
        line_contents_close(m->contents);
}

static models models_of(const design *d, int n, const line_options *o, const char *path)
{
    int bytes = d->config.line_bytes;
    models m = {.traffic = line_traffic_open(bytes, o->stack), .metadata = metadata_run_of_traces(bytes)};

    if (o->dram) {
        m.lines = dram_lines_new(d, n, m.traffic);
        m.dram = dram_traffic_new(&o->caches, bytes, m.lines);
    }
    open_compressed(&m, d, n, o, path);
    return m;
}

/* Adds what the models have counted, and ends them. */
static void end_models(models *m, int n, line_counts *c, line_groups *groups)
{
    c->forgotten = (double)line_traffic_forgotten(m->traffic);
    end_compressed(m, groups);
    if (m->dram != NULL) {
        dram_traffic_end(m->dram);
        c->caches = *dram_traffic_counts(m->dram);
        c->dram = *dram_lines_counts(m->lines);
        for (int i = 0; i < n; i++)
            groups[i].dram = *dram_lines_sums(m->lines, i);
        dram_traffic_free(m->dram);
        dram_lines_free(m->lines);
    }
    metadata_run_free(m->metadata);
    line_traffic_close(m->traffic);
}

line_options line_options_default(void)
{
    return (line_options){PRIVATE_STACK_BYTES, true, paper_machine_default()->caches, {{0, NULL}, {0, NULL}}};
}

void line_count_trace(const design *d, int n, const line_options *o, const char *path, line_counts *c, line_groups *groups)
{
    trace_record *r = zalloc(sizeof *r);
    trace *t = trace_open(path);
    models m = models_of(d, n, o, path);
    const line_access *a;
    unsigned long long records = 0;

    *c = (line_counts){.files = 1};
    memset(groups, 0, (size_t)n * sizeof *groups);
    while (trace_next(t, r)) {
        if (m.runs > 0)
            line_contents_launch(m.contents, r->launch < 0 ? 0 : r->launch, line_has_changed, &m);
        int count = line_traffic_of(m.traffic, r, &a);
        run_compressed(&m, a, m.runs > 0 ? count : 0);
        for (int i = 0; i < count; i++) {
            count_access(d, n, &a[i], m.metadata, c, groups);
            if (m.dram != NULL && a[i].space != TRACE_SHARED)
                dram_traffic_access(m.dram, &a[i]);
        }
        if (++records % 4096 == 0)
            progress("records", records, 0);
    }
    progress_end();
    end_models(&m, n, c, groups);
    trace_close(t);
    arena_free(r);
}

static void add_rest(line_csv *table, const char *path, int bytes, const unsigned char *rest, int count)
{
    unsigned char padded[LINE_MAX_BYTES] = {0};
    uint32_t line[LINE_MAX_WORDS];

    memcpy(padded, rest, (size_t)count);
    words_of_bytes(line, padded, bytes / 4);
    line_csv_row(table, line);
    note("%s: the last line has %d of %d bytes; its row in the table is of a line filled up with zeros", path, count, bytes);
}

void line_count_file(const design *d, int n, const char *path, line_csv *table, line_file_counts *c, line_sums *sums)
{
    raw_lines *lines = raw_lines_open(path, d->config.line_bytes);
    uint32_t line[LINE_MAX_WORDS];
    const unsigned char *rest;

    memset(sums, 0, (size_t)n * sizeof *sums);
    while (raw_lines_next(lines, line)) {
        for (int i = 0; i < n; i++)
            line_sums_line(&sums[i], &d[i], line);
        if (table != NULL)
            line_csv_row(table, line);
    }
    *c = (line_file_counts){.files = 1, .lines = (double)raw_lines_count(lines), .rest = raw_lines_rest(lines, &rest)};
    if (c->lines == 0 && c->rest == 0)
        die_usage("%s: is empty; a file of at least one line of %d bytes is expected", raw_lines_path(lines), d->config.line_bytes);
    if (c->lines == 0)
        die_usage("%s: %.0f bytes; at least one line of %d is expected", raw_lines_path(lines), c->rest, d->config.line_bytes);
    if (table != NULL && c->rest > 0)
        add_rest(table, raw_lines_path(lines), d->config.line_bytes, rest, (int)c->rest);
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

void line_form_put(const design *d, const char *p, metrics *out)
{
    char *choice = design_choice(d);

    metrics_set_text(out, design_form(d), KEY_FORM, p);
    if (choice != NULL)
        metrics_set_text(out, choice, KEY_CHOICE, p);
}

/* Key "": all accesses. */
static void put_accesses(const line_counts *c, int store, int space, const char *p, const char *key, metrics *out)
{
    double all = line_accesses(c, store, space), whole = line_whole(c, store, space);

    metrics_set(out, all, KEY_ACCESSES, p, key);
    metrics_set(out, whole, KEY_WHOLE, p, key);
    metrics_set(out, all - whole, KEY_PARTIAL, p, key);
}

static const char *const cache_names[2] = {"l1", "l2"};

static void put_dram_counts(const line_counts *c, const char *p, metrics *out)
{
    const dram_counts *d = &c->dram;
    const char *unit = metadata_run_unit()->name;

    for (int i = 0; i < 2; i++) {
        if (c->caches.accesses[i] == 0)
            continue;
        metrics_set(out, c->caches.accesses[i], KEY_CACHE_LOOKUPS, p, cache_names[i]);
        metrics_set(out, c->caches.hits[i], KEY_CACHE_HITS, p, cache_names[i]);
        metrics_set(out, c->caches.hits[i] / c->caches.accesses[i], KEY_CACHE_HIT_RATE, p, cache_names[i]);
    }
    metrics_set(out, d->fetches, KEY_DRAM_FETCHES, p);
    metrics_set(out, d->writes, KEY_DRAM_WRITES, p);
    metrics_set(out, c->caches.flushed, KEY_DRAM_FLUSHED, p);
    metrics_set(out, d->partials, KEY_DRAM_PARTIALS, p);
    metrics_set(out, d->known_fetches, KEY_DRAM_KNOWN_FETCHES, p);
    metrics_set(out, d->known_writes, KEY_DRAM_KNOWN_WRITES, p);
    metrics_set(out, d->known_partials, KEY_DRAM_KNOWN_PARTIALS, p);
    metrics_set(out, d->raw_fetch_bursts, KEY_DRAM_RAW_FETCH_BURSTS, p);
    metrics_set(out, d->raw_write_bursts, KEY_DRAM_RAW_WRITE_BURSTS, p);
    metrics_set(out, d->lookups, KEY_DRAM_META_LOOKUPS, p, unit);
    metrics_set(out, d->hits, KEY_DRAM_META_HITS, p, unit);
    metrics_set(out, d->hits / d->lookups, KEY_DRAM_META_HIT_RATE, p, unit);
    metrics_set(out, d->meta_bursts, KEY_DRAM_META_BURSTS, p, unit);
    metrics_set(out, d->known_meta_bursts, KEY_DRAM_META_KNOWN_BURSTS, p, unit);
    metrics_set(out, d->meta_flushed, KEY_DRAM_META_FLUSHED, p, unit);
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
    const char *unit = metadata_run_unit()->name;
    metrics_set_known(out, c->lookups, KEY_CACHE_LOOKUPS, p, unit);
    metrics_set_known(out, c->hits, KEY_CACHE_HITS, p, unit);
    metrics_set_known(out, c->hits / c->lookups, KEY_CACHE_HIT_RATE, p, unit);
    if (c->dram.lookups > 0)
        put_dram_counts(c, p, out);
}

/* What reached DRAM, as one codec stores it. */
static void put_dram_sums(const line_counts *c, const dram_sums *s, const char *p, metrics *out)
{
    if (c->dram.lookups == 0)
        return;
    metrics_set(out, s->fetch_bursts, KEY_DRAM_FETCH_BURSTS, p);
    metrics_set(out, s->write_bursts, KEY_DRAM_WRITE_BURSTS, p);
    metrics_set(out, s->merges, KEY_DRAM_MERGES, p);
    metrics_set(out, s->merge_bursts, KEY_DRAM_MERGE_BURSTS, p);
    metrics_set_known(out, dram_ratio(&c->dram, s), KEY_DRAM_RATIO, p);
    metrics_set_known(out, dram_fetch_ratio(&c->dram, s), KEY_DRAM_FETCH_RATIO, p);
    metrics_set_known(out, dram_write_ratio(&c->dram, s), KEY_DRAM_WRITE_RATIO, p);
    metrics_set_known(out, dram_ratio_metadata(&c->dram, s), KEY_DRAM_RATIO_METADATA, p);
}

void line_compressed_put(const line_options *o, const line_groups *g, const line_counts *c, const char *p, metrics *out)
{
    for (int i = 0; i < 2; i++)
        if (line_options_compress(o, i))
            compressed_cache_put(&g->compressed, &c->caches, i, cache_names[i], p, out);
}

char *line_beside_prefix(const char *p, const char *name)
{
    char *key = format_new("%s__beside__%s", p, name);

    for (char *k = key; *k != '\0'; k++)
        if (!isalnum((unsigned char)*k))
            *k = '_';
    return key;
}

void line_beside_put(const line_groups *g, const line_counts *c, const char *name, const char *p, metrics *out)
{
    line_sums sum = line_groups_sum(g, -1, -1);
    char *key = line_beside_prefix(p, name);

    put_ratios(&sum, key, out);
    put_dram_sums(c, &g->dram, key, out);
    arena_free(key);
}

void line_groups_put(const line_groups *g, const line_counts *c, const design *d, const char *p, metrics *out)
{
    char key[128];
    line_sums sum = line_groups_sum(g, -1, -1);

    line_sums_put(&sum, d, p, out);
    put_dram_sums(c, &g->dram, p, out);
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

/* The figures of a file or of all: of the design, and beside it of its variants. */
static void put_all(const line_options *o, const line_counts *c, const line_groups *g, const design *d, char *const *names,
                    const char *prefix, metrics *out)
{
    line_counts_put(c, d, prefix, out);
    line_groups_put(g, c, d, prefix, out);
    line_compressed_put(o, g, c, prefix, out);
    for (int i = 0; names[i] != NULL; i++) {
        line_beside_put(&g[i + 1], c, names[i], prefix, out);
        if (i + 1 < line_compressed_runs(o, i + 2))
            line_compressed_put(o, &g[i + 1], c, line_beside_prefix(prefix, names[i]), out);
    }
}

void line_options_put(const line_options *o, metrics *out)
{
    const line_cache_config *caches[2] = {&o->caches.l1, &o->caches.l2};

    metrics_set(out, o->stack, KEY_STACK_BYTES, "trace");
    for (int i = 0; i < 2 && o->dram; i++) {
        metrics_set(out, caches[i]->bytes, KEY_CACHE_BYTES, "trace", cache_names[i]);
        metrics_set(out, caches[i]->ways, KEY_CACHE_WAYS, "trace", cache_names[i]);
        metrics_set(out, caches[i]->back, KEY_CACHE_BACK, "trace", cache_names[i]);
        if (!line_options_compress(o, i))
            continue;
        metrics_set(out, o->forms[i].tags, KEY_CACHE_TAGS, "trace", cache_names[i]);
        if (o->forms[i].codec != NULL)
            metrics_set_text(out, design_form(o->forms[i].codec), KEY_CACHE_CODEC, "trace", cache_names[i]);
    }
}

/* A whole number that a file has under this key. */
static bool get_int(const metrics *m, int *to, const char *key, const char *cache)
{
    double value = metrics_get(m, key, "trace", cache);

    if (!(value >= 0 && value <= INT_MAX))
        return false;
    *to = (int)value;
    return true;
}

bool line_options_get(const metrics *m, line_options *o)
{
    line_cache_config *caches[2] = {&o->caches.l1, &o->caches.l2};

    o->dram = true;
    for (int i = 0; i < 2; i++) {
        const char *name = cache_names[i];
        double back = metrics_get(m, KEY_CACHE_BACK, "trace", name);
        o->dram = o->dram && get_int(m, &caches[i]->bytes, KEY_CACHE_BYTES, name) && get_int(m, &caches[i]->ways, KEY_CACHE_WAYS, name) &&
                  isfinite(back);
        caches[i]->back = back > 0;
    }
    return get_int(m, &o->stack, KEY_STACK_BYTES, NULL);
}

void line_stats(const design *d, const line_options *o, const char *const *paths, int count, metrics *out)
{
    design all[LINE_MAX_BESIDE + 1] = {*d};
    char *names[LINE_MAX_BESIDE + 1] = {NULL}, prefix[96];
    int n = 1;
    line_counts c, total = {0};

    line_codec_need(d, "line traffic");
    while (n <= LINE_MAX_BESIDE && design_beside(d, n - 1, &all[n], &names[n - 1]))
        n++;
    line_groups *groups = zalloc(2 * (size_t)n * sizeof *groups), *sums = groups + n; /* of a file, of all */
    for (int i = 0; i < count; i++) {
        line_count_trace(all, n, o, paths[i], &c, groups);
        line_counts_add(&total, &c);
        for (int j = 0; j < n; j++)
            line_groups_add(&sums[j], &groups[j]);
        line_prefix(out, "trace", paths[i], prefix, sizeof prefix);
        put_all(o, &c, groups, d, names, prefix, out);
    }
    metrics_set(out, count, KEY_TRACE_COUNT, "trace");
    line_options_put(o, out);
    line_form_put(d, "trace", out);
    put_all(o, &total, sums, d, names, "trace", out);
    for (int i = 0; i < n - 1; i++)
        arena_free(names[i]);
    arena_free(groups);
}
