/* SPDX-License-Identifier: Apache-2.0
 *
 * test_vectors.c - vectors of registers and accesses: their classes against hand work and against a search over all strides, their counts and
 * their place in the report. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <zstd.h>

#include <cmocka.h>

#include "../../report/report_html.h"
#include "../../stats/trace_stats.h"
#include "trace_files.h"

/* 8 lanes: their values, the mask, the class. */
static const struct {
    uint32_t value[8], mask;
    vector_class class;
} vectors_by_hand[] = {
    {{0, 0, 0, 0, 0, 0, 0, 0}, 0xff, VECTOR_ZERO},
    {{7, 0, 0, 9, 0, 0, 0, 8}, 0x76, VECTOR_ZERO},
    {{7, 7, 7, 7, 7, 7, 7, 7}, 0xff, VECTOR_UNIFORM},
    {{1, 2, 7, 7, 3, 7, 4, 5}, 0x2c, VECTOR_UNIFORM},
    {{1, 2, 3, 9, 4, 5, 6, 7}, 0x08, VECTOR_UNIFORM}, /* one lane: no stride */
    {{1, 2, 3, 0, 4, 5, 6, 7}, 0x08, VECTOR_ZERO},
    {{5, 6, 7, 8, 9, 10, 11, 12}, 0xff, VECTOR_AFFINE},      /* beta 5 */
    {{12, 16, 20, 24, 28, 32, 36, 40}, 0xff, VECTOR_AFFINE}, /* beta 3, sigma 2 */
    {{64, 128, 192, 256, 320, 384, 448, 512}, 0xff, VECTOR_AFFINE},
    {{0xfffffffc, 0xfffffffe, 0, 2, 4, 6, 8, 10}, 0xff, VECTOR_AFFINE}, /* beta modulo 2^31 */
    {{99, 16, 20, 24, 99, 99, 36, 99}, 0x4e, VECTOR_AFFINE},
    {{6, 99, 8, 99, 99, 11, 99, 99}, 0x25, VECTOR_AFFINE}, /* no two lanes side by side */
    {{6, 99, 8, 99, 99, 12, 99, 99}, 0x25, VECTOR_GENERIC},
    {{8, 99, 99, 99, 24, 99, 99, 99}, 0x11, VECTOR_AFFINE},           /* stride 4 modulo 2^30 */
    {{8, 99, 99, 99, 23, 99, 99, 99}, 0x11, VECTOR_GENERIC},          /* 4 s = 15: none */
    {{8, 99, 8 + 0x80000000, 99, 8, 99, 99, 99}, 0x15, VECTOR_OTHER}, /* stride 2^30 */
    {{0, 99, 99, 1, 99, 99, 99, 99}, 0x09, VECTOR_OTHER},             /* 3 s = 1: 0xaaaaaaab */
    {{7, 6, 5, 4, 3, 2, 1, 0}, 0xff, VECTOR_OTHER},
    {{100, 96, 92, 88, 84, 80, 76, 72}, 0xff, VECTOR_OTHER},
    {{0, 3, 6, 9, 12, 15, 18, 21}, 0xff, VECTOR_OTHER},
    {{0, 128, 256, 384, 512, 640, 768, 896}, 0xff, VECTOR_OTHER},
    {{2, 6, 10, 14, 18, 22, 26, 30}, 0xff, VECTOR_OTHER}, /* stride 4, base 2 */
    {{1, 1, 2, 3, 5, 8, 13, 21}, 0xff, VECTOR_GENERIC},
    {{5, 6, 7, 8, 9, 10, 11, 13}, 0xff, VECTOR_GENERIC},
    {{5, 5, 5, 5, 5, 5, 5, 4}, 0xff, VECTOR_GENERIC},
};

static void vectors_have_the_class_of_hand_work(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof vectors_by_hand / sizeof vectors_by_hand[0]; i++) {
        vector_class class = vector_class_of(vectors_by_hand[i].value, &vectors_by_hand[i].mask, 8);
        if (class != vectors_by_hand[i].class)
            fail_msg("vector %zu: %s, expected %s", i, trace_vector_classes[class], trace_vector_classes[vectors_by_hand[i].class]);
    }
}

