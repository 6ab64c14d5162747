/* SPDX-License-Identifier: Apache-2.0
 *
 * block_stimuli.h - the inputs that the bench gives a block that is no codec: every small case first, then seeded random
 * ones with the structures that the block looks for, then any bits. */
#ifndef WF_BLOCK_STIMULI_H
#define WF_BLOCK_STIMULI_H

#include "../base/random.h"
#include "stimuli.h"

/* The n-th inputs, in the word layout of wf_block.eval. `s`: where register values come from. */
void block_stimuli_next(const design *d, stimuli *s, rng *r, unsigned long long n, uint32_t *in);

#endif
