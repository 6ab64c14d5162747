/* SPDX-License-Identifier: Apache-2.0
 *
 * trace_input.c - reads a file, plain or compressed, by lines or by bytes, through one buffer. `fill_raw` brings bytes of the file, and
 * `fill` plain ones; all else takes from the buffer. */
#include "trace_input.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "../base/msg.h"
#include "../base/text.h"
#include "trace_unpack.h"

enum { RAW_SIZE = 1 << 17, FIRST_SIZE = 1 << 17 };

struct input {
    char *path;
    FILE *file;
    unpack *unpack;     /* NULL: plain */
    unsigned char *raw; /* bytes of the file, when compressed */
    size_t raw_pos, raw_len;
    bool raw_ended;
    unsigned char *data; /* plain bytes */
    size_t pos, len, cap;
    bool eof, line_ended;
    uint64_t line;
    const char *place;     /* "record", ... */
    uint64_t place_number; /* 0: none */
};

/* `what` may quote the file, and one line must stay one line. */
static noreturn void bad(const input *in, uint64_t line, const char *format, va_list args)
{
    text t = {0};
    char what[512];

    vsnprintf(what, sizeof what, format, args);
    for (char *c = what; *c != '\0'; c++)
        if ((unsigned char)*c < ' ' || (unsigned char)*c >= 0x7f)
            *c = '?';
    if (line > 0)
        text_printf(&t, "%s:%llu: %s", in->path, (unsigned long long)line, what);
    else if (in->place_number > 0)
        text_printf(&t, "%s: %s %llu: %s", in->path, in->place, (unsigned long long)in->place_number, what);
    else
        text_printf(&t, "%s: %s", in->path, what);
    die_usage("%s", t.data);
}

void input_bad_line(const input *in, uint64_t line, const char *format, ...)
{
    va_list args;

    va_start(args, format);
    bad(in, line, format, args);
}

void input_bad(const input *in, const char *format, ...)
{
    va_list args;

    va_start(args, format);
    bad(in, in->line, format, args);
}

/* Fills the raw buffer, which is empty; at the end of the file it stays so. */
static void fill_raw(input *in)
{
    in->raw_pos = 0;
    in->raw_len = fread(in->raw, 1, RAW_SIZE, in->file);
    if (in->raw_len == 0 && ferror(in->file))
        die_reading(errno, "%s: cannot read", in->path);
    in->raw_ended = in->raw_len == 0;
}

/* Frees at least a quarter of the buffer behind `len`, by moving the rest down or by growing. */
static void make_room(input *in)
{
    if (in->pos > 0) {
        memmove(in->data, in->data + in->pos, in->len - in->pos);
        in->len -= in->pos;
        in->pos = 0;
    }
    if (in->cap - in->len < in->cap / 4) {
        in->cap *= 2;
        in->data = grow(in->data, in->cap);
    }
}

static size_t read_plain(input *in, unsigned char *to, size_t room)
{
    size_t n = fread(to, 1, room, in->file);

    if (n == 0 && ferror(in->file))
        die_reading(errno, "%s: cannot read", in->path);
    return n;
}

/* Plain bytes of a compressed file; 0 at its end. */
static size_t read_packed(input *in, unsigned char *to, size_t room)
{
    const char *name = unpack_names[unpack_form_in(in->unpack)];
    size_t taken, made = 0;

    while (made == 0) {
        if (in->raw_pos == in->raw_len && !in->raw_ended)
            fill_raw(in);
        const char *wrong =
            unpack_step(in->unpack, in->raw + in->raw_pos, in->raw_len - in->raw_pos, in->raw_ended, &taken, to, room, &made);
        if (wrong != NULL)
            input_bad(in, "corrupt %s data: %s", name, wrong);
        in->raw_pos += taken;
        if (in->raw_ended && made == 0)
            break;
    }
    if (made == 0 && !unpack_is_whole(in->unpack))
        input_bad(in, "truncated: the %s data end in the middle of a stream", name);
    return made;
}

/* Adds plain bytes behind `len`; false at the end. One byte of the buffer stays free for the NUL of a line. */
static bool fill(input *in)
{
    if (in->eof)
        return false;
    make_room(in);
    size_t room = in->cap - in->len - 1;
    size_t n = (in->unpack == NULL ? read_plain : read_packed)(in, in->data + in->len, room);
    in->len += n;
    in->eof = n == 0;
    return !in->eof;
}

input *input_open(const char *path)
{
    return input_open_as(path, "trace file");
}

static input *open_plain(const char *path, const char *expected)
{
    struct stat st;
    input *in = zalloc(sizeof *in);

    in->path = format_new("%s", path);
    in->file = fopen(path, "rb");
    if (in->file == NULL)
        die_reading(errno, "%s: cannot open the %s", path, expected);
    if (fstat(fileno(in->file), &st) == 0 && S_ISDIR(st.st_mode))
        die_usage("%s: is a folder, a %s is expected", path, expected);
    in->cap = FIRST_SIZE;
    in->data = zalloc(in->cap);
    return in;
}

static noreturn void packed_twice(const input *in)
{
    const char *name = unpack_names[unpack_form_in(in->unpack)];

    input_bad(in, "a compressed file inside of %s; unpack it once with `%s -d`", name, name);
}

/* From here on the file is compressed. Plain bytes that were read ahead are the first compressed bytes. */
static void begin_unpack(input *in, unpack_form form)
{
    size_t left = in->len - in->pos;

    in->unpack = unpack_new(form);
    in->raw = zalloc(left > RAW_SIZE ? left : RAW_SIZE);
    memcpy(in->raw, in->data + in->pos, left);
    in->raw_len = left;
    in->pos = in->len = 0;
    in->eof = false;
}

