/* SPDX-License-Identifier: Apache-2.0
 *
 * test_timing_private.c - private memory in a machine's own L1: the lines of each warp, their sectors, and what they hold. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "timed_trace.h"

/* Word 3 of each lane's own memory. */
enum { WORD = 12 };

static mem_counts counts_of(const char *keys)
{
    timing_result r = result_of(keys);
    timing_result_free(&r);
    return r.memory;
}

/* ---- whose lines ---- */

/* So many warps of so many blocks, each of which loads word 3 twice. */
static void loads_of_word_3(int blocks, int warps, const char *mask)
{
    begin();
    launch(blocks, warps * trace_of_lanes, 0, 16);
    for (int k = 0; k < 2 * blocks * warps; k++)
        load_access(&(warp_access){.block = k / warps % blocks, .warp = k % warps, .space = "local", .address = WORD, .mask = mask});
}

static void all_lanes_of_a_warp_share_a_line(void **state)
{
    (void)state;
    loads_of_word_3(1, 1, NULL);
    mem_counts c = counts_of("");
    assert_int_equal(c.l1.accesses, 2);
    assert_int_equal(c.l1.misses, 1);
    assert_int_equal(c.l2.accesses, MEM_SECTORS);
}

static void warps_with_the_same_address_have_a_line_each(void **state)
{
    (void)state;
    for (int warps = 2; warps <= 8; warps *= 2) {
        loads_of_word_3(1, warps, NULL);
        mem_counts c = counts_of("");
        assert_int_equal(c.l1.accesses, 2 * warps);
        assert_int_equal(c.l1.misses, warps);
        assert_int_equal(c.l2.misses, warps * MEM_SECTORS);
    }
}

static void so_have_blocks_of_one_sm_and_of_two(void **state)
{
    (void)state;
    for (int sms = 1; sms <= 2; sms++) {
        loads_of_word_3(2, 1, NULL);
        mem_counts c = counts_of(sms == 1 ? "[sm]\nsms = 1\n" : "");
        assert_int_equal(c.l1.misses, 2);
        assert_int_equal(c.l2.misses, 2 * MEM_SECTORS);
    }
}

/* An L1 of 32 sets of a line. By SM the words of 32 warps fill a set each. By warp they are 4 lines apart, as many as a warp has of the words that the trace
 * uses, rounded up to 4: so 8 warps fill a set each, and of 32 warps 4 meet in each of 8 sets. */
static void words_lie_by_warp_or_by_sm(void **state)
{
    static const char small[] = "[l1]\nways = 1\nindex = linear\ninterleave = ";
    (void)state;
    loads_of_word_3(1, 32, NULL);
    mem_counts by_sm = counts_of(format_new("%ssm\n", small)), by_warp = counts_of(format_new("%swarp\n", small));
    assert_int_equal(by_sm.l1.misses, 32);
    assert_int_equal(by_sm.l1.hits + by_sm.l1.pending, 32);
    assert_true(by_warp.l1.misses > 32);
    loads_of_word_3(1, 8, NULL);
    by_warp = counts_of(format_new("%swarp\n", small));
    assert_int_equal(by_warp.l1.misses, 8);
}

/* ---- lanes and bytes ---- */

static void a_word_of_16_lanes_is_half_a_line_and_one_of_64_two_lines(void **state)
{
    static const struct {
        int lanes;
        const char *mask;
        unsigned accesses, misses; /* of two warps, each of which loads twice */
    } table[] = {{8, "ff", 4, 1}, {16, "ffff", 4, 1}, {32, "ffffffff", 4, 2}, {64, "ffffffffffffffff", 8, 4}};
    (void)state;
    for (size_t k = 0; k < sizeof table / sizeof table[0]; k++) {
        trace_of_lanes = table[k].lanes;
        loads_of_word_3(1, 2, table[k].mask);
        mem_counts c = counts_of(format_new("[sm]\nlanes = %d\nthreads = %d\n[pipes]\nlanes = 8\n", trace_of_lanes, 4 * trace_of_lanes));
        assert_int_equal(c.l1.accesses, table[k].accesses);
        assert_int_equal(c.l1.misses, table[k].misses);
        assert_int_equal(c.l2.misses, table[k].misses * MEM_SECTORS);
    }
    trace_of_lanes = LANES;
}

static void a_word_of_each_size_has_its_lines(void **state)
{
    static const struct {
        int size;
        unsigned step, accesses, lines;
    } table[] = {
        {4, 0, 1, 1},   {8, 0, 2, 2}, {16, 0, 4, 4}, {2, 0, 2, 1}, {1, 0, 4, 1}, /* smaller ones have segments of 64 and of 32 bytes */
        {4, 4, 32, 32},                                                          /* each lane another word */
    };
    (void)state;
    for (size_t k = 0; k < sizeof table / sizeof table[0]; k++) {
        begin();
        launch(1, LANES, 0, 16);
        load_access(&(warp_access){.space = "local", .size = table[k].size, .address = 16, .step = table[k].step});
        mem_counts c = counts_of("");
        assert_int_equal(c.l1.accesses, table[k].accesses);
        assert_int_equal(c.l1.misses, table[k].lines);
    }
}

