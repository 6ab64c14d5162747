/* SPDX-License-Identifier: Apache-2.0
 *
 * delays.h - when the inputs of logic arrive, when its outputs are needed and what they drive, for ABC. Its mapper `map` reads the times from BLIF (`read_blif -n`).
 * What sizes gates has all inputs at time 0 and one load for all outputs; so there late inputs, early outputs and loads are cells that delay or load by
 * fixed amounts. ABC never changes them, since no other cell has their functions, and modular_map takes them out.
 *
 *     .input_arrival a 300 300          ->   .gate wf_delay14 A=a .. Y=a~late      14 steps
 *     .output_required y 400 400        ->   .gate wf_delay9 A=y .. Y=y~early      that much before the end
 *     a load of 24 fF at y              ->   .gate wf_delay102 A=y .. Y=y~load */
#ifndef WF_SYNTH_DELAYS_H
#define WF_SYNTH_DELAYS_H

#include "blif.h"

/* When values leave flip-flops, and must be at them, from the start of a cycle on. */
typedef struct {
    double launch_ns, capture_ns;
} delays_clock;

/* Of a net into logic or out of it. */
typedef struct {
    const char *net;
    double arrival, required; /* ns; NAN: not known, or no matter */
    double load_ff;           /* NAN: not known */
    bool port;                /* of the module, not of its flip-flops */
    UT_hash_handle hh, by_net;
} net_times;

/* The library with the cells that delay and load. */
void delays_library(const synth_job *job, const char *library, text *out);
/* The lines of BLIF that `map` reads, in steps. Inputs come first in `times`, outputs follow. */
void delays_lines(const synth_job *job, const delays_clock *clock, const net_times *times, int inputs, int outputs, text *out);
/* The model of mapped logic with cells that delay and load. Outputs that no gate drives are left out. */
void delays_insert(const synth_job *job, const delays_clock *clock, net_times *times, int inputs, int outputs, const blif_names *gates,
                   text *out);
bool delays_is_cell(const char *type);

#endif
