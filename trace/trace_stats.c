/* SPDX-License-Identifier: Apache-2.0 */
#include "trace_stats.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../base/file.h"
#include "../base/msg.h"
#include "../base/text.h"
#include "../cmodel/bits.h"
#include "energy.h"
#include "trace.h"

const char *const trace_bin_names[TRACE_BINS] = {"zero", "128", "32k", "random"};
const char *const trace_vector_kinds[TRACE_VECTOR_KINDS] = {
    "registers", "load_stack", "store_stack", "load_global", "store_global", "load_other", "store_other",
};
const char *const trace_vector_classes[WF_VECTOR_CLASSES] = {
    [WF_VECTOR_GENERIC] = "generic", [WF_VECTOR_ZERO] = "zero",   [WF_VECTOR_UNIFORM] = "uniform",
    [WF_VECTOR_AFFINE] = "affine",   [WF_VECTOR_OTHER] = "other",
};

/* How registers are stored, by key, in sets of 8. A full set forgets its oldest entry, so memory stays bounded. The registers
 * of a whole GPU (80 SMs x 64 warps x 32) still fit. */
enum { SETS = 1 << 15, WAYS = 8 };

typedef struct {
    uint64_t key; /* 0: free */
    bool compressed;
    int unit_bits; /* as stored */
} stored_register;

typedef struct {
    const design *d;
    const trace_energy *e;
    trace_counts *c;
    stored_register *stored; /* SETS * WAYS */
    unsigned char *oldest;   /* SETS */
    int vector_lanes;
} counter;

trace_energy trace_energy_paper(const design *d)
{
    const paper_energy *e = paper_energy_of(d->unit->name);
    double scale = e ? (double)d->config.lanes / e->lanes : 0;

    return (trace_energy){.bit = energy_bit(e),
                          .tag = energy_tag(e, d),
                          .enc = e ? e->enc_pj * scale : 0,
                          .dec = e ? e->dec_pj * scale : 0,
                          .reads_per_write = 2};
}

double trace_values(const trace_counts *c)
{
    return c->writes + c->reads;
}

double trace_vectors(const trace_counts *c, trace_vector_kind kind)
{
    double sum = 0;

    for (int i = 0; i < WF_VECTOR_CLASSES; i++)
        sum += c->vectors[kind][i];
    return sum;
}

int trace_vector_lanes(const design *d)
{
    char *vector = design_param(d, "vector");
    int lanes = vector ? (int)strtol(vector, NULL, 10) : 0; /* "warp": 0 */

    free(vector);
    return lanes > 0 ? lanes : d->config.lanes;
}

double trace_ratio(double raw, double stored)
{
    return stored > 0 ? raw / stored : (double)NAN;
}

double trace_net_energy(const trace_counts *c)
{
    return c->base_pj > 0 ? (c->base_pj - c->stored_pj - c->unit_pj) / c->accesses : (double)NAN;
}

static int distance_bin(uint32_t a, uint32_t b)
{
    uint32_t up = b - a, down = a - b, distance = up < down ? up : down;

    return distance == 0 ? 0 : distance <= 128 ? 1 : distance <= 1 << 15 ? 2 : 3;
}

static void count_distances(trace_counts *c, const trace_record *r, int divergent)
{
    int largest = 0, pairs[TRACE_BINS] = {0};

    for (int i = 1; i < r->lanes; i++) {
        int bin = distance_bin(r->value[i - 1], r->value[i]);
        pairs[bin]++;
        largest = bin > largest ? bin : largest;
    }
    for (int i = 0; i < TRACE_BINS; i++)
        c->pairs[divergent][i] += pairs[i];
    c->bins[divergent][largest]++;
}

static void count_pairs_of_table1(trace_counts *c, const trace_record *r)
{
    unsigned fits = wf_bdi_fits(r->value, 4 * r->lanes);
    int best = wf_bdi_best(r->value, 4 * r->lanes);

    for (int i = 0; i < WF_BDI_PAIRS; i++)
        c->fits[i] += fits >> i & 1;
    c->best[best < 0 ? WF_BDI_PAIRS : best]++;
}

