/* SPDX-License-Identifier: Apache-2.0
 *
 * step_options.h - the flags of co-simulation and of synthesis: argp children for the subcommands that do these steps. */
#ifndef WF_STEP_OPTIONS_H
#define WF_STEP_OPTIONS_H

#include <argp.h>

#include "../sim/cosim.h"
#include "../synth/synth.h"

enum { STEP_MAX_TRACES = 64 };

typedef struct {
    cosim_options o;
    char *traces[STEP_MAX_TRACES]; /* what o.traces points to */
} cosim_args;

/* --sim, --vectors, --seed, --trace, --rtl, --wave, --wave-cycles, --edited; the input is a cosim_args. */
const struct argp *cosim_argp(void);
/* --liberty, --clock-ns, --effort, --driver, --load-ff, --clock-gate, --module, --wires, --curve, --fpga; the input is a synth_options. */
const struct argp *synth_argp(void);

#endif
