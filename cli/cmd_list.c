/* SPDX-License-Identifier: Apache-2.0
 *
 * warpfold list [UNIT] - the units and their parameters. */
#include <stdio.h>
#include <string.h>

#include "../base/msg.h"
#include "../gen/design.h"
#include "arguments.h"
#include "commands.h"

/* Columns of a row. */
enum { NAMES = 2, VALUES = 21, INITIAL = 44, HELP = 55, NARROW = 80 };

static void print_row(const char *name, const char *values, const char *initial, const char *help)
{
    const size_t width = (size_t)output_columns();
    text t = {0};
    text_fold(&t, name, NAMES, width);
    text_fold(&t, values, VALUES, width);
    text_fold(&t, initial, width < NARROW ? VALUES : INITIAL, width);
    text_fold(&t, help, width < NARROW ? VALUES : HELP, width);
    printf("%s\n", t.data);
}

static void print_param(void *user, const char *name, const wf_param *param, int value)
{
    text t = {0};
    (void)user;
    design_value_text(param, value, &t);
    print_row(name, param->values, t.data, param->help);
}

static void print_params(const design *d)
{
    if (d->unit->line)
        print_row("line", "32|64|128", "128", "bytes of a cache line");
    if (wf_takes_lanes(d->unit))
        print_row("lanes", "4|8|16|32|64|128", "32", "threads of a warp");
    design_each_param(d, print_param, NULL);
}

/* Prints the options of a kind of units; with the values of a design of that kind if d is not NULL. */
static void print_options(const design_kind *kind, const design *d)
{
    printf("every %s\n", kind->title);
    for (const design_option *o = kind->options; o->name; o++) {
        char range[24], initial[24] = "see above";
        int value = d ? design_option_value(d, o) : o->initial;
        snprintf(range, sizeof range, "%d..%d", o->min, o->max);
        if (value != DESIGN_DERIVED)
            snprintf(initial, sizeof initial, "%d", value);
        print_row(o->name, range, initial, o->help);
    }
}

/* Its sizes, and the array that its source proposes. */
static void put_codec(const design *d, text *out)
{
    const wf_codec *c = d->codec;
    const wf_sizes *s = &d->sizes;
    text_printf(out, " block %d bits, mask %d, tag %d, %d %ss of %d bits\n  array of %d encoder%s, %d decoder%s", s->block_bits,
                s->mask_bits, s->tag_bits, s->units, c->unit_name, s->unit_bits[0], c->encs, c->encs == 1 ? "" : "s", c->decs,
                c->decs == 1 ? "" : "s");
}

/* Prints the templates of the parts and the flags that a configuration with them has. */
static void print_parts(const wf_unit *unit)
{
    for (const wf_part *part = unit->parts; part && part->name; part++) {
        text file = {0}, flags = {0};
        int param, value;
        text_printf(&file, "%s%s%s_%s.v", unit->name, part->module ? "_" : "", part->module ? part->module : "", part->name);
        for (int k = 0; wf_part_condition(part, k, &param, &value); k++) {
            text_printf(&flags, "%s--%s ", k ? " " : "", unit->params[param].name);
            design_value_text(&unit->params[param], value, &flags);
        }
        if (flags.len == 0)
            text_puts(&flags, "always");
        printf("  %-41s %s\n", file.data, flags.data);
    }
}

static void init(design *d, const wf_unit *unit)
{
    design_init_named(d, unit->name, "list");
    design_check(d);
}

/* Prints the names of the cuts, and which are on with the number of ranks that the design has. */
static void print_cuts(const design *d, bool enc, const char *help)
{
    const wf_cuts *cuts = design_cuts_of(d, enc);
    text on = {0};
    design_cuts_text(cuts, design_cuts_on(d, enc), &on);
    print_row(enc ? "enc-cuts" : "dec-cuts", cuts->names, on.data, help);
}

