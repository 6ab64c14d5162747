/* SPDX-License-Identifier: Apache-2.0
 *
 * clock.h - time in seconds. */
#ifndef WF_CLOCK_H
#define WF_CLOCK_H

#include <time.h>

static inline double clock_read(clockid_t clock)
{
    struct timespec t;
    clock_gettime(clock, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* Seconds since a fixed moment in the past, on a clock that only goes forward. */
static inline double clock_seconds(void)
{
    return clock_read(CLOCK_MONOTONIC);
}

/* Seconds of processor time that this process has had. */
static inline double clock_processor_seconds(void)
{
    return clock_read(CLOCK_PROCESS_CPUTIME_ID);
}

#endif
