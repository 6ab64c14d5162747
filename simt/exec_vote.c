/* SPDX-License-Identifier: Apache-2.0
 *
 * exec_vote.c - votes: what the lanes of the group have in rs1, said to all of them (docs/kernels.md, "Votes"). */
#include <string.h>

#include "exec.h"

/* Bit i: lane i of the group has a value that is not 0. */
static void ballots_of(const simt_warp *w, const uint32_t *s, uint32_t *ballot)
{
    const int n = w->lanes;

    memset(ballot, 0, TRACE_MASK_WORDS * sizeof *ballot);
    for (int i = 0; i < n; i++)
        ballot[i / 32] |= (uint32_t)(s[i] != 0 && w->active[i]) << (i % 32);
}

void simt_exec_vote(const simt_op *op, const simt_warp *w, simt_result *r)
{
    const int n = w->lanes;
    uint32_t ballot[TRACE_MASK_WORDS], any = 0;
    bool all = true;

    ballots_of(w, w->registers + op->rs1 * w->lanes, ballot);
    for (int k = 0; k < TRACE_MASK_WORDS; k++) {
        any |= ballot[k];
        all &= ballot[k] == w->mask[k];
    }
    for (int i = 0; i < n; i++)
        r->out[i] = op->code == SIMT_VOTE_ALL ? all : op->code == SIMT_VOTE_ANY ? any != 0 : ballot[i / 32];
}
