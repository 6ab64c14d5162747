/* SPDX-License-Identifier: Apache-2.0
 *
 * cache_driver.c - a cache's model between requests and memory. What comes is given before a cycle, what leaves is looked at in it. */
#include "cache_driver.h"

#include <stdlib.h>
#include <string.h>

#include "../base/msg.h"
#include "../cmodel/bits.h"
#include "../sim/bench.h"
#include "../sim/fields.h"
#include "stream_ports.h"

enum { PATIENCE = 1 << 20 }; /* cycles without an answer */

static const char *const stream_names[CACHE_PORTS] = {"request", "response", "miss", "fill", "flush", "flushed"};

bool cache_is_of_vectors(const design *d)
{
    const wf_stream *request = unit_stream(d, "request"), *fill = unit_stream(d, "fill");
    int lanes = d->config.lanes;
    return unit_asks_memory(d) && lanes > 0 && field_bits(request, "mask") == lanes && field_bits(request, "data") == 32 * lanes &&
           field_bits(fill, "data") == 32 * lanes && field_bits(unit_stream(d, "response"), "mask") == lanes &&
           field_bits(unit_stream(d, "miss"), "mask") == lanes && field_bits(request, "user") >= 7;
}

static cache_port find(const bench_module *m, const char *name)
{
    const stream_port p = stream_port_of(m, name);
    if (p.stream == NULL)
        return (cache_port){.valid = -1};
    return (cache_port){
        .valid = p.valid,
        .ready = p.ready,
        .write = stream_port_field(&p, "write"),
        .address = stream_port_field(&p, "address"),
        .mask = stream_port_field(&p, "mask"),
        .data = stream_port_field(&p, "data"),
        .user = stream_port_field(&p, "user"),
    };
}

static void look(cache_driver *f)
{
    f->d->unit->stepped->outputs(&f->d->config, f->state, f->out, f->care);
}

uint32_t cache_others(const design *d)
{
    return (uint32_t)1 << (field_bits(unit_stream(d, "request"), "address") - 1);
}

void cache_driver_open(cache_driver *f, cache_counts *c, const design *d, const cache_outside *outside, void *own)
{
    const bench_layout layout = bench_layout_of(d, BENCH_UNIT);
    char wrong[WF_WHY];

    if (wf_system_error(d->unit, &d->config, wrong))
        die_usage("%s", wrong);
    *f = (cache_driver){.d = d,
                        .outside = outside,
                        .own = own,
                        .lanes = d->config.lanes,
                        .mask_words = words_for(d->config.lanes),
                        .others = cache_others(d),
                        .c = c};
    for (int s = 0; s < CACHE_PORTS; s++)
        f->port[s] = find(&layout.module[0], stream_names[s]);
    f->in = zalloc((size_t)layout.in_words * sizeof *f->in);
    f->out = zalloc((size_t)layout.out_words * sizeof *f->out);
    f->care = zalloc((size_t)layout.out_words * sizeof *f->care);
    f->state = zalloc(d->unit->stepped->state_size(&d->config));
    f->memory = cache_memory_new();
    d->unit->stepped->reset(&d->config, f->state);
    if (f->port[PORT_FLUSHED].valid >= 0)
        f->in[f->port[PORT_FLUSHED].ready] = 1;
    look(f);
}

/* What the model has done since its reset. */
static void add_activities(cache_driver *f)
{
    activities did = {0};
    activities_read(&did, f->d->unit->system, &f->d->config, f->state);
    activities_add(&f->c->did, &did);
    activities_free(&did);
}

void cache_driver_reset(cache_driver *f)
{
    add_activities(f);
    f->d->unit->stepped->reset(&f->d->config, f->state);
    cache_memory_free(f->memory);
    f->memory = cache_memory_new();
    look(f);
}

void cache_driver_close(cache_driver *f)
{
    add_activities(f);
    f->c->cycles += (double)f->cycle;
    cache_memory_free(f->memory);
    arena_free(f->state);
    arena_free(f->in);
    arena_free(f->out);
    arena_free(f->care);
}

void cache_counts_add(cache_counts *to, const cache_counts *c)
{
    cache_traffic *sums[] = {&to->own, &to->others};
    const cache_traffic *more[] = {&c->own, &c->others};
    for (int k = 0; k < 2; k++) {
        sums[k]->loads += more[k]->loads;
        sums[k]->stores += more[k]->stores;
        sums[k]->asked += more[k]->asked;
        sums[k]->written += more[k]->written;
    }
    to->cycles += c->cycles;
    to->flushed += c->flushed;
    to->held += c->held;
    to->checked += c->checked;
    to->wrong += c->wrong;
    to->unknown += c->unknown;
    activities_add(&to->did, &c->did);
}

