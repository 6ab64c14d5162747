/* SPDX-License-Identifier: Apache-2.0
 *
 * The golden model of bytewise against vectors worked by hand, against a slow second model that reads the paper
 * literally (broadcast an active lane, compare neighbours byte by byte), and on any bits. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "../base/random.h"
#include "../cmodel/warpfold.h"

static const wf_unit *bytewise;
static const wf_codec *codec;
static const uint32_t full[WF_MASK_WORDS] = {~0u, ~0u, ~0u, ~0u};

static wf_config config(int lanes, int groups)
{
    wf_config c = wf_default_config(bytewise, lanes);
    c.param[0] = groups;
    return c;
}

static wf_code encode(const wf_config *c, const uint32_t *block, const uint32_t *mask, bool raw_only)
{
    wf_code code;
    memset(&code, 0xa5, sizeof code);
    wf_input in = {block, mask, raw_only};
    assert_int_equal(codec->encode(c, &in, &code), WF_OK);
    return code;
}

/* Bits at..at+n-1, n at most 32. */
static uint32_t bits(const uint32_t *v, int at, int n)
{
    uint32_t x = 0;
    for (int i = 0; i < n; i++)
        x |= (v[(at + i) / 32] >> (at + i) % 32 & 1) << i;
    return x;
}

/* Fields of a tag: enc of group g, D, FS, BVR of group g. */
static int head(const wf_config *c)
{
    return 4 * c->param[0] + 1 + (c->param[0] > 1);
}
static int bvr_bits(const wf_config *c)
{
    return c->lanes / c->param[0] > 32 ? c->lanes / c->param[0] : 32;
}
static uint32_t enc(const wf_config *c, const wf_code *k, int g)
{
    (void)c;
    return bits(k->tag, 4 * g, 4);
}
static uint32_t divergent(const wf_config *c, const wf_code *k)
{
    return bits(k->tag, 4 * c->param[0], 1);
}
static uint32_t one_value(const wf_config *c, const wf_code *k)
{
    return bits(k->tag, 4 * c->param[0] + 1, 1);
}
static uint32_t bvr(const wf_config *c, const wf_code *k, int g)
{
    return bits(k->tag, head(c) + bvr_bits(c) * g, 32);
}

/* ---- vectors worked by hand ---- */

static void figure_2(void **state)
{
    (void)state;
    /* C04039C0, C04039C8 .. C04039F8: byte[3:1] is common, byte[0] is stored. */
    uint32_t block[8];
    for (unsigned i = 0; i < 8; i++)
        block[i] = 0xC04039C0 + 8 * i;
    wf_config c = config(8, 1);
    wf_code code = encode(&c, block, full, false);
    assert_int_equal(enc(&c, &code, 0), 0xe);
    assert_int_equal(divergent(&c, &code), 0);
    assert_int_equal(bvr(&c, &code, 0), 0xC04039C0);
    assert_int_equal(code.tag[0], (0xC04039C0u << 5) | 0xe);
    assert_int_equal(code.tag[1], 0xC04039C0u >> 27);
    assert_int_equal(code.units[0], 0x1); /* of four arrays of 8 bytes */
    assert_int_equal(code.wen[0], 0x000000ff);
    const uint32_t plane[2] = {0xD8D0C8C0, 0xF8F0E8E0};
    assert_memory_equal(code.payload, plane, sizeof plane);
    assert_int_equal(codec->size(&c, &code), 64); /* the paper's 96 bits, with the 32-bit base */
    assert_string_equal(codec->class_names[codec->classify(&c, &code)], "3-byte");
}

static void figure_6(void **state)
{
    (void)state;
    /* Mask 10101100, lane 0 first: lanes 0, 2, 4 and 5, which all hold A. */
    enum { A = 0x11111111, B = 0x22222222, C = 0x33333333 };
    const uint32_t block[8] = {A, A, A, B, A, A, B, C}, mask[WF_MASK_WORDS] = {0x35};
    wf_config c = config(8, 1);
    wf_code code = encode(&c, block, mask, false);
    assert_int_equal(enc(&c, &code, 0), 0xf);
    assert_int_equal(divergent(&c, &code), 1);
    assert_int_equal(bvr(&c, &code, 0), 0x35);
    assert_int_equal(code.units[0], 0xf); /* nothing is compressed */
    assert_int_equal(code.wen[0], 0x35353535);
    assert_string_equal(codec->class_names[codec->classify(&c, &code)], "divergent scalar");
    /* Without a mask the register is no scalar. */
    code = encode(&c, block, full, false);
    assert_int_equal(enc(&c, &code, 0), 0x0);
    assert_int_equal(divergent(&c, &code), 0);
}

