/* SPDX-License-Identifier: Apache-2.0 */
#include "timed.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../base/msg.h"
#include "rounds.h"

enum { MOST_PARTS = 64 };

/* All instances of a module. */
typedef struct {
    char *name;            /* as emitted, without the design's name; "ports" and "itself" are what is in none */
    char *from;            /* where its longest path begins */
    double delay;          /* ns */
    double area, reg_area; /* um2, of logic, of flip-flops and clock gates */
    double power_mw, leak_mw;
} part;

typedef struct {
    const design *d;
    part parts[MOST_PARTS];
    int count;
} sorted;

static part *part_of(sorted *s, const char *type)
{
    char *name = rtl_module(s->d, type);
    int i = 0;
    while (i < s->count && strcmp(s->parts[i].name, name) != 0)
        i++;
    if (i == MOST_PARTS)
        die("more than %d modules are directly in one", MOST_PARTS);
    if (i == s->count)
        s->parts[s->count++] = (part){.name = name, .delay = -1};
    return &s->parts[i];
}

/* The lines "@ path {INTO} SLACK {FROM}" and "@ power {PART} DYNAMIC LEAKAGE", in W, of timed.tcl. */
static void read_parts(sorted *s, const char *output, double clock_ns)
{
    char line[STA_LINE], name[1024], from[1024];
    double slack, dynamic, leakage;
    while (sta_next(&output, line)) {
        if (sscanf(line, "@ path {%1023[^}]} %lf {%1023[^}]}", name, &slack, from) == 3) {
            part *p = part_of(s, name);
            if (clock_ns - slack > p->delay) {
                p->delay = clock_ns - slack;
                p->from = rtl_module(s->d, from);
            }
        } else if (sscanf(line, "@ power {%1023[^}]} %lf %lf", name, &dynamic, &leakage) == 3) {
            part *p = part_of(s, name);
            p->power_mw += dynamic * 1e3;
            p->leak_mw += leakage * 1e3;
        }
    }
}

static int by_delay(const void *a, const void *b)
{
    const part *x = a, *y = b;
    return x->delay != y->delay ? (x->delay < y->delay) - (x->delay > y->delay) : strcmp(x->name, y->name);
}

/* The areas of the cells of a module, and of gates. */
static void add_area(part *p, const liberty *lib, const blif_names *cells, double times)
{
    for (size_t i = 0; i < cells->count; i++) {
        char *type = format_new("%.*s", (int)strcspn(cells->data[i], " "), cells->data[i]);
        const liberty_cell *cell = liberty_find(lib, type);
        if (cell)
            *(cell->kind == CELL_LOGIC ? &p->area : &p->reg_area) += times * cell->area;
        arena_free(type);
    }
}

static void add_areas(sorted *s, const modular *n, const liberty *lib)
{
    const modular_module *top = &n->modules[0];
    part *own = part_of(s, "itself");
    add_area(own, lib, &top->cells, 1);
    add_area(own, lib, &top->gates, 1);
    for (size_t i = 0; i < top->cells.count; i++) {
        char *type = format_new("%.*s", (int)strcspn(top->cells.data[i], " "), top->cells.data[i]);
        const modular_module *m = modular_find(n, type);
        if (m) {
            add_area(part_of(s, type), lib, &m->cells, 1);
            add_area(part_of(s, type), lib, &m->gates, 1);
        }
        arena_free(type);
    }
}

static void show_row(const part *p, double delay, const char *from, text *table)
{
    text_printf(table, "  %-24s ", p->name);
    if (delay >= 0)
        text_printf(table, "%8.3f  %-24s ", delay, from);
    else
        text_printf(table, "%8s  %-24s ", "none", "");
    text_printf(table, "%11.1f %11.1f %11.3f %11.3f\n", p->area, p->reg_area, p->power_mw, p->leak_mw);
}

static void show(sorted *s, const synth_unit *u, metrics *m, text *table)
{
    part whole = {.name = "the whole"};
    qsort(s->parts, (size_t)s->count, sizeof *s->parts, by_delay);
    text_printf(table, "  %-24s %8s  %-24s %11s %11s %11s %11s\n", "longest path into", "ns", "from", "logic um2", "flops um2",
                "dynamic mW", "leakage mW");
    for (int i = 0; i < s->count; i++) {
        const part *p = &s->parts[i];
        show_row(p, p->delay, p->from, table);
        if (p->delay >= 0)
            metrics_set(m, p->delay, KEY_UNIT_PART_DELAY, u->name, p->name);
        metrics_set(m, p->area, KEY_UNIT_PART_AREA, u->name, p->name);
        metrics_set(m, p->reg_area, KEY_UNIT_PART_REG_AREA, u->name, p->name);
        metrics_set(m, p->power_mw, KEY_UNIT_PART_POWER, u->name, p->name);
        metrics_set(m, p->leak_mw, KEY_UNIT_PART_LEAK, u->name, p->name);
        whole.delay = p->delay > whole.delay ? p->delay : whole.delay;
        whole.area += p->area, whole.reg_area += p->reg_area;
        whole.power_mw += p->power_mw, whole.leak_mw += p->leak_mw;
    }
    show_row(&whole, whole.delay, "", table);
    metrics_set(m, whole.area, KEY_UNIT_AREA, u->name);
    metrics_set(m, whole.reg_area, KEY_UNIT_REG_AREA, u->name);
    metrics_set(m, whole.area + whole.reg_area, KEY_UNIT_TOTAL_AREA, u->name);
    metrics_set(m, whole.delay, KEY_UNIT_DELAY, u->name);
    metrics_set(m, whole.delay / u->job->fo4_ns, KEY_UNIT_DELAY_FO4, u->name);
    metrics_set(m, whole.power_mw, KEY_UNIT_POWER, u->name);
    metrics_set(m, whole.leak_mw, KEY_UNIT_LEAK, u->name);
}

void timed_unit(const synth_unit *u, metrics *m, text *table)
{
    const synth_job *job = u->job;
    char *tcl = format_new("%s.timed.tcl", u->name), *sta_log = format_new("%s.timed.sta.log", u->name);
    modular n;
    rounds_run(u, &n);
    script_write(job, "synth/timed.tcl", tcl, "UNIT", u->name, "TOP", u->top, "ACTIVITY", ASSUMED_ACTIVITY, "DUTY", ASSUMED_DUTY, NULL);
    char *output = sta_run(job, tcl, sta_log);
    sorted s = {.d = job->d};
    read_parts(&s, output, job->clock_ns);
    if (s.count == 0)
        die("sta has written no figures of %s (log: syn/%s)", u->top, sta_log);
    add_areas(&s, &n, &job->lib);
    show(&s, u, m, table);
    timed_inputs(u, output, m, table);
}
