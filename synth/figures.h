/* SPDX-License-Identifier: Apache-2.0
 *
 * figures.h - the results of a run as figures. */
#ifndef WF_SYNTH_FIGURES_H
#define WF_SYNTH_FIGURES_H

#include "job.h"

/* Of a unit and of the points of its curve. */
void figures_of_unit(const synth_unit *u, metrics *m);
void figures_of_curve(const synth_unit *u, metrics *m);
/* Of the run: library, clock, driver, load, tools. */
void figures_of_run(const synth_job *job, const char *path, const char *activity, metrics *m);

#endif
