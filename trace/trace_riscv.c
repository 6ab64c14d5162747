/* SPDX-License-Identifier: Apache-2.0
 *
 * trace_riscv.c - what the text of an instruction of Vortex tells, "FADD.S f1, f2, f3": a table of mnemonics, then the registers in the text. */
#include "trace_riscv.h"

#include <ctype.h>
#include <string.h>

#include "../base/text.h"

/* Where the destination stands in a list without "<-": first, nowhere, or first if the list has several registers (SPLIT has one of
 * them in early versions of Vortex, its source). */
typedef enum { FIRST, NOWHERE, FIRST_OF_SEVERAL } place;

typedef struct {
    const char *name; /* ends in *: whatever begins so */
    trace_class op;
    place destination;
    trace_operation operation;
    trace_type type;
} mnemonic;

/* The first match counts. Names end at a dot: LR is LR.W too. */
static const mnemonic mnemonics[] = {
    {"DIV*", TRACE_SFU, FIRST, TRACE_DIV, TRACE_INT},
    {"REM*", TRACE_SFU, FIRST, TRACE_DIV, TRACE_INT},
    {"FDIV", TRACE_SFU, FIRST, TRACE_DIV, TRACE_FLOAT},
    {"FSQRT", TRACE_SFU, FIRST, TRACE_SQRT, TRACE_FLOAT},
    {"MUL*", TRACE_MUL, FIRST, TRACE_TIMES, TRACE_INT},
    {"LUI", TRACE_ALU, FIRST, TRACE_SIMPLE, TRACE_INT},
    {"LB*", TRACE_LOADS, FIRST, 0, 0},
    {"LH*", TRACE_LOADS, FIRST, 0, 0},
    {"LW*", TRACE_LOADS, FIRST, 0, 0},
    {"LD", TRACE_LOADS, FIRST, 0, 0},
    {"FLW", TRACE_LOADS, FIRST, 0, 0},
    {"FLD", TRACE_LOADS, FIRST, 0, 0},
    {"AMO*", TRACE_ATOMIC, FIRST, 0, 0},
    {"LR", TRACE_ATOMIC, FIRST, 0, 0},
    {"SC", TRACE_ATOMIC, FIRST, 0, 0},
    {"SB", TRACE_STORES, NOWHERE, 0, 0},
    {"SH", TRACE_STORES, NOWHERE, 0, 0},
    {"SW", TRACE_STORES, NOWHERE, 0, 0},
    {"SD", TRACE_STORES, NOWHERE, 0, 0},
    {"FSW", TRACE_STORES, NOWHERE, 0, 0},
    {"FSD", TRACE_STORES, NOWHERE, 0, 0},
    {"BEQ", TRACE_CONTROL, NOWHERE, 0, 0},
    {"BNE", TRACE_CONTROL, NOWHERE, 0, 0},
    {"BLT*", TRACE_CONTROL, NOWHERE, 0, 0},
    {"BGE*", TRACE_CONTROL, NOWHERE, 0, 0},
    {"JAL", TRACE_CONTROL, FIRST, 0, 0},
    {"JALR", TRACE_CONTROL, FIRST, 0, 0},
    {"ECALL", TRACE_CONTROL, NOWHERE, 0, 0},
    {"EBREAK", TRACE_CONTROL, NOWHERE, 0, 0},
    {"URET", TRACE_CONTROL, NOWHERE, 0, 0},
    {"SRET", TRACE_CONTROL, NOWHERE, 0, 0},
    {"MRET", TRACE_CONTROL, NOWHERE, 0, 0},
    {"TMC", TRACE_CONTROL, NOWHERE, 0, 0},
    {"WSPAWN", TRACE_CONTROL, NOWHERE, 0, 0},
    {"SPLIT", TRACE_CONTROL, FIRST_OF_SEVERAL, 0, 0},
    {"JOIN", TRACE_CONTROL, NOWHERE, 0, 0},
    {"BAR", TRACE_BARRIER, NOWHERE, 0, 0},
    {"PRED", TRACE_CONTROL, NOWHERE, 0, 0},
    {"FENCE", TRACE_FENCE, NOWHERE, 0, 0},
    {"CSR*", TRACE_OTHER, FIRST, 0, 0},
    {"FADD", TRACE_FPU, FIRST, TRACE_ADD, TRACE_FLOAT},
    {"FSUB", TRACE_FPU, FIRST, TRACE_ADD, TRACE_FLOAT},
    {"FMUL", TRACE_FPU, FIRST, TRACE_TIMES, TRACE_FLOAT},
    {"FMADD", TRACE_FPU, FIRST, TRACE_MAD, TRACE_FLOAT},
    {"FMSUB", TRACE_FPU, FIRST, TRACE_MAD, TRACE_FLOAT},
    {"FNMADD", TRACE_FPU, FIRST, TRACE_MAD, TRACE_FLOAT},
    {"FNMSUB", TRACE_FPU, FIRST, TRACE_MAD, TRACE_FLOAT},
    {"FMIN", TRACE_FPU, FIRST, TRACE_MAX, TRACE_FLOAT},
    {"FMAX", TRACE_FPU, FIRST, TRACE_MAX, TRACE_FLOAT},
    {"FCLASS", TRACE_FPU, FIRST, TRACE_SIMPLE, TRACE_INT},
    {"F*", TRACE_FPU, FIRST, TRACE_SIMPLE, TRACE_FLOAT},
    {"ADD*", TRACE_ALU, FIRST, TRACE_ADD, TRACE_INT},
    {"SUB*", TRACE_ALU, FIRST, TRACE_ADD, TRACE_INT},
    {"AND*", TRACE_ALU, FIRST, TRACE_SIMPLE, TRACE_INT},
    {"OR*", TRACE_ALU, FIRST, TRACE_SIMPLE, TRACE_INT},
    {"XOR*", TRACE_ALU, FIRST, TRACE_SIMPLE, TRACE_INT},
    {"SLL*", TRACE_ALU, FIRST, TRACE_SIMPLE, TRACE_INT},
    {"SRL*", TRACE_ALU, FIRST, TRACE_SIMPLE, TRACE_INT},
    {"SRA*", TRACE_ALU, FIRST, TRACE_SIMPLE, TRACE_INT},
    {"SLT*", TRACE_ALU, FIRST, TRACE_SIMPLE, TRACE_INT},
    {"AUIPC", TRACE_ALU, FIRST, TRACE_ADD, TRACE_INT},
    {"CZERO", TRACE_ALU, FIRST, TRACE_SIMPLE, TRACE_INT},
    {"CMOV", TRACE_ALU, FIRST, TRACE_SIMPLE, TRACE_INT},
    {"VOTE", TRACE_ALU, FIRST, 0, 0},
    {"SHFL", TRACE_ALU, FIRST, 0, 0},
};

