/* SPDX-License-Identifier: Apache-2.0
 *
 * environment.h - what surrounds a unit that is no codec: it gives the unit its inputs, and sees all that goes in and comes out. So it can answer
 * what the unit asks for, and keep to a protocol. The benches of all simulators run the same one.
 *
 * The environment of a unit is `const environment environment_NAME` in sim/env/NAME.c. A unit without one has that of its kind:
 * environment_register_file, or environment_memory of a cache that asks a memory (docs/systems.md). A unit of no such kind gets random bits at each of its input streams.
 *
 * Most units need inputs alone: first every small case, then seeded random ones with the structures that the unit looks for, then random
 * bits. Theirs is a `blind` with a function `next`. */
#ifndef WF_ENVIRONMENT_H
#define WF_ENVIRONMENT_H

#include "../base/random.h"
#include "stimuli.h"

/* What it does depends on the design, the values, the random numbers and what it saw. */
typedef struct {
    /* A new one, around a unit in the state after a reset. `values` gives register values or lines. */
    void *(*open)(const design *d, stimuli *values);
    void (*close)(void *env);
    /* The unit was reset: what was in flight is lost. NULL: it does not matter. */
    void (*reset)(void *env);
    /* From now on inputs are those that fill the unit: what it has entries for stays in it, so that all entries are in use when an input waits. Or no
     * longer. NULL: any inputs fill it. */
    void (*fill)(void *env, bool fill);
    /* A transaction moved at a stream, an input or an output, in the cycle that is over. `fields`: its fields, as in a record. NULL: it does not
     * look. */
    void (*saw)(void *env, int stream, const uint32_t *fields);
    /* Writes the fields of the next input at an input stream, which is free. Returns false if there is none in this cycle. What the unit asked for in a
     * cycle can be answered from the next one on. */
    bool (*next)(void *env, int stream, uint32_t *fields, rng *random);
    /* May what the unit offers at an output stream be taken in this cycle, whose inputs were given? NULL: always. */
    bool (*takes)(const void *env, int stream);
    bool no_values; /* it asks for no values, so a trace has nothing for it */
} environment;

/* That of a unit that is no codec. */
const environment *environment_of(const design *d);

/* An environment that does not look. */
typedef struct {
    const design *design;
    stimuli *values;
    unsigned long long given; /* inputs, at all streams */
    bool fill;                /* blind_fill */
} blind;
void *blind_open(const design *d, stimuli *values);
void blind_fill(void *env, bool fill);

/* Random bits in every field, 0 above a field's width. */
void random_fields(const wf_stream *w, uint32_t *fields, rng *random);
/* Writes to `user`, of so many bits, a number that no other of 2^bits inputs has. Bits from 64 on stay. */
void put_own_user(uint32_t *user, unsigned long long n, int bits);

#endif
