/* SPDX-License-Identifier: Apache-2.0
 *
 * synth.h - area, delay and power of a design: Yosys, ABC and OpenSTA on the emitted Verilog. docs/figures.md explains each
 * figure. */
#ifndef WF_SYNTH_H
#define WF_SYNTH_H

#include "../base/metrics.h"
#include "../gen/design_modules.h"

enum { SYNTH_MAX_CORNERS = 15 };

typedef struct {
    const char *liberty;                    /* NULL: Debian's osu018 */
    const char *corners[SYNTH_MAX_CORNERS]; /* the same cells in other corners */
    int corner_count;
    bool wires;                     /* estimate wires too: */
    double wire_ff_um, utilisation; /* their capacitance; the share of a block that cells fill */
    double clock_ns;                /* 0: the default, SYNTH_CLOCK_FO4 FO4 delays of the library */
    int effort;                     /* 0..2: how many ABC recipes are tried */
    const char *driver;             /* cell that drives every input; NULL: found in the library */
    double load_ff;                 /* on every output; 0: found in the library */
    bool clock_gate;                /* use the library's integrated clock gate, if it has one */
    const char *module;             /* the name of one, or "all" */
    int curve;                      /* points of a curve of area against delay, at most; 0: no curve */
    bool fpga;                      /* FPGA figures too */
    bool parts;                     /* the areas of the modules in each unit instead, without a search */
    bool timed;                     /* with parts: longest paths into the modules, and their power */
    bool alone;                     /* read each module without the modules beside it, on which its figures then do not depend */
    bool edited;                    /* go on with RTL that is not what gen wrote */
    bool quiet;                     /* no table on standard output */
} synth_options;

#define SYNTH_CLOCK_FO4 40 /* default clock: the default pipeline meets it in every library, see docs/figures.md */

extern const synth_options synth_defaults;

/* Sets an option by its name on the command line: "liberty", "clock-ns", ... Returns what is wrong, malloc'd, or NULL. `value` stays the
 * caller's and must last. */
char *synth_set(synth_options *o, const char *name, const char *value);
/* The names that synth_set takes; ends with NULL. */
extern const char *const synth_option_names[];

/* What the options say of a module's figures, but for the library: clock, effort, driver, load, clock gate, wires. */
void synth_options_text(const synth_options *o, text *t);

/* Dies (2) of a library, cell or module that synth_run would not take, before anything is changed. */
void synth_check(const design *d, const synth_options *options);
/* Synthesises the units of the design in folder dir. Writes dir/synth.json and dir/syn/ and prints a table. Dies (2) as synth_check
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
/* The path of the library, malloc'd. */
char *synth_library(const synth_options *options);
/* The versions of Yosys, ABC and OpenSTA as these print them, malloc'd. Dies (1) if one is missing. */
char *synth_tools(void);

#endif
