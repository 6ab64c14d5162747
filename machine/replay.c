/* SPDX-License-Identifier: Apache-2.0
 *
 * replay.c - the scheduler of a trace's instructions: which one a port takes, when its results ask for a write port, and when a warp is released.
 *
 * What happens in a cycle stands at `schedule`, in its order; each function stands under the heading of its step. */
#include "replay.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../base/msg.h"
#include "replay_warps.h"

/* A register of a place. */
typedef struct {
    bool known;           /* the trace has written it */
    int writing, reading; /* writes under way; operands that are not collected */
} reg;

/* An instruction that was issued. */
typedef struct {
    feed_instruction *i;
    int place, items, writes; /* items of its operands, and writes, that are under way */
} running;

/* A write that waits for a write port. */
typedef struct result {
    struct result *next;
    running *of;
    const feed_write *write;
    uint64_t from; /* it may be given from this cycle on */
} result;

/* In the order of `from`: all of a queue have one latency. */
typedef enum { OTHERS, LOADS, QUEUES } queue_number;
typedef struct {
    result *first, *last;
} results;

/* The instruction that a port is taking, items one after the other. */
typedef struct {
    running *of;
    int next; /* its next source */
} taking;

typedef struct {
    const replay_options *o;
    const feed_survey *s;
    file_counts *c;
    file_driver f;
    replay_warps w;
    reg *regs;
    taking taking[WF_FILE_PORTS];
    running *items[FILE_IDS]; /* whose operands they are */
    struct {
        running *of;
        int reg;
    } stores[FILE_IDS];
    results results[QUEUES];
    result *free_results;
    int under_way[WF_FILE_WARPS];            /* instructions of the place */
    bool ended[WF_FILE_WARPS];               /* its last instruction was issued */
    int releasing;                           /* place; -1: none */
    int release_at[WF_FILE_WARPS], releases; /* those that wait for it */
} replay;

static reg *reg_of(replay *r, int place, int number)
{
    return &r->regs[place * r->s->registers + number];
}

/* ---- issue ---- */

/* Has any register that it reads or writes a write under way? */
static bool is_ready(replay *r, int place, const feed_instruction *i)
{
    for (int k = 0; k < i->sources; k++)
        if (reg_of(r, place, i->source[k])->writing)
            return false;
    for (int k = 0; k < i->destinations; k++)
        if (reg_of(r, place, i->destination[k])->writing)
            return false;
    for (const feed_write *w = i->writes; w; w = w->next)
        if (reg_of(r, place, w->reg)->writing)
            return false;
    return true;
}

/* Its registers are reserved. Values of destinations that the trace does not tell are lost. */
static void reserve(replay *r, running *x)
{
    const feed_instruction *i = x->i;
    for (const feed_write *w = i->writes; w; w = w->next) {
        reg_of(r, x->place, w->reg)->writing++;
        x->writes++;
    }
    for (int k = 0; k < i->destinations && !wf_mask_empty(i->mask, r->s->lanes); k++) {
        reg *d = reg_of(r, x->place, i->destination[k]);
        if (d->writing == 0) {
            d->known = false;
            r->c->unknown_values++;
        }
    }
}

/* The next operands of the instruction that the port is taking: up to WF_FILE_SOURCES. */
static void give_item(replay *r, int k)
{
    taking *t = &r->taking[k];
    const feed_instruction *i = t->of->i;
    file_instruction in = {.warp = t->of->place, .dest = i->destinations ? i->destination[0] : -1, .mask = i->mask};

    for (int s = 0; s < WF_FILE_SOURCES && t->next < i->sources; t->next++) {
        int number = i->source[t->next];
        if (!reg_of(r, in.warp, number)->known) {
            r->c->unknown_operands++;
            continue;
        }
        in.source[s] = number;
        in.used |= 1u << s++;
        reg_of(r, in.warp, number)->reading++;
    }
    t->of->items++;
    r->items[driver_issue(&r->f, k, &in)] = t->of;
}

