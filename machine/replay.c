/* SPDX-License-Identifier: Apache-2.0 */
#include "replay.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../base/msg.h"
#include "file_ports.h"
#include "replay_count.h"
#include "replay_warps.h"

enum { USERS = 256, PATIENCE = 1 << 20 };

/* A register of a place. */
typedef struct {
    bool known;           /* the trace has written it */
    int writing, reading; /* writes under way; operands that are not collected */
    uint32_t *value;      /* what it holds */
} reg;

/* An instruction that was issued. */
typedef struct {
    feed_instruction *i;
    int place, items, writes; /* items of its operands, and writes, that are under way */
} running;

/* What an issue port took: up to WF_FILE_SOURCES operands of an instruction. */
typedef struct {
    running *of;
    int source[WF_FILE_SOURCES]; /* -1: not used */
} item;

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
    const design *d;
    const replay_options *o;
    const feed_survey *s;
    replay_counts *c;
    replay_watch watch;
    file_ports p;
    replay_warps w;
    reg *regs;
    uint32_t *values;
    taking taking[WF_FILE_PORTS];
    item items[USERS];
    struct {
        running *of;
        int reg;
    } stores[USERS];
    int free_items[USERS], item_count, free_stores[USERS], store_count;
    results results[QUEUES];
    result *free_results;
    int under_way[REPLAY_PLACES];            /* instructions of the place */
    bool ended[REPLAY_PLACES];               /* its last instruction was issued */
    int releasing;                           /* place; -1: none */
    int release_at[REPLAY_PLACES], releases; /* those that wait for it */
    uint64_t moved;                          /* the last cycle in which anything did */
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

/* The next operands of the instruction that the port is taking. */
static void give_item(replay *r, int k)
{
    taking *t = &r->taking[k];
    const feed_instruction *i = t->of->i;
    int id = r->free_items[--r->item_count];
    item *x = &r->items[id];
    file_instruction in = {.warp = t->of->place, .dest = i->destinations ? i->destination[0] : -1, .mask = i->mask, .user = (uint32_t)id};

    x->of = t->of;
    for (int s = 0; s < WF_FILE_SOURCES; s++)
        x->source[s] = -1;
    for (int s = 0; s < WF_FILE_SOURCES && t->next < i->sources; t->next++) {
        int number = i->source[t->next];
        if (!reg_of(r, x->of->place, number)->known) {
            r->c->unknown_operands++;
            continue;
        }
        in.source[s] = number;
        in.used |= 1u << s;
        x->source[s++] = number;
        reg_of(r, x->of->place, number)->reading++;
        r->c->operands++;
    }
    t->of->items++;
    ports_issue(&r->p, k, &in);
}

static void begin(replay *r, int k, int place, int n)
{
    running *x = zalloc(sizeof *x);
    x->i = replay_warps_take(&r->w, k, n);
    x->place = place;
    r->under_way[place]++;
    r->ended[place] = r->w.place[place].left == 0;
    r->taking[k] = (taking){x, 0};
    r->c->instructions++;
    watch_instruction(&r->watch, x->i->mask_known, wf_mask_full(x->i->mask, r->s->lanes));
    give_item(r, k);
    reserve(r, x);
}

static void issue(replay *r, int k)
{
    taking *t = &r->taking[k];
    if (!ports_issue_ready(&r->p, k) || r->item_count == 0)
        return;
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
    free(x);
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
    *n = (result){NULL, x, w, r->p.cycle + (uint64_t)latency};
    results *q = &r->results[x->i->op == TRACE_LOADS];
    if (q->first)
        q->last->next = n;
    else
        q->first = n;
    q->last = n;
}

static bool is_taking(const replay *r, const running *x)
{
    for (int k = 0; k < r->p.shape.issues; k++)
        if (r->taking[k].of == x)
            return true;
    return false;
}

static void tell_wrong(replay *r, const item *x, int s, const uint32_t *got)
{
    const uint32_t *want = reg_of(r, x->of->place, x->source[s])->value;
    trace_register name = r->s->names[x->source[s]];
    int lane = 0;
    while (got[lane] == want[lane])
        lane++;
    if (r->c->wrong++ == 0)
        r->c->first_wrong =
            format_new("instruction %llu at pc %llx: lane %d of %c%d is %x, and %x was written", (unsigned long long)x->of->i->number,
                       (unsigned long long)x->of->i->pc, lane, trace_file_letters[name.file], name.reg, got[lane], want[lane]);
}

static void take_operands(replay *r, int k)
{
    const file_ports *p = &r->p;
    if (!ports_operands_valid(p, k))
        return;
    int id = (int)ports_operands_user(p, k);
    item *x = &r->items[id];
    for (int s = 0; s < WF_FILE_SOURCES; s++) {
        if (x->source[s] < 0)
            continue;
        reg *from = reg_of(r, x->of->place, x->source[s]);
        const uint32_t *got = ports_operand(p, k, s);
        from->reading--;
        r->c->checked++;
        if (memcmp(got, from->value, (size_t)r->s->lanes * sizeof *got) != 0)
            tell_wrong(r, x, s, got);
    }
    r->free_items[r->item_count++] = id;
    r->moved = p->cycle;
    running *of = x->of;
    if (--of->items > 0 || is_taking(r, of))
        return;
    for (const feed_write *w = of->i->writes; w; w = w->next)
        add_result(r, of, w);
    if (of->writes == 0)
        end(r, of);
}

/* ---- writes ---- */

