/* SPDX-License-Identifier: Apache-2.0
 *
 * bench.h - what every bench does, whatever the simulator and the unit. A driver a stream shows the inputs of a cycle; models in
 * steps of a cycle know the outputs; a monitor compares each bit that counts, and tells the specifications what moved. Idle cycles,
 * bursts, back-pressure, resets in mid-stream. */
#ifndef WF_BENCH_H
#define WF_BENCH_H

#include "traffic.h"

/* One cycle, in the records of gen/layout.h. */
typedef struct {
    bool reset; /* drive rst_ni low */
    uint32_t *in;
    uint32_t *x;           /* bits of `in` that may be anything: x where there is an x */
    uint32_t *want, *care; /* outputs; a bit is compared where `care` is 1 */
} bench_cycle;

typedef struct bench bench;

bench *bench_new(const design *d, bench_kind kind, stimuli *s, uint64_t seed);
void bench_free(bench *b);
const bench_layout *bench_layout_in(const bench *b);
const traffic *bench_traffic(const bench *b);
unsigned long long bench_resets(const bench *b);

/* The next cycle. Its contents are valid until the next call. */
const bench_cycle *bench_next(bench *b);
/* What the outputs were in that cycle, to the specifications; the first complaint, or NULL. */
const char *bench_watch(bench *b, const uint32_t *out);
/* Transactions that the specifications were told of. */
unsigned long long bench_told(const bench *b);

/* First word that differs between got and want under care, or -1. */
int bench_compare(const uint32_t *got, const uint32_t *want, const uint32_t *care, int words);

#endif
