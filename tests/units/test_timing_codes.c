/* SPDX-License-Identifier: Apache-2.0
 *
 * test_timing_codes.c - what caches that hold codes do to cycles: each hit of a code in L1 is decompressed, and L2 misses less. */
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

static void hold_words(int count, unsigned step)
{
    trace_memory_writer *w = contents(true);
    for (int k = 0; k < count; k++)
        tell(w, 0, FIRST + 128 * (unsigned)k, step);
    trace_memory_finish(w);
}

static timing_result run_at(const char *at, const char *keys)
{
    static machine m;
    static feed_survey s;
    static design d;
    timing_result r;
    machine_read(&m, put_string("m.ini", format_new("base = caba\n[fetch]\nideal = on\n[l1]\nindex = linear\nsets = 2\nways = 1\n%s"
                                                    "[compression]\nat = %s\n",
                                                    keys, at)));
    feed_survey_read(&s, put_string("t.wtx", lines.data));
    codec_design(&d, NULL);
    routine_set_fit(&d);
    timing_run(&r, &m, &s, (timing_designs){0}, &(timing_lines){&d, path_join(dir, "t.wfm")});
    feed_survey_free(&s);
    return r;
}

/* A, B, A of one set of L1, one behind the other. */
static void three_loads(const char *space, unsigned step)
{
    begin();
    launch(1, LANES, 0, 16);
    load(space, FIRST, 4);
    load(space, FIRST + 256, 4);
    load(space, FIRST, 4);
    hold_words(4, step);
}

static void a_code_in_l1_waits_for_the_decoder(void **state)
{
    (void)state;
    three_loads("global", 1);
    timing_result plain = run_at("l2", ""), codes = run_at("l2", "tags = 2\n"),
                  later = run_at("l2", "tags = 2\n[compression]\ndecode = 8\n");
    assert_true(plain.memory.l1.misses == 3 && plain.memory.l1.codes == 0);
    assert_true(codes.memory.l1.misses == 2 && codes.memory.l1.hits == 1 && codes.memory.l1.codes == 1);
    /* Two lines that come, and a hit: 7 cycles more each */
    assert_int_equal(later.cycles - codes.cycles, 3 * 7);
    timing_result_free(&plain);
    timing_result_free(&codes);
    timing_result_free(&later);
    three_loads("global", 0x9e3779b9u);
    codes = run_at("l2", "tags = 2\n");
    assert_true(codes.memory.l1.misses == 3 && codes.memory.l1.codes == 0);
    timing_result_free(&codes);
}

static void a_code_in_l1_runs_its_routine_at_each_hit(void **state)
{
    (void)state;
    static const char own[] = "tags = 2\n[assist]\nsets = 1\n";
    double cycles[3];
    for (int hits = 0; hits < 3; hits++) {
        begin();
        launch(1, LANES, 0, 16);
        for (int k = 0; k <= hits; k++)
            load("global", FIRST, 4);
        hold_words(4, 1);
        timing_result r = run_at("assist", own);
        assert_int_equal(r.sms.helpers.decompressed, 1 + hits);
        assert_int_equal(r.memory.l1.codes, hits);
        cycles[hits] = r.cycles;
        timing_result_free(&r);
    }
    /* A hit in L1, and 20 instructions with three accesses of L1 one behind the other */
    assert_true(cycles[1] - cycles[0] > 200 && cycles[1] - cycles[0] < 380);
    assert_int_equal(cycles[2] - cycles[1], cycles[1] - cycles[0]);
}

static void private_lines_stay_raw_in_l1(void **state)
{
    (void)state;
    begin();
    launch(1, LANES, 0, 16);
    store_access(&(warp_access){.space = "local", .address = 64}); /* zeros, in all lanes: a word of private memory is a line */
    for (int k = 0; k < 2; k++)
        load("local", 64, 0);
    hold_words(1, 0);
    timing_result r = run_at("l2", "tags = 2\n");
    assert_true(r.memory.l1.hits == 1 && r.memory.l1.codes == 0);
    timing_result_free(&r);
}

/* Two lines of L2's only way. */
static void a_code_takes_its_own_bytes_in_l2(void **state)
{
    (void)state;
    static const char small[] = "[l2]\nsets = 1\nways = 1\nfill = off\n";
    begin();
    launch(1, LANES, 0, 16);
    load("global", FIRST, 4);
    load("global", FIRST + AWAY, 4);
    load("global", FIRST, 4);
    hold_words(1 + AWAY / 128, 1);
    timing_result whole = run_at("l2", small), codes = run_at("l2", format_new("%stags = 2\n", small));
    assert_true(whole.memory.l2.misses == 3 && codes.memory.l2.misses == 2);
    assert_true(whole.memory.lines[0].bursts == 6 && codes.memory.lines[0].bursts == 4 && codes.cycles < whole.cycles);
    timing_result_free(&whole);
    timing_result_free(&codes);
}

/* Two lines that are stored as codes share a way; as raw lines the second one drives the first one out, to DRAM. */
static void a_store_takes_the_room_of_its_code_in_l2(void **state)
{
    (void)state;
    for (int raw = 0; raw < 2; raw++) {
        begin();
        launch(1, LANES, 0, 16);
        for (unsigned k = 0; k < 2; k++) {
            store_access(&(warp_access){.space = "global", .address = FIRST + k * AWAY, .step = 4, .data = raw ? 0x9e3779b9u : 1});
            text_printf(&lines, "i 0 0 80 fence ffffffff - - ? ?\n");
        }
        load("global", FIRST, 4);
        hold_words(1 + AWAY / 128, 0);
        timing_result r = run_at("l2", "[l2]\nsets = 1\nways = 1\nfill = off\ntags = 2\n");
        assert_int_equal(r.memory.l2.hits, raw ? 0 : 1);
        timing_result_free(&r);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_code_in_l1_waits_for_the_decoder),
        cmocka_unit_test(a_code_in_l1_runs_its_routine_at_each_hit),
        cmocka_unit_test(private_lines_stay_raw_in_l1),
        cmocka_unit_test(a_code_takes_its_own_bytes_in_l2),
        cmocka_unit_test(a_store_takes_the_room_of_its_code_in_l2),
    };
    return cmocka_run_group_tests_name("timing_codes", tests, own_folder_make, own_folder_remove);
}
