/* SPDX-License-Identifier: Apache-2.0
 *
 * The golden model of affine and the block expand against vectors worked by hand, against a slow second model that tries
 * stride after stride and adds step by step, and on any bits. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "../../base/random.h"
#include "../../cmodel/warpfold.h"
#include "../../stats/vector_class.h"
#include "decodes_alike.h"
#include "sampled.h"

enum { VECTOR, STRIDES, WORD, BANK }; /* parameters */
enum { POW2, ANY };
enum { WARP, BY_8, BY_16, BY_32 };

static const wf_unit *affine;
static const wf_codec *codec;
static const wf_unit *expand;

/* The input of an encoder, with a number for each lane. */
typedef struct {
    uint64_t lane[WF_MAX_LANES];
    uint32_t mask[WF_MASK_WORDS];
    bool raw_only;
} warp;

static wf_config config(int lanes, int vector, int strides, int word, int bank)
{
    return (wf_config){.lanes = lanes, .param = {vector, strides, word, bank}};
}

/* Bits at..at+n-1, n at most 64. */
static uint64_t bits(const uint32_t *v, int at, int n)
{
    uint64_t x = 0;
    for (int i = 0; i < n; i++)
        x |= (uint64_t)(v[(at + i) / 32] >> (at + i) % 32 & 1) << i;
    return x;
}

static void set_bits(uint32_t *v, int at, int n, uint64_t x)
{
    for (int i = at; i < at + n; i++, x >>= 1)
        v[i / 32] = (v[i / 32] & ~((uint32_t)1 << i % 32)) | (uint32_t)(x & 1) << i % 32;
}

static int words(int n)
{
    return (n + 31) / 32;
}
static int block_bits(const wf_config *c)
{
    return c->lanes * c->param[WORD];
}
static int width_of(const wf_config *c)
{
    return c->param[VECTOR] == WARP ? c->lanes : 4 << c->param[VECTOR];
}
static int vectors_of(const wf_config *c)
{
    return c->lanes / width_of(c);
}
static int code_bits(const wf_config *c)
{
    return c->param[STRIDES] == POW2 ? 3 : c->param[WORD];
}

/* The lanes of a bank. A bank belongs to one vector. */
static int unit_of(const wf_config *c)
{
    int unit = c->param[BANK] / c->param[WORD];
    return unit < width_of(c) ? unit : width_of(c);
}

/* First bits of vector k's fields; its flag is bit k. */
static int code_at(const wf_config *c, int k)
{
    return vectors_of(c) + k * code_bits(c);
}
static int base_at(const wf_config *c, int k)
{
    return code_at(c, vectors_of(c)) + k * c->param[WORD];
}
static int valid_at(const wf_config *c)
{
    return base_at(c, vectors_of(c));
}

/* The words of n bits at the end of a static array, so that the address sanitizer notices an access beyond the end. */
static uint32_t *tail(uint32_t *array, int n)
{
    return array + WF_MAX_WORDS - words(n);
}

static wf_code encode(const wf_config *c, const warp *w)
{
    static uint32_t blocks[WF_MAX_WORDS], masks[WF_MAX_WORDS];
    uint32_t *block = tail(blocks, block_bits(c)), *mask = tail(masks, c->lanes);
    wf_code code;
    memset(&code, 0xa5, sizeof code);
    block[words(block_bits(c)) - 1] = 0;
    for (int i = 0; i < c->lanes; i++)
        set_bits(block, i * c->param[WORD], c->param[WORD], w->lane[i]);
    memcpy(mask, w->mask, (size_t)words(c->lanes) * sizeof *mask);
    wf_input in = {.block = block, .mask = mask, .raw_only = w->raw_only};
    assert_int_equal(codec->encode(c, &in, &code), WF_OK);
    return code;
}

static wf_status decode(const wf_config *c, const wf_code *code, uint64_t *lane)
{
    static uint32_t blocks[WF_MAX_WORDS];
    uint32_t *block = tail(blocks, block_bits(c));
    wf_status status = codec->decode(c, code, block);
    for (int i = 0; i < c->lanes; i++)
        lane[i] = bits(block, i * c->param[WORD], c->param[WORD]);
    return status;
}

static void assert_class(const wf_config *c, const wf_code *code, const char *name)
{
    assert_string_equal(codec->class_names[codec->classify(c, code)], name);
}

/* ---- vectors worked by hand ---- */

/* What an encoder returns, for one vector of 8 lanes in banks of 128 bits; a unit is 4 lanes of 32 bits. */
typedef struct {
    unsigned flag;
    uint64_t code, base;
    unsigned valid, units, wen;
    int size;
    const char *class_name;
} outputs;

/* clang-format off */
#define GENERIC(units, wen, size) {0, 0, 0, 0, units, wen, size, "generic"}
#define BOTH(sigma, stride, base, valid, units, size, name) \
    {{1, sigma, base, valid, units, 0, size, name}, {1, stride, base, valid, units, 0, size, name}}
#define SAME(base, name) BOTH(7, 0, base, 0xff, 0, 0, name)
#define STEP(sigma, base) BOTH(sigma, 1 << (sigma), base, 0xff, 0, 0, "affine")
#define ONLY_ANY(stride, base) {GENERIC(0x3, 0xff, 256), {1, stride, base, 0xff, 0, 0, 0, "affine"}}
#define NEITHER(wen) {GENERIC(0x3, wen, 256), GENERIC(0x3, wen, 256)}
/* clang-format on */
enum { RAW_ONLY = 0x100 };

