/* SPDX-License-Identifier: Apache-2.0
 *
 * test_timing.c - traces in time: cycles of short traces in closed forms, what holds blocks and launches, and that runs repeat. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "timed_trace.h"

/* ---- cycles ---- */

static int cycles_of(const char *keys)
{
    timing_result r = result_of(keys);
    timing_result_free(&r);
    return (int)r.cycles;
}

/* ---- execution ---- */

static int chain_of(int count, const char *keys)
{
    begin();
    launch(1, LANES, 0, 16);
    adds(0, 0, count, true);
    return cycles_of(keys);
}

static void a_chain_of_adds_takes_10_cycles_each(void **state)
{
    (void)state;
    assert_int_equal(chain_of(1, ""), 11); /* issued in cycle 0, written in cycle 10 */
    assert_int_equal(chain_of(33, ""), 11 + 32 * 10);
    assert_int_equal(chain_of(33, "[latency]\nint_add = 7\n"), 14 + 32 * 13);
}

static int independent(int warps, int count, const char *keys)
{
    begin();
    launch(1, warps * LANES, 0, 16);
    for (int w = 0; w < warps; w++)
        adds(0, w, count, false);
    return cycles_of(keys);
}

static void independent_adds_fill_both_schedulers(void **state)
{
    (void)state;
    /* 8 warps of 16 adds more: 128 adds, 2 a cycle; of one warp, 1 a cycle */
    assert_int_equal(independent(8, 32, "") - independent(8, 16, ""), 128 / 2);
    assert_int_equal(independent(1, 32, "") - independent(1, 16, ""), 16);
    assert_int_equal(independent(8, 32, "[issue]\nschedulers = 1\n") - independent(8, 16, "[issue]\nschedulers = 1\n"), 128);
    /* One pipe takes one a cycle, and so do one result bus, and one collector */
    assert_int_equal(independent(8, 32, "[pipes]\nsp = 1\n") - independent(8, 16, "[pipes]\nsp = 1\n"), 128);
    assert_int_equal(independent(8, 32, "[file]\nresult_buses = 1\n") - independent(8, 16, "[file]\nresult_buses = 1\n"), 128);
    assert_int_equal(independent(8, 32, "[file]\nsp_collectors = 1\n") - independent(8, 16, "[file]\nsp_collectors = 1\n"), 128);
    /* A warp enters a pipe by halves */
    assert_int_equal(independent(8, 32, "[pipes]\nlanes = 16\n") - independent(8, 16, "[pipes]\nlanes = 16\n"), 128);
}

/* Warp 1 executes `late` adds before the barrier, warp 0 `early` behind it. */
/* Three loads that read R5 and take a bank of shared memory 32 times each, then an add that writes R5, and a chain of ten more behind it. */
static int write_after_reads(const char *keys)
{
    begin();
    launch(1, LANES, 4096, 16);
    for (int k = 0; k < 3; k++) {
        text_printf(&lines, "i 0 0 %x load ffffffff R5 R%d? ? ?\n+m 0 0 %x ld shared 4 ffffffff", 8 * k, 10 + k, 8 * k);
        for (int lane = 0; lane < LANES; lane++)
            text_printf(&lines, " %x", 128 * lane);
        text_puts(&lines, " :");
        for (int lane = 0; lane < LANES; lane++)
            text_puts(&lines, " 0");
        text_puts(&lines, "\n");
    }
    text_puts(&lines, "i 0 0 18 alu ffffffff - R5? add int\n");
    for (int k = 0; k < 20; k++)
        text_printf(&lines, "i 0 0 %x alu ffffffff R5 R5? add int\n", 0x20 + 8 * k);
    return cycles_of(keys);
}

static void a_write_waits_for_older_reads(void **state)
{
    (void)state;
    int at_once = write_after_reads("[issue]\nread_order = off\n"), behind = write_after_reads("[issue]\nread_order = on\n");
    assert_int_equal(at_once, 3 + 9 + 20 * 10 + 1); /* the add without sources is issued in cycle 3 and written in 12 */
    /* The first load leaves the file in cycle 3, and the unit takes one in 33 cycles: so the third one leaves in cycle 69 */
    assert_int_equal(behind - at_once, 3 + 2 * 33 - 12);
}

/* Adds of two warps in the same cycles, whose results are for one bank. */
static int of_one_bank(const char *keys)
{
    begin();
    launch(1, 2 * LANES, 0, 16);
    text_puts(&lines, "i 0 0 0 alu ffffffff - R2? add int\ni 0 1 0 alu ffffffff - R1? add int\n");
    return cycles_of(keys);
}