/* The register's value after the write that the file takes in this cycle. */
static void write_value(replay *r, const result *x)
{
    reg *to = reg_of(r, x->of->place, x->write->reg);
    for (int i = 0; i < r->s->lanes; i++)
        if (x->write->mask[i / 32] >> i % 32 & 1)
            to->value[i] = x->write->value[i];
    to->known = true;
    if (r->p.shape.orders_reads)
        to->writing--;
}

static void give_write(replay *r, int k, const result *x)
{
    int id = r->free_stores[--r->store_count];
    r->stores[id].of = x->of;
    r->stores[id].reg = x->write->reg;
    ports_write(&r->p, k, x->of->place, x->write->reg, x->write->mask, x->write->value, (uint32_t)id);
    r->c->writes++;
}

/* The first result of a queue that may be written, and the one before it. */
static result *find_result(replay *r, const results *q, result **before)
{
    *before = NULL;
    for (result *x = q->first; x && x->from <= r->p.cycle; x = x->next) {
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

/* Each port that is ready takes the result that may be written for the longest time. `given` are those. */
static int give_writes(replay *r, result *given[WF_FILE_PORTS])
{
    int count = 0;
    for (int k = 0; k < r->p.shape.writes && r->store_count > 0; k++) {
        if (!ports_write_ready(&r->p, k))
            continue;
        result *before[QUEUES], *x[QUEUES];
        for (int q = 0; q < QUEUES; q++)
            x[q] = find_result(r, &r->results[q], &before[q]);
        int q = x[LOADS] && (x[OTHERS] == NULL || x[LOADS]->from <= x[OTHERS]->from) ? LOADS : OTHERS;
        if (x[q] == NULL)
            break;
        remove_result(&r->results[q], x[q], before[q]);
        give_write(r, k, x[q]);
        given[count++] = x[q];
    }
    return count;
}

static void take_stored(replay *r, int c)
{
    if (!ports_stored_valid(&r->p, c))
        return;
    int id = (int)ports_stored_user(&r->p, c);
    running *x = r->stores[id].of;
    if (!r->p.shape.orders_reads)
        reg_of(r, x->place, r->stores[id].reg)->writing--;
    r->free_stores[r->store_count++] = id;
    r->moved = r->p.cycle;
    if (--x->writes == 0)
        end(r, x);
}

/* ---- release ---- */

static void release(replay *r)
{
    if (!ports_release_ready(&r->p))
        return;
    if (r->releasing >= 0) { /* it has taken effect */
        replay_warps_leave(&r->w, r->releasing);
        r->releasing = -1;
    }
    if (r->releases == 0)
        return;
    r->releasing = r->release_at[0];
    memmove(r->release_at, r->release_at + 1, (size_t)--r->releases * sizeof *r->release_at);
    for (int i = 0; i < r->s->registers; i++) {
        reg *x = reg_of(r, r->releasing, i);
        x->known = false;
        memset(x->value, 0, (size_t)r->s->lanes * sizeof *x->value);
    }
    ports_release(&r->p, r->releasing);
    r->c->releases++;
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

static void open_run(replay *r, verilog *beside)
{
    file_ports *p = &r->p;
    file_ports_open(p, r->d, beside);
    replay_warps_open(&r->w, r->s, p->shape.warps, p->shape.issues);
    int count = p->shape.warps * r->s->registers, lanes = r->s->lanes;
    r->regs = zalloc((size_t)count * sizeof *r->regs);
    r->values = zalloc((size_t)count * (size_t)lanes * sizeof *r->values);
    for (int i = 0; i < count; i++)
        r->regs[i].value = r->values + (size_t)i * (size_t)lanes;
    r->item_count = r->store_count = p->shape.user_bits < 8 ? 1 << p->shape.user_bits : USERS;
    for (int i = 0; i < r->item_count; i++)
        r->free_items[i] = r->free_stores[i] = i;
    r->releasing = -1;
    r->c->shape = p->shape;
    watch_open(&r->watch, p, r->c);
}

static void close_run(replay *r)
{
    watch_close(&r->watch);
    while (r->free_results) {
        result *next = r->free_results->next;
        free(r->free_results);
        r->free_results = next;
    }
    replay_warps_close(&r->w);
    file_ports_close(&r->p);
    free(r->regs);
    free(r->values);
}

/* What happens in a cycle, from what the file shows in it. */
static void cycle(replay *r)
{
    result *given[WF_FILE_PORTS];

    for (int k = 0; k < r->p.shape.issues; k++)
        take_operands(r, k);
    for (int c = 0; c < r->p.shape.stores; c++)
        take_stored(r, c);
    release(r);
    replay_warps_admit(&r->w);
    for (int k = 0; k < r->p.shape.issues; k++)
        issue(r, k);
    int count = give_writes(r, given);
    ports_clock(&r->p);
    for (int i = 0; i < count; i++) {
        write_value(r, given[i]);
        given[i]->next = r->free_results;
        r->free_results = given[i];
    }
}

void replay_run(replay_counts *c, const design *d, const feed_survey *s, const replay_options *o, verilog *beside)
{
    replay *r = zalloc(sizeof *r);

    replay_check(d, s);
    *c = (replay_counts){.bin_cycles = 1};
    r->d = d;
    r->o = o;
    r->s = s;
    r->c = c;
    open_run(r, beside);
    do {
        cycle(r);
        if (r->p.cycle % PATIENCE == 0)
            progress(s->path, (unsigned long long)c->instructions, s->instructions);
        if (r->p.cycle - r->moved > PATIENCE)
            die("%s: the register file has not moved for %d cycles, at instruction %.0f", s->path, PATIENCE, c->instructions);
    } while (!replay_warps_done(&r->w));
    progress_end();
    close_run(r);
    free(r);
}

void replay_counts_free(replay_counts *c)
{
    activities_free(&c->did);
    free(c->first_wrong);
}
