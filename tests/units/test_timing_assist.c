/* SPDX-License-Identifier: Apache-2.0
 *
 * test_timing_assist.c - helper warps that decompress and compress lines: cycles of single lines by their routines' paths, and each way on which a line goes out raw. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "../../machine/routine_set.h"
#include "timed_trace.h"

enum { FIRST = COPIED };
#define RAW 0x9e3779b9u /* a step of which no code fits */

/* On caba with ideal fetch, L2 empty at first, lines compressed `at`, and what `keys` says besides. */
static timing_result run_at(const char *at, const char *keys)
{
    static machine m;
    static feed_survey s;
    static design d;
    timing_result r;
    const char *end = strstr(keys, "end = ") ? "" : "[assist]\nend = wait\n",
               *head = "base = caba\n[fetch]\nideal = on\n[l2]\nfill = off\n";
    machine_read(&m, put_string("m.ini", format_new("%s%s%s[compression]\nat = %s\n", head, end, keys, at)));
    feed_survey_read(&s, put_string("t.wtx", lines.data));
    codec_design(&d, NULL);
    routine_set_fit(&d);
    timing_run(&r, &m, &s, (timing_designs){0}, &(timing_lines){&d, path_join(dir, "t.wfm")});
    assert_true(r.routines_wrong == 0);
    feed_survey_free(&s);
    return r;
}

static int cycles_at(const char *at, const char *keys)
{
    timing_result r = run_at(at, keys);
    timing_result_free(&r);
    return (int)r.cycles;
}

/* What memory holds: line k of so many has words that grow by this step. */
static void hold(int count, unsigned step)
{
    trace_memory_writer *w = contents(true);
    for (int k = 0; k < count; k++)
        tell(w, 0, FIRST + 128 * (unsigned)k, step);
    trace_memory_finish(w);
}

static void one_store(unsigned step, int lanes_of, unsigned held);

/* ---- decompression ---- */

/* How much longer a load of one line takes than with a decoder that takes no time. */
static int longer_by(unsigned step, const char *keys)
{
    begin();
    launch(1, LANES, 0, 16);
    load("global", FIRST, 4);
    hold(1, step);
    return cycles_at("assist", keys) - cycles_at("l2", format_new("%s[compression]\ndecode = 0\n", keys));
}

/* Zeros: slli, add, sw, ret. The line is there in cycle 0 and its routine triggered; the first two instructions come in cycle 6 and can be issued from 7 on. slli 7, add 17, sw 27: as in
 * a chain of adds, 7 cycles each of latency 1. sw leaves its collector in 31, is at L1 35 cycles later, in 66, done in 67; ret was long over. The routine is retired in 67, told as done in
 * 69, and then L1 fills its line, as it would have done in cycle 0. */
static void a_line_of_zeros_takes_its_path(void **state)
{
    (void)state;
    int zeros = longer_by(0, "");
    assert_in_range(zeros, 60, 72);
    /* One access of L1 on the path */
    assert_int_equal(longer_by(0, "[l1]\nlatency = 45\n") - zeros, 10);
    /* Two instructions of the simple kind or adds before it */
    assert_int_equal(longer_by(0, "[latency]\nsimple = 11\n") - zeros, 10);
    assert_int_equal(longer_by(0, "[latency]\nint_add = 14\n") - zeros, 10);
}

/* Words 0, 1, 2, .. with deltas of a byte, 20 instructions: loads of head and base, behind these of the
 * delta, since its register was one of theirs, and then the store: three accesses of L1, one behind the other. */
static void a_line_of_deltas_takes_its_path(void **state)
{
    (void)state;
    int deltas = longer_by(1, "");
    assert_in_range(deltas, 200, 330);
    assert_int_equal(longer_by(1, "[l1]\nlatency = 45\n") - deltas, 30);
}

static void a_raw_line_costs_nothing(void **state)
{
    (void)state;
    assert_int_equal(longer_by(RAW, ""), 0);
}

