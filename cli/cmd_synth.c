/* SPDX-License-Identifier: Apache-2.0
 *
 * warpfold synth DIR - area, delay and power of an emitted design. */
#include "../base/lock.h"
#include "../base/msg.h"
#include "arguments.h"
#include "commands.h"
#include "step_options.h"

typedef struct {
    synth_options synth;
    const char *dir;
} arguments;

static error_t parse(int key, char *arg, struct argp_state *state)
{
    arguments *a = state->input;
    if (key == ARGP_KEY_INIT) {
        state->child_inputs[0] = &a->synth;
    } else if (key == ARGP_KEY_ARG) {
        if (a->dir)
            die_usage("synth: one folder at a time (%s and %s given)", a->dir, arg);
        a->dir = arg;
    } else {
        return ARGP_ERR_UNKNOWN;
    }
    return 0;
}

int cmd_synth(int argc, char **argv)
{
    const struct argp_child children[] = {{synth_argp(), 0, NULL, 0}, {0}};
    const struct argp argp = {NULL,
                              parse,
                              "DIR",
                              "Synthesise the design in DIR (made by warpfold gen) with Yosys and ABC, time it and "
                              "measure its power with OpenSTA; writes DIR/synth.json and DIR/syn/.",
                              children,
                              NULL,
                              NULL};
    arguments a = {.dir = NULL};
    arguments_parse(&argp, argc, argv, &a);
    if (a.dir == NULL)
        die_usage("synth: no folder; give one that warpfold gen has made");
    design d;
    design_load(&d, a.dir);
    dir_lock(a.dir);
    synth_run(&d, a.dir, &a.synth);
    return 0;
}
