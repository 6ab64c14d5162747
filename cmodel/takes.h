/* SPDX-License-Identifier: Apache-2.0
 *
 * takes.h - whether a configuration is one of the unit's, for fast forms. They have no time to read tables of parameters, so the `takes` of each
 * says once more which values those accept, and the rules between them; tests/units/test_entries.c holds it to wf_config_error. What is usual is
 * asked for first: an instruction or two a parameter. */
#ifndef WF_TAKES_H
#define WF_TAKES_H

#include "bits.h"
#include "warpfold.h"

#define USUALLY(x) __builtin_expect((x), 1)

/* A power of two from `first`, which is one, to `last`. */
INLINE bool is_power(int n, int usual, int first, int last)
{
    return USUALLY(n == usual) || (n >= first && n <= last && (n & (n - 1)) == 0);
}

/* `burst`: the other parameters go with a line of one burst, which has none to save. */
INLINE bool has_line(const wf_config *c, bool burst)
{
    return USUALLY(c->line_bytes == 64) || USUALLY(c->line_bytes == 128) || (c->line_bytes == WF_BURST_BYTES && burst);
}

INLINE bool has_lanes(const wf_config *c)
{
    return is_power(c->lanes, USUAL_LANES, WF_MIN_LANES, WF_MAX_LANES);
}

/* The values of several choices of two, ored: each of them is 0 or 1. */
INLINE bool are_flags(int ored)
{
    return USUALLY((unsigned)ored <= 1);
}

/* A set of some of `count` names. */
INLINE bool is_set(int set, int count)
{
    const int all = (1 << count) - 1;
    return USUALLY(set == all) || (set > 0 && set < all);
}

#endif
