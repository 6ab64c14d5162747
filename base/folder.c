/* SPDX-License-Identifier: Apache-2.0 */
#include "folder.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "msg.h"
#include "text.h"

bool dir_exists(const char *path)
{
    struct stat s;
    return stat(path, &s) == 0 && S_ISDIR(s.st_mode);
}

bool dir_empty(const char *path)
{
    DIR *d = opendir(path);
    if (d == NULL)
        return false;
    const struct dirent *e;
    bool empty = true;
    while (empty && (e = readdir(d)) != NULL)
        empty = strcmp(e->d_name, ".") == 0 || strcmp(e->d_name, "..") == 0;
    closedir(d);
    return empty;
}

static bool make_one(const char *path)
{
    if (mkdir(path, 0777) == 0)
        return true;
    if (errno != EEXIST || dir_exists(path))
        return errno == EEXIST;
    errno = ENOTDIR;
    return false;
}

void dir_make(const char *path)
{
    char *p = format_new("%s", path);
    for (char *c = p + 1; *c; c++)
        if (*c == '/') {
            *c = '\0';
            if (!make_one(p))
                die("cannot make the folder %s: %s: %s", path, p, strerror(errno));
            *c = '/';
        }
    if (!make_one(p))
        die("cannot make the folder %s: %s", path, strerror(errno));
}

void dir_make_for(const char *path)
{
    const char *slash = strrchr(path, '/');
    if (slash == NULL || slash == path)
        return;
    char *dir = format_new("%.*s", (int)(slash - path), path);
    dir_make(dir);
}

static int remove_one(const char *path, const struct stat *s, int type, struct FTW *w)
{
    (void)s, (void)type, (void)w;
    return remove(path);
}

void dir_remove(const char *path)
{
    nftw(path, remove_one, 16, FTW_DEPTH | FTW_PHYS);
}

int rename_new(const char *from, const char *to)
{
    struct stat s;
    if (renameat2(AT_FDCWD, from, AT_FDCWD, to, RENAME_NOREPLACE) == 0)
        return 0;
    if (errno != EINVAL && errno != ENOSYS)
        return -1;
    /* The file system has no such call; one without links either cannot do it in one step */
    if (link(from, to) == 0)
        return unlink(from);
    if (errno != EEXIST && lstat(to, &s) != 0)
        return rename(from, to);
    errno = EEXIST;
    return -1;
}

char *path_join(const char *a, const char *b)
{
    return format_new("%s%s%s", a, *a && ends_with(a, "/") ? "" : "/", b);
}

char *path_absolute(const char *path)
{
    char *here = *path == '/' ? NULL : getcwd(NULL, 0), *whole = here ? path_join(here, path) : format_new("%s", path);
    free(here);
    return whole;
}

char *path_real(const char *path)
{
    char *found = realpath(path, NULL), *whole = found ? format_new("%s", found) : NULL;
    free(found);
    return whole;
}

const char *path_base(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}
