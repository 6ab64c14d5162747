/* SPDX-License-Identifier: Apache-2.0
 *
 * mem_counts.h - what the parts of the memory count. */
#ifndef WF_MEM_COUNTS_H
#define WF_MEM_COUNTS_H

#include <stdint.h>

/* Of a cache. An access of L1 is a transaction, one of L2 a sector. `hits` are of units that are there, `pending` of units that come, `misses` of others; `fails` are
 * tries that found no place, a cycle each. */
typedef struct {
    uint64_t accesses, hits, pending, misses, fails;
    uint64_t full,
        full_lines; /* where lines are codes: the times that lines left to make room, and the lines of the set just after it, summed */
    uint64_t codes; /* hits of codes in L1 */
} mem_cache_counts;

/* Of lines of data that DRAM reads or writes where lines are compressed: those in fewer bursts, those that the codec leaves raw, those of which not all bytes are known; and the
 * bursts of all of them. `others` are lines of code and constants, which are raw. */
typedef struct {
    uint64_t compressed, raw, unknown, bursts, others;
} mem_line_counts;

#endif
