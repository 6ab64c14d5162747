/* SPDX-License-Identifier: Apache-2.0
 *
 * bestof.h - parameters and members, shared by the specification of bestof, which explains them, and its fast form. */
#ifndef WF_BESTOF_H
#define WF_BESTOF_H

#include <stdbool.h>

#include "line.h"
#include "warpfold.h"

enum { MEMBERS, CHOOSE, SAVE, TAG, OWN }; /* OWN: from here on the members' parameters */
enum { BY_BURSTS, BY_BYTES };             /* choose */
enum { LINEBDI, FPC, CPACK, BPC, COUNT }; /* the members */
enum { HEAD_WHICH = 4 };                  /* where the member's number is in the head */

static inline bool is_member(const wf_config *c, int k)
{
    return c->param[MEMBERS] >> k & 1;
}

/* Bits of a member's number, which is k + 1; 0 is raw. */
static inline int which_bits(const wf_config *c)
{
    return is_member(c, BPC) ? 3 : 2;
}

/* Is the encoding in the head of the line? */
static inline bool has_head(const wf_config *c)
{
    return c->param[TAG] == LINE_HEAD;
}

/* The member that is looked at as the i-th: a later one must have less. By bursts the faster decoder comes first. */
static inline int member_at(const wf_config *c, int i)
{
    return c->param[CHOOSE] == BY_BURSTS && i != BPC ? CPACK - i : i;
}

/* What counts of a code of `bits` bits: its bursts, or its bytes. */
static inline int cost_of(const wf_config *c, int bits)
{
    return c->param[CHOOSE] == BY_BURSTS ? line_bursts(bits) : (bits + 7) / 8;
}

/* The member that stores raw lines. */
static inline int first_member(const wf_config *c)
{
    int k = 0;
    while (!is_member(c, k))
        k++;
    return k;
}

#endif
