/* SPDX-License-Identifier: Apache-2.0
 *
 * test_sm_parts.c - the parts of an SM in time, each by itself: schedulers, scoreboard, banked register file, pipes, fetch, small caches, shared memory, and
 * the limits of occupancy. The examples of their headers are held to. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "../../base/arena.h"
#include "../../machine/sm_banks.h"
#include "../../machine/sm_fetch.h"
#include "../../machine/sm_lines.h"
#include "../../machine/sm_occupancy.h"
#include "../../machine/sm_pipes.h"
#include "../../machine/sm_scheduler.h"
#include "../../machine/sm_scoreboard.h"
#include "../../machine/sm_shared.h"

/* ---- schedulers ---- */

static void check_order(const scheduler *s, int count, const int *want)
{
    int order[SCHEDULER_WARPS];
    assert_int_equal(scheduler_order(s, order), count);
    assert_memory_equal(order, want, (size_t)count * sizeof *want);
}

static void enter(scheduler *s, int count, const int *warps)
{
    for (int k = 0; k < count; k++)
        scheduler_enter(s, warps[k]);
}

static void gto_keeps_to_a_warp_then_takes_the_oldest(void **state)
{
    (void)state;
    scheduler s;
    scheduler_open(&s, MACHINE_GTO, 0);
    enter(&s, 4, (int[]){4, 0, 2, 6});
    check_order(&s, 4, (int[]){4, 0, 2, 6});
    scheduler_issued(&s, 2);
    check_order(&s, 4, (int[]){2, 4, 0, 6});
    scheduler_leave(&s, 2);
    check_order(&s, 3, (int[]){4, 0, 6});
    scheduler_enter(&s, 2); /* another warp in its place is the youngest */
    check_order(&s, 4, (int[]){4, 0, 6, 2});
}

static void lrr_goes_on_behind_the_last(void **state)
{
    (void)state;
    scheduler s;
    scheduler_open(&s, MACHINE_LRR, 0);
    enter(&s, 3, (int[]){4, 0, 2});
    check_order(&s, 3, (int[]){0, 2, 4});
    scheduler_issued(&s, 2);
    check_order(&s, 3, (int[]){4, 0, 2});
    scheduler_issued(&s, 4);
    check_order(&s, 3, (int[]){0, 2, 4});
}

static void two_levels_look_at_a_few(void **state)
{
    (void)state;
    scheduler s;
    scheduler_open(&s, MACHINE_TWO_LEVEL, 2);
    enter(&s, 4, (int[]){0, 1, 2, 3});
    check_order(&s, 2, (int[]){0, 1});
    scheduler_waits(&s, 0); /* 2 waits longest */
    check_order(&s, 2, (int[]){1, 2});
    scheduler_waits(&s, 3); /* it is not looked at anyway */
    check_order(&s, 2, (int[]){1, 2});
    scheduler_waits(&s, 2);
    check_order(&s, 2, (int[]){1, 3});
    scheduler_waits(&s, 1);
    check_order(&s, 2, (int[]){0, 3});
}

/* ---- scoreboard ---- */

static void a_register_waits_for_its_write(void **state)
{
    (void)state;
    scoreboard b;
    feed_instruction writes = {.op = TRACE_ALU, .destinations = 1, .destination = {1}, .sources = 1, .source = {3}};
    feed_instruction reads = {.op = TRACE_ALU, .destinations = 1, .destination = {2}, .sources = 1, .source = {1}};
    feed_instruction other = {.op = TRACE_ALU, .destinations = 1, .destination = {4}, .sources = 1, .source = {2}};
    scoreboard_open(&b, 2, 5);
    assert_true(scoreboard_may_issue(&b, 0, &writes));
    scoreboard_issue(&b, 0, &writes);
    assert_false(scoreboard_may_issue(&b, 0, &writes)); /* WAW */
    assert_false(scoreboard_may_issue(&b, 0, &reads));  /* RAW */
    assert_true(scoreboard_may_issue(&b, 0, &other));
    assert_true(scoreboard_may_issue(&b, 1, &reads)); /* of another warp */
    assert_false(scoreboard_may_write(&b, 0, 3));     /* WAR */
    scoreboard_read(&b, 0, &writes);
    assert_true(scoreboard_may_write(&b, 0, 3));
    scoreboard_written(&b, 0, &writes);
    assert_true(scoreboard_may_issue(&b, 0, &reads));
    scoreboard_close(&b);
}

