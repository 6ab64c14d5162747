/* SPDX-License-Identifier: Apache-2.0
 *
 * activity.h - switching activity of a codec's inputs on traces. */
#ifndef WF_ACTIVITY_H
#define WF_ACTIVITY_H

#include "../gen/design.h"

/* Writes DIR/activity_{enc,dec}.txt: lines "port bit toggles_per_cycle probability_of_one", at one operand a cycle. Bits of a storage
 * unit that is not read keep their value, as a bank's output does. */
void activity_write(const design *d, const char *dir, char *const *traces, int trace_count);

#endif
