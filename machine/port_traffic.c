/* SPDX-License-Identifier: Apache-2.0
 *
 * port_traffic.c - reads a recording of ports into instructions and writes, and finds for each what must come before it: the instruction
 * that a write ends, and the writes whose values an instruction has read. */
#include "port_traffic.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "../base/msg.h"
#include "../base/text.h"

/* A register of a warp, so far. */
typedef struct {
    int writes, reads;
    bool open; /* a write-back has begun */
    uint32_t mask[TRACE_MASK_WORDS], value[TRACE_MAX_LANES];
} held;

typedef struct {
    port_traffic *t;
    held *registers;
    int *first; /* of each warp: no instruction before it lacks its operands' cycle or its result */
    bool *done; /* of each instruction: its result is there */
} reading;

static held *held_of(const reading *r, int warp, int reg)
{
    return &r->registers[warp * PORT_REGISTERS + reg];
}

static void take_instruction(reading *r, const port_event *e)
{
    port_traffic *t = r->t;
    int n = t->instruction_count++;

    t->instructions = grow_one(t->instructions, (size_t)n, sizeof *t->instructions);
    r->done = grow_one(r->done, (size_t)n, sizeof *r->done);
    port_instruction *i = &t->instructions[n];
    *i = (port_instruction){.cycle = e->cycle, .pc = e->pc, .warp = e->warp, .rd = e->writes ? e->rd : -1, .used = e->used};
    memcpy(i->mask, e->mask, sizeof i->mask);
    memcpy(i->source, e->source, sizeof i->source);
    for (int s = 0; s < PORT_SOURCES; s++)
        if (e->used >> s & 1) {
            i->source_writes[s] = held_of(r, e->warp, e->source[s])->writes;
            held_of(r, e->warp, e->source[s])->reads++;
        }
    if (i->rd >= 0)
        i->writes_before = held_of(r, e->warp, i->rd)->writes;
    r->done[n] = i->rd < 0;
}

/* The oldest instruction of this warp and pc whose operands have not left, or whose result in `rd` is not there; -1: none. */
static int oldest(reading *r, const port_event *e, bool result)
{
    const port_traffic *t = r->t;
    int *first = &r->first[e->warp];

    while (*first < t->instruction_count && (t->instructions[*first].warp != e->warp || (t->instructions[*first].left && r->done[*first])))
        ++*first;
    for (int n = *first; n < t->instruction_count; n++) {
        const port_instruction *i = &t->instructions[n];
        if (i->warp == e->warp && i->pc == e->pc && (result ? !r->done[n] && i->rd == e->rd : i->left == 0))
            return n;
    }
    return -1;
}

static void add_write(reading *r, const port_event *e, int of, const uint32_t *mask, const uint32_t *value)
{
    port_traffic *t = r->t;
    held *h = held_of(r, e->warp, e->rd);
    int n = t->write_count++;

    t->writes = grow_one(t->writes, (size_t)n, sizeof *t->writes);
    t->values = grow_one(t->values, (size_t)n, sizeof *t->values);
    t->values[n] = zalloc((size_t)t->lanes * sizeof **t->values);
    memcpy(t->values[n], value, (size_t)t->lanes * sizeof **t->values);
    t->writes[n] = (port_write){.cycle = e->cycle,
                                .of = of,
                                .warp = e->warp,
                                .reg = e->rd,
                                .last = e->last,
                                .writes_before = h->writes++,
                                .reads_before = h->reads,
                                .value = t->values[n]};
    memcpy(t->writes[n].mask, mask, sizeof t->writes[n].mask);
}

static void take_packet(reading *r, const port_event *e, bool merge)
{
    held *h = held_of(r, e->warp, e->rd);
    int of = oldest(r, e, true);

    if (!merge) {
        add_write(r, e, of, e->mask, e->value);
    } else {
        if (e->first || !h->open)
            memset(h->mask, 0, sizeof h->mask);
        h->open = !e->last;
        for (int i = 0; i < TRACE_MASK_WORDS; i++)
            h->mask[i] |= e->mask[i];
        for (int i = 0; i < r->t->lanes; i++)
            if (e->mask[i / 32] >> i % 32 & 1)
                h->value[i] = e->value[i];
        if (e->last)
            add_write(r, e, of, h->mask, h->value);
    }
    if (e->last && of >= 0)
        r->done[of] = true;
}

static void take(reading *r, const port_event *e, bool merge)
{
    int n;

    r->t->last = e->cycle;
    switch (e->kind) {
    case PORT_ISSUE: take_instruction(r, e); break;
    case PORT_WRITE: take_packet(r, e, merge); break;
    default:
        n = oldest(r, e, false);
        if (n >= 0)
            r->t->instructions[n].left = e->cycle;
    }
}

void port_traffic_read(port_traffic *t, const char *path, bool merge)
{
    struct stat st;
    if (stat(path, &st) == 0 && !S_ISREG(st.st_mode) && !S_ISDIR(st.st_mode))
        die_usage("%s is a pipe or a device; the recording is read several times: a file is expected", path);
    trace *in = port_events_open(path);
    *t = (port_traffic){.path = path, .lanes = trace_lanes(in), .warps = port_events_warps(in)};
    reading r = {.t = t};
    r.registers = zalloc((size_t)(t->warps * PORT_REGISTERS) * sizeof *r.registers);
    r.first = zalloc((size_t)t->warps * sizeof *r.first);
    for (const port_event *e; (e = port_event_next(in)) != NULL;)
        take(&r, e, merge);
    trace_close(in);
    arena_free(r.registers);
    arena_free(r.first);
    arena_free(r.done);
    if (t->instruction_count == 0)
        die_usage("%s has no instruction", path);
}

void port_traffic_free(port_traffic *t)
{
    for (int i = 0; i < t->write_count; i++)
        arena_free(t->values[i]);
    arena_free(t->values);
    arena_free(t->writes);
    arena_free(t->instructions);
}
