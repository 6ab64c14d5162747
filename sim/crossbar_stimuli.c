/* SPDX-License-Identifier: Apache-2.0
 *
 * crossbar_stimuli - inputs that the bench gives the unit crossbar. */
#include "unit_stimuli.h"

#include <string.h>

/* First every enable and every choice of inputs, if there are few, with one bit set; then random registers. */
void unit_stimuli_crossbar(const design *d, stimuli *s, rng *r, unsigned long long n, uint32_t *in)
{
    int en = input_index(d, "en"), from = input_index(d, "from"), data = input_index(d, "data"), at[WF_MAX_FIELDS];
    int data_bits = d->streams.stream[0].field[data].bits,
        control = d->streams.stream[0].field[en].bits + d->streams.stream[0].field[from].bits;
    input_words(d, at);
    any_bits(d, r, in);
    if (control <= 8 && n < ((unsigned long long)data_bits << control)) {
        uint32_t c = (uint32_t)(n & (((unsigned)1 << control) - 1)), bit = (uint32_t)(n >> control);
        put_field(in + at[en], 0, &c, d->streams.stream[0].field[en].bits);
        c >>= d->streams.stream[0].field[en].bits;
        put_field(in + at[from], 0, &c, d->streams.stream[0].field[from].bits);
        memset(in + at[data], 0, sizeof *in * (size_t)((data_bits + 31) / 32));
        in[at[data] + bit / 32] |= (uint32_t)1 << bit % 32;
        return;
    }
    if (n % 2)
        for (int p = 0; 32 * p * d->config.lanes < data_bits; p++) {
            stimulus x;
            stimuli_next(s, &x);
            memcpy(in + at[data] + p * d->config.lanes, x.block, sizeof *in * (size_t)d->config.lanes);
        }
}