/* What L1 does not have passes it: its sectors look into L2. A load of the line behind it reads from DRAM what no store has written in full. */
static void a_store_of_some_lanes_has_their_sectors(void **state)
{
    static const struct {
        const char *mask;
        unsigned sectors, reads;
    } table[] = {
        {"ffffffff", 4, 0}, {"000000ff", 1, 3}, {"0000007f", 1, 4}, {"0000ffff", 2, 2}, {"ff000000", 1, 3}, {"01000001", 4, 4},
    };
    (void)state;
    for (size_t k = 0; k < sizeof table / sizeof table[0]; k++) {
        begin();
        launch(1, LANES, 0, 16);
        store_access(&(warp_access){.space = "local", .address = WORD, .mask = table[k].mask});
        load("local", WORD, 0);
        mem_counts c = counts_of("");
        assert_int_equal(c.l2.accesses, table[k].sectors + MEM_SECTORS);
        assert_int_equal(c.dram_reads, table[k].reads);
    }
}

/* ---- other accesses ---- */

static void stacks_lie_at_their_addresses(void **state)
{
    (void)state;
    begin();
    launch(1, 2 * LANES, 0, 16);
    for (int warp = 0; warp < 2; warp++)
        load_of(warp, "stack", COPIED, 8192);
    mem_counts c = counts_of("");
    assert_int_equal(c.l1.accesses, 2 * LANES);
    assert_int_equal(c.l1.misses, LANES);
}

static mem_counts atomic_on(const char *space)
{
    const warp_access a = {.space = space, .address = COPIED};
    begin();
    launch(1, LANES, 0, 16);
    text_puts(&lines, "i 0 0 90 atomic ffffffff R1 - ? ?\n");
    accesses(0x90, &a, false);
    accesses(0x90, &a, true);
    return counts_of("");
}

static void an_atomic_on_private_memory_is_a_load_and_a_store(void **state)
{
    (void)state;
    mem_counts c = atomic_on("global");
    assert_int_equal(c.l1.accesses, 0);
    assert_int_equal(c.l2.accesses, LANES);
    c = atomic_on("local");
    assert_int_equal(c.l1.accesses, 2);
    assert_int_equal(c.l1.misses, 2);
    assert_int_equal(c.l2.accesses, 2 * MEM_SECTORS);
}

/* ---- what they hold ---- */

/* Two words of a lane whose lines have the same place in L2. */
enum { OTHER = COPIED + AWAY / MEM_LINE * 4 };

static void private_lines_hold_what_was_stored_there(void **state)
{
    static const struct {
        bool rest_is_zero, silent;
        const char *mask;
        unsigned data, compressed, raw, unknown, bursts;
    } table[] = {
        {false, false, NULL, 0x9e3779b9, 0, 1, 0, 4}, {false, false, NULL, 1, 1, 0, 0, 2},      {false, true, NULL, 1, 0, 0, 1, 4},
        {false, false, "0000ffff", 1, 0, 0, 1, 4},    {true, false, "0000ffff", 0, 1, 0, 0, 1},
    };
    (void)state;
    for (size_t k = 0; k < sizeof table / sizeof table[0]; k++) {
        begin();
        launch(1, LANES, 0, 16);
        store_access(
            &(warp_access){.space = "local", .address = COPIED, .mask = table[k].mask, .data = table[k].data, .silent = table[k].silent});
        store_access(&(warp_access){.space = "local", .address = OTHER}); /* 0: a burst */
        load("local", COPIED, 0);
        load("local", OTHER, 0);
        load("global", COPIED, 4); /* what the host has written: 0 too */
        trace_memory_writer *w = contents(table[k].rest_is_zero);
        tell(w, 0, COPIED, 0);
        trace_memory_finish(w);
        run_and_count();
        assert_true(counted(&written_lines, 1 + table[k].compressed, table[k].raw, table[k].unknown, 1 + table[k].bursts));
        assert_true(counted(&read_lines, 2 + table[k].compressed, table[k].raw, table[k].unknown, 2 + table[k].bursts));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_lanes_of_a_warp_share_a_line),
        cmocka_unit_test(warps_with_the_same_address_have_a_line_each),
        cmocka_unit_test(so_have_blocks_of_one_sm_and_of_two),
        cmocka_unit_test(words_lie_by_warp_or_by_sm),
        cmocka_unit_test(a_word_of_16_lanes_is_half_a_line_and_one_of_64_two_lines),
        cmocka_unit_test(a_word_of_each_size_has_its_lines),
        cmocka_unit_test(a_store_of_some_lanes_has_their_sectors),
        cmocka_unit_test(stacks_lie_at_their_addresses),
        cmocka_unit_test(an_atomic_on_private_memory_is_a_load_and_a_store),
        cmocka_unit_test(private_lines_hold_what_was_stored_there),
    };
    return cmocka_run_group_tests_name("timing_private", tests, own_folder_make, own_folder_remove);
}
