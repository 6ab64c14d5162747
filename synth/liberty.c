/* SPDX-License-Identifier: Apache-2.0
 *
 * liberty.c - what the flow must know of a library: cells with their areas, pins, functions and kinds, and by function the gates that it
 * looks for. liberty_tree.c reads the file, and liberty_roles.c and liberty_pins.c have parts of this. */
#include "liberty.h"

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "../base/file.h"
#include "../base/msg.h"
#include "liberty_sound.h"
#include "liberty_tree.h"

static bool is_true(const char *value)
{
    return value && (strcasecmp(value, "true") == 0 || strcmp(value, "1") == 0);
}

static double number(const char *value)
{
    return value ? strtod(value, NULL) : 0;
}

/* "1ns", "10ps", "1nW": the number times the unit's prefix, as a factor of seconds, watts, ... */
static double with_prefix(const char *value, double otherwise)
{
    if (value == NULL)
        return otherwise;
    char *end;
    double v = strtod(value, &end);
    while (*end == ' ')
        end++;
    static const struct {
        char prefix;
        double scale;
    } prefixes[] = {{'f', 1e-15}, {'p', 1e-12}, {'n', 1e-9}, {'u', 1e-6}, {'m', 1e-3}};
    for (size_t i = 0; i < sizeof prefixes / sizeof *prefixes; i++)
        if (*end == prefixes[i].prefix)
            return v * prefixes[i].scale;
    return v > 0 ? v : otherwise;
}

static void read_units(liberty *lib, const lib_node *library)
{
    lib->time_ns = with_prefix(lib_value(library, "time_unit"), 1e-9) * 1e9;
    lib->leak_w = with_prefix(lib_value(library, "leakage_power_unit"), 1e-9);
    lib->volts = number(lib_value(library, "nom_voltage"));
    lib->has_voltage = lib->volts > 0 || lib_value(library, "default_operating_conditions");
    lib->cap_ff = 1000;
    for (const lib_node *n = library->child; n; n = n->next)
        if (strcmp(n->name, "capacitive_load_unit") == 0) {
            char *size = lib_argument(n, 0), *unit = lib_argument(n, 1);
            lib->cap_ff = strtod(size, NULL) * (strcasecmp(unit, "ff") == 0 ? 1 : 1000);
        }
}

static void read_pin(liberty_cell *cell, const lib_node *node, double cap_ff, bool *internal)
{
    const char *direction = lib_value(node, "direction");
    if (direction == NULL || strcmp(direction, "internal") == 0)
        return;
    cell->pins = grow_one(cell->pins, (size_t)cell->pin_count, sizeof *cell->pins);
    liberty_pin *p = &cell->pins[cell->pin_count++];
    const char *function = lib_value(node, "function");
    for (const lib_node *n = node->child; n; n = n->next)
        *internal |= n->group && strcmp(n->name, "internal_power") == 0;
    *p = (liberty_pin){
        .name = lib_argument(node, 0),
        .input = strcmp(direction, "input") == 0,
        .output = strcmp(direction, "output") == 0,
        .function = function ? format_new("%s", function) : NULL,
        .cap_ff = number(lib_value(node, "capacitance")) * cap_ff,
        .max_cap_ff = number(lib_value(node, "max_capacitance")) * cap_ff,
        .role = is_true(lib_value(node, "clock_gate_clock_pin"))    ? GATE_CLOCK
                : is_true(lib_value(node, "clock_gate_enable_pin")) ? GATE_ENABLE
                : is_true(lib_value(node, "clock_gate_test_pin"))   ? GATE_TEST
                : is_true(lib_value(node, "clock_gate_out_pin"))    ? GATE_OUT
                                                                    : GATE_NONE,
    };
    cell->inputs += p->input;
    cell->outputs += p->output;
}

const liberty_pin *liberty_find_pin(const liberty_cell *cell, const char *name)
{
    for (int i = 0; i < cell->pin_count; i++)
        if (strcmp(cell->pins[i].name, name) == 0)
            return &cell->pins[i];
    return NULL;
}

