/* SPDX-License-Identifier: Apache-2.0
 *
 * test_spec_avc.c - the specification of avc, and so that of caches whose words have parts, fed by hand and by a plain cache: it accepts what
 * docs/avc.md and docs/systems.md promise and complains of everything else. What all caches promise is also in tests/adding/toycache. */
#include "../../base/random.h"
#include "../../sim/environment.h"
#include "../../sim/fields.h"
#include "spec_checker.h"

/* Eight lanes, four sets of three ways in each cache, two vectors a line. */
#define SMALL "sets=4 preset=24k line-vectors=2 address=10 window=6 misses=2 user=8"
enum { REQUEST, FLUSH, FILL, RESPONSE, MISS, FLUSHED, STATE };
enum { LANES = 8, ALL = 0xff, BOUND = 32 + (8 + 2) * (2 * 2 + 64) + 32, FLUSH_BOUND = BOUND + 4 * (3 + 3) * (2 + 8) };

typedef struct {
    uint32_t lane[LANES];
} block;

static checker *small(void)
{
    return checker_new("avc", LANES, SMALL, BENCH_UNIT, 0);
}

/* Lane i has base + i. */
static block counting(uint32_t base)
{
    block b;
    for (uint32_t i = 0; i < LANES; i++)
        b.lane[i] = base + i;
    return b;
}

/* These lanes are those of another block. */
static block over(block b, uint32_t mask, block other)
{
    for (int i = 0; i < LANES; i++)
        if (mask >> i & 1)
            b.lane[i] = other.lane[i];
    return b;
}

static const char *asked(checker *c, uint32_t write, uint32_t address, uint32_t mask, block b, uint32_t user)
{
    uint32_t fields[4 + LANES] = {write, address, mask};
    memcpy(fields + 3, b.lane, sizeof b.lane);
    fields[3 + LANES] = user;
    return c->spec->took(c->state, REQUEST, fields);
}

static void loads(checker *c, uint32_t address, uint32_t mask, uint32_t user)
{
    accepts(asked(c, 0, address, mask, counting(0xdead0000), user));
}

static void stores(checker *c, uint32_t address, uint32_t mask, block b, uint32_t user)
{
    accepts(asked(c, 1, address, mask, b, user));
}

static const char *answers(checker *c, uint32_t mask, block b, uint32_t user)
{
    uint32_t fields[2 + LANES] = {mask};
    memcpy(fields + 1, b.lane, sizeof b.lane);
    fields[1 + LANES] = user;
    return c->spec->gave(c->state, RESPONSE, fields);
}

static const char *missed(checker *c, uint32_t write, uint32_t address, uint32_t mask, block b)
{
    uint32_t fields[3 + LANES] = {write, address, mask};
    memcpy(fields + 3, b.lane, sizeof b.lane);
    return c->spec->gave(c->state, MISS, fields);
}

static const char *asks(checker *c, uint32_t address, uint32_t mask)
{
    return missed(c, 0, address, mask, counting(0xdead0000));
}

static const char *writes_back(checker *c, uint32_t address, uint32_t mask, block b)
{
    return missed(c, 1, address, mask, b);
}

static const char *fills(checker *c, uint32_t address, block b)
{
    uint32_t fields[1 + LANES] = {address};
    memcpy(fields + 1, b.lane, sizeof b.lane);
    return c->spec->took(c->state, FILL, fields);
}

static const char *flushes(checker *c, uint32_t user)
{
    return c->spec->took(c->state, FLUSH, &user);
}

static const char *flushed(checker *c, uint32_t user)
{
    return c->spec->gave(c->state, FLUSHED, &user);
}

static void cycles(checker *c, int n)
{
    while (n-- > 0)
        accepts(c->spec->cycle(c->state, 0));
}

/* A store that is answered. */
static void keeps(checker *c, uint32_t address, uint32_t mask, block b)
{
    stores(c, address, mask, b, 99);
    accepts(answers(c, mask, b, 99));
}

/* A load of all lanes that a fill answers. */
static void brings(checker *c, uint32_t address, block b)
{
    loads(c, address, ALL, 98);
    accepts(asks(c, address, ALL));
    accepts(fills(c, address, b));
    accepts(answers(c, ALL, b, 98));
}

/* ---- Loads ---- */

static void a_load_returns_what_memory_has(void **state)
{
    (void)state;
    checker *c = small();
    loads(c, 5, 0x0f, 1);
    complains(answers(c, 0x0f, counting(0), 1), "load of word 0x5, user 0x1: it is answered, but no store and no fill has told its data");
    loads(c, 5, 0x0f, 2);
    complains(fills(c, 5, counting(100)), "the bench gave a fill that nothing asked for");
    accepts(asks(c, 5, 0x0f));
    accepts(fills(c, 5, counting(100)));
    complains(answers(c, 0x0f, over(counting(100), 0x04, counting(0)), 2),
              "load of word 0x5, user 0x2: data_o from bit 64 on is 0x2, expected 0x66");
    loads(c, 5, ALL, 3); /* the fill told all of it */
    accepts(answers(c, ALL, counting(100), 3));
    loads(c, 5, 0x03, 4);
    accepts(answers(c, 0x03, over(counting(100), 0xfc, counting(7)), 4)); /* lanes that were not asked for are anything */
    checker_free(c);
}