/* The class by search: all strides, found bit by bit, those dropped that already miss an active lane in the low bits. */
static vector_class class_by_search(const uint32_t *value, const uint32_t *mask, int lanes)
{
    enum { MOST = 128 };
    uint32_t strides[2 * MOST] = {0};
    int count = 1, first = 0, others = 0;

    while (!active(mask, first))
        first++;
    for (int i = first + 1; i < lanes; i++)
        others += active(mask, i);
    if (others == 0) /* every stride */
        return value[first] ? VECTOR_UNIFORM : VECTOR_ZERO;
    for (int bit = 0; bit < 32; bit++) {
        uint32_t low = 0xffffffff >> (31 - bit);
        int kept = 0, tried = 2 * count;
        assert_true(count <= MOST);
        for (int k = 0; k < count; k++)
            strides[count + k] = strides[k] | 1u << bit;
        for (int k = 0; k < tried; k++) {
            bool fits = true;
            for (int i = first; fits && i < lanes; i++)
                fits = !active(mask, i) || ((value[first] + (uint32_t)(i - first) * strides[k] - value[i]) & low) == 0;
            if (fits)
                strides[kept++] = strides[k];
        }
        count = kept;
    }
    vector_class class = count ? VECTOR_OTHER : VECTOR_GENERIC;
    for (int k = 0; k < count; k++) {
        if (strides[k] == 0)
            return value[first] ? VECTOR_UNIFORM : VECTOR_ZERO;
        for (uint32_t s = 1; s <= 64; s *= 2)
            if (strides[k] == s && (value[first] - (uint32_t)first * s) % s == 0)
                class = VECTOR_AFFINE;
    }
    return class;
}

/* Affine by construction; `off` is put into one lane. */
static void make_vector(uint32_t *value, int lanes, uint32_t base, uint32_t stride, int lane, uint32_t off)
{
    for (int i = 0; i < lanes; i++)
        value[i] = base + (uint32_t)i * stride;
    value[lane] += off;
}

static void classes_agree_with_a_search_over_all_strides(void **state)
{
    (void)state;
    uint32_t value[128], seed = 4711;
    int seen[VECTOR_CLASSES] = {0};

    for (uint32_t mask = 1; mask < 256; mask++)
        for (uint32_t stride = 0; stride <= 300; stride++) {
            uint32_t base = stride ? random_word(&seed) >> random_word(&seed) % 32 << random_word(&seed) % 8 : 0;
            bool changed = random_word(&seed) % 2;
            make_vector(value, 8, base, stride, (int)(random_word(&seed) % 8), changed ? 1u << random_word(&seed) % 32 : 0);
            vector_class class = vector_class_of(value, &mask, 8);
            if (class != class_by_search(value, &mask, 8) || (!changed && class == VECTOR_GENERIC))
                fail_msg("mask %x, base %x, stride %u, %s: %s", mask, base, stride, changed ? "changed" : "unchanged",
                         trace_vector_classes[class]);
            seen[class]++;
        }
    /* Lanes far apart: up to 64 strides for the same lanes. */
    for (int n = 0; n < 3000; n++) {
        uint32_t mask[4] = {0}, stride = random_word(&seed) >> random_word(&seed) % 32;
        int step = 1 << n % 7;
        for (int k = 0; k < 4; k++) {
            int lane = (int)(random_word(&seed) % 128) / step * step;
            mask[lane / 32] |= 1u << lane % 32;
        }
        make_vector(value, 128, random_word(&seed) << n % 9, stride, (int)(random_word(&seed) % 128) / step * step,
                    random_word(&seed) % 2 ? 1u << random_word(&seed) % 32 : 0);
        vector_class class = vector_class_of(value, mask, 128);
        assert_int_equal(class, class_by_search(value, mask, 128));
        seen[class]++;
    }
    for (int class = 0; class < VECTOR_CLASSES; class ++)
        assert_true(seen[class] > 100);
}

/* What the encoding unit stores compressed is what has a regular class, but for masks without a pair 2i, 2i + 1. */
static void the_unit_misses_only_strides_without_a_pair(void **state)
{
    (void)state;
    const wf_unit *unit = wf_find_unit("affine");
    uint32_t value[128], seed = 99;
    int missed = 0, full = 0;

    for (int n = 0; n < 30000; n++) {
        int lanes = 4 << n % 6;
        wf_config config = wf_default_config(unit, lanes);
        uint32_t mask[4] = {0}, stride = 1u << random_word(&seed) % 8 & ~1u, word;
        int kind = n / 6 % 3; /* full, any, no two lanes side by side */
        for (int i = 0; i < lanes; i++) {
            word = random_word(&seed);
            mask[i / 32] |= (kind == 0 || (word % 2 && (kind == 1 || i % 2 == 0)) ? 1u : 0u) << i % 32;
        }
        make_vector(value, lanes, random_word(&seed) % 4096 * (random_word(&seed) % 3), stride + random_word(&seed) % 2,
                    (int)(random_word(&seed) % (unsigned)lanes), random_word(&seed) % 3 ? 0 : 1);
        if (wf_mask_empty(mask, lanes))
            continue;
        wf_code code;
        unit->codec->encode(&config, &(wf_input){.block = value, .mask = mask}, &code);
        bool flag = code.tag[0] & 1, pair = false;
        for (int i = 0; i < lanes; i += 2)
            pair |= active(mask, i) && active(mask, i + 1);
        vector_class class = vector_class_of(value, mask, lanes);
        bool regular = class == VECTOR_ZERO || class == VECTOR_UNIFORM || class == VECTOR_AFFINE;
        assert_true(regular || !flag);
        if (regular && !flag)
            assert_true(class == VECTOR_AFFINE && !pair);
        if (wf_mask_full(mask, lanes)) {
            assert_int_equal(flag, regular);
            full += class == VECTOR_AFFINE;
        }
        missed += regular && !flag;
    }
    assert_true(missed > 1000 && full > 1000);
}

