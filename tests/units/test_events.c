/* SPDX-License-Identifier: Apache-2.0
 *
 * test_events.c - event maps, and routines that events trigger, instruction by instruction: those of examples/assist against plain loops, and what a bad routine says. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "../../base/random.h"
#include "../../gen/design.h"
#include "../../machine/event_map.h"
#include "../../machine/routine_instance.h"
#include "trace_files.h"

enum { ANSWER, PREDICATE, SETS = 64, MEMORY = 16 * SETS };

/* ---- maps ---- */

#define CODE "find\n00008067  jalr\n\nkeep\n00008067  jalr\n"
#define ENTRY "[a]\nevent = 1\nroutine = find\npriority = "

static void read_map(const char *path)
{
    event_map m;
    event_map_read(&m, path);
}

static void a_map_is_read(void **state)
{
    event_map m;
    (void)state;
    put_string("code.txt", CODE);
    event_map_read(&m, put_string("m.ini", "code = code.txt\nmemory = 64\nbusy = memory\n" ENTRY "high\nskip = 2\nworth = 10\n"
                                           "[b]\nevent = miss\nroutine = keep\npriority = low\nwith = a\n"));
    assert_true(m.count == 2 && m.memory == 64 && m.memory_busy);
    assert_true(m.by_number[1] == 0 && m.by_number[2] == -1 && m.by_kind[EVENT_MISS] == 1 && m.by_kind[EVENT_LOAD] == -1);
    assert_true(m.entry[0].high == 1 && m.entry[0].skip == 2 && m.entry[0].worth == 10 && m.entry[0].with == -1 && m.entry[0].routine == 0);
    assert_true(m.entry[1].high == 0 && m.entry[1].skip == -1 && m.entry[1].with == 0 && m.entry[1].routine == 1);
    assert_true(event_map_registers(&m, true) == 1 && event_map_registers(&m, false) == 1);
    event_map_close(&m);
}

static void a_bad_map_is_refused(void **state)
{
    static const struct {
        const char *text, *said;
    } table[] = {
        {ENTRY "high\n", "m.ini: no code: "},
        {"code = code.txt\n", "m.ini: no entry: "},
        {"code = none.txt\n" ENTRY "high\n", "none.txt: cannot be read"},
        {"code = code.txt\n" ENTRY "high\nsize = 3\n", "m.ini:6: size: event, routine, priority, skip, worth and with are accepted"},
        {"code = code.txt\nsize = 3\n", "m.ini:2: size: code, memory and busy are accepted before the first section"},
        {"code = code.txt\nmemory = 65537\n", "m.ini:2: memory = 65537: bytes of a warp from 0 to 65536 is accepted"},
        {"code = code.txt\nbusy = dram\n", "m.ini:2: busy = dram: issue or memory is accepted"},
        {"code = code.txt\n[a]\nevent = store\n", "m.ini:3: event = store: load, miss or the number of an event from 0 to 127 is accepted"},
        {"code = code.txt\n[a]\nevent = 128\n", "m.ini:3: event = 128: load, miss or the number"},
        {"code = code.txt\n" ENTRY "urgent\n", "m.ini:5: priority = urgent: high or low is accepted"},
        {"code = code.txt\n[a]\nroutine = find\npriority = low\n", "m.ini:2: [a] has no event"},
        {"code = code.txt\n[a]\nevent = 1\npriority = low\n", "m.ini:2: [a] has no routine"},
        {"code = code.txt\n[a]\nevent = 1\nroutine = find\n", "m.ini:2: [a] has no priority"},
        {"code = code.txt\n[a]\nevent = 1\nroutine = look\npriority = low\n", "m.ini:2: [a]: there is no routine look in its code"},
        {"code = code.txt\n" ENTRY "low\nskip = 2\n", "m.ini:2: [a]: skip is of an event of the kernel, with high priority"},
        {"code = code.txt\n" ENTRY "high\nskip = 1\n", "m.ini:2: [a]: skip is behind another event than its own"},
        {"code = code.txt\n" ENTRY "high\nwith = c\n", "m.ini:6: with = c: there is no such section"},
        {"code = code.txt\n" ENTRY "high\n[a]\n", "m.ini:6: there is a [a] in line 2"},
        {"code = code.txt\n" ENTRY "high\n[b]\nevent = 1\nroutine = keep\npriority = low\n",
         "m.ini:6: [b]: its event triggers [a] already"},
        {"code = code.txt\n[a]\nevent = miss\nroutine = find\npriority = high\n", "m.ini:2: [a]: a miss triggers with low priority"},
        {"code = code.txt\n[a b]\n", "m.ini:2: [a b]: a name of small letters, digits and _ is accepted"},
        {"code = code.txt\n[]\n", "m.ini:2: []: a name of small letters, digits and _ is accepted"},
        {"code =\n" ENTRY "high\n", "m.ini:1: code = : a file beside the map is accepted"},
        {"code = code.txt\ncode = other.txt\n", "m.ini:2: code is given twice"},
        {"code = code.txt\n" ENTRY "high\n[b]\nevent = 2\nworth = 0\nworth = 5\n", "m.ini:9: worth is given twice"},
        {"code = code.txt\nmemory = 6\n", "m.ini:2: memory = 6: a multiple of 4 is accepted"},
        {"code = code.txt\n" ENTRY "high\nwith = a\n", "m.ini:6: with = a: that has no worth, so it never rests"},
        {"code = code.txt\n" ENTRY "high\nworth = 5\n[b]\nevent = 2\nroutine = keep\npriority = low\nwith = a\nworth = 5\n",
         "m.ini:11: with = a: [b] has a worth of its own, and rests by that"},
    };
    (void)state;
    put_string("code.txt", CODE);
    for (size_t k = 0; k < sizeof table / sizeof table[0]; k++)
        expect_refused(read_map, put_string("m.ini", table[k].text), table[k].said);
}

