/* SPDX-License-Identifier: Apache-2.0
 *
 * Parts of the memory in time, each by itself: transactions of a warp, places of addresses, a cache, the interconnect, a channel of DRAM. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "../../base/random.h"
#include "../../machine/mem_address.h"
#include "../../machine/mem_cache.h"
#include "../../machine/mem_coalesce.h"
#include "../../machine/mem_dram.h"
#include "../../machine/mem_net.h"

static machine gtx480;

/* ---- transactions ---- */

/* Lane i at first + i * stride; the last transaction is in front. */
static mem_coalesced coalesced(mem_kind kind, int size, uint64_t first, uint64_t stride, uint32_t mask, int segment)
{
    static mem_coalesced out;
    uint64_t address[32];
    out.count = 0;
    for (uint64_t i = 0; i < 32; i++)
        address[i] = first + i * stride;
    mem_coalesce(&(mem_access_of_warp){.lanes = 32, .size = size, .kind = kind, .segment = segment, .mask = &mask, .address = address},
                 &out);
    return out;
}

static void lanes_share_transactions(void **state)
{
    (void)state;
    static const struct {
        mem_kind kind;
        int size;
        uint64_t first, stride;
        uint32_t mask;
        int segment;
        int count;
        uint64_t line; /* of the first transaction that leaves */
        uint8_t sectors, whole;
    } of[] = {
        {MEM_LOAD, 4, 0x100, 4, UINT32_MAX, MEM_LINE, 1, 0x100, 15, 0},
        {MEM_LOAD, 4, 0x100, 8, UINT32_MAX, MEM_LINE, 2, 0x180, 15, 0},
        {MEM_LOAD, 16, 0x100, 16, UINT32_MAX, MEM_LINE, 4, 0x280, 15, 0},
        {MEM_LOAD, 4, 0x100, 128, UINT32_MAX, MEM_LINE, 32, 0x1080, 1, 0},
        {MEM_LOAD, 4, 0x100, 0, UINT32_MAX, MEM_LINE, 1, 0x100, 1, 0},
        {MEM_LOAD, 4, 0x140, 4, 0xff, MEM_LINE, 1, 0x100, 4, 0},    /* a sector */
        {MEM_LOAD, 4, 0x100, 4, 0xffff, MEM_LINE, 1, 0x100, 3, 0},  /* the lower half */
        {MEM_LOAD, 4, 0x140, 4, 0xffff, MEM_LINE, 1, 0x100, 12, 0}, /* the upper half */
        {MEM_LOAD, 4, 0x120, 4, 0xffff, MEM_LINE, 1, 0x100, 15, 0}, /* both */
        {MEM_LOAD, 4, 0x160, 4, 0xffff, MEM_LINE, 2, 0x180, 1, 0},  /* two lines */
        {MEM_LOAD, 1, 0x100, 1, UINT32_MAX, MEM_LINE, 1, 0x100, 1, 0},
        {MEM_LOAD, 2, 0x100, 2, UINT32_MAX, MEM_LINE, 1, 0x100, 3, 0},
        {MEM_LOAD, 2, 0x100, 4, UINT32_MAX, MEM_LINE, 2, 0x100, 12, 0},  /* segments of 64 bytes */
        {MEM_LOAD, 4, 0x100, 4, UINT32_MAX, MEM_SECTOR, 4, 0x100, 8, 0}, /* sectors by themselves */
        {MEM_LOAD, 4, 0x100, 4, UINT32_MAX, 64, 2, 0x100, 12, 0},        /* halves by themselves */
        {MEM_LOAD, 4, 0x120, 4, 0xffff, 64, 2, 0x100, 4, 0},
        {MEM_LOAD, 1, 0x100, 1, UINT32_MAX, 64, 1, 0x100, 1, 0},
        {MEM_LOAD, 8, 0x17c, 0, 1, MEM_LINE, 2, 0x180, 1, 0}, /* over the edge of a line */
        {MEM_STORE, 4, 0x100, 4, UINT32_MAX, MEM_LINE, 1, 0x100, 15, 15},
        {MEM_STORE, 4, 0x100, 4, 0x7fffffff, MEM_LINE, 1, 0x100, 15, 7},
        {MEM_ATOMIC, 4, 0x100, 4, UINT32_MAX, MEM_LINE, 1, 0x100, 15, 0},
        {MEM_ATOMIC, 4, 0x100, 0, UINT32_MAX, MEM_SECTOR, 32, 0x100, 1, 0},
        {MEM_LOAD, 4, 0x100, 4, 0, MEM_LINE, 0, 0, 0, 0},
    };
    for (size_t i = 0; i < sizeof of / sizeof of[0]; i++) {
        mem_coalesced c = coalesced(of[i].kind, of[i].size, of[i].first, of[i].stride, of[i].mask, of[i].segment);
        assert_int_equal(c.count, of[i].count);
        if (c.count == 0)
            continue;
        assert_int_equal(c.t[0].line, of[i].line);
        assert_int_equal(c.t[0].sectors, of[i].sectors);
        assert_int_equal(c.t[0].whole, of[i].whole);
        assert_int_equal(c.t[0].kind, of[i].kind);
    }
}

