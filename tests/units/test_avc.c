/* SPDX-License-Identifier: Apache-2.0
 *
 * The system avc: the examples of docs/avc.md cycle by cycle, what its section "What a request does" says, worked by hand, and random traffic
 * against a flat memory. Words are those of 4 lanes, lane 0 first. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "../../base/random.h"
#include "../../cmodel/warpfold.h"
#include "machine.h"

enum { LANES = 4, ALL = 0xf, BLOCKS = 1 << 12, MOST_EVENTS = 4096, MOST_FILLS = 16, NEVER = -1, ANY = -1 };
extern const wf_unit wf_unit_avc;

typedef struct {
    uint32_t lane[LANES];
} words;

/* What left at a stream. */
typedef struct {
    int cycle;
    uint32_t write, address, mask, user;
    words data;
} event;

typedef struct {
    event at[MOST_EVENTS];
    int count, read; /* so many a test has looked at */
} events;

/* The unit, and around it a memory that answers a load so many cycles after it. */
typedef struct {
    machine m;
    int cycle, delay; /* delay: NEVER: not at all */
    words memory[BLOCKS];
    struct {
        int due;
        uint32_t address;
        words data;
    } fill[MOST_FILLS];
    int fills;
    events responses, misses;
    int flushed; /* in which cycle; NEVER: not yet */
    bool takes_responses, takes_misses;
} bench;

/* `settings`: names and values, up to NULL. */
static bench *bench_new(const char *settings, ...)
{
    bench *b = calloc(1, sizeof *b);
    wf_config c = wf_open_config(&wf_unit_avc, LANES);
    va_list args;
    *unit_param(&wf_unit_avc, &c, "sets") = 4, *unit_param(&wf_unit_avc, &c, "line-vectors") = 4;
    *unit_param(&wf_unit_avc, &c, "address") = 12, *unit_param(&wf_unit_avc, &c, "window") = 8;
    *unit_param(&wf_unit_avc, &c, "user") = 8;
    va_start(args, settings);
    for (; settings; settings = va_arg(args, const char *))
        *unit_param(&wf_unit_avc, &c, settings) = va_arg(args, int);
    va_end(args);
    wf_derive(&wf_unit_avc, &c);
    b->m = machine_new(&wf_unit_avc, c);
    b->delay = 10;
    b->flushed = NEVER;
    b->takes_responses = b->takes_misses = true;
    return b;
}

static void bench_free(bench *b)
{
    machine_free(&b->m);
    free(b);
}

/* ---- One cycle ---- */

static void see(events *list, event e)
{
    assert_true(list->count < MOST_EVENTS);
    list->at[list->count++] = e;
}

static bool moves(const bench *b, const char *stream)
{
    return *machine_valid(&b->m, stream) && *machine_ready(&b->m, stream);
}

static void take_outputs(bench *b)
{
    const machine *m = &b->m;
    event e = {.cycle = b->cycle};
    *machine_ready(m, "response") = b->takes_responses;
    *machine_ready(m, "miss") = b->takes_misses;
    *machine_ready(m, "flushed") = 1;
    if (moves(b, "response")) {
        e.mask = *machine_field(m, "response", "mask"), e.user = *machine_field(m, "response", "user");
        memcpy(&e.data, machine_field(m, "response", "data"), sizeof e.data);
        see(&b->responses, e);
    }
    if (moves(b, "miss")) {
        e.write = *machine_field(m, "miss", "write"), e.address = *machine_field(m, "miss", "address");
        e.mask = *machine_field(m, "miss", "mask");
        memcpy(&e.data, machine_field(m, "miss", "data"), sizeof e.data);
        see(&b->misses, e);
        for (int i = 0; i < LANES && e.write; i++)
            if (e.mask >> i & 1)
                b->memory[e.address].lane[i] = e.data.lane[i];
        if (!e.write) {
            assert_true(b->fills < MOST_FILLS);
            b->fill[b->fills].due = b->cycle + b->delay;
            b->fill[b->fills].address = e.address;
            b->fill[b->fills++].data = b->memory[e.address];
        }
    }
    if (moves(b, "flushed"))
        b->flushed = b->cycle;
}

static void give_fill(bench *b)
{
    int i = 0;
    while (i < b->fills && (b->delay == NEVER || b->fill[i].due > b->cycle))
        i++;
    *machine_valid(&b->m, "fill") = i < b->fills;
    if (i == b->fills)
        return;
    *machine_field(&b->m, "fill", "address") = b->fill[i].address;
    memcpy(machine_field(&b->m, "fill", "data"), &b->fill[i].data, sizeof b->fill[i].data);
    memmove(&b->fill[i], &b->fill[i + 1], sizeof *b->fill * (size_t)(--b->fills - i));
}

static void clock_edge(bench *b)
{
    give_fill(b);
    take_outputs(b);
    b->m.unit->stepped->clock(&b->m.c, b->m.state, b->m.in);
    b->m.unit->stepped->outputs(&b->m.c, b->m.state, b->m.out, b->m.care);
    *machine_valid(&b->m, "request") = *machine_valid(&b->m, "flush") = 0;
    b->cycle++;
}

/* Up to this cycle. */
static void run_to(bench *b, int cycle)
{
    assert_true(b->cycle <= cycle);
    while (b->cycle < cycle)
        clock_edge(b);
}

static void run(bench *b, int cycles)
{
    run_to(b, b->cycle + cycles);
}

/* ---- Requests ---- */

static void offer(bench *b, uint32_t write, uint32_t address, uint32_t mask, words data, uint32_t user)
{
    *machine_valid(&b->m, "request") = 1;
    *machine_field(&b->m, "request", "write") = write, *machine_field(&b->m, "request", "address") = address;
    *machine_field(&b->m, "request", "mask") = mask, *machine_field(&b->m, "request", "user") = user;
    memcpy(machine_field(&b->m, "request", "data"), &data, sizeof data);
}

static bool is_ready(const bench *b, const char *stream)
{
    return *machine_ready(&b->m, stream);
}

/* In this cycle; it is accepted. */
static void load(bench *b, uint32_t address, uint32_t mask, uint32_t user)
{
    assert_true(is_ready(b, "request"));
    offer(b, 0, address, mask, (words){{0xdead, 0xdead, 0xdead, 0xdead}}, user);
    clock_edge(b);
}

static void store(bench *b, uint32_t address, uint32_t mask, words data, uint32_t user)
{
    assert_true(is_ready(b, "request"));
    offer(b, 1, address, mask, data, user);
    clock_edge(b);
}

/* A store, and all that it does. */
static void keep(bench *b, uint32_t address, uint32_t mask, words data)
{
    store(b, address, mask, data, 99);
    run(b, 60);
    assert_int_equal(b->responses.at[b->responses.read++].user, 99);
}

/* A load that is answered out of the memory, and all that it does. */
static void bring(bench *b, uint32_t address, uint32_t mask)
{
    load(b, address, mask, 98);
    run(b, 120);
    assert_int_equal(b->responses.at[b->responses.read++].user, 98);
    assert_int_equal(b->misses.at[b->misses.read++].write, 0);
}

