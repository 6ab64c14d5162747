/* SPDX-License-Identifier: Apache-2.0
 *
 * trace_sass.c - what the text of an NVIDIA instruction tells: "@!P0 LDG.E.64 R4, [R2+0x10] ;". Both readers of NVBit-based
 * tools use it. An instruction that is not known here is "other", since the instruction set grows with every generation. */
#include "trace_impl.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "../base/random.h"
#include "../base/text.h"
#include "../cmodel/warpfold.h"

const char *sass_mnemonic(const char *sass)
{
    if (*sass == '@') {
        sass += strcspn(sass, " ");
        sass += strspn(sass, " ");
    }
    return sass;
}

typedef struct {
    const char *start;
    int value;
} prefix;

/* The first entry that the mnemonic begins with; `otherwise` if there is none. */
static int match(const char *sass, const prefix *table, int otherwise)
{
    const char *name = sass_mnemonic(sass);

    for (; table->start != NULL; table++)
        if (starts_with(name, table->start))
            return table->value;
    return otherwise;
}

/* What a SASS instruction is ("@P0 LDG.E R1, ..."); class TRACE_OTHER: it is not known. */
typedef struct {
    const char *start;
    trace_class op;
    trace_operation operation;
    trace_type type;
} sass_kind;

static const sass_kind *sass_kind_of(const char *sass)
{
    /* A longer prefix comes before the shorter ones that it contains. */
    static const sass_kind table[] = {
        {"LDC", TRACE_LOADS, 0, 0},
        {"LDG", TRACE_LOADS, 0, 0},
        {"LDS", TRACE_LOADS, 0, 0},
        {"LDL", TRACE_LOADS, 0, 0},
        {"LD.", TRACE_LOADS, 0, 0},
        {"LD ", TRACE_LOADS, 0, 0},
        {"ULDC", TRACE_LOADS, 0, 0},
        {"TEX", TRACE_LOADS, 0, 0},
        {"TLD", TRACE_LOADS, 0, 0},
        {"MUFU.SQRT", TRACE_SFU, TRACE_SQRT, TRACE_FLOAT},
        {"MUFU.RCP64H", TRACE_SFU, TRACE_SPECIAL, TRACE_DOUBLE},
        {"MUFU.RSQ64H", TRACE_SFU, TRACE_SPECIAL, TRACE_DOUBLE},
        {"MUFU", TRACE_SFU, TRACE_SPECIAL, TRACE_FLOAT},
        {"IMAD.MOV", TRACE_ALU, TRACE_SIMPLE, TRACE_INT},
        {"IMAD", TRACE_MUL, TRACE_MAD, TRACE_INT},
        {"IMUL", TRACE_MUL, TRACE_TIMES, TRACE_INT},
        {"XMAD", TRACE_MUL, TRACE_MAD, TRACE_INT},
        {"IDP", TRACE_MUL, TRACE_MAD, TRACE_INT},
        {"FFMA", TRACE_FPU, TRACE_MAD, TRACE_FLOAT},
        {"FADD", TRACE_FPU, TRACE_ADD, TRACE_FLOAT},
        {"FMUL", TRACE_FPU, TRACE_TIMES, TRACE_FLOAT},
        {"FSET", TRACE_FPU, TRACE_SIMPLE, TRACE_FLOAT},
        {"FSEL", TRACE_FPU, TRACE_SIMPLE, TRACE_FLOAT},
        {"FMNMX", TRACE_FPU, TRACE_MAX, TRACE_FLOAT},
        {"FCHK", TRACE_FPU, TRACE_SIMPLE, TRACE_FLOAT},
        {"HFMA", TRACE_FPU, TRACE_MAD, TRACE_FLOAT},
        {"HADD", TRACE_FPU, TRACE_ADD, TRACE_FLOAT},
        {"HMUL", TRACE_FPU, TRACE_TIMES, TRACE_FLOAT},
        {"HMMA", TRACE_FPU, 0, 0},
        {"HGMMA", TRACE_FPU, 0, 0},
        {"HSET", TRACE_FPU, TRACE_SIMPLE, TRACE_FLOAT},
        {"DFMA", TRACE_FPU, TRACE_MAD, TRACE_DOUBLE},
        {"DADD", TRACE_FPU, TRACE_ADD, TRACE_DOUBLE},
        {"DMUL", TRACE_FPU, TRACE_TIMES, TRACE_DOUBLE},
        {"DSET", TRACE_FPU, TRACE_SIMPLE, TRACE_DOUBLE},
        {"F2F.F64", TRACE_FPU, TRACE_SIMPLE, TRACE_DOUBLE},
        {"F2F", TRACE_FPU, TRACE_SIMPLE, TRACE_FLOAT},
        {"F2I", TRACE_FPU, TRACE_SIMPLE, TRACE_INT},
        {"I2F.F64", TRACE_FPU, TRACE_SIMPLE, TRACE_DOUBLE},
        {"I2F", TRACE_FPU, TRACE_SIMPLE, TRACE_FLOAT},
        {"IADD", TRACE_ALU, TRACE_ADD, TRACE_INT},
        {"ISETP", TRACE_ALU, TRACE_SIMPLE, TRACE_INT},
        {"ISCADD", TRACE_ALU, TRACE_ADD, TRACE_INT},
        {"IABS", TRACE_ALU, TRACE_SIMPLE, TRACE_INT},
        {"IMNMX", TRACE_ALU, TRACE_MAX, TRACE_INT},
        {"VIADD", TRACE_ALU, TRACE_ADD, TRACE_INT},
        {"LEA", TRACE_ALU, TRACE_ADD, TRACE_INT},
        {"LOP", TRACE_ALU, TRACE_SIMPLE, TRACE_INT},
        {"SHFL", TRACE_ALU, 0, 0},
        {"SHF", TRACE_ALU, TRACE_SIMPLE, TRACE_INT},
        {"SHL", TRACE_ALU, TRACE_SIMPLE, TRACE_INT},
        {"SHR", TRACE_ALU, TRACE_SIMPLE, TRACE_INT},
        {"SEL", TRACE_ALU, TRACE_SIMPLE, TRACE_INT},
        {"MOV", TRACE_ALU, TRACE_SIMPLE, TRACE_INT},
        {"PRMT", TRACE_ALU, TRACE_SIMPLE, TRACE_INT},
        {"POPC", TRACE_ALU, TRACE_SIMPLE, TRACE_INT},
        {"FLO", TRACE_ALU, TRACE_SIMPLE, TRACE_INT},
        {"BREV", TRACE_ALU, TRACE_SIMPLE, TRACE_INT},
        {"SGXT", TRACE_ALU, TRACE_SIMPLE, TRACE_INT},
        {"BFE", TRACE_ALU, TRACE_SIMPLE, TRACE_INT},
        {"BFI", TRACE_ALU, TRACE_SIMPLE, TRACE_INT},
        {"ST", TRACE_STORES, 0, 0},
        {"RED.", TRACE_ATOMIC, 0, 0},
        {"REDG", TRACE_ATOMIC, 0, 0},
        {"ATOM", TRACE_ATOMIC, 0, 0},
        {"BRA", TRACE_CONTROL, 0, 0},
        {"BRX", TRACE_CONTROL, 0, 0},
        {"JMP", TRACE_CONTROL, 0, 0},
        {"JMX", TRACE_CONTROL, 0, 0},
        {"CALL", TRACE_CONTROL, 0, 0},
        {"RET", TRACE_CONTROL, 0, 0},
        {"EXIT", TRACE_CONTROL, 0, 0},
        {"BSSY", TRACE_CONTROL, 0, 0},
        {"BSYNC", TRACE_CONTROL, 0, 0},
        {"BREAK", TRACE_CONTROL, 0, 0},
        {"WARPSYNC", TRACE_CONTROL, 0, 0},
        {"BAR", TRACE_BARRIER, 0, 0},
        {"YIELD", TRACE_CONTROL, 0, 0},
        {"KILL", TRACE_CONTROL, 0, 0},
        {"NANOSLEEP", TRACE_CONTROL, 0, 0},
        {"MEMBAR", TRACE_FENCE, 0, 0},
        {"FENCE", TRACE_FENCE, 0, 0},
        {NULL, TRACE_OTHER, 0, 0},
    };
    const char *name = sass_mnemonic(sass);
    const sass_kind *k = table;

    while (k->start != NULL && !starts_with(name, k->start))
        k++;
    return k;
}