/* ---- an instance ---- */

static routine_store *uses(void)
{
    static routine_store *s;
    if (s == NULL)
        s = routine_store_open("examples/assist/routines.txt");
    return s;
}

static uint8_t memory[MEMORY];

static void start(routine_instance *r, const char *name, const uint32_t *first, const uint32_t *second, uint32_t mask)
{
    instance_start s = {.memory = memory, .bytes = sizeof memory, .mask = mask};
    memcpy(s.in[0], first, sizeof s.in[0]);
    memcpy(s.in[1], second, sizeof s.in[1]);
    instance_begin(r, uses(), routine_find(uses(), name), &s);
}

static int run(routine_instance *r)
{
    routine_access a;
    int steps = 0;
    for (; instance_next(r) >= 0; steps++)
        instance_step(r, uses(), &a);
    return steps;
}

static bool said_yes(const routine_instance *r)
{
    return r->live.out[PREDICATE][0] != 0;
}

/* What is looked up: any function of the input. */
static uint32_t value_of(uint32_t input)
{
    return input * 0x85ebca6b ^ input >> 7;
}

static void draw(rng *random, uint32_t *input, uint32_t *value, uint32_t distinct)
{
    for (int lane = 0; lane < ROUTINE_LANES; lane++) {
        input[lane] = rng_below(random, 3000) == 0 ? 0 : (1 + rng_below(random, distinct)) * 0x01000193;
        value[lane] = value_of(input[lane]);
    }
}

/* Two entries of each set, the newer one first, as a plain loop has them. */
typedef struct {
    uint32_t input[SETS][2], value[SETS][2];
} plain_table;

static int plain_set(uint32_t input)
{
    return (int)(input * 0x9e3779b1u >> 26);
}

static int plain_find(const plain_table *t, uint32_t input)
{
    const int s = plain_set(input);
    return t->input[s][0] == input ? 0 : t->input[s][1] == input ? 1 : -1;
}

/* Of lanes that bring inputs of one set the highest stays; what was there is as it was before any lane. */
static void plain_keep(plain_table *t, const uint32_t *input, const uint32_t *value)
{
    const plain_table before = *t;
    for (int lane = 0; lane < ROUTINE_LANES; lane++) {
        const int s = plain_set(input[lane]);
        if (plain_find(&before, input[lane]) >= 0)
            continue;
        t->input[s][1] = before.input[s][0];
        t->value[s][1] = before.value[s][0];
        t->input[s][0] = input[lane];
        t->value[s][0] = value[lane];
    }
}

