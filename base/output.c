/* SPDX-License-Identifier: Apache-2.0
 *
 * output.c - files that appear whole or not at all: what may be written is looked at before a job, and is still so when its file gets its name. */
#include "output.h"

#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdlib.h>
#include <stdnoreturn.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "folder.h"
#include "interrupt.h"
#include "msg.h"
#include "scratch.h"
#include "text.h"

struct output {
    char *path, *temp; /* temp NULL: path itself is written */
    FILE *file;
};

/* What output_check found free must still be free when its file is whole. These are as old as the command, so no job frees them. */
static struct {
    char **path;
    int count;
} promised;

/* The promise of a path, until its file is written: after that the file there is ours. */
static char **promise_of(const char *path)
{
    for (char **p = promised.path; p < promised.path + promised.count; p++)
        if (*p && strcmp(*p, path) == 0)
            return p;
    return NULL;
}

static void add_promise(const char *path)
{
    if (promise_of(path))
        return;
    promised.path = realloc(promised.path, (size_t)(promised.count + 1) * sizeof *promised.path);
    if (promised.path == NULL)
        die("out of memory");
    promised.path[promised.count++] = text_kept(path);
}

static void keep_promise(char **of)
{
    free(*of);
    *of = NULL;
}

static noreturn void failed(const output *o)
{
    die("cannot write %s: %s", o->path, strerror(errno));
}

/* mkstemp keeps its file for the owner alone; this is as open() would have it. */
static int open_beside(output *o)
{
    sigset_t before;
    o->temp = format_new("%s.XXXXXX", o->path);
    interrupts_hold(&before); /* no file is there that a signal would leave behind */
    int fd = mkostemp(o->temp, O_CLOEXEC);
    if (fd < 0)
        failed(o);
    scratch_add(o->temp);
    interrupts_release(&before);
    mode_t mask = umask(0);
    umask(mask);
    if (fchmod(fd, 0666 & ~mask) != 0)
        failed(o);
    return fd;
}

output *output_open(const char *path)
{
    output *o = zalloc(sizeof *o);
    struct stat s;
    o->path = format_new("%s", path);
    if (stat(path, &s) == 0 && !S_ISREG(s.st_mode)) {
        o->file = fopen(path, "wbe");
    } else {
        o->file = fdopen(open_beside(o), "wb");
    }
    if (o->file == NULL)
        failed(o);
    return o;
}

FILE *output_file(output *o)
{
    return o->file;
}

void output_close(output *o)
{
    bool ok = fflush(o->file) == 0 && !ferror(o->file);
    if (fclose(o->file) != 0 || !ok)
        failed(o);
    if (o->temp == NULL)
        return;
    char **promise = promise_of(o->path);
    if ((promise ? rename_new(o->temp, o->path) : rename(o->temp, o->path)) != 0) {
        if (promise && errno == EEXIST)
            die("%s came while this command ran and is not overwritten; --force overwrites it", o->path);
        failed(o);
    }
    if (promise)
        keep_promise(promise);
    scratch_keep(o->temp);
}

static char *folder_of(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? format_new("%.*s", (int)(slash - path + (slash == path)), path) : format_new(".");
}

/* The folder in which PATH lies or will lie must be there and writable. */
static void check_folder(const char *path)
{
    char *dir = folder_of(path);
    if (!dir_exists(dir))
        die_usage("%s cannot be written: no folder %s", path, dir);
    if (access(dir, W_OK | X_OK) != 0)
        die_usage("%s cannot be written: the folder %s: %s", path, dir, strerror(errno));
}

void output_check(const char *path, const output_rule *rule)
{
    struct stat s, in;
    if (stat(path, &s) != 0) {
        check_folder(path);
        if (rule->force)
            return;
        if (lstat(path, &s) == 0)
            die_usage("%s is a link to nothing and is not overwritten; --force overwrites it", path);
        add_promise(path);
        return;
    }
    if (S_ISDIR(s.st_mode))
        die_usage("%s is a folder; give the name of a file", path);
    for (int i = 0; i < rule->input_count; i++)
        if (stat(rule->inputs[i], &in) == 0 && in.st_dev == s.st_dev && in.st_ino == s.st_ino && S_ISREG(s.st_mode))
            die_usage("%s is an input; give another name for the output", path);
    if (S_ISBLK(s.st_mode))
        die_usage("%s is a block device, which is not overwritten", path);
    if (!S_ISREG(s.st_mode))
        return;
    check_folder(path);
    if (!rule->force && !(rule->ours && rule->ours(path)))
        die_usage("%s is there already and is not overwritten; --force overwrites it", path);
}

/* The nearest of what is there, from DIR upwards, must be a folder in which DIR can be made. */
static void check_makes(const char *dir)
{
    char *above = format_new("%s", dir);
    struct stat s;
    while (lstat(above, &s) != 0)
        above = folder_of(above);
    if (!dir_exists(above))
        die_usage("%s is %s; give a folder", above, S_ISREG(s.st_mode) ? "a file" : S_ISLNK(s.st_mode) ? "a link to nothing" : "no folder");
    if (access(above, W_OK | X_OK) != 0)
        die_usage("the folder %s cannot be made: %s: %s", dir, above, strerror(errno));
}

void output_check_made(const char *path, const output_rule *rule)
{
    char *dir = folder_of(path);
    if (dir_exists(dir)) {
        output_check(path, rule);
        return;
    }
    check_makes(dir);
    if (!rule->force)
        add_promise(path);
}