/* Is the expression one pin of the cell, perhaps in parentheses, and inverted if `inverted` allows it? */
static bool is_pin(const liberty_cell *cell, const char *expression, bool inverted)
{
    if (expression == NULL)
        return false;
    while (*expression == '(' || *expression == ' ' || (inverted && *expression == '!'))
        expression++;
    size_t n = strcspn(expression, " ')"), rest = strspn(expression + n, inverted ? " ')" : " )");
    char *name = format_new("%.*s", (int)n, expression);
    return expression[n + rest] == '\0' && liberty_find_pin(cell, name);
}

/* The pin that an expression is, perhaps inverted. */
static char *pin_of(const char *expression)
{
    expression += strspn(expression, "!( ");
    return format_new("%.*s", (int)strcspn(expression, " ')"), expression);
}

/* The pins of a latch that has an enable, data and an output that is the data, and no others. Some hold the inverse of the data, of which the output is
 * the inverse again. */
static liberty_latch latch_of(const liberty_cell *cell, const lib_node *state)
{
    liberty_latch latch = {.enable = NULL};
    const char *enable = lib_value(state, "enable"), *data = lib_value(state, "data_in");
    if (cell->kind != CELL_LATCH || cell->inputs != 2 || cell->inputs + cell->outputs != cell->pin_count || lib_value(state, "clear") ||
        lib_value(state, "preset") || !is_pin(cell, enable, true) || !is_pin(cell, data, true))
        return latch;
    const char *held = lib_argument(state, is_pin(cell, data, false) ? 0 : 1);
    for (int i = 0; i < cell->pin_count; i++) {
        const liberty_pin *p = &cell->pins[i];
        if (p->output && p->function && strpbrk(p->function, "!'") == NULL && strcmp(pin_of(p->function), held) == 0)
            latch = (liberty_latch){pin_of(enable), pin_of(data), p->name, !is_pin(cell, enable, false)};
    }
    return latch;
}

/* The ff or latch group as Liberty text, for liberty_functions. If a flop stores the inverse of its data, the names of its two
 * states are exchanged, and clear and preset with them: Yosys' dfflibmap adds an inverter behind such a flop and takes its
 * clear for a reset to 0 of the inverter's output. */
static char *print_state(const liberty_cell *cell, const lib_node *group)
{
    static const char *const exchanged[][2] = {
        {"clear", "preset"},
        {"preset", "clear"},
        {"clear_preset_var1", "clear_preset_var2"},
        {"clear_preset_var2", "clear_preset_var1"},
    };
    const char *next = lib_value(group, "next_state");
    bool inverted = is_pin(cell, next, true) && !is_pin(cell, next, false);
    char *one = lib_argument(group, 0), *two = lib_argument(group, 1);
    text t = {0};
    text_printf(&t, "    %s (%s,%s) {", group->name, inverted ? two : one, inverted ? one : two);
    for (const lib_node *n = group->child; n; n = n->next) {
        const char *name = n->name, *value = n->value;
        size_t len = strlen(value ? value : "");
        if (n->group)
            continue;
        for (size_t i = 0; inverted && i < sizeof exchanged / sizeof *exchanged; i++)
            if (strcmp(n->name, exchanged[i][0]) == 0)
                name = exchanged[i][1];
        if (inverted && strcmp(n->name, "next_state") == 0) {
            value += strspn(value, "!( ");
            len = strcspn(value, "') ");
        }
        text_printf(&t, " %s : \"%.*s\";", name, (int)len, value);
    }
    text_puts(&t, " }\n");
    return t.data;
}

/* What the cell stores in: its ff or latch group. Several of them, as in retention flip-flops, are `odd`, and so is what is no such group. */
static const lib_node *state_of(const lib_node *node, bool *odd)
{
    static const char *const others[] = {"statetable", "bus", "bundle", "ff_bank", "latch_bank"};
    const lib_node *state = NULL;
    *odd = false;
    for (const lib_node *n = node->child; n; n = n->next) {
        bool is_state = n->group && (strcmp(n->name, "ff") == 0 || strcmp(n->name, "latch") == 0);
        *odd |= is_state && state;
        for (size_t i = 0; i < sizeof others / sizeof *others && n->group; i++)
            *odd |= strcmp(n->name, others[i]) == 0;
        state = is_state ? n : state;
    }
    return state;
}

