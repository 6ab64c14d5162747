/* SPDX-License-Identifier: Apache-2.0
 *
 * trace_simx.c - reads debug logs (level 2 and up) of SimX, the simulator of the open GPU Vortex.
 *
 *     CONFIGS: num_threads=4, num_warps=4, ...
 *     DEBUG Fetch: cid=0, wid=0, tmask=1111, PC=0x80000098 (#431)
 *     DEBUG Instr 0x5a087: FLW f1, x11, 0x0
 *     DEBUG Mem Read: addr=0x11000, data=0x3f20eebf (size=4, type=Global)     one line for each active lane
 *     DEBUG Dest Reg: f1={0x3f20eebf, 0x3f79d16b, -, 0x3e5ca39b}
 *
 * Later versions put cid=, wid=, tmask= and PC= on the Instr line and append (#uuid) to the Dest line, which may then come
 * after other warps' lines. Lines of other kinds are skipped. Inactive lanes are '-'. Their values come from earlier writes,
 * which are kept here by (core, warp, register); before the first write they are 0. An instruction's accesses come after its
 * register write. */
#include "trace_impl.h"

#include <stdlib.h>
#include <string.h>

#include "../base/msg.h"
#include "../base/text.h"

/* Instructions whose write-back may still come. SimX has a few dozen of a warp in flight. An entry is overwritten by an
 * instruction at least 4096 later. */
enum { IN_FLIGHT = 4096 };

typedef struct {
    uint64_t uuid;
    bool has_uuid, valid;
    uint64_t core, pc;
    uint32_t warp;
    uint32_t tmask[TRACE_MASK_WORDS];
    trace_class op;
} instruction;

/* The lanes of one register, as last written. */
typedef struct {
    uint64_t key; /* 0: free */
    uint32_t *value;
} old_register;

/* The accesses of one direction of one instruction, lane by lane. */
typedef struct {
    trace_record record;
    int lane; /* the first lane that the next access may belong to */
    bool used;
    instruction of;
} access_set;

typedef struct {
    instruction now;
    instruction flight[IN_FLIGHT];
    old_register *registers;
    size_t count, cap;
    access_set access[2]; /* reads, writes */
    bool flush;
    uint64_t records;
} simx_state;

static bool detect(const char *head, size_t len)
{
    (void)len;
    return strstr(head, "CONFIGS: num_threads=") != NULL || strstr(head, " Dest Reg: ") != NULL ||
           (strstr(head, "Fetch: ") != NULL && strstr(head, "tmask=") != NULL) ||
           (strstr(head, " Instr") != NULL && strstr(head, "tmask=") != NULL);
}

/* The number after `key`; false if the line has no such key. */
static bool number(const trace *t, const char *line, const char *key, int base, uint64_t *value)
{
    const char *p = strstr(line, key);

    if (p == NULL)
        return false;
    p += strlen(key);
    if (!take_number(&p, base, UINT64_MAX, value))
        input_bad(t->in, "a number of 64 bits expected after \"%s\"", key);
    return true;
}

static trace_class mnemonic_class(const char *m)
{
    static const struct {
        const char *start;
        trace_class op;
    } table[] = {
        {"DIV", TRACE_SFU},    {"REM", TRACE_SFU},   {"FDIV", TRACE_SFU},     {"FSQRT", TRACE_SFU},  {"MUL", TRACE_MUL},
        {"LUI", TRACE_ALU},    {"LB", TRACE_LOADS},  {"LH", TRACE_LOADS},     {"LW", TRACE_LOADS},   {"LD", TRACE_LOADS},
        {"FLW", TRACE_LOADS},  {"FLD", TRACE_LOADS}, {"AMO", TRACE_LOADS},    {"LR", TRACE_LOADS},   {"FENCE", TRACE_OTHER},
        {"F", TRACE_FPU},      {"CSR", TRACE_OTHER}, {"SPLIT", TRACE_OTHER},  {"JOIN", TRACE_OTHER}, {"TMC", TRACE_OTHER},
        {"PRED", TRACE_OTHER}, {"BAR", TRACE_OTHER}, {"WSPAWN", TRACE_OTHER}, {"V", TRACE_OTHER},
    };
    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++)
        if (starts_with(m, table[i].start))
            return table[i].op;
    return TRACE_ALU;
}