/* ---- addresses ---- */

static void places_are_as_told_and_have_one_address(void **state)
{
    (void)state;
    mem_map map = map_of(&gtx480);
    mem_place a = map_place(&map, 0x1000), b = map_place(&map, 0x700);
    assert_true(a.channel == 4 && a.part == 8 && a.bank == 0 && a.row == 0);
    assert_true(b.channel == 1 && b.part == 3 && b.bank == 1 && b.row == 0);
    /* A row of all banks of all channels: 4,096 bytes x 16 x 6 */
    assert_int_equal(map_place(&map, 4096 * 16 * 6).row, 1);
    assert_int_equal(map_place(&map, 4096 * 16 * 6 - 1).row, 0);
    int blocks[12] = {0}, banks[16] = {0};
    for (uint64_t at = 0; at < 4096 * 16 * 6; at += 256) {
        mem_place p = map_place(&map, at);
        blocks[p.part]++;
        banks[p.bank]++;
        assert_int_equal(p.part / 2, p.channel);
        assert_int_equal(p.bank % 2, p.part % 2);
    }
    for (int p = 0; p < 12; p++)
        assert_int_equal(blocks[p], 16 * 16 * 6 / 12);
    for (int k = 0; k < 16; k++)
        assert_int_equal(banks[k], 16 * 6);
    rng r = {1};
    for (int i = 0; i < 1000; i++) {
        uint64_t address = rng_next(&r) >> 16;
        mem_place p = map_place(&map, address);
        assert_true(map_address(&map, p.part, p.inside) == address);
    }
}

/* ---- a cache ---- */

static cache_result try_load(cache *c, uint64_t line, int unit, int id)
{
    return cache_try(c, &(cache_access){.line = line, .unit = unit, .id = id});
}

static cache_result try_store(cache *c, uint64_t line, int unit, bool full)
{
    return cache_try(c, &(cache_access){.line = line, .unit = unit, .store = true, .full = full, .id = 99});
}

/* The oldest message is this one, and leaves. */
static void expect_message(cache *c, cache_message_kind kind, uint64_t line, int units)
{
    const cache_message *m = cache_front(c);
    assert_non_null(m);
    assert_true(m->kind == kind && m->line == line && m->units == units);
    cache_sent(c);
}

static void expect_next(cache *c, int id)
{
    assert_int_equal(cache_next(c), id);
    if (id >= 0)
        cache_taken(c);
}

/* Comes, and all that waited for it are done. */
static void bring(cache *c, uint64_t line, int unit)
{
    expect_message(c, CACHE_FETCH, line, 1 << unit);
    cache_fill(c, line, unit);
    while (cache_next(c) >= 0)
        cache_taken(c);
}

static void loads_of_a_line_that_comes_join(void **state)
{
    (void)state;
    cache *c = cache_open(&(cache_shape){.sets = 4, .ways = 2, .units = 1, .mshrs = 2, .merges = 3, .misses = 8});
    assert_int_equal(try_load(c, 5, 0, 10), CACHE_MISS);
    assert_int_equal(try_load(c, 5, 0, 11), CACHE_PENDING);
    assert_int_equal(try_load(c, 5, 0, 12), CACHE_PENDING);
    assert_int_equal(try_load(c, 5, 0, 13), CACHE_FAIL); /* 3 merges */
    assert_int_equal(try_load(c, 6, 0, 20), CACHE_MISS);
    assert_int_equal(try_load(c, 7, 0, 30), CACHE_FAIL); /* 2 entries */
    expect_message(c, CACHE_FETCH, 5, 1);
    expect_message(c, CACHE_FETCH, 6, 1);
    assert_null(cache_front(c));
    cache_fill(c, 6, 0);
    cache_fill(c, 5, 0);
    assert_int_equal(try_load(c, 5, 0, 13), CACHE_HIT);
    expect_next(c, 20);
    expect_next(c, 10);
    expect_next(c, 11);
    expect_next(c, 12);
    expect_next(c, -1);
    assert_true(cache_quiet(c));
    const mem_cache_counts *n = cache_counts(c);
    assert_true(n->accesses == 5 && n->hits == 1 && n->pending == 2 && n->misses == 2 && n->fails == 2);
    cache_close(c);
}