static const struct {
    int word;
    unsigned mask;
    uint64_t lane[8];
    outputs want[2]; /* pow2, any */
} by_hand[] = {
    /* Lanes 0 and 1 alike: stride zero, 7 as a code. */
    {32, 0xff, {7, 7, 7, 7, 7, 7, 7, 7}, SAME(7, "uniform")},
    {32, 0xff, {0, 0, 0, 0, 0, 0, 0, 0}, SAME(0, "zero")},
    /* (beta + i) * 1: beta 4, 100 xor 101 is 1; beta 5, 101 xor 110 is 11, its lowest bit 1. */
    {32, 0xff, {4, 5, 6, 7, 8, 9, 10, 11}, STEP(0, 4)},
    {32, 0xff, {5, 6, 7, 8, 9, 10, 11, 12}, STEP(0, 5)},
    /* * 4: beta 2, 1000 xor 1100 is 100; beta 3, 01100 xor 10000 is 11100. */
    {32, 0xff, {8, 12, 16, 20, 24, 28, 32, 36}, STEP(2, 8)},
    {32, 0xff, {12, 16, 20, 24, 28, 32, 36, 40}, STEP(2, 12)},
    /* * 64: beta 2, 0x80 xor 0xc0 is 0x40; beta 1, 0x40 xor 0x80 is 0xc0. */
    {32, 0xff, {128, 192, 256, 320, 384, 448, 512, 576}, STEP(6, 128)},
    {32, 0xff, {64, 128, 192, 256, 320, 384, 448, 512}, STEP(6, 64)},
    /* Steps of 128: the xor's low seven bits are 0, so the stride is zero, which lane 1 denies. */
    {32, 0xff, {0, 128, 256, 384, 512, 640, 768, 896}, ONLY_ANY(128, 0)},
    /* 0101 xor 1001 is 1100: stride 4, and 5 is no multiple. The same from 6. */
    {32, 0xff, {5, 9, 13, 17, 21, 25, 29, 33}, ONLY_ANY(4, 5)},
    {32, 0xff, {6, 10, 14, 18, 22, 26, 30, 34}, ONLY_ANY(4, 6)},
    /* Downwards: 7 xor 6 is 1, but lane 1 is not 7 + 1; by 4, 100000 xor 011100 is 111100. Upwards by 3. */
    {32, 0xff, {7, 6, 5, 4, 3, 2, 1, 0}, ONLY_ANY(0xffffffff, 7)},
    {32, 0xff, {32, 28, 24, 20, 16, 12, 8, 4}, ONLY_ANY(0xfffffffc, 32)},
    {32, 0xff, {1, 4, 7, 10, 13, 16, 19, 22}, ONLY_ANY(3, 1)},
    /* Around 2^32. */
    {32, 0xff, {0xfffffffc, 0xfffffffd, 0xfffffffe, 0xffffffff, 0, 1, 2, 3}, STEP(0, 0xfffffffc)},
    {32, 0xff, {0xffffffc0, 0, 64, 128, 192, 256, 320, 384}, STEP(6, 0xffffffc0)},
    /* One bit of one lane; the first pair alike, the others not; the last lane alone. */
    {32, 0xff, {8, 12, 16, 20, 24, 28, 32, 36 ^ 0x80000000}, NEITHER(0xff)},
    {32, 0xff, {3, 3, 5, 6, 7, 8, 9, 10}, NEITHER(0xff)},
    {32, 0xff, {3, 3, 3, 3, 3, 3, 3, 4}, NEITHER(0xff)},
    /* Lanes 2 to 7 are 0x108, 0x10c ..: base 0x108 - 2 * 4. Bank 0 keeps lanes 0 and 1. */
    {32, 0xfc, {99, 98, 0x108, 0x10c, 0x110, 0x114, 0x118, 0x11c}, BOTH(2, 4, 0x100, 0xfc, 0x1, 64, "affine")},
    /* Lanes 4 to 7 count from 0: base 0 - 4. */
    {32, 0xf0, {9, 8, 7, 6, 0, 1, 2, 3}, BOTH(0, 1, 0xfffffffc, 0xf0, 0x1, 128, "affine")},
    /* Lanes 1, 2, 4, 5 and 7: the first pair is 4 and 5, 11100 xor 11110. Base, of lane 1: 22 - 2. 0, 3 and 6 stay. */
    {32, 0xb6, {1, 22, 24, 1, 28, 30, 1, 34}, BOTH(1, 2, 20, 0xb6, 0x3, 96, "affine")},
    /* Pair 4 and 5 says 2, which lane 2 denies. */
    {32, 0xb6, {1, 22, 26, 1, 28, 30, 1, 34}, NEITHER(0xb6)},
    /* One lane. */
    {32, 0x20, {1, 2, 3, 4, 5, 1234, 7, 8}, BOTH(7, 0, 1234, 0x20, 0x3, 224, "uniform")},
    {32, 0x80, {1, 2, 3, 4, 5, 6, 7, 0}, BOTH(7, 0, 0, 0x80, 0x3, 224, "zero")},
    /* Lanes 0, 2, 5 and 7: no pair. Alike, or i itself, which is not seen. */
    {32, 0xa5, {9, 1, 9, 1, 1, 9, 1, 9}, BOTH(7, 0, 9, 0xa5, 0x3, 128, "uniform")},
    {32, 0xa5, {0, 0, 2, 0, 0, 5, 0, 7}, NEITHER(0xa5)},
    /* Lanes 1 and 2 are neighbours but no pair. */
    {32, 0x06, {1, 6, 6, 1, 1, 1, 1, 1}, BOTH(7, 0, 6, 0x06, 0x3, 192, "uniform")},
    {32, 0x06, {4, 5, 6, 7, 8, 9, 10, 11}, NEITHER(0x06)},
    /* Nothing is active. */
    {32, 0x00, {7, 7, 7, 7, 7, 7, 7, 7}, NEITHER(0x00)},
    {32, 0xff | RAW_ONLY, {7, 7, 7, 7, 7, 7, 7, 7}, NEITHER(0xff)},
    {32, 0x0f | RAW_ONLY, {4, 5, 6, 7, 8, 9, 10, 11}, NEITHER(0x0f)},
    /* 64 bits, two lanes a bank: through 2^32; around 2^64, lane 7 inactive; a stride and a difference far up. */
    {64,
     0xff,
     {0x1fffffff8, 0x1fffffffc, 0x200000000, 0x200000004, 0x200000008, 0x20000000c, 0x200000010, 0x200000014},
     STEP(2, 0x1fffffff8)},
    {64, 0x7f, {UINT64_MAX, 0, 1, 2, 3, 4, 5, 77}, BOTH(0, 1, UINT64_MAX, 0x7f, 0x8, 64, "affine")},
    {64,
     0xff,
     {0, 1ull << 40, 2ull << 40, 3ull << 40, 4ull << 40, 5ull << 40, 6ull << 40, 7ull << 40},
     {GENERIC(0xf, 0xff, 512), {1, 1ull << 40, 0, 0xff, 0, 0, 0, "affine"}}},
    {64, 0xff, {7, 7, 7, 7, 7, 7, 7 | 1ull << 63, 7}, {GENERIC(0xf, 0xff, 512), GENERIC(0xf, 0xff, 512)}},
    /* 4 bits, 8 lanes in the only bank: around 16; by 8, from 8 and from 1; downwards. */
    {4, 0xff, {13, 14, 15, 0, 1, 2, 3, 4}, STEP(0, 13)},
    {4, 0xff, {8, 0, 8, 0, 8, 0, 8, 0}, STEP(3, 8)},
    {4, 0xff, {1, 9, 1, 9, 1, 9, 1, 9}, {GENERIC(0x1, 0xff, 32), {1, 8, 1, 0xff, 0, 0, 0, "affine"}}},
    {4, 0x3f, {5, 4, 3, 2, 1, 0, 0, 0}, {GENERIC(0x1, 0x3f, 32), {1, 15, 5, 0x3f, 0x1, 0, 8, "affine"}}},
};

static void assert_outputs(const wf_config *c, const uint64_t *lane, const wf_code *code, const outputs *want)
{
    int word = c->param[WORD], base = 1 + code_bits(c);
    uint64_t back[8];
    assert_int_equal(bits(code->tag, 0, 1), want->flag);
    assert_int_equal(bits(code->tag, 1, code_bits(c)), want->code);
    assert_int_equal(bits(code->tag, base, word), want->base);
    assert_int_equal(bits(code->tag, base + word, 8), want->valid);
    assert_int_equal(code->units[0], want->units);
    assert_int_equal(code->wen[0], want->wen);
    for (int i = 0; i < 8; i++)
        if (!(want->valid >> i & 1))
            assert_int_equal(bits(code->payload, i * word, word), lane[i]);
    assert_int_equal(codec->size(c, code), want->size);
    assert_class(c, code, want->class_name);
    assert_int_equal(decode(c, code, back), WF_OK);
    assert_memory_equal(back, lane, sizeof back);
}

static void vectors_worked_by_hand(void **state)
{
    (void)state;
    for (size_t n = 0; n < sizeof by_hand / sizeof *by_hand; n++)
        for (int strides = POW2; strides <= ANY; strides++) {
            wf_config c = config(8, WARP, strides, by_hand[n].word, 128);
            warp w = {.mask = {by_hand[n].mask & 0xff}, .raw_only = by_hand[n].mask >= RAW_ONLY};
            memcpy(w.lane, by_hand[n].lane, sizeof by_hand[n].lane);
            wf_code code = encode(&c, &w);
            assert_outputs(&c, w.lane, &code, &by_hand[n].want[strides]);
        }
}

