/* SPDX-License-Identifier: Apache-2.0
 *
 * trace_nvbit.c - reads the text of CUTracer and of NVBit's record_reg_vals example.
 *
 *     CTX 0x5a1100 - CTA 0,0,0 - warp 0 - IADD3 R1, R2, R3, RZ ;:
 *       * Reg0_T00: 0x00000000 Reg0_T01: 0x00000000 ... Reg0_T31: 0x00000000
 *       * UR: UR0: 0x00000000
 *
 * "CTX ... -" and "- PC n" may be missing. RegN is the N-th register operand; its number comes from the instruction.
 * Uniform registers, memory address records and other programs' lines hold no warp register and are skipped.
 *
 * Each header is an executed instruction, unless "Memory Addresses:" follows it and the warp's header before it was the same without
 * them: CUTracer records the two apart. So an instruction waits for the line behind its header. */
#include "trace_impl.h"

#include <stdlib.h>
#include <string.h>

#include "../base/text.h"

enum { NVBIT_LANES = 32, MAX_OPERANDS = 16 };

typedef struct {
    bool seen; /* a header line was read */
    uint64_t cta;
    uint32_t warp;
    uint64_t pc;
    char *sass;
    int numbers[MAX_OPERANDS], count;
    bool waits; /* the instruction of the last header is not given yet */
    bool held;  /* `operand` is: it comes behind its instruction */
    trace_record instruction, operand;
    record_lines lines;
} nvbit_state;

static bool detect(const char *head, size_t len)
{
    (void)len;
    const char *cta = strstr(head, "CTA ");
    return (cta != NULL && strstr(cta, " - warp ") != NULL) || strstr(head, "* Reg0_T0") != NULL;
}

static void begin(trace *t)
{
    t->lanes = NVBIT_LANES;
    t->instructions = true;
    t->state = zalloc(sizeof(nvbit_state));
    arena_free(t->source);
    t->source = format_new("register operands recorded by an NVBit tool (text)");
}

static void end(trace *t)
{
    arena_free(((nvbit_state *)t->state)->sass);
    arena_free(t->state);
}

/* Moves *p behind the text that is wanted and blanks around it. */
static bool pass(const char **p, const char *want)
{
    const char *at = *p + strspn(*p, " ");
    if (!starts_with(at, want))
        return false;
    at += strlen(want);
    *p = at + strspn(at, " ");
    return true;
}

/* "[CTX p - ][... - ]CTA x,y,z - warp w - [PC n - ]SASS:"; false if the line is something else. */
static bool header(trace *t, nvbit_state *s, const char *line, size_t len)
{
    const char *cta = strstr(line, "CTA ");
    uint64_t x, y, z, warp, pc = 0;

    if (cta == NULL || (cta != line && strncmp(line, "CTX ", 4) != 0))
        return false;
    const char *sass = cta;
    if (!pass(&sass, "CTA ") || !take_number(&sass, 10, UINT64_MAX, &x) || !pass(&sass, ",") || !take_number(&sass, 10, UINT64_MAX, &y) ||
        !pass(&sass, ",") || !take_number(&sass, 10, UINT64_MAX, &z) || !pass(&sass, "- warp ") ||
        !take_number(&sass, 10, UINT32_MAX, &warp) || !pass(&sass, "-"))
        input_bad(t->in, "\"CTA x,y,z - warp n - instruction:\" expected");
    if (len == 0 || line[len - 1] != ':')
        input_bad(t->in, "truncated: the line of an instruction ends with ':'");
    if (pass(&sass, "PC ") && (!take_number(&sass, 10, UINT64_MAX, &pc) || !pass(&sass, "-")))
        input_bad(t->in, "\"PC n -\" with a number of 64 bits expected");
    s->cta = cta_number(t, (double)x, (double)y, (double)z);
    s->warp = (uint32_t)warp;
    s->pc = pc;
    arena_free(s->sass);
    s->sass = format_new("%.*s", (int)(line + len - 1 - sass), sass);
    s->count = sass_registers(s->sass, s->numbers, MAX_OPERANDS);
    s->seen = true;
    record_instruction(&s->instruction, s->cta, s->warp, s->pc, s->sass);
    return true;
}

/* Reads "* RegN_T00: 0x... RegN_T01: ..." into r; false if the line is something else. */
static bool operand(trace *t, const nvbit_state *s, const char *line, trace_record *r)
{
    uint64_t ordinal = 0, number, thread, value;

    line += strspn(line, " ");
    if (strncmp(line, "* Reg", 5) != 0)
        return false;
    if (!s->seen)
        input_bad(t->in, "register values before the first \"CTA ... - warp ...\" line");
    line += 1;
    for (int lane = 0; lane < NVBIT_LANES; lane++) {
        const char *p = line + strspn(line, " ");
        if (!pass(&p, "Reg") || !take_number(&p, 10, UINT32_MAX, &number) || !pass(&p, "_T") ||
            !take_number(&p, 10, NVBIT_LANES, &thread) || !pass(&p, ":") || !starts_with(p, "0x") ||
            !take_number(&p, 16, UINT32_MAX, &value) || thread != (uint64_t)lane || (lane > 0 && number != ordinal))
            input_bad(t->in, "lane %d: \"RegN_T%02d: 0x\" and 8 hexadecimal digits expected at \"%.24s\"", lane, lane, line);
        ordinal = number;
        r->value[lane] = (uint32_t)value;
        line = p;
    }
    if (ordinal >= MAX_OPERANDS)
        input_bad(t->in, "register operand %llu; accepted are 0 to %d", (unsigned long long)ordinal, MAX_OPERANDS - 1);
    record_operand(r, s->cta, s->warp, s->pc, s->sass, (int)ordinal < s->count ? s->numbers[ordinal] : (int)ordinal);
    r->linked = record_reads(&s->instruction, r->reg); /* if not, it is a destination as it was before */
    return true;
}

static bool is_blank(const char *line)
{
    return line[strspn(line, " ")] == '\0';
}

/* The line behind a header is known: gives the instruction, unless the warp's last header was of the same one. */
static bool give_instruction(nvbit_state *s, bool addresses, trace_record *r)
{
    enum { REGISTERS, ADDRESSES };

    s->waits = false;
    if (!record_lines_begin(&s->lines, s->cta, s->warp, s->pc, s->sass, addresses ? ADDRESSES : REGISTERS, addresses))
        return false;
    *r = s->instruction;
    return true;
}

static bool next(trace *t, trace_record *r)
{
    nvbit_state *s = t->state;
    const char *line;
    size_t len;

    if (s->held) {
        *r = s->operand;
        s->held = false;
        return true;
    }
    while ((line = input_line(t->in, &len)) != NULL) {
        trace_record before;
        bool given = s->waits && !is_blank(line) && give_instruction(s, strstr(line, "Memory Addresses:") != NULL, &before);
        if (header(t, s, line, len)) {
            s->waits = true;
        } else if (operand(t, s, line, &s->operand)) {
            s->held = true;
        } else if (!is_blank(line)) {
            t->skipped++;
        }
        if (given) {
            *r = before;
            return true;
        }
        if (s->held) {
            *r = s->operand;
            s->held = false;
            return true;
        }
    }
    return s->waits && give_instruction(s, false, r);
}

const trace_reader trace_reader_nvbit = {"nvbit-text", false, detect, begin, next, end};