/* A byte-order mark says that text is UTF-8, and is none of it. */
static void skip_mark(input *in)
{
    size_t len;
    const unsigned char *head = input_peek(in, 3, &len);

    if (len == 3 && memcmp(head, "\xef\xbb\xbf", 3) == 0)
        input_skip(in, 3);
}

/* The file's first bytes tell whether it is compressed. Plain ones that tell so again are of a file that was compressed twice. */
static void see_packing(input *in)
{
    unpack_form form = unpack_form_of(in->data, in->len);
    const char *unread = unpack_unread(in->data, in->len);

    if (unread != NULL)
        input_bad(in, "%s; files compressed by zstd, gzip and xz are read", unread);
    if (form != UNPACK_FORMS && in->unpack != NULL)
        packed_twice(in);
    if (form == UNPACK_FORMS)
        return;
    begin_unpack(in, form);
    fill(in);
    see_packing(in);
}

input *input_open_as(const char *path, const char *expected)
{
    input *in = open_plain(path, expected);

    fill(in);
    see_packing(in);
    skip_mark(in);
    return in;
}

input *input_open_at(const char *path, const char *expected, uint64_t from)
{
    input *in = open_plain(path, expected);

    if (fseeko(in->file, (off_t)from, SEEK_SET) != 0)
        die_reading(errno, "%s: cannot read from byte %llu on", in->path, (unsigned long long)from);
    return in;
}

void input_begin_zstd(input *in)
{
    if (in->unpack != NULL)
        packed_twice(in);
    begin_unpack(in, UNPACK_ZSTD);
}

void input_close(input *in)
{
    if (in == NULL)
        return;
    fclose(in->file);
    unpack_free(in->unpack);
    arena_free(in->raw);
    arena_free(in->data);
    arena_free(in->path);
    arena_free(in);
}

void input_place(input *in, const char *what, uint64_t number)
{
    in->place = what;
    in->place_number = number;
}

const char *input_path(const input *in)
{
    return in->path;
}

const unsigned char *input_peek(input *in, size_t want, size_t *len)
{
    while (in->len - in->pos < want && fill(in))
        ;
    *len = in->len - in->pos < want ? in->len - in->pos : want;
    return in->data + in->pos;
}

void input_skip(input *in, size_t n)
{
    in->pos += n;
}

char *input_line(input *in, size_t *len)
{
    size_t seen = 0;
    unsigned char *end;

    for (;;) {
        end = memchr(in->data + in->pos + seen, '\n', in->len - in->pos - seen);
        if (end != NULL)
            break;
        seen = in->len - in->pos;
        if (seen > INPUT_MAX_LINE)
            input_bad(in, "a line after this one is longer than %d bytes", INPUT_MAX_LINE);
        if (!fill(in))
            break;
    }
    if (end == NULL && in->pos == in->len)
        return NULL;
    in->line++;
    in->line_ended = end != NULL;
    char *line = (char *)in->data + in->pos;
    size_t n = end != NULL ? (size_t)(end - (in->data + in->pos)) : in->len - in->pos;
    in->pos += n + (end != NULL ? 1 : 0);
    if (n > 0 && line[n - 1] == '\r')
        n--;
    line[n] = '\0'; /* fill() keeps a byte free, so this also holds for a last line without a line end */
    if (memchr(line, '\0', n) != NULL)
        input_bad(in, "a NUL byte in a text trace");
    *len = n;
    return line;
}

bool input_line_ended(const input *in)
{
    return in->line_ended;
}

uint64_t input_line_number(const input *in)
{
    return in->line;
}

void input_bytes(input *in, void *data, size_t n)
{
    unsigned char *to = data;

    while (n > 0) {
        if (in->pos == in->len && !fill(in))
            input_bad(in, "truncated: the file ends in the middle of a record");
        size_t part = in->len - in->pos < n ? in->len - in->pos : n;
        memcpy(to, in->data + in->pos, part);
        in->pos += part;
        to += part;
        n -= part;
    }
}

unsigned input_byte(input *in)
{
    unsigned char byte;

    if (in->pos < in->len)
        return in->data[in->pos++];
    input_bytes(in, &byte, 1);
    return byte;
}

const unsigned char *input_ahead(const input *in, size_t *len)
{
    *len = in->len - in->pos;
    return in->data + in->pos;
}

uint64_t input_varint(input *in)
{
    uint64_t value = 0;

    if (in->len - in->pos >= 2) { /* one byte or two, as most have */
        const unsigned char *at = in->data + in->pos;
        int bytes = at[0] < 0x80 ? 1 : at[1] < 0x80 ? 2 : 0;
        in->pos += (size_t)bytes;
        if (bytes > 0)
            return bytes == 1 ? at[0] : (at[0] & 0x7fu) | (unsigned)at[1] << 7;
    }
    for (int shift = 0; shift < 70; shift += 7) {
        unsigned byte = input_byte(in);
        if (shift == 63 && byte > 1)
            break;
        value |= (uint64_t)(byte & 0x7f) << shift;
        if (byte < 0x80)
            return value;
    }
    input_bad(in, "corrupt: a number of more than 64 bits");
}

int64_t input_zigzag(input *in)
{
    uint64_t u = input_varint(in);
    return (int64_t)(u >> 1 ^ (0 - (u & 1)));
}

bool input_at_end(input *in)
{
    return in->pos == in->len && !fill(in);
}
