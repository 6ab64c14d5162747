/* SPDX-License-Identifier: Apache-2.0
 *
 * line_image.c - writes and reads images of compressed lines: slots as they come, counts kept aside and written behind them. Writing comes
 * first, and reading has the same order. */
#include "line_image.h"

#include <stdlib.h>
#include <string.h>

#include "../base/msg.h"
#include "../base/text.h"
#include "../cmodel/bits.h"
#include "../cmodel/line.h"
#include "../trace/trace_input.h"
#include "../trace/zfile.h"
#include "image_layout.h"
#include "line_code.h"
#include "line_traffic.h"
#include "raw_lines.h"

/* ---- a count is bursts - 1 of a compressed line; all bursts, less one, says that the line is raw ---- */

/* A line of one burst takes it in any case, so raw is 1 there. */
static int raw_count(const design *d)
{
    return d->sizes.units > 1 ? d->sizes.units - 1 : 1;
}

static int bursts_of(const design *d, int count)
{
    return count < d->sizes.units ? count + 1 : d->sizes.units;
}

/* Four of them. */
static unsigned char raw_counts(const design *d)
{
    return (unsigned char)(0x55 * raw_count(d));
}

void line_image_need(const design *d)
{
    line_codec_need(d, "--image");
    char *fault = image_fault(d);
    if (fault)
        die_usage("--image: %s", fault);
}

/* ---- write ---- */

typedef struct {
    const design *d;
    zfile *z;
    unsigned char *counts;
    size_t room;
    line_image_figures *figures;
} writer;

/* A quarter of a byte a line is kept until the slots have been written. */
static void put_count(writer *w, uint64_t line, int count)
{
    size_t at = line / IMAGE_COUNTS_A_BYTE;

    if (at == w->room) {
        w->room = w->room ? 2 * w->room : 1 << 16;
        w->counts = grow(w->counts, w->room);
    }
    if (line % IMAGE_COUNTS_A_BYTE == 0)
        w->counts[at] = 0;
    w->counts[at] = (unsigned char)(w->counts[at] | count << IMAGE_COUNT_BITS * (line % IMAGE_COUNTS_A_BYTE));
}

static void put_line(writer *w, const char *in, const uint32_t *line)
{
    const design *d = w->d;
    unsigned char slot[LINE_MAX_BYTES] = {0};
    wf_code code;

    line_code_make(d, in, w->figures->lines + 1, line, &code);
    int bursts = wf_units_used(&d->sizes, &code), count = wf_tag_compressed(&d->sizes, code.tag) ? bursts - 1 : raw_count(d);
    if (bursts_of(d, count) != bursts || code.units[0] != line_units(bursts * LINE_BURST_BITS) ||
        (int)code.tag[0] != (count < raw_count(d)))
        die("%s: line %llu: its bursts do not tell the tag of %s; this is a defect of the model", in,
            (unsigned long long)w->figures->lines + 1, d->unit->name);
    bytes_of_words(slot, code.payload, bursts * WF_BURST_BYTES / 4);
    zfile_write(w->z, slot, (size_t)d->config.line_bytes);
    put_count(w, w->figures->lines++, count);
    w->figures->bursts += (uint64_t)bursts;
}

/* The file's last bytes, and zeros behind them. */
static void put_rest(writer *w, const char *in, const unsigned char *rest, int bytes)
{
    unsigned char whole[LINE_MAX_BYTES] = {0};
    uint32_t line[LINE_MAX_WORDS];

    if (bytes == 0)
        return;
    memcpy(whole, rest, (size_t)bytes);
    words_of_bytes(line, whole, w->d->config.line_bytes / 4);
    put_line(w, in, line);
}

static void put_counts(writer *w, const image_layout *l)
{
    static const unsigned char zeros[IMAGE_ALIGN];
    uint64_t lines = l->lines, used;

    zfile_write(w->z, zeros, l->counts_at - lines * (uint64_t)w->d->config.line_bytes);
    while (lines % IMAGE_COUNTS_A_BYTE != 0)
        put_count(w, lines++, raw_count(w->d));
    used = lines / IMAGE_COUNTS_A_BYTE;
    zfile_write(w->z, w->counts, used);
    for (const unsigned char raw = raw_counts(w->d); used < l->counts; used++)
        zfile_write(w->z, &raw, 1);
}

void line_image_encode(const design *d, const char *in, const char *out, line_image_figures *figures)
{
    raw_lines *lines = raw_lines_open(in, d->config.line_bytes);
    writer w = {.d = d, .figures = figures};
    uint32_t line[LINE_MAX_WORDS];
    const unsigned char *rest;
    text t = {0};

    *figures = (line_image_figures){0};
    w.z = zfile_create(out, false);
    while (raw_lines_next(lines, line))
        put_line(&w, in, line);
    int bytes = raw_lines_rest(lines, &rest);
    put_rest(&w, in, rest, bytes);
    image_layout l = image_layout_of(raw_lines_count(lines) * (uint64_t)d->config.line_bytes + (uint64_t)bytes, d);
    put_counts(&w, &l);
    image_describe(d, &l, &t);
    zfile_write(w.z, t.data, t.len);
    raw_lines_close(lines);
    figures->bytes = zfile_close(w.z);
    text_free(&t);
    arena_free(w.counts);
}

