/* SPDX-License-Identifier: Apache-2.0
 *
 * The golden model of bytewise against vectors worked by hand, against a slow second model that reads the paper
 * literally (broadcast an active lane, compare neighbours byte by byte), and on any bits. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "../../base/random.h"
#include "../../cmodel/warpfold.h"
#include "decodes_alike.h"
#include "sampled.h"

static const wf_unit *bytewise;
static const wf_codec *codec;
static const uint32_t full[WF_MASK_WORDS] = {~0u, ~0u, ~0u, ~0u};

static wf_config config(int lanes, int groups)
{
    wf_config c = wf_default_config(bytewise, lanes);
    c.param[0] = groups;
    return c;
}

enum { NO_STRIDES, POW2, ANY };

static wf_config config_of(int lanes, int groups, int strides)
{
    wf_config c = config(lanes, groups);
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

/* ---- strides ---- */

/* The stride that the tag has for group g, with strides=any. */
static uint32_t stride(const wf_config *c, const wf_code *k, int g)
{
    return bits(k->tag, head(c) + bvr_bits(c) * c->param[0] + 32 * g, 32);
}

/* Lane i is base + i * stride. */
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

static void every_stride_of_pow2_has_its_enc(void **state)
{
    (void)state;
    static const struct {
        uint32_t stride;
        unsigned enc;
    } rows[] = {{1, 0x1},  {2, 0x2},      {4, 0x3},      {8, 0x4},      {16, 0x5},    {32, 0x6},
                {64, 0x7}, {0u - 1, 0x9}, {0u - 2, 0xa}, {0u - 4, 0xb}, {0u - 8, 0xd}};
    static const uint32_t bases[] = {0xC0403901, 0, 0xC04039ff, 0xC0403980};
    for (size_t r = 0; r < sizeof rows / sizeof *rows; r++)
        for (size_t b = 0; b < sizeof bases / sizeof *bases; b++)
            for (int lanes = 4; lanes <= 128; lanes *= 2) {
                wf_config c = config_of(lanes, 1, POW2);
                wf_sizes s;
                uint32_t block[WF_MAX_LANES];
                assert_int_equal(codec->sizes(&c, &s, NULL), WF_OK);
                assert_int_equal(s.tag_bits, lanes > 32 ? 5 + lanes : 37); /* no bit more than without strides */
                for (int i = 0; i < lanes; i++)
                    block[i] = (bases[b] & 0xffffff00) | ((bases[b] + (uint32_t)i * rows[r].stride) & 0xff);
                wf_code code = encode(&c, block, full, false);
                assert_int_equal(enc(&c, &code, 0), rows[r].enc);
                assert_int_equal(bvr(&c, &code, 0), bases[b]);
                assert_int_equal(wf_units_used(&s, &code), 0);
                assert_int_equal(code.wen[0], 0);
                assert_int_equal(codec->size(&c, &code), 0);
                assert_string_equal(codec->class_names[codec->classify(&c, &code)], "affine");
                assert_returns(&c, &code, block);
                /* A divergent write to such a register must move it first, as any that is compressed. */
                assert_true(wf_tag_compressed(&s, code.tag));
                assert_true(wf_move_needed(&s, (uint32_t[WF_MASK_WORDS]){1}, code.tag));
                assert_false(wf_move_needed(&s, full, code.tag));
            }
}

static void what_is_not_affine_with_pow2(void **state)
{
    (void)state;
    wf_config c = config_of(32, 1, POW2);
    uint32_t block[32];
    static const uint32_t strides[] = {0, 3, 128, 0u - 16, 0x10001, 0x80000000};
    for (size_t i = 0; i < sizeof strides / sizeof *strides; i++) {
        make_affine(0x1000, strides[i], 32, block);
        wf_code code = encode(&c, block, full, false), plain;
        wf_config none = config(32, 1);
        plain = encode(&none, block, full, false);
        assert_memory_equal(code.tag, plain.tag, 8);
        assert_int_equal(code.units[0], plain.units[0]);
        assert_returns(&c, &code, block);
    }
    for (int lane = 0; lane < 32; lane++) /* one bit of one lane */
        for (int bit = 0; bit < 32; bit++) {
            make_affine(0x12345608, 4, 32, block);
            block[lane] ^= (uint32_t)1 << bit;
            wf_code code = encode(&c, block, full, false);
            assert_true(enc(&c, &code, 0) == 0 || enc(&c, &code, 0) >= 8);
            assert_returns(&c, &code, block);
        }
    make_affine(0xf8, 1, 32, block); /* bytes 1 differ: a carry out of bytes 0 */
    assert_int_equal(encode(&c, block, full, false).tag[0] & 0xf, 0xc);
    make_affine(0x40, 4, 32, block); /* raw, divergent and empty writes are as without strides */
    assert_int_equal(encode(&c, block, full, true).tag[0] & 0x1f, 0);
    assert_int_equal(encode(&c, block, (uint32_t[WF_MASK_WORDS]){0x7fffffff}, false).tag[0] & 0x1f, 0x1e);
    assert_int_equal(encode(&c, block, (uint32_t[WF_MASK_WORDS]){0}, false).tag[0] & 0x1f, 0);
}

