/* SPDX-License-Identifier: Apache-2.0
 *
 * unit_stimuli.h - the inputs that the bench gives a unit that is no codec. A unit's own stimuli stand in sim/NAME_stimuli.c, as the
 * function unit_stimuli_NAME: every small case first, then seeded random ones with the structures that the unit looks for, then any
 * bits. A unit without that file gets any bits. */
#ifndef WF_UNIT_STIMULI_H
#define WF_UNIT_STIMULI_H

#include "../base/random.h"
#include "stimuli.h"

/* The n-th inputs: the fields of the first stream. `s`: where register values come from. */
typedef void unit_stimuli(const design *d, stimuli *s, rng *r, unsigned long long n, uint32_t *in);
unit_stimuli unit_stimuli_next;

/* Word at which each field begins. */
void input_words(const design *d, int *at);
/* Number of the field of this name, or -1. */
int input_index(const design *d, const char *name);
/* `bits` of `from` to bit `at` of v on. */
void put_field(uint32_t *v, int at, const uint32_t *from, int bits);
/* Any bits at all, none above a field's width. */
void any_bits(const design *d, rng *r, uint32_t *in);

#endif
