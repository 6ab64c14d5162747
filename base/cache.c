/* SPDX-License-Identifier: Apache-2.0 */
#include "cache.h"

#include <stdbool.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "folder.h"
#include "text.h"

static bool is_private(const char *dir)
{
    struct stat s;
    mkdir(dir, 0700);
    return lstat(dir, &s) == 0 && S_ISDIR(s.st_mode) && s.st_uid == geteuid() && (s.st_mode & 022) == 0 && access(dir, W_OK) == 0;
}

char *cache_path(const char *name)
{
    const char *given = getenv("XDG_CACHE_HOME"), *home = getenv("HOME");
    bool is_given = given && *given == '/';
    if (!is_given && !(home && *home == '/'))
        return NULL;
    char *above = is_given ? format_new("%s", given) : path_join(home, ".cache"), *dir = path_join(above, "warpfold");
    mkdir(above, 0700);
    return is_private(dir) ? path_join(dir, name) : NULL;
}
