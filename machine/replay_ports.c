/* SPDX-License-Identifier: Apache-2.0
 *
 * replay_ports.c - the scheduler of recorded ports: each instruction, its operands and each write come when they were recorded, or as soon as what they
 * need is there. Steps of a cycle stand at `schedule`, in their order. */
#include "replay_ports.h"

#include <stdlib.h>

#include "../base/msg.h"
#include "../base/text.h"
#include "../sim/fields.h"

enum {
    DISTANCE = 2 /* cycles from a result to an instruction that reads it, at least, in the GPU that was recorded */
};

typedef struct {
    int writes, reads; /* that were accepted; whose operands left */
    uint64_t written;  /* in this cycle for the last time */
} reg;

typedef struct {
    int next, count;
    const int *of; /* the warp's instructions */
    uint64_t late; /* PORTS_STIFF: so much later comes what is left of it */
} warp;

typedef struct {
    const port_traffic *t;
    ports_counts *c;
    ports_form form;
    int merge_latency;
    ports_delays delays;
    file_driver f;
    reg *regs;
    warp *warps;
    int *order;
    uint64_t *left;                                        /* of each instruction: the cycle in which its operands left */
    bool *gone;                                            /* of each instruction: they have */
    int next_write, *waiting, waiting_count;               /* writes: the first that was not looked at; those that were not accepted */
    int items[FILE_IDS];                                   /* instructions */
    int left_count, taken_count, told_count, stored_count; /* writes: that were taken, those of which one is told, and that were stored */
} run;

static reg *reg_of(const run *r, int w, int number)
{
    return &r->regs[w * PORT_REGISTERS + number];
}

/* The cycle before which something of this warp does not come. */
static uint64_t due(const run *r, int w, uint64_t recorded)
{
    return recorded + r->warps[w].late;
}

/* It was recorded in one cycle and happens in this one. */
static void note_late(run *r, int w, uint64_t recorded)
{
    if (r->delays == PORTS_STIFF && r->f.p.cycle > recorded + r->warps[w].late)
        r->warps[w].late = r->f.p.cycle - recorded;
}

/* ---- instructions ---- */

static bool is_there(const run *r, int w, int number, int writes)
{
    const reg *x = reg_of(r, w, number);
    return x->writes >= writes && (writes == 0 || r->f.p.cycle >= x->written + DISTANCE);
}

static bool is_ready(const run *r, const port_instruction *i)
{
    if (r->f.p.cycle < due(r, i->warp, i->cycle) || (i->rd >= 0 && !is_there(r, i->warp, i->rd, i->writes_before)))
        return false;
    for (int s = 0; s < PORT_SOURCES; s++)
        if ((i->used >> s & 1) && !is_there(r, i->warp, i->source[s], i->source_writes[s]))
            return false;
    return true;
}

static void give(run *r, int k, int number)
{
    const port_instruction *i = &r->t->instructions[number];
    file_instruction in = {.warp = i->warp, .dest = i->rd, .used = i->used, .mask = i->mask};

    for (int s = 0; s < PORT_SOURCES; s++)
        if (i->used >> s & 1)
            in.source[s] = i->source[s];
    driver_count(&r->f, i->mask, true);
    r->items[driver_issue(&r->f, k, &in)] = number;
    note_late(r, i->warp, i->cycle);
}

/* The warp whose next instruction can go, and was recorded first, of those of this port. */
static void issue(void *own, int k)
{
    run *r = own;
    int best = -1, w = -1;
    for (int i = k; i < r->t->warps; i += r->f.p.shape.issues) {
        const warp *x = &r->warps[i];
        if (x->next < x->count && (best < 0 || x->of[x->next] < best) && is_ready(r, &r->t->instructions[x->of[x->next]])) {
            best = x->of[x->next];
            w = i;
        }
    }
    if (best >= 0) {
        r->warps[w].next++;
        give(r, k, best);
    }
}

