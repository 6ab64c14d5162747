/* SPDX-License-Identifier: Apache-2.0
 *
 * trace_sass_operands.c - which registers an NVIDIA instruction reads and writes, by its text: "@P0 LDG.E.64 R4, [R2.64+0x10] ;" writes
 * R4 and R5, and reads R2 and R3. The first operand that is no predicate is the destination if it is a register, but for what writes
 * predicates alone or nothing. Values of 64 and more bits have several registers, of which the text shows the first. Predicates and
 * uniform registers are no registers of a warp. Of an instruction that is not known here, or whose text does not tell how wide its
 * operands are (matrix products, textures), the registers are unknown. */
#include <stdlib.h>
#include <string.h>

#include "../base/text.h"
#include "trace_impl.h"

/* How many registers each operand has. */
typedef enum {
    SINGLE,   /* 1 */
    DATA,     /* by the size of the access: .64, .128 */
    COPY,     /* none but two addresses, the first of shared memory */
    MATRIX,   /* by the number of 8 x 8 matrices: .2, .4 */
    DOUBLE,   /* 2 */
    WIDE,     /* 32 x 32 + 64 bits: 2 for the destination and for the third source */
    HIGH,     /* the upper half of that: 2 for the third source */
    TO_INT,   /* F64: 2 for the source; S64, U64: 2 for the destination */
    TO_FLOAT, /* the reverse */
    TARGET,   /* 2, of an address in a register */
    CLOCK     /* 2, or 1 with .32 */
} shape;

typedef struct {
    const char *name; /* of the opcode, up to its first dot; ends in *: whatever begins so */
    shape shape;
    bool writes; /* the first operand may be a destination */
} opcode;

/* The first match counts. */
static const opcode opcodes[] = {
    {"LD", DATA, true},          {"LDG", DATA, true},          {"LDS", DATA, true},       {"LDL", DATA, true},
    {"LDC", DATA, true},         {"LDSM", MATRIX, true},       {"LDGSTS", COPY, false},   {"ST", DATA, false},
    {"STG", DATA, false},        {"STS", DATA, false},         {"STL", DATA, false},      {"STSM", MATRIX, false},
    {"ATOM", DATA, true},        {"ATOMG", DATA, true},        {"ATOMS", DATA, true},     {"RED", DATA, false},
    {"REDG", DATA, false},       {"REDUX", SINGLE, true},      {"DADD", DOUBLE, true},    {"DMUL", DOUBLE, true},
    {"DFMA", DOUBLE, true},      {"DMNMX", DOUBLE, true},      {"DSETP", DOUBLE, false},  {"IMAD.WIDE", WIDE, true},
    {"IMAD.HI", HIGH, true},     {"IMAD", SINGLE, true},       {"F2I", TO_INT, true},     {"I2F", TO_FLOAT, true},
    {"BRX", TARGET, false},      {"JMX", TARGET, false},       {"CALL", TARGET, false},   {"RET", TARGET, false},
    {"CS2R", CLOCK, true},       {"ISETP", SINGLE, false},     {"FSETP", SINGLE, false},  {"HSETP2", SINGLE, false},
    {"PSETP", SINGLE, false},    {"CSETP", SINGLE, false},     {"PLOP3", SINGLE, false},  {"FCHK", SINGLE, false},
    {"R2P", SINGLE, false},      {"R2B", SINGLE, false},       {"BRA", SINGLE, false},    {"JMP", SINGLE, false},
    {"EXIT", SINGLE, false},     {"BSSY", SINGLE, false},      {"BSYNC", SINGLE, false},  {"BREAK", SINGLE, false},
    {"WARPSYNC", SINGLE, false}, {"BAR", SINGLE, false},       {"YIELD", SINGLE, false},  {"NANOSLEEP", SINGLE, false},
    {"KILL", SINGLE, false},     {"NOP", SINGLE, false},       {"MEMBAR", SINGLE, false}, {"ERRBAR", SINGLE, false},
    {"DEPBAR", SINGLE, false},   {"LDGDEPBAR", SINGLE, false}, {"CCTL", SINGLE, false},   {"BPT", SINGLE, false},
    {"BMOV", SINGLE, true},      {"S2R", SINGLE, true},        {"P2R", SINGLE, true},     {"B2R", SINGLE, true},
    {"R2UR", SINGLE, true},      {"VOTE", SINGLE, true},       {"MATCH", SINGLE, true},   {"SHFL", SINGLE, true},
    {"MOV*", SINGLE, true},      {"IADD*", SINGLE, true},      {"ISCADD", SINGLE, true},  {"IABS", SINGLE, true},
    {"IMNMX", SINGLE, true},     {"VIADD", SINGLE, true},      {"VIMNMX", SINGLE, true},  {"VIADDMNMX", SINGLE, true},
    {"LEA", SINGLE, true},       {"LOP*", SINGLE, true},       {"SHF", SINGLE, true},     {"SHL", SINGLE, true},
    {"SHR", SINGLE, true},       {"SEL", SINGLE, true},        {"PRMT", SINGLE, true},    {"POPC", SINGLE, true},
    {"FLO", SINGLE, true},       {"BREV", SINGLE, true},       {"SGXT", SINGLE, true},    {"BMSK", SINGLE, true},
    {"BFE", SINGLE, true},       {"BFI", SINGLE, true},        {"ISET", SINGLE, true},    {"IDP", SINGLE, true},
    {"IMUL", SINGLE, true},      {"XMAD", SINGLE, true},       {"FADD", SINGLE, true},    {"FADD32I", SINGLE, true},
    {"FMUL", SINGLE, true},      {"FMUL32I", SINGLE, true},    {"FFMA", SINGLE, true},    {"FFMA32I", SINGLE, true},
    {"FMNMX", SINGLE, true},     {"FSEL", SINGLE, true},       {"FSET", SINGLE, true},    {"MUFU", SINGLE, true},
    {"I2FP", SINGLE, true},      {"F2FP", SINGLE, true},       {"HADD2*", SINGLE, true},  {"HMUL2*", SINGLE, true},
    {"HFMA2*", SINGLE, true},    {"HMNMX2", SINGLE, true},     {"HSET2", SINGLE, true},   {"S2UR", SINGLE, true},
    {"ULDC", SINGLE, true},      {"UMOV", SINGLE, true},       {"UIADD3", SINGLE, true},  {"UIMAD", SINGLE, true},
    {"USHF", SINGLE, true},      {"ULEA", SINGLE, true},       {"ULOP3", SINGLE, true},   {"USEL", SINGLE, true},
    {"UPRMT", SINGLE, true},     {"UISETP", SINGLE, false},    {"UPLOP3", SINGLE, false},
};

