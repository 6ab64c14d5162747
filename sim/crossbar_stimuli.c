/* SPDX-License-Identifier: Apache-2.0
 *
 * crossbar_stimuli - inputs that the bench gives the unit crossbar. */
#include "unit_stimuli.h"

#include <string.h>

/* First every enable and every choice of inputs, if there are few, with one bit set; then random registers. */
bool unit_stimuli_crossbar(const design *d, stimuli *s, rng *r, int stream, unsigned long long n, uint32_t *in)
{
    const wf_stream *w = &d->streams.stream[stream];
    int en = input_index(w, "en"), from = input_index(w, "from"), data = input_index(w, "data"), at[WF_MAX_FIELDS];
    int data_bits = w->field[data].bits, control = w->field[en].bits + w->field[from].bits;
    input_words(w, at);
    any_bits(w, r, in);
    if (control <= 8 && n < ((unsigned long long)data_bits << control)) {
        uint32_t c = (uint32_t)(n & (((unsigned)1 << control) - 1)), bit = (uint32_t)(n >> control);
        put_field(in + at[en], 0, &c, w->field[en].bits);
        c >>= w->field[en].bits;
        put_field(in + at[from], 0, &c, w->field[from].bits);
        memset(in + at[data], 0, sizeof *in * (size_t)((data_bits + 31) / 32));
        in[at[data] + bit / 32] |= (uint32_t)1 << bit % 32;
        return true;
    }
    if (n % 2)
        for (int p = 0; 32 * p * d->config.lanes < data_bits; p++) {
            stimulus x;
            stimuli_next(s, &x);
            memcpy(in + at[data] + p * d->config.lanes, x.block, sizeof *in * (size_t)d->config.lanes);
        }
    return true;
}