static void a_result_waits_for_its_bank(void **state)
{
    (void)state;
    assert_int_equal(of_one_bank("[issue]\nwait_for_file = off\n"), 10);
    assert_int_equal(of_one_bank("[issue]\nwait_for_file = on\n"), 11);
}

static int at_barrier(int late, int early)
{
    begin();
    launch(1, 2 * LANES, 0, 16);
    barrier(0, 0);
    adds(0, 0, early, true);
    adds(0, 1, late, true);
    barrier(0, 1);
    return cycles_of("");
}

static void a_barrier_holds_the_early_warp(void **state)
{
    (void)state;
    int both = at_barrier(10, 10);
    assert_in_range(both, 190, 210);
    assert_int_equal(at_barrier(20, 10) - both, 100);
    assert_int_equal(at_barrier(10, 20) - both, 100);
}

/* ---- memory ---- */

/* `count` loads; each is `next` bytes behind the one before. */
static int chase(const char *space, int count, unsigned next, unsigned step, const char *keys)
{
    begin();
    launch(1, LANES, 0, 16);
    for (int k = 0; k < count; k++)
        load(space, COPIED + (unsigned)k * next, step);
    return cycles_of(keys);
}

static void conflicts_of_banks_add_their_cycles(void **state)
{
    (void)state;
    int none = chase("shared", 16, 0, 4, "");
    assert_int_equal(chase("shared", 16, 0, 0, ""), none); /* all lanes read one word */
    for (unsigned ways = 2; ways <= 32; ways *= 2)
        assert_int_equal(chase("shared", 16, 0, 4 * ways, "") - none, 16 * (ways - 1));
    assert_int_equal(chase("shared", 16, 0, 4, "[shared]\nlatency = 29\n") - none, 16 * 3);
}

static void chases_take_the_latency_of_their_level(void **state)
{
    (void)state;
    /* 35 and 177 of the memory (mem_side.h), and 6 of the SM: up to the pipe 4, the line's transaction 5, the result a cycle after its answer */
    assert_int_equal(chase("global", 20, 0, 0, "") - chase("global", 10, 0, 0, ""), 10 * 41);
    assert_int_equal(chase("global", 20, 0, 0, "[l1]\nlatency = 38\n") - chase("global", 10, 0, 0, "[l1]\nlatency = 38\n"), 10 * 44);
    /* A line each: none in L1, all in L2, where the copy from the host has put them */
    assert_int_equal(chase("global", 20, 128, 0, "") - chase("global", 10, 128, 0, ""), 10 * 183);
    int dram = chase("global", 20, 4096, 0, "[l2]\nfill = off\n") - chase("global", 10, 4096, 0, "[l2]\nfill = off\n");
    assert_in_range(dram, 10 * 295, 10 * 325);
}

/* ---- what memory holds ---- */

/* All 32 lanes store a word each; lane k k times this number. Without data the trace does not tell what. */
static void store(unsigned address, bool data, unsigned step)
{
    store_access(&(warp_access){.space = "global", .address = address, .step = 4, .data = step, .silent = !data});
}

static void lines_have_the_bursts_of_what_they_hold(void **state)
{
    (void)state;
    begin();
    launch(1, LANES, 0, 16);
    load("global", COPIED, 4);            /* zeros: 1 burst */
    load("global", COPIED + AWAY, 4);     /* 0, 1, 2, ..: 2 bursts */
    load("global", COPIED + 2 * AWAY, 4); /* large steps: raw */
    trace_memory_writer *w = contents(true);
    tell(w, 0, COPIED, 0);
    tell(w, 0, COPIED + AWAY, 1);
    tell(w, 0, COPIED + 2 * AWAY, 0x9e3779b9);
    trace_memory_finish(w);
    run_and_count();
    assert_true(counted(&read_lines, 2, 1, 0, 1 + 2 + 4));
    assert_true(counted(&written_lines, 0, 0, 0, 0));
}

static void bytes_that_nobody_told_are_unknown(void **state)
{
    (void)state;
    begin();
    launch(1, LANES, 0, 16);
    load("global", COPIED, 4);
    load("global", COPIED + AWAY, 4);
    trace_memory_writer *w = contents(false);
    tell(w, 0, COPIED, 0);
    trace_memory_finish(w);
    run_and_count();
    assert_true(counted(&read_lines, 1, 0, 1, 1 + 4));
}

