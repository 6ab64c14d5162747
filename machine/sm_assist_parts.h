/* SPDX-License-Identifier: Apache-2.0
 *
 * sm_assist_parts.h - the code of routines, as the jobs of an SM (sm_assist.h) see it: which event asks for which routine, where it stands in the controller's store, and what
 * step of its path an instruction is. */
#ifndef WF_SM_ASSIST_PARTS_H
#define WF_SM_ASSIST_PARTS_H

#include "sm_assist.h"

void assist_add_decompressing(sm_assist *a, const routine_set *s);
void assist_add_compressing(sm_assist *a, const routine_set *s);
/* Routines stand one behind the other, by their events. */
int assist_base(const sm_assist *a, int event);
void assist_load_routine(sm_assist *a, int event, bool high);
const routine_store *assist_store(const sm_assist *a);
/* Where the controller stops until it is told where to go on: behind a branch; and of low priority, if the machine says so, behind loads, since what follows would stand in the low part,
 * which is in order, until they are there, and hold up all other routines. */
bool assist_stops(const sm_assist *a, routine_code c, bool high);
const routine_path *assist_path(const sm_assist *a, const helper_job *j);
int assist_event(const sm_assist *a, const helper_job *j);
int assist_address(const sm_assist *a, const helper_job *j, int step);
/* The instructions must be those of the path. */
void assist_check_word(const sm_assist *a, const helper_job *j, const helper_word *w);

#endif
