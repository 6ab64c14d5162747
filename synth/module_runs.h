/* SPDX-License-Identifier: Apache-2.0
 *
 * module_runs.h - runs of a tool, one for each module of a unit, on all cores. What a tool has made of the same input is taken from the user's cache (kept.h). */
#ifndef WF_SYNTH_MODULE_RUNS_H
#define WF_SYNTH_MODULE_RUNS_H

#include "job.h"

enum { RUN_FILES = 3 };

/* Files of a module are told by their suffixes. `what` is given to the two functions. */
typedef struct {
    const char *tool, *name;
    const char *inputs[RUN_FILES + 1], *out;
    const char *libraries[RUN_FILES + 1]; /* files of the working folder */
    /* Makes the inputs; returns false where there is nothing to do. */
    bool (*write)(const void *what, int module, char *const inputs[]);
    void (*script)(const void *what, char *const inputs[], const char *out, text *script);
} module_run;

/* UNIT.mMODULE.SUFFIX. */
char *module_file(const synth_unit *u, int module, const char *suffix);
/* Leaves the outputs in the working folder. Dies (1) if a tool fails, or makes none; its log stays in DIR/syn then. */
void module_runs(const synth_unit *u, const module_run *run, const void *what, int count);
/* At the end: the cache keeps what was used last. */
void module_runs_trim(void);

#endif
