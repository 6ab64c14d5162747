/* SPDX-License-Identifier: Apache-2.0
 *
 * power.h - the power of a synthesised design from the toggles of its netlists' nets on traces. docs/power.md explains the figures. */
#ifndef WF_POWER_H
#define WF_POWER_H

#include "../gen/design.h"

typedef struct {
    const char *liberty; /* the library that the design was synthesised with; NULL: Debian's osu018 */
    char *const *traces;
    int trace_count;
    unsigned long long vectors; /* values; 0: all of the traces, up to POWER_MOST_VALUES */
} power_options;

/* What is further from OpenSTA's power at the same activity is marked. */
#define POWER_AGREES 0.1

enum { POWER_MOST_VALUES = 20000, POWER_OWN_VALUES = 2000 };

/* Dies (2) of a unit whose power cannot be measured, or not without a trace. */
void power_check_unit(const design *d, int trace_count);
/* Dies (2) of what power_run would not take, before anything is changed. */
void power_check(const design *d, const char *dir, const power_options *o);
/* Simulates the netlists of DIR/syn, writes DIR/power.json and prints a table. Dies (2) as power_check does, (1) if a tool fails or a
 * netlist disagrees with the golden model. */
void power_run(const design *d, const char *dir, const power_options *o);

#endif
