/* SPDX-License-Identifier: Apache-2.0
 *
 * sv_package.c - the package of a design: its constants, and types for all that its streams carry. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "samples.h"
#include "sv.h"
#include "tag.h"

/* Where the comment of a line begins; 0: it has none. */
static size_t comment_at(const char *line)
{
    const char *at = strstr(line, "  // ");
    return at && at < line + strcspn(line, "\n") ? (size_t)(at - line) : 0;
}

static const char *next_line(const char *line)
{
    line += strcspn(line, "\n");
    return line + (*line == '\n');
}

void sv_align(text *t)
{
    text out = {0};
    size_t column = 0; /* of the comments from this line on */
    for (const char *line = t->data; line && *line; line = next_line(line)) {
        size_t at = comment_at(line), len = strcspn(line, "\n");
        if (column == 0)
            for (const char *l = line; comment_at(l) > 0; l = next_line(l))
                column = comment_at(l) > column ? comment_at(l) : column;
        text_printf(&out, "%s%-*.*s%.*s", out.len ? "\n" : "", at ? (int)column : 0, at ? (int)at : (int)len, line,
                    at ? (int)(len - at) : 0, line + at);
        column = at ? column : 0;
    }
    *t = out;
}

/* ---- Constants ---- */

static void constant(text *out, const char *name, int value, const char *meaning)
{
    text_printf(out, "%s    localparam int unsigned %-13s = %d;  // %s", out->len ? "\n" : "", name, value, meaning);
}

static void add_constants(const design *d, text *out)
{
    const wf_sizes *s = &d->sizes;
    if (d->unit->line)
        constant(out, "LINE_BYTES", d->config.line_bytes, "bytes of the cache line");
    if (wf_takes_lanes(d->unit))
        constant(out, "LANES", d->config.lanes, "lanes of the warp");
    if (d->codec == NULL) {
        if (!design_named(d))
            constant(out, "LATENCY", d->stages, "cycles from an input to its result");
        return;
    }
    if (!d->unit->line)
        constant(out, "WORD_BITS", design_word_bits(d), "bits of a lane");
    constant(out, "USER_BITS", d->user_bits, "bits of the side channel");
    constant(out, "BLOCK_BITS", s->block_bits, "bits of a block");
    constant(out, "TAG_BITS", s->tag_bits, "bits of a tag");
    constant(out, "CODE_BITS", s->code_bits, "the lowest bits of a tag; they are all 0 if the block is stored raw");
    constant(out, "PAYLOAD_BITS", s->payload_bits, "bits of a payload");
    constant(out, "UNITS", s->units, "storage units of a payload");
    if (design_units_equal(s))
        constant(out, "UNIT_BITS", s->unit_bits[0], "bits of a storage unit");
    constant(out, "WEN_BITS", s->wen_bits, "write enables");
    constant(out, "ENC_LATENCY", design_latency(d, true), "cycles from a block to its code");
    constant(out, "ENC_INTERVAL", s->interval_enc, "cycles between two blocks");
    constant(out, "DEC_LATENCY", design_latency(d, false), "cycles from a code to its block");
    constant(out, "DEC_INTERVAL", s->interval_dec, "cycles between two codes");
    constant(out, "ENCS", d->encs, "encoders in the array");
    constant(out, "DECS", d->decs, "decoders in the array");
    constant(out, "DEC_PORTS", d->dec_ports, "requesters of the array of decoders");
}

/* ---- Types ---- */

static void range(text *out, int count)
{
    text_printf(out, "[%d:0]", count - 1);
}

/* "RANGE_4_0" of the class <4,0> in the field range. */
static char *enumerator(const char *field, const char *class)
{
    text t = {0};
    for (const char *c = field; *c; c++)
        text_printf(&t, "%c", toupper((unsigned char)*c));
    bool gap = true;
    for (const char *c = class; *c; c++) {
        if (isalnum((unsigned char)*c))
            text_printf(&t, "%s%c", gap ? "_" : "", toupper((unsigned char)*c));
        gap = !isalnum((unsigned char)*c);
    }
    return t.data;
}

