/* SPDX-License-Identifier: Apache-2.0 */
#include "replay_ports.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../base/msg.h"
#include "../base/text.h"
#include "file_ports.h"
#include "replay_count.h"

enum {
    USERS = 256,
    PATIENCE = 1 << 20,
    DISTANCE = 2 /* cycles from a result to an instruction that reads it, at least, in the GPU that was recorded */
};

typedef struct {
    int writes, reads; /* that were accepted; whose operands left */
    uint64_t written;  /* in this cycle for the last time */
    uint32_t *value;
} reg;

typedef struct {
    int next, count;
    const int *of; /* the warp's instructions */
    uint64_t late; /* PORTS_STIFF: so much later comes what is left of it */
} warp;

typedef struct {
    const port_traffic *t;
    ports_counts *c;
    ports_delays delays;
    file_ports p;
    replay_watch watch;
    reg *regs;
    uint32_t *values;
    warp *warps;
    int *order;
    uint64_t *left;                          /* of each instruction: the cycle in which its operands left */
    bool *gone;                              /* of each instruction: they have */
    int next_write, *waiting, waiting_count; /* writes: the first that was not looked at; those that were not accepted */
    int items[USERS], free_items[USERS], item_count, free_stores[USERS], store_count;
    int left_count, stored_count;
    uint64_t moved;
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
    if (r->delays == PORTS_STIFF && r->p.cycle > recorded + r->warps[w].late)
        r->warps[w].late = r->p.cycle - recorded;
}

/* ---- instructions ---- */

static bool is_there(const run *r, int w, int number, int writes)
{
    const reg *x = reg_of(r, w, number);
    return x->writes >= writes && (writes == 0 || r->p.cycle >= x->written + DISTANCE);
}

static bool is_ready(const run *r, const port_instruction *i)
{
    if (r->p.cycle < due(r, i->warp, i->cycle) || (i->rd >= 0 && !is_there(r, i->warp, i->rd, i->writes_before)))
        return false;
    for (int s = 0; s < PORT_SOURCES; s++)
        if ((i->used >> s & 1) && !is_there(r, i->warp, i->source[s], i->source_writes[s]))
            return false;
    return true;
}

static void give(run *r, int k, int number)
{
    const port_instruction *i = &r->t->instructions[number];
    int id = r->free_items[--r->item_count];
    file_instruction in = {.warp = i->warp, .dest = i->rd, .used = i->used, .mask = i->mask, .user = (uint32_t)id};

    for (int s = 0; s < PORT_SOURCES; s++)
        if (i->used >> s & 1) {
            in.source[s] = i->source[s];
            r->c->c.operands++;
        }
    r->items[id] = number;
    r->c->c.instructions++;
    watch_instruction(&r->watch, true, wf_mask_full(i->mask, r->t->lanes));
    ports_issue(&r->p, k, &in);
    note_late(r, i->warp, i->cycle);
}

