/* SPDX-License-Identifier: Apache-2.0
 *
 * step.h - the file of figures of a step of the flow (cosim.json, synth.json, trace.json) never tells more than is true: while the step
 * runs, and where it failed, the file says so. */
#ifndef WF_STEP_H
#define WF_STEP_H

#include "metrics.h"

typedef struct {
    const char *name; /* cosim, synth, trace */
    char *path;
    metrics figures;
} step;

/* DIR/NAME.json with no figures; `keep`: with those of the run before, less what the caller removes. */
void step_begin(step *s, const char *dir, const char *name, bool keep);
/* The step is under way: from here on what it will measure again is void. */
void step_void(step *s);
/* All figures are there. */
void step_end(step *s);
/* What is in the figures stays; the file says why it is not all. */
void step_fail(step *s, const char *why);

#endif
