/* SPDX-License-Identifier: Apache-2.0
 *
 * warpfold synth DIR - area, delay and power of an emitted design. */
#include "../base/lock.h"
#include "../base/msg.h"
#include "arguments.h"
#include "commands.h"
#include "step_options.h"

enum { KEY_SLACK = 0x2000, KEY_PARTS, KEY_TIMED };

static const struct argp_option options[] = {
    {"edited", 'E', NULL, 0, "go on where DIR/rtl is not what gen wrote", 0},
    {"allow-slack", KEY_SLACK, NULL, 0, "exit code 0 where a unit does not meet the clock", 0},
    {"parts", KEY_PARTS, NULL, 0, "the area of each module in it instead, mapped once, without a search", 0},
    {"timed", KEY_TIMED, NULL, 0,
     "with --parts: one netlist, with clock gates, of modules that fit each other's times: longest path into each of them, area, power, "
     "how late inputs may come",
     0},
    {0},
};

typedef struct {
    bool allow_slack;
    synth_options synth;
    const char *dir;
} arguments;

static error_t parse(int key, char *arg, struct argp_state *state)
{
    arguments *a = state->input;
    if (key == ARGP_KEY_INIT) {
        state->child_inputs[0] = &a->synth;
    } else if (key == 'E') {
        a->synth.edited = true;
    } else if (key == KEY_SLACK) {
        a->allow_slack = true;
    } else if (key == KEY_PARTS) {
        a->synth.parts = true;
    } else if (key == KEY_TIMED) {
        a->synth.timed = true;
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
    const struct argp argp = {
        options,
        parse,
        "DIR",
        "Synthesise the design in DIR (made by warpfold gen) with Yosys and ABC, time it and "
        "measure its power with OpenSTA; writes DIR/synth.json and DIR/syn/, and keeps the figures of each library and clock in "
        "DIR/synth/, which `warpfold report` shows side by side.",
        children,
        NULL,
        NULL};
    arguments a = {.dir = NULL};
    arguments_parse(&argp, argc, argv, &a);
    if (a.dir == NULL)
        die_usage("synth: no folder; give one that warpfold gen has made");
    if (a.synth.parts && a.synth.fpga)
        die_usage("--parts takes the place of a synthesis; --fpga goes with one");
    if (a.synth.parts && (a.synth.curve || a.synth.wires || a.synth.corner_count))
        die_usage("--parts takes the place of a synthesis; %s with one", a.synth.curve   ? "--curve goes"
                                                                         : a.synth.wires ? "--wires goes"
                                                                                         : "corners go");
    if (a.synth.timed && !a.synth.parts)
        die_usage("--timed goes with --parts");
    design d;
    design_load(&d, a.dir);
    dir_lock(a.dir);
    synth_check(&d, &a.synth);
    return synth_run(&d, a.dir, &a.synth) || a.allow_slack ? 0 : 1;
}