/* The warp whose next instruction can go, and was recorded first, of those of this port. */
static void issue(run *r, int k)
{
    int best = -1, w = -1;
    if (!ports_issue_ready(&r->p, k) || r->item_count == 0)
        return;
    for (int i = k; i < r->t->warps; i += r->p.shape.issues) {
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

static void tell_wrong(run *r, const port_instruction *i, int s, const uint32_t *got)
{
    const uint32_t *want = reg_of(r, i->warp, i->source[s])->value;
    int lane = 0;
    while (got[lane] == want[lane])
        lane++;
    if (r->c->c.wrong++ == 0)
        r->c->c.first_wrong =
            format_new("instruction of cycle %llu at pc %llx: lane %d of register %d is %x, and %x was written",
                       (unsigned long long)i->cycle, (unsigned long long)i->pc, lane, i->source[s], got[lane], want[lane]);
}

/* Operands leave no earlier than they did. */
static void take_operands(run *r, int k)
{
    const file_ports *p = &r->p;
    if (!ports_operands_valid(p, k))
        return;
    int id = (int)ports_operands_user(p, k), number = r->items[id];
    const port_instruction *i = &r->t->instructions[number];
    if (i->left && p->cycle < due(r, i->warp, i->left)) {
        ports_hold(&r->p, k);
        return;
    }
    for (int s = 0; s < PORT_SOURCES; s++)
        if (i->used >> s & 1) {
            reg *x = reg_of(r, i->warp, i->source[s]);
            const uint32_t *got = ports_operand(p, k, s);
            x->reads++;
            r->c->c.checked++;
            if (memcmp(got, x->value, (size_t)r->t->lanes * sizeof *got) != 0)
                tell_wrong(r, i, s, got);
        }
    r->free_items[r->item_count++] = id;
    r->left[number] = p->cycle;
    r->gone[number] = true;
    r->left_count++;
    r->c->end = (double)p->cycle;
    r->moved = p->cycle;
    if (i->left) {
        r->c->operand_delay += (double)(p->cycle - i->left);
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

static void store(run *r, int k, int number, uint64_t came)
{
    const port_write *w = &r->t->writes[number];
    reg *x = reg_of(r, w->warp, w->reg);
    double waited = (double)(r->p.cycle - came);

    ports_write(&r->p, k, w->warp, w->reg, w->mask, w->value, (uint32_t)r->free_stores[--r->store_count]);
    x->writes++;
    x->written = r->p.cycle;
    r->c->c.writes++;
    r->c->held += waited > 0;
    r->c->longest = waited > r->c->longest ? waited : r->c->longest;
    r->c->end = (double)r->p.cycle;
    r->moved = r->p.cycle;
    note_late(r, w->warp, w->cycle);
}

/* Each port takes the first write that is there, whose register older instructions have read, and older writes have written in a cycle before. */
static int give_writes(run *r, int given[WF_FILE_PORTS])
{
    int count = 0, kept = 0, k = 0;
    const port_traffic *t = r->t;

    while (r->next_write < t->write_count && t->writes[r->next_write].cycle <= r->p.cycle)
        r->waiting[r->waiting_count++] = r->next_write++;
    for (int n = 0; n < r->waiting_count; n++) {
        const port_write *w = &t->writes[r->waiting[n]];
        const reg *x = reg_of(r, w->warp, w->reg);
        uint64_t came = 0;
        while (k < r->p.shape.writes && !ports_write_ready(&r->p, k))
            k++;
        if (k < r->p.shape.writes && r->store_count > 0 && comes(r, w, &came) && came <= r->p.cycle && x->writes == w->writes_before &&
            (w->writes_before == 0 || x->written < r->p.cycle) && x->reads >= w->reads_before) {
            store(r, k++, r->waiting[n], came);
            given[count++] = r->waiting[n];
        } else {
            r->waiting[kept++] = r->waiting[n];
        }
    }
    r->waiting_count = kept;
    return count;
}

static void write_value(run *r, const port_write *w)
{
    uint32_t *value = reg_of(r, w->warp, w->reg)->value;
    for (int i = 0; i < r->t->lanes; i++)
        if (w->mask[i / 32] >> i % 32 & 1)
            value[i] = w->value[i];
}

static void take_stored(run *r, int c)
{
    if (!ports_stored_valid(&r->p, c))
        return;
    r->free_stores[r->store_count++] = (int)ports_stored_user(&r->p, c);
    r->stored_count++;
    r->moved = r->p.cycle;
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

static void open_run(run *r, const design *d, verilog *beside)
{
    const port_traffic *t = r->t;
    size_t registers = (size_t)(t->warps * PORT_REGISTERS), lanes = (size_t)t->lanes;

    file_ports_open(&r->p, d, beside);
    sort_out(r);
    r->regs = zalloc(registers * sizeof *r->regs);
    r->values = zalloc(registers * lanes * sizeof *r->values);
    for (size_t i = 0; i < registers; i++)
        r->regs[i].value = r->values + i * lanes;
    r->left = zalloc((size_t)t->instruction_count * sizeof *r->left);
    r->gone = zalloc((size_t)t->instruction_count * sizeof *r->gone);
    r->waiting = zalloc((size_t)(t->write_count + 1) * sizeof *r->waiting);
    r->item_count = r->store_count = r->p.shape.user_bits < 8 ? 1 << r->p.shape.user_bits : USERS;
    for (int i = 0; i < r->item_count; i++)
        r->free_items[i] = r->free_stores[i] = i;
    r->c->c.shape = r->p.shape;
    watch_open(&r->watch, &r->p, &r->c->c);
}

static void close_run(run *r)
{
    watch_close(&r->watch);
    file_ports_close(&r->p);
    free(r->warps);
    free(r->order);
    free(r->regs);
    free(r->values);
    free(r->left);
    free(r->gone);
    free(r->waiting);
}

static void cycle(run *r)
{
    int given[WF_FILE_PORTS];

    for (int k = 0; k < r->p.shape.issues; k++)
        take_operands(r, k);
    for (int c = 0; c < r->p.shape.stores; c++)
        take_stored(r, c);
    for (int k = 0; k < r->p.shape.issues; k++)
        issue(r, k);
    int count = give_writes(r, given);
    ports_clock(&r->p);
    for (int i = 0; i < count; i++)
        write_value(r, &r->t->writes[given[i]]);
}

void replay_ports_run(ports_counts *c, const design *d, const port_traffic *t, ports_delays delays, verilog *beside)
{
    run *r = zalloc(sizeof *r);

    replay_ports_check(d, t);
    *c = (ports_counts){.c.bin_cycles = 1};
    r->t = t;
    r->c = c;
    r->delays = delays;
    open_run(r, d, beside);
    while (r->left_count < t->instruction_count || r->stored_count < t->write_count) {
        cycle(r);
        if (r->p.cycle > t->last && r->p.cycle - r->moved > PATIENCE)
            die("%s: the register file has not moved for %d cycles, at instruction %.0f", t->path, PATIENCE, c->c.instructions);
    }
    close_run(r);
    free(r);
}
