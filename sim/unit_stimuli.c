/* SPDX-License-Identifier: Apache-2.0 */
#include "unit_stimuli.h"

#include <string.h>

#define WF_UNIT(name) extern unit_stimuli unit_stimuli_##name __attribute__((weak));
#include "../units.def"
#undef WF_UNIT

void input_words(const wf_stream *w, int *at)
{
    int word = 0;
    for (int i = 0; i < w->count; i++) {
        at[i] = word;
        word += (w->field[i].bits + 31) / 32;
    }
}

int input_index(const wf_stream *w, const char *name)
{
    for (int i = 0; i < w->count; i++)
        if (strcmp(w->field[i].name, name) == 0)
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

void any_bits(const wf_stream *w, rng *r, uint32_t *in)
{
    for (int i = 0, word = 0; i < w->count; i++)
        for (int left = w->field[i].bits; left > 0; left -= 32) {
            uint32_t x = rng_word(r);
            in[word++] = left >= 32 ? x : x & (((uint32_t)1 << left) - 1);
        }
}

uint32_t unit_parameter(const design *d, const char *name)
{
    for (const wf_param *p = d->unit->params; p->name; p++)
        if (strcmp(p->name, name) == 0)
            return (uint32_t)d->config.param[p - d->unit->params];
    return 1;
}

void put_own_user(uint32_t *user, unsigned long long n, int bits)
{
    uint64_t own = n * 0x9e3779b97f4a7c15u;
    uint32_t halves[2] = {(uint32_t)own, (uint32_t)(own >> 32)};
    put_field(user, 0, halves, bits);
}

bool unit_stimuli_next(const design *d, stimuli *s, rng *r, int stream, unsigned long long n, uint32_t *in)
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
        if (makers[i].next && strcmp(makers[i].unit, d->unit->name) == 0)
            return makers[i].next(d, s, r, stream, n, in);
    any_bits(&d->streams.stream[stream], r, in);
    return true;
}