static void every_code_at_32_lanes(void **state)
{
    (void)state;
    static const struct {
        uint32_t odd; /* xor into lane 7 */
        unsigned enc, units;
        const char *class_name;
    } rows[] = {
        {0, 0xf, 0x00, "scalar"},       {0x01, 0xe, 0x03, "3-byte"},    {0x80, 0xe, 0x03, "3-byte"},
        {0x0100, 0xc, 0x0f, "2-byte"},  {0x8000, 0xc, 0x0f, "2-byte"},  {0x10000, 0x8, 0x3f, "1-byte"},
        {0x01000000, 0x0, 0xff, "raw"}, {0x80000000, 0x0, 0xff, "raw"}, {0x00800001, 0x8, 0x3f, "1-byte"},
    };
    wf_config c = config(32, 1);
    for (size_t r = 0; r < sizeof rows / sizeof *rows; r++) {
        uint32_t block[32];
        for (int i = 0; i < 32; i++)
            block[i] = 0xdeadbeef;
        block[7] ^= rows[r].odd;
        wf_code code = encode(&c, block, full, false);
        assert_int_equal(enc(&c, &code, 0), rows[r].enc);
        assert_int_equal(code.units[0], rows[r].units);
        assert_int_equal(bvr(&c, &code, 0), 0xdeadbeef);
        assert_string_equal(codec->class_names[codec->classify(&c, &code)], rows[r].class_name);
    }
}

static void half_registers(void **state)
{
    (void)state;
    /* Section 4.3: enc of the first half 1100, of the second 1111. */
    uint32_t block[32];
    for (unsigned i = 0; i < 32; i++)
        block[i] = i < 16 ? 0xabcd0000 + 0x111 * i : 7;
    wf_config c = config(32, 2);
    wf_sizes s;
    assert_int_equal(codec->sizes(&c, &s, NULL), WF_OK);
    assert_int_equal(s.tag_bits, 8 + 2 + 64);
    wf_code code = encode(&c, block, full, false);
    assert_int_equal(enc(&c, &code, 0), 0xc);
    assert_int_equal(enc(&c, &code, 1), 0xf);
    assert_int_equal(one_value(&c, &code), 0);
    assert_int_equal(bvr(&c, &code, 0), 0xabcd0000);
    assert_int_equal(bvr(&c, &code, 1), 7);
    assert_int_equal(code.units[0], 0x05); /* plane 0 and plane 1 of the first half */
    assert_int_equal(code.wen[0], 0x0000ffff);
    assert_int_equal(code.wen[1], 0x0000ffff);
    assert_string_equal(codec->class_names[codec->classify(&c, &code)], "mixed");
    /* Both halves scalar, of two values and of one. */
    for (unsigned i = 0; i < 16; i++)
        block[i] = 8;
    code = encode(&c, block, full, false);
    assert_int_equal(code.tag[0] & 0x3ff, 0x0ff);
    assert_int_equal(code.units[0], 0);
    for (unsigned i = 0; i < 16; i++)
        block[i] = 7;
    code = encode(&c, block, full, false);
    assert_int_equal(code.tag[0] & 0x3ff, 0x2ff);
}

static void a_divergent_half(void **state)
{
    (void)state;
    /* Active lanes 1 and 3 of 8 hold one value; the second half has none and counts as 1111. */
    const uint32_t block[8] = {1, 5, 2, 5, 3, 4, 6, 7}, mask[WF_MASK_WORDS] = {0x0a};
    wf_config c = config(8, 2);
    wf_code code = encode(&c, block, mask, false);
    assert_int_equal(code.tag[0] & 0x3ff, 0x3ff); /* enc 1111 1111, D, FS */
    assert_int_equal(bvr(&c, &code, 0), 0x0a);
    assert_int_equal(bvr(&c, &code, 1), 0);
    assert_int_equal(code.wen[0], 0x0a0a0a0a);
}