static void assert_two_vectors(const warp *w, const uint32_t *tag, unsigned units, unsigned wen, const char *name)
{
    wf_config c = config(16, BY_8, POW2, 32, 128);
    wf_code code = encode(&c, w);
    assert_memory_equal(code.tag, tag, 3 * sizeof *tag); /* 88 bits */
    assert_int_equal(code.units[0], units);
    assert_int_equal(code.wen[0], wen);
    assert_class(&c, &code, name);
}

static void warps_of_two_vectors(void **state)
{
    (void)state;
    /* Section 3.2's blocks of 16 x 16 in small: lanes 0 to 7 are a row of words, lanes 8 to 15 the next. */
    wf_config whole = config(16, WARP, POW2, 32, 128);
    warp w = {.mask = {0xffff}};
    for (unsigned i = 0; i < 16; i++)
        w.lane[i] = i < 8 ? 0x1000 + 4 * i : 0x2000 + 4 * (i - 8);
    wf_code code = encode(&whole, &w);
    assert_int_equal(code.tag[0], 0);
    assert_class(&whole, &code, "generic");
    /* Two flags, two times 3 bits, two bases, 16 lanes. */
    assert_two_vectors(&w, (uint32_t[4]){3 | 2 << 2 | 2 << 5 | 0x1000 << 8, 0x2000 << 8, 0xffff << 8}, 0, 0, "affine");
    w.lane[9] = 5; /* the second one generic */
    assert_two_vectors(&w, (uint32_t[4]){1 | 2 << 2 | 0x1000 << 8, 0, 0x00ff << 8}, 0xc, 0xff00, "part");
    w.mask[0] = 0x0018; /* the second one without an active lane, the first uniform in lanes 3 and 4 */
    w.lane[3] = w.lane[4] = 0x77;
    assert_two_vectors(&w, (uint32_t[4]){1 | 7 << 2 | 0x77 << 8, 0, 0x0018 << 8}, 0xf, 0, "part");
    w.mask[0] = 0x0101; /* zero and uniform are uniform together */
    w.lane[0] = 0;
    assert_two_vectors(&w, (uint32_t[4]){3 | 7 << 2 | 7 << 5, 0x2000 << 8, 0x0101 << 8}, 0xf, 0, "uniform");
    w.mask[0] = 0xfc01; /* zero and affine are affine: 0x2008 less 2 * 4 */
    assert_two_vectors(&w, (uint32_t[4]){3 | 7 << 2 | 2 << 5, 0x2000 << 8, 0xfc01 << 8}, 0x7, 0, "affine");
}

/* ---- a second model: the paper, literally ---- */

/* What the paper says of a vector. */
typedef struct {
    bool flag;
    uint64_t stride, base;
} reading;

static uint64_t wrap(const wf_config *c, uint64_t x)
{
    return c->param[WORD] == 64 ? x : x % ((uint64_t)1 << c->param[WORD]);
}

static bool active(const warp *w, int i)
{
    return w->mask[i / 32] >> i % 32 & 1;
}

/* Section 2.3: powers of 2 and zero, and the base a multiple. */
static bool is_allowed(const wf_config *c, uint64_t b, uint64_t s)
{
    return c->param[STRIDES] == ANY || s == 0 || (s <= 64 && (s & (s - 1)) == 0 && b % s == 0);
}

/* Section 2.3: every active component is b + i * s. */
static bool is_affine(const wf_config *c, const warp *w, int from, uint64_t b, uint64_t s)
{
    for (int i = from, end = from + width_of(c); i < end; i++, b = wrap(c, b + s))
        if (active(w, i) && w->lane[i] != b)
            return false;
    return true;
}

static void try_stride(const wf_config *c, const warp *w, int from, uint64_t s, reading *r)
{
    int first = from;
    while (!active(w, first))
        first++;
    uint64_t b = w->lane[first];
    for (int i = from; i < first; i++)
        b = wrap(c, b - s);
    if (!is_allowed(c, b, s) || !is_affine(c, w, from, b, s))
        return;
    assert_true(!r->flag || r->stride == s); /* a pair leaves no choice */
    *r = (reading){true, s, b};
}

/* Section 5.2: lanes 2i and 2i+1 are active. Every power of 2 is tried, or what the pair says. */
static void try_pair(const wf_config *c, const warp *w, int from, int i, reading *r)
{
    if (c->param[STRIDES] == ANY)
        try_stride(c, w, from, wrap(c, w->lane[i + 1] - w->lane[i]), r);
    else
        for (uint64_t s = 1; s <= 64 && s == wrap(c, s); s *= 2)
            try_stride(c, w, from, s, r);
}

/* One vector: stride zero, and others where there is a pair. */
static reading read_vector(const wf_config *c, const warp *w, int from)
{
    reading r = {0};
    bool some = false;
    for (int i = from; i < from + width_of(c); i++)
        some |= active(w, i) && !w->raw_only;
    if (some)
        try_stride(c, w, from, 0, &r);
    for (int i = from; some && i < from + width_of(c); i += 2)
        if (active(w, i) && active(w, i + 1))
            try_pair(c, w, from, i, &r);
    return r;
}

/* The same of 4 lanes of 4 bits, a nibble each: every base with every stride that there is. */
static reading read_4_by_4(const wf_config *c, unsigned block, unsigned mask)
{
    reading r = {0};
    unsigned pairs = mask & mask >> 1 & 5, strides = mask == 0 ? 0 : pairs ? 16 : 1;
    unsigned looked_at = 15 * ((mask & 1) | (mask & 2) << 3 | (mask & 4) << 6 | (mask & 8) << 9);
    for (unsigned s = 0; s < strides; s++)
        for (unsigned b = 0; b < 16; b++) {
            unsigned vector = b | (b + s) % 16 << 4 | (b + 2 * s) % 16 << 8 | (b + 3 * s) % 16 << 12;
            if (((vector ^ block) & looked_at) == 0 && is_allowed(c, b, s)) {
                assert_false(r.flag);
                r = (reading){true, s, b};
            }
        }
    return r;
}

static uint64_t code_of(const wf_config *c, uint64_t stride)
{
    uint64_t sigma = 0;
    while (sigma < 7 && stride != (uint64_t)1 << sigma)
        sigma++;
    return c->param[STRIDES] == ANY ? stride : sigma;
}

static const char *class_of(const wf_config *c, const reading *r)
{
    int flags = 0, steps = 0, values = 0, n = vectors_of(c);
    for (int k = 0; k < n; k++) {
        flags += r[k].flag;
        steps += r[k].stride != 0;
        values += r[k].base != 0;
    }
    return flags == 0 ? "generic" : flags < n ? "part" : steps ? "affine" : values ? "uniform" : "zero";
}

/* The units that a tag's valid mask leaves. */
static void units_of(const wf_config *c, const uint32_t *tag, uint32_t *units)
{
    memset(units, 0, WF_UNIT_WORDS * sizeof *units);
    for (int i = 0; i < c->lanes; i++)
        if (bits(tag, valid_at(c) + i, 1) == 0)
            set_bits(units, i / unit_of(c), 1, 1);
}

static void put_vector(const wf_config *c, wf_code *code, int k, uint64_t stride_code, uint64_t base)
{
    set_bits(code->tag, k, 1, 1);
    set_bits(code->tag, code_at(c, k), code_bits(c), stride_code);
    set_bits(code->tag, base_at(c, k), c->param[WORD], base);
}

static void assert_same_code(const wf_config *c, const wf_code *code, const wf_code *want)
{
    assert_memory_equal(code->tag, want->tag, 4 * (size_t)words(valid_at(c) + c->lanes));
    assert_memory_equal(code->units, want->units, sizeof want->units);
    assert_memory_equal(code->wen, want->wen, sizeof want->wen);
}

