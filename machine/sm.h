/* SPDX-License-Identifier: Apache-2.0
 *
 * sm.h - a streaming multiprocessor, cycle by cycle: blocks enter, their warps fetch and issue, operands are collected, pipes execute, results are
 * written. It is trace-driven: what each warp executes, with which lanes, registers and addresses, a feed tells; nothing is computed here.
 *
 * A cycle goes from the last stage to the first, so that each takes what the one before it left in the cycle before (GPGPU-Sim 4.2). Of two adds, one of which
 * reads what the other writes, with a latency of 4:
 *
 *     cycle   0      1          2        3        4     5 .. 8   9        10
 *             issue  collector  operand  leaves   pipe  stages   result   written; the other one is issued
 *
 * What each issue slot did is told in five classes. */
#ifndef WF_SM_H
#define WF_SM_H

#include "../base/text.h"
#include "machine_file.h"
#include "mem_side.h"
#include "sm_assist_events.h"
#include "sm_banks.h"
#include "sm_fetch.h"
#include "sm_latency.h"
#include "sm_memory.h"
#include "sm_pipes.h"
#include "sm_scheduler.h"
#include "sm_scoreboard.h"
#include "sm_unit.h"

enum { SM_OPERATIONS = 512, SM_WARPS = 128, SM_BLOCKS = 32, SM_SCHEDULERS = 4 };

/* Of a scheduler's cycles. active: it issued. memory, compute: a warp could issue but for a pipe. data: all wait for registers, barriers or fences.
 * idle: no warp has an instruction. */
typedef enum { SLOT_ACTIVE, SLOT_MEMORY, SLOT_COMPUTE, SLOT_DATA, SLOT_IDLE, SLOTS } issue_slot;
extern const char *const slot_names[];

/* An instruction from issue to its last result. */
typedef struct {
    feed_instruction *i; /* NULL: the entry is free */
    int warp;
    sm_latency latency;
    int job, step; /* a helper warp's: of sm_assist.h; job -1: it is the warp's own */
} sm_operation;

typedef struct {
    int number; /* in the survey; -1: the place is free */
    int block;
    uint64_t left; /* instructions that were not issued */
    int under_way; /* instructions that were */
    int memory;    /* of these: accesses of memory */
    int atomics;
    bool asks;    /* a routine, whose answer it waits for */
    bool waits;   /* at a barrier */
    bool fenced;  /* until its accesses are done */
    bool stalled; /* its next instruction waits for one that is under way, and none has ended since that was found */
} sm_warp;

typedef struct {
    int number; /* in the survey; -1: the place is free */
    int warps, ended, arrived;
} sm_block;

typedef struct {
    uint64_t slots[SLOTS], instructions, lane_instructions; /* lane_instructions: thread instructions */
    uint64_t warp_cycles;                                   /* places taken, cycle by cycle */
    uint64_t busy_cycles;                                   /* with any warp */
    helper_counts helpers;
    event_counts events; /* where events trigger routines */
} sm_counts;

typedef struct sm {
    const machine *m;
    const feed_survey *s;
    feed *f;
    int number;
    uint64_t code; /* where the launch's code begins */
    sm_warp warp[SM_WARPS];
    sm_block block[SM_BLOCKS];
    int warps, blocks;   /* that are in it */
    int places;          /* for warps */
    bool held[SM_WARPS]; /* the place's warp has ended, and the register file has not released it */
    int held_count;
    sm_operation operation[SM_OPERATIONS];
    int16_t free_operation[SM_OPERATIONS];
    int free_operations;
    int result[SM_OPERATIONS + PIPES_BUSES], results; /* operations whose results came in the cycle before, or wait to be written */
    scheduler schedulers[SM_SCHEDULERS];
    scoreboard board;
    fetch fetch;
    banked_file file;
    sm_assist *assist; /* helper warps; NULL: none */
    bool last;         /* the launch has no more blocks for any SM */
    int working;       /* warps with instructions that were not issued */
    int issued;        /* instructions in this cycle */
    sm_unit *unit;     /* in place of the banked file; NULL: that */
    pipes pipes;
    sm_memory memory;
    sm_counts counts;
    issue_slot last_slot[SM_SCHEDULERS]; /* of the last cycle */
    int block_ended;                     /* blocks that ended in the last cycle */
    bool moved;                          /* anything did in the last cycle */
    bool asleep;                         /* nothing happens in it any more before the memory answers, or a block enters */
    uint64_t slept;                      /* cycles that were passed over, and are not counted yet */
    bool turned;                         /* a scheduler looks at other warps in the next one */
} sm;

/* `d`: a design of a register file; NULL: the plain banked one. `helpers`: of helper warps; NULL: there are none. `private`: of all SMs; both must stay. */
void sm_open(sm *m, const machine *of, int number, const feed_survey *s, feed *f, mem_side *mem, const design *d,
             const helper_source *helpers, const sm_private *private);
/* What its register file counted, if it is a design's, is added. */
void sm_close(sm *m, file_counts *to);
/* Before a launch: its code begins at this address. */
void sm_launch(sm *m, uint64_t code);
/* Is there room for a block of so many warps, where an SM holds `most` such blocks? */
bool sm_has_room(const sm *m, int warps, int most);
/* The block with this number in the survey, whose warps are these numbers, enters. */
void sm_enter(sm *m, int block, const int *warps, int count);
void sm_cycle(sm *m);
/* In the last cycle nothing happened, and nothing will as long as the memory has no answer for it. */
bool sm_asleep(const sm *m);
/* So many cycles more like the last one: only while it is asleep. */
void sm_skip(sm *m, uint64_t cycles);
const sm_counts *sm_count(sm *m);
/* Says what each warp waits for, a line each. */
void sm_describe(const sm *m);

#endif
