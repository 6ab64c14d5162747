/* SPDX-License-Identifier: Apache-2.0 */
#include "file.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "msg.h"
#include "output.h"
#include "text.h"

/* What the file is to blame for is the caller's to tell. */
static char *unread(const char *path, int error)
{
    if (is_of_machine(error))
        die("cannot read %s: %s", path, strerror(error));
    errno = error;
    return NULL;
}

char *file_read(const char *path, size_t *len)
{
    FILE *f = fopen(path, "rb");
    if (f == NULL)
        return unread(path, errno);
    text t = {0};
    char chunk[1 << 16];
    size_t n;
    while ((n = fread(chunk, 1, sizeof chunk, f)) > 0)
        text_add(&t, chunk, n);
    if (ferror(f)) {
        int why = errno ? errno : EIO;
        fclose(f);
        return unread(path, why);
    }
    fclose(f);
    text_add(&t, "", 0);
    if (len)
        *len = t.len;
    return t.data;
}

char *file_read_any(const char *path, size_t *len)
{
    char *data = file_read(path, len);
    if (data == NULL && errno != ENOENT && errno != ENOTDIR)
        die("cannot read %s: %s", path, strerror(errno));
    return data;
}

bool file_begins(const char *path, const char *head)
{
    size_t len;
    char *data = file_read(path, &len);
    bool begins = data != NULL && len >= strlen(head) && memcmp(data, head, strlen(head)) == 0;
    arena_free(data);
    return begins;
}

void file_write(const char *path, const void *data, size_t len)
{
    output *o = output_open(path);
    fwrite(data, 1, len, output_file(o));
    output_close(o);
}

bool file_exists(const char *path)
{
    struct stat s;
    return stat(path, &s) == 0 && S_ISREG(s.st_mode);
}

const asset *asset_find(const char *name)
{
    for (const asset *a = assets; a->name; a++)
        if (strcmp(a->name, name) == 0)
            return a;
    return NULL;
}