static void a_load_returns_the_newest_store_before_it(void **state)
{
    (void)state;
    checker *c = small();
    loads(c, 5, ALL, 1);
    stores(c, 5, 0x0f, counting(200), 2);
    stores(c, 5, 0x03, counting(300), 3);
    loads(c, 5, 0x0f, 4);
    loads(c, 5, ALL, 5);
    stores(c, 5, 0x0f, counting(400), 6);
    accepts(asks(c, 5, ALL));
    accepts(fills(c, 5, counting(100)));
    accepts(answers(c, ALL, counting(100), 1));
    accepts(answers(c, 0x0f, over(counting(200), 0x03, counting(300)), 4));
    complains(answers(c, ALL, over(over(counting(100), 0x0f, counting(200)), 0x03, counting(400)), 5),
              "data_o from bit 0 on is 0x190, expected 0x12c");
    loads(c, 5, 0x01, 7);
    complains(answers(c, 0x01, counting(300), 7), "data_o from bit 0 on is 0x12c, expected 0x190");
    checker_free(c);
}

/* What the memory had before a store it has no more when that was written back: a fill that is asked for after it does not tell it. */
static void a_load_does_not_see_a_store_after_it_through_the_memory(void **state)
{
    (void)state;
    checker *c = small();
    loads(c, 5, 0x03, 1);
    keeps(c, 5, 0x01, counting(200));
    accepts(writes_back(c, 5, 0x01, counting(200)));
    accepts(asks(c, 5, 0x03));
    accepts(fills(c, 5, over(counting(100), 0x01, counting(200))));
    accepts(answers(c, 0x02, counting(100), 1));
    complains(answers(c, 0x01, counting(200), 1), "no store and no fill has told its data");
    checker_free(c);
}

/* ---- Parts ---- */

static void answers_have_each_part_once(void **state)
{
    (void)state;
    checker *c = small();
    brings(c, 5, counting(100));
    loads(c, 5, 0x3c, 1);
    accepts(answers(c, 0x10, counting(100), 1));
    complains(answers(c, 0x14, counting(100), 1),
              "load of word 0x5, user 0x1: an answer has its part 4, which was not asked for, or was answered before");
    c->spec->reset(c->state);
    brings(c, 5, counting(100));
    loads(c, 5, 0x3c, 1);
    complains(answers(c, 0x7c, counting(100), 1), "an answer has its part 6, which was not asked for");
    loads(c, 5, 0x3c, 2);
    complains(answers(c, 0, counting(100), 2), "load of word 0x5, user 0x2: an answer has no part of it");
    accepts(answers(c, 0x08, counting(100), 2));
    accepts(answers(c, 0x34, counting(100), 2));
    complains(answers(c, 0x04, counting(100), 2),
              "response of user 0x2, but no such request is under way; one was answered: is it answered twice?");
    checker_free(c);
}

static void a_store_is_answered_with_its_mask(void **state)
{
    (void)state;
    static const uint32_t wrong[] = {0, 0x3d, 0x1c, ALL};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        checker *c = small();
        stores(c, 5, 0x3c, counting(100), 1);
        complains(answers(c, wrong[i], counting(100), 1), "store of word 0x5, user 0x1: its answer has not its mask");
        stores(c, 5, 0x3c, counting(100), 2);
        accepts(answers(c, 0x3c, counting(7), 2)); /* its data are anything */
        checker_free(c);
    }
}

static void an_empty_request_has_an_empty_answer(void **state)
{
    (void)state;
    for (uint32_t write = 0; write < 2; write++) {
        checker *c = small();
        accepts(asked(c, write, 5, 0, counting(0), 1));
        complains(answers(c, 1, counting(0), 1), "its answer has not its mask");
        accepts(asked(c, write, 5, 0, counting(0), 2));
        accepts(answers(c, 0, counting(0), 2));
        complains(answers(c, 0, counting(0), 2), "is it answered twice?");
        loads(c, 5, 1, 3); /* it stored nothing */
        complains(answers(c, 1, counting(0), 3), "no store and no fill has told its data");
        checker_free(c);
    }
}

/* ---- What goes to the memory ---- */

static void only_parts_that_loads_wait_for_are_asked_for(void **state)
{
    (void)state;
    checker *c = small();
    loads(c, 5, 0x0f, 1);
    loads(c, 6, 0x30, 2);
    complains(asks(c, 5, 0x1f), "miss: part 4 of line 0x5 is asked for, but no load waits for it");
    complains(asks(c, 5, 0), "miss: line 0x5 is asked for, but none of its parts");
    accepts(asks(c, 5, 0x0f));
    accepts(fills(c, 5, counting(100)));
    accepts(answers(c, 0x03, counting(100), 1));
    complains(asks(c, 5, 0x0c | 0x02), "part 1 of line 0x5");
    accepts(asks(c, 5, 0x0c));
    stores(c, 7, ALL, counting(0), 3);
    complains(asks(c, 7, 0x01), "part 0 of line 0x7");
    checker_free(c);
}

