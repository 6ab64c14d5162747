/* SPDX-License-Identifier: Apache-2.0
 *
 * routine_instance.h - a routine of a routine_store that an event has triggered (docs/events.md), instruction by instruction: what each accesses, and where the next one is.
 *
 * Its memory is some bytes of its warp's, at ROUTINE_MEMORY. At the start a0 has that address, a1 the bytes, a2 the lane, ra the end; all other registers are 0. The live registers are
 * read and written by live.in and live.out. A load to x0 may be of any address, since nothing comes of it: it is a prefetch.
 *
 *     instance_begin(r, s, number, &start);
 *     while ((step = instance_next(r)) >= 0)
 *         if (instance_step(r, s, &access)) ..
 *     r->live.out */
#ifndef WF_ROUTINE_INSTANCE_H
#define WF_ROUTINE_INSTANCE_H

#include "../simt/exec.h"
#include "routine_store.h"

enum { ROUTINE_MEMORY = 0x1000 };

typedef struct {
    uint8_t *memory;
    uint32_t bytes, mask; /* lanes that run */
    uint64_t high;        /* what prefetched addresses have above their 32 bits */
    uint32_t in[SIMT_LIVE_REGISTERS][ROUTINE_LANES];
} instance_start;

typedef struct {
    int number; /* of the routine */
    uint64_t high;
    simt_warp warp;
    simt_live live;
    bool made;
} routine_instance;

/* An access of its memory, or a prefetch. */
typedef struct {
    bool prefetch, store;
    int size;
    uint32_t mask[TRACE_MASK_WORDS];
    uint64_t addr[ROUTINE_LANES];
} routine_access;

void instance_begin(routine_instance *r, const routine_store *s, int number, const instance_start *start);
/* The number in the store of its next instruction; -1: it is over. */
int instance_next(const routine_instance *r);
/* Executes that. True: it accesses memory. Dies (1) if it fails, leaves the routine, or returns with some of its lanes alone. */
bool instance_step(routine_instance *r, routine_store *s, routine_access *a);
void instance_free(routine_instance *r);

#endif
