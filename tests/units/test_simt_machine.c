/* SPDX-License-Identifier: Apache-2.0
 *
 * The machine around the instructions: divergence, barriers, orders of warps, spaces, the calls of the host. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "simt_asm.h"

static void threads_meet_again(void **state)
{
    static image p;

    (void)state;
    begin(&p, 1, 8, 0, 0);
    emit(&p, i_word(1, A1, 7, A3, OP_IMM));
    int even = branch(&p, 0, A3, ZERO);
    addi(&p, A4, A4, 1);
    int end = emit(&p, 0);
    patch(&p, even);
    addi(&p, A4, A4, 2);
    addi(&p, A4, A4, 2);
    p.code[end] = j_word(4 * (p.n - end), ZERO);
    ret(&p);
    simt_config config = usual();
    config.lanes = 8;
    ran *r = run_image(&p, &config);
    assert_true(r->ok);
    assert_int_equal(r->machine.totals.warps, 2 + 2 + 2 + 1);
    assert_int_equal(r->machine.totals.partial, 4);
    assert_int_equal(r->machine.totals.threads, 8 * 3 + 4 * 4);
    run_free(r);
}

/* Odd threads call a function, a part of which is at a higher pc than the return; the others wait there, since their stack is not as deep. */
static void the_deepest_stack_issues_first(void **state)
{
    static image p;

    (void)state;
    begin(&p, 1, 4, 0, 0);
    int start = emit(&p, 0);
    uint32_t function = here(&p);
    addi(&p, SP, SP, -16);
    int up = emit(&p, 0);
    uint32_t back = here(&p);
    addi(&p, SP, SP, 16);
    ret(&p);
    p.code[start] = j_word(4 * (p.n - start), ZERO);
    addi(&p, T1, RA, 0);
    emit(&p, i_word(1, A1, 7, A3, OP_IMM));
    int even = branch(&p, 0, A3, ZERO);
    emit(&p, j_word((int)(function - here(&p)), RA));
    patch(&p, even);
    addi(&p, RA, T1, 0);
    ret(&p);
    p.code[up] = j_word(4 * (p.n - up), ZERO);
    addi(&p, A4, A4, 1);
    jump(&p, back);
    simt_config config = usual();
    config.lanes = 4;
    ran *r = run_image(&p, &config);
    assert_true(r->ok);
    assert_int_equal(r->machine.totals.warps, 4 + 1 + 6 + 2);
    assert_int_equal(r->machine.totals.partial, 7);
    run_free(r);
}

/* Odd threads take more of the stack: the warp has two groups until all have given it back. */
static void a_new_stack_pointer_parts_the_threads(void **state)
{
    static image p;

    (void)state;
    begin(&p, 1, 4, 0, 0);
    emit(&p, i_word(1, A1, 7, A3, OP_IMM));
    slli(&p, A3, A3, 4);
    emit(&p, r_word(32, A3, SP, 0, SP, OP));
    addi(&p, A4, A4, 1);
    add(&p, SP, SP, A3);
    addi(&p, A4, A4, 1);
    ret(&p);
    simt_config config = usual();
    config.lanes = 4;
    ran *r = run_image(&p, &config);
    assert_true(r->ok);
    assert_int_equal(r->machine.totals.warps, 3 + 2 * 2 + 2);
    assert_int_equal(r->machine.totals.partial, 4);
    run_free(r);
}

/* Thread t writes shared word t, and reads that of thread n - 1 - t behind the barrier. Threads from `ending` on end before; odd ones take
 * another way to a barrier of their own. */
static void put_exchange(image *p, int n, int ending)
{
    addi(p, T0, ZERO, ending);
    int stays = branch(p, 4, A1, T0);
    ret(p);
    patch(p, stays);
    addi(p, T2, A2, 0);
    slli(p, A6, A1, 2);
    add(p, A3, A5, A6);
    lw(p, T1, 0, A3); /* 0 */
    add(p, T1, T1, A1);
    sw(p, T1, 0, A3);
    emit(p, i_word(1, A1, 7, A4, OP_IMM));
    int even = branch(p, 0, A4, ZERO);
    barrier(p);
    int end = emit(p, 0);
    patch(p, even);
    barrier(p);
    p->code[end] = j_word(4 * (p->n - end), ZERO);
    addi(p, T0, ZERO, ending - 1);
    emit(p, r_word(32, A1, T0, 0, T0, OP));
    slli(p, T0, T0, 2);
    add(p, T0, T0, A5);
    lw(p, T1, 0, T0);
    li(p, T0, (uint32_t)n);
    emit(p, r_word(1, T0, T2, 0, T0, OP));
    add(p, T0, T0, A1);
    slli(p, T0, T0, 2);
    add(p, A0, A0, T0);
    sw(p, T1, 0, A0);
    ret(p);
}