/* With --l1-store fetch also those that a store does not have. */
static void a_store_may_ask_for_its_other_parts(void **state)
{
    (void)state;
    checker *c = checker_new("avc", LANES, SMALL " l1-store=fetch", BENCH_UNIT, 0);
    stores(c, 5, 0x0f, counting(0), 1);
    complains(asks(c, 5, 0x10 | 0x08), "miss: part 3 of line 0x5 is asked for");
    complains(asks(c, 6, 0x10), "miss: part 4 of line 0x6 is asked for");
    accepts(asks(c, 5, 0xf0));
    accepts(answers(c, 0x0f, counting(0), 1));
    complains(asks(c, 5, 0xf0), "miss: part 4 of line 0x5 is asked for");
    checker_free(c);
}

static void what_is_written_back_was_stored_or_brought(void **state)
{
    (void)state;
    checker *c = small();
    complains(writes_back(c, 5, 0x01, counting(0)), "miss: part 0 of line 0x5 is written back, but no store and no fill has told it");
    complains(writes_back(c, 5, 0, counting(0)), "miss: line 0x5 is written back, but none of its parts");
    c->spec->reset(c->state);
    keeps(c, 5, 0x0f, counting(200));
    complains(writes_back(c, 5, 0x1f, counting(200)), "part 4 of line 0x5 is written back, but no store and no fill has told it");
    complains(writes_back(c, 5, 0x0f, over(counting(200), 0x04, counting(300))),
              "miss: part 2 of line 0x5 is written back as 0x12e, from its bit 0 on; expected 0xca, or what was there when it left");
    c->spec->reset(c->state);
    brings(c, 5, counting(100));
    keeps(c, 5, 0x0f, counting(200));
    accepts(writes_back(c, 5, ALL, over(counting(100), 0x0f, counting(200)))); /* clean parts too */
    accepts(writes_back(c, 5, 0x0f, counting(200)));                           /* and once more */
    complains(writes_back(c, 5, 0x10, counting(200)), "part 4 of line 0x5 is written back as 0xcc");
    checker_free(c);
}

/* It may wait at `miss` while a newer store is answered, but not for ever, and never behind that. */
static void what_is_written_back_is_no_older_than_what_the_memory_has(void **state)
{
    (void)state;
    checker *c = small();
    keeps(c, 5, 0x03, counting(200));
    keeps(c, 5, 0x01, counting(300));
    stores(c, 5, 0x02, counting(400), 1); /* accepted alone: it may have taken effect */
    accepts(writes_back(c, 5, 0x03, counting(200)));
    accepts(writes_back(c, 5, 0x03, over(counting(400), 0x01, counting(300))));
    complains(writes_back(c, 5, 0x01, counting(200)), "part 0 of line 0x5 is written back as 0xc8, from its bit 0 on; expected 0x12c");
    checker_free(c);

    c = small();
    keeps(c, 5, 0x03, counting(200));
    keeps(c, 5, 0x01, counting(300));
    cycles(c, BOUND + 1);
    complains(writes_back(c, 5, 0x03, counting(200)), "part 0 of line 0x5 is written back as 0xc8");
    checker_free(c);

    c = small();
    keeps(c, 5, 0x03, counting(200));
    keeps(c, 5, 0x01, counting(300));
    cycles(c, BOUND);
    for (int n = 0; n < BOUND; n++)
        accepts(c->spec->cycle(c->state, 1u << MISS)); /* held: it does not count */
    accepts(writes_back(c, 5, 0x03, counting(200)));
    checker_free(c);
}

/* Requests of a line take effect in their order: what is behind a request that is answered did before it. */
static void an_answer_tells_of_the_stores_before_it(void **state)
{
    (void)state;
    for (uint32_t later = 0; later < 2; later++) {
        checker *c = small();
        keeps(c, 5, 0x01, counting(200));
        stores(c, 5, 0x01, counting(300), 1);
        stores(c, 5 + later, 0x02, counting(300), 2);
        accepts(answers(c, 0x02, counting(0), 2));
        for (int n = 0; n <= BOUND; n++) {
            accepts(c->spec->cycle(c->state, 0));
            if (n == BOUND / 2)
                accepts(answers(c, 0x01, counting(0), 1));
        }
        if (later) /* of another line: the store was answered lately */
            accepts(writes_back(c, 5, 0x01, counting(200)));
        else
            complains(writes_back(c, 5, 0x01, counting(200)), "part 0 of line 0x5 is written back as 0xc8");
        checker_free(c);
    }
}

/* ---- Flushes ---- */

