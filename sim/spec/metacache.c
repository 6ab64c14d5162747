/* SPDX-License-Identifier: Apache-2.0
 *
 * The specification of metacache, from docs/metacache.md: a map from line address to burst count, in blocks. A fill brings a block. If
 * the set is full, the fill evicts the least recently used block of the set. No other operation removes a block. */
#include "answers.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../../cmodel/metacache.h"

enum { MOST_CYCLES = 1 };
enum { OP, ADDRESS, BURSTS, DATA };                       /* words of an operation */
enum { HIT, OLD_BURSTS, EVICT, EVICT_BLOCK, EVICT_DATA }; /* words of its results */

typedef struct {
    bool held, dirty;
    uint32_t number;
    unsigned long long used; /* number of the last operation that used it */
    uint32_t data[METACACHE_MAX_DATA_WORDS];
} block;

typedef struct {
    metacache_geometry g;
    unsigned long long operations;
    answers *answers;
    block *blocks; /* `ways` for each set, in any order */
} cache;

static void *open_cache(const design *d, const bench_module *m)
{
    cache *c = zalloc(sizeof *c);
    c->g = metacache_geometry_of(&d->config);
    c->answers = answers_new(&m->streams.stream[1], MOST_CYCLES);
    c->blocks = zalloc(sizeof *c->blocks * (size_t)(c->g.sets * c->g.ways));
    return c;
}

static void close_cache(void *spec)
{
    cache *c = spec;
    answers_free(c->answers);
    arena_free(c->blocks);
    arena_free(c);
}

static void reset_cache(void *spec)
{
    cache *c = spec;
    answers_forget(c->answers);
    memset(c->blocks, 0, sizeof *c->blocks * (size_t)(c->g.sets * c->g.ways));
}

static uint32_t get_count(const uint32_t *data, uint32_t entry)
{
    return data[entry / 16] >> 2 * (entry % 16) & 3;
}

static void set_count(uint32_t *data, uint32_t entry, uint32_t count)
{
    data[entry / 16] &= ~((uint32_t)3 << 2 * (entry % 16));
    data[entry / 16] |= count << 2 * (entry % 16);
}

/* The block of this number if the cache has it; else a free place in its set, which was never used; else the block to evict. */
static block *find(cache *c, uint32_t number)
{
    block *set = c->blocks + number % (uint32_t)c->g.sets * (uint32_t)c->g.ways, *oldest = set;
    for (block *b = set; b < set + c->g.ways; b++) {
        if (b->held && b->number == number)
            return b;
        if (b->used < oldest->used)
            oldest = b;
    }
    return oldest;
}

static void fill(cache *c, block *b, uint32_t number, const uint32_t *data)
{
    *b = (block){.held = true, .number = number};
    memcpy(b->data, data, sizeof *data * (size_t)c->g.data_words);
}

static const char *take(void *spec, int stream, const uint32_t *fields)
{
    static const char *const names[] = {"read", "write", "fill", "look"};
    cache *c = spec;
    uint32_t op = fields[OP], number = fields[ADDRESS] >> c->g.entry_bits;
    uint32_t entry = fields[ADDRESS] & (((uint32_t)1 << c->g.entry_bits) - 1);
    block *b = find(c, number);
    bool hit = b->held && b->number == number, fills = op == METACACHE_FILL && !hit;
    answer *a = answers_owe(c->answers);
    (void)stream;
    snprintf(a->question, sizeof a->question, "%s of line %#x", names[op], fields[ADDRESS]);
    a->want[HIT] = hit;
    a->want[OLD_BURSTS] = hit ? get_count(b->data, entry) : fills ? get_count(fields + DATA, entry) : 0;
    a->want[EVICT] = fills && b->held && b->dirty;
    a->want[EVICT_BLOCK] = b->number;
    memcpy(a->want + EVICT_DATA, b->data, sizeof *b->data * (size_t)c->g.data_words);
    if (fills)
        fill(c, b, number, fields + DATA);
    if (op == METACACHE_WRITE && hit) {
        set_count(b->data, entry, fields[BURSTS]);
        b->dirty = true;
    }
    c->operations++;
    if ((hit && op != METACACHE_LOOK) || fills)
        b->used = c->operations;
    return NULL;
}

static const char *give(void *spec, int stream, const uint32_t *fields)
{
    (void)stream;
    return answers_came(((cache *)spec)->answers, fields);
}

static const char *end_cycle(void *spec, uint32_t held)
{
    return answers_cycle(((cache *)spec)->answers, held != 0);
}

const specification spec_metacache = {open_cache, close_cache, reset_cache, take, give, end_cycle};