static void any_stride_stands_in_the_tag(void **state)
{
    (void)state;
    static const uint32_t strides[] = {1, 3, 0u - 5, 0x10001, 0x80000000, 0xdeadbeef};
    static const uint32_t bases[] = {0, 0xC0403901, 0xfffffffe};
    wf_config c = config_of(32, 1, ANY);
    wf_sizes s;
    assert_int_equal(codec->sizes(&c, &s, NULL), WF_OK);
    assert_int_equal(s.tag_bits, 4 + 1 + 32 + 32);
    for (size_t i = 0; i < 6 * 3; i++) {
        uint32_t block[32];
        make_affine(bases[i % 3], strides[i / 3], 32, block); /* with sums beyond 2^32 */
        wf_code code = encode(&c, block, full, false);
        assert_int_equal(enc(&c, &code, 0), 0x1);
        assert_int_equal(bvr(&c, &code, 0), bases[i % 3]);
        assert_int_equal(stride(&c, &code, 0), strides[i / 3]);
        assert_int_equal(code.units[0], 0);
        assert_string_equal(codec->class_names[codec->classify(&c, &code)], "affine");
        assert_returns(&c, &code, block);
        block[31] ^= 1;
        code = encode(&c, block, full, false);
        assert_int_not_equal(enc(&c, &code, 0), 0x1);
        assert_int_equal(stride(&c, &code, 0), 0);
        assert_returns(&c, &code, block);
    }
    uint32_t sevens[32];
    make_affine(7, 0, 32, sevens); /* a scalar stays one */
    wf_code code = encode(&c, sevens, full, false);
    assert_int_equal(enc(&c, &code, 0), 0xf);
    assert_int_equal(stride(&c, &code, 0), 0);
}

static void groups_are_affine_by_themselves(void **state)
{
    (void)state;
    uint32_t block[16];
    for (int strides = POW2; strides <= ANY; strides++) {
        wf_config c = config_of(16, 2, strides);
        make_affine(100, 4, 8, block);
        make_affine(90, 0u - 1, 8, block + 8);
        wf_code code = encode(&c, block, full, false);
        assert_int_equal(enc(&c, &code, 0), strides == POW2 ? 0x3 : 0x1);
        assert_int_equal(enc(&c, &code, 1), strides == POW2 ? 0x9 : 0x1);
        assert_int_equal(one_value(&c, &code), 0);
        assert_int_equal(code.units[0], 0);
        assert_string_equal(codec->class_names[codec->classify(&c, &code)], "affine");
        assert_returns(&c, &code, block);
        if (strides == ANY)
            assert_int_equal(stride(&c, &code, 1), ~0u);
        make_affine(5, 0, 8, block + 8);
        code = encode(&c, block, full, false);
        assert_int_equal(enc(&c, &code, 1), 0xf);
        assert_string_equal(codec->class_names[codec->classify(&c, &code)], "mixed");
        assert_returns(&c, &code, block);
    }
}

static void contradictions_of_strides_are_errors(void **state)
{
    (void)state;
    uint32_t block[8], back[8];
    make_affine(0x40, 4, 8, block);
    wf_config c = config_of(8, 1, ANY);
    wf_code good = encode(&c, block, full, false), bad = good;
    for (int e = 2; e < 8; e++) { /* affine to the decoder, but no encoder writes it */
        bad.tag[0] = (good.tag[0] & ~0xfu) | (uint32_t)e;
        assert_int_equal(codec->decode(&c, &bad, back), WF_ERR_TAG);
        assert_memory_equal(back, block, sizeof back);
    }
    bad.tag[0] = good.tag[0] | 0xf; /* a scalar with a stride: it counts as 0 */
    assert_int_equal(codec->decode(&c, &bad, back), WF_ERR_TAG);
    assert_int_equal(back[7], 0x40);
    make_affine(0x40, 0, 8, block);
    bad = encode(&c, block, full, false);
    bad.tag[0] = (bad.tag[0] & ~0xfu) | 1; /* an affine one without */
    assert_int_equal(codec->decode(&c, &bad, back), WF_ERR_TAG);
    assert_memory_equal(back, block, sizeof back);
    bad = good;
    bad.units[0] = 1;
    assert_int_equal(codec->decode(&c, &bad, back), WF_ERR_PAYLOAD);
    /* With D the code means the payload, and no encoder writes it. */
    make_affine(0x40, 4, 8, block);
    for (int strides = POW2; strides <= ANY; strides++) {
        c = config_of(8, 1, strides);
        bad = encode(&c, block, (uint32_t[WF_MASK_WORDS]){0x0f}, false);
        bad.tag[0] = (bad.tag[0] & ~0xfu) | 1;
        assert_int_equal(codec->decode(&c, &bad, back), WF_ERR_TAG);
        assert_memory_equal(back, block, sizeof back);
    }
}

