/* SPDX-License-Identifier: Apache-2.0
 *
 * candidates.c - makes and times netlists of a unit's logic. Candidates of one front end and mapper are one run of ABC; those that an
 * interrupted search kept are taken, and each core has one tool. */
#include "candidates.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "../base/file.h"
#include "../base/msg.h"
#include "../base/proc.h"
#include "kept.h"
#include "recipes.h"

enum { MAX_CORES = 16 };

/* Neighbours among the candidates, as ABC makes them in one run. */
typedef struct {
    int from, to;
    int pid; /* 0: all of them were kept */
} group;

/* The sum of the areas of the library cells in a netlist that ABC wrote. */
static double netlist_area(const synth_job *job, const char *name)
{
    char *data = work_read(job, name), *save = NULL;
    double area = 0;
    for (char *line = data ? strtok_r(data, "\n", &save) : NULL; line; line = strtok_r(NULL, "\n", &save)) {
        while (isspace((unsigned char)*line))
            line++;
        line[strcspn(line, " ")] = '\0';
        const liberty_cell *cell = liberty_find(&job->lib, line);
        area += cell ? cell->area : 0;
    }
    arena_free(data);
    return area;
}

/* The ABC commands that buffer and size a candidate, with its numbers filled in. */
static void sizing(const synth_job *job, const candidate *c, text *out)
{
    double fo4_ps = job->fo4_ns * 1000;
    for (const char *at = recipe_sizers[c->sizer].commands; *at; at++) {
        if (*at != '{') {
            text_add(out, at, 1);
            continue;
        }
        if (at[1] == 'N')
            text_printf(out, "%d", c->fanout);
        else
            text_printf(out, "%.0f", (at[1] == 'U' ? c->target : strtod(at + 1, NULL)) * fo4_ps);
        at += strcspn(at, "}");
    }
}

/* The ABC commands of a candidate. */
static void commands(const synth_job *job, const candidate *c, text *out)
{
    text_printf(out, "%s; ", recipe_mappers[c->mapper].commands);
    sizing(job, c, out);
}

char *candidate_recipe(const synth_unit *u, const candidate *c)
{
    const recipe *front = &recipe_fronts[c->front];
    text t = {0};
    text_printf(&t, "%s; %s", front->commands, front->sorted ? "ports sorted; " : "");
    commands(u->job, c, &t);
    return t.data;
}

/* Takes a candidate's netlist from what an interrupted search kept. */
static bool is_kept(const search *s, candidate *c)
{
    const synth_job *job = s->u->job;
    text made_by = {0};
    commands(job, c, &made_by);
    char *blif = format_new("%s.%s.blif", s->u->name, recipe_fronts[c->front].name);
    c->kept = kept_path(job, "netlist", "yosys-abc", made_by.data, (const char *const[]){blif, "abc.lib", "abc.constr", NULL});
    return kept_take(job, c->kept, format_new("%s.r%d.v", s->u->name, c->number));
}

/* Starts ABC on a group. Each candidate is sized from the mapped logic anew, so that its netlist does not depend on the others. */
static void start_abc(const search *s, group *g)
{
    const synth_job *job = s->u->job;
    const char *unit = s->u->name;
    const candidate *first = &s->all[g->from];
    text t = {0};
    text_printf(&t, "read_lib abc.lib\nread_constr abc.constr\nread_blif %s.%s.blif\n%s\nbackup\n", unit, recipe_fronts[first->front].name,
                recipe_mappers[first->mapper].commands);
    int missing = 0;
    for (int i = g->from; i < g->to; i++)
        if (!is_kept(s, &s->all[i])) {
            text_puts(&t, "restore\n");
            sizing(job, &s->all[i], &t);
            text_printf(&t, "\nwrite_verilog %s.r%d.v\n", unit, i);
            missing++;
        }
    g->pid = 0;
    if (missing > 0) {
        char *script = format_new("%s.r%d.abc", unit, g->from), *log = format_new("%s/%s.r%d.log", job->work, unit, g->from);
        work_write(job, script, &t);
        g->pid = spawn_tool(tool_command("yosys-abc", script), job->work, log);
    }
}

/* Finished work is kept until the whole synthesis is finished. */
static void keep(synth_job *job, candidate *c, const char *netlist)
{
    if (c->kept == NULL)
        return;
    kept_add(job, c->kept, netlist);
    job->kept = grow_one(job->kept, (size_t)job->kept_count, sizeof *job->kept);
    job->kept[job->kept_count++] = c->kept;
    c->kept = NULL;
}

/* Takes a candidate's netlist if ABC left one with gates. ABC's exit code tells little. */
static bool take(search *s, candidate *c)
{
    char *netlist = format_new("%s.r%d.v", s->u->name, c->number), *data = work_read(s->u->job, netlist);
    bool made = data && strstr(data, "endmodule");
    if (made) {
        c->area = netlist_area(s->u->job, netlist);
        c->timed = s->u->area_only;
        keep(s->u->job, c, netlist);
    }
    arena_free(data);
    return made;
}