static stored_register *stored_of(counter *k, uint64_t key)
{
    size_t set = (size_t)(key % SETS);
    stored_register *s = k->stored + set * WAYS;

    key |= 1;
    for (int i = 0; i < WAYS; i++)
        if (s[i].key == key || s[i].key == 0) {
            s[i].key = key;
            return &s[i];
        }
    s += k->oldest[set];
    k->oldest[set] = (unsigned char)((k->oldest[set] + 1) % WAYS);
    *s = (stored_register){.key = key};
    return s;
}

/* Bits of the storage units that some of `count` equal pieces touch; `enables` has a bit for each piece. */
static int touched_bits(const wf_sizes *s, const uint32_t *enables, int count)
{
    int piece = s->payload_bits / count, at = 0, bits = 0;

    for (int u = 0; u < s->units; at += s->unit_bits[u++])
        for (int i = at / piece; i * piece < at + s->unit_bits[u]; i++)
            if (enables[i / 32] >> (i % 32) & 1) {
                bits += s->unit_bits[u];
                break;
            }
    return bits;
}

/* One written value and its reads, beside a register file without compression. Section 5.2 has the move. */
static void count_energy(counter *k, const trace_record *r, const wf_code *code, bool compressed)
{
    const wf_sizes *s = &k->d->sizes;
    const trace_energy *e = k->e;
    trace_counts *c = k->c;
    bool full = trace_full(r);
    int unit_bits = wf_unit_bits_used(s, code);
    double base_write = full ? s->payload_bits : touched_bits(s, r->mask, r->lanes);
    double write = full ? unit_bits : touched_bits(s, code->wen, s->wen_bits);

    c->base_write_bits += base_write;
    c->write_bits += write;
    c->base_pj += e->bit * (base_write + e->reads_per_write * s->payload_bits);
    c->stored_pj += e->bit * (write + e->reads_per_write * unit_bits) + e->tag * (1 + e->reads_per_write);
    bool always = !k->d->isolate; /* operands that are not held make the encoder or decoder work at every access */
    bool encodes = full || always || energy_codes_divergent(k->d);
    c->unit_pj += (encodes ? e->enc : 0) + (compressed || always ? e->reads_per_write * e->dec : 0);
    c->accesses += 1 + e->reads_per_write;
    if (r->kind == TRACE_READ)
        return;
    stored_register *before = stored_of(k, trace_register_key(r));
    if (before->compressed && !full) {
        c->moves++;
        c->stored_pj += e->bit * (before->unit_bits + s->payload_bits) + 2 * e->tag;
        c->unit_pj += e->dec;
    }
    before->compressed = compressed;
    before->unit_bits = unit_bits;
}

static void count_code(counter *k, const trace_record *r)
{
    const design *d = k->d;
    trace_counts *c = k->c;
    int divergent = !trace_full(r);
    wf_code code, merged;

    wf_encode(d->codec, &d->config, &(wf_input){.block = r->value, .mask = r->mask}, &code);
    int class = d->codec->classify(&d->config, &code);
    int bits = d->codec->size(&d->config, &code);
    int unit_bits = wf_unit_bits_used(&d->sizes, &code);
    c->classes[class]++;
    c->raw_bits += d->sizes.block_bits;
    c->code_bits += bits;
    c->unit_bits += unit_bits;
    c->tag_bits += d->sizes.tag_bits;
    c->units += wf_units_used(&d->sizes, &code);
    /* A value without a unit counts as its tag: no single ratio of a mean may be infinite. */
    c->ratio_sum_bytes += (double)d->sizes.block_bits / (bits ? bits : d->sizes.tag_bits);
    c->ratio_sum_units += (double)d->sizes.block_bits / (unit_bits ? unit_bits : d->sizes.tag_bits);
    bool compressed = wf_tag_compressed(&d->sizes, code.tag);
    c->compressed += compressed;
    count_energy(k, r, &code, compressed);
    if (divergent) {
        uint32_t all[WF_MASK_WORDS];
        memset(all, 0xff, sizeof all);
        wf_encode(d->codec, &d->config, &(wf_input){.block = r->value, .mask = all}, &merged);
        unit_bits = wf_unit_bits_used(&d->sizes, &merged);
    }
    c->merged_raw[divergent] += d->sizes.block_bits;
    c->merged_units[divergent] += unit_bits;
}

