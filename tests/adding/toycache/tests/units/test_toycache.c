/* SPDX-License-Identifier: Apache-2.0
 *
 * test_toycache.c - the specification of caches, fed by hand, and what their environment answers. */
#include "../../sim/environment.h"
#include "spec_checker.h"

enum { REQUEST, FILL, RESPONSE, MISS };
enum { WORDS = 8, ALL = 0xf }; /* of a line of 32 bytes */

static checker *cache(void)
{
    return checker_new("toycache", 32, "lines=2 user=8", BENCH_UNIT, 0);
}

static void loads(checker *c, uint32_t address, uint32_t user)
{
    accepts(c->spec->took(c->state, REQUEST, (uint32_t[]){0, address, 0, 0, user}));
}

static void stores(checker *c, uint32_t address, uint32_t mask, uint32_t data, uint32_t user)
{
    accepts(c->spec->took(c->state, REQUEST, (uint32_t[]){1, address, mask, data, user}));
}

static const char *answers(checker *c, uint32_t data, uint32_t user)
{
    return c->spec->gave(c->state, RESPONSE, (uint32_t[]){data, user});
}

static void asks(checker *c, uint32_t line)
{
    accepts(c->spec->gave(c->state, MISS, (uint32_t[2 + WORDS]){0, line}));
}

/* Word i of the line is base + i. */
static const char *fills(checker *c, uint32_t line, uint32_t base)
{
    uint32_t fields[1 + WORDS] = {line};
    for (uint32_t i = 0; i < WORDS; i++)
        fields[1 + i] = base + i;
    return c->spec->took(c->state, FILL, fields);
}

static void a_load_returns_what_memory_has(void **state)
{
    (void)state;
    checker *c = cache();
    loads(c, 3, 1);
    complains(answers(c, 0, 1), "load of word 0x3, user 0x1: it is answered, but no store and no fill has told its data");
    loads(c, 3, 2);
    complains(fills(c, 0, 100), "the bench gave a fill that nothing asked for");
    asks(c, 0);
    accepts(fills(c, 0, 100));
    complains(answers(c, 104, 2), "load of word 0x3, user 0x2: data_o from bit 0 on is 0x68, expected 0x67");
    loads(c, 4, 3);
    accepts(answers(c, 104, 3));
    checker_free(c);
}

static void a_load_returns_the_newest_store_before_it(void **state)
{
    (void)state;
    checker *c = cache();
    loads(c, 8, 1); /* before the store: it waits for the fill */
    stores(c, 8, ALL, 0x11223344, 2);
    stores(c, 8, 0x2, 0xaabbccdd, 3);
    loads(c, 8, 4);
    loads(c, 9, 5);
    asks(c, 1);
    accepts(fills(c, 1, 7));
    accepts(answers(c, 7, 1));
    accepts(answers(c, 0, 2));
    accepts(answers(c, 0, 3));
    complains(answers(c, 0x11223344, 4), "load of word 0x8, user 0x4: data_o from bit 8 on is 0x33, expected 0xcc");
    accepts(answers(c, 8, 5));
    asks(c, 1); /* it was lost: the memory has it no more */
    accepts(fills(c, 1, 7));
    loads(c, 8, 6);
    complains(answers(c, 7, 6), "load of word 0x8, user 0x6: data_o from bit 0 on is 0x7, expected 0x44");
    checker_free(c);
}

static void an_answer_belongs_to_a_request(void **state)
{
    (void)state;
    checker *c = cache();
    complains(answers(c, 0, 1), "response of user 0x1, but no such request is under way");
    stores(c, 8, ALL, 5, 1);
    accepts(answers(c, 0, 1));
    complains(answers(c, 0, 1), "one was answered: is it answered twice?");
    stores(c, 8, ALL, 6, 2);
    c->spec->reset(c->state);
    complains(answers(c, 0, 2), "response of user 0x2, but no such request is under way");
    loads(c, 8, 3); /* forgotten with the reset */
    complains(answers(c, 6, 3), "no store and no fill has told its data");
    checker_free(c);
}

/* Cycles in which the memory behind owes a line, or an output is held, do not count. */
static void a_late_answer_is_noticed(void **state)
{
    (void)state;
    checker *c = cache();
    loads(c, 8, 1);
    asks(c, 1);
    for (int n = 0; n < 1000; n++)
        accepts(c->spec->cycle(c->state, 0));
    accepts(fills(c, 1, 7));
    for (int n = 0; n < 256; n++) {
        accepts(c->spec->cycle(c->state, 0));
        accepts(c->spec->cycle(c->state, 1u << RESPONSE));
    }
    complains(c->spec->cycle(c->state, 0), "load of word 0x8, user 0x1: no answer within 256 cycles in which it waited for nothing");
    checker_free(c);
}

static void the_memory_fills_what_was_asked_for_with_what_was_written_back(void **state)
{
    (void)state;
    checker *c = cache();
    stimuli *values = stimuli_new(&c->d, 1, NULL, 0);
    const environment *e = environment_of(&c->d);
    void *around = e->open(&c->d, values);
    rng random = {1};
    uint32_t fill[1 + WORDS], back[2 + WORDS] = {1, 5}, first[WORDS];
    assert_false(e->next(around, FILL, fill, &random));
    e->saw(around, MISS, (uint32_t[2 + WORDS]){0, 5});
    assert_true(e->next(around, FILL, fill, &random));
    assert_int_equal(fill[0], 5);
    memcpy(first, fill + 1, sizeof first);
    assert_false(e->next(around, FILL, fill, &random));
    for (uint32_t i = 0; i < WORDS; i++)
        back[2 + i] = ~first[i];
    e->saw(around, MISS, (uint32_t[2 + WORDS]){0, 5}); /* as it was before it is written back */
    e->saw(around, MISS, back);
    assert_true(e->next(around, FILL, fill, &random));
    assert_memory_equal(fill + 1, first, sizeof first);
    e->saw(around, MISS, (uint32_t[2 + WORDS]){0, 5});
    e->saw(around, MISS, (uint32_t[2 + WORDS]){0, 6});
    for (int n = 0; n < 2; n++) {
        assert_true(e->next(around, FILL, fill, &random));
        if (fill[0] == 5)
            assert_memory_equal(fill + 1, back + 2, sizeof first);
        else
            assert_int_equal(fill[0], 6);
    }
    e->saw(around, MISS, (uint32_t[2 + WORDS]){0, 5});
    e->reset(around);
    assert_false(e->next(around, FILL, fill, &random));
    e->close(around);
    stimuli_free(values);
    checker_free(c);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_load_returns_what_memory_has),
        cmocka_unit_test(a_load_returns_the_newest_store_before_it),
        cmocka_unit_test(an_answer_belongs_to_a_request),
        cmocka_unit_test(a_late_answer_is_noticed),
        cmocka_unit_test(the_memory_fills_what_was_asked_for_with_what_was_written_back),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