static void show(const search *s)
{
    char *what = format_new("synth %s: candidates", s->u->name);
    progress(what, (unsigned long long)s->done, (unsigned long long)s->count);
}

/* A candidate counts if it leaves a netlist. One that ends ABC must not take its neighbours along: those without one get a run alone. */
static void finish_abc(search *s, const group *g)
{
    if (g->pid)
        wait_tool(g->pid);
    for (int i = g->from; i < g->to; i++) {
        candidate *c = &s->all[i];
        bool made = take(s, c);
        if (!made && g->to - g->from > 1) {
            group alone = {i, i + 1, 0};
            start_abc(s, &alone);
            if (alone.pid)
                wait_tool(alone.pid);
            made = take(s, c);
        }
        if (!made) {
            c->number = -1;
            c->kept = NULL;
        }
    }
    s->done += g->to - g->from;
    show(s);
}

/* The group from a candidate on: as many with its front end and mapper as one core should make. */
static group group_from(const search *s, int from, int most)
{
    int to = from + 1;
    while (to < s->count && to - from < most && s->all[to].front == s->all[from].front && s->all[to].mapper == s->all[from].mapper)
        to++;
    return (group){from, to, 0};
}

/* One tool on each core at a time. */
static void map(search *s, int from, int width)
{
    group running[MAX_CORES];
    int most = (s->count - from + width - 1) / width, started = 0, finished = 0;
    show(s);
    for (int at = from; at < s->count; started++) {
        if (started - finished == width)
            finish_abc(s, &running[finished++ % width]);
        group *g = &running[started % width];
        *g = group_from(s, at, most);
        at = g->to;
        start_abc(s, g);
    }
    while (finished < started)
        finish_abc(s, &running[finished++ % width]);
}

static int start_sta(const search *s, const text *runs, int part)
{
    const synth_unit *u = s->u;
    char *script = format_new("%s.search%d.tcl", u->name, part), *enough = format_new("%d", s->enough);
    char *files = format_new("%s.seq.v%s%s%s", u->name, u->has_regs ? " " : "", u->has_regs ? u->name : "", u->has_regs ? ".regs.v" : "");
    script_write(u->job, "synth/search.tcl", script, "UNIT", u->name, "RUNS", runs->data, "FILES", files, "TOP", u->top, "ENOUGH", enough,
                 NULL);
    char *log = format_new("%s/%s.log", u->job->work, script);
    return spawn_tool(tool_command("sta", script), u->job->work, log);
}

static void finish_sta(search *s, int pid, int part)
{
    const synth_job *job = s->u->job;
    char *log = format_new("%s.search%d.tcl.log", s->u->name, part);
    int code = wait_tool(pid);
    char *output = work_read(job, log);
    if (code != 0 || output == NULL)
        die("sta ended with exit code %d while it timed candidates of %s", code, s->u->name);
    sta_check(output, log);
    for (const char *line = output; line; line = strchr(line, '\n')) {
        line += *line == '\n';
        const char *run = starts_with(line, "@ ") ? strstr(line, ".r") : NULL;
        int number = run ? atoi(run + 2) : -1;
        if (number < 0 || number >= s->count)
            continue;
        const char *value = strchr(run, ' ');
        candidate *c = &s->all[number];
        c->slack = value && !starts_with(value, " none") ? strtod(value, NULL) : job->clock_ns;
        c->delay = job->clock_ns - c->slack;
        c->timed = true;
    }
    arena_free(output);
}

/* The candidates from `from` on that have a netlist, the smallest first. Returns their number. */
static int by_area(const search *s, int from, int *order)
{
    int n = 0;
    for (int i = from; i < s->count; i++) {
        if (s->all[i].number < 0)
            continue;
        int at = n++;
        for (; at > 0 && s->all[order[at - 1]].area > s->all[i].area; at--)
            order[at] = order[at - 1];
        order[at] = i;
    }
    return n;
}

/* Each core times a share of the candidates, from the smallest on. */
static void time_all(search *s, int from, int width)
{
    int pids[MAX_CORES], *order = zalloc((size_t)(s->count - from + 1) * sizeof *order), n = by_area(s, from, order);
    if (n == 0 && s->count > from)
        note("no recipe of this round gave a netlist of %s", s->u->name);
    if (width > n)
        width = n;
    for (int part = 0; part < width; part++) {
        text runs = {0};
        for (int i = part; i < n; i += width)
            text_printf(&runs, "%s.r%d ", s->u->name, order[i]);
        pids[part] = start_sta(s, &runs, part);
    }
    for (int part = 0; part < width; part++)
        finish_sta(s, pids[part], part);
}

void candidates_evaluate(search *s, int from)
{
    int width = cores() < MAX_CORES ? cores() : MAX_CORES;
    map(s, from, width);
    /* Of the arbiter only the area counts: its decoders are boxes, which OpenSTA's netlist reader does not accept. */
    if (!s->u->area_only)
        time_all(s, from, width);
}
