/* SPDX-License-Identifier: Apache-2.0
 *
 * file_ports.c - the ports of a register file's model as values: the streams are found by their kind, filled in before a cycle, looked
 * at in it, and all are clocked together, the Verilog beside too. */
#include "file_ports.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../base/msg.h"
#include "../sim/bench.h"
#include "../sim/fields.h"
#include "stream_ports.h"

/* The port of the kind's stream, with this number if there are several. wf_system_error has found it and its fields. */
static file_port find(const bench_module *m, const wf_kind_stream *kind, int number)
{
    char name[32];
    file_port port = {0};
    snprintf(name, sizeof name, kind->many ? "%s%d" : "%s", kind->name, number);
    const stream_port p = stream_port_of(m, name);
    if (p.stream == NULL)
        return port;
    port.valid = p.valid;
    port.ready = p.ready;
    for (int f = 0; f < WF_MAX_FIELDS && kind->field[f]; f++)
        port.field[f] = stream_port_field(&p, kind->field[f]);
    if (field_at(p.stream, "last") >= 0)
        port.last = stream_port_field(&p, "last");
    if (field_at(p.stream, "dead") >= 0)
        port.dead = stream_port_field(&p, "dead");
    return port;
}

/* How many there are of a stream of the kind. */
static int count_of(const wf_file_shape *s, int stream)
{
    switch (stream) {
    case WF_FILE_WRITE: return s->writes;
    case WF_FILE_STORED: return s->stores;
    case WF_FILE_RELEASE: return 1;
    default: return s->issues;
    }
}

static void find_all(file_ports *p, const bench_module *m)
{
    int streams;
    const wf_kind_stream *kind = wf_kind_streams(WF_REGISTER_FILE, &streams);
    for (int s = 0; s < streams; s++)
        for (int k = 0; k < count_of(&p->shape, s); k++)
            p->port[s][k] = find(m, &kind[s], k);
}

/* Nothing is given in this cycle, and operands are taken. */
static void give_nothing(file_ports *p)
{
    for (int k = 0; k < p->shape.issues; k++) {
        p->in[p->port[WF_FILE_ISSUE][k].valid] = 0;
        if (ports_operands_wait(p, k))
            p->in[p->port[WF_FILE_OPERANDS][k].ready] = 1;
    }
    for (int k = 0; k < p->shape.writes; k++)
        p->in[p->port[WF_FILE_WRITE][k].valid] = 0;
    p->in[p->port[WF_FILE_RELEASE][0].valid] = 0;
}

static void look(file_ports *p)
{
    p->d->unit->stepped->outputs(&p->d->config, p->state, p->out, p->care);
}

void file_ports_open(file_ports *p, const design *d, verilog *beside)
{
    const bench_layout layout = bench_layout_of(d, BENCH_UNIT);
    const wf_stepped *stepped = d->unit->stepped;
    char wrong[WF_WHY];

    if (wf_system_error(d->unit, &d->config, wrong))
        die_usage("%s", wrong);
    *p = (file_ports){.d = d, .layout = layout, .beside = beside, .lanes = d->config.lanes, .mask_words = (d->config.lanes + 31) / 32};
    d->unit->system->shape(&d->config, &p->shape);
    find_all(p, &layout.module[0]);
    p->in = zalloc((size_t)layout.in_words * sizeof *p->in);
    p->out = zalloc((size_t)layout.out_words * sizeof *p->out);
    p->care = zalloc((size_t)layout.out_words * sizeof *p->care);
    p->state = zalloc(stepped->state_size(&d->config));
    stepped->reset(&d->config, p->state);
    if (beside)
        verilog_reset(beside);
    give_nothing(p);
    look(p);
}

void file_ports_close(file_ports *p)
{
    arena_free(p->state);
    arena_free(p->in);
    arena_free(p->out);
    arena_free(p->care);
}

void ports_issue(file_ports *p, int k, const file_instruction *i)
{
    const file_port *port = &p->port[WF_FILE_ISSUE][k];
    const int *field = port->field;
    p->in[port->valid] = 1;
    p->in[field[WF_ISSUE_WARP]] = (uint32_t)i->warp;
    for (int s = 0; s < WF_FILE_SOURCES; s++)
        p->in[field[WF_ISSUE_SOURCE + s]] = (uint32_t)i->source[s];
    p->in[field[WF_ISSUE_USED]] = i->used;
    p->in[field[WF_ISSUE_DEST]] = i->dest < 0 ? 0 : (uint32_t)i->dest;
    p->in[field[WF_ISSUE_WRITES]] = i->dest >= 0;
    memcpy(p->in + field[WF_ISSUE_MASK], i->mask, (size_t)p->mask_words * sizeof *p->in);
    p->in[field[WF_ISSUE_USER]] = i->user;
}

void ports_write(file_ports *p, int k, const file_write_in *w)
{
    const file_port *port = &p->port[WF_FILE_WRITE][k];
    p->in[port->valid] = 1;
    p->in[port->field[WF_WRITE_WARP]] = (uint32_t)w->warp;
    p->in[port->field[WF_WRITE_DEST]] = (uint32_t)w->reg;
    memcpy(p->in + port->field[WF_WRITE_MASK], w->mask, (size_t)p->mask_words * sizeof *p->in);
    memcpy(p->in + port->field[WF_WRITE_VALUES], w->values, (size_t)p->lanes * sizeof *p->in);
    if (port->last)
        p->in[port->last] = w->last;
    if (port->dead)
        p->in[port->dead] = w->dead;
    p->in[port->field[WF_WRITE_USER]] = w->user;
}

void ports_release(file_ports *p, int warp)
{
    const file_port *port = &p->port[WF_FILE_RELEASE][0];
    p->in[port->valid] = 1;
    p->in[port->field[WF_RELEASE_WARP]] = (uint32_t)warp;
}

void ports_hold(file_ports *p, int k)
{
    p->in[p->port[WF_FILE_OPERANDS][k].ready] = 0;
}

bool ports_rest(file_ports *p, uint64_t cycles)
{
    const wf_stepped *model = p->d->unit->stepped;
    if (p->beside || model->rest == NULL || !model->rest(&p->d->config, p->state, cycles))
        return false;
    p->cycle += cycles;
    return true;
}

/* The Verilog in the same cycle. */
static void compare(const file_ports *p)
{
    const uint32_t *shown = verilog_cycle(p->beside, p->in);
    int bad = bench_compare(shown, p->out, p->care, p->layout.out_words);
    if (bad < 0)
        return;
    text where = {0};
    bench_word_text(&p->layout, bad, &where);
    die("cycle %llu: %s is %x in the Verilog and %x in the model", (unsigned long long)p->cycle, where.data, shown[bad], p->out[bad]);
}

void ports_clock(file_ports *p)
{
    if (p->beside)
        compare(p);
    p->d->unit->stepped->clock(&p->d->config, p->state, p->in);
    p->cycle++;
    give_nothing(p);
    look(p);
}
