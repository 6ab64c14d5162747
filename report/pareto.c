/* SPDX-License-Identifier: Apache-2.0 */
#include "pareto.h"

#include <math.h>

static bool is_known(const double *p, int k)
{
    for (int j = 0; j < k; j++)
        if (isnan(p[j]))
            return false;
    return true;
}

/* Is a as good as b in all figures, and better in one? */
static bool beats(const double *a, const double *b, int k, const bool *more)
{
    bool better = false;
    for (int j = 0; j < k; j++) {
        if (more[j] ? a[j] < b[j] : a[j] > b[j])
            return false;
        better |= a[j] != b[j];
    }
    return better;
}

void pareto_front(const double *values, int n, int k, const bool *more, bool *front)
{
    for (int i = 0; i < n; i++) {
        const double *p = values + i * k;
        front[i] = is_known(p, k);
        for (int o = 0; o < n && front[i]; o++)
            front[i] = !is_known(values + o * k, k) || !beats(values + o * k, p, k, more);
    }
}
