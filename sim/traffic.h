/* SPDX-License-Identifier: Apache-2.0
 *
 * traffic.h - the transactions of a bench, from a seed, and their expected results. Encoders get stimuli (stimuli.h). Decoders get the
 * codes that the encoders made, with the bits of unused storage units scrambled, and now and then random bits. A decoder must return
 * the block that went into the encoder, not what a decoder's model says. A unit that is no codec has an environment (environment.h). */
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
    int class;        /* of the code, as class_names of a codec has them; 0 of any other unit */
} transaction;

typedef struct traffic traffic;

/* array: several encoders or decoders share the stimuli. */
traffic *traffic_new(const design *d, bool array, stimuli *s, uint64_t seed);
void traffic_free(traffic *t);
/* From the start: encoders get values of the traces alone, decoders all codes of the encoders in order, and bits that are free keep their
 * value. */
void traffic_steady(traffic *t);
/* For an input stream of a module. */
transaction transaction_new(const bench_module *m, int stream);
void transaction_free(transaction *x);

/* The next transaction at an input stream of a module; for a stepped unit only its input. It stays invalid if the stream has none in this
 * cycle. */
void traffic_next(traffic *t, const bench_module *m, int stream, transaction *x);
/* True if another code would replace one that the decoder has not got yet. */
bool traffic_full(const traffic *t);
/* A transaction moved at a stream of a unit that is no codec: its environment sees it. */
void traffic_saw(traffic *t, int stream, const uint32_t *fields);
/* May the unit's environment take what is offered at this output stream, in this cycle? */
bool traffic_takes(const traffic *t, int stream);
/* From now on the environment of a unit fills it, or no longer. */
void traffic_fill(traffic *t, bool fill);
/* The modules are in reset: what was in flight is lost. */
void traffic_reset(traffic *t);
/* So many cycles of an encoder and a decoder were lost. If every case counts, these cases come again. */
void traffic_lost(traffic *t, unsigned cycles);

/* Counts: inputs of encoders or of the unit; codes that went into decoders; blocks of each class; words or segments under a pattern, NAN
 * if the configuration does not have it. */
unsigned long long traffic_encoded(const traffic *t);
unsigned long long traffic_decoded(const traffic *t);
unsigned long long traffic_class(const traffic *t, int class);
double traffic_pattern(const traffic *t, int pattern);

#endif
