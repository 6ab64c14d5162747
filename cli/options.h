/* SPDX-License-Identifier: Apache-2.0
 *
 * options.h - the flags and the INI file that choose a design; an argp child for every subcommand that takes them. */
#ifndef WF_OPTIONS_H
#define WF_OPTIONS_H

#include <argp.h>

#include "../gen/design.h"

/* What was given, applied once all is known: flags go over the INI file. */
typedef struct {
    const char *codec, *block, *config_file;
    struct {
        const char *key, *value;
    } items[64];
    int count;
} design_args;

/* The argp that takes --codec or --block, --lanes, --config, --name, every room's parameters and the design options; its input is
 * a design_args. Use as a child: {design_argp(), 0, "Design:", 1}, and pass state->child_inputs[i] on. */
const struct argp *design_argp(void);

/* The design that the arguments choose, checked. Dies (2). */
void design_from_args(design *d, const design_args *args);

#endif