trace_space sass_space(const char *sass)
{
    static const prefix table[] = {
        {"REDUX", TRACE_ELSEWHERE}, {"LDGSTS", TRACE_GLOBAL}, {"LDG", TRACE_GLOBAL},   {"STG", TRACE_GLOBAL},
        {"ATOMG", TRACE_GLOBAL},    {"RED", TRACE_GLOBAL},    {"LDS", TRACE_SHARED},   {"STS", TRACE_SHARED},
        {"ATOMS", TRACE_SHARED},    {"LDL", TRACE_LOCAL},     {"STL", TRACE_LOCAL},    {"LDC", TRACE_CONSTANT},
        {"LD", TRACE_GENERIC},      {"ST", TRACE_GENERIC},    {"ATOM", TRACE_GENERIC}, {NULL, 0},
    };
    return (trace_space)match(sass, table, TRACE_ELSEWHERE);
}

static bool part_of_word(char c)
{
    return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_';
}

/* Register operands outside of brackets, in their order, RZ as 255. Returns how many, up to `max`. */
static int plain_operands(const char *sass, int *numbers, int max)
{
    int count = 0, depth = 0;

    sass = sass_mnemonic(sass);
    sass += strcspn(sass, " ");
    for (const char *p = sass; *p != '\0' && count < max; p++) {
        depth += (*p == '[') - (*p == ']');
        if (*p != 'R' || depth > 0 || part_of_word(p[-1]))
            continue;
        char *end = (char *)p + 2;
        unsigned long number = p[1] == 'Z' ? 255 : p[1] >= '0' && p[1] <= '9' ? strtoul(p + 1, &end, 10) : 256;
        if (number <= 255 && !part_of_word(*end))
            numbers[count++] = (int)number;
    }
    return count;
}

