/* SPDX-License-Identifier: Apache-2.0
 *
 * cache_memory.c - a table of blocks, open to both sides of a cache. */
#include "cache_memory.h"

#include <string.h>

#include "../base/arena.h"
#include "../base/random.h"

struct cache_memory {
    cache_block *blocks;
    int *slots; /* of a hash table: the block's number + 1; 0: none */
    size_t count, size;
};

enum { FIRST_SIZE = 1 << 10, FIRST_FILLS = 16 };

cache_memory *cache_memory_new(void)
{
    cache_memory *m = zalloc(sizeof *m);
    m->size = FIRST_SIZE;
    m->slots = zalloc(m->size * sizeof *m->slots);
    m->blocks = zalloc(m->size / 2 * sizeof *m->blocks);
    return m;
}

void cache_memory_free(cache_memory *m)
{
    arena_free(m->blocks);
    arena_free(m->slots);
    arena_free(m);
}

/* The slot of a block, or the free one that would be its. */
static size_t slot_of(const cache_memory *m, uint32_t block)
{
    size_t at = rng_mix(block) & (m->size - 1);
    while (m->slots[at] && m->blocks[m->slots[at] - 1].block != block)
        at = (at + 1) & (m->size - 1);
    return at;
}

/* Twice as many slots; half of them are in use at most. */
static void widen(cache_memory *m)
{
    m->size *= 2;
    m->blocks = grow(m->blocks, m->size / 2 * sizeof *m->blocks);
    arena_free(m->slots);
    m->slots = zalloc(m->size * sizeof *m->slots);
    for (size_t i = 0; i < m->count; i++)
        m->slots[slot_of(m, m->blocks[i].block)] = (int)i + 1;
}

cache_block *cache_memory_at(cache_memory *m, uint32_t block)
{
    size_t at = slot_of(m, block);
    if (m->slots[at])
        return &m->blocks[m->slots[at] - 1];
    if (2 * (m->count + 1) > m->size) {
        widen(m);
        at = slot_of(m, block);
    }
    cache_block *b = &m->blocks[m->count++];
    memset(b, 0, sizeof *b);
    b->block = block;
    m->slots[at] = (int)m->count;
    return b;
}

void cache_fills_add(cache_fills *f, uint32_t block, uint64_t from)
{
    if (f->first + f->count == f->size) {
        memmove(f->owed, f->owed + f->first, f->count * sizeof *f->owed);
        f->first = 0;
    }
    if (f->count == f->size) {
        f->size = f->size ? 2 * f->size : FIRST_FILLS;
        f->owed = grow(f->owed, f->size * sizeof *f->owed);
    }
    f->owed[f->first + f->count].block = block;
    f->owed[f->first + f->count++].from = from;
}

bool cache_fills_next(const cache_fills *f, uint64_t now, uint32_t *block)
{
    if (f->count == 0 || f->owed[f->first].from > now)
        return false;
    *block = f->owed[f->first].block;
    return true;
}

void cache_fills_drop(cache_fills *f)
{
    f->first++;
    f->count--;
}

void cache_fills_free(cache_fills *f)
{
    arena_free(f->owed);
}
