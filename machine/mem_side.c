/* SPDX-License-Identifier: Apache-2.0
 *
 * mem_side.c - the cycle of the whole memory, in GPGPU-Sim 4.2's order: answers enter the SMs, answers leave L2, DRAM, L2, the interconnect, L1. So
 * what enters it from L2 may move in the same cycle, what enters it from an SM in the next one.
 *
 * DRAM's clock. Each cycle of the core adds dram_mhz to a sum; each core_mhz in it are a cycle of DRAM. All in integers: nothing drifts. */
#include "mem_side.h"

#include "mem_controller.h"
#include "mem_l1.h"
#include "mem_l2.h"
#include "mem_net.h"

struct mem_side {
    const machine *m;
    mem_map map;
    mem_requests requests;
    mem_callbacks callbacks;
    mem_net *to_l2, *to_sms;
    mem_l1 *sms;
    mem_l2 *parts;
    mem_controller *channels;
    uint64_t now, dram_now;
    bool vectors;   /* L1s are caches of vectors */
    uint64_t phase; /* below core_mhz: what DRAM's clock is ahead */
};

mem_side *mem_open(const machine *m, const mem_callbacks *callbacks)
{
    mem_side *s = zalloc(sizeof *s);
    s->m = m;
    s->map = map_of(m);
    if (callbacks)
        s->callbacks = *callbacks;
    requests_open(&s->requests);
    s->to_l2 = net_open(m, m->sms, m->l2_parts);
    s->to_sms = net_open(m, m->l2_parts, m->sms);
    s->sms = zalloc((size_t)m->sms * sizeof *s->sms);
    s->parts = zalloc((size_t)m->l2_parts * sizeof *s->parts);
    s->channels = zalloc((size_t)m->dram_channels * sizeof *s->channels);
    for (int k = 0; k < m->sms; k++)
        l1_open(&s->sms[k], m, &s->map, &s->requests, callbacks, s->to_l2, k);
    for (int p = 0; p < m->l2_parts; p++)
        l2_open(&s->parts[p], m, &s->map, &s->requests, callbacks, p);
    for (int c = 0; c < m->dram_channels; c++)
        controller_open(&s->channels[c], m, &s->map, &s->requests, callbacks, s->parts + c * (m->l2_parts / m->dram_channels));
    return s;
}

void mem_close(mem_side *s)
{
    for (int k = 0; k < s->m->sms; k++)
        l1_close(&s->sms[k]);
    for (int p = 0; p < s->m->l2_parts; p++)
        l2_close(&s->parts[p]);
    for (int c = 0; c < s->m->dram_channels; c++)
        controller_close(&s->channels[c]);
    net_close(s->to_l2);
    net_close(s->to_sms);
    requests_close(&s->requests);
    arena_free(s->sms);
    arena_free(s->parts);
    arena_free(s->channels);
    arena_free(s);
}

/* ---- caches of vectors ---- */

void mem_take_vectors(mem_side *s, const design *d)
{
    int hit = vectors_plain_hit(d);
    for (int k = 0; k < s->m->sms; k++)
        l1_take_vectors(&s->sms[k], d, hit);
    s->vectors = true;
}

void mem_count_vectors(mem_side *s, struct cache_counts *to)
{
    for (int k = 0; k < s->m->sms; k++) {
        vectors_close(s->sms[k].vectors, to);
        s->sms[k].vectors = NULL;
    }
}

/* Does no L1 do anything by itself? */
static bool rest(const mem_side *s)
{
    for (int k = 0; k < s->m->sms && s->vectors; k++)
        if (!l1_rests(&s->sms[k]))
            return false;
    return true;
}

static void skip(mem_side *s, uint64_t cycles)
{
    for (int k = 0; k < s->m->sms && s->vectors; k++)
        l1_skip(&s->sms[k], cycles);
}

/* ---- an SM ---- */

bool mem_ready(const mem_side *s, int sm, mem_kind kind)
{
    return l1_ready(&s->sms[sm], kind);
}

void mem_access(mem_side *s, int sm, const mem_transaction *t, int id)
{
    l1_give(&s->sms[sm], t, id, s->now);
}

void mem_store(mem_side *s, const struct feed_access *a)
{
    if (s->callbacks.store)
        s->callbacks.store(s->callbacks.own, a);
}

/* ---- helper warps ---- */

bool mem_ready_for_helper(const mem_side *s, int sm)
{
    return l1_ready_for_helper(&s->sms[sm]);
}

