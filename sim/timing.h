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
/* Finds ready of every copy; call it once a cycle. Ready depends on the state alone, except for arbitrated copies: there it also depends
 * on which are valid. */
void timing_ready(timing *t, const bool *valid, bool *ready);
/* The result at the output of copy j. `taken`: the result of the transaction that it takes in this cycle, or NULL. */
const uint32_t *timing_shown(const timing *t, int j, const uint32_t *taken);
/* The clock edge of copy j. `given`: the receiver of its output was ready. */
void timing_clock(timing *t, int j, const uint32_t *taken, bool given);

#endif
