/* SPDX-License-Identifier: Apache-2.0
 *
 * mem_vectors.c - lines of memory, or parts of them, as the blocks of a cache of vectors, and the other way; its driver in between. */
#include "mem_vectors.h"

#include <string.h>

#include "../base/arena.h"
#include "../base/msg.h"
#include "cache_driver.h"
#include "cache_pairs.h"
#include "mem_address.h"
#include "mem_queue.h"

enum { PAGE_BITS = 12, FILLS = 16, SECTOR_WORDS = MEM_SECTOR / 4 };

struct mem_vectors {
    cache_driver f;
    cache_counts counts;
    const vectors_calls *calls;
    void *own;
    uint64_t block_bytes;
    uint64_t private_at; /* the first byte of private memory */
    uint64_t *pages;     /* of other memory: which one has this place */
    uint32_t page_count, page_most, page_last;
    int id[CACHE_IDS];
    mem_queue fills; /* blocks */
};

/* ---- blocks and lines ---- */

static uint32_t page_of(mem_vectors *v, uint64_t page)
{
    if (v->page_last < v->page_count && v->pages[v->page_last] == page)
        return v->page_last;
    for (v->page_last = 0; v->page_last < v->page_count; v->page_last++)
        if (v->pages[v->page_last] == page)
            return v->page_last;
    if (v->page_count == v->page_most)
        die("%s: the trace uses more than %u pages of memory of %d blocks, which its addresses have no room for", v->f.d->unit->name,
            v->page_most, 1 << PAGE_BITS);
    v->pages = grow_one(v->pages, v->page_count, sizeof *v->pages);
    v->pages[v->page_count] = page;
    return v->page_count++;
}

/* The first of a line's sectors of these that a block begins with. */
static int begin_of(const mem_vectors *v, uint8_t sectors)
{
    int each = (int)v->block_bytes / MEM_SECTOR, first = 0;
    while (!(sectors >> first & ((1u << each) - 1)))
        first += each;
    return first;
}

/* These sectors are all in one block. */
static uint32_t block_of(mem_vectors *v, uint64_t line, uint8_t sectors)
{
    uint64_t byte = line + (uint64_t)(MEM_SECTOR * begin_of(v, sectors)), number = byte / v->block_bytes;
    if (byte >= v->private_at)
        return (uint32_t)((byte - v->private_at) / v->block_bytes);
    return v->f.others + (page_of(v, number >> PAGE_BITS) << PAGE_BITS) + (uint32_t)(number & ((1u << PAGE_BITS) - 1));
}

/* Its first byte. */
static uint64_t byte_of(const mem_vectors *v, uint32_t block)
{
    uint32_t at = block - v->f.others;
    if (block < v->f.others)
        return v->private_at + block * v->block_bytes;
    return (v->pages[at >> PAGE_BITS] << PAGE_BITS | (at & ((1u << PAGE_BITS) - 1))) * v->block_bytes;
}

/* ---- what is outside the cache ---- */

static bool may_ask(void *own)
{
    const mem_vectors *v = own;
    return v->calls->may_ask(v->own);
}

static void ask(void *own, bool write, uint32_t block, const uint32_t *mask)
{
    const mem_vectors *v = own;
    uint64_t byte = byte_of(v, block), line = byte / MEM_LINE * MEM_LINE;
    int first = (int)(byte - line) / MEM_SECTOR, each = (int)v->block_bytes / MEM_SECTOR;
    uint8_t sectors = 0, whole = 0;
    for (int s = 0; s < each; s++) {
        uint32_t words = mask[0] >> s * SECTOR_WORDS & ((1u << SECTOR_WORDS) - 1);
        sectors |= (uint8_t)((words != 0 || !write) << s);
        whole |= (uint8_t)((words == (1u << SECTOR_WORDS) - 1) << s);
    }
    v->calls->ask(v->own, write, line, (uint8_t)(sectors << first), (uint8_t)(whole << first));
}