/* tmask=1101: lane 0 is leftmost. */
static void thread_mask(trace *t, const char *line, uint32_t *mask)
{
    const char *p = strstr(line, "tmask=");

    memset(mask, 0, TRACE_MASK_WORDS * sizeof *mask);
    if (p == NULL)
        input_bad(t->in, "\"tmask=\" expected");
    p += strlen("tmask=");
    int n = (int)strspn(p, "01");
    if (t->lanes == 0)
        t->lanes = n;
    if (n != t->lanes || n > TRACE_MAX_LANES)
        input_bad(t->in, "tmask has %d lanes, the log has %d", n, t->lanes);
    for (int i = 0; i < n; i++)
        mask[i / 32] |= (uint32_t)(p[i] - '0') << (i % 32);
}

/* A line that tells which warp runs which instruction. */
static void position(trace *t, simx_state *s, const char *line)
{
    uint64_t warp = 0;
    instruction *now = &s->now;

    *now = (instruction){.valid = true, .op = TRACE_OTHER};
    if (!number(t, line, "cid=", 10, &now->core) || !number(t, line, "wid=", 10, &warp) || !number(t, line, "PC=", 0, &now->pc))
        input_bad(t->in, "truncated: cid=, wid=, tmask= and PC= expected");
    if (now->core > UINT16_MAX || warp > UINT16_MAX)
        input_bad(t->in, "core %llu, warp %llu; accepted is up to 65535", (unsigned long long)now->core, (unsigned long long)warp);
    now->warp = (uint32_t)warp;
    thread_mask(t, line, now->tmask);
    now->has_uuid = number(t, line, "(#", 10, &now->uuid);
}

/* "Instr 0x5a087: FLW f1, x11, 0x0" or "Instr: FLW f1, ..., cid=0, ...". */
static void instruction_line(trace *t, simx_state *s, const char *line)
{
    const char *name = strchr(line, ':');

    if (strstr(line, "cid=") != NULL)
        position(t, s, line);
    if (name == NULL)
        input_bad(t->in, "truncated: \"Instr 0x...: NAME\" expected");
    name++;
    s->now.op = mnemonic_class(name + strspn(name, " "));
    if (s->now.has_uuid)
        s->flight[s->now.uuid % IN_FLIGHT] = s->now;
}

static old_register *slot(old_register *table, size_t cap, uint64_t key)
{
    size_t i = (size_t)(key * 0x9e3779b97f4a7c15u >> 32) & (cap - 1);

    while (table[i].key != 0 && table[i].key != key)
        i = (i + 1) & (cap - 1);
    return &table[i];
}

/* The values that a register held. There are at most the simulated machine's registers, which bounds the memory. */
static uint32_t *old_values(trace *t, simx_state *s, const trace_record *r)
{
    uint64_t key = (uint64_t)1 << 63 | r->cta << 32 | (uint64_t)r->warp << 8 | (uint64_t)r->file << 6 | (uint64_t)r->reg;

    if (2 * (s->count + 1) > s->cap) {
        size_t cap = s->cap ? 2 * s->cap : 1024;
        old_register *table = zalloc(cap * sizeof *table);
        for (size_t i = 0; i < s->cap; i++)
            if (s->registers[i].key != 0)
                *slot(table, cap, s->registers[i].key) = s->registers[i];
        free(s->registers);
        s->registers = table;
        s->cap = cap;
    }
    old_register *o = slot(s->registers, s->cap, key);
    if (o->key == 0) {
        o->key = key;
        o->value = zalloc((size_t)t->lanes * sizeof *o->value);
        s->count++;
    }
    return o->value;
}