static void a_branch_waits_for_the_comparison(void **state)
{
    (void)state;
    scoreboard b;
    feed_instruction compares = {.op = TRACE_ALU, .sources = 1, .source = {0}}, branch = {.op = TRACE_CONTROL};
    scoreboard_open(&b, 1, 1);
    scoreboard_issue(&b, 0, &compares);
    assert_false(scoreboard_may_issue(&b, 0, &branch));
    scoreboard_written(&b, 0, &compares);
    assert_true(scoreboard_may_issue(&b, 0, &branch));
    scoreboard_close(&b);
}

/* ---- register file ---- */

static const banks_shape small = {.banks = 4, .collectors = {2, 1, 1}, .width = {2, 1, 1}};

/* Cycles until an instruction that is issued now stands in front of its pipe. */
static int cycles_to_pipe(banked_file *b, const banks_instruction *i)
{
    int cycles = 0;
    banks_issue(b, 0, i);
    while (banks_front(b, 0, 0) < 0) {
        cycles++;
        banks_cycle(b);
    }
    banks_leave(b, 0, 0);
    return cycles;
}

static void a_collector_takes_a_value_a_cycle(void **state)
{
    (void)state;
    banked_file b;
    banks_open(&b, &small);
    assert_int_equal(cycles_to_pipe(&b, &(banks_instruction){.operation = 7}), 2);
    assert_int_equal(cycles_to_pipe(&b, &(banks_instruction){.operation = 7, .sources = 1, .source = {0}}), 3);
    assert_int_equal(cycles_to_pipe(&b, &(banks_instruction){.operation = 7, .sources = 2, .source = {0, 1}}), 4);
    assert_int_equal(cycles_to_pipe(&b, &(banks_instruction){.operation = 7, .sources = 2, .source = {0, 4}}), 4); /* one bank */
    assert_int_equal((int)b.reads, 5);
    assert_int_equal(b.busy, 0);
}

static void a_bank_serves_one_at_a_time_and_writes_first(void **state)
{
    (void)state;
    banked_file b;
    banks_open(&b, &small);
    banks_issue(&b, 0, &(banks_instruction){.operation = 1, .sources = 1, .source = {0}});
    banks_issue(&b, 0, &(banks_instruction){.operation = 2, .warp = 1, .sources = 1, .source = {3}}); /* (3 + 1) mod 4 */
    assert_false(banks_may_issue(&b, 0));
    banks_cycle(&b); /* collectors */
    assert_true(banks_may_issue(&b, 0));
    assert_true(banks_write(&b, 0, 4));
    assert_false(banks_write(&b, 2, 2)); /* the same bank */
    banks_cycle(&b);                     /* the write has it */
    banks_cycle(&b);                     /* the first */
    banks_cycle(&b);                     /* the second; the first leaves */
    assert_int_equal(banks_front(&b, 0, 0), 1);
    assert_int_equal(banks_front(&b, 0, 1), -1);
    banks_cycle(&b);
    assert_int_equal(banks_front(&b, 0, 1), 2);
    assert_int_equal((int)b.conflicts, 1);
}

/* ---- pipes ---- */

static void a_result_comes_after_its_latency(void **state)
{
    (void)state;
    pipes p;
    int done[PIPES_BUSES];
    pipes_open(&p, 1, 1);
    assert_true(pipes_may_take(&p, 0, 4));
    pipes_take(&p, 0, 4, 2, 9);
    assert_false(pipes_may_take(&p, 0, 6)); /* interval */
    pipes_clock(&p);
    assert_false(pipes_may_take(&p, 0, 3));
    pipes_clock(&p);
    assert_true(pipes_may_take(&p, 0, 4));
    assert_false(pipes_may_take(&p, 0, 2)); /* the bus is taken then */
    for (int cycle = 2; cycle < 5; cycle++) {
        assert_int_equal(pipes_done(&p, done), 0);
        pipes_clock(&p);
    }
    assert_int_equal(pipes_done(&p, done), 1);
    assert_int_equal(done[0], 9);
    assert_int_equal(p.under_way, 0);
}

/* ---- fetch ---- */

/* A warp's pcs, and which lines are there. */
typedef struct {
    uint64_t pc[8];
    int count, next, asked;
    bool there;
} program;

static bool program_pc(void *own, int warp, int n, uint64_t *pc)
{
    program *p = own;
    (void)warp;
    if (p->next + n >= p->count)
        return false;
    *pc = p->pc[p->next + n];
    return true;
}

static bool program_line(void *own, int warp, uint64_t pc)
{
    program *p = own;
    (void)warp, (void)pc;
    p->asked++;
    return p->there;
}

/* In which cycles the warp issues. */
static void issue_cycles(program *p, fetch *f, int *cycles)
{
    for (int cycle = 0, n = 0; n < p->count; cycle++) {
        assert_true(cycle < 50);
        if (fetch_look(f, 0)) {
            fetch_issued(f, 0);
            p->next++;
            cycles[n++] = cycle;
        }
        fetch_cycle(f);
    }
}

