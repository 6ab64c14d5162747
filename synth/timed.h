/* SPDX-License-Identifier: Apache-2.0
 *
 * timed.h - longest paths into, areas and power of the modules of a unit, all of one netlist: `warpfold synth --parts --timed`. docs/figures.md tells how it is
 * mapped. */
#ifndef WF_SYNTH_TIMED_H
#define WF_SYNTH_TIMED_H

#include "job.h"

/* Maps a unit with the boundaries of the modules directly in it (rounds.h). Leaves UNIT.timed.v, sets area, delay and power of the unit and of these
 * modules, and adds a table of them. Dies (1) if a tool fails. */
void timed_unit(const synth_unit *u, metrics *m, text *table);
/* timed_inputs.c: of each input, from the lines "@ input {PORT} LATEST" of timed.tcl, how late after the clock edge it may arrive. */
void timed_inputs(const synth_unit *u, const char *output, metrics *m, text *table);

#endif
