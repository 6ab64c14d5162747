/* SPDX-License-Identifier: Apache-2.0 */
#include "pace.h"

enum { FIRST_RESET = 21 }; /* an early cycle, so that the shortest run has a reset in mid-stream too */
enum { FIRST_PAUSE = 40 }; /* an early cycle, from which inputs are idle and outputs blocked in half of the cycles for a while */
enum { CALM = 1 << 14 };   /* resets come in every second stretch of so many cycles: in the others a late answer shows */
enum { PACES = 8 };
/* Holds: outputs are not ready for HOLD cycles, more than 2^9, so that what counts them with 9 bits overflows. There are so many, from here on,
 * each so long after the one before. Before every second one the unit is filled for so many cycles. */
enum { HOLD = 600, HOLDS = 16, FIRST_HOLD = 1 << 10, HOLD_EVERY = 1 << 12, FILL = 64 };

pace pace_new(rng *random, bool lives_long)
{
    return (pace){.rng = random, .lives_long = lives_long, .reset_left = 2, .valid = PACES, .ready = PACES};
}

static bool chance(const pace *p, int of_eight)
{
    return rng_below(p->rng, PACES) < (unsigned)of_eight;
}

/* No reset comes. The first such stretch of a unit that lives long is longer by a life. */
static bool is_calm(const pace *p)
{
    unsigned long long n = p->cycle;
    if (p->lives_long && n >= CALM)
        n = n < CALM + LIFE ? CALM : n - LIFE;
    return n / CALM % 2;
}

static void next_hold(pace *p)
{
    unsigned long long n = p->cycle - FIRST_HOLD, number = 1 + n / HOLD_EVERY, at = n % HOLD_EVERY;
    bool holds = p->lives_long && p->cycle >= FIRST_HOLD && number <= HOLDS && at < FILL + HOLD;
    p->fill = holds && number % 2;
    p->hold = holds && at >= FILL ? (int)number : 0;
}

static void next_paces(pace *p)
{
    if (rng_below(p->rng, 64) == 0) {
        p->valid = rng_below(p->rng, 2) ? PACES : 1 + (int)rng_below(p->rng, PACES);
        p->ready = rng_below(p->rng, 2) ? PACES : (int)rng_below(p->rng, PACES); /* 0: blocked for a while */
    }
    if (p->cycle == FIRST_PAUSE)
        p->valid = p->ready = PACES / 2;
}

static void next_reset(pace *p)
{
    bool comes = rng_below(p->rng, 1024) == 0 && !is_calm(p) && !p->fill && !p->hold;
    if (comes || p->cycle == FIRST_RESET) {
        p->reset_left = 1 + (int)rng_below(p->rng, 3);
        p->resets++;
    }
}

void pace_next(pace *p)
{
    p->reset = p->reset_left > 0;
    if (p->reset) {
        p->reset_left--;
    } else if (!p->steady) {
        next_paces(p);
        next_hold(p);
        next_reset(p);
    }
    p->life = p->reset ? 0 : p->life + 1;
    p->longest = p->life > p->longest ? p->life : p->longest;
    p->cycle++;
}

void pace_own(const pace *p, int *own)
{
    if (!p->steady && rng_below(p->rng, 64) == 0)
        *own = rng_below(p->rng, 2) ? PACE_COMMON : (int)rng_below(p->rng, PACES + 1);
}

static int of_stream(int own, int common)
{
    return own == PACE_COMMON ? common : own;
}

bool pace_valid(const pace *p, int own)
{
    return chance(p, p->fill || p->hold ? PACES : of_stream(own, p->valid));
}

/* A full unit has all outputs held, another one a single output, each in turn. */
static bool is_held(const pace *p, const bench_module *m, int stream)
{
    int outputs = 0, number = 0;
    for (int s = 0; s < m->streams.count; s++) {
        bool output = m->streams.stream[s].output && m->in[s] >= 0;
        number += output && s < stream;
        outputs += output;
    }
    return p->hold && (p->fill || p->hold / 2 % outputs == number);
}

bool pace_ready(const pace *p, const bench_module *m, int stream, int own)
{
    return !is_held(p, m, stream) && chance(p, p->fill ? PACES : of_stream(own, p->ready));
}

unsigned long long pace_cycles(const pace *p)
{
    return p->lives_long ? CALM + LIFE : 0;
}
