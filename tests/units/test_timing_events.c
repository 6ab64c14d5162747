/* SPDX-License-Identifier: Apache-2.0
 *
 * test_timing_events.c - events that trigger routines, in time: what a warp skips and what it waits for, what is dropped, killed, throttled and refused, and what is prefetched. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "timed_trace.h"

#define STORE "00052023  sw\n"
#define TEN STORE STORE STORE STORE STORE STORE STORE STORE STORE STORE

/* yes: live.in t0, 0; live.out 0, t0; li t1, 1; live.out 1, t1; ret. no: ret. endless: j .. five: five adds, each of which reads what the one before it wrote. stores:
 * forty stores to its memory, which wait for nothing. ahead: a prefetch of live register 0. */
static const char code[] = "yes\n0000428b  live.in\n0002d00b  live.out\n00100313  addi\n0203500b  live.out\n00008067  jalr\n\n"
                           "no\n00008067  jalr\n\nendless\n0000006f  jal\n\n"
                           "five\n00128293  addi\n00128293  addi\n00128293  addi\n00128293  addi\n00128293  addi\n00008067  jalr\n\n"
                           "was\n00052283  lw\n0002d00b  live.out\n00100313  addi\n0203500b  live.out\n00652023  sw\n00008067  jalr\n\n"
                           "ahead\n0000428b  live.in\n0002a003  lw\n00008067  jalr\n\n"
                           "stores\n" TEN TEN TEN TEN "00008067  jalr\n";

/* An event of the kernel: its two live registers are so many times the lane's number. */
static void event_in(int block, int warp, int number, unsigned first, unsigned second)
{
    text_printf(&lines, "i %d %d 98 other ffffffff R2 - ? ?\n+m %d %d 98 st %s 8 ffffffff", block, warp, block, warp,
                trace_space_names[TRACE_ELSEWHERE]);
    for (int lane = 0; lane < LANES; lane++)
        text_printf(&lines, " %x", number);
    text_printf(&lines, " :");
    for (unsigned lane = 0; lane < LANES; lane++)
        text_printf(&lines, " %08x%08x", second * lane, first * lane);
    text_printf(&lines, "\n");
}

static void event_of(int warp, int number, unsigned first, unsigned second)
{
    event_in(0, warp, number, first, second);
}

/* On caba with ideal fetch and what `keys` says; `map`: NULL, events trigger nothing; `words`: parameters of the controller. */
static timing_result run_on(const char *map, const char *keys, const char *words)
{
    static machine m;
    static feed_survey s;
    static design d, formed;
    static event_map events;
    timing_result r;
    const char *ideal = strstr(keys, "[fetch]") ? "" : "[fetch]\nideal = on\n";
    machine_read(&m, put_string("m.ini", format_new("base = caba\n%s[l2]\nfill = off\n%s", ideal, keys)));
    feed_survey_read(&s, put_string("t.wtx", lines.data));
    put_string("code.txt", code);
    helper_design(&d, NULL);
    formed = helper_formed(&d, words);
    if (map)
        event_map_read(&events, put_string("map.ini", format_new("code = code.txt\n%s", map)));
    timing_run(&r, &m, &s, (timing_designs){.helper = &formed, .events = map ? &events : NULL}, NULL);
    feed_survey_free(&s);
    if (map)
        event_map_close(&events);
    return r;
}

static int cycles_with(const char *map, const char *keys)
{
    timing_result r = run_on(map, keys, NULL);
    timing_result_free(&r);
    return (int)r.cycles;
}

static event_counts counts_with(const char *map, const char *words)
{
    timing_result r = run_on(map, "", words);
    timing_result_free(&r);
    return r.sms.events;
}

#define ASKS "[a]\nevent = 1\nroutine = yes\npriority = high\nskip = 2\n"
#define LOW(name) "[b]\nevent = 3\nroutine = " name "\npriority = low\n"

/* A warp that computes `chain` adds between events 1 and 2. */
static void one_warp(int chain, unsigned computed)
{
    begin();
    launch(1, LANES, 0, 16);
    event_of(0, 1, 5, 0);
    adds(0, 0, chain, true);
    event_of(0, 2, 5, computed);
    adds(0, 0, 10, true);
}

