/* SPDX-License-Identifier: Apache-2.0
 *
 * liberty_pins.c - a library in which OpenSTA 2.0.17 takes the activity of each pin as it is told, and counts the energy of a transition
 * once. What it does otherwise, and what is changed here:
 *
 *   it replaces the activity of an output by what it   the function of each output of a gate, flip-flop or latch is that output:
 *   carries through its function, and that of a        nothing is carried
 *   flip-flop by its data's, whatever its clock does
 *   it adds the tables of rising and falling to each   tables are halved, since half of the toggles rise
 *   toggle
 *   it adds the tables of all inputs to each toggle    the tables of an output are divided by the sum of their weights; of a flip-flop's
 *   of an output                                       output that of the clock counts alone
 *   if no cell_leakage_power is given, it adds the     leakage by state is divided by the sum of these weights
 *   leakage of all states, twice as likely as they
 *   are, and outputs in their conditions do not count
 *   it takes the pins of a condition as independent,   an output of which the other pins of a condition tell the value is 1 there
 *   outputs too: Q and its inverse
 *
 * The weight of a table is how likely its condition is; without one it is 1 if the clock causes the transition, else 1/2. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "liberty_power.h"

typedef struct {
    const char *source;
    size_t at; /* up to here it is written */
    text *out;
} editor;

/* Writes the source up to a place. */
static void copy_to(editor *e, size_t place)
{
    text_add(e->out, e->source + e->at, place - e->at);
    e->at = place;
}

/* Writes the numbers of a part of the source times a factor, and all else as it is. */
static void scale(editor *e, const lib_node *values, double factor)
{
    copy_to(e, values->from + strlen(values->name));
    while (e->at < values->to) {
        const char *at = e->source + e->at;
        char *end = NULL;
        double v = isdigit((unsigned char)*at) || *at == '-' || *at == '+' || *at == '.' ? strtod(at, &end) : 0;
        if (end && end > at) {
            text_printf(e->out, "%.9g", v * factor);
            e->at = (size_t)(end - e->source);
        } else {
            text_add(e->out, at, 1);
            e->at++;
        }
    }
}

static bool is_word(char c)
{
    return isalnum((unsigned char)c) || c == '_';
}

/* Is a condition a product of pins and inverted pins? */
static bool is_product(const char *when)
{
    for (const char *c = when; *c; c++)
        if (!is_word(*c) && strchr(" !&*()", *c) == NULL)
            return false;
    return strstr(when, "!(") == NULL;
}

/* Writes a product in which the outputs that the other pins tell are 1: of a gate all, of a flip-flop all but the first. */
static void write_product(editor *e, const liberty_cell *cell, const char *when)
{
    int kept = cell->kind == CELL_LOGIC ? 0 : 1;
    for (const char *c = when; *c;) {
        size_t inverted = strspn(c, "! "), n = 0;
        while (is_word(c[inverted + n]))
            n++;
        char *name = format_new("%.*s", (int)n, c + inverted);
        const liberty_pin *p = n > 0 ? liberty_find_pin(cell, name) : NULL;
        if (n == 0) {
            text_add(e->out, c, inverted > 0 ? inverted : 1);
            c += inverted > 0 ? inverted : 1;
        } else {
            if (p && p->output && kept-- <= 0)
                text_puts(e->out, "1");
            else
                text_add(e->out, c, inverted + n);
            c += inverted + n;
        }
    }
}

/* Is this one of the pins that a flip-flop or clock gate is clocked by? */
static bool is_clock(const lib_node *cell, const char *pin)
{
    bool found = false;
    for (const lib_node *n = cell->child; n; n = n->next)
        if (n->group && strcmp(n->name, "pin") == 0) {
            char *name = lib_argument(n, 0);
            const char *clock = lib_value(n, "clock"), *gate = lib_value(n, "clock_gate_clock_pin");
            found |= strcmp(name, pin) == 0 && ((clock && strcmp(clock, "true") == 0) || (gate && strcmp(gate, "true") == 0));
        }
    return found;
}

static bool is_power(const lib_node *n)
{
    return n->group && strcmp(n->name, "internal_power") == 0;
}

