/* SPDX-License-Identifier: Apache-2.0 */
#include "liberty_sound.h"

#include <string.h>

#include "../base/text.h"

/* Of boolean_compile. */
enum { MAX_NAMES = 240 };

static int pin_names(const liberty_cell *cell, const char **names)
{
    int count = 0;
    for (int i = 0; i < cell->pin_count && count < MAX_NAMES - 2; i++)
        names[count++] = cell->pins[i].name;
    return count;
}

bool liberty_is_sound(const liberty_cell *cell, const lib_node *state)
{
    static const char *const of_ff[] = {"next_state", "clocked_on"}, *const of_latch[] = {"data_in", "enable"},
                             *const functions[] = {"next_state", "clocked_on", "data_in", "enable", "clear", "preset"};
    const char *names[MAX_NAMES];
    int count = pin_names(cell, names);
    boolean b;
    for (int i = 0; i < 2 && state; i++) {
        names[count] = lib_argument(state, i);
        if (*names[count] == '\0' || lib_value(state, (strcmp(state->name, "ff") == 0 ? of_ff : of_latch)[i]) == NULL)
            return false;
        count++;
    }
    for (size_t i = 0; i < sizeof functions / sizeof *functions && state; i++) {
        const char *function = lib_value(state, functions[i]);
        if (function && !boolean_compile(&b, function, names, count))
            return false;
    }
    for (int i = 0; i < cell->pin_count; i++)
        if (cell->pins[i].function && !boolean_compile(&b, cell->pins[i].function, names, count))
            return false;
    return true;
}

/* Is the input one of the words of a related_pin in a timing group of this pin? */
static bool has_arc(const lib_node *pin, const char *input)
{
    size_t len = strlen(input);
    for (const lib_node *n = pin->child; n; n = n->next) {
        const char *related = n->group && strcmp(n->name, "timing") == 0 ? lib_value(n, "related_pin") : NULL;
        for (const char *word = related; word && *word; word += strcspn(word, " \t"), word += strspn(word, " \t"))
            if (strcspn(word, " \t") == len && strncmp(word, input, len) == 0)
                return true;
    }
    return false;
}

static bool is_timed(const liberty_cell *cell, const liberty_pin *output, const lib_node *node)
{
    const char *names[MAX_NAMES];
    int count = pin_names(cell, names);
    boolean b;
    if (!boolean_compile(&b, output->function, names, count))
        return false;
    for (int i = 0; i < b.len; i++)
        if (b.program[i] < count && !has_arc(node, names[b.program[i]]))
            return false;
    return true;
}

bool liberty_is_timed(const liberty_cell *cell, const lib_node *node)
{
    bool timed = true;
    for (const lib_node *n = node->child; n && cell->kind == CELL_LOGIC; n = n->next)
        if (n->group && strcmp(n->name, "pin") == 0) {
            const liberty_pin *pin = liberty_find_pin(cell, lib_argument(n, 0));
            timed = timed && (pin == NULL || !pin->output || is_timed(cell, pin, n));
        }
    return timed;
}