/* ---- what the parent does ---- */

static void a_yes_skips_what_is_computed(void **state)
{
    (void)state;
    one_warp(60, 5);
    timing_result r = run_on(ASKS, "", NULL);
    const int without = cycles_with(NULL, "");
    const event_counts *v = &r.sms.events;
    assert_true(v->entry[0].triggers == 1 && v->entry[0].ended == 1 && v->entry[0].said == 1);
    assert_true(v->skips == 1 && v->skipped == 61 && v->differ == 0 && v->high == 5 && v->low == 0);
    assert_true(r.instructions == 11 && r.launches[0].instructions == 11);
    /* 60 dependent adds of 10 cycles are gone; trigger, five instructions and the end have come */
    assert_int_equal(without - (int)r.cycles, 600 - 45);
    timing_result_free(&r);
}

static void an_answer_that_differs_is_counted(void **state)
{
    (void)state;
    one_warp(60, 6);
    event_counts v = counts_with(ASKS, NULL);
    assert_int_equal(v.differ, LANES - 1); /* of lane 0 both are 0 */
}

static void a_no_computes(void **state)
{
    (void)state;
    one_warp(60, 5);
    timing_result r = run_on("[a]\nevent = 1\nroutine = no\npriority = high\nskip = 2\n", "", NULL);
    assert_true(r.sms.events.entry[0].ended == 1 && r.sms.events.entry[0].said == 0 && r.sms.events.skips == 0);
    assert_int_equal(r.instructions, 72);
    /* From its trigger to the issue of the ret 7 cycles, as from any; then the ret, and its end */
    assert_int_equal((int)r.cycles - cycles_with(NULL, ""), 17);
    timing_result_free(&r);
}

/* Its own instructions, which were there, are fetched again when its routine is done: fetched, decoded, and there, where else they would be issued at once. */
static void a_parent_that_is_flushed_fetches_again(void **state)
{
    int cycles[2];
    (void)state;
    begin();
    launch(1, LANES, 0, 16);
    event_of(0, 1, 5, 0);
    text_printf(&lines, "i 0 0 a0 alu ffffffff R1 R1? add int\n"); /* the one behind it, in one line of code */
    for (int flushed = 0; flushed < 2; flushed++) {
        timing_result r =
            run_on("[a]\nevent = 1\nroutine = no\npriority = high\n", "[fetch]\nideal = off\n", flushed ? "part=flush" : "part=reserve");
        assert_int_equal(r.sms.events.entry[0].ended, 1);
        cycles[flushed] = (int)r.cycles;
        timing_result_free(&r);
    }
    assert_int_equal(cycles[1] - cycles[0], 2);
}

static void a_parent_waits_and_others_go_on(void **state)
{
    (void)state;
    begin();
    launch(1, 2 * LANES, 0, 16);
    event_of(0, 1, 5, 0);
    event_of(0, 2, 5, 5);
    adds(0, 0, 2, true);
    adds(0, 1, 60, true);
    const int without = cycles_with(NULL, "");
    assert_in_range(cycles_with(ASKS, ""), without, without + 2);
}

/* What a warp skips may be all that it has left. */
static void a_warp_may_end_with_what_it_skips(void **state)
{
    (void)state;
    begin();
    launch(1, 2 * LANES, 0, 16);
    event_of(0, 1, 5, 0);
    event_of(0, 2, 5, 5);
    barrier(0, 1);
    adds(0, 1, 5, true);
    event_counts v = counts_with(ASKS, NULL);
    assert_true(v.skips == 1 && v.skipped == 1);
}

static void without_an_event_nothing_changes(void **state)
{
    (void)state;
    begin();
    launch(1, 4 * LANES, 0, 16);
    for (int k = 0; k < 24; k++) {
        load_of(k % 4, "global", COPIED + 1024 * (unsigned)k, 4);
        adds(0, k % 4, 6, k % 2 == 0);
        store_access(&(warp_access){.warp = k % 4, .space = "global", .address = COPIED + 128 * (unsigned)k, .step = 4});
    }
    assert_int_equal(cycles_with(ASKS, ""), cycles_with(NULL, ""));
}

