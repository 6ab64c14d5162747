/* SPDX-License-Identifier: Apache-2.0 */
#include "module_runs.h"

#include <string.h>

#include "../base/file.h"
#include "../base/msg.h"
#include "../base/proc.h"
#include "kept.h"

/* Of the cache; a unit of a million gates takes a hundredth. */
#define MOST_BYTES (1LL << 30)
static const char kind[] = "module";

typedef struct {
    const synth_unit *u;
    const module_run *run;
    const void *what;
} all_runs;

/* One that a tool works on. */
typedef struct {
    char *log, *out, *kept;
} started;

char *module_file(const synth_unit *u, int module, const char *suffix)
{
    return format_new("%s.m%d.%s", u->name, module, suffix);
}

/* Returns 0 if there is nothing to do. In the key files have numbers, so that a module may change its place. */
static int start(const all_runs *a, int module, started *s)
{
    const synth_job *job = a->u->job;
    const module_run *run = a->run;
    char *names[RUN_FILES] = {NULL}, *numbers[RUN_FILES] = {"1", "2", "3"};
    const char *made_of[2 * RUN_FILES + 1] = {NULL};
    text script = {0}, commands = {0};
    size_t n = 0;
    int pid = 0;
    for (int i = 0; run->inputs[i]; i++)
        made_of[n++] = names[i] = module_file(a->u, module, run->inputs[i]);
    for (int i = 0; run->libraries[i]; i++)
        made_of[n++] = run->libraries[i];
    if (!run->write(a->what, module, names))
        return 0;
    run->script(a->what, numbers, "out", &commands);
    *s = (started){.out = module_file(a->u, module, run->out), .kept = kept_path(job, kind, run->tool, commands.data, made_of)};
    if (!kept_take(job, s->kept, s->out)) {
        char *name = module_file(a->u, module, format_new("%s.script", run->name));
        run->script(a->what, names, s->out, &script);
        work_write(job, name, &script);
        s->log = module_file(a->u, module, format_new("%s.log", run->name));
        pid = spawn_tool(tool_command(run->tool, name), job->work, path_join(job->work, s->log));
    }
    text_free(&script);
    text_free(&commands);
    return pid;
}

static void end(const all_runs *a, const started *s, int code)
{
    const synth_job *job = a->u->job;
    char *kept = path_join(job->syn, s->log), *out = path_join(job->work, s->out);
    bool made = file_exists(out);
    char *said = code == 0 && made ? NULL : work_read(job, s->log);
    if (said)
        file_write(kept, said, strlen(said));
    tool_ended(tool_path(a->run->tool), code, kept);
    if (!made)
        die("%s has not made %s (log: syn/%s)", a->run->tool, s->out, s->log);
    kept_add(job, s->kept, s->out);
}

void module_runs(const synth_unit *u, const module_run *run, const void *what, int count)
{
    const all_runs a = {u, run, what};
    started now[16];
    int pids[16], working = 0, next = 0, code;
    while (next < count || working > 0) {
        while (next < count && working < cores()) {
            pids[working] = start(&a, next++, &now[working]);
            working += pids[working] > 0;
        }
        int ended = working > 0 ? wait_tools(pids, working, -1, &code) : -1;
        progress_tick();
        if (ended < 0)
            continue;
        end(&a, &now[ended], code);
        pids[ended] = pids[--working];
        now[ended] = now[working];
    }
}

void module_runs_trim(void)
{
    kept_trim(kind, MOST_BYTES);
}
