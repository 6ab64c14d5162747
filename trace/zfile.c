/* SPDX-License-Identifier: Apache-2.0 */
#include "zfile.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zstd.h>

#include "../base/file.h"
#include "../base/msg.h"
#include "../base/output.h"
#include "../base/text.h"

/* Files are written once and kept in repositories, so size counts and time does not. Those that are fast are large: level 2 takes two thirds of
 * the time of level 3, for 1 to 4 % more bytes. */
enum { ZFILE_LEVEL = 19, ZFILE_FAST_LEVEL = 2, ZFILE_BUFFER = 1 << 17 };

struct zfile {
    char *path;
    output *output;
    FILE *file; /* of the output */
    ZSTD_CStream *zstd;
    unsigned char *in, *out;  /* zstd is called with whole buffers */
    size_t held;              /* bytes of `in` */
    uint64_t bytes, unpacked; /* written; behind the head, before compression */
};

zfile *zfile_create(const char *path, bool compressed)
{
    zfile *z = zalloc(sizeof *z);

    z->path = format_new("%s", path);
    z->output = output_open(path);
    z->file = output_file(z->output);
    if (compressed) {
        z->zstd = ZSTD_createCStream();
        z->in = zalloc(ZFILE_BUFFER);
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

static void put(zfile *z, const void *data, size_t len)
{
    if (len > 0 && fwrite(data, 1, len, z->file) != len)
        die("%s: cannot be written: %s", z->path, strerror(errno));
    z->bytes += len;
}

void zfile_begin(zfile *z, const void *head, size_t len)
{
    put(z, head, len);
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
        put(z, z->out, out.pos);
    } while (mode == ZSTD_e_end ? left > 0 : in.pos < in.size);
}

static void compress_held(zfile *z)
{
    compress(z, z->in, z->held, ZSTD_e_continue);
    z->held = 0;
}

void zfile_write(zfile *z, const void *data, size_t len)
{
    z->unpacked += len;
    if (z->zstd == NULL) {
        put(z, data, len);
        return;
    }
    for (size_t done = 0; done < len;) {
        size_t room = ZFILE_BUFFER - z->held, n = len - done < room ? len - done : room;
        memcpy(z->in + z->held, (const unsigned char *)data + done, n);
        z->held += n;
        done += n;
        if (z->held == ZFILE_BUFFER)
            compress_held(z);
    }
}

uint64_t zfile_unpacked(const zfile *z)
{
    return z->unpacked;
}

uint64_t zfile_close(zfile *z)
{
    if (z->zstd != NULL) {
        compress_held(
            z); /* not with the end: of a stream that ends in its first call zstd notes the length, and compresses it in another way */
        compress(z, NULL, 0, ZSTD_e_end);
    }
    uint64_t bytes = z->bytes;
    output_close(z->output);
    ZSTD_freeCStream(z->zstd);
    arena_free(z->in);
    arena_free(z->out);
    arena_free(z->path);
    arena_free(z);
    return bytes;
}
