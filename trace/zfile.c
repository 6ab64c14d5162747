/* SPDX-License-Identifier: Apache-2.0 */
#include "zfile.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zstd.h>

#include "../base/file.h"
#include "../base/msg.h"
#include "../base/text.h"

/* These files are written once and kept in repositories, so size counts and time does not. */
enum { ZFILE_LEVEL = 19, ZFILE_FAST_LEVEL = 3, ZFILE_BUFFER = 1 << 17 };

struct zfile {
    char *path, *tmp;
    FILE *file;
    ZSTD_CStream *zstd;
    unsigned char *out;
};

static void check_free(const char *path, const char *magic)
{
    char head[16] = {0};
    size_t n = strlen(magic);
    FILE *f = fopen(path, "rb");

    if (f == NULL) {
        if (errno != ENOENT)
            die_usage("%s: cannot be written: %s", path, strerror(errno));
        return;
    }
    bool ours = fread(head, 1, n, f) == n && memcmp(head, magic, n) == 0;
    fclose(f);
    if (!ours)
        die_usage("%s: exists and is not a file of this form; it is not overwritten", path);
}

static void failed(const zfile *z)
{
    die("%s: cannot be written: %s", z->path, strerror(errno));
}

zfile *zfile_create(const char *path, const char *magic, bool compressed)
{
    zfile *z = zalloc(sizeof *z);

    check_free(path, magic);
    z->path = format_new("%s", path);
    z->tmp = format_new("%s.tmp", path);
    z->file = fopen(z->tmp, "wb");
    if (z->file == NULL)
        die_usage("%s: cannot be written: %s", path, strerror(errno));
    scratch_add(z->tmp);
    if (compressed) {
        z->zstd = ZSTD_createCStream();
        z->out = zalloc(ZFILE_BUFFER);
        if (z->zstd == NULL || ZSTD_isError(ZSTD_CCtx_setParameter(z->zstd, ZSTD_c_compressionLevel, ZFILE_LEVEL)) ||
            ZSTD_isError(ZSTD_CCtx_setParameter(z->zstd, ZSTD_c_checksumFlag, 1)))
            die("zstd cannot be set up");
    }
    return z;
}

void zfile_fast(zfile *z)
{
    if (ZSTD_isError(ZSTD_CCtx_setParameter(z->zstd, ZSTD_c_compressionLevel, ZFILE_FAST_LEVEL)))
        die("zstd cannot be set up");
}

void zfile_begin(zfile *z, const void *head, size_t len)
{
    if (len > 0 && fwrite(head, 1, len, z->file) != len)
        failed(z);
}

static void compress(zfile *z, const void *data, size_t len, ZSTD_EndDirective mode)
{
    ZSTD_inBuffer in = {data, len, 0};
    size_t left;

    do {
        ZSTD_outBuffer out = {z->out, ZFILE_BUFFER, 0};
        left = ZSTD_compressStream2(z->zstd, &out, &in, mode);
        if (ZSTD_isError(left))
            die("%s: zstd: %s", z->path, ZSTD_getErrorName(left));
        if (fwrite(z->out, 1, out.pos, z->file) != out.pos)
            failed(z);
    } while (mode == ZSTD_e_end ? left > 0 : in.pos < in.size);
}

void zfile_write(zfile *z, const void *data, size_t len)
{
    if (len == 0)
        return;
    if (z->zstd != NULL)
        compress(z, data, len, ZSTD_e_continue);
    else if (fwrite(data, 1, len, z->file) != len)
        failed(z);
}

uint64_t zfile_close(zfile *z)
{
    if (z->zstd != NULL)
        compress(z, NULL, 0, ZSTD_e_end);
    long bytes = ftell(z->file);
    if (fclose(z->file) != 0 || rename(z->tmp, z->path) != 0)
        failed(z);
    scratch_keep(z->tmp);
    ZSTD_freeCStream(z->zstd);
    free(z->out);
    free(z->tmp);
    free(z->path);
    free(z);
    return (uint64_t)bytes;
}