/* Each look says what a plain loop says, and has its values to the bit. */
static void the_table_is_that_of_a_plain_loop(void **state)
{
    static plain_table t;
    routine_instance look = {0}, keep = {0};
    uint32_t input[ROUTINE_LANES], value[ROUTINE_LANES];
    rng random = {.state = 5};
    int found = 0, missed = 0;
    (void)state;
    memset(memory, 0, sizeof memory);
    for (int k = 0; k < 3000; k++) {
        draw(&random, input, value, k < 1500 ? 8 : 2 + rng_below(&random, 400));
        bool all = true;
        for (int lane = 0; lane < ROUTINE_LANES; lane++)
            all &= input[lane] != 0 && plain_find(&t, input[lane]) >= 0;
        start(&look, "memo_look", input, input, UINT32_MAX);
        assert_int_equal(run(&look), 32);
        assert_int_equal(said_yes(&look), all);
        for (int lane = 0; lane < ROUTINE_LANES && all; lane++)
            assert_int_equal(look.live.out[ANSWER][lane], value[lane]);
        found += all;
        missed += !all;
        if (all)
            continue;
        start(&keep, "memo_keep", input, value, UINT32_MAX);
        run(&keep);
        plain_keep(&t, input, value);
        for (int s = 0; s < SETS; s++)
            for (int e = 0; e < 2; e++) {
                uint32_t entry[2];
                memcpy(entry, memory + 16 * s + 8 * e, sizeof entry);
                assert_true(entry[0] == t.input[s][e] && entry[1] == t.value[s][e]);
            }
    }
    assert_true(found > 100 && missed > 100);
    instance_free(&look);
    instance_free(&keep);
}

/* A look may run between any two instructions of a keep of its warp. */
static void what_is_kept_meanwhile_is_never_half_found(void **state)
{
    routine_instance look = {0}, keep = {0};
    uint32_t input[ROUTINE_LANES], value[ROUTINE_LANES], other[ROUTINE_LANES], of_other[ROUTINE_LANES];
    rng random = {.state = 7};
    routine_access a;
    int found = 0;
    (void)state;
    memset(memory, 0, sizeof memory);
    for (int k = 0; k < 20000; k++) {
        draw(&random, input, value, 5);
        draw(&random, other, of_other, 5 + rng_below(&random, 100));
        for (int lane = 0; lane < ROUTINE_LANES; lane++) { /* so that a set's entries change often */
            other[lane] += rng_below(&random, 2) << 30;
            of_other[lane] = value_of(other[lane]);
        }
        start(&keep, "memo_keep", k % 3 ? other : input, k % 3 ? of_other : value, UINT32_MAX);
        start(&look, "memo_look", input, input, UINT32_MAX);
        while (instance_next(&look) >= 0)
            if (instance_next(&keep) >= 0 && rng_below(&random, 2))
                instance_step(&keep, uses(), &a);
            else
                instance_step(&look, uses(), &a);
        run(&keep);
        for (int lane = 0; lane < ROUTINE_LANES && said_yes(&look); lane++)
            assert_int_equal(look.live.out[ANSWER][lane], value[lane]);
        found += said_yes(&look);
    }
    assert_true(found > 100);
    instance_free(&look);
    instance_free(&keep);
}

/* ---- the stride prefetcher ---- */

static void the_eight_next_lines_are_those_of_a_plain_loop(void **state)
{
    routine_instance r = {0};
    uint32_t line[ROUTINE_LANES], at = 0x1000, last = 0, stride = 0;
    rng random = {.state = 3};
    int ahead = 0;
    (void)state;
    memset(memory, 0, sizeof memory);
    for (int k = 0; k < 400; k++) {
        at += k % 8 ? 128 * (1 + (unsigned)k / 8 % 3) : 128 * rng_below(&random, 1000);
        for (int lane = 0; lane < ROUTINE_LANES; lane++)
            line[lane] = at;
        const bool expected = at - last == stride;
        bool prefetched = false;
        start(&r, "stride_ahead", line, line, UINT32_MAX);
        r.high = (uint64_t)7 << 32;
        for (routine_access a; instance_next(&r) >= 0;)
            if (instance_step(&r, uses(), &a) && a.prefetch) {
                prefetched = true;
                for (unsigned lane = 0; lane < ROUTINE_LANES; lane++)
                    assert_true(a.addr[lane] == ((uint64_t)7 << 32 | (uint32_t)(at + (lane % 8 + 1) * stride)));
            }
        assert_int_equal(prefetched, expected);
        ahead += prefetched;
        stride = at - last;
        last = at;
    }
    assert_in_range(ahead, 200, 350);
    instance_free(&r);
}

