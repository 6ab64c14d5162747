/* SPDX-License-Identifier: Apache-2.0 */
#include "file_ports.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../base/msg.h"
#include "../sim/bench.h"
#include "../sim/fields.h"

/* Stream NAME, or NAME with this number: its word in the record of its fields. `ready`: the word of its ready in the other record. */
typedef struct {
    const wf_stream *stream;
    int at, ready;
} place;

static place find(const bench_module *m, const char *name, int number)
{
    char numbered[32];
    snprintf(numbered, sizeof numbered, "%s%d", name, number);
    for (int s = 0; s < m->streams.count; s++) {
        const wf_stream *w = &m->streams.stream[s];
        if (strcmp(w->name, number < 0 ? name : numbered) != 0)
            continue;
        place p = {.stream = w, .at = w->output ? m->out_at + m->out[s] : m->in_at + m->in[s]};
        p.ready = w->output ? m->in_at + m->in[s] : m->out_at + m->out[s];
        return p;
    }
    die("the register file has no stream %s", number < 0 ? name : numbered);
}

/* The word of a field; that of valid comes first. */
static int word(const place *p, const char *field)
{
    int at = field_at(p->stream, field);
    if (at < 0)
        die("the stream %s has no field %s", p->stream->name, field);
    return p->at + 1 + at;
}

static void find_issue(file_ports *p, const bench_module *m, int k)
{
    static const char *const sources[] = {"source0", "source1", "source2"}, *const values[] = {"value0", "value1", "value2"};
    place in = find(m, "issue", k), out = find(m, "operands", k);
    p->issue[k].valid = in.at;
    p->issue[k].ready = in.ready;
    p->issue[k].warp = word(&in, "warp");
    p->issue[k].used = word(&in, "used");
    p->issue[k].dest = word(&in, "dest");
    p->issue[k].writes = word(&in, "writes");
    p->issue[k].mask = word(&in, "mask");
    p->issue[k].user = word(&in, "user");
    p->operands[k].valid = out.at;
    p->operands[k].ready = out.ready;
    p->operands[k].mask = word(&out, "mask");
    p->operands[k].user = word(&out, "user");
    for (int s = 0; s < WF_FILE_SOURCES; s++) {
        p->issue[k].source[s] = word(&in, sources[s]);
        p->operands[k].value[s] = word(&out, values[s]);
    }
}

static void find_write(file_ports *p, const bench_module *m, int k)
{
    place in = find(m, "write", k);
    p->write[k].valid = in.at;
    p->write[k].ready = in.ready;
    p->write[k].warp = word(&in, "warp");
    p->write[k].reg = word(&in, "dest");
    p->write[k].mask = word(&in, "mask");
    p->write[k].values = word(&in, "values");
    p->write[k].user = word(&in, "user");
}

static void find_rest(file_ports *p, const bench_module *m)
{
    static const char *const counts[FILE_COUNTS] = {"bank_reads", "bank_writes", "encodes", "decodes", "moves", "wakes"};
    place release = find(m, "release", -1), state = find(m, "state", -1);
    for (int c = 0; c < p->shape.stores; c++) {
        place stored = find(m, "stored", c);
        p->stored[c].valid = stored.at;
        p->stored[c].user = word(&stored, "user");
    }
    p->release_valid = release.at;
    p->release_ready = release.ready;
    p->release_warp = word(&release, "warp");
    p->on = word(&state, "on");
    p->waking = word(&state, "waking");
    for (int i = 0; i < FILE_COUNTS; i++)
        p->count[i] = word(&state, counts[i]);
}

/* Nothing is given in this cycle, and operands are taken. */
static void give_nothing(file_ports *p)
{
    for (int k = 0; k < p->shape.issues; k++) {
        p->in[p->issue[k].valid] = 0;
        p->in[p->operands[k].ready] = 1;
    }
    for (int k = 0; k < p->shape.writes; k++)
        p->in[p->write[k].valid] = 0;
    p->in[p->release_valid] = 0;
}

static void look(file_ports *p)
{
    p->d->unit->stepped->outputs(&p->d->config, p->state, p->out, p->care);
    for (int i = 0; i < FILE_COUNTS; i++) {
        uint32_t now = p->out[p->count[i]];
        p->counts[i] += (uint32_t)(now - p->count_before[i]);
        p->count_before[i] = now;
    }
}

void file_ports_open(file_ports *p, const design *d, verilog *beside)
{
    const bench_layout layout = bench_layout_of(d, BENCH_UNIT);
    const bench_module *m = &layout.module[0];
    const wf_stepped *stepped = d->unit->stepped;

    *p = (file_ports){.d = d,
                      .layout = layout,
                      .beside = beside,
                      .in_words = layout.in_words,
                      .lanes = d->config.lanes,
                      .mask_words = (d->config.lanes + 31) / 32};
    d->unit->file->shape(&d->config, &p->shape);
    p->bank_words = (p->shape.clusters * p->shape.banks + 31) / 32;
    for (int k = 0; k < p->shape.issues; k++)
        find_issue(p, m, k);
    for (int k = 0; k < p->shape.writes; k++)
        find_write(p, m, k);
    find_rest(p, m);
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
    free(p->state);
    free(p->in);
    free(p->out);
    free(p->care);
}

void ports_issue(file_ports *p, int k, const file_instruction *i)
{
    p->in[p->issue[k].valid] = 1;
    p->in[p->issue[k].warp] = (uint32_t)i->warp;
    for (int s = 0; s < WF_FILE_SOURCES; s++)
        p->in[p->issue[k].source[s]] = (uint32_t)i->source[s];
    p->in[p->issue[k].used] = i->used;
    p->in[p->issue[k].dest] = i->dest < 0 ? 0 : (uint32_t)i->dest;
    p->in[p->issue[k].writes] = i->dest >= 0;
    memcpy(p->in + p->issue[k].mask, i->mask, (size_t)p->mask_words * sizeof *p->in);
    p->in[p->issue[k].user] = i->user;
}

void ports_write(file_ports *p, int k, int warp, int reg, const uint32_t *mask, const uint32_t *values, uint32_t user)
{
    p->in[p->write[k].valid] = 1;
    p->in[p->write[k].warp] = (uint32_t)warp;
    p->in[p->write[k].reg] = (uint32_t)reg;
    memcpy(p->in + p->write[k].mask, mask, (size_t)p->mask_words * sizeof *p->in);
    memcpy(p->in + p->write[k].values, values, (size_t)p->lanes * sizeof *p->in);
    p->in[p->write[k].user] = user;
}

void ports_release(file_ports *p, int warp)
{
    p->in[p->release_valid] = 1;
    p->in[p->release_warp] = (uint32_t)warp;
}

void ports_hold(file_ports *p, int k)
{
    p->in[p->operands[k].ready] = 0;
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
