/* SPDX-License-Identifier: Apache-2.0
 *
 * share.h - a part of a whole. NAN, which tables show as a dash, where there is no whole. */
#ifndef WF_SHARE_H
#define WF_SHARE_H

#include <math.h>

static inline double share_of(double part, double whole)
{
    return whole > 0 ? part / whole : (double)NAN;
}

static inline double percent_of(double part, double whole)
{
    return 100 * share_of(part, whole);
}

/* The same in a sentence, which has no dash. */
static inline double percent_or_0(double part, double whole)
{
    return whole > 0 ? percent_of(part, whole) : 0;
}

#endif
