/* SPDX-License-Identifier: Apache-2.0
 *
 * warpfold cosim DIR [--sim S] [--vectors N] [--seed S] [--trace FILE ...] [--wave] [--wave-cycles N] [--edited] - compares a design with the model. */
#include "../base/lock.h"
#include "../base/msg.h"
#include "arguments.h"
#include "commands.h"
#include "step_options.h"

typedef struct {
    cosim_args cosim;
    const char *dir;
} arguments;

static error_t parse(int key, char *arg, struct argp_state *state)
{
    arguments *a = state->input;
    if (key == ARGP_KEY_INIT) {
        state->child_inputs[0] = &a->cosim;
    } else if (key == ARGP_KEY_ARG) {
        if (a->dir)
            die_usage("cosim: one design at a time (%s and %s given)", a->dir, arg);
        a->dir = arg;
    } else {
        return ARGP_ERR_UNKNOWN;
    }
    return 0;
}

int cmd_cosim(int argc, char **argv)
{
    const struct argp_child children[] = {{cosim_argp(), 0, NULL, 0}, {0}};
    const struct argp argp = {NULL, parse, "DIR", "Simulate a design against the golden model, bit for bit.", children, NULL, NULL};
    arguments a = {.dir = NULL};
    arguments_parse(&argp, argc, argv, &a);
    if (a.dir == NULL)
        die_usage("cosim: no design given; `warpfold gen ... -o DIR` makes one");
    design d;
    design_load(&d, a.dir);
    dir_lock(a.dir);
    cosim_check(&d, a.dir, &a.cosim.o);
    cosim_run(&d, a.dir, &a.cosim.o);
    return 0;
}