static void a_wide_mask_widens_the_bvr(void **state)
{
    (void)state;
    uint32_t block[64] = {0};
    const uint32_t mask[WF_MASK_WORDS] = {0x80000001, 0x12345678};
    wf_config c = config(64, 1);
    wf_sizes s;
    assert_int_equal(codec->sizes(&c, &s, NULL), WF_OK);
    assert_int_equal(s.tag_bits, 4 + 1 + 64);
    wf_code code = encode(&c, block, mask, false);
    assert_int_equal(bits(code.tag, 5, 32), 0x80000001);
    assert_int_equal(bits(code.tag, 37, 32), 0x12345678);
}

static void raw_and_empty(void **state)
{
    (void)state;
    const uint32_t block[8] = {9, 9, 9, 9, 9, 9, 9, 9}, empty[WF_MASK_WORDS] = {0}, some[WF_MASK_WORDS] = {0x0f};
    wf_config c = config(8, 1);
    wf_code code = encode(&c, block, full, true);
    assert_int_equal(code.tag[0] & 0x1f, 0);
    assert_int_equal(code.wen[0], ~0u);
    code = encode(&c, block, empty, false);
    assert_int_equal(code.tag[0] & 0x1f, 0);
    assert_int_equal(code.units[0], 0xf);
    assert_int_equal(code.wen[0], 0);
    code = encode(&c, block, some, true);
    assert_int_equal(code.tag[0] & 0x1f, 0x10); /* D, and no likeness claimed */
    assert_int_equal(code.wen[0], 0x0f0f0f0f);
}

/* ---- a second model: the paper, literally ---- */

static void slow_check(const wf_config *c, const uint32_t *block, const uint32_t *mask, bool raw_only)
{
    int lanes = c->lanes, groups = c->param[0], width = lanes / groups, unit = width < 16 ? width : 16, active = 0;
    for (int i = 0; i < lanes; i++)
        active += (int)(mask[i / 32] >> i % 32 & 1);
    bool d = active != 0 && active != lanes;
    unsigned want_enc[8];
    for (int g = 0; g < groups; g++) {
        uint32_t seen[WF_MAX_LANES];
        int from = -1;
        for (int i = g * width; i < (g + 1) * width; i++)
            if (from < 0 && (mask[i / 32] >> i % 32 & 1))
                from = i;
        for (int i = 0; i < width; i++) { /* Figure 7(a): an active lane's value to the inactive ones */
            int lane = g * width + i;
            seen[i] = from < 0 ? 0 : block[mask[lane / 32] >> lane % 32 & 1 ? lane : from];
        }
        want_enc[g] = 0;
        for (int p = 3; p >= 0; p--) {
            bool alike = true;
            for (int i = 1; i < width; i++) /* Figure 3: each lane with its neighbour */
                alike &= (unsigned char)(seen[i - 1] >> 8 * p) == (unsigned char)(seen[i] >> 8 * p);
            if (!alike)
                break;
            want_enc[g] |= 1u << p;
        }
        if (raw_only || active == 0)
            want_enc[g] = 0;
    }
    bool one = !raw_only && active > 0;
    int first = -1;
    for (int i = 0; i < lanes; i++)
        if (mask[i / 32] >> i % 32 & 1) {
            first = first < 0 ? i : first;
            one &= block[i] == block[first];
        }
    wf_code code = encode(c, block, mask, raw_only);
    wf_sizes s;
    assert_int_equal(codec->sizes(c, &s, NULL), WF_OK);
    for (int g = 0; g < groups; g++) {
        assert_int_equal(enc(c, &code, g), want_enc[g]);
        for (int i = 0; i < bvr_bits(c); i++) {
            int lane = g * width + i;
            unsigned want = d ? i < width && (mask[lane / 32] >> lane % 32 & 1) : i < 32 && (block[g * width] >> i & 1);
            assert_int_equal(bits(code.tag, head(c) + bvr_bits(c) * g + i, 1), want);
        }
    }
    assert_int_equal(divergent(c, &code), d);
    if (groups > 1)
        assert_int_equal(one_value(c, &code), one);
    for (int p = 0; p < 4; p++)
        for (int i = 0; i < lanes; i++) {
            int j = p * lanes + i;
            bool stored = d || !(want_enc[i / width] >> p & 1);
            assert_int_equal(bits(code.units, j / unit, 1), stored);
            assert_int_equal(bits(code.wen, j, 1), stored && (mask[i / 32] >> i % 32 & 1));
            if (stored)
                assert_int_equal((unsigned char)(code.payload[j / 4] >> j % 4 * 8), (unsigned char)(block[i] >> 8 * p));
            else
                code.payload[j / 4] ^= (uint32_t)0x5a << j % 4 * 8; /* an array that is not read */
        }
    uint32_t back[WF_MAX_WORDS];
    assert_int_equal(codec->decode(c, &code, back), WF_OK);
    assert_memory_equal(back, block, 4 * (size_t)lanes);
    uint32_t partial[WF_MASK_WORDS] = {1};
    assert_int_equal(wf_tag_compressed(&s, code.tag), wf_units_used(&s, &code) < s.units);
    assert_int_equal(wf_move_needed(&s, partial, code.tag), wf_units_used(&s, &code) < s.units);
    assert_false(wf_move_needed(&s, full, code.tag));
}

