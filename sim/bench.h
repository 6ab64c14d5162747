/* SPDX-License-Identifier: Apache-2.0
 *
 * bench.h - what every bench does, whatever the simulator and the room: it makes the inputs of a cycle and knows the
 * outputs that the cycle must show. Encoder and decoder ports run side by side: idle cycles, bursts, resets in
 * mid-stream; decoders get the encoders' codes with the disabled units scrambled, and codes of random bits. A block that
 * is no codec stands at the encoder's place. */
#ifndef WF_BENCH_H
#define WF_BENCH_H

#include "../gen/emit.h"
#include "stimuli.h"

/* Records of all ports, in the word layout of gen/emit.h. A bit is compared where `care` is 1. */
typedef struct {
    bool reset;                         /* drive rst_ni low */
    uint32_t *enc_i, *dec_i;
    uint32_t *dec_x;                    /* bits of dec_i in switched-off units: anything, x where there is an x */
    uint32_t *enc_want, *enc_care;
    uint32_t *dec_want, *dec_care;
} bench_cycle;

typedef struct bench bench;

/* array: the arrays of K encoders and M decoders for P requesters; else one unit each. */
bench *bench_new(const design *d, bool array, stimuli *s, uint64_t seed);
void bench_free(bench *b);
int bench_encs(const bench *b);     /* encoder ports */
int bench_ports(const bench *b);    /* decoder ports */

/* The next cycle. Its contents are valid until the next call. */
const bench_cycle *bench_next(bench *b);

/* Valid inputs of encoders or of the block, codes that went into decoders, and encoded blocks of each class so far. */
unsigned long long bench_encoded(const bench *b);
unsigned long long bench_decoded(const bench *b);
unsigned long long bench_class(const bench *b, int class);
/* Words or segments under a pattern of the room's; NAN where the configuration does not have it. */
double bench_pattern(const bench *b, int pattern);
unsigned long long bench_resets(const bench *b);

/* First word that differs between got and want under care, or -1. */
int bench_compare(const uint32_t *got, const uint32_t *want, const uint32_t *care, int words);

#endif
