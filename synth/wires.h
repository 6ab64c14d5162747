/* SPDX-License-Identifier: Apache-2.0
 *
 * wires.h - wires to first order, without a placer: `warpfold synth --wires`. docs/wires.md tells the model and how far off it is. */
#ifndef WF_SYNTH_WIRES_H
#define WF_SYNTH_WIRES_H

#include "job.h"

/* With --wires: the commands of unit.tcl that put wires on the nets, and print delay and power again; else a comment. */
char *wires_commands(const synth_unit *u, int cells);
/* Reads what they printed. Dies (1) if it is not there. */
void wires_read(synth_unit *u, const char *output);

#endif