/* The codes that an encoder of this configuration writes. */
static void add_codes(const design *d, const wf_tag_field *field, text *out)
{
    sample_set *set = zalloc(sizeof *set);
    samples_find(d->codec, &d->config, set);
    text_puts(out, "    // What an encoder of this configuration writes\n    typedef enum logic ");
    range(out, field->bits);
    text_puts(out, " {");
    bool any = false;
    for (int v = 0; v < 1 << field->bits; v++) {
        int class = tag_class(d->codec, &d->config, v);
        if (class < 0 || !set->of[class].found)
            continue;
        char *name = enumerator(field->name, d->codec->class_names[class]);
        text_printf(out, "%s\n        %s = %d'd%d", any ? "," : "", name, field->bits, v);
        any = true;
    }
    text_printf(out, "\n    } %s_e;\n\n", field->name);
}

static void add_tag(const design *d, text *out)
{
    wf_tag_field field[WF_MAX_TAG_FIELDS];
    int fields = tag_fields(d->codec, &d->config, &d->sizes, field);
    if (field[0].values == WF_TAG_CLASSES)
        add_codes(d, &field[0], out);
    text_puts(out, "    typedef struct packed {");
    for (const wf_tag_field *f = field + fields - 1; f >= field; f--) {
        text_printf(out, "\n        // %s\n        ", f->help);
        if (f->values == WF_TAG_CLASSES) {
            text_printf(out, "%s_e", f->name);
        } else {
            text_puts(out, "logic ");
            if (f->count > 1)
                range(out, f->count);
            range(out, f->bits);
        }
        text_printf(out, " %s;", f->name);
    }
    text_puts(out, "\n    } tag_t;");
}

static void vector(text *out, const char *name, int count, int bits, const char *meaning)
{
    text_puts(out, "    typedef logic ");
    if (count > 1)
        range(out, count);
    range(out, bits);
    text_printf(out, " %s_t;  // %s\n", name, meaning);
}

static void add_codec_types(const design *d, text *out)
{
    const wf_sizes *s = &d->sizes;
    char *unit = format_new("[u] is %s u", d->codec->unit_name),
         *wen = format_new("bit w: %d bits of the payload", s->payload_bits / s->wen_bits);
    vector(out, "user", 1, d->user_bits, "side channel");
    if (d->unit->line)
        vector(out, "block", s->block_bits / 8, 8, "[b] is byte b of the line");
    else
        vector(out, "block", design_width(d), design_word_bits(d), "[i] is lane i");
    if (s->mask_bits)
        vector(out, "mask", 1, s->mask_bits, "active mask, [i] is lane i");
    if (design_units_equal(s))
        vector(out, "payload", s->units, s->unit_bits[0], unit);
    else
        vector(out, "payload", 1, s->payload_bits, "the storage units");
    vector(out, "units", 1, s->units, "storage units in use");
    vector(out, "wen", 1, s->wen_bits, wen);
    text_puts(out, "\n");
    add_tag(d, out);
}

/* ---- Streams ---- */

/* The characters of a name before its number. */
static size_t stem_of(const char *name)
{
    size_t n = strlen(name);
    while (n > 0 && isdigit((unsigned char)name[n - 1]))
        n--;
    return n;
}

int sv_number(const bench_module *m, const wf_stream *s)
{
    size_t stem = stem_of(s->name);
    int number = s->name[stem] && stem ? atoi(s->name + stem) : -1;
    if (number < 0 || number > s - m->streams.stream)
        return -1;
    char *first = format_new("%.*s0", (int)stem, s->name);
    return strcmp(s[-number].name, first) == 0 ? number : -1;
}

int sv_members(const bench_module *m, const wf_stream *s)
{
    int n = 0;
    while (s + n < m->streams.stream + m->streams.count && sv_number(m, s + n) == n)
        n++;
    return n;
}

char *sv_stem(const bench_module *m, const wf_stream *s)
{
    size_t length = sv_number(m, s) < 0 ? strlen(s->name) : stem_of(s->name);
    return length ? format_new("%.*s", (int)length, s->name) : format_new("%s", s->output ? "out" : "in");
}

char *sv_signal(const bench_module *m, const wf_stream *s, const char *name)
{
    bool ready = strcmp(name, "ready") == 0, bit = ready || strcmp(name, "valid") == 0;
    char way = s->output == ready ? 'i' : 'o', *stem = sv_stem(m, s);
    char *index = sv_number(m, s) < 0 ? format_new("%s", "") : format_new("[%d]", sv_number(m, s));
    if (bit)
        return *s->name ? format_new("%s_%s_%c%s", stem, name, way, index) : format_new("%s_%c", name, way);
    return format_new("%s_%c%s.%s", stem, s->output ? 'o' : 'i', index, name);
}

