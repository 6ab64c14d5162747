/* SPDX-License-Identifier: Apache-2.0
 *
 * The environment of compare. */
#include "../environment.h"

#include <stdlib.h>
#include <string.h>

#include "../fields.h"

/* The register values and masks that an encoder gets. */
static bool next(void *env, int stream, uint32_t *in, rng *r)
{
    blind *b = env;
    const design *d = b->design;
    const wf_stream *w = &d->streams.stream[stream];
    stimulus x;
    int mask = field_at(w, "mask"), block = field_at(w, "block");
    (void)r;
    stimuli_next(b->values, &x);
    if (mask >= 0)
        memcpy(in + mask, x.mask, sizeof *in * (size_t)((d->config.lanes + 31) / 32));
    memcpy(in + block, x.block, sizeof *in * (size_t)d->config.lanes);
    return true;
}

const environment environment_compare = {.open = blind_open, .close = arena_free, .next = next};