static void barriers_wait_for_all_threads_of_the_block(void **state)
{
    static image p;

    (void)state;
    for (int lanes = 4; lanes <= 128; lanes *= 2)
        for (int order = 0; order < 3; order++)
            for (int ending = 97; ending <= 200; ending += 32) { /* the last warp has one thread at the barrier */
                simt_config config = usual();
                begin(&p, 5, 200, 800, 0);
                put_exchange(&p, 200, ending);
                config.lanes = lanes;
                config.order = (simt_order)order;
                config.seed = (uint64_t)ending % 97;
                ran *r = run_image(&p, &config);
                assert_true(r->ok);
                for (int b = 0; b < 5; b++)
                    for (int t = 0; t < 200; t++)
                        assert_int_equal(data_word(r, 200 * b + t), t < ending ? ending - 1 - t : 0);
                run_free(r);
            }
}

/* Warps take tickets: each three, from one counter, with its lane 0. */
static void take_tickets(simt_config config, uint32_t blocks, uint32_t *tickets)
{
    static image p;

    begin(&p, blocks, 8, 0, 0);
    emit(&p, i_word(0xf14, ZERO, 2, T2, SYSTEM));
    emit(&p, r_word(0, 0, A1, 0, T0, OP));
    emit(&p, i_word(3, A1, 7, T0, OP_IMM));
    addi(&p, T1, ZERO, 1);
    int leader = branch(&p, 0, T0, ZERO);
    ret(&p);
    patch(&p, leader);
    slli(&p, T2, T2, 2); /* hart 0, 4, 8, ...: 16 bytes each */
    add(&p, T2, T2, A0);
    for (int i = 0; i < 3; i++) {
        emit(&p, r_word(0, T1, A0, 2, T0, ATOM));
        sw(&p, T0, 4 + 4 * i, T2);
    }
    ret(&p);
    config.lanes = 4;
    ran *r = run_image(&p, &config);
    assert_true(r->ok);
    for (uint32_t w = 0; w < 2 * blocks; w++)
        for (int i = 0; i < 3; i++)
            tickets[3 * w + (uint32_t)i] = data_word(r, (int)(4 * w) + 1 + i);
    run_free(r);
}

static void orders_are_what_they_say(void **state)
{
    static const uint32_t in_turn[] = {0, 2, 4, 1, 3, 5}, in_a_row[] = {0, 1, 2, 3, 4, 5};
    simt_config config = usual();
    uint32_t tickets[24], again[24], third[24];

    (void)state;
    take_tickets(config, 1, tickets);
    assert_memory_equal(tickets, in_turn, sizeof in_turn);
    config.order = SIMT_GREEDY;
    take_tickets(config, 1, tickets);
    assert_memory_equal(tickets, in_a_row, sizeof in_a_row);
    config.order = SIMT_ROUND_ROBIN;
    config.resident = 1;
    take_tickets(config, 4, tickets);
    for (uint32_t i = 0; i < 24; i++)
        assert_int_equal(tickets[i], 6 * (i / 6) + in_turn[i % 6]);
    config.resident = 4;
    config.seed = 5;
    take_tickets(config, 4, tickets);
    take_tickets(config, 4, again);
    assert_memory_equal(tickets, again, sizeof tickets);
    config.seed = 6;
    take_tickets(config, 4, third);
    assert_memory_not_equal(tickets, third, sizeof tickets);
}

