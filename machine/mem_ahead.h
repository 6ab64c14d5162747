/* SPDX-License-Identifier: Apache-2.0
 *
 * mem_ahead.h - what routines ask of an SM's L1 ahead of its loads, and what they are told: lines to prefetch, and loads that miss (docs/events.md).
 *
 * A prefetch goes behind all loads: L1 looks at it in a cycle in which no load is there, and it takes an MSHR only while fewer than half of them are in use. Else it is dropped, and counted.
 * A *missed* load is one that finds its line neither there nor coming, or the first that finds one that was prefetched: so whoever learns from misses goes on learning. */
#ifndef WF_MEM_AHEAD_H
#define WF_MEM_AHEAD_H

#include "mem_delay.h"

enum { AHEAD_ASKED = 64, AHEAD_MISSED = 64, AHEAD_LINES = 4096 };

/* Of the lines asked for: there or coming already; refused, since L1 had no room; sent. Of these: used by a load; missed by one, since they had left L1 before. */
typedef struct {
    uint64_t there, refused, sent, used, lost;
    uint64_t untold; /* missed loads that nobody took in time */
} ahead_counts;

typedef struct {
    mem_delay asked; /* requests */
    struct {
        uint64_t line;
        int warp;
    } missed[AHEAD_MISSED];
    int first, count;
    uint64_t sent[AHEAD_LINES]; /* by hash: lines, one higher, that were sent and that no load has found */
    ahead_counts counts;
} mem_ahead;

#endif