/* A code is what the readings say, and decodes. */
static void check_code(const wf_config *c, const warp *w, const reading *r, wf_code code)
{
    static const wf_code zero;
    wf_code want = zero;
    int word = c->param[WORD], width = width_of(c), stored = 0;
    uint64_t back[WF_MAX_LANES];
    for (int k = 0; k * width < c->lanes; k++)
        if (r[k].flag)
            put_vector(c, &want, k, code_of(c, r[k].stride), r[k].base);
    for (int i = 0, at = valid_at(c); i < c->lanes; i++) {
        bool flag = r[i / width].flag, valid = flag && active(w, i);
        set_bits(want.tag, at + i, 1, valid);
        set_bits(want.wen, i, 1, !flag && active(w, i));
        stored += !valid;
        if (!valid)
            assert_int_equal(bits(code.payload, i * word, word), w->lane[i]);
        else
            set_bits(code.payload, i * word, word, w->lane[i] ^ 5); /* is not read */
    }
    units_of(c, want.tag, want.units);
    assert_same_code(c, &code, &want);
    assert_int_equal(codec->size(c, &code), stored * word);
    assert_class(c, &code, class_of(c, r));
    assert_int_equal(decode(c, &code, back), WF_OK);
    assert_memory_equal(back, w->lane, (size_t)c->lanes * sizeof *back);
}

static void both_models_agree_on_4_lanes_of_4_bits(void **state)
{
    (void)state;
    const unsigned step = (unsigned)one_in(7); /* prime to 16: under every mask any three lanes hold all that they can */
    for (int strides = POW2; strides <= ANY; strides++)
        for (uint32_t mask = 0; mask < 16; mask++)
            for (unsigned n = mask % step; n < 0x10000; n += step) {
                wf_config c = config(4, WARP, strides, 4, 32);
                warp w;
                memcpy(w.lane, (uint64_t[4]){n & 15, n >> 4 & 15, n >> 8 & 15, n >> 12}, sizeof(uint64_t[4]));
                w.mask[0] = mask;
                w.raw_only = false;
                reading r = read_4_by_4(&c, n, mask);
                check_code(&c, &w, &r, encode(&c, &w));
            }
}

/* Every legal configuration. */
static void each_config(void (*visit)(const wf_config *c, rng *r), uint64_t seed)
{
    static const int word[] = {4, 8, 16, 32, 64}, bank[] = {32, 64, 128};
    rng r = {seed};
    for (int lanes = 4; lanes <= 128; lanes *= 2)
        for (int vector = WARP; vector <= BY_32 && (vector == WARP || 4 << vector <= lanes); vector++)
            for (int strides = POW2; strides <= ANY; strides++)
                for (int i = 0; i < 5; i++)
                    for (int j = word[i] == 64; j < 3; j++)
                        visit(&(wf_config){.lanes = lanes, .param = {vector, strides, word[i], bank[j]}}, &r);
}

/* Full, empty, of three densities, one lane, some in a row. */
static void random_mask(rng *r, int lanes, uint32_t *mask)
{
    int kind = (int)rng_below(r, 7), at = (int)rng_below(r, (uint32_t)lanes), end = at + 1 + (int)rng_below(r, (uint32_t)lanes);
    memset(mask, 0, WF_MASK_WORDS * sizeof *mask);
    for (int i = 0; i < lanes; i++) {
        bool odds[] = {true, false, rng_below(r, 2), rng_below(r, 8) > 0, rng_below(r, 8) == 0, i == at, i >= at && i < end};
        set_bits(mask, i, 1, odds[kind]);
    }
}

/* Random, uniform or affine vectors, now and then one bit off. */
static void random_warp(const wf_config *c, rng *r, warp *w)
{
    int width = width_of(c);
    random_mask(r, c->lanes, w->mask);
    w->raw_only = rng_below(r, 16) == 0;
    for (int from = 0; from < c->lanes; from += width) {
        unsigned kind = rng_below(r, 8), sigma = rng_below(r, 9);
        uint64_t s = kind < 3 ? 0 : kind < 7 ? (uint64_t)1 << sigma : rng_next(r) >> rng_below(r, 64);
        uint64_t x = rng_below(r, 4) ? rng_next(r) << (kind < 6 ? sigma : 0) : 0;
        for (int i = from; i < from + width; i++, x += s)
            w->lane[i] = wrap(c, kind == 0 ? rng_next(r) : x);
    }
    if (rng_below(r, 4) == 0)
        w->lane[rng_below(r, (uint32_t)c->lanes)] ^= (uint64_t)1 << rng_below(r, (uint32_t)c->param[WORD]);
}

static int seen[2][5];

static void check_random(const wf_config *c, rng *r)
{
    for (int n = 0; n < 40; n++) {
        warp w;
        reading want[WF_MAX_LANES / 8];
        random_warp(c, r, &w);
        for (int k = 0; k < vectors_of(c); k++)
            want[k] = read_vector(c, &w, k * width_of(c));
        wf_code code = encode(c, &w);
        check_code(c, &w, want, code);
        seen[c->param[STRIDES]][codec->classify(c, &code)]++;
        for (int i = 0; i < c->lanes; i++) /* inactive lanes must not matter */
            w.lane[i] = active(&w, i) ? w.lane[i] : wrap(c, rng_next(r));
        wf_code other = encode(c, &w);
        assert_same_code(c, &other, &code);
    }
}

static void both_models_agree_on_random_registers(void **state)
{
    (void)state;
    memset(seen, 0, sizeof seen);
    each_config(check_random, 1);
    for (int strides = POW2; strides <= ANY; strides++)
        for (int class = 0; class < 5; class ++)
            assert_true(seen[strides][class] > 200);
}

/* ---- any bits ---- */

/* What the format demands of a tag, and of the units. */
static wf_status status_of(const wf_config *c, const wf_code *code)
{
    uint32_t units[WF_UNIT_WORDS];
    for (int k = 0, width = width_of(c); k < vectors_of(c); k++) {
        uint64_t x = bits(code->tag, code_at(c, k), code_bits(c)), base = bits(code->tag, base_at(c, k), c->param[WORD]);
        bool flag = bits(code->tag, k, 1), valid = false;
        for (int i = k * width; i < (k + 1) * width; i++)
            valid |= bits(code->tag, valid_at(c) + i, 1);
        if (valid != flag || (!flag && (x || base)))
            return WF_ERR_TAG;
        if (flag && c->param[STRIDES] == POW2 && x < 7 && (x >= (unsigned)c->param[WORD] || base % ((uint64_t)1 << x)))
            return WF_ERR_TAG;
    }
    units_of(c, code->tag, units);
    return memcmp(units, code->units, sizeof units) ? WF_ERR_PAYLOAD : WF_OK;
}

/* Valid lanes are base + i * stride, whatever else the tag says. The other lanes are those of the payload. */
static void assert_block(const wf_config *c, const wf_code *code, const uint64_t *lane)
{
    static const uint64_t pow2[] = {1, 2, 4, 8, 16, 32, 64, 0};
    int word = c->param[WORD], width = width_of(c), at = valid_at(c);
    for (int k = 0; k * width < c->lanes; k++) {
        uint64_t x = bits(code->tag, base_at(c, k), word), s = bits(code->tag, code_at(c, k), code_bits(c));
        s = c->param[STRIDES] == ANY ? s : pow2[s];
        for (int i = k * width; i < (k + 1) * width; i++, x = wrap(c, x + s))
            assert_int_equal(lane[i], bits(code->tag, at + i, 1) ? x : bits(code->payload, i * word, word));
    }
}

