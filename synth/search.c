/* SPDX-License-Identifier: Apache-2.0
 *
 * search.c - searches for the best netlist of a unit's logic. It tries every mapper with every sizer, then the best pairs with
 * all sizes, then small steps around the best. ABC makes the candidates; OpenSTA times them. */
#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../base/cache.h"
#include "../base/file.h"
#include "../base/hash.h"
#include "../base/msg.h"
#include "../base/proc.h"
#include "curve.h"
#include "job.h"

typedef struct {
    const char *name;
    int effort;
    const char *commands;
} recipe;

static const struct {
    const char *name;
    int effort;
    const char *commands;
    bool sorted;
} fronts[] = {
#define FRONT(name, effort, commands, sorted) {name, effort, commands, sorted},
#include "recipes.def"
};
static const recipe mappers[] = {
#define MAPPER(name, effort, commands) {name, effort, commands},
#include "recipes.def"
};
static const recipe sizers[] = {
#define SIZER(name, effort, commands) {name, effort, commands},
#include "recipes.def"
};
static const struct {
    int effort, limit;
} fanouts[] = {
#define FANOUT(effort, limit) {effort, limit},
#include "recipes.def"
};
static const struct {
    int effort;
    double value;
} targets[] =
    {
#define TARGET(effort, fo4) {effort, fo4},
#include "recipes.def"
},
  percents[] = {
#define PERCENT(effort, percent) {effort, percent},
#include "recipes.def"
};

#define COUNT(a) ((int)(sizeof(a) / sizeof *(a)))

enum { MAX_CORES = 16, FINISHED = -2 }; /* FINISHED: for a pid, of a tool that need not run */

/* By effort: pairs of mapper and sizer that reach the second step, and rounds of the third. */
static const int best_pairs[] = {1, 1, 6}, rounds[] = {0, 2, 5};

typedef struct {
    synth_unit *u;
    candidate *all;
    int count, done;
} search;

double netlist_area(const synth_job *job, const char *name)
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
    free(data);
    return area;
}

/* Adds a candidate that differs from `like` only in its sizes, unless it has been tried. */
static void add(search *s, const candidate *like, int fanout, double target)
{
    candidate c = {like->front, like->mapper, like->sizer, fanout, target, s->count, 0, 0, 0, NULL};
    for (int i = 0; i < s->count; i++) {
        const candidate *o = &s->all[i];
        if (o->front == c.front && o->mapper == c.mapper && o->sizer == c.sizer && o->fanout == fanout && fabs(o->target - target) < 0.05)
            return;
    }
    s->all = grow(s->all, (size_t)(s->count + 1) * sizeof *s->all);
    s->all[s->count++] = c;
}

/* A candidate's target is in FO4 delays, of clocked units too. */
static double percent_target(const synth_unit *u, double percent)
{
    return percent / 100 * u->job->clock_ns / u->job->fo4_ns;
}