void cache_counts_free(cache_counts *c)
{
    activities_free(&c->did);
}

/* ---- what leaves ---- */

static bool offers(const cache_driver *f, cache_stream s)
{
    return f->port[s].valid >= 0 && (f->out[f->port[s].valid] & 1);
}

static void take_response(cache_driver *f)
{
    const cache_port *port = &f->port[PORT_RESPONSE];
    const uint32_t *mask = f->out + port->mask, *data = f->out + port->data;
    cache_request *r = &f->request[f->out[port->user] % CACHE_IDS];
    uint32_t left = 0;
    for (int i = 0; i < f->lanes && !r->write && r->told; i++)
        if (get_bit(mask, i)) {
            f->c->checked += get_bit(r->known, i);
            f->c->unknown += !get_bit(r->known, i);
            f->c->wrong += !get_bit(r->mask, i) || (get_bit(r->known, i) && data[i] != r->want[i]);
        }
    for (int w = 0; w < f->mask_words; w++)
        left |= r->mask[w] &= ~mask[w];
    r->used = left != 0;
    f->under_way -= !r->used;
    if (!r->used && f->outside->answered)
        f->outside->answered(f->own, (int)(r - f->request));
}

static cache_traffic *traffic_of(cache_driver *f, uint32_t block)
{
    return block < f->others ? &f->c->own : &f->c->others;
}

static void take_miss(cache_driver *f)
{
    const cache_port *port = &f->port[PORT_MISS];
    const uint32_t *mask = f->out + port->mask, *data = f->out + port->data;
    uint32_t block = f->out[port->address];
    bool write = f->out[port->write] & 1;
    *(write ? &traffic_of(f, block)->written : &traffic_of(f, block)->asked) += 1;
    if (write && block < f->others) {
        cache_block *b = cache_memory_at(f->memory, block);
        for (int i = 0; i < f->lanes; i++)
            if (get_bit(mask, i))
                b->has[i] = data[i];
    }
    f->owed += !write;
    f->outside->ask(f->own, write, block, mask);
}

/* ---- a cycle ---- */

static void offer_fill(cache_driver *f)
{
    const cache_port *fill = &f->port[PORT_FILL];
    uint32_t block;
    bool fills = f->outside->fill(f->own, &block);
    f->in[fill->valid] = fills;
    if (!fills)
        return;
    f->in[fill->address] = block;
    if (block < f->others)
        memcpy(f->in + fill->data, cache_memory_at(f->memory, block)->has, (size_t)f->lanes * sizeof *f->in);
    else
        memset(f->in + fill->data, 0, (size_t)f->lanes * sizeof *f->in);
    if (fill->ready < 0 || (f->out[fill->ready] & 1)) {
        f->owed--;
        f->outside->filled(f->own);
    }
}

/* Is what the stream offers taken? */
static bool takes(cache_driver *f, cache_stream s, bool (*may)(void *own))
{
    bool ready = may == NULL || may(f->own);
    f->in[f->port[s].ready] = ready;
    return ready && offers(f, s);
}

/* What is given besides is valid in this cycle alone. */
void cache_driver_cycle(cache_driver *f)
{
    offer_fill(f);
    if (takes(f, PORT_RESPONSE, f->outside->may_answer))
        take_response(f);
    if (takes(f, PORT_MISS, f->outside->may_ask))
        take_miss(f);
    f->d->unit->stepped->clock(&f->d->config, f->state, f->in);
    f->in[f->port[PORT_REQUEST].valid] = 0;
    f->cycle++;
    look(f);
}

static void wait_for(cache_driver *f, uint64_t since, const char *what)
{
    if (f->cycle - since > PATIENCE)
        die("%s: %s for %d cycles", f->d->unit->name, what, PATIENCE);
    cache_driver_cycle(f);
}

const uint32_t *cache_driver_newest(cache_driver *f, uint32_t block)
{
    return cache_memory_at(f->memory, block)->newest;
}

static int free_id(const cache_driver *f)
{
    for (int i = 0; i < CACHE_IDS; i++)
        if (!f->request[i].used)
            return i;
    return -1;
}

/* ---- requests ---- */

/* What the block has from now on, and what a load of it must give: of lanes that no store has told nobody knows it. */
static void expect(cache_driver *f, cache_request *r, uint32_t block, const uint32_t *mask, const uint32_t *data)
{
    cache_block *b = cache_memory_at(f->memory, block);
    if (r->write)
        for (int i = 0; i < f->lanes; i++)
            if (get_bit(mask, i))
                b->newest[i] = data[i];
    for (int w = 0; w < f->mask_words; w++) {
        b->told[w] |= r->write ? mask[w] : 0;
        r->known[w] = b->told[w];
    }
    memcpy(r->want, b->newest, (size_t)f->lanes * sizeof *r->want);
}

