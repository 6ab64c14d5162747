/* SPDX-License-Identifier: Apache-2.0
 *
 * timing.h - when the copies of a module under test take transactions, and when they show the results. */
#ifndef WF_TIMING_H
#define WF_TIMING_H

#include "../gen/layout.h"

typedef struct timing timing;

timing *timing_new(const design *d, const bench_module *m, bench_kind kind);
void timing_free(timing *t);
void timing_reset(timing *t);
/* True if what waits at an input must stay there until it is taken. */
bool timing_holds(const timing *t);
/* Ready of every copy, once a cycle. It depends on the state alone, but for arbitrated copies, where it also depends on which are
 * valid. */
void timing_ready(timing *t, const bool *valid, bool *ready);
/* The result that copy j shows; `taken`: that of what it takes in this cycle, or NULL. */
const uint32_t *timing_shown(const timing *t, int j, const uint32_t *taken);
/* The clock's edge of copy j; `given`: its output's other side was ready. */
void timing_clock(timing *t, int j, const uint32_t *taken, bool given);

#endif
