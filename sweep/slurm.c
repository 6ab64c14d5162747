/* SPDX-License-Identifier: Apache-2.0
 *
 * slurm.c - a sweep as jobs of Slurm: writes the scripts, submits an array of shares and the job after it. Names and paths are put into
 * scripts as words of a shell. */
#include "slurm.h"

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "../base/file.h"
#include "../base/msg.h"
#include "../base/output.h"
#include "../base/proc.h"
#include "../base/text.h"

enum { MOST_ELEMENTS = 1000 }; /* Slurm's own limit is 1001 unless its configuration says otherwise */
static const char head[] = "#!/bin/sh\n#SBATCH --job-name=warpfold-";

static char *folder(const slurm_sweep *s)
{
    return path_join(s->out, "slurm");
}

static char *script(const slurm_sweep *s, const char *name)
{
    return format_new("%s/slurm/%s", s->out, name);
}

static bool is_ours(const char *path)
{
    return file_begins(path, head);
}

void slurm_check(const slurm_sweep *s)
{
    static const char *const names[] = {"array.sh", "collect.sh"};
    char *out = path_absolute(s->out), *here = path_absolute(".");
    if (!text_is_plain(out) || !text_is_plain(here))
        die_usage("--slurm: %s: Slurm's scripts take no path with blanks, quotes or the like", text_is_plain(out) ? here : out);
    for (int i = 0; i < 2; i++) {
        char *path = script(s, names[i]);
        output_check_made(path, &(output_rule){.force = s->force, .ours = is_ours});
    }
}

static int elements(const slurm_sweep *s)
{
    return s->tasks < MOST_ELEMENTS ? s->tasks : MOST_ELEMENTS;
}

/* A name of letters, digits and a few signs. */
static void put_name(text *t, const char *name)
{
    for (; *name; name++)
        text_add(t, isalnum((unsigned char)*name) || *name == '-' || *name == '.' ? name : "_", 1);
}

static void begin(text *t, const slurm_sweep *s, const char *log)
{
    char *dir = folder(s), *whole = path_absolute(dir), *here = path_absolute(".");
    text_puts(t, head);
    put_name(t, s->name);
    text_printf(t, "\n#SBATCH --ntasks=1 --cpus-per-task=1\n#SBATCH --chdir=%s\n#SBATCH --output=%s/%s\n", here, whole, log);
}

/* The program, the file and what changes it, as every step takes them. */
static void command(text *t, const slurm_sweep *s)
{
    char program[4096], *file = path_absolute(s->file), *cache = path_absolute(s->cache);
    ssize_t n = readlink("/proc/self/exe", program, sizeof program - 1);
    if (n < 0)
        die("cannot find this program's own file: %s", strerror(errno));
    program[n] = '\0';
    text_puts(t, "exec ");
    text_put_word(t, program);
    text_puts(t, " sweep --cache ");
    text_put_word(t, cache);
    for (int i = 0; i < s->change_count; i++) {
        text_puts(t, " --set ");
        text_put_word(t, s->changes[i]);
    }
    text_puts(t, " ");
    text_put_word(t, file);
}

static void write_script(const slurm_sweep *s, const char *name, const text *t)
{
    char *path = script(s, name);
    file_write(path, t->data, t->len);
}

void slurm_write(const slurm_sweep *s)
{
    text array = {0}, collect = {0};
    char *dir = folder(s), *out = path_absolute(s->out);
    dir_make(dir);
    begin(&array, s, "array-%a.log");
    text_printf(&array, "#SBATCH --array=1-%d", elements(s));
    if (s->jobs > 0)
        text_printf(&array, "%%%d", s->jobs);
    text_puts(&array, "\n");
    command(&array, s);
    text_printf(&array, " --jobs 1 --share \"$SLURM_ARRAY_TASK_ID/%d\"\n", elements(s));
    begin(&collect, s, "collect.log");
    command(&collect, s);
    text_puts(&collect, " --collect -o ");
    text_put_word(&collect, out);
    if (s->svg) {
        text_puts(&collect, " --svg ");
        text_put_word(&collect, path_absolute(s->svg));
    }
    text_puts(&collect, "\n");
    write_script(s, "array.sh", &array);
    write_script(s, "collect.sh", &collect);
}

/* Submits a script and returns the number of its job. `after`: the number of a job that must end before; NULL: of none. */
static char *submit(const slurm_sweep *s, const char *name, const char *after)
{
    char *path = script(s, name), *log = script(s, "sbatch.log"), *flag = after ? format_new("--dependency=afterany:%s", after) : NULL;
    const char *argv[] = {tool_path("sbatch"), "--parsable", flag ? flag : path, flag ? path : NULL, NULL};
    int code = run_tool(argv, NULL, log);
    if (code != 0 && after)
        note("job array %s is submitted and goes on; what collects its results is not: sbatch %s %s", after, flag, path);
    tool_ended(argv[0], code, log);
    char *said = file_read(log, NULL), *id = said;
    for (char *line = said; line; line = strchr(line, '\n') ? strchr(line, '\n') + 1 : NULL)
        if (isdigit((unsigned char)*line))
            id = line;
    char *number = format_new("%.*s", id ? (int)strspn(id, "0123456789") : 0, id ? id : "");
    if (*number == '\0')
        die("sbatch took %s and told no number of a job (log: %s)", path, log);
    unlink(log);
    return number;
}

void slurm_submit(const slurm_sweep *s)
{
    char *array = submit(s, "array.sh", NULL), *collect = submit(s, "collect.sh", array);
    printf("Slurm: job array %s does %d tasks; job %s then writes %s\n", array, s->tasks, collect, s->out);
}
