/* SPDX-License-Identifier: Apache-2.0
 *
 * warpfold power DIR --trace FILE - the power of a synthesised design from the toggles of its netlists on traces. */
#include "../base/lock.h"
#include "../base/msg.h"
#include "../base/text.h"
#include "../synth/power.h"
#include "arguments.h"
#include "commands.h"
#include "step_options.h"

static const struct argp_option options[] = {
    {"trace", 't', "FILE", ARGUMENT_REPEATS, "the values that go through the netlists; may be repeated. A codec needs one", 0},
    {"liberty", 'l', "FILE", 0, "the library that the design was synthesised with (default: Debian's qflow-tech-osu018)", 0},
    {"vectors", 'n', "N", 0, "how many values, of each trace in proportion (default: all of the traces, up to 20000; 2000 without a trace)",
     0},
    {0},
};

typedef struct {
    power_options power;
    char *traces[STEP_MAX_TRACES];
    const char *dir;
} arguments;

static error_t parse(int key, char *arg, struct argp_state *state)
{
    arguments *a = state->input;
    long long n;
    if (key == ARGP_KEY_INIT) {
        a->power.traces = a->traces;
    } else if (key == 't') {
        if (a->power.trace_count == STEP_MAX_TRACES)
            die_usage("more than %d traces", STEP_MAX_TRACES);
        a->traces[a->power.trace_count++] = arg;
    } else if (key == 'l') {
        a->power.liberty = arg;
    } else if (key == 'n') {
        if (!parse_int(arg, 1, 1000000000, &n))
            die_usage("--vectors %s: a whole number from 1 to 1000000000", arg);
        a->power.vectors = (unsigned long long)n;
    } else if (key == ARGP_KEY_ARG) {
        if (a->dir)
            die_usage("power: one folder at a time (%s and %s given)", a->dir, arg);
        a->dir = arg;
    } else {
        return ARGP_ERR_UNKNOWN;
    }
    return 0;
}

int cmd_power(int argc, char **argv)
{
    const struct argp argp = {
        options,
        parse,
        "DIR",
        "Simulate the netlists of the design in DIR (made by warpfold synth) on traces, with the golden model beside them, and "
        "find the energy of an activation by code from the toggles of every net and the tables of the library; writes "
        "DIR/power.json.",
        NULL,
        NULL,
        NULL};
    arguments a = {.dir = NULL};
    arguments_parse(&argp, argc, argv, &a);
    if (a.dir == NULL)
        die_usage("power: no folder; give one that warpfold synth has worked on");
    design d;
    design_load(&d, a.dir);
    dir_lock(a.dir);
    power_check(&d, a.dir, &a.power);
    power_run(&d, a.dir, &a.power);
    return 0;
}
