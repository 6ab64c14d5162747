/* SPDX-License-Identifier: Apache-2.0
 *
 * record.h - what an instruction of a warp did, and how it goes to a trace (docs/kernels.md, "What goes to the trace"). */
#ifndef WF_SIMT_RECORD_H
#define WF_SIMT_RECORD_H

#include "../trace/trace.h"
#include "warp.h"

/* Of lanes that are not in the group all of it is undefined. */
typedef struct {
    uint32_t out[SIMT_LANES];    /* the new value of rd */
    uint32_t taken[SIMT_LANES];  /* of a branch: all ones or 0 */
    uint32_t target[SIMT_LANES]; /* of jalr */
    bool loads, stores;          /* it accesses memory */
    bool mixed;                  /* the lanes' spaces differ: */
    trace_space space, lane_space[SIMT_LANES];
    uint32_t address[SIMT_LANES];
    uint32_t loaded[SIMT_LANES], stored[SIMT_LANES];
    uint32_t storing[TRACE_MASK_WORDS]; /* the lanes that store: sc.w may fail */
} simt_result;

typedef struct simt_recorder simt_recorder;

simt_recorder *simt_recorder_new(trace_writer *writer, int lanes);
void simt_recorder_free(simt_recorder *k);
/* A launch, before its first instruction. What the host wrote before it. */
void simt_record_launch(simt_recorder *k, const trace_launch *launch);
void simt_record_copy(simt_recorder *k, uint32_t address, uint32_t bytes);
/* Before rd is written: the instruction, what it read for the first time, its accesses. */
void simt_record(simt_recorder *k, simt_warp *w, const simt_op *op, const simt_result *r);
/* After it: the write. */
void simt_record_write(simt_recorder *k, const simt_warp *w, const simt_op *op);

#endif