bool cache_driver_ready(const cache_driver *f)
{
    return (f->out[f->port[PORT_REQUEST].ready] & 1) && free_id(f) >= 0;
}

int cache_driver_give(cache_driver *f, bool write, uint32_t block, const uint32_t *mask, const uint32_t *data)
{
    const cache_port *port = &f->port[PORT_REQUEST];
    int id = free_id(f);
    cache_request *r = &f->request[id];
    *r = (cache_request){.used = true, .write = write, .told = block < f->others};
    memcpy(r->mask, mask, (size_t)f->mask_words * sizeof *mask);
    if (r->told)
        expect(f, r, block, mask, data);
    f->in[port->valid] = 1;
    f->in[port->write] = write;
    f->in[port->address] = block;
    memcpy(f->in + port->mask, mask, (size_t)f->mask_words * sizeof *mask);
    if (r->told)
        memcpy(f->in + port->data, data, (size_t)f->lanes * sizeof *data);
    f->in[port->user] = (uint32_t)id;
    f->under_way++;
    *(write ? &traffic_of(f, block)->stores : &traffic_of(f, block)->loads) += 1;
    return id;
}

bool cache_driver_rest(cache_driver *f, uint64_t cycles)
{
    const wf_stepped *model = f->d->unit->stepped;
    if (model->rest == NULL || !model->rest(&f->d->config, f->state, cycles))
        return false;
    f->cycle += cycles;
    return true;
}

/* ---- whole requests ---- */

void cache_driver_request(cache_driver *f, bool write, uint32_t block, const uint32_t *mask, const uint32_t *data)
{
    uint64_t since = f->cycle;
    while (!cache_driver_ready(f))
        wait_for(f, since, "no request is accepted");
    f->c->held += (double)(f->cycle - since);
    cache_driver_give(f, write, block, mask, data);
    cache_driver_cycle(f);
}

/* Nothing is under way, as far as the model can tell: an answer may come before what it leaves to do. */
static bool rests(cache_driver *f)
{
    return f->d->unit->stepped->rest == NULL || cache_driver_rest(f, 0);
}

static double written(const cache_driver *f)
{
    return f->c->own.written + f->c->others.written;
}

void cache_driver_end(cache_driver *f)
{
    uint64_t since = f->cycle;
    while (f->under_way > 0 || f->owed > 0 || !rests(f))
        wait_for(f, since, "no answer");
    double before = written(f);
    if (f->port[PORT_FLUSH].valid >= 0) {
        f->in[f->port[PORT_FLUSH].valid] = 1;
        for (cache_driver_cycle(f), f->in [f->port[PORT_FLUSH].valid] = 0, since = f->cycle; !offers(f, PORT_FLUSHED);)
            wait_for(f, since, "no end of a flush");
        cache_driver_cycle(f);
    }
    f->c->flushed += written(f) - before;
}

/* ---- how long a hit takes ---- */

/* A memory that gives a block in the cycle after it was asked for. */
static void ask_at_once(void *own, bool write, uint32_t block, const uint32_t *mask)
{
    bool *owes = own;
    (void)block, (void)mask;
    *owes |= !write;
}

static bool fill_at_once(void *own, uint32_t *block)
{
    *block = 0;
    return *(bool *)own;
}

static void filled_at_once(void *own)
{
    *(bool *)own = false;
}

/* A request of block 0, until it is answered and nothing else is under way: the cycles to its answer. */
static int answer_of(cache_driver *f, bool write, const uint32_t *mask, const uint32_t *data)
{
    int cycles = -1;
    cache_driver_request(f, write, 0, mask, data);
    for (uint64_t since = f->cycle; f->under_way > 0 || f->owed > 0 || !rests(f);) {
        wait_for(f, since, "no answer");
        if (cycles < 0 && f->under_way == 0)
            cycles = (int)(f->cycle - since);
    }
    return cycles;
}

int cache_driver_hit(const design *d)
{
    static const cache_outside prompt = {.ask = ask_at_once, .fill = fill_at_once, .filled = filled_at_once};
    uint32_t mask[CACHE_MASK_WORDS] = {0}, data[WF_MAX_LANES] = {0};
    bool owes = false;
    cache_counts c = {0};
    cache_driver f;
    cache_driver_open(&f, &c, d, &prompt, &owes);
    for (int i = 0; i < f.lanes; i++)
        mask[i / 32] |= (uint32_t)1 << i % 32;
    answer_of(&f, true, mask, data);
    answer_of(&f, false, mask, data); /* if the store has gone by, this one brings the block */
    int cycles = answer_of(&f, false, mask, data);
    cache_driver_close(&f);
    cache_counts_free(&c);
    return cycles;
}
