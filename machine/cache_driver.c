/* SPDX-License-Identifier: Apache-2.0
 *
 * cache_driver.c - a cache's model in a loop with its memory. What comes is given before a cycle, what leaves is looked at in it. */
#include "cache_driver.h"

#include <stdlib.h>
#include <string.h>

#include "../base/msg.h"
#include "../cmodel/bits.h"
#include "../sim/bench.h"
#include "../sim/fields.h"

enum { PATIENCE = 1 << 20 }; /* cycles without an answer */

static const char *const stream_names[CACHE_STREAMS] = {"request", "response", "miss", "fill", "flush", "flushed"};

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
    cache_port port = {.valid = -1};
    for (int s = 0; s < m->streams.count; s++) {
        const wf_stream *w = &m->streams.stream[s];
        if (strcmp(w->name, name) != 0)
            continue;
        port.valid = w->output ? m->out_at + m->out[s] : m->in_at + m->in[s];
        port.ready = !w->ready ? -1 : w->output ? m->in_at + m->in[s] : m->out_at + m->out[s];
        port.write = port.valid + 1 + field_at(w, "write");
        port.address = port.valid + 1 + field_at(w, "address");
        port.mask = port.valid + 1 + field_at(w, "mask");
        port.data = port.valid + 1 + field_at(w, "data");
        port.user = port.valid + 1 + field_at(w, "user");
    }
    return port;
}

static void look(cache_driver *f)
{
    f->d->unit->stepped->outputs(&f->d->config, f->state, f->out, f->care);
}

void cache_driver_open(cache_driver *f, cache_counts *c, const design *d, int latency)
{
    const bench_layout layout = bench_layout_of(d, BENCH_UNIT);
    char wrong[WF_WHY];

    if (wf_system_error(d->unit, &d->config, wrong))
        die_usage("%s", wrong);
    *c = (cache_counts){0};
    *f = (cache_driver){.d = d, .lanes = d->config.lanes, .mask_words = words_for(d->config.lanes), .latency = latency, .c = c};
    for (int s = 0; s < CACHE_STREAMS; s++)
        f->port[s] = find(&layout.module[0], stream_names[s]);
    f->in = zalloc((size_t)layout.in_words * sizeof *f->in);
    f->out = zalloc((size_t)layout.out_words * sizeof *f->out);
    f->care = zalloc((size_t)layout.out_words * sizeof *f->care);
    f->state = zalloc(d->unit->stepped->state_size(&d->config));
    f->memory = cache_memory_new();
    d->unit->stepped->reset(&d->config, f->state);
    f->in[f->port[CACHE_RESPONSE].ready] = f->in[f->port[CACHE_MISS].ready] = 1;
    if (f->port[CACHE_FLUSHED].valid >= 0)
        f->in[f->port[CACHE_FLUSHED].ready] = 1;
    look(f);
}

void cache_driver_close(cache_driver *f)
{
    activities_read(&f->c->did, f->d->unit->system, &f->d->config, f->state);
    f->c->cycles = (double)f->cycle;
    cache_memory_free(f->memory);
    cache_fills_free(&f->fills);
    arena_free(f->state);
    arena_free(f->in);
    arena_free(f->out);
    arena_free(f->care);
}

/* ---- what leaves ---- */

static bool offers(const cache_driver *f, cache_stream s)
{
    return f->port[s].valid >= 0 && (f->out[f->port[s].valid] & 1);
}

static void take_response(cache_driver *f)
{
    const cache_port *port = &f->port[CACHE_RESPONSE];
    const uint32_t *mask = f->out + port->mask, *data = f->out + port->data;
    cache_request *r = &f->request[f->out[port->user] % CACHE_IDS];
    uint32_t left = 0;
    for (int i = 0; i < f->lanes && !r->write; i++)
        if (get_bit(mask, i)) {
            f->c->checked += get_bit(r->known, i);
            f->c->unknown += !get_bit(r->known, i);
            f->c->wrong += !get_bit(r->mask, i) || (get_bit(r->known, i) && data[i] != r->want[i]);
        }
    for (int w = 0; w < f->mask_words; w++)
        left |= r->mask[w] &= ~mask[w];
    r->used = left != 0;
    f->under_way -= !r->used;
}

