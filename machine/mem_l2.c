/* SPDX-License-Identifier: Apache-2.0
 *
 * mem_l2.c - a part of L2, from its last queue to its first, so that a request passes one a cycle. */
#include "mem_l2.h"

/* EARLY: requests whose latency is not over. All SMs together have less under way as long as stores do not pile up, and then the interconnect waits. */
enum { EARLY = 8192 };

void l2_open(mem_l2 *l, const machine *m, const mem_map *map, mem_requests *requests, const mem_callbacks *callbacks, int part)
{
    *l = (mem_l2){.m = m, .map = map, .requests = requests, .part = part};
    const cache_shape shape = {.sets = m->l2_sets,
                               .ways = m->l2_ways,
                               .units = MEM_LINE / m->l2_sector,
                               .mshrs = m->l2_mshrs,
                               .merges = m->l2_merges,
                               .misses = m->l2_misses,
                               .tags = m->l2_tags,
                               .back = true};
    if (callbacks)
        l->callbacks = *callbacks;
    if (m->l2)
        l->cache = cache_open(&shape);
    delay_open(&l->early, EARLY);
    queue_open(&l->in, m->l2_queue);
    queue_open(&l->out, m->l2_queue);
    queue_open(&l->below, m->l2_queue);
    queue_open(&l->filled, m->l2_queue);
}

void l2_close(mem_l2 *l)
{
    if (l->cache)
        cache_close(l->cache);
    delay_close(&l->early);
    queue_close(&l->in);
    queue_close(&l->out);
    queue_close(&l->below);
    queue_close(&l->filled);
}

static mem_request *at(const mem_l2 *l, int n)
{
    return &l->requests->r[n];
}

static uint64_t line_of(const mem_l2 *l, uint64_t address)
{
    return map_place(l->map, address).inside / MEM_LINE;
}

static int unit_of(const mem_l2 *l, uint8_t sectors)
{
    int k = 0;
    while (!(sectors >> k & 1))
        k++;
    return l->m->l2_sector == MEM_LINE ? 0 : k;
}

static bool holds_codes(const mem_l2 *l)
{
    return machine_codes(l->m) && l->callbacks.bursts;
}

static bool has_codec(const mem_l2 *l)
{
    return holds_codes(l) && l->m->compress == MACHINE_AT_L2;
}

/* What a line takes where it is a code. */
static int segments_of_line(const mem_l2 *l, uint64_t line)
{
    return l->m->l2_tags > 1 && holds_codes(l) ? l->callbacks.segments(l->callbacks.own, line) : CACHE_SEGMENTS;
}

/* ---- from the interconnect ---- */

static void begin(mem_l2 *l, int whole, uint8_t sectors, uint64_t ready)
{
    mem_request part = *at(l, whole);
    part.whole = whole;
    part.sectors = sectors;
    part.full &= sectors;
    at(l, whole)->left++;
    delay_put(&l->early, requests_take(l->requests, &part), ready);
}

static void receive(mem_l2 *l, mem_net *in, uint64_t now)
{
    int n = net_front(in, l->part, now);
    if (n < 0 || queue_room(&l->in) < MEM_SECTORS || queue_room(&l->early.q) < MEM_SECTORS)
        return;
    net_take(in, l->part);
    uint8_t sectors = at(l, n)->sectors;
    bool encode = has_codec(l) && at(l, n)->kind == MEM_STORE;
    uint64_t encoded = encode ? pipe_leaves(&l->encoder_free, now, l->m->encode_cycles, l->m->encode_interval) : now;
    uint64_t ready = encoded + (uint64_t)l->m->l2_latency;
    l->encoded += encode;
    at(l, n)->left = 0;
    if (l->cache == NULL || l->m->l2_sector == MEM_LINE)
        begin(l, n, sectors, ready);
    else
        for (int k = 0; k < MEM_SECTORS; k++)
            if (sectors >> k & 1)
                begin(l, n, (uint8_t)(1u << k), ready);
}

/* ---- the cache ---- */

/* An SM has decompressed the line, and L2 has it so. */
static bool has_raw(const mem_l2 *l, const mem_request *r)
{
    return l->m->assist_l2 == MACHINE_L2_RAW && cache_marked(l->cache, line_of(l, r->line));
}

/* A line comes from an SM that has decompressed it. One that is dirty must leave as the code that it is, and stays that. */
static void take_given(mem_l2 *l, int n)
{
    const int whole = at(l, n)->whole;
    cache_mark(l->cache, line_of(l, at(l, n)->line));
    requests_give(l->requests, n);
    requests_give(l->requests, whole);
}

/* It was accessed where L2 has it raw: a load takes it as it is, and a store of a part leaves it raw in memory too. */
static void use_raw(mem_l2 *l, mem_request *r)
{
    if (r->kind == MEM_STORE) {
        l->callbacks.written(l->callbacks.own, r->line, false);
    } else if (r->kind == MEM_LOAD) {
        l->raw_loads++;
        r->asked = true;
        r->bursts = MEM_SECTORS;
    }
}

/* Nobody here decodes: a store of a part of a line that is a code goes back, as soon as it is looked at. */
static bool refuses(const mem_l2 *l, const mem_request *r)
{
    if (r->kind != MEM_STORE || r->full == (1u << MEM_SECTORS) - 1 || has_codec(l) || !holds_codes(l))
        return false;
    if (has_raw(l, r))
        return false;
    int bursts = l->callbacks.bursts(l->callbacks.own, r->line);
    return bursts > 0 && bursts < MEM_SECTORS;
}