static void flush(bench *b, uint32_t user)
{
    assert_true(is_ready(b, "flush"));
    *machine_valid(&b->m, "flush") = 1;
    *machine_field(&b->m, "flush", "user") = user;
    clock_edge(b);
}

/* Until it is told. */
static void flush_all(bench *b)
{
    b->flushed = NEVER;
    flush(b, 7);
    for (int n = 0; n < 2000 && b->flushed == NEVER; n++) {
        assert_false(is_ready(b, "request"));
        assert_false(is_ready(b, "flush"));
        clock_edge(b);
    }
    assert_true(b->flushed != NEVER && is_ready(b, "request") && is_ready(b, "flush"));
}

/* ---- What must have left ---- */

static void same_words(uint32_t mask, words is, words expected)
{
    for (int i = 0; i < LANES; i++)
        if (mask >> i & 1)
            assert_int_equal(is.lane[i], expected.lane[i]);
}

static const event *next_response(bench *b, int cycle, uint32_t user, uint32_t mask)
{
    assert_true(b->responses.read < b->responses.count);
    const event *e = &b->responses.at[b->responses.read++];
    assert_int_equal(e->user, user);
    assert_int_equal(e->mask, mask);
    if (cycle != ANY)
        assert_int_equal(e->cycle, cycle);
    return e;
}

/* The next response is that of a load. cycle: ANY: in any. */
static void responds(bench *b, int cycle, uint32_t user, uint32_t mask, words data)
{
    same_words(mask, next_response(b, cycle, user, mask)->data, data);
}

/* It is that of a store. */
static void stored(bench *b, int cycle, uint32_t user, uint32_t mask)
{
    next_response(b, cycle, user, mask);
}

static void next_miss(bench *b, int cycle, uint32_t write, uint32_t address, uint32_t mask, words data)
{
    assert_true(b->misses.read < b->misses.count);
    const event *e = &b->misses.at[b->misses.read++];
    assert_int_equal(e->write, write);
    assert_int_equal(e->address, address);
    assert_int_equal(e->mask, mask);
    if (cycle != ANY)
        assert_int_equal(e->cycle, cycle);
    if (write)
        same_words(mask, e->data, data);
}

static void asks(bench *b, int cycle, uint32_t address, uint32_t mask)
{
    next_miss(b, cycle, 0, address, mask, (words){{0}});
}

static void writes_back(bench *b, int cycle, uint32_t address, uint32_t mask, words data)
{
    next_miss(b, cycle, 1, address, mask, data);
}

static void nothing_else(const bench *b)
{
    assert_int_equal(b->responses.read, b->responses.count);
    assert_int_equal(b->misses.read, b->misses.count);
}

/* The counts that are not 0: names and values, up to NULL. */
static void counted(const bench *b, const char *name, ...)
{
    const wf_stream *s = &b->m.s.stream[machine_stream(&b->m, "state")];
    uint32_t sum = 0, expected = 0;
    va_list args;
    va_start(args, name);
    for (; name; name = va_arg(args, const char *)) {
        uint32_t is = *machine_field(&b->m, "state", name), want = va_arg(args, uint32_t);
        if (is != want)
            fail_msg("%s is %u, expected %u", name, is, want);
        expected += want;
    }
    va_end(args);
    for (int i = 0; i < s->count; i++)
        sum += machine_valid(&b->m, "state")[1 + i];
    assert_int_equal(sum, expected);
}

static words of(uint32_t lane0, uint32_t lane1, uint32_t lane2, uint32_t lane3)
{
    return (words){{lane0, lane1, lane2, lane3}};
}

/* ---- The examples of the page ---- */

static void a_fill(void **state)
{
    (void)state;
    bench *b = bench_new(NULL);
    b->memory[5] = of(100, 104, 108, 112);
    load(b, 5, ALL, 1);
    run_to(b, 40);
    load(b, 5, ALL, 2);
    run(b, 40);
    asks(b, 7, 5, ALL);
    responds(b, 31, 1, ALL, of(100, 104, 108, 112));
    responds(b, 49, 2, ALL, of(100, 104, 108, 112));
    nothing_else(b);
    counted(b, "misses", 1, "avc_fills", 1, "avc_loads", 1, NULL);
    bench_free(b);
}

static void a_replay(void **state)
{
    (void)state;
    bench *b = bench_new(NULL);
    b->memory[6] = of(7, 1, 50, 9);
    store(b, 6, 0x3, of(20, 24, 0, 0), 1);
    run_to(b, 20);
    load(b, 6, ALL, 2);
    run(b, 80);
    stored(b, 9, 1, 0x3);
    responds(b, 29, 2, 0x3, of(20, 24, 0, 0));
    asks(b, 33, 6, 0xc);
    responds(b, 65, 2, 0xc, of(0, 0, 50, 9));
    nothing_else(b);
    counted(b, "avc_stores", 1, "avc_loads", 1, "replays", 1, "misses", 1, "l1_fills", 1, NULL);
    load(b, 6, ALL, 3); /* what the L1 was filled with */
    run(b, 40);
    responds(b, ANY, 3, 0x3, of(20, 24, 0, 0));
    responds(b, ANY, 3, 0xc, of(0, 0, 50, 9));
    nothing_else(b);
    bench_free(b);
}

static void a_conflict(void **state)
{
    (void)state;
    bench *b = bench_new(NULL);
    store(b, 7, 0x3, of(20, 24, 0, 0), 1);
    run_to(b, 10);
    store(b, 7, 0xc, of(0, 0, 300, 300), 2);
    run(b, 60);
    stored(b, 9, 1, 0x3);
    writes_back(b, 25, 7, 0x3, of(20, 24, 0, 0));
    stored(b, 31, 2, 0xc);
    nothing_else(b);
    counted(b, "avc_stores", 2, "conflicts", 1, "evicted", 1, NULL);
    load(b, 7, 0xc, 3);
    run(b, 20);
    responds(b, ANY, 3, 0xc, of(0, 0, 300, 300));
    nothing_else(b);
    bench_free(b);
}

static void an_eviction_that_merges(void **state)
{
    (void)state;
    bench *b = bench_new(NULL);
    keep(b, 9, ALL, of(3, 100, 7, 50));
    keep(b, 9, 0x3, of(20, 24, 0, 0));
    keep(b, 9, 0xc, of(0, 0, 300, 300));
    writes_back(b, ANY, 9, ALL, of(20, 24, 7, 50));
    nothing_else(b);
    counted(b, "l1_stores", 1, "avc_stores", 2, "conflicts", 1, "evicted", 1, "merged", 1, NULL);
    load(b, 9, ALL, 1);
    run(b, 60);
    responds(b, ANY, 1, 0xc, of(0, 0, 300, 300));
    asks(b, ANY, 9, 0x3); /* both copies are gone */
    responds(b, ANY, 1, 0x3, of(20, 24, 0, 0));
    bench_free(b);
}

/* ---- Loads and fills ---- */

