/* SPDX-License-Identifier: Apache-2.0
 *
 * The block split: the examples of docs/split.md cycle by cycle; random accesses against a plain loop over words; full rate; and records of a trace,
 * whose private addresses it groups as the statistics of traces do. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "../../base/random.h"
#include "../../cmodel/warpfold.h"
#include "../../memory/private_memory.h"
#include "machine.h"

enum { MAX_LANES = 32 };
extern const wf_unit wf_unit_split;

/* ---- Accesses and requests ---- */

typedef struct {
    uint32_t base, mask, offset[MAX_LANES], user, write;
} access;

typedef struct {
    uint32_t address, mask, user, unaligned, last;
} request;

static machine split_new(int lanes, int address, int offset, int user)
{
    wf_config c = wf_default_config(&wf_unit_split, lanes);
    *unit_param(&wf_unit_split, &c, "address") = address, *unit_param(&wf_unit_split, &c, "offset") = offset;
    *unit_param(&wf_unit_split, &c, "user") = user;
    machine m = machine_new(&wf_unit_split, c);
    *machine_ready(&m, "request") = 1;
    return m;
}

/* The data of a lane say which lane of which access it is. */
static uint32_t data_of(uint32_t user, int lane)
{
    return user << 8 | (uint32_t)lane;
}

static void put_access(machine *m, const access *a)
{
    int bits = *unit_param(&wf_unit_split, &m->c, "offset");
    uint32_t *offset = machine_field(m, "access", "offset"), *data = machine_field(m, "access", "data");
    *machine_valid(m, "access") = 1;
    *machine_field(m, "access", "write") = a->write;
    *machine_field(m, "access", "base") = a->base;
    *machine_field(m, "access", "mask") = a->mask;
    memset(offset, 0, (size_t)words_for(bits * m->c.lanes) * sizeof *offset);
    for (int lane = 0; lane < m->c.lanes; lane++) {
        for (int bit = 0; bit < bits; bit++)
            offset[(lane * bits + bit) / 32] |= (a->offset[lane] >> bit & 1) << (lane * bits + bit) % 32;
        data[lane] = data_of(a->user, lane);
    }
    *machine_field(m, "access", "user") = a->user;
}

static void request_is(const machine *m, const request *r, uint32_t write)
{
    assert_true(*machine_valid(m, "request"));
    assert_int_equal(*machine_field(m, "request", "write"), write);
    assert_int_equal(*machine_field(m, "request", "address"), r->address);
    assert_int_equal(*machine_field(m, "request", "mask"), r->mask);
    for (int lane = 0; lane < m->c.lanes; lane++)
        assert_int_equal(machine_field(m, "request", "data")[lane], data_of(r->user, lane));
    assert_int_equal(*machine_field(m, "request", "unaligned"), r->unaligned);
    assert_int_equal(*machine_field(m, "request", "last"), r->last);
    assert_int_equal(*machine_field(m, "request", "user"), r->user);
}

/* ---- Worked by hand: the tables of the page, a line a cycle ---- */

enum { NONE, SOME, WAITS }; /* none, one that is taken, one that is not */

typedef struct {
    int comes;
    access in;
    bool ready;
    int leaves;
    request out;
} line;

static void follow(const line *lines, size_t count, uint32_t write)
{
    machine m = split_new(4, 8, 6, 8);
    for (const line *l = lines; l < lines + count; l++) {
        *machine_valid(&m, "access") = 0;
        if (l->comes != NONE) {
            put_access(&m, &l->in);
            *machine_field(&m, "access", "write") = write;
            assert_int_equal(l->comes == SOME, l->ready);
        }
        assert_int_equal(*machine_ready(&m, "access"), l->ready);
        assert_int_equal(*machine_valid(&m, "request"), l->leaves != NONE);
        if (l->leaves != NONE)
            request_is(&m, &l->out, write);
        *machine_ready(&m, "request") = l->leaves == SOME;
        machine_step(&m);
    }
    assert_false(*machine_valid(&m, "request"));
    machine_free(&m);
}

static void two_words_one_word_none(void **state)
{
    (void)state;
    static const line lines[] = {
        {SOME, {16, 15, {8, 8, 4, 8}, 1, 0}, true, NONE, {0}},
        {SOME, {32, 15, {0, 1, 2, 3}, 2, 0}, true, NONE, {0}},
        {WAITS, {33, 0, {7, 6, 5, 4}, 3, 0}, false, SOME, {18, 11, 1, 0, 0}},
        {SOME, {33, 0, {7, 6, 5, 4}, 3, 0}, true, SOME, {17, 4, 1, 0, 1}},
        {NONE, {0}, true, SOME, {32, 15, 2, 1, 1}},
        {NONE, {0}, true, SOME, {33, 0, 3, 0, 1}},
    };
    follow(lines, sizeof lines / sizeof *lines, 0);
    follow(lines, sizeof lines / sizeof *lines, 1);
}