static void each_thread_has_its_own_variables(void **state)
{
    static image p;

    (void)state;
    for (int plain = 0; plain < 2; plain++) {
        simt_config config = usual();
        config.order = plain ? SIMT_PLAIN : SIMT_ROUND_ROBIN;
        begin(&p, 3, 20, 0, 0);
        p.words = p.locals = 3;
        for (int i = 0; i < 3; i++)
            p.data[i] = 100 * (uint32_t)i;
        emit(&p, i_word(0xf14, ZERO, 2, T2, SYSTEM));
        lw(&p, T0, 8, TP);
        lw(&p, T1, 12, TP); /* behind the template: 0 */
        add(&p, T0, T0, T1);
        add(&p, T0, T0, T2);
        sw(&p, T0, 8, TP);
        sw(&p, T0, 12, TP);
        lw(&p, T0, 8, TP);
        slli(&p, T2, T2, 2);
        add(&p, A0, A0, T2);
        sw(&p, T0, 16, A0);
        ret(&p);
        ran *r = run_image(&p, &config);
        assert_true(r->ok);
        for (int i = 0; i < 60; i++)
            assert_int_equal(data_word(r, 4 + i), 200 + i);
        assert_int_equal(data_word(r, 2), 200);
        run_free(r);
    }
}

/* ---- a launch in two dimensions ---- */

/* Each thread stores its place and its block's at its number: thread x + y * width of its block, and so with blocks. */
static void threads_have_their_places(void **state)
{
    static image p;
    enum { ACROSS = 3, DOWN = 2, WIDE = 5, TALL = 7, THREADS = WIDE * TALL };
    const uint32_t grid[] = {ACROSS, DOWN}, block[] = {WIDE, TALL};

    (void)state;
    for (int plain = 0; plain < 2; plain++) {
        simt_config config = usual();
        config.order = plain ? SIMT_PLAIN : SIMT_ROUND_ROBIN;
        begin_2d(&p, grid, block);
        emit(&p, i_word(0xf14, ZERO, 2, T0, SYSTEM)); /* mhartid */
        slli(&p, T0, T0, 4);
        add(&p, T0, T0, A0);
        for (int i = 0; i < 4; i++)
            sw(&p, A1 + i, 4 * i, T0);
        sw(&p, A1, 60, A5);
        ret(&p);
        ran *r = run_image(&p, &config);
        assert_true(r->ok);
        for (int i = 0; i < ACROSS * DOWN * THREADS; i++) {
            const int place[] = {i % THREADS % WIDE, i % THREADS / WIDE, i / THREADS % ACROSS, i / THREADS / ACROSS};
            for (int k = 0; k < 4; k++)
                assert_int_equal(data_word(r, 4 * i + k), place[k]);
        }
        run_free(r);
    }
}

static void two_dimensions_have_bounds(void **state)
{
    static image p;
    static const struct {
        uint32_t grid[2], block[2];
        const char *message;
    } cases[] = {
        {{65536, 1}, {1, 1}, "launch of 65536 x 1 blocks of 1 x 1 threads; accepted are up to 65535 in a dimension"},
        {{1, 65536}, {1, 1}, "up to 65535 in a dimension"},
        {{1, 1}, {65536, 65536}, "launch of 1 x 1 blocks of 65536 x 65536 threads"},
        {{1, 0}, {1, 1}, "launch of 0 blocks of 1 threads"},
        {{1, 1}, {33, 32}, "launch of 1 blocks of 1056 threads"},
        {{65535, 65535}, {1, 1}, "launch of 4294836225 blocks; accepted are"},
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        simt_config config = usual();
        config.most_blocks = 1000;
        begin_2d(&p, cases[i].grid, cases[i].block);
        ret(&p);
        ran *r = run_image(&p, &config);
        assert_false(r->ok);
        if (strstr(r->machine.wrong, cases[i].message) == NULL)
            fail_msg("\"%s\", expected: %s", r->machine.wrong, cases[i].message);
        run_free(r);
    }
}

/* ---- the host ---- */

typedef struct {
    uint32_t call, a0, a1, a2, a3, a4;
    const char *message; /* NULL: it goes on, and a0 is: */
    uint32_t result;
} host_call;