/* `count` numbers from n operands, each of which is one register or several in a row. */
static bool spread(const int *operands, int n, int count, int *numbers)
{
    int each = n > 0 ? count / n : 0;

    if (each * n != count || (each != 1 && each != 2 && each != 4 && each != 8))
        return false;
    for (int i = 0; i < n; i++)
        if (operands[i] + each > 255 && operands[i] != 255)
            return false;
    for (int i = 0; i < count; i++)
        numbers[i] = operands[i / each] == 255 ? 255 : operands[i / each] + i % each;
    return true;
}

bool sass_recorded(const char *sass, int count, int *numbers)
{
    enum { MOST = 16 };
    int operands[MOST], n = plain_operands(sass, operands, MOST), left = 0;

    if (count == 0 || spread(operands, n, count, numbers))
        return true;
    for (int i = 0; i < n; i++) /* tools that do not record RZ */
        if (operands[i] != 255)
            operands[left++] = operands[i];
    return spread(operands, left, count, numbers);
}

void record_instruction(trace_record *r, uint64_t cta, uint32_t warp, uint64_t pc, const char *sass)
{
    r->kind = TRACE_INSTRUCTION;
    r->cta = cta;
    r->warp = warp;
    r->pc = pc;
    r->lanes = 32;
    mask_fill(r->mask, r->lanes);
    r->mask_known = r->written = false;
    r->words = 0;
    const sass_kind *k = sass_kind_of(sass);
    r->op = k->op;
    r->operation = k->operation;
    r->type = k->type;
    sass_operands(sass, r);
}

bool record_lines_begin(record_lines *l, uint64_t cta, uint32_t warp, uint64_t pc, const char *sass, int kind, bool joins)
{
    uint64_t who = rng_mix(rng_mix(cta) + warp) | 1, what = rng_mix(pc);
    size_t at = (size_t)(who >> 32) % (sizeof l->last / sizeof l->last[0]);

    for (const char *c = sass; *c != '\0'; c++)
        what = rng_mix(what + (unsigned char)*c);
    if (joins && l->last[at].warp == who && l->last[at].text == what && !(l->last[at].kinds >> kind & 1)) {
        l->last[at].kinds |= (uint32_t)1 << kind;
        return false;
    }
    l->last[at].warp = who;
    l->last[at].text = what;
    l->last[at].kinds = (uint32_t)1 << kind;
    return true;
}

bool record_reads(const trace_record *instruction, int reg)
{
    for (int i = 0; i < instruction->sources; i++)
        if (instruction->source[i].reg == reg)
            return true;
    return instruction->sources < 0;
}

void record_operand(trace_record *r, uint64_t cta, uint32_t warp, uint64_t pc, const char *sass, int reg)
{
    r->kind = TRACE_READ;
    r->cta = cta;
    r->warp = warp;
    r->pc = pc;
    r->lanes = 32;
    mask_fill(r->mask, r->lanes);
    r->words = 1;
    r->op = sass_kind_of(sass)->op;
    r->file = TRACE_R;
    r->reg = reg;
}

bool cta_fits(double x, double y, double z)
{
    return x >= 0 && x <= INT32_MAX && y >= 0 && y <= UINT16_MAX && z >= 0 && z <= UINT16_MAX;
}

uint64_t cta_number(const trace *t, double x, double y, double z)
{
    if (!cta_fits(x, y, z))
        input_bad(t->in, "block %g,%g,%g is outside of " CTA_LIMITS, x, y, z);
    return (uint64_t)x | (uint64_t)y << 32 | (uint64_t)z << 48;
}
