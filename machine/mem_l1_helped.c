/* SPDX-License-Identifier: Apache-2.0
 *
 * mem_l1_helped.c - L1 with helper warps: lines that came as codes, stores that wait to be compressed, and what L2 refuses. */
#include "mem_l1_parts.h"

enum { OUTGOING = 1024 };

void l1_open_helped(mem_l1 *l)
{
    const machine *m = l->m;
    l->assist = true;
    l->direct = m->assist_load == MACHINE_LOAD_DIRECT;
    delay_open(&l->helpers, m->l1_latency + 1);
    stores_open(&l->stores, l->requests, m->assist_sets, m->l1_ways);
    queue_open(&l->coded, m->l1_mshrs + OUTGOING);
    queue_open(&l->outgoing, OUTGOING);
    queue_open(&l->refused, OUTGOING);
}

void l1_close_helped(mem_l1 *l)
{
    delay_close(&l->helpers);
    stores_close(&l->stores);
    queue_close(&l->coded);
    queue_close(&l->outgoing);
    queue_close(&l->refused);
}

/* ---- lines and stores ---- */

/* A line is there, uncompressed: whoever waits for it goes on. */
static void arrived(mem_l1 *l, int n)
{
    const mem_request *r = l1_at(l, n);
    if (r->retry) {
        mem_request *store = l1_at(l, r->retry - 1);
        store->sectors = store->full = (1u << MEM_SECTORS) - 1;
        queue_put(&l->outgoing, r->retry - 1);
    } else {
        l1_fill(l, r->line);
    }
    requests_give(l->requests, n);
}

/* A store is done, and so are those of its chain. */
static void stored(mem_l1 *l, int n)
{
    for (int next; n >= 0; n = next) {
        next = l1_at(l, n)->chain - 1;
        l1_done(l, n);
    }
}

void l1_answered_helped(mem_l1 *l, int n)
{
    mem_request *r = l1_at(l, n);
    if (r->kind == MEM_STORE && r->refused) {
        r->refused = false;
        queue_put(&l->refused, n);
    } else if (r->kind == MEM_STORE) {
        stored(l, n);
    } else if (r->code && (!l->direct || r->retry)) {
        queue_put(&l->coded, n);
    } else {
        arrived(l, n);
    }
}

void l1_send_stores(mem_l1 *l, uint64_t now)
{
    int n;
    while (queue_room(&l->outgoing) > 1 && (n = stores_released(&l->stores)) >= 0)
        queue_put(&l->outgoing, n);
    if ((n = queue_front(&l->outgoing)) >= 0) {
        const mem_request *r = l1_at(l, n);
        if (r->full == (1u << MEM_SECTORS) - 1 && !r->gives)
            l->callbacks.written(l->callbacks.own, r->line, r->coded);
        if (net_room(l->out, l->sm, l1_flits_of(l, r)))
            l1_send(l, queue_take(&l->outgoing), now);
    }
    if ((n = queue_front(&l->refused)) >= 0 && net_room(l->out, l->sm, l1_flits_out(l, MEM_LOAD, 0))) {
        const mem_request *store = l1_at(l, queue_take(&l->refused));
        mem_request load = l1_own_request(l, MEM_LOAD, store->line);
        load.warp = store->warp;
        load.retry = n + 1;
        l->stores.counts.retries++;
        l1_send(l, requests_take(l->requests, &load), now);
    }
}

bool l1_keep_store(mem_l1 *l, int n, uint64_t now)
{
    if (queue_room(&l->outgoing) < OUTGOING / 2)
        return false;
    const uint64_t line = l1_at(l, n)->line / MEM_LINE;
    const bool code = l->m->l1_tags > 1 && cache_has_code(l->cache, line); /* the rest of its line is in it, and nobody decompresses it */
    bool there = cache_store_past(l->cache, line) && !code, whole = l1_at(l, n)->full == (1u << MEM_SECTORS) - 1;
    if (stores_take(&l->stores, n, there, now) == STORES_FULL) {
        *(whole ? &l->stores.counts.full : &l->stores.counts.part) += 1;
        queue_put(&l->outgoing, n);
    }
    return true;
}

bool l1_keep_back(mem_l1 *l, const mem_request *r, uint64_t now)
{
    mem_request own = *r;
    if (queue_room(&l->outgoing) < OUTGOING / 2)
        return false;
    own.warp = l->last_warp;
    int n = requests_take(l->requests, &own);
    if (stores_take(&l->stores, n, true, now) == STORES_FULL) {
        l->stores.counts.full++;
        queue_put(&l->outgoing, n);
    }
    cache_sent(l->cache);
    return true;
}

int l1_coded(mem_l1 *l)
{
    return l->coded.count ? queue_take(&l->coded) : -1;
}

bool l1_may_decompress(const mem_l1 *l)
{
    return queue_room(&l->coded) > l->coded.most / 2;
}

bool l1_decompress_hit(mem_l1 *l, int n)
{
    mem_request *r = l1_at(l, n);
    r->code = l->callbacks.code(l->callbacks.own, r->line) + 1;
    if (r->code == 0)
        return false;
    r->hit = true;
    queue_put(&l->coded, n);
    return true;
}

/* L2 has the line decompressed from now on. If there is no room on the way out, it keeps the code. */
static void give_line(mem_l1 *l, const mem_request *r)
{
    mem_request own = l1_own_request(l, MEM_STORE, r->line);
    own.gives = true;
    own.warp = r->warp;
    if (queue_room(&l->outgoing) < OUTGOING / 2)
        return;
    l->stores.counts.given++;
    queue_put(&l->outgoing, requests_take(l->requests, &own));
}

void l1_decompressed(mem_l1 *l, int request)
{
    const mem_request r = *l1_at(l, request);
    if (r.hit) {
        l1_done(l, request);
        return;
    }
    if (l->m->assist_l2 == MACHINE_L2_RAW && r.retry == 0)
        give_line(l, &r);
    arrived(l, request);
}

void l1_store_came(mem_l1 *l, int warp)
{
    if (--l->entered_stores[warp] == 0 && l->hurries[warp])
        stores_hurry(&l->stores, warp, true);
}

void l1_hurry(mem_l1 *l, int warp, bool hurries)
{
    if (!l->assist)
        return;
    l->hurries[warp] = hurries;
    if (!hurries || l->entered_stores[warp] == 0)
        stores_hurry(&l->stores, warp, hurries);
}

int l1_stored(mem_l1 *l)
{
    return stores_ask(&l->stores);
}

void l1_compressed(mem_l1 *l, int place, bool coded)
{
    queue_put(&l->outgoing, stores_end(&l->stores, place, coded));
}

bool l1_helped_rest(const mem_l1 *l)
{
    return !l->assist ||
           (l->coded.count == 0 && l->outgoing.count == 0 && l->refused.count == 0 && l->helpers.q.count == 0 && stores_rest(&l->stores));
}