/* Of each kind and class a count that is worked out by hand below. */
static char *vector_trace(void)
{
#define ADDR8 "10 14 18 1c 20 24 28 2c"
#define STACK8 "10 2010 4010 6010 8010 a010 c010 e010"
#define LOCAL8 "10 10 10 10 10 10 10 10"
    return put_string("v.wtx", "# warptrace-text 1\n# lanes 8\n"
                               "w 0 0 0 alu x5 ff 0 0 0 0 0 0 0 0\n"
                               "w 0 0 0 alu x5 ff 7 7 7 7 7 7 7 7\n"
                               "w 0 0 0 alu x5 f 1 2 3 4 9 9 9 0\n"
                               "w 0 0 0 alu x5 11 3 0 0 0 7 0 0 0\n" /* affine, no pair: missed */
                               "r 0 0 0 alu x5 ff 7 6 5 4 3 2 1 0\n"
                               "w 0 0 0 alu x5 0 0 0 0 0 0 0 0 0\n" /* empty */
                               "w 0 0 0 alu x5 ff 1 1 2 3 5 8 d 15\n"
                               "w 0 0 0 alu x5 15 1 0 2 0 4 0 0 0\n" /* generic, no pair: not missed */
                               "m 0 0 0 ld stack 4 ff " STACK8 " : 10 14 18 1c 20 24 28 2c\n"
                               "m 0 0 0 ld stack 4 1 10 0 0 0 0 0 0 0 : 5 0 0 0 0 0 0 0\n"
                               "m 0 0 0 st stack 4 0 0 0 0 0 0 0 0 0 : 0 0 0 0 0 0 0 0\n" /* empty */
                               "m 0 0 0 st local 4 ff " LOCAL8 " : 0 3 6 9 c f 12 15\n"
                               "m 0 0 0 st local 4 f 20 24 24 20 0 0 0 0 : 1 0 0 1 0 0 0 0\n" /* two words of private memory */
                               "m 0 0 0 ld global 8 ff " ADDR8 " : 200000008 200000010 200000018 200000020 200000028 200000030 200000038 "
                               "200000040\n" /* two words: affine, uniform */
                               "m 0 0 0 st global 4 f0 0 0 0 0 20 24 28 2c : 0 0 0 0 0 0 0 0\n"
                               "m 0 0 0 ld shared 4 ff " ADDR8 " : 3 1 4 1 5 9 2 6\n"
                               "m 0 0 0 st generic 1 6 0 14 18 0 0 0 0 0 : 0 ab ab 0 0 0 0 0\n"
                               "m 0 0 0 ld global 4 ff " ADDR8 " :\n");
}

static double vector_sum(const trace_counts *c)
{
    double sum = 0;

    for (int kind = 0; kind < TRACE_VECTOR_KINDS; kind++)
        sum += trace_vectors(c, kind);
    return sum;
}

static void vectors_of_a_trace_are_counted(void **state)
{
    (void)state;
    static const struct {
        const char *key;
        double count;
    } expected[] = {
        {"registers__zero", 1},
        {"registers__uniform", 1},
        {"registers__affine", 2},
        {"registers__other", 1},
        {"registers__generic", 2},
        {"registers__missed", 1},
        {"load_stack__affine", 1},
        {"load_stack__uniform", 1},
        {"load_stack__missed", 0},
        {"store_stack__other", 1},
        {"store_stack__uniform", 1},
        {"store_stack__zero", 1},
        {"load_global__uniform", 1},
        {"load_global__affine", 1},
        {"store_global__zero", 1},
        {"load_other__generic", 1},
        {"store_other__uniform", 1},
        {"nodata", 1},
        {"lanes", 8},
    };
    trace_counts c;
    metrics out = {0};
    design d = some_design(8);
    trace_energy e = trace_energy_paper(&d);
    char *path = vector_trace();

    trace_count(&d, trace_open(path), &e, PRIVATE_STACK_BYTES, &c);
    trace_counts_put(&c, &d, &e.model, "t", &out);
    for (size_t i = 0; i < sizeof expected / sizeof expected[0]; i++)
        assert_float_equal(metrics_get(&out, "t__vector__%s", expected[i].key), expected[i].count, 0);
    assert_float_equal(vector_sum(&c), 17, 0);
    /* As their addresses say, the lanes of a stack are one vector all the same */
    trace_count(&d, trace_open(path), &e, PRIVATE_STACK_FLAT, &c);
    assert_float_equal(trace_vectors(&c, TRACE_LOAD_STACK), 2, 0);
    /* Stacks of 16 KB, which the eight lanes share two by two: two words */
    trace_count(&d, trace_open(path), &e, 2 * PRIVATE_STACK_BYTES, &c);
    assert_float_equal(trace_vectors(&c, TRACE_LOAD_STACK), 3, 0);
}

