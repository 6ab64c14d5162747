/* SPDX-License-Identifier: Apache-2.0
 *
 * sm_scheduler.h - in which order a scheduler of an SM looks at its warps.
 *
 *     gto        greedy, then oldest: the warp that was issued last, then the others by age (GPGPU-Sim 4.2, "gto")
 *     lrr        loose round robin: from the warp behind the one that was issued last
 *     two-level  loose round robin among `active` warps; one that waits for a load or at a barrier makes room for the warp that waits longest (Narasiman et al., MICRO 2011)
 *
 * A warp is a number below SCHEDULER_WARPS; it is as old as its entry. A scheduler has the warps that are entered in it. */
#ifndef WF_SM_SCHEDULER_H
#define WF_SM_SCHEDULER_H

#include "machine_file.h"

enum { SCHEDULER_WARPS = 128 };

typedef struct {
    machine_policy policy;
    int active;                /* of two-level: how many warps it looks at */
    int count;                 /* of the warps that are entered */
    int warp[SCHEDULER_WARPS]; /* the oldest first; of two-level the active ones stand in front */
    int last;                  /* the warp that was issued last; -1: none */
} scheduler;

void scheduler_open(scheduler *s, machine_policy policy, int active);
void scheduler_enter(scheduler *s, int warp);
void scheduler_leave(scheduler *s, int warp);
/* The warps in the order of this cycle; how many. */
int scheduler_order(const scheduler *s, int *order);
void scheduler_issued(scheduler *s, int warp);
/* The warp waits for a load or at a barrier: two-level takes another one in its place. False: nothing changes. */
bool scheduler_waits(scheduler *s, int warp);

#endif
