/* SPDX-License-Identifier: Apache-2.0
 *
 * stimuli_lines.h - random cache lines with the structures that line codecs look for. */
#ifndef WF_STIMULI_LINES_H
#define WF_STIMULI_LINES_H

#include "../base/random.h"
#include "stimuli.h"

/* A random line for the design. Now and then one bit breaks the structure, or the line must be stored raw. */
void line_stimulus(const design *d, rng *r, stimulus *out);

#endif
