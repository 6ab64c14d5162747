/* SPDX-License-Identifier: Apache-2.0
 *
 * trace_ports.c - reads warpports-text 1: what passes the register-file ports of a GPU's operand collector, cycle by cycle.
 *
 *     # warpports-text 1
 *     # lanes 32
 *     # warps 4
 *     # registers 64
 *     # source ...
 *     i <cycle> <warp> <mask> <pc> <class> <wb> <rd> <used> <rs1> <rs2> <rs3>   an instruction is taken
 *     o <cycle> <warp> <pc>                                                     its operands leave: no record, counted as skipped
 *     w <cycle> <warp> <mask> <pc> <rd> <sop> <eop> <v0> ... <vL-1>             a write-back packet
 *
 * mask, pc and values are hexadecimal, `used` is three bits (rs3 rs2 rs1), all else is decimal. Registers 0 to 31 are x0 to x31, 32 to 63
 * are f0 to f31. The packets of a write-back, from `sop` to `eop`, are one write, of the warp's oldest instruction that has this pc and
 * destination and no result yet. */
#include <stdlib.h>
#include <string.h>

#include "../base/text.h"
#include "port_events.h"
#include "trace_fields.h"
#include "trace_registers.h"
#include "trace_window.h"

enum { MAX_WARPS = 1024 };

typedef struct {
    window *window;
    trace_registers registers;
    uint64_t warps, cycle;
    port_event event;
} ports_state;

static bool detect(const char *head, size_t len)
{
    (void)len;
    return starts_with(head, "# warpports-text");
}

/* "# KEY N"; false if the line has another key. */
static bool number_line(trace *t, const char *line, const char *key, uint64_t max, uint64_t *value)
{
    size_t n = strlen(key);

    if (!starts_with(line, "# ") || !starts_with(line + 2, key) || line[2 + n] != ' ')
        return false;
    const char *p = line + 3 + n;
    if (*value != 0 || !take_number(&p, 10, max, value) || *p != '\0' || *value == 0)
        input_bad(t->in, "\"# %s N\" with a number from 1 to %llu is expected once", key, (unsigned long long)max);
    return true;
}

static void begin(trace *t)
{
    ports_state *s = zalloc(sizeof *s);
    uint64_t lanes = 0, registers = 0;
    size_t len, n;
    const char *line = input_line(t->in, &len);

    t->state = s;
    s->window = window_new();
    t->version = TRACE_EXECUTION;
    if (line == NULL || strcmp(line, "# warpports-text 1") != 0)
        input_bad(t->in, "version \"%.30s\"; accepted is \"# warpports-text 1\"", line ? line + 2 : "");
    for (const unsigned char *next; (next = input_peek(t->in, 1, &n)), n > 0 && *next == '#';) {
        line = input_line(t->in, &len);
        if (number_line(t, line, "lanes", 1 << 20, &lanes) || number_line(t, line, "warps", MAX_WARPS, &s->warps) ||
            number_line(t, line, "registers", PORT_REGISTERS, &registers))
            continue;
        if (starts_with(line, "# source ")) {
            arena_free(t->source);
            t->source = format_new("%s", line + strlen("# source "));
        }
    }
    if (lanes == 0 || s->warps == 0 || registers != PORT_REGISTERS)
        input_bad(t->in, "\"# lanes N\", \"# warps N\" and \"# registers %d\" are expected before the first record", PORT_REGISTERS);
    t->lanes = (int)lanes;
}

static void end(trace *t)
{
    ports_state *s = t->state;

    window_free(s->window);
    trace_registers_free(&s->registers);
    arena_free(s);
}

static trace_register register_of(int port)
{
    return (trace_register){port < 32 ? TRACE_X : TRACE_F, port % 32};
}

/* ---- lines ---- */

static bool flag(fields *c, const char *what)
{
    return field_dec(c, 1, what) == 1;
}

static int port_number(fields *c, const char *what)
{
    return (int)field_dec(c, PORT_REGISTERS - 1, what);
}

static void instruction_line(fields *c, port_event *e)
{
    static const char *const units[] = {"alu", "lsu", "sfu", "fpu", NULL};
    static const char *const names[PORT_SOURCES] = {"rs1", "rs2", "rs3"};

    e->unit = field_name(c, units, "class");
    e->writes = flag(c, "wb");
    e->rd = port_number(c, "rd");
    e->used = 0;
    field_gap(c, "used");
    for (int i = PORT_SOURCES - 1; i >= 0; i--, c->p++) {
        if (*c->p != '0' && *c->p != '1')
            input_bad(c->t->in, "used: %d bits expected at \"%.20s\"", PORT_SOURCES, c->p);
        e->used |= (unsigned)(*c->p - '0') << i;
    }
    for (int i = 0; i < PORT_SOURCES; i++)
        e->source[i] = port_number(c, names[i]);
}

static void packet_line(fields *c, port_event *e, int lanes)
{
    e->rd = port_number(c, "rd");
    e->first = flag(c, "sop");
    e->last = flag(c, "eop");
    for (int i = 0; i < lanes; i++)
        e->value[i] = (uint32_t)field_hex(c, 8, "a value");
}

