/* SPDX-License-Identifier: Apache-2.0
 *
 * test_timing_energy.c - the energy of a run, part by part: what moved and worked, times what the machine says that it takes. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "../../machine/routine_set.h"
#include "timed_trace.h"

enum { FIRST = COPIED, DRAM = 11720, NET = 2000, CACHE = 195, LANE = 12850 }; /* of gtx480.ini, fJ */
static machine m;

static timing_result run_at(const char *at, const char *keys)
{
    static feed_survey s;
    static design d;
    timing_result r;
    machine_read(&m, put_string("m.ini", format_new("base = caba\n[fetch]\nideal = on\n[l2]\nfill = off\n[assist]\nend = wait\n"
                                                    "[compression]\n%sat = %s\n%s",
                                                    strstr(keys, "metadata") ? "" : "metadata = off\n", at, keys)));
    feed_survey_read(&s, put_string("t.wtx", lines.data));
    codec_design(&d, NULL);
    routine_set_fit(&d);
    const timing_lines of = {&d, path_join(dir, "t.wfm")};
    timing_run(&r, &m, &s, (timing_designs){0}, m.compress == MACHINE_PLAIN ? NULL : &of);
    feed_survey_free(&s);
    return r;
}

static void hold_line(unsigned step)
{
    trace_memory_writer *w = contents(true);
    tell(w, 0, FIRST, step);
    trace_memory_finish(w);
}

static void one_load(unsigned step)
{
    begin();
    launch(1, LANES, 0, 16);
    load("global", FIRST, 4);
    hold_line(step);
}

#define is(a, b) assert_true((a) > (b)*0.999999 && (a) < (b)*1.000001)

static void instructions_count_their_active_lanes(void **state)
{
    (void)state;
    begin();
    launch(1, LANES, 0, 16);
    adds(0, 0, 10, true);
    timing_result r = run_at("none", "");
    is(r.energy[PART_INSTRUCTIONS], 10 * 32 * LANE / 1000.0);
    is(timing_energy(&r), r.energy[PART_INSTRUCTIONS]);
    is(timing_edp(&r, &m), r.energy[PART_INSTRUCTIONS] / 1000 * r.cycles / 1400);
    timing_result_free(&r);
    /* mW for us: nJ */
    r = run_at("none", "[energy]\nstatic = 1000\nlane = 0\n");
    is(timing_energy(&r), 1e6 * r.cycles / 1400);
    timing_result_free(&r);
}

/* Words 0, 1, 2, ..: two bursts of four. To L2 a header, back a header and two bursts in two flits and a part of one. */
static void a_line_takes_its_bursts(void **state)
{
    (void)state;
    one_load(1);
    timing_result raw = run_at("none", ""), code = run_at("l2", "");
    is(raw.energy[PART_DRAM], 128 * 8 * DRAM / 1000.0);
    is(code.energy[PART_DRAM], 64 * 8 * DRAM / 1000.0);
    is(raw.energy[PART_NET], (1 + (128 + m.net_header + m.net_flit - 1) / m.net_flit) * m.net_flit * 8 * NET / 1000.0);
    is(code.energy[PART_NET], (1 + (64 + m.net_header + m.net_flit - 1) / m.net_flit) * m.net_flit * 8 * NET / 1000.0);
    /* A look and a fill of each */
    is(raw.energy[PART_L1], 2 * 128 * 8 * CACHE / 1000.0);
    is(raw.energy[PART_L2], 2 * 128 * 8 * CACHE / 1000.0);
    assert_true(raw.energy[PART_CODEC] == 0 && raw.energy[PART_COUNTS] == 0 && raw.energy[PART_ROUTINES] == 0);
    is(code.energy[PART_CODEC], 69.0);
    timing_result_free(&raw);
    timing_result_free(&code);
}

static void codecs_count_their_lines(void **state)
{
    static const struct {
        const char *at;
        bool store;
        double codec;
    } table[] = {{"l2", false, 69}, {"memory", false, 69}, {"l2", true, 263}, {"assist", false, 0}};
    (void)state;
    for (size_t k = 0; k < sizeof table / sizeof table[0]; k++) {
        one_load(1);
        if (table[k].store) {
            begin();
            launch(1, LANES, 0, 16);
            store_access(&(warp_access){.space = "global", .address = FIRST, .step = 4, .data = 1});
        }
        timing_result r = run_at(table[k].at, "");
        assert_true(r.energy[PART_CODEC] == table[k].codec);
        timing_result_free(&r);
    }
    /* A raw line passes by the decoder */
    one_load(0x9e3779b9u);
    timing_result r = run_at("l2", "");
    assert_true(r.energy[PART_CODEC] == 0);
    timing_result_free(&r);
    /* Looks for counts; the ideal codec takes nothing */
    one_load(1);
    r = run_at("l2", "metadata = on\n");
    is(r.energy[PART_COUNTS], 59.0 * (double)(r.memory.metadata_hits + r.memory.metadata_misses));
    timing_result_free(&r);
    machine_set_compression(&m, "ideal");
    assert_true(m.energy_encode == 0 && m.energy_decode == 0 && m.metadata == 0);
}

/* 20 instructions in all lanes; four loads and a store of L1. */
static void routines_count_as_instructions(void **state)
{
    (void)state;
    one_load(1);
    timing_result r = run_at("assist", "");
    is(r.energy[PART_ROUTINES], 20 * 32 * LANE / 1000.0 + 5 * 128 * 8 * CACHE / 1000.0);
    is(r.energy[PART_INSTRUCTIONS], 32 * LANE / 1000.0);
    timing_result_free(&r);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(instructions_count_their_active_lanes),
        cmocka_unit_test(a_line_takes_its_bursts),
        cmocka_unit_test(codecs_count_their_lines),
        cmocka_unit_test(routines_count_as_instructions),
    };
    return cmocka_run_group_tests_name("timing_energy", tests, own_folder_make, own_folder_remove);
}