static void a_warp_fetches_two_and_drops_what_it_jumps_over(void **state)
{
    (void)state;
    fetch f;
    int cycles[8];
    program straight = {{0, 8, 16, 24}, 4, 0, 0, true}, jump = {{0, 64, 72}, 3, 0, 0, true}, edge = {{120, 128}, 2, 0, 0, true};
    const fetch_source source[] = {
        {&straight, program_pc, program_line}, {&jump, program_pc, program_line}, {&edge, program_pc, program_line}};
    fetch_open(&f, false, 128, 8, &source[0]);
    fetch_enter(&f, 0);
    issue_cycles(&straight, &f, cycles);
    assert_memory_equal(cycles, ((int[]){2, 3, 5, 6}), 4 * sizeof(int));
    assert_int_equal(straight.asked, 2);
    fetch_open(&f, false, 128, 8, &source[1]);
    fetch_enter(&f, 0);
    issue_cycles(&jump, &f, cycles); /* the one behind the jump is dropped in cycle 3 */
    assert_memory_equal(cycles, ((int[]){2, 5, 6}), 3 * sizeof(int));
    fetch_open(&f, false, 128, 8, &source[2]);
    fetch_enter(&f, 0);
    issue_cycles(&edge, &f, cycles); /* two lines */
    assert_memory_equal(cycles, ((int[]){2, 4}), 2 * sizeof(int));
}

static void a_warp_waits_for_its_line(void **state)
{
    (void)state;
    fetch f;
    program p = {{0, 8}, 2, 0, 0, false};
    const fetch_source source = {&p, program_pc, program_line};
    fetch_open(&f, false, 128, 8, &source);
    fetch_enter(&f, 0);
    for (int k = 0; k < 5; k++)
        fetch_cycle(&f);
    assert_int_equal(p.asked, 1);
    p.there = true;
    fetch_filled(&f, 0);
    fetch_cycle(&f);
    assert_false(fetch_look(&f, 0));
    fetch_cycle(&f);
    assert_true(fetch_look(&f, 0));
}

/* A warp that is stopped loses what it has, also what is decoded, and fetches it again from fetch_go on. */
static void a_warp_that_is_stopped_fetches_again(void **state)
{
    (void)state;
    fetch f;
    program p = {{0, 8}, 2, 0, 0, true};
    const fetch_source source = {&p, program_pc, program_line};
    for (int cycles = 1; cycles <= 2; cycles++) {
        p.asked = 0;
        fetch_open(&f, false, 128, 8, &source);
        fetch_enter(&f, 0);
        for (int k = 0; k < cycles; k++)
            fetch_cycle(&f);
        assert_true(fetch_look(&f, 0) == (cycles == 2));
        fetch_stop(&f, 0);
        for (int k = 0; k < 5; k++)
            assert_false(fetch_look(&f, 0) || fetch_cycle(&f) || !fetch_stops(&f));
        fetch_go(&f, 0);
        fetch_cycle(&f);
        assert_false(fetch_look(&f, 0) || fetch_stops(&f));
        fetch_cycle(&f);
        assert_true(fetch_look(&f, 0) && p.asked == 2);
    }
    /* Its line comes meanwhile */
    p.there = false;
    fetch_open(&f, false, 128, 8, &source);
    fetch_enter(&f, 0);
    fetch_cycle(&f);
    fetch_stop(&f, 0);
    p.there = true;
    fetch_filled(&f, 0);
    assert_false(fetch_cycle(&f));
    fetch_go(&f, 0);
    assert_true(fetch_cycle(&f));
}

static void ideal_fetch_has_all(void **state)
{
    (void)state;
    fetch f;
    int cycles[8];
    program p = {{0, 64, 8}, 3, 0, 0, false};
    const fetch_source source = {&p, program_pc, program_line};
    fetch_open(&f, true, 128, 8, &source);
    fetch_enter(&f, 0);
    issue_cycles(&p, &f, cycles);
    assert_memory_equal(cycles, ((int[]){0, 1, 2}), 3 * sizeof(int));
    assert_int_equal(p.asked, 0);
}

/* ---- small caches, shared memory, occupancy ---- */

/* Else warps that want more lines than a set has would drive out each other's before anyone has them. */
static void a_line_that_came_stays_until_it_is_looked_at(void **state)
{
    (void)state;
    line_tags *l = zalloc(sizeof *l);
    lines_open(l, 1, 1, 64);
    assert_int_equal(lines_look(l, 0), LINE_MISSING);
    lines_fill(l, 0);
    assert_int_equal(lines_look(l, 64), LINE_COMES);
    assert_int_equal(lines_look(l, 0), LINE_THERE);
    assert_true(l->freed); /* who was refused looks again */
    assert_int_equal(lines_look(l, 64), LINE_MISSING);
    assert_false(l->freed);
    arena_free(l);
}

