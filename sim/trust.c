/* SPDX-License-Identifier: Apache-2.0 */
#include "trust.h"

#include <dirent.h>
#include <limits.h>
#include <openssl/evp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "../base/file.h"
#include "../base/text.h"

enum { HEX = 64, KEPT = 4096 }; /* digits of a hash, hashes in the list */

static int is_entry(const struct dirent *e)
{
    return strcmp(e->d_name, ".") != 0 && strcmp(e->d_name, "..") != 0;
}

static bool add_file(EVP_MD_CTX *hash, const char *dir, const char *name)
{
    char *path = path_join(dir, name), *data = NULL;
    size_t len = 0;
    struct stat s = {0};
    if (lstat(path, &s) == 0 && S_ISREG(s.st_mode)) {
        data = file_read(path, &len);
    } else if (S_ISLNK(s.st_mode)) {
        data = zalloc(PATH_MAX);
        len = (size_t)readlink(path, data, PATH_MAX); /* where it leads, (size_t)-1 at worst */
        len = len > PATH_MAX ? 0 : len;
    }
    bool ok = data && EVP_DigestUpdate(hash, name, strlen(name) + 1) && EVP_DigestUpdate(hash, &len, sizeof len) &&
              EVP_DigestUpdate(hash, data, len);
    free(data);
    free(path);
    return ok;
}

/* The hash of names and contents in hexadecimal, malloc'd; NULL if the folder has anything but files and links. */
static char *hash_of(const char *dir)
{
    struct dirent **entries;
    int count = scandir(dir, &entries, is_entry, alphasort);
    if (count < 0)
        return NULL;
    EVP_MD_CTX *hash = EVP_MD_CTX_new();
    bool ok = hash && EVP_DigestInit_ex(hash, EVP_sha256(), NULL);
    for (int i = 0; i < count; i++) {
        ok = ok && add_file(hash, dir, entries[i]->d_name);
        free(entries[i]);
    }
    free(entries);
    unsigned char digest[EVP_MAX_MD_SIZE];
    ok = ok && EVP_DigestFinal_ex(hash, digest, NULL);
    EVP_MD_CTX_free(hash);
    text t = {0};
    for (int i = 0; ok && i < HEX / 2; i++)
        text_printf(&t, "%02x", digest[i]);
    return t.data;
}

/* Where the list is, malloc'd; NULL: nowhere. */
static char *list_path(void)
{
    const char *cache = getenv("XDG_CACHE_HOME"), *home = getenv("HOME");
    if (cache && *cache == '/')
        return format_new("%s/warpfold/built", cache);
    return home && *home == '/' ? format_new("%s/.cache/warpfold/built", home) : NULL;
}

bool folder_trusted(const char *dir)
{
    char *path = list_path(), *list = path ? file_read(path, NULL) : NULL, *hash = list ? hash_of(dir) : NULL;
    bool known = hash && strstr(list, hash) != NULL;
    free(hash);
    free(list);
    free(path);
    return known;
}

/* The list is the user's own, and a cache: where it cannot be written the next run builds anew. */
static bool make_private(const char *path)
{
    char *dir = format_new("%.*s", (int)(path_base(path) - path - 1), path),
         *above = format_new("%.*s", (int)(path_base(dir) - dir - 1), dir);
    mkdir(above, 0700);
    bool ok = mkdir(dir, 0700) == 0 || dir_exists(dir);
    struct stat s;
    ok = ok && stat(dir, &s) == 0 && s.st_uid == geteuid() && access(dir, W_OK) == 0;
    free(above);
    free(dir);
    return ok;
}

void folder_trust(const char *dir)
{
    char *path = list_path(), *hash = path ? hash_of(dir) : NULL;
    if (hash && make_private(path)) {
        size_t len = 0;
        char *old = file_read(path, &len);
        text t = {0};
        text_printf(&t, "%s\n", hash);
        if (old)
            text_add(&t, old, len < KEPT * (HEX + 1) ? len : KEPT * (HEX + 1));
        file_write(path, t.data, t.len);
        text_free(&t);
        free(old);
    }
    free(hash);
    free(path);
}
