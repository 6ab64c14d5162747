/* SPDX-License-Identifier: Apache-2.0
 *
 * cut_search.h - finds the cuts with which the encoder and the decoder meet a clock: a search of syntheses. */
#ifndef WF_CUT_SEARCH_H
#define WF_CUT_SEARCH_H

#include "../gen/design.h"
#include "synth.h"

/* Sets the cuts of a checked design: the fewest ranks with which each unit meets the clock of the options, and of the sets of so many cuts
 * the one with the least area, logic and registers. If none meets it, the set with the most slack. Each set is a design of its own in a
 * folder of `dir`; a folder with a result is not synthesised again while the Verilog, the library, the options and the tools are the same. Prints a table. Dies (2) if the cuts of the unit have no names, (1) if
 * a tool fails. */
void cut_search(design *d, const char *dir, const synth_options *options);

#endif
