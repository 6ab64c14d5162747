/* SPDX-License-Identifier: Apache-2.0
 *
 * The system assist: the examples of docs/assist.md, and each of its paragraphs, by hand, cycle by cycle. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "../../cmodel/warpfold.h"
#include "assist_bench.h"

/* ---- The examples of the page ---- */

static void one_trigger(void **state)
{
    (void)state;
    bench b = bench_new(NULL);
    load(&b, 3, 8, "ABC");
    map(&b, 1, 3, true, 10);
    at(&b, 100);
    trigger(&b, 1, 5, 77);
    assert_false(held(&b, 5));
    at(&b, 101);
    assert_true(held(&b, 5));
    trigger(&b, 1, 5, 78);
    assert_int_equal(until(&b, "deploy"), 106);
    assert_int_equal(*get(&b, "deploy", "count"), 2);
    assert_int_equal(*get(&b, "deploy", "instruction0"), 'A');
    assert_int_equal(*get(&b, "deploy", "instruction1"), 'B');
    assert_int_equal(*get(&b, "deploy", "address"), 8);
    assert_int_equal(*get(&b, "deploy", "entry"), 15);
    assert_int_equal(*get(&b, "deploy", "warp"), 5);
    assert_int_equal(*get(&b, "deploy", "data"), 77);
    assert_int_equal(*get(&b, "deploy", "last"), 0);
    at(&b, 108);
    issued(&b, 15);
    at(&b, 109);
    issued(&b, 15);
    assert_int_equal(until(&b, "deploy"), 111);
    assert_int_equal(*get(&b, "deploy", "count"), 1);
    assert_int_equal(*get(&b, "deploy", "instruction0"), 'C');
    assert_int_equal(*get(&b, "deploy", "last"), 1);
    at(&b, 120);
    retire(&b, 15);
    assert_int_equal(until(&b, "done"), 123);
    assert_int_equal(*get(&b, "done", "entry"), 15);
    assert_int_equal(*get(&b, "done", "data"), 77);
    assert_int_equal(*get(&b, "done", "cut"), 0);
    assert_int_equal(until(&b, "deploy"), 128);
    assert_int_equal(*get(&b, "deploy", "data"), 78);
    at(&b, 129);
    issued(&b, 15);
    assert_int_equal(until(&b, "deploy"), 132);
    at(&b, 140);
    retire(&b, 15);
    assert_int_equal(until(&b, "done"), 143);
    assert_true(held(&b, 5));
    at(&b, 144);
    assert_false(held(&b, 5));
    bench_free(&b);
}

static void low_priority(void **state)
{
    (void)state;
    bench b = bench_new(NULL);
    load(&b, 4, 20, "Xy");
    map(&b, 2, 4, false, 0);
    at(&b, 100);
    take(&b, "idle", false);
    trigger(&b, 2, 7, 1);
    assert_int_equal(until(&b, "idle"), 106);
    assert_int_equal(*get(&b, "idle", "instruction"), 'X');
    assert_int_equal(*get(&b, "idle", "entry"), 0);
    at(&b, 110);
    assert_int_equal(*get(&b, "idle", "instruction"), 'X');
    take(&b, "idle", true);
    at(&b, 111);
    assert_int_equal(*get(&b, "idle", "instruction"), 'Y');
    assert_int_equal(*get(&b, "idle", "branch"), 1);
    at(&b, 115);
    resume(&b, 0, 20);
    assert_int_equal(until(&b, "idle"), 118);
    assert_int_equal(*get(&b, "idle", "instruction"), 'X');
    assert_false(held(&b, 7));
    bench_free(&b);
}

static void a_kill(void **state)
{
    (void)state;
    bench b = bench_new(NULL);
    load(&b, 3, 8, "ABC");
    map(&b, 1, 3, true, 0);
    at(&b, 194);
    trigger(&b, 1, 5, 0);
    take(&b, "deploy", false);
    assert_int_equal(until(&b, "deploy"), 200);
    at(&b, 201);
    ask_kill(&b, 5);
    at(&b, 203);
    assert_false(*machine_ready(&b.m, "kill"));
    take(&b, "deploy", true);
    at(&b, 204);
    assert_true(*machine_ready(&b.m, "kill"));
    assert_false(*machine_valid(&b.m, "deploy"));
    assert_true(held(&b, 5));
    at(&b, 205);
    assert_false(held(&b, 5));
    issued(&b, 15);
    retire(&b, 15);
    for (int i = 0; i < 30; i++) {
        assert_false(*machine_valid(&b.m, "deploy"));
        assert_false(*machine_valid(&b.m, "done"));
        at(&b, b.cycle + 1);
    }
    bench_free(&b);
}

