/* SPDX-License-Identifier: Apache-2.0
 *
 * test_routine_store.c - the code of the routines that is carried: its paths, and what it does with lines, against the codecs' golden models. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "../../machine/routine_set.h"
#include "../../sim/stimuli.h"
#include "timed_trace.h"

static routine_store *carried(void)
{
    static routine_store *s;
    if (s == NULL)
        s = routine_store_open(NULL);
    return s;
}

static routine_set *set_of(const char *unit)
{
    static design d;
    design_init_named(&d, unit, "test");
    routine_set_fit(&d);
    return routine_set_open(carried(), &d);
}

/* Each line goes there and back as the codec says; `paths` are then all that there are. */
static void run_lines(const char *unit, int lines_of, int *fitted)
{
    routine_set *set = set_of(unit);
    stimuli *s = stimuli_new(&set->d, 1, NULL, 0);
    stimulus x;
    *fitted = 0;
    for (int i = 0; i < lines_of; i++) {
        stimuli_next(s, &x);
        *fitted += routine_set_decompress(set, x.block) != NULL;
        assert_true(routine_set_compress(set, x.block)->count > 4);
        assert_int_equal(set->wrong, 0);
    }
    stimuli_free(s);
    routine_set_close(set);
}

static void routines_do_what_their_codecs_do(void **state)
{
    static const char *const units[] = {"linebdi", "fpc", "cpack", "bestof"};
    (void)state;
    for (size_t k = 0; k < sizeof units / sizeof units[0]; k++) {
        int fitted;
        run_lines(units[k], 2000, &fitted);
        assert_in_range(fitted, 200, 1990);
    }
}

/* The steps of docs/routines.md: 4 for a line of zeros, 12 of repeated eights, 32 of eights with deltas of a byte; 16 to 123 to compress it. */
static void paths_have_the_steps_of_the_table(void **state)
{
    (void)state;
    uint32_t zeros[32] = {0}, repeated[32], near[32], far[32];
    routine_set *set = set_of("linebdi");
    for (unsigned k = 0; k < 32; k++) {
        repeated[k] = k % 2 ? 0x12345678 : 0x9abcdef0;
        near[k] = k % 2 ? 0x12345678 : 0x9abcdef0 + k;
        far[k] = k * 0x9e3779b9 + 1;
    }
    assert_int_equal(routine_set_decompress(set, zeros)->count, 4);
    assert_int_equal(routine_set_decompress(set, repeated)->count, 12);
    assert_int_equal(routine_set_decompress(set, near)->count, 32);
    assert_null(routine_set_decompress(set, far));
    assert_int_equal(routine_set_compress(set, zeros)->count, 16);
    assert_in_range(routine_set_compress(set, far)->count, 40, 123);
    assert_int_equal(set->wrong, 0);
    assert_int_equal(routine_set_registers(set, false), 10);
    assert_int_equal(routine_set_registers(set, true), 16);
    routine_set_close(set);
}

static void a_step_tells_what_it_reads_and_writes(void **state)
{
    (void)state;
    uint32_t zeros[32] = {0};
    routine_set *set = set_of("linebdi");
    const routine_path *p = routine_set_decompress(set, zeros); /* slli t0, a2, 2; add t0, t0, a1; sw zero, 0(t0); ret */
    const feed_instruction *step[4];
    for (int k = 0; k < 4; k++)
        step[k] = routine_instruction(carried(), p->step[k]);
    const feed_instruction *shift = step[0], *add = step[1], *store = step[2], *ret = step[3];
    assert_true(shift->op == TRACE_ALU && shift->sources == 1 && shift->destinations == 1 && shift->accesses == NULL);
    assert_true(add->sources == 2 && add->source[0] == shift->destination[0] && add->destination[0] == shift->destination[0]);
    assert_true(store->op == TRACE_STORES && store->sources == 1 && store->destinations == 0 && store->accesses->store);
    assert_true(ret->op == TRACE_CONTROL && ret->sources == 1);
    routine_set_close(set);
}

/* ---- bad code ---- */

static void open_and_run(const char *path)
{
    uint32_t line[32] = {0}, to[32], result;
    routine_run(routine_store_open(path), 0, line, to, &result);
}

static void bad_code_is_told(void **state)
{
    static const struct {
        const char *text, *said;
        int code;
    } table[] = {{"x\n0000006f  jal\n", "the routine x does not end within 4096 instructions", 1},
                 {"x\n00000513  addi\n", "the routine x leaves its code at instruction 1", 1},
                 {"x\n00052283  lw\n0002a283  lw\n", "the routine x, lane 0: a load of 4 bytes at 00000000 is below global memory", 1},
                 {"x\n00000000  illegal\n", "x has illegal (00000000): instructions of RV32IMF, votes and live registers are accepted", 2},
                 {"x\n00000073  ecall\n", "x has ecall (00000073): instructions of", 2},
                 {"00008067  jalr\n", ":1: an instruction before the name of a routine", 2},
                 {"x y\n", ":1: \"x y\": a routine's name, or an instruction as 8", 2},
                 {"x\n00008067\n", ":2: \"00008067\": a routine's name, or an instruction as 8", 2},
                 {"x\n00008067  jalr\nxy\n00008067  jalr\nx\n00000013  addi\n", ":5: there is a routine x already", 2},
                 {"x\n", "x has no instruction", 2},
                 {"# nothing\n", "has no routine", 2}};
    (void)state;
    for (size_t k = 0; k < sizeof table / sizeof table[0]; k++) {
        outcome o = outcome_of(open_and_run, put_string("s.txt", table[k].text));
        assert_int_equal(o.code, table[k].code);
        assert_int_equal(o.lines, 1);
        assert_non_null(strstr(o.said, table[k].said));
    }
}

static void open_set(const char *unit)
{
    static design d;
    design_init_named(&d, unit, "test");
    design_check(&d);
    routine_set_open(carried(), &d);
}

static void a_codec_without_routines_is_refused(void **state)
{
    (void)state;
    outcome o = outcome_of(open_set, "bpc");
    assert_int_equal(o.code, 2);
    assert_non_null(strstr(o.said, "there are no assist warp routines of bpc: linebdi, fpc, cpack, bestof have some"));
    o = outcome_of(open_set, "linebdi"); /* as it is by default */
    assert_int_equal(o.code, 2);
    assert_non_null(strstr(o.said, "assist warp routines of linebdi are of the codec with base=first store=delta tag=head"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(routines_do_what_their_codecs_do),      cmocka_unit_test(paths_have_the_steps_of_the_table),
        cmocka_unit_test(a_step_tells_what_it_reads_and_writes), cmocka_unit_test(bad_code_is_told),
        cmocka_unit_test(a_codec_without_routines_is_refused),
    };
    return cmocka_run_group_tests_name("routine_store", tests, own_folder_make, own_folder_remove);
}
