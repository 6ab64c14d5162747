/* SPDX-License-Identifier: Apache-2.0
 *
 * The environment of crossbar. */
#include "../environment.h"

#include <stdlib.h>
#include <string.h>

#include "../fields.h"

/* First every enable and every choice of inputs, if there are few, with one bit set; then random registers. */
static bool next(void *env, int stream, uint32_t *in, rng *r)
{
    blind *b = env;
    const design *d = b->design;
    unsigned long long n = b->given++;
    const wf_stream *w = &d->streams.stream[stream];
    int en = field_at(w, "en"), from = field_at(w, "from"), data = field_at(w, "data");
    int data_bits = field_bits(w, "data"), control = field_bits(w, "en") + field_bits(w, "from");
    random_fields(w, in, r);
    if (control <= 8 && n < ((unsigned long long)data_bits << control)) {
        uint32_t c = (uint32_t)(n & (((unsigned)1 << control) - 1)), bit = (uint32_t)(n >> control);
        field_put(in + en, 0, &c, field_bits(w, "en"));
        c >>= field_bits(w, "en");
        field_put(in + from, 0, &c, field_bits(w, "from"));
        memset(in + data, 0, sizeof *in * (size_t)((data_bits + 31) / 32));
        in[data + bit / 32] |= (uint32_t)1 << bit % 32;
        return true;
    }
    if (n % 2)
        for (int p = 0; 32 * p * d->config.lanes < data_bits; p++) {
            stimulus x;
            stimuli_next(b->values, &x);
            memcpy(in + data + p * d->config.lanes, x.block, sizeof *in * (size_t)d->config.lanes);
        }
    return true;
}

const environment environment_crossbar = {.open = blind_open, .close = arena_free, .next = next};
