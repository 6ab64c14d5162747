/* SPDX-License-Identifier: Apache-2.0
 *
 * fold.h - Verilog in lines of a width that every editor and review shows. */
#ifndef WF_FOLD_H
#define WF_FOLD_H

#include "../base/text.h"

enum { FOLD_WIDTH = 120 };

/* Adds Verilog with each line that is longer than FOLD_WIDTH folded. */
void fold_verilog(const char *source, text *out);

#endif