bool sv_on_core(const design *d)
{
    bool core = false;
    for (const wf_part *part = d->unit->parts; part && part->name; part++)
        core |= part->module == NULL && strcmp(part->name, "core") == 0;
    return core;
}

/* The bits of a stream's fields before this one, or of all. */
static int bits_before(const wf_stream *s, const wf_field *end)
{
    int bits = 0;
    for (const wf_field *f = s->field; f < end; f++)
        bits += f->bits;
    return bits;
}

char *sv_core_signal(const bench_module *m, const char *port)
{
    for (const wf_stream *s = m->streams.stream; s < m->streams.stream + m->streams.count; s++) {
        int number = sv_number(m, s), all = bits_before(s, s->field + s->count);
        char in = s->output ? 'o' : 'i', back = s->output ? 'i' : 'o';
        if (strcmp(port, format_new("%s_valid_%c", s->name, in)) == 0)
            return sv_signal(m, s, "valid");
        if (strcmp(port, format_new("%s_ready_%c", s->name, back)) == 0)
            return sv_signal(m, s, "ready");
        for (const wf_field *f = s->field; number >= 0 && f < s->field + s->count; f++)
            if (strcmp(port, format_new("%s_%s_%c", s->name, f->name, in)) == 0)
                return format_new("%s_%c[%d +: %d]", sv_stem(m, s), in, number * all + bits_before(s, f), f->bits);
    }
    return format_new("%s", port);
}

char *sv_stream_type(const bench_module *m, const wf_stream *s)
{
    const char *role = module_role_name(m->role);
    return *s->name ? format_new("%s_t", sv_stem(m, s))
                    : format_new("%s%s%s_t", role ? role : "", role ? "_" : "", s->output ? "out" : "in");
}

/* The type of a field: one of the codec's, or a vector, of parts where the unit tells them. */
static void field_type(const design *d, const wf_field *f, text *out)
{
    static const char *const own[] = {"user", "block", "mask", "payload", "units", "wen", "tag"};
    for (size_t i = 0; d->codec && i < sizeof own / sizeof *own; i++)
        if (strcmp(f->name, own[i]) == 0) {
            text_printf(out, "%s_t", f->name);
            return;
        }
    int bits = 1;
    bool parts = d->unit->items && d->unit->items(&d->config, f->name, &bits) && bits > 1 && bits < f->bits && f->bits % bits == 0;
    text_puts(out, "logic");
    if (parts || f->bits > 1)
        text_puts(out, " ");
    if (parts)
        range(out, f->bits / bits);
    if (parts || f->bits > 1)
        range(out, parts ? bits : f->bits);
}

static void add_stream(const design *d, const bench_module *m, const wf_stream *s, const char *type, text *out)
{
    text_printf(out, "%s    // %s_%s", out->len ? "\n\n" : "", d->name, m->instance);
    if (design_named(d))
        text_printf(out, ", %.*s", (int)strlen(type) - 2, type);
    text_printf(out, ": what %s\n    typedef struct packed {", s->output ? "comes out" : "goes in");
    for (const wf_field *f = s->field + s->count - 1; f >= s->field; f--) {
        text_puts(out, "\n        ");
        field_type(d, f, out);
        text_printf(out, " %s;", f->name);
    }
    text_printf(out, "\n    } %s;", type);
}

/* Numbered streams have one type, that of the first. */
static void add_streams(const design *d, text *out)
{
    bench_layout l = bench_layout_of(d, BENCH_UNIT);
    for (const bench_module *m = l.module; m < l.module + l.count; m++) {
        for (const wf_stream *s = m->streams.stream; s < m->streams.stream + m->streams.count; s++)
            if (sv_number(m, s) <= 0)
                add_stream(d, m, s, sv_stream_type(m, s), out);
    }
}

void sv_put_package(emission *e)
{
    const design *d = e->design;
    macro_table m = {.count = 0}, *outer = e->macros;
    text constants = {0}, types = {0};
    add_constants(d, &constants);
    if (d->codec)
        add_codec_types(d, &types);
    add_streams(d, &types);
    sv_align(&constants);
    sv_align(&types);
    macro_set(&m, "WF_SV_PKG", "%s_pkg", d->name);
    macro_set(&m, "WF_SV_CONSTANTS", "%s", constants.data);
    macro_set(&m, "WF_SV_TYPES", "%s", types.data);
    e->macros = &m;
    put_once(e, "sv", "pkg", "sv", "rtl_templates/sv/pkg.sv");
    e->macros = outer;
}