typedef struct {
    const char *name; /* the opcode, with its suffixes */
    size_t len;
    const opcode *op;
    trace_record *r;
    bool lost;  /* some registers are not known */
    int values; /* source operands so far, registers or not */
} reading;

static bool is_named(const char *s, size_t len, const char *name)
{
    size_t n = strlen(name);

    if (name[n - 1] == '*')
        return len >= n - 1 && memcmp(s, name, n - 1) == 0;
    return len >= n && memcmp(s, name, n) == 0 && (len == n || s[n] == '.');
}

static const opcode *find(const char *s, size_t len)
{
    for (size_t i = 0; i < sizeof opcodes / sizeof opcodes[0]; i++)
        if (is_named(s, len, opcodes[i].name))
            return &opcodes[i];
    return NULL;
}

/* Has the opcode this suffix, ".64"? */
static bool has(const reading *g, const char *suffix)
{
    size_t n = strlen(suffix);

    for (size_t i = 0; i + n <= g->len; i++)
        if (memcmp(g->name + i, suffix, n) == 0 && (i + n == g->len || g->name[i + n] == '.'))
            return true;
    return false;
}

static int width_of(const reading *g, bool is_destination)
{
    bool whole = has(g, ".64") || has(g, ".S64") || has(g, ".U64"), real = has(g, ".F64");

    switch (g->op->shape) {
    case SINGLE: return has(g, ".64") ? 2 : 1;
    case DATA: return has(g, ".256") ? 8 : has(g, ".128") ? 4 : whole || real ? 2 : 1;
    case MATRIX: return has(g, ".4") ? 4 : has(g, ".2") ? 2 : 1;
    case WIDE: return is_destination || g->values == 2 ? 2 : 1;
    case HIGH: return !is_destination && g->values == 2 ? 2 : 1;
    case TO_INT: return (is_destination ? whole : real) ? 2 : 1;
    case TO_FLOAT: return (is_destination ? real : whole) ? 2 : 1;
    case CLOCK: return has(g, ".32") ? 1 : 2;
    default: /* DOUBLE, TARGET */ return 2;
    }
}

