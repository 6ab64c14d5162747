/* SPDX-License-Identifier: Apache-2.0
 *
 * Private memory: where the words of an SM's warps are, and that line traffic and caches of vectors see the same blocks of a record. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "../../base/random.h"
#include "../../memory/line_traffic.h"

enum { LANES = 32, LINE = 4 * LANES, WORDS = 12, WARPS = 5, FIRST = 100 };

static void words_of_a_warp_or_of_all_warps_lie_in_a_row(void **state)
{
    (void)state;
    const private_layout by_warp = {FIRST, 4, 3, PRIVATE_BY_WARP}, by_sm = {FIRST, 4, 3, PRIVATE_BY_SM};
    assert_int_equal(private_block(&by_warp, 1, FIRST + 2), 6);
    assert_int_equal(private_block(&by_warp, 1, FIRST + 3), 7);
    assert_int_equal(private_block(&by_sm, 1, FIRST + 2), 7);
    assert_int_equal(private_block(&by_sm, 2, FIRST + 2), 8);
}

/* All words of all warps are all blocks from 0 on, each once. */
static void no_two_words_are_one_block(void **state)
{
    (void)state;
    for (private_interleave by = PRIVATE_BY_WARP; by <= PRIVATE_BY_SM; by++) {
        const private_layout l = {FIRST, WORDS, WARPS, by};
        bool seen[WORDS * WARPS] = {false};
        for (int warp = 0; warp < WARPS; warp++)
            for (uint64_t k = 0; k < WORDS; k++) {
                uint32_t block = private_block(&l, warp, FIRST + k);
                assert_in_range(block, 0, WORDS * WARPS - 1);
                assert_false(seen[block]);
                seen[block] = true;
            }
    }
}

typedef struct {
    uint64_t at[LANES];
    uint32_t mask[LANES];
    int count;
} blocks;

static void see(void *own, const private_word *w)
{
    blocks *b = own;
    b->at[b->count] = w->at;
    b->mask[b->count++] = w->mask[0];
}

/* The lanes of which a line access touches the word. */
static uint32_t lanes_of(const line_access *a)
{
    uint32_t lanes = 0;
    for (int lane = 0; lane < LANES; lane++)
        lanes |= (uint32_t)((a->touched[lane / 8] >> 4 * (lane % 8) & 15) == 15) << lane;
    return lanes;
}

/* Of as many lanes as a line has words. A block is a line, in the same order, of the same lanes; other words are other lines. */
static void line_traffic_and_caches_of_vectors_see_the_same_blocks(void **state)
{
    (void)state;
    enum { STACK = 1 << 13, RECORDS = 1000, PLACES = 6 };
    line_traffic *t = line_traffic_open(LINE, STACK);
    rng r = {11};
    uint64_t line_of[2][PLACES] = {{0}};
    int several = 0;
    for (int n = 0; n < RECORDS; n++) {
        const bool stack = n % 2;
        trace_record record = {
            .kind = n % 3 ? TRACE_LOAD : TRACE_STORE, .lanes = LANES, .words = 1, .size = 4, .space = stack ? TRACE_STACK : TRACE_LOCAL};
        blocks b = {.count = 0};
        record.mask[0] = rng_word(&r) | 1;
        for (int lane = 0; lane < LANES; lane++)
            record.addr[lane] = (stack ? (uint64_t)(lane + 1) * STACK : 0) + 4 * rng_below(&r, PLACES);
        private_words(&record, STACK, see, &b);
        const line_access *a;
        assert_int_equal(line_traffic_of(t, &record, &a), b.count);
        for (int i = 0; i < b.count; i++) {
            uint64_t *line = &line_of[stack][b.at[i]];
            assert_int_equal(lanes_of(&a[i]), b.mask[i]);
            assert_true(*line == 0 || *line == a[i].line);
            *line = a[i].line;
        }
        several += b.count > 1;
    }
    for (int k = 0; k < 2 * PLACES; k++)
        for (int j = 0; j < k; j++)
            assert_true(line_of[k / PLACES][k % PLACES] != line_of[j / PLACES][j % PLACES]);
    assert_true(several > RECORDS / 2);
    line_traffic_close(t);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(words_of_a_warp_or_of_all_warps_lie_in_a_row),
        cmocka_unit_test(no_two_words_are_one_block),
        cmocka_unit_test(line_traffic_and_caches_of_vectors_see_the_same_blocks),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
