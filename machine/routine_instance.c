/* SPDX-License-Identifier: Apache-2.0 */
#include "routine_instance.h"

#include <string.h>

#include "../base/msg.h"
#include "routine_store_parts.h"

enum { PRIVATE = 16 /* bytes of a thread: a routine has no stack */ };

static void set_register(simt_warp *w, int reg, uint32_t value, uint32_t step)
{
    for (uint32_t lane = 0; lane < ROUTINE_LANES; lane++)
        w->registers[(uint32_t)reg * ROUTINE_LANES + lane] = value + step * lane;
}

void instance_begin(routine_instance *r, const routine_store *s, int number, const instance_start *start)
{
    simt_warp *w = &r->warp;
    if (!r->made)
        simt_warp_make(w, ROUTINE_LANES, PRIVATE);
    r->made = true;
    r->number = number;
    r->high = start->high;
    memset(&r->live, 0, sizeof r->live);
    for (int k = 0; k < SIMT_LIVE_REGISTERS; k++)
        memcpy(r->live.in[k], start->in[k], sizeof start->in[k]);
    w->view.global = (simt_span){start->memory, ROUTINE_MEMORY, start->bytes};
    simt_warp_start(w, CODE + 4 * (uint32_t)s->list[number].first, ROUTINE_LANES);
    for (int lane = 0; lane < ROUTINE_LANES; lane++)
        if (!(start->mask >> lane & 1)) {
            w->status[lane] = SIMT_ENDED;
            w->live--;
        }
    set_register(w, SIMT_A0, ROUTINE_MEMORY, 0);
    set_register(w, SIMT_A0 + 1, start->bytes, 0);
    set_register(w, SIMT_A0 + 2, 0, 1);
    set_register(w, SIMT_RA, SIMT_THREAD_END, 0);
    simt_warp_choose(w);
}

int instance_next(const routine_instance *r)
{
    return r->warp.live > 0 ? (int)(r->warp.pc - CODE) / 4 : -1;
}

/* Nothing comes of it, so no memory is looked at. */
static bool prefetch(routine_instance *r, const simt_op *op, routine_access *a)
{
    simt_warp *w = &r->warp;
    for (int lane = 0; lane < ROUTINE_LANES; lane++)
        a->addr[lane] = r->high | (w->registers[op->rs1 * ROUTINE_LANES + lane] + op->imm);
    a->prefetch = true;
    simt_warp_go(w, w->pc + 4);
    return true;
}

/* Dies if a lane accesses what is not its memory: of the machine's own spaces a routine has none. */
static void check_access(const routine_instance *r, const routine *of, const simt_op *op)
{
    const simt_warp *w = &r->warp;
    const uint32_t bytes = (uint32_t)w->view.global.size;
    for (int lane = 0; lane < ROUTINE_LANES; lane++) {
        const uint32_t address = w->registers[op->rs1 * ROUTINE_LANES + lane] + op->imm, at = address - ROUTINE_MEMORY;
        if ((w->mask[0] >> lane & 1) && (at >= bytes || at + op->bytes > bytes))
            die("the routine %s, lane %d: a %s of %d byte%s at %08x is outside its memory, %u bytes from %08x on", of->name, lane,
                op->op == TRACE_STORES ? "store" : "load", op->bytes, op->bytes == 1 ? "" : "s", address, bytes, ROUTINE_MEMORY);
    }
}

bool instance_step(routine_instance *r, routine_store *s, routine_access *a)
{
    const routine *of = &s->list[r->number];
    simt_warp *w = &r->warp;
    const int at = instance_next(r), live = w->live;
    if (at < of->first || at >= of->first + of->count)
        die("the routine %s leaves its code", of->name);
    const simt_op *op = &s->ops[at];
    *a = (routine_access){.store = op->op == TRACE_STORES, .size = op->bytes};
    memcpy(a->mask, w->mask, sizeof a->mask);
    if (is_prefetch(op))
        return prefetch(r, op, a);
    if (op->op == TRACE_LOADS || op->op == TRACE_STORES)
        check_access(r, of, op);
    s->core.live = &r->live;
    const simt_outcome outcome = simt_step(&s->core, w);
    s->core.live = NULL;
    if (outcome == SIMT_FAULT)
        die("the routine %s, lane %d: %s", of->name, s->core.lane, s->core.fault);
    if (w->live < live && w->live > 0)
        die("the routine %s returns with some of its lanes, and %d go on: all must return together", of->name, w->live);
    for (int lane = 0; lane < ROUTINE_LANES; lane++)
        a->addr[lane] = s->core.result.address[lane];
    return op->op == TRACE_LOADS || op->op == TRACE_STORES;
}

void instance_free(routine_instance *r)
{
    if (r->made)
        simt_warp_free(&r->warp);
    r->made = false;
}
