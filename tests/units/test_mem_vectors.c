/* SPDX-License-Identifier: Apache-2.0
 *
 * A cache of vectors in place of an SM's L1: how long it takes, what it asks memory for, that its values are checked; by itself and with a trace on a machine. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "../../base/random.h"
#include "../../machine/cache_pairs.h"
#include "../../machine/mem_vectors.h"
#include "../../machine/timing.h"
#include "trace_files.h"

enum { LANES = 32, ALL = 15, PATIENCE = 100000 };
static const uint64_t other_line = 0x1000000;

static machine machine_of(const char *set)
{
    machine m;
    machine_read(&m, "avc");
    if (set)
        machine_set_all(&m, set, "test");
    return m;
}

static design design_of(const char *set)
{
    design d;
    design_init_named(&d, "avc", "test");
    if (set)
        design_set_all(&d, set, "test");
    assert_null(design_fault(&d));
    return d;
}

/* Block `block` of all lanes: base + lane x stride. */
static mem_vector vector(uint32_t block, uint32_t base, uint32_t stride)
{
    mem_vector v = {.block = block, .mask = {UINT32_MAX}};
    for (uint32_t i = 0; i < LANES; i++)
        v.data[i] = base + i * stride;
    return v;
}

static void give(mem_side *s, int number, const mem_transaction *t, int id)
{
    for (int i = 0; i < PATIENCE && !mem_ready(s, number, (mem_kind)t->kind); i++)
        mem_cycle(s);
    mem_access(s, number, t, id);
}

/* The cycles until it is done; those in which nothing can happen are passed over, or not. */
static uint64_t takes(mem_side *s, int number, const mem_transaction *t, bool skip)
{
    uint64_t begin = mem_now(s), next;
    int id;
    give(s, number, t, 3);
    for (int i = 0; i < PATIENCE; i++) {
        if (mem_take(s, number, &id)) {
            assert_int_equal(id, 3);
            return mem_now(s) - begin;
        }
        next = mem_next(s);
        if (skip && next != UINT64_MAX && next > mem_now(s) + 1)
            mem_skip(s, next);
        mem_cycle(s);
    }
    fail_msg("nothing comes");
    return 0;
}

static uint64_t latency(mem_side *s, int number, mem_kind kind, const mem_vector *v, uint64_t line, bool skip)
{
    return takes(s, number, &(mem_transaction){.line = line, .sectors = ALL, .whole = ALL, .kind = (uint8_t)kind, .vector = v}, skip);
}

/* What the caches counted; the memory is closed. */
static cache_counts closed(mem_side *s)
{
    cache_counts c = {0};
    mem_count_vectors(s, &c);
    mem_close(s);
    return c;
}

static mem_side *opened(const machine *m, const design *d)
{
    mem_side *s = mem_open(m, NULL);
    mem_take_vectors(s, d);
    return s;
}

/* A store and then loads of an affine block, of one that is not, and of a line of other memory. */
static void hits_take(const char *set, uint64_t affine, uint64_t generic, uint64_t other)
{
    const machine m = machine_of(NULL);
    const design d = design_of(set);
    mem_side *s = opened(&m, &d);
    mem_vector a = vector(5, 100, 4), g = vector(6, 100, 3);
    latency(s, 0, MEM_STORE, &a, 0, true);
    latency(s, 0, MEM_STORE, &g, 0, true);
    latency(s, 0, MEM_LOAD, NULL, other_line, true);
    assert_int_equal(latency(s, 0, MEM_LOAD, &a, 0, true), affine);
    assert_int_equal(latency(s, 0, MEM_LOAD, &g, 0, true), generic);
    assert_int_equal(latency(s, 0, MEM_LOAD, NULL, other_line, true), other);
    cache_counts c = closed(s);
    assert_int_equal(c.checked, 2 * LANES);
    assert_int_equal(c.wrong, 0);
    assert_int_equal(c.own.asked, 0);
    assert_int_equal(c.others.asked, 1);
    cache_counts_free(&c);
}

