/* SPDX-License-Identifier: Apache-2.0
 *
 * liberty_power.c - energies and leakage of cells from a Liberty file. First tables and how they are read between their points, then a
 * cell's groups with their pins and conditions. */
#include "liberty_power.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "../base/file.h"
#include "../base/msg.h"
#include "liberty_tree.h"

/* ---- tables ---- */

typedef struct {
    const liberty *lib;
    const lib_node *library;
    const char *path;
} source;

/* The numbers of a text such as "0.1, 0.2" and how many they are. */
static double *numbers(const char *list, int *count)
{
    double *v = NULL;
    *count = 0;
    for (char *end; list && *list; list = end) {
        list += strcspn(list, "+-.0123456789");
        double x = strtod(list, &end);
        if (end == list)
            break;
        v = grow_one(v, (size_t)*count, sizeof *v);
        v[(*count)++] = x;
    }
    return v;
}

static const lib_node *template_of(const source *s, const lib_node *table)
{
    for (const lib_node *n = s->library->child; n; n = n->next)
        if (n->group && strcmp(n->name, "power_lut_template") == 0) {
            char *name = lib_argument(n, 0), *wanted = lib_argument(table, 0);
            bool same = strcmp(name, wanted) == 0;
            if (same)
                return n;
        }
    return NULL;
}

static const char *of_table(const lib_node *table, const lib_node *template, const char *key)
{
    const char *own = lib_value(table, key);
    return own || template == NULL ? own : lib_value(template, key);
}

static noreturn void die_of_table(const source *s, const lib_node *table, const char *what)
{
    die_usage("%s: a table %s of internal power %s", path_base(s->path), table->name, what);
}

/* A table of one, two or no variables; either may be the slew. */
static power_table read_table(const source *s, const lib_node *table)
{
    static const char *const index_keys[] = {"index_1", "index_2"}, *const variable_keys[] = {"variable_1", "variable_2"};
    const lib_node *template = template_of(s, table);
    double *index[2] = {NULL, NULL}, unit = s->lib->cap_ff * 1e-15; /* of load in F, and of energy in J, since voltages are in V */
    int count[2] = {1, 1}, values;
    bool is_load[2] = {false, true};
    for (int i = 0; i < 2; i++) {
        const char *list = of_table(table, template, index_keys[i]);
        const char *variable = template ? lib_value(template, variable_keys[i]) : NULL;
        if (variable && strstr(variable, "capacitance"))
            is_load[i] = true;
        else if (variable)
            is_load[i] = false;
        if (list)
            index[i] = numbers(list, &count[i]);
    }
    double *v = numbers(lib_value(table, "values"), &values);
    if (values != count[0] * count[1])
        die_of_table(s, table, "has not as many values as its indices say");
    if (index[0] && index[1] && is_load[0] == is_load[1])
        die_of_table(s, table, "has no variables input_transition_time and total_output_net_capacitance");
    int slew_at = index[0] && is_load[0] ? 1 : 0, load_at = 1 - slew_at;
    power_table t = {.slews = count[slew_at], .loads = count[load_at], .slew = index[slew_at], .load = index[load_at]};
    t.value = zalloc((size_t)values * sizeof *t.value);
    for (int i = 0; i < t.slews; i++)
        for (int k = 0; k < t.loads; k++)
            t.value[i * t.loads + k] = v[slew_at == 0 ? i * count[1] + k : k * count[1] + i] * unit;
    for (int i = 0; t.slew && i < t.slews; i++)
        t.slew[i] *= s->lib->time_ns * 1e-9;
    for (int i = 0; t.load && i < t.loads; i++)
        t.load[i] *= unit;
    return t;
}

