/* SPDX-License-Identifier: Apache-2.0
 *
 * workers.c - forks a process an item, as many at a time as cores or make's jobs allow. What an item writes and says goes to files in memory, and is
 * taken here in the order of the items once they have ended. */
#include "workers.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <stdnoreturn.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <unistd.h>

#include "interrupt.h"
#include "jobserver.h"
#include "msg.h"
#include "proc.h"
#include "text.h"

int workers_limit(const char *who, int asked, bool *tokens)
{
    jobserver_state server = jobserver_find();
    long online = sysconf(_SC_NPROCESSORS_ONLN);

    *tokens = server == JOBSERVER_THERE;
    if (asked > 0)
        return asked < WORKERS_MOST ? asked : WORKERS_MOST;
    if (*tokens)
        return WORKERS_MOST;
    if (server == JOBSERVER_HIDDEN) {
        note("%s: make's job server is not handed down to this recipe: one task at a time; put a + before the recipe's line, or give "
             "--jobs N",
             who);
        return 1;
    }
    return online < 1 ? 1 : online > WORKERS_MOST ? WORKERS_MOST : (int)online;
}

/* ---- an item ---- */

typedef struct {
    FILE *out, *said;  /* what it writes, and what it says on standard error; in memory */
    text wrote, spoke; /* the same, once it has ended */
    bool ended;
    int code;
} item;

typedef struct {
    const workers_job *job;
    item *items;
    int count, limit, begun, taken;
    bool tokens;
    int pids[WORKERS_MOST], at[WORKERS_MOST], running;
} workers;

static FILE *open_memory(void)
{
    int fd = memfd_create("item", MFD_CLOEXEC);
    FILE *f = fd < 0 ? NULL : fdopen(fd, "w+");
    if (f == NULL)
        die("cannot hold what a process of ours writes: %s", strerror(errno));
    return f;
}

/* In a process of its own. What we have borrowed and what we would remove are no affair of it. */
static noreturn void do_item(const workers_job *job, int i, const item *x, int parent, const sigset_t *before)
{
    interrupts_forget();
    interrupts_release(before);
    prctl(PR_SET_PDEATHSIG, SIGTERM);
    if (getppid() != parent || dup2(fileno(x->said), STDERR_FILENO) < 0)
        _exit(1);
    job->work(job->own, i, x->out);
    if (fflush(x->out) != 0)
        die("cannot hold what a process of ours writes: %s", strerror(errno));
    _exit(0);
}

static void start(workers *w)
{
    int i = w->begun++;
    item *x = &w->items[i];
    sigset_t before;

    *x = (item){.out = open_memory(), .said = open_memory()};
    fflush(NULL);
    signal(SIGCHLD, SIG_DFL); /* who started us may ignore it, and then no exit code is kept */
    interrupts_hold(&before);
    int parent = getpid(), pid = fork();
    if (pid == 0)
        do_item(w->job, i, x, parent, &before);
    interrupts_release(&before);
    if (pid < 0)
        die("cannot start a process: %s", strerror(errno));
    w->pids[w->running] = pid;
    w->at[w->running++] = i;
}

/* ---- all of them ---- */

static text read_all(FILE *f)
{
    char part[4096];
    size_t n;
    text t = {0};

    text_printf(&t, "%s", "");
    rewind(f);
    while ((n = fread(part, 1, sizeof part, f)) > 0)
        text_add(&t, part, n);
    if (ferror(f))
        die("cannot read what a process of ours wrote: %s", strerror(errno));
    fclose(f);
    return t;
}

/* Those that have ended, in order. */
static void take(workers *w)
{
    for (; w->taken < w->count && w->items[w->taken].ended; w->taken++) {
        item *x = &w->items[w->taken];
        if (x->spoke.len > 0) {
            progress_end();
            fputs(x->spoke.data, stderr);
        }
        if (x->code < 0)
            die("%s: a process of ours was ended by signal %d", w->job->what, -x->code);
        if (x->code > 0)
            exit(x->code);
        w->job->take(w->job->own, w->taken, x->wrote.data);
        text_free(&x->wrote);
        text_free(&x->spoke);
    }
}

static void end_one(workers *w)
{
    bool wants = w->tokens && w->begun < w->count;
    int code, slot = wait_tools(w->pids, w->running, wants ? jobserver_fd() : -1, &code);

    if (slot < 0) {
        progress_tick();
        return;
    }
    item *x = &w->items[w->at[slot]];
    *x = (item){.wrote = read_all(x->out), .spoke = read_all(x->said), .ended = true, .code = code};
    w->pids[slot] = w->pids[--w->running];
    w->at[slot] = w->at[w->running];
    if (w->tokens && w->running > 0)
        jobserver_give();
    take(w);
}

void workers_run(const workers_job *job, int count, int asked)
{
    workers w = {.job = job, .count = count, .items = zalloc((size_t)count * sizeof *w.items)};

    w.limit = workers_limit(job->what, asked, &w.tokens);
    while (w.taken < count) {
        progress(job->what, (unsigned long long)w.taken, (unsigned long long)count);
        while (w.begun < count && w.running < w.limit && (w.running == 0 || !w.tokens || jobserver_take()))
            start(&w);
        end_one(&w);
    }
    progress_end();
}