static void over_the_end_of_memory(void **state)
{
    (void)state;
    static const line lines[] = {
        {SOME, {254, 14, {63, 12, 4, 14}, 4, 0}, true, NONE, {0}},
        {NONE, {0}, true, NONE, {0}},
        {NONE, {0}, true, SOME, {1, 10, 4, 1, 0}},
        {NONE, {0}, true, SOME, {255, 4, 4, 0, 1}},
    };
    follow(lines, sizeof lines / sizeof *lines, 0);
}

static void requests_that_are_not_taken(void **state)
{
    (void)state;
    static const line lines[] = {
        {SOME, {1, 15, {0}, 1, 0}, true, NONE, {0}},
        {SOME, {2, 15, {0}, 2, 0}, true, NONE, {0}},
        {SOME, {3, 15, {0}, 3, 0}, true, WAITS, {1, 15, 1, 0, 1}},
        {SOME, {4, 15, {0}, 4, 0}, true, WAITS, {1, 15, 1, 0, 1}},
        {WAITS, {5, 15, {0}, 5, 0}, false, SOME, {1, 15, 1, 0, 1}},
        {WAITS, {5, 15, {0}, 5, 0}, false, SOME, {2, 15, 2, 0, 1}},
        {SOME, {5, 15, {0}, 5, 0}, true, SOME, {3, 15, 3, 0, 1}},
        {NONE, {0}, true, SOME, {4, 15, 4, 0, 1}},
        {NONE, {0}, true, SOME, {5, 15, 5, 0, 1}},
    };
    follow(lines, sizeof lines / sizeof *lines, 0);
}

/* ---- All requests of an access, alone in the block ---- */

/* Returns how many there are. The k-th is in the cycle k + 2 after its access. */
static int requests_of(machine *m, const access *a, request *requests)
{
    int count = 0;
    bool last = false;
    assert_true(*machine_ready(m, "access"));
    put_access(m, a);
    machine_step(m);
    *machine_valid(m, "access") = 0;
    assert_false(*machine_valid(m, "request"));
    machine_step(m);
    while (!last) {
        request r = {*machine_field(m, "request", "address"), *machine_field(m, "request", "mask"), a->user,
                     *machine_field(m, "request", "unaligned"), *machine_field(m, "request", "last")};
        assert_in_range(count, 0, m->c.lanes - 1);
        request_is(m, &r, a->write);
        last = r.last;
        requests[count++] = r;
        machine_step(m);
    }
    assert_false(*machine_valid(m, "request"));
    return count;
}

static access some_access(rng *r, int lanes, int address, int offset)
{
    access a = {.base = rng_word(r) & low_ones(address),
                .mask = rng_word(r) & low_ones(lanes),
                .user = rng_below(r, 256),
                .write = rng_below(r, 2)};
    uint32_t few = 1 + rng_below(r, 12), from = rng_word(r);
    for (int lane = 0; lane < lanes; lane++)
        a.offset[lane] = (rng_below(r, 4) ? from + rng_below(r, few) : rng_word(r)) & low_ones(offset);
    if (rng_below(r, 8) == 0)
        a.mask = 0;
    return a;
}

