/* SPDX-License-Identifier: Apache-2.0
 *
 * parts.c - the area of each module in a unit: Yosys' report is read, modules of one name are added up, and rows go from the whole down
 * to one percent. */
#include "parts.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../base/msg.h"
#include "latches.h"

/* A module as Yosys elaborated it. Modules of other parameters have the same name. */
typedef struct {
    char *type;
    char *name; /* as emitted, without the design's name */
    struct cells {
        char *type;
        double times;
    } * cells;
    int cell_count;
    double logic, registers; /* um2, with everything inside */
    bool summed;
} module;

typedef struct {
    const synth_unit *unit;
    metrics *figures;
    module *modules;
    int count;
    double whole; /* um2 */
    text *table;
} parts;

/* Modules of one name: how many of each. */
typedef struct {
    const char *name;
    double *times, instances, logic, registers;
} group;

static const char *plain(const char *type)
{
    return type + (*type == '\\');
}

static int find_module(const parts *p, const char *type)
{
    for (int i = 0; i < p->count; i++)
        if (strcmp(plain(p->modules[i].type), plain(type)) == 0)
            return i;
    return -1;
}

/* Adds up what is in a module: its cells, and the modules inside. */
static void sum(parts *p, module *m)
{
    const liberty *lib = &p->unit->job->lib;
    if (m->summed)
        return;
    m->summed = true;
    for (const struct cells *cell = m->cells; cell < m->cells + m->cell_count; cell++) {
        int inside = find_module(p, cell->type);
        const liberty_cell *found = inside < 0 ? liberty_find(lib, plain(cell->type)) : NULL;
        if (inside >= 0) {
            sum(p, &p->modules[inside]);
            m->logic += cell->times * p->modules[inside].logic;
            m->registers += cell->times * p->modules[inside].registers;
        } else if (found) {
            *(found->kind == CELL_LOGIC ? &m->logic : &m->registers) += cell->times * found->area;
        } else {
            die("yosys left a %s in %s, which is no cell of the library", cell->type, m->name);
        }
    }
}

/* A report of Yosys' stat: "=== MODULE ===", then lines "TYPE NUMBER" among others. The whole design comes last. */
static void read_modules(parts *p, const char *report)
{
    char type[1024];
    double times;
    for (const char *line = report; line; line = strchr(line, '\n') ? strchr(line, '\n') + 1 : NULL) {
        if (starts_with(line, "=== design hierarchy"))
            break;
        if (sscanf(line, "=== %1023s ===", type) == 1) {
            p->modules = grow_one(p->modules, (size_t)p->count, sizeof *p->modules);
            p->modules[p->count++] = (module){.type = format_new("%s", type), .name = rtl_module(p->unit->job->d, type)};
        } else if (p->count > 0 && sscanf(line, "     %1023s %lf", type, &times) == 2) {
            module *m = &p->modules[p->count - 1];
            m->cells = grow_one(m->cells, (size_t)m->cell_count, sizeof *m->cells);
            m->cells[m->cell_count++] = (struct cells){format_new("%s", type), times};
        }
    }
    for (int i = 0; i < p->count; i++)
        sum(p, &p->modules[i]);
}

static group new_group(const parts *p, const char *name)
{
    return (group){.name = name, .times = zalloc((size_t)p->count * sizeof(double))};
}

static void add(group *g, const parts *p, int of, double times)
{
    g->times[of] += times;
    g->instances += times;
    g->logic += times * p->modules[of].logic;
    g->registers += times * p->modules[of].registers;
}

static int by_area(const void *a, const void *b)
{
    const group *x = a, *y = b;
    double more = y->logic + y->registers - x->logic - x->registers;
    return more > 0 ? 1 : more < 0 ? -1 : strcmp(x->name, y->name);
}

/* What is directly in a group, a group a name, the largest first. Returns their number. */
static int groups_in(const group *g, const parts *p, group **out)
{
    int count = 0;
    *out = NULL;
    for (int i = 0; i < p->count; i++) {
        const module *m = &p->modules[i];
        for (const struct cells *cell = m->cells; cell < m->cells + m->cell_count; cell++) {
            int inside = find_module(p, cell->type), k = 0;
            if (inside < 0 || g->times[i] == 0)
                continue;
            while (k < count && strcmp((*out)[k].name, p->modules[inside].name) != 0)
                k++;
            if (k == count) {
                *out = grow_one(*out, (size_t)count, sizeof **out);
                (*out)[count++] = new_group(p, p->modules[inside].name);
            }
            add(&(*out)[k], p, inside, g->times[i] * cell->times);
        }
    }
    if (count > 0)
        qsort(*out, (size_t)count, sizeof **out, by_area);
    return count;
}

/* Rows of a group and of what is inside, down to one percent of the whole; figures of what is directly in the unit. */
static void visit(parts *p, const group *g, int depth)
{
    const char *u = p->unit->name;
    double total = g->logic + g->registers;
    if (100 * total >= p->whole)
        text_printf(p->table, "  %*s%-*s %5.0f %11.1f %11.1f %6.1f %%\n", 2 * depth, "", 34 - 2 * depth, g->name, g->instances, g->logic,
                    g->registers, 100 * total / p->whole);
    if (depth <= 1) {
        metrics_set(p->figures, g->logic, KEY_UNIT_PART_AREA, u, g->name);
        metrics_set(p->figures, g->registers, KEY_UNIT_PART_REG_AREA, u, g->name);
    }
    group *inside;
    int count = groups_in(g, p, &inside);
    for (int i = 0; i < count; i++)
        visit(p, &inside[i], depth + 1);
}

void parts_unit(const synth_unit *u, metrics *m, text *table)
{
    const synth_job *job = u->job;
    char *stat = format_new("%s.parts.stat", u->name), *script = format_new("%s.parts.ys", u->name),
         *log = format_new("%s.parts.log", u->name), *files = format_new("%s %s", u->files, u->box_files);
    script_write(job, "synth/parts.ys", script, "FILES", files, "TOP", u->top, "OUT", stat, "LATCHES", latches_map(job), NULL);
    yosys_run(job, script, log);
    char *report = work_read(job, stat);
    parts p = {.unit = u, .figures = m, .table = table};
    read_modules(&p, report ? report : "");
    int top = find_module(&p, u->top);
    if (top < 0)
        die("yosys has written no figures of %s (log: syn/%s)", u->top, log);
    group whole = new_group(&p, p.modules[top].name);
    add(&whole, &p, top, 1);
    p.whole = whole.logic + whole.registers;
    metrics_set(m, p.whole, KEY_UNIT_TOTAL_AREA, u->name);
    text_printf(table, "  %-34s %5s %11s %11s %8s\n", "module, with everything in it", "times", "logic um2", "flops um2", "share");
    visit(&p, &whole, 0);
}
