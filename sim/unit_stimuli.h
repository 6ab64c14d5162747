/* SPDX-License-Identifier: Apache-2.0
 *
 * unit_stimuli.h - the inputs that the bench gives a unit that is not a codec. The stimuli of a unit are the function
 * unit_stimuli_NAME in sim/NAME_stimuli.c: first every small case, then seeded random inputs with the structures that the unit looks
 * for, then random bits. A unit without that file gets random bits. */
#ifndef WF_UNIT_STIMULI_H
#define WF_UNIT_STIMULI_H

#include "../base/random.h"
#include "stimuli.h"

/* Writes the n-th input, the fields of the first stream. `s` gives register values. */
typedef void unit_stimuli(const design *d, stimuli *s, rng *r, unsigned long long n, uint32_t *in);
unit_stimuli unit_stimuli_next;

/* The word at which each field begins. */
void input_words(const design *d, int *at);
/* The number of the field of this name, or -1. */
int input_index(const design *d, const char *name);
/* Copies `bits` bits of `from` to v, from bit `at` on. */
void put_field(uint32_t *v, int at, const uint32_t *from, int bits);
/* Random bits, 0 above a field's width. */
void any_bits(const design *d, rng *r, uint32_t *in);

#endif