static void a_flush_writes_back_all_that_was_stored(void **state)
{
    (void)state;
    checker *c = small();
    brings(c, 5, counting(100));
    keeps(c, 5, 0x0f, counting(200));
    keeps(c, 6, 0x08, counting(300));
    accepts(writes_back(c, 5, 0x07, counting(200)));
    accepts(writes_back(c, 6, 0x08, counting(300)));
    accepts(flushes(c, 3));
    cycles(c, 1);
    complains(flushed(c, 3), "flushed of user 0x3: part 3 of line 0x5 was stored as 0xcb, from its bit 0 on, and never written back");
    checker_free(c);

    c = small();
    keeps(c, 6, 0x08, counting(300));
    accepts(writes_back(c, 6, 0x08, counting(300)));
    keeps(c, 6, 0x08, counting(400));
    accepts(flushes(c, 3));
    cycles(c, 1);
    complains(flushed(c, 3),
              "flushed of user 0x3: part 3 of line 0x6 was stored as 0x193, from its bit 0 on, but written back last as 0x12f");
    checker_free(c);

    c = small();
    keeps(c, 6, 0x08, counting(300));
    accepts(flushes(c, 3));
    cycles(c, 1);
    accepts(writes_back(c, 6, 0x08, counting(300)));
    accepts(flushed(c, 3));
    checker_free(c);
}

static void after_a_flush_the_cache_is_empty(void **state)
{
    (void)state;
    checker *c = small();
    brings(c, 5, counting(100));
    accepts(flushes(c, 3));
    cycles(c, 1);
    accepts(flushed(c, 3));
    cycles(c, 1);
    loads(c, 5, ALL, 1);
    complains(answers(c, ALL, counting(100), 1), "no store and no fill has told its data");
    brings(c, 5, counting(100));
    checker_free(c);
}

/* Answers may wait when it is told, if the requests were done. */
static void a_flush_comes_after_the_requests_before_it(void **state)
{
    (void)state;
    checker *c = small();
    brings(c, 5, counting(100));
    loads(c, 5, ALL, 1);
    accepts(flushes(c, 3));
    cycles(c, 1);
    accepts(flushed(c, 3));
    accepts(answers(c, ALL, counting(100), 1));
    cycles(c, 1);
    loads(c, 7, ALL, 1);
    accepts(flushes(c, 4));
    cycles(c, 1);
    complains(flushed(c, 4), "load of word 0x7, user 0x1: it did not take effect before a flush that was accepted later");
    checker_free(c);

    c = small();
    loads(c, 7, ALL, 1);
    accepts(flushes(c, 4));
    accepts(asks(c, 7, ALL));
    cycles(c, 1);
    complains(flushed(c, 4), "flushed, but the memory owes a line that was asked for before");
    checker_free(c);
}

static void a_flush_is_alone(void **state)
{
    (void)state;
    checker *c = small();
    complains(flushed(c, 3), "flushed, but no flush is under way");
    accepts(flushes(c, 3));
    loads(c, 5, 0, 1); /* in the same cycle */
    cycles(c, 1);
    complains(asked(c, 0, 5, 0, counting(0), 2), "load of word 0x5, user 0x2: it is accepted while a flush is under way");
    complains(flushes(c, 4), "a flush is accepted while another is under way");
    complains(flushed(c, 3), "flushed: its user is not that of the flush");
    complains(flushed(c, 4), "flushed, but no flush is under way");
    complains(flushes(c, 5), "a flush is accepted while another is under way"); /* in the cycle in which it was taken */
    c->spec->reset(c->state);
    accepts(flushes(c, 3));
    cycles(c, 1);
    accepts(flushed(c, 3));
    complains(asked(c, 1, 5, 0, counting(0), 2), "store of word 0x5, user 0x2: it is accepted while a flush is under way");
    cycles(c, 1);
    stores(c, 5, 0, counting(0), 2);
    accepts(flushes(c, 3));
    checker_free(c);
}

/* ---- Bounds ---- */

/* Cycles in which the memory owes a line, or an output is held, do not count. */
static void answers_come_in_time(void **state)
{
    (void)state;
    checker *c = small();
    loads(c, 5, 0x03, 1);
    accepts(asks(c, 5, 0x03));
    cycles(c, 10 * BOUND);
    accepts(fills(c, 5, counting(100)));
    accepts(answers(c, 0x01, counting(100), 1));
    for (int n = 0; n < BOUND; n++) {
        cycles(c, 1);
        accepts(c->spec->cycle(c->state, 1u << RESPONSE));
    }
    complains(c->spec->cycle(c->state, 0), "load of word 0x5, user 0x1: no answer within 744 cycles in which it waited for nothing");
    checker_free(c);

    c = small();
    accepts(flushes(c, 3));
    cycles(c, FLUSH_BOUND);
    complains(c->spec->cycle(c->state, 0), "flush of user 0x3: not told within 984 cycles in which it waited for nothing");
    checker_free(c);
}

/* ---- Counts ---- */

enum {
    AVC_LOADS,
    L1_LOADS,
    MISSES,
    JOINED,
    AVC_STORES,
    L1_STORES,
    REPLAYS,
    CONFLICTS,
    FILL_CONFLICTS,
    AVC_FILLS,
    L1_FILLS,
    UNKEPT,
    EVICTED,
    DROPPED,
    MERGED,
    FETCHES,
    COUNTS
};
typedef struct {
    uint32_t of[COUNTS];
} counts;

