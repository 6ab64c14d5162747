/* SPDX-License-Identifier: Apache-2.0
 *
 * warpfold cosim DIR [--sim S] [--vectors N] [--seed S] [--trace FILE ...] [--wave] - a design against the model. */
#include <argp.h>
#include <stdlib.h>
#include <string.h>

#include "../base/msg.h"
#include "../base/text.h"
#include "../sim/cosim.h"
#include "commands.h"

enum { MAX_TRACES = 64 };

typedef struct {
    cosim_options o;
    const char *dir;
    char *traces[MAX_TRACES];
} arguments;

static const struct argp_option options[] = {
    {"sim", 's', "SIM", 0, "verilator, icarus, gates (the netlist of `warpfold synth` in Icarus) or all; default verilator "
     "and icarus", 0},
    {"vectors", 'n', "N", 0, "blocks to encode in each simulator (default 200000, 2000, 20)", 0},
    {"seed", 'S', "N", 0, "seed of the stimuli (default 1)", 0},
    {"trace", 't', "FILE", 0, "feed this trace too; may be repeated", 0},
    {"rtl", 'r', "FOLDER", 0, "take the unit's files from here instead of DIR/rtl (to try faults)", 0},
    {"wave", 'w', NULL, 0, "write DIR/tb/wave.fst and wave.gtkw (Verilator, unit)", 0},
    {0},
};

static void choose_sim(cosim_options *o, const char *name)
{
    for (int s = 0; s < SIMS; s++)
        if (strcmp(name, simulator_names[s]) == 0 || strcmp(name, "all") == 0)
            o->run[s] = true;
    if (!o->run[SIM_VERILATOR] && !o->run[SIM_ICARUS] && !o->run[SIM_GATES])
        die_usage("--sim %s: accepted are verilator, icarus, gates and all", name);
}

static error_t parse(int key, char *arg, struct argp_state *state)
{
    arguments *a = state->input;
    long long v;
    switch (key) {
    case 's':
        choose_sim(&a->o, arg);
        break;
    case 'n':
        if (!parse_int(arg, 1, 1000000000, &v))
            die_usage("--vectors %s: a whole number from 1 to 1000000000", arg);
        a->o.vectors = (unsigned long long)v;
        break;
    case 'S':
        if (!parse_int(arg, 0, INT64_MAX, &v))
            die_usage("--seed %s: a whole number from 0", arg);
        a->o.seed = (unsigned long long)v;
        break;
    case 't':
        if (a->o.trace_count == MAX_TRACES)
            die_usage("more than %d traces", MAX_TRACES);
        a->traces[a->o.trace_count++] = arg;
        break;
    case 'r':
        a->o.rtl = arg;
        break;
    case 'w':
        a->o.wave = true;
        break;
    case ARGP_KEY_ARG:
        if (a->dir)
            die_usage("cosim: one design at a time (%s and %s given)", a->dir, arg);
        a->dir = arg;
        break;
    default:
        return ARGP_ERR_UNKNOWN;
    }
    return 0;
}

int cmd_cosim(int argc, char **argv)
{
    static const struct argp argp = {options, parse, "DIR", "Simulate a design against the golden model, bit for bit.",
                                     NULL, NULL, NULL};
    arguments a = {.o = {.seed = 1}};
    argp_parse(&argp, argc, argv, 0, NULL, &a);
    if (a.dir == NULL)
        die_usage("cosim: no design given; `warpfold gen ... -o DIR` makes one");
    if (!a.o.run[SIM_VERILATOR] && !a.o.run[SIM_ICARUS] && !a.o.run[SIM_GATES])
        a.o.run[SIM_VERILATOR] = a.o.run[SIM_ICARUS] = true;
    a.o.traces = a.traces;
    design d;
    design_load(&d, a.dir);
    cosim_run(&d, a.dir, &a.o);
    return 0;
}
