/* SPDX-License-Identifier: Apache-2.0
 *
 * trace_nvbit.c - reads the text of CUTracer and of NVBit's record_reg_vals example: a header, then what was recorded of its instruction.
 *
 *     CTX 0x5a1100 - CTA 0,0,0 - warp 0 - IADD3 R1, R2, R3, RZ ;:
 *       * Reg0_T00: 0x00000000 Reg0_T01: 0x00000000 ... Reg0_T31: 0x00000000
 *       * UR: UR0: 0x00000000
 *     CTX 0x5a1100 - kernel_launch_id 0 - CTA 0,0,0 - warp 0 - PC 16 - LDG.E R4, [R2.64] ;:
 *       Memory Addresses:
 *       * T00: 0x00007f0000000000 T01: 0x00007f0000000004 ...
 *     CTX 0x5a1100 - kernel_launch_id 0 - CTA 0,0,0 - warp 0 - PC 32 - EXIT ;
 *
 * "CTX ... -" and "- PC n" may be missing; a header that is all there is of its instruction ends without ':'. RegN is the N-th value that was
 * recorded; its register comes from the instruction's text. An address that is not there is that of a lane that took no part.
 *
 * How to read: the lines of one header are gathered; the next header, or the end, completes them, and then `give` makes the records. Headers of
 * CUTracer may tell of one instruction twice, of its registers and of its addresses: record_lines joins them.
 *
 * The tools print where their program prints too. A header or a value is found behind other text. A line that looks like one of them and
 * is cut by other text loses what it belongs to, never gives it to another instruction: a header that does not parse ends the one before it, and
 * values without their header, or with one of them missing, are skipped and counted. Where no line parses the file is refused. */
#include "trace_nvbit_lines.h"

#include <stdlib.h>
#include <string.h>

#include "../base/text.h"

/* What is wrong with the first line of a kind, if no line of the kind is right. */
typedef struct {
    bool any_right;
    uint64_t line;
    char *first;
} faults;

typedef enum { GATHER, GIVE_INSTRUCTION, GIVE_OPERANDS, GIVE_ACCESS } stage;

typedef struct {
    nvbit_header now, coming; /* gathered; behind it */
    stage stage;
    int operands, given; /* values of `now`, of each lane */
    uint32_t value[NVBIT_OPERANDS][NVBIT_LANES];
    int numbers[NVBIT_OPERANDS];
    bool lost;               /* a value of `now` is missing */
    bool addresses, listing; /* `now` has addresses; they may go on */
    bool addresses_lost;
    uint32_t mask;
    uint64_t addr[NVBIT_LANES];
    trace_record instruction;
    record_lines lines;
    faults headers, values;
} nvbit_state;

/* ---- what a file is ---- */

static bool detect(const char *head, size_t len)
{
    (void)len;
    const char *cta = strstr(head, "CTA ");
    return !nvbit_is_addresses(head) && ((cta != NULL && strstr(cta, " - warp ") != NULL) || strstr(head, "* Reg0_T0") != NULL);
}

static void begin(trace *t)
{
    t->lanes = NVBIT_LANES;
    t->version = TRACE_TIMING;
    t->state = zalloc(sizeof(nvbit_state));
    arena_free(t->source);
    t->source = format_new("register operands recorded by an NVBit tool (text)");
}

static void end(trace *t)
{
    nvbit_state *s = t->state;

    arena_free(s->now.sass);
    arena_free(s->coming.sass);
    arena_free(s->headers.first);
    arena_free(s->values.first);
    arena_free(s);
}

/* `coming` is gathered from now on. */
static void start(nvbit_state *s)
{
    arena_free(s->now.sass);
    s->now = s->coming;
    s->coming = (nvbit_header){0};
    s->stage = GATHER;
    s->operands = s->given = 0;
    s->lost = s->addresses = s->listing = s->addresses_lost = false;
    s->mask = 0;
    memset(s->addr, 0, sizeof s->addr);
}

/* What was gathered is complete. */
static void complete(trace *t, nvbit_state *s)
{
    if (!s->now.valid) {
        start(s);
        return;
    }
    s->stage = GIVE_INSTRUCTION;
    if (s->lost || !sass_recorded(s->now.sass, s->operands, s->numbers)) {
        t->skipped += (uint64_t)s->operands;
        s->operands = 0;
    }
    record_instruction(&s->instruction, s->now.cta, s->now.warp, s->now.pc, s->now.sass);
}

/* ---- lines ---- */

/* Notes a line that does not parse. One that ends the file is truncated. */
static void wrong(trace *t, faults *f, char *what)
{
    if (!input_line_ended(t->in))
        input_bad(t->in, "%s", what);
    t->skipped++;
    if (f->first != NULL) {
        arena_free(what);
        return;
    }
    f->first = what;
    f->line = input_line_number(t->in);
}

/* The header of the line, which may stand behind other text; not valid if it does not parse. */
static nvbit_header take_header(trace *t, nvbit_state *s, const char *line)
{
    char *what = NULL;
    nvbit_header h = {0};

    for (const char *p = line; (p = strstr(p, "CTA ")) != NULL; p++) {
        arena_free(what);
        if ((what = nvbit_header_at(&h, p)) == NULL) {
            s->headers.any_right = true;
            return h;
        }
    }
    if (what == NULL)
        t->skipped++; /* "CTX 0x... - LAUNCH - ..." */
    else
        wrong(t, &s->headers, what);
    return (nvbit_header){0};
}