static void a_fill_that_conflicts_evicts_first(void **state)
{
    (void)state;
    bench *b = bench_new(NULL);
    b->memory[7] = of(1, 2, 300, 300);
    keep(b, 7, 0x3, of(20, 24, 0, 0));
    load(b, 7, 0xc, 1);
    run(b, 80);
    asks(b, ANY, 7, 0xc);
    responds(b, ANY, 1, 0xc, of(0, 0, 300, 300)); /* before the eviction */
    writes_back(b, ANY, 7, 0x3, of(20, 24, 0, 0));
    assert_true(b->responses.at[b->responses.count - 1].cycle < b->misses.at[b->misses.count - 1].cycle);
    nothing_else(b);
    counted(b, "avc_stores", 1, "misses", 1, "fill_conflicts", 1, "avc_fills", 1, "evicted", 1, NULL);
    load(b, 7, ALL, 2);
    run(b, 80);
    responds(b, ANY, 2, 0xc, of(0, 0, 300, 300));
    asks(b, ANY, 7, 0x3);
    responds(b, ANY, 2, 0x3, of(20, 24, 0, 0));
    bench_free(b);
}

/* Lanes that were stored stay valid beside those that are filled with an equal code. Algorithm 1 would drop them. */
static void a_fill_with_an_equal_code_keeps_what_was_stored(void **state)
{
    (void)state;
    bench *b = bench_new(NULL);
    b->memory[7] = of(1, 2, 28, 32);
    keep(b, 7, 0x3, of(20, 24, 0, 0));
    load(b, 7, 0xc, 1);
    run(b, 80);
    asks(b, ANY, 7, 0xc);
    responds(b, ANY, 1, 0xc, of(0, 0, 28, 32));
    load(b, 7, ALL, 2);
    run(b, 40);
    responds(b, ANY, 2, ALL, of(20, 24, 28, 32));
    nothing_else(b);
    flush_all(b);
    writes_back(b, ANY, 7, ALL, of(20, 24, 28, 32)); /* the vector is as dirty as it was */
    nothing_else(b);
    bench_free(b);
}

/* Lanes become valid that were asked for, or with `fit` all that lie on the line. */
static void a_fill_keeps_the_lanes_that_were_asked_for_or_all_that_fit(void **state)
{
    (void)state;
    for (int fit = 0; fit < 2; fit++) {
        bench *b = bench_new("keep", fit, NULL);
        b->memory[5] = of(100, 104, 108, 7);
        bring(b, 5, 0x3);
        load(b, 5, 0x7, 1);
        run(b, 60);
        responds(b, ANY, 1, fit ? 0x7 : 0x3, of(100, 104, 108, 0));
        if (!fit) {
            asks(b, ANY, 5, 0x4);
            responds(b, ANY, 1, 0x4, of(0, 0, 108, 0));
        }
        nothing_else(b);
        bench_free(b);
    }
}

/* In the L1 all words must be valid that are asked for, and a store does not fetch the others. */
static void a_hit_in_the_l1_has_all_words(void **state)
{
    (void)state;
    bench *b = bench_new(NULL);
    b->memory[5] = of(1, 2, 3, 100);
    keep(b, 5, 0x6, of(0, 5, 77, 0)); /* lanes 1 and 2 are no pair: no line */
    load(b, 5, 0x6, 1);
    load(b, 5, 0xe, 2);
    run(b, 80);
    responds(b, ANY, 1, 0x6, of(0, 5, 77, 0));
    asks(b, ANY, 5, 0xe);
    responds(b, ANY, 2, 0xe, of(0, 5, 77, 100)); /* the stored words are put over those that came */
    nothing_else(b);
    counted(b, "l1_stores", 1, "l1_loads", 1, "misses", 1, "l1_fills", 1, NULL);
    bench_free(b);
}

/* The way that the fill would take holds a line of which a vector is asked for. One set of one way in each cache. */
static void a_fill_without_a_way_is_kept_nowhere(void **state)
{
    (void)state;
    bench *b = bench_new("sets", 1, "l1-ways", 1, "avc-ways", 1, NULL);
    b->memory[1] = of(100, 104, 108, 112), b->memory[2] = of(8, 8, 8, 8), b->memory[9] = of(16, 16, 16, 16);
    bring(b, 1, ALL); /* line 0 is in the AVC */
    load(b, 9, ALL, 1);
    load(b, 2, ALL, 2);
    run(b, 15);
    b->fill[1].due += 30; /* that of block 2, which is in line 0, comes later */
    run(b, 120);
    asks(b, ANY, 9, ALL);
    asks(b, ANY, 2, ALL);
    responds(b, ANY, 1, ALL, of(16, 16, 16, 16));
    responds(b, ANY, 2, ALL, of(8, 8, 8, 8));
    nothing_else(b);
    counted(b, "misses", 3, "avc_fills", 2, "unkept", 1, NULL);
    bench_free(b);
}

/* ---- Stores ---- */

/* Algorithm 2 loses this store: it goes to the L1, and the AVC would answer the load with the words before it. */
static void a_store_that_is_no_line_takes_its_lanes_from_the_avc(void **state)
{
    (void)state;
    bench *b = bench_new(NULL);
    keep(b, 5, ALL, of(20, 24, 28, 32));
    keep(b, 5, 0x6, of(0, 5, 77, 0));
    load(b, 5, ALL, 1);
    load(b, 5, 0x4, 2);
    run(b, 60);
    responds(b, ANY, 1, 0x9, of(20, 0, 0, 32));
    responds(b, ANY, 1, 0x6, of(0, 5, 77, 0));
    responds(b, ANY, 2, 0x4, of(0, 0, 77, 0));
    nothing_else(b);
    counted(b, "avc_stores", 1, "l1_stores", 1, "avc_loads", 1, "replays", 1, "l1_loads", 2, NULL);
    flush_all(b);
    writes_back(b, ANY, 5, ALL, of(20, 5, 77, 32));
    nothing_else(b);
    bench_free(b);
}

/* --l1-store fetch: what the AVC has is put over the block that came, and all of it goes to the L1 although it is affine. */
static void a_store_of_some_words_fetches_the_others(void **state)
{
    (void)state;
    bench *b = bench_new("l1-store", 1, NULL);
    b->memory[5] = of(20, 24, 28, 32);
    keep(b, 5, 0x3, of(1, 2, 0, 0));
    store(b, 5, 0x6, of(0, 5, 77, 0), 1);
    run(b, 80);
    asks(b, ANY, 5, 0x9);
    stored(b, ANY, 1, 0x6);
    load(b, 5, ALL, 2);
    run(b, 40);
    responds(b, ANY, 2, 0x1, of(1, 0, 0, 0));
    responds(b, ANY, 2, 0xe, of(0, 5, 77, 32));
    nothing_else(b);
    counted(b, "avc_stores", 1, "l1_stores", 1, "fetches", 1, "l1_fills", 1, "replays", 1, "avc_loads", 1, "l1_loads", 1, NULL);
    bench_free(b);
}

static void a_store_of_all_words_fetches_nothing(void **state)
{
    (void)state;
    bench *b = bench_new("l1-store", 1, NULL);
    keep(b, 5, ALL, of(1, 5, 77, 3));
    store(b, 5, 0x6, of(0, 6, 78, 0), 1);
    load(b, 5, ALL, 2);
    run(b, 40);
    stored(b, ANY, 1, 0x6);
    responds(b, ANY, 2, ALL, of(1, 6, 78, 3));
    nothing_else(b);
    counted(b, "l1_stores", 2, "l1_loads", 1, NULL);
    bench_free(b);
}