static void a_store_changes_its_lines_bursts(void **state)
{
    static const struct {
        bool data;
        unsigned step;
        unsigned compressed, raw, unknown, bursts; /* as it is written back, and as it is read again */
    } table[] = {{true, 0, 1, 0, 0, 1}, {true, 0x9e3779b9, 0, 1, 0, 4}, {false, 0, 0, 0, 1, 4}};
    (void)state;
    for (size_t k = 0; k < sizeof table / sizeof table[0]; k++) {
        begin();
        launch(1, LANES, 0, 16);
        load("global", COPIED, 4); /* zeros: 1 burst */
        store(COPIED, table[k].data, table[k].step);
        load("global", COPIED + AWAY, 4); /* the same */
        load("global", COPIED, 4);
        trace_memory_writer *w = contents(true);
        tell(w, 0, COPIED, 0);
        tell(w, 0, COPIED + AWAY, 0);
        trace_memory_finish(w);
        run_and_count();
        assert_true(counted(&written_lines, table[k].compressed, table[k].raw, table[k].unknown, table[k].bursts));
        assert_true(counted(&read_lines, 2 + table[k].compressed, table[k].raw, table[k].unknown, 2 + table[k].bursts));
    }
}

/* An atomic of the trace has what it loads and what it stores; of a lane each its word it is one transaction, and changes its line. */
static void an_atomic_is_one_transaction(void **state)
{
    (void)state;
    begin();
    launch(1, LANES, 0, 16);
    text_printf(&lines, "i 0 0 90 atomic ffffffff R1 - ? ?\n");
    for (unsigned stores = 0; stores < 2; stores++) {
        text_printf(&lines, "+m 0 0 90 %s global 4 ffffffff", stores ? "st" : "ld");
        for (unsigned k = 0; k < LANES; k++)
            text_printf(&lines, " %x", COPIED + 4 * k);
        text_printf(&lines, " :");
        for (unsigned k = 0; k < LANES; k++)
            text_printf(&lines, " %x", stores * k * 0x9e3779b9);
        text_printf(&lines, "\n");
    }
    load("global", COPIED + AWAY, 4);
    trace_memory_writer *w = contents(true);
    tell(w, 0, COPIED, 0);
    tell(w, 0, COPIED + AWAY, 0);
    trace_memory_finish(w);
    timing_result r;
    run_compressed(&r);
    assert_true(counted(&r.memory.lines[0], 1, 1, 0, 4 + 1));
    assert_true(counted(&r.memory.lines[1], 0, 1, 0, 4));
    assert_int_equal(r.memory.l2.accesses, 1 + 1);
    timing_result_free(&r);
}

static void the_host_changes_lines_between_launches(void **state)
{
    (void)state;
    for (int told = 0; told < 2; told++) {
        begin();
        launch(1, LANES, 0, 16);
        load("global", COPIED, 4);
        load("global", COPIED + AWAY, 4);
        text_printf(&lines, "c %x 128\n", COPIED);
        launch(1, LANES, 0, 16);
        load("global", COPIED, 4);
        trace_memory_writer *w = contents(true);
        tell(w, 0, COPIED, 0);
        tell(w, 0, COPIED + AWAY, 1);
        if (told)
            tell(w, 1, COPIED, 0x9e3779b9);
        trace_memory_finish(w);
        run_and_count();
        assert_true(counted(&read_lines, 2, told, !told, 1 + 2 + 4)); /* a copy of which nothing is told leaves its bytes unknown */
    }
}

static void run_contents(const char *path)
{
    timing_result r;
    (void)path;
    run_compressed(&r);
}

static void contents_of_another_trace_are_refused(void **state)
{
    (void)state;
    begin();
    launch(1, LANES, 0, 16);
    load("global", COPIED, 4);
    trace_memory_writer *w = contents(true);
    tell(w, 0, COPIED + 65536 - 64, 1);
    trace_memory_finish(w);
    expect_refused(run_contents, "t.wfm", "tells of 128 bytes at 10ffc0 in launch 0, which");
    w = contents(true);
    tell(w, 1, COPIED, 1);
    trace_memory_finish(w);
    expect_refused(run_contents, "t.wfm", "tells of launch 1, and");
}

/* ---- blocks and launches ---- */

