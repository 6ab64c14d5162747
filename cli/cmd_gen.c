/* SPDX-License-Identifier: Apache-2.0
 *
 * warpfold gen --unit NAME --lanes N [...] -o DIR - the Verilog of a design. */
#include <stdio.h>

#include "../base/msg.h"
#include "../gen/emit.h"
#include "arguments.h"
#include "commands.h"
#include "options.h"

typedef struct {
    design_args design;
    const char *out;
    bool force, aside;
} arguments;

enum { KEY_ASIDE = 0x2000 };

static const struct argp_option options[] = {
    {"output", 'o', "DIR", 0, "the folder to make; new, empty, or holding this design already", 0},
    {"force", 'F', NULL, 0, "write RTL again that was edited", 0},
    {"set-aside", KEY_ASIDE, NULL, 0, "rename a folder that holds another design: to DIR.old", 0},
    {0},
};

static error_t parse(int key, char *arg, struct argp_state *state)
{
    arguments *a = state->input;
    if (key == ARGP_KEY_INIT)
        state->child_inputs[0] = &a->design;
    else if (key == 'o')
        a->out = arg;
    else if (key == 'F')
        a->force = true;
    else if (key == KEY_ASIDE)
        a->aside = true;
    else
        return ARGP_ERR_UNKNOWN;
    return 0;
}

/* Where a user may begin. */
static void tell_example(const design *d, const char *dir)
{
    char *path = emit_example_path(d);
    if (path)
        printf("a first bench of it in plain Verilog; its head has the commands: %s/%s\n", dir, path);
}

int cmd_gen(int argc, char **argv)
{
    const struct argp_child children[] = {{design_argp(argc, argv), 0, "Design:", 1}, {0}};
    const struct argp argp = {options,  parse, NULL, "Write the Verilog of a design, its file lists and its manifest.",
                              children, NULL,  NULL};
    arguments a = {.out = NULL};
    arguments_parse(&argp, argc, argv, &a);
    if (a.out == NULL)
        die_usage("gen: no output folder; give -o DIR");
    design d;
    design_from_args(&d, &a.design);
    emit_design(&d, a.out, a.force, a.aside);
    char *nothing = design_saves_nothing(&d);
    if (nothing)
        note("%s", nothing);
    text t = {0};
    text_printf(&t, "%s: %s%s, ", a.out, d.codec ? "" : "block ", d.unit->name);
    design_width_text(&d, &t);
    if (d.codec)
        text_printf(&t, ", %d %s%s of %d bits, tag %d bit%s", d.sizes.units, d.codec->unit_name, d.sizes.units == 1 ? "" : "s",
                    d.sizes.unit_bits[0], d.sizes.tag_bits, d.sizes.tag_bits == 1 ? "" : "s");
    else
        text_puts(&t, ":"), design_ports_text(&d, &t, (size_t)output_columns());
    printf("%s\n", t.data);
    tell_example(&d, a.out);
    return 0;
}