/* ---- low priority ---- */

/* Sixteen warps that keep both schedulers busy, each with events of low priority. */
static void busy_warps(int events)
{
    begin();
    launch(1, 16 * LANES, 0, 16);
    for (int w = 0; w < 16; w++)
        for (int k = 0; k < 8; k++) {
            if (k < events)
                event_of(w, 3, 0, 0);
            adds(0, w, 40, false);
        }
}

static void low_priority_takes_slots_that_nothing_else_uses(void **state)
{
    (void)state;
    busy_warps(8);
    timing_result r = run_on("memory = 4\n" LOW("stores"), "[pipes]\nlanes = 32\n[file]\nresult_buses = 8\n", NULL);
    const event_counts *v = &r.sms.events;
    uint64_t all = 0;
    for (int k = 0; k < SLOTS; k++)
        all += r.sms.slots[k];
    assert_true(v->low > 0 && r.sms.slots[SLOT_ACTIVE] == (uint64_t)r.instructions + v->high);
    assert_true(v->low <= all - r.sms.slots[SLOT_ACTIVE]);
    assert_true(100 * r.sms.slots[SLOT_ACTIVE] > 98 * all); /* there are few such */
    timing_result_free(&r);
}

static void what_finds_no_place_is_dropped(void **state)
{
    (void)state;
    busy_warps(8);
    event_counts v = counts_with(LOW("five"), "low=1 waiting=4");
    const entry_counts *c = &v.entry[0];
    assert_true(c->triggers == 128 && c->full > 0);
    assert_int_equal(c->triggers, c->ended + c->full + c->killed + c->no_job);
}

/* The slots of each window are used by its adds, so nothing is deployed before the warp is over, and then it is of no use. */
static void a_throttled_routine_waits_and_is_killed(void **state)
{
    (void)state;
    begin();
    launch(1, LANES, 0, 16);
    adds(0, 0, 30, true);
    event_of(0, 3, 0, 0);
    adds(0, 0, 60, true);
    event_counts v = counts_with(LOW("five"), "throttle=0");
    assert_true(v.entry[0].ended == 0 && v.entry[0].killed == 1 && v.low == 0);
    v = counts_with(LOW("five"), "throttle=100");
    assert_true(v.entry[0].ended == 1 && v.entry[0].killed == 0 && v.low == 6);
    v = counts_with("busy = memory\n" LOW("five"), "throttle=0"); /* of which nothing is used */
    assert_true(v.entry[0].ended == 1 && v.entry[0].killed == 0);
}

/* Registers for one routine. The first one's warp ends, and so it is killed while it loads, as nothing of it is offered then (stop = load): the second one, of another warp, has registers when that load has written, and not before. */
static void what_is_killed_keeps_its_registers(void **state)
{
    uint64_t wait[2];
    (void)state;
    for (int k = 0; k < 2; k++) {
        begin();
        launch(1, 2 * LANES, 0, 16);
        event_of(0, 3, 0, 0);
        adds(0, 0, 2, true);
        adds(0, 1, 3, true);
        event_of(1, 4, 0, 0);
        adds(0, 1, 20, true);
        timing_result r = run_on(
            "memory = 4\n" LOW("was") "[c]\nevent = 4\nroutine = no\npriority = low\n",
            format_new("[sm]\nregisters = %d\n[shared]\nlatency = %d\n[assist]\nstop = load\n", LANES * (2 * 16 + 4), 30 + 20 * k), NULL);
        const entry_counts *c = r.sms.events.entry;
        assert_true(c[0].triggers == 1 && c[0].killed == 1 && c[1].triggers == 1 && c[1].ended == 1);
        wait[k] = c[1].wait;
        timing_result_free(&r);
    }
    assert_int_equal(wait[1] - wait[0], 20);
}

