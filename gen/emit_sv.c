/* SPDX-License-Identifier: Apache-2.0
 *
 * emit_sv.c - SystemVerilog around the modules: for each one with structs for its streams, and the list of all. */
#include <string.h>

#include "../base/file.h"
#include "sv.h"

/* A module that is written: its ports, and their connections to the leaf. */
typedef struct {
    const design *design;
    const bench_module *module;
    text ports, connections;
    const char *meaning; /* of the last port so far; the comment behind its comma */
} wrapping;

/* What stands between a name and the letter of its direction: rst_ni, all others with _. */
static const char *tail(const char *name)
{
    return strcmp(name, "rst_n") == 0 ? "" : "_";
}

static void port(wrapping *w, const char *name, const char *type, char way, const char *meaning)
{
    if (w->meaning)
        text_printf(&w->ports, ",  // %s\n", w->meaning);
    text_printf(&w->ports, "    %s wire %s %s%s%c", way == 'i' ? "input " : "output", type, name, tail(name), way);
    w->meaning = meaning;
}

static void connect(wrapping *w, const char *name, char way, const char *to)
{
    text_printf(&w->connections, "%s        .%s%s%c(%s)", w->connections.len ? ",\n" : "", name, tail(name), way, to);
}

/* How many of a stream a port has: of an array of units as many as those, of numbered streams their number; 0: it is no array. */
static int members_of(const wrapping *w, const wf_stream *s)
{
    const bench_module *m = w->module;
    return sv_number(m, s) == 0 ? sv_members(m, s) : m->copies > 1 ? m->copies : 0;
}

/* valid and ready: ports of their own, a bit each member. */
static void add_bit(wrapping *w, const wf_stream *s, const char *name, char way, bool once, const char *meaning)
{
    int members = once ? 0 : members_of(w, s);
    char *port_name = *s->name ? format_new("%s_%s", sv_stem(w->module, s), name) : format_new("%s", name);
    char *type = members ? format_new("logic [%d:0]", members - 1) : format_new("logic");
    port(w, port_name, type, way, meaning);
}

static const char *struct_meaning(const wrapping *w, const wf_stream *s)
{
    const char *early = s->output ? NULL : w->module->early;
    if (*s->name)
        return sv_number(w->module, s) == 0 ? "the fields of each" : "its fields";
    if (s->output || !early)
        return s->output ? "the results" : "the inputs";
    return strcmp(early, "mask") == 0 ? "the mask in it is that of the next cycle" : "the tag in it is that of the next cycle";
}

static void add_struct(wrapping *w, const wf_stream *s)
{
    int members = members_of(w, s);
    char *type = sv_stream_type(w->module, s);
    char *full =
        members ? format_new("%s_pkg::%s [%d:0]", w->design->name, type, members - 1) : format_new("%s_pkg::%s", w->design->name, type);
    port(w, sv_stem(w->module, s), full, s->output ? 'o' : 'i', struct_meaning(w, s));
}

/* The ports of a stream, or of all of its number's. */
static void add_ports(wrapping *w, const wf_stream *s)
{
    const bench_module *m = w->module;
    if (!s->output || !m->bare)
        add_bit(w, s, "valid", s->output ? 'o' : 'i', false, s->output ? "1: a result" : "1: an input");
    if (s->ready)
        add_bit(w, s, "ready", s->output ? 'i' : 'o', m->one_ready && s->output, s->output ? "1: the receiver takes it" : "1: it is taken");
    add_struct(w, s);
}

/* The leaf's port `name` of a stream, with the same of the module. */
static void connect_port(wrapping *w, const wf_stream *s, const char *name, char way, const char *to)
{
    char *leaf = *s->name ? format_new("%s_%s", s->name, name) : format_new("%s", name);
    connect(w, leaf, way, to);
}

/* A field, in an array of units that of each copy. */
static void connect_field(wrapping *w, const wf_stream *s, const char *name)
{
    const bench_module *m = w->module;
    char way = s->output ? 'o' : 'i', *stem = sv_stem(m, s);
    text to = {0};
    for (int j = m->copies - 1; j >= 0; j--)
        if (m->copies > 1)
            text_printf(&to, "%s%s_%c[%d].%s%s", j == m->copies - 1 ? "{" : ", ", stem, way, j, name, j ? "" : "}");
        else
            text_puts(&to, sv_signal(m, s, name));
    connect_port(w, s, name, way, to.data);
}

