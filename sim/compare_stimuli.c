/* SPDX-License-Identifier: Apache-2.0
 *
 * compare_stimuli - inputs that the bench gives the unit compare. */
#include "unit_stimuli.h"

#include <string.h>

/* The register values and masks that an encoder gets. */
bool unit_stimuli_compare(const design *d, stimuli *s, rng *r, int stream, unsigned long long n, uint32_t *in)
{
    const wf_stream *w = &d->streams.stream[stream];
    stimulus x;
    int mask = input_index(w, "mask"), block = input_index(w, "block"), at[WF_MAX_FIELDS];
    (void)r, (void)n;
    input_words(w, at);
    stimuli_next(s, &x);
    if (mask >= 0)
        memcpy(in + at[mask], x.mask, sizeof *in * (size_t)((d->config.lanes + 31) / 32));
    memcpy(in + at[block], x.block, sizeof *in * (size_t)d->config.lanes);
    return true;
}
