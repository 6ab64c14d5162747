/* SPDX-License-Identifier: Apache-2.0
 *
 * time_study.h - the runs of studies in time (docs/papers/studies.def): a trace on a machine, by a line of words.
 *
 *     "NAME"                                the machine with its own banked file
 *     "NAME FILE enc-latency=4"             with the register file FILE, at its defaults but for a parameter
 *     "NAME FILE plain"                     with its plain form
 *     "NAME CACHE preset=24k"               with the cache of vectors CACHE in place of L1, and a parameter of it
 *     "NAME l2.fill=off dram.bus=2"         with other parameters of the machine
 *     "NAME compression.at=l2 codec=UNIT"   with another codec of lines than the first one; memory's contents are in the file beside the trace */
#ifndef WF_TIME_STUDY_H
#define WF_TIME_STUDY_H

#include "../stats/study_runs.h"

typedef struct {
    const char *beside; /* parameters of the machine for all runs; NULL: none */
} time_study;

/* Its own is a time_study. Dies (2) if a run is not of the trace. */
study_timer time_study_timer(time_study *t);

/* Counts a study in time, and its means under other orders of blocks and other schedulers. */
void time_study_spread(study_result *r, const study *s, study_runs *runs);

#endif
