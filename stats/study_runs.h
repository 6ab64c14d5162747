/* SPDX-License-Identifier: Apache-2.0
 *
 * study_runs.h - the runs that studies ask of traces, several at a time. Each is counted once, whichever studies ask for it. */
#ifndef WF_STUDY_RUNS_H
#define WF_STUDY_RUNS_H

#include "study.h"

typedef struct {
    const char *run;
    metrics *of;         /* figures of each trace; the last, of all together */
    bool each, together; /* which of these are counted */
} study_run;

struct study_runs {
    const char *const *paths; /* of traces of different names */
    int count, lanes;         /* lanes of all of them; 0: not known yet */
    const study_timer *timer; /* NULL: no run is in time */
    int jobs;                 /* runs at a time; 0: as many as there are cores for */
    study_run *runs;
    int run_count;
};

/* Counts what a study asks for and is not there: of each trace, and with `together` of all. A run that has no design for this width has no figures. */
void study_runs_count(study_runs *r, const study *s, bool together);
/* The figures of a run of a trace; of all together behind the last. */
const metrics *study_runs_of(const study_runs *r, const char *run, int path);

#endif
