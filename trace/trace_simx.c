/* SPDX-License-Identifier: Apache-2.0
 *
 * trace_simx.c - reads debug logs (level 2 and up) of SimX, the simulator of the open GPU Vortex.
 *
 *     CONFIGS: num_threads=4, num_warps=4, ...
 *     DEBUG Fetch: cid=0, wid=0, tmask=1111, PC=0x80000098 (#431)
 *     DEBUG Instr 0x5a087: FLW f1, x11, 0x0
 *     DEBUG Src0 Reg: x11={0x11000, 0x11004, 0x11008, 0x1100c}
 *     DEBUG Mem Read: addr=0x11000, data=0x3f20eebf (size=4, type=Global)     one line for each active lane
 *     DEBUG Dest Reg: f1={0x3f20eebf, 0x3f79d16b, -, 0x3e5ca39b}
 *
 * Later versions put cid=, wid=, tmask= and PC= on the Instr line and append (#uuid) to the Dest line, which may then come
 * after other warps' lines. The latest ones have them on the Fetch line alone, and (#uuid) on the Src lines too, which come as late. Lines of
 * other kinds are skipped. Inactive lanes are '-'. Their values come from earlier writes, which are kept by (core, warp, register); before the
 * first write they are 0. A value of 64 bits is not known.
 *
 * Each Instr line is an instruction. Its text names the registers (trace_riscv.c); where there are Src lines, they name the sources. The
 * value of a Src line becomes a read if the lines before it do not tell it: the register was last written before the log, or where the log
 * has a gap. */
#include <stdlib.h>
#include <string.h>

#include "../base/msg.h"
#include "../base/text.h"
#include "trace_flight.h"
#include "trace_registers.h"
#include "trace_riscv.h"
#include "trace_window.h"

typedef flight_instruction instruction;

/* The accesses of one direction of one instruction, lane by lane. */
typedef struct {
    trace_record record;
    int lane; /* the first lane that the next access may belong to */
    bool used;
} access_set;