static void a_hit_of_the_plain_form_takes_the_machines_latency_and_one_beside_the_avc_a_cycle_more(void **state)
{
    (void)state;
    hits_take("preset=48k", 35, 35, 35);
    hits_take(NULL, 36, 36, 36);
    hits_take("dec-latency=0", 35, 35, 35);
}

/* Of 16 lanes a block is half a line: one half is not the other, and what is asked for or written is 64 bytes. */
static void blocks_of_half_a_line_come_and_go_by_themselves(void **state)
{
    (void)state;
    const machine m = machine_of("sm.lanes=16 pipes.lanes=16 sm.warps=96");
    const design d = design_of("lanes=16 sets=1 l1-ways=1 avc-ways=0");
    mem_side *s = opened(&m, &d);
    mem_vector a = {.block = 4, .mask = {0xffff}, .data = {3, 1, 4, 1, 5}}, b = {.block = 5, .mask = {0xffff}, .data = {2, 7, 1, 8}};
    const mem_transaction low = {.line = other_line, .sectors = 3, .kind = MEM_LOAD},
                          high = {.line = other_line, .sectors = 12, .kind = MEM_LOAD}; /* 64 bytes each */
    latency(s, 0, MEM_STORE, &a, 0, true);
    latency(s, 0, MEM_STORE, &b, 0, true); /* the other half of a's line: a leaves */
    assert_true(latency(s, 0, MEM_LOAD, &a, 0, true) > 100);
    assert_true(takes(s, 0, &low, true) > 100);
    assert_true(takes(s, 0, &low, true) < 100);
    assert_true(takes(s, 0, &high, true) > 100);
    for (int i = 0; i < PATIENCE && !mem_idle(s); i++)
        mem_cycle(s);
    mem_counts counts;
    mem_count(s, &counts);
    assert_int_equal(counts.dram_writes, 2);
    assert_int_equal(counts.dram_reads, 3);
    cache_counts c = closed(s);
    assert_int_equal(c.own.written, 2);
    assert_int_equal(c.own.asked, 1);
    assert_int_equal(c.others.asked, 2);
    assert_int_equal(c.checked, 16);
    assert_int_equal(c.wrong, 0);
    cache_counts_free(&c);
}

/* The newest that the cache asked memory for. */
typedef struct {
    uint64_t line;
    int sectors, whole, done;
} asked;

static bool always(void *own)
{
    (void)own;
    return true;
}

static void note_ask(void *own, bool write, uint64_t line, uint8_t sectors, uint8_t whole)
{
    asked *a = own;
    *a = (asked){line, sectors, write ? whole : 0, 0};
}

static void note_done(void *own, int id)
{
    ((asked *)own)->done = id;
}

static void a_block_is_asked_for_by_its_sectors(void **state)
{
    (void)state;
    static const vectors_calls calls = {always, note_ask, note_done, always};
    static const struct {
        const char *set;
        uint8_t sectors, asks;
    } of[] = {{"lanes=32", 1, 15}, {"lanes=32", 12, 15}, {"lanes=16", 3, 3}, {"lanes=16", 2, 3}, {"lanes=16", 12, 12},
              {"lanes=16", 8, 12}, {"lanes=8", 1, 1},    {"lanes=8", 4, 4},  {"lanes=8", 8, 8}};
    for (size_t i = 0; i < sizeof of / sizeof of[0]; i++) {
        const design d = design_of(of[i].set);
        asked a = {0};
        cache_counts c = {0};
        mem_vectors *v = vectors_open(&d, 0, &calls, &a);
        for (int k = 1; k < 3; k++) { /* it comes, and is there */
            a.done = 0;
            vectors_give(v, &(mem_transaction){.line = other_line, .sectors = of[i].sectors, .kind = MEM_LOAD}, k);
            for (int n = 0; n < 100 && a.sectors == 0; n++)
                vectors_cycle(v);
            assert_int_equal(a.line, other_line);
            assert_int_equal(a.sectors, of[i].asks);
            if (k == 1)
                vectors_fill(v, other_line, of[i].asks);
            for (int n = 0; n < 100 && a.done == 0; n++)
                vectors_cycle(v);
            assert_int_equal(a.done, k);
        }
        vectors_close(v, &c);
        assert_int_equal(c.others.asked, 1);
        cache_counts_free(&c);
    }
}

