/* SPDX-License-Identifier: Apache-2.0
 *
 * line_file.c - writes and reads .wfc files of lines: a head, then for each line its tag and the bursts in use, then the rest. Writing
 * comes first, and reading has the same order. */
#include "line_file.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "../base/file.h"
#include "../base/msg.h"
#include "../base/text.h"
#include "../trace/code_bits.h"
#include "../trace/zfile.h"
#include "line_code.h"
#include "line_traffic.h"
#include "raw_lines.h"

/* The first byte of each part of the stream. */
enum { LINE, REST, END = 0x80 };

typedef struct {
    const design *d;
    input *in;
    line_file_figures *figures;
} reader;

bool line_file_is(input *in)
{
    size_t len;
    int version = 0;

    const unsigned char *head = input_peek(in, PACK_HEAD_BYTES, &len);
    if (len == PACK_HEAD_BYTES && memcmp(head, WFC_MAGIC, PACK_MAGIC_BYTES) == 0)
        version = head[8] | head[9] << 8;
    if (version != 0 && version != WFC_VERSION && version != WFC_LINES_VERSION && version != WFC_INSTRUCTIONS_VERSION &&
        version != WFC_TIMING_VERSION)
        input_bad(in, "code file of version %d; accepted are versions %d (registers), %d (lines), %d and %d (registers and instructions)",
                  version, WFC_VERSION, WFC_LINES_VERSION, WFC_INSTRUCTIONS_VERSION, WFC_TIMING_VERSION);
    return version == WFC_LINES_VERSION;
}

static void count(line_file_figures *f, const wf_sizes *s, const wf_code *code)
{
    f->lines++;
    f->raw_bits += s->block_bits;
    f->unit_bits += wf_unit_bits_used(s, code);
    f->tag_bits += s->tag_bits;
}

static void encode_line(const design *d, const char *in, packer *p, const uint32_t *line, line_file_figures *figures)
{
    wf_code code;

    line_code_make(d, in, figures->lines + 1, line, &code);
    put_byte(p, LINE);
    code_put_bits(p, code.tag, d->sizes.tag_bits);
    code_put_bits(p, code.units, d->sizes.units);
    code_units(&d->sizes, p, NULL, &code);
    count(figures, &d->sizes, &code);
}

static void flush(zfile *z, packer *p)
{
    zfile_write(z, p->data, p->len);
    p->len = 0;
}

static void write_head(zfile *z, packer *p, const design *d)
{
    unsigned char head[PACK_HEAD_BYTES];

    int words = d->config.line_bytes / 4;

    pack_file_head(head, WFC_MAGIC, WFC_LINES_VERSION, words);
    zfile_begin(z, head, sizeof head);
    put_varint(p, (uint64_t)words);
    code_put_design(p, d);
    flush(z, p);
}

static void put_rest(packer *p, const unsigned char *rest, int bytes)
{
    if (bytes == 0)
        return;
    put_byte(p, REST);
    put_byte(p, (unsigned)bytes);
    for (int i = 0; i < bytes; i++)
        put_byte(p, rest[i]);
}

void line_file_encode(const design *d, const char *in, const char *out, line_file_figures *figures)
{
    raw_lines *lines = raw_lines_open(in, d->config.line_bytes);
    packer *p = zalloc(sizeof *p);
    uint32_t line[LINE_MAX_WORDS];
    const unsigned char *rest;

    *figures = (line_file_figures){0};
    zfile *z = zfile_create(out, true);
    zfile_fast(z);
    write_head(z, p, d);
    while (raw_lines_next(lines, line)) {
        encode_line(d, in, p, line, figures);
        flush(z, p);
    }
    figures->rest = (uint64_t)raw_lines_rest(lines, &rest);
    put_rest(p, rest, (int)figures->rest);
    put_byte(p, END);
    put_varint(p, figures->lines);
    flush(z, p);
    raw_lines_close(lines);
    figures->unpacked = zfile_unpacked(z);
    figures->bytes = zfile_close(z);
    arena_free(p);
}

static void read_line(reader *r, uint32_t *block)
{
    const wf_sizes *s = &r->d->sizes;
    wf_code code = {0};

    code_get_bits(r->in, code.tag, WF_TAG_WORDS, s->tag_bits, "corrupt: a tag");
    code_get_bits(r->in, code.units, WF_UNIT_WORDS, s->units, "corrupt: a burst enable");
    code_units(s, NULL, r->in, &code);
    line_code_read(r->d, r->in, &code, block);
    count(r->figures, s, &code);
}

static void write_line(zfile *z, const uint32_t *block, int bytes)
{
    uint8_t line[LINE_MAX_BYTES];

    bytes_of_words(line, block, bytes / 4);
    zfile_write(z, line, (size_t)bytes);
}

static void read_end(reader *r)
{
    uint64_t lines = input_varint(r->in);

    if (lines != r->figures->lines)
        input_bad(r->in, "corrupt: %llu lines, the end mark says %llu", (unsigned long long)r->figures->lines, (unsigned long long)lines);
    if (!input_at_end(r->in))
        input_bad(r->in, "corrupt: data after the end mark");
}

static void read_rest(reader *r, zfile *z)
{
    unsigned char rest[LINE_MAX_BYTES];
    unsigned bytes = unpack_byte(r->in, (unsigned)r->d->config.line_bytes, "bytes after the last line");

    if (bytes == 0)
        input_bad(r->in, "corrupt: no bytes after the last line");
    input_bytes(r->in, rest, bytes);
    zfile_write(z, rest, bytes);
    r->figures->rest = bytes;
}

static void read_lines(reader *r, zfile *z)
{
    uint32_t block[WF_MAX_WORDS];
    unsigned char head;

    for (;;) {
        input_place(r->in, "line", r->figures->lines + 1);
        input_bytes(r->in, &head, 1);
        if (head == END)
            break;
        if (head > REST || r->figures->rest > 0)
            input_bad(r->in, "corrupt: %u begins neither a line nor the end", head);
        if (head == REST) {
            input_place(r->in, NULL, 0);
            read_rest(r, z);
        } else {
            read_line(r, block);
            write_line(z, block, r->d->config.line_bytes);
            if (r->figures->lines % 8192 == 0)
                progress("lines", r->figures->lines, 0);
        }
    }
    progress_end();
    input_place(r->in, NULL, 0);
    read_end(r);
}

void line_file_decode(design *d, input *in, const char *out, const char *codec, line_file_figures *figures)
{
    reader r = {.d = d, .in = in, .figures = figures};

    *figures = (line_file_figures){0};
    int words;
    unpack_file_head(r.in, WFC_MAGIC, (const int[]){WFC_LINES_VERSION, 0}, "code file", &words);
    unpack_stream_head(r.in, words);
    code_get_design(r.in, d, words);
    if (!d->unit->line)
        input_bad(r.in, "corrupt: lines of %s, which takes warp registers", d->unit->name);
    if (codec != NULL && strcmp(codec, d->unit->name) != 0)
        input_bad(r.in, "holds codes of %s, not of %s", d->unit->name, codec);
    zfile *z = zfile_create(out, false);
    read_lines(&r, z);
    figures->bytes = zfile_close(z);
    input_close(in);
}