/* As with a decoder: loads take their bytes out of the code, in the cycles of that. */
static void a_direct_load_runs_no_routine(void **state)
{
    (void)state;
    begin();
    launch(1, LANES, 0, 16);
    load("global", FIRST, 4);
    hold(1, 1);
    timing_result r = run_at("assist", "[assist]\nload = direct\n");
    assert_int_equal(r.sms.helpers.decompressed, 0);
    assert_int_equal(r.cycles, cycles_at("l2", ""));
    timing_result_free(&r);
    /* A store of a part of a code still needs the whole line */
    one_store(1, 16, 0);
    r = run_at("assist", "[assist]\nload = direct\n");
    assert_int_equal(r.sms.helpers.decompressed, 1);
    timing_result_free(&r);
}

/* One load of 32 lines: the parent waits for all of them; so do the accesses of the routines not, which go first. */
static void one_load_may_bring_32_codes(void **state)
{
    (void)state;
    begin();
    launch(1, 4 * LANES, 0, 16);
    for (int w = 0; w < 4; w++)
        load_of(w, "global", FIRST + 4096 * (unsigned)w, 128);
    hold(128, 1);
    timing_result r = run_at("assist", "[l1]\nmshrs = 8\nmiss_queue = 4\n");
    assert_int_equal(r.sms.helpers.decompressed, 128);
    assert_int_equal(r.sms.helpers.high, 128 * 20);
    timing_result_free(&r);
}

static void a_parent_waits_and_others_go_on(void **state)
{
    (void)state;
    int alone[2];
    for (int both = 0; both < 2; both++) {
        begin();
        launch(1, (1 + both) * LANES, 0, 16);
        load("global", FIRST, 4);
        adds(0, 0, 30, true);
        if (both)
            adds(0, 1, 40, true);
        hold(1, 1);
        alone[both] = cycles_at("assist", "");
    }
    assert_in_range(alone[1], alone[0], alone[0] + 2);
}

/* ---- compression ---- */

static void one_store(unsigned step, int lanes_of, unsigned held)
{
    begin();
    launch(1, LANES, 0, 16);
    store_access(&(warp_access){.space = "global", .address = FIRST, .step = 4, .data = step, .mask = lanes_of == 32 ? NULL : "0000ffff"});
    hold(1, held);
}

static stores_counts stored_by(const char *keys)
{
    timing_result r = run_at("assist", keys);
    timing_result_free(&r);
    return r.memory.stores;
}

static bool counts_are(const stores_counts *c, const stores_counts *wanted)
{
    return memcmp(c, wanted, sizeof *c) == 0;
}

static void a_whole_line_is_compressed(void **state)
{
    static const struct {
        unsigned step;
        int lanes;
        const char *keys;
        stores_counts wanted;
    } table[] = {{0, 32, "", {.coded = 1}},
                 {1, 32, "", {.coded = 1}},
                 {RAW, 32, "", {.raw = 1}},
                 {1, 16, "", {.part = 1}},
                 {1, 32, "[assist]\nwait = 100\n", {.late = 1}}};
    (void)state;
    for (size_t k = 0; k < sizeof table / sizeof table[0]; k++) {
        one_store(table[k].step, table[k].lanes, RAW);
        stores_counts c = stored_by(table[k].keys);
        assert_true(counts_are(&c, &table[k].wanted));
    }
}

/* A line of zeros takes 16 instructions; the warp ends when L2 has it, so the routine's time is the store's. */
static void a_store_waits_for_its_routine(void **state)
{
    (void)state;
    one_store(0, 32, RAW);
    int helped = cycles_at("assist", ""), plain = cycles_at("l2", "[compression]\nencode = 0\n");
    assert_in_range(helped - plain, 16 * 8, 16 * 16);
    /* Loads of the line, and then its stores: two accesses of L1, one behind the other */
    one_store(0, 32, RAW);
    int more = cycles_at("assist", "[l1]\nlatency = 45\n") - cycles_at("l2", "[compression]\nencode = 0\n[l1]\nlatency = 45\n");
    assert_int_equal(more - (helped - plain), 20);
}