static void connect_stream(wrapping *w, const wf_stream *s)
{
    const bench_module *m = w->module;
    if (!s->output || !m->bare)
        connect_port(w, s, "valid", s->output ? 'o' : 'i', sv_signal(m, s, "valid"));
    if (s->ready)
        connect_port(w, s, "ready", s->output ? 'i' : 'o', sv_signal(m, s, "ready"));
    for (const wf_field *f = s->field; f < s->field + s->count; f++)
        connect_field(w, s, f->name);
}

/* Numbered streams as the core has them: side by side, number 0 and the first field of each lowest, as in the array of structs. */
static void connect_vectors(wrapping *w, const wf_stream *s)
{
    char *stem = sv_stem(w->module, s), *valid = format_new("%s_valid", stem), *ready = format_new("%s_ready", stem);
    char in = s->output ? 'o' : 'i', back = s->output ? 'i' : 'o';
    connect(w, valid, in, format_new("%s_%c", valid, in));
    if (s->ready)
        connect(w, ready, back, format_new("%s_%c", ready, back));
    connect(w, stem, in, format_new("%s_%c", stem, in));
}

static void put_wrapper(emission *e, const bench_module *m)
{
    wrapping w = {.design = e->design, .module = m};
    if (!m->bare) {
        port(&w, "clk", "logic", 'i', "clock, rising edge");
        connect(&w, "clk", 'i', "clk_i");
        port(&w, "rst_n", "logic", 'i', "reset, low, asynchronous");
        connect(&w, "rst_n", 'i', "rst_ni");
    }
    bool core = sv_on_core(e->design);
    for (const wf_stream *s = m->streams.stream; s < m->streams.stream + m->streams.count; s++) {
        if (sv_number(m, s) <= 0)
            add_ports(&w, s);
        if (!core || sv_number(m, s) < 0)
            connect_stream(&w, s);
        else if (sv_number(m, s) == 0)
            connect_vectors(&w, s);
    }
    text_printf(&w.ports, "  // %s", w.meaning);
    sv_align(&w.ports);
    macro_table macros = {.count = 0}, *outer = e->macros;
    char *suffix = format_new("%s_sv", m->instance);
    macro_set(&macros, "WF_SV_MODULE", "%s_%s", e->design->name, suffix);
    macro_set(&macros, "WF_SV_LEAF", "%s_%s%s", e->design->name, m->instance, core ? "_core" : "");
    macro_set(&macros, "WF_SV_PORTS", "%s", w.ports.data);
    macro_set(&macros, "WF_SV_CONNECTIONS", "%s", w.connections.data);
    e->macros = &macros;
    put_once(e, "sv", suffix, "sv", "rtl_templates/sv/wrap.sv");
    e->macros = outer;
}

/* The table of writes under way, which has no layout: its names are a parameter's width. */
static void put_inflight(emission *e)
{
    macro_table macros = {.count = 0}, *outer = e->macros;
    macro_set(&macros, "WF_SV_MODULE", "%s_inflight_sv", e->design->name);
    macro_set(&macros, "WF_SV_LEAF", "%s_inflight", e->design->name);
    macro_set(&macros, "WF_INFLIGHT_ENTRIES", "%d", design_inflight_entries(e->design));
    e->macros = &macros;
    put_once(e, "sv", "inflight_sv", "sv", "rtl_templates/sv/inflight.sv");
    e->macros = outer;
}

/* Writes sv/NAME_sv.f for `verilator -F`: the Verilog, the package, the modules with structs. Paths begin at DIR/sv. */
static void put_list(emission *e)
{
    text t = {0};
    for (const file_entry *f = e->files.items; f < e->files.items + e->files.count; f++)
        if (strcmp(f->kind, "rtl") == 0)
            text_printf(&t, "../%s\n", f->path);
        else if (strcmp(f->kind, "sv") == 0)
            text_printf(&t, "%s\n", path_base(f->path));
    char *path = format_new("sv/%s_sv.f", e->design->name);
    put(e, path, "list", &t);
}

void emit_sv(emission *e)
{
    sv_put_package(e);
    for (int kind = 0; kind < BENCHES; kind++) {
        bench_layout l = bench_layout_of(e->design, (bench_kind)kind);
        for (int k = 0; bench_modules_exist(e->design, (bench_kind)kind) && k < l.count; k++)
            put_wrapper(e, &l.module[k]);
    }
    if (e->design->inflight)
        put_inflight(e);
    put_list(e);
}