static bool fill(void *own, uint32_t *block)
{
    const mem_vectors *v = own;
    *block = (uint32_t)queue_front(&v->fills);
    return v->fills.count > 0;
}

static void filled(void *own)
{
    queue_take(&((mem_vectors *)own)->fills);
}

static bool may_answer(void *own)
{
    const mem_vectors *v = own;
    return v->calls->may_end(v->own);
}

static void answered(void *own, int request)
{
    const mem_vectors *v = own;
    v->calls->done(v->own, v->id[request]);
}

static const cache_outside outside = {may_ask, ask, fill, filled, may_answer, answered};

bool vectors_room(const mem_vectors *v)
{
    return queue_room(&v->fills) > 0;
}

void vectors_fill(mem_vectors *v, uint64_t line, uint8_t sectors)
{
    queue_put(&v->fills, (int)block_of(v, line, sectors));
}

/* ---- requests ---- */

bool vectors_ready(const mem_vectors *v)
{
    return cache_driver_ready(&v->f);
}

void vectors_give(mem_vectors *v, const mem_transaction *t, int id)
{
    const mem_vector *w = t->vector;
    uint32_t words = 0, data[MEM_LANES];
    bool write = t->kind == MEM_STORE;
    int request;
    if (w) {
        const uint32_t *newest = cache_driver_newest(&v->f, w->block);
        for (int i = 0; i < v->f.lanes; i++)
            data[i] = (newest[i] & w->keep[i]) | w->data[i];
        request = cache_driver_give(&v->f, write, w->block, w->mask, data);
    } else {
        for (int s = 0, first = begin_of(v, t->sectors); first + s < MEM_SECTORS; s++)
            if (t->sectors >> (first + s) & 1)
                words |= ((1u << SECTOR_WORDS) - 1) << s * SECTOR_WORDS;
        request = cache_driver_give(&v->f, write, block_of(v, t->line, t->sectors), &words, NULL);
    }
    v->id[request] = id;
}

void vectors_wait(mem_vectors *v, bool waits)
{
    v->counts.held += waits;
}

/* ---- cycles ---- */

void vectors_cycle(mem_vectors *v)
{
    cache_driver_cycle(&v->f);
}

bool vectors_rest(mem_vectors *v, uint64_t cycles)
{
    return v->fills.count == 0 && cache_driver_rest(&v->f, cycles);
}

void vectors_clear(mem_vectors *v)
{
    cache_driver_reset(&v->f);
}

void vectors_count(const mem_vectors *v, mem_cache_counts *sum)
{
    const cache_traffic *a = &v->counts.own, *b = &v->counts.others;
    uint64_t accesses = (uint64_t)(a->loads + a->stores + b->loads + b->stores), misses = (uint64_t)(a->asked + b->asked);
    sum->accesses += accesses;
    sum->misses += misses;
    sum->hits += accesses - misses;
    sum->fails += (uint64_t)v->counts.held;
}

int vectors_plain_hit(const design *d)
{
    const design plain = cache_formed(d, NULL, true);
    return cache_driver_hit(&plain);
}

mem_vectors *vectors_open(const design *d, int sm, const vectors_calls *calls, void *own)
{
    mem_vectors *v = zalloc(sizeof *v);
    v->calls = calls;
    v->own = own;
    v->block_bytes = 4 * (uint64_t)d->config.lanes;
    v->private_at = map_private(sm);
    cache_driver_open(&v->f, &v->counts, d, &outside, v);
    v->page_most = v->f.others >> PAGE_BITS;
    queue_open(&v->fills, FILLS);
    return v;
}

void vectors_close(mem_vectors *v, struct cache_counts *to)
{
    cache_driver_close(&v->f);
    cache_counts_add(to, &v->counts);
    cache_counts_free(&v->counts);
    queue_close(&v->fills);
    arena_free(v->pages);
    arena_free(v);
}
