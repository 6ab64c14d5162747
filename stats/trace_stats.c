/* SPDX-License-Identifier: Apache-2.0
 *
 * trace_stats.c - counts a trace's register values under a codec: similarity, codes, moves, energies. `count_record` takes a record to
 * the `count_` of each part; `put_` makes figures of the sums, and only there is anything divided. */
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
#include "counting.h"

static const char *const trace_bin_names[TRACE_BINS] = {"zero", "128", "32k", "random"};
double trace_values(const trace_counts *c)
{
    return c->writes + c->reads;
}

double trace_ratio(double raw, double stored)
{
    return stored > 0 ? raw / stored : (double)NAN;
}

/* Reads and writes whose energy is in the sums. */
static double trace_charged(const trace_counts *c)
{
    return c->charged_writes + c->charged_reads;
}

double trace_net_energy(const trace_counts *c)
{
    return c->base_pj > 0 ? (c->base_pj - c->stored_pj - c->unit_pj) / trace_charged(c) : (double)NAN;
}

double trace_reads_per_write(const trace_counts *c)
{
    return c->charged_writes > 0 ? c->charged_reads / c->charged_writes : (double)NAN;
}

static void count_distances(trace_counts *c, const trace_record *r, int divergent)
{
    int largest = 0, pairs[TRACE_BINS];

    distances_count_fast(r->value, r->lanes, pairs);
    for (int i = 0; i < TRACE_BINS; i++) {
        c->pairs[divergent][i] += pairs[i];
        largest = pairs[i] > 0 ? i : largest;
    }
    c->bins[divergent][largest]++;
}

static int ways_of(const wf_survey *s)
{
    int n = 0;
    while (s && s->names[n])
        n++;
    return n;
}

/* From the values that fit each set of ways. */
static void count_survey(trace_counts *c, const design *d, const double *fitting)
{
    int ways = ways_of(d->codec->survey);

    for (unsigned fits = 0; ways > 0 && fits < 1u << ways; fits++) {
        int best = d->codec->survey->best(&d->config, fits);
        for (int i = 0; i < ways; i++)
            c->fits[i] += fits >> i & 1 ? fitting[fits] : 0;
        c->best[best < 0 ? WF_MAX_WAYS : best] += fitting[fits];
    }
}

/* A dummy move comes before a divergent write to a register that is stored compressed (section 5.2). */
static bool is_moved(const register_state *before, const trace_record *r)
{
    return before->compressed_alone && !trace_full(r);
}

/* The same if the decision knows the write's code and merges it, which gives the code `after`. A full write replaces the register. What
 * merging leaves is kept beside the register, whether the design merges or not. */
static bool is_moved_by_code(const counting *k, const register_state *before, const trace_record *r, const wf_code *code, wf_code *after)
{
    size_t bytes = sizeof *after->tag * (size_t)words_for(k->d->sizes.tag_bits);
    bool moved = false, full = trace_full(r);

    if (!full)
        moved = wf_merge(k->d->codec, &k->d->config, r->mask, before->merged, code->tag, after);
    memcpy(before->merged, full ? code->tag : after->tag, bytes);
    return moved;
}

/* A write of a code, `alone`, stored as the design does it. The trace tells its reads (`real`), or it has those of --reads-per-write. */
static void count_write(const counting *k, const trace_record *r, const wf_code *code, const stored_code *alone, bool real)
{
    warp_state *w = register_warp(k->registers, r);
    register_state *s = register_make(k->registers, w, r);
    stored_code stored = *alone;
    wf_code after;
    bool moved = is_moved(s, r);

    k->c->moves += moved;
    if (k->d->codec->merge) {
        bool by_code = is_moved_by_code(k, s, r, code, &after);
        k->c->moves_by_code += by_code;
        if (design_merges(k->d)) {
            moved = by_code;
            stored = trace_full(r) ? *alone : stored_as(k->d, &after);
        }
    }
    charge_write(k, r, code, alone, &stored, real ? 0 : k->e->reads_per_write);
    if (moved)
        charge_move(k, s);
    instruction_write(k, w, r, alone->class, moved);
    register_write(k->registers, w, s, r, &stored, alone->compressed);
}

