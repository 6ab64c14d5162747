/* SPDX-License-Identifier: Apache-2.0
 *
 * latches.h - designs that keep values in latches: the cells wf_hold and wf_gated (docs/cells.md). Each latch becomes the smallest one of the library, each
 * clock gate before 64 of them cells of the library. */
#ifndef WF_SYNTH_LATCHES_H
#define WF_SYNTH_LATCHES_H

#include "job.h"

/* Sets job->latched if the design in folder dir has latches. Dies (1) if the library has none. */
void latches_find(synth_job *job, const char *dir);
/* Writes what the commands below read into the working folder, and proves what takes the place of latches and of clock gates. Dies (1) if it
 * is another function. */
void latches_open(synth_job *job);
/* Yosys commands that map latches, and clock gates; "# no latches" if the design has none. */
char *latches_map(const synth_job *job);
char *latches_map_gates(const synth_job *job);
/* Commands of OpenSTA in `constrain`. */
char *latches_constrain(const synth_job *job, const char *clock);

#endif