static timing_launch launch_of(int blocks, int threads, int shared, int registers)
{
    begin();
    launch(blocks, threads, shared, registers);
    for (int b = 0; b < blocks; b++)
        for (int w = 0; w < threads / LANES; w++)
            adds(b, w, 10, true);
    timing_result r = result_of("");
    timing_launch l = r.launches[0];
    assert_int_equal(r.launch_count, 1);
    assert_int_equal(l.blocks, blocks);
    assert_true(r.cycles == l.cycles);
    timing_result_free(&r);
    return l;
}

static void blocks_go_to_an_sm_each(void **state)
{
    (void)state;
    int one = (int)launch_of(1, 1024, 0, 16).cycles;
    assert_int_equal(launch_of(8, 1024, 0, 16).cycles, one); /* 15 SMs, and a block fills more than half of one */
    assert_int_equal(launch_of(15, 1024, 0, 16).cycles, one);
    assert_in_range(launch_of(16, 1024, 0, 16).cycles, 2 * one - 2, 2 * one + 2);
    /* An SM holds 8 blocks of a warp, and takes one in a cycle */
    one = (int)launch_of(1, LANES, 0, 16).cycles;
    assert_int_equal(launch_of(30, LANES, 0, 16).cycles, one + 1);
    assert_int_equal(launch_of(120, LANES, 0, 16).cycles, one + 7);
}

static void occupancy_has_four_limits(void **state)
{
    static const struct {
        int threads, shared, registers, together;
        occupancy_limit by;
    } table[] = {{32, 0, 16, 8, BY_BLOCKS}, {512, 0, 16, 3, BY_THREADS}, {256, 0, 32, 4, BY_REGISTERS}, {64, 20000, 16, 2, BY_SHARED}};
    (void)state;
    for (size_t k = 0; k < sizeof table / sizeof table[0]; k++) {
        timing_launch l = launch_of(1, table[k].threads, table[k].shared, table[k].registers);
        assert_int_equal(l.together, table[k].together);
        assert_int_equal(l.by, table[k].by);
    }
}

static void a_launch_waits_for_the_one_before(void **state)
{
    (void)state;
    int alone = chain_of(10, "");
    begin();
    for (int n = 0; n < 2; n++) {
        launch(1, LANES, 0, 16);
        adds(0, 0, 10, true);
    }
    timing_result r = result_of("");
    assert_int_equal(r.launch_count, 2);
    assert_true(r.launches[0].cycles == alone && r.launches[1].cycles == alone && r.cycles == 2 * alone);
    timing_result_free(&r);
}

static void run_lines(const char *path)
{
    (void)path;
    result_of("");
}

static void a_block_that_does_not_fit_is_refused(void **state)
{
    (void)state;
    begin();
    launch(1, LANES, 49153, 16);
    adds(0, 0, 1, true);
    expect_refused(run_lines, "shared",
                   "a block of 32 threads, 16 registers a thread and 49153 bytes of shared memory does not fit an SM of");
    expect_refused(run_lines, "shared", "its limit is shared memory");
    begin();
    launch(1, 2048, 0, 16);
    adds(0, 0, 1, true);
    expect_refused(run_lines, "threads", "its limit is threads");
}

/* ---- runs repeat ---- */

static void the_same_trace_takes_the_same_cycles(void **state)
{
    (void)state;
    begin();
    launch(20, LANES, 0, 16);
    for (int k = 0; k < 12; k++)
        load("global", COPIED + 300 * (unsigned)k, 36);
    for (int b = 1; b < 20; b++)
        adds(b, 0, 7 * b, b % 2);
    timing_result a = result_of(""), b = result_of("");
    assert_true(a.cycles == b.cycles && a.processor_cycles == b.processor_cycles);
    assert_memory_equal(&a.sms, &b.sms, sizeof a.sms);
    assert_memory_equal(&a.memory, &b.memory, sizeof a.memory);
    timing_result_free(&a);
    timing_result_free(&b);
}

/* Beside adds that never end, on another SM, no cycle can be passed over. */
static void cycles_that_are_passed_over_change_nothing(void **state)
{
    (void)state;
    for (int n = 0; n < 4; n++) {
        int warps = n < 2 ? 1 : 8; /* of 8 warps a scheduler looks at one, and at another one each time that it waits */
        bool busy = n % 2;
        begin();
        launch(1 + busy, warps * LANES, 0, 16);
        for (int k = 0; k < 10 * warps; k++)
            load_of(k % warps, "global", COPIED + 4096 * (unsigned)k, 0);
        for (int w = 0; busy && w < warps; w++)
            adds(1, w, w == 0 ? 280 : 1, true);
        timing_result r = result_of("[l2]\nfill = off\n[issue]\npolicy = two-level\nactive_warps = 1\n");
        static double alone;
        if (!busy) {
            alone = r.cycles;
            assert_true(warps > 1 || r.processor_cycles < alone / 2);
        } else {
            assert_true(r.cycles == alone);
            assert_true(r.processor_cycles > 2800);
        }
        timing_result_free(&r);
    }
}