bool sass_access(const char *sass, trace_kind *kind, int *size)
{
    const char *name = sass_mnemonic(sass);
    size_t len = strcspn(name, " ;");
    reading g = {.name = name, .len = len, .op = find(name, len)};

    if (g.op == NULL || g.op->shape != DATA)
        return false;
    *kind = g.op->writes ? TRACE_LOAD : TRACE_STORE;
    *size = has(&g, ".U8") || has(&g, ".S8") ? 1 : has(&g, ".U16") || has(&g, ".S16") ? 2 : 4 * width_of(&g, g.op->writes);
    return true;
}

static void add(reading *g, int reg, int width, bool is_destination)
{
    trace_register *list = is_destination ? g->r->destination : g->r->source;
    int *count = is_destination ? &g->r->destinations : &g->r->sources, max = is_destination ? TRACE_MAX_DESTINATIONS : TRACE_MAX_SOURCES;

    if (*count + width > max || reg + width > 255) {
        g->lost = true;
        return;
    }
    for (int i = 0; i < width; i++)
        list[(*count)++] = (trace_register){TRACE_R, reg + i};
}

/* The number of the register R0..R254 at p, and what follows it; -1: there is none, or it is RZ. */
static int register_at(const char *p, const char **rest)
{
    char *end;

    if (*p != 'R' || p[1] < '0' || p[1] > '9')
        return -1;
    unsigned long number = strtoul(p + 1, &end, 10);
    *rest = end;
    return number <= 254 && strchr(".|]+- \t", *end) != NULL ? (int)number : -1;
}

/* "[R2.64+0x10]", "desc[UR4][R2.64]", "c[0x0][R3]": all registers are sources. An address of an .E instruction has 64 bits, though early
 * versions do not print that, unless a uniform register is its base. */
static void read_address(reading *g, const char *p, const char *end)
{
    bool shared = g->op->shape == COPY && g->values == 0, wide = !shared && has(g, ".E") && *p == '[' && strstr(p, "UR") == NULL;
    const char *rest;

    for (; p < end; p++) {
        int reg = p[-1] == '[' || p[-1] == '+' || p[-1] == ' ' || p[-1] == '-' ? register_at(p, &rest) : -1;
        if (reg >= 0)
            add(g, reg, starts_with(rest, ".64") || (wide && !starts_with(rest, ".U32")) ? 2 : 1, false);
    }
}

static bool is_predicate(const char *p)
{
    p += *p == '!';
    p += *p == 'U';
    return *p == 'P' && (p[1] == 'T' || (p[1] >= '0' && p[1] <= '9'));
}

/* One operand. `first`: the first that is no predicate. */
static void read_operand(reading *g, const char *p, const char *end, bool first)
{
    const char *rest;

    if (memchr(p, '[', (size_t)(end - p)) != NULL) {
        read_address(g, p, end);
        g->values++;
        return;
    }
    bool is_destination = first && g->op->writes;
    int reg = register_at(p + strspn(p, "-~|!+"), &rest);
    if (reg >= 0)
        add(g, reg, width_of(g, is_destination), is_destination);
    g->values += !is_destination;
}

void sass_operands(const char *sass, trace_record *r)
{
    const char *name = sass_mnemonic(sass);
    char *s = format_new(" %.*s", (int)strcspn(name, ";"), name);
    size_t len = strcspn(s + 1, " ");
    reading g = {.name = s + 1, .len = len, .op = find(s + 1, len), .r = r};
    bool first = true;

    r->sources = r->destinations = 0;
    for (char *p = s + 1 + len; g.op != NULL && *(p += strspn(p, " \t,")) != '\0';) {
        size_t n = 0;
        for (int depth = 0; p[n] != '\0' && (depth > 0 || (p[n] != ',' && p[n] != ' ')); n++)
            depth += (p[n] == '[') - (p[n] == ']');
        char next = p[n];
        p[n] = '\0';
        if (!is_predicate(p)) {
            read_operand(&g, p, p + n, first);
            first = false;
        }
        p[n] = next;
        p += n;
    }
    if (g.op == NULL || g.lost)
        r->sources = r->destinations = -1;
    arena_free(s);
}