static void begin(replay *r, int k, int place, int n)
{
    running *x = zalloc(sizeof *x);
    x->i = replay_warps_take(&r->w, k, n);
    x->place = place;
    r->under_way[place]++;
    r->ended[place] = r->w.place[place].left == 0;
    r->taking[k] = (taking){x, 0};
    driver_count(&r->f, x->i->mask, x->i->mask_known);
    give_item(r, k);
    reserve(r, x);
}

static void issue(void *own, int k)
{
    replay *r = own;
    taking *t = &r->taking[k];
    if (t->of) {
        give_item(r, k);
    } else {
        for (int n = 0; n < r->o->window && t->of == NULL; n++) {
            const feed_instruction *i;
            int place = replay_warps_look(&r->w, k, n, &i);
            if (place < 0)
                return;
            if (is_ready(r, place, i))
                begin(r, k, place, n);
        }
    }
    if (t->of && t->next == t->of->i->sources)
        t->of = NULL;
}

/* ---- operands and execution ---- */

static void end(replay *r, running *x)
{
    int place = x->place;
    feed_done(r->w.f, x->i);
    arena_free(x);
    if (--r->under_way[place] == 0 && r->ended[place]) {
        r->ended[place] = false;
        r->release_at[r->releases++] = place;
    }
}

static void add_result(replay *r, running *x, const feed_write *w)
{
    int latency = x->i->op == TRACE_LOADS ? r->o->load_latency : r->o->latency;
    result *n = r->free_results;
    if (n)
        r->free_results = n->next;
    else
        n = zalloc(sizeof *n);
    *n = (result){NULL, x, w, r->f.p.cycle + (uint64_t)latency};
    results *q = &r->results[x->i->op == TRACE_LOADS];
    if (q->first)
        q->last->next = n;
    else
        q->first = n;
    q->last = n;
}

static bool is_taking(const replay *r, const running *x)
{
    for (int k = 0; k < r->f.p.shape.issues; k++)
        if (r->taking[k].of == x)
            return true;
    return false;
}

static void left(void *own, int item)
{
    replay *r = own;
    running *of = r->items[item];
    const file_instruction *in = &r->f.item[item];
    for (int s = 0; s < WF_FILE_SOURCES; s++)
        if (in->used >> s & 1)
            reg_of(r, in->warp, in->source[s])->reading--;
    if (--of->items > 0 || is_taking(r, of))
        return;
    for (const feed_write *w = of->i->writes; w; w = w->next)
        add_result(r, of, w);
    if (of->writes == 0)
        end(r, of);
}

static void name(const void *own, int item, int s, text *instruction, text *reg_name)
{
    const replay *r = own;
    const feed_instruction *i = r->items[item]->i;
    trace_register from = r->s->names[r->f.item[item].source[s]];
    text_printf(instruction, "instruction %llu at pc %llx", (unsigned long long)i->number, (unsigned long long)i->pc);
    text_printf(reg_name, "%c%d", trace_file_letters[from.file], from.reg);
}

/* ---- writes ---- */

static void give_write(replay *r, int k, const result *x)
{
    reg *to = reg_of(r, x->of->place, x->write->reg);
    int id = driver_write(&r->f, k, x->of->place, x->write->reg, x->write->mask, x->write->value, true);
    r->stores[id].of = x->of;
    r->stores[id].reg = x->write->reg;
    to->known = true;
    if (r->f.p.shape.orders_reads)
        to->writing--;
}

/* The first result of a queue that may be written, and the one before it. */
static result *find_result(replay *r, const results *q, result **before)
{
    *before = NULL;
    for (result *x = q->first; x && x->from <= r->f.p.cycle; x = x->next) {
        if (reg_of(r, x->of->place, x->write->reg)->reading == 0)
            return x;
        *before = x;
    }
    return NULL;
}

static void remove_result(results *q, const result *x, result *before)
{
    if (before)
        before->next = x->next;
    else
        q->first = x->next;
    if (q->last == x)
        q->last = before;
}

