/* SPDX-License-Identifier: Apache-2.0
 *
 * mem_l1.c - the SM's end of the memory. A request that L1 knows is the SM's; what goes out for its line is a request of L1's own (`cached`). */
#include "mem_l1_parts.h"

enum {
    CODES = 256,
    CAME = 32,
    LINES = 8,
    DONE = 256,
    DONE_IN_A_CYCLE = 8,
    CHAIN = 128 /* DONE behind a chain of stores */
};

void l1_open(mem_l1 *l, const machine *m, const mem_map *map, mem_requests *requests, const mem_callbacks *callbacks, mem_net *out, int sm)
{
    *l = (mem_l1){.m = m, .map = map, .requests = requests, .out = out, .sm = sm, .passed = -1, .result = -1};
    const cache_shape shape = {.sets = m->l1_sets,
                               .ways = m->l1_ways,
                               .units = 1,
                               .mshrs = m->l1_mshrs,
                               .merges = m->l1_merges,
                               .misses = m->l1_misses,
                               .tags = m->l1_tags,
                               .fermi = m->l1_index == MACHINE_FERMI,
                               .evict = m->l1_store == MACHINE_STORE_EVICTS,
                               .dedicated = callbacks && m->compress == MACHINE_ASSIST ? m->assist_sets : 0};
    if (m->l1)
        l->cache = cache_open(&shape);
    l->entry = m->l1_latency;
    if (callbacks && machine_codes(m))
        l->callbacks = *callbacks;
    if (callbacks && m->compress == MACHINE_ASSIST)
        l1_open_helped(l);
    delay_open(&l->entered, m->l1_latency);
    delay_open(&l->codes, CODES);
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
    delay_close(&l->codes);
    queue_close(&l->lines);
    delay_close(&l->came);
    queue_close(&l->responses);
    queue_close(&l->done);
    if (l->assist)
        l1_close_helped(l);
    if (l->ahead)
        l1_close_ahead(l);
}

void l1_done(mem_l1 *l, int n)
{
    if (l1_at(l, n)->id >= 0)
        queue_put(&l->done, l1_at(l, n)->id);
    requests_give(l->requests, n);
}

/* ---- what goes out ---- */

int l1_flits_out(const mem_l1 *l, mem_kind kind, uint8_t sectors)
{
    return net_flits(l->out, kind == MEM_STORE || kind == MEM_ATOMIC ? MEM_SECTOR * request_sectors(sectors) : 0);
}

int l1_flits_of(const mem_l1 *l, const mem_request *r)
{
    if (l->assist && !r->coded)
        return l1_flits_out(l, (mem_kind)r->kind, r->sectors);
    if (l->callbacks.bursts && r->kind == MEM_STORE && r->full == (1u << MEM_SECTORS) - 1)
        return net_flits(l->out, MEM_SECTOR * callback_bursts(&l->callbacks, r->line));
    return l1_flits_out(l, (mem_kind)r->kind, r->sectors);
}

void l1_send(mem_l1 *l, int n, uint64_t now)
{
    mem_request *r = l1_at(l, n);
    r->since = now;
    net_put(l->out, l->sm, map_place(l->map, r->line).part, l1_flits_of(l, r), n);
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
        return net_room(l->out, l->sm, l1_flits_out(l, kind, (1u << MEM_SECTORS) - 1));
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
    l->helped += t->helper;
    if (t->helper)
        delay_put(&l->helpers, n, now + (uint64_t)l->m->l1_latency);
    else if (is_line(kind))
        queue_put(&l->lines, n);
    else if (passes_by(l, kind))
        l1_send(l, n, now);
    else
        enter(l, n, t, now);
}

/* ---- what comes back ---- */

/* One packet of a request is here. True: it was the last, and `n` is the request. */
static bool last_of(mem_l1 *l, int *n, uint64_t now)
{
    int whole = l1_at(l, *n)->whole;
    l1_at(l, whole)->refused = l1_at(l, *n)->refused;
    l1_at(l, whole)->code = l1_at(l, *n)->code;
    requests_give(l->requests, *n);
    *n = whole;
    if (--l1_at(l, whole)->left > 0)
        return false;
    l->latencies++;
    l->latency += now - l1_at(l, whole)->since;
    return true;
}

/* A code waits for the decoder. */
static uint64_t decoded(mem_l1 *l, int n, uint64_t now)
{
    const mem_request *r = l1_at(l, n);
    bool decode = l->callbacks.bursts && (!l->assist || l->direct) && r->kind != MEM_STORE && r->bursts < MEM_SECTORS;
    l->decoded += decode;
    return decode ? pipe_leaves(&l->decoder_free, now + 1, l->m->decode_cycles, l->m->decode_interval) : now + 1;
}

