/* SPDX-License-Identifier: Apache-2.0
 *
 * liberty_roles.c - finds a library's gate equivalent, inverter, driver, flip-flop and clock gate by function, area and rated
 * load. */
#include <math.h>
#include <string.h>

#include "liberty.h"

/* The truth table of a gate with one output and its delays; false for any other cell. */
static bool cell_truth(const liberty_cell *cell, unsigned long long *truth)
{
    const char *inputs[6], *function = NULL;
    int count = 0;
    if (cell->kind != CELL_LOGIC || cell->untimed || cell->outputs != 1 || cell->inputs > 6 || cell->inputs + 1 != cell->pin_count)
        return false;
    for (int i = 0; i < cell->pin_count; i++) {
        if (cell->pins[i].input)
            inputs[count++] = cell->pins[i].name;
        else
            function = cell->pins[i].function;
    }
    return boolean_truth(function, inputs, count, truth);
}

/* The largest load that a cell's output is rated for. It measures the cell's drive. */
static double drive(const liberty_cell *cell)
{
    for (int i = 0; i < cell->pin_count; i++)
        if (cell->pins[i].output)
            return cell->pins[i].max_cap_ff > 0 ? cell->pins[i].max_cap_ff : cell->area;
    return 0;
}

static bool is_special(const liberty_cell *cell)
{
    return strcasestr(cell->name, "clk") || strcasestr(cell->name, "dly") || strcasestr(cell->name, "delay");
}

/* The smallest usable cell of a function of `inputs` inputs, -1 if there is none; among equals one not meant for clocks. */
static int smallest(const liberty *lib, int inputs, unsigned long long wanted)
{
    int best = -1;
    for (int i = 0; i < lib->cell_count; i++) {
        const liberty_cell *c = &lib->cells[i];
        unsigned long long truth;
        if (!c->dont_use && c->inputs == inputs && cell_truth(c, &truth) && truth == wanted &&
            (best < 0 || c->area < lib->cells[best].area ||
             (c->area <= lib->cells[best].area && is_special(&lib->cells[best]) && !is_special(c))))
            best = i;
    }
    return best;
}

/* The buffer whose drive is nearest to twice the smallest inverter's; among equals the smaller one, then one that is not named a
 * clock or delay buffer. */
static int find_driver(const liberty *lib)
{
    int best = -1;
    double best_cost = 0;
    if (lib->inverter < 0)
        return -1;
    for (int i = 0; i < lib->cell_count; i++) {
        const liberty_cell *c = &lib->cells[i];
        unsigned long long truth;
        if (c->dont_use || c->inputs != 1 || !cell_truth(c, &truth) || truth != 2)
            continue;
        double cost = fabs(log(drive(c) / (2 * drive(&lib->cells[lib->inverter])))) + 1e-3 * c->area / lib->cells[lib->inverter].area;
        if (is_special(c))
            cost += 1;
        if (best < 0 || cost < best_cost) {
            best = i;
            best_cost = cost;
        }
    }
    return best;
}

/* The smallest cell of a kind. Clock gates are often marked dont_use, since synthesis must not invent them. This flow places
 * them by name, so the mark does not count for them. A test pin is tied off; a gate without one is preferred, and so is a latch that needs
 * no inverter. */
static int smallest_of(const liberty *lib, liberty_kind kind)
{
    int best = -1;
    double best_cost = 0;
    for (int i = 0; i < lib->cell_count; i++) {
        const liberty_cell *c = &lib->cells[i];
        bool roles[GATE_OUT + 1] = {false};
        for (int p = 0; p < c->pin_count; p++)
            roles[c->pins[p].role] = true;
        if (c->kind != kind || (kind == CELL_FLOP && (c->dont_use || !c->plain_flop)) ||
            (kind == CELL_LATCH && (c->dont_use || c->latch.enable == NULL)) ||
            (kind == CELL_CLOCK_GATE && !(roles[GATE_CLOCK] && roles[GATE_ENABLE] && roles[GATE_OUT])))
            continue;
        double cost = c->area + (roles[GATE_TEST] ? 1e6 : 0) + (c->latch.low ? 1e-3 : 0);
        if (best < 0 || cost < best_cost) {
            best = i;
            best_cost = cost;
        }
    }
    return best;
}

static double one_digit(double v)
{
    double scale = v > 0 ? pow(10, floor(log10(v))) : 1;
    return floor(v / scale + 1e-9) * scale;
}

void liberty_roles(liberty *lib)
{
    lib->nand2 = smallest(lib, 2, 0x7);
    lib->inverter = smallest(lib, 1, 0x1);
    lib->driver = find_driver(lib);
    lib->flop = smallest_of(lib, CELL_FLOP);
    lib->latch = smallest_of(lib, CELL_LATCH);
    lib->clock_gate = smallest_of(lib, CELL_CLOCK_GATE);
    if (lib->inverter >= 0) {
        const liberty_cell *inv = &lib->cells[lib->inverter];
        for (int i = 0; i < inv->pin_count; i++)
            if (inv->pins[i].input)
                lib->load_ff = one_digit(2 * inv->pins[i].cap_ff);
    }
}