typedef struct {
    instruction now; /* what lines without a number belong to; `flight` has a copy if it has one itself */
    flight *flight;
    bool late;  /* write-backs have numbers, so they may come later */
    bool apart; /* Instr lines have nothing but a number, so lines without one may be any warp's */
    window *window;
    trace_registers registers;
    access_set access[2]; /* reads, writes */
    uint64_t values;
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

/* tmask=1101: lane 0 is leftmost. */
static void thread_mask(trace *t, const char *line, uint32_t *mask)
{
    const char *p = strstr(line, "tmask=");

    memset(mask, 0, TRACE_MASK_WORDS * sizeof *mask);
    if (p == NULL)
        input_bad(t->in, "\"tmask=\" expected");
    p += strlen("tmask=");
    int n = (int)strspn(p, "01");
    if (n == 0)
        input_bad(t->in, "lanes expected after \"tmask=\", 0 or 1 each, at \"%.20s\"", p);
    if (t->lanes == 0)
        t->lanes = n;
    if (n != t->lanes || n > TRACE_MAX_LANES)
        input_bad(t->in, "tmask has %d lanes, the log has %d", n, t->lanes);
    for (int i = 0; i < n; i++)
        mask[i / 32] |= (uint32_t)(p[i] - '0') << (i % 32);
}

/* What is known of `of` has changed. */
static void remember(simx_state *s, const instruction *of)
{
    if (of->has_uuid)
        flight_keep(s->flight, of);
}

/* The instruction that a line with a number belongs to: `now` if it has none; NULL: it is not known. */
static instruction *instruction_of(trace *t, simx_state *s, const char *line)
{
    uint64_t uuid;

    if (!number(t, line, "(#", 10, &uuid) || (s->now.has_uuid && s->now.uuid == uuid))
        return s->now.valid ? &s->now : NULL;
    return flight_find(s->flight, uuid);
}

/* Does more come for the entry? Accesses come with the instruction, its sources and its write-back perhaps later. */
static void settle(const simx_state *s, const instruction *of, window_entry *e, bool is_now)
{
    const trace_record *i = e->record[0];
    bool written = false;

    for (int k = 1; k < e->count; k++)
        written = written || e->record[k]->kind == TRACE_WRITE;
    bool waits = (s->late && i->destinations > 0) || (of->sources_due != 0 && i->destinations != 0) || of->sources_due > 0;
    e->open = is_now || (waits && !written);
}

static bool is_written(const window_entry *e, const trace_register *reg)
{
    for (int k = 1; k < e->count; k++)
        if (e->record[k]->kind == TRACE_WRITE && e->record[k]->file == reg->file && e->record[k]->reg == reg->reg)
            return true;
    return false;
}

/* What the instruction writes is not shown until its Dest line comes; if nothing tells what it writes, no register is. */
static void forget_destinations(simx_state *s, const window_entry *e)
{
    const trace_record *i = e->record[0];
    trace_record r = {.cta = i->cta, .warp = i->warp, .lanes = i->lanes};

    for (int d = 0; d < i->destinations; d++) {
        r.file = i->destination[d].file;
        r.reg = i->destination[d].reg;
        if (!is_written(e, &i->destination[d]))
            memset(trace_registers_of(&s->registers, &r)->shown, 0, sizeof r.mask);
    }
    for (int reg = 0; i->destinations < 0 && reg < 64; reg++) {
        r.file = reg < 32 ? TRACE_X : TRACE_F;
        r.reg = reg % 32;
        memset(trace_registers_of(&s->registers, &r)->shown, 0, sizeof r.mask);
    }
}

/* Another instruction follows: what was gathered for the last one is complete. */
static void finish_now(simx_state *s)
{
    window_entry *e = s->now.number > 0 ? window_find(s->window, s->now.number) : NULL;

    for (int i = 0; i < 2; i++)
        if (s->access[i].used && e != NULL)
            window_add(e, &s->access[i].record);
    s->access[0].used = s->access[1].used = false;
    if (e == NULL)
        return;
    forget_destinations(s, e);
    settle(s, &s->now, e, false);
}

/* A line that tells which warp runs which instruction. */
static void position(trace *t, simx_state *s, const char *line)
{
    uint64_t warp = 0;
    instruction *now = &s->now;

    *now = (instruction){.valid = true};
    if (!number(t, line, "cid=", 10, &now->core) || !number(t, line, "wid=", 10, &warp) || !number(t, line, "PC=", 0, &now->pc))
        input_bad(t->in, "truncated: cid=, wid=, tmask= and PC= expected");
    if (now->core > UINT16_MAX || warp > UINT16_MAX)
        input_bad(t->in, "core %llu, warp %llu; accepted is up to 65535", (unsigned long long)now->core, (unsigned long long)warp);
    now->warp = (uint32_t)warp;
    thread_mask(t, line, now->tmask);
    now->has_uuid = number(t, line, "(#", 10, &now->uuid);
    remember(s, now);
}

/* `now` enters the window, with the registers that these words name; NULL: the log does not give it. `late`: its sources come later. */
static void enter(trace *t, simx_state *s, const char *words, bool late)
{
    trace_record r = {.kind = TRACE_INSTRUCTION,
                      .cta = s->now.core,
                      .warp = s->now.warp,
                      .pc = s->now.pc,
                      .lanes = t->lanes,
                      .op = TRACE_OTHER,
                      .mask_known = true,
                      .sources = -1,
                      .destinations = -1};

    memcpy(r.mask, s->now.tmask, sizeof r.mask);
    if (words != NULL)
        riscv_instruction(words, &r);
    s->now.sourced = false;
    s->now.sources_due = late ? r.sources : 0;
    s->now.named = late && r.sources >= 0;
    s->now.number = window_enter(s->window, &r, true)->number;
    remember(s, &s->now);
}

/* "Instr 0x5a087: FLW f1, x11, 0x0" or "Instr: FLW f1, ..., cid=0, ...". */
static void instruction_line(trace *t, simx_state *s, const char *line)
{
    const char *name = strchr(line, ':');
    bool whole = strstr(line, "cid=") != NULL, numbered = strstr(line, "(#") != NULL;

    if (whole) {
        position(t, s, line);
    } else if (numbered) {
        const instruction *of = instruction_of(t, s, line);
        s->now = of != NULL ? *of : (instruction){.valid = false};
    }
    if (name == NULL)
        input_bad(t->in, "truncated: \"Instr 0x...: NAME\" expected");
    name++;
    s->late = s->late || numbered;
    s->apart = s->apart || (numbered && !whole);
    if (s->now.valid)
        enter(t, s, name + strspn(name, " "), numbered && !whole);
}

/* The entry of an instruction; it enters now if its Instr line is missing. NULL if it has left. */
static window_entry *entry_of(trace *t, simx_state *s, const instruction *of)
{
    if (of->number == 0 && of == &s->now)
        enter(t, s, NULL, false);
    return of->number > 0 ? window_find(s->window, of->number) : NULL;
}

/* Is it a word? 64-bit machines print words with their sign, and floats of 32 bits in a box of ones. */
static bool is_word(uint64_t wide, trace_file file)
{
    uint32_t upper = (uint32_t)(wide >> 32);

    return upper == 0 || (upper == UINT32_MAX && (file == TRACE_F || (wide >> 31 & 1)));
}

/* One value of a register list; false: it has 64 bits. */
static bool list_value(trace *t, const char **p, trace_file file, uint32_t *value)
{
    const char *from = *p;
    uint64_t wide;

    if (!starts_with(from, "0x") || !take_number(p, 16, UINT64_MAX, &wide))
        input_bad(t->in, "\"-\" or 0x and hexadecimal digits of 64 bits expected at \"%.20s\"", from);
    *value = (uint32_t)wide;
    return is_word(wide, file);
}

/* The list of the record's values behind "={". Inactive lanes stay as they are. False: some of the values have 64 bits. */
static bool value_list(trace *t, const char *p, trace_record *r)
{
    bool words = true;

    for (int i = 0; i < t->lanes; i++) {
        if (*p == '-') {
            p++;
        } else {
            words = list_value(t, &p, r->file, &r->value[i]) && words;
            r->mask[i / 32] |= (uint32_t)1 << (i % 32);
        }
        const char *want = i + 1 < t->lanes ? ", " : "}";
        if (strncmp(p, want, strlen(want)) != 0)
            input_bad(t->in, "lane %d: \"%s\" expected at \"%.20s\"; the log has %d lanes", i, want, p, t->lanes);
        p += strlen(want);
    }
    return words;
}

/* A register of an instruction, under no lane yet. */
static trace_record register_record(const trace *t, const instruction *of, trace_kind kind, trace_register reg)
{
    return (trace_record){.kind = kind,
                          .cta = of->core,
                          .warp = of->warp,
                          .pc = of->pc,
                          .lanes = t->lanes,
                          .words = 1,
                          .op = TRACE_OTHER,
                          .file = reg.file,
                          .reg = reg.reg};
}

/* "x11={0x11000, -, 0x11008, 0x1100c}" behind the name: a read, unless the value is known from the lines before. */
static void source_value(trace *t, simx_state *s, const instruction *of, window_entry *e, trace_register reg, const char *p)
{
    trace_record r = register_record(t, of, TRACE_READ, reg);
    trace_held *held = trace_registers_of(&s->registers, &r);

    if (strncmp(p, "={", 2) != 0)
        input_bad(t->in, "\"={\" expected at \"%.20s\"", p);
    memcpy(r.value, held->value, (size_t)r.lanes * sizeof *held->value);
    bool words = value_list(t, p + 2, &r);
    if (!words)
        trace_held_hide(held, &r);
    if (!words || memcmp(r.mask, e->record[0]->mask, sizeof r.mask) != 0) {
        t->skipped++; /* 64 bits, or other lanes than the instruction's */
        return;
    }
    if (trace_held_shows(held, &r))
        return;
    trace_held_show(held, &r);
    r.op = e->record[0]->op;
    window_add(e, &r);
}

/* The next source of an instruction; false: it is a register that no trace holds, so the sources are not known. */
static bool name_source(instruction *of, trace_record *i, const trace_register *reg)
{
    if (!of->sourced)
        i->sources = 0;
    of->sourced = true;
    if (i->sources < 0 || i->sources == TRACE_MAX_SOURCES || reg == NULL) {
        i->sources = -1;
        return false;
    }
    if (!riscv_is_zero(reg))
        i->source[i->sources++] = *reg;
    return true;
}

/* "x11={...}" of an instruction in the window. */
static void add_source(trace *t, simx_state *s, instruction *of, window_entry *e, const char *p)
{
    trace_register reg;
    bool held = riscv_register(&p, &reg);

    if (!of->named && !name_source(of, e->record[0], held ? &reg : NULL))
        return;
    if (!held || riscv_is_zero(&reg))
        return;
    of->sources_due -= of->sources_due > 0;
    source_value(t, s, of, e, reg, p);
}

/* "Src0 Reg: x11={...}", perhaps with a number behind it. */
static void source_line(trace *t, simx_state *s, const char *line)
{
    instruction *of = instruction_of(t, s, line);
    window_entry *e = of != NULL ? entry_of(t, s, of) : NULL;

    if (e == NULL) {
        t->skipped += of == NULL;
        return;
    }
    add_source(t, s, of, e, strstr(line, " Reg: ") + strlen(" Reg: "));
    remember(s, of);
    settle(s, of, e, e->number == s->now.number);
}

/* The register write of an instruction: linked to it if that is in the window, and alone if it has left. */
static void add_write(trace *t, simx_state *s, const instruction *of, trace_record *r)
{
    window_entry *e = entry_of(t, s, of);

    if (e == NULL) {
        t->unlinked++;
        window_enter(s->window, r, false);
        return;
    }
    trace_record *i = e->record[0];
    r->op = i->op;
    if (i->destinations < 0) {
        i->destinations = 1;
        i->destination[0] = (trace_register){r->file, r->reg};
    }
    window_add(e, r);
    settle(s, of, e, e->number == s->now.number);
}

/* A write of 64 bits: the instruction has a destination, without a value. */
static void add_unknown_write(trace *t, simx_state *s, const instruction *of, const trace_record *r)
{
    window_entry *e = entry_of(t, s, of);

    t->skipped++;
    if (e == NULL)
        return;
    trace_record *i = e->record[0];
    if (i->destinations < 0) {
        i->destinations = 1;
        i->destination[0] = (trace_register){r->file, r->reg};
    }
    e->open = e->number == s->now.number;
}

/* "x11={0x11000, -, 0x11008, 0x1100c} (#431)". */
static void destination(trace *t, simx_state *s, const char *p, trace_record *r)
{
    const char *rest = p;
    trace_register reg;

    if (strchr("xfr", *p) == NULL || *p == '\0') {
        t->skipped++; /* a vector */
        return;
    }
    if (!riscv_register(&rest, &reg) || strncmp(rest, "={", 2) != 0)
        input_bad(t->in, "x0..x31 or f0..f31 and \"={\" expected at \"%.20s\"", p);
    s->late = s->late || strstr(rest, "(#") != NULL;
    const instruction *of = instruction_of(t, s, rest);
    if (of == NULL) {
        t->skipped++;
        return;
    }
    *r = register_record(t, of, TRACE_WRITE, reg);
    trace_held *held = trace_registers_of(&s->registers, r);
    memcpy(r->value, held->value, (size_t)t->lanes * sizeof *held->value);
    bool words = value_list(t, rest + 2, r);
    s->values++;
    if (words) {
        trace_held_show(held, r);
        add_write(t, s, of, r);
    } else {
        trace_held_hide(held, r);
        add_unknown_write(t, s, of, r);
    }
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
    if (s->apart) {
        t->skipped++;
        return;
    }
    if (!a->used) {
        const instruction *of = &s->now;
        a->used = of->valid && entry_of(t, s, of) != NULL;
        a->lane = 0;
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
    while (a->lane < t->lanes && !mask_bit(s->now.tmask, a->lane))
        a->lane++;
    if (a->lane == t->lanes || !a->used || r->words == 0 || size != (uint64_t)r->size) {
        t->skipped++; /* more accesses than lanes: the instruction is no plain load or store */
        return;
    }
    s->values++;
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

static void take_line(trace *t, simx_state *s, const char *line, trace_record *r)
{
    const char *p;
    uint64_t lanes;

    if (t->lanes == 0 && number(t, line, "CONFIGS: num_threads=", 10, &lanes)) {
        t->lanes = lanes <= 1 << 20 ? (int)lanes : 1 << 20;
    } else if ((p = strstr(line, "Fetch: ")) != NULL && strstr(p, "cid=") != NULL) {
        finish_now(s);
        position(t, s, p);
    } else if ((p = strstr(line, " Instr")) != NULL && (p[6] == ' ' || p[6] == ':')) {
        finish_now(s);
        instruction_line(t, s, p);
    } else if (t->lanes == 0) {
        return;
    } else if ((p = strstr(line, "Dest Reg: ")) != NULL) {
        destination(t, s, p + strlen("Dest Reg: "), r);
    } else if ((p = strstr(line, " Src")) != NULL && strstr(p, " Reg: ") != NULL) {
        source_line(t, s, p);
    } else if ((p = strstr(line, "Mem Read: ")) != NULL) {
        memory_line(t, s, p, 0);
    } else if ((p = strstr(line, "Mem Write: ")) != NULL) {
        memory_line(t, s, p, 1);
    }
}

static void begin(trace *t)
{
    simx_state *s = zalloc(sizeof *s);
    const char *line;
    size_t len;

    t->state = s;
    s->window = window_new();
    s->flight = flight_new();
    t->version = TRACE_TIMING;
    arena_free(t->source);
    t->source = format_new("debug log of the Vortex simulator SimX");
    while (t->lanes == 0 && (line = input_line(t->in, &len)) != NULL)
        take_line(t, s, line, NULL); /* no line gives a value before the lanes are known */
    if (t->lanes == 0)
        input_bad(t->in, "no \"CONFIGS: num_threads=\" and no \"tmask=\" in a SimX log");
}

static bool next(trace *t, trace_record *r)
{
    simx_state *s = t->state;
    const char *line;
    size_t len;

    while (!window_next(s->window, t, r)) {
        if (s->window->ended)
            return false;
        line = input_line(t->in, &len);
        if (line != NULL) {
            take_line(t, s, line, r);
            continue;
        }
        if (s->values == 0)
            input_bad(t->in, "no register values in this SimX log: run it with DEBUG level 2 or higher");
        finish_now(s);
        s->window->ended = true;
    }
    return true;
}

static void end(trace *t)
{
    simx_state *s = t->state;

    window_free(s->window);
    trace_registers_free(&s->registers);
    arena_free(s->flight);
    arena_free(s);
}

const trace_reader trace_reader_simx = {"simx-log", false, detect, begin, next, end};
