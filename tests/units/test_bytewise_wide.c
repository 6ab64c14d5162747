/* SPDX-License-Identifier: Apache-2.0
 *
 * bytewise with strides=wide: vectors worked by hand, every exponent and direction, another reading of what is affine, tags that no encoder writes. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "../../base/random.h"
#include "../../cmodel/warpfold.h"

enum { NONE, WIDE = 3, UP = 0x1, DOWN = 0x9 };

static const wf_unit *bytewise;
static const wf_codec *codec;
static const uint32_t full[WF_MASK_WORDS] = {~0u, ~0u, ~0u, ~0u};

static wf_config config(int lanes, int groups, int strides)
{
    wf_config c = wf_default_config(bytewise, lanes);
    c.param[0] = groups;
    c.param[1] = strides;
    return c;
}

static wf_code encode(const wf_config *c, const uint32_t *block, const uint32_t *mask, bool raw_only)
{
    wf_code code;
    memset(&code, 0xa5, sizeof code);
    wf_input in = {.block = block, .mask = mask, .raw_only = raw_only};
    assert_int_equal(codec->encode(c, &in, &code), WF_OK);
    return code;
}

static uint32_t bits(const uint32_t *v, int at, int n)
{
    uint32_t x = 0;
    for (int i = 0; i < n; i++)
        x |= (v[(at + i) / 32] >> (at + i) % 32 & 1) << i;
    return x;
}

static unsigned enc(const wf_code *k, int g)
{
    return bits(k->tag, 4 * g, 4);
}

/* The exponents stand behind enc, D, FS and the BVRs. */
static int exponent_at(const wf_config *c, int g)
{
    int groups = c->param[0], width = c->lanes / groups;
    return 4 * groups + 1 + (groups > 1) + (width > 32 ? width : 32) * groups + 5 * g;
}

static unsigned exponent(const wf_config *c, const wf_code *k, int g)
{
    return bits(k->tag, exponent_at(c, g), 5);
}

static void make_affine(uint32_t base, uint32_t stride, int lanes, uint32_t *block)
{
    for (int i = 0; i < lanes; i++)
        block[i] = base + (uint32_t)i * stride;
}

static void assert_returns(const wf_config *c, const wf_code *code, const uint32_t *block)
{
    uint32_t back[WF_MAX_WORDS];
    assert_int_equal(codec->decode(c, code, back), WF_OK);
    assert_memory_equal(back, block, 4 * (size_t)c->lanes);
}

/* 4 lanes: enc 4 bits, D, BVR 32 bits from bit 5, exponent 5 bits from bit 37. */
static void vectors_worked_by_hand(void **state)
{
    (void)state;
    static const struct {
        uint32_t block[4], tag[2];
    } rows[] = {
        /* 2^12 upwards: 0001, BVR 00001000, 12 */
        {{0x1000, 0x2000, 0x3000, 0x4000}, {0x00020001, 12 << 5}},
        /* downwards by 2, through zero: 1001, BVR 00000004, 1 */
        {{4, 2, 0, 0xfffffffe}, {0x00000089, 1 << 5}},
        /* 2^31 up is 2^31 down: 0001, BVR 80000001, 31 */
        {{0x80000001, 1, 0x80000001, 1}, {0x00000021, 0x10 | 31 << 5}},
        /* not affine: bytes 3 and 2 are common */
        {{0x1000, 0x2000, 0x4000, 0x3000}, {0x0002000c, 0}},
        /* a scalar stays one */
        {{7, 7, 7, 7}, {0x000000ef, 0}},
    };
    wf_config c = config(4, 1, WIDE);
    wf_sizes s;
    assert_int_equal(codec->sizes(&c, &s, NULL), WF_OK);
    assert_int_equal(s.tag_bits, 42);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        wf_code code = encode(&c, rows[i].block, full, false);
        assert_int_equal(code.tag[0], rows[i].tag[0]);
        assert_int_equal(code.tag[1], rows[i].tag[1]);
        assert_returns(&c, &code, rows[i].block);
    }
}

static void every_power_has_its_exponent(void **state)
{
    (void)state;
    static const uint32_t bases[] = {0, 0xC0403901, 0xfffffffe, 0x7fffffff};
    for (int lanes = 4; lanes <= 128; lanes *= 2)
        for (unsigned e = 0; e < 32; e++)
            for (int down = 0; down < 2; down++)
                for (size_t b = 0; b < sizeof bases / sizeof *bases; b++) {
                    wf_config c = config(lanes, 1, WIDE);
                    wf_sizes s;
                    uint32_t block[WF_MAX_LANES], stride = (uint32_t)1 << e;
                    assert_int_equal(codec->sizes(&c, &s, NULL), WF_OK);
                    make_affine(bases[b], down ? 0 - stride : stride, lanes, block);
                    wf_code code = encode(&c, block, full, false);
                    assert_int_equal(enc(&code, 0), down && e < 31 ? DOWN : UP);
                    assert_int_equal(exponent(&c, &code, 0), e);
                    assert_int_equal(wf_units_used(&s, &code), 0);
                    assert_int_equal(codec->size(&c, &code), 0);
                    assert_string_equal(codec->class_names[codec->classify(&c, &code)], "affine");
                    assert_true(wf_move_needed(&s, (uint32_t[WF_MASK_WORDS]){1}, code.tag));
                    assert_returns(&c, &code, block);
                    /* One bit of one lane, and it is none */
                    block[lanes / 2] ^= (uint32_t)1 << (e + 5) % 32;
                    code = encode(&c, block, full, false);
                    assert_true(enc(&code, 0) == 0 || enc(&code, 0) >= 0xc || enc(&code, 0) == 8);
                    assert_int_equal(exponent(&c, &code, 0), 0);
                    assert_returns(&c, &code, block);
                }
}

