/* SPDX-License-Identifier: Apache-2.0 */
#include "clock_energy.h"

#include <string.h>

#include "liberty_power.h"

/* Has a table of the group a number that is not 0? */
static bool tells_energy(const lib_node *group)
{
    for (const lib_node *n = group->child; n; n = n->next) {
        const char *values = n->group ? lib_value(n, "values") : NULL;
        if (values && strpbrk(values, "123456789"))
            return true;
    }
    return false;
}

static bool has_energy(const lib_node *pin)
{
    for (const lib_node *n = pin->child; n; n = n->next)
        if (n->group && strcmp(n->name, "internal_power") == 0 && tells_energy(n))
            return true;
    return false;
}

static bool lacks_energy(const liberty_cell *cell, const lib_node *node)
{
    for (const lib_node *n = node->child; n; n = n->next)
        if (n->group && strcmp(n->name, "pin") == 0) {
            const liberty_pin *pin = liberty_find_pin(cell, lib_argument(n, 0));
            if (pin && pin->clock && !has_energy(n))
                return true;
        }
    return false;
}

const char *clock_energy_lacks(const liberty *lib, const char *path, const bool *used)
{
    text t = {0};
    power_used_text(lib, path, used, &t);
    for (const lib_node *n = power_used_tree(path, &t)->child; n; n = n->next) {
        const liberty_cell *cell = power_cell_at(lib, n);
        if (cell && (cell->kind == CELL_FLOP || cell->kind == CELL_CLOCK_GATE) && lacks_energy(cell, n))
            return cell->name;
    }
    return NULL;
}