/* One value and its reads. Where the trace tells the reads of instructions, these are counted at their sources. */
static void count_access(const counting *k, const trace_record *r, const wf_code *code, const stored_code *alone)
{
    bool real = instruction_has_sources(k, r);

    if (r->kind == TRACE_WRITE) {
        count_write(k, r, code, alone, real);
        return;
    }
    if (!real)
        charge_write(k, r, code, alone, alone, k->e->reads_per_write);
    instruction_read(k, r);
}

static void count_code(const counting *k, const trace_record *r)
{
    const design *d = k->d;
    trace_counts *c = k->c;
    int divergent = !trace_full(r);
    wf_code code, merged;

    wf_encode(d->codec, &d->config, &(wf_input){.block = r->value, .mask = r->mask, .no_payload = true}, &code);
    int bits = wf_size(d->codec, &d->config, &code);
    stored_code alone = stored_as(d, &code);
    int unit_bits = alone.unit_bits;
    c->classes[alone.class]++;
    c->raw_bits += d->sizes.block_bits;
    c->code_bits += bits;
    c->unit_bits += unit_bits;
    c->tag_bits += d->sizes.tag_bits;
    c->units += wf_units_used(&d->sizes, &code);
    /* A value without a unit counts as its tag: no single ratio of a mean may be infinite. */
    c->ratio_sum_bytes += (double)d->sizes.block_bits / (bits ? bits : d->sizes.tag_bits);
    c->ratio_sum_units += (double)d->sizes.block_bits / (unit_bits ? unit_bits : d->sizes.tag_bits);
    c->compressed += alone.compressed;
    count_access(k, r, &code, &alone);
    if (divergent) {
        uint32_t all[WF_MASK_WORDS];
        memset(all, 0xff, sizeof all);
        wf_encode(d->codec, &d->config, &(wf_input){.block = r->value, .mask = all, .no_payload = true}, &merged);
        unit_bits = wf_unit_bits_used(&d->sizes, &merged);
    }
    c->merged_raw[divergent] += d->sizes.block_bits;
    c->merged_units[divergent] += unit_bits;
}

static void count_record(const counting *k, const trace_record *r)
{
    trace_counts *c = k->c;

    if (r->kind == TRACE_INSTRUCTION) {
        instruction_begin(k, r);
        return;
    }
    if (!trace_is_warp(r))
        return;
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
    if (k->d->codec->survey)
        k->fitting[k->d->codec->survey->fits(&k->d->config, r->value)]++;
    count_code(k, r);
}

/* The energies of what was charged, under the model of this trace's lanes. */
static void count_energy(const energy_model *e, trace_counts *c)
{
    energy_spent base = energy_of(e, &c->base), scalars = energy_of(e, &c->scalars), own = energy_of(e, &c->own);

    c->base_pj = energy_all(&base);
    c->scalars_pj = energy_all(&scalars);
    c->unit_pj = energy_units(&own);
    c->stored_pj = energy_all(&own) - c->unit_pj;
}

void trace_stats_need(const design *d)
{
    if (d->sizes.mask_bits == 0 || d->sizes.block_bits != 32 * d->config.lanes)
        die_usage("%s takes no warp registers of 32-bit words in this configuration; trace figures need a codec of warp registers, or "
                  "--word 32",
                  d->unit->name);
}

