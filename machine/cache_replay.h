/* SPDX-License-Identifier: Apache-2.0
 *
 * cache_replay.h - the private accesses of a trace through a cache of vectors, in the trace's order (docs/replay.md, "Caches of vectors").
 *
 * Private memory. Each word of the lanes of a warp is a block (private_layout). So many warps are there at once; those of a block of threads have slots side by side, and a later
 * block takes those of the oldest. */
#ifndef WF_CACHE_REPLAY_H
#define WF_CACHE_REPLAY_H

#include "../memory/private_memory.h"
#include "cache_driver.h"

typedef struct {
    int stack;   /* private_memory.h */
    int warps;   /* that are there at once */
    int latency; /* of memory, cycles */
    private_interleave interleave;
} cache_options;

/* What a trace's private memory is like. */
typedef struct {
    const char *path;
    double accesses, smaller, silent; /* records; those of less than a word, which change a part of it; those without data */
    uint64_t first, words;            /* of a lane's private memory: the first one that is used, and how many from it on, rounded up to 4 */
    int block_warps;                  /* warps of a block of threads */
} cache_survey;

void cache_survey_of(cache_survey *s, const char *path, int lanes, const cache_options *o);
/* Dies (2) if an access comes without data. */
void cache_survey_check(const cache_survey *s);
/* Dies (2) too if the cache cannot have it. */
void cache_replay_check(const design *d, const cache_survey *s, const cache_options *o);
void cache_replay_run(cache_counts *c, const design *d, const cache_survey *s, const cache_options *o);

#endif
