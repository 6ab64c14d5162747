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

/* Does the design store everything raw? A block of zeros is the easiest to compress. */
static bool stores_raw_only(const design *d)
{
    static const uint32_t zeros[WF_MAX_WORDS];
    const uint32_t full[WF_MASK_WORDS] = {~0u, ~0u, ~0u, ~0u};
    wf_input in = {.block = zeros, .mask = full};
    wf_code code;
    wf_encode(d->codec, &d->config, &in, &code);
    return d->codec->classify(&d->config, &code) == 0;
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
    text width = {0};
    design_width_text(&d, &width);
    if (!d.codec) {
        printf("%s: block %s, %s:", a.out, d.unit->name, width.data);
        text ports = {0};
        design_ports_text(&d, &ports);
        printf("%s\n", ports.data);
        tell_example(&d, a.out);
        return 0;
    }
    if (stores_raw_only(&d))
        note("no code saves a %s in this configuration: every block is stored raw", d.codec->unit_name);
    printf("%s: %s, %s, %d %s%s of %d bits, tag %d bit%s\n", a.out, d.unit->name, width.data, d.sizes.units, d.codec->unit_name,
           d.sizes.units == 1 ? "" : "s", d.sizes.unit_bits[0], d.sizes.tag_bits, d.sizes.tag_bits == 1 ? "" : "s");
    tell_example(&d, a.out);
    return 0;
}
