/* SPDX-License-Identifier: Apache-2.0
 *
 * schedule.c - runs the tasks of a sweep, as many at a time as cores or make's jobs allow, each in a process of its own, and shows how
 * far the points are. */
#include "schedule.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "../base/clock.h"
#include "../base/file.h"
#include "../base/jobserver.h"
#include "../base/msg.h"
#include "../base/proc.h"
#include "../base/workers.h"

static const char from_cache[] = "from the cache"; /* another program has made it meanwhile */
typedef enum { WAITING, RUNNING, CACHED, MADE, FAILED, ELSEWHERE /* in another share */ } task_state;

typedef struct {
    const sweep_plan *plan;
    const sweep_tasks *tasks;
    const store *s;
    const schedule_options *o;
    task_state *state;
    int limit;   /* tasks at a time */
    bool tokens; /* each but the first needs one of make */
    int pids[WORKERS_MOST], task[WORKERS_MOST], running;
    double begun[WORKERS_MOST]; /* of those that run */
    schedule_result r;
    char *scratch; /* TMPDIR of the tasks, with their logs, which goes with us */
} schedule;

/* ---- how many at a time ---- */

static void find_limit(schedule *c)
{
    c->limit = workers_limit("sweep", c->o->jobs, &c->tokens);
}

/* ---- progress ---- */

/* A point is done when all of its tasks are. */
static int points_done(const schedule *c)
{
    int done = 0;
    for (int i = 0; i < c->plan->count; i++) {
        bool all = true;
        for (const int *t = c->tasks->of[i]; *t >= 0; t++)
            all = all && (c->state[*t] == CACHED || c->state[*t] == MADE || c->state[*t] == FAILED);
        done += all;
    }
    return done;
}

/* Tasks of this share. */
static int tasks_here(const schedule *c)
{
    int all = 0;
    for (int i = 0; i < c->tasks->count; i++)
        all += c->state[i] != ELSEWHERE;
    return all;
}

static int tasks_done(const schedule *c)
{
    return c->r.made + c->r.cached + c->r.failed;
}

static void show(const schedule *c)
{
    char *what = format_new("sweep, tasks");
    char *beside = format_new("points %d/%d, cached %d, failed %d", points_done(c), c->plan->count, c->r.cached, c->r.failed);
    progress_beside(beside);
    progress(what, (unsigned long long)tasks_done(c), (unsigned long long)tasks_here(c));
}

/* A task that has ended has its line, in a log too: what became of it. */
static void tell(const schedule *c, int task, const char *what)
{
    const sweep_task *t = &c->tasks->all[task];
    progress_end();
    printf("task %d/%d, point %d %s: %s\n", tasks_done(c), tasks_here(c), t->point + 1, t->part, what);
    fflush(stdout);
}

/* ---- one task ---- */

/* The log of a task in this folder. */
static char *log_path(const schedule *c, const char *dir, int task)
{
    const sweep_task *t = &c->tasks->all[task];
    return format_new("%s/%d-%s.log", dir, t->point + 1, t->part);
}

/* Keeps the log of a task that failed. On a full disk there is none, and the other tasks go on. */
static void keep_log(const schedule *c, const char *from, const char *to)
{
    size_t len;
    char *said = file_read(from, &len);
    mkdir(c->o->logs, 0777);
    FILE *f = said ? fopen(to, "we") : NULL;
    if (f) {
        fwrite(said, 1, len, f);
        fclose(f);
    }
}

static void start(schedule *c, int task)
{
    const sweep_task *t = &c->tasks->all[task];
    const char **argv = zalloc((size_t)(12 + 2 * c->o->change_count) * sizeof *argv);
    char *log = log_path(c, c->scratch, task), *which = format_new("%d:%s", t->point + 1, t->part);
    int n = 0;
    argv[n++] = "/proc/self/exe";
    argv[n++] = "sweep";
    argv[n++] = "--cache";
    argv[n++] = c->s->dir;
    argv[n++] = "--task";
    argv[n++] = which;
    argv[n++] = "--key";
    argv[n++] = t->key;
    for (int i = 0; i < c->o->change_count; i++) {
        argv[n++] = "--set";
        argv[n++] = c->o->changes[i];
    }
    argv[n++] = "--";
    argv[n++] = c->plan->path;
    c->pids[c->running] = spawn_tool(argv, NULL, log);
    c->begun[c->running] = clock_seconds();
    c->task[c->running++] = task;
    c->state[task] = RUNNING;
}

