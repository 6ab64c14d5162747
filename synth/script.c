/* SPDX-License-Identifier: Apache-2.0
 *
 * script.c - scripts and tools of a run: fills the holes of a script, writes it into the working folder, runs Yosys or OpenSTA on it,
 * and reads what they left. A tool that fails ends the program with what its log says. */
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "../base/file.h"
#include "../base/msg.h"
#include "../base/proc.h"
#include "job.h"

enum { MAX_HOLES = 16 };

static void fill(text *out, const char *asset_name, va_list args)
{
    const asset *a = asset_find(asset_name);
    if (a == NULL)
        die("internal: %s is not built into the program", asset_name);
    const char *keys[MAX_HOLES], *values[MAX_HOLES];
    int count = 0;
    for (const char *key; count < MAX_HOLES && (key = va_arg(args, const char *)) != NULL; count++) {
        keys[count] = key;
        values[count] = va_arg(args, const char *);
    }
    for (size_t i = 0; i < a->len;) {
        int hole = -1;
        for (int k = 0; a->data[i] == '@' && k < count; k++) {
            size_t n = strlen(keys[k]);
            if (i + n + 1 < a->len && strncmp(a->data + i + 1, keys[k], n) == 0 && a->data[i + n + 1] == '@')
                hole = k;
        }
        if (hole >= 0) {
            text_puts(out, values[hole]);
            i += strlen(keys[hole]) + 2;
        } else {
            text_add(out, a->data + i++, 1);
        }
    }
}

void script_add(text *t, const char *asset_name, ...)
{
    va_list args;
    va_start(args, asset_name);
    fill(t, asset_name, args);
    va_end(args);
}

void script_write(const synth_job *job, const char *asset_name, const char *out, ...)
{
    text t = {0};
    va_list args;
    va_start(args, out);
    fill(&t, asset_name, args);
    va_end(args);
    work_write(job, out, &t);
}

void make_link(const synth_job *job, const char *target, const char *name)
{
    char *path = path_join(job->work, name), *real = path_real(target);
    if (real == NULL || symlink(real, path) != 0)
        die("cannot link %s into %s: %s", target, job->work, strerror(errno));
}

void work_write(const synth_job *job, const char *name, const text *t)
{
    char *path = path_join(job->work, name);
    file_write(path, t->data ? t->data : "", t->len);
}

char *work_read(const synth_job *job, const char *name)
{
    return file_read_any(path_join(job->work, name), NULL);
}

void work_canon(const synth_job *job, const char *name, bool sorted_ports)
{
    char *blif = work_read(job, name);
    text t = {0};
    blif_canon(blif, sorted_ports, &t);
    work_write(job, name, &t);
    arena_free(blif);
    text_free(&t);
}

/* The number in a file that `tee -o FILE select -count` wrote. */
int work_count(const synth_job *job, const char *name)
{
    char *data = work_read(job, name);
    return data ? atoi(data) : 0;
}

const char *const *tool_command(const char *tool, const char *script)
{
    static const char *argv[6];
    argv[0] = tool_path(tool);
    int n = 1;
    if (strcmp(tool, "yosys") == 0) {
        argv[n++] = "-q";
        argv[n++] = "-s";
    } else if (strcmp(tool, "sta") == 0) {
        argv[n++] = "-no_splash";
        argv[n++] = "-exit";
    } else {
        argv[n++] = "-f";
    }
    argv[n++] = script;
    argv[n] = NULL;
    return argv;
}

static char *run(const synth_job *job, const char *tool, const char *script, const char *log)
{
    char *path = path_join(job->syn, log);
    run_tool_ok(tool_command(tool, script), job->work, path);
    char *output = file_read(path, NULL);
    if (output == NULL)
        die("cannot read %s", path);
    return output;
}

void yosys_run(const synth_job *job, const char *script, const char *log)
{
    run(job, "yosys", script, log);
}

/* The line that tells of an error, since OpenSTA returns 0 after most of them; NULL: there is none. */
static const char *sta_error(const char *output)
{
    for (const char *line = output; line; line = strchr(line, '\n')) {
        line += *line == '\n';
        if (starts_with(line, "Error") || starts_with(line, "Warning: cannot find"))
            return line;
    }
    return NULL;
}

void sta_check(const char *output, const char *log)
{
    const char *line = sta_error(output);
    if (line)
        die("sta: %.*s (log: %s)", (int)strcspn(line, "\n"), line, log);
}

char *sta_run(const synth_job *job, const char *script, const char *log)
{
    char *output = run(job, "sta", script, log);
    char *path = path_join(job->syn, log);
    sta_check(output, path);
    return output;
}

bool sta_next(const char **at, char line[STA_LINE])
{
    const char *start = strchr(*at, '@');
    if (start == NULL)
        return false;
    size_t n = strcspn(start, "\n");
    snprintf(line, STA_LINE, "%.*s", (int)n, start);
    *at = start + n;
    return true;
}

/* "Error: LINK, line 9 WHAT" of OpenSTA, of which the lines are those of the user's file (liberty_plain.c). */
static void check_library(const char *output, const char *link, const char *path)
{
    char *head = format_new("Error: %s, line ", link);
    const char *at = strstr(output, head);
    if (at) {
        char *what;
        long line = strtol(at + strlen(head), &what, 10);
        die_usage("%s: line %ld: OpenSTA does not read it:%.*s", path, line, (int)strcspn(what, "\n"), what);
    }
}

char *sta_read(const synth_job *job, const char *script, const char *link, const char *path)
{
    char *log = format_new("%.*s.log", (int)strcspn(script, "."), script), *at = path_join(job->work, log),
         *kept = path_join(job->syn, log);
    int code = run_tool(tool_command("sta", script), job->work, at);
    char *output = file_read(at, NULL);
    if (output == NULL)
        die("cannot read %s", at);
    check_library(output, link, path);
    if (code != 0 || sta_error(output)) {
        dir_make(job->syn);
        file_write(kept, output, strlen(output));
    }
    tool_ended(tool_path("sta"), code, kept);
    sta_check(output, kept);
    return output;
}

int tool_start(const synth_job *job, const char *tool, const char *script, const char *log)
{
    int started = 0;
    char *path = path_join(job->syn, log);
    if (cores() == 1)
        run_tool_ok(tool_command(tool, script), job->work, path);
    else
        started = spawn_tool(tool_command(tool, script), job->work, path);
    return started;
}

void tool_finish(const synth_job *job, const char *tool, const char *log, int started)
{
    char *path = path_join(job->syn, log);
    tool_ended(tool_path(tool), started ? wait_tool(started) : 0, path);
}