/* Any bits at all, few bits, or a code of the encoder with a bit changed in the tag, in the units, in both or in none. */
static wf_code random_code(const wf_config *c, rng *r)
{
    wf_code code;
    warp w;
    unsigned kind = rng_below(r, 4), tag_bits = (unsigned)(valid_at(c) + c->lanes);
    random_warp(c, r, &w);
    code = encode(c, &w);
    for (size_t i = 0; kind < 2 && i < sizeof code / 4; i++)
        ((uint32_t *)&code)[i] = rng_below(r, kind ? 1 : 8) ? 0 : rng_word(r);
    unsigned t = rng_below(r, tag_bits), u = rng_below(r, (uint32_t)(c->lanes / unit_of(c)));
    code.tag[t / 32] ^= rng_below(r, 2) << t % 32;
    code.units[u / 32] ^= rng_below(r, 2) << u % 32;
    return code;
}

static void decode_random(const wf_config *c, rng *r)
{
    for (int n = 0; n < 40; n++) {
        wf_code code = random_code(c, r);
        uint64_t lane[WF_MAX_LANES];
        wf_status status = decode(c, &code, lane);
        assert_int_equal(status, status_of(c, &code));
        assert_block(c, &code, lane);
        assert_int_equal(wf_classify(codec, c, &code), codec->classify(c, &code));
        seen[c->param[STRIDES]][status]++;
    }
}

static void decode_takes_any_bits(void **state)
{
    (void)state;
    memset(seen, 0, sizeof seen);
    each_config(decode_random, 2);
    for (int strides = POW2; strides <= ANY; strides++)
        assert_true(seen[strides][WF_OK] > 200 && seen[strides][WF_ERR_TAG] > 200 && seen[strides][WF_ERR_PAYLOAD] > 200);
}

/* A tag of one vector of 8 lanes, with the units of its valid mask. */
static wf_status decode_fields(const wf_config *c, unsigned flag, uint64_t stride_code, uint64_t base, unsigned valid)
{
    wf_code code = {.tag = {0}};
    uint64_t lane[8];
    put_vector(c, &code, 0, stride_code, base);
    set_bits(code.tag, 0, 1, flag);
    set_bits(code.tag, valid_at(c), 8, valid);
    units_of(c, code.tag, code.units);
    wf_status status = decode(c, &code, lane);
    assert_block(c, &code, lane);
    return status;
}

static void contradictions_are_errors(void **state)
{
    (void)state;
    for (int strides = POW2; strides <= ANY; strides++) {
        wf_config c = config(8, WARP, strides, 32, 128);
        wf_status only_any = strides == POW2 ? WF_ERR_TAG : WF_OK;
        assert_int_equal(decode_fields(&c, 0, 0, 0, 0), WF_OK);
        assert_int_equal(decode_fields(&c, 1, 2, 8, 0x81), WF_OK);
        assert_int_equal(decode_fields(&c, 1, 7, 5, 0xff), WF_OK);
        assert_int_equal(decode_fields(&c, 1, 2, 8, 0), WF_ERR_TAG);    /* a flag, no valid lane */
        assert_int_equal(decode_fields(&c, 0, 0, 0, 0x80), WF_ERR_TAG); /* a valid lane, no flag */
        assert_int_equal(decode_fields(&c, 0, 2, 0, 0), WF_ERR_TAG);    /* a stride or a base, no flag */
        assert_int_equal(decode_fields(&c, 0, 0, 0x80000000, 0), WF_ERR_TAG);
        assert_int_equal(decode_fields(&c, 1, 2, 5, 0xff), only_any); /* 5, 9, 13 .. */
        assert_int_equal(decode_fields(&c, 1, 6, 32, 0xff), only_any);
        c.param[WORD] = 4; /* strides 16, 32 and 64 are none of 4 bits */
        for (unsigned code = 0; code < 8; code++)
            assert_int_equal(decode_fields(&c, 1, code, 0, 0xff), code >= 4 && code < 7 ? only_any : WF_OK);
    }
    /* Units that are one too few or too many; the block is right all the same. */
    wf_config c = config(8, WARP, POW2, 32, 128);
    warp w = {.lane = {8, 12, 16, 20, 1, 2, 3, 4}, .mask = {0x0f}};
    wf_code code = encode(&c, &w);
    for (code.units[0] = 0; code.units[0] < 4; code.units[0]++) {
        uint64_t back[8];
        assert_int_equal(decode(&c, &code, back), code.units[0] == 2 ? WF_OK : WF_ERR_PAYLOAD);
        assert_memory_equal(back, w.lane, sizeof back);
    }
}

/* ---- configurations ---- */

static void has_its_sizes_and_ports(const wf_config *c, rng *r)
{
    (void)r;
    wf_sizes s;
    wf_streams p;
    const char *why = "";
    int n = vectors_of(c), word = c->param[WORD];
    assert_int_equal(codec->sizes(c, &s, &why), WF_OK);
    assert_string_equal(why, "");
    assert_int_equal(s.block_bits, c->lanes * word);
    assert_int_equal(s.mask_bits, c->lanes);
    assert_int_equal(s.tag_bits, n * (1 + code_bits(c) + word) + c->lanes);
    assert_int_equal(s.code_bits, n);
    assert_int_equal(s.raw_bit, 0);
    assert_int_equal(s.payload_bits, s.block_bits);
    assert_int_equal(s.wen_bits, c->lanes);
    assert_int_equal(s.units, c->lanes / unit_of(c));
    for (int u = 0; u < s.units; u++)
        assert_int_equal(s.unit_bits[u], unit_of(c) * word);
    assert_int_equal(expand->streams(c, &p, &why), WF_OK);
    assert_int_equal(expand->streams(c, &p, NULL), WF_OK);
    assert_int_equal(codec->sizes(c, &s, NULL), WF_OK);
    assert_int_equal(p.count, 2);
    assert_int_equal(p.stream[0].count, 2);
    assert_int_equal(p.stream[1].count, 1);
    const wf_field want[] = {{"base", n * word}, {"stride", n * code_bits(c)}, {"block", c->lanes * word}};
    for (int i = 0; i < 3; i++) {
        assert_string_equal((i < 2 ? &p.stream[0].field[i] : &p.stream[1].field[0])->name, want[i].name);
        assert_int_equal((i < 2 ? &p.stream[0].field[i] : &p.stream[1].field[0])->bits, want[i].bits);
    }
}

static void configurations(void **state)
{
    (void)state;
    each_config(has_its_sizes_and_ports, 0);
    wf_config c = wf_default_config(affine, 32), want = config(32, WARP, POW2, 32, 128);
    assert_int_equal(c.lanes, want.lanes);
    assert_memory_equal(c.param, want.param, 4 * sizeof *c.param); /* behind them the child's */
    wf_sizes s;
    assert_int_equal(codec->sizes(&c, &s, &(const char *){NULL}), WF_OK);
    assert_int_equal(s.tag_bits, 68); /* flag, 3, 32 and 32 lanes */
    assert_int_equal(s.units, 8);
    c = config(32, BY_16, ANY, 32, 64);
    assert_int_equal(codec->sizes(&c, &s, &(const char *){NULL}), WF_OK);
    assert_int_equal(s.tag_bits, 162); /* twice a flag, 32 and 32, and 32 lanes */
    assert_int_equal(s.units, 16);
}

