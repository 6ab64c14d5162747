/* SPDX-License-Identifier: Apache-2.0
 *
 * mem_l1.c - the SM's end of the memory. A request that L1 knows is the SM's; what goes out for its line is a request of L1's own (`cached`). */
#include "mem_l1.h"

enum {
    CAME = 32,
    LINES = 8,
    DONE = 256,
    DONE_IN_A_CYCLE = 8,
    NOBODY = -1,
    OUTGOING = 1024,
    CHAIN = 128 /* DONE behind a chain of stores */
};

/* What helper warps need; their lines are in the sets that L1 has not. */
static void open_assist(mem_l1 *l)
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

static void close_assist(mem_l1 *l)
{
    delay_close(&l->helpers);
    stores_close(&l->stores);
    queue_close(&l->coded);
    queue_close(&l->outgoing);
    queue_close(&l->refused);
}

void l1_open(mem_l1 *l, const machine *m, const mem_map *map, mem_requests *requests, const mem_callbacks *callbacks, mem_net *out, int sm)
{
    *l = (mem_l1){.m = m, .map = map, .requests = requests, .out = out, .sm = sm, .passed = -1, .result = -1};
    const cache_shape shape = {.sets = m->l1_sets,
                               .ways = m->l1_ways,
                               .units = 1,
                               .mshrs = m->l1_mshrs,
                               .merges = m->l1_merges,
                               .misses = m->l1_misses,
                               .fermi = m->l1_index == MACHINE_FERMI,
                               .evict = m->l1_store == MACHINE_STORE_EVICTS,
                               .dedicated = callbacks && m->compress == MACHINE_ASSIST ? m->assist_sets : 0};
    if (m->l1)
        l->cache = cache_open(&shape);
    l->entry = m->l1_latency;
    if (callbacks && machine_codes(m))
        l->callbacks = *callbacks;
    if (callbacks && m->compress == MACHINE_ASSIST)
        open_assist(l);
    delay_open(&l->entered, m->l1_latency);
    queue_open(&l->lines, LINES);
    delay_open(&l->came, CAME + (l->callbacks.bursts && (!l->assist || l->direct) ? m->decode_cycles : 0));
    queue_open(&l->responses, m->responses);
    queue_open(&l->done, DONE + (l->assist ? CHAIN : 0));
}

void l1_close(mem_l1 *l)
{
    if (l->cache)
        cache_close(l->cache);
    delay_close(&l->entered);
    queue_close(&l->lines);
    delay_close(&l->came);
    queue_close(&l->responses);
    queue_close(&l->done);
    if (l->assist)
        close_assist(l);
}

static mem_request *at(const mem_l1 *l, int n)
{
    return &l->requests->r[n];
}

static void done(mem_l1 *l, int n)
{
    if (at(l, n)->id >= 0)
        queue_put(&l->done, at(l, n)->id);
    requests_give(l->requests, n);
}

/* ---- what goes out ---- */

/* A load sends its header alone, all else its data too. */
static int flits_out(const mem_l1 *l, mem_kind kind, uint8_t sectors)
{
    return net_flits(l->out, kind == MEM_STORE || kind == MEM_ATOMIC ? MEM_SECTOR * request_sectors(sectors) : 0);
}

/* A whole line that is stored leaves as its code, where L2 has codes. */
static int flits_of(const mem_l1 *l, const mem_request *r)
{
    if (l->assist && !r->coded)
        return flits_out(l, (mem_kind)r->kind, r->sectors);
    if (l->callbacks.bursts && r->kind == MEM_STORE && r->full == (1u << MEM_SECTORS) - 1)
        return net_flits(l->out, MEM_SECTOR * callback_bursts(&l->callbacks, r->line));
    return flits_out(l, (mem_kind)r->kind, r->sectors);
}

static void send(mem_l1 *l, int n, uint64_t now)
{
    mem_request *r = at(l, n);
    r->since = now;
    net_put(l->out, l->sm, map_place(l->map, r->line).part, flits_of(l, r), n);
}

static bool passes_by(const mem_l1 *l, mem_kind kind)
{
    return (l->cache == NULL && l->vectors == NULL) || kind == MEM_ATOMIC;
}

static bool is_line(mem_kind kind)
{
    return kind == MEM_CODE || kind == MEM_CONSTANT;
}

bool l1_ready_for_helper(const mem_l1 *l)
{
    return queue_room(&l->helpers.q) > 0;
}