static void cycles_that_are_passed_over_change_nothing(void **state)
{
    (void)state;
    const machine m = machine_of(NULL);
    const design d = design_of("sets=1 line-vectors=1 l1-ways=1 avc-ways=1");
    uint64_t cycles[2] = {0};
    for (int skip = 0; skip < 2; skip++) {
        mem_side *s = opened(&m, &d);
        rng r = {7};
        for (int k = 0; k < 300; k++) {
            mem_vector v = vector((uint32_t)rng_below(&r, 4), (uint32_t)k, rng_below(&r, 2) ? 4 : 3);
            bool other = rng_below(&r, 4) == 0;
            cycles[skip] = cycles[skip] * 31 + latency(s, 0, rng_below(&r, 2) ? MEM_LOAD : MEM_STORE, other ? NULL : &v,
                                                       other_line + MEM_LINE * rng_below(&r, 3), skip);
        }
        cache_counts c = closed(s);
        assert_true(c.checked > 0 && c.own.asked > 0 && c.own.written > 0 && c.others.asked > 0);
        assert_int_equal(c.wrong, 0);
        cache_counts_free(&c);
    }
    assert_int_equal(cycles[0], cycles[1]);
}

/* One way: the second block drops the first, which is written; a load of it asks for it. */
static void what_leaves_goes_to_memory_and_comes_back(void **state)
{
    (void)state;
    const machine m = machine_of(NULL);
    const design d = design_of("sets=1 l1-ways=1 avc-ways=0");
    mem_side *s = opened(&m, &d);
    mem_vector a = vector(1, 7, 3), b = vector(2, 9, 5);
    latency(s, 0, MEM_STORE, &a, 0, true);
    latency(s, 0, MEM_STORE, &b, 0, true);
    assert_true(latency(s, 0, MEM_LOAD, &a, 0, true) > 100);
    for (int i = 0; i < PATIENCE && !mem_idle(s); i++)
        mem_cycle(s);
    mem_counts counts;
    mem_count(s, &counts);
    assert_int_equal(counts.dram_writes, 2 * 2); /* of 64 bytes each: a, and then b */
    assert_int_equal(counts.dram_reads, 2);
    assert_int_equal(counts.l1.accesses, 3);
    assert_int_equal(counts.l1.misses, 1);
    cache_counts c = closed(s);
    assert_int_equal(c.own.written, 2);
    assert_int_equal(c.own.asked, 1);
    assert_int_equal(c.checked, LANES);
    assert_int_equal(c.wrong, 0);
    cache_counts_free(&c);
}

static void each_sm_has_private_memory_of_its_own_and_a_launch_begins_with_none(void **state)
{
    (void)state;
    const machine m = machine_of("sm.sms=2");
    const design d = design_of(NULL);
    mem_side *s = opened(&m, &d);
    mem_vector a = vector(1, 100, 4), b = vector(1, 200, 4);
    latency(s, 0, MEM_STORE, &a, 0, true);
    latency(s, 1, MEM_STORE, &b, 0, true);
    assert_int_equal(latency(s, 0, MEM_LOAD, &a, 0, true), 36);
    assert_int_equal(latency(s, 1, MEM_LOAD, &a, 0, true), 36);
    mem_launch(s);
    assert_true(latency(s, 0, MEM_LOAD, &a, 0, true) > 100);
    cache_counts c = closed(s);
    assert_int_equal(c.checked, 2 * LANES);
    assert_int_equal(c.unknown, LANES);
    assert_int_equal(c.wrong, 0);
    assert_int_equal(c.own.stores, 2);
    cache_counts_free(&c);
}

/* ---- a wrong value is found ---- */

static void ask_nothing(void *own, bool write, uint32_t block, const uint32_t *mask)
{
    (void)block, (void)mask;
    *(bool *)own |= !write;
}