/* What a task that failed said last, without what differs from run to run: the place of its log. */
static char *reason(const char *log, int code)
{
    char *all = file_read(log, NULL), *save = NULL, *last = NULL;
    for (char *line = all ? strtok_r(all, "\n", &save) : NULL; line; line = strtok_r(NULL, "\n", &save))
        if (starts_with(line, "warpfold: "))
            last = line + strlen("warpfold: ");
    char *end = last ? strstr(last, " (log") : NULL;
    if (end)
        *end = '\0';
    char *why = code < 0                ? format_new("killed by signal %d", -code)
                : last && *last != '\0' ? format_new("%s", last)
                                        : format_new("ended with exit code %d", code);
    return why;
}

static void finish(schedule *c, int slot, int code)
{
    int task = c->task[slot];
    const sweep_task *t = &c->tasks->all[task];
    char *log = log_path(c, c->scratch, task), *kept = log_path(c, c->o->logs, task);
    double seconds = clock_seconds() - c->begun[slot];
    c->pids[slot] = c->pids[--c->running];
    c->task[slot] = c->task[c->running];
    c->begun[slot] = c->begun[c->running];
    if (c->tokens && c->running > 0)
        jobserver_give();
    if (store_has(c->s, t->key)) { /* however its process ended */
        bool here = !file_begins(log, TASK_WAS_DONE);
        c->state[task] = here ? MADE : CACHED;
        *(here ? &c->r.made : &c->r.cached) += 1;
        tell(c, task, here ? format_new("%.1f s", seconds) : from_cache);
    } else {
        char *why = code == 0 ? format_new("its result is not in the cache") : reason(log, code);
        c->state[task] = FAILED;
        c->r.failed++;
        store_fail(c->s, t->key, why);
        keep_log(c, log, kept);
        tell(c, task, format_new("failed after %.1f s", seconds));
        note("point %d, %s: %s (log: %s)", t->point + 1, t->part, why, kept);
    }
    unlink(log);
    show(c);
}

/* The next task that nobody makes; -1: none. *elsewhere: another program makes one. Those whose figures have come meanwhile are done. */
static int next_task(schedule *c, bool *elsewhere)
{
    *elsewhere = false;
    for (int i = 0; i < c->tasks->count; i++) {
        const char *key = c->tasks->all[i].key;
        if (c->state[i] != WAITING)
            continue;
        if (store_has(c->s, key)) {
            c->state[i] = CACHED;
            c->r.cached++;
            tell(c, i, from_cache);
            show(c);
        } else if (store_busy(c->s, key)) {
            *elsewhere = true;
        } else {
            return i;
        }
    }
    return -1;
}

/* Starts what may run now. True: something waits for a token. */
static bool start_some(schedule *c, bool *elsewhere)
{
    while (c->running < c->limit) {
        int task = next_task(c, elsewhere);
        if (task < 0)
            return false;
        if (c->tokens && c->running > 0 && !jobserver_take())
            return true;
        start(c, task);
    }
    return false;
}

static void run_all(schedule *c)
{
    static const struct timespec moment = {.tv_nsec = 200000000};
    for (;;) {
        bool elsewhere = false, wants = start_some(c, &elsewhere);
        int code;
        if (c->running == 0 && !elsewhere)
            return;
        if (c->running == 0) {
            nanosleep(&moment, NULL);
            progress_tick();
            continue;
        }
        int slot = wait_tools(c->pids, c->running, wants ? jobserver_fd() : -1, &code);
        if (slot >= 0)
            finish(c, slot, code);
        else
            progress_tick();
    }
}

schedule_result schedule_run(const sweep_plan *plan, const sweep_tasks *tasks, const store *s, const schedule_options *o)
{
    schedule c = {.plan = plan, .tasks = tasks, .s = s, .o = o};
    double begun = clock_seconds();
    c.state = zalloc((size_t)(tasks->count + 1) * sizeof *c.state);
    for (int i = 0; i < tasks->count; i++) {
        if (o->shares && i % o->shares != o->share - 1) {
            c.state[i] = ELSEWHERE;
        } else if (store_check(s, tasks->all[i].key)) {
            c.state[i] = CACHED;
            c.r.cached++;
        }
    }
    if (c.r.cached > 0)
        printf("%d of %d tasks are in the cache\n", c.r.cached, tasks_here(&c));
    fflush(stdout);
    find_limit(&c);
    const char *tmpdir = getenv("TMPDIR");
    char *before = tmpdir ? format_new("%s", tmpdir) : NULL;
    c.scratch = scratch_dir();
    setenv("TMPDIR", c.scratch, 1);
    show(&c);
    run_all(&c);
    progress_end();
    progress_beside("");
    if (before)
        setenv("TMPDIR", before, 1);
    else
        unsetenv("TMPDIR");
    dir_remove(c.scratch);
    scratch_keep(c.scratch);
    c.r.seconds = clock_seconds() - begun;
    return c.r;
}
