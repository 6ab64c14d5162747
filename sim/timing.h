/* SPDX-License-Identifier: Apache-2.0
 *
 * timing.h - when the copies of a module under test take transactions, and when their results come out. */
#ifndef WF_TIMING_H
#define WF_TIMING_H

#include "../gen/layout.h"

typedef struct timing timing;

timing *timing_new(const design *d, const bench_module *m, bench_kind kind);
void timing_free(timing *t);
void timing_reset(timing *t);
/* True if a transaction that waits at an input must stay there until it is taken. */
bool timing_holds(const timing *t);
/* Finds ready of every copy; call it once a cycle. Ready depends on the state alone, except for copies that stall and arbitrated ones: there
 * it also depends on which receivers are ready (`given`) and which inputs are valid. Others do not look at these. */
void timing_ready(timing *t, const bool *valid, const bool *given, bool *ready);
/* The result at the output of copy j. `offered`: the result of the transaction at its input in this cycle, or NULL. */
const uint32_t *timing_shown(const timing *t, int j, const uint32_t *offered);
/* The clock edge of copy j. `taken`: the result of the transaction that it took, or NULL. `given`: the receiver of its output was ready. */
void timing_clock(timing *t, int j, const uint32_t *taken, bool given);

#endif
