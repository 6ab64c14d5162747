/* SPDX-License-Identifier: Apache-2.0 */
#include "trust.h"

#include <dirent.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "../base/cache.h"
#include "../base/file.h"
#include "../base/hash.h"
#include "../base/text.h"

enum { KEPT = 4096 }; /* hashes in the list */

static int is_entry(const struct dirent *e)
{
    return strcmp(e->d_name, ".") != 0 && strcmp(e->d_name, "..") != 0;
}

/* Name, length and content of a file, or where a link leads; false if it is neither. */
static bool add_entry(text *all, const char *dir, const char *name)
{
    char *path = path_join(dir, name), *data = NULL, target[PATH_MAX];
    size_t len = 0;
    ssize_t link = readlink(path, target, sizeof target);
    struct stat s;
    if (link >= 0) {
        data = format_new("%.*s", (int)link, target);
        len = (size_t)link;
    } else if (lstat(path, &s) == 0 && S_ISREG(s.st_mode)) {
        data = file_read(path, &len);
    }
    if (data) {
        text_printf(all, "%s\n%d %zu\n", name, link >= 0, len);
        text_add(all, data, len);
    }
    bool found = data != NULL;
    arena_free(data);
    arena_free(path);
    return found;
}

/* The hash of all names and contents; NULL if the folder has anything but files and links. */
static char *hash_of(const char *dir)
{
    struct dirent **entries;
    int count = scandir(dir, &entries, is_entry, alphasort);
    if (count < 0)
        return NULL;
    text all = {0};
    bool ok = true;
    for (int i = 0; i < count; i++) {
        ok = ok && add_entry(&all, dir, entries[i]->d_name);
        free(entries[i]);
    }
    free(entries);
    char *hash = ok ? zalloc(HASH_DIGITS + 1) : NULL;
    if (hash)
        hash_hex(all.data ? all.data : "", all.len, hash);
    text_free(&all);
    return hash;
}

bool folder_trusted(const char *dir)
{
    char *path = cache_path("built"), *list = path ? file_read(path, NULL) : NULL, *hash = list ? hash_of(dir) : NULL;
    bool known = hash && strstr(list, hash) != NULL;
    arena_free(hash);
    arena_free(list);
    arena_free(path);
    return known;
}

void folder_trust(const char *dir)
{
    char *path = cache_path("built"), *hash = path ? hash_of(dir) : NULL;
    if (hash) {
        size_t len = 0;
        char *old = file_read(path, &len);
        text t = {0};
        text_printf(&t, "%s\n", hash);
        if (old)
            text_add(&t, old, len < KEPT * (HASH_DIGITS + 1) ? len : KEPT * (HASH_DIGITS + 1));
        file_write(path, t.data, t.len);
        text_free(&t);
        arena_free(old);
    }
    arena_free(hash);
    arena_free(path);
}