void trace_count(const design *d, trace *t, const trace_energy *e, int stack, trace_counts *c)
{
    double *fitting = zalloc(((size_t)1 << ways_of(d->codec->survey)) * sizeof *fitting);
    counting k = {.d = d, .e = e, .c = c, .stack = stack, .fitting = fitting};
    trace_record *r = zalloc(sizeof *r);

    trace_stats_need(d);
    trace_need_lanes(t, d->config.lanes, d->name);
    *c = (trace_counts){.files = 1};
    k.registers = register_table_new(d);
    register_table_watch(k.registers, instruction_forget, &k);
    k.vector_lanes = trace_vector_lanes(d);
    k.units_alike = units_alike(&d->sizes);
    while (trace_next(t, r))
        count_record(&k, r);
    register_table_free(k.registers);
    count_survey(c, d, fitting);
    count_energy(&e->model, c);
    c->skipped = (double)trace_skipped(t);
    trace_close(t);
    arena_free(fitting);
    arena_free(r);
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
    metrics_set_known(out, c->write_bits / unit / c->charged_writes, KEY_WRITE_UNITS, p);
    metrics_set_known(out, c->base_write_bits / unit / c->charged_writes, KEY_WRITE_UNITS_RAW, p);
    metrics_set_known(out, trace_ratio(c->merged_raw[0], c->merged_units[0]), KEY_MERGED_RATIO, p, "nondiv");
    metrics_set_known(out, trace_ratio(c->merged_raw[1], c->merged_units[1]), KEY_MERGED_RATIO, p, "div");
}

/* Activations by code, of energies by code. */
static void put_activations(const trace_counts *c, const design *d, const energy_model *e, const char *p, metrics *out)
{
    const energy_use *moves = &c->own.part[TRACE_MOVES];

    for (int i = 0; d->codec->class_names[i] != NULL; i++) {
        if (e->enc_codes.known)
            metrics_set(out, c->own.use.encodes[i], KEY_ENCODES_CODE, p, d->codec->class_names[i]);
        if (e->dec_codes.known)
            metrics_set(out, c->own.use.decodes[i] + moves->decodes[i], KEY_DECODES_CODE, p, d->codec->class_names[i]);
    }
}

/* What is charged, and what that takes, if it is known. */
static void put_energy(const trace_counts *c, const design *d, const energy_model *e, const char *p, metrics *out)
{
    const energy_use *moves = &c->own.part[TRACE_MOVES];
    double accesses = trace_charged(c);

    if (accesses == 0)
        return;
    metrics_set(out, accesses, KEY_ENERGY_ACCESSES, p);
    metrics_set(out, c->base.use.banks, KEY_BASE_BANKS, p);
    metrics_set(out, c->own.use.banks + moves->banks, KEY_BANKS, p);
    if (d->codec->scalar)
        metrics_set(out, c->scalars.use.tags + c->scalars.part[TRACE_MOVES].tags, KEY_SCALAR_BANK, p);
    metrics_set(out, c->own.use.tags + moves->tags, KEY_TAGS, p);
    metrics_set(out, energy_count(c->own.use.encodes), KEY_ENCODES, p);
    metrics_set(out, energy_count(c->own.use.decodes) + energy_count(moves->decodes), KEY_DECODES, p);
    put_activations(c, d, e, p, out);
    if (c->base_pj == 0)
        return;
    metrics_set(out, c->base_pj / accesses, KEY_BASE_ENERGY, p);
    if (d->codec->scalar)
        metrics_set(out, c->scalars_pj / accesses, KEY_SCALAR_BANK_ENERGY, p);
    metrics_set(out, c->stored_pj / accesses, KEY_STORED_ENERGY, p);
    metrics_set(out, c->unit_pj / accesses, KEY_UNIT_ACCESS_ENERGY, p);
    metrics_set(out, trace_net_energy(c), KEY_NET_ENERGY, p);
}

static void put_vectors(const trace_counts *c, const char *p, metrics *out)
{
    for (int k = 0; k < TRACE_VECTOR_KINDS; k++) {
        if (k == TRACE_OPERANDS && c->instructions.all == 0)
            continue;
        for (int i = 0; i < VECTOR_CLASSES; i++)
            metrics_set(out, c->vectors[k][i], KEY_VECTOR, p, trace_vector_kinds[k], trace_vector_classes[i]);
        metrics_set(out, c->missed[k], KEY_VECTOR_MISSED, p, trace_vector_kinds[k]);
    }
    metrics_set(out, c->nodata, KEY_VECTOR_NODATA, p);
}