bool l1_ready(const mem_l1 *l, mem_kind kind)
{
    if (is_line(kind))
        return queue_room(&l->lines) > 0;
    if (passes_by(l, kind))
        return net_room(l->out, l->sm, flits_out(l, kind, (1u << MEM_SECTORS) - 1));
    return queue_room(&l->entered.q) > 0;
}

static void enter(mem_l1 *l, int n, const mem_transaction *t, uint64_t now)
{
    if (t->vector)
        l->given[(l->entered.q.first + l->entered.q.count) % l->entered.q.most] = *t->vector;
    delay_put(&l->entered, n, now + (uint64_t)l->entry);
}

void l1_give(mem_l1 *l, const mem_transaction *t, int id, uint64_t now)
{
    mem_kind kind = (mem_kind)t->kind;
    const mem_request r = {.line = t->line,
                           .id = id,
                           .whole = -1,
                           .sm = (int16_t)l->sm,
                           .sectors = t->sectors,
                           .full = t->whole,
                           .kind = t->kind,
                           .local = t->local,
                           .vector = t->vector != NULL,
                           .warp = t->warp,
                           .bytes = {t->bytes[0], t->bytes[1], t->bytes[2], t->bytes[3]}};
    int n = requests_take(l->requests, &r);
    if (l->assist && kind == MEM_ATOMIC)
        l->callbacks.written(l->callbacks.own, t->line, false);
    if (l->assist && kind == MEM_STORE && !t->helper)
        l->entered_stores[t->warp]++;
    if (t->helper)
        delay_put(&l->helpers, n, now + (uint64_t)l->m->l1_latency);
    else if (is_line(kind))
        queue_put(&l->lines, n);
    else if (passes_by(l, kind))
        send(l, n, now);
    else
        enter(l, n, t, now);
}

/* ---- what comes back ---- */

/* One packet of a request is here. True: it was the last, and `n` is the request. */
static bool last_of(mem_l1 *l, int *n, uint64_t now)
{
    int whole = at(l, *n)->whole;
    at(l, whole)->refused = at(l, *n)->refused;
    at(l, whole)->code = at(l, *n)->code;
    requests_give(l->requests, *n);
    *n = whole;
    if (--at(l, whole)->left > 0)
        return false;
    l->latencies++;
    l->latency += now - at(l, whole)->since;
    return true;
}

/* A code waits for the decoder. */
static uint64_t decoded(mem_l1 *l, int n, uint64_t now)
{
    const mem_request *r = at(l, n);
    bool decode = l->callbacks.bursts && (!l->assist || l->direct) && r->kind != MEM_STORE && r->bursts < MEM_SECTORS;
    return decode ? pipe_leaves(&l->decoder_free, now + 1, l->m->decode_cycles, l->m->decode_interval) : now + 1;
}

void l1_receive(mem_l1 *l, mem_net *in, uint64_t now)
{
    int n = delay_front(&l->came, now);
    if (n >= 0 && is_line((mem_kind)at(l, n)->kind)) {
        if (queue_room(&l->done) >= DONE_IN_A_CYCLE) {
            queue_take(&l->came.q);
            if (last_of(l, &n, now))
                done(l, n);
        }
    } else if (n >= 0 && queue_room(&l->responses) > 0) {
        queue_put(&l->responses, queue_take(&l->came.q));
    }
    n = net_front(in, l->sm, now);
    if (n >= 0 && queue_room(&l->came.q) > 0) {
        net_take(in, l->sm);
        delay_put(&l->came, n, decoded(l, n, now));
    }
}

/* ---- helper warps ---- */

/* A line is there, uncompressed: whoever waits for it goes on. */
static void arrived(mem_l1 *l, int n)
{
    const mem_request *r = at(l, n);
    if (r->retry) {
        mem_request *store = at(l, r->retry - 1);
        store->sectors = store->full = (1u << MEM_SECTORS) - 1;
        queue_put(&l->outgoing, r->retry - 1);
    } else {
        cache_fill(l->cache, r->line / MEM_LINE, 0);
    }
    requests_give(l->requests, n);
}

/* A store is done, and so are those of its chain. */
static void stored(mem_l1 *l, int n)
{
    for (int next; n >= 0; n = next) {
        next = at(l, n)->chain - 1;
        done(l, n);
    }
}

