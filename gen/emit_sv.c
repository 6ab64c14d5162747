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

/* valid and ready: ports of their own, a bit each copy. */
static void add_bit(wrapping *w, const wf_stream *s, const char *name, char way, bool once, const char *meaning)
{
    char *port_name = format_new("%s%s%s", s->name, *s->name ? "_" : "", name), *to = format_new("%s_%c", port_name, way);
    char *type = w->module->copies > 1 && !once ? format_new("logic [%d:0]", w->module->copies - 1) : format_new("logic");
    port(w, port_name, type, way, meaning);
    connect(w, port_name, way, to);
}

static void add_struct(wrapping *w, const wf_stream *s)
{
    const bench_module *m = w->module;
    char way = s->output ? 'o' : 'i', *type = sv_stream_type(m, s), *name = format_new("%s", *s->name ? s->name : s->output ? "out" : "in");
    char *full = m->copies > 1 ? format_new("%s_pkg::%s [%d:0]", w->design->name, type, m->copies - 1)
                               : format_new("%s_pkg::%s", w->design->name, type);
    const char *early = s->output ? NULL : m->early;
    port(w, name, full, way,
         *s->name                     ? "its fields"
         : s->output                  ? "the results"
         : !early                     ? "the inputs"
         : strcmp(early, "mask") == 0 ? "the mask in it is that of the next cycle"
                                      : "the tag in it is that of the next cycle");
    for (const wf_field *f = s->field; f < s->field + s->count; f++) {
        char *leaf = format_new("%s%s%s", s->name, *s->name ? "_" : "", f->name);
        text to = {0};
        for (int j = m->copies - 1; j >= 0; j--)
            if (m->copies > 1)
                text_printf(&to, "%s%s_%c[%d].%s%s", j == m->copies - 1 ? "{" : ", ", name, way, j, f->name, j ? "" : "}");
            else
                text_printf(&to, "%s_%c.%s", name, way, f->name);
        connect(w, leaf, way, to.data);
    }
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
    for (const wf_stream *s = m->streams.stream; s < m->streams.stream + m->streams.count; s++) {
        if (!s->output || !m->bare)
            add_bit(&w, s, "valid", s->output ? 'o' : 'i', false, s->output ? "1: a result" : "1: an input");
        if (s->ready)
            add_bit(&w, s, "ready", s->output ? 'i' : 'o', m->one_ready && s->output,
                    s->output ? "1: the receiver takes it" : "1: it is taken");
        add_struct(&w, s);
    }
    text_printf(&w.ports, "  // %s", w.meaning);
    sv_align(&w.ports);
    macro_table macros = {.count = 0}, *outer = e->macros;
    char *suffix = format_new("%s_sv", m->instance);
    macro_set(&macros, "WF_SV_MODULE", "%s_%s", e->design->name, suffix);
    macro_set(&macros, "WF_SV_LEAF", "%s_%s", e->design->name, m->instance);
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
