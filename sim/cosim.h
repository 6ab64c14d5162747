/* SPDX-License-Identifier: Apache-2.0
 *
 * cosim.h - compares a design with the golden model, in Verilator and in Icarus. Other folders call this. */
#ifndef WF_COSIM_H
#define WF_COSIM_H

#include "cosim_options.h"

/* Runs the chosen simulators on all benches. Adds the results to DIR/cosim.json and writes DIR/activity_{enc,dec}.txt from the traces.
 * On a mismatch, dies (1) and tells its place and the command that shows it again. */
void cosim_run(const design *d, const char *dir, const cosim_options *o);

/* How many blocks this simulator encodes: those asked for, if it is the fastest that runs; beside a faster one the same share of its own default, at
 * least 20 and at most that default. */
unsigned long long cosim_vectors(const cosim_options *o, int sim);

#endif
