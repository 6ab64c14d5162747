/* SPDX-License-Identifier: Apache-2.0
 *
 * pace.h - when a bench resets its modules, leaves inputs idle and blocks outputs. Everything follows from the cycle's number and random
 * numbers. A unit with state lives long: it has a stretch of LIFE cycles without a reset, and early in the run its outputs are held, when it is
 * full. */
#ifndef WF_PACE_H
#define WF_PACE_H

#include "../base/random.h"
#include "../gen/layout.h"

enum { LIFE = 1 << 18 };   /* cycles in which a counter of 16 bits overflows, even if it does not count in every cycle */
enum { PACE_COMMON = -1 }; /* a stream's own pace: as often as all are */

typedef struct {
    rng *rng;
    bool lives_long;                                 /* a unit with state */
    bool steady;                                     /* bench_steady */
    unsigned long long cycle, resets, life, longest; /* life: cycles since the last reset */
    bool reset;                                      /* in this cycle */
    int reset_left;                                  /* cycles of reset that are still to come */
    int valid, ready;                                /* how often inputs are valid, and outputs ready */
    bool fill;                                       /* what is around the unit should fill it (environment.h) */
    int hold;                                        /* 0, or the number of the hold that this cycle is in, from 1 on */
} pace;

pace pace_new(rng *random, bool lives_long);
/* Chooses for the next cycle. */
void pace_next(pace *p);
/* Now and then gives a stream a pace of its own, down to none at all. */
void pace_own(const pace *p, int *own);
/* Is an input valid in this cycle, if there is one; is an output ready? `own`: the stream's own pace. */
bool pace_valid(const pace *p, int own);
bool pace_ready(const pace *p, const bench_module *m, int stream, int own);
/* The cycles until all of it has been: the holds, and a whole life. */
unsigned long long pace_cycles(const pace *p);

#endif
