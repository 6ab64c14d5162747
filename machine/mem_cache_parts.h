/* SPDX-License-Identifier: Apache-2.0
 *
 * mem_cache_parts.h - a cache in time (mem_cache.h): mem_cache.c has accesses and lines that come, mem_cache_lines.c the places of lines in their sets. */
#ifndef WF_MEM_CACHE_PARTS_H
#define WF_MEM_CACHE_PARTS_H

#include "mem_cache.h"

/* Of a unit. PARTLY: some bytes were stored, the others are below. */
typedef enum { EMPTY, COMES, THERE, PARTLY } unit_state;

typedef struct {
    uint64_t line, used;
    uint8_t state[CACHE_UNITS];
    bool dirty[CACHE_UNITS];
    bool marked;
    uint8_t segments; /* that it takes, where lines are codes */
} cache_line;

typedef struct {
    uint64_t key;
    int next, count, taken; /* next: in its bucket, or of the free ones. taken: loads that have left */
    bool atomic, filled;
} mshr;

struct cache {
    cache_shape shape;
    cache_line *lines;
    uint64_t now;
    mshr *entries;
    int *ids; /* merges of each entry */
    int *bucket, buckets, free, under_way;
    mem_queue ready;
    cache_message *misses;
    int first_miss, miss_count, most_misses; /* most_misses: with all that may be written back at once */
    mem_cache_counts counts;
};

/* Tags of a set. */
static inline int cache_places(const cache *c)
{
    return c->shape.ways * (c->shape.tags > 1 ? c->shape.tags : 1);
}

/* Is any unit of the line in this state? */
static inline bool cache_any(const cache *c, const cache_line *l, unit_state state)
{
    for (int u = 0; u < c->shape.units; u++)
        if (l->state[u] == state)
            return true;
    return false;
}

/* The line, or the place that it may take; NULL: there is none. */
cache_line *cache_find(cache *c, uint64_t line, bool *there);
/* In the miss queue. */
void cache_send(cache *c, cache_message_kind kind, uint64_t line, uint8_t units, int id);
/* A new line takes the place; what was dirty there is written back. */
void cache_begin(cache *c, cache_line *l, uint64_t line);
/* A line that is there takes so many segments from now on; others leave, the least recently used first. If lines that come have too many of them it leaves itself. */
void cache_resize(cache *c, cache_line *l, int segments);

#endif