bool mem_take_coded(mem_side *s, int sm, mem_coded *c)
{
    int n = l1_coded(&s->sms[sm]);
    if (n < 0)
        return false;
    const mem_request *r = &s->requests.r[n];
    *c = (mem_coded){n, r->line, r->code - 1, r->warp};
    return true;
}

void mem_decompressed(mem_side *s, int sm, int number)
{
    l1_decompressed(&s->sms[sm], number);
}

bool mem_take_stored(mem_side *s, int sm, mem_coded *c)
{
    mem_stores *stores = &s->sms[sm].stores;
    int place = l1_stored(&s->sms[sm]);
    if (place < 0)
        return false;
    *c = (mem_coded){place, stores->place[place].line, -1, s->requests.r[stores->place[place].request].warp};
    return true;
}

bool mem_stored_changed(const mem_side *s, int sm, int number)
{
    return s->sms[sm].stores.place[number].changed;
}

void mem_compressed(mem_side *s, int sm, int number, bool coded)
{
    stores_counts *c = &s->sms[sm].stores.counts;
    *(coded ? &c->coded : &c->raw) += 1;
    l1_compressed(&s->sms[sm], number, coded);
}

void mem_stored_raw(mem_side *s, int sm, int number, mem_raw_reason why)
{
    stores_counts *c = &s->sms[sm].stores.counts;
    *(why == MEM_LATE ? &c->late : why == MEM_DROPPED ? &c->dropped : &c->changed) += 1;
    l1_compressed(&s->sms[sm], number, false);
}

void mem_hurry(mem_side *s, int sm, int warp, bool hurries)
{
    l1_hurry(&s->sms[sm], warp, hurries);
}

void mem_open_ahead(mem_side *s)
{
    for (int k = 0; k < s->m->sms; k++)
        l1_open_ahead(&s->sms[k]);
}

void mem_prefetch(mem_side *s, int sm, const mem_transaction *t)
{
    l1_ask(&s->sms[sm], t, s->now);
}

bool mem_take_missed(mem_side *s, int sm, uint64_t *line, int *warp)
{
    return l1_take_missed(&s->sms[sm], line, warp);
}

bool mem_is_busy(const mem_side *s, int sm)
{
    const cache *c = s->sms[sm].cache;
    return c && 2 * cache_under_way(c) > s->m->l1_mshrs;
}

const ahead_counts *mem_prefetched(const mem_side *s, int sm)
{
    return &s->sms[sm].ahead->counts;
}

bool mem_take(mem_side *s, int sm, int *id)
{
    if (s->sms[sm].done.count == 0)
        return false;
    *id = queue_take(&s->sms[sm].done);
    return true;
}

bool mem_quiet(const mem_side *s, int sm)
{
    const mem_l1 *l = &s->sms[sm];
    if (l->ahead && l->ahead->count > 0)
        return false;
    return l->done.count == 0 && l->lines.count == 0 && (!l->assist || (l->coded.count == 0 && l->stores.asks.count == 0));
}

/* ---- time ---- */

/* How many cycles of DRAM so many of the core are. */
static uint64_t dram_cycles(mem_side *s, uint64_t cycles)
{
    uint64_t sum = s->phase + cycles * (uint64_t)s->m->dram_mhz, core = (uint64_t)s->m->core_mhz;
    s->phase = sum % core;
    return sum / core;
}

void mem_cycle(mem_side *s)
{
    s->now++;
    if (s->requests.used == 0 && rest(s)) { /* nothing is under way */
        skip(s, 1);
        s->dram_now += dram_cycles(s, 1);
        return;
    }
    for (int k = 0; k < s->m->sms; k++)
        l1_receive(&s->sms[k], s->to_sms, s->now);
    for (int p = 0; p < s->m->l2_parts; p++)
        l2_answer(&s->parts[p], s->to_sms);
    for (uint64_t n = dram_cycles(s, 1); n > 0; n--) {
        s->dram_now++;
        for (int c = 0; c < s->m->dram_channels; c++)
            controller_cycle(&s->channels[c], s->now, s->dram_now);
    }
    for (int p = 0; p < s->m->l2_parts; p++)
        l2_cycle(&s->parts[p], s->to_l2, s->now);
    net_cycle(s->to_l2, s->now);
    net_cycle(s->to_sms, s->now);
    for (int k = 0; k < s->m->sms; k++)
        l1_cycle(&s->sms[k], s->now);
}

uint64_t mem_now(const mem_side *s)
{
    return s->now;
}

static uint64_t earlier(uint64_t a, uint64_t b)
{
    return a < b ? a : b;
}