/* What the report makes the energy of an access from, where reads are not those of --reads-per-write, or are of merged registers. */
static void put_charged(const trace_counts *c, const design *d, const char *p, metrics *out)
{
    bool real = c->instructions.all > 0;

    if (c->charged_reads + c->charged_writes == 0 || (!real && !design_merges(d)))
        return;
    if (real) {
        metrics_set(out, c->charged_writes, KEY_CHARGED_WRITES, p);
        metrics_set(out, c->charged_divergent, KEY_CHARGED_DIVERGENT, p);
        metrics_set(out, c->charged_reads, KEY_CHARGED_READS, p);
    }
    metrics_set(out, c->charged_compressed, KEY_CHARGED_COMPRESSED, p);
    metrics_set_known(out, c->charged_read_bits * d->sizes.units / d->sizes.payload_bits / c->charged_reads, KEY_READ_UNITS, p);
}

static void put_survey(const trace_counts *c, const wf_survey *survey, const char *p, metrics *out)
{
    for (int i = 0; survey && survey->names[i]; i++) {
        metrics_set(out, c->fits[i], KEY_FITS, p, survey->names[i]);
        if (survey->ranked >> i & 1)
            metrics_set(out, c->best[i], KEY_BEST, p, survey->names[i]);
    }
    if (survey)
        metrics_set(out, c->best[WF_MAX_WAYS], KEY_BEST_NONE, p);
}

void trace_counts_put(const trace_counts *c, const design *d, const energy_model *e, const char *p, metrics *out)
{
    static const char *const divergence[2] = {"nondiv", "div"};

    metrics_set(out, c->writes, KEY_WRITES, p);
    metrics_set(out, c->reads, KEY_OPERAND_READS, p);
    metrics_set(out, c->divergent, KEY_DIVERGENT, p);
    metrics_set(out, c->moves, KEY_MOVES, p);
    if (d->codec->merge)
        metrics_set(out, c->moves_by_code, KEY_MOVES_BY_CODE, p);
    metrics_set(out, c->compressed, KEY_COMPRESSED, p);
    metrics_set(out, c->memory, KEY_MEMORY, p);
    metrics_set(out, c->empty, KEY_EMPTY, p);
    metrics_set(out, c->skipped, KEY_SKIPPED, p);
    if (trace_values(c) > 0)
        put_ratios(c, d, p, out);
    put_energy(c, d, e, p, out);
    for (int i = 0; d->codec->class_names[i] != NULL; i++)
        metrics_set(out, c->classes[i], KEY_CLASS, p, d->codec->class_names[i]);
    for (int div = 0; div < 2; div++)
        for (int i = 0; i < TRACE_BINS; i++) {
            metrics_set(out, c->bins[div][i], KEY_BIN, p, divergence[div], trace_bin_names[i]);
            metrics_set(out, c->pairs[div][i], KEY_PAIR, p, divergence[div], trace_bin_names[i]);
        }
    put_survey(c, d->codec->survey, p, out);
    put_vectors(c, p, out);
    put_charged(c, d, p, out);
    instruction_counts_put(&c->instructions, d, p, out);
    if (c->files == 1) /* several may have several warp widths */
        metrics_set(out, trace_vector_lanes(d), KEY_VECTOR_LANES, p);
}

void trace_stem(const char *path, char *key, size_t size)
{
    static const char *const ends[] = {".zst", ".gz", ".xz", ".wft", ".wtx", ".ndjson", ".log", ".txt"};
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

    e = e ? e : &paper;
    for (int i = 0; i < count; i++) {
        trace_count(d, trace_open(paths[i]), e, PRIVATE_STACK_BYTES, &c);
        trace_counts_add(&total, &c);
        trace_stem(paths[i], stem, sizeof stem);
        trace_prefix(out, stem, prefix, sizeof prefix);
        trace_counts_put(&c, d, &e->model, prefix, out);
    }
    metrics_set(out, count, KEY_TRACE_COUNT, "trace");
    trace_counts_put(&total, d, &e->model, "trace", out);
    energy_put(&e->model, false, KEY_ENERGY_MODEL, out);
}