/* For each word that there is: one request has it, with all lanes of the word. Requests are in rising order of their lowest lanes. */
static void each_word_is_one_request(void **state)
{
    (void)state;
    static const struct {
        int lanes, address, offset;
    } shapes[] = {{4, 8, 4}, {8, 8, 12}, {16, 32, 24}, {32, 25, 13}};
    rng r = {1};
    for (size_t k = 0; k < sizeof shapes / sizeof *shapes; k++) {
        machine m = split_new(shapes[k].lanes, shapes[k].address, shapes[k].offset, 8);
        int several = 0;
        for (int n = 0; n < 2000; n++) {
            access a = some_access(&r, shapes[k].lanes, shapes[k].address, shapes[k].offset);
            request requests[MAX_LANES];
            int count = requests_of(&m, &a, requests), found = 0;
            uint32_t seen = 0;
            for (int i = 0; i < count; i++) {
                uint32_t mask = requests[i].mask, unaligned = 0;
                assert_int_equal(seen & mask, 0);
                assert_true(i == 0 || __builtin_ctz(mask) > __builtin_ctz(requests[i - 1].mask));
                for (int lane = 0; lane < shapes[k].lanes; lane++) {
                    bool same = mask != 0 && a.offset[lane] / 4 == a.offset[__builtin_ctz(mask)] / 4;
                    assert_int_equal(mask >> lane & 1, (a.mask >> lane & 1) && same);
                    unaligned |= (mask >> lane & 1) && a.offset[lane] % 4;
                }
                assert_int_equal(requests[i].unaligned, unaligned);
                assert_int_equal(requests[i].address,
                                 (a.base + (mask ? a.offset[__builtin_ctz(mask)] / 4 : 0)) & low_ones(shapes[k].address));
                assert_int_equal(requests[i].last, i == count - 1);
                seen |= mask;
                found++;
            }
            assert_int_equal(seen, a.mask);
            several += found > 1;
        }
        assert_true(several > 500);
        machine_free(&m);
    }
}

/* Accesses of so many words each, back to back: a request in every cycle from the third on. */
static void a_request_a_cycle(void **state)
{
    (void)state;
    for (uint32_t words = 1; words <= 8; words *= 2) {
        machine m = split_new(8, 25, 13, 16);
        uint32_t given = 0;
        for (uint32_t n = 0; n < 200; n++) {
            access a = {.base = 100 * given, .mask = 0xff, .user = given};
            for (uint32_t lane = 0; lane < 8; lane++)
                a.offset[lane] = 4 * (lane % words);
            put_access(&m, &a);
            given += *machine_ready(&m, "access");
            assert_int_equal(*machine_valid(&m, "request"), n >= 2);
            if (n >= 2) {
                uint32_t user = (n - 2) / words, word = (n - 2) % words,
                         all = words == 8   ? 1
                               : words == 4 ? 0x11
                               : words == 2 ? 0x55
                                            : 0xff;
                request_is(&m, &(request){100 * user + word, all << word, user, 0, word == words - 1}, 0);
            }
            machine_step(&m);
        }
        machine_free(&m);
    }
}

/* ---- Records of a trace ---- */

/* A record of one word a lane, in local memory or on a stack whose flat addresses lie apart. Its vectors are those of the statistics: the lanes of one
 * private word, in the order of their lowest lanes. */
static void a_record_has_the_requests_of_its_private_words(void **state)
{
    (void)state;
    enum { STACK = 1 << 13, RECORDS = 2000 };
    machine m = split_new(32, 25, 13, 8);
    rng r = {7};
    int several = 0;
    for (uint32_t n = 0; n < RECORDS; n++) {
        trace_record record = {.lanes = 32, .words = 1, .space = n % 2 ? TRACE_STACK : TRACE_LOCAL};
        access a = some_access(&r, 32, 25, 13);
        record.mask[0] = a.mask;
        for (int lane = 0; lane < 32; lane++) {
            record.addr[lane] = (n % 2 ? (uint64_t)(lane + 1) << 32 : 0) + a.offset[lane];
            a.offset[lane] = (uint32_t)private_address(&record, STACK, lane, 0);
        }
        request requests[MAX_LANES];
        int count = requests_of(&m, &a, requests), vectors = 0;
        for (uint32_t left = record.mask[0]; left; vectors++) {
            uint64_t word = private_address(&record, STACK, __builtin_ctz(left), 0) / 4;
            uint32_t mask = 0;
            for (uint32_t lanes = left; lanes; lanes &= lanes - 1)
                if (private_address(&record, STACK, __builtin_ctz(lanes), 0) / 4 == word)
                    mask |= lanes & -lanes;
            assert_in_range(vectors, 0, count - 1);
            assert_int_equal(requests[vectors].mask, mask);
            assert_int_equal(requests[vectors].address, (a.base + word) & low_ones(25));
            left &= ~mask;
        }
        assert_int_equal(count, vectors ? vectors : 1);
        several += vectors > 1;
    }
    assert_true(several > RECORDS / 2);
    machine_free(&m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(two_words_one_word_none),     cmocka_unit_test(over_the_end_of_memory),
        cmocka_unit_test(requests_that_are_not_taken), cmocka_unit_test(each_word_is_one_request),
        cmocka_unit_test(a_request_a_cycle),           cmocka_unit_test(a_record_has_the_requests_of_its_private_words),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