static void what_is_worth_nothing_rests(void **state)
{
    (void)state;
    begin();
    launch(1, LANES, 0, 16);
    for (int k = 0; k < EVENT_TRIES + 30; k++) {
        event_of(0, 1, 5, 0);
        event_of(0, 3, 5, 0);
        adds(0, 0, 20, true);
    }
    event_counts v = counts_with("[a]\nevent = 1\nroutine = no\npriority = high\nworth = 5\n" LOW("no") "with = a\n", NULL);
    assert_true(v.entry[0].ended == EVENT_TRIES && v.entry[0].rested == 30);
    assert_true(v.entry[1].rested >= 29 && v.entry[1].ended + v.entry[1].rested + v.entry[1].killed == EVENT_TRIES + 30);
    v = counts_with("[a]\nevent = 1\nroutine = yes\npriority = high\nworth = 100\n", NULL);
    assert_true(v.entry[0].ended == EVENT_TRIES + 30 && v.entry[0].rested == 0);
}

/* Lines that another entry prefetches for nothing do not make one rest that prefetches none. */
static void each_is_judged_by_what_it_does(void **state)
{
    (void)state;
    begin();
    launch(1, LANES, 0, 16);
    for (int k = 0; k < EVENT_TRIES + 30; k++) {
        event_of(0, 1, 5, 0);
        event_of(0, 3, 128, 0);
        adds(0, 0, 20, true);
    }
    event_counts v = counts_with("[a]\nevent = 1\nroutine = yes\npriority = high\nworth = 100\n" LOW("ahead"), NULL);
    assert_true(v.ahead.sent > 0 && v.ahead.used == 0);
    assert_true(v.entry[0].ended == EVENT_TRIES + 30 && v.entry[0].rested == 0);
    v = counts_with("[a]\nevent = 1\nroutine = yes\npriority = high\nworth = 100\n" LOW("ahead") "worth = 1\n", NULL);
    assert_true(v.entry[0].rested == 0 && v.entry[1].rested > 0);
}

/* ---- memory ---- */

static void a_launch_that_leaves_no_memory_triggers_nothing(void **state)
{
    (void)state;
    begin();
    launch(1, LANES, 32768 - 60, 16);
    event_of(0, 1, 5, 0);
    adds(0, 0, 10, true);
    event_of(0, 2, 5, 5);
    event_counts v = counts_with("memory = 64\n" ASKS, NULL);
    assert_true(v.entry[0].no_memory == 1 && v.entry[0].ended == 0 && v.skips == 0);
    v = counts_with("memory = 60\n" ASKS, NULL);
    assert_true(v.entry[0].no_memory == 0 && v.entry[0].ended == 1 && v.skips == 1);
}

/* Its routine says what was there, and leaves 1 there: lw t0, 0(a0); live.out 0, t0; li t1, 1; live.out 1, t1; sw t1, 0(a0); ret. Each block has the place of the one before. */
static void a_warp_begins_with_zeros(void **state)
{
    (void)state;
    begin();
    launch(3, LANES, 0, 16);
    for (int b = 0; b < 3; b++)
        for (int k = 0; k < 2; k++) {
            event_in(b, 0, 1, 5, 0);
            event_in(b, 0, 2, 5, 0);
            adds(b, 0, 2, true);
        }
    timing_result r = run_on("memory = 4\n[a]\nevent = 1\nroutine = was\npriority = high\nskip = 2\n", "[sm]\nsms = 1\nblocks = 1\n", NULL);
    assert_int_equal(r.sms.events.skips, 6);
    assert_int_equal(r.sms.events.differ, 3 * LANES); /* the second of each block finds 1 */
    timing_result_free(&r);
}

