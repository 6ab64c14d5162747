/* SPDX-License-Identifier: Apache-2.0
 *
 * time_figure_parts.h - what the figures of a machine are made of: columns, each a value of one of the runs of a trace. */
#ifndef WF_TIME_FIGURE_PARTS_H
#define WF_TIME_FIGURE_PARTS_H

#include "time_result.h"

/* A figure of a run; of its activity, or entry of the event map, of number n. */
typedef double time_value(const timing_result *r);
typedef double time_value_of(const timing_result *r, int n);

/* A column: which run, 0 is that with the machine's own parameters, N the Nth other one; and what of it. */
typedef struct {
    const char *id, *label;
    time_value *value;
    time_value_of *of; /* neither: column n of the energies of a cache of vectors */
    int n, run, bar, colour, decimals;
    enum {
        ALONE,
        FASTER,
        FASTER_THAN_PLAIN,
        OF_PLAIN,
        OF_FIRST
    } than;     /* in per cent: more than in run 0, or than with the plain form; of what that has; of what run 0 has */
    bool plain; /* of the run with the plain form */
} time_column;

typedef struct {
    const time_result *r;
    study *s;
    time_column columns[STUDY_MAX_COLUMNS];
    int count;
} time_making;

void time_add(time_making *m, time_column c);
/* "with_2_busy", "with 2". */
void time_add_with(time_making *m, int run, const char *id, const char *label, time_column c);
/* The notes tell what each run has other. */
void time_note_with(time_making *m);

/* A figure: its columns, bars and notes. false: these runs have not got it. */
typedef bool time_make(time_making *m);
time_make time_make_rate, time_make_slots, time_make_memory, time_make_faster, time_make_busy, time_make_energy, time_make_events;
time_make time_make_lines, time_make_helpers;
time_make time_make_cache_speed, time_make_cache_traffic, time_make_cache_events, time_make_cache_energy;

time_value time_cycles, time_slots /* of all schedulers of SMs with work */;

#endif