static trace_vector_kind vector_kind(const trace_record *r)
{
    bool store = r->kind == TRACE_STORE;

    if (trace_is_register(r))
        return TRACE_REGISTERS;
    if (r->space == TRACE_STACK || r->space == TRACE_LOCAL)
        return store ? TRACE_STORE_STACK : TRACE_LOAD_STACK;
    if (r->space == TRACE_GLOBAL)
        return store ? TRACE_STORE_GLOBAL : TRACE_LOAD_GLOBAL;
    return store ? TRACE_STORE_OTHER : TRACE_LOAD_OTHER;
}

static void count_vector(counter *k, trace_vector_kind kind, const uint32_t *value, const uint32_t *mask)
{
    if (wf_mask_empty(mask, k->vector_lanes))
        return;
    wf_vector_class class = wf_vector_class_of(value, mask, k->vector_lanes);
    k->c->vectors[kind][class]++;
    k->c->missed[kind] += class == WF_VECTOR_AFFINE && !wf_vector_is_found(mask, k->vector_lanes);
}

/* Every word of the lanes' data, every part of the warp. */
static void count_vectors(counter *k, const trace_record *r)
{
    int lanes = k->vector_lanes;

    if (!trace_is_register(r) && r->words == 0)
        k->c->nodata++;
    for (int from = 0; from < r->lanes; from += lanes) {
        uint32_t value[TRACE_MAX_LANES], mask[TRACE_MASK_WORDS] = {0};
        for (int i = 0; i < lanes; i += 32)
            mask[i / 32] = mask_part(r->mask, from + i, lanes - i);
        for (int word = 0; word < r->words; word++) {
            for (int i = 0; i < lanes; i++)
                value[i] = r->value[(from + i) * r->words + word];
            count_vector(k, vector_kind(r), value, mask);
        }
    }
}

static void count_record(counter *k, const trace_record *r)
{
    trace_counts *c = k->c;

    count_vectors(k, r);
    if (!trace_is_register(r)) {
        c->memory++;
        return;
    }
    if (wf_mask_empty(r->mask, r->lanes)) {
        c->empty++;
        return;
    }
    int divergent = !trace_full(r);
    *(r->kind == TRACE_WRITE ? &c->writes : &c->reads) += 1;
    c->divergent += divergent;
    count_distances(c, r, divergent);
    count_pairs_of_table1(c, r);
    count_code(k, r);
}

void trace_stats_need(const design *d)
{
    if (d->sizes.mask_bits == 0 || d->sizes.block_bits != 32 * d->config.lanes)
        die_usage("%s takes no warp registers of 32-bit words in this configuration; trace figures need a codec of warp registers, or "
                  "--word 32",
                  d->unit->name);
}

void trace_count(const design *d, trace *t, const trace_energy *e, trace_counts *c)
{
    counter k = {.d = d, .e = e, .c = c};
    trace_record *r = zalloc(sizeof *r);

    trace_stats_need(d);
    trace_need_lanes(t, d->config.lanes, d->name);
    *c = (trace_counts){.files = 1};
    k.stored = zalloc(sizeof *k.stored * SETS * WAYS);
    k.oldest = zalloc(SETS);
    k.vector_lanes = trace_vector_lanes(d);
    while (trace_next(t, r))
        count_record(&k, r);
    c->skipped = (double)trace_skipped(t);
    trace_close(t);
    free(k.stored);
    free(k.oldest);
    free(r);
}