static void name(const void *own, int item, int s, text *instruction, text *reg_name)
{
    const run *r = own;
    const port_instruction *i = &r->t->instructions[r->items[item]];
    text_printf(instruction, "instruction of cycle %llu at pc %llx", (unsigned long long)i->cycle, (unsigned long long)i->pc);
    text_printf(reg_name, "register %d", i->source[s]);
}

/* Operands leave no earlier than they did. */
static bool may_leave(void *own, int item)
{
    const run *r = own;
    const port_instruction *i = &r->t->instructions[r->items[item]];
    return !i->left || r->f.p.cycle >= due(r, i->warp, i->left);
}

static void left(void *own, int item)
{
    run *r = own;
    int number = r->items[item];
    const port_instruction *i = &r->t->instructions[number];
    for (int s = 0; s < PORT_SOURCES; s++)
        if (i->used >> s & 1)
            reg_of(r, i->warp, i->source[s])->reads++;
    r->left[number] = r->f.p.cycle;
    r->gone[number] = true;
    r->left_count++;
    r->c->end = (double)r->f.p.cycle;
    if (i->left) {
        r->c->operand_delay += (double)(r->f.p.cycle - i->left);
        note_late(r, i->warp, i->left);
    }
}

/* ---- writes ---- */

/* The cycle in which it comes: as long after its operands as recorded. False: they have not left. */
static bool comes(const run *r, const port_write *w, uint64_t *cycle)
{
    *cycle = due(r, w->warp, w->cycle);
    if (w->of < 0)
        return true;
    const port_instruction *i = &r->t->instructions[w->of];
    if (!r->gone[w->of])
        return false;
    uint64_t after = i->left && w->cycle > i->left ? w->cycle - i->left : 0;
    if (r->left[w->of] + after > *cycle)
        *cycle = r->left[w->of] + after;
    return true;
}

/* As it comes to the register file: what merges in front of it may hold it back. */
static bool arrives(const run *r, const port_write *w, uint64_t *cycle)
{
    bool there = comes(r, w, cycle);
    if (r->form == PORTS_MERGED && !ports_merge(&r->f.p))
        *cycle += (uint64_t)r->merge_latency;
    return there;
}

/* It is told when it is stored: all but a packet that the file merges with others. */
static bool is_told(const run *r, const port_write *w)
{
    return w->last || r->form == PORTS_PACKETS || !ports_merge(&r->f.p);
}

static void store(run *r, int k, int number, uint64_t came)
{
    const port_write *w = &r->t->writes[number];
    reg *x = reg_of(r, w->warp, w->reg);
    double waited = (double)(r->f.p.cycle - came);

    driver_write(&r->f, k, &(file_write_in){.warp = w->warp, .reg = w->reg, .mask = w->mask, .values = w->value, .last = is_told(r, w)});
    r->told_count += is_told(r, w);
    r->taken_count++;
    x->writes++;
    x->written = r->f.p.cycle;
    r->c->held += waited > 0;
    r->c->longest = waited > r->c->longest ? waited : r->c->longest;
    r->c->end = (double)r->f.p.cycle;
    note_late(r, w->warp, w->cycle);
}

/* The port that takes this write, of those that took none in this cycle: the first that is ready. Where packets are merged, a register has its port.
 * -1: none. */
static int port_of(const run *r, const port_write *w, const bool *took)
{
    int ports = r->f.p.shape.writes, own = ports_merge(&r->f.p) ? (w->warp + w->reg) % ports : -1;
    for (int k = 0; k < ports; k++)
        if ((own < 0 || k == own) && !took[k] && ports_write_ready(&r->f.p, k))
            return k;
    return -1;
}

