/* SPDX-License-Identifier: Apache-2.0
 *
 * traffic.h - what goes through the modules of a bench: seeded transactions, and what each must become. Encoders get stimuli
 * (stimuli.h). Decoders get the codes that the encoders made, with the bits of unused storage units scrambled, and now and then
 * random bits; they must return the block that went into the encoder, not what a decoder's model says. */
#ifndef WF_TRAFFIC_H
#define WF_TRAFFIC_H

#include "../base/random.h"
#include "../gen/layout.h"
#include "stimuli.h"

/* A transaction at an input of one copy of a module. */
typedef struct {
    bool valid;
    uint32_t *in;     /* the input's record: a word with valid, the fields */
    uint32_t *x;      /* bits of it that may be anything */
    uint32_t *result; /* the output's record, and then the bits of it that count */
} transaction;

typedef struct traffic traffic;

/* array: several encoders or decoders share the stimuli. */
traffic *traffic_new(const design *d, bool array, stimuli *s, uint64_t seed);
void traffic_free(traffic *t);
transaction transaction_new(const bench_module *m);
void transaction_free(transaction *x);

/* The next transaction of a module. Of a unit in steps only the input. */
void traffic_next(traffic *t, const bench_module *m, transaction *x);
/* Another code would push out one that the decoder still must get. */
bool traffic_full(const traffic *t);
/* A reset lost what was under way: where every case counts, it comes again. */
void traffic_lost(traffic *t, unsigned cycles);

/* Inputs of encoders, or of the unit; codes that went into decoders; blocks of each class; words or segments under a pattern, NAN
 * where the configuration does not have it. */
unsigned long long traffic_encoded(const traffic *t);
unsigned long long traffic_decoded(const traffic *t);
unsigned long long traffic_class(const traffic *t, int class);
double traffic_pattern(const traffic *t, int pattern);

#endif
