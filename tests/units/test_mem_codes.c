/* SPDX-License-Identifier: Apache-2.0
 *
 * test_mem_codes.c - caches in time whose lines are codes, with more tags than ways: which lines stay, against memory/segment_cache.h too. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "../../machine/mem_cache.h"
#include "../../memory/segment_cache.h"

/* ---- lines in a set ---- */

static cache *open_set(int ways, int tags)
{
    return cache_open(
        &(cache_shape){.sets = 1, .ways = ways, .units = 1, .mshrs = 8, .merges = 4, .misses = 8, .tags = tags, .back = true});
}

/* All that waits leaves; returns how many lines were written back. */
static int drain(cache *c)
{
    int backs = 0;
    for (const cache_message *m; (m = cache_front(c)) != NULL; cache_sent(c))
        backs += m->kind == CACHE_BACK;
    while (cache_next(c) >= 0)
        cache_taken(c);
    return backs;
}

static cache_result load_line(cache *c, uint64_t line, int segments)
{
    cache_result r = cache_try(c, &(cache_access){.line = line, .id = 1});
    if (r == CACHE_MISS)
        cache_fill_code(c, line, 0, segments);
    return r;
}

static cache_result store_line(cache *c, uint64_t line, int segments)
{
    return cache_try(c, &(cache_access){.line = line, .store = true, .full = true, .code = segments, .id = 1});
}

static void two_halves_share_a_way(void **state)
{
    (void)state;
    cache *c = open_set(1, 2);
    load_line(c, 1, 8);
    load_line(c, 2, 8);
    assert_true(cache_has(c, 1) && cache_has(c, 2) && cache_has_code(c, 1));
    assert_int_equal(load_line(c, 1, 8), CACHE_HIT);
    load_line(c, 3, 8); /* both tags are taken: 2 was used least recently */
    assert_true(cache_has(c, 1) && !cache_has(c, 2) && cache_has(c, 3));
    load_line(c, 4, 9); /* one segment too many for two lines */
    assert_true(!cache_has(c, 1) && !cache_has(c, 3) && cache_has(c, 4));
    load_line(c, 5, 7);
    assert_true(cache_has(c, 4) && cache_has(c, 5));
    load_line(c, 6, CACHE_SEGMENTS);
    assert_true(cache_has(c, 6) && !cache_has_code(c, 6) && !cache_has(c, 4) && !cache_has(c, 5));
    drain(c);
    cache_close(c);
}

static void a_store_that_grows_drives_others_out(void **state)
{
    (void)state;
    cache *c = open_set(1, 4);
    for (uint64_t line = 1; line <= 4; line++)
        assert_int_equal(store_line(c, line, 4), CACHE_MISS);
    assert_int_equal(drain(c), 0);
    assert_int_equal(store_line(c, 4, 12), CACHE_HIT); /* 12 and 4: 1 and 2 leave, dirty */
    assert_int_equal(drain(c), 2);
    assert_true(!cache_has(c, 1) && !cache_has(c, 2) && cache_has(c, 3) && cache_has(c, 4));
    assert_int_equal(store_line(c, 3, 0), CACHE_HIT); /* raw */
    assert_int_equal(drain(c), 1);
    assert_true(cache_has(c, 3) && !cache_has(c, 4));
    cache_close(c);
}

/* Stored in part, a line is raw; when it is asked for it comes, and may not leave. One that finds no room for its code is not kept, and is dirty below. */
static void what_comes_keeps_its_segments(void **state)
{
    (void)state;
    cache *c = open_set(1, 2);
    assert_int_equal(cache_try(c, &(cache_access){.line = 1, .store = true, .id = 1}), CACHE_MISS);
    assert_int_equal(cache_try(c, &(cache_access){.line = 1, .id = 2}), CACHE_MISS);
    assert_int_equal(load_line(c, 2, 1), CACHE_MISS);
    assert_false(cache_has(c, 2));
    cache_fill_code(c, 1, 0, 3);
    assert_true(cache_has(c, 1));
    assert_int_equal(drain(c), 0);
    load_line(c, 2, 13);
    assert_true(cache_has(c, 1) && cache_has(c, 2));
    drain(c);
    cache_close(c);
}

static void with_one_tag_nothing_is_a_code(void **state)
{
    (void)state;
    cache *c = open_set(2, 1);
    load_line(c, 1, 1);
    load_line(c, 2, 1);
    load_line(c, 3, 1);
    assert_true(!cache_has(c, 1) && cache_has(c, 2) && cache_has(c, 3) && !cache_has_code(c, 3));
    drain(c);
    cache_close(c);
}

/* The same lines as the cache without time, after each of many accesses. */
static void it_holds_what_the_cache_without_time_holds(void **state)
{
    (void)state;
    enum { LINES = 40, WAYS = 4 };
    unsigned random = 1;
    for (int tags = 2; tags <= 4; tags *= 2) {
        cache *c = open_set(WAYS, tags);
        segment_cache *other = segment_cache_new(&(line_cache_config){.bytes = WAYS * 128, .ways = WAYS}, tags, 128);
        const line_victim *victims;
        int backs = 0, dirty = 0;
        for (int n = 0; n < 20000; n++) {
            random = random * 1664525u + 1013904223u;
            const uint64_t line = random >> 8 & 31;
            const int segments = 1 + (int)(random >> 16 & 15);
            const bool store = random >> 24 & 1, there = segment_cache_use(other, line);
            int left = 0;
            assert_int_equal(store ? store_line(c, line, segments) : load_line(c, line, segments), there ? CACHE_HIT : CACHE_MISS);
            if (!there)
                left = segment_cache_put(other, line, segments, &victims);
            else if (store)
                left = segment_cache_resize(other, line, segments, &victims);
            for (int k = 0; k < left; k++)
                dirty += victims[k].dirty;
            if (store)
                segment_cache_soil(other, line);
            backs += drain(c);
            for (uint64_t k = 0; k < LINES; k++)
                assert_int_equal(cache_has(c, k), segment_cache_has(other, k));
        }
        assert_true(backs == dirty && backs > 1000);
        const segment_counts *counts = segment_cache_counts(other);
        assert_int_equal((int)cache_counts(c)->hits + (int)cache_counts(c)->misses, (int)counts->lookups);
        segment_cache_free(other);
        cache_close(c);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(two_halves_share_a_way),
        cmocka_unit_test(a_store_that_grows_drives_others_out),
        cmocka_unit_test(what_comes_keeps_its_segments),
        cmocka_unit_test(with_one_tag_nothing_is_a_code),
        cmocka_unit_test(it_holds_what_the_cache_without_time_holds),
    };
    return cmocka_run_group_tests_name("mem_codes", tests, NULL, NULL);
}
