/* SPDX-License-Identifier: Apache-2.0
 *
 * options.h - the flags and the INI file that choose a design, as an argp child for every subcommand that has them. */
#ifndef WF_OPTIONS_H
#define WF_OPTIONS_H

#include <argp.h>

#include "../gen/design.h"
#include "config_file.h"

/* What the user gave. It is applied when all is known; flags override the INI file. */
typedef struct {
    const char *unit, *how; /* the unit, and the flag that named it: --unit, --codec or --block */
    config_file config;
    const char *trace; /* the trace that gives the warp width, for messages; NULL: none */
    struct {
        const char *key, *value;
    } items[64];
    int count;
} design_args;

/* The argp that takes --unit (--codec, --block), --lanes, --line, --config, --name, every unit's parameters and the design options; its
 * input is a design_args. Its help shows the parameters of the unit that argv names. Use as a child:
 * {design_argp(argc, argv), 0, "Design:", 1}, and pass state->child_inputs[i] on. */
const struct argp *design_argp(int argc, char **argv);

/* The design that the arguments choose, checked. Dies (2) if they are wrong. */
void design_from_args(design *d, const design_args *args);

#endif
