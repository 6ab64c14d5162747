/* SPDX-License-Identifier: Apache-2.0
 *
 * liberty_write.c - writes Liberty text from a library that was read, for tools that need less of it or must not see all cells. */
#include <stdlib.h>
#include <string.h>

#include "liberty.h"

void liberty_functions(const liberty *lib, bool (*wanted)(const liberty_cell *cell, void *arg), void *arg, text *out)
{
    text_puts(out, "library (functions) {\n");
    for (int i = 0; i < lib->cell_count; i++) {
        const liberty_cell *c = &lib->cells[i];
        bool usable = (!c->dont_use && (c->kind != CELL_FLOP || c->simple_flop)) || i == lib->clock_gate;
        if (c->outputs == 0 || !(wanted ? wanted(c, arg) : usable))
            continue;
        text_printf(out, "  cell (%s) {\n    area : %.9g;\n%s", c->name, c->area, c->state ? c->state : "");
        for (int p = 0; p < c->pin_count; p++) {
            const liberty_pin *pin = &c->pins[p];
            text_printf(out, "    pin (%s) { direction : %s;", pin->name, pin->input ? "input" : pin->output ? "output" : "inout");
            if (pin->function)
                text_printf(out, " function : \"%s\";", pin->function);
            text_puts(out, " }\n");
        }
        text_puts(out, "  }\n");
    }
    text_puts(out, "}\n");
}

static int by_place(const void *a, const void *b)
{
    const liberty_cell *x = *(const liberty_cell *const *)a, *y = *(const liberty_cell *const *)b;
    return (x->from > y->from) - (x->from < y->from);
}

/* The source without some of the cells. */
static void write_without(const liberty *lib, const char *source, size_t len,
                          bool (*dropped)(const liberty *lib, const liberty_cell *cell, const bool *used), const bool *used, text *out)
{
    const liberty_cell **cells = zalloc((size_t)(lib->cell_count + 1) * sizeof *cells);
    for (int i = 0; i < lib->cell_count; i++)
        cells[i] = &lib->cells[i];
    qsort(cells, (size_t)lib->cell_count, sizeof *cells, by_place);
    size_t at = 0;
    for (int i = 0; i < lib->cell_count; i++)
        if (dropped(lib, cells[i], used)) {
            text_add(out, source + at, cells[i]->from - at);
            at = cells[i]->to;
        }
    text_add(out, source + at, len - at);
}

static bool is_unusable(const liberty *lib, const liberty_cell *cell, const bool *used)
{
    (void)lib;
    (void)used;
    return cell->dont_use || cell->untimed;
}

static bool is_unused(const liberty *lib, const liberty_cell *cell, const bool *used)
{
    return !used[cell - lib->cells];
}

void liberty_usable(const liberty *lib, const char *source, size_t len, text *out)
{
    write_without(lib, source, len, is_unusable, NULL, out);
}

void liberty_used(const liberty *lib, const char *source, size_t len, const bool *used, text *out)
{
    write_without(lib, source, len, is_unused, used, out);
}
