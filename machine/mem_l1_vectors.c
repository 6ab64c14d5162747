/* SPDX-License-Identifier: Apache-2.0
 *
 * mem_l1_vectors.c - a cache of vectors in the place of L1. */
#include "mem_l1_parts.h"

static bool may_ask(void *own)
{
    const mem_l1 *l = own;
    return net_room(l->out, l->sm, l1_flits_out(l, MEM_STORE, (1u << MEM_SECTORS) - 1));
}

/* Sectors that it asks for come as a whole. */
static void ask(void *own, bool write, uint64_t line, uint8_t sectors, uint8_t whole)
{
    mem_l1 *l = own;
    mem_request r = l1_own_request(l, write ? MEM_STORE : MEM_LOAD, line);
    r.sectors = sectors;
    r.full = write ? whole : sectors;
    r.cached = !write;
    l1_send(l, requests_take(l->requests, &r), l->now);
}

static void answered(void *own, int n)
{
    l1_done(own, n);
}

static bool may_end(void *own)
{
    return queue_room(&((const mem_l1 *)own)->done) > 0;
}

void l1_give_vectors(mem_l1 *l, uint64_t now)
{
    int n = delay_front(&l->entered, now);
    if (n < 0 || !vectors_ready(l->vectors)) {
        vectors_wait(l->vectors, n >= 0);
        return;
    }
    const mem_request *r = l1_at(l, n);
    const mem_transaction t = {
        .line = r->line, .sectors = r->sectors, .kind = r->kind, .vector = r->vector ? &l->given[l->entered.q.first] : NULL};
    vectors_give(l->vectors, &t, n);
    queue_take(&l->entered.q);
}

void l1_take_vectors(mem_l1 *l, const design *d, int plain_hit)
{
    static const vectors_calls calls = {may_ask, ask, answered, may_end};
    if (l->cache)
        cache_close(l->cache);
    l->cache = NULL;
    l->vectors = vectors_open(d, l->sm, &calls, l);
    l->given = zalloc((size_t)l->entered.q.most * sizeof *l->given);
    l->entry = l->m->l1_latency > plain_hit ? l->m->l1_latency - plain_hit : 1;
}

bool l1_rests(const mem_l1 *l)
{
    return l->vectors == NULL || vectors_rest(l->vectors, 0);
}

void l1_skip(mem_l1 *l, uint64_t cycles)
{
    if (l->vectors)
        vectors_rest(l->vectors, cycles);
}