static void two_halves_are_whole(void **state)
{
    (void)state;
    begin();
    launch(1, LANES, 0, 16);
    store_access(&(warp_access){.space = "global", .address = FIRST, .step = 4, .data = 1, .mask = "0000ffff"});
    store_access(&(warp_access){.space = "global", .address = FIRST, .step = 4, .data = 1, .mask = "ffff0000"});
    adds(0, 0, 1, true);
    hold(1, RAW);
    stores_counts c = stored_by("");
    assert_true(counts_are(&c, &(stores_counts){.coded = 1}));
}

/* Half a line, of which L1 has all: it was loaded before. */
static void a_hit_makes_a_part_whole(void **state)
{
    (void)state;
    begin();
    launch(1, LANES, 0, 16);
    load("global", FIRST, 4);
    text_printf(&lines, "i 0 0 88 alu ffffffff R1 R1? add int\n");
    store_access(&(warp_access){.space = "global", .address = FIRST, .step = 4, .data = 1, .mask = "0000ffff"});
    hold(1, 0);
    stores_counts c = stored_by("");
    assert_true(counts_are(&c, &(stores_counts){.coded = 1}));
}

/* ---- an L2 that has lines raw ---- */

/* Two SMs load a line, the second one long after the first: it runs no routine where L2 was given the line. What DRAM has stays a code. */
static void second_load(unsigned step)
{
    begin();
    launch(2, LANES, 0, 16);
    load("global", FIRST, 4);
    adds(1, 0, 300, true);
    load_access(&(warp_access){.block = 1, .space = "global", .address = FIRST, .step = 4});
    hold(1, step);
}

static void a_raw_l2_spares_the_next_sm_its_routine(void **state)
{
    (void)state;
    second_load(1);
    timing_result code = run_at("assist", ""), raw = run_at("assist", "[assist]\nl2 = raw\n");
    assert_int_equal(code.sms.helpers.decompressed, 2);
    assert_int_equal(raw.sms.helpers.decompressed, 1);
    assert_int_equal(raw.memory.stores.given, 1);
    assert_int_equal(raw.memory.l2_raw, 1);
    assert_true(raw.cycles < code.cycles);
    assert_true(counted(&raw.memory.lines[0], 1, 0, 0, 2) && counted(&code.memory.lines[0], 1, 0, 0, 2));
    /* On the way to L2 the line; on the way back the line in place of two bursts */
    assert_true(raw.memory.net_flits[0] > code.memory.net_flits[0] && raw.memory.net_flits[1] > code.memory.net_flits[1]);
    timing_result_free(&code);
    timing_result_free(&raw);
    /* A line that no code fits is nobody's to give */
    second_load(RAW);
    raw = run_at("assist", "[assist]\nl2 = raw\n");
    assert_true(raw.memory.stores.given == 0 && raw.memory.l2_raw == 0);
    timing_result_free(&raw);
}

/* Half a line of another SM: L2 has it decompressed and takes the half, and memory has the line raw from then on. */
static void a_raw_l2_takes_parts(void **state)
{
    (void)state;
    for (int raw = 0; raw < 2; raw++) {
        begin();
        launch(2, LANES, 0, 16);
        load("global", FIRST, 4);
        adds(1, 0, 200, true);
        store_access(&(warp_access){.block = 1, .space = "global", .address = FIRST, .step = 4, .data = 1, .mask = "0000ffff"});
        text_printf(&lines, "i 1 0 80 fence ffffffff - - ? ?\n");
        load_access(&(warp_access){.block = 1, .space = "global", .address = FIRST + AWAY, .step = 4});
        hold(1 + AWAY / 128, 1);
        timing_result r = run_at("assist", format_new("[l2]\nsets = 1\nways = 1\n[assist]\nl2 = %s\n", raw ? "raw" : "code"));
        assert_true(
            counts_are(&r.memory.stores, raw ? &(stores_counts){.part = 1, .given = 2} : &(stores_counts){.part = 1, .retries = 1}));
        assert_true(counted(&r.memory.lines[1], 0, 1, 0, 4));
        timing_result_free(&r);
    }
}