static void the_least_recently_used_line_makes_room(void **state)
{
    (void)state;
    cache *c = cache_open(&(cache_shape){.sets = 1, .ways = 2, .units = 1, .mshrs = 4, .merges = 4, .misses = 8});
    assert_int_equal(try_load(c, 1, 0, 0), CACHE_MISS);
    assert_int_equal(try_load(c, 2, 0, 0), CACHE_MISS);
    assert_int_equal(try_load(c, 3, 0, 0), CACHE_FAIL); /* both places are under way */
    bring(c, 1, 0);
    bring(c, 2, 0);
    assert_int_equal(try_load(c, 1, 0, 0), CACHE_HIT);
    assert_int_equal(try_load(c, 3, 0, 0), CACHE_MISS); /* in the place of 2 */
    bring(c, 3, 0);
    assert_int_equal(try_load(c, 1, 0, 0), CACHE_HIT);
    assert_int_equal(try_load(c, 2, 0, 0), CACHE_MISS);
    bring(c, 2, 0);
    cache_clear(c);
    assert_int_equal(try_load(c, 1, 0, 0), CACHE_MISS);
    cache_close(c);
}

static void a_full_miss_queue_fails(void **state)
{
    (void)state;
    cache *c = cache_open(&(cache_shape){.sets = 8, .ways = 1, .units = 1, .mshrs = 8, .merges = 4, .misses = 3, .evict = true});
    assert_int_equal(try_load(c, 0, 0, 0), CACHE_MISS);
    assert_int_equal(try_load(c, 1, 0, 0), CACHE_MISS);
    assert_int_equal(try_load(c, 2, 0, 0), CACHE_FAIL); /* a load needs room for a victim too */
    assert_int_equal(try_store(c, 2, 0, true), CACHE_MISS);
    assert_int_equal(try_store(c, 2, 0, true), CACHE_FAIL);
    expect_message(c, CACHE_FETCH, 0, 1);
    assert_int_equal(try_store(c, 2, 0, true), CACHE_MISS);
    cache_close(c);
}

static void stores_pass_on(void **state)
{
    (void)state;
    for (int evict = 0; evict < 2; evict++) {
        cache *c = cache_open(&(cache_shape){.sets = 4, .ways = 1, .units = 1, .mshrs = 4, .merges = 4, .misses = 8, .evict = evict});
        try_load(c, 1, 0, 0);
        bring(c, 1, 0);
        assert_int_equal(try_store(c, 1, 0, true), CACHE_HIT);
        expect_message(c, CACHE_PASS, 1, 1);
        assert_int_equal(try_load(c, 1, 0, 0), evict ? CACHE_MISS : CACHE_HIT);
        assert_int_equal(try_store(c, 2, 0, true), CACHE_MISS); /* and brings no line */
        if (evict)
            expect_message(c, CACHE_FETCH, 1, 1);
        expect_message(c, CACHE_PASS, 2, 1);
        assert_int_equal(try_load(c, 2, 0, 0), CACHE_MISS);
        cache_close(c);
    }
}

static void local_stores_stay_where_they_hit(void **state)
{
    (void)state;
    cache *c = cache_open(&(cache_shape){.sets = 1, .ways = 1, .units = 1, .mshrs = 4, .merges = 4, .misses = 8, .evict = true});
    try_load(c, 1, 0, 0);
    bring(c, 1, 0);
    assert_int_equal(cache_try(c, &(cache_access){.line = 1, .store = true, .local = true}), CACHE_HIT);
    assert_null(cache_front(c));
    assert_int_equal(cache_try(c, &(cache_access){.line = 2, .store = true, .local = true}), CACHE_MISS);
    expect_message(c, CACHE_PASS, 2, 1);
    assert_int_equal(try_load(c, 2, 0, 0), CACHE_MISS);
    expect_message(c, CACHE_FETCH, 2, 1);
    expect_message(c, CACHE_BACK, 1, 1);
    cache_close(c);
}