/* Each load waits for the one before, and is a line further on. Eight lines are asked for at once when two strides are alike. */
static void lines_are_there_before_they_are_loaded(void **state)
{
    static event_map events;
    static feed_survey s;
    static machine m;
    timing_result r;
    (void)state;
    begin();
    launch(1, LANES, 0, 16);
    for (unsigned k = 0; k < 60; k++) {
        load_access(&(warp_access){.space = "global", .address = COPIED + 384 * k, .step = 4});
        adds(0, 0, 5, true);
    }
    const int without = cycles_with(NULL, "");
    machine_read(&m, path_join(dir, "m.ini"));
    feed_survey_read(&s, path_join(dir, "t.wtx"));
    event_map_read(&events, "examples/assist/prefetch.ini");
    timing_run(&r, &m, &s, (timing_designs){.events = &events}, NULL);
    const ahead_counts *a = &r.sms.events.ahead;
    assert_true(2 * r.cycles < without);
    assert_true(a->sent >= 55 && a->sent <= 70 && a->used >= 50 && a->used + a->lost <= a->sent && a->untold == 0);
    assert_true((int)r.memory.l1.accesses == 60 && (int)(r.memory.l1.hits + r.memory.l1.pending) >= 50);
    timing_result_free(&r);
    feed_survey_free(&s);
    event_map_close(&events);
}

/* ---- what is refused ---- */

static void run_map(const char *path)
{
    (void)path;
    timing_result r = run_on(lines.data + lines.len + 1, "", NULL);
    timing_result_free(&r);
}

static void expect(int ending, const char *map, const char *said)
{
    text_printf(&lines, "%c%s", 0, map); /* behind the trace */
    lines.len -= strlen(map) + 1;
    outcome o = outcome_of(run_map, map);
    if (o.code != ending || o.lines != 1 || strstr(o.said, said) == NULL)
        fail_msg("%s: expected exit %d and one line with \"%s\", found exit %d: %s", map, ending, said, o.code, o.said);
}

static void what_may_not_be_skipped_is_told(void **state)
{
    (void)state;
    begin();
    launch(1, LANES, 0, 16);
    event_of(0, 1, 5, 0);
    store_access(&(warp_access){.space = "global", .address = COPIED, .step = 4});
    event_of(0, 2, 5, 5);
    adds(0, 0, 1, true);
    expect(1, ASKS, "map.ini:2: [a]: up to event 2 there is a store, at pc 90 of ");
    expect(1, "[a]\nevent = 2\nroutine = yes\npriority = high\nskip = 4\n", "has no event 4 behind it");
}

static void a_routine_that_never_ends_is_told(void **state)
{
    (void)state;
    one_warp(5, 5);
    expect(1, "[a]\nevent = 1\nroutine = endless\npriority = high\n",
           "[a]: the routine endless has not ended after as many instructions as the controller gives one instance (--most)");
}

/* A block of 512 threads with 64 registers each takes all of an SM. */
static void routines_without_registers_are_told(void **state)
{
    (void)state;
    begin();
    launch(1, 512, 0, 64);
    for (int w = 0; w < 16; w++)
        adds(0, w, 5, true);
    expect(2, ASKS, "a block of 512 threads with 64 registers leaves an SM of ");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_yes_skips_what_is_computed),
        cmocka_unit_test(an_answer_that_differs_is_counted),
        cmocka_unit_test(a_no_computes),
        cmocka_unit_test(a_parent_that_is_flushed_fetches_again),
        cmocka_unit_test(a_parent_waits_and_others_go_on),
        cmocka_unit_test(a_warp_may_end_with_what_it_skips),
        cmocka_unit_test(without_an_event_nothing_changes),
        cmocka_unit_test(low_priority_takes_slots_that_nothing_else_uses),
        cmocka_unit_test(what_finds_no_place_is_dropped),
        cmocka_unit_test(a_throttled_routine_waits_and_is_killed),
        cmocka_unit_test(what_is_killed_keeps_its_registers),
        cmocka_unit_test(what_is_worth_nothing_rests),
        cmocka_unit_test(each_is_judged_by_what_it_does),
        cmocka_unit_test(a_launch_that_leaves_no_memory_triggers_nothing),
        cmocka_unit_test(a_warp_begins_with_zeros),
        cmocka_unit_test(lines_are_there_before_they_are_loaded),
        cmocka_unit_test(what_may_not_be_skipped_is_told),
        cmocka_unit_test(a_routine_that_never_ends_is_told),
        cmocka_unit_test(routines_without_registers_are_told),
    };
    return cmocka_run_group_tests_name("timing_events", tests, own_folder_make, own_folder_remove);
}