/* Two affine halves are a generic warp; a half without an active lane is none. */
static void vectors_are_as_wide_as_the_design_says(void **state)
{
    (void)state;
    trace_counts c;
    design whole = some_design(16), half;
    trace_energy e = trace_energy_paper(&whole);
    char *path = put_string("half.wtx", "# warptrace-text 1\n# lanes 16\n"
                                        "w 0 0 0 alu x5 ffff 0 1 2 3 4 5 6 7 5 5 5 5 5 5 5 5\n"
                                        "w 0 0 0 alu x5 ff00 1 1 1 1 1 1 1 1 0 2 4 6 8 a c e\n");

    trace_count(&whole, trace_open(path), &e, PRIVATE_STACK_BYTES, &c);
    assert_float_equal(c.vectors[TRACE_REGISTERS][VECTOR_GENERIC], 1, 0);
    assert_float_equal(c.vectors[TRACE_REGISTERS][VECTOR_AFFINE], 1, 0); /* base -16 */
    assert_float_equal(vector_sum(&c), 2, 0);
    design_init(&half, wf_find_unit("affine"), 16);
    design_set(&half, "vector", "8", "test");
    design_check(&half);
    assert_int_equal(trace_vector_lanes(&half), 8);
    trace_count(&half, trace_open(path), &e, PRIVATE_STACK_BYTES, &c);
    assert_float_equal(c.vectors[TRACE_REGISTERS][VECTOR_AFFINE], 2, 0);
    assert_float_equal(c.vectors[TRACE_REGISTERS][VECTOR_UNIFORM], 1, 0);
    assert_float_equal(vector_sum(&c), 3, 0);
}

static void vectors_stand_in_the_report(void **state)
{
    (void)state;
    trace_counts c;
    report_data r = {0};
    text t = {0};
    design d = some_design(8);
    trace_energy e = trace_energy_paper(&d);
    char *path = vector_trace();

    r.d = d;
    r.ran[STEP_TRACE] = true;
    metrics_set(&r.m, 1, "trace__old__writes");
    section_vectors(&t, &r);
    assert_non_null(strstr(t.data, "has no vectors"));
    text_free(&t);
    metrics_free(&r.m);
    trace_count(&d, trace_open(path), &e, PRIVATE_STACK_BYTES, &c);
    trace_counts_put(&c, &d, &e.model, "trace__v", &r.m);
    trace_counts_put(&c, &d, &e.model, "trace", &r.m);
    section_vectors(&t, &r);
    assert_non_null(
        strstr(t.data, "v, private memory: zero: 20.0 %, uniform: 40.0 %, affine: 20.0 %, other strides: 20.0 %, generic: 0.0 %"));
    assert_non_null(
        strstr(t.data, "v, global memory: zero: 33.3 %, uniform: 33.3 %, affine: 33.3 %, other strides: 0.0 %, generic: 0.0 %"));
    assert_non_null(strstr(t.data, "v, registers: zero: 14.3 %, uniform: 14.3 %, affine: 28.6 %, other strides: 14.3 %, "
                                   "generic: 28.6 %"));
    assert_non_null(strstr(t.data, "<td>other</td><td class=\"n\">2</td><td class=\"n\">0.0</td><td class=\"n\">50.0</td>"));
    assert_non_null(strstr(t.data, "<td class=\"n\">57.1</td><td class=\"n\">25.00</td></tr>")); /* registers missed */
    assert_null(strstr(t.data, ">all<"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(vectors_have_the_class_of_hand_work),         cmocka_unit_test(classes_agree_with_a_search_over_all_strides),
        cmocka_unit_test(the_unit_misses_only_strides_without_a_pair), cmocka_unit_test(vectors_of_a_trace_are_counted),
        cmocka_unit_test(vectors_are_as_wide_as_the_design_says),      cmocka_unit_test(vectors_stand_in_the_report),
    };
    return cmocka_run_group_tests_name("vectors", tests, own_folder_make, own_folder_remove);
}