/* Each port takes the first write that is there, whose register older instructions have read, and older writes have written in a cycle before. */
static void give_writes(void *own)
{
    run *r = own;
    int kept = 0;
    bool took[WF_FILE_PORTS] = {false};
    const port_traffic *t = r->t;

    while (r->next_write < t->write_count && t->writes[r->next_write].cycle <= r->f.p.cycle)
        r->waiting[r->waiting_count++] = r->next_write++;
    for (int n = 0; n < r->waiting_count; n++) {
        const port_write *w = &t->writes[r->waiting[n]];
        const reg *x = reg_of(r, w->warp, w->reg);
        uint64_t came = 0;
        int k = port_of(r, w, took);
        if (k >= 0 && r->f.stores.count > 0 && arrives(r, w, &came) && came <= r->f.p.cycle && x->writes == w->writes_before &&
            (w->writes_before == 0 || x->written < r->f.p.cycle) && x->reads >= w->reads_before) {
            store(r, k, r->waiting[n], came);
            took[k] = true;
        } else {
            r->waiting[kept++] = r->waiting[n];
        }
    }
    r->waiting_count = kept;
}

static void stored(void *own, int store)
{
    (void)store;
    ((run *)own)->stored_count++;
}

/* ---- a run ---- */

void replay_ports_check(const design *d, const port_traffic *t)
{
    wf_file_shape shape;
    d->unit->system->shape(&d->config, &shape);
    if (t->lanes != d->config.lanes)
        die_usage("%s: a recording of %d lanes; the register file has %d", t->path, t->lanes, d->config.lanes);
    if (shape.registers < PORT_REGISTERS)
        die_usage("%s: a recording of %d registers; the register file has %d a warp (--fit: as many)", t->path, PORT_REGISTERS,
                  shape.registers);
    if (t->warps > shape.warps)
        die_usage("%s: a recording of %d warps; the register file holds %d", t->path, t->warps, shape.warps);
}

bool replay_ports_merge(const design *d)
{
    return field_at(unit_stream(d, "write0"), "last") >= 0;
}

/* The instructions of each warp, in their order. */
static void sort_out(run *r)
{
    const port_traffic *t = r->t;
    int at = 0;
    r->warps = zalloc((size_t)t->warps * sizeof *r->warps);
    r->order = zalloc((size_t)t->instruction_count * sizeof *r->order);
    for (int w = 0; w < t->warps; w++) {
        r->warps[w].of = r->order + at;
        for (int i = 0; i < t->instruction_count; i++)
            if (t->instructions[i].warp == w)
                r->order[at++] = i;
        r->warps[w].count = (int)(r->order + at - r->warps[w].of);
    }
}

static bool done(const void *own)
{
    const run *r = own;
    return r->left_count == r->t->instruction_count && r->taken_count == r->t->write_count && r->stored_count == r->told_count;
}

static const file_scheduler schedule = {
    .may_leave = may_leave, .left = left, .stored = stored, .issue = issue, .write = give_writes, .done = done, .name = name};

void replay_ports_run(ports_counts *c, const design *d, const port_traffic *t, ports_form form, int merge_latency, ports_delays delays,
                      verilog *beside)
{
    run *r = zalloc(sizeof *r);

    replay_ports_check(d, t);
    *c = (ports_counts){0};
    *r = (run){.t = t, .c = c, .form = form, .merge_latency = merge_latency, .delays = delays};
    file_driver_open(&r->f, &c->c, d, t->path, t->warps, PORT_REGISTERS, beside);
    sort_out(r);
    r->regs = zalloc((size_t)t->warps * PORT_REGISTERS * sizeof *r->regs);
    r->left = zalloc((size_t)t->instruction_count * sizeof *r->left);
    r->gone = zalloc((size_t)t->instruction_count * sizeof *r->gone);
    r->waiting = zalloc((size_t)(t->write_count + 1) * sizeof *r->waiting);
    file_driver_run(&r->f, &schedule, r, t->last);
    file_driver_close(&r->f);
    arena_free(r->warps);
    arena_free(r->order);
    arena_free(r->regs);
    arena_free(r->left);
    arena_free(r->gone);
    arena_free(r->waiting);
    arena_free(r);
}
