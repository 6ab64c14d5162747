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

/* The class of a SASS instruction ("@P0 LDG.E R1, ..."); TRACE_OTHER: it is not known. */
static trace_class sass_class(const char *sass)
{
    /* A longer prefix comes before the shorter ones that it contains. */
    static const prefix table[] = {
        {"LDC", TRACE_LOADS},         {"LDG", TRACE_LOADS},
        {"LDS", TRACE_LOADS},         {"LDL", TRACE_LOADS},
        {"LD.", TRACE_LOADS},         {"LD ", TRACE_LOADS},
        {"ULDC", TRACE_LOADS},        {"TEX", TRACE_LOADS},
        {"TLD", TRACE_LOADS},         {"MUFU", TRACE_SFU},
        {"IMAD.MOV", TRACE_ALU},      {"IMAD", TRACE_MUL},
        {"IMUL", TRACE_MUL},          {"XMAD", TRACE_MUL},
        {"IDP", TRACE_MUL},           {"FFMA", TRACE_FPU},
        {"FADD", TRACE_FPU},          {"FMUL", TRACE_FPU},
        {"FSET", TRACE_FPU},          {"FSEL", TRACE_FPU},
        {"FMNMX", TRACE_FPU},         {"FCHK", TRACE_FPU},
        {"HFMA", TRACE_FPU},          {"HADD", TRACE_FPU},
        {"HMUL", TRACE_FPU},          {"HMMA", TRACE_FPU},
        {"HGMMA", TRACE_FPU},         {"HSET", TRACE_FPU},
        {"DFMA", TRACE_FPU},          {"DADD", TRACE_FPU},
        {"DMUL", TRACE_FPU},          {"DSET", TRACE_FPU},
        {"F2F", TRACE_FPU},           {"F2I", TRACE_FPU},
        {"I2F", TRACE_FPU},           {"IADD", TRACE_ALU},
        {"ISETP", TRACE_ALU},         {"ISCADD", TRACE_ALU},
        {"IABS", TRACE_ALU},          {"IMNMX", TRACE_ALU},
        {"VIADD", TRACE_ALU},         {"LEA", TRACE_ALU},
        {"LOP", TRACE_ALU},           {"SHF", TRACE_ALU},
        {"SHL", TRACE_ALU},           {"SHR", TRACE_ALU},
        {"SEL", TRACE_ALU},           {"MOV", TRACE_ALU},
        {"PRMT", TRACE_ALU},          {"POPC", TRACE_ALU},
        {"FLO", TRACE_ALU},           {"BREV", TRACE_ALU},
        {"SGXT", TRACE_ALU},          {"BFE", TRACE_ALU},
        {"BFI", TRACE_ALU},           {"ST", TRACE_STORES},
        {"RED.", TRACE_STORES},       {"REDG", TRACE_STORES},
        {"BRA", TRACE_CONTROL},       {"BRX", TRACE_CONTROL},
        {"JMP", TRACE_CONTROL},       {"JMX", TRACE_CONTROL},
        {"CALL", TRACE_CONTROL},      {"RET", TRACE_CONTROL},
        {"EXIT", TRACE_CONTROL},      {"BSSY", TRACE_CONTROL},
        {"BSYNC", TRACE_CONTROL},     {"BREAK", TRACE_CONTROL},
        {"WARPSYNC", TRACE_CONTROL},  {"BAR", TRACE_CONTROL},
        {"YIELD", TRACE_CONTROL},     {"KILL", TRACE_CONTROL},
        {"NANOSLEEP", TRACE_CONTROL}, {NULL, 0},
    };
    return (trace_class)match(sass, table, TRACE_OTHER);
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
    r->op = sass_class(sass);
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
    r->op = sass_class(sass);
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