static const char *counted(checker *c, counts n)
{
    return c->spec->gave(c->state, STATE, n.of);
}

/* Two loads, one of them from the memory and in two parts; one store, and one that is not answered; a write-back. */
static counts did_something(checker *c)
{
    loads(c, 5, ALL, 98);
    cycles(c, 3);
    accepts(asks(c, 5, ALL));
    cycles(c, 1);
    accepts(fills(c, 5, counting(100)));
    accepts(answers(c, 0x0f, counting(100), 98));
    accepts(answers(c, 0xf0, counting(100), 98));
    loads(c, 5, ALL, 98);
    accepts(answers(c, ALL, counting(100), 98));
    keeps(c, 5, 0x0f, counting(200));
    stores(c, 6, 0x0f, counting(200), 1);
    accepts(writes_back(c, 5, 0x0f, counting(200)));
    loads(c, 5, 0, 98); /* what has no part does not count */
    accepts(answers(c, 0, counting(100), 98));
    cycles(c, 3);
    return (counts){{[AVC_LOADS] = 2, [MISSES] = 1, [AVC_STORES] = 1, [REPLAYS] = 1, [AVC_FILLS] = 1, [EVICTED] = 1}};
}

/* With this much more of a count it is right, and no further. */
static void between(int k, uint32_t less, uint32_t more, const char *of)
{
    for (uint32_t n = 0; n <= less + more + 2; n++) {
        checker *c = small();
        counts right = did_something(c);
        right.of[k] += n - less - 1;
        if (n == 0 || n == less + more + 2)
            complains(counted(c, right), of);
        else
            accepts(counted(c, right));
        checker_free(c);
    }
}

static void counts_are_those_of_what_moved(void **state)
{
    (void)state;
    between(L1_LOADS, 0, 0, "state: ");
    between(AVC_LOADS, 0, 0, "state: avc_loads + l1_loads + misses + joined - replays is ");
    between(JOINED, 0, 0, "state: ");
    between(AVC_STORES, 0, 1, "state: avc_stores + l1_stores is ");
    between(L1_STORES, 0, 1, "state: ");
    between(REPLAYS, 0, 0, "state: ");
    between(AVC_FILLS, 1, 0, "state: ");
    between(EVICTED, 0, 5, "state: evicted + dropped is ");
    between(DROPPED, 0, 5, "state: ");
    between(MERGED, 0, 1, "state: merged is ");
    between(FETCHES, 0, 0, "state: ");
    for (uint32_t misses = 0; misses < 6; misses++) {
        checker *c = small();
        counts n = did_something(c);
        n.of[AVC_LOADS] -= misses - 1;
        n.of[REPLAYS] = 0;
        n.of[AVC_LOADS] -= 1;
        n.of[MISSES] = misses;
        if (misses == 0)
            complains(counted(c, n), "state: misses + fetches is 0; from 1 to 4 are right");
        else if (misses == 1 || misses == 2)
            accepts(counted(c, n));
        checker_free(c);
    }
}

static void counts_never_go_back_but_in_a_reset(void **state)
{
    (void)state;
    static const char *const names[COUNTS] = {"avc_loads", "l1_loads",  "misses",         "joined",    "avc_stores", "l1_stores",
                                              "replays",   "conflicts", "fill_conflicts", "avc_fills", "l1_fills",   "unkept",
                                              "evicted",   "dropped",   "merged",         "fetches"};
    for (int k = 0; k < COUNTS; k++) {
        checker *c = small();
        counts n = did_something(c);
        n.of[k] += 1000;
        counted(c, n); /* whatever it says of that */
        n.of[k]--;
        complains(counted(c, n), names[k]);
        c->spec->reset(c->state);
        accepts(counted(c, (counts){{0}}));
        checker_free(c);
    }
}

/* ---- A plain cache ---- */

enum { MOST_BLOCKS = 6, MOST_HELD = 8, MOST_ANSWERS = 12, QUEUE = 2, INPUTS = 3, MOST_WORDS = 4 + LANES };

typedef enum {
    NONE,
    FLIPS_A_BIT,
    FLIPS_A_WRITE_BACK,
    LOSES_A_STORE,
    LOSES_AN_ANSWER,
    ANSWERS_TWICE,
    ANSWERS_TOO_MUCH,
    SEES_A_LATER_STORE,
    DROPS_DIRTY,
    WRITES_BACK_LATE,
    WRITES_BACK_TOO_MUCH,
    ASKS_TOO_MUCH,
    FILLS_OVER_DIRTY,
    CHANGES_A_MASK,
    CHANGES_A_USER,
    FLUSH_LEAVES_ONE,
    FLUSH_KEEPS_ONE,
    FLUSHED_EARLY,
    FLUSHED_OF_ANOTHER,
    ACCEPTS_IN_A_FLUSH,
    FAULTS
} fault;

typedef struct {
    bool held, asked; /* asked: of the memory, for these parts */
    bool stays;       /* in a flush */
    uint32_t address, valid, dirty, parts;
    block words;
} kept;

typedef struct {
    uint32_t write, address, mask, user;
    block words;
} held_request;

