/* SPDX-License-Identifier: Apache-2.0
 *
 * values.h - lists of values, "a|b|c". */
#ifndef WF_VALUES_H
#define WF_VALUES_H

#include "../base/text.h"

/* The i-th of "a|b|c" to `out`. */
void value_add(text *out, const char *values, int i);

#endif
