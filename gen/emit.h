/* SPDX-License-Identifier: Apache-2.0
 *
 * emit.h - writes a design to its folder: DIR/{rtl,sv,tb,syn,example}, DIR/NAME.core, DIR/manifest.json. */
#ifndef WF_EMIT_H
#define WF_EMIT_H

#include "design.h"

/* Writes the design to dir. dir must not exist, or be empty, or hold this design already. It is complete or does not appear at all.
 * `aside`: a folder of another design, or of another version of this program, is renamed first, to DIR.old or the like. Dies (2) if the
 * folder holds something else, or RTL that was edited and not `force`; (1) if it cannot be written. */
void emit_design(const design *d, const char *dir, bool force, bool aside);
/* The first bench that it then has for users, below its folder; NULL: it has none. */
char *emit_example_path(const design *d);

#endif