/* ---- lanes and live registers ---- */

/* live.in a3, 0; live.in a4, 1; add a3, a3, a4; live.out 0, a3; ret */
static void live_registers_go_in_and_out(void **state)
{
    routine_store *s = routine_store_open(
        put_string("s.txt", "x\n0000468b  live.in\n0200470b  live.in\n00e686b3  add\n0006d00b  live.out\n00008067  jalr\n"));
    routine_instance r = {0};
    routine_access a;
    instance_start of = {.memory = memory, .bytes = 4, .mask = 0x80000005};
    (void)state;
    for (unsigned lane = 0; lane < ROUTINE_LANES; lane++) {
        of.in[0][lane] = lane;
        of.in[1][lane] = 1000;
    }
    instance_begin(&r, s, 0, &of);
    while (instance_next(&r) >= 0)
        assert_false(instance_step(&r, s, &a));
    for (unsigned lane = 0; lane < ROUTINE_LANES; lane++)
        assert_int_equal(r.live.out[0][lane], of.mask >> lane & 1 ? 1000 + lane : 0);
    instance_free(&r);
    routine_store_close(s);
}

static void run_bad(const char *path)
{
    routine_store *s = routine_store_open(path);
    routine_instance r = {0};
    routine_access a;
    instance_begin(&r, s, 0, &(instance_start){.memory = memory, .bytes = 8, .mask = UINT32_MAX});
    while (instance_next(&r) >= 0)
        instance_step(&r, s, &a);
}

static void a_bad_routine_is_told(void **state)
{
    static const struct {
        const char *text, *said;
        int code;
    } table[] = {
        {"x\n00852283  lw\n00008067  jalr\n",
         "the routine x, lane 0: a load of 4 bytes at 00001008 is outside its memory, 8 bytes from 00001000 on", 1}, /* lw t0, 8(a0) */
        {"x\n00002283  lw\n00008067  jalr\n", "the routine x, lane 0: a load of 4 bytes at 00000000 is outside its memory",
         1}, /* lw t0, 0(x0) */
        {"x\n005503a3  sb\n00550423  sb\n00008067  jalr\n", "the routine x, lane 0: a store of 1 byte at 00001008 is outside",
         1}, /* sb t0, 7(a0), 8(a0) */
        {"x\n00152283  lw\n00008067  jalr\n", "the routine x, lane 0: a load of 4 bytes at 00001001 is misaligned", 1}, /* lw t0, 1(a0) */
        {"x\n800002b7  lui\n0002a283  lw\n00008067  jalr\n", "a load of 4 bytes at 80000000 is outside its memory",
         1}, /* where a thread's stack would be */
        {"x\n00000513  addi\n", "the routine x leaves its code", 1},
        {"x\n00060463  beq\n00008067  jalr\n00008067  jalr\n", "the routine x returns with some of its lanes, and 1 go on",
         1}, /* beqz a2 */
        {"x\n0400428b  live.in\n00008067  jalr\n", "the routine x, lane 0: live register 2; a routine has 0 to 1", 1},
        {"x\n0000300b  event\n00008067  jalr\n", "x has event (0000300b): instructions of RV32IMF, votes and live registers are accepted",
         2}};
    (void)state;
    for (size_t k = 0; k < sizeof table / sizeof table[0]; k++) {
        outcome o = outcome_of(run_bad, put_string("s.txt", table[k].text));
        assert_int_equal(o.code, table[k].code);
        assert_int_equal(o.lines, 1);
        assert_non_null(strstr(o.said, table[k].said));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_map_is_read),
        cmocka_unit_test(a_bad_map_is_refused),
        cmocka_unit_test(the_table_is_that_of_a_plain_loop),
        cmocka_unit_test(what_is_kept_meanwhile_is_never_half_found),
        cmocka_unit_test(the_eight_next_lines_are_those_of_a_plain_loop),
        cmocka_unit_test(live_registers_go_in_and_out),
        cmocka_unit_test(a_bad_routine_is_told),
    };
    return cmocka_run_group_tests_name("events", tests, own_folder_make, own_folder_remove);
}
