/* SPDX-License-Identifier: Apache-2.0
 *
 * warp.h - the state of a warp: registers, a pc a thread, and the group of threads that issues. exec.h executes an instruction of it.
 *
 * Which threads issue: of those that run, the ones with the lowest sp; of these, the ones with the lowest pc (min-SP-PC: Collange,
 * "Stack-less SIMT reconvergence at low cost", 2011). They have one sp and one pc, so `pc` is kept once for the group, and `rest` remembers
 * the best (sp, pc) of the others. While the group stays below it, no thread is looked at. */
#ifndef WF_SIMT_WARP_H
#define WF_SIMT_WARP_H

#include <stdbool.h>
#include <stdint.h>

#include "decode.h"
#include "memory.h"

enum { SIMT_LANES = TRACE_MAX_LANES };
typedef enum { SIMT_ENDED, SIMT_RUNS, SIMT_WAITS } simt_status;

typedef struct {
    int lanes;
    uint32_t *registers;             /* register r of lane i is at [r * lanes + i] */
    uint32_t pc;                     /* of the group that issues */
    uint32_t active[SIMT_LANES];     /* all ones: the lane is in the group; else 0 */
    uint32_t mask[TRACE_MASK_WORDS]; /* the same, a bit a lane */
    int count;                       /* lanes in the group; 0: the warp cannot issue */
    int first;                       /* the lowest of them */
    bool others;                     /* other threads run, too; the best of them has: */
    uint32_t rest_sp, rest_pc;
    uint32_t lane_pc[SIMT_LANES]; /* of the lanes that are not in the group */
    uint8_t status[SIMT_LANES];   /* simt_status */
    int live;                     /* threads that have not ended */
    uint32_t frm[SIMT_LANES], fflags[SIMT_LANES];
    bool frm_set;          /* some frm is not 0 */
    uint32_t hart;         /* mhartid of lane 0 */
    uint32_t owner;        /* of reservations: lane 0's number */
    uint32_t block, index; /* the block's number, the warp's in it */
    uint64_t known;        /* bit r: the trace has told the register's values */
    simt_view view;
} simt_warp;

void simt_warp_make(simt_warp *w, int lanes, uint32_t private_size);
void simt_warp_free(simt_warp *w);
/* Threads 0 to count - 1 run from pc on, registers and private memory are 0. */
void simt_warp_start(simt_warp *w, uint32_t pc, int count);
/* Chooses the group again: after a divergent jump, a new sp, an end, a barrier. The group's lanes must have their pc in lane_pc. */
void simt_warp_choose(simt_warp *w);
/* Writes pc to lane_pc of the group's lanes. */
void simt_warp_spread(simt_warp *w, uint32_t pc);
/* All lanes of the group go to pc. */
static inline void simt_warp_go(simt_warp *w, uint32_t pc)
{
    w->pc = pc;
    if (w->others) {
        uint32_t sp = w->registers[SIMT_SP * w->lanes + w->first];
        if (sp > w->rest_sp || (sp == w->rest_sp && pc >= w->rest_pc)) {
            simt_warp_spread(w, pc);
            simt_warp_choose(w);
        }
    }
}

#endif