static bool fill_one(void *own, uint32_t *block)
{
    *block = 1;
    return *(bool *)own;
}

static void filled_one(void *own)
{
    *(bool *)own = false;
}

static void a_lane_that_memory_has_lost_is_found(void **state)
{
    (void)state;
    static const cache_outside outside = {.ask = ask_nothing, .fill = fill_one, .filled = filled_one};
    const design d = design_of("sets=1 l1-ways=1 avc-ways=0");
    mem_vector a = vector(1, 7, 3), b = vector(2, 9, 5);
    bool owes = false;
    cache_counts c = {0};
    cache_driver f;
    cache_driver_open(&f, &c, &d, &outside, &owes);
    cache_driver_request(&f, true, 1, a.mask, a.data);
    cache_driver_request(&f, true, 2, b.mask, b.data);
    for (int i = 0; i < 200; i++)
        cache_driver_cycle(&f);
    assert_int_equal(cache_memory_at(f.memory, 1)->has[4], 7 + 4 * 3);
    cache_memory_at(f.memory, 1)->has[4]++;
    cache_driver_request(&f, false, 1, a.mask, a.data);
    for (int i = 0; i < 200; i++)
        cache_driver_cycle(&f);
    assert_int_equal(c.checked, LANES);
    assert_int_equal(c.wrong, 1);
    cache_driver_close(&f);
    cache_counts_free(&c);
}

/* ---- a trace ---- */

/* Two warps; each stores word 3 of its private memory, a byte of it, and loads it. */
static char *made_trace(const char *data)
{
    text t = {0};
    text_printf(&t, "# warptrace-text 2\n# lanes %d\n", LANES);
    for (int warp = 0; warp < 2; warp++)
        for (int k = 0; k < 3; k++) {
            const char *kind = k < 2 ? "st" : "ld";
            text_printf(&t, "i 0 %d %x %s ffffffff x1 -\n+m 0 %d %x %s local %d ffffffff", warp, 8 * k, k < 2 ? "store" : "load", warp,
                        8 * k, kind, k == 1 ? 1 : 4);
            for (int i = 0; i < LANES; i++)
                text_printf(&t, " %x", 12 + (k == 1));
            text_printf(&t, " :");
            for (int i = 0; i < LANES && data; i++)
                text_printf(&t, " %x", k == 1 ? 0xab : k == 2 ? 0xab00 | (16 * i & 255) : 16 * i);
            text_printf(&t, "\n");
        }
    char *path = put_file(data ? "told.wtx" : "silent.wtx", t.data, t.len);
    text_free(&t);
    return path;
}

static timing_result run(const char *path, const machine *m, const design *d)
{
    feed_survey s;
    timing_result r;
    feed_survey_read(&s, path);
    timing_run(&r, m, &s, (timing_designs){.cache = d}, NULL);
    feed_survey_free(&s);
    return r;
}

static void private_accesses_of_a_trace_are_blocks_of_their_warps_place(void **state)
{
    (void)state;
    const machine m = machine_of(NULL);
    const design d = design_of(NULL);
    timing_result r = run(made_trace("told"), &m, &d);
    assert_int_equal(r.cache.own.stores, 4);
    assert_int_equal(r.cache.own.loads, 2);
    assert_int_equal(r.cache.others.loads + r.cache.others.stores, 0);
    assert_int_equal(r.cache.checked, 2 * LANES);
    assert_int_equal(r.cache.wrong, 0);
    assert_int_equal(r.cache.unknown, 0);
    assert_int_equal(r.instructions, 6);
    timing_result_free(&r);
}

/* Word 3 of both warps, in a cache of four sets of one way: blocks 0 and 4 of one set, or blocks 0 and 1. */
static void words_of_warps_meet_in_a_set_or_lie_side_by_side(void **state)
{
    (void)state;
    const design d = design_of("preset=48k l1-ways=1 sets=4");
    const char *path = made_trace("told");
    for (int by_sm = 0; by_sm < 2; by_sm++) {
        const machine m = machine_of(by_sm ? "l1.interleave=sm" : "l1.interleave=warp");
        timing_result r = run(path, &m, &d);
        assert_int_equal(r.cache.wrong, 0);
        assert_int_equal(r.cache.own.stores, 4);
        assert_int_equal(r.cache.own.written > 0, !by_sm);
        timing_result_free(&r);
    }
}

