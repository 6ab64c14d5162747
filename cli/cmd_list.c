/* SPDX-License-Identifier: Apache-2.0
 *
 * warpfold list [UNIT] - the units and their parameters. */
#include <argp.h>
#include <stdio.h>

#include "../base/msg.h"
#include "../gen/design.h"
#include "commands.h"

static void print_param(void *user, const char *name, const wf_param *param, int value)
{
    text t = {0};
    (void)user;
    design_value_text(param, value, &t);
    printf("  %-18s %-22s %-10s %s\n", name, param->values, t.data, param->help);
    text_free(&t);
}

static void print_params(const design *d)
{
    if (d->unit->line)
        printf("  %-18s %-22s %-10s %s\n", "line", "32|64|128", "128", "bytes of a cache line");
    else
        printf("  %-18s %-22s %-10s %s\n", "lanes", "4|8|16|32|64|128", "32", "threads of a warp");
    design_each_param(d, print_param, NULL);
}

static void print_options(const design_option *o)
{
    for (; o->name; o++) {
        char range[24], initial[24] = "see above";
        snprintf(range, sizeof range, "%d..%d", o->min, o->max);
        if (o->initial >= 0)
            snprintf(initial, sizeof initial, "%d", o->initial);
        printf("  %-18s %-22s %-10s %s\n", o->name, range, initial, o->help);
    }
}

static void print_codec(const design *d)
{
    const wf_codec *c = d->codec;
    const wf_sizes *s = &d->sizes;
    printf(" block %d bits, mask %d, tag %d, %d %ss of %d bits; array of %d encoder%s, %d decoder%s\n", s->block_bits, s->mask_bits,
           s->tag_bits, s->units, c->unit_name, s->unit_bits[0], c->encs, c->encs == 1 ? "" : "s", c->decs, c->decs == 1 ? "" : "s");
}

static void print_unit(const wf_unit *unit)
{
    design d;
    text width = {0};
    design_init_named(&d, unit->name, "list");
    design_check(&d);
    design_width_text(&d, &width);
    printf("%s - %s%s\n  source: %s\n  at %s:", unit->name, unit->title, unit->codec ? "" : " (block)", unit->source, width.data);
    text_free(&width);
    if (unit->codec) {
        print_codec(&d);
    } else {
        text ports = {0};
        design_ports_text(&d, &ports);
        printf("%s\n", ports.data);
        text_free(&ports);
    }
    print_params(&d);
}

/* All units that are codecs, or all others, or the one chosen; then the options that such units share. */
static void print_units(const wf_unit *chosen, bool codecs)
{
    if (chosen && (chosen->codec != NULL) != codecs)
        return;
    for (size_t i = 0; i < wf_unit_count(); i++) {
        const wf_unit *unit = wf_unit_at(i);
        if (chosen ? unit == chosen : (unit->codec != NULL) == codecs)
            print_unit(unit);
    }
    printf(codecs ? "every codec\n" : "every block\n");
    print_options(codecs ? design_options : block_options);
}

static error_t parse(int key, char *arg, struct argp_state *state)
{
    const char **unit = state->input;
    if (key != ARGP_KEY_ARG)
        return ARGP_ERR_UNKNOWN;
    if (*unit)
        argp_error(state, "one unit at a time");
    *unit = arg;
    return 0;
}

int cmd_list(int argc, char **argv)
{
    static const struct argp argp = {.parser = parse, .args_doc = "[UNIT]", .doc = "List the units and their parameters."};
    const char *name = NULL;
    argp_parse(&argp, argc, argv, 0, NULL, &name);
    const wf_unit *chosen = name ? wf_find_unit(name) : NULL;
    if (name && chosen == NULL)
        die_usage("no unit \"%s\"; `warpfold list` shows all", name);
    print_units(chosen, true);
    print_units(chosen, false);
    return 0;
}
