/* SPDX-License-Identifier: Apache-2.0
 *
 * values.h - lists of values, "a|b|c". */
#ifndef WF_VALUES_H
#define WF_VALUES_H

#include "../base/text.h"

/* Is `word` (length n) the i-th of "a|b|c"? Returns i, or -1. */
int value_index(const char *values, const char *word, size_t n);
/* How many there are. */
int value_count(const char *values);
/* The i-th of "a|b|c" to `out`. */
void value_add(text *out, const char *values, int i);

#endif