/* ---- Triggers ---- */

static void expect_dropped(bench *b, uint32_t reason, uint32_t data)
{
    at(b, b->cycle + 1);
    assert_true(*machine_valid(&b->m, "dropped"));
    assert_int_equal(*get(b, "dropped", "reason"), reason);
    assert_int_equal(*get(b, "dropped", "data"), data);
    at(b, b->cycle + 1);
    assert_false(*machine_valid(&b->m, "dropped"));
}

static void dropped(void **state)
{
    (void)state;
    bench b = bench_new(NULL);
    trigger(&b, 1, 5, 1);
    expect_dropped(&b, 1, 1);
    map(&b, 1, 3, true, 17);
    trigger(&b, 1, 5, 2);
    expect_dropped(&b, 2, 2);
    load(&b, 3, 8, "ABC");
    trigger(&b, 1, 5, 3); /* 16 registers are to spare */
    expect_dropped(&b, 3, 3);
    assert_false(held(&b, 5));
    map(&b, 1, 3, true, 16);
    trigger(&b, 1, 5, 4);
    at(&b, b.cycle + 1);
    assert_false(*machine_valid(&b.m, "dropped"));
    assert_true(held(&b, 5));
    at(&b, b.cycle + 10);
    assert_int_equal(*get(&b, "state", "wrong"), 3);
    assert_int_equal(*get(&b, "state", "triggers"), 4);
    bench_free(&b);
}

/* Low priority gets 8 entries and 8 places; the 17th is dropped. One of high priority finds an entry as ever. */
static void full(void **state)
{
    (void)state;
    bench b = bench_new(NULL);
    load(&b, 4, 20, "XYz");
    load(&b, 3, 8, "ABC");
    map(&b, 2, 4, false, 0);
    map(&b, 1, 3, true, 0);
    take(&b, "idle", false);
    for (uint32_t w = 0; w < 16; w++) {
        trigger(&b, 2, w, w);
        at(&b, b.cycle + 4);
    }
    trigger(&b, 2, 16, 16);
    expect_dropped(&b, 0, 16);
    assert_true(*machine_ready(&b.m, "trigger"));
    int before = b.cycle;
    trigger(&b, 1, 17, 17);
    assert_int_equal(until(&b, "deploy"), before + 6);
    at(&b, b.cycle + 4);
    assert_int_equal(*get(&b, "state", "full"), 1);
    assert_int_equal(*get(&b, "state", "started"), 9);
    bench_free(&b);
}

/* 32 lines of one load wait in 32 places, and go one after the other; with 31 that wait another warp's trigger goes in between. */
static void one_load(void **state)
{
    (void)state;
    enum { LINES = 32 };
    bench b = bench_new(NULL);
    load(&b, 3, 8, "ABC");
    map(&b, 1, 3, true, 0);
    take(&b, "deploy", false);
    for (uint32_t i = 0; i < LINES; i++) {
        assert_true(*machine_ready(&b.m, "trigger"));
        trigger(&b, 1, 5, i);
        at(&b, b.cycle + 1);
    }
    take(&b, "deploy", true);
    int before = b.cycle;
    trigger(&b, 1, 6, 100);
    serve(&b, 0);
    uint32_t next = 1; /* the first one is out */
    for (int i = 0; i < LINES * BENCH_LONG && next < LINES; i++) {
        if (*machine_valid(&b.m, "deploy") && *get(&b, "deploy", "address") == 8) {
            bool other = *get(&b, "deploy", "data") == 100;
            assert_true(other || *get(&b, "deploy", "data") == next);
            assert_true(!other || b.cycle <= before + 7);
            next += !other;
        }
        serve(&b, 0);
    }
    for (int i = 0; i < 20; i++)
        serve(&b, 0);
    at(&b, b.cycle + 10);
    assert_int_equal(*get(&b, "state", "ended"), LINES + 1);
    assert_int_equal(*get(&b, "state", "waited"), LINES - 1);
    assert_false(held(&b, 5));
    bench_free(&b);
}