typedef struct {
    uint32_t mask, user;
    block words;
} held_answer;

typedef struct {
    uint32_t write, address, mask;
    block words;
} held_miss;

/* In each cycle chance says what goes on. Requests of a block are done in their order, those of others in any. */
typedef struct {
    checker *c;
    stimuli *stimuli;
    const environment *environment;
    void *around;
    rng rng;
    kept blocks[MOST_BLOCKS];
    held_request requests[MOST_HELD];
    held_answer answers[MOST_ANSWERS];
    held_miss misses[QUEUE];
    int request_count, answer_count, miss_count;
    bool flush, closed;
    uint32_t flush_user;
    bool waits[INPUTS];
    uint32_t in[INPUTS][MOST_WORDS];
    unsigned long long moved, flushes, partial, merged;
    fault fault;
    bool made;
} plain;

static plain *plain_new(const char *settings, uint64_t seed)
{
    plain *p = zalloc(sizeof *p);
    p->c = checker_new("avc", LANES, settings, BENCH_UNIT, 0);
    p->stimuli = stimuli_new(&p->c->d, seed, NULL, 0);
    p->environment = environment_of(&p->c->d);
    p->around = p->environment->open(&p->c->d, p->stimuli);
    p->rng.state = seed;
    return p;
}

static void plain_free(plain *p)
{
    p->environment->close(p->around);
    stimuli_free(p->stimuli);
    checker_free(p->c);
}

static bool sometimes(plain *p, uint32_t one_of)
{
    return rng_below(&p->rng, one_of) == 0;
}

static bool strikes(plain *p, fault what)
{
    if (p->fault != what || p->made || p->moved < 200)
        return false;
    return p->made = sometimes(p, 4);
}

/* Like strikes(), but from then on each time: what is wrong may be written over before anyone sees it. */
static bool strikes_always(plain *p, fault what)
{
    if (p->fault == what && p->moved >= 200)
        p->made = true;
    return p->fault == what && p->made;
}

static kept *find(plain *p, uint32_t address)
{
    for (kept *k = p->blocks; k < p->blocks + MOST_BLOCKS; k++)
        if (k->held && k->address == address)
            return k;
    return NULL;
}

/* ---- What leaves ---- */

static const char *gives(plain *p, int stream, const uint32_t *fields)
{
    p->moved++;
    p->environment->saw(p->around, stream, fields);
    return p->c->spec->gave(p->c->state, stream, fields);
}

static const char *give_answer(plain *p, uint32_t *held)
{
    if (p->answer_count == 0)
        return NULL;
    if (sometimes(p, 3)) {
        *held |= 1u << RESPONSE;
        return NULL;
    }
    int i = (int)rng_below(&p->rng, (uint32_t)p->answer_count);
    held_answer a = p->answers[i];
    uint32_t fields[2 + LANES] = {a.mask}, lane = rng_below(&p->rng, LANES);
    memcpy(fields + 1, a.words.lane, sizeof a.words.lane);
    fields[1 + LANES] = a.user;
    if (a.mask && strikes(p, CHANGES_A_MASK))
        fields[0] &= fields[0] - 1;
    if (strikes(p, CHANGES_A_USER))
        fields[1 + LANES] ^= 1;
    if (!strikes(p, ANSWERS_TWICE))
        p->answers[i] = p->answers[--p->answer_count];
    if ((a.mask >> lane & 1) == 0 && strikes(p, ANSWERS_TOO_MUCH))
        fields[0] |= 1u << lane;
    return strikes(p, LOSES_AN_ANSWER) ? NULL : gives(p, RESPONSE, fields);
}

static const char *give_miss(plain *p, uint32_t *held)
{
    if (p->miss_count == 0)
        return NULL;
    if (sometimes(p, 3)) {
        *held |= 1u << MISS;
        return NULL;
    }
    held_miss m = p->misses[0];
    uint32_t fields[3 + LANES] = {m.write, m.address, m.mask};
    memcpy(fields + 3, m.words.lane, sizeof m.words.lane);
    memmove(p->misses, p->misses + 1, sizeof *p->misses * (size_t)--p->miss_count);
    return gives(p, MISS, fields);
}

static const char *give_flushed(plain *p)
{
    bool empty = p->request_count == 0 && p->miss_count == 0;
    for (const kept *k = p->blocks; k < p->blocks + MOST_BLOCKS; k++)
        empty = empty && (!k->held || k->stays);
    if (!p->flush || !p->closed || (!empty && !strikes(p, FLUSHED_EARLY)))
        return NULL;
    uint32_t user = p->flush_user ^ (uint32_t)strikes(p, FLUSHED_OF_ANOTHER);
    p->flush = false;
    p->flushes++;
    for (kept *k = p->blocks; k < p->blocks + MOST_BLOCKS; k++)
        k->stays = false;
    return gives(p, FLUSHED, &user);
}

/* ---- What comes ---- */

static const uint32_t *next_at(plain *p, int stream)
{
    if (!p->waits[stream] && !sometimes(p, 3))
        p->waits[stream] = p->environment->next(p->around, stream, p->in[stream], &p->rng);
    return p->waits[stream] ? p->in[stream] : NULL;
}

