/* SPDX-License-Identifier: Apache-2.0 */
#include "design_parts.h"

#include <string.h>

enum { PORTS_AT = 2 }; /* the column of a further line of ports */

void design_each_width(const design *d, design_width_visit *visit, void *user)
{
    if (wf_takes_lanes(d->unit))
        visit(user, "lanes", d->config.lanes);
    if (d->unit->line)
        visit(user, "line", d->config.line_bytes);
}

const char *design_width_help(const char *key)
{
    return strcmp(key, "line") == 0 ? "bytes of the cache line" : "lanes of the warp";
}

void design_width_text(const design *d, text *out)
{
    if (wf_takes_lanes(d->unit))
        text_printf(out, "%d lanes%s", d->config.lanes, d->unit->line ? ", " : "");
    if (d->unit->line)
        text_printf(out, "%d-byte line", d->config.line_bytes);
}

void design_each_port(const design *d, design_port_visit *visit, void *user)
{
    for (const wf_stream *s = d->streams.stream; s < d->streams.stream + d->streams.count; s++)
        for (int i = 0; i < s->count; i++) {
            char *port = format_new("%s%s%s_%c", s->name, *s->name ? "_" : "", s->field[i].name, s->output ? 'o' : 'i');
            visit(user, port, s->field[i].bits, s->output);
        }
}

/* Ports as a list: each with its bits, and what stands behind those that are not the last of their direction. */
typedef struct {
    text *out, item;
    size_t width;
    bool outputs;
} port_list;

/* Adds the port before, now that it is known what follows. */
static void end_item(port_list *l, const char *end)
{
    if (l->item.len > 0)
        text_fold(l->out, format_new("%s%s", l->item.data, end), PORTS_AT, l->width);
    l->item = (text){0};
}

static void list_port(void *user, const char *port, int bits, bool output)
{
    port_list *l = user;
    end_item(l, output && !l->outputs ? " ->" : ",");
    text_printf(&l->item, "%s %d", port, bits);
    l->outputs |= output;
}

/* A line a stream, whose ports are NAME_FIELD_i of an input and NAME_FIELD_o of an output. */
static void list_streams(const design *d, text *out, size_t width)
{
    size_t longest = 0;
    for (const wf_stream *s = d->streams.stream; s < d->streams.stream + d->streams.count; s++)
        longest = strlen(s->name) > longest ? strlen(s->name) : longest;
    for (const wf_stream *s = d->streams.stream; s < d->streams.stream + d->streams.count; s++) {
        text_puts(out, "\n");
        text_fold(out, format_new("%s_*_%c", s->name, s->output ? 'o' : 'i'), PORTS_AT, width);
        for (const wf_field *f = s->field; f < s->field + s->count; f++)
            text_fold(out, format_new("%s %d%s", f->name, f->bits, f + 1 < s->field + s->count ? "," : ""),
                      PORTS_AT + longest + strlen("_*_i  "), width);
    }
}

void design_ports_text(const design *d, text *out, size_t width)
{
    port_list l = {.out = out, .width = width};
    if (design_named(d)) {
        list_streams(d, out, width);
        return;
    }
    design_each_port(d, list_port, &l);
    end_item(&l, "");
}

void design_memories_text(const design *d, text *out)
{
    wf_memory memory[WF_MAX_MEMORIES];
    int kinds = d->unit->memories(&d->config, memory);
    for (const wf_memory *m = memory; m < memory + kinds; m++)
        text_printf(out, "%s%d x %d x %d bits of %s", m > memory ? ", " : "", m->count, m->words, m->bits, m->name);
}

static void add_flag(void *user, const char *name, const wf_param *param, int value)
{
    text_printf(user, " --%s ", name);
    design_value_text(param, value, user);
}

static void add_width_flag(void *user, const char *key, int value)
{
    text_printf(user, " --%s %d", key, value);
}

void design_flags_text(const design *d, text *out)
{
    design_each_width(d, add_width_flag, out);
    design_each_param(d, add_flag, out);
}

static void add_option_flag(void *user, const char *name, const char *value, const char *help)
{
    (void)help;
    text_printf(user, " --%s %s", name, value);
}

void design_command(const design *d, text *out)
{
    text_printf(out, "warpfold gen --unit %s --name %s", d->unit->name, d->name);
    design_flags_text(d, out);
    design_each_option(d, add_option_flag, out);
    text_puts(out, " -o DIR");
}
