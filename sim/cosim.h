/* SPDX-License-Identifier: Apache-2.0
 *
 * cosim.h - a design against the golden model, in Verilator and in Icarus: what the other folders call. */
#ifndef WF_COSIM_H
#define WF_COSIM_H

#include "../gen/design.h"

typedef enum { SIM_VERILATOR, SIM_ICARUS, SIM_GATES, SIMS } simulator;
extern const char *const simulator_names[];

typedef struct {
    bool run[SIMS];
    unsigned long long vectors; /* encoded blocks a simulator; 0: its own default */
    unsigned long long seed;
    char *const *traces;
    int trace_count;
    const char *rtl; /* a folder with other rtl files than DIR/rtl (mutation); NULL: DIR/rtl */
    bool wave;
    bool edited; /* go on with RTL that is not what gen wrote */
} cosim_options;

/* Runs the chosen simulators, units and arrays; writes DIR/cosim.json (adding to what is there) and, from the traces,
 * DIR/activity_{enc,dec}.txt. A mismatch: tells where and how to see it again, and dies (1). */
void cosim_run(const design *d, const char *dir, const cosim_options *o);

#endif
