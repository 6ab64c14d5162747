/* SPDX-License-Identifier: Apache-2.0
 *
 * study_runs.c - counts what `stats`, the shape of a kernel and the timer tell of traces: a process for each run of each trace, which sends its figures
 * as lines, "VALUE KEY". */
#include "study_runs.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../base/workers.h"
#include "kernel_shape.h"
#include "line_stats.h"
#include "trace_stats.h"

/* ---- a run ---- */

/* "UNIT NAME=VALUE ...": the design for traces of this width. False: it does not take this width. */
static bool run_design(design *d, const char *run, int lanes, const char *where)
{
    char *words = format_new("%s", run), *rest = words, width[16];

    design_init_named(d, strsep(&rest, " "), where);
    snprintf(width, sizeof width, "%d", lanes);
    if (!d->unit->line)
        design_set(d, "lanes", width, where);
    if (rest)
        design_set_all(d, rest, where);
    char *fault = design_fault(d);
    return fault == NULL;
}

static void count_shape(const char *const *paths, int count, metrics *out)
{
    kernel_shape all = {0}, s;

    for (int i = 0; i < count; i++) {
        kernel_shape_count(paths[i], &s);
        kernel_shape_add(&all, &s);
    }
    kernel_shape_put(&all, "trace", out);
}

static void count_values(const char *run, int lanes, const char *const *paths, int count, const char *where, metrics *out)
{
    const line_options lines = line_options_default();
    design d;

    if (!run_design(&d, run, lanes, where))
        return;
    if (d.unit->line)
        line_stats(&d, &lines, paths, count, out);
    else
        trace_stats(&d, paths, count, NULL, out);
}

static void count_run(const study_runs *r, const char *run, const char *const *paths, int count, const char *where, metrics *out)
{
    if (starts_with(run, STUDY_TIME))
        r->timer->run(r->timer->own, run + strlen(STUDY_TIME), paths[0], out);
    else if (strcmp(run, STUDY_SHAPE) == 0)
        count_shape(paths, count, out);
    else
        count_values(run, r->lanes, paths, count, where, out);
}

/* ---- those that are missing ---- */

typedef struct {
    int run, path; /* as in study_runs; path r->count: all together */
} task;

typedef struct {
    study_runs *r;
    const char *where;
    task *tasks;
    int count;
} missing;

/* A run of its text, which is added if it is new. */
static int find_run(study_runs *r, const char *run)
{
    for (int i = 0; i < r->run_count; i++)
        if (strcmp(r->runs[i].run, run) == 0)
            return i;
    r->runs = grow_one(r->runs, (size_t)r->run_count, sizeof *r->runs);
    r->runs[r->run_count] = (study_run){.run = run, .of = zalloc((size_t)(r->count + 1) * sizeof(metrics))};
    return r->run_count++;
}

static void add_task(missing *m, int run, int path)
{
    m->tasks = grow_one(m->tasks, (size_t)m->count, sizeof *m->tasks);
    m->tasks[m->count++] = (task){run, path};
}

/* Figures alone: a study asks for no words. */
static void work(void *own, int i, FILE *out)
{
    const missing *m = own;
    const study_runs *r = m->r;
    const task *t = &m->tasks[i];
    bool all = t->path == r->count;
    metrics counted = {NULL};

    count_run(r, r->runs[t->run].run, all ? r->paths : &r->paths[t->path], all ? r->count : 1, m->where, &counted);
    for (const metric *x = counted.first; x; x = x->hh.next)
        if (x->string == NULL)
            fprintf(out, "%a %s\n", x->number, x->key);
}

static void take(void *own, int i, char *lines)
{
    const missing *m = own;
    const task *t = &m->tasks[i];
    char *line;

    while ((line = strsep(&lines, "\n")) != NULL && *line) {
        char *key;
        double value = strtod(line, &key);
        metrics_set(&m->r->runs[t->run].of[t->path], value, "%s", key + 1);
    }
}

/* Those of all traces first: they take longest. Then trace by trace. */
static void list_tasks(missing *m, const study *s, bool together)
{
    study_runs *r = m->r;
    int lacking[STUDY_MAX_RUNS], n = 0;

    for (int i = 0; i < STUDY_MAX_RUNS && s->runs[i]; i++) {
        int run = find_run(r, s->runs[i]);
        study_run *x = &r->runs[run];
        if (together && !x->together)
            add_task(m, run, r->count);
        if (!x->each)
            lacking[n++] = run;
        x->together |= together;
        x->each = true;
    }
    for (int path = 0; path < r->count; path++)
        for (int i = 0; i < n; i++)
            add_task(m, lacking[i], path);
}

void study_runs_count(study_runs *r, const study *s, bool together)
{
    missing m = {.r = r, .where = s->name};
    const workers_job job = {.what = s->name, .work = work, .take = take, .own = &m};

    list_tasks(&m, s, together);
    workers_run(&job, m.count, r->jobs);
}

const metrics *study_runs_of(const study_runs *r, const char *run, int path)
{
    for (int i = 0; i < r->run_count; i++)
        if (strcmp(r->runs[i].run, run) == 0)
            return &r->runs[i].of[path];
    return NULL;
}