/* ---- What goes out ---- */

/* A routine that never ends: cut after 16 instructions, and told. */
static void never_ends(void **state)
{
    (void)state;
    bench b = bench_new("most", 16, NULL);
    load(&b, 3, 8, "AB");
    store(&b, 3, 10, 0, 2, 'C'); /* a branch */
    map(&b, 1, 3, true, 0);
    trigger(&b, 1, 5, 9);
    uint32_t instructions = 0;
    while (!*machine_valid(&b.m, "done")) {
        if (*machine_valid(&b.m, "deploy")) {
            instructions += *get(&b, "deploy", "count");
            assert_int_equal(*get(&b, "deploy", "last"), instructions == 16);
        }
        assert_true(instructions <= 16 && b.cycle < BENCH_LONG);
        serve(&b, 8);
    }
    assert_int_equal(instructions, 16);
    assert_int_equal(*get(&b, "done", "cut"), 1);
    at(&b, b.cycle + 6);
    assert_int_equal(*get(&b, "state", "cut"), 1);
    bench_free(&b);
}

/* Without `issued` no more than the room goes out. */
static void no_room(void **state)
{
    (void)state;
    bench b = bench_new("width", 4, "room", 3, NULL);
    load(&b, 3, 8, "ABCDEF");
    map(&b, 1, 3, true, 0);
    trigger(&b, 1, 5, 9);
    until(&b, "deploy");
    assert_int_equal(*get(&b, "deploy", "count"), 3);
    assert_int_equal(*get(&b, "deploy", "instruction3"), 0);
    for (int i = 0; i < 20; i++) {
        at(&b, b.cycle + 1);
        assert_false(*machine_valid(&b.m, "deploy"));
    }
    issued(&b, 15);
    int before = b.cycle;
    assert_int_equal(until(&b, "deploy"), before + 3);
    assert_int_equal(*get(&b, "deploy", "count"), 1);
    assert_int_equal(*get(&b, "deploy", "instruction0"), 'D');
    bench_free(&b);
}

/* With every slot used low priority stops in the window after the next one; what is offered stays. */
static void throttled(void **state)
{
    (void)state;
    bench b = bench_new("window", 16, NULL);
    load(&b, 4, 20, "XYXYXYXYXYXYXYXYXYXYXYXYXYXYXYXYXYXYXYXYXYXYXYXYXYXYXYz");
    map(&b, 2, 4, false, 0);
    at(&b, 96);
    trigger(&b, 2, 7, 1);
    int out[5] = {0};
    for (; b.cycle < 176; at(&b, b.cycle + 1)) {
        busy(&b, b.cycle < 128 ? 2 : 0);
        out[(b.cycle - 96) / 16] += (int)*machine_valid(&b.m, "idle");
    }
    assert_true(out[0] >= 5); /* from cycle 102 on */
    assert_true(out[1] <= 2); /* the window before was full */
    assert_int_equal(out[2], 0);
    assert_int_equal(out[3], 7); /* the window before it was empty: one in two cycles, two cycles after it began */
    at(&b, b.cycle + 4);
    assert_int_equal(*get(&b, "state", "throttled"), 32);
    bench_free(&b);
}

static void flushed(void **state)
{
    (void)state;
    bench b = bench_new("part", 1, NULL);
    load(&b, 3, 8, "ABC");
    map(&b, 1, 3, true, 0);
    int before = b.cycle;
    trigger(&b, 1, 5, 9);
    assert_int_equal(until(&b, "flush"), before + 3);
    assert_int_equal(*get(&b, "flush", "warp"), 5);
    assert_int_equal(until(&b, "deploy"), before + 6);
    bench_free(&b);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_trigger), cmocka_unit_test(low_priority), cmocka_unit_test(a_kill),     cmocka_unit_test(dropped),
        cmocka_unit_test(full),        cmocka_unit_test(one_load),     cmocka_unit_test(never_ends), cmocka_unit_test(no_room),
        cmocka_unit_test(throttled),   cmocka_unit_test(flushed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