static power_table copy_table(const power_table *t)
{
    power_table c = *t;
    size_t slews = (size_t)t->slews, loads = (size_t)t->loads;
    c.slew = t->slew ? memcpy(grow(NULL, slews * sizeof *c.slew), t->slew, slews * sizeof *c.slew) : NULL;
    c.load = t->load ? memcpy(grow(NULL, loads * sizeof *c.load), t->load, loads * sizeof *c.load) : NULL;
    c.value = t->value ? memcpy(grow(NULL, slews * loads * sizeof *c.value), t->value, slews * loads * sizeof *c.value) : NULL;
    return c;
}

/* The interval of an axis that x is in, or the nearest one, and where in it x is: 0 at its start, 1 at its end. */
static int interval(const double *axis, int count, double x, double *part)
{
    int i = 0;
    *part = 0;
    if (count < 2 || axis == NULL)
        return 0;
    while (i < count - 2 && x > axis[i + 1])
        i++;
    *part = (x - axis[i]) / (axis[i + 1] - axis[i]);
    return i;
}

double power_energy(const power_table *t, double slew, double load)
{
    double a, b;
    if (t->value == NULL)
        return 0;
    int i = interval(t->slew, t->slews, slew, &a), k = interval(t->load, t->loads, load, &b);
    int up = i + (t->slews > 1), right = k + (t->loads > 1);
    const double *v = t->value;
    return (1 - a) * ((1 - b) * v[i * t->loads + k] + b * v[i * t->loads + right]) +
           a * ((1 - b) * v[up * t->loads + k] + b * v[up * t->loads + right]);
}

/* ---- cells ---- */

static int pin_of(const liberty_cell *cell, const char *name)
{
    const liberty_pin *p = liberty_find_pin(cell, name);
    return p ? (int)(p - cell->pins) : -1;
}

/* A condition; false if it names what is no pin of the cell, such as the state of a latch. */
static bool read_when(const liberty_cell *cell, const char *when, boolean *b)
{
    const char *names[64];
    *b = (boolean){0};
    if (when == NULL)
        return true;
    for (int p = 0; p < cell->pin_count && p < 64; p++)
        names[p] = cell->pins[p].name;
    return boolean_compile(b, when, names, cell->pin_count < 64 ? cell->pin_count : 64);
}

/* The number of the supply pin that a group belongs to, in order of their appearance in the cell. */
static int rail_of(const lib_node *group, const char **rails)
{
    const char *name = lib_value(group, "related_pg_pin");
    int i = 0;
    while (i < POWER_MOST_RAILS - 1 && rails[i] && strcmp(rails[i], name ? name : "") != 0)
        i++;
    rails[i] = name ? name : "";
    return i;
}

static void read_internal(const source *s, const liberty_cell *cell, power_cell *c, int pin, const lib_node *group, const char **rails)
{
    power_internal g = {.pin = pin, .rail = rail_of(group, rails)};
    for (const lib_node *n = group->child; n; n = n->next) {
        if (n->group && strcmp(n->name, "rise_power") == 0)
            g.rise = read_table(s, n);
        if (n->group && strcmp(n->name, "fall_power") == 0)
            g.fall = read_table(s, n);
    }
    const char *related = lib_value(group, "related_pin");
    related = related ? related + strspn(related, " ") : "";
    bool first = true;
    do {
        char *name = format_new("%.*s", (int)strcspn(related, " "), related);
        power_internal one = g;
        one.related = *name ? pin_of(cell, name) : -1;
        if (!first) {
            one.rise = copy_table(&g.rise);
            one.fall = copy_table(&g.fall);
        }
        if (read_when(cell, lib_value(group, "when"), &one.when)) {
            c->internal = grow_one(c->internal, (size_t)c->internal_count, sizeof *c->internal);
            c->internal[c->internal_count++] = one;
        }
        first = false;
        related += strcspn(related, " ");
        related += strspn(related, " ");
    } while (*related);
}

/* How likely the inputs in a condition have their values, if each is 1 half of the time. */
static double likelihood(const liberty_cell *cell, const boolean *when)
{
    double p = 1;
    for (int i = 0; i < cell->pin_count; i++) {
        bool in = false;
        for (int k = 0; k < when->len; k++)
            in |= when->program[k] == i;
        p *= in && cell->pins[i].input ? 0.5 : 1;
    }
    return p;
}