void l1_receive(mem_l1 *l, mem_net *in, uint64_t now)
{
    int n = delay_front(&l->came, now);
    if (n >= 0 && is_line((mem_kind)l1_at(l, n)->kind)) {
        if (queue_room(&l->done) >= DONE_IN_A_CYCLE) {
            queue_take(&l->came.q);
            if (last_of(l, &n, now))
                l1_done(l, n);
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

/* ---- answers ---- */

static void respond(mem_l1 *l, uint64_t now)
{
    int n = queue_front(&l->responses);
    if (n < 0 || l->passed >= 0 || (l->vectors && !vectors_room(l->vectors)))
        return;
    queue_take(&l->responses);
    if (!last_of(l, &n, now))
        return;
    if (l->assist && l1_at(l, n)->kind != MEM_ATOMIC) {
        l1_answered_helped(l, n);
    } else if (l1_at(l, n)->cached) {
        if (l->vectors)
            vectors_fill(l->vectors, l1_at(l, n)->line, l1_at(l, n)->sectors);
        else
            l1_fill(l, l1_at(l, n)->line);
        requests_give(l->requests, n);
    } else if (l1_at(l, n)->kind == MEM_STORE) {
        l1_done(l, n);
    } else {
        l->passed = n;
    }
}

/* One result a cycle, from L1 and from what has passed by in turn; it is done a cycle later. */
static void take_result(mem_l1 *l)
{
    if (l->result >= 0)
        l1_done(l, l->result);
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

void l1_fill(mem_l1 *l, uint64_t line)
{
    const bool code = l->m->l1_tags > 1 && l->callbacks.bursts && line < MEM_PRIVATE;
    cache_fill_code(l->cache, line / MEM_LINE, 0, code ? l->callbacks.segments(l->callbacks.own, line) : CACHE_SEGMENTS);
}

/* A load has found a code. */
static void decode_hit(mem_l1 *l, int n, uint64_t now)
{
    l->code_hits++;
    l->decoded += !l->assist;
    if (!l->assist)
        delay_put(&l->codes, n, pipe_leaves(&l->decoder_free, now, l->m->decode_cycles, l->m->decode_interval));
    else if (!l1_decompress_hit(l, n))
        l1_done(l, n);
}

/* Is there room for another such load? */
static bool may_decode(const mem_l1 *l)
{
    return l->assist ? l1_may_decompress(l) : queue_room(&l->codes.q) > 0;
}

static void send_message(mem_l1 *l, uint64_t now)
{
    const cache_message *c = cache_front(l->cache);
    if (c == NULL)
        return;
    mem_request r = l1_own_request(l, MEM_STORE, c->line * MEM_LINE);
    if (c->kind == CACHE_FETCH) {
        r.kind = MEM_LOAD;
        r.cached = true;
        r.warp = l1_at(l, c->id)->warp;
    } else if (c->kind == CACHE_PASS) {
        r = *l1_at(l, c->id);
    }
    if (c->kind == CACHE_BACK && l->assist) {
        l1_keep_back(l, &r, now);
        return;
    }
    if (!net_room(l->out, l->sm, l1_flits_out(l, (mem_kind)r.kind, r.sectors)))
        return;
    l1_send(l, c->kind == CACHE_PASS ? c->id : requests_take(l->requests, &r), now);
    cache_sent(l->cache);
}

static void look(mem_l1 *l, uint64_t now)
{
    if (l->assist && delay_front(&l->helpers, now) >= 0) {
        l1_done(l, queue_take(&l->helpers.q));
        return;
    }
    int n = delay_front(&l->entered, now);
    if (n < 0) {
        if (l->ahead)
            l1_look_ahead(l, now);
        return;
    }
    const mem_request *r = l1_at(l, n);
    bool store = r->kind == MEM_STORE, local = r->local;
    if (l->assist) {
        l->last_warp = r->warp;
        if (store && !(local && cache_has(l->cache, r->line / MEM_LINE))) {
            int warp = r->warp;
            if (l1_keep_store(l, n, now)) {
                queue_take(&l->entered.q);
                l1_store_came(l, warp);
            }
            return;
        }
        if (!store && stores_load(&l->stores, r->line)) {
            queue_take(&l->entered.q);
            l1_done(l, n);
            return;
        }
    }
    const bool code = !store && l->m->l1_tags > 1 && cache_has_code(l->cache, r->line / MEM_LINE);
    if (code && !may_decode(l))
        return;
    const cache_access a = {.line = r->line / MEM_LINE, .store = store, .local = local, .id = n};
    cache_result result = cache_try(l->cache, &a);
    if (result == CACHE_FAIL)
        return;
    queue_take(&l->entered.q);
    if (l->assist && store)
        l1_store_came(l, r->warp);
    if (l->ahead && !store && !local)
        l1_note_load(l, r->line, r->warp, result);
    if (code)
        decode_hit(l, n, now);
    else if (result == CACHE_HIT && (!store || local))
        l1_done(l, n);
}

/* ---- a cycle ---- */

void l1_cycle(mem_l1 *l, uint64_t now)
{
    l->now = now;
    if (queue_room(&l->done) < DONE_IN_A_CYCLE + (l->assist ? CHAIN : 0))
        return;
    take_result(l);
    while (delay_front(&l->codes, now) >= 0 && queue_room(&l->done) > 1)
        l1_done(l, queue_take(&l->codes.q));
    respond(l, now);
    if (l->cache) {
        send_message(l, now);
        look(l, now);
    }
    if (l->assist)
        l1_send_stores(l, now);
    if (l->vectors) {
        l1_give_vectors(l, now);
        vectors_cycle(l->vectors);
    }
    if (l->lines.count > 0 && net_room(l->out, l->sm, l1_flits_out(l, MEM_CODE, 0)))
        l1_send(l, queue_take(&l->lines), now);
}

uint64_t l1_next(const mem_l1 *l, uint64_t now)
{
    if (l->done.count || l->responses.count || l->lines.count || l->passed >= 0 || l->result >= 0 || (l->cache && !cache_quiet(l->cache)) ||
        !l1_rests(l) || !l1_helped_rest(l))
        return now + 1;
    if (l->ahead && l->ahead->asked.q.count)
        return now + 1;
    uint64_t entered = delay_next(&l->entered, now), came = delay_next(&l->came, now), codes = delay_next(&l->codes, now);
    uint64_t first = entered < came ? entered : came;
    return first < codes ? first : codes;
}