static void bad_configurations_are_named(void **state)
{
    (void)state;
    static const char lanes[] = "lanes must be a power of two from 4 to 128";
    static const char vector[] = "a vector must not be wider than the warp";
    static const struct {
        wf_config c;
        const char *says, *block_says;
    } rows[] = {
        {{.lanes = 12, .param = {WARP, POW2, 32, 128}}, lanes, lanes},
        {{.lanes = 2, .param = {WARP, POW2, 32, 128}}, lanes, lanes},
        {{.lanes = 256, .param = {BY_8, POW2, 32, 128}}, lanes, lanes},
        {{.lanes = 8, .param = {BY_16, POW2, 32, 128}}, vector, vector},
        {{.lanes = 4, .param = {BY_8, ANY, 32, 128}}, vector, vector},
        {{.lanes = 16, .param = {BY_32, ANY, 32, 128}}, vector, vector},
        {{.lanes = 32, .param = {WARP, POW2, 64, 32}}, "a bank must hold a word", NULL},
        {{.lanes = 32, .param = {WARP, POW2, 24, 128}}, "word must be 4", "word must be 4"},
        {{.lanes = 32, .param = {WARP, POW2, 0, 128}}, "word must be 4", "word must be 4"},
        {{.lanes = 32, .param = {WARP, 2, 32, 128}}, "strides must be", "strides must be"},
        {{.lanes = 64, .param = {4, POW2, 32, 128}}, "vector must be", "vector must be"},
        {{.lanes = 32, .param = {WARP, POW2, 32, 48}}, "bank must be 32", NULL},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char why[WF_WHY];
        const char *says = rows[i].block_says;
        wf_config c = wf_default_config(affine, rows[i].c.lanes);
        memcpy(c.param, rows[i].c.param, 4 * sizeof *c.param);
        assert_true(wf_config_error(affine, &c, why));
        assert_ptr_equal(strstr(why, rows[i].says), why);
        assert_true(wf_config_error(affine, &c, NULL));
        assert_int_equal(wf_config_error(expand, &rows[i].c, why), says != NULL);
        assert_int_equal(wf_config_error(expand, &rows[i].c, NULL), says != NULL);
        assert_true(says == NULL || strstr(why, says) == why);
    }
}

static void a_move_is_needed_where_a_flag_is_set(void **state)
{
    (void)state;
    wf_config c = config(16, BY_8, POW2, 32, 128);
    wf_sizes s;
    assert_int_equal(codec->sizes(&c, &s, &(const char *){NULL}), WF_OK);
    const uint32_t partial[WF_MASK_WORDS] = {0x00f0}, full[WF_MASK_WORDS] = {0xffff}, empty[WF_MASK_WORDS] = {0};
    for (unsigned tag = 0; tag < 8; tag++) { /* bits 0 and 1 are the flags */
        const uint32_t t[WF_TAG_WORDS] = {tag};
        assert_int_equal(wf_move_needed(&s, partial, t), tag % 4 != 0);
        assert_false(wf_move_needed(&s, full, t));
        assert_false(wf_move_needed(&s, empty, t));
    }
}

/* ---- a write that is merged into the register's code ---- */

/* A tag of one vector of 4 lanes of 8 bits: flag, stride code, base, valid lanes. */
static void small_tag(unsigned flag, unsigned code, unsigned base, unsigned valid, uint32_t tag[WF_TAG_WORDS])
{
    memset(tag, 0, WF_TAG_WORDS * sizeof *tag);
    tag[0] = flag | code << 1 | base << 4 | valid << 12;
}

static void algorithm_2_by_hand(void **state)
{
    (void)state;
    wf_config c = config(4, WARP, POW2, 8, 32);
    enum { RAW, OLD, BARE, NEW, ODD };
    static const unsigned what[][3] = {{0, 0, 0}, {1, 1, 12}, {0, 1, 12}, {1, 1, 8}, {1, 0, 12}}; /* flag, log2 of the stride, base */
    static const struct {
        unsigned mask, stored, stored_valid, written, written_valid;
        bool move;
        unsigned after, after_valid;
    } rows[] = {
        {0xc, OLD, 0x3, OLD, 0xc, false, OLD, 0xf},  /* base and stride as stored: the valid lanes of both */
        {0x6, OLD, 0x3, OLD, 0x6, false, OLD, 0x7},  /* some of them again */
        {0x2, OLD, 0x7, RAW, 0x0, false, OLD, 0x5},  /* not affine: its lanes go to the banks */
        {0x7, OLD, 0x7, RAW, 0x0, false, RAW, 0x0},  /* all that was valid */
        {0x7, OLD, 0x3, NEW, 0x7, false, NEW, 0x7},  /* another base, nothing kept */
        {0x6, OLD, 0x3, NEW, 0x6, true, NEW, 0x6},   /* another base, lane 0 kept: a conflict */
        {0x6, OLD, 0x3, ODD, 0x6, true, ODD, 0x6},   /* another stride */
        {0x6, OLD, 0x6, ODD, 0x6, false, ODD, 0x6},  /* the same, nothing kept */
        {0x6, RAW, 0x0, NEW, 0x6, false, NEW, 0x6},  /* a raw register */
        {0x6, RAW, 0x0, RAW, 0x0, false, RAW, 0x0},  /* the same, raw */
        {0xf, OLD, 0xf, NEW, 0xf, false, NEW, 0xf},  /* a full write */
        {0xf, OLD, 0x9, RAW, 0x0, false, RAW, 0x0},  /* the same, raw */
        {0x0, OLD, 0x9, RAW, 0x0, false, OLD, 0x9},  /* an empty one */
        {0x4, BARE, 0x3, RAW, 0x0, false, OLD, 0x3}, /* any bits: valid lanes without a flag are kept, and then have one */
        {0x4, BARE, 0x3, NEW, 0x4, true, NEW, 0x4},  /* the same, a conflict */
    };
    for (size_t n = 0; n < sizeof rows / sizeof *rows; n++) {
        uint32_t stored[WF_TAG_WORDS], written[WF_TAG_WORDS], wanted[WF_TAG_WORDS];
        const unsigned *old = what[rows[n].stored], *new = what[rows[n].written], *want = what[rows[n].after];
        wf_code after;
        small_tag(old[0], old[1], old[2], rows[n].stored_valid, stored);
        small_tag(new[0], new[1], new[2], rows[n].written_valid, written);
        small_tag(want[0], want[1], want[2], rows[n].after_valid, wanted);
        assert_int_equal(codec->merge(&c, (const uint32_t[WF_MASK_WORDS]){rows[n].mask}, stored, written, &after), rows[n].move);
        assert_int_equal(after.tag[0], wanted[0]);
        assert_int_equal(after.units[0], rows[n].after_valid != 0xf); /* one bank */
    }
}

/* "Merging" of docs/affine-moves.md: writes to a register of base 12 and stride 4, lanes 0 to 3 valid. */
static void the_table_of_merges(void **state)
{
    (void)state;
    wf_config c = config(8, WARP, POW2, 32, 128);
    static const struct {
        uint32_t lane[8], mask;
        uint64_t written, after;
        bool move;
    } rows[] = {{{0, 0, 0, 0, 28, 32, 36, 40}, 0xf0, 0xf00000000c5, 0xff0000000c5, false},
                {{0, 5}, 0x02, 0x0200000005f, 0x0200000005f, true},
                {{5, 0, 6}, 0x05, 0, 0x0a0000000c5, false},
                {{100, 100, 100, 100}, 0x0f, 0x0f00000064f, 0x0f00000064f, false}};
    uint32_t stored[WF_TAG_WORDS] = {0};
    set_bits(stored, 0, 44, 0x0f0000000c5);
    for (size_t n = 0; n < sizeof rows / sizeof *rows; n++) {
        const uint32_t mask[WF_MASK_WORDS] = {rows[n].mask};
        wf_code code, after;
        codec->encode(&c, &(wf_input){.block = rows[n].lane, .mask = mask}, &code);
        assert_int_equal(bits(code.tag, 0, 44), rows[n].written);
        assert_int_equal(codec->merge(&c, mask, stored, code.tag, &after), rows[n].move);
        assert_int_equal(bits(after.tag, 0, 44), rows[n].after);
    }
}