/* A line that its SM stored as a code leaves L2 as that, whoever has loaded it since. */
static void a_dirty_code_stays_a_code(void **state)
{
    (void)state;
    begin();
    launch(2, LANES, 0, 16);
    store_access(&(warp_access){.space = "global", .address = FIRST, .step = 4});
    adds(1, 0, 200, true);
    load_access(&(warp_access){.block = 1, .space = "global", .address = FIRST, .step = 4});
    text_printf(&lines, "i 1 0 88 alu ffffffff R1 R1? add int\n");
    load_access(&(warp_access){.block = 1, .space = "global", .address = FIRST + AWAY, .step = 4});
    hold(1 + AWAY / 128, RAW);
    timing_result r = run_at("assist", "[l2]\nsets = 1\nways = 1\n[assist]\nl2 = raw\n");
    assert_int_equal(r.memory.stores.given, 1);
    assert_true(counted(&r.memory.lines[1], 1, 0, 0, 1));
    timing_result_free(&r);
}

/* Half a line that memory has as a code: L2 sends it back, the line is loaded and decompressed, and goes out raw. */
static void a_part_of_a_code_is_tried_again(void **state)
{
    (void)state;
    one_store(1, 16, 0);
    timing_result r = run_at("assist", "");
    assert_true(counts_are(&r.memory.stores, &(stores_counts){.part = 1, .retries = 1}));
    assert_int_equal(r.sms.helpers.decompressed, 1);
    timing_result_free(&r);
    /* The next part finds it raw */
    begin();
    launch(1, LANES, 0, 16);
    for (int k = 0; k < 2; k++) {
        store_access(&(warp_access){.space = "global", .address = FIRST, .step = 4, .data = 1, .mask = "0000ffff"});
        text_printf(&lines, "i 0 0 80 fence ffffffff - - ? ?\n");
    }
    hold(1, 0);
    stores_counts c = stored_by("");
    assert_true(counts_are(&c, &(stores_counts){.part = 2, .retries = 1}));
}

/* Lines of one set, of which 4 have a place; what comes later goes out as it is. */
static void a_full_set_lets_stores_pass(void **state)
{
    (void)state;
    begin();
    launch(1, LANES, 0, 16);
    for (unsigned k = 0; k < 8; k++)
        store_access(&(warp_access){.space = "global", .address = FIRST + 128 * 8 * k, .step = 4, .data = 1});
    hold(64, RAW);
    stores_counts c = stored_by("[assist]\nwait = 8000\n");
    assert_true(counts_are(&c, &(stores_counts){.coded = 4, .full = 4}));
    /* Parts make room for each other */
    begin();
    launch(1, LANES, 0, 16);
    for (unsigned k = 0; k < 8; k++)
        store_access(&(warp_access){.space = "global", .address = FIRST + 128 * 8 * k, .step = 4, .data = 1, .mask = "0000ffff"});
    hold(64, RAW);
    c = stored_by("");
    assert_true(counts_are(&c, &(stores_counts){.part = 8}));
}

/* A warp has one routine that compresses at a time, and the controller a few places for those that wait: what is triggered behind them is dropped, and goes out raw at once. */
static void what_the_controller_drops_goes_out_raw(void **state)
{
    enum { LINES = 24, PLACES = 8 };
    (void)state;
    begin();
    launch(1, LANES, 0, 16);
    for (unsigned k = 0; k < LINES; k++)
        store_access(&(warp_access){.space = "global", .address = FIRST + 128 * k, .step = 4, .data = 1});
    hold(LINES, RAW);
    stores_counts c = stored_by("[assist]\nwait = 8000\n");
    assert_true(counts_are(&c, &(stores_counts){.coded = 1 + PLACES, .dropped = LINES - 1 - PLACES}));
}

