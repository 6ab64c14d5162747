/* SPDX-License-Identifier: Apache-2.0
 *
 * test_sm_unit.c - a register file's model in the SMs of a machine: random programs of several warps, with loads, stores, barriers and divergence, in files
 * of several forms. The driver compares each operand with what was written, and the SM checks that it is of the last instruction before; so a run that
 * ends without a word has checked all. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "../../base/random.h"
#include "../../machine/timing.h"
#include "trace_files.h"

enum { LANES = 8, REGISTERS = 6, WARPS = 4, BLOCKS = 3 };

static void put_values(text *t, rng *r, uint32_t *old, uint32_t mask)
{
    uint32_t base = rng_word(r), step = rng_below(r, 3);
    for (uint32_t lane = 0; lane < LANES; lane++) {
        if (mask >> lane & 1)
            old[lane] = base + step * lane;
        text_printf(t, " %x", old[lane]);
    }
    text_puts(t, "\n");
}

/* One instruction of a warp, with what it writes and where. */
static void put_instruction(text *t, rng *r, int block, int warp, int pc, uint32_t (*registers)[LANES])
{
    uint32_t mask = rng_below(r, 4) ? 0xff : 1 + rng_below(r, 255), kind = rng_below(r, 8);
    int a = (int)rng_below(r, REGISTERS), b = (int)rng_below(r, REGISTERS), d = (int)rng_below(r, REGISTERS);
    if (kind == 0) { /* a store */
        text_printf(t, "i %d %d %x store %x R%d,R%d - ? ?\n+m %d %d %x st global 4 %x", block, warp, pc, mask, a, b, block, warp, pc, mask);
    } else if (kind == 1) { /* a load */
        text_printf(t, "i %d %d %x load %x R%d R%d ? ?\n+m %d %d %x ld global 4 %x", block, warp, pc, mask, a, d, block, warp, pc, mask);
    } else {
        text_printf(t, "i %d %d %x alu %x R%d,R%d R%d %s int\n", block, warp, pc, mask, a, b, d,
                    kind < 4    ? "mad"
                    : kind == 4 ? "div"
                                : "add");
    }
    if (kind < 2) {
        for (uint32_t lane = 0; lane < LANES; lane++)
            text_printf(t, " %x", mask >> lane & 1 ? 0x10000 + rng_below(r, 64) * 64 + 4 * lane : 0);
        text_puts(t, " :\n");
    }
    if (kind != 0) {
        text_printf(t, "+w %d %d %x %s R%d %x", block, warp, pc, kind == 1 ? "load" : "alu", d, mask);
        put_values(t, r, registers[d], mask);
    }
}

/* All warps write all registers, then run at random; a barrier stands in the middle. */
static char *random_programs(unsigned seed, int length)
{
    text t = {0};
    rng r = {seed};
    text_printf(&t, "# warptrace-text 3\n# lanes %d\nl %d 1 1 %d 1 1 0 0 %d ? random\n", LANES, BLOCKS, WARPS * LANES, REGISTERS);
    for (int block = 0; block < BLOCKS; block++)
        for (int warp = 0; warp < WARPS; warp++) {
            uint32_t registers[REGISTERS][LANES] = {{0}};
            for (int k = 0; k < REGISTERS; k++) {
                text_printf(&t, "i %d %d %x alu ff - R%d simple int\n+w %d %d %x alu R%d ff", block, warp, 8 * k, k, block, warp, 8 * k, k);
                put_values(&t, &r, registers[k], 0xff);
            }
            for (int k = 0; k < length; k++) {
                if (k == length / 2)
                    text_printf(&t, "i %d %d %x barrier ff - - ? ?\n", block, warp, 8 * (REGISTERS + k));
                else
                    put_instruction(&t, &r, block, warp, 8 * (REGISTERS + k), registers);
            }
            text_printf(&t, "i %d %d %x control ff - - ? ?\n", block, warp, 8 * (REGISTERS + length));
        }
    char *path = put_file("random.wtx", t.data, t.len);
    text_free(&t);
    return path;
}

static machine small_machine(void)
{
    machine m;
    char *path = put_string("small.ini", "base = gtx480\n[sm]\nsms = 2\nlanes = 8\nthreads = 384\n[pipes]\nlanes = 8\n");
    machine_read(&m, path);
    return m;
}

static timing_result run(const char *path, const char *parameters)
{
    static const char fixed[] = "lanes=8 bank=32 warps=8 registers=6 clusters=2 rows=32";
    const machine m = small_machine();
    feed_survey s;
    timing_result r;
    design d;
    feed_survey_read(&s, path);
    if (parameters) {
        design_init_named(&d, "wcrf", "test");
        design_set_all(&d, fixed, "test");
        design_set_all(&d, parameters, "test");
        assert_null(design_fault(&d));
    }
    timing_run(&r, &m, &s, (timing_designs){.file = parameters ? &d : NULL}, NULL);
    feed_survey_free(&s);
    return r;
}

static void every_operand_is_right(void **state)
{
    static const char *const forms[] = {"decompressors=2",           "compress=off", "decompressors=1 ports=1", "collect=fixed",
                                        "interlock=off forward=off", "merge=2"};
    (void)state;
    for (unsigned seed = 1; seed <= 3; seed++) {
        char *path = random_programs(seed, 60);
        for (size_t k = 0; k < sizeof forms / sizeof *forms; k++) {
            timing_result r = run(path, forms[k]);
            assert_true(r.file.checked > 500);
            assert_true(r.file.wrong == 0);
            assert_true(r.instructions == BLOCKS * WARPS * (REGISTERS + 60 + 1));
            timing_result_free(&r);
        }
    }
}

