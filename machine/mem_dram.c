/* SPDX-License-Identifier: Apache-2.0
 *
 * mem_dram.c - the channel's cycle: data that have come, a bank that takes a request, commands. A time is the first cycle in which it no longer forbids. */
#include "mem_dram.h"

typedef struct {
    dram_request r;
    int moved, next; /* next: in its bank's queue, or of the free ones */
} slot;

typedef struct {
    bool open;
    uint64_t row, read_from, write_from, close_from, open_from; /* open_from: precharge or the activate before it */
    int first, last, at;                                        /* slots: the queue; the one that it works on. -1: none */
} bank;

struct dram {
    const machine *m;
    uint64_t now;
    slot *slots;
    int slot_count, free, waiting, inside; /* waiting: not taken by a bank */
    bank *banks;
    uint64_t *group_column, *group_close;
    uint64_t column_from, open_from, read_from, write_from;
    int turn; /* the bank that is looked at first */
    struct {
        int slot;
        uint64_t done;
    } * moving;
    int moving_first, moving_count, moving_most;
    mem_queue returns;
    dram_sums sums;
};

dram *dram_open(const machine *m)
{
    dram *d = zalloc(sizeof *d);
    d->m = m;
    d->moving_most = m->cl + 1;
    d->slot_count = m->dram_queue + m->dram_banks + d->moving_most;
    d->slots = zalloc((size_t)d->slot_count * sizeof *d->slots);
    d->banks = zalloc((size_t)m->dram_banks * sizeof *d->banks);
    d->group_column = zalloc((size_t)m->dram_groups * sizeof *d->group_column);
    d->group_close = zalloc((size_t)m->dram_groups * sizeof *d->group_close);
    d->moving = zalloc((size_t)d->moving_most * sizeof *d->moving);
    for (int i = 0; i < d->slot_count; i++)
        d->slots[i].next = i + 1 < d->slot_count ? i + 1 : -1;
    for (int b = 0; b < m->dram_banks; b++)
        d->banks[b] = (bank){.first = -1, .last = -1, .at = -1};
    queue_open(&d->returns, m->dram_returns);
    return d;
}

void dram_close(dram *d)
{
    queue_close(&d->returns);
    arena_free(d->slots);
    arena_free(d->banks);
    arena_free(d->group_column);
    arena_free(d->group_close);
    arena_free(d->moving);
    arena_free(d);
}

/* ---- the queue ---- */

bool dram_room(const dram *d)
{
    return d->waiting < d->m->dram_queue;
}

void dram_put(dram *d, const dram_request *r)
{
    int s = d->free;
    bank *b = &d->banks[r->bank];
    d->free = d->slots[s].next;
    d->slots[s] = (slot){.r = *r, .next = -1};
    *(b->first < 0 ? &b->first : &d->slots[b->last].next) = s;
    b->last = s;
    d->waiting++;
    d->inside++;
}

/* Takes the oldest one for the open row out of a bank's queue, or the oldest one. */
static int schedule(dram *d, bank *b)
{
    int before = -1, s = b->first;
    while (s >= 0 && !(b->open && d->slots[s].r.row == b->row)) {
        before = s;
        s = d->slots[s].next;
    }
    if (s < 0) {
        s = b->first;
        before = -1;
    } else {
        d->sums.row_hits++;
    }
    *(before < 0 ? &b->first : &d->slots[before].next) = d->slots[s].next;
    if (b->last == s)
        b->last = before;
    d->waiting--;
    return s;
}

static void take_one(dram *d)
{
    for (int k = 0; k < d->m->dram_banks; k++) {
        bank *b = &d->banks[(d->turn + k) % d->m->dram_banks];
        if (b->at >= 0 || b->first < 0)
            continue;
        b->at = schedule(d, b);
        d->turn = (d->turn + 1) % d->m->dram_banks;
        return;
    }
}

/* ---- commands ---- */

static uint64_t later(uint64_t a, uint64_t b)
{
    return a > b ? a : b;
}

static void after(uint64_t *from, uint64_t cycle)
{
    *from = later(*from, cycle);
}

