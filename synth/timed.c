/* SPDX-License-Identifier: Apache-2.0 */
#include "timed.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../base/msg.h"

/* ABC's commands; both numbers are a delay target in ps. */
static const char recipe[] = "strash; ifraig; dch; map -B 0.9; topo; buffer -c -N 20; upsize -D %.0f; dnsize -D %.0f\n";
enum { TARGET_FO4 = 15, MOST_PARTS = 64 };

/* All instances of a module. */
typedef struct {
    char *name;   /* as emitted, without the design's name; "ports" and "itself" are what is in none */
    char *from;   /* where its longest path begins */
    double delay; /* ns */
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
    char name[1024], from[1024];
    double slack, dynamic, leakage;
    for (const char *at = strchr(output, '@'); at; at = strchr(at + 1, '@')) {
        if (sscanf(at, "@ path {%1023[^}]} %lf {%1023[^}]}", name, &slack, from) == 3) {
            part *p = part_of(s, name);
            if (clock_ns - slack > p->delay) {
                p->delay = clock_ns - slack;
                p->from = rtl_module(s->d, from);
            }
        } else if (sscanf(at, "@ power {%1023[^}]} %lf %lf", name, &dynamic, &leakage) == 3) {
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

static void show(sorted *s, const synth_unit *u, metrics *m, text *table)
{
    double delay = 0, power = 0, leak = 0;
    qsort(s->parts, (size_t)s->count, sizeof *s->parts, by_delay);
    text_printf(table, "  %-24s %8s  %-24s %11s %11s\n", "longest path into", "ns", "from", "dynamic mW", "leakage mW");
    for (int i = 0; i < s->count; i++) {
        part *p = &s->parts[i];
        text_printf(table, "  %-24s ", p->name);
        if (p->delay >= 0) {
            text_printf(table, "%8.3f  %-24s ", p->delay, p->from);
            metrics_set(m, p->delay, KEY_UNIT_PART_DELAY, u->name, p->name);
        } else {
            text_printf(table, "%8s  %-24s ", "none", "");
        }
        text_printf(table, "%11.3f %11.3f\n", p->power_mw, p->leak_mw);
        metrics_set(m, p->power_mw, KEY_UNIT_PART_POWER, u->name, p->name);
        metrics_set(m, p->leak_mw, KEY_UNIT_PART_LEAK, u->name, p->name);
        delay = p->delay > delay ? p->delay : delay;
        power += p->power_mw, leak += p->leak_mw;
    }
    text_printf(table, "  %-24s %8.3f  %-24s %11.3f %11.3f\n", "the whole", delay, "", power, leak);
    metrics_set(m, delay, KEY_UNIT_DELAY, u->name);
    metrics_set(m, delay / u->job->fo4_ns, KEY_UNIT_DELAY_FO4, u->name);
    metrics_set(m, power, KEY_UNIT_POWER, u->name);
    metrics_set(m, leak, KEY_UNIT_LEAK, u->name);
}

void timed_unit(const synth_unit *u, metrics *m, text *table)
{
    const synth_job *job = u->job;
    text commands = {0};
    double target = TARGET_FO4 * job->fo4_ns * 1e3;
    char *script = format_new("%s.timed.ys", u->name), *log = format_new("%s.timed.log", u->name),
         *files = format_new("%s %s", u->files, u->box_files), *tcl = format_new("%s.timed.tcl", u->name),
         *sta_log = format_new("%s.timed.sta.log", u->name);
    text_printf(&commands, recipe, target, target);
    work_write(job, "timed.abc", &commands);
    script_write(job, "synth/timed.ys", script, "FILES", files, "TOP", u->top, "UNIT", u->name, NULL);
    yosys_run(job, script, log);
    script_write(job, "synth/timed.tcl", tcl, "UNIT", u->name, "TOP", u->top, "ACTIVITY", ASSUMED_ACTIVITY, "DUTY", ASSUMED_DUTY, NULL);
    char *output = sta_run(job, tcl, sta_log);
    sorted s = {.d = job->d};
    read_parts(&s, output, job->clock_ns);
    if (s.count == 0)
        die("sta has written no figures of %s (log: syn/%s)", u->top, sta_log);
    show(&s, u, m, table);
}
