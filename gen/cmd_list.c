/* SPDX-License-Identifier: Apache-2.0
 *
 * warpfold list [ROOM] - the rooms and their parameters. */
#include <argp.h>
#include <stdio.h>

#include "../base/msg.h"
#include "commands.h"
#include "design.h"

static void print_defaults(const wf_codec *codec)
{
    design d;
    design_init(&d, codec, 32);
    printf("  %-12s %-22s %-10s %s\n", "lanes", "4|8|16|32|64|128", "32", "threads of a warp");
    for (int p = 0; codec->params[p].name; p++) {
        text t = {0};
        design_param_text(&d, p, &t);
        printf("  %-12s %-22s %-10s %s\n", codec->params[p].name, codec->params[p].values, t.data,
               codec->params[p].help);
        text_free(&t);
    }
}

static void print_room(const wf_codec *codec)
{
    design d;
    design_init(&d, codec, 32);
    design_check(&d);
    const wf_sizes *s = &d.sizes;
    printf("%s - %s\n  source: %s\n", codec->name, codec->title, codec->source);
    printf("  at 32 lanes: block %d bits, mask %d, tag %d, %d %ss of %d bits; array of %d encoders, %d decoders\n",
           s->block_bits, s->mask_bits, s->tag_bits, s->units, codec->unit_name, s->unit_bits[0], codec->encs,
           codec->decs);
    print_defaults(codec);
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
    static const struct argp argp = {.parser = parse, .args_doc = "[ROOM]", .doc = "List the rooms and their parameters."};
    const char *room = NULL;
    argp_parse(&argp, argc, argv, 0, NULL, &room);
    if (room && wf_find_codec(room) == NULL)
        die_usage("no codec \"%s\"; `warpfold list` shows all", room);
    for (size_t i = 0; i < wf_codec_count(); i++)
        if (room == NULL || wf_codec_at(i) == wf_find_codec(room))
            print_room(wf_codec_at(i));
    printf("every design\n");
    for (const design_option *o = design_options; o->name; o++) {
        char range[24], initial[24] = "room's";
        snprintf(range, sizeof range, "%d..%d", o->min, o->max);
        if (o->initial >= 0)
            snprintf(initial, sizeof initial, "%d", o->initial);
        printf("  %-12s %-22s %-10s %s\n", o->name, range, initial, o->help);
    }
    if (room == NULL)
        for (size_t i = 0; i < wf_block_count(); i++)
            printf("%s - %s (block, emitted with the rooms that need it)\n  source: %s\n", wf_block_at(i)->name,
                   wf_block_at(i)->title, wf_block_at(i)->source);
    return 0;
}