/* --l1-store through: the L1 takes no line for it, and writes into one that it has. */
static void a_store_goes_through_to_memory(void **state)
{
    (void)state;
    bench *b = bench_new("l1-store", 2, NULL);
    b->memory[5] = of(1, 5, 77, 3);
    store(b, 5, 0x6, of(0, 6, 78, 0), 1);
    run(b, 20);
    stored(b, ANY, 1, 0x6);
    writes_back(b, ANY, 5, 0x6, of(0, 6, 78, 0));
    load(b, 5, ALL, 2);
    run(b, 40);
    asks(b, ANY, 5, ALL);
    responds(b, ANY, 2, ALL, of(1, 6, 78, 3));
    store(b, 5, 0xc, of(0, 0, 9, 99), 3);
    load(b, 5, ALL, 4);
    run(b, 40);
    stored(b, ANY, 3, 0xc);
    writes_back(b, ANY, 5, 0xc, of(0, 0, 9, 99));
    responds(b, ANY, 4, ALL, of(1, 6, 9, 99));
    flush_all(b);
    nothing_else(b);
    counted(b, "l1_stores", 2, "misses", 1, "l1_fills", 1, "l1_loads", 1, NULL);
    bench_free(b);
}

/* It is affine, so the AVC keeps it; words that went through are memory's when it leaves. */
static void a_vector_leaves_without_what_went_through(void **state)
{
    (void)state;
    bench *b = bench_new("l1-store", 2, NULL);
    keep(b, 5, ALL, of(20, 24, 28, 32));
    store(b, 5, 0x6, of(0, 5, 77, 0), 1);
    run(b, 20);
    stored(b, ANY, 1, 0x6);
    writes_back(b, ANY, 5, 0x6, of(0, 5, 77, 0));
    flush_all(b);
    writes_back(b, ANY, 5, 0x9, of(20, 0, 0, 32));
    nothing_else(b);
    bench_free(b);
}

/* It covers all valid lanes: nothing is left to conflict with. */
static void a_store_of_all_valid_lanes_replaces_the_code(void **state)
{
    (void)state;
    bench *b = bench_new(NULL);
    keep(b, 5, 0x3, of(20, 24, 0, 0));
    keep(b, 5, 0x7, of(8, 9, 10, 0));
    load(b, 5, 0x7, 1);
    run(b, 40);
    responds(b, ANY, 1, 0x7, of(8, 9, 10, 0));
    nothing_else(b);
    counted(b, "avc_stores", 2, "avc_loads", 1, NULL);
    bench_free(b);
}

/* A single lane has stride 0. Where it lies on the line of the others they agree with `line`. */
static void a_single_lane_agrees_where_it_lies_on_the_line(void **state)
{
    (void)state;
    for (int k = 0; k < 4; k++) {
        bench *b = bench_new("agree", k & 1, NULL);
        words both = of(20, 24, 28, 0);
        keep(b, 5, k & 2 ? 0x4 : 0x3, both); /* the pair, then the lane; or the lane, then the pair */
        keep(b, 5, k & 2 ? 0x3 : 0x4, both);
        if (!(k & 1))
            writes_back(b, ANY, 5, k & 2 ? 0x4 : 0x3, both);
        load(b, 5, k & 1 ? 0x7 : k & 2 ? 0x3 : 0x4, 1);
        run(b, 40);
        responds(b, ANY, 1, k & 1 ? 0x7 : k & 2 ? 0x3 : 0x4, both);
        nothing_else(b);
        keep(b, 5, 0x8, of(0, 0, 0, 33)); /* it does not */
        assert_int_equal(b->misses.count - b->misses.read, 1);
        bench_free(b);
    }
}

/* ---- What leaves ---- */

static void a_clean_vector_leaves_the_dirty_words_beside_it(void **state)
{
    (void)state;
    bench *b = bench_new(NULL);
    b->memory[5] = of(10, 1, 2, 10);
    keep(b, 5, 0x6, of(0, 5, 77, 0));
    bring(b, 5, 0x9); /* lanes 0 and 3 have one word, so the AVC takes them */
    counted(b, "l1_stores", 1, "misses", 1, "avc_fills", 1, NULL);
    flush_all(b);
    writes_back(b, ANY, 5, 0x6, of(0, 5, 77, 0));
    nothing_else(b);
    bench_free(b);
}

/* A fill makes a dirty word of the L1 stale. It must not be lost with the clean vector, nor with the line of the L1. */
static void a_fill_over_a_dirty_word_makes_the_vector_dirty(void **state)
{
    (void)state;
    for (int dirty = 0; dirty < 3; dirty++) {
        bench *b = bench_new("dirty", dirty, NULL);
        b->memory[5] = of(1, 2, 3, 80);
        keep(b, 5, 0x6, of(0, 5, 76, 0));
        bring(b, 5, 0xc); /* 76 and 80: stride 4 */
        counted(b, "l1_stores", 1, "misses", 1, "avc_fills", 1, NULL);
        flush_all(b);
        writes_back(b, ANY, 5, 0xe, of(0, 5, 76, 80));
        nothing_else(b);
        bench_free(b);
    }
}

/* Clean vectors are written back where nothing says that they are clean. */
static void what_is_clean_is_not_written_back(void **state)
{
    (void)state;
    enum { OF_NOTHING, OF_VECTORS, OF_LINES };
    for (int dirty = OF_NOTHING; dirty <= OF_LINES; dirty++) {
        bench *b = bench_new("dirty", dirty, NULL);
        b->memory[4] = of(8, 8, 8, 8), b->memory[5] = of(100, 104, 108, 112), b->memory[60] = of(4, 4, 4, 4);
        bring(b, 5, ALL);
        keep(b, 4, ALL, of(1, 1, 1, 1)); /* of the same line */
        bring(b, 60, ALL);               /* of another */
        flush_all(b);
        writes_back(b, ANY, 4, ALL, of(1, 1, 1, 1));
        if (dirty != OF_VECTORS)
            writes_back(b, ANY, 5, ALL, of(100, 104, 108, 112));
        if (dirty == OF_NOTHING)
            writes_back(b, ANY, 60, ALL, of(4, 4, 4, 4));
        nothing_else(b);
        bench_free(b);
    }
}