static liberty_kind kind_of(const liberty_cell *cell, const lib_node *node, const lib_node *state, bool odd)
{
    const char *gating = lib_value(node, "clock_gating_integrated_cell");
    if (cell->outputs == 0)
        return CELL_OTHER;
    if (gating && starts_with(gating, "latch_posedge") && strstr(gating, "obs") == NULL)
        return CELL_CLOCK_GATE;
    if (gating || odd)
        return CELL_OTHER;
    if (state)
        return strcmp(state->name, "ff") == 0 ? CELL_FLOP : CELL_LATCH;
    for (int i = 0; i < cell->pin_count; i++)
        if (!cell->pins[i].input && cell->pins[i].function == NULL)
            return CELL_OTHER;
    return CELL_LOGIC;
}

/* The clock pins of a flip-flop are marked so, or what its state is clocked on. */
static void mark_clocks(liberty_cell *cell, const lib_node *node, const lib_node *state)
{
    const char *on = state ? lib_value(state, "clocked_on") : NULL;
    for (const lib_node *n = node->child; n; n = n->next) {
        const liberty_pin *found = n->group && strcmp(n->name, "pin") == 0 ? liberty_find_pin(cell, lib_argument(n, 0)) : NULL;
        if (found)
            cell->pins[found - cell->pins].clock = is_true(lib_value(n, "clock")) || found->role == GATE_CLOCK;
    }
    for (int i = 0; i < cell->pin_count && on; i++) {
        const char *name = cell->pins[i].name;
        boolean b;
        cell->pins[i].clock |= boolean_compile(&b, on, &name, 1);
    }
}

/* A cell whose functions say what no tool can read is not used, a clock gate without them: it is placed by name. */
static void drop_functions(liberty_cell *cell)
{
    cell->state = NULL;
    for (int i = 0; i < cell->pin_count; i++)
        cell->pins[i].function = NULL;
    if (cell->kind != CELL_CLOCK_GATE) {
        cell->dont_use = true;
        cell->kind = CELL_OTHER;
    }
}

static void read_cell(liberty *lib, liberty_cell *cell, const lib_node *node)
{
    bool odd;
    const lib_node *state = state_of(node, &odd);
    cell->name = lib_argument(node, 0);
    cell->area = number(lib_value(node, "area"));
    cell->from = node->from;
    cell->to = node->to;
    cell->dont_use = is_true(lib_value(node, "dont_use")) || is_true(lib_value(node, "is_isolation_cell")) ||
                     is_true(lib_value(node, "is_level_shifter")) || is_true(lib_value(node, "always_on"));
    lib->has_leakage |= lib_value(node, "cell_leakage_power") != NULL;
    for (const lib_node *n = node->child; n; n = n->next) {
        lib->has_leakage |= n->group && strcmp(n->name, "leakage_power") == 0;
        if (n->group && strcmp(n->name, "pin") == 0)
            read_pin(cell, n, lib->cap_ff, &lib->has_internal);
    }
    cell->kind = kind_of(cell, node, state, odd);
    mark_clocks(cell, node, state);
    cell->untimed = !liberty_is_timed(cell, node);
    if (state) {
        cell->state = print_state(cell, state);
        cell->latch = latch_of(cell, state);
        cell->simple_flop = cell->kind == CELL_FLOP && is_pin(cell, lib_value(state, "next_state"), true);
        cell->plain_flop = cell->simple_flop && is_pin(cell, lib_value(state, "clocked_on"), false) && lib_value(state, "clear") == NULL &&
                           lib_value(state, "preset") == NULL;
    }
    if ((odd && state) || !liberty_is_sound(cell, state))
        drop_functions(cell);
}

static int by_name(const void *a, const void *b)
{
    return strcmp(((const liberty_cell *)a)->name, ((const liberty_cell *)b)->name);
}

