/* SPDX-License-Identifier: Apache-2.0
 *
 * line_image.c - from byte 0 on:
 *
 *     slots        N bytes a line: its bursts in use, then zeros
 *     counts       from the next multiple of 64 bytes on: bursts - 1 of each line, 2 bits, line 0 in the lowest; the entries that fill the
 *                  last 64 bytes say "all bursts", as they do for memory that holds plain lines
 *     description  4096 bytes of text */
#include "line_image.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "../base/msg.h"
#include "../base/text.h"
#include "../cmodel/bits.h"
#include "../cmodel/line.h"
#include "line_code.h"
#include "line_stats.h"
#include "line_traffic.h"
#include "raw_lines.h"
#include "trace_input.h"
#include "zfile.h"

#define FIRST_WORDS "# warpfold image "
/* ALIGN: the most that the metadata cache fetches at once. MOST: bytes of a file, so that no sum overflows. */
enum { VERSION = 1, DESCRIPTION = 4096, ALIGN = 64, COUNT_BITS = 2, COUNTS_A_BYTE = 8 / COUNT_BITS };
static const uint64_t MOST = (uint64_t)1 << 60;
static const char kind[] = "memory image (.wfi)";

typedef struct {
    uint64_t bytes, lines;      /* of the file that the lines are of */
    uint64_t counts_at, counts; /* in bytes */
    uint64_t total;
} layout;

static uint64_t round_up(uint64_t n, uint64_t to)
{
    return (n + to - 1) / to * to;
}

static layout layout_of(uint64_t bytes, const design *d)
{
    uint64_t line = (uint64_t)d->config.line_bytes;
    layout l = {.bytes = bytes, .lines = round_up(bytes, line) / line};

    l.counts_at = round_up(l.lines * line, ALIGN);
    l.counts = round_up(round_up(l.lines, COUNTS_A_BYTE) / COUNTS_A_BYTE, ALIGN);
    l.total = l.counts_at + l.counts + DESCRIPTION;
    return l;
}

/* Four entries of a line that takes all its bursts. */
static unsigned char all_bursts(const design *d)
{
    return (unsigned char)(0x55 * (d->sizes.units - 1));
}

/* ---- the description: the layout as comments, then the design as `gen --config` takes it ---- */

static void put_param(void *user, const char *name, const wf_param *param, int value)
{
    text_printf(user, "%s = ", name);
    design_value_text(param, value, user);
    text_puts(user, "\n");
}

static void describe(const design *d, const layout *l, text *t)
{
    text_printf(t, "%s%d\n# file: %llu bytes\n", FIRST_WORDS, VERSION, (unsigned long long)l->bytes);
    text_printf(t, "# slots: %llu lines of %d bytes, from byte 0\n", (unsigned long long)l->lines, d->config.line_bytes);
    text_printf(t, "# counts: %llu bytes, from byte %llu\n", (unsigned long long)l->counts, (unsigned long long)l->counts_at);
    text_printf(t, "[design]\nunit = %s\nline = %d\n", d->unit->name, d->config.line_bytes);
    design_each_param(d, put_param, t);
    if (t->len > DESCRIPTION)
        die("the parameters of %s do not fit the description of an image; this is a defect of the program", d->unit->name);
    while (t->len < DESCRIPTION)
        text_puts(t, "\n");
}

/* Memory has no place for a tag beside a line, so the burst count must tell it: a line that takes all its bursts is raw. Codecs have that
 * with tag=head. One without this parameter has it if its tag is one bit and every code saves a burst. Returns what is wrong, or NULL. */
static char *fault_of(const design *d)
{
    char *tag = design_param(d, "tag"), *save = design_param(d, "save"), *fault = NULL;
    bool told = tag ? strcmp(tag, "head") == 0 : d->sizes.tag_bits == 1 && save != NULL && strcmp(save, "burst") == 0;

    if (!told)
        fault = format_new(
            "an image has no place for the tags of %s; accepted are codecs with tag=head, or with a tag of one bit and save=burst",
            d->unit->name);
    free(tag);
    free(save);
    return fault;
}

