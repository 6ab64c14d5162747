/* SPDX-License-Identifier: Apache-2.0
 *
 * emit_example.c - a first bench beside a design, in plain Verilog, for those who put it into a bench of their own: of a register file and of a
 * codec. The other units have none. */
#include <string.h>

#include "../base/file.h"
#include "emission.h"
#include "emit.h"

/* ---- A register file: the template uses some ports of the kind ---- */

/* Of the streams of the kind. */
static bool is_used(const char *port)
{
    static const char *const used[] = {"write0_valid",  "write0_ready", "write0_warp",     "write0_dest",     "write0_mask",
                                       "write0_values", "issue0_valid", "issue0_ready",    "issue0_warp",     "issue0_source0",
                                       "issue0_used",   "issue0_mask",  "operands0_valid", "operands0_ready", "operands0_value0"};
    for (size_t i = 0; i < sizeof used / sizeof *used; i++)
        if (strcmp(port, used[i]) == 0)
            return true;
    return false;
}

/* The connections that the template does not have: each valid of a stream that tells what is stored is a bit, other outputs are open. A write is
 * the last packet of its result; other inputs are 0. */
typedef struct {
    text connections;
    size_t line; /* where the last line begins */
    int stores;
} others;

static void add_port(others *o, const wf_stream *s, const char *field, bool output, int bits)
{
    enum { WIDTH = 130 };
    bool stored = starts_with(s->name, "stored") && strcmp(field, "valid") == 0;
    char *port = format_new("%s_%s", s->name, field);
    if (is_used(port))
        return;
    char *to = stored ? format_new("stored_valid[%d]", o->stores++) : format_new("%d'd%d", bits, strcmp(field, "last") == 0);
    if (output && !stored)
        to[0] = '\0'; /* open */
    if (o->connections.len > 0)
        text_puts(&o->connections, ", ");
    if (o->connections.len - o->line + strlen(port) + strlen(to) > WIDTH) {
        o->connections.len--; /* the blank */
        text_puts(&o->connections, "\n        ");
        o->line = o->connections.len;
    }
    text_printf(&o->connections, ".%s_%c(%s)", port, output ? 'o' : 'i', to);
}

static others others_of(const design *d)
{
    others o = {.line = 0};
    for (const wf_stream *s = d->streams.stream; s < d->streams.stream + d->streams.count; s++) {
        add_port(&o, s, "valid", s->output, 1);
        if (s->ready)
            add_port(&o, s, "ready", !s->output, 1);
        for (const wf_field *f = s->field; f < s->field + s->count; f++)
            add_port(&o, s, f->name, s->output, f->bits);
    }
    return o;
}

/* The bits of a field of the first stream of this name. */
static int bits_of(const design *d, const char *stream, const char *field)
{
    for (const wf_stream *s = d->streams.stream; s < d->streams.stream + d->streams.count; s++)
        for (const wf_field *f = s->field; strcmp(s->name, stream) == 0 && f < s->field + s->count; f++)
            if (strcmp(f->name, field) == 0)
                return f->bits;
    return 0;
}

/* Has the stream of this name a ready? */
static bool has_ready(const design *d, const char *stream)
{
    for (const wf_stream *s = d->streams.stream; s < d->streams.stream + d->streams.count; s++)
        if (strcmp(s->name, stream) == 0)
            return s->ready;
    return false;
}

static void set_register_file(const design *d, macro_table *m)
{
    wf_file_shape shape;
    others o = others_of(d);
    d->unit->system->shape(&d->config, &shape);
    macro_set(m, "WF_LANES", "%d", d->config.lanes);
    macro_set(m, "WF_WARPS", "%d", shape.warps);
    macro_set(m, "WF_REGISTERS", "%d", shape.registers);
    macro_set(m, "WF_WARP_BITS", "%d", bits_of(d, "write0", "warp"));
    macro_set(m, "WF_REGISTER_BITS", "%d", bits_of(d, "write0", "dest"));
    macro_set(m, "WF_STORES", "%d", o.stores);
    macro_set(m, "WF_UNIT", "%s_%s", d->name, d->unit->name);
    macro_set_flag(m, "WF_WITH_OPERANDS_READY", has_ready(d, "operands0"));
    macro_set(m, "WF_OTHERS", "%s", o.connections.data);
}

/* ---- A codec: the template knows what all codecs may have ---- */

static void set_codec(const design *d, macro_table *m)
{
    macros_set(d, d->name, m);
    macro_set(m, "WF_WORD_BITS", "%d", design_word_bits(d));
    macro_set(m, "WF_STORAGE", "%ss", d->codec->unit_name);
}

/* ---- Which there are ---- */

static const char *template_of(const design *d)
{
    return wf_is_kind(d->unit, WF_REGISTER_FILE) ? "sim/example_register_file.v" : d->codec ? "sim/example_codec.v" : NULL;
}

char *emit_example_path(const design *d)
{
    return template_of(d) ? format_new("example/%s_example.v", d->name) : NULL;
}

void emit_example(emission *e)
{
    const design *d = e->design;
    macro_table *outer = e->macros, m = {.count = 0};
    if (template_of(d) == NULL)
        return;
    if (d->codec)
        set_codec(d, &m);
    else
        set_register_file(d, &m);
    macro_set(&m, "WF_DESIGN", "%s", d->name);
    macro_set(&m, "WF_EXAMPLE", "%s_example", d->name);
    e->macros = &m;
    put_once(e, "example", "example", "example", template_of(d));
    e->macros = outer;
}
