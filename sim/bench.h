/* SPDX-License-Identifier: Apache-2.0
 *
 * bench.h - what every bench does, for every simulator and every unit. A driver for each stream gives the inputs of a cycle. Stepped
 * models give the outputs. A monitor compares each bit that counts and tells the specifications what moved. There are idle cycles,
 * bursts, back-pressure and resets in mid-stream. */
#ifndef WF_BENCH_H
#define WF_BENCH_H

#include "traffic.h"

/* One cycle, in the records of gen/layout.h. */
typedef struct {
    bool reset; /* drive rst_ni low */
    uint32_t *in;
    uint32_t *x;           /* bits of `in` that may be anything: x, if the simulator has x */
    uint32_t *idle;        /* fields of inputs that are not valid, which may be x too */
    uint32_t *want, *care; /* outputs; a bit is compared where `care` is 1 */
} bench_cycle;

typedef struct bench bench;

bench *bench_new(const design *d, bench_kind kind, stimuli *s, uint64_t seed);
void bench_free(bench *b);
/* From the start, for figures of power: values of the traces alone, in every cycle that takes one; every output is ready; codes go to the
 * decoder in order; bits and inputs that nothing drives keep their value; no reset but the first. */
void bench_steady(bench *b);
/* From the next cycle on no input is valid. */
void bench_pause(bench *b);
/* The class (transaction.class) of what a module took in the last cycle; -1: it took nothing. */
int bench_took(const bench *b, int module);
const bench_layout *bench_layout_in(const bench *b);
const traffic *bench_traffic(const bench *b);
unsigned long long bench_resets(const bench *b);
/* The most cycles in a row without a reset. */
unsigned long long bench_longest(const bench *b);
/* How many cycles a run needs to have the whole life of a unit with state (pace.h); 0: this one has none. */
unsigned long long bench_cycles(const bench *b);

/* The next cycle. Its contents are valid until the next call. */
const bench_cycle *bench_next(bench *b);
/* Gives the outputs of that cycle to the specifications. Returns the first complaint, or NULL. */
const char *bench_watch(bench *b, const uint32_t *out);
/* How many transactions the specifications were told of. */
unsigned long long bench_told(const bench *b);

/* The first word in which got and want differ in a bit of care, or -1. */
int bench_compare(const uint32_t *got, const uint32_t *want, const uint32_t *care, int words);

#endif