/* Another reading: with pow2 all eleven strides are tried on every lane, with any the differences of neighbours are compared. */
static bool is_affine(const wf_config *c, const uint32_t *lane, int lanes)
{
    bool found = false;
    if (c->param[1] == ANY) {
        bool alike = lane[1] != lane[0];
        for (int i = 2; i < lanes; i++)
            alike &= lane[i] - lane[i - 1] == lane[1] - lane[0];
        return alike;
    }
    for (int k = -4; k < 7; k++) {
        int64_t step = k < 0 ? -((int64_t)1 << (-1 - k)) : (int64_t)1 << k;
        bool alike = true;
        for (int i = 0; i < lanes; i++)
            alike &= lane[i] == lane[0] / 256 * 256 + (uint32_t)(((int64_t)(lane[0] % 256) + i * step + 65536) % 256);
        found |= alike;
    }
    return found;
}

static void strides_agree_with_another_reading(void **state)
{
    (void)state;
    rng r = {3};
    int seen[3] = {0};
    for (int n = 0; n < 60000; n++) {
        wf_config c = config_of(8 << rng_below(&r, 5), 1 << rng_below(&r, 2), POW2 + (int)rng_below(&r, 2)), plain = c;
        int width = c.lanes / c.param[0];
        uint32_t block[WF_MAX_LANES];
        plain.param[1] = NO_STRIDES;
        for (int g = 0; g < c.param[0]; g++) {
            uint32_t step = (uint32_t)1 << rng_below(&r, 8), base = rng_word(&r) >> rng_below(&r, 32), modulo = rng_below(&r, 2);
            step = rng_below(&r, 8) == 0 ? rng_word(&r) : rng_below(&r, 3) ? step : 0 - step;
            make_affine(base, step, width, block + g * width);
            for (int i = 0; modulo && i < width; i++)
                block[g * width + i] = (base & 0xffffff00) | (block[g * width + i] & 0xff);
            if (rng_below(&r, 3) == 0)
                block[g * width + (int)rng_below(&r, (uint32_t)width)] ^= (uint32_t)1 << rng_below(&r, 32);
        }
        wf_code code = encode(&c, block, full, false), without = encode(&plain, block, full, false);
        for (int g = 0; g < c.param[0]; g++) {
            bool affine = is_affine(&c, block + g * width, width);
            unsigned e = enc(&c, &code, g);
            seen[affine ? c.param[1] : 0]++;
            assert_int_equal(affine, (e & ~(e >> 1) & 7) != 0);
            if (!affine)
                assert_int_equal(e, enc(&plain, &without, g));
            assert_int_equal(bvr(&c, &code, g), block[g * width]);
        }
        assert_returns(&c, &code, block);
    }
    assert_true(seen[0] > 10000 && seen[POW2] > 10000 && seen[ANY] > 10000);
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
    uint32_t part = (uint32_t)one_in(3);
    /* 4 lanes, every mask, every way in which the lanes can share bytes: a byte of each lane is one of two. */
    for (int groups = 1; groups <= 4; groups *= 2) {
        wf_config c = config(4, groups);
        for (uint32_t mask = 0; mask < 16; mask++)
            for (uint32_t n = 0; n < 0x10000; n++) {
                uint32_t block[4] = {0};
                for (int i = 0; i < 4; i++)
                    for (int p = 0; p < 4; p++)
                        block[i] |= (n >> (4 * p + i) & 1 ? 0xa5u : 0x24u) << 8 * p;
                if ((n + mask) % (mask % 5 ? 7 : part))
                    continue; /* a third of it under masks 0, 5, 10 and 15, a seventh under the others */
                slow_check(&c, block, (uint32_t[WF_MASK_WORDS]){mask}, false);
            }
    }
}

