/* SPDX-License-Identifier: Apache-2.0
 *
 * exec_int.c - integer arithmetic and the conditions of branches. Each case is one loop over all lanes without a branch in it, which the
 * compiler turns into vector instructions. */
#include "exec.h"

/* clang-format off */
#define EACH(value) do { for (int i = 0; i < n; i++) { const uint32_t a = s[i], b = t[i]; (void)b; out[i] = (uint32_t)(value); } } while (0)
#define EACH_IMM(value) do { const uint32_t b = op->imm; for (int i = 0; i < n; i++) { const uint32_t a = s[i]; out[i] = (uint32_t)(value); } } while (0)
/* clang-format on */

static int32_t as_signed(uint32_t x)
{
    return (int32_t)x;
}

static uint32_t high(int64_t product)
{
    return (uint32_t)((uint64_t)product >> 32);
}

/* Division by 0 gives all ones, and the dividend as the remainder; of the one quotient that has no place the low bits stay. */
static uint32_t quotient(uint32_t a, uint32_t b)
{
    if (b == 0)
        return ~0u;
    return b == ~0u ? 0u - a : (uint32_t)(as_signed(a) / as_signed(b));
}

static uint32_t remainder_of(uint32_t a, uint32_t b)
{
    if (b == 0)
        return a;
    return b == ~0u ? 0 : (uint32_t)(as_signed(a) % as_signed(b));
}

void simt_exec_integer(const simt_op *op, const simt_warp *w, simt_result *r)
{
    const uint32_t *restrict s = w->registers + op->rs1 * w->lanes, *restrict t = w->registers + op->rs2 * w->lanes;
    uint32_t *restrict out = r->out;
    const int n = w->lanes;

    switch (op->code) {
    case SIMT_LUI: EACH_IMM(b + 0 * a); break;
    case SIMT_AUIPC: EACH_IMM(b + w->pc + 0 * a); break;
    case SIMT_ADDI: EACH_IMM(a + b); break;
    case SIMT_SLTI: EACH_IMM(as_signed(a) < as_signed(b)); break;
    case SIMT_SLTIU: EACH_IMM(a < b); break;
    case SIMT_XORI: EACH_IMM(a ^ b); break;
    case SIMT_ORI: EACH_IMM(a | b); break;
    case SIMT_ANDI: EACH_IMM(a & b); break;
    case SIMT_SLLI: EACH_IMM(a << b); break;
    case SIMT_SRLI: EACH_IMM(a >> b); break;
    case SIMT_SRAI: EACH_IMM(as_signed(a) >> b); break;
    case SIMT_ADD: EACH(a + b); break;
    case SIMT_SUB: EACH(a - b); break;
    case SIMT_SLL: EACH(a << (b & 31)); break;
    case SIMT_SLT: EACH(as_signed(a) < as_signed(b)); break;
    case SIMT_SLTU: EACH(a < b); break;
    case SIMT_XOR: EACH(a ^ b); break;
    case SIMT_SRL: EACH(a >> (b & 31)); break;
    case SIMT_SRA: EACH(as_signed(a) >> (b & 31)); break;
    case SIMT_OR: EACH(a | b); break;
    case SIMT_AND: EACH(a & b); break;
    case SIMT_MUL: EACH(a * b); break;
    case SIMT_MULH: EACH(high((int64_t)as_signed(a) * as_signed(b))); break;
    case SIMT_MULHSU: EACH(high(as_signed(a) * (int64_t)b)); break;
    case SIMT_MULHU: EACH((uint64_t)a * b >> 32); break;
    case SIMT_DIV: EACH(quotient(a, b)); break;
    case SIMT_DIVU: EACH(b == 0 ? ~0u : a / b); break;
    case SIMT_REM: EACH(remainder_of(a, b)); break;
    case SIMT_REMU: EACH(b == 0 ? a : a % b); break;
    default: break;
    }
}

void simt_exec_branch(const simt_op *op, const simt_warp *w, simt_result *r)
{
    const uint32_t *restrict s = w->registers + op->rs1 * w->lanes, *restrict t = w->registers + op->rs2 * w->lanes;
    uint32_t *restrict out = r->taken;
    const int n = w->lanes;

    switch (op->code) {
    case SIMT_BEQ: EACH(0u - (a == b)); break;
    case SIMT_BNE: EACH(0u - (a != b)); break;
    case SIMT_BLT: EACH(0u - (as_signed(a) < as_signed(b))); break;
    case SIMT_BGE: EACH(0u - (as_signed(a) >= as_signed(b))); break;
    case SIMT_BLTU: EACH(0u - (a < b)); break;
    case SIMT_BGEU: EACH(0u - (a >= b)); break;
    default: break;
    }
}