/* Three ways: lines 0, 4 and 8 of set 0 are used in this order, so the tree points to that of line 0. Its vectors leave one by one. */
static void a_line_of_the_avc_leaves_vector_by_vector(void **state)
{
    (void)state;
    bench *b = bench_new("preset", 3, NULL);
    for (uint32_t v = 0; v < 4; v++)
        if (v != 2)
            keep(b, v, v == 3 ? 0x3 : ALL, of(10 * v, 10 * v, 10 * v, 10 * v));
    keep(b, 3, 0xc, of(0, 0, 5, 76)); /* in the L1, beside it */
    keep(b, 16, ALL, of(1, 2, 3, 4));
    keep(b, 32, ALL, of(1, 3, 5, 7) /* base 1 is no multiple of stride 2: the L1's */);
    keep(b, 33, ALL, of(2, 4, 6, 8));
    nothing_else(b);
    counted(b, "avc_stores", 5, "l1_stores", 2, NULL);
    store(b, 48, ALL, of(9, 9, 9, 9), 1);
    run(b, 80);
    writes_back(b, ANY, 0, ALL, of(0, 0, 0, 0));
    writes_back(b, ANY, 1, ALL, of(10, 10, 10, 10));
    writes_back(b, ANY, 3, ALL, of(30, 30, 5, 76));
    stored(b, ANY, 1, ALL);
    assert_true(b->misses.at[1].cycle == b->misses.at[0].cycle + 1 && b->misses.at[2].cycle == b->misses.at[1].cycle + 2);
    assert_true(b->responses.at[b->responses.count - 1].cycle > b->misses.at[2].cycle);
    nothing_else(b);
    counted(b, "avc_stores", 6, "l1_stores", 2, "evicted", 3, "merged", 1, NULL);
    load(b, 16, ALL, 2);
    load(b, 33, ALL, 3);
    load(b, 48, ALL, 4);
    load(b, 1, ALL, 5);
    run(b, 60);
    responds(b, ANY, 2, ALL, of(1, 2, 3, 4));
    responds(b, ANY, 3, ALL, of(2, 4, 6, 8));
    responds(b, ANY, 4, ALL, of(9, 9, 9, 9));
    asks(b, ANY, 1, ALL);
    responds(b, ANY, 5, ALL, of(10, 10, 10, 10));
    bench_free(b);
}

/* Its words that are valid in the AVC are stale, and stay there. */
static void a_line_of_the_l1_leaves_without_what_the_avc_has(void **state)
{
    (void)state;
    bench *b = bench_new("l1-ways", 1, NULL);
    keep(b, 5, ALL, of(3, 100, 7, 50));
    keep(b, 5, 0x3, of(20, 24, 0, 0));
    keep(b, 9, ALL, of(1, 100, 3, 50)); /* of the same set of the L1 */
    writes_back(b, ANY, 5, 0xc, of(0, 0, 7, 50));
    nothing_else(b);
    counted(b, "l1_stores", 2, "avc_stores", 1, "dropped", 1, NULL);
    load(b, 5, ALL, 1);
    run(b, 80);
    responds(b, ANY, 1, 0x3, of(20, 24, 0, 0));
    asks(b, ANY, 5, 0xc);
    responds(b, ANY, 1, 0xc, of(0, 0, 7, 50));
    bench_free(b);
}

/* ---- Flush, window, empty masks ---- */

static void a_flush_writes_all_back_and_leaves_nothing(void **state)
{
    (void)state;
    bench *b = bench_new(NULL);
    keep(b, 5, ALL, of(20, 24, 28, 32));
    keep(b, 5, 0x6, of(0, 5, 77, 0));
    keep(b, 300, ALL, of(1, 1, 1, 1)); /* not private */
    store(b, 6, 0x1, of(9, 0, 0, 0), 1);
    flush_all(b); /* the store is before it */
    stored(b, ANY, 1, 0x1);
    assert_int_equal(b->misses.count, 3);
    same_words(ALL, b->memory[5], of(20, 5, 77, 32));
    same_words(ALL, b->memory[300], of(1, 1, 1, 1));
    same_words(ALL, b->memory[6], of(9, 0, 0, 0));
    b->misses.read = 3;
    load(b, 5, ALL, 2);
    run(b, 80);
    asks(b, ANY, 5, ALL);
    responds(b, ANY, 2, ALL, of(20, 5, 77, 32));
    flush_all(b); /* clean */
    nothing_else(b);
    flush_all(b); /* empty */
    nothing_else(b);
    bench_free(b);
}

/* The flush waits for the load that waits for the memory. */
static void a_flush_comes_after_what_was_accepted_before(void **state)
{
    (void)state;
    bench *b = bench_new(NULL);
    b->delay = 200;
    b->memory[5] = of(1, 100, 3, 50);
    load(b, 5, ALL, 1);
    store(b, 5, 0x6, of(0, 5, 77, 0), 2);
    flush(b, 3);
    run(b, 150);
    assert_int_equal(b->flushed, NEVER);
    assert_false(is_ready(b, "request"));
    run(b, 250);
    assert_true(b->flushed != NEVER);
    asks(b, ANY, 5, ALL);
    responds(b, ANY, 1, ALL, of(1, 100, 3, 50));
    stored(b, ANY, 2, 0x6);
    writes_back(b, ANY, 5, 0x6, of(0, 5, 77, 0));
    nothing_else(b);
    bench_free(b);
}

static void blocks_that_are_not_private_use_the_l1_alone(void **state)
{
    (void)state;
    bench *b = bench_new(NULL); /* private are blocks 0 to 255 */
    b->memory[0x105] = of(100, 104, 108, 112);
    bring(b, 0x105, ALL);
    keep(b, 0x105, 0x3, of(20, 24, 0, 0));
    keep(b, 255, 0x3, of(20, 24, 0, 0));
    load(b, 0x105, ALL, 1);
    run(b, 40);
    responds(b, ANY, 1, ALL, of(20, 24, 108, 112));
    nothing_else(b);
    counted(b, "misses", 1, "l1_fills", 1, "l1_stores", 1, "avc_stores", 1, "l1_loads", 1, NULL);
    bench_free(b);
}

static void a_request_without_lanes_does_nothing_but_answer(void **state)
{
    (void)state;
    bench *b = bench_new(NULL);
    load(b, 5, 0, 1);
    store(b, 5, 0, of(1, 2, 3, 4), 2);
    load(b, 5, ALL, 3); /* the block is busy then */
    load(b, 5, 0, 4);
    run(b, 80);
    responds(b, ANY, 1, 0, of(0, 0, 0, 0));
    stored(b, ANY, 2, 0);
    responds(b, ANY, 4, 0, of(0, 0, 0, 0));
    responds(b, ANY, 3, ALL, of(0, 0, 0, 0));
    asks(b, ANY, 5, ALL);
    nothing_else(b);
    counted(b, "misses", 1, "avc_fills", 1, NULL);
    bench_free(b);
}

/* ---- Order, and a memory that is slow or does not take ---- */

/* Loads of one block between its stores see the store before them, also where the first waits for the memory. */
static void requests_of_a_block_take_effect_in_their_order(void **state)
{
    (void)state;
    bench *b = bench_new(NULL);
    b->memory[5] = of(1, 100, 3, 50);
    load(b, 5, ALL, 1);
    store(b, 5, 0x3, of(20, 24, 0, 0), 2);
    load(b, 5, 0x3, 3);
    store(b, 5, 0x3, of(7, 90, 0, 0), 4);
    load(b, 5, 0x3, 5);
    store(b, 5, 0x1, of(8, 0, 0, 0), 6);
    load(b, 5, 0x1, 7);
    run(b, 200);
    responds(b, ANY, 1, ALL, of(1, 100, 3, 50));
    stored(b, ANY, 2, 0x3);
    responds(b, ANY, 3, 0x3, of(20, 24, 0, 0));
    stored(b, ANY, 4, 0x3);
    responds(b, ANY, 5, 0x3, of(7, 90, 0, 0));
    stored(b, ANY, 6, 0x1);
    responds(b, ANY, 7, 0x1, of(8, 0, 0, 0));
    asks(b, ANY, 5, ALL);
    bench_free(b);
}

