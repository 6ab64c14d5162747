/* SPDX-License-Identifier: Apache-2.0
 *
 * Votes (docs/kernels.md): a kernel's warps vote, in groups that a branch parts, and each lane gets what its own group says. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "../../base/random.h"
#include "simt_asm.h"

/* Of a thread: its value and its side; then what its group votes. */
enum { THREADS = 200, WORDS = 5, VALUE = 0, SIDE, ALL, ANY, BALLOT, CUSTOM_0 = 11 };

static uint32_t vote_word(int kind, int rs1, int rd)
{
    return r_word(0, 0, rs1, kind, rd, CUSTOM_0);
}

static void put_votes(image *p)
{
    for (int kind = 0; kind < 3; kind++)
        emit(p, vote_word(kind, T0, T1 + kind));
}

/* Threads whose side is not 0 vote behind the others: two groups, of which each has its say. */
static void put_kernel(image *p)
{
    begin(p, 1, THREADS, 0, 0);
    addi(p, T0, ZERO, 4 * WORDS);
    emit(p, r_word(1, T0, A1, 0, T0, OP)); /* mul */
    add(p, A0, A0, T0);
    lw(p, T0, 4 * VALUE, A0);
    lw(p, A3, 4 * SIDE, A0);
    int other = branch(p, 1, A3, ZERO);
    put_votes(p);
    int end = emit(p, 0);
    patch(p, other);
    put_votes(p);
    p->code[end] = j_word(4 * (p->n - end), ZERO);
    for (int kind = 0; kind < 3; kind++)
        sw(p, T1 + kind, 4 * (ALL + kind), A0);
    ret(p);
}

static uint32_t told(const image *p, int thread, int what)
{
    return p->data[WORDS * thread + what];
}

/* What the group of a thread says, thread by thread. */
static void expect(const image *p, int lanes, int thread, uint32_t *said)
{
    int first = thread / lanes * lanes;

    said[0] = 1;
    said[1] = said[2] = 0;
    for (int other = first; other < first + lanes && other < THREADS; other++) {
        if (told(p, other, SIDE) != told(p, thread, SIDE))
            continue;
        bool yes = told(p, other, VALUE) != 0;
        said[0] &= yes;
        said[1] |= yes;
        if ((other - first) / 32 == (thread - first) / 32)
            said[2] |= (uint32_t)yes << ((other - first) % 32);
    }
}

/* `part`: of so many values one is 0; of as many sides one is 1. */
static void draw(image *p, rng *random, uint32_t part)
{
    p->words = WORDS * THREADS;
    for (int i = 0; i < THREADS; i++) {
        p->data[WORDS * i + VALUE] = rng_below(random, part) == 0 ? 0 : 1u << rng_below(random, 32);
        p->data[WORDS * i + SIDE] = rng_below(random, part) == 0;
    }
}

static void each_lane_hears_its_group(void **state)
{
    static image p;
    rng random = {.state = 11};
    int alls = 0, nones = 0, ballots = 0;

    (void)state;
    put_kernel(&p);
    for (int lanes = 4; lanes <= 128; lanes *= 2)
        for (uint32_t part = 1; part < 1000; part *= 3) {
            simt_config config = usual();
            config.lanes = lanes;
            draw(&p, &random, part);
            ran *r = run_image(&p, &config);
            assert_true(r->ok);
            for (int i = 0; i < THREADS; i++) {
                uint32_t said[3];
                expect(&p, lanes, i, said);
                for (int kind = 0; kind < 3; kind++)
                    if (data_word(r, WORDS * i + ALL + kind) != said[kind])
                        fail_msg("%d lanes, thread %d, vote %d: %08x, expected %08x", lanes, i, kind, data_word(r, WORDS * i + ALL + kind),
                                 said[kind]);
                alls += said[0] == 1;
                nones += said[1] == 0;
                ballots += said[0] == 0 && said[1] == 1;
            }
            run_free(r);
        }
    assert_true(alls > 100 && nones > 100 && ballots > 100);
}

/* A vote goes to x0 as any result does. rs2 and funct7 are 0. */
static void other_words_are_no_votes(void **state)
{
    (void)state;
    for (int f7 = 0; f7 < 2; f7++)
        for (int rs2 = 0; rs2 < 2; rs2++)
            for (int kind = 0; kind < 8; kind++) {
                simt_op op;
                simt_decode(r_word(f7, rs2, T0, kind, T1, CUSTOM_0), &op);
                assert_int_equal(op.unit == SIMT_UNIT_VOTE, f7 == 0 && rs2 == 0 && kind < 3);
                assert_true(kind < 6 || op.code == SIMT_ILLEGAL);
            }
    simt_op op;
    simt_decode(vote_word(2, T0, ZERO), &op);
    assert_string_equal(simt_name(&op), "vote.ballot");
    assert_int_equal(op.destinations, 0);
    assert_int_equal(op.sources, 1);
}

static void who_has_no_warp_cannot_vote(void **state)
{
    static image p;
    static const char *const wrong = "vote.any is a vote of a warp's lanes; the host and --order plain have no warps";
    simt_config config = usual();

    (void)state;
    begin(&p, 1, 8, 0, 0);
    emit(&p, vote_word(1, A1, T0));
    ret(&p);
    config.order = SIMT_PLAIN;
    ran *r = run_image(&p, &config);
    assert_false(r->ok);
    assert_non_null(strstr(r->machine.wrong, wrong));
    run_free(r);
    p.code[0] = vote_word(1, A1, T0); /* the host's first instruction */
    config = usual();
    r = run_image(&p, &config);
    assert_false(r->ok);
    assert_non_null(strstr(r->machine.wrong, wrong));
    run_free(r);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_lane_hears_its_group),
        cmocka_unit_test(other_words_are_no_votes),
        cmocka_unit_test(who_has_no_warp_cannot_vote),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
