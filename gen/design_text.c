/* SPDX-License-Identifier: Apache-2.0 */
#include "design_parts.h"

#include <string.h>

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

/* Ports as a list. */
typedef struct {
    text *out;
    bool outputs, any;
} port_list;

static void list_port(void *user, const char *port, int bits, bool output)
{
    port_list *l = user;
    text_printf(l->out, "%s %s %d", output && !l->outputs ? " ->" : l->any ? "," : "", port, bits);
    l->outputs |= output;
    l->any = true;
}

void design_ports_text(const design *d, text *out)
{
    port_list l = {.out = out};
    design_each_port(d, list_port, &l);
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
