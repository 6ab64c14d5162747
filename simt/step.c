/* SPDX-License-Identifier: Apache-2.0
 *
 * step.c - one instruction of a warp: fetch, execute, record, write, go on. */
#include <stdarg.h>
#include <stdio.h>

#include "exec.h"

bool simt_fault(simt_core *c, int lane, const char *format, ...)
{
    va_list args;

    va_start(args, format);
    vsnprintf(c->fault, sizeof c->fault, format, args);
    va_end(args);
    c->lane = lane;
    return false;
}

static uint32_t csr_read(const simt_warp *w, uint32_t csr, int i)
{
    switch (csr) {
    case SIMT_CSR_FFLAGS: return w->fflags[i];
    case SIMT_CSR_FRM: return w->frm[i];
    case SIMT_CSR_FCSR: return w->frm[i] << 5 | w->fflags[i];
    default: return w->hart + (uint32_t)i;
    }
}

static void csr_write(simt_warp *w, uint32_t csr, int i, uint32_t value)
{
    if (csr != SIMT_CSR_FRM)
        w->fflags[i] = value & 31;
    if (csr != SIMT_CSR_FFLAGS)
        w->frm[i] = (csr == SIMT_CSR_FRM ? value : value >> 5) & 7;
    w->frm_set |= w->frm[i] != 0;
}

/* csrrs and csrrc, and those with an immediate, do not write if the operand's field is 0. */
static bool exec_csr(simt_core *c, const simt_op *op, simt_warp *w)
{
    const int n = w->lanes;
    const uint32_t *s = w->registers + op->rs1 * w->lanes;
    bool immediate = op->code >= SIMT_CSRRWI, swap = op->code == SIMT_CSRRW || op->code == SIMT_CSRRWI;
    bool set = op->code == SIMT_CSRRS || op->code == SIMT_CSRRSI, writes = swap || op->zimm != 0;

    if (op->imm != SIMT_CSR_HART && (op->imm < SIMT_CSR_FFLAGS || op->imm > SIMT_CSR_FCSR))
        return simt_fault(c, w->first, "illegal instruction: CSR %03x; accepted are 001, 002, 003 (floating point) and f14 (mhartid)",
                          op->imm);
    if (op->imm == SIMT_CSR_HART && writes)
        return simt_fault(c, w->first, "illegal instruction: mhartid cannot be written");
    for (int i = 0; i < n; i++) {
        if (!w->active[i])
            continue;
        uint32_t old = csr_read(w, op->imm, i), value = immediate ? op->zimm : s[i];
        c->result.out[i] = old;
        if (writes)
            csr_write(w, op->imm, i, swap ? value : set ? old | value : old & ~value);
    }
    return true;
}

/* Kernels have one call: the barrier. */
static bool exec_call(simt_core *c, const simt_warp *w)
{
    const int n = w->lanes;
    const uint32_t *a7 = w->registers + SIMT_A7 * w->lanes;

    for (int i = 0; i < n; i++)
        if (w->active[i] && a7[i] != SIMT_CALL_BARRIER)
            return simt_fault(c, i, "call %u; a kernel has barrier (%d) only, the others are for the host", a7[i], SIMT_CALL_BARRIER);
    return true;
}

static bool exec_system(simt_core *c, const simt_op *op, simt_warp *w)
{
    switch (op->code) {
    case SIMT_FENCE: return true;
    case SIMT_ECALL: return exec_call(c, w);
    case SIMT_EBREAK: return simt_fault(c, w->first, "ebreak: the program stops itself");
    default: return exec_csr(c, op, w);
    }
}

static bool exec_jump(simt_core *c, const simt_op *op, const simt_warp *w)
{
    const int n = w->lanes;
    const uint32_t *s = w->registers + op->rs1 * w->lanes;
    simt_result *r = &c->result;

    for (int i = 0; i < n; i++) {
        r->out[i] = w->pc + 4;
        r->target[i] = op->code == SIMT_JAL ? w->pc + op->imm : (s[i] + op->imm) & ~1u;
    }
    for (int i = 0; i < n; i++)
        if (w->active[i] && r->target[i] % 4 != 0)
            return simt_fault(c, i, "a jump to %08x, which is no multiple of 4", r->target[i]);
    return true;
}

