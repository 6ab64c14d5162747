/* SPDX-License-Identifier: Apache-2.0
 *
 * sm_latency.h - the pipe of an instruction, and how long it takes there.
 *
 * The trace tells operation and type of an instruction, the machine has a latency and an interval for each pair. Where a trace has none, its class stands for
 * them: alu is an add of integers, mul a product, fpu an add of floats, sfu a special function. */
#ifndef WF_SM_LATENCY_H
#define WF_SM_LATENCY_H

#include "instruction_feed.h"
#include "machine_file.h"

typedef enum { PIPE_SP, PIPE_SFU, PIPE_MEM, PIPE_HELP /* accesses of helper warps, in front of PIPE_MEM */, PIPE_KINDS } pipe_kind;

typedef struct {
    pipe_kind kind;
    int latency, interval; /* of PIPE_MEM no matter */
} sm_latency;

sm_latency latency_of(const machine *m, const feed_instruction *i);

#endif