static const char *takes(plain *p, int stream)
{
    p->waits[stream] = false;
    p->environment->saw(p->around, stream, p->in[stream]);
    return p->c->spec->took(p->c->state, stream, p->in[stream]);
}

static const char *take_request(plain *p)
{
    const uint32_t *in = next_at(p, REQUEST);
    if (in == NULL || p->request_count == MOST_HELD || (p->closed && !strikes(p, ACCEPTS_IN_A_FLUSH)))
        return NULL;
    held_request *r = &p->requests[p->request_count++];
    *r = (held_request){in[0], in[1], in[2], in[3 + LANES], {{0}}};
    memcpy(r->words.lane, in + 3, sizeof r->words.lane);
    return takes(p, REQUEST);
}

static const char *take_flush(plain *p)
{
    const uint32_t *in = p->closed || p->flush ? NULL : next_at(p, FLUSH);
    if (in == NULL)
        return NULL;
    p->flush = true;
    p->flush_user = in[0];
    return takes(p, FLUSH);
}

static const char *take_fill(plain *p)
{
    const uint32_t *in = next_at(p, FILL);
    if (in == NULL)
        return NULL;
    kept *k = find(p, in[0]);
    for (uint32_t i = 0; i < LANES; i++) {
        uint32_t bit = 1u << i;
        if ((k->valid & bit) == 0 || (k->dirty & bit && strikes_always(p, FILLS_OVER_DIRTY)))
            k->words.lane[i] = in[1 + i];
    }
    k->valid |= k->parts | (rng_word(&p->rng) & ALL);
    k->asked = false;
    return takes(p, FILL);
}

/* ---- What is done ---- */

/* Writes back what is dirty, or a bit more, and forgets the block. */
static bool evict(plain *p, kept *k)
{
    if (!k->held || k->asked || k->stays || p->miss_count == QUEUE)
        return false;
    bool drops = k->dirty && strikes_always(p, DROPS_DIRTY);
    if (k->dirty && p->flush && strikes_always(p, FLUSH_LEAVES_ONE))
        drops = true;
    uint32_t mask = k->dirty | (k->valid & rng_word(&p->rng) & rng_word(&p->rng));
    if (k->valid != ALL && strikes(p, WRITES_BACK_TOO_MUCH)) {
        mask |= ~k->valid & ALL;
        k->words.lane[__builtin_ctz(~k->valid)] ^= 0x55;
    }
    if (mask && !drops) {
        held_miss *m = &p->misses[p->miss_count++];
        *m = (held_miss){1, k->address, mask, k->words};
        if (strikes(p, FLIPS_A_WRITE_BACK))
            m->words.lane[__builtin_ctz(mask)] ^= 1u << rng_below(&p->rng, 32);
        p->merged += k->dirty && (k->dirty & (k->dirty - 1));
    }
    k->stays = p->flush && strikes_always(p, FLUSH_KEEPS_ONE);
    k->held = k->stays;
    k->dirty = 0;
    return true;
}

/* A place for the block, if there is one. */
static kept *place(plain *p, uint32_t address)
{
    kept *k = find(p, address), *any = &p->blocks[rng_below(&p->rng, MOST_BLOCKS)];
    if (k)
        return k;
    if (any->held && !evict(p, any))
        return NULL;
    if (any->held)
        return NULL;
    *any = (kept){.held = true, .address = address};
    return any;
}

static void answer(plain *p, uint32_t mask, uint32_t user, block words)
{
    p->answers[p->answer_count++] = (held_answer){mask, user, words};
}

/* Asks for parts of a block. */
static void ask(plain *p, kept *k, uint32_t mask)
{
    if (k->asked || p->miss_count == QUEUE)
        return;
    if (mask != ALL && strikes(p, ASKS_TOO_MUCH))
        mask |= ~mask & (mask + 1);
    p->misses[p->miss_count++] = (held_miss){0, k->address, mask, k->words};
    k->asked = true;
    k->parts = mask;
}

/* The load has the parts that it can have; true: all of them. */
static bool load(plain *p, kept *k, held_request *r)
{
    block words = k->words;
    uint32_t has = r->mask & k->valid;
    if (has != r->mask && !sometimes(p, 2))
        has = 0;
    for (const held_request *l = r + 1; l < p->requests + p->request_count; l++)
        if (has & l->mask && l->write && l->address == r->address && strikes_always(p, SEES_A_LATER_STORE))
            words = over(words, l->mask, l->words);
    if (has & 1 && strikes(p, FLIPS_A_BIT))
        words.lane[0] ^= 1u << rng_below(&p->rng, 32);
    if (has)
        answer(p, has, r->user, words);
    p->partial += has && has != r->mask;
    r->mask &= ~has;
    if (r->mask)
        ask(p, k, r->mask);
    return r->mask == 0;
}

static void store(plain *p, kept *k, const held_request *r)
{
    if (!strikes_always(p, LOSES_A_STORE))
        k->words = over(k->words, r->mask, r->words);
    k->valid |= r->mask;
    k->dirty |= r->mask;
    answer(p, r->mask, r->user, k->words);
}

