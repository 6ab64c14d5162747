/* SPDX-License-Identifier: Apache-2.0
 *
 * unit_stimuli.h - the inputs that the bench gives a unit that is not a codec. The stimuli of a unit are the function
 * unit_stimuli_NAME in sim/NAME_stimuli.c: first every small case, then seeded random inputs with the structures that the unit looks
 * for, then random bits. A unit without that file gets random bits at each of its input streams. */
#ifndef WF_UNIT_STIMULI_H
#define WF_UNIT_STIMULI_H

#include "../base/random.h"
#include "stimuli.h"

/* Writes the fields of the next input at an input stream. `n` counts the inputs that the unit got before, at all of its streams. `s` gives
 * register values. Returns false if the stream has no input in this cycle. */
typedef bool unit_stimuli(const design *d, stimuli *s, rng *r, int stream, unsigned long long n, uint32_t *in);
unit_stimuli unit_stimuli_next;

/* The word at which each field of a stream begins. */
void input_words(const wf_stream *w, int *at);
/* The number of the field of this name, or -1. */
int input_index(const wf_stream *w, const char *name);
/* Copies `bits` bits of `from` to v, from bit `at` on. */
void put_field(uint32_t *v, int at, const uint32_t *from, int bits);
/* Random bits, 0 above a field's width. */
void any_bits(const wf_stream *w, rng *r, uint32_t *in);

/* The value of a parameter of the unit. */
uint32_t unit_parameter(const design *d, const char *name);
/* Writes to `user`, of so many bits, a number that no other of 2^bits inputs has. */
void put_own_user(uint32_t *user, unsigned long long n, int bits);

#endif
