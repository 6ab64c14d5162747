/* SPDX-License-Identifier: Apache-2.0
 *
 * bestof.h - parameters and members, shared by the specification of bestof, which explains them, and its fast form. */
#ifndef WF_BESTOF_H
#define WF_BESTOF_H

#include <stdbool.h>

#include "warpfold.h"

enum { MEMBERS, SAVE, OWN }; /* OWN: from here on the members' parameters */
enum { COUNT = 3, WHICH_BITS = 2 };

static inline bool is_member(const wf_config *c, int k)
{
    return c->param[MEMBERS] >> k & 1;
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