static void stores_are_written_back(void **state)
{
    (void)state;
    cache *c = cache_open(&(cache_shape){.sets = 1, .ways = 1, .units = 4, .mshrs = 4, .merges = 4, .misses = 8, .back = true});
    assert_int_equal(try_store(c, 1, 0, true), CACHE_MISS); /* asks for nothing */
    assert_int_equal(try_store(c, 1, 2, false), CACHE_MISS);
    assert_null(cache_front(c));
    assert_int_equal(try_load(c, 1, 0, 5), CACHE_HIT);
    assert_int_equal(try_load(c, 1, 2, 6), CACHE_MISS); /* its other bytes are below */
    expect_message(c, CACHE_FETCH, 1, 4);
    assert_int_equal(try_store(c, 2, 0, true), CACHE_FAIL); /* no place: one unit comes */
    cache_fill(c, 1, 2);
    expect_next(c, 6);
    assert_int_equal(try_load(c, 1, 2, 7), CACHE_HIT);
    assert_int_equal(try_load(c, 2, 1, 8), CACHE_MISS);
    expect_message(c, CACHE_FETCH, 2, 2);
    expect_message(c, CACHE_BACK, 1, 5);
    cache_fill(c, 2, 1);
    expect_next(c, 8);
    assert_int_equal(try_load(c, 3, 0, 9), CACHE_MISS); /* 2 is clean: it leaves without a word */
    expect_message(c, CACHE_FETCH, 3, 1);
    assert_null(cache_front(c));
    cache_close(c);
}

static void an_atomic_leaves_its_unit_dirty(void **state)
{
    (void)state;
    cache *c = cache_open(&(cache_shape){.sets = 1, .ways = 1, .units = 4, .mshrs = 4, .merges = 4, .misses = 8, .back = true});
    assert_int_equal(cache_try(c, &(cache_access){.line = 1, .unit = 3, .atomic = true}), CACHE_MISS);
    bring(c, 1, 3);
    assert_int_equal(try_store(c, 2, 0, true), CACHE_MISS);
    expect_message(c, CACHE_BACK, 1, 8);
    cache_put(c, 3, 0); /* the host's, clean; what was dirty in its place is the host's too */
    assert_int_equal(cache_try(c, &(cache_access){.line = 3, .unit = 0, .atomic = true}), CACHE_HIT);
    assert_int_equal(try_store(c, 4, 0, true), CACHE_MISS);
    expect_message(c, CACHE_BACK, 3, 1);
    cache_close(c);
}

/* Lines of one set of a Fermi L1 with 16 KB: bits 13, 14, 15, 17 and 19 of the address are added to bits 7 to 11. */
static void the_set_index_of_fermi(void **state)
{
    (void)state;
    static const struct {
        uint64_t line, other;
        bool same;
    } of[] = {{0, 1 << 5, true}, {0, 1 << 6, false}, {1, 1 << 6, true},   {2, 1 << 7, true}, {4, 1 << 8, true},
              {0, 1 << 9, true}, {8, 1 << 10, true}, {16, 1 << 12, true}, {0, 1 << 11, true}};
    for (size_t i = 0; i < sizeof of / sizeof of[0]; i++) {
        cache *c = cache_open(&(cache_shape){.sets = 32, .ways = 1, .units = 1, .mshrs = 4, .merges = 4, .misses = 8, .fermi = true});
        try_load(c, of[i].line, 0, 0);
        bring(c, of[i].line, 0);
        try_load(c, of[i].other, 0, 0);
        bring(c, of[i].other, 0);
        assert_int_equal(try_load(c, of[i].line, 0, 0), of[i].same ? CACHE_MISS : CACHE_HIT);
        cache_close(c);
    }
}

/* ---- the interconnect ---- */

/* Until the packet is there; the cycle. */
static uint64_t arrival(mem_net *n, int output, int packet, uint64_t now)
{
    while (net_front(n, output, now) < 0)
        net_cycle(n, ++now);
    assert_int_equal(net_front(n, output, now), packet);
    net_take(n, output);
    return now;
}

