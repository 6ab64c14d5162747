/* SPDX-License-Identifier: Apache-2.0
 *
 * clock.h - time in seconds. */
#ifndef WF_CLOCK_H
#define WF_CLOCK_H

#include <time.h>

/* Seconds since a fixed moment in the past, on a clock that only goes forward. */
static inline double clock_seconds(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

#endif
