/* SPDX-License-Identifier: Apache-2.0
 *
 * warpfold list [ROOM] - the rooms and blocks and their parameters. */
#include <argp.h>
#include <stdio.h>

#include "../base/msg.h"
#include "../gen/design.h"
#include "commands.h"

static void print_params(const design *d)
{
    if (d->line)
        printf("  %-12s %-22s %-10s %s\n", "line", "32|64|128", "128", "bytes of a cache line");
    else
        printf("  %-12s %-22s %-10s %s\n", "lanes", "4|8|16|32|64|128", "32", "threads of a warp");
    for (int p = 0; d->params[p].name; p++) {
        text t = {0};
        design_param_text(d, p, &t);
        printf("  %-12s %-22s %-10s %s\n", d->params[p].name, d->params[p].values, t.data, d->params[p].help);
        text_free(&t);
    }
}

static void print_options(const design_option *o)
{
    for (; o->name; o++) {
        char range[24], initial[24] = "see above";
        snprintf(range, sizeof range, "%d..%d", o->min, o->max);
        if (o->initial >= 0)
            snprintf(initial, sizeof initial, "%d", o->initial);
        printf("  %-12s %-22s %-10s %s\n", o->name, range, initial, o->help);
    }
}

static void print_codec(const wf_codec *codec)
{
    design d;
    design_init(&d, codec, 32);
    design_check(&d);
    const wf_sizes *s = &d.sizes;
    printf("%s - %s\n  source: %s\n", d.room, d.title, d.source);
    printf("  at %s: block %d bits, mask %d, tag %d, %d %ss of %d bits; array of %d encoder%s, %d decoder%s\n",
           codec->line ? "128 bytes" : "32 lanes", s->block_bits, s->mask_bits, s->tag_bits, s->units, codec->unit_name, s->unit_bits[0], codec->encs,
           codec->encs == 1 ? "" : "s", codec->decs, codec->decs == 1 ? "" : "s");
    print_params(&d);
}

static void print_block(const wf_block *block)
{
    design d;
    design_init_block(&d, block, 32);
    design_check(&d);
    printf("%s - %s (block)\n  source: %s\n  at %s:", d.room, d.title, d.source, block->line ? "128 bytes" : "32 lanes");
    for (int i = 0; i < d.ports.inputs + d.ports.outputs; i++)
        printf("%s %s %d", i == d.ports.inputs ? " ->" : i ? "," : "", d.ports.port[i].name, d.ports.port[i].bits);
    printf("\n");
    print_params(&d);
}

static error_t parse(int key, char *arg, struct argp_state *state)
{
    const char **room = state->input;
    if (key != ARGP_KEY_ARG)
        return ARGP_ERR_UNKNOWN;
    if (*room)
        argp_error(state, "one room at a time");
    *room = arg;
    return 0;
}

int cmd_list(int argc, char **argv)
{
    static const struct argp argp = {.parser = parse, .args_doc = "[ROOM]", .doc = "List the rooms and blocks and their parameters."};
    const char *room = NULL;
    argp_parse(&argp, argc, argv, 0, NULL, &room);
    if (room && wf_find_codec(room) == NULL && wf_find_block(room) == NULL)
        die_usage("no codec or block \"%s\"; `warpfold list` shows all", room);
    for (size_t i = 0; i < wf_codec_count(); i++)
        if (room == NULL || wf_codec_at(i) == wf_find_codec(room))
            print_codec(wf_codec_at(i));
    if (room == NULL || wf_find_codec(room)) {
        printf("every codec\n");
        print_options(design_options);
    }
    for (size_t i = 0; i < wf_block_count(); i++)
        if (room == NULL || wf_block_at(i) == wf_find_block(room))
            print_block(wf_block_at(i));
    if (room == NULL || wf_find_block(room)) {
        printf("every block\n");
        print_options(block_options);
    }
    return 0;
}
