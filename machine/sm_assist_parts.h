/* SPDX-License-Identifier: Apache-2.0
 *
 * sm_assist_parts.h - the code of routines, as the jobs of an SM (sm_assist.h) see it: which event asks for which routine, where it stands in the controller's store, and what
 * step of its path an instruction is; and jobs that come to nothing. */
#ifndef WF_SM_ASSIST_PARTS_H
#define WF_SM_ASSIST_PARTS_H

#include "sm_assist.h"

void assist_add_decompressing(sm_assist *a, const routine_set *s);
void assist_add_compressing(sm_assist *a, const routine_set *s);
/* Routines stand one behind the other, by their events. */
int assist_base(const sm_assist *a, int event);
void assist_load_routine(sm_assist *a, int event, bool high);
/* The routine of an event of the controller; the store of those of lines. */
const routine *assist_routine(const sm_assist *a, int event);
const routine_store *assist_store(const sm_assist *a);
void assist_add_code(sm_assist *a, routine_store *store, int number);
/* A job of the warp that waits for its trigger; one must be free. */
helper_job *assist_new_job(sm_assist *a, int warp, int event, bool high);
int assist_number(const sm_assist *a, const helper_job *j);
/* Its registers are free, and its warp may leave. */
void assist_end_job(sm_assist *a, helper_job *j);
/* One that waits for its trigger does so no more. */
void assist_leave_list(sm_assist *a, int at);
/* It comes to nothing: a line of stores goes out as it is. */
void assist_give_up(sm_assist *a, const helper_job *j, mem_raw_reason why);
void assist_watch_time(sm_assist *a);
/* All that the controller had of the warp is gone, and what was not issued is not. */
void assist_killed(sm_assist *a);
/* Where the controller stops until it is told where to go on: behind a branch; and of low priority, if the machine says so, behind loads, since what follows would stand in the low part,
 * which is in order, until they are there, and hold up all other routines. */
bool assist_stops(const sm_assist *a, routine_code c, bool high);
const routine_path *assist_path(const sm_assist *a, const helper_job *j);
int assist_event(const sm_assist *a, int path);
/* Where a step stands in the controller's store: of a line one of its path, of an event one of its own store. */
int assist_address(const sm_assist *a, const helper_job *j, int step);
/* The instructions must be those of the path. */
void assist_check_word(const sm_assist *a, const helper_job *j, const helper_word *w);

#endif