uint64_t mem_next(const mem_side *s)
{
    uint64_t next = UINT64_MAX, soon = s->now + 1;
    if (s->requests.used == 0) /* all that can be under way */
        for (int k = 0; k < s->m->sms && next > soon; k++)
            next = s->sms[k].done.count ? soon : next;
    else
        next = earlier(net_next(s->to_l2, s->now), net_next(s->to_sms, s->now));
    for (int k = 0; k < s->m->sms && next > soon; k++)
        next = earlier(next, l1_next(&s->sms[k], s->now));
    for (int p = 0; p < s->m->l2_parts && next > soon; p++)
        next = earlier(next, l2_next(&s->parts[p], s->now));
    for (int c = 0; c < s->m->dram_channels && next > soon; c++)
        next = earlier(next, controller_next(&s->channels[c], s->now));
    return next;
}

void mem_skip(mem_side *s, uint64_t next)
{
    uint64_t cycles = next - s->now - 1;
    skip(s, cycles);
    s->dram_now += dram_cycles(s, cycles);
    s->now += cycles;
}

bool mem_idle(const mem_side *s)
{
    return mem_next(s) == UINT64_MAX;
}

/* ---- launches ---- */

void mem_fill(mem_side *s, uint64_t address, uint64_t bytes)
{
    for (uint64_t at = address / MEM_SECTOR * MEM_SECTOR; at < address + bytes; at += MEM_SECTOR)
        l2_put(&s->parts[map_place(&s->map, at).part], at);
}

void mem_launch(mem_side *s)
{
    for (int k = 0; k < s->m->sms; k++)
        if (s->sms[k].cache)
            cache_clear(s->sms[k].cache);
        else if (s->sms[k].vectors)
            vectors_clear(s->sms[k].vectors);
}

/* ---- counts ---- */

static void add(mem_cache_counts *sum, const cache *c)
{
    if (c == NULL)
        return;
    const mem_cache_counts *n = cache_counts(c);
    sum->accesses += n->accesses;
    sum->hits += n->hits;
    sum->pending += n->pending;
    sum->misses += n->misses;
    sum->fails += n->fails;
    sum->full += n->full;
    sum->full_lines += n->full_lines;
}

static void add_stores(stores_counts *sum, const stores_counts *n)
{
    sum->coded += n->coded;
    sum->raw += n->raw;
    sum->full += n->full;
    sum->part += n->part;
    sum->late += n->late;
    sum->changed += n->changed;
    sum->dropped += n->dropped;
    sum->retries += n->retries;
    sum->given += n->given;
}

static void add_lines(mem_line_counts *sum, const mem_line_counts *n)
{
    sum->compressed += n->compressed;
    sum->raw += n->raw;
    sum->unknown += n->unknown;
    sum->bursts += n->bursts;
    sum->others += n->others;
}

void mem_count(const mem_side *s, mem_counts *c)
{
    *c = (mem_counts){.net_flits = {net_carried(s->to_l2), net_carried(s->to_sms)},
                      .dram_cycles = s->dram_now * (uint64_t)s->m->dram_channels};
    for (int k = 0; k < s->m->sms; k++) {
        add(&c->l1, s->sms[k].cache);
        if (s->sms[k].vectors)
            vectors_count(s->sms[k].vectors, &c->l1);
        c->l1.codes += s->sms[k].code_hits;
        c->decoded += s->sms[k].decoded;
        c->helped += s->sms[k].helped;
        add_stores(&c->stores, &s->sms[k].stores.counts);
        c->done += s->sms[k].latencies;
        c->latency += s->sms[k].latency;
    }
    for (int p = 0; p < s->m->l2_parts; p++) {
        add(&c->l2, s->parts[p].cache);
        c->l2_raw += s->parts[p].raw_loads;
        c->encoded += s->parts[p].encoded;
    }
    for (int k = 0; k < s->m->dram_channels; k++) {
        const dram_sums *d = dram_counts_of(s->channels[k].dram);
        c->dram_reads += d->reads;
        c->dram_writes += d->writes;
        c->dram_activates += d->activates;
        c->dram_row_hits += d->row_hits;
        c->dram_busy += d->busy;
        c->dram_bytes += d->bytes;
        c->encoded += s->channels[k].encoded;
        c->decoded += s->channels[k].decoded;
        for (int write = 0; write < 2; write++)
            add_lines(&c->lines[write], &s->channels[k].lines[write]);
        if (s->channels[k].metadata) {
            c->metadata_hits += metadata_run_counts(s->channels[k].metadata).hits;
            c->metadata_misses += metadata_run_counts(s->channels[k].metadata).misses;
        }
    }
}
