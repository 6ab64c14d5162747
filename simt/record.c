/* SPDX-License-Identifier: Apache-2.0
 *
 * record.c - the records of a launch, then of each instruction: itself, what it read for the first time, its accesses, its write. */
#include "record.h"

#include <stdlib.h>
#include <string.h>

#include "../base/text.h"

/* A record of each kind is kept, so that what never changes in it is set once. */
struct simt_recorder {
    trace_writer *writer;
    int lanes;
    trace_record instruction, value, access, host;
};

simt_recorder *simt_recorder_new(trace_writer *writer, int lanes)
{
    simt_recorder *k = zalloc(sizeof *k);

    k->writer = writer;
    k->lanes = k->instruction.lanes = k->value.lanes = k->access.lanes = k->host.lanes = lanes;
    k->instruction.kind = TRACE_INSTRUCTION;
    k->instruction.mask_known = true;
    k->value.words = k->access.words = 1;
    k->value.linked = k->access.linked = true;
    return k;
}

void simt_recorder_free(simt_recorder *k)
{
    arena_free(k);
}

static void set_head(trace_record *t, const simt_warp *w)
{
    t->cta = w->block;
    t->warp = w->index;
    t->pc = w->pc;
    memcpy(t->mask, w->mask, sizeof t->mask);
}

void simt_record_launch(simt_recorder *k, const trace_launch *launch)
{
    trace_record *t = &k->host;

    t->kind = TRACE_LAUNCH;
    t->launched = *launch;
    trace_write(k->writer, t);
}

void simt_record_copy(simt_recorder *k, uint32_t address, uint32_t bytes)
{
    trace_record *t = &k->host;

    t->kind = TRACE_COPY;
    t->addr[0] = address;
    t->bytes = bytes;
    trace_write(k->writer, t);
}

static void put_value(simt_recorder *k, const simt_warp *w, const simt_op *op, trace_kind kind, int number)
{
    trace_record *t = &k->value;
    trace_register reg = simt_register(number);

    set_head(t, w);
    t->kind = kind;
    t->op = (trace_class)op->op;
    t->file = reg.file;
    t->reg = reg.reg;
    memcpy(t->value, w->registers + number * k->lanes, (size_t)k->lanes * sizeof *t->value);
    trace_write(k->writer, t);
}

static void put_instruction(simt_recorder *k, const simt_warp *w, const simt_op *op)
{
    trace_record *t = &k->instruction;

    set_head(t, w);
    t->op = (trace_class)op->op;
    t->operation = (trace_operation)op->operation;
    t->type = (trace_type)op->type;
    t->sources = op->sources;
    t->destinations = op->destinations;
    t->written = op->destinations > 0;
    memcpy(t->source, op->source, sizeof op->source);
    t->destination[0] = op->destination;
    trace_write(k->writer, t);
}

/* One record, of the lanes of `mask`. */
static void put_access(simt_recorder *k, trace_kind kind, trace_space space, const uint32_t *mask, const simt_result *r)
{
    trace_record *t = &k->access;
    const uint32_t *data = kind == TRACE_LOAD ? r->loaded : r->stored;
    uint32_t base = space == TRACE_LOCAL ? SIMT_PRIVATE_BASE : 0, some = 0;

    t->kind = kind;
    t->space = space;
    for (int i = 0; i < TRACE_MASK_WORDS; i++) {
        t->mask[i] = mask[i];
        some |= mask[i];
    }
    if (some == 0)
        return;
    for (int i = 0; i < k->lanes; i++) {
        uint32_t on = 0u - (mask[i / 32] >> (i % 32) & 1);
        t->addr[i] = (r->address[i] - base) & on;
        t->value[i] = data[i] & on;
    }
    trace_write(k->writer, t);
}

static void put_accesses(simt_recorder *k, trace_kind kind, const uint32_t *mask, const simt_result *r)
{
    static const trace_space spaces[] = {TRACE_GLOBAL, TRACE_SHARED, TRACE_LOCAL};

    if (!r->mixed) {
        put_access(k, kind, r->space, mask, r);
        return;
    }
    for (int s = 0; s < 3; s++) {
        uint32_t part[TRACE_MASK_WORDS] = {0};
        for (int i = 0; i < k->lanes; i++)
            if ((mask[i / 32] >> (i % 32) & 1) && r->lane_space[i] == spaces[s])
                part[i / 32] |= 1u << (i % 32);
        put_access(k, kind, spaces[s], part, r);
    }
}

/* An event: a store of both live-in registers to its number, elsewhere. */
static void put_event(simt_recorder *k, const simt_warp *w, const simt_op *op)
{
    trace_record *t = &k->access;
    const uint32_t *first = w->registers + op->rs1 * k->lanes, *second = w->registers + op->rs2 * k->lanes;

    set_head(t, w);
    t->kind = TRACE_STORE;
    t->space = TRACE_ELSEWHERE;
    t->size = 8;
    t->words = 2;
    for (int i = 0; i < k->lanes; i++) {
        uint32_t on = w->active[i];
        t->addr[i] = op->imm & on;
        t->value[2 * i] = first[i] & on;
        t->value[2 * i + 1] = second[i] & on;
    }
    trace_write(k->writer, t);
    t->words = 1;
}

void simt_record(simt_recorder *k, simt_warp *w, const simt_op *op, const simt_result *r)
{
    put_instruction(k, w, op);
    for (uint64_t fresh = op->reads & ~w->known; fresh != 0; fresh &= fresh - 1)
        put_value(k, w, op, TRACE_READ, __builtin_ctzll(fresh));
    w->known |= op->reads | op->writes;
    if (op->unit == SIMT_UNIT_EVENT)
        put_event(k, w, op);
    if (r->loads || r->stores) {
        set_head(&k->access, w);
        k->access.size = op->bytes;
    }
    if (r->loads)
        put_accesses(k, TRACE_LOAD, w->mask, r);
    if (r->stores)
        put_accesses(k, TRACE_STORE, r->storing, r);
}

void simt_record_write(simt_recorder *k, const simt_warp *w, const simt_op *op)
{
    if (op->rd != 0)
        put_value(k, w, op, TRACE_WRITE, op->rd);
}