/* ---- Loads that wait beside the stages ---- */

static void two_loads_of_a_block(void **state)
{
    (void)state;
    bench *b = bench_new(NULL);
    b->memory[8] = of(7, 1, 50, 9);
    load(b, 8, 0x3, 1);
    load(b, 8, 0xc, 2);
    run(b, 60);
    asks(b, 7, 8, 0x3);
    responds(b, 31, 1, 0x3, of(7, 1, 0, 0));
    responds(b, 32, 2, 0xc, of(0, 0, 50, 9));
    nothing_else(b);
    counted(b, "misses", 1, "joined", 1, "l1_fills", 1, NULL);
    bench_free(b);
}

/* All lanes that were asked for are kept, if they are a line. */
static void a_fill_is_encoded_under_the_lanes_of_all_its_loads(void **state)
{
    (void)state;
    bench *b = bench_new(NULL);
    b->memory[8] = of(10, 12, 14, 99);
    load(b, 8, 0x1, 1);
    load(b, 8, 0x6, 2);
    run(b, 60);
    load(b, 8, 0x7, 3);
    run(b, 20);
    asks(b, ANY, 8, 0x1);
    responds(b, ANY, 1, 0x1, of(10, 0, 0, 0));
    responds(b, ANY, 2, 0x6, of(0, 12, 14, 0));
    responds(b, ANY, 3, 0x7, of(10, 12, 14, 0));
    nothing_else(b);
    counted(b, "misses", 1, "joined", 1, "avc_fills", 1, "avc_loads", 1, NULL);
    bench_free(b);
}

/* Each cycle in which the second load can come: it joins, or it comes too late and waits, but memory is asked once. */
static void a_load_that_comes_beside_the_fill_of_its_block_is_answered(void **state)
{
    (void)state;
    for (int later = 1; later < 40; later++) {
        bench *b = bench_new(NULL);
        b->memory[8] = of(7, 1, 50, 9);
        load(b, 8, 0x3, 1);
        run(b, later);
        load(b, 8, 0xc, 2);
        run(b, 80);
        asks(b, 7, 8, 0x3);
        responds(b, ANY, 1, 0x3, of(7, 1, 0, 0));
        responds(b, ANY, 2, 0xc, of(0, 0, 50, 9));
        nothing_else(b);
        bench_free(b);
    }
}

static void more_loads_of_a_block_than_entries_wait(void **state)
{
    (void)state;
    bench *b = bench_new("loads", 2, "misses", 1, NULL);
    b->memory[8] = of(7, 1, 50, 9);
    for (uint32_t n = 0; n < 6; n++)
        load(b, 8, 1u << n % 4, n);
    run(b, 100);
    asks(b, 7, 8, 0x1);
    for (uint32_t n = 0; n < 6; n++)
        responds(b, ANY, n, 1u << n % 4, of(7, 1, 50, 9));
    nothing_else(b);
    counted(b, "misses", 1, "joined", 1, "l1_fills", 1, "l1_loads", 4, NULL);
    bench_free(b);
}

/* Hits come between a miss and its fill, and beside the fill. */
static void requests_go_on_beside_fills(void **state)
{
    (void)state;
    bench *b = bench_new(NULL);
    keep(b, 8, ALL, of(8, 8, 8, 8));
    load(b, 5, ALL, 1);
    load(b, 6, ALL, 2);
    int since = b->cycle, hits = 0, answered = 0;
    while (b->cycle < since + 40) {
        if (!is_ready(b, "request")) {
            run(b, 1);
            continue;
        }
        load(b, 8, ALL, 100);
        hits++;
    }
    run(b, 60);
    assert_true(hits >= 28); /* two fills cost less than 12 cycles */
    for (int n = b->responses.read; n < b->responses.count; n++)
        answered += b->responses.at[n].user == 100;
    assert_int_equal(answered, hits);
    bench_free(b);
}

/* The ways of a set are dirty: the store that takes one writes it back on the way. */
static void a_dirty_line_of_the_l1_leaves_on_the_way(void **state)
{
    (void)state;
    bench *b = bench_new("preset", 0, NULL);
    for (uint32_t way = 0; way < 6; way++)
        store(b, 16 * way, ALL, of(1, 5, way, 7), way);
    run(b, 60);
    for (uint32_t way = 0; way < 6; way++)
        stored(b, ANY, way, ALL);
    nothing_else(b);
    int now = b->cycle;
    store(b, 16 * 6, ALL, of(1, 5, 2, 9), 6);
    run(b, 30);
    stored(b, now + 8, 6, ALL);
    writes_back(b, now + 8, 0, ALL, of(1, 5, 0, 7));
    nothing_else(b);
    load(b, 16 * 6, ALL, 7);
    load(b, 0, ALL, 8);
    run(b, 60);
    responds(b, ANY, 7, ALL, of(1, 5, 2, 9));
    asks(b, ANY, 0, ALL);
    responds(b, ANY, 8, ALL, of(1, 5, 0, 7));
    writes_back(b, ANY, 16 * 4, ALL, of(1, 5, 4, 7)); /* the fill takes a way too */
    nothing_else(b);
    counted(b, "l1_stores", 7, "l1_loads", 1, "misses", 1, "l1_fills", 1, "dropped", 2, NULL);
    bench_free(b);
}

/* Words that are in the caches are answered as before, until a request needs what is missing; then all behind it wait, and none is lost. */
static void a_memory_that_never_answers_holds_what_needs_it_alone(void **state)
{
    (void)state;
    bench *b = bench_new("misses", 2, NULL);
    keep(b, 8, ALL, of(8, 8, 8, 8));
    b->delay = NEVER;
    load(b, 5, ALL, 1);
    load(b, 6, ALL, 2);
    run(b, 30); /* behind a miss requests come again */
    for (uint32_t n = 0; n < 100; n++)
        load(b, 8, ALL, 100 + n);
    run(b, 20);
    asks(b, ANY, 5, ALL);
    asks(b, ANY, 6, ALL);
    for (uint32_t n = 0; n < 100; n++)
        responds(b, ANY, 100 + n, ALL, of(8, 8, 8, 8));
    assert_true(b->responses.at[b->responses.count - 1].cycle == b->responses.at[b->responses.count - 100].cycle + 99);
    nothing_else(b);
    load(b, 7, ALL, 3); /* no entry is free for it */
    for (uint32_t n = 0; n < 7; n++)
        load(b, 8, ALL, 10 + n);
    run(b, 1000);
    nothing_else(b);
    assert_false(is_ready(b, "request"));
    b->delay = 10;
    run(b, 200);
    asks(b, ANY, 7, ALL);
    uint32_t answered = 0;
    for (; b->responses.read < b->responses.count; b->responses.read++) {
        const event *e = &b->responses.at[b->responses.read];
        same_words(ALL, e->data, e->user < 10 ? of(0, 0, 0, 0) : of(8, 8, 8, 8));
        assert_false(answered >> e->user & 1);
        answered |= 1u << e->user;
    }
    assert_int_equal(answered, 0xe | 0x7fu << 10); /* each once */
    nothing_else(b);
    bench_free(b);
}