/* The weight that the tool gives to a group of a gate's output, if each pin is 1 half of the time. */
static double weight(const liberty_cell *cell, const lib_node *group)
{
    const char *when = lib_value(group, "when");
    double w = when ? 1 : 0.5;
    for (const char *c = when ? when : ""; *c;) {
        size_t n = 0;
        while (is_word(c[n]))
            n++;
        char *name = format_new("%.*s", (int)n, c);
        const liberty_pin *p = n > 0 ? liberty_find_pin(cell, name) : NULL;
        w *= p && p->input ? 0.5 : 1;
        c += n > 0 ? n : 1;
    }
    return w;
}

static bool same_rail(const lib_node *a, const lib_node *b)
{
    const char *x = lib_value(a, "related_pg_pin"), *y = lib_value(b, "related_pg_pin");
    return strcmp(x ? x : "", y ? y : "") == 0;
}

/* What the tables of a group are multiplied with. */
static double factor_of(const liberty_cell *cell, const lib_node *node, const lib_node *pin, const char *name, const lib_node *group)
{
    const char *related = lib_value(group, "related_pin");
    bool always = lib_value(group, "when") == NULL, stored = cell->kind != CELL_LOGIC;
    bool clock = stored && is_clock(node, related ? related : name);
    double weights = 0;
    if (related == NULL)
        return always && !clock ? 1 : 0.5;
    if (stored)
        return clock ? 0.5 : 0;
    for (const lib_node *g = pin->child; g; g = g->next)
        if (is_power(g) && same_rail(g, group))
            weights += weight(cell, g);
    return 0.5 / weights;
}

/* The sum of the weights that the tool gives to the states of a cell: twice the likelihood of their inputs. */
static double state_weights(const liberty_cell *cell, const lib_node *node)
{
    double weights = 0;
    for (const lib_node *n = node->child; n; n = n->next)
        if (n->group && strcmp(n->name, "leakage_power") == 0 && lib_value(n, "when") && !power_of_ground(node, n))
            weights += 2 * weight(cell, n);
    return weights;
}

static void edit_leakage(editor *e, const lib_node *group, double factor)
{
    for (const lib_node *n = group->child; n; n = n->next)
        if (!n->group && strcmp(n->name, "value") == 0)
            scale(e, n, factor);
}

static void edit_group(editor *e, const liberty_cell *cell, const lib_node *group, double factor)
{
    for (const lib_node *n = group->child; n; n = n->next) {
        if (!n->group && strcmp(n->name, "when") == 0 && is_product(n->value)) {
            copy_to(e, n->from);
            text_puts(e->out, "when : \"");
            write_product(e, cell, n->value);
            text_puts(e->out, "\"");
            e->at = n->to;
        }
        for (const lib_node *v = n->group ? n->child : NULL; v; v = v->next)
            if (strcmp(v->name, "values") == 0)
                scale(e, v, factor);
    }
}

static void edit_pin(editor *e, const liberty_cell *cell, const lib_node *node, const lib_node *pin)
{
    char *name = lib_argument(pin, 0);
    for (const lib_node *n = pin->child; n; n = n->next) {
        if (!n->group && strcmp(n->name, "function") == 0 && (cell->kind == CELL_LOGIC || liberty_stores(cell))) {
            copy_to(e, n->from);
            text_printf(e->out, "function : \"%s\"", name);
            e->at = n->to;
        }
        if (is_power(n))
            edit_group(e, cell, n, factor_of(cell, node, pin, name, n));
    }
}

void power_library_text(const liberty *lib, const char *path, const bool *used, text *out)
{
    text t = {0};
    power_used_text(lib, path, used, &t);
    lib_node *library = power_used_tree(path, &t);
    editor e = {.source = t.data, .out = out};
    for (const lib_node *n = library->child; n; n = n->next) {
        const liberty_cell *cell = power_cell_at(lib, n);
        double weights = cell && lib_value(n, "cell_leakage_power") == NULL ? state_weights(cell, n) : 0;
        for (const lib_node *p = n->child; p && cell; p = p->next) {
            if (p->group && strcmp(p->name, "pin") == 0)
                edit_pin(&e, cell, n, p);
            if (p->group && strcmp(p->name, "leakage_power") == 0 && lib_value(p, "when") && weights > 0)
                edit_leakage(&e, p, 1 / weights);
        }
    }
    copy_to(&e, t.len);
}
