/* SPDX-License-Identifier: Apache-2.0
 *
 * plain.c - one thread, one instruction after the other, as the manual of RISC-V reads. A group of instructions is a function that is
 * true when it is done; `step` chooses, and `fail` tells why a thread stops. */
#include "plain.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "exec.h"
#include "float32.h"

enum { FAULT = 200 };

typedef struct {
    const simt_program *program;
    simt_reservations *reservations;
    simt_thread *t;
    char *fault;
} machine;

static bool __attribute__((format(printf, 2, 3))) fail(machine *m, const char *format, ...)
{
    va_list args;

    va_start(args, format);
    vsnprintf(m->fault, FAULT, format, args);
    va_end(args);
    return false;
}

static void set(simt_thread *t, const simt_op *op, uint32_t value)
{
    if (op->rd != 0)
        t->x[op->rd] = value;
}

static uint32_t integer(const simt_op *op, uint32_t a, uint32_t b)
{
    const int32_t sa = (int32_t)a, sb = (int32_t)b;
    const bool overflows = a == 0x80000000 && b == 0xffffffff;

    switch (op->code) {
    case SIMT_LUI: return b;
    case SIMT_ADD:
    case SIMT_ADDI: return a + b;
    case SIMT_SUB: return a - b;
    case SIMT_SLT:
    case SIMT_SLTI: return sa < sb;
    case SIMT_SLTU:
    case SIMT_SLTIU: return a < b;
    case SIMT_XOR:
    case SIMT_XORI: return a ^ b;
    case SIMT_OR:
    case SIMT_ORI: return a | b;
    case SIMT_AND:
    case SIMT_ANDI: return a & b;
    case SIMT_SLL:
    case SIMT_SLLI: return a << (b & 31);
    case SIMT_SRL:
    case SIMT_SRLI: return a >> (b & 31);
    case SIMT_SRA:
    case SIMT_SRAI: return (uint32_t)(sa >> (b & 31));
    case SIMT_MUL: return a * b;
    case SIMT_MULH: return (uint32_t)((uint64_t)((int64_t)sa * sb) >> 32);
    case SIMT_MULHSU: return (uint32_t)((uint64_t)((int64_t)sa * (int64_t)b) >> 32);
    case SIMT_MULHU: return (uint32_t)((uint64_t)a * b >> 32);
    case SIMT_DIV: return b == 0 ? 0xffffffff : overflows ? a : (uint32_t)(sa / sb);
    case SIMT_DIVU: return b == 0 ? 0xffffffff : a / b;
    case SIMT_REM: return b == 0 ? a : overflows ? 0 : (uint32_t)(sa % sb);
    default: return b == 0 ? a : a % b; /* remu */
    }
}

static bool is_taken(const simt_op *op, uint32_t a, uint32_t b)
{
    switch (op->code) {
    case SIMT_BEQ: return a == b;
    case SIMT_BNE: return a != b;
    case SIMT_BLT: return (int32_t)a < (int32_t)b;
    case SIMT_BGE: return (int32_t)a >= (int32_t)b;
    case SIMT_BLTU: return a < b;
    default: return a >= b; /* bgeu */
    }
}

static bool floating(machine *m, const simt_op *op)
{
    simt_thread *t = m->t;
    uint32_t mode = op->rm == SIMT_DYNAMIC ? t->frm : op->rm;

    if (mode >= SIMT_MODES)
        return fail(m, "illegal instruction: the rounding mode in frm is %u; accepted are 0 to 4", mode);
    set(t, op, simt_float((simt_code)op->code, t->x[op->rs1], t->x[op->rs2], t->x[op->rs3], (int)mode, &t->fflags));
    return true;
}

static uint8_t *place(machine *m, const simt_op *op, uint32_t address, uint64_t *key)
{
    simt_thread *t = m->t;
    trace_space space;
    uint8_t *at = simt_memory_at(t->view, t->lane, address, op->bytes, &space);

    if (at == NULL)
        fail(m, "%s of %u byte%s at %08x %s",
             op->op == TRACE_STORES  ? "a store"
             : op->op == TRACE_LOADS ? "a load"
                                     : simt_name(op),
             op->bytes, op->bytes == 1 ? "" : "s", address, simt_memory_wrong(t->view, address, op->bytes));
    else
        *key = simt_word_key(space, address, t->block, t->owner);
    return at;
}

static bool load(machine *m, const simt_op *op)
{
    uint64_t key;
    const uint8_t *at = place(m, op, m->t->x[op->rs1] + op->imm, &key);
    uint32_t value = 0;

    if (at == NULL)
        return false;
    memcpy(&value, at, op->bytes);
    set(m->t, op, op->code == SIMT_LB ? (uint32_t)(int8_t)value : op->code == SIMT_LH ? (uint32_t)(int16_t)value : value);
    return true;
}

static bool store(machine *m, const simt_op *op)
{
    uint64_t key;
    uint8_t *at = place(m, op, m->t->x[op->rs1] + op->imm, &key);

    if (at == NULL)
        return false;
    memcpy(at, &m->t->x[op->rs2], op->bytes);
    simt_reservations_break(m->reservations, key);
    return true;
}