/* A load of a line that waits for its compression is done at once; of one that is not whole it goes behind it. */
static void a_load_finds_what_is_stored(void **state)
{
    (void)state;
    for (int whole = 0; whole < 2; whole++) {
        begin();
        launch(1, LANES, 0, 16);
        store_access(&(warp_access){.space = "global", .address = FIRST, .step = 4, .data = 1, .mask = whole ? NULL : "0000ffff"});
        load("global", FIRST, 4);
        hold(1, RAW);
        timing_result r = run_at("assist", "");
        assert_int_equal(r.memory.l2.accesses, whole ? 1 : 2);
        assert_true(counts_are(&r.memory.stores, whole ? &(stores_counts){.coded = 1} : &(stores_counts){.part = 1}));
        timing_result_free(&r);
    }
}

/* A line that was stored raw stays raw, where a codec in front of L2 would have encoded it. */
static void what_is_stored_raw_is_read_raw(void **state)
{
    (void)state;
    begin();
    launch(1, LANES, 0, 16);
    store_access(&(warp_access){.space = "global", .address = FIRST, .step = 4});
    load("global", FIRST + AWAY, 4);
    load("global", FIRST + 2 * AWAY, 4);
    load("global", FIRST, 4);
    hold(1 + 2 * AWAY / 128, 0);
    static const char one_line[] = "[l2]\nsets = 1\nways = 1\n[assist]\nwait = 50\n";
    timing_result r = run_at("assist", one_line), hardware = run_at("l2", one_line);
    assert_true(counted(&r.memory.lines[1], 0, 1, 0, 4));
    assert_true(counted(&hardware.memory.lines[1], 1, 0, 0, 1));
    timing_result_free(&r);
    timing_result_free(&hardware);
}

/* The last instruction of the launch has been issued: what waits goes out as it is. */
static void the_end_of_a_launch_sends_stores_out(void **state)
{
    (void)state;
    one_store(1, 32, RAW);
    stores_counts c = stored_by("[assist]\nend = raw\n");
    assert_true(counts_are(&c, &(stores_counts){.late = 1}));
    /* Another warp has instructions left */
    begin();
    launch(1, 2 * LANES, 0, 16);
    store_access(&(warp_access){.space = "global", .address = FIRST, .step = 4, .data = 1});
    adds(0, 1, 100, true);
    hold(1, RAW);
    c = stored_by("[assist]\nend = raw\n");
    assert_true(counts_are(&c, &(stores_counts){.coded = 1}));
}

/* ---- what compresses nothing ---- */

static void lines_that_no_code_fits_cost_their_sets_alone(void **state)
{
    (void)state;
    begin();
    launch(4, 8 * LANES, 0, 16);
    for (int b = 0; b < 4; b++)
        for (int w = 0; w < 8; w++)
            for (unsigned k = 0; k < 4; k++)
                load_access(&(warp_access){
                    .block = b, .warp = w, .space = "global", .address = FIRST + 128 * (k + 4 * (unsigned)(w + 8 * b)), .step = 4});
    hold(128, RAW);
    int helped = cycles_at("assist", ""), hardware = cycles_at("l2", "");
    assert_in_range(helped, hardware, hardware + hardware / 100);
}

/* The profile: what does not wait for DRAM, or does not compress, is run without compression. */
static void a_profile_switches_off_what_is_not_bound(void **state)
{
    (void)state;
    begin();
    launch(1, 2 * LANES, 0, 16); /* a warp of each scheduler */
    for (int k = 0; k < 4; k++)
        load_of(k % 2, "global", FIRST, 4);
    hold(1, 1);
    timing_result r = run_at("assist", "[assist]\nprofile = 5\n"), all = run_at("assist", "[assist]\nprofile = 0\n");
    assert_true(r.switched_off && r.cycles == cycles_at("none", ""));
    assert_true(!all.switched_off && all.cycles == cycles_at("assist", ""));
    assert_int_equal(all.sms.helpers.decompressed, 1);
    timing_result_free(&r);
    timing_result_free(&all);
    hold(1, RAW);
    r = run_at("assist", "[assist]\nprofile = 0\n");
    assert_true(r.switched_off);
    timing_result_free(&r);
}

