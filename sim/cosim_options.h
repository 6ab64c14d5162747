/* SPDX-License-Identifier: Apache-2.0
 *
 * cosim_options.h - the options of co-simulation, and whether a design takes them. */
#ifndef WF_COSIM_OPTIONS_H
#define WF_COSIM_OPTIONS_H

#include "../gen/design.h"

typedef enum { SIM_VERILATOR, SIM_ICARUS, SIM_GATES, SIMS } simulator;
extern const char *const simulator_names[];

typedef struct {
    bool run[SIMS];
    unsigned long long vectors; /* encoded blocks in the fastest simulator that runs (cosim_vectors); 0: each its own default */
    unsigned long long seed;
    char *const *traces;
    int trace_count;
    const char *rtl; /* a folder with other rtl files than DIR/rtl (mutation); NULL: DIR/rtl */
    bool wave;
    unsigned long long wave_cycles; /* how many from the start */
    bool checks;                    /* in Verilator, bind the design's checks too */
    bool edited;                    /* accept RTL that is not what gen wrote */
} cosim_options;

/* Dies (2) of what cosim_run would not take, before anything is changed: traces, --rtl, netlists. */
void cosim_check(const design *d, const char *dir, const cosim_options *o);

#endif
