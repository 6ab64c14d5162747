/* SPDX-License-Identifier: Apache-2.0
 *
 * fpga.h - figures on FPGAs: what Yosys maps a module to. docs/figures.md tells what is counted. */
#ifndef WF_SYNTH_FPGA_H
#define WF_SYNTH_FPGA_H

#include "job.h"

/* Maps the whole module of a unit, its memories too, and sets its figures on each family. Dies (1) if Yosys fails. */
void fpga_unit(const synth_unit *u, metrics *m);

#endif
