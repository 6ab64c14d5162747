/* SPDX-License-Identifier: Apache-2.0
 *
 * sm_unit.h - any unit of kind register file between schedulers and pipes, as its stepped model, with the values of the trace: in an SM (sm.c) and in the
 * simple frame of replay.c.
 *
 * Scheduler k issues at issue port k. An instruction with more sources than the port has takes it in several items. Operands leave towards a pipe that may
 * take them, and wait at their port before that, or outside where it has no ready. Results ask for a write port in the order in which they came, one write
 * each; a register is free for others when the file accepts its write if it orders reads behind writes itself, or else when it is stored. A write
 * waits while an older instruction has not read its register. A warp's place is free when the file has released it.
 *
 * The driver knows what each register holds and compares all operands (file_driver.h); and here each operand must be of the last instruction before its own
 * that writes the register: else it was issued, or written, too early. What the trace does not tell is neither read nor written. */
#ifndef WF_SM_UNIT_H
#define WF_SM_UNIT_H

#include "file_driver.h"
#include "sm_latency.h"
#include "sm_scoreboard.h"

enum { UNIT_OPERATIONS = 512, UNIT_RESULTS = 2 * UNIT_OPERATIONS };

/* What its user, such as an SM, does when the file lets it; `own` is the user. */
typedef struct {
    bool (*may_execute)(void *own, int operation); /* its operands are there: may its pipe take it? NULL: always */
    void (*execute)(void *own, int operation);
    void (*written)(void *own, int operation); /* all that it writes is stored */
    void (*issue)(void *own, int scheduler);   /* its port is ready */
    void (*left)(void *own, int warp);         /* the warp's place is free */
} sm_unit_calls;

/* An operation in the file. */
typedef struct {
    feed_instruction *i;
    int warp, items, next, writes;    /* items of operands that are there; the next source to give; writes that are not stored */
    uint64_t from[TRACE_MAX_SOURCES]; /* the instruction before it that writes the source; 0: it is not read */
} unit_operation;

typedef struct {
    file_driver f;
    file_counts counts; /* the user's when it is closed */
    const feed_survey *s;
    const sm_unit_calls *calls;
    void *own;
    scoreboard *board;
    /* Of each register of a place, by instructions' numbers: who writes it last of those that were issued, and whose value the file has. 0: nobody; a
     * value that the trace does not tell. */
    uint64_t *writer, *holds;
    unit_operation operation[UNIT_OPERATIONS];
    int taking[WF_FILE_PORTS]; /* the operation that is issued in several items; -1: none */
    int item[FILE_IDS];        /* whose operands they are */
    struct {
        int operation, reg;
    } store[FILE_IDS];
    struct {
        int operation;
        const feed_write *write;
    } result[UNIT_RESULTS];
    int first, results; /* ring */
    int release[WF_FILE_WARPS], releases, releasing;
    bool moved, issued[WF_FILE_PORTS]; /* issued: in the last cycle the scheduler was asked for an instruction */
} sm_unit;

/* With the design's Verilog beside the model; NULL: without. */
void unit_open(sm_unit *u, const design *d, const feed_survey *s, const sm_unit_calls *calls, void *own, scoreboard *board,
               verilog *beside);
void unit_close(sm_unit *u);
/* In the call `issue`: the scheduler's port takes the instruction as this operation. */
void unit_issue(sm_unit *u, int scheduler, int operation, int warp, feed_instruction *i);
/* Its results have come. */
void unit_result(sm_unit *u, int operation);
/* The warp in this place has ended, and is released. */
void unit_end(sm_unit *u, int warp);
/* The next warp in this place has written nothing. */
void unit_forget(sm_unit *u, int warp);
void unit_cycle(sm_unit *u);
/* So many cycles at once in which nothing is given to it. False, and nothing changes, if anything may happen in them. */
bool unit_rest(sm_unit *u, uint64_t cycles);

#endif