/* A vector that conflicts takes the whole register: the move puts the other one into banks too. */
static void a_conflict_is_of_the_register(void **state)
{
    (void)state;
    wf_config c = config(16, BY_8, POW2, 8, 32);
    const uint32_t some[WF_MASK_WORDS] = {0x00f0};
    uint32_t old[WF_TAG_WORDS] = {0}, new[WF_TAG_WORDS] = {0};
    wf_code after;
    set_bits(old, 0, 2, 3); /* both affine, strides 1 (code 0), bases 5 and 6, all valid */
    set_bits(old, 8, 16, 0x0605);
    set_bits(old, 24, 16, 0xffff);
    set_bits(new, 0, 2, 1); /* lanes 4 to 7, base 5 */
    set_bits(new, 8, 16, 0x0005);
    set_bits(new, 24, 16, 0x00f0);
    assert_false(codec->merge(&c, some, old, new, &after));
    assert_memory_equal(after.tag, old, 8);
    assert_int_equal(after.units[0], 0);
    set_bits(new, 8, 8, 9); /* base 9 */
    assert_true(codec->merge(&c, some, old, new, &after));
    assert_memory_equal(after.tag, new, 8);
    assert_int_equal(after.units[0], 0xd); /* the bank of lanes 4 to 7 alone is all valid */
}

/* Registers under any writes: tag and banks give back what was written last to each lane, and the decoder finds no error. */
static void merged_registers_hold_what_was_written(void **state)
{
    (void)state;
    static const struct {
        int lanes, vector, strides, word, bank;
    } all[] = {{4, WARP, POW2, 8, 32},  {8, WARP, POW2, 32, 128}, {16, BY_8, POW2, 16, 64},
               {32, WARP, ANY, 32, 32}, {32, BY_8, ANY, 8, 64},   {64, BY_16, POW2, 64, 128}};
    int moves = 0, merges = 0, parted = 0;
    rng r = {11};
    for (size_t g = 0; g < sizeof all / sizeof *all; g++) {
        wf_config c = config(all[g].lanes, all[g].vector, all[g].strides, all[g].word, all[g].bank);
        int lanes = c.lanes, word = all[g].word;
        wf_sizes s;
        assert_int_equal(codec->sizes(&c, &s, NULL), WF_OK);
        uint32_t truth[WF_MAX_WORDS] = {0};
        wf_code held = {.tag = {0}};
        for (int n = 0; n < 4000; n++) {
            uint32_t block[WF_MAX_WORDS] = {0}, mask[WF_MASK_WORDS] = {0}, shape = rng_below(&r, 6);
            uint64_t base = 16 * rng_below(&r, 2), stride = 1 + rng_below(&r, 2);
            uint32_t from = rng_below(&r, (uint32_t)lanes), count = 1 + rng_below(&r, (uint32_t)lanes);
            for (int i = 0; i < lanes; i++) {
                uint64_t value = shape == 0 ? rng_next(&r) : base + (uint64_t)(i % width_of(&c)) * stride;
                bool on = shape == 1 ? rng_below(&r, 2) : (uint32_t)(i + lanes - (int)from) % (uint32_t)lanes < count;
                set_bits(block, i * word, word, value);
                set_bits(mask, i, 1, on);
                if (on)
                    set_bits(truth, i * word, word, value);
            }
            wf_code code, after;
            codec->encode(&c, &(wf_input){.block = block, .mask = mask, .raw_only = shape == 2 && n % 4 == 0}, &code);
            if (codec->merge(&c, mask, held.tag, code.tag, &after)) {
                uint32_t whole[WF_MAX_WORDS];
                codec->decode(&c, &held, whole);
                memcpy(held.payload, whole, sizeof whole); /* the dummy move */
                memset(held.tag, 0, sizeof held.tag);
                moves++;
                wf_code again;
                assert_false(codec->merge(&c, mask, held.tag, code.tag, &again));
                assert_memory_equal(again.tag, after.tag, sizeof *after.tag * (size_t)words(s.tag_bits));
            } else if (wf_move_needed(&s, mask, held.tag)) {
                bool by_code = wf_tag_compressed(&s, code.tag);
                *(by_code ? &merges : &parted) += 1;
            }
            for (int i = 0; i < lanes; i++)
                if (bits(code.wen, i, 1))
                    set_bits(held.payload, i * word, word, bits(code.payload, i * word, word));
            memcpy(held.tag, after.tag, sizeof held.tag);
            memcpy(held.units, after.units, sizeof held.units);
            uint32_t read[WF_MAX_WORDS];
            assert_int_equal(codec->decode(&c, &held, read), WF_OK);
            assert_memory_equal(read, truth, (size_t)(lanes * word) / 8);
        }
    }
    assert_true(moves > 1000 && merges > 1000 && parted > 500);
}

/* ---- the block expand ---- */

/* Base and stride of every vector, any bits; the same in a tag whose lanes are all valid. */
static void expand_random(const wf_config *c, rng *r)
{
    static uint32_t ins[WF_MAX_WORDS], outs[WF_MAX_WORDS];
    int n = vectors_of(c), word = c->param[WORD], strides = 32 * words(n * word);
    uint32_t *in = tail(ins, strides + n * code_bits(c)), *out = tail(outs, block_bits(c));
    for (int round = 0; round < 10; round++) {
        uint64_t lane[WF_MAX_LANES], back[WF_MAX_LANES];
        wf_code code = {.tag = {0}};
        for (int k = 0; k < n; k++) {
            uint64_t base = rng_next(r), stride_code = rng_next(r);
            set_bits(in, k * word, word, base);
            set_bits(in, strides + k * code_bits(c), code_bits(c), stride_code);
            put_vector(c, &code, k, stride_code, base);
        }
        for (int i = 0; i < c->lanes; i++)
            set_bits(code.tag, valid_at(c) + i, 1, 1);
        memset(outs, 0xa5, sizeof outs);
        expand->eval(c, in, out);
        for (int i = 0; i < c->lanes; i++)
            lane[i] = bits(out, i * word, word);
        assert_int_equal(out[words(block_bits(c)) - 1] >> (block_bits(c) - 1) % 32 >> 1, 0); /* above its width */
        assert_block(c, &code, lane);
        decode(c, &code, back);
        assert_memory_equal(back, lane, (size_t)c->lanes * sizeof *lane);
    }
}

static void expand_adds(void **state)
{
    (void)state;
    /* Two vectors of 8 lanes of 8 bits: 250 + 4 i, and 3 of stride zero. */
    wf_config c = config(16, BY_8, POW2, 8, 0);
    const uint32_t in[2] = {250 | 3 << 8, 2 | 7 << 3}, want[4] = {0x0602fefa, 0x16120e0a, 0x03030303, 0x03030303};
    uint32_t out[4];
    expand->eval(&c, in, out);
    assert_memory_equal(out, want, sizeof want);
    each_config(expand_random, 3);
}

