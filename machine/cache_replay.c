/* SPDX-License-Identifier: Apache-2.0
 *
 * cache_replay.c - the simplest frame around a cache of vectors: one private word after the other, as fast as they are accepted. */
#include "cache_replay.h"

#include <string.h>

#include "../base/msg.h"
#include "../memory/private_memory.h"
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

void cache_replay_check(const design *d, const cache_survey *s, const cache_options *o)
{
    int bits = field_bits(unit_stream(d, "request"), "address");
    uint64_t blocks = (uint64_t)(resident_of(s, o) * s->block_warps) * s->words;
    if (s->silent > 0)
        die_usage("%s: %.0f private accesses come without data; a cache of vectors needs them", s->path, s->silent);
    if (blocks >> bits > 0)
        die_usage("%s: %d warps of %llu private words take %llu blocks; the cache has 2^%d (fewer --warps, or more bits of address)",
                  s->path, resident_of(s, o) * s->block_warps, (unsigned long long)s->words, (unsigned long long)blocks, bits);
}

/* ---- run ---- */

typedef struct {
    cache_driver *f;
    const trace_record *r;
    uint64_t word;  /* the first of its private memory */
    uint32_t first; /* that word's block */
} accesses;

/* A smaller access changes its bytes of the word; what crosses its end is left out. */
static uint32_t part_of(const trace_record *r, int lane, uint32_t word, uint32_t value)
{
    int shift = 8 * (int)(r->addr[lane] % 4);
    uint32_t bytes = (uint32_t)(((uint64_t)1 << 8 * r->size) - 1) << shift;
    return (word & ~bytes) | (value << shift & bytes);
}

static void access_word(void *own, const private_word *w)
{
    const accesses *a = own;
    uint32_t block = a->first + (uint32_t)(w->at - a->word), data[TRACE_MAX_LANES] = {0};
    bool write = a->r->kind == TRACE_STORE, part = a->r->size < 4;
    const uint32_t *newest = cache_driver_newest(a->f, block);
    for (int i = 0; i < a->f->lanes && write; i++)
        data[i] = part ? part_of(a->r, i, newest[i], w->value[i]) : w->value[i];
    cache_driver_request(a->f, write, block, w->mask, data);
}

void cache_replay_run(cache_counts *c, const design *d, const cache_survey *s, const cache_options *o)
{
    static trace_record r;
    cache_driver f;
    threads blocks = {0};
    trace *t = trace_open(s->path);
    size_t resident = (size_t)resident_of(s, o);
    cache_driver_open(&f, c, d, o->latency);
    while (trace_next(t, &r)) {
        if (!is_private(&r, o))
            continue;
        size_t slot = number_of(&blocks, &r) % resident * (size_t)s->block_warps + r.warp;
        private_words(&r, o->stack, access_word, &(accesses){&f, &r, s->first, (uint32_t)(slot * s->words)});
    }
    cache_driver_end(&f);
    cache_driver_close(&f);
    trace_close(t);
    arena_free(blocks.block);
}