static bool column_command(dram *d, int number)
{
    const machine *m = d->m;
    bank *b = &d->banks[number];
    slot *s = &d->slots[b->at];
    uint64_t *group = &d->group_column[number % m->dram_groups], bus = (uint64_t)m->dram_bus, now = d->now;
    if (!b->open || b->row != s->r.row || now < d->column_from || now < *group || d->moving_count == d->moving_most)
        return false;
    if (now < later(s->r.write ? d->write_from : d->read_from, s->r.write ? b->write_from : b->read_from))
        return false;
    d->column_from = now + (uint64_t)m->ccd;
    *group = now + (uint64_t)m->ccdl;
    if (s->r.write) {
        after(&d->read_from, now + (uint64_t)(m->wl + m->cdlr) + bus);
        after(&b->close_from, now + (uint64_t)(m->wl + m->wr) + bus);
        d->sums.writes++;
    } else {
        uint64_t turned = (uint64_t)m->cl + bus + 2; /* the bus turns round in 2 cycles */
        after(&d->write_from, now + (turned > (uint64_t)m->wl ? turned - (uint64_t)m->wl : 0));
        after(&b->close_from, now + bus);
        after(&d->group_close[number % m->dram_groups], now + (uint64_t)m->rtpl);
        d->sums.reads++;
    }
    d->sums.busy += bus;
    d->sums.bytes += (uint64_t)m->dram_bytes;
    s->moved += m->dram_bytes;
    if (s->moved >= s->r.bytes) {
        int at = (d->moving_first + d->moving_count++) % d->moving_most;
        d->moving[at].slot = b->at;
        d->moving[at].done = now + (uint64_t)(s->r.write ? m->wl : m->cl);
        b->at = -1;
    }
    return true;
}

static bool row_command(dram *d, int number)
{
    const machine *m = d->m;
    bank *b = &d->banks[number];
    uint64_t now = d->now;
    if (!b->open) {
        if (now < d->open_from || now < b->open_from)
            return false;
        b->open = true;
        b->row = d->slots[b->at].r.row;
        d->open_from = now + (uint64_t)m->rrd;
        b->read_from = now + (uint64_t)m->rcd;
        b->write_from = now + (uint64_t)(m->rcd - m->wl - 1);
        b->close_from = now + (uint64_t)m->ras;
        b->open_from = now + (uint64_t)m->rc;
        d->sums.activates++;
    } else {
        if (b->row == d->slots[b->at].r.row || now < b->close_from || now < d->group_close[number % m->dram_groups])
            return false;
        b->open = false;
        after(&b->open_from, now + (uint64_t)m->rp);
    }
    d->turn = (number + 1) % m->dram_banks;
    return true;
}

/* One command for columns, and one for rows of a bank before it. */
static void command(dram *d)
{
    bool column = false, row = false;
    for (int k = 0, first = d->turn; k < d->m->dram_banks && !column; k++) {
        int number = (first + k) % d->m->dram_banks;
        if (d->banks[number].at < 0)
            continue;
        column = column_command(d, number);
        if (!column && !row)
            row = row_command(d, number);
    }
}

/* ---- the channel ---- */

static void release(dram *d, int s)
{
    d->slots[s].next = d->free;
    d->free = s;
    d->inside--;
}

/* A write is done when its data have left; nobody waits for it. */
static void finish(dram *d)
{
    if (d->moving_count == 0 || d->moving[d->moving_first].done > d->now || queue_room(&d->returns) == 0)
        return;
    int s = d->moving[d->moving_first].slot;
    d->moving_first = (d->moving_first + 1) % d->moving_most;
    d->moving_count--;
    queue_put(&d->returns, d->slots[s].r.number);
    release(d, s);
}

void dram_cycle(dram *d, uint64_t now)
{
    if (d->inside == 0)
        return;
    d->now = now;
    finish(d);
    take_one(d);
    command(d);
}

int dram_front(const dram *d)
{
    return queue_front(&d->returns);
}

void dram_take(dram *d)
{
    queue_take(&d->returns);
}

bool dram_idle(const dram *d)
{
    return d->inside == 0 && d->returns.count == 0;
}

const dram_sums *dram_counts_of(const dram *d)
{
    return &d->sums;
}