static bool atomic(machine *m, const simt_op *op)
{
    simt_thread *t = m->t;
    uint64_t key;
    uint8_t *at = place(m, op, t->x[op->rs1], &key);
    uint32_t old, operand = t->x[op->rs2], value = operand, result;

    if (at == NULL)
        return false;
    memcpy(&old, at, 4);
    result = old;
    switch (op->code) {
    case SIMT_LR:
        simt_reserve(m->reservations, key, t->owner);
        set(t, op, old);
        return true;
    case SIMT_SC:
        result = simt_reservation_take(m->reservations, key, t->owner) ? 0 : 1;
        set(t, op, result);
        if (result != 0)
            return true;
        break;
    case SIMT_AMOADD: value = old + operand; break;
    case SIMT_AMOXOR: value = old ^ operand; break;
    case SIMT_AMOAND: value = old & operand; break;
    case SIMT_AMOOR: value = old | operand; break;
    case SIMT_AMOMIN: value = (int32_t)operand < (int32_t)old ? operand : old; break;
    case SIMT_AMOMAX: value = (int32_t)operand > (int32_t)old ? operand : old; break;
    case SIMT_AMOMINU: value = operand < old ? operand : old; break;
    case SIMT_AMOMAXU: value = operand > old ? operand : old; break;
    default: break; /* amoswap */
    }
    memcpy(at, &value, 4);
    simt_reservations_break(m->reservations, key);
    set(t, op, result);
    return true;
}

static bool csr(machine *m, const simt_op *op)
{
    simt_thread *t = m->t;
    uint32_t operand = op->code >= SIMT_CSRRWI ? op->zimm : t->x[op->rs1], old, new;
    bool writes = op->code == SIMT_CSRRW || op->code == SIMT_CSRRWI || op->zimm != 0;

    switch (op->imm) {
    case SIMT_CSR_FFLAGS: old = t->fflags; break;
    case SIMT_CSR_FRM: old = t->frm; break;
    case SIMT_CSR_FCSR: old = t->frm << 5 | t->fflags; break;
    case SIMT_CSR_HART: old = t->hart; break;
    default: return fail(m, "illegal instruction: CSR %03x; accepted are 001, 002, 003 (floating point) and f14 (mhartid)", op->imm);
    }
    switch (op->code) {
    case SIMT_CSRRW:
    case SIMT_CSRRWI: new = operand; break;
    case SIMT_CSRRS:
    case SIMT_CSRRSI: new = old | operand; break;
    default: new = old & ~operand; break;
    }
    if (writes && op->imm == SIMT_CSR_HART)
        return fail(m, "illegal instruction: mhartid cannot be written");
    if (writes && op->imm == SIMT_CSR_FFLAGS)
        t->fflags = new & 31;
    if (writes && op->imm == SIMT_CSR_FRM)
        t->frm = new & 7;
    if (writes && op->imm == SIMT_CSR_FCSR) {
        t->fflags = new & 31;
        t->frm = new >> 5 & 7;
    }
    set(t, op, old);
    return true;
}

/* One instruction but ecall. */
static bool step(machine *m, const simt_op *op)
{
    simt_thread *t = m->t;
    uint32_t a = t->x[op->rs1], b = t->x[op->rs2], next = t->pc + 4;
    bool ok = true;

    switch (op->unit) {
    case SIMT_UNIT_INTEGER:
        if (op->code == SIMT_AUIPC)
            set(t, op, t->pc + op->imm);
        else
            set(t, op, integer(op, a, op->code <= SIMT_ANDI || (op->code >= SIMT_SLLI && op->code <= SIMT_SRAI) ? op->imm : b));
        break;
    case SIMT_UNIT_BRANCH: next = is_taken(op, a, b) ? t->pc + op->imm : next; break;
    case SIMT_UNIT_JUMP:
        next = op->code == SIMT_JAL ? t->pc + op->imm : (a + op->imm) & ~1u;
        if (next % 4 != 0)
            return fail(m, "a jump to %08x, which is no multiple of 4", next);
        set(t, op, t->pc + 4);
        break;
    case SIMT_UNIT_FLOAT: ok = floating(m, op); break;
    case SIMT_UNIT_MEMORY: ok = op->op == TRACE_LOADS ? load(m, op) : store(m, op); break;
    case SIMT_UNIT_ATOMIC: ok = atomic(m, op); break;
    case SIMT_UNIT_VOTE: return fail(m, "%s is a vote of a warp's lanes; the host and --order plain have no warps", simt_name(op));
    case SIMT_UNIT_EVENT: set(t, op, b); break;
    case SIMT_UNIT_LIVE: return fail(m, "%s is of routines; a kernel has event", simt_name(op));
    case SIMT_UNIT_SYSTEM:
        if (op->code == SIMT_EBREAK)
            return fail(m, "ebreak: the program stops itself");
        ok = op->code == SIMT_FENCE || csr(m, op);
        break;
    default: return fail(m, "illegal instruction; accepted are RV32IMAF, votes and events");
    }
    if (ok)
        t->pc = next;
    return ok;
}

simt_stop simt_plain_run(const simt_program *p, simt_reservations *r, simt_thread *t, uint64_t *left, char fault[FAULT])
{
    machine m = {p, r, t, fault};

    for (;;) {
        if (t->pc == SIMT_THREAD_END) {
            simt_reservation_take(r, 0, t->owner);
            return SIMT_STOP_END;
        }
        if (*left == 0)
            return SIMT_STOP_LIMIT;
        simt_op *op = simt_program_at(p, t->pc);
        if (op == NULL) {
            fail(&m, "there is no code at %08x", t->pc);
            return SIMT_STOP_FAULT;
        }
        op->used |= t->is_kernel;
        if (op->code == SIMT_ECALL) {
            --*left;
            return SIMT_STOP_CALL;
        }
        if (!step(&m, op))
            return SIMT_STOP_FAULT;
        --*left;
    }
}
