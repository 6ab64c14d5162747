/* SPDX-License-Identifier: Apache-2.0
 *
 * sm_assist_parts.h - what the files of sm_assist.h share. sm_assist.c has the way of a job, whatever it is of, and sm_assist_kill.c its end before its time; sm_assist_code.c where its code
 * stands in the controller's store. Two kinds of jobs: lines, sm_assist_lines.c, and events, sm_assist_events.c. */
#ifndef WF_SM_ASSIST_PARTS_H
#define WF_SM_ASSIST_PARTS_H

#include "sm_assist.h"

/* What a job is of. */
typedef struct assist_kind {
    /* The instruction with this number is issued, as this operation of the SM; dies unless it is the one that comes next. */
    void (*issue)(sm_assist *a, helper_job *j, int number, int operation);
    /* Behind a branch or a load: the number of the one that comes next. */
    int (*next)(const sm_assist *a, const helper_job *j);
    /* It is over. `cut`: it has more instructions than the controller gives one instance. */
    void (*done)(sm_assist *a, helper_job *j, bool cut);
    /* The controller has dropped its trigger, for this reason. */
    void (*dropped)(sm_assist *a, helper_job *j, int reason);
    /* Its time is over: HELPER_WAITS, it was not triggered; HELPER_KILLED, it was. */
    void (*late)(sm_assist *a, helper_job *j);
    /* Is it worth nothing any more, whatever the time? */
    bool (*over)(const sm_assist *a, const helper_job *j);
} assist_kind;

/* ---- jobs ---- */

/* One of the warp that waits for its trigger; one must be free. */
helper_job *assist_new_job(sm_assist *a, const assist_kind *kind, int warp, int event, bool high);
int assist_number(const sm_assist *a, const helper_job *j);
/* Its registers are free, and its warp may leave. */
void assist_end_job(sm_assist *a, helper_job *j);
/* One that waits for its trigger does so no more. */
void assist_leave_list(sm_assist *a, int at);
void assist_watch_time(sm_assist *a);
/* All that the controller had of the warp is gone, and what was not issued is not. */
void assist_killed(sm_assist *a);

/* ---- code ---- */

/* Routines stand one behind the other, by their events. */
void assist_add_code(sm_assist *a, routine_store *store, int number);
int assist_base(const sm_assist *a, int event);
void assist_load_routine(sm_assist *a, int event, bool high);
const routine *assist_routine(const sm_assist *a, int event);
/* Of a job's routine: the store of its code; the number there of the instruction at an address of the controller's, and back. */
routine_store *assist_store(const sm_assist *a, const helper_job *j);
int assist_number_at(const sm_assist *a, const helper_job *j, int address);
int assist_address(const sm_assist *a, const helper_job *j, int number);
/* Where the controller stops until it is told where to go on: behind a branch; and of low priority, if the machine says so, behind loads, since what follows would stand in the low part,
 * which is in order, until they are there, and hold up all other routines. */
bool assist_stops(const sm_assist *a, routine_code c, bool high);

/* ---- lines ---- */

/* Adds the code of their routines; returns how many decompress, which come first. */
int assist_open_lines(sm_assist *a);
/* What the memory has for them. */
void assist_take_lines(sm_assist *a);

#endif
