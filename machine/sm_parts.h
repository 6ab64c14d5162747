/* SPDX-License-Identifier: Apache-2.0
 *
 * sm_parts.h - the stages of an SM (sm.h): sm_issue.c is issue, sm_end.c what happens when results are written and instructions, warps and blocks end; sm.c has the
 * stages between, and the cycle. */
#ifndef WF_SM_PARTS_H
#define WF_SM_PARTS_H

#include "sm.h"

/* Of operations, and of collectors, those that are kept for accesses of helper warps: what waits for these must not be in their way. */
enum { HELPER_OPERATIONS = 64, HELPER_COLLECTORS = 2 };

static inline scoreboard *sm_board(sm *m, const sm_operation *o)
{
    return o->job < 0 ? &m->board : &m->assist->board;
}

static inline int sm_row(const sm *m, const sm_operation *o)
{
    return o->job < 0 ? o->warp : helpers_row(m->assist, o->job);
}

/* Those of routines lie behind the warp's own. */
static inline int16_t sm_register(const sm *m, const sm_operation *o, int16_t reg)
{
    return (int16_t)(o->job < 0 ? reg : m->s->registers + reg);
}

/* The n-th from the next one on (0 or 1); NULL: there is none. */
const feed_instruction *sm_next(sm *m, const sm_warp *w, int n);
/* A slot of scheduler k. `may`: the register file takes an instruction of it. */
void sm_issue(sm *m, int k, bool may);
/* Warps that have ended do not hold a barrier up. */
void sm_try_barrier(sm *m, int block);
/* The last instruction of the warp was issued, or skipped. */
void sm_end_warp(sm *m, int warp);
/* The entry of the event map that the instruction triggers; -1: none. May it, and then: it is issued. */
int sm_entry_of(const sm *m, const feed_instruction *i);
bool sm_may_trigger(const sm *m, const feed_instruction *i);
void sm_trigger(sm *m, int warp, const feed_instruction *i);
/* Loads that missed are events. Warps whose routine has answered go on. */
void sm_take_missed(sm *m);
void sm_take_answers(sm *m);
/* An operation has ended. */
void sm_end(sm *m, int number);
/* Warps whose last routine has ended. */
void sm_leave_helped(sm *m);
/* Results of the cycle before are written to the banked file. */
void sm_write_results(sm *m);
/* The same of a unit: its write ports take them in their order. */
void sm_give_results(sm *m);

#endif