/* trace_counts holds only sums, as doubles. */
void trace_counts_add(trace_counts *total, const trace_counts *c)
{
    double *to = (double *)total;
    const double *from = (const double *)c;

    for (size_t i = 0; i < sizeof *c / sizeof *from; i++)
        to[i] += from[i];
}

static void put_ratios(const trace_counts *c, const design *d, const char *p, metrics *out)
{
    double values = trace_values(c), unit = (double)d->sizes.payload_bits / d->sizes.units;

    metrics_set_known(out, trace_ratio(c->raw_bits, c->unit_bits), KEY_RATIO, p);
    metrics_set_known(out, trace_ratio(c->raw_bits, c->code_bits), KEY_RATIO_BYTES, p);
    metrics_set_known(out, trace_ratio(c->raw_bits, c->unit_bits), KEY_RATIO_UNITS, p);
    metrics_set_known(out, trace_ratio(c->raw_bits, c->unit_bits + c->tag_bits), KEY_RATIO_UNITS_TAG, p);
    metrics_set_known(out, c->ratio_sum_bytes / values, KEY_RATIO_BYTES_MEAN, p);
    metrics_set_known(out, c->ratio_sum_units / values, KEY_RATIO_UNITS_MEAN, p);
    metrics_set_known(out, c->units / values, KEY_UNITS_PER_WRITE, p);
    metrics_set_known(out, c->write_bits / unit / values, KEY_WRITE_UNITS, p);
    metrics_set_known(out, c->base_write_bits / unit / values, KEY_WRITE_UNITS_RAW, p);
    metrics_set_known(out, trace_ratio(c->merged_raw[0], c->merged_units[0]), KEY_FIG8_RATIO, p, "nondiv");
    metrics_set_known(out, trace_ratio(c->merged_raw[1], c->merged_units[1]), KEY_FIG8_RATIO, p, "div");
    if (c->base_pj == 0)
        return;
    metrics_set_known(out, c->base_pj / c->accesses, KEY_BASE_ENERGY, p);
    metrics_set_known(out, c->stored_pj / c->accesses, KEY_STORED_ENERGY, p);
    metrics_set_known(out, c->unit_pj / c->accesses, KEY_UNIT_ACCESS_ENERGY, p);
    metrics_set_known(out, trace_net_energy(c), KEY_NET_ENERGY, p);
}

static void put_vectors(const trace_counts *c, const char *p, metrics *out)
{
    for (int k = 0; k < TRACE_VECTOR_KINDS; k++) {
        for (int i = 0; i < WF_VECTOR_CLASSES; i++)
            metrics_set(out, c->vectors[k][i], KEY_VECTOR, p, trace_vector_kinds[k], trace_vector_classes[i]);
        metrics_set(out, c->missed[k], KEY_VECTOR_MISSED, p, trace_vector_kinds[k]);
    }
    metrics_set(out, c->nodata, KEY_VECTOR_NODATA, p);
}

void trace_counts_put(const trace_counts *c, const design *d, const char *p, metrics *out)
{
    static const char *const divergence[2] = {"nondiv", "div"};

    metrics_set(out, c->writes, KEY_WRITES, p);
    metrics_set(out, c->reads, KEY_OPERAND_READS, p);
    metrics_set(out, c->divergent, KEY_DIVERGENT, p);
    metrics_set(out, c->moves, KEY_MOVES, p);
    metrics_set(out, c->compressed, KEY_COMPRESSED, p);
    metrics_set(out, c->memory, KEY_MEMORY, p);
    metrics_set(out, c->empty, KEY_EMPTY, p);
    metrics_set(out, c->skipped, KEY_SKIPPED, p);
    if (trace_values(c) > 0)
        put_ratios(c, d, p, out);
    for (int i = 0; d->codec->class_names[i] != NULL; i++)
        metrics_set(out, c->classes[i], KEY_CLASS, p, d->codec->class_names[i]);
    for (int div = 0; div < 2; div++)
        for (int i = 0; i < TRACE_BINS; i++) {
            metrics_set(out, c->bins[div][i], KEY_BIN, p, divergence[div], trace_bin_names[i]);
            metrics_set(out, c->pairs[div][i], KEY_PAIR, p, divergence[div], trace_bin_names[i]);
        }
    for (int i = 0; i < WF_BDI_PAIRS; i++) {
        const wf_bdi_pair *pair = &wf_bdi_pairs[i];
        metrics_set(out, c->fits[i], KEY_FITS, p, pair->base, pair->delta);
        if (pair->explored)
            metrics_set(out, c->best[i], KEY_BEST, p, pair->base, pair->delta);
    }
    metrics_set(out, c->best[WF_BDI_PAIRS], KEY_BEST_NONE, p);
    put_vectors(c, p, out);
    if (c->files == 1) /* several may have several warp widths */
        metrics_set(out, trace_vector_lanes(d), KEY_VECTOR_LANES, p);
}

