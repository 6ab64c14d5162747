/* SPDX-License-Identifier: Apache-2.0
 *
 * trace_unpack.c - one step function a form, over the form's library; unpack_step() takes the right one. A step takes bytes, makes bytes, and tells
 * whether a stream has ended. */
#include "trace_unpack.h"

#include <lzma.h>
#include <string.h>
#include <zlib.h>
#include <zstd.h>
#include <zstd_errors.h>

#include "../base/msg.h"
#include "../base/text.h"

/* What xz -9 asks for is 65 MiB. */
enum { XZ_MEMORY = 128 << 20 };

struct unpack {
    unpack_form form;
    bool whole; /* the last stream has ended */
    ZSTD_DStream *zstd;
    z_stream gzip;
    lzma_stream xz;
};

const char *const unpack_names[UNPACK_FORMS] = {"zstd", "gzip", "xz"};

static bool begins(const unsigned char *head, size_t len, const char *magic, size_t n)
{
    return len >= n && memcmp(head, magic, n) == 0;
}

unpack_form unpack_form_of(const unsigned char *head, size_t len)
{
    if (begins(head, len, "\x28\xb5\x2f\xfd", 4))
        return UNPACK_ZSTD;
    if (begins(head, len, "\x1f\x8b\x08", 3))
        return UNPACK_GZIP;
    return begins(head, len, "\xfd\x37zXZ\0", 6) ? UNPACK_XZ : UNPACK_FORMS;
}

const char *unpack_unread(const unsigned char *head, size_t len)
{
    static const struct {
        const char *magic;
        size_t n;
        const char *what;
    } others[] = {
        {"BZh", 3, "is compressed by bzip2; unpack it with `bunzip2`"},
        {"\x04\x22\x4d\x18", 4, "is compressed by lz4; unpack it with `unlz4`"},
        {"\x1f\x9d", 2, "is compressed by compress; unpack it with `uncompress`"},
        {"PK\x03\x04", 4, "is a zip archive; unpack it with `unzip`"},
        {"7z\xbc\xaf\x27\x1c", 6, "is a 7z archive; unpack it with `7z x`"},
        {"\xfd\x2f\xc5\x30", 4, "is a CLP archive, as CUTracer's format clp makes; unpack it with `clp-s x`"},
        {"\xff\xfe", 2, "is text in UTF-16; turn it into UTF-8 with `iconv -f UTF-16 -t UTF-8`"},
        {"\xfe\xff", 2, "is text in UTF-16; turn it into UTF-8 with `iconv -f UTF-16 -t UTF-8`"},
    };
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++)
        if (begins(head, len, others[i].magic, others[i].n))
            return others[i].what;
    return NULL;
}

static bool start(unpack *u)
{
    switch (u->form) {
    case UNPACK_ZSTD: return (u->zstd = ZSTD_createDStream()) != NULL;
    case UNPACK_GZIP: return inflateInit2(&u->gzip, 16 + MAX_WBITS) == Z_OK; /* 16: with gzip's head and checksum */
    default: return lzma_stream_decoder(&u->xz, XZ_MEMORY, LZMA_CONCATENATED) == LZMA_OK;
    }
}

/* Too little memory is no fault of the file. */
static void need_memory(bool there)
{
    if (!there)
        die("out of memory, to unpack a file");
}

unpack *unpack_new(unpack_form form)
{
    unpack *u = zalloc(sizeof *u);

    u->form = form;
    need_memory(start(u));
    return u;
}

void unpack_free(unpack *u)
{
    if (u == NULL)
        return;
    ZSTD_freeDStream(u->zstd);
    if (u->form == UNPACK_GZIP)
        inflateEnd(&u->gzip);
    lzma_end(&u->xz);
    arena_free(u);
}

unpack_form unpack_form_in(const unpack *u)
{
    return u->form;
}

static const char *step_zstd(unpack *u, const unsigned char *in, size_t len, size_t *taken, unsigned char *out, size_t room, size_t *made)
{
    ZSTD_inBuffer from = {in, len, 0};
    ZSTD_outBuffer to = {out, room, 0};

    if (len == 0 && u->whole)
        return NULL; /* a call would begin the next frame */
    size_t left = ZSTD_decompressStream(u->zstd, &to, &from);

    need_memory(ZSTD_getErrorCode(left) != ZSTD_error_memory_allocation);
    if (ZSTD_isError(left))
        return ZSTD_getErrorName(left);
    u->whole = left == 0;
    *taken = from.pos;
    *made = to.pos;
    return NULL;
}

/* A stream that ends makes room for the next one. */
static const char *step_gzip(unpack *u, const unsigned char *in, size_t len, size_t *taken, unsigned char *out, size_t room, size_t *made)
{
    u->gzip.next_in = (unsigned char *)in;
    u->gzip.avail_in = (uInt)len;
    u->gzip.next_out = out;
    u->gzip.avail_out = (uInt)room;
    int code = inflate(&u->gzip, Z_NO_FLUSH);
    need_memory(code != Z_MEM_ERROR);
    if (code != Z_OK && code != Z_STREAM_END && code != Z_BUF_ERROR)
        return u->gzip.msg != NULL ? u->gzip.msg : zError(code);
    *taken = len - u->gzip.avail_in;
    *made = room - u->gzip.avail_out;
    u->whole = code == Z_STREAM_END || (u->whole && *taken == 0);
    return code == Z_STREAM_END && inflateReset(&u->gzip) != Z_OK ? "no next stream" : NULL;
}

static const char *xz_error(lzma_ret code)
{
    switch (code) {
    case LZMA_MEMLIMIT_ERROR: return "more than 128 MiB are needed; unpack it with `xz -d`";
    case LZMA_FORMAT_ERROR: return "no xz stream";
    case LZMA_OPTIONS_ERROR: return "options that the library does not know";
    default: return "wrong data or checksum";
    }
}

static const char *step_xz(unpack *u, const unsigned char *in, size_t len, bool last, size_t *taken, unsigned char *out, size_t room,
                           size_t *made)
{
    u->xz.next_in = in;
    u->xz.avail_in = len;
    u->xz.next_out = out;
    u->xz.avail_out = room;
    lzma_ret code = lzma_code(&u->xz, last ? LZMA_FINISH : LZMA_RUN);
    need_memory(code != LZMA_MEM_ERROR);
    if (code != LZMA_OK && code != LZMA_STREAM_END && code != LZMA_BUF_ERROR)
        return xz_error(code);
    u->whole = code == LZMA_STREAM_END;
    *taken = len - u->xz.avail_in;
    *made = room - u->xz.avail_out;
    return NULL;
}

const char *unpack_step(unpack *u, const unsigned char *in, size_t len, bool last, size_t *taken, unsigned char *out, size_t room,
                        size_t *made)
{
    *taken = *made = 0;
    switch (u->form) {
    case UNPACK_ZSTD: return step_zstd(u, in, len, taken, out, room, made);
    case UNPACK_GZIP: return step_gzip(u, in, len, taken, out, room, made);
    default: return step_xz(u, in, len, last, taken, out, room, made);
    }
}

bool unpack_is_whole(const unpack *u)
{
    return u->whole;
}
