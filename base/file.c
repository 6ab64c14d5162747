/* SPDX-License-Identifier: Apache-2.0 */
#include "file.h"

#include <dirent.h>
#include <errno.h>
#include <ftw.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "msg.h"
#include "text.h"

char *file_read(const char *path, size_t *len)
{
    FILE *f = fopen(path, "rb");
    if (f == NULL)
        return NULL;
    text t = {0};
    char chunk[1 << 16];
    size_t n;
    while ((n = fread(chunk, 1, sizeof chunk, f)) > 0)
        text_add(&t, chunk, n);
    if (ferror(f)) {
        int why = errno;
        fclose(f);
        text_free(&t);
        errno = why ? why : EIO;
        return NULL;
    }
    fclose(f);
    text_add(&t, "", 0);
    if (len)
        *len = t.len;
    return t.data;
}

void file_write(const char *path, const void *data, size_t len)
{
    char *temp = format_new("%s.tmp", path);
    FILE *f = fopen(temp, "wb");
    if (f == NULL)
        die("cannot write %s: %s", path, strerror(errno));
    scratch_add(temp);
    bool ok = fwrite(data, 1, len, f) == len;
    ok = fclose(f) == 0 && ok;
    if (!ok || rename(temp, path) != 0)
        die("cannot write %s: %s", path, strerror(errno));
    scratch_keep(temp);
    free(temp);
}

bool file_exists(const char *path)
{
    struct stat s;
    return stat(path, &s) == 0 && S_ISREG(s.st_mode);
}

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

void dir_make(const char *path)
{
    char *p = format_new("%s", path);
    for (char *c = p + 1; *c; c++)
        if (*c == '/') {
            *c = '\0';
            mkdir(p, 0777);
            *c = '/';
        }
    if (mkdir(p, 0777) != 0 && !(errno == EEXIST && dir_exists(p)))
        die("cannot make the folder %s: %s", path, strerror(errno));
    free(p);
}

void dir_make_for(const char *path)
{
    const char *slash = strrchr(path, '/');
    if (slash == NULL || slash == path)
        return;
    char *dir = format_new("%.*s", (int)(slash - path), path);
    dir_make(dir);
    free(dir);
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

char *path_join(const char *a, const char *b)
{
    return format_new("%s%s%s", a, *a && ends_with(a, "/") ? "" : "/", b);
}

const char *path_base(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

/* What is to be removed should the program end early. */
static char **scratch;
static size_t scratch_count;

static void on_signal(int signal_number)
{
    scratch_clean();
    signal(signal_number, SIG_DFL);
    raise(signal_number);
}

void scratch_add(const char *path)
{
    static bool armed;
    if (!armed) {
        armed = true;
        atexit(scratch_clean);
        signal(SIGINT, on_signal);
        signal(SIGTERM, on_signal);
        signal(SIGHUP, on_signal);
    }
    scratch = grow(scratch, (scratch_count + 1) * sizeof *scratch);
    scratch[scratch_count++] = format_new("%s", path);
}

void scratch_keep(const char *path)
{
    for (size_t i = 0; i < scratch_count; i++)
        if (strcmp(scratch[i], path) == 0) {
            free(scratch[i]);
            scratch[i] = scratch[--scratch_count];
            return;
        }
}

void scratch_clean(void)
{
    while (scratch_count > 0)
        dir_remove(scratch[--scratch_count]);
}

char *scratch_dir(void)
{
    const char *top = getenv("TMPDIR");
    char *path = format_new("%s/warpfold-XXXXXX", top && *top ? top : "/tmp");
    if (mkdtemp(path) == NULL)
        die("cannot make a folder below %s: %s", top && *top ? top : "/tmp", strerror(errno));
    scratch_add(path);
    return path;
}

const asset *asset_find(const char *name)
{
    for (const asset *a = assets; a->name; a++)
        if (strcmp(a->name, name) == 0)
            return a;
    return NULL;
}