static void answered_assist(mem_l1 *l, int n)
{
    mem_request *r = at(l, n);
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

/* What is stored, first; then the lines of which L2 has refused a part. */
static void send_stores(mem_l1 *l, uint64_t now)
{
    int n;
    while (queue_room(&l->outgoing) > 1 && (n = stores_released(&l->stores)) >= 0)
        queue_put(&l->outgoing, n);
    if ((n = queue_front(&l->outgoing)) >= 0) {
        const mem_request *r = at(l, n);
        if (r->full == (1u << MEM_SECTORS) - 1)
            l->callbacks.written(l->callbacks.own, r->line, r->coded);
        if (net_room(l->out, l->sm, flits_of(l, r)))
            send(l, queue_take(&l->outgoing), now);
    }
    if ((n = queue_front(&l->refused)) >= 0 && net_room(l->out, l->sm, flits_out(l, MEM_LOAD, 0))) {
        const mem_request *store = at(l, queue_take(&l->refused));
        const mem_request load = {.line = store->line,
                                  .id = NOBODY,
                                  .whole = -1,
                                  .sm = (int16_t)l->sm,
                                  .sectors = (1u << MEM_SECTORS) - 1,
                                  .kind = MEM_LOAD,
                                  .warp = store->warp,
                                  .retry = n + 1};
        l->stores.counts.retries++;
        send(l, requests_take(l->requests, &load), now);
    }
}

/* Without a place for it a store goes out by itself. */
static bool keep_store(mem_l1 *l, int n, uint64_t now)
{
    if (queue_room(&l->outgoing) < OUTGOING / 2)
        return false;
    bool there = cache_store_past(l->cache, at(l, n)->line / MEM_LINE), whole = at(l, n)->full == (1u << MEM_SECTORS) - 1;
    if (stores_take(&l->stores, n, there, now) == STORES_FULL) {
        *(whole ? &l->stores.counts.full : &l->stores.counts.part) += 1;
        queue_put(&l->outgoing, n);
    }
    return true;
}

int l1_coded(mem_l1 *l)
{
    return l->coded.count ? queue_take(&l->coded) : -1;
}

void l1_decompressed(mem_l1 *l, int request)
{
    arrived(l, request);
}

/* One of its stores has come to L1. */
static void store_came(mem_l1 *l, int warp)
{
    if (--l->entered_stores[warp] == 0 && l->hurries[warp])
        stores_hurry(&l->stores, warp, true);
}

void l1_hurry(mem_l1 *l, int warp, bool hurries)
{
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

static bool assist_rests(const mem_l1 *l)
{
    return !l->assist ||
           (l->coded.count == 0 && l->outgoing.count == 0 && l->refused.count == 0 && l->helpers.q.count == 0 && stores_rest(&l->stores));
}

/* ---- answers ---- */

static void respond(mem_l1 *l, uint64_t now)
{
    int n = queue_front(&l->responses);
    if (n < 0 || l->passed >= 0 || (l->vectors && !vectors_room(l->vectors)))
        return;
    queue_take(&l->responses);
    if (!last_of(l, &n, now))
        return;
    if (l->assist && at(l, n)->kind != MEM_ATOMIC) {
        answered_assist(l, n);
    } else if (at(l, n)->cached) {
        if (l->vectors)
            vectors_fill(l->vectors, at(l, n)->line, at(l, n)->sectors);
        else
            cache_fill(l->cache, at(l, n)->line / MEM_LINE, 0);
        requests_give(l->requests, n);
    } else if (at(l, n)->kind == MEM_STORE) {
        done(l, n);
    } else {
        l->passed = n;
    }
}

/* One result a cycle, from L1 and from what has passed by in turn; it is done a cycle later. */
static void take_result(mem_l1 *l)
{
    if (l->result >= 0)
        done(l, l->result);
    l->result = -1;
    int waiting = l->cache ? cache_next(l->cache) : -1;
    if (l->passed >= 0 && (l->turn || waiting < 0)) {
        l->result = l->passed;
        l->passed = -1;
        l->turn = false;
    } else if (waiting >= 0) {
        l->result = waiting;
        cache_taken(l->cache);
        l->turn = true;
    }
}

/* ---- L1 ---- */

/* A line of local memory that L1 writes back is a whole store, of the warp that was here last. */
static bool keep_back(mem_l1 *l, const mem_request *r, uint64_t now)
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

static void send_message(mem_l1 *l, uint64_t now)
{
    const cache_message *c = cache_front(l->cache);
    if (c == NULL)
        return;
    const uint8_t all = (1u << MEM_SECTORS) - 1;
    mem_request r = {
        .line = c->line * MEM_LINE, .id = NOBODY, .whole = -1, .sm = (int16_t)l->sm, .sectors = all, .full = all, .kind = MEM_STORE};
    if (c->kind == CACHE_FETCH) {
        r.kind = MEM_LOAD;
        r.cached = true;
        r.warp = at(l, c->id)->warp;
    } else if (c->kind == CACHE_PASS) {
        r = *at(l, c->id);
    }
    if (c->kind == CACHE_BACK && l->assist) {
        keep_back(l, &r, now);
        return;
    }
    if (!net_room(l->out, l->sm, flits_out(l, (mem_kind)r.kind, r.sectors)))
        return;
    send(l, c->kind == CACHE_PASS ? c->id : requests_take(l->requests, &r), now);
    cache_sent(l->cache);
}

static void look(mem_l1 *l, uint64_t now)
{
    if (l->assist && delay_front(&l->helpers, now) >= 0) {
        done(l, queue_take(&l->helpers.q));
        return;
    }
    int n = delay_front(&l->entered, now);
    if (n < 0)
        return;
    const mem_request *r = at(l, n);
    bool store = r->kind == MEM_STORE, local = r->local;
    if (l->assist) {
        l->last_warp = r->warp;
        if (store && !(local && cache_has(l->cache, r->line / MEM_LINE))) {
            int warp = r->warp;
            if (keep_store(l, n, now)) {
                queue_take(&l->entered.q);
                store_came(l, warp);
            }
            return;
        }
        if (!store && stores_load(&l->stores, r->line)) {
            queue_take(&l->entered.q);
            done(l, n);
            return;
        }
    }
    const cache_access a = {.line = r->line / MEM_LINE, .store = store, .local = local, .id = n};
    cache_result result = cache_try(l->cache, &a);
    if (result == CACHE_FAIL)
        return;
    queue_take(&l->entered.q);
    if (l->assist && store)
        store_came(l, r->warp);
    if (result == CACHE_HIT && (!store || local))
        done(l, n);
}

/* ---- a cache of vectors in its place ---- */

static bool may_ask(void *own)
{
    const mem_l1 *l = own;
    return net_room(l->out, l->sm, flits_out(l, MEM_STORE, (1u << MEM_SECTORS) - 1));
}

/* Sectors that it asks for come as a whole. */
static void ask(void *own, bool write, uint64_t line, uint8_t sectors, uint8_t whole)
{
    mem_l1 *l = own;
    const mem_request r = {.line = line,
                           .id = NOBODY,
                           .whole = -1,
                           .sm = (int16_t)l->sm,
                           .sectors = sectors,
                           .full = write ? whole : sectors,
                           .kind = write ? MEM_STORE : MEM_LOAD,
                           .cached = !write};
    send(l, requests_take(l->requests, &r), l->now);
}

static void answered(void *own, int n)
{
    done(own, n);
}

static bool may_end(void *own)
{
    return queue_room(&((const mem_l1 *)own)->done) > 0;
}

static void give_vectors(mem_l1 *l, uint64_t now)
{
    int n = delay_front(&l->entered, now);
    if (n < 0 || !vectors_ready(l->vectors)) {
        vectors_wait(l->vectors, n >= 0);
        return;
    }
    const mem_request *r = at(l, n);
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

/* ---- a cycle ---- */

void l1_cycle(mem_l1 *l, uint64_t now)
{
    l->now = now;
    if (queue_room(&l->done) < DONE_IN_A_CYCLE + (l->assist ? CHAIN : 0))
        return;
    take_result(l);
    respond(l, now);
    if (l->cache) {
        send_message(l, now);
        look(l, now);
    }
    if (l->assist)
        send_stores(l, now);
    if (l->vectors) {
        give_vectors(l, now);
        vectors_cycle(l->vectors);
    }
    if (l->lines.count > 0 && net_room(l->out, l->sm, flits_out(l, MEM_CODE, 0)))
        send(l, queue_take(&l->lines), now);
}

uint64_t l1_next(const mem_l1 *l, uint64_t now)
{
    if (l->done.count || l->responses.count || l->lines.count || l->passed >= 0 || l->result >= 0 || (l->cache && !cache_quiet(l->cache)) ||
        !l1_rests(l) || !assist_rests(l))
        return now + 1;
    uint64_t entered = delay_next(&l->entered, now), came = delay_next(&l->came, now);
    return entered < came ? entered : came;
}
