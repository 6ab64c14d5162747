/* SPDX-License-Identifier: Apache-2.0
 *
 * rounds.h - maps the modules in a unit, each by itself and within the whole: in rounds, in each of which ABC knows from OpenSTA's times of the round before when
 * the inputs of a module arrive, when its outputs are needed, and what they drive. */
#ifndef WF_SYNTH_ROUNDS_H
#define WF_SYNTH_ROUNDS_H

#include "modular.h"

/* Leaves UNIT.timed.v of the best round, of which ABC has proven the logic of each module, and the same in *n. Dies (1) if a tool fails, or a module
 * is not equivalent to its logic. */
void rounds_run(const synth_unit *u, modular *n);

#endif