/* One value of a register list. 64-bit machines print sign-extended or NaN-boxed words; these are 32-bit values. */
static const char *list_value(trace *t, const char *p, uint32_t *value)
{
    const char *rest = p;
    uint64_t wide;

    if (!starts_with(p, "0x") || !take_number(&rest, 16, UINT64_MAX, &wide))
        input_bad(t->in, "\"-\" or 0x and hexadecimal digits of 64 bits expected at \"%.20s\"", p);
    if (wide >> 32 != 0 && wide >> 32 != UINT32_MAX)
        input_bad(t->in, "value 0x%llx has more than 32 bits; accepted are 32-bit registers", (unsigned long long)wide);
    *value = (uint32_t)wide;
    return rest;
}

/* "x11={0x11000, -, 0x11008, 0x1100c} (#431)"; false if it is no 32-bit register that a trace holds. */
static bool destination(trace *t, simx_state *s, const char *p, trace_record *r)
{
    static const instruction unknown;
    const instruction *of = &s->now;
    const char letter = *p;
    const char *rest = p + 1;
    uint64_t uuid, reg;

    if (letter != 'x' && letter != 'f') {
        t->skipped++;
        return false;
    }
    if (!take_number(&rest, 10, 31, &reg) || strncmp(rest, "={", 2) != 0)
        input_bad(t->in, "x0..x31 or f0..f31 and \"={\" expected at \"%.20s\"", p);
    if (number(t, rest, "(#", 10, &uuid) && s->flight[uuid % IN_FLIGHT].valid && s->flight[uuid % IN_FLIGHT].uuid == uuid)
        of = &s->flight[uuid % IN_FLIGHT];
    else if (strstr(rest, "(#") != NULL)
        of = &unknown;
    if (!of->valid) { /* the log began after this instruction was issued */
        t->skipped++;
        return false;
    }
    *r = (trace_record){.kind = TRACE_WRITE,
                        .cta = of->core,
                        .warp = of->warp,
                        .pc = of->pc,
                        .lanes = t->lanes,
                        .words = 1,
                        .op = of->op,
                        .file = letter == 'x' ? TRACE_X : TRACE_F,
                        .reg = (int)reg};
    uint32_t *old = old_values(t, s, r);
    p = rest + 2;
    for (int i = 0; i < t->lanes; i++) {
        if (*p == '-') {
            p++;
        } else {
            p = list_value(t, p, &old[i]);
            r->mask[i / 32] |= (uint32_t)1 << (i % 32);
        }
        const char *want = i + 1 < t->lanes ? ", " : "}";
        if (strncmp(p, want, strlen(want)) != 0)
            input_bad(t->in, "lane %d: \"%s\" expected at \"%.20s\"; the log has %d lanes", i, want, p, t->lanes);
        p += strlen(want);
    }
    memcpy(r->value, old, (size_t)t->lanes * sizeof *old);
    return true;
}

/* "addr=0x11000, data=0x3f20eebf (size=4, type=Global)": the access of the next active lane. */
static void memory_line(trace *t, simx_state *s, const char *p, int direction)
{
    access_set *a = &s->access[direction];
    trace_record *r = &a->record;
    uint64_t addr, size;
    const char *data = strstr(p, "data=0x");

    if (!number(t, p, "addr=", 16, &addr) || data == NULL || !number(t, p, "(size=", 16, &size) || size == 0)
        input_bad(t->in, "truncated: addr=, data= and (size=, type=) expected");
    if (!a->used) {
        const instruction *of = &s->now;
        a->used = true;
        a->lane = 0;
        a->of = *of;
        *r = (trace_record){.kind = direction ? TRACE_STORE : TRACE_LOAD,
                            .cta = of->core,
                            .warp = of->warp,
                            .pc = of->pc,
                            .lanes = t->lanes,
                            .op = direction ? TRACE_OTHER : TRACE_LOADS,
                            .size = (int)size,
                            .words = size <= 4 * TRACE_MAX_WORDS ? (int)(size + 3) / 4 : 0};
        r->space = strstr(p, "type=Shared") != NULL || strstr(p, "type=Local") != NULL ? TRACE_SHARED
                   : strstr(p, "type=Global") != NULL                                  ? TRACE_GLOBAL
                                                                                       : TRACE_ELSEWHERE;
    }
    while (a->lane < t->lanes && !mask_bit(a->of.tmask, a->lane))
        a->lane++;
    if (a->lane == t->lanes || !a->of.valid || r->words == 0 || size != (uint64_t)r->size) {
        t->skipped++; /* more accesses than lanes: the instruction is no plain load or store */
        return;
    }
    data += strlen("data=0x");
    int digits = (int)strspn(data, "0123456789abcdefABCDEF");
    for (int i = 0; i < digits && i / 8 < r->words; i++) {
        char c = data[digits - 1 - i];
        uint32_t digit = (uint32_t)(c <= '9' ? c - '0' : (c | 32) - 'a' + 10);
        r->value[a->lane * r->words + i / 8] |= digit << (4 * (i % 8));
    }
    r->addr[a->lane] = addr;
    r->mask[a->lane / 32] |= (uint32_t)1 << (a->lane % 32);
    a->lane++;
}

