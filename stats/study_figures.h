/* SPDX-License-Identifier: Apache-2.0
 *
 * study_figures.h - the figures of a study's runs, and the value of a column. */
#ifndef WF_STUDY_FIGURES_H
#define WF_STUDY_FIGURES_H

#include "study_runs.h"

typedef struct {
    const metrics *runs[STUDY_MAX_RUNS];
} study_figures;

/* Of a trace; of all together behind the last. */
study_figures study_figures_of(const study *s, const study_runs *r, int trace);
/* NAN: the figures do not tell it. */
double study_figures_term(const study_figures *f, const study_term *t);
/* Of the terms that they tell; NAN: none. */
double study_figures_sum(const study_figures *f, const study_term *terms);
double study_figures_value(const study_figures *f, const study *s, const study_column *c);

#endif
