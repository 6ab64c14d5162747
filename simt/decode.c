/* SPDX-License-Identifier: Apache-2.0
 *
 * decode.c - a row a form of instruction, from instructions.def; simt_decode finds the row of a word and takes its fields apart. */
#include "decode.h"

#include <stddef.h>
#include <string.h>

/* Operands of an instruction: registers, rounding mode, and the form of the immediate. */
enum {
    RD = 1 << 0,
    RD_F = 1 << 1,
    RS1 = 1 << 2,
    RS1_F = 1 << 3,
    RS2 = 1 << 4,
    RS2_F = 1 << 5,
    RS3_F = 1 << 6,
    RM = 1 << 7,
    CALL = 1 << 8, /* reads a7 */
    IMM_I = 1 << 9,
    IMM_S = 1 << 10,
    IMM_B = 1 << 11,
    IMM_U = 1 << 12,
    IMM_J = 1 << 13,
    IMM_SHIFT = 1 << 14,
    IMM_CSR = 1 << 15,
    NUMBER = 1 << 16 /* in funct7 */
};

typedef struct {
    const char *name;
    uint32_t mask, match;
    int operands;
    simt_unit unit;
    trace_class op;
    trace_operation operation;
    trace_type type;
} row;

/* What is no arithmetic has none. */
#define TRACE_NONE 0
#define SIMT_INSTRUCTION(code, name, mask, match, operands, unit, class, operation, type) \
    {name, mask, match, operands, SIMT_UNIT_##unit, TRACE_##class, (trace_operation)TRACE_##operation, (trace_type)TRACE_##type},
static const row rows[SIMT_CODES] = {
    {"illegal", 0, 1, 0, SIMT_UNIT_NONE, TRACE_OTHER, TRACE_OPERATION_UNKNOWN, TRACE_TYPE_UNKNOWN},
#include "instructions.def"
};

/* Bits high..low of a word. */
static uint32_t field(uint32_t word, int high, int low)
{
    return word >> low & (0xffffffffu >> (31 - high + low));
}

/* -1 if bit 31 is set, else 0: what a sign-extended immediate has above its other bits. */
static uint32_t sign(uint32_t word)
{
    return 0u - (word >> 31);
}

static uint32_t immediate(uint32_t word, int operands)
{
    if (operands & IMM_I)
        return sign(word) << 11 | field(word, 30, 20);
    if (operands & IMM_S)
        return sign(word) << 11 | field(word, 30, 25) << 5 | field(word, 11, 7);
    if (operands & IMM_B)
        return sign(word) << 12 | field(word, 7, 7) << 11 | field(word, 30, 25) << 5 | field(word, 11, 8) << 1;
    if (operands & IMM_U)
        return word & 0xfffff000u;
    if (operands & IMM_J)
        return sign(word) << 20 | field(word, 19, 12) << 12 | field(word, 20, 20) << 11 | field(word, 30, 21) << 1;
    if (operands & IMM_SHIFT)
        return field(word, 24, 20);
    if (operands & NUMBER)
        return field(word, 31, 25);
    return operands & IMM_CSR ? word >> 20 : 0;
}

trace_register simt_register(int number)
{
    return number < SIMT_F ? (trace_register){TRACE_X, number} : (trace_register){TRACE_F, number - SIMT_F};
}

static void add_source(simt_op *op, int number)
{
    if (number == 0)
        return;
    op->source[op->sources++] = simt_register(number);
    op->reads |= 1ull << number;
}

static uint8_t bytes_of(simt_code code)
{
    if (code == SIMT_LB || code == SIMT_LBU || code == SIMT_SB)
        return 1;
    return code == SIMT_LH || code == SIMT_LHU || code == SIMT_SH ? 2 : 4;
}

/* li and mv are written as addi, neg as sub: they only move or negate. */
static bool is_move(const simt_op *op)
{
    return (op->code == SIMT_ADDI && (op->rs1 == 0 || op->imm == 0)) || (op->code == SIMT_SUB && op->rs1 == 0);
}

static simt_code find(uint32_t word)
{
    for (int i = 1; i < SIMT_CODES; i++)
        if ((word & rows[i].mask) == rows[i].match &&
            (!(rows[i].operands & RM) || field(word, 14, 12) < SIMT_MODES || field(word, 14, 12) == SIMT_DYNAMIC))
            return (simt_code)i;
    return SIMT_ILLEGAL;
}

void simt_decode(uint32_t word, simt_op *op)
{
    memset(op, 0, sizeof *op);
    op->code = (uint8_t)find(word);
    const row *r = &rows[op->code];
    int o = r->operands;
    op->unit = (uint8_t)r->unit;
    op->op = (uint8_t)r->op;
    op->bytes = bytes_of((simt_code)op->code);
    op->rd = (uint8_t)(o & RD ? field(word, 11, 7) : o & RD_F ? SIMT_F + field(word, 11, 7) : 0);
    op->rs1 = (uint8_t)(o & RS1 ? field(word, 19, 15) : o & RS1_F ? SIMT_F + field(word, 19, 15) : o & CALL ? SIMT_A7 : 0);
    op->rs2 = (uint8_t)(o & RS2 ? field(word, 24, 20) : o & RS2_F ? SIMT_F + field(word, 24, 20) : 0);
    op->rs3 = (uint8_t)(o & RS3_F ? SIMT_F + field(word, 31, 27) : 0);
    op->rm = (uint8_t)(o & RM ? field(word, 14, 12) : 0);
    op->zimm = (uint8_t)field(word, 19, 15);
    op->imm = immediate(word, o);
    op->operation = (uint8_t)(is_move(op) ? TRACE_SIMPLE : r->operation);
    op->type = (uint8_t)r->type;
    add_source(op, op->rs1);
    add_source(op, op->rs2);
    add_source(op, op->rs3);
    if (op->rd != 0) {
        op->destinations = 1;
        op->destination = simt_register(op->rd);
        op->writes = 1ull << op->rd;
    }
}

const char *simt_name(const simt_op *op)
{
    return rows[op->code].name;
}

simt_unit simt_unit_of(simt_code code)
{
    return rows[code].unit;
}

bool simt_reads_flags(const simt_op *op)
{
    bool is_csr = op->code >= SIMT_CSRRW && op->code <= SIMT_CSRRCI;

    return is_csr && (op->imm == SIMT_CSR_FFLAGS || op->imm == SIMT_CSR_FCSR);
}
