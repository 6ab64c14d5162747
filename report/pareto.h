/* SPDX-License-Identifier: Apache-2.0
 *
 * pareto.h - which of several points nobody beats. */
#ifndef WF_PARETO_H
#define WF_PARETO_H

#include <stdbool.h>

/* n points of k figures each, point i at values + i * k; `more[j]`: of figure j more is better, else less. A point is on the front if no
 * other point is as good in all figures and better in one. A point with a figure that is not known (NAN) is on no front and beats
 * nobody. */
void pareto_front(const double *values, int n, int k, const bool *more, bool *front);

#endif