/* A way each: blocks 0 and 16 drive each other out, while neither side takes anything, and fills come. */
static void full_queues_on_both_sides_let_go_again(void **state)
{
    (void)state;
    bench *b = bench_new("l1-ways", 1, "preset", 1, NULL);
    uint32_t user = 0, count = 0;
    for (uint32_t n = 0; n < 4; n++)
        b->memory[64 + n] = of(n, 100 + n, 7, n);
    for (uint32_t n = 0; n < 4; n++)
        load(b, 64 + n, ALL, user++);
    run(b, 9);
    b->takes_responses = b->takes_misses = false; /* the loads are asked for */
    for (int n = 0; n < 400; n++) {
        if (is_ready(b, "request")) {
            offer(b, 1, user % 2 * 16, ALL, of(user, user, user, user), user);
            user++;
        }
        clock_edge(b);
    }
    assert_int_equal(b->responses.count, 0);
    assert_false(is_ready(b, "request"));
    assert_int_equal(b->fills, 0); /* they were taken nonetheless */
    b->takes_misses = true;
    run(b, 400);
    assert_int_equal(b->responses.count, 0);
    b->takes_responses = true;
    run(b, 400);
    assert_int_equal(b->responses.count, user);
    uint32_t seen[256] = {0};
    for (int i = 0; i < b->responses.count; i++)
        count += !seen[b->responses.at[i].user]++;
    assert_int_equal(count, user);
    for (int i = 0; i < b->responses.count; i++)
        if (b->responses.at[i].user < 4)
            same_words(ALL, b->responses.at[i].data,
                       of(b->responses.at[i].user, 100 + b->responses.at[i].user, 7, b->responses.at[i].user));
    flush_all(b);
    same_words(ALL, b->memory[0], of((user - 1) & ~1u, (user - 1) & ~1u, (user - 1) & ~1u, (user - 1) & ~1u));
    same_words(ALL, b->memory[16], of((user - 2) | 1, (user - 2) | 1, (user - 2) | 1, (user - 2) | 1));
    bench_free(b);
}

/* ---- Remedies ---- */

/* Direct mapped, 4 sets of lines of 4 vectors: blocks 0 and 16 have one set. Without a store behind it the second one drives the first out. */
static void a_victim_store_keeps_a_line_that_leaves(void **state)
{
    (void)state;
    bench *b = bench_new("avc-ways", 1, "victims", 1, NULL);
    keep(b, 0, ALL, of(1, 2, 3, 4));
    keep(b, 16, ALL, of(5, 6, 7, 8));
    load(b, 16, ALL, 1);
    load(b, 0, ALL, 2);
    run(b, 80);
    responds(b, ANY, 1, ALL, of(5, 6, 7, 8));
    responds(b, ANY, 2, ALL, of(1, 2, 3, 4));
    nothing_else(b);
    counted(b, "avc_stores", 2, "avc_loads", 2, NULL);
    flush_all(b);
    writes_back(b, ANY, 16, ALL, of(5, 6, 7, 8));
    writes_back(b, ANY, 0, ALL, of(1, 2, 3, 4));
    nothing_else(b);
    bench_free(b);
}

/* The oldest of its lines leaves when another one comes. */
static void a_full_victim_store_writes_back(void **state)
{
    (void)state;
    bench *b = bench_new("avc-ways", 1, "victims", 2, NULL);
    for (uint32_t n = 0; n < 4; n++)
        keep(b, 16 * n, ALL, of(n, n, n, n));
    run(b, 60);
    writes_back(b, ANY, 0, ALL, of(0, 0, 0, 0));
    nothing_else(b);
    counted(b, "avc_stores", 4, "evicted", 1, NULL);
    bench_free(b);
}

/* Blocks that have one set in way 0 have several in the others, and with ways that serve both caches there are more of them. */
static void skewed_sets_part_what_would_meet(void **state)
{
    (void)state;
    uint32_t misses[3];
    for (int skew = 0; skew < 3; skew++) {
        bench *b = bench_new("sets", 16, "window", 12, "skew", skew, NULL);
        for (uint32_t n = 0; n < 160; n++) {
            load(b, 64 * (n % 40), ALL, 1); /* set 0 of the AVC */
            run(b, 100);
        }
        misses[skew] = *machine_field(&b->m, "state", "misses");
        bench_free(b);
    }
    assert_int_equal(misses[0], 160);
    assert_true(misses[1] < 160);
    assert_int_equal(misses[2], 40); /* each block once */
}

/* ---- Random traffic against a flat memory ---- */

enum { MOST_WAITING = 256 };

/* The newest store of each lane, and what each request that is not answered must have. */
typedef struct {
    words memory[BLOCKS];
    struct {
        bool waits, write, empty;
        uint32_t left;
        words want;
    } request[MOST_WAITING];
} flat;

static void accept_request(flat *f, const bench *b)
{
    const machine *m = &b->m;
    uint32_t user = *machine_field(m, "request", "user"), mask = *machine_field(m, "request", "mask");
    words *block = &f->memory[*machine_field(m, "request", "address")];
    f->request[user].waits = true;
    f->request[user].write = *machine_field(m, "request", "write");
    f->request[user].empty = mask == 0;
    f->request[user].left = mask;
    f->request[user].want = *block;
    for (int i = 0; i < LANES && f->request[user].write; i++)
        if (mask >> i & 1)
            block->lane[i] = machine_field(m, "request", "data")[i];
}

static void check_responses(flat *f, bench *b)
{
    for (; b->responses.read < b->responses.count; b->responses.read++) {
        const event *e = &b->responses.at[b->responses.read];
        assert_true(f->request[e->user].waits);
        assert_int_equal(e->mask & ~f->request[e->user].left, 0);
        assert_true(e->mask != 0 || f->request[e->user].empty);
        if (!f->request[e->user].write)
            same_words(e->mask, e->data, f->request[e->user].want);
        f->request[e->user].left &= ~e->mask;
        f->request[e->user].waits = f->request[e->user].left != 0;
    }
    b->responses.count = b->responses.read = 0;
    b->misses.count = b->misses.read = 0;
}

/* Few blocks, whose words are often a line. */
static void offer_some(bench *b, rng *r, uint32_t user)
{
    uint32_t address = rng_below(r, 4) * 16 + rng_below(r, 5) + (rng_below(r, 8) == 0) * 256, kind = rng_below(r, 4);
    uint32_t log = rng_below(r, 4), base = 8 * (1 + rng_below(r, 2)), step = log == 3 ? 0 : 1u << log;
    words data;
    for (uint32_t i = 0; i < LANES; i++)
        data.lane[i] = kind == 0 ? rng_below(r, 64) : base + i * step;
    offer(b, rng_below(r, 2), address, rng_below(r, 3) == 0 ? ALL : rng_below(r, 16), data, user);
}

