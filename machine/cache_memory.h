/* SPDX-License-Identifier: Apache-2.0
 *
 * cache_memory.h - the memory behind a cache of vectors: of each block the newest words, and those that it has itself; and the fills that it owes. */
#ifndef WF_CACHE_MEMORY_H
#define WF_CACHE_MEMORY_H

#include <stdbool.h>
#include <stdint.h>

#include "../cmodel/warpfold.h"

typedef struct {
    uint32_t block;
    uint32_t told[WF_MASK_WORDS]; /* lanes that a store has told */
    uint32_t newest[WF_MAX_LANES], has[WF_MAX_LANES];
} cache_block;

typedef struct cache_memory cache_memory;

cache_memory *cache_memory_new(void);
void cache_memory_free(cache_memory *m);
/* All words of a new block are 0. Valid until the next one. */
cache_block *cache_memory_at(cache_memory *m, uint32_t block);

/* Blocks that were asked for, in the order in which they come; none comes before its time. */
typedef struct {
    struct {
        uint32_t block;
        uint64_t from;
    } * owed;
    unsigned first, count, size;
} cache_fills;

void cache_fills_add(cache_fills *f, uint32_t block, uint64_t from);
/* The next one, if its time has come. */
bool cache_fills_next(const cache_fills *f, uint64_t now, uint32_t *block);
void cache_fills_drop(cache_fills *f);
void cache_fills_free(cache_fills *f);

#endif