static void both_models_agree_on_every_mask(void **state)
{
    (void)state;
    /* 4 lanes, every mask, every way in which the lanes can share bytes: a byte of each lane is one of two. */
    for (int groups = 1; groups <= 4; groups *= 2) {
        wf_config c = config(4, groups);
        for (uint32_t mask = 0; mask < 16; mask++)
            for (uint32_t n = 0; n < 0x10000; n++) {
                uint32_t block[4] = {0};
                for (int i = 0; i < 4; i++)
                    for (int p = 0; p < 4; p++)
                        block[i] |= (n >> (4 * p + i) & 1 ? 0xa5u : 0x24u) << 8 * p;
                if (mask % 5 && n % 7)
                    continue; /* all of it under masks 0, 5, 10 and 15, a seventh under the others */
                slow_check(&c, block, (uint32_t[WF_MASK_WORDS]){mask}, false);
            }
    }
}

static void both_models_agree_on_random_registers(void **state)
{
    (void)state;
    rng r = {1};
    for (int n = 0; n < 60000; n++) {
        wf_config c = config(8 << rng_below(&r, 5), 1 << rng_below(&r, 4));
        uint32_t block[WF_MAX_LANES], mask[WF_MASK_WORDS], base = rng_word(&r), low = 0, density = rng_below(&r, 4);
        if (rng_below(&r, 3))
            low = ~(uint32_t)0 >> (1 + rng_below(&r, 31));
        for (int i = 0; i < c.lanes; i++)
            block[i] = base ^ (rng_word(&r) & low & (rng_below(&r, 2) ? ~(uint32_t)0 : 0));
        for (int i = 0; i < WF_MASK_WORDS; i++)
            mask[i] = density == 0 ? ~(uint32_t)0 : density == 1 ? 0 : rng_word(&r);
        if (density == 3)
            mask[rng_below(&r, WF_MASK_WORDS)] = 0;
        if (rng_below(&r, 2))
            for (int i = 0; i < c.lanes; i++) /* alike where it counts */
                if (mask[i / 32] >> i % 32 & 1)
                    block[i] = base;
        slow_check(&c, block, mask, rng_below(&r, 8) == 0);
    }
}

/* ---- any bits ---- */

static void decode_takes_any_bits(void **state)
{
    (void)state;
    rng r = {2};
    int seen[4] = {0};
    for (int n = 0; n < 100000; n++) {
        wf_config c = config(8 << rng_below(&r, 5), 1 << rng_below(&r, 4));
        wf_code code;
        uint32_t back[WF_MAX_WORDS];
        for (size_t i = 0; i < sizeof code / 4; i++)
            ((uint32_t *)&code)[i] = rng_below(&r, 8) ? 0 : rng_word(&r);
        if (n % 2) {
            uint32_t block[WF_MAX_LANES] = {0};
            code = encode(&c, block, full, false);
            code.tag[rng_below(&r, 2)] ^= (uint32_t)1 << rng_below(&r, 32);
        }
        wf_status status = codec->decode(&c, &code, back);
        assert_true(status == WF_OK || status == WF_ERR_TAG || status == WF_ERR_PAYLOAD);
        for (int i = 0; i < c.lanes; i++) /* what the RTL outputs: byte by byte from the BVR or the array */
            for (int p = 0; p < 4; p++) {
                int g = i / (c.lanes / c.param[0]), j = p * c.lanes + i;
                bool common = !divergent(&c, &code) && (enc(&c, &code, g) >> p & 1);
                uint32_t stored = code.payload[j / 4] >> j % 4 * 8;
                assert_int_equal((unsigned char)(back[i] >> 8 * p), (unsigned char)(common ? bvr(&c, &code, g) >> 8 * p : stored));
            }
        seen[status]++;
    }
    assert_true(seen[WF_ERR_TAG] > 0 && seen[WF_OK] + seen[WF_ERR_PAYLOAD] > 0);
}