static void the_line_that_was_used_longest_ago_goes(void **state)
{
    (void)state;
    line_tags *l = zalloc(sizeof *l);
    lines_open(l, 2, 2, 64);
    assert_int_equal(lines_look(l, 0), LINE_MISSING);
    assert_int_equal(lines_look(l, 63), LINE_COMES);
    lines_fill(l, 0);
    assert_int_equal(lines_look(l, 63), LINE_THERE);
    assert_int_equal(lines_look(l, 128), LINE_MISSING);
    assert_int_equal(lines_look(l, 64), LINE_MISSING); /* of the other set */
    lines_fill(l, 128);
    assert_int_equal(lines_look(l, 128), LINE_THERE);
    assert_int_equal(lines_look(l, 0), LINE_THERE);
    assert_int_equal(lines_look(l, 256), LINE_MISSING); /* 128 goes */
    assert_int_equal(lines_look(l, 384), LINE_MISSING); /* 0 goes: 256 comes */
    assert_int_equal(lines_look(l, 512), LINE_COMES);   /* both come */
    lines_forget(l, 384);
    assert_int_equal(lines_look(l, 512), LINE_MISSING);
    arena_free(l);
}

static void banks_of_shared_memory_take_turns(void **state)
{
    (void)state;
    feed_access *a = zalloc(sizeof *a + 32 * sizeof *a->addr);
    const struct {
        int step, size, cycles;
    } cases[] = {{4, 4, 1}, {8, 4, 2}, {128, 4, 32}, {0, 4, 1}, {12, 4, 1}, {8, 8, 2}, {1, 1, 1}};
    a->mask[0] = 0xffffffff;
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        for (int lane = 0; lane < 32; lane++)
            a->addr[lane] = (uint64_t)(lane * cases[k].step);
        a->size = cases[k].size;
        assert_int_equal(shared_cycles(a, 32, 32), cases[k].cycles);
    }
    a->mask[0] = 0; /* nobody */
    assert_int_equal(shared_cycles(a, 32, 32), 1);
    arena_free(a);
}

static void each_limit_holds_blocks_off(void **state)
{
    (void)state;
    const occupancy_limits gtx480 = {.blocks = 8, .threads = 1536, .registers = 32768, .shared_bytes = 49152, .lanes = 32};
    const struct {
        block_needs n;
        int blocks;
        occupancy_limit by;
    } cases[] = {
        {{32, 8, 0}, 8, BY_BLOCKS}, {{256, 16, 4096}, 6, BY_THREADS}, {{256, 21, 4096}, 5, BY_REGISTERS}, {{64, 20, 16384}, 3, BY_SHARED},
        {{33, 0, 0}, 8, BY_BLOCKS}, {{1537, 0, 0}, 0, BY_THREADS},    {{1024, 33, 0}, 0, BY_REGISTERS},   {{32, 8, 49153}, 0, BY_SHARED},
    };
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        occupancy_limit by;
        assert_int_equal(occupancy_of(&gtx480, &cases[k].n, &by), cases[k].blocks);
        assert_int_equal(by, cases[k].by);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(gto_keeps_to_a_warp_then_takes_the_oldest),
        cmocka_unit_test(lrr_goes_on_behind_the_last),
        cmocka_unit_test(two_levels_look_at_a_few),
        cmocka_unit_test(a_register_waits_for_its_write),
        cmocka_unit_test(a_branch_waits_for_the_comparison),
        cmocka_unit_test(a_collector_takes_a_value_a_cycle),
        cmocka_unit_test(a_bank_serves_one_at_a_time_and_writes_first),
        cmocka_unit_test(a_result_comes_after_its_latency),
        cmocka_unit_test(a_warp_fetches_two_and_drops_what_it_jumps_over),
        cmocka_unit_test(a_warp_waits_for_its_line),
        cmocka_unit_test(a_warp_that_is_stopped_fetches_again),
        cmocka_unit_test(ideal_fetch_has_all),
        cmocka_unit_test(a_line_that_came_stays_until_it_is_looked_at),
        cmocka_unit_test(the_line_that_was_used_longest_ago_goes),
        cmocka_unit_test(banks_of_shared_memory_take_turns),
        cmocka_unit_test(each_limit_holds_blocks_off),
    };
    return cmocka_run_group_tests_name("sm_parts", tests, NULL, NULL);
}