static void look(mem_l2 *l)
{
    int n = queue_front(&l->in);
    if (n < 0 || queue_room(&l->below) == 0)
        return;
    const mem_request *r = at(l, n);
    if (l->cache == NULL) {
        queue_put(&l->below, queue_take(&l->in));
        return;
    }
    if (queue_room(&l->out) == 0)
        return;
    if (r->gives) {
        take_given(l, queue_take(&l->in));
        return;
    }
    if (refuses(l, r)) {
        at(l, n)->refused = true;
        queue_put(&l->out, queue_take(&l->in));
        return;
    }
    bool store = r->kind == MEM_STORE;
    int units = MEM_LINE / l->m->l2_sector;
    const cache_access a = {.line = line_of(l, r->line),
                            .unit = unit_of(l, r->sectors),
                            .store = store,
                            .id = n,
                            .atomic = r->kind == MEM_ATOMIC,
                            .code = store ? segments_of_line(l, r->line) : 0,
                            .full = r->full == (units == 1 ? (1u << MEM_SECTORS) - 1 : r->sectors)};
    const bool raw = has_raw(l, r);
    cache_result result = cache_try(l->cache, &a);
    if (result == CACHE_FAIL)
        return;
    if (raw)
        use_raw(l, at(l, n));
    queue_take(&l->in);
    if (store || result == CACHE_HIT)
        queue_put(&l->out, n);
}

static void fill(mem_l2 *l)
{
    int n = queue_front(&l->filled);
    if (n < 0)
        return;
    if (l->cache)
        cache_fill_code(l->cache, line_of(l, at(l, n)->line), unit_of(l, at(l, n)->sectors), segments_of_line(l, at(l, n)->line));
    else if (queue_room(&l->out) > 0)
        queue_put(&l->out, n);
    else
        return;
    queue_take(&l->filled);
}

static void send_message(mem_l2 *l)
{
    const cache_message *c = cache_front(l->cache);
    if (c == NULL || queue_room(&l->below) == 0)
        return;
    int n = c->id;
    if (c->kind == CACHE_BACK) {
        const uint8_t sectors = l->m->l2_sector == MEM_LINE ? (1u << MEM_SECTORS) - 1 : c->units;
        const mem_request r = {.line = map_address(l->map, l->part, c->line * MEM_LINE),
                               .id = -1,
                               .whole = -1,
                               .sm = -1,
                               .sectors = sectors,
                               .full = sectors,
                               .kind = MEM_STORE};
        n = requests_take(l->requests, &r);
    }
    queue_put(&l->below, n);
    cache_sent(l->cache);
}

void l2_cycle(mem_l2 *l, mem_net *in, uint64_t now)
{
    receive(l, in, now);
    if (l->cache && cache_next(l->cache) >= 0 && queue_room(&l->out) > 0) {
        queue_put(&l->out, cache_next(l->cache));
        cache_taken(l->cache);
    }
    fill(l);
    if (l->cache)
        send_message(l);
    look(l);
    if (delay_front(&l->early, now) >= 0 && queue_room(&l->in) > 0)
        queue_put(&l->in, queue_take(&l->early.q));
}

/* ---- to the interconnect ---- */

/* Which code a load's line is, where helper warps decompress it: told once. */
static void ask_code(const mem_l2 *l, mem_request *r)
{
    if (r->asked || r->kind != MEM_LOAD || !holds_codes(l) || has_codec(l))
        return;
    r->asked = true;
    r->code = l->callbacks.code(l->callbacks.own, r->line) + 1;
    r->bursts = (uint8_t)(r->code == 0 ? MEM_SECTORS : callback_bursts(&l->callbacks, r->line));
}

/* A store is answered by a header alone; a load by its data, as they are compressed if they still are. */
static int answer_bytes(const mem_l2 *l, mem_request *r)
{
    int bytes = r->kind == MEM_STORE ? 0 : MEM_SECTOR * request_sectors(r->sectors);
    if (bytes == 0 || !holds_codes(l))
        return bytes;
    if (r->bursts == 0) /* it does not come from DRAM */
        r->bursts = (uint8_t)callback_bursts(&l->callbacks, r->line);
    return MEM_SECTOR * r->bursts < bytes ? MEM_SECTOR * r->bursts : bytes;
}

void l2_answer(mem_l2 *l, mem_net *out)
{
    int n = queue_front(&l->out);
    if (n < 0)
        return;
    mem_request *r = at(l, n);
    ask_code(l, r);
    int flits = net_flits(out, answer_bytes(l, r));
    if (!net_room(out, l->part, flits))
        return;
    net_put(out, l->part, r->sm, flits, n);
    queue_take(&l->out);
}

void l2_put(mem_l2 *l, uint64_t address)
{
    if (l->cache)
        cache_put_code(l->cache, line_of(l, address), unit_of(l, (uint8_t)(1u << address % MEM_LINE / MEM_SECTOR)),
                       segments_of_line(l, address / MEM_LINE * MEM_LINE));
}

uint64_t l2_next(const mem_l2 *l, uint64_t now)
{
    if (l->in.count || l->out.count || l->below.count || l->filled.count || (l->cache && !cache_quiet(l->cache)))
        return now + 1;
    return delay_next(&l->early, now);
}