static const mnemonic *find(const char *s)
{
    size_t len = strcspn(s, ".: ,(");

    for (size_t i = 0; i < sizeof mnemonics / sizeof mnemonics[0]; i++) {
        const char *name = mnemonics[i].name;
        size_t n = strlen(name);
        if (name[n - 1] == '*' ? len >= n - 1 && memcmp(s, name, n - 1) == 0 : len == n && memcmp(s, name, n) == 0)
            return &mnemonics[i];
    }
    return NULL;
}

/* The type of a float instruction is that behind the first dot: FADD.D, FCVT.W.S, FMV.X.W. */
static trace_type type_of(const char *s, trace_type type)
{
    const char *dot = s + strcspn(s, ".: ,(");

    if (type != TRACE_FLOAT || *dot != '.')
        return type;
    return strchr("WLX", dot[1]) != NULL ? TRACE_INT : dot[1] == 'D' ? TRACE_DOUBLE : TRACE_FLOAT;
}

/* The first versions of Vortex write r5 and fr5. */
bool riscv_register(const char **p, trace_register *reg)
{
    const char *s = *p;
    bool is_float = *s == 'f', old = s[is_float] == 'r';
    const char *rest = s + is_float + old + (*s == 'x');
    uint64_t number;

    if ((*s != 'x' && !is_float && !old) || !take_number(&rest, 10, 31, &number) || isalnum((unsigned char)*rest))
        return false;
    *reg = (trace_register){is_float ? TRACE_F : TRACE_X, (int)number};
    *p = rest;
    return true;
}

bool riscv_is_zero(const trace_register *reg)
{
    return reg->file == TRACE_X && reg->reg == 0;
}

void riscv_instruction(const char *s, trace_record *r)
{
    const mnemonic *m = find(s);
    const char *cid = strstr(s, "cid="), *arrow = strstr(s, "<-"), *address = strstr(s, "M[");
    trace_register list[TRACE_MAX_SOURCES + 1], reg;
    int count = 0;

    r->op = m != NULL ? m->op : TRACE_OTHER;
    r->operation = m != NULL ? m->operation : TRACE_OPERATION_UNKNOWN;
    r->type = m != NULL ? type_of(s, m->type) : TRACE_TYPE_UNKNOWN;
    r->sources = r->destinations = -1;
    for (const char *p = s + strcspn(s, " "); m != NULL && *p != '\0' && p != cid;) {
        if (isalnum((unsigned char)p[-1]) || !riscv_register(&p, &reg)) {
            if (!isalnum((unsigned char)p[-1]) && *p == 'v' && isdigit((unsigned char)p[1]))
                return; /* vector registers are in no trace */
            p++;
        } else if (count == TRACE_MAX_SOURCES + 1) {
            return;
        } else {
            list[count++] = reg;
        }
    }
    if (m == NULL)
        return;
    bool first = arrow != NULL                        ? address == NULL || address > arrow
                 : m->destination == FIRST_OF_SEVERAL ? count > 1
                                                      : m->destination == FIRST && count > 0;
    r->sources = r->destinations = 0;
    for (int i = 0; i < count; i++) {
        if (riscv_is_zero(&list[i]))
            continue;
        if (i == 0 && first)
            r->destination[r->destinations++] = list[i];
        else if (r->sources < TRACE_MAX_SOURCES)
            r->source[r->sources++] = list[i];
    }
}
