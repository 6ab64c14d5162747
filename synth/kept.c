/* SPDX-License-Identifier: Apache-2.0 */
#include "kept.h"

#include <dirent.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "../base/cache.h"
#include "../base/file.h"
#include "../base/hash.h"
#include "../base/proc.h"

char *kept_path(const synth_job *job, const char *kind, const char *tool, const char *commands, const char *const *inputs)
{
    char hash[HASH_DIGITS + 1];
    text made = {0};
    text_printf(&made, "%s\n%s\n", hash_file(tool_path(tool)), commands);
    for (; *inputs; inputs++) {
        size_t len = 0;
        char *data = file_read_any(path_join(job->work, *inputs), &len);
        hash_hex(data ? data : "", len, hash);
        text_printf(&made, "%s\n", hash);
        arena_free(data);
    }
    hash_hex(made.data, made.len, hash);
    text_free(&made);
    return cache_path(format_new("%s-%s", kind, hash));
}

static void copy(const char *from, const char *to)
{
    size_t len;
    char *data = file_read(from, &len);
    if (data)
        file_write(to, data, len);
    arena_free(data);
}

bool kept_take(const synth_job *job, const char *path, const char *name)
{
    bool there = path && file_exists(path);
    if (there) {
        copy(path, path_join(job->work, name));
        utimensat(AT_FDCWD, path, NULL, 0);
    }
    return there;
}

void kept_add(const synth_job *job, const char *path, const char *name)
{
    if (path && !file_exists(path))
        copy(path_join(job->work, name), path);
}

/* ---- What goes again ---- */

typedef struct {
    char *path;
    struct stat is;
} old_file;

static int last_first(const void *a, const void *b)
{
    const struct timespec *x = &((const old_file *)a)->is.st_mtim, *y = &((const old_file *)b)->is.st_mtim;
    return x->tv_sec != y->tv_sec ? (x->tv_sec < y->tv_sec ? 1 : -1) : (x->tv_nsec < y->tv_nsec) - (x->tv_nsec > y->tv_nsec);
}

void kept_trim(const char *kind, long long most)
{
    char *dir = cache_path("."), *prefix = format_new("%s-", kind);
    DIR *d = dir ? opendir(dir) : NULL;
    old_file *all = NULL;
    size_t count = 0;
    for (const struct dirent *e; d && (e = readdir(d)) != NULL;) {
        if (!starts_with(e->d_name, prefix))
            continue;
        all = grow_one(all, count, sizeof *all);
        all[count].path = path_join(dir, e->d_name);
        count += lstat(all[count].path, &all[count].is) == 0;
    }
    if (d)
        closedir(d);
    if (count > 0)
        qsort(all, count, sizeof *all, last_first);
    for (size_t i = 0; i < count; i++)
        if ((most -= all[i].is.st_size) < 0)
            unlink(all[i].path);
}
