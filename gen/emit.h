/* SPDX-License-Identifier: Apache-2.0
 *
 * emit.h - a design to its folder: DIR/{rtl,tb,syn}, DIR/NAME.core, DIR/manifest.json. */
#ifndef WF_EMIT_H
#define WF_EMIT_H

#include "design.h"

/* Writes the design to dir, which must not exist, be empty, or hold this very design already. The folder appears whole
 * or not at all. Dies (2) on a folder that holds something else, (1) if it cannot be written. */
void emit_design(const design *d, const char *dir);

#endif