/* Of 4 warps a scheduler looks at one. Two of them meet at barriers with those that it does not look at; and while one waits for a load from DRAM, the other one's adds go on. */
static void warps_that_wait_make_room(void **state)
{
    static const char one[] = "[issue]\npolicy = two-level\nactive_warps = 1\n[l2]\nfill = off\n";
    (void)state;
    begin();
    launch(1, 4 * LANES, 0, 16);
    for (int w = 0; w < 4; w++) {
        barrier(0, w);
        adds(0, w, 3, true);
        barrier(0, w);
        adds(0, w, 1, true);
    }
    assert_in_range(cycles_of(one), 60, 120);
    begin();
    launch(1, 3 * LANES, 0, 16);
    load("global", COPIED, 0);
    load("global", COPIED, 0);
    adds(0, 1, 1, true);
    adds(0, 2, 28, true);
    assert_in_range(cycles_of(one), 330, 400);
}

/* A load for which L1 never has room, as no machine's file can say. */
static void run_into_a_deadlock(const char *path)
{
    static machine m;
    static feed_survey s;
    timing_result r;
    machine_read(&m, path);
    m.l1_misses = 0;
    feed_survey_read(&s, put_string("t.wtx", lines.data));
    timing_run(&r, &m, &s, (timing_designs){0}, NULL);
}

static void a_deadlock_is_told_with_its_warps(void **state)
{
    (void)state;
    begin();
    launch(1, 2 * LANES, 0, 16);
    load("global", COPIED, 4);
    adds(0, 0, 1, true);
    barrier(0, 1);
    adds(0, 1, 1, true);
    char *path = put_string("m.ini", "base = gtx480\n[fetch]\nideal = on\n[sm]\nsms = 1\n[l2]\nparts = 1\n[dram]\nchannels = 1\n");
    outcome o = outcome_of(run_into_a_deadlock, path);
    assert_int_equal(o.code, 1);
    assert_int_equal(o.lines, 3);
    assert_non_null(strstr(o.said, "SM 0, warp 0 of block 0: 1 instructions left, 1 under way, next pc 0\n"));
    assert_non_null(strstr(o.said, "SM 0, warp 1 of block 0: 1 instructions left, 0 under way, at a barrier, next pc 0\n"));
    assert_non_null(strstr(o.said, "nothing has moved for 1048576 cycles"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_chain_of_adds_takes_10_cycles_each),
        cmocka_unit_test(independent_adds_fill_both_schedulers),
        cmocka_unit_test(a_write_waits_for_older_reads),
        cmocka_unit_test(a_result_waits_for_its_bank),
        cmocka_unit_test(a_barrier_holds_the_early_warp),
        cmocka_unit_test(conflicts_of_banks_add_their_cycles),
        cmocka_unit_test(chases_take_the_latency_of_their_level),
        cmocka_unit_test(lines_have_the_bursts_of_what_they_hold),
        cmocka_unit_test(bytes_that_nobody_told_are_unknown),
        cmocka_unit_test(a_store_changes_its_lines_bursts),
        cmocka_unit_test(an_atomic_is_one_transaction),
        cmocka_unit_test(the_host_changes_lines_between_launches),
        cmocka_unit_test(contents_of_another_trace_are_refused),
        cmocka_unit_test(blocks_go_to_an_sm_each),
        cmocka_unit_test(occupancy_has_four_limits),
        cmocka_unit_test(a_launch_waits_for_the_one_before),
        cmocka_unit_test(a_block_that_does_not_fit_is_refused),
        cmocka_unit_test(the_same_trace_takes_the_same_cycles),
        cmocka_unit_test(cycles_that_are_passed_over_change_nothing),
        cmocka_unit_test(warps_that_wait_make_room),
        cmocka_unit_test(a_deadlock_is_told_with_its_warps),
    };
    return cmocka_run_group_tests_name("timing", tests, own_folder_make, own_folder_remove);
}
