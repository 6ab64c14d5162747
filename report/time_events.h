/* SPDX-License-Identifier: Apache-2.0
 *
 * time_events.h - what events did that trigger routines (docs/events.md): on the terminal, and as flat figures. */
#ifndef WF_TIME_EVENTS_H
#define WF_TIME_EVENTS_H

#include "../base/metrics.h"
#include "../machine/timing.h"

/* Lines of a run; slots: those of all schedulers of SMs with work. alone: no other routines run, so what all routines ask of registers is told here. */
void time_events_print(const timing_result *r, double slots, bool alone);
void time_events_put(const timing_result *r, const char *prefix, metrics *out);

#endif