bool liberty_parse(liberty *lib, const char *source, size_t len, char **error)
{
    *lib = (liberty){.nand2 = -1, .inverter = -1, .driver = -1, .flop = -1, .latch = -1, .clock_gate = -1};
    lib_node *library = lib_tree_read(source, len, error);
    if (library == NULL)
        return false;
    lib->name = lib_argument(library, 0);
    read_units(lib, library);
    const char *wire_load = lib_value(library, "default_wire_load");
    lib->wire_load = wire_load ? format_new("%s", wire_load) : NULL;
    int count = 0;
    for (const lib_node *n = library->child; n; n = n->next)
        count += n->group && strcmp(n->name, "cell") == 0;
    lib->cells = zalloc((size_t)(count + 1) * sizeof *lib->cells);
    for (const lib_node *n = library->child; n; n = n->next)
        if (n->group && strcmp(n->name, "cell") == 0)
            read_cell(lib, &lib->cells[lib->cell_count++], n);
    lib_tree_free(library);
    qsort(lib->cells, (size_t)lib->cell_count, sizeof *lib->cells, by_name);
    liberty_roles(lib);
    if (count == 0) {
        *error = format_new("line 1: the library has no cell");
        return false;
    }
    return true;
}

char *liberty_text(const char *path, size_t *len)
{
    char *source = file_read(path, len), *error = NULL;
    liberty lib;
    text t = {0};
    if (source == NULL)
        die_reading(errno, "cannot read the Liberty file %s", path);
    if (*len >= 2 && (unsigned char)source[0] == 0x1f && (unsigned char)source[1] == 0x8b)
        die_usage("%s is compressed, which OpenSTA does not read: unpack it with gunzip first", path);
    /* Where both find something wrong, the reader of the tree knows the column too. */
    if (!liberty_plain(source, *len, &t, &error) && liberty_parse(&lib, source, *len, &error))
        liberty_plain(source, *len, &t, &error);
    if (error)
        die_usage("%s: %s", path, error);
    arena_free(source);
    *len = t.len;
    return t.data;
}

void liberty_read(liberty *lib, const char *path)
{
    size_t len;
    char *source = liberty_text(path, &len), *error = NULL;
    if (!liberty_parse(lib, source, len, &error))
        die_usage("%s: %s", path, error);
    arena_free(source);
    if (lib->nand2 < 0 || lib->inverter < 0 || lib->driver < 0)
        die_usage("%s: the library has no %s with a delay from each input; a standard-cell library with simple gates is needed", path,
                  lib->nand2 < 0      ? "two-input NAND"
                  : lib->inverter < 0 ? "inverter"
                                      : "buffer");
}

const char *liberty_no_power(const liberty *lib)
{
    return !lib->has_internal  ? "no tables of internal power (internal_power)"
           : !lib->has_leakage ? "no leakage (leakage_power, cell_leakage_power)"
           : !lib->has_voltage ? "no voltage (nom_voltage)"
                               : NULL;
}

const liberty_cell *liberty_find(const liberty *lib, const char *name)
{
    liberty_cell key = {.name = (char *)name};
    return bsearch(&key, lib->cells, (size_t)lib->cell_count, sizeof *lib->cells, by_name);
}

const char *liberty_name(const liberty *lib, int index)
{
    return index < 0 ? "" : lib->cells[index].name;
}

char *liberty_default(void)
{
    static const char *const folder = "/usr/share/qflow/tech/osu018";
    const char *best = NULL;
    char *path = NULL;
    DIR *d = opendir(folder);
    for (const struct dirent *e; d && (e = readdir(d)) != NULL;)
        if (ends_with(e->d_name, ".lib") && (best == NULL || strcmp(e->d_name, best) < 0)) {
            path = path_join(folder, e->d_name);
            best = path_base(path);
        }
    if (d)
        closedir(d);
    if (path == NULL)
        die("no standard-cell library: on Debian apt-get install qflow-tech-osu018, or name one with --liberty FILE");
    return path;
}
