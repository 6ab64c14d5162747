/* SPDX-License-Identifier: Apache-2.0
 *
 * liberty_sound.h - which cells the tools can take: those whose functions are of their own pins and states, with a delay from each input. */
#ifndef WF_LIBERTY_SOUND_H
#define WF_LIBERTY_SOUND_H

#include "liberty.h"
#include "liberty_tree.h"

/* Is each function of the cell one of its pins and of the states of `state` (its ff or latch group; NULL: it has none), and has that group what Yosys
 * must find in it? */
bool liberty_is_sound(const liberty_cell *cell, const lib_node *state);
/* Has each output of a gate a delay from each input of its function? Without it ABC fails. */
bool liberty_is_timed(const liberty_cell *cell, const lib_node *node);

#endif