static void take_miss(cache_driver *f)
{
    const cache_port *port = &f->port[CACHE_MISS];
    const uint32_t *mask = f->out + port->mask, *data = f->out + port->data;
    uint32_t block = f->out[port->address];
    if (!(f->out[port->write] & 1)) {
        f->c->asked++;
        cache_fills_add(&f->fills, block, f->cycle + (uint64_t)f->latency);
        return;
    }
    cache_block *b = cache_memory_at(f->memory, block);
    f->c->written++;
    for (int i = 0; i < f->lanes; i++)
        if (get_bit(mask, i))
            b->has[i] = data[i];
}

/* ---- a cycle ---- */

/* What is given besides is valid in this cycle alone. */
static void cycle(cache_driver *f)
{
    const cache_port *fill = &f->port[CACHE_FILL];
    uint32_t block;
    bool fills = cache_fills_next(&f->fills, f->cycle, &block);
    f->in[fill->valid] = fills;
    if (fills) {
        f->in[fill->address] = block;
        memcpy(f->in + fill->data, cache_memory_at(f->memory, block)->has, (size_t)f->lanes * sizeof *f->in);
        if (fill->ready < 0 || (f->out[fill->ready] & 1))
            cache_fills_drop(&f->fills);
    }
    if (offers(f, CACHE_RESPONSE))
        take_response(f);
    if (offers(f, CACHE_MISS))
        take_miss(f);
    f->d->unit->stepped->clock(&f->d->config, f->state, f->in);
    f->in[f->port[CACHE_REQUEST].valid] = 0;
    f->cycle++;
    look(f);
}

static void wait_for(cache_driver *f, uint64_t since, const char *what)
{
    if (f->cycle - since > PATIENCE)
        die("%s: %s for %d cycles", f->d->unit->name, what, PATIENCE);
    cycle(f);
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

void cache_driver_request(cache_driver *f, bool write, uint32_t block, const uint32_t *mask, const uint32_t *data)
{
    const cache_port *port = &f->port[CACHE_REQUEST];
    uint64_t since = f->cycle;
    while (!(f->out[port->ready] & 1) || free_id(f) < 0)
        wait_for(f, since, "no request is accepted");
    int id = free_id(f);
    cache_request *r = &f->request[id];
    *r = (cache_request){.used = true, .write = write};
    memcpy(r->mask, mask, (size_t)f->mask_words * sizeof *mask);
    expect(f, r, block, mask, data);
    f->in[port->valid] = 1;
    f->in[port->write] = write;
    f->in[port->address] = block;
    memcpy(f->in + port->mask, mask, (size_t)f->mask_words * sizeof *mask);
    memcpy(f->in + port->data, data, (size_t)f->lanes * sizeof *data);
    f->in[port->user] = (uint32_t)id;
    f->under_way++;
    *(write ? &f->c->stores : &f->c->loads) += 1;
    cycle(f);
}

/* Nothing is under way, as far as the model can tell: an answer may come before what it leaves to do. */
static bool rests(const cache_driver *f)
{
    const wf_stepped *model = f->d->unit->stepped;
    return model->rest == NULL || model->rest(&f->d->config, f->state, 0);
}

void cache_driver_end(cache_driver *f)
{
    uint64_t since = f->cycle;
    while (f->under_way > 0 || f->fills.count > 0 || !rests(f))
        wait_for(f, since, "no answer");
    f->c->flushed = -f->c->written;
    if (f->port[CACHE_FLUSH].valid >= 0) {
        f->in[f->port[CACHE_FLUSH].valid] = 1;
        for (cycle(f), f->in [f->port[CACHE_FLUSH].valid] = 0, since = f->cycle; !offers(f, CACHE_FLUSHED);)
            wait_for(f, since, "no end of a flush");
        cycle(f);
    }
    f->c->flushed += f->c->written;
}