static void other_writes_are_as_without_strides(void **state)
{
    (void)state;
    wf_config c = config(32, 1, WIDE), none = config(32, 1, NONE);
    uint32_t block[32];
    static const uint32_t masks[][WF_MASK_WORDS] = {{0x7fffffff}, {0}, {~0u}};
    make_affine(0x40, 1 << 20, 32, block);
    for (int i = 0; i < 3; i++) {
        wf_code code = encode(&c, block, masks[i], i == 2), plain = encode(&none, block, masks[i], i == 2);
        assert_memory_equal(code.tag, plain.tag, 4);
        assert_int_equal(code.units[0], plain.units[0]);
        assert_int_equal(exponent(&c, &code, 0), 0);
    }
}

/* Another reading: the difference of the first two lanes is a power of two or minus one, and so are all the others. */
static bool is_affine(const uint32_t *lane, int lanes)
{
    uint32_t step = lane[1] - lane[0];
    bool alike = step != 0 && ((step & (step - 1)) == 0 || (-step & (-step - 1)) == 0);
    for (int i = 2; i < lanes; i++)
        alike &= lane[i] - lane[i - 1] == step;
    return alike;
}

static void strides_agree_with_another_reading(void **state)
{
    (void)state;
    rng r = {5};
    int seen[2] = {0};
    for (int n = 0; n < 40000; n++) {
        int lanes = 8 << rng_below(&r, 5), groups = 1 << rng_below(&r, 2), width = lanes / groups;
        wf_config c = config(lanes, groups, WIDE), plain = config(lanes, groups, NONE);
        uint32_t block[WF_MAX_LANES];
        for (int g = 0; g < groups; g++) {
            uint32_t step = (uint32_t)1 << rng_below(&r, 32), base = rng_word(&r) >> rng_below(&r, 32);
            step = rng_below(&r, 4) == 0 ? step * (1 + rng_below(&r, 4)) : rng_below(&r, 2) ? step : 0 - step;
            make_affine(base, step, width, block + g * width);
            if (rng_below(&r, 3) == 0)
                block[g * width + (int)rng_below(&r, (uint32_t)width)] ^= (uint32_t)1 << rng_below(&r, 32);
        }
        wf_code code = encode(&c, block, full, false), without = encode(&plain, block, full, false);
        for (int g = 0; g < groups; g++) {
            bool affine = is_affine(block + g * width, width);
            seen[affine]++;
            assert_int_equal(affine, (enc(&code, g) & ~(enc(&code, g) >> 1) & 7) != 0);
            if (!affine)
                assert_int_equal(enc(&code, g), enc(&without, g));
        }
        assert_returns(&c, &code, block);
    }
    assert_true(seen[0] > 10000 && seen[1] > 10000);
}

/* A decoder goes by enc[3] and the exponent, whatever else the enc of an affine group has. */
static void contradictions_are_errors(void **state)
{
    (void)state;
    wf_config c = config(8, 1, WIDE);
    uint32_t block[8], back[8];
    make_affine(0x40, 1 << 9, 8, block);
    wf_code good = encode(&c, block, full, false), bad = good;
    for (unsigned e = 2; e < 16; e++) {
        bool affine = (e & ~(e >> 1) & 7) != 0 && e != DOWN;
        if (!affine)
            continue;
        make_affine(0x40, e >> 3 ? 0u - (1 << 9) : 1 << 9, 8, block);
        bad.tag[0] = (good.tag[0] & ~0xfu) | e;
        assert_int_equal(codec->decode(&c, &bad, back), WF_ERR_TAG);
        assert_memory_equal(back, block, sizeof back);
    }
    bad.tag[0] = good.tag[0] | 0xf; /* a scalar with an exponent: it counts for nothing */
    assert_int_equal(codec->decode(&c, &bad, back), WF_ERR_TAG);
    assert_int_equal(back[7], 0x40);
    bad = good;
    bad.tag[0] = (good.tag[0] & ~0xfu) | DOWN;
    bad.tag[1] |= 31u << (exponent_at(&c, 0) - 32); /* 2^31 downwards */
    assert_int_equal(codec->decode(&c, &bad, back), WF_ERR_TAG);
    assert_int_equal(back[1], 0x80000040);
    bad = good;
    bad.units[0] = 1;
    assert_int_equal(codec->decode(&c, &bad, back), WF_ERR_PAYLOAD);
}

int main(void)
{
    bytewise = wf_find_unit("bytewise");
    codec = bytewise->codec;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(vectors_worked_by_hand),
        cmocka_unit_test(every_power_has_its_exponent),
        cmocka_unit_test(other_writes_are_as_without_strides),
        cmocka_unit_test(strides_agree_with_another_reading),
        cmocka_unit_test(contradictions_are_errors),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
