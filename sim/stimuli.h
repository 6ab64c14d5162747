/* SPDX-License-Identifier: Apache-2.0
 *
 * stimuli.h - the blocks that the benches feed: a table of corners, seeded random values of several structures, traces. */
#ifndef WF_STIMULI_H
#define WF_STIMULI_H

#include "../gen/design.h"

typedef struct {
    uint32_t block[WF_MAX_WORDS];
    uint32_t mask[WF_MASK_WORDS];
    bool raw_only;
    const char *kind; /* name of the corner or of the structure, or "trace" */
} stimulus;

typedef struct stimuli stimuli;

/* Stimuli for a design. Dies (2) if a trace does not have the design's lanes. */
stimuli *stimuli_new(const design *d, uint64_t seed, char *const *traces, int trace_count);
/* The next stimulus: in turn a corner (until all have been given), a random block and, if there are traces, a record of a trace. A lane
 * has block_bits / lanes bits. A trace's values are cut to that, or fill the low half. */
void stimuli_next(stimuli *s, stimulus *out);
/* How many values the traces have. Dies (2) unless they can be read to their ends, are of the design's width and have one for it. */
unsigned long long stimuli_check_traces(const design *d, char *const *traces, int trace_count);
/* From here on stimuli_next gives records of the traces alone, if there are any. */
void stimuli_only_traces(stimuli *s);
/* Of each trace only some values, in proportion to how many it has, so that all together are `values`, at most 1e9: evenly spaced stretches of 64
 * successive ones. If the traces have no more than that, all of them. To be called before the first value is taken. */
void stimuli_share(stimuli *s, unsigned long long values);
/* The next register record of the traces, which start again at their end; false without traces. */
bool stimuli_next_trace(stimuli *s, stimulus *out);
/* How many corners of the design's table have been given. */
unsigned long long stimuli_corners_given(const stimuli *s);
/* True if the corners are every block under every mask, as in designs of a few bits. They then come first, each once. */
bool stimuli_every(const stimuli *s);
/* Gives the last `count` corners again, because a reset lost them. */
void stimuli_again(stimuli *s, unsigned count);
void stimuli_free(stimuli *s);

#endif