/* ---- read ---- */

typedef struct {
    design *d;
    input *slots, *counts;
    image_layout layout;
    line_image_figures *figures;
} reader;

/* The lines come in their order; *byte keeps four counts. */
static int get_count(reader *r, uint64_t line, unsigned char *byte)
{
    if (line % IMAGE_COUNTS_A_BYTE == 0)
        input_bytes(r->counts, byte, 1);
    int count = *byte >> IMAGE_COUNT_BITS * (line % IMAGE_COUNTS_A_BYTE) & ((1 << IMAGE_COUNT_BITS) - 1);
    if (count > raw_count(r->d))
        input_bad(r->slots, "corrupt: a count of %d; expected are counts up to %d, which is a raw line", count, raw_count(r->d));
    return count;
}

/* Dies unless the bytes from..to-1 are 0. */
static void need_zeros(const reader *r, const unsigned char *bytes, int from, int to, const char *what, const char *expected)
{
    for (int i = from; i < to; i++)
        if (bytes[i] != 0)
            input_bad(r->slots, "corrupt: byte %d of the %s is %d; expected is 0 behind %s", i, what, bytes[i], expected);
}

static void get_line(reader *r, uint64_t number, int count, unsigned char line[LINE_MAX_BYTES])
{
    const design *d = r->d;
    unsigned char slot[LINE_MAX_BYTES];
    uint32_t block[WF_MAX_WORDS];
    wf_code code = {0};
    int bytes = d->config.line_bytes, bursts = bursts_of(d, count);

    input_bytes(r->slots, slot, (size_t)bytes);
    need_zeros(r, slot, bursts * WF_BURST_BYTES, bytes, "slot", "the bursts of its count");
    words_of_bytes(code.payload, slot, bytes / 4);
    line_use(bursts * LINE_BURST_BITS, &code);
    code.tag[0] = count < raw_count(d);
    line_code_read(d, r->slots, &code, block);
    bytes_of_words(line, block, bytes / 4);
    uint64_t left = r->layout.bytes - (number - 1) * (uint64_t)bytes;
    if (left < (uint64_t)bytes)
        need_zeros(r, line, (int)left, bytes, "line", "the end of the file");
}

static void get_lines(reader *r, zfile *z)
{
    unsigned char line[LINE_MAX_BYTES], counts = 0;
    uint64_t left = r->layout.bytes;

    for (uint64_t i = 0; i < r->layout.lines; i++) {
        uint64_t n = (uint64_t)r->d->config.line_bytes;
        input_place(r->slots, "line", i + 1);
        int count = get_count(r, i, &counts);
        get_line(r, i + 1, count, line);
        zfile_write(z, line, left < n ? left : n);
        left -= left < n ? left : n;
        r->figures->lines++;
        r->figures->bursts += (uint64_t)bursts_of(r->d, count);
        if (r->figures->lines % 8192 == 0)
            progress("lines", r->figures->lines, r->layout.lines);
    }
    progress_end();
    input_place(r->slots, NULL, 0);
    unsigned used = r->layout.lines % IMAGE_COUNTS_A_BYTE * IMAGE_COUNT_BITS;
    if (used > 0 && counts >> used != raw_counts(r->d) >> used)
        input_bad(r->slots, "corrupt: a count behind that of the last line is not %d", raw_count(r->d));
}

/* What stands between slots, counts and description. */
static void get_gaps(reader *r)
{
    const image_layout *l = &r->layout;
    unsigned char byte;

    for (uint64_t at = l->lines * (uint64_t)r->d->config.line_bytes; at < l->counts_at; at++) {
        input_bytes(r->slots, &byte, 1);
        if (byte != 0)
            input_bad(r->slots, "corrupt: byte %llu is %d; expected is 0 between slots and counts", (unsigned long long)at, byte);
    }
    for (uint64_t at = (l->lines + IMAGE_COUNTS_A_BYTE - 1) / IMAGE_COUNTS_A_BYTE; at < l->counts; at++) {
        input_bytes(r->counts, &byte, 1);
        if (byte != raw_counts(r->d))
            input_bad(r->slots, "corrupt: byte %llu is %d; expected is %d behind the last line's count",
                      (unsigned long long)(l->counts_at + at), byte, raw_counts(r->d));
    }
}

void line_image_decode(design *d, const char *in, const char *out, const char *codec, line_image_figures *figures)
{
    reader r = {.d = d, .slots = input_open_at(in, IMAGE_KIND, 0), .figures = figures};

    *figures = (line_image_figures){0};
    image_get_description(d, r.slots, &r.layout);
    if (codec != NULL && strcmp(codec, d->unit->name) != 0)
        input_bad(r.slots, "holds lines of %s, not of %s", d->unit->name, codec);
    r.counts = input_open_at(in, IMAGE_KIND, r.layout.counts_at);
    zfile *z = zfile_create(out, false);
    get_lines(&r, z);
    get_gaps(&r);
    figures->bytes = zfile_close(z);
    input_close(r.slots);
    input_close(r.counts);
}