bool power_of_ground(const lib_node *cell, const lib_node *group)
{
    const char *rail = lib_value(group, "related_pg_pin"), *type = NULL;
    for (const lib_node *n = cell->child; n && rail; n = n->next)
        if (n->group && strcmp(n->name, "pg_pin") == 0) {
            char *name = lib_argument(n, 0);
            if (strcmp(name, rail) == 0)
                type = lib_value(n, "pg_type");
        }
    return type && ends_with(type, "ground");
}

static void read_leakage(const source *s, const liberty_cell *cell, power_cell *c, const lib_node *group)
{
    const char *value = lib_value(group, "value"), *when = lib_value(group, "when");
    power_leakage l = {.watts = (value ? strtod(value, NULL) : 0) * s->lib->leak_w};
    if (!read_when(cell, when, &l.when))
        return;
    l.likelihood = when ? likelihood(cell, &l.when) : 0;
    c->leakage = grow_one(c->leakage, (size_t)c->leakage_count, sizeof *c->leakage);
    c->leakage[c->leakage_count++] = l;
}

static void read_power(const source *s, const liberty_cell *cell, const lib_node *node, power_cell *c)
{
    const char *rails[POWER_MOST_RAILS] = {NULL}, *all = lib_value(node, "cell_leakage_power");
    c->watts = all ? strtod(all, NULL) * s->lib->leak_w : (double)NAN;
    for (const lib_node *n = node->child; n; n = n->next) {
        if (n->group && strcmp(n->name, "leakage_power") == 0 && !power_of_ground(node, n))
            read_leakage(s, cell, c, n);
        if (!n->group || strcmp(n->name, "pin") != 0)
            continue;
        char *name = lib_argument(n, 0);
        int pin = pin_of(cell, name);
        for (const lib_node *g = n->child; g && pin >= 0; g = g->next)
            if (g->group && strcmp(g->name, "internal_power") == 0 && !power_of_ground(node, g))
                read_internal(s, cell, c, pin, g, rails);
    }
}

void power_used_text(const liberty *lib, const char *path, const bool *used, text *out)
{
    size_t len;
    char *data = liberty_text(path, &len);
    liberty_used(lib, data, len, used, out);
}

lib_node *power_used_tree(const char *path, const text *t)
{
    char *error = NULL;
    lib_node *library = lib_tree_read_power(t->data, t->len, &error);
    if (library == NULL)
        die_usage("%s: %s", path, error);
    return library;
}

const liberty_cell *power_cell_at(const liberty *lib, const lib_node *node)
{
    if (!node->group || strcmp(node->name, "cell") != 0)
        return NULL;
    char *name = lib_argument(node, 0);
    return liberty_find(lib, name);
}

power_cell *power_cells_read(const liberty *lib, const char *path, const bool *used)
{
    power_cell *cells = zalloc((size_t)(lib->cell_count + 1) * sizeof *cells);
    text t = {0};
    power_used_text(lib, path, used, &t);
    lib_node *library = power_used_tree(path, &t);
    const source s = {lib, library, path};
    for (const lib_node *n = library->child; n; n = n->next) {
        const liberty_cell *cell = power_cell_at(lib, n);
        if (cell)
            read_power(&s, cell, n, &cells[cell - lib->cells]);
    }
    lib_tree_free(library);
    return cells;
}

double power_leakage_any(const power_cell *c)
{
    double states = 0, likely = 0, other = 0;
    if (!isnan(c->watts))
        return c->watts;
    for (int i = 0; i < c->leakage_count; i++) {
        states += c->leakage[i].watts * c->leakage[i].likelihood;
        likely += c->leakage[i].likelihood;
        other += c->leakage[i].when.len == 0 ? c->leakage[i].watts : 0;
    }
    return likely > 0 ? states / likely : other;
}
