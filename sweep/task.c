/* SPDX-License-Identifier: Apache-2.0
 *
 * task.c - the tasks of a sweep: what makes each result, as a hash; the list without repeats; and running one. Two points whose hashes
 * agree share a task. */
#include "task.h"

#include <string.h>

#include "../base/file.h"
#include "../base/lock.h"
#include "../base/msg.h"
#include "../base/proc.h"
#include "../gen/emit.h"
#include "../gen/identity.h"
#include "../stats/line_stats.h"
#include "../stats/trace_stats.h"
#include "../synth/key.h"
#include "time_step.h"

/* ---- what makes a result ---- */

/* The options of a module's synthesis: its figures do not depend on the modules beside it. */
static synth_options module_options(const sweep_point *p, const char *part)
{
    synth_options o = p->synth;
    o.module = p->d.codec ? part : "all";
    o.alone = o.quiet = true;
    return o;
}

/* Of the design, the values depend on the unit, its width and its parameters; the energies also on what is built around it. */
static void add_traces_key(const sweep_point *p, text *made)
{
    text_puts(made, p->d.unit->name);
    design_flags_text(&p->d, made);
    text_printf(made, " isolate %d merges %d\n", p->d.isolate, design_merges(&p->d));
}

static bool has_traces(const sweep_point *p)
{
    return p->d.codec && p->trace_count > 0;
}

static void make_traces(const sweep_point *p, metrics *m)
{
    if (p->d.unit->line) {
        line_options o = line_options_default();
        line_stats(&p->d, &o, p->traces, p->trace_count, m);
    } else {
        trace_stats(&p->d, p->traces, p->trace_count, NULL, m);
    }
}

static bool has_time(const sweep_point *p)
{
    return p->machine != NULL;
}

/* The steps that a point's traces go through: whether it has the step, what makes its result beside program and traces, and the result. */
static const struct {
    const char *part;
    bool (*has)(const sweep_point *p);
    void (*add_key)(const sweep_point *p, text *made);
    void (*make)(const sweep_point *p, metrics *m);
} steps[TASK_STEPS] = {
    {TASK_TRACES, has_traces, add_traces_key, make_traces},
    {TASK_TIME, has_time, time_step_add_key, time_step_make},
};

/* TASK_STEPS: it is a module. */
static int step_of(const char *part)
{
    int k = 0;
    while (k < TASK_STEPS && strcmp(steps[k].part, part) != 0)
        k++;
    return k;
}

bool task_is_module(const char *part)
{
    return step_of(part) == TASK_STEPS;
}

static void step_key(const sweep_point *p, int step, char *key)
{
    text made = {0};
    text_printf(&made, "%s\n%s ", hash_program(), steps[step].part);
    steps[step].add_key(p, &made);
    for (int i = 0; i < p->trace_count; i++) {
        char stem[64];
        trace_stem(p->traces[i], stem, sizeof stem);
        text_printf(&made, "%s %s\n", stem, hash_file(p->traces[i]));
    }
    hash_hex(made.data, made.len, key);
}

/* ---- all tasks ---- */

typedef struct {
    char key[HASH_DIGITS + 1];
    int task;
    UT_hash_handle hh;
} known_task;

typedef struct {
    sweep_tasks *tasks;
    known_task *known;
} task_list;

/* The task of this key, which is added if it is new. */
static int task_of(task_list *l, const char *key, int point, const char *part)
{
    known_task *k;
    HASH_FIND_STR(l->known, key, k);
    if (k)
        return k->task;
    sweep_tasks *t = l->tasks;
    t->all = grow_one(t->all, (size_t)t->count, sizeof *t->all);
    sweep_task *new = &t->all[t->count];
    *new = (sweep_task){.point = point, .part = part};
    strcpy(new->key, key);
    k = zalloc(sizeof *k);
    strcpy(k->key, key);
    k->task = t->count;
    HASH_ADD_STR(l->known, key, k);
    return t->count++;
}

/* The folder of a design's Verilog, which points that differ in library or clock alone share. */
static char *emitted(const design *d, const char *above)
{
    text command = {0};
    char hash[HASH_DIGITS + 1];
    design_command(d, &command);
    hash_hex(command.data, command.len, hash);
    char *dir = path_join(above, hash);
    if (!dir_exists(dir)) {
        void *mark = arena_mark();
        emit_design(d, dir, false, false);
        arena_release(mark);
        dir_unlock(dir); /* nobody else knows of it, and there may be many */
    }
    return dir;
}

static void find_of_point(task_list *l, const sweep_plan *plan, int i, const char *above)
{
    const sweep_point *p = &plan->points[i];
    int *of = l->tasks->of[i], count = 0;
    char key[HASH_DIGITS + 1];
    design_modules modules;
    if (p->fault == NULL) {
        char *dir = emitted(&p->d, above);
        synth_modules(&p->d, &p->synth, &modules); /* no fault: the point has none */
        for (int k = 0; k < modules.count; k++) {
            const synth_options o = module_options(p, modules.module[k].name);
            synth_key(&p->d, &o, dir, modules.module[k].name, key);
            of[count++] = task_of(l, key, i, modules.module[k].name);
        }
        for (int k = 0; k < TASK_STEPS; k++)
            if (steps[k].has(p)) {
                step_key(p, k, key);
                of[count++] = task_of(l, key, i, steps[k].part);
            }
    }
    of[count] = -1;
}

void tasks_find(sweep_tasks *t, const sweep_plan *plan)
{
    task_list l = {.tasks = t};
    known_task *k, *next;
    char *above = scratch_dir();
    *t = (sweep_tasks){.of = zalloc((size_t)(plan->count + 1) * sizeof *t->of)};
    for (int i = 0; i < plan->count; i++)
        find_of_point(&l, plan, i, above);
    HASH_ITER (hh, l.known, k, next)
        HASH_DEL(l.known, k);
    dir_remove(above);
    scratch_keep(above);
}

/* ---- one task ---- */

static void check_key(const char *now, const char *key)
{
    if (strcmp(now, key) != 0)
        die("the sweep's file, a library, a trace or a tool has changed since the sweep began");
}

static void make_step(const sweep_point *p, int step, const store *s, const char *key)
{
    metrics m = {0};
    char now[HASH_DIGITS + 1];
    step_key(p, step, now);
    check_key(now, key);
    steps[step].make(p, &m);
    store_save(s, key, &m);
}

static void make_module(const sweep_point *p, const char *part, const store *s, const char *key)
{
    metrics m = {0};
    char now[HASH_DIGITS + 1], *above = scratch_dir(), *dir = emitted(&p->d, above),
                               *from = path_join(dir, p->synth.parts ? "syn/parts.json" : "synth.json");
    const synth_options o = module_options(p, part);
    synth_key(&p->d, &o, dir, part, now);
    check_key(now, key);
    synth_run(&p->d, dir, &o);
    metrics_load(&m, from);
    identity_drop_params(&m); /* of one of the points that share it */
    store_save(s, key, &m);
    dir_remove(above);
    scratch_keep(above);
}

bool task_make(const sweep_plan *plan, int point, const char *part, const char *key, const store *s)
{
    const sweep_point *p = &plan->points[point];
    store_lock(s, key);
    if (store_has(s, key))
        return false;
    cores_limit(1);
    tools_tell_logs();
    if (task_is_module(part))
        make_module(p, part, s, key);
    else
        make_step(p, step_of(part), s, key);
    return true;
}