static void both_models_agree_on_random_registers(void **state)
{
    (void)state;
    rng r = {1};
    for (int n = 0; n < 60000 / one_in(3); n++) {
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
    for (int n = 0; n < 100000 / one_in(4); n++) {
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

/* ---- scalar execution ---- */

/* The tag with which a register of these values is stored. */
static void tag_for(const wf_unit *unit, const wf_config *c, const uint32_t *value, const uint32_t *mask, uint32_t *tag)
{
    wf_code code;
    unit->codec->encode(c, &(wf_input){.block = value, .mask = mask}, &code);
    memcpy(tag, code.tag, sizeof code.tag);
}

/* Section 4, by hand: 8 lanes, two groups. */
static void an_instruction_runs_on_one_lane_as_its_sources_allow(void **state)
{
    (void)state;
    const wf_unit *unit = wf_find_unit("bytewise");
    wf_config c = config(8, 2);
    const uint32_t one[8] = {7, 7, 7, 7, 7, 7, 7, 7}, halves[8] = {7, 7, 7, 7, 9, 9, 9, 9}, half[8] = {7, 7, 7, 7, 1, 2, 3, 4};
    const uint32_t all = 0xff, low = 0x0f, some = 0x03, none = 0;
    uint32_t whole[WF_TAG_WORDS], two[WF_TAG_WORDS], first[WF_TAG_WORDS], divergent[WF_TAG_WORDS];
    wf_scalar s;

    tag_for(unit, &c, one, &all, whole);
    tag_for(unit, &c, halves, &all, two);
    tag_for(unit, &c, half, &all, first);
    tag_for(unit, &c, half, &low, divergent);
    const struct {
        const uint32_t *mask, *tags[4];
        int sources;
        bool full, divergent;
        uint32_t group;
    } expected[] = {
        {&all, {NULL}, 0, true, false, 3},
        {&low, {NULL}, 0, false, true, 0},
        {&none, {NULL}, 0, false, false, 0},
        {&all, {whole, whole}, 2, true, false, 3},
        {&all, {whole, two}, 2, false, false, 3},
        {&all, {whole, whole, whole, first}, 4, false, false, 1}, /* the fourth counts too */
        {&all, {divergent}, 1, false, false, 0},
        {&low, {whole, divergent}, 2, false, true, 0},
        {&some, {divergent}, 1, false, false, 0},
        {&low, {two}, 1, false, false, 0},
        {&low, {whole, whole, divergent, two}, 4, false, false, 0},
    };
    for (size_t i = 0; i < sizeof expected / sizeof expected[0]; i++) {
        unit->codec->scalar(&c, expected[i].mask, expected[i].sources, expected[i].tags, &s);
        if (s.full != expected[i].full || s.divergent != expected[i].divergent || s.group != expected[i].group || s.groups != 2)
            fail_msg("%zu: full %d, divergent %d, groups %x", i, s.full, s.divergent, s.group);
    }
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
        char why[WF_WHY];
        assert_true(wf_config_error(wf_find_unit("bytewise"), &c, why));
        assert_non_null(strstr(why, rows[i].says));
    }
    wf_config narrow = config_of(8, 4, POW2), unknown = config_of(8, 1, 4), fits = config_of(8, 2, ANY);
    char why[WF_WHY];
    assert_true(wf_config_error(wf_find_unit("bytewise"), &narrow, why));
    assert_string_equal(why, "strides pow2, any and wide need groups of 4 lanes or more");
    assert_true(wf_config_error(wf_find_unit("bytewise"), &unknown, why));
    assert_string_equal(why, "strides must be none, pow2, any or wide");
    assert_false(wf_config_error(wf_find_unit("bytewise"), &fits, why));
}

/* ---- the fast form ---- */

/* Groups with common bytes or one value, under a mask that is full, partial or empty. */
static void some_register(rng *r, const wf_config *c, uint32_t *lane, uint32_t *mask)
{
    int width = c->lanes / c->param[0];
    uint32_t base = rng_word(r), span = 0, kind = rng_below(r, 6), stride = rng_below(r, 4) ? 0 : rng_below(r, 9);
    for (int i = 0; i < c->lanes; i++) {
        if (i % width == 0) {
            base = rng_below(r, 2) ? base : rng_word(r);
            span = rng_below(r, 2) ? 0 : ~0u >> 8 * rng_below(r, 4);
        }
        lane[i] = (base ^ (rng_word(r) & span)) + (uint32_t)(i % width) * stride;
    }
    memset(mask, 0, WF_MASK_WORDS * sizeof *mask);
    for (int i = 0; i < c->lanes; i++)
        mask[i / 32] |= (uint32_t)(kind < 3 || (kind < 5 && rng_below(r, kind == 3 ? 2 : 9) == 0)) << i % 32;
}

static void the_fast_form_is_the_plain_one(void **state)
{
    (void)state;
    rng r = {78};
    int told[4] = {0}, seen[16] = {0}, said[4] = {0};
    for (int n = 0; n < 40000; n++) {
        int lanes = 4 << rng_below(&r, 6), groups = 1 << rng_below(&r, lanes < 8 ? 3 : 4);
        wf_config c = config_of(lanes, groups,
                                rng_below(&r, 8)                ? NO_STRIDES
                                : lanes / groups < WF_MIN_LANES ? NO_STRIDES
                                                                : ANY + (int)rng_below(&r, 2));
        uint32_t lane[WF_MAX_LANES], mask[4][WF_MASK_WORDS];
        const uint32_t *tags[4];
        wf_code plain[4], fast;
        wf_sizes s;
        wf_scalar want, got;
        assert_int_equal(codec->sizes(&c, &s, NULL), WF_OK);
        for (int k = 0; k < 4; k++) {
            memset(&plain[k], 0xa5, sizeof plain[k]);
            memset(&fast, 0x5a, sizeof fast);
            some_register(&r, &c, lane, mask[k]);
            for (int i = 0; k > 0 && rng_below(&r, 2) && i < WF_MASK_WORDS; i++)
                mask[k][i] = mask[0][i];
            for (int i = 0; rng_below(&r, 2) && i < lanes; i++)
                lane[i] = lane[0];
            wf_input in = {.block = lane, .mask = mask[k], .raw_only = rng_below(&r, 16) == 0, .no_payload = rng_below(&r, 2)};
            codec->encode(&c, &in, &plain[k]);
            codec->fast->encode(&c, &in, &fast);
            for (int i = 0; i < s.tag_bits; i++)
                assert_int_equal(bits(fast.tag, i, 1), bits(plain[k].tag, i, 1));
            assert_memory_equal(fast.units, plain[k].units, sizeof fast.units);
            assert_memory_equal(fast.wen, plain[k].wen, sizeof fast.wen);
            if (!in.no_payload)
                assert_memory_equal(fast.payload, plain[k].payload, sizeof *lane * (size_t)lanes);
            seen[codec->classify(&c, &fast)]++;
            if (rng_below(&r, 8) == 0) /* a tag that no encoder writes */
                plain[k].tag[rng_below(&r, (uint32_t)s.tag_bits) / 32] ^= 1u << rng_below(&r, 32);
            assert_int_equal(codec->fast->size(&c, &plain[k]), codec->size(&c, &plain[k]));
            assert_int_equal(codec->fast->classify(&c, &plain[k]), codec->classify(&c, &plain[k]));
            tags[k] = plain[k].tag;
            plain[k].units[0] ^= rng_below(&r, 8) == 0;
            decodes_alike(codec, &c, &plain[k], told);
        }
        int sources = (int)rng_below(&r, 5);
        codec->scalar(&c, mask[0], sources, tags, &want);
        codec->fast->scalar(&c, mask[0], sources, tags, &got);
        assert_true(got.full == want.full && got.divergent == want.divergent && got.group == want.group && got.groups == want.groups);
        if (sources > 0)
            said[want.full ? 0 : want.group ? 1 : want.divergent ? 2 : 3]++;
    }
    for (int class = 0; codec->class_names[class] != NULL; class ++)
        assert_true(seen[class] > 100);
    assert_true(told[WF_OK] > 5000 && told[WF_ERR_TAG] > 500 && told[WF_ERR_PAYLOAD] > 500);
    for (int i = 0; i < 4; i++)
        assert_true(said[i] > 400);
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
        cmocka_unit_test(every_stride_of_pow2_has_its_enc),
        cmocka_unit_test(what_is_not_affine_with_pow2),
        cmocka_unit_test(any_stride_stands_in_the_tag),
        cmocka_unit_test(groups_are_affine_by_themselves),
        cmocka_unit_test(contradictions_of_strides_are_errors),
        cmocka_unit_test(strides_agree_with_another_reading),
        cmocka_unit_test(both_models_agree_on_every_mask),
        cmocka_unit_test(both_models_agree_on_random_registers),
        cmocka_unit_test(decode_takes_any_bits),
        cmocka_unit_test(contradictions_are_errors),
        cmocka_unit_test(an_instruction_runs_on_one_lane_as_its_sources_allow),
        cmocka_unit_test(the_fast_form_is_the_plain_one),
        cmocka_unit_test(bad_configurations_are_named),
    };
    return cmocka_run_group_tests_name("bytewise", tests, NULL, NULL);
}
