/* SPDX-License-Identifier: Apache-2.0
 *
 * cache_replay.c - the simplest frame around a cache of vectors: one private word after the other, as fast as they are accepted. */
#include "cache_replay.h"

#include <string.h>

#include "../base/msg.h"
#include "../sim/fields.h"
#include "../trace/trace_impl.h"

enum { WORDS_STEP = 4 };

/* The blocks of threads in the order of their first private accesses: launch, number. */
typedef struct {
    struct {
        int launch;
        uint64_t cta;
    } * block;
    size_t count;
} threads;

static size_t number_of(threads *t, const trace_record *r)
{
    for (size_t i = t->count; i > 0; i--) /* mostly a late one */
        if (t->block[i - 1].cta == r->cta && t->block[i - 1].launch == r->launch)
            return i - 1;
    t->block = grow_one(t->block, t->count, sizeof *t->block);
    t->block[t->count].launch = r->launch;
    t->block[t->count].cta = r->cta;
    return t->count++;
}

static bool is_private(const trace_record *r, const cache_options *o)
{
    return trace_is_memory(r) && private_is_interleaved(r, o->stack);
}

/* ---- survey ---- */

static void see_word(void *own, const private_word *w)
{
    cache_survey *s = own;
    uint64_t end = s->first + s->words;
    if (s->words == 0 || w->at < s->first)
        s->first = w->at;
    s->words = (w->at >= end ? w->at + 1 : end) - s->first;
}

void cache_survey_of(cache_survey *s, const char *path, int lanes, const cache_options *o)
{
    static trace_record r;
    trace *t = trace_open(path);
    *s = (cache_survey){.path = path, .block_warps = 1};
    trace_need_lanes(t, lanes, "the cache");
    while (trace_next(t, &r)) {
        if (!is_private(&r, o))
            continue;
        s->accesses++;
        s->smaller += r.size < 4;
        s->silent += r.words == 0;
        if ((int)r.warp >= s->block_warps)
            s->block_warps = (int)r.warp + 1;
        private_words(&r, o->stack, see_word, s);
    }
    s->words = (s->words + WORDS_STEP - 1) / WORDS_STEP * WORDS_STEP;
    trace_close(t);
}

static int resident_of(const cache_survey *s, const cache_options *o)
{
    return o->warps < s->block_warps ? 1 : o->warps / s->block_warps;
}

void cache_survey_check(const cache_survey *s)
{
    if (s->silent > 0)
        die_usage("%s: %.0f private accesses come without data; a cache of vectors needs them", s->path, s->silent);
}

void cache_replay_check(const design *d, const cache_survey *s, const cache_options *o)
{
    int bits = field_bits(unit_stream(d, "request"), "address");
    uint64_t blocks = (uint64_t)(resident_of(s, o) * s->block_warps) * s->words;
    cache_survey_check(s);
    if (blocks >> bits > 0)
        die_usage("%s: %d warps of %llu private words take %llu blocks; the cache has 2^%d (fewer --warps, or more bits of address)",
                  s->path, resident_of(s, o) * s->block_warps, (unsigned long long)s->words, (unsigned long long)blocks, bits);
}

/* ---- memory ---- */

/* Each block comes so many cycles after it was asked for. */
typedef struct {
    cache_driver f;
    cache_fills fills;
    uint64_t latency;
} frame;

static void ask(void *own, bool write, uint32_t block, const uint32_t *mask)
{
    frame *r = own;
    (void)mask;
    if (!write)
        cache_fills_add(&r->fills, block, r->f.cycle + r->latency);
}

static bool fill(void *own, uint32_t *block)
{
    const frame *r = own;
    return cache_fills_next(&r->fills, r->f.cycle, block);
}

static void filled(void *own)
{
    cache_fills_drop(&((frame *)own)->fills);
}

static const cache_outside memory = {.ask = ask, .fill = fill, .filled = filled};

/* ---- run ---- */

typedef struct {
    cache_driver *f;
    const trace_record *r;
    const private_layout *at;
    int slot; /* of its warp */
} accesses;

static void access_word(void *own, const private_word *w)
{
    const accesses *a = own;
    uint32_t block = private_block(a->at, a->slot, w->at), keep[TRACE_MAX_LANES], data[TRACE_MAX_LANES] = {0};
    bool write = a->r->kind == TRACE_STORE;
    if (write) {
        const uint32_t *newest = cache_driver_newest(a->f, block);
        private_store(a->r, w, keep, data);
        for (int i = 0; i < a->f->lanes; i++)
            data[i] |= newest[i] & keep[i];
    }
    cache_driver_request(a->f, write, block, w->mask, data);
}

void cache_replay_run(cache_counts *c, const design *d, const cache_survey *s, const cache_options *o)
{
    static trace_record r;
    frame f = {.latency = (uint64_t)o->latency};
    threads blocks = {0};
    trace *t = trace_open(s->path);
    const int resident = resident_of(s, o);
    const private_layout at = {s->first, s->words, resident * s->block_warps, o->interleave};
    *c = (cache_counts){0};
    cache_driver_open(&f.f, c, d, &memory, &f);
    while (trace_next(t, &r)) {
        if (!is_private(&r, o))
            continue;
        int slot = (int)(number_of(&blocks, &r) % (size_t)resident) * s->block_warps + (int)r.warp;
        private_words(&r, o->stack, access_word, &(accesses){&f.f, &r, &at, slot});
    }
    cache_driver_end(&f.f);
    cache_driver_close(&f.f);
    cache_fills_free(&f.fills);
    trace_close(t);
    arena_free(blocks.block);
}
