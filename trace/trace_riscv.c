/* SPDX-License-Identifier: Apache-2.0 */
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
} mnemonic;

/* The first match counts. Names end at a dot: LR is LR.W too. */
static const mnemonic mnemonics[] = {
    {"DIV*", TRACE_SFU, FIRST},
    {"REM*", TRACE_SFU, FIRST},
    {"FDIV", TRACE_SFU, FIRST},
    {"FSQRT", TRACE_SFU, FIRST},
    {"MUL*", TRACE_MUL, FIRST},
    {"LUI", TRACE_ALU, FIRST},
    {"LB*", TRACE_LOADS, FIRST},
    {"LH*", TRACE_LOADS, FIRST},
    {"LW*", TRACE_LOADS, FIRST},
    {"LD", TRACE_LOADS, FIRST},
    {"FLW", TRACE_LOADS, FIRST},
    {"FLD", TRACE_LOADS, FIRST},
    {"AMO*", TRACE_LOADS, FIRST},
    {"LR", TRACE_LOADS, FIRST},
    {"SC", TRACE_STORES, FIRST},
    {"SB", TRACE_STORES, NOWHERE},
    {"SH", TRACE_STORES, NOWHERE},
    {"SW", TRACE_STORES, NOWHERE},
    {"SD", TRACE_STORES, NOWHERE},
    {"FSW", TRACE_STORES, NOWHERE},
    {"FSD", TRACE_STORES, NOWHERE},
    {"BEQ", TRACE_CONTROL, NOWHERE},
    {"BNE", TRACE_CONTROL, NOWHERE},
    {"BLT*", TRACE_CONTROL, NOWHERE},
    {"BGE*", TRACE_CONTROL, NOWHERE},
    {"JAL", TRACE_CONTROL, FIRST},
    {"JALR", TRACE_CONTROL, FIRST},
    {"ECALL", TRACE_CONTROL, NOWHERE},
    {"EBREAK", TRACE_CONTROL, NOWHERE},
    {"URET", TRACE_CONTROL, NOWHERE},
    {"SRET", TRACE_CONTROL, NOWHERE},
    {"MRET", TRACE_CONTROL, NOWHERE},
    {"TMC", TRACE_CONTROL, NOWHERE},
    {"WSPAWN", TRACE_CONTROL, NOWHERE},
    {"SPLIT", TRACE_CONTROL, FIRST_OF_SEVERAL},
    {"JOIN", TRACE_CONTROL, NOWHERE},
    {"BAR", TRACE_CONTROL, NOWHERE},
    {"PRED", TRACE_CONTROL, NOWHERE},
    {"FENCE", TRACE_OTHER, NOWHERE},
    {"CSR*", TRACE_OTHER, FIRST},
    {"F*", TRACE_FPU, FIRST},
    {"ADD*", TRACE_ALU, FIRST},
    {"SUB*", TRACE_ALU, FIRST},
    {"AND*", TRACE_ALU, FIRST},
    {"OR*", TRACE_ALU, FIRST},
    {"XOR*", TRACE_ALU, FIRST},
    {"SLL*", TRACE_ALU, FIRST},
    {"SRL*", TRACE_ALU, FIRST},
    {"SRA*", TRACE_ALU, FIRST},
    {"SLT*", TRACE_ALU, FIRST},
    {"AUIPC", TRACE_ALU, FIRST},
    {"CZERO", TRACE_ALU, FIRST},
    {"CMOV", TRACE_ALU, FIRST},
    {"VOTE", TRACE_ALU, FIRST},
    {"SHFL", TRACE_ALU, FIRST},
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
