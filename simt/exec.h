/* SPDX-License-Identifier: Apache-2.0
 *
 * exec.h - executes one instruction of a warp's group. An instruction is computed for all lanes into a simt_result, recorded, and then
 * written to the registers of the group's lanes. So a fault leaves the registers as they were. */
#ifndef WF_SIMT_EXEC_H
#define WF_SIMT_EXEC_H

#include "float32.h"
#include "record.h"
#include "warp.h"

/* Where ra leads at a thread's start: a jump there ends the thread. */
#define SIMT_THREAD_END 0xfffffff0u
enum {
    SIMT_CALL_WRITE = 64,
    SIMT_CALL_EXIT = 93,
    SIMT_CALL_BRK = 214,
    SIMT_CALL_LAUNCH = 1000,
    SIMT_CALL_BARRIER = 1001,
    SIMT_CALL_LAUNCH_2D = 1002
};

/* What a routine has of the warp that asked for it (docs/kernels.md, "Events"). */
enum { SIMT_LIVE_REGISTERS = 2 };
typedef struct {
    uint32_t in[SIMT_LIVE_REGISTERS][SIMT_LANES], out[SIMT_LIVE_REGISTERS][SIMT_LANES];
} simt_live;

/* What all warps share. */
typedef struct {
    const simt_program *program;
    simt_reservations reservations;
    simt_recorder *recorder; /* NULL: no trace */
    simt_live *live;         /* NULL: it runs no routine */
    simt_result result;
    int lane; /* of a fault */
    char fault[200];
} simt_core;

typedef enum { SIMT_STEPPED, SIMT_THREADS_LEFT /* some ended, or wait at a barrier */, SIMT_FAULT } simt_outcome;

/* The group executes the instruction at its pc. */
simt_outcome simt_step(simt_core *c, simt_warp *w);

/* The units. False: a fault, which is told in `c`. */
void simt_exec_integer(const simt_op *op, const simt_warp *w, simt_result *r);
void simt_exec_vote(const simt_op *op, const simt_warp *w, simt_result *r);
void simt_exec_event(const simt_op *op, const simt_warp *w, simt_result *r);
bool simt_exec_live(simt_core *c, const simt_op *op, const simt_warp *w);
void simt_exec_branch(const simt_op *op, const simt_warp *w, simt_result *r);
bool simt_exec_float(simt_core *c, const simt_op *op, simt_warp *w);
bool simt_exec_memory(simt_core *c, const simt_op *op, simt_warp *w);
bool simt_exec_atomic(simt_core *c, const simt_op *op, simt_warp *w);
/* Tells a fault; returns false. */
bool simt_fault(simt_core *c, int lane, const char *format, ...) __attribute__((format(printf, 3, 4)));

#endif