static void a_packet_takes_its_latency_and_its_flits(void **state)
{
    (void)state;
    mem_net *n = net_open(&gtx480, 2, 2);
    assert_int_equal(net_flits(n, 0), 1);
    assert_int_equal(net_flits(n, 32), 1);
    assert_int_equal(net_flits(n, 33), 2);
    assert_int_equal(net_flits(n, 128), 4);
    net_put(n, 0, 1, 1, 5);
    assert_int_equal(net_next(n, 0), 1);
    assert_int_equal(arrival(n, 1, 5, 0), 1 + 6);
    net_put(n, 0, 1, 4, 6);
    assert_int_equal(arrival(n, 1, 6, 100), 101 + 6 + 3);
    assert_true(net_next(n, 111) == UINT64_MAX);
    assert_int_equal(net_carried(n), 5);
    net_close(n);
}

static void inputs_share_an_output_in_turn(void **state)
{
    (void)state;
    mem_net *n = net_open(&gtx480, 4, 2);
    int got[4] = {0}, last[4] = {-1, -1, -1, -1};
    uint64_t now = 0, first = 0, end = 0;
    for (int k = 0; k < 4; k++)
        for (int i = 0; i < 16; i++)
            net_put(n, k, 0, 4, 100 * k + i); /* 64 flits: it is full */
    assert_false(net_room(n, 0, 1));
    for (int count = 0; count < 64;) {
        net_cycle(n, ++now);
        int packet = net_front(n, 0, now);
        if (packet < 0)
            continue;
        net_take(n, 0);
        assert_true(packet % 100 > last[packet / 100]); /* in order */
        last[packet / 100] = packet % 100;
        got[packet / 100]++;
        first = count++ ? first : now;
        end = now;
        if (count == 40)
            for (int k = 0; k < 4; k++)
                assert_int_equal(got[k], 10);
    }
    assert_int_equal(end - first, 63 * 4); /* a flit a cycle */
    net_close(n);
}

static void what_is_not_taken_holds_up_what_is_behind(void **state)
{
    (void)state;
    mem_net *n = net_open(&gtx480, 1, 2);
    uint64_t now = 0;
    int put = 0;
    for (; put < 1000; put++) {
        for (int i = 0; i < 8 && !net_room(n, 0, 4); i++)
            net_cycle(n, ++now);
        if (!net_room(n, 0, 4))
            break;
        net_put(n, 0, 0, 4, put);
    }
    assert_int_equal(put, 32); /* 64 flits at the output, 64 at the input */
    for (int i = 0; i < put; i++)
        now = arrival(n, 0, i, now);
    net_close(n);
}

/* ---- DRAM ---- */

typedef struct {
    dram *d;
    uint64_t now;
    int came[64], count;
    uint64_t at[64];
} channel;

static void put_dram(channel *c, int number, int bank, uint64_t row, int bytes, bool write)
{
    dram_put(c->d, &(dram_request){.number = number, .bank = bank, .bytes = bytes, .row = row, .write = write});
}

/* Until all is done: numbers and cycles. */
static void run_dram(channel *c)
{
    c->count = 0;
    while (!dram_idle(c->d)) {
        dram_cycle(c->d, c->now);
        while (dram_front(c->d) >= 0) {
            c->at[c->count] = c->now;
            c->came[c->count++] = dram_front(c->d);
            dram_take(c->d);
        }
        c->now++;
    }
}

static void rows_open_and_close(void **state)
{
    (void)state;
    channel c = {.d = dram_open(&gtx480)};
    c.now = 1000;
    put_dram(&c, 1, 0, 7, 32, false);
    run_dram(&c);
    assert_int_equal(c.at[0], 1000 + 12 + 12); /* rcd, cl */
    c.now = 2000;
    put_dram(&c, 2, 0, 7, 32, false);
    run_dram(&c);
    assert_int_equal(c.at[0], 2000 + 12); /* the row is open */
    c.now = 3000;
    put_dram(&c, 3, 0, 8, 32, false);
    run_dram(&c);
    assert_int_equal(c.at[0], 3000 + 12 + 12 + 12); /* rp, rcd, cl */
    c.now = 3060;                                   /* activated in 3012 */
    put_dram(&c, 4, 0, 9, 32, false);
    put_dram(&c, 5, 0, 8, 32, false);
    put_dram(&c, 6, 0, 10, 32, true);
    run_dram(&c);
    assert_int_equal(c.came[0], 5); /* the open row goes first */
    assert_int_equal(c.came[1], 4);
    assert_int_equal(c.came[2], 6);
    assert_int_equal(c.at[0], 3060 + 12);
    assert_int_equal(c.at[1], 3060 + 2 + 36); /* the bus of the one before */
    /* activated in 3074: open until 3102, activated again in 3114 (rc 40), written rcd - wl - 1 = 7 later, 4 to the data */
    assert_int_equal(c.at[2], 3114 + 7 + 4);
    const dram_sums *n = dram_counts_of(c.d);
    assert_true(n->reads == 5 && n->writes == 1 && n->activates == 4 && n->row_hits == 2 && n->busy == 12 && n->bytes == 6 * 64);
    dram_close(c.d);
}

