/* SPDX-License-Identifier: Apache-2.0
 *
 * schedule.h - the tasks of a sweep, several at a time. Each runs in a process of its own, which is this program again, so that none
 * takes the memory of another or ends the sweep. */
#ifndef WF_SWEEP_SCHEDULE_H
#define WF_SWEEP_SCHEDULE_H

#include "task.h"

typedef struct {
    int jobs;          /* tasks at a time; 0: as many as make's job server grants, or else one for each core */
    int share, shares; /* only the tasks of a share, from 1, of so many; shares 0: all */
    const char *logs;  /* folder of the logs of tasks that fail */
    const char *const *changes;
    int change_count;
} schedule_options;

typedef struct {
    int made, cached, failed; /* of the tasks: made by this program; there before, or made by another one; not made */
    double seconds;
} schedule_result;

/* Does all tasks whose figures the store lacks. One that fails does not stop the others. */
schedule_result schedule_run(const sweep_plan *plan, const sweep_tasks *tasks, const store *s, const schedule_options *o);

#endif