static wf_status decode_tag(const wf_config *c, const wf_code *good, int bit)
{
    wf_code bad = *good;
    uint32_t back[WF_MAX_WORDS];
    bad.tag[bit / 32] ^= (uint32_t)1 << bit % 32;
    return codec->decode(c, &bad, back);
}

static void contradictions_are_errors(void **state)
{
    (void)state;
    uint32_t block[8], back[8];
    for (unsigned i = 0; i < 8; i++)
        block[i] = 0xC04039C0 + 8 * i;
    wf_config c = config(8, 1);
    wf_code good = encode(&c, block, full, false), bad = good;
    for (int e = 0; e < 16; e++) { /* 0100 and the other ten that are no prefix */
        bad = good;
        bad.tag[0] = (bad.tag[0] & ~0xfu) | (uint32_t)e;
        wf_status s = codec->decode(&c, &bad, back);
        bool prefix = e == 0 || e == 8 || e == 12 || e == 14 || e == 15;
        assert_int_equal(s, e == 14 ? WF_OK : prefix ? WF_ERR_PAYLOAD : WF_ERR_TAG);
    }
    bad = good;
    bad.units[0] = 0xf;
    assert_int_equal(codec->decode(&c, &bad, back), WF_ERR_PAYLOAD);
    assert_memory_equal(back, block, sizeof back);
    /* D with a full, an empty and a too wide mask */
    for (int k = 0; k < 3; k++) {
        static const uint32_t masks[] = {0xff, 0x00, 0x10f};
        wf_code odd = encode(&c, block, (uint32_t[WF_MASK_WORDS]){0x0f}, false);
        assert_int_equal(codec->decode(&c, &odd, back), WF_OK);
        odd.tag[0] = (odd.tag[0] & 0x1f) | masks[k] << 5;
        odd.tag[1] = 0;
        assert_int_equal(codec->decode(&c, &odd, back), WF_ERR_TAG);
        assert_memory_equal(back, block, sizeof back);
    }
    /* FS that the BVRs, or enc, deny, and one that they demand */
    c = config(8, 2);
    for (unsigned i = 0; i < 8; i++)
        block[i] = i / 4;
    good = encode(&c, block, full, false);
    assert_int_equal(decode_tag(&c, &good, 9), WF_ERR_TAG);
    memset(block, 0, sizeof block);
    good = encode(&c, block, full, false);
    assert_int_equal(decode_tag(&c, &good, 9), WF_ERR_TAG);
    assert_int_equal(decode_tag(&c, &good, 0), WF_ERR_TAG);
    /* A BVR wider than a word holds a word only, unless D is 1 */
    uint32_t wide[64] = {0};
    c = config(64, 1);
    good = encode(&c, wide, full, false);
    assert_int_equal(decode_tag(&c, &good, 5 + 40), WF_ERR_TAG);
}

static void bad_configurations_are_named(void **state)
{
    (void)state;
    static const struct {
        int lanes, groups;
        const char *says;
    } rows[] = {{3, 1, "4 to 128"},      {256, 1, "4 to 128"},     {32, 3, "1, 2, 4 or 8"},
                {32, 0, "1, 2, 4 or 8"}, {32, 16, "1, 2, 4 or 8"}, {4, 8, "divide the lanes"}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        wf_config c = config(rows[i].lanes, rows[i].groups);
        const char *why = NULL;
        wf_sizes s;
        assert_int_equal(codec->sizes(&c, &s, &why), WF_ERR_CONFIG);
        assert_non_null(strstr(why, rows[i].says));
    }
}

int main(void)
{
    bytewise = wf_find_unit("bytewise");
    codec = bytewise->codec;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(figure_2),
        cmocka_unit_test(figure_6),
        cmocka_unit_test(every_code_at_32_lanes),
        cmocka_unit_test(half_registers),
        cmocka_unit_test(a_divergent_half),
        cmocka_unit_test(a_wide_mask_widens_the_bvr),
        cmocka_unit_test(raw_and_empty),
        cmocka_unit_test(both_models_agree_on_every_mask),
        cmocka_unit_test(both_models_agree_on_random_registers),
        cmocka_unit_test(decode_takes_any_bits),
        cmocka_unit_test(contradictions_are_errors),
        cmocka_unit_test(bad_configurations_are_named),
    };
    return cmocka_run_group_tests_name("bytewise", tests, NULL, NULL);
}
