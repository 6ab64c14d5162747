/* SPDX-License-Identifier: Apache-2.0
 *
 * synth.h - area, delay and power of a design: Yosys, ABC and OpenSTA on the emitted Verilog. docs/figures.md explains each
 * figure. */
#ifndef WF_SYNTH_H
#define WF_SYNTH_H

#include "../base/metrics.h"
#include "../gen/design_modules.h"
#include "options.h"

/* Dies (2) of a library, cell or module that synth_run would not take, before anything is changed. */
void synth_check(const design *d, const synth_options *options);
/* Synthesises the units of the design in folder dir. Writes dir/synth.json and dir/syn/, keeps the figures (results.h) and prints a table. Dies (2) as synth_check
 * does, (1) if a tool fails or a netlist is not equivalent to its RTL. False, with a note, if a unit does not meet the clock. */
bool synth_run(const design *d, const char *dir, const synth_options *options);
/* The modules that the options ask for. Each can be synthesised by itself, with its name in options.module. Returns what is wrong,
 * malloc'd, if the unit has no such module; NULL: nothing. */
char *synth_modules(const design *d, const synth_options *options, design_modules *out);
/* Adds to `out` what the figures of such a module depend on, but for library, options and tools: its Verilog, with that of the modules
 * in it, without comments. The design is in folder dir. */
void synth_means(const design *d, const char *dir, const design_module *module, text *out);
/* Adds the figures of the array, from those of its modules. */
void synth_array(const design *d, metrics *m);
/* The path of the library. */
char *synth_library(const synth_options *options);
/* The versions of Yosys, ABC and OpenSTA as these print them. Dies (1) if one is missing. */
char *synth_tools(void);

#endif