/* A value joins those of `now`. False: others are missing before it. Where the first value comes again, the header of these was lost. */
static bool join_value(trace *t, nvbit_state *s, uint64_t ordinal, const uint32_t *value)
{
    if (ordinal == 0 && s->operands > 0)
        complete(t, s);
    else if (!s->lost && ordinal == (uint64_t)s->operands)
        memcpy(s->value[s->operands++], value, sizeof s->value[0]);
    else
        s->lost = true;
    return s->stage == GATHER && !s->lost;
}

static void take_values(trace *t, nvbit_state *s, const char *p)
{
    uint64_t ordinal = 0;
    uint32_t value[NVBIT_LANES];
    char *what =
        s->now.valid ? nvbit_values_at(p, &ordinal, value) : format_new("register values before the first \"CTA ... - warp ...\" line");

    if (what != NULL) {
        s->lost = true;
        wrong(t, &s->values, what);
        return;
    }
    s->values.any_right = true;
    t->skipped += !join_value(t, s, ordinal, value);
}

static void take_addresses(trace *t, nvbit_state *s, const char *line)
{
    if (nvbit_addresses_at(line, &s->mask, s->addr))
        return;
    s->addresses_lost = true;
    t->skipped++;
}

/* ---- records ---- */

/* The next value of a register; RZ is none. */
static bool give_operand(nvbit_state *s, trace_record *r)
{
    while (s->given < s->operands) {
        int i = s->given++;
        if (s->numbers[i] == 255)
            continue;
        record_operand(r, s->now.cta, s->now.warp, s->now.pc, s->now.sass, s->numbers[i]);
        memcpy(r->value, s->value[i], sizeof s->value[i]);
        r->linked = record_reads(&s->instruction, r->reg); /* if not, it is a destination as it was before */
        return true;
    }
    return false;
}

static bool give_access(trace *t, const nvbit_state *s, trace_record *r)
{
    if (!s->addresses)
        return false;
    if (s->addresses_lost || !sass_access(s->now.sass, &r->kind, &r->size)) {
        t->skipped += !s->addresses_lost;
        return false;
    }
    r->cta = s->now.cta;
    r->warp = s->now.warp;
    r->pc = s->now.pc;
    r->lanes = NVBIT_LANES;
    r->op = r->kind == TRACE_STORE ? TRACE_OTHER : TRACE_LOADS;
    r->space = sass_space(s->now.sass);
    r->words = 0;
    r->linked = true;
    memset(r->mask, 0, sizeof r->mask);
    r->mask[0] = s->mask;
    memcpy(r->addr, s->addr, sizeof s->addr);
    return true;
}

/* The next record of what is complete; false: there is no more. */
static bool give(trace *t, nvbit_state *s, trace_record *r)
{
    enum { REGISTERS, ADDRESSES };

    if (s->stage == GIVE_INSTRUCTION) {
        s->stage = GIVE_OPERANDS;
        if (record_lines_begin(&s->lines, s->now.cta, s->now.warp, s->now.pc, s->now.sass, s->addresses ? ADDRESSES : REGISTERS,
                               s->addresses)) {
            *r = s->instruction;
            return true;
        }
    }
    if (s->stage == GIVE_OPERANDS && give_operand(s, r))
        return true;
    if (s->stage == GIVE_OPERANDS) {
        s->stage = GIVE_ACCESS;
        if (give_access(t, s, r))
            return true;
    }
    start(s);
    return false;
}

static bool is_blank(const char *line)
{
    return line[strspn(line, " ")] == '\0';
}

static void take_line(trace *t, nvbit_state *s, const char *line)
{
    const char *values = nvbit_find_values(line);

    if (nvbit_is_header(line)) {
        s->coming = take_header(t, s, line);
        complete(t, s);
    } else if (values != NULL) {
        take_values(t, s, values);
    } else if (strstr(line, "Memory Addresses:") != NULL) {
        s->addresses = s->listing = true;
    } else if (is_blank(line)) {
        s->listing = false;
    } else if (s->listing) {
        take_addresses(t, s, line);
    } else {
        t->skipped++;
    }
}

/* A file whose lines are all wrong is none of these. */
static void check_faults(const trace *t, const faults *f)
{
    if (f->first != NULL && !f->any_right)
        input_bad_line(t->in, f->line, "%s", f->first);
}

static bool next(trace *t, trace_record *r)
{
    nvbit_state *s = t->state;
    const char *line;
    size_t len;

    for (;;) {
        if (s->stage != GATHER && give(t, s, r))
            return true;
        if ((line = input_line(t->in, &len)) != NULL) {
            take_line(t, s, line);
            continue;
        }
        if (!s->now.valid)
            break;
        complete(t, s);
    }
    check_faults(t, &s->headers);
    check_faults(t, &s->values);
    return false;
}

const trace_reader trace_reader_nvbit = {"nvbit-text", false, detect, begin, next, end};
