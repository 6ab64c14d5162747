/* SPDX-License-Identifier: Apache-2.0
 *
 * decode.h - instructions of RV32IMAF, votes and events: words to operations. instructions.def has the table. */
#ifndef WF_SIMT_DECODE_H
#define WF_SIMT_DECODE_H

#include <stdbool.h>
#include <stdint.h>

#include "../trace/trace.h"

#define SIMT_INSTRUCTION(code, name, mask, match, operands, unit, class, operation, type) SIMT_##code,
typedef enum {
    SIMT_ILLEGAL, /* clang-format off */
#include "instructions.def"
               SIMT_CODES } simt_code; /* clang-format on */

/* Which file runs it: exec_int.c has INTEGER, BRANCH and JUMP; exec_float.c FLOAT; exec_memory.c MEMORY and ATOMIC; exec_vote.c VOTE; exec_event.c EVENT and LIVE; step.c SYSTEM. */
typedef enum {
    SIMT_UNIT_NONE,
    SIMT_UNIT_INTEGER,
    SIMT_UNIT_BRANCH,
    SIMT_UNIT_JUMP,
    SIMT_UNIT_FLOAT,
    SIMT_UNIT_MEMORY,
    SIMT_UNIT_ATOMIC,
    SIMT_UNIT_VOTE,
    SIMT_UNIT_EVENT,
    SIMT_UNIT_LIVE,
    SIMT_UNIT_SYSTEM
} simt_unit;

/* x0..31 are registers 0..31, f0..31 are registers 32..63. So all operands are of one file. */
enum { SIMT_F = 32, SIMT_REGISTERS = 64, SIMT_RA = 1, SIMT_SP = 2, SIMT_GP = 3, SIMT_TP = 4, SIMT_A0 = 10, SIMT_A7 = 17 };
enum { SIMT_RNE, SIMT_RTZ, SIMT_RDN, SIMT_RUP, SIMT_RMM, SIMT_MODES, SIMT_DYNAMIC = 7 };
enum { SIMT_CSR_FFLAGS = 1, SIMT_CSR_FRM = 2, SIMT_CSR_FCSR = 3, SIMT_CSR_HART = 0xf14 };

/* A decoded instruction. A register that it does not have is 0, and so is x0: nothing is written to it. */
typedef struct {
    uint8_t code;            /* simt_code */
    uint8_t unit;            /* simt_unit */
    uint8_t op;              /* trace_class */
    uint8_t operation, type; /* trace_operation, trace_type */
    uint8_t rd, rs1, rs2, rs3;
    uint8_t rm;      /* rounding mode; SIMT_DYNAMIC: that of the thread's frm */
    uint8_t bytes;   /* of a load or store */
    bool used;       /* a kernel has executed it */
    uint32_t imm;    /* sign-extended; of CSR instructions the CSR's number, of events and live registers theirs */
    uint8_t zimm;    /* of csrrwi, csrrsi and csrrci: the operand; of the other CSR instructions the field rs1 */
    uint64_t reads;  /* bit r: register r is a source */
    uint64_t writes; /* bit r: register r is the destination */
    int sources, destinations;
    trace_register source[3], destination;
} simt_op;

void simt_decode(uint32_t word, simt_op *op);
/* "addi"; "illegal" of SIMT_ILLEGAL. */
const char *simt_name(const simt_op *op);
simt_unit simt_unit_of(simt_code code);
/* Does it read the accrued exceptions of floating-point arithmetic (fflags)? */
bool simt_reads_flags(const simt_op *op);
trace_register simt_register(int number);

#endif
