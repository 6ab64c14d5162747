/* SPDX-License-Identifier: Apache-2.0
 *
 * time_result.h - a trace that a machine ran, as a table (docs/time.md). */
#ifndef WF_TIME_RESULT_H
#define WF_TIME_RESULT_H

#include "../machine/timing.h"

/* `base`: the same with the plain form of the register file; NULL: none. */
void time_print(const timing_result *r, const machine *m, const feed_survey *s, const timing_result *base);

#endif
