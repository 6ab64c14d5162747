/* SPDX-License-Identifier: Apache-2.0 */
#include "raw_lines.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "../base/file.h"
#include "../base/msg.h"
#include "../base/text.h"
#include "../cmodel/bits.h"

enum { BUFFER = 1 << 20 }; /* a multiple of every line size */

struct raw_lines {
    char *path;
    FILE *file;
    int bytes;
    size_t pos, len;
    uint64_t count, taken, size; /* lines given; bytes read; of the file, 0: not known */
    unsigned char data[BUFFER];
};

bool raw_lines_is_stdin(const char *path)
{
    return strcmp(path, "-") == 0;
}

raw_lines *raw_lines_open(const char *path, int bytes)
{
    struct stat st;
    raw_lines *r = zalloc(sizeof *r);

    r->path = format_new("%s", raw_lines_is_stdin(path) ? "standard input" : path);
    r->bytes = bytes;
    r->file = raw_lines_is_stdin(path) ? stdin : fopen(path, "rb");
    if (r->file == NULL)
        die_reading(errno, "%s: cannot open the file", path);
    if (fstat(fileno(r->file), &st) == 0) {
        if (S_ISDIR(st.st_mode))
            die_usage("%s: is a folder, a file is expected", path);
        r->size = S_ISREG(st.st_mode) ? (uint64_t)st.st_size : 0;
    }
    return r;
}

/* Fills the buffer again when all of its lines have been given. A short fread is the end of the file. */
static void fill(raw_lines *r)
{
    r->pos = 0;
    r->len = fread(r->data, 1, BUFFER, r->file);
    if (ferror(r->file))
        die_reading(errno, "%s: cannot read", r->path);
    r->taken += r->len;
    progress(path_base(r->path), r->taken, r->size);
}

bool raw_lines_next(raw_lines *r, uint32_t *line)
{
    size_t n = (size_t)r->bytes;

    if (r->pos == r->len && !feof(r->file))
        fill(r);
    if (r->len - r->pos < n)
        return false;
    words_of_bytes(line, r->data + r->pos, r->bytes / 4);
    r->pos += n;
    r->count++;
    return true;
}

int raw_lines_rest(const raw_lines *r, const unsigned char **rest)
{
    *rest = r->data + r->pos;
    return (int)(r->len - r->pos);
}

const char *raw_lines_path(const raw_lines *r)
{
    return r->path;
}

uint64_t raw_lines_count(const raw_lines *r)
{
    return r->count;
}

void raw_lines_close(raw_lines *r)
{
    progress_end();
    fclose(r->file);
    arena_free(r->path);
    arena_free(r);
}
