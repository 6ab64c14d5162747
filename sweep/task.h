/* SPDX-License-Identifier: Apache-2.0
 *
 * task.h - the work of a sweep. A point's figures come from its modules, each synthesised by itself, and from its traces: their
 * statistics, or their run in a machine. Points share
 * this work where they can: an encoder does not depend on the decoder's ranks, a ratio on no library. So a task is done once, for all
 * points that need it. */
#ifndef WF_SWEEP_TASK_H
#define WF_SWEEP_TASK_H

#include "../base/store.h"
#include "plan.h"

#define TASK_TRACES "traces"
#define TASK_TIME "time"
/* Of the parts of a point that are not modules. */
enum { TASK_STEPS = 2 };
/* Is this part a module, which is synthesised? */
bool task_is_module(const char *part);

typedef struct {
    char key[HASH_DIGITS + 1]; /* the hash of all that makes the result */
    int point;                 /* the first that needs it */
    const char *part;          /* a module's name, or a step: TASK_TRACES, TASK_TIME */
} sweep_task;

/* The output of a task's process that found its figures there. */
#define TASK_WAS_DONE "done by another sweep"

enum { TASK_PARTS = DESIGN_MODULES + TASK_STEPS };

typedef struct {
    sweep_task *all;
    int count;
    int (*of)[TASK_PARTS + 1]; /* by point: its tasks, ended by -1 */
} sweep_tasks;

/* Writes each design to a scratch folder, for its Verilog is part of the keys. */
void tasks_find(sweep_tasks *t, const sweep_plan *plan);

/* Does one task and stores its figures. False: another program has done it meanwhile. One tool at a time. Dies (1) if `key` is not what makes
 * it any more. */
bool task_make(const sweep_plan *plan, int point, const char *part, const char *key, const store *s);

#endif
