/* SPDX-License-Identifier: Apache-2.0 */
#include "results.h"

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "../base/file.h"
#include "../base/msg.h"

#define FOLDER "synth"

static bool is_result(const char *path)
{
    return metrics_is_file(path, KEY_RUN_LIBRARY_HASH);
}

/* May figures of this library be written to the file, which is there? */
static bool is_own(const char *path, const char *library_hash)
{
    metrics there = {0};
    const char *hash = NULL;
    if (is_result(path) && metrics_load(&there, path))
        hash = metrics_get_text(&there, KEY_RUN_LIBRARY_HASH);
    return hash && strcmp(hash, library_hash) == 0;
}

/* "nangate45_typ" of nangate45_typ.lib. */
static int stem_length(const char *liberty)
{
    const char *end = strstr(liberty, ".lib");
    return (int)(end && end > liberty ? (size_t)(end - liberty) : strlen(liberty));
}

char *results_place(const char *dir, const metrics *run)
{
    const char *liberty = metrics_get_text(run, KEY_RUN_LIBERTY), *hash = metrics_get_text(run, KEY_RUN_LIBRARY_HASH);
    char *folder = path_join(dir, FOLDER);
    char *name = format_new("%.*s-%gns", stem_length(liberty), liberty, metrics_get(run, KEY_RUN_CLOCK));
    char *path = format_new("%s/%s.json", folder, name);
    dir_make(folder);
    for (int i = 2; file_exists(path) && !is_own(path, hash); i++)
        path = format_new("%s/%s-%d.json", folder, name, i);
    return path;
}

char *results_name(const char *path)
{
    const char *base = path_base(path);
    return format_new("%.*s", (int)(strlen(base) - (ends_with(base, ".json") ? strlen(".json") : 0)), base);
}

/* ---- all of them ---- */

typedef struct {
    char *path;
    const char *liberty;
    double clock;
} result;

static int by_library(const void *a, const void *b)
{
    const result *x = a, *y = b;
    int names = strcmp(x->liberty, y->liberty);
    if (names != 0)
        return names;
    return x->clock != y->clock ? (x->clock > y->clock) - (x->clock < y->clock) : strcmp(x->path, y->path);
}

/* False: it is no file of ours, or does not tell its library or its clock. */
static bool read_result(const char *path, result *r)
{
    metrics m = {0};
    if (!is_result(path) || !metrics_load(&m, path))
        return false;
    const char *liberty = metrics_get_text(&m, KEY_RUN_LIBERTY);
    *r = (result){format_new("%s", path), liberty ? liberty : "", metrics_get(&m, KEY_RUN_CLOCK)};
    return r->clock > 0 && metrics_get_text(&m, KEY_RUN_LIBRARY_HASH) != NULL;
}

char **results_list(const char *dir)
{
    char *folder = path_join(dir, FOLDER);
    DIR *d = opendir(folder);
    result *all = NULL;
    size_t count = 0;
    if (d == NULL && errno != ENOENT && errno != ENOTDIR)
        die("cannot read %s: %s", folder, strerror(errno));
    const struct dirent *e;
    while (d && (errno = 0, e = readdir(d)) != NULL) {
        if (*e->d_name == '.')
            continue;
        char *path = path_join(folder, e->d_name);
        all = grow_one(all, count, sizeof *all);
        if (ends_with(path, ".json") && read_result(path, &all[count]))
            count++;
        else
            note("%s is no file of figures of `warpfold synth`; it is left out", path);
    }
    if (d && errno != 0)
        die("cannot read %s: %s", folder, strerror(errno));
    if (d)
        closedir(d);
    if (count > 0)
        qsort(all, count, sizeof *all, by_library);
    char **paths = zalloc((count + 1) * sizeof *paths);
    for (size_t i = 0; i < count; i++)
        paths[i] = all[i].path;
    return paths;
}