static void silent(const char *path)
{
    const machine m = machine_of(NULL);
    const design d = design_of(NULL);
    run(path, &m, &d);
}

static void narrow(const char *path)
{
    const machine m = machine_of(NULL);
    const design d = design_of("sets=4 line-vectors=4 address=8 window=6");
    run(path, &m, &d);
}

static void of_16_lanes(const char *path)
{
    const machine m = machine_of(NULL);
    const design d = design_of("lanes=16");
    run(path, &m, &d);
}

static void of_64_lanes(const char *path)
{
    const machine m = machine_of("sm.lanes=64 pipes.lanes=64");
    const design d = design_of("lanes=64");
    run(path, &m, &d);
}

static void what_a_cache_cannot_run_is_refused(void **state)
{
    (void)state;
    expect_refused(silent, made_trace(NULL), "private accesses come without data");
    expect_refused(narrow, made_trace("told"), "more than half of the blocks");
    expect_refused(of_16_lanes, made_trace("told"), "of 16 lanes is no L1 of avc, whose warps have 32 lanes");
    static const char wide[] = "# warptrace-text 2\n# lanes 64\ni 0 0 8 store ffffffffffffffff x1 -\n";
    expect_refused(of_64_lanes, put_file("wide.wtx", wide, strlen(wide)),
                   "of 64 lanes has blocks of 256 bytes; memory takes 32, 64 or 128");
}

static int parameter(const design *d, const char *name)
{
    for (int p = 0; d->unit->params[p].name; p++)
        if (strcmp(d->unit->params[p].name, name) == 0)
            return d->config.param[p];
    fail();
    return 0;
}

/* Ways follow the preset that --with names, unless they were set. */
static void defaults_that_follow_follow_other_parameters_too(void **state)
{
    (void)state;
    const design plain = design_of(NULL), set = design_of("l1-ways=2");
    design d = cache_formed(&plain, "preset=24k", false);
    assert_int_equal(parameter(&d, "l1-ways"), 3);
    assert_int_equal(parameter(&d, "avc-ways"), 3);
    d = cache_formed(&plain, "preset=48k", false);
    assert_int_equal(parameter(&d, "avc-ways"), 0);
    assert_int_equal(parameter(&d, "dec-latency"), 0);
    d = cache_formed(&set, "preset=24k", false);
    assert_int_equal(parameter(&d, "l1-ways"), 2);
    assert_int_equal(parameter(&d, "avc-ways"), 3);
    d = cache_formed(&plain, "preset=24k avc-ways=1", true);
    assert_int_equal(parameter(&d, "l1-ways"), 6);
    assert_int_equal(parameter(&d, "avc-ways"), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_hit_of_the_plain_form_takes_the_machines_latency_and_one_beside_the_avc_a_cycle_more),
        cmocka_unit_test(blocks_of_half_a_line_come_and_go_by_themselves),
        cmocka_unit_test(a_block_is_asked_for_by_its_sectors),
        cmocka_unit_test(cycles_that_are_passed_over_change_nothing),
        cmocka_unit_test(what_leaves_goes_to_memory_and_comes_back),
        cmocka_unit_test(each_sm_has_private_memory_of_its_own_and_a_launch_begins_with_none),
        cmocka_unit_test(a_lane_that_memory_has_lost_is_found),
        cmocka_unit_test(private_accesses_of_a_trace_are_blocks_of_their_warps_place),
        cmocka_unit_test(words_of_warps_meet_in_a_set_or_lie_side_by_side),
        cmocka_unit_test(what_a_cache_cannot_run_is_refused),
        cmocka_unit_test(defaults_that_follow_follow_other_parameters_too),
    };
    return cmocka_run_group_tests_name("mem_vectors", tests, own_folder_make, own_folder_remove);
}
