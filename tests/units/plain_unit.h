/* SPDX-License-Identifier: Apache-2.0
 *
 * plain_unit.h - what stands around a plain unit that a test puts in the place of a real one, to show that the specification accepts it and notices
 * each of its mistakes: the specification, the environment, random numbers, and the mistake that is to be made. */
#ifndef WF_PLAIN_UNIT_H
#define WF_PLAIN_UNIT_H

#include "../../base/random.h"
#include "../../sim/environment.h"
#include "spec_checker.h"

enum { PLAIN_WARM_UP = 200 }; /* transactions before the first mistake */

typedef struct {
    checker *c;
    stimuli *stimuli;
    const environment *environment;
    void *around; /* its state */
    rng rng;
    unsigned long long moved; /* transactions */
    int fault;
    bool done; /* the fault has been made */
} plain_unit;

static plain_unit plain_unit_new(const char *unit, int lanes, const char *settings, uint64_t seed)
{
    plain_unit u = {.c = checker_new(unit, lanes, settings, BENCH_UNIT, 0), .rng = {seed}};
    u.stimuli = stimuli_new(&u.c->d, seed, NULL, 0);
    u.environment = environment_of(&u.c->d);
    u.around = u.environment->open(&u.c->d, u.stimuli);
    return u;
}

static void plain_unit_free(plain_unit *u)
{
    u->environment->close(u->around);
    stimuli_free(u->stimuli);
    checker_free(u->c);
}

static bool plain_sometimes(plain_unit *u, uint32_t one_of)
{
    return rng_below(&u->rng, one_of) == 0;
}

/* True if the fault is to be made now, one time of so many. It is made again and again, since what follows can hide one. */
static bool plain_strikes(plain_unit *u, int what, uint32_t one_of)
{
    if (u->fault != what || u->moved < PLAIN_WARM_UP || !plain_sometimes(u, one_of))
        return false;
    return u->done = true;
}

#endif