void line_image_need(const design *d)
{
    line_stats_need(d, "--image");
    char *fault = fault_of(d);
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
static void put_count(writer *w, uint64_t line, int bursts)
{
    size_t at = line / COUNTS_A_BYTE;

    if (at == w->room) {
        w->room = w->room ? 2 * w->room : 1 << 16;
        w->counts = grow(w->counts, w->room);
    }
    if (line % COUNTS_A_BYTE == 0)
        w->counts[at] = 0;
    w->counts[at] = (unsigned char)(w->counts[at] | (bursts - 1) << COUNT_BITS * (line % COUNTS_A_BYTE));
}

static void put_line(writer *w, const char *in, const uint32_t *line)
{
    const design *d = w->d;
    unsigned char slot[LINE_MAX_BYTES] = {0};
    wf_code code;

    line_code_make(d, in, w->figures->lines + 1, line, &code);
    int bursts = wf_units_used(&d->sizes, &code);
    if (bursts == 0 || code.units[0] != line_units(bursts * LINE_BURST_BITS) || (int)code.tag[0] != (bursts < d->sizes.units))
        die("%s: line %llu: its bursts do not tell the tag of %s; this is a defect of the model", in,
            (unsigned long long)w->figures->lines + 1, d->unit->name);
    bytes_of_words(slot, code.payload, bursts * WF_BURST_BYTES / 4);
    zfile_write(w->z, slot, (size_t)d->config.line_bytes);
    put_count(w, w->figures->lines++, bursts);
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

static void put_counts(writer *w, const layout *l)
{
    static const unsigned char zeros[ALIGN];
    uint64_t lines = l->lines, used;

    zfile_write(w->z, zeros, l->counts_at - lines * (uint64_t)w->d->config.line_bytes);
    while (lines % COUNTS_A_BYTE != 0)
        put_count(w, lines++, w->d->sizes.units);
    used = lines / COUNTS_A_BYTE;
    zfile_write(w->z, w->counts, used);
    for (const unsigned char all = all_bursts(w->d); used < l->counts; used++)
        zfile_write(w->z, &all, 1);
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
    layout l = layout_of(raw_lines_count(lines) * (uint64_t)d->config.line_bytes + (uint64_t)bytes, d);
    put_counts(&w, &l);
    describe(d, &l, &t);
    zfile_write(w.z, t.data, t.len);
    raw_lines_close(lines);
    figures->bytes = zfile_close(w.z);
    text_free(&t);
    free(w.counts);
}

/* ---- read ---- */

/* The size of a regular file, or 0. */
static uint64_t size_of(const char *path)
{
    struct stat st;

    return stat(path, &st) == 0 && S_ISREG(st.st_mode) ? (uint64_t)st.st_size : 0;
}

bool line_image_is(const char *path)
{
    uint64_t size = size_of(path);
    size_t len;

    if (size < DESCRIPTION)
        return false;
    input *in = input_open_at(path, kind, size - DESCRIPTION);
    const unsigned char *first = input_peek(in, strlen(FIRST_WORDS), &len);
    bool is = len == strlen(FIRST_WORDS) && memcmp(first, FIRST_WORDS, len) == 0;
    input_close(in);
    return is;
}

typedef struct {
    design *d;
    input *slots, *counts;
    layout layout;
    line_image_figures *figures;
} reader;

/* The value of the next line "KEY = VALUE" at *at, which it splits there; NULL if there is none. */
static char *next_pair(char **at, char **key)
{
    char *end = strchr(*at, '\n'), *between = strstr(*at, " = ");

    if (end == NULL || between == NULL || between > end)
        return NULL;
    *key = *at;
    *between = *end = '\0';
    *at = end + 1;
    return between + 3;
}

/* Reads the design leniently: describe() tells afterwards what should stand there. */
static void get_design(reader *r, char *pairs)
{
    char *key, *value, *where = format_new("%s: description", input_path(r->slots));

    value = next_pair(&pairs, &key);
    if (value == NULL || strcmp(key, "unit") != 0)
        input_bad(r->slots, "corrupt: a description that names no unit");
    design_init_named(r->d, value, where);
    if (r->d->codec == NULL || !r->d->unit->line)
        input_bad(r->slots, "corrupt: an image of lines of %s, which is no codec of cache lines", value);
    while ((value = next_pair(&pairs, &key)) != NULL)
        design_set(r->d, key, value, where);
    char *fault = design_fault(r->d);
    if (fault == NULL)
        fault = fault_of(r->d);
    if (fault)
        input_bad(r->slots, "corrupt: %s", fault);
    free(where);
}

/* Dies unless the description is what describe() makes of it, naming the first line that is not. */
static void check_description(const reader *r, const char *is)
{
    text t = {0};
    int line = 1;

    describe(r->d, &r->layout, &t);
    const char *expected = t.data;
    while (*is != '\0' && *expected != '\0') {
        int n = (int)strcspn(is, "\n"), m = (int)strcspn(expected, "\n");
        if (n != m || memcmp(is, expected, (size_t)n) != 0)
            input_bad(r->slots, "corrupt: line %d of the description is \"%.*s\"; expected is \"%.*s\"", line, n, is, m, expected);
        is += n + 1;
        expected += m + 1;
        line++;
    }
    text_free(&t);
}

static void get_description(reader *r, uint64_t size)
{
    static const char file[] = "\n# file: ", section[] = "\n[design]\n";
    char is[DESCRIPTION + 1] = "", pairs[DESCRIPTION + 1];
    uint64_t version, bytes;

    input *in = input_open_at(input_path(r->slots), kind, size - DESCRIPTION);
    input_bytes(in, is, DESCRIPTION);
    input_close(in);
    for (int i = 0; i < DESCRIPTION; i++)
        if (is[i] != '\n' && !isprint((unsigned char)is[i]))
            input_bad(r->slots, "corrupt: byte %d of the description is no text", i);
    const char *at = is + strlen(FIRST_WORDS), *bytes_at = strstr(is, file), *design_at = strstr(is, section);
    if (!take_number(&at, 10, INT32_MAX, &version))
        input_bad(r->slots, "corrupt: a description without its version");
    if (version != VERSION)
        input_bad(r->slots, "memory image of version %d; accepted is version %d", (int)version, VERSION);
    if (bytes_at == NULL || design_at == NULL)
        input_bad(r->slots, "corrupt: a description without \"%s\"", bytes_at ? section + 1 : file + 1);
    bytes_at += strlen(file);
    if (!take_number(&bytes_at, 10, MOST, &bytes))
        input_bad(r->slots, "corrupt: a description without the bytes of the file, at most %llu", (unsigned long long)MOST);
    get_design(r, strcpy(pairs, design_at + strlen(section)));
    r->layout = layout_of(bytes, r->d);
    check_description(r, is);
    if (r->layout.total != size)
        input_bad(r->slots, "corrupt: %llu bytes; expected are %llu", (unsigned long long)size, (unsigned long long)r->layout.total);
}

/* Bursts of a line, from its count. The lines come in their order; *byte keeps four counts. */
static int get_count(reader *r, uint64_t line, unsigned char *byte)
{
    int units = r->d->sizes.units;

    if (line % COUNTS_A_BYTE == 0)
        input_bytes(r->counts, byte, 1);
    int bursts = (*byte >> COUNT_BITS * (line % COUNTS_A_BYTE) & ((1 << COUNT_BITS) - 1)) + 1;
    if (bursts > units)
        input_bad(r->slots, "corrupt: a count of %d; expected are counts up to %d, %d %s%s less one", bursts - 1, units - 1, units,
                  r->d->codec->unit_name, units == 1 ? "" : "s");
    return bursts;
}

/* Dies unless the bytes from..to-1 are 0. */
static void need_zeros(const reader *r, const unsigned char *bytes, int from, int to, const char *what, const char *expected)
{
    for (int i = from; i < to; i++)
        if (bytes[i] != 0)
            input_bad(r->slots, "corrupt: byte %d of the %s is %d; expected is 0 behind %s", i, what, bytes[i], expected);
}

static void get_line(reader *r, uint64_t number, int bursts, unsigned char line[LINE_MAX_BYTES])
{
    const design *d = r->d;
    unsigned char slot[LINE_MAX_BYTES];
    uint32_t block[WF_MAX_WORDS];
    wf_code code = {0};
    int bytes = d->config.line_bytes;

    input_bytes(r->slots, slot, (size_t)bytes);
    need_zeros(r, slot, bursts * WF_BURST_BYTES, bytes, "slot", "the bursts of its count");
    words_of_bytes(code.payload, slot, bytes / 4);
    line_use(bursts * LINE_BURST_BITS, &code);
    code.tag[0] = bursts < d->sizes.units;
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
        int bursts = get_count(r, i, &counts);
        get_line(r, i + 1, bursts, line);
        zfile_write(z, line, left < n ? left : n);
        left -= left < n ? left : n;
        r->figures->lines++;
        r->figures->bursts += (uint64_t)bursts;
        if (r->figures->lines % 8192 == 0)
            progress("lines", r->figures->lines, r->layout.lines);
    }
    progress_end();
    input_place(r->slots, NULL, 0);
    unsigned used = r->layout.lines % COUNTS_A_BYTE * COUNT_BITS;
    if (used > 0 && counts >> used != all_bursts(r->d) >> used)
        input_bad(r->slots, "corrupt: a count behind that of the last line is not %d", r->d->sizes.units - 1);
}

/* What stands between slots, counts and description. */
static void get_gaps(reader *r)
{
    const layout *l = &r->layout;
    unsigned char byte;

    for (uint64_t at = l->lines * (uint64_t)r->d->config.line_bytes; at < l->counts_at; at++) {
        input_bytes(r->slots, &byte, 1);
        if (byte != 0)
            input_bad(r->slots, "corrupt: byte %llu is %d; expected is 0 between slots and counts", (unsigned long long)at, byte);
    }
    for (uint64_t at = (l->lines + COUNTS_A_BYTE - 1) / COUNTS_A_BYTE; at < l->counts; at++) {
        input_bytes(r->counts, &byte, 1);
        if (byte != all_bursts(r->d))
            input_bad(r->slots, "corrupt: byte %llu is %d; expected is %d behind the last line's count",
                      (unsigned long long)(l->counts_at + at), byte, all_bursts(r->d));
    }
}

void line_image_decode(design *d, const char *in, const char *out, const char *codec, line_image_figures *figures)
{
    reader r = {.d = d, .slots = input_open_at(in, kind, 0), .figures = figures};

    *figures = (line_image_figures){0};
    if (!line_image_is(in))
        input_bad(r.slots, "truncated, or no memory image: its last %d bytes are no description", DESCRIPTION);
    get_description(&r, size_of(in));
    if (codec != NULL && strcmp(codec, d->unit->name) != 0)
        input_bad(r.slots, "holds lines of %s, not of %s", d->unit->name, codec);
    r.counts = input_open_at(in, kind, r.layout.counts_at);
    zfile *z = zfile_create(out, false);
    get_lines(&r, z);
    get_gaps(&r);
    figures->bytes = zfile_close(z);
    input_close(r.slots);
    input_close(r.counts);
}