static void commands_keep_their_distance(void **state)
{
    (void)state;
    channel c = {.d = dram_open(&gtx480)};
    c.now = 1000;
    for (int i = 0; i < 4; i++)
        put_dram(&c, i, 4 * i, 0, 32, false); /* four banks of one group */
    run_dram(&c);
    for (int i = 1; i < 4; i++)
        assert_int_equal(c.at[i] - c.at[i - 1], 6); /* rrd */
    c.now = 2000;
    for (int i = 0; i < 4; i++)
        put_dram(&c, i, 4 * i, 0, 32, false);
    run_dram(&c);
    for (int i = 1; i < 4; i++)
        assert_int_equal(c.at[i] - c.at[i - 1], 3); /* ccdl */
    c.now = 3000;
    put_dram(&c, 0, 1, 0, 32, false);
    put_dram(&c, 1, 2, 0, 32, false);
    run_dram(&c);
    c.now = 4000;
    put_dram(&c, 0, 1, 0, 32, false);
    put_dram(&c, 1, 2, 0, 32, false);
    run_dram(&c);
    assert_int_equal(c.at[1] - c.at[0], 2); /* ccd */
    c.now = 5000;
    put_dram(&c, 0, 1, 0, 256, false); /* four commands */
    run_dram(&c);
    assert_int_equal(c.at[0], 5000 + 3 * 3 + 12);
    c.now = 6000;
    put_dram(&c, 0, 1, 0, 32, true);
    put_dram(&c, 1, 1, 0, 32, false);
    run_dram(&c);
    assert_int_equal(c.at[1] - 12, 6000 + 4 + 2 + 5); /* wl, bus, cdlr */
    dram_close(c.d);
    machine slow = gtx480;
    slow.rc = 60;
    channel other = {.d = dram_open(&slow), .now = 1000};
    put_dram(&other, 0, 0, 0, 32, false);
    put_dram(&other, 1, 0, 1, 32, false);
    run_dram(&other);
    assert_int_equal(other.at[1], 1000 + 60 + 12 + 12);
    dram_close(other.d);
    slow = gtx480;
    slow.rtpl = 50;
    other = (channel){.d = dram_open(&slow), .now = 1000};
    put_dram(&other, 0, 0, 0, 32, false);
    put_dram(&other, 1, 0, 1, 32, false);
    run_dram(&other);
    assert_int_equal(other.at[1], 1000 + 12 + 50 + 12 + 12 + 12); /* rcd, rtpl, rp, rcd, cl */
    dram_close(other.d);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lanes_share_transactions),
        cmocka_unit_test(places_are_as_told_and_have_one_address),
        cmocka_unit_test(loads_of_a_line_that_comes_join),
        cmocka_unit_test(the_least_recently_used_line_makes_room),
        cmocka_unit_test(a_full_miss_queue_fails),
        cmocka_unit_test(stores_pass_on),
        cmocka_unit_test(local_stores_stay_where_they_hit),
        cmocka_unit_test(stores_are_written_back),
        cmocka_unit_test(an_atomic_leaves_its_unit_dirty),
        cmocka_unit_test(the_set_index_of_fermi),
        cmocka_unit_test(a_packet_takes_its_latency_and_its_flits),
        cmocka_unit_test(inputs_share_an_output_in_turn),
        cmocka_unit_test(what_is_not_taken_holds_up_what_is_behind),
        cmocka_unit_test(rows_open_and_close),
        cmocka_unit_test(commands_keep_their_distance),
    };
    machine_read(&gtx480, "gtx480");
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