static const host_call host_calls[] = {
    {5, 0, 0, 0, 0, 0, "host: call 5; accepted are write (64), exit (93), brk (214), launch (1000) and launch_2d (1002)", 0},
    {1001, 0, 0, 0, 0, 0, "host: call 1001; accepted", 0},
    {1000, DATA, 0, 1, 1, 0, "host: launch of a kernel at 00020000, where there is no code", 0},
    {1000, CODE, 0, 0, 1, 0, "launch of 0 blocks of 1 threads", 0},
    {1000, CODE, 0, 1, 0, 0, "launch of 1 blocks of 0 threads", 0},
    {1000, CODE, 0, 1, 1025, 0, "launch of 1 blocks of 1025 threads", 0},
    {1000, CODE, 0, 1, 1, 2000000, "with 2000000 bytes of shared memory; accepted", 0},
    {64, 1, CODE + MEMORY - 1, 2, 0, 0, "host: write of bytes outside global memory", 0},
    {64, 1, DATA, 0xffffffff, 0, 0, "host: write of bytes outside global memory", 0},
    {64, 7, DATA, 1, 0, 0, NULL, (uint32_t)-9},
    {64, 1, DATA, 0, 0, 0, NULL, 0},
    {214, 0, 0, 0, 0, 0, NULL, DATA + 4 * MOST_DATA},
    {214, DATA + 4 * MOST_DATA + 100, 0, 0, 0, 0, NULL, DATA + 4 * MOST_DATA + 100},
    {214, 0x3fffffff, 0, 0, 0, 0, NULL, DATA + 4 * MOST_DATA},
};

static void calls_of_the_host(void **state)
{
    static image p;

    (void)state;
    for (size_t i = 0; i < sizeof host_calls / sizeof *host_calls; i++) {
        const host_call *h = &host_calls[i];
        const uint32_t a[] = {h->a0, h->a1, h->a2, h->a3, h->a4};
        simt_config config = usual();
        memset(&p, 0, sizeof p);
        for (int k = 0; k < 5; k++)
            li(&p, A0 + k, a[k]);
        ecall(&p, h->call);
        ecall(&p, 93); /* exit(a0) */
        ran *r = run_image(&p, &config);
        if (r->ok != (h->message == NULL) || (h->message != NULL && strstr(r->machine.wrong, h->message) == NULL))
            fail_msg("call %u: \"%s\", expected: %s", h->call, r->ok ? "" : r->machine.wrong, h->message ? h->message : "no fault");
        if (r->ok)
            assert_int_equal(r->machine.totals.status, h->result);
        run_free(r);
    }
}

static void the_host_has_its_arguments(void **state)
{
    static image p;
    static const char *const argv[] = {"name", "", "abc"};
    simt_config config = usual();

    (void)state;
    memset(&p, 0, sizeof p);
    p.words = p.locals = 2;
    p.data[1] = 77;
    li(&p, T2, DATA);
    sw(&p, A0, 8, T2);
    for (int i = 0; i < 3; i++) { /* the first two characters of each */
        lw(&p, T0, 4 * i, A1);
        emit(&p, i_word(0, T0, 4, T1, LOAD));
        sw(&p, T1, 12 + 8 * i, T2);
        emit(&p, i_word(1, T0, 4, T1, LOAD));
        sw(&p, T1, 16 + 8 * i, T2);
    }
    lw(&p, T0, 12, A1);
    sw(&p, T0, 36, T2);
    lw(&p, T0, 4, TP);
    sw(&p, T0, 40, T2);
    sw(&p, T0, -4, SP);
    addi(&p, A0, ZERO, 3);
    ret(&p); /* as good as exit */
    config.argc = 3;
    config.argv = argv;
    ran *r = run_image(&p, &config);
    assert_true(r->ok);
    assert_int_equal(r->machine.totals.status, 3);
    const uint32_t wanted[] = {3, 'n', 'a', 0, 'a', 'a', 'b', 0, 77};
    for (int i = 0; i < 9; i++)
        if (i != 4) /* what follows an empty string */
            assert_int_equal(data_word(r, 2 + i), wanted[i]);
    run_free(r);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(threads_meet_again),
        cmocka_unit_test(the_deepest_stack_issues_first),
        cmocka_unit_test(a_new_stack_pointer_parts_the_threads),
        cmocka_unit_test(barriers_wait_for_all_threads_of_the_block),
        cmocka_unit_test(orders_are_what_they_say),
        cmocka_unit_test(each_thread_has_its_own_variables),
        cmocka_unit_test(threads_have_their_places),
        cmocka_unit_test(two_dimensions_have_bounds),
        cmocka_unit_test(calls_of_the_host),
        cmocka_unit_test(the_host_has_its_arguments),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
