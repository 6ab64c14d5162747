/* SPDX-License-Identifier: Apache-2.0
 *
 * mem_counts.h - what a cache counts. An access of L1 is a transaction, one of L2 a sector. `hits` are of units that are there, `pending` of units that come,
 * `misses` of others; `fails` are tries that found no place, a cycle each. */
#ifndef WF_MEM_COUNTS_H
#define WF_MEM_COUNTS_H

#include <stdint.h>

typedef struct {
    uint64_t accesses, hits, pending, misses, fails;
} mem_cache_counts;

#endif