/* Takes one line; true if it gave a record. */
static bool take_line(trace *t, simx_state *s, const char *line, trace_record *r)
{
    const char *p;
    uint64_t lanes;

    if (t->lanes == 0 && number(t, line, "CONFIGS: num_threads=", 10, &lanes)) {
        t->lanes = lanes <= 1 << 20 ? (int)lanes : 1 << 20;
    } else if ((p = strstr(line, "Fetch: ")) != NULL && strstr(p, "cid=") != NULL) {
        position(t, s, p);
        s->flush = true;
    } else if ((p = strstr(line, " Instr")) != NULL && (p[6] == ' ' || p[6] == ':')) {
        instruction_line(t, s, p);
        s->flush = true;
    } else if ((p = strstr(line, "Dest Reg: ")) != NULL && t->lanes > 0) {
        return destination(t, s, p + strlen("Dest Reg: "), r);
    } else if ((p = strstr(line, "Mem Read: ")) != NULL && t->lanes > 0) {
        memory_line(t, s, p, 0);
    } else if ((p = strstr(line, "Mem Write: ")) != NULL && t->lanes > 0) {
        memory_line(t, s, p, 1);
    }
    return false;
}

/* Gives the accesses that were gathered for the previous instruction; false if none is left. */
static bool take_access(simx_state *s, trace_record *r)
{
    for (int i = 0; i < 2; i++)
        if (s->access[i].used) {
            s->access[i].used = false;
            *r = s->access[i].record;
            if (r->words > 0 && s->access[i].of.valid)
                return true;
        }
    s->flush = false;
    return false;
}

static void begin(trace *t)
{
    simx_state *s = zalloc(sizeof *s);
    const char *line;
    size_t len;

    t->state = s;
    free(t->source);
    t->source = format_new("debug log of the Vortex simulator SimX");
    while (t->lanes == 0 && (line = input_line(t->in, &len)) != NULL)
        take_line(t, s, line, NULL); /* no line gives a record before the lanes are known */
    if (t->lanes == 0)
        input_bad(t->in, "no \"CONFIGS: num_threads=\" and no \"tmask=\" in a SimX log");
}

static bool next(trace *t, trace_record *r)
{
    simx_state *s = t->state;
    const char *line;
    size_t len;
    bool found = false;

    while (!found) {
        if (s->flush && take_access(s, r)) {
            found = true;
        } else if ((line = input_line(t->in, &len)) != NULL) {
            found = take_line(t, s, line, r);
        } else if (!take_access(s, r)) {
            break;
        } else {
            found = true;
        }
    }
    s->records += found;
    if (!found && s->records == 0)
        input_bad(t->in, "no register values in this SimX log: run it with DEBUG level 2 or higher");
    return found;
}

static void end(trace *t)
{
    simx_state *s = t->state;

    for (size_t i = 0; i < s->cap; i++)
        free(s->registers[i].value);
    free(s->registers);
    free(s);
}

const trace_reader trace_reader_simx = {"simx-log", false, detect, begin, next, end};