/* ---- registers ---- */

static void routines_take_registers_that_no_block_has(void **state)
{
    static const struct {
        int registers, without, pool, warp;
    } table[] = {{8, 6, 6, 3}, {16, 6, 6, 2}, {21, 5, 5, 2}, {32, 4, 3, 2}};
    (void)state;
    for (size_t k = 0; k < sizeof table / sizeof table[0]; k++)
        for (int warp = 0; warp < 2; warp++) {
            begin();
            launch(1, 256, 0, table[k].registers);
            for (int w = 0; w < 8; w++)
                adds(0, w, 2, true);
            hold(1, 0);
            timing_result r = run_at("assist", warp ? "[assist]\nregisters = warp\n" : "");
            assert_int_equal(r.launches[0].without, table[k].without);
            assert_int_equal(r.launches[0].together, warp ? table[k].warp : table[k].pool);
            timing_result_free(&r);
        }
}

/* ---- runs repeat ---- */

static void cycles_that_are_passed_over_change_nothing(void **state)
{
    (void)state;
    double alone = 0;
    for (int busy = 0; busy < 2; busy++) {
        begin();
        launch(1 + busy, 4 * LANES, 0, 16);
        adds(0, 0, 64, true); /* both name the same registers: behind them are those of routines, in their banks */
        for (int k = 0; k < 24; k++) {
            load_of(k % 4, "global", FIRST + 1024 * (unsigned)k, 4);
            store_access(&(warp_access){
                .warp = k % 4, .space = "global", .address = FIRST + 1024 * (unsigned)k + 128, .step = 4, .data = (unsigned)k});
        }
        for (int k = 0; busy && k < 4; k++)
            adds(1, k, k == 0 ? 450 : 1, true);
        hold(200, 1);
        timing_result r = run_at("assist", "");
        if (!busy)
            alone = r.cycles;
        else
            assert_int_equal(r.cycles, alone);
        assert_true(busy || r.processor_cycles < r.cycles);
        timing_result_free(&r);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_line_of_zeros_takes_its_path),
        cmocka_unit_test(a_line_of_deltas_takes_its_path),
        cmocka_unit_test(a_raw_line_costs_nothing),
        cmocka_unit_test(a_direct_load_runs_no_routine),
        cmocka_unit_test(one_load_may_bring_32_codes),
        cmocka_unit_test(a_parent_waits_and_others_go_on),
        cmocka_unit_test(a_whole_line_is_compressed),
        cmocka_unit_test(a_store_waits_for_its_routine),
        cmocka_unit_test(two_halves_are_whole),
        cmocka_unit_test(a_hit_makes_a_part_whole),
        cmocka_unit_test(a_raw_l2_spares_the_next_sm_its_routine),
        cmocka_unit_test(a_raw_l2_takes_parts),
        cmocka_unit_test(a_dirty_code_stays_a_code),
        cmocka_unit_test(a_part_of_a_code_is_tried_again),
        cmocka_unit_test(a_full_set_lets_stores_pass),
        cmocka_unit_test(what_the_controller_drops_goes_out_raw),
        cmocka_unit_test(a_load_finds_what_is_stored),
        cmocka_unit_test(what_is_stored_raw_is_read_raw),
        cmocka_unit_test(the_end_of_a_launch_sends_stores_out),
        cmocka_unit_test(lines_that_no_code_fits_cost_their_sets_alone),
        cmocka_unit_test(a_profile_switches_off_what_is_not_bound),
        cmocka_unit_test(routines_take_registers_that_no_block_has),
        cmocka_unit_test(cycles_that_are_passed_over_change_nothing),
    };
    return cmocka_run_group_tests_name("timing_assist", tests, own_folder_make, own_folder_remove);
}
