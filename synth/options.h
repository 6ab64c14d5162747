/* SPDX-License-Identifier: Apache-2.0
 *
 * options.h - the options of synthesis. */
#ifndef WF_SYNTH_OPTIONS_H
#define WF_SYNTH_OPTIONS_H

#include <stdbool.h>

#include "../base/text.h"

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
    bool timed;                     /* with parts: longest paths into the modules, their areas and power, of one netlist */
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

#endif