static bool execute(simt_core *c, const simt_op *op, simt_warp *w)
{
    switch (op->unit) {
    case SIMT_UNIT_INTEGER: simt_exec_integer(op, w, &c->result); return true;
    case SIMT_UNIT_BRANCH: simt_exec_branch(op, w, &c->result); return true;
    case SIMT_UNIT_JUMP: return exec_jump(c, op, w);
    case SIMT_UNIT_FLOAT: return simt_exec_float(c, op, w);
    case SIMT_UNIT_MEMORY: return simt_exec_memory(c, op, w);
    case SIMT_UNIT_ATOMIC: return simt_exec_atomic(c, op, w);
    case SIMT_UNIT_VOTE: simt_exec_vote(op, w, &c->result); return true;
    case SIMT_UNIT_EVENT: simt_exec_event(op, w, &c->result); return true;
    case SIMT_UNIT_LIVE: return simt_exec_live(c, op, w);
    case SIMT_UNIT_SYSTEM: return exec_system(c, op, w);
    default: return simt_fault(c, w->first, "illegal instruction; accepted are RV32IMAF, votes and events");
    }
}

/* Writes rd in the lanes of the group. */
static void write_back(const simt_op *op, simt_warp *w, const simt_result *r)
{
    const int n = w->lanes;
    uint32_t *restrict d = w->registers + op->rd * w->lanes;
    const uint32_t *restrict out = r->out, *restrict on = w->active;

    for (int i = 0; i < n; i++)
        d[i] = (out[i] & on[i]) | (d[i] & ~on[i]);
}

/* The group's lanes get a pc each; those that are at their end leave. */
static simt_outcome go_apart(simt_core *c, simt_warp *w, const uint32_t *target)
{
    const int n = w->lanes;
    int live = w->live;

    for (int i = 0; i < n; i++) {
        if (!w->active[i])
            continue;
        w->lane_pc[i] = target[i];
        if (target[i] == SIMT_THREAD_END) {
            w->status[i] = SIMT_ENDED;
            w->live--;
            if (c->reservations.count > 0)
                simt_reservation_take(&c->reservations, 0, w->owner + (uint32_t)i);
        }
    }
    simt_warp_choose(w);
    return w->live < live ? SIMT_THREADS_LEFT : SIMT_STEPPED;
}

static simt_outcome go_branch(simt_core *c, const simt_op *op, simt_warp *w)
{
    const int n = w->lanes;
    simt_result *r = &c->result;
    uint32_t some = 0, all = ~0u;

    for (int i = 0; i < n; i++) {
        some |= r->taken[i] & w->active[i];
        all &= r->taken[i] | ~w->active[i];
    }
    if (some == 0 || all != 0) {
        simt_warp_go(w, some ? w->pc + op->imm : w->pc + 4);
        return SIMT_STEPPED;
    }
    for (int i = 0; i < n; i++)
        r->target[i] = w->pc + (r->taken[i] ? op->imm : 4);
    return go_apart(c, w, r->target);
}

static simt_outcome go_jump(simt_core *c, simt_warp *w)
{
    const int n = w->lanes;
    const uint32_t *target = c->result.target, first = target[w->first];
    uint32_t differ = 0;

    for (int i = 0; i < n; i++)
        differ |= (target[i] ^ first) & w->active[i];
    if (differ != 0 || first == SIMT_THREAD_END)
        return go_apart(c, w, target);
    simt_warp_go(w, first);
    return SIMT_STEPPED;
}

static simt_outcome go_wait(simt_warp *w)
{
    const int n = w->lanes;

    simt_warp_spread(w, w->pc + 4);
    for (int i = 0; i < n; i++)
        w->status[i] = w->active[i] ? SIMT_WAITS : w->status[i];
    simt_warp_choose(w);
    return SIMT_THREADS_LEFT;
}

static simt_outcome go_on(simt_core *c, const simt_op *op, simt_warp *w)
{
    if (op->unit == SIMT_UNIT_BRANCH)
        return go_branch(c, op, w);
    if (op->unit == SIMT_UNIT_JUMP)
        return go_jump(c, w);
    if (op->code == SIMT_ECALL)
        return go_wait(w);
    if (op->rd == SIMT_SP) {
        simt_warp_spread(w, w->pc + 4);
        simt_warp_choose(w);
    } else {
        simt_warp_go(w, w->pc + 4);
    }
    return SIMT_STEPPED;
}

simt_outcome simt_step(simt_core *c, simt_warp *w)
{
    simt_op *op = simt_program_at(c->program, w->pc);

    c->result.loads = c->result.stores = false;
    if (op == NULL) {
        simt_fault(c, w->first, "there is no code at %08x", w->pc);
        return SIMT_FAULT;
    }
    if (!execute(c, op, w))
        return SIMT_FAULT;
    op->used = true;
    if (c->recorder != NULL)
        simt_record(c->recorder, w, op, &c->result);
    if (op->rd != 0)
        write_back(op, w, &c->result);
    if (c->recorder != NULL)
        simt_record_write(c->recorder, w, op);
    return go_on(c, op, w);
}