static void random_traffic(bench *b, uint64_t seed)
{
    static flat f;
    rng r = {seed};
    uint32_t user = 0, accepted = 0, flushes = 0;
    memset(&f, 0, sizeof f);
    for (uint32_t a = 0; a < BLOCKS; a++)
        for (uint32_t i = 0; i < LANES; i++)
            f.memory[a].lane[i] = b->memory[a].lane[i] = a % 3 ? 8 + i * (a % 3) : rng_word(&r) % 64;
    for (int n = 0; n < 24000; n++) {
        bool flushes_now = rng_below(&r, 1000) == 0 && is_ready(b, "flush");
        if (n % 64 == 0)
            b->delay = (int)rng_below(&r, 60);
        b->takes_responses = rng_below(&r, 4) != 0;
        b->takes_misses = rng_below(&r, 256) > (n / 300 % 2 ? 20u : 200u);
        while (f.request[user % 200].waits)
            user++;
        if (rng_below(&r, 8) && is_ready(b, "request")) {
            offer_some(b, &r, user % 200);
            accept_request(&f, b);
            user++, accepted++;
        }
        if (flushes_now) {
            *machine_valid(&b->m, "flush") = 1;
            flushes++;
        }
        clock_edge(b);
        check_responses(&f, b);
    }
    b->takes_responses = b->takes_misses = true;
    run(b, 2000);
    check_responses(&f, b);
    flush_all(b);
    for (int k = 0; k < MOST_WAITING; k++)
        assert_false(f.request[k].waits);
    assert_memory_equal(f.memory, b->memory, sizeof f.memory);
    assert_true(accepted > 600 && flushes > 5);
    bench_free(b);
}

static void it_is_a_flat_memory(void **state)
{
    (void)state;
    random_traffic(bench_new(NULL), 1);
    random_traffic(bench_new("preset", 3, "keep", 1, "agree", 1, NULL), 2);
    random_traffic(bench_new("preset", 0, NULL), 3);
    random_traffic(bench_new("preset", 1, "dirty", 0, "dec-latency", 0, "enc-latency", 0, NULL), 4);
    random_traffic(bench_new("preset", 3, "dirty", 2, "misses", 8, "keep", 1, NULL), 5);
    random_traffic(bench_new("sets", 1, "line-vectors", 1, "l1-ways", 1, "avc-ways", 1, "misses", 1, NULL), 6);
    random_traffic(bench_new("sets", 1, "line-vectors", 1, "l1-ways", 1, "avc-ways", 2, "agree", 1, "dirty", 0, NULL), 7);
    random_traffic(bench_new("sets", 2, "line-vectors", 2, "l1-ways", 3, "avc-ways", 3, "agree", 1, "keep", 1, "dirty", 2, NULL), 8);
    random_traffic(bench_new("sets", 1, "line-vectors", 16, "l1-ways", 8, "avc-ways", 4, "window", 12, NULL), 9);
    random_traffic(bench_new("l1-store", 1, NULL), 10);
    random_traffic(bench_new("l1-store", 2, NULL), 11);
    random_traffic(bench_new("l1-store", 1, "sets", 1, "line-vectors", 1, "l1-ways", 1, "avc-ways", 1, "misses", 2, NULL), 12);
    random_traffic(bench_new("l1-store", 2, "sets", 1, "line-vectors", 1, "l1-ways", 1, "avc-ways", 1, "misses", 8, "dirty", 2, NULL), 13);
    random_traffic(bench_new("l1-store", 1, "sets", 2, "line-vectors", 2, "l1-ways", 1, "misses", 8, "keep", 1, "agree", 1, NULL), 14);
    random_traffic(bench_new("l1-store", 2, "preset", 0, NULL), 15);
    random_traffic(bench_new("victims", 4, NULL), 16);
    random_traffic(bench_new("sets", 1, "line-vectors", 1, "l1-ways", 1, "avc-ways", 1, "victims", 1, "misses", 1, NULL), 17);
    random_traffic(bench_new("skew", 1, "preset", 3, "keep", 1, "agree", 1, NULL), 18);
    random_traffic(bench_new("skew", 2, "dirty", 2, NULL), 19);
    random_traffic(bench_new("skew", 2, "l1-ways", 1, "avc-ways", 1, "line-vectors", 2, "victims", 2, "misses", 8, NULL), 20);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_fill),
        cmocka_unit_test(a_replay),
        cmocka_unit_test(a_conflict),
        cmocka_unit_test(an_eviction_that_merges),
        cmocka_unit_test(a_fill_that_conflicts_evicts_first),
        cmocka_unit_test(a_fill_with_an_equal_code_keeps_what_was_stored),
        cmocka_unit_test(a_fill_keeps_the_lanes_that_were_asked_for_or_all_that_fit),
        cmocka_unit_test(a_hit_in_the_l1_has_all_words),
        cmocka_unit_test(a_fill_without_a_way_is_kept_nowhere),
        cmocka_unit_test(a_store_that_is_no_line_takes_its_lanes_from_the_avc),
        cmocka_unit_test(a_store_of_some_words_fetches_the_others),
        cmocka_unit_test(a_store_of_all_words_fetches_nothing),
        cmocka_unit_test(a_store_goes_through_to_memory),
        cmocka_unit_test(a_vector_leaves_without_what_went_through),
        cmocka_unit_test(a_store_of_all_valid_lanes_replaces_the_code),
        cmocka_unit_test(a_single_lane_agrees_where_it_lies_on_the_line),
        cmocka_unit_test(a_clean_vector_leaves_the_dirty_words_beside_it),
        cmocka_unit_test(a_fill_over_a_dirty_word_makes_the_vector_dirty),
        cmocka_unit_test(what_is_clean_is_not_written_back),
        cmocka_unit_test(a_line_of_the_avc_leaves_vector_by_vector),
        cmocka_unit_test(a_line_of_the_l1_leaves_without_what_the_avc_has),
        cmocka_unit_test(a_flush_writes_all_back_and_leaves_nothing),
        cmocka_unit_test(a_flush_comes_after_what_was_accepted_before),
        cmocka_unit_test(blocks_that_are_not_private_use_the_l1_alone),
        cmocka_unit_test(a_request_without_lanes_does_nothing_but_answer),
        cmocka_unit_test(requests_of_a_block_take_effect_in_their_order),
        cmocka_unit_test(two_loads_of_a_block),
        cmocka_unit_test(a_fill_is_encoded_under_the_lanes_of_all_its_loads),
        cmocka_unit_test(a_load_that_comes_beside_the_fill_of_its_block_is_answered),
        cmocka_unit_test(more_loads_of_a_block_than_entries_wait),
        cmocka_unit_test(requests_go_on_beside_fills),
        cmocka_unit_test(a_dirty_line_of_the_l1_leaves_on_the_way),
        cmocka_unit_test(a_memory_that_never_answers_holds_what_needs_it_alone),
        cmocka_unit_test(full_queues_on_both_sides_let_go_again),
        cmocka_unit_test(a_victim_store_keeps_a_line_that_leaves),
        cmocka_unit_test(a_full_victim_store_writes_back),
        cmocka_unit_test(skewed_sets_part_what_would_meet),
        cmocka_unit_test(it_is_a_flat_memory),
    };
    return cmocka_run_group_tests_name("avc", tests, NULL, NULL);
}