static void a_run_is_the_same_again_and_as_long_as_a_plain_one_about(void **state)
{
    (void)state;
    char *path = random_programs(7, 100);
    timing_result plain = run(path, NULL), first = run(path, "decompressors=2"), second = run(path, "decompressors=2");
    assert_true(first.cycles == second.cycles && first.file.checked == second.file.checked);
    assert_true(first.cycles > 0.8 * plain.cycles && first.cycles < 1.5 * plain.cycles);
    timing_result_free(&plain);
    timing_result_free(&first);
    timing_result_free(&second);
}

static const char *parameters_tried;

static void run_tried(const char *path)
{
    run(path, parameters_tried);
}

static void what_does_not_fit_is_refused(void **state)
{
    static const struct {
        const char *parameters, *line;
    } cases[] = {{"issues=1", "the register file has 1 issue ports; small has 2 schedulers"},
                 {"registers=5", "names 6 registers; the register file has 5 a warp"},
                 {"warps=2", "has a block of 4 warps; the register file holds 2"}};
    (void)state;
    char *path = random_programs(1, 4);
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        parameters_tried = cases[k].parameters;
        outcome o = outcome_of(run_tried, path);
        assert_int_equal(o.code, 2);
        assert_int_equal(o.lines, 1);
        assert_non_null(strstr(o.said, cases[k].line));
    }
}

/* ---- at rest ---- */

/* A user with one instruction, which a pipe takes when it may. */
typedef struct {
    sm_unit unit;
    scoreboard board;
    feed_instruction *next;
    bool may;
    int written;
} user;

static bool may_execute(void *own, int operation)
{
    (void)operation;
    return ((user *)own)->may;
}

static void execute(void *own, int operation)
{
    (void)own;
    (void)operation;
}

static void count_written(void *own, int operation)
{
    (void)operation;
    ((user *)own)->written++;
}

static void issue_next(void *own, int port)
{
    user *u = own;
    if (u->next == NULL)
        return;
    scoreboard_issue(&u->board, 0, u->next);
    unit_issue(&u->unit, port, 0, 0, u->next);
    u->next = NULL;
}

/* It moves while anything goes on in it, and stands still when that waits for a pipe, a result, or nothing. */
static void a_file_that_stands_still_has_not_moved(void **state)
{
    static const sm_unit_calls calls = {.may_execute = may_execute, .execute = execute, .written = count_written, .issue = issue_next};
    (void)state;
    char *path = put_string("one.wtx", "# warptrace-text 3\n# lanes 8\ni 0 0 0 alu ff - R0 add int\n+w 0 0 0 alu R0 ff 1 2 3 4 5 6 7 8\n");
    user *u = zalloc(sizeof *u);
    feed_survey s;
    design d;
    design_init_named(&d, "wcrf", "test");
    design_set_all(&d, "lanes=8 bank=32 warps=8 registers=6 clusters=2 rows=32 decompressors=2", "test");
    assert_null(design_fault(&d));
    feed_survey_read(&s, path);
    feed *f = feed_open(&s, FEED_WRITES);
    while (feed_read(f))
        ;
    scoreboard_open(&u->board, 8, s.registers);
    unit_open(&u->unit, &d, &s, &calls, u, &u->board, NULL);
    unit_cycle(&u->unit);
    assert_false(u->unit.moved);
    assert_true(unit_rest(&u->unit, 100));
    assert_true(u->unit.f.p.cycle == 101);

    feed_instruction *i = u->next = feed_take(f, 0);
    unit_cycle(&u->unit);
    assert_true(u->unit.moved);
    for (int k = 0; k < 20; k++)
        unit_cycle(&u->unit);
    assert_false(u->unit.moved); /* its operands are there, and no pipe takes them */
    assert_false(unit_rest(&u->unit, 100));
    u->may = true;
    unit_cycle(&u->unit);
    assert_true(u->unit.moved);
    unit_cycle(&u->unit);
    assert_false(u->unit.moved);
    unit_result(&u->unit, 0);
    assert_false(unit_rest(&u->unit, 100));
    unit_cycle(&u->unit);
    assert_true(u->unit.moved); /* its write is accepted */
    for (int k = 0; k < 20; k++)
        unit_cycle(&u->unit);
    assert_int_equal(u->written, 1);
    assert_false(u->unit.moved);
    assert_true(unit_rest(&u->unit, 100));

    unit_close(&u->unit);
    file_counts_free(&u->unit.counts);
    scoreboard_close(&u->board);
    feed_done(f, i);
    feed_close(f);
    feed_survey_free(&s);
    arena_free(u);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_operand_is_right),
        cmocka_unit_test(a_run_is_the_same_again_and_as_long_as_a_plain_one_about),
        cmocka_unit_test(what_does_not_fit_is_refused),
        cmocka_unit_test(a_file_that_stands_still_has_not_moved),
    };
    return cmocka_run_group_tests_name("sm_unit", tests, own_folder_make, own_folder_remove);
}