/* The ABC commands of a candidate, with its numbers filled in. */
static void commands(const synth_job *job, const candidate *c, text *out)
{
    double fo4_ps = job->fo4_ns * 1000;
    text_printf(out, "%s; ", mappers[c->mapper].commands);
    for (const char *at = sizers[c->sizer].commands; *at; at++) {
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

/* Where the netlist of a finished candidate waits for a search that was interrupted: under the hash of all that made it. malloc'd; NULL:
 * nowhere. */
static char *kept_path(const synth_job *job, const char *made_by, const char *blif)
{
    const char *const inputs[] = {blif, "abc.lib", "abc.constr"};
    text made = {0};
    text_puts(&made, made_by);
    text_puts(&made, tool_path("yosys-abc"));
    for (size_t i = 0; i < sizeof inputs / sizeof *inputs; i++) {
        char *data = work_read(job, inputs[i]);
        text_puts(&made, data ? data : "");
        free(data);
    }
    char hash[HASH_DIGITS + 1];
    hash_hex(made.data, made.len, hash);
    char *name = format_new("netlist-%s.v", hash);
    char *path = cache_path(name);
    free(name);
    text_free(&made);
    return path;
}

static int start_abc(const search *s, candidate *c)
{
    const synth_job *job = s->u->job;
    text made_by = {0}, t = {0};
    commands(job, c, &made_by);
    char *blif = format_new("%s.%s.blif", s->u->name, fronts[c->front].name);
    c->kept = kept_path(job, made_by.data, blif);
    char *data = c->kept ? file_read(c->kept, NULL) : NULL;
    int pid = FINISHED;
    if (data) {
        char *netlist = format_new("%s.r%d.v", s->u->name, c->number);
        text_puts(&t, data);
        work_write(job, netlist, &t);
        free(netlist);
    } else {
        char *script = format_new("%s.r%d.abc", s->u->name, c->number),
             *log = format_new("%s/%s.r%d.log", job->work, s->u->name, c->number);
        text_printf(&t, "read_lib abc.lib\nread_constr abc.constr\nread_blif %s\n%s\nwrite_verilog %s.r%d.v\n", blif, made_by.data,
                    s->u->name, c->number);
        work_write(job, script, &t);
        pid = spawn_tool(tool_command("yosys-abc", script), job->work, log);
        free(script);
        free(log);
    }
    free(data);
    free(blif);
    text_free(&made_by);
    text_free(&t);
    return pid;
}

/* Finished work is kept until the whole synthesis is finished. */
static void keep(synth_job *job, const candidate *c, const char *netlist)
{
    if (c->kept == NULL)
        return;
    if (netlist)
        file_write(c->kept, netlist, strlen(netlist));
    job->kept = grow(job->kept, (size_t)(job->kept_count + 1) * sizeof *job->kept);
    job->kept[job->kept_count++] = c->kept;
}

/* ABC's exit code tells little. A candidate counts if it left a netlist with gates. */
static void finish_abc(search *s, int index, int pid)
{
    candidate *c = &s->all[index];
    char *netlist = format_new("%s.r%d.v", s->u->name, c->number);
    int code = pid == FINISHED ? 0 : wait_tool(pid);
    char *data = work_read(s->u->job, netlist);
    if (code != 0 || data == NULL || strstr(data, "endmodule") == NULL) {
        c->number = -1;
    } else {
        c->area = netlist_area(s->u->job, netlist);
        keep(s->u->job, c, pid == FINISHED ? NULL : data);
    }
    free(data);
    free(netlist);
    char *what = format_new("synth %s: candidates", s->u->name);
    progress(what, (unsigned long long)++s->done, (unsigned long long)s->count);
    free(what);
}

static int start_sta(const search *s, int from, int to, int part)
{
    const synth_unit *u = s->u;
    text runs = {0};
    text_add(&runs, "", 0);
    for (int i = from; i < to; i++)
        if (s->all[i].number >= 0)
            text_printf(&runs, "%s.r%d ", u->name, s->all[i].number);
    char *script = format_new("%s.search%d.tcl", u->name, part);
    char *files = format_new("%s.seq.v%s%s%s", u->name, u->has_regs ? " " : "", u->has_regs ? u->name : "", u->has_regs ? ".regs.v" : "");
    script_write(u->job, "synth/search.tcl", script, "UNIT", u->name, "RUNS", runs.data, "FILES", files, "TOP", u->top, NULL);
    char *log = format_new("%s/%s.log", u->job->work, script);
    int pid = spawn_tool(tool_command("sta", script), u->job->work, log);
    free(log);
    free(files);
    free(script);
    text_free(&runs);
    return pid;
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
    }
    free(output);
    free(log);
}

/* Maps and times all candidates from `from` on, one tool on each core at a time. */
static void evaluate(search *s, int from)
{
    int pids[MAX_CORES], width = cores() < MAX_CORES ? cores() : MAX_CORES;
    for (int i = from; i < s->count + width; i++) {
        if (i - width >= from)
            finish_abc(s, i - width, pids[(i - from) % width]);
        if (i < s->count)
            pids[(i - from) % width] = start_abc(s, &s->all[i]);
    }
    /* Of the arbiter only the area counts: its decoders are boxes, which OpenSTA's netlist reader does not accept. */
    if (s->u->area_only)
        return;
    int n = s->count - from, started = 0;
    for (int part = 0; part < width; part++) {
        int a = from + n * part / width, b = from + n * (part + 1) / width;
        bool any = false;
        for (int i = a; i < b; i++)
            any |= s->all[i].number >= 0;
        pids[part] = any ? start_sta(s, a, b, part) : -1;
        started += any;
    }
    for (int part = 0; part < width; part++)
        if (pids[part] >= 0)
            finish_sta(s, pids[part], part);
    if (started == 0 && n > 0)
        note("no recipe of this round gave a netlist of %s", s->u->name);
}

/* True if a is the better one. */
static bool better(const synth_unit *u, const candidate *a, const candidate *b)
{
    if (a->number < 0 || b->number < 0)
        return a->number >= 0;
    if (u->area_only)
        return a->area < b->area;
    if (!u->clocked)
        return a->area * (a->delay + 1e-6) < b->area * (b->delay + 1e-6);
    if (a->slack >= 0 && b->slack >= 0)
        return a->area < b->area;
    return a->slack > b->slack;
}

static const candidate *best(const search *s)
{
    const candidate *c = &s->all[0];
    for (int i = 1; i < s->count; i++)
        if (better(s->u, &s->all[i], c))
            c = &s->all[i];
    return c;
}

/* Adds all sizes of this effort, with the recipe of `like`. */
static void add_sizes(search *s, const candidate *like, int effort)
{
    bool clocked = s->u->clocked;
    for (int f = 0; f < COUNT(fanouts); f++)
        for (int t = 0; t < (clocked ? COUNT(percents) : COUNT(targets)); t++)
            if (fanouts[f].effort <= effort && (clocked ? percents[t].effort : targets[t].effort) <= effort)
                add(s, like, fanouts[f].limit, clocked ? percent_target(s->u, percents[t].value) : targets[t].value);
}

/* Tries the best n recipes of the first step with all sizes. */
static void second_step(search *s, int n, int effort)
{
    int from = s->count;
    bool *used = zalloc((size_t)from * sizeof *used);
    for (int k = 0; k < n; k++) {
        int pick = -1;
        for (int i = 0; i < from; i++)
            if (!used[i] && s->all[i].number >= 0 && (pick < 0 || better(s->u, &s->all[i], &s->all[pick])))
                pick = i;
        if (pick < 0)
            break;
        used[pick] = true;
        candidate like = s->all[pick];
        for (like.front = 0; like.front < COUNT(fronts); like.front++)
            if (fronts[like.front].effort <= effort)
                add_sizes(s, &like, effort);
    }
    free(used);
    evaluate(s, from);
}

/* Takes small steps of target and fanout limit around the best candidate while they help. A clocked unit also tries its target
 * moved by its slack. */
static void third_step(search *s, int limit)
{
    for (int round = 0; round < limit; round++) {
        candidate b = *best(s);
        int from = s->count;
        double step = round < 2 ? 0.06 : 0.03;
        add(s, &b, b.fanout, b.target * (1 - step));
        add(s, &b, b.fanout, b.target * (1 + step));
        add(s, &b, b.fanout + (b.fanout + 4) / 5, b.target);
        add(s, &b, b.fanout - b.fanout / 6, b.target);
        if (s->u->clocked)
            add(s, &b, b.fanout, b.target * (1 + b.slack / s->u->job->clock_ns));
        evaluate(s, from);
        if (best(s)->number == b.number && round > 0)
            break;
    }
}

/* Adds candidates from fast and large to slow and small: the recipes of the best, the fastest and the smallest netlist, with delay targets from 0.4
 * to 2.5 times the best one's delay. */
static void add_targets(search *s, const candidate *chosen)
{
    enum { TARGETS = 12 };
    const candidate *fast = chosen, *small = chosen;
    for (int i = 0; i < s->count; i++) {
        const candidate *c = &s->all[i];
        fast = c->number >= 0 && c->delay < fast->delay ? c : fast;
        small = c->number >= 0 && c->area < small->area ? c : small;
    }
    const candidate likes[] = {*chosen, *fast, *small}; /* the list moves while it grows */
    double fo4 = chosen->delay / s->u->job->fo4_ns;
    for (int k = 0; k < COUNT(likes); k++)
        for (int i = 0; i < TARGETS; i++)
            add(s, &likes[k], likes[k].fanout, fo4 * 0.4 * pow(2.5 / 0.4, (double)i / (TARGETS - 1)));
}

/* The recipe of a candidate from the RTL on, malloc'd. */
static char *recipe_of(const synth_unit *u, const candidate *c)
{
    text t = {0};
    text_printf(&t, "%s; %s", fronts[c->front].commands, fronts[c->front].sorted ? "ports sorted; " : "");
    commands(u->job, c, &t);
    return t.data;
}

/* The curve of a unit, from all netlists that were made and from those of add_targets. */
static void measure_curve(search *s)
{
    synth_unit *u = s->u;
    int from = s->count, count = 0;
    candidate chosen = u->best;
    add_targets(s, &chosen);
    evaluate(s, from);
    u->curve = grow(NULL, (size_t)s->count * sizeof *u->curve);
    for (int i = 0; i < s->count; i++)
        if (s->all[i].number >= 0)
            u->curve[count++] = (curve_point){s->all[i].delay, s->all[i].area, i, NULL};
    u->curve_count = curve_front(u->curve, count, u->job->options->curve);
    for (int i = 0; i < u->curve_count; i++)
        u->curve[i].recipe = recipe_of(u, &s->all[u->curve[i].from]);
}

void search_split(synth_unit *u)
{
    const synth_job *job = u->job;
    text t = {0};
    char *in = format_new("%s.flat.il", u->name), *boxes = format_new("%s t:$*ff* t:$_*FF*", u->boxes);
    char *rest = format_new("%s.top.v", u->name), *stub = format_new("%s.box.v", u->name);
    script_add(&t, "synth/split.ys", "IN", in, "BOXES", boxes, "PART", "core", "REST", rest, "STUB", stub, "LIBRARY", "", NULL);
    free(in);
    free(boxes);
    free(rest);
    free(stub);
    for (int i = 0; i < COUNT(fronts); i++)
        if (fronts[i].effort <= job->options->effort) {
            char *blif = format_new("%s.%s.blif", u->name, fronts[i].name);
            script_add(&t, "synth/variant.ys", "NAME", fronts[i].name, "PART", "core", "COMMANDS", fronts[i].commands, "BLIF", blif, NULL);
            free(blif);
        }
    char *script = format_new("%s.split.ys", u->name), *log = format_new("%s.split.log", u->name);
    work_write(job, script, &t);
    yosys_run(job, script, log);
    free(script);
    free(log);
    text_free(&t);
    for (int i = 0; i < COUNT(fronts); i++)
        if (fronts[i].effort <= job->options->effort) {
            char *name = format_new("%s.%s.blif", u->name, fronts[i].name);
            work_canon(job, name, fronts[i].sorted);
            free(name);
        }
}

void search_unit(synth_unit *u)
{
    int effort = u->job->options->effort;
    search s = {.u = u};
    for (int m = 0; m < COUNT(mappers); m++)
        for (int z = 0; z < COUNT(sizers); z++)
            if (mappers[m].effort <= effort && sizers[z].effort <= effort)
                add_sizes(&s, &(candidate){.mapper = m, .sizer = z}, 0);
    evaluate(&s, 0);
    second_step(&s, best_pairs[effort], effort);
    third_step(&s, rounds[effort]);
    u->best = *best(&s);
    if (u->best.number >= 0 && u->job->options->curve > 0 && !u->area_only)
        measure_curve(&s);
    progress_end();
    if (u->best.number < 0)
        die("ABC made no netlist of %s with any recipe (logs: %s)", u->name, path_base(u->job->syn));
    const candidate *b = &u->best;
    u->recipe = recipe_of(u, b);
    char *name = format_new("%s.r%d.v", u->name, b->number), *data = work_read(u->job, name);
    text t = {0};
    text_puts(&t, data);
    char *core = format_new("%s.core.v", u->name);
    work_write(u->job, core, &t);
    text_free(&t);
    free(data);
    free(name);
    free(core);
    free(s.all);
}
