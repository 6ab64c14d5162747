/* SPDX-License-Identifier: Apache-2.0
 *
 * parts.h - the area of each module of a unit: `warpfold synth --parts`. docs/figures.md tells how it is mapped. */
#ifndef WF_SYNTH_PARTS_H
#define WF_SYNTH_PARTS_H

#include "job.h"

/* Maps each module in the unit by itself, once. Sets the figures of the unit and of the modules directly in it, and adds to the table a tree of
 * all that have a percent of the area. Dies (1) if Yosys fails. */
void parts_unit(const synth_unit *u, metrics *m, text *table);

#endif