static bool is_oldest(const plain *p, int i)
{
    for (int k = 0; k < i; k++)
        if (p->requests[k].address == p->requests[i].address)
            return false;
    return true;
}

/* One request, if chance chooses one that is the oldest of its block. */
static void work(plain *p)
{
    int i = p->request_count ? (int)rng_below(&p->rng, (uint32_t)p->request_count) : 0;
    held_request *r = &p->requests[i];
    if (p->request_count == 0 || !is_oldest(p, i) || p->answer_count + 1 >= MOST_ANSWERS)
        return;
    bool done = r->mask == 0;
    if (done) {
        answer(p, 0, r->user, r->words);
    } else {
        kept *k = place(p, r->address);
        if (k == NULL || k->asked)
            return;
        done = r->write || load(p, k, r);
        if (r->write)
            store(p, k, r);
    }
    if (done)
        memmove(r, r + 1, sizeof *r * (size_t)(--p->request_count - i));
}

/* What left the cache long ago comes back as it was then: a block that was evicted is written back once more. */
static void write_back_late(plain *p, kept *k)
{
    if (k->held && k->dirty && k->valid == ALL && !k->asked && p->miss_count < QUEUE && strikes(p, WRITES_BACK_LATE)) {
        block old = k->words;
        old.lane[__builtin_ctz(k->dirty)] += 1;
        p->misses[p->miss_count++] = (held_miss){1, k->address, k->dirty & -k->dirty, old};
    }
}

static const char *plain_cycle(void *of)
{
    plain *p = of;
    const char *wrong = NULL;
    uint32_t held = 0;
    if (!wrong)
        wrong = give_answer(p, &held);
    if (!wrong)
        wrong = give_miss(p, &held);
    if (!wrong)
        wrong = give_flushed(p);
    if (!wrong)
        wrong = take_request(p);
    if (!wrong)
        wrong = take_flush(p);
    if (!wrong)
        wrong = take_fill(p);
    if (wrong)
        return wrong;
    work(p);
    kept *any = &p->blocks[rng_below(&p->rng, MOST_BLOCKS)];
    write_back_late(p, any);
    if (p->flush ? p->request_count == 0 : sometimes(p, 16))
        evict(p, any);
    p->closed = p->flush;
    return p->c->spec->cycle(p->c->state, held);
}

static const char *const shapes[] = {
    SMALL,
    SMALL " counts=off",
    "sets=1 line-vectors=1 l1-ways=1 avc-ways=1 address=8 window=4 misses=1 user=5 counts=off",
    "sets=2 line-vectors=16 preset=48k address=32 window=32 misses=8 user=32",
};
enum { SHAPES = sizeof shapes / sizeof *shapes };

static void a_plain_cache_passes(void **state)
{
    (void)state;
    for (uint64_t k = 0; k < SHAPES; k++) {
        plain *p = plain_new(shapes[k], k);
        for (int n = 0; n < 50000; n++)
            accepts(plain_cycle(p));
        assert_true(p->moved > 7000 && p->flushes > 20 && p->partial > 30 && p->merged > 500);
        plain_free(p);
    }
}

static void each_fault_of_a_cache_is_noticed(void **state)
{
    (void)state;
    for (fault what = NONE + 1; what < FAULTS; what++)
        for (uint64_t seed = 0; seed < 6; seed++) {
            plain *p = plain_new(SMALL, 100 * what + seed);
            p->fault = what;
            mistake_is_noticed(p, plain_cycle, &p->made, (int)what, seed);
            plain_free(p);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_load_returns_what_memory_has),
        cmocka_unit_test(a_load_returns_the_newest_store_before_it),
        cmocka_unit_test(a_load_does_not_see_a_store_after_it_through_the_memory),
        cmocka_unit_test(answers_have_each_part_once),
        cmocka_unit_test(a_store_is_answered_with_its_mask),
        cmocka_unit_test(an_empty_request_has_an_empty_answer),
        cmocka_unit_test(only_parts_that_loads_wait_for_are_asked_for),
        cmocka_unit_test(a_store_may_ask_for_its_other_parts),
        cmocka_unit_test(what_is_written_back_was_stored_or_brought),
        cmocka_unit_test(what_is_written_back_is_no_older_than_what_the_memory_has),
        cmocka_unit_test(an_answer_tells_of_the_stores_before_it),
        cmocka_unit_test(a_flush_writes_back_all_that_was_stored),
        cmocka_unit_test(after_a_flush_the_cache_is_empty),
        cmocka_unit_test(a_flush_comes_after_the_requests_before_it),
        cmocka_unit_test(a_flush_is_alone),
        cmocka_unit_test(answers_come_in_time),
        cmocka_unit_test(counts_are_those_of_what_moved),
        cmocka_unit_test(counts_never_go_back_but_in_a_reset),
        cmocka_unit_test(a_plain_cache_passes),
        cmocka_unit_test(each_fault_of_a_cache_is_noticed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
