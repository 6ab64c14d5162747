/* SPDX-License-Identifier: Apache-2.0
 *
 * study_figures.h - the figures that a study counts of traces, a set for each of its runs, and the value of a column. */
#ifndef WF_STUDY_FIGURES_H
#define WF_STUDY_FIGURES_H

#include "study.h"

typedef struct {
    metrics runs[STUDY_MAX_RUNS];
} study_figures;

/* Of traces together, or of one in time, all of so many lanes. A run that has no design for this width has no figures. */
void study_figures_count(const study *s, int lanes, const char *const *paths, int count, const study_timer *timer, study_figures *f);
/* NAN: the figures do not tell it. */
double study_figures_term(const study_figures *f, const study_term *t);
/* Of the terms that they tell; NAN: none. */
double study_figures_sum(const study_figures *f, const study_term *terms);
double study_figures_value(const study_figures *f, const study *s, const study_column *c);

#endif
