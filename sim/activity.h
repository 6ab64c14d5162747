/* SPDX-License-Identifier: Apache-2.0
 *
 * activity.h - switching activity of a codec's inputs on traces. */
#ifndef WF_ACTIVITY_H
#define WF_ACTIVITY_H

#include "../gen/design.h"

/* DIR/activity_{enc,dec}.txt: lines "port bit toggles_per_cycle probability_of_one" at one operand a cycle. A disabled unit's bits
 * stay as they were, as a bank not read does. */
void activity_write(const design *d, const char *dir, char *const *traces, int trace_count);

#endif