static void read_line(trace *t, ports_state *s, const char *line)
{
    static const char kinds[] = "iow";
    port_event *e = &s->event;
    trace_record masked = {.lanes = t->lanes};

    if (strchr(kinds, *line) == NULL)
        input_bad(t->in, "a line of kind \"%.1s\"; accepted are i, o and w", line);
    if (!input_line_ended(t->in))
        input_bad(t->in, "truncated: the last line has no line end");
    fields c = {t, line + 1};
    e->kind = (port_kind)(strchr(kinds, *line) - kinds);
    e->cycle = field_dec(&c, UINT64_MAX, "the cycle");
    if (e->cycle < s->cycle)
        input_bad(t->in, "cycle %llu after cycle %llu; lines are in the order of cycles", (unsigned long long)e->cycle,
                  (unsigned long long)s->cycle);
    s->cycle = e->cycle;
    e->warp = (int)field_dec(&c, s->warps - 1, "the warp");
    if (e->kind != PORT_OPERANDS) {
        field_mask(&c, &masked);
        memcpy(e->mask, masked.mask, sizeof e->mask);
    }
    e->pc = field_hex(&c, 16, "the pc");
    if (e->kind == PORT_ISSUE)
        instruction_line(&c, e);
    if (e->kind == PORT_WRITE)
        packet_line(&c, e, t->lanes);
    field_end(&c);
}

const port_event *port_event_next(trace *t)
{
    ports_state *s = t->state;
    const char *line;
    size_t len;

    while ((line = input_line(t->in, &len)) != NULL)
        if (len > 0 && *line != '#') {
            read_line(t, s, line);
            return &s->event;
        }
    return NULL;
}

trace *port_events_open(const char *path)
{
    trace *t = trace_open(path);
    if (t->reader != &trace_reader_ports)
        input_bad(t->in, "a trace of the form %s; a recording of ports, warpports-text 1, is expected", trace_format(t));
    return t;
}

int port_events_warps(const trace *t)
{
    const ports_state *s = t->state;
    return (int)s->warps;
}

/* ---- records ---- */

/* Adds a register to a list; x0 is no operand. */
static void add_operand(trace_register *list, int *count, int port)
{
    if (port != 0)
        list[(*count)++] = register_of(port);
}

/* The class is that of the execution unit, whose ALU multiplies, divides and branches too. Its SFU reads control registers and steers
 * warps. What its LSU does without any register is a fence. */
static trace_class class_of(int unit, bool writes, bool reads)
{
    static const trace_class classes[] = {TRACE_ALU, TRACE_OTHER, TRACE_OTHER, TRACE_FPU};
    enum { LSU = 1 };

    if (unit != LSU)
        return classes[unit];
    return writes ? TRACE_LOADS : reads ? TRACE_STORES : TRACE_OTHER;
}

static void take_instruction(ports_state *s, const port_event *e, trace_record *r)
{
    r->kind = TRACE_INSTRUCTION;
    r->op = class_of(e->unit, e->writes, e->used != 0);
    r->mask_known = true;
    r->written = false;
    r->sources = r->destinations = r->words = 0;
    for (int i = 0; i < PORT_SOURCES; i++)
        if (e->used >> i & 1)
            add_operand(r->source, &r->sources, e->source[i]);
    if (e->writes)
        add_operand(r->destination, &r->destinations, e->rd);
    window_enter(s->window, r, r->destinations > 0);
}

/* The oldest instruction that may have written this. */
static window_entry *writer_of(ports_state *s, const trace_record *r)
{
    for (uint64_t n = s->window->first; n < s->window->next; n++) {
        window_entry *e = window_find(s->window, n);
        const trace_record *i = e->record[0];
        if (e->open && i->warp == r->warp && i->pc == r->pc && i->destination[0].file == r->file && i->destination[0].reg == r->reg)
            return e;
    }
    return NULL;
}

static void take_packet(trace *t, ports_state *s, const port_event *event, trace_record *r)
{
    trace_register reg = register_of(event->rd);
    r->kind = TRACE_WRITE;
    r->op = TRACE_OTHER;
    r->file = reg.file;
    r->reg = reg.reg;
    r->words = 1;
    trace_held *held = trace_registers_of(&s->registers, r);
    for (int i = 0; i < r->lanes; i++)
        if (mask_bit(r->mask, i))
            held->value[i] = event->value[i];
    for (int i = 0; i < TRACE_MASK_WORDS; i++)
        held->packets[i] = (event->first ? 0 : held->packets[i]) | r->mask[i];
    if (!event->last)
        return;
    memcpy(r->mask, held->packets, sizeof r->mask);
    memset(held->packets, 0, sizeof held->packets);
    memcpy(r->value, held->value, (size_t)r->lanes * sizeof r->value[0]);
    window_entry *e = writer_of(s, r);
    if (e == NULL) { /* the log began after this instruction was taken */
        t->unlinked++;
        window_enter(s->window, r, false);
        return;
    }
    r->op = e->record[0]->op;
    window_add(e, r);
    e->open = false;
}

static void take_event(trace *t, ports_state *s, const port_event *e, trace_record *r)
{
    if (e->kind == PORT_OPERANDS) {
        t->skipped++;
        return;
    }
    r->cta = 0;
    r->warp = (uint32_t)e->warp;
    r->lanes = t->lanes;
    r->linked = false;
    r->pc = e->pc;
    memcpy(r->mask, e->mask, sizeof r->mask);
    if (e->kind == PORT_ISSUE)
        take_instruction(s, e, r);
    else
        take_packet(t, s, e, r);
}

static bool next(trace *t, trace_record *r)
{
    ports_state *s = t->state;

    while (!window_next(s->window, t, r)) {
        if (s->window->ended)
            return false;
        const port_event *e = port_event_next(t);
        s->window->ended = e == NULL;
        if (e)
            take_event(t, s, e, r);
    }
    return true;
}

const trace_reader trace_reader_ports = {"warpports-text", false, detect, begin, next, end};