void trace_stem(const char *path, char *key, size_t size)
{
    static const char *const ends[] = {".zst", ".wft", ".wtx", ".ndjson", ".log", ".txt"};
    char name[512];

    snprintf(name, sizeof name, "%s", path_base(path));
    for (size_t i = 0; i < sizeof ends / sizeof ends[0]; i++)
        if (ends_with(name, ends[i]) && strlen(name) > strlen(ends[i]))
            name[strlen(name) - strlen(ends[i])] = '\0';
    size_t n = 0;
    for (; name[n] != '\0' && n + 1 < size; n++)
        key[n] = isalnum((unsigned char)name[n]) ? (char)tolower((unsigned char)name[n]) : '_';
    key[n] = '\0';
}

/* Is "KIND__STEM_n" taken? It is left in `prefix`; n 1: "KIND__STEM", which a stem that is a word of keys does not get. */
static bool is_taken(const metrics *out, const char *kind, const char *stem, int n, trace_taken *taken, char *prefix, size_t size)
{
    if (n == 1)
        snprintf(prefix, size, "%s__%s", kind, stem);
    else
        snprintf(prefix, size, "%s__%s_%d", kind, stem, n);
    return (n == 1 && key_is_word(stem)) || taken(out, prefix);
}

/* Thousands of files may have one stem, so the numbers are not tried one by one: they double until one is free, then the end of those that
 * are taken is found by halves. */
void trace_prefix_of(const metrics *out, const char *kind, const char *stem, trace_taken *taken, char *prefix, size_t size)
{
    int used = 0, spare = 1;
    while (is_taken(out, kind, stem, spare, taken, prefix, size)) {
        used = spare;
        spare *= 2;
    }
    while (spare - used > 1) {
        int half = used + (spare - used) / 2;
        if (is_taken(out, kind, stem, half, taken, prefix, size))
            used = half;
        else
            spare = half;
    }
    is_taken(out, kind, stem, spare, taken, prefix, size);
}

static bool has_writes(const metrics *out, const char *prefix)
{
    return metrics_get(out, KEY_WRITES, prefix) >= 0;
}

void trace_prefix(const metrics *out, const char *stem, char *prefix, size_t size)
{
    trace_prefix_of(out, "trace", stem, has_writes, prefix, size);
}

void trace_stats(const design *d, const char *const *paths, int count, const trace_energy *e, metrics *out)
{
    const trace_energy paper = trace_energy_paper(d);
    trace_counts total = {0}, c;
    char stem[64], prefix[96];

    for (int i = 0; i < count; i++) {
        trace_count(d, trace_open(paths[i]), e ? e : &paper, &c);
        trace_counts_add(&total, &c);
        trace_stem(paths[i], stem, sizeof stem);
        trace_prefix(out, stem, prefix, sizeof prefix);
        trace_counts_put(&c, d, prefix, out);
    }
    metrics_set(out, count, KEY_TRACE_COUNT, "trace");
    trace_counts_put(&total, d, "trace", out);
}
