/* SPDX-License-Identifier: Apache-2.0
 *
 * warpfold synth DIR - area, delay and power of an emitted design. */
#include <argp.h>
#include <string.h>

#include "../base/msg.h"
#include "../synth/synth.h"
#include "commands.h"

typedef struct {
    const char *dir;
    synth_options o;
} arguments;

static const struct argp_option options[] = {
    {"liberty", 'l', "FILE", 0, "standard-cell library (default: Debian's qflow-tech-osu018)", 0},
    {"clock-ns", 'c', "T", 0, "clock period in ns (default: 40 FO4 delays of the library)", 0},
    {"effort", 'e', "0..2", 0, "how many recipes are tried: one, a handful (default), the full search", 0},
    {"driver", 'd', "CELL", 0, "cell that drives every input (default: a buffer of twice the smallest drive)", 0},
    {"load-ff", 'f', "F", 0, "load on every output in fF (default: two smallest inverters)", 0},
    {"clock-gate", 'g', "auto|off", 0, "use the library's clock gate for register ranks, or enable multiplexers", 0},
    {"unit", 'u', "enc|dec|move|all", 0, "synthesise one unit only", 0},
    {0},
};

static double positive(const char *option, const char *arg)
{
    double v;
    if (!parse_double(arg, &v) || v <= 0)
        die_usage("synth: %s %s: a number above 0 is expected", option, arg);
    return v;
}

static error_t parse(int key, char *arg, struct argp_state *state)
{
    arguments *a = state->input;
    long long n;

    if (key == 'l') {
        a->o.liberty = arg;
    } else if (key == 'c') {
        a->o.clock_ns = positive("--clock-ns", arg);
    } else if (key == 'e') {
        if (!parse_int(arg, 0, 2, &n))
            die_usage("synth: --effort %s: accepted are 0, 1 and 2", arg);
        a->o.effort = (int)n;
    } else if (key == 'd') {
        a->o.driver = arg;
    } else if (key == 'f') {
        a->o.load_ff = positive("--load-ff", arg);
    } else if (key == 'g') {
        if (strcmp(arg, "auto") != 0 && strcmp(arg, "off") != 0)
            die_usage("synth: --clock-gate %s: accepted are auto and off", arg);
        a->o.clock_gate = strcmp(arg, "auto") == 0;
    } else if (key == 'u') {
        if (strcmp(arg, "enc") != 0 && strcmp(arg, "dec") != 0 && strcmp(arg, "move") != 0 && strcmp(arg, "all") != 0)
            die_usage("synth: --unit %s: accepted are enc, dec, move and all", arg);
        a->o.unit = arg;
    } else if (key == ARGP_KEY_ARG) {
        if (a->dir)
            die_usage("synth: one folder is expected, not %s too", arg);
        a->dir = arg;
    } else {
        return ARGP_ERR_UNKNOWN;
    }
    return 0;
}

int cmd_synth(int argc, char **argv)
{
    const struct argp argp = {options, parse, "DIR",
                              "Synthesise the design in DIR (made by warpfold gen) with Yosys and ABC, time it and "
                              "measure its power with OpenSTA; writes DIR/synth.json and DIR/syn/.", NULL, NULL, NULL};
    arguments a = {.o = synth_defaults};
    design d;

    argp_parse(&argp, argc, argv, 0, NULL, &a);
    if (a.dir == NULL)
        die_usage("synth: no folder; give one that warpfold gen has made");
    design_load(&d, a.dir);
    synth_run(&d, a.dir, &a.o);
    return 0;
}