/* Each port that is ready takes the result that may be written for the longest time. */
static void give_writes(void *own)
{
    replay *r = own;
    for (int k = 0; k < r->f.p.shape.writes && r->f.stores.count > 0; k++) {
        if (!ports_write_ready(&r->f.p, k))
            continue;
        result *before[QUEUES], *x[QUEUES];
        for (int q = 0; q < QUEUES; q++)
            x[q] = find_result(r, &r->results[q], &before[q]);
        int q = x[LOADS] && (x[OTHERS] == NULL || x[LOADS]->from <= x[OTHERS]->from) ? LOADS : OTHERS;
        if (x[q] == NULL)
            break;
        remove_result(&r->results[q], x[q], before[q]);
        give_write(r, k, x[q]);
        x[q]->next = r->free_results;
        r->free_results = x[q];
    }
}

static void stored(void *own, int store)
{
    replay *r = own;
    running *x = r->stores[store].of;
    if (!r->f.p.shape.orders_reads)
        reg_of(r, x->place, r->stores[store].reg)->writing--;
    if (--x->writes == 0)
        end(r, x);
}

/* ---- release ---- */

static void release(void *own)
{
    replay *r = own;
    if (r->releasing >= 0) { /* it has taken effect */
        replay_warps_leave(&r->w, r->releasing);
        r->releasing = -1;
    }
    if (r->releases == 0)
        return;
    int place = r->release_at[0];
    memmove(r->release_at, r->release_at + 1, (size_t)--r->releases * sizeof *r->release_at);
    for (int i = 0; i < r->s->registers; i++)
        reg_of(r, place, i)->known = false;
    if (r->o->no_release) { /* its registers keep what they hold */
        replay_warps_leave(&r->w, place);
        return;
    }
    r->releasing = place;
    driver_release(&r->f, place);
}

/* ---- a run ---- */

void replay_check(const design *d, const feed_survey *s)
{
    wf_file_shape shape;
    d->unit->system->shape(&d->config, &shape);
    if (s->lanes != d->config.lanes)
        die_usage("%s: a trace of %d lanes; the register file has %d", s->path, s->lanes, d->config.lanes);
    if (s->registers > shape.registers)
        die_usage("%s names %d registers; the register file has %d a warp (--fit: as many)", s->path, s->registers, shape.registers);
    for (int b = 0; b < s->block_count; b++)
        if (s->blocks[b].warps > shape.warps)
            die_usage("%s: cta %llu has %d warps; the register file holds %d", s->path, (unsigned long long)s->blocks[b].cta,
                      s->blocks[b].warps, shape.warps);
}

static void admit(void *own)
{
    replay_warps_admit(&((replay *)own)->w);
}

static bool done(const void *own)
{
    return replay_warps_done(&((const replay *)own)->w);
}

static const file_scheduler schedule = {
    .left = left, .stored = stored, .release = release, .admit = admit, .issue = issue, .write = give_writes, .done = done, .name = name};

static void free_results(replay *r)
{
    while (r->free_results) {
        result *next = r->free_results->next;
        arena_free(r->free_results);
        r->free_results = next;
    }
}

void replay_run(file_counts *c, const design *d, const feed_survey *s, const replay_options *o, verilog *beside)
{
    replay *r = zalloc(sizeof *r);
    wf_file_shape shape;

    replay_check(d, s);
    d->unit->system->shape(&d->config, &shape);
    *r = (replay){.o = o, .s = s, .c = c, .releasing = -1};
    file_driver_open(&r->f, c, d, s->path, shape.warps, s->registers, beside);
    r->f.total = (double)s->instructions;
    replay_warps_open(&r->w, s, shape.warps, shape.issues);
    r->regs = zalloc((size_t)shape.warps * (size_t)s->registers * sizeof *r->regs);
    file_driver_run(&r->f, &schedule, r, 0);
    free_results(r);
    replay_warps_close(&r->w);
    file_driver_close(&r->f);
    arena_free(r->regs);
    arena_free(r);
}