/* What statistics of vectors call missed is what the encoder stores raw though its form holds it. */
static void a_vector_is_found_where_a_pair_of_lanes_is_active(void **state)
{
    (void)state;
    rng r = {77};
    int found = 0, missed = 0;
    for (int n = 0; n < 40000 / one_in(3); n++) {
        uint32_t value[WF_MAX_LANES], mask[WF_MASK_WORDS] = {0};
        int lanes = 4 << rng_below(&r, 5);
        uint32_t stride = 1u << rng_below(&r, 7), base = rng_word(&r) * stride;
        uint32_t often = rng_below(&r, 4); /* few active lanes, or many */
        for (int i = 0; i < lanes; i++) {
            value[i] = n % 5 == 0 ? base : base + (uint32_t)i * stride;
            mask[i / 32] |= (uint32_t)(rng_below(&r, 4) <= often) << i % 32;
        }
        if (often == 0) /* no pair by far */
            for (int w = 0; w < WF_MASK_WORDS; w++)
                mask[w] &= rng_below(&r, 2) ? 0x55555555 : 0xffffffff;
        if (wf_mask_empty(mask, lanes))
            continue;
        vector_class class = vector_class_of(value, mask, lanes);
        wf_config c = config(lanes, WARP, POW2, 32, 128);
        wf_code code;
        codec->encode(&c, &(wf_input){.block = value, .mask = mask}, &code);
        bool stored = code.tag[0] & 1, known = class == VECTOR_ZERO || class == VECTOR_UNIFORM;
        assert_int_equal(stored, known || (class == VECTOR_AFFINE && vector_is_found(mask, lanes)));
        found += stored;
        missed += !stored;
    }
    assert_true(found > 1000 && missed > 1000);
}

/* ---- the fast form ---- */

static void expect_equal_tags(const wf_sizes *s, const wf_code *fast, const wf_code *plain)
{
    for (int i = 0; i < s->tag_bits; i++)
        assert_int_equal(fast->tag[i / 32] >> i % 32 & 1, plain->tag[i / 32] >> i % 32 & 1);
    assert_memory_equal(fast->units, plain->units, sizeof plain->units);
}

/* Lanes on lines, some of them moved, with a mask that is full, dense, thin or empty. */
static void some_register(rng *r, int lanes, int width, uint32_t *lane, uint32_t *mask)
{
    uint32_t base = 0, stride = 0, kind = rng_below(r, 5);
    for (int i = 0; i < lanes; i++) {
        if (i % width == 0) {
            base = rng_below(r, 4) ? rng_word(r) << rng_below(r, 9) : 0;
            stride = rng_below(r, 2) ? 1u << rng_below(r, 9) : rng_below(r, 2) ? 0 : rng_word(r);
        }
        lane[i] = base + (uint32_t)(i % width) * stride;
    }
    for (int n = (int)rng_below(r, 3); n > 0; n--)
        lane[rng_below(r, (uint32_t)lanes)] = rng_word(r) >> rng_below(r, 32);
    memset(mask, 0, WF_MASK_WORDS * sizeof *mask);
    for (int i = 0; i < lanes; i++)
        mask[i / 32] |= (uint32_t)(kind == 0 || (kind < 4 && rng_below(r, 1 + 2 * kind) == 0)) << i % 32;
}

static void the_fast_form_is_the_plain_one(void **state)
{
    (void)state;
    static const int banks[] = {32, 64, 128};
    rng r = {77};
    int told[4] = {0}, flags[2] = {0}, moved[2] = {0}, kept = 0, any_bits = 0;
    for (int n = 0; n < 60000 / one_in(3); n++) {
        int lanes = 4 << rng_below(&r, 6), vector = (int)rng_below(&r, 4);
        vector = vector != WARP && 4 << vector > lanes ? WARP : vector;
        wf_config c = config(lanes, vector, (int)rng_below(&r, 2), 32, banks[rng_below(&r, 3)]);
        uint32_t lane[WF_MAX_WORDS], mask[WF_MASK_WORDS], stored[WF_TAG_WORDS];
        wf_code plain, fast, after, again;
        wf_sizes s;
        assert_int_equal(codec->sizes(&c, &s, NULL), WF_OK);
        memset(&plain, 0xa5, sizeof plain);
        memset(&fast, 0x5a, sizeof fast);
        some_register(&r, lanes, width_of(&c), lane, mask);
        wf_input in = {.block = lane, .mask = mask, .raw_only = rng_below(&r, 16) == 0, .no_payload = rng_below(&r, 2)};
        codec->encode(&c, &in, &plain);
        codec->fast->encode(&c, &in, &fast);
        expect_equal_tags(&s, &fast, &plain);
        assert_memory_equal(fast.wen, plain.wen, sizeof plain.wen);
        if (!in.no_payload)
            assert_memory_equal(fast.payload, plain.payload, sizeof *lane * (size_t)lanes);
        flags[plain.tag[0] & 1]++;
        decodes_alike(codec, &c, &plain, told);
        wf_code code = random_code(&c, &r);
        decodes_alike(codec, &c, &code, told);

        /* A register that holds the same lines, whole or in part, or any bits at all; then the write merged into it */
        wf_input other = {.block = lane, .mask = mask, .no_payload = true};
        uint32_t partial[WF_MASK_WORDS];
        if (rng_below(&r, 2))
            lane[rng_below(&r, (uint32_t)lanes)] += rng_below(&r, 4);
        for (int w = 0; w < WF_MASK_WORDS; w++)
            partial[w] = mask[w] & rng_word(&r);
        codec->encode(&c, &other, &again);
        memcpy(stored, again.tag, sizeof stored);
        bool any = rng_below(&r, 8) == 0;
        for (int i = 0; any && i < s.tag_bits; i++)
            set_bits(stored, i, 1, rng_below(&r, 2));
        for (int i = s.tag_bits; i < 32 * words(s.tag_bits); i++)
            set_bits(stored, i, 1, 0), set_bits(plain.tag, i, 1, 0);
        any_bits += any;
        memset(&after, 0xa5, sizeof after);
        memset(&again, 0x5a, sizeof again);
        bool move = codec->merge(&c, partial, stored, plain.tag, &after);
        assert_int_equal(codec->fast->merge(&c, partial, stored, plain.tag, &again), move);
        expect_equal_tags(&s, &again, &after);
        moved[move]++;
        kept += !move && memcmp(after.tag, plain.tag, sizeof *after.tag * (size_t)words(s.tag_bits)) != 0;
    }
    assert_true(told[WF_OK] > 5000 && told[WF_ERR_TAG] > 5000 && told[WF_ERR_PAYLOAD] > 500);
    assert_true(flags[0] > 5000 && flags[1] > 5000 && moved[0] > 5000 && moved[1] > 1000 && kept > 1000 && any_bits > 1000);
}

int main(void)
{
    affine = wf_find_unit("affine");
    codec = affine->codec;
    expand = wf_find_unit("expand");
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(vectors_worked_by_hand),
        cmocka_unit_test(warps_of_two_vectors),
        cmocka_unit_test(both_models_agree_on_4_lanes_of_4_bits),
        cmocka_unit_test(both_models_agree_on_random_registers),
        cmocka_unit_test(decode_takes_any_bits),
        cmocka_unit_test(contradictions_are_errors),
        cmocka_unit_test(configurations),
        cmocka_unit_test(bad_configurations_are_named),
        cmocka_unit_test(a_move_is_needed_where_a_flag_is_set),
        cmocka_unit_test(algorithm_2_by_hand),
        cmocka_unit_test(the_table_of_merges),
        cmocka_unit_test(a_conflict_is_of_the_register),
        cmocka_unit_test(merged_registers_hold_what_was_written),
        cmocka_unit_test(expand_adds),
        cmocka_unit_test(a_vector_is_found_where_a_pair_of_lanes_is_active),
        cmocka_unit_test(the_fast_form_is_the_plain_one),
    };
    return cmocka_run_group_tests_name("affine", tests, NULL, NULL);
}