/* The same with each value of a parameter that gives the unit other cuts than it has by default. */
static void print_cuts_with(const design *initial, bool enc, const wf_param *param)
{
    for (const char *word = param->values, *end; *word; word = *end ? end + 1 : end) {
        end = word + strcspn(word, "|");
        design d;
        char *value = format_new("%.*s", (int)(end - word), word), *help = format_new("with --%s %s", param->name, value);
        design_init_named(&d, initial->unit->name, "list");
        design_set(&d, param->name, value, "list");
        char *fault = design_fault(&d);
        const wf_cuts *cuts = fault ? NULL : design_cuts_of(&d, enc);
        if (cuts && strcmp(cuts->names, design_cuts_of(initial, enc)->names) != 0)
            print_cuts(&d, enc, help);
    }
}

/* Prints the cuts of an encoder or decoder: those by default, then those of other forms. */
static void print_all_cuts(const design *d, bool enc)
{
    if (!design_cuts_of(d, enc))
        return;
    print_cuts(d, enc, enc ? "which ranks the encoder has, by name" : "which ranks the decoder has, by name");
    for (const wf_param *param = d->unit->params; param->name; param++)
        if (param->kind == WF_PARAM_CHOICE)
            print_cuts_with(d, enc, param);
}

static void print_unit(const design *d)
{
    const size_t width = (size_t)output_columns();
    text t = {0};
    text_fold(&t, format_new("%s - %s", d->unit->name, d->unit->title), 0, width);
    if (!d->codec)
        text_fold(&t, format_new("(%s)", d->unit->system ? wf_kind_names[d->unit->system->kind] : "block"), 0, width);
    text_puts(&t, "\n");
    text_fold(&t, format_new("source: %s", d->unit->source), NAMES, width);
    text_puts(&t, "\n  at ");
    design_width_text(d, &t);
    text_puts(&t, ":");
    if (d->codec)
        put_codec(d, &t);
    else
        design_ports_text(d, &t, width);
    printf("%s\n", t.data);
    print_params(d);
}

/* Prints all units of a kind, then the options that they share. */
static void print_kind(const design_kind *kind)
{
    design d;
    for (size_t i = 0; i < wf_unit_count(); i++)
        if (design_kind_of(wf_unit_at(i)) == kind) {
            init(&d, wf_unit_at(i));
            print_unit(&d);
        }
    print_options(kind, NULL);
}

/* Prints what the unit is as a system: its plain form, and its activities with the energy that one takes. */
static void print_system(const wf_system *system)
{
    if (system->baseline)
        printf("plain with %s\n", system->baseline);
    if (wf_activity_count(system) > 0)
        printf("activities that are counted, and the energy of one\n");
    for (int i = 0; i < wf_activity_count(system); i++) {
        const wf_activity *a = &system->activities[i];
        print_row(a->name, wf_energy_names[a->energy], "", a->help);
    }
}

static error_t parse(int key, char *arg, struct argp_state *state)
{
    const char **unit = state->input;
    if (key != ARGP_KEY_ARG)
        return ARGP_ERR_UNKNOWN;
    if (*unit)
        die_usage("list: one unit at a time, \"%s\" is the second", arg);
    *unit = arg;
    return 0;
}

int cmd_list(int argc, char **argv)
{
    static const struct argp argp = {.parser = parse, .args_doc = "[UNIT]", .doc = "List the units and their parameters."};
    const char *name = NULL;
    design d;
    arguments_parse(&argp, argc, argv, &name);
    if (name == NULL) {
        for (size_t i = 0; i < wf_unit_count(); i++)
            init(&d, wf_unit_at(i)); /* all or nothing is printed */
        for (int k = 0; k < DESIGN_KINDS; k++)
            print_kind(&design_kinds[k]);
        return 0;
    }
    const wf_unit *unit = wf_find_unit(name);
    if (unit == NULL)
        die_usage("no unit \"%s\"; `warpfold list` shows all", name);
    init(&d, unit);
    print_unit(&d);
    if (unit->parts)
        printf("parts of its Verilog, and when they are emitted\n");
    print_parts(unit);
    print_options(design_kind_of(unit), &d);
    if (unit->system)
        print_system(unit->system);
    if (d.codec) {
        print_all_cuts(&d, true);
        print_all_cuts(&d, false);
    }
    return 0;
}
