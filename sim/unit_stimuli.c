/* SPDX-License-Identifier: Apache-2.0 */
#include "unit_stimuli.h"

#include <string.h>

#define WF_UNIT(name) extern unit_stimuli unit_stimuli_##name __attribute__((weak));
#include "../units.def"
#undef WF_UNIT

/* The word at which each input begins. */
void input_words(const design *d, int *at)
{
    int word = 0;
    for (int i = 0; i < d->streams.stream[0].count; i++) {
        at[i] = word;
        word += (d->streams.stream[0].field[i].bits + 31) / 32;
    }
}

int input_index(const design *d, const char *name)
{
    for (int i = 0; i < d->streams.stream[0].count; i++)
        if (strcmp(d->streams.stream[0].field[i].name, name) == 0)
            return i;
    return -1;
}

void put_field(uint32_t *v, int at, const uint32_t *from, int bits)
{
    for (int i = 0; i < bits; i++) {
        uint32_t one = (uint32_t)1 << (at + i) % 32;
        v[(at + i) / 32] = (v[(at + i) / 32] & ~one) | ((from[i / 32] >> i % 32 & 1) ? one : 0);
    }
}

/* Random bits, 0 above a port's width. */
void any_bits(const design *d, rng *r, uint32_t *in)
{
    for (int i = 0, word = 0; i < d->streams.stream[0].count; i++)
        for (int left = d->streams.stream[0].field[i].bits; left > 0; left -= 32) {
            uint32_t x = rng_word(r);
            in[word++] = left >= 32 ? x : x & (((uint32_t)1 << left) - 1);
        }
}

void unit_stimuli_next(const design *d, stimuli *s, rng *r, unsigned long long n, uint32_t *in)
{
    static const struct {
        const char *unit;
        unit_stimuli *next;
    } makers[] = {
#define WF_UNIT(name) {#name, unit_stimuli_##name},
#include "../units.def"
#undef WF_UNIT
    };
    for (size_t i = 0; i < sizeof makers / sizeof *makers; i++)
        if (makers[i].next && strcmp(makers[i].unit, d->unit->name) == 0) {
            makers[i].next(d, s, r, n, in);
            return;
        }
    any_bits(d, r, in);
}
