/* SPDX-License-Identifier: Apache-2.0
 *
 * stimuli.h - the blocks that the benches feed: a corner table, seeded random of several value structures, traces. */
#ifndef WF_STIMULI_H
#define WF_STIMULI_H

#include "../gen/design.h"

typedef struct {
    uint32_t block[WF_MAX_WORDS];
    uint32_t mask[WF_MASK_WORDS];
    bool raw_only;
    const char *kind;   /* what it is: the corner's or the structure's name, or "trace" */
} stimulus;

typedef struct stimuli stimuli;

/* Stimuli of a design. The traces must have the design's lanes: dies (2) otherwise. */
stimuli *stimuli_new(const design *d, uint64_t seed, char *const *traces, int trace_count);
/* The next one: in turn a corner (until all were given), a random one, and, with traces, a record of a trace. Lanes are words
 * of block_bits / lanes bits; a trace's values are cut to them, or stand in their low half. */
void stimuli_next(stimuli *s, stimulus *out);
/* The next register record of the traces only, going round; false without traces. */
bool stimuli_next_trace(stimuli *s, stimulus *out);
/* Corners in the table of this design, and how many of them were given. */
unsigned long long stimuli_corners(const stimuli *s);
unsigned long long stimuli_corners_given(const stimuli *s);
/* The corners are every block under every mask (designs of a few bits): they come first, each once. */
bool stimuli_every(const stimuli *s);
/* Gives the last `count` corners again: they were lost in a reset. */
void stimuli_again(stimuli *s, unsigned count);
void stimuli_free(stimuli *s);

#endif
