/* SPDX-License-Identifier: Apache-2.0
 *
 * The golden model of linebdi against vectors worked by hand, against a slow second model that puts codes together byte by
 * byte as the page says, and on any bits. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "../base/random.h"
#include "../cmodel/warpfold.h"

enum { ENCODINGS, BASE, ZERO_BASE, SELECT, LAYOUT, SAVE };
enum { RAW, ZEROS, REPEAT, B8D1, B8D2, B8D4, B4D1, B4D2, B2D1 };

static const wf_unit *unit;
static const wf_codec *codec;

static wf_config config(int line, int firstnz, int zero_base, int in_tag, int packed, int burst)
{
    wf_config c = wf_default_config(unit, line);
    c.param[BASE] = firstnz;
    c.param[ZERO_BASE] = zero_base;
    c.param[SELECT] = in_tag;
    c.param[LAYOUT] = packed;
    c.param[SAVE] = burst;
    return c;
}

static wf_code encode(const wf_config *c, const uint32_t *block, bool raw_only)
{
    wf_code code;
    memset(&code, 0xa5, sizeof code);
    wf_input in = {block, NULL, raw_only};
    assert_int_equal(codec->encode(c, &in, &code), WF_OK);
    assert_int_equal(codec->measure(c, &in), codec->size(c, &code));
    assert_int_equal(codec->fault(c, &code), -1);
    return code;
}

static int tag(const wf_code *code) { return (int)(code->tag[0] & 0xf); }
static uint8_t byte_of(const uint32_t *v, int i) { return (uint8_t)(v[i / 4] >> i % 4 * 8); }
static void set_byte(uint32_t *v, int i, uint8_t x) { v[i / 4] = (v[i / 4] & ~((uint32_t)0xff << i % 4 * 8)) | (uint32_t)x << i % 4 * 8; }

/* A line of chunks of `width` bytes. */
static void line_of(uint32_t *block, int line, int width, const uint64_t *chunks)
{
    for (int i = 0; i < line; i++)
        set_byte(block, i, (uint8_t)(chunks[i / width] >> i % width * 8));
}

/* The code's tag, its bytes (hexadecimal, blanks do not count), zeros up to the end of the last burst; and back. */
static void expect(const wf_config *c, const uint32_t *block, int want_tag, const char *hex)
{
    wf_code code = encode(c, block, false);
    int bytes = 0;
    assert_int_equal(tag(&code), want_tag);
    for (const char *h = hex; *h; h++)
        if (*h != ' ') {
            char pair[3] = {h[0], h[1], 0};
            assert_int_equal(byte_of(code.payload, bytes), strtol(pair, NULL, 16));
            bytes++;
            h++;
        }
    assert_int_equal(codec->size(c, &code), 8 * bytes);
    assert_int_equal(code.units[0], (1u << (bytes + 31) / 32) - 1);
    assert_int_equal(code.wen[0], code.units[0]);
    for (int i = bytes; i % 32; i++)
        assert_int_equal(byte_of(code.payload, i), 0);
    uint32_t back[WF_MAX_WORDS];
    assert_int_equal(codec->decode(c, &code, back), WF_OK);
    assert_memory_equal(back, block, (size_t)c->line_bytes);
}

/* ---- vectors worked by hand ---- */

static void figure_6(void **state)
{
    (void)state;
    /* Even chunks are small, odd ones near 80001d000: select byte 55, the base, a byte a chunk: 17 bytes. */
    static const uint64_t chunks[8] = {0x00, 0x80001d000, 0x10, 0x80001d008, 0x20, 0x80001d010, 0x30, 0x80001d018};
    uint32_t block[16];
    line_of(block, 64, 8, chunks);
    wf_config c = config(64, 1, 1, 0, 1, 0);
    expect(&c, block, B8D1, "55 00d0010008000000 00 00 10 08 20 10 30 18");
    /* In planes the select byte is behind the base */
    c = config(64, 1, 1, 0, 0, 0);
    expect(&c, block, B8D1, "00d0010008000000 55 00 00 10 08 20 10 30 18");
    /* ... or in the tag */
    c = config(64, 1, 1, 1, 0, 0);
    expect(&c, block, B8D1, "00d0010008000000 00 00 10 08 20 10 30 18");
    assert_int_equal(encode(&c, block, false).tag[0], 0x553);
    /* With the first chunk as the base, 0, the odd chunks fit nothing of 8 bytes; 4 bytes: 8 and 0001d000 apart, no */
    c = config(64, 0, 1, 0, 1, 0);
    assert_int_equal(tag(&(wf_code){.tag = {encode(&c, block, false).tag[0]}}), RAW);
}

static void every_code_at_32_bytes(void **state)
{
    (void)state;
    wf_config planes = config(32, 0, 0, 0, 0, 0), packed = config(32, 0, 0, 0, 1, 0);
    uint32_t block[8] = {0};
    expect(&planes, block, ZEROS, "00");
    expect(&packed, block, ZEROS, "00");
    line_of(block, 32, 8, (uint64_t[]){0x1122334455667788, 0x1122334455667788, 0x1122334455667788, 0x1122334455667788});
    expect(&planes, block, REPEAT, "8877665544332211");
    expect(&packed, block, REPEAT, "8877665544332211");
    line_of(block, 32, 8, (uint64_t[]){0x1000, 0x1001, 0x0f80, 0x107f});
    expect(&planes, block, B8D1, "0010000000000000 00 01 80 7f");
    expect(&packed, block, B8D1, "0010000000000000 00 01 80 7f");
    /* 8-2: planes: low bytes, high bytes. Deltas 0, 80, ff7f, 7fff; carries beyond 32 bits */
    line_of(block, 32, 8, (uint64_t[]){0x1ffffff80, 0x200000000, 0x1fffffeff, 0x200007f7f});
    expect(&planes, block, B8D2, "80ffffff01000000 00 80 7f ff 00 00 ff 7f");
    expect(&packed, block, B8D2, "80ffffff01000000 0000 8000 7fff ff7f");
    /* 8-4: deltas 0, 8000, 80000000 (the lowest), 12345678 */
    line_of(block, 32, 8, (uint64_t[]){0x5500000000, 0x5500008000, 0x5480000000, 0x5512345678});
    expect(&planes, block, B8D4, "0000000055000000 00 00 00 78 00 80 00 56 00 00 00 34 00 00 80 12");
    expect(&packed, block, B8D4, "0000000055000000 00000000 00800000 00000080 78563412");
    /* 4-1: deltas 0, -1 .. -7; of chunks at multiples of 8 (0 -2 -4 -6) from byte 8 on, of the others (-1 -3 -5 -7) behind the base */
    line_of(block, 32, 4, (uint64_t[]){3, 2, 1, 0, 0xffffffff, 0xfffffffe, 0xfffffffd, 0xfffffffc});
    expect(&planes, block, B4D1, "03000000 fffdfbf9 00fefcfa");
    expect(&packed, block, B4D1, "03000000 00 ff fe fd fc fb fa f9");
    /* 4-2: deltas 0, 101, 202 .. 707; L8 00 02 04 06, H8 the same, H4 01 03 05 07, L4 the same */
    line_of(block, 32, 4, (uint64_t[]){0x70000000, 0x70000101, 0x70000202, 0x70000303, 0x70000404, 0x70000505, 0x70000606, 0x70000707});
    expect(&planes, block, B4D2, "00000070 01030507 00020406 00020406 01030507");
    expect(&packed, block, B4D2, "00000070 0000 0101 0202 0303 0404 0505 0606 0707");
    /* 2-1: deltas 0 .. 15; L8 00 04 08 0c, L4 02 06 0a 0e (bytes 4 .. 7), L2 01 03 .. 0f (bytes 12 .. 17, 2, 3) */
    line_of(block, 32, 2, (uint64_t[]){0xfff8, 0xfff9, 0xfffa, 0xfffb, 0xfffc, 0xfffd, 0xfffe, 0xffff, 0, 1, 2, 3, 4, 5, 6, 7});
    expect(&planes, block, B2D1, "f8ff 0d0f 02060a0e 0004080c 01030507090b");
    expect(&packed, block, B2D1, "f8ff 00 01 02 03 04 05 06 07 08 09 0a 0b 0c 0d 0e 0f");
    block[3] = 0xdeadbeef;
    block[6] = 0x12345678;
    wf_code code = encode(&planes, block, false);
    assert_int_equal(tag(&code), RAW);
    assert_int_equal(code.units[0], 1);
    assert_memory_equal(code.payload, block, 32);
    assert_int_equal(codec->size(&planes, &code), 256);
}

static void select_bits_at_32_bytes(void **state)
{
    (void)state;
    /* 4-1 with two bases: chunks 1, 3, 6 are small. S8 holds chunks 0 2 4 6 in bits 0 .. 3, 1 3 5 7 in bits 4 .. 7 */
    wf_config planes = config(32, 0, 1, 0, 0, 0), packed = config(32, 0, 1, 0, 1, 0), tagged = config(32, 0, 1, 1, 0, 0);
    uint32_t block[8];
    line_of(block, 32, 4, (uint64_t[]){0x40000000, 0x7f, 0x40000002, 0xffffff80, 0x40000004, 0x40000005, 0xfffffff0, 0x40000007});
    expect(&planes, block, B4D1, "00000040 7f800507 38 000204f0");
    expect(&packed, block, B4D1, "4a 00000040 00 7f 02 80 04 05 f0 07");
    expect(&tagged, block, B4D1, "00000040 7f800507 000204f0");
    assert_int_equal(encode(&tagged, block, false).tag[0], 0x386);
    /* 2-1: S2 is a byte of its own, behind the base with the last of L2 */
    line_of(block, 32, 2, (uint64_t[]){0x4000, 1, 0x4002, 3, 0x4004, 0x4005, 0x4006, 0x4007, 0x4008, 0x4009, 0x400a, 0x400b, 0xc, 0xd, 0xe, 0xf});
    expect(&planes, block, B2D1, "0040 0fc3 02060a0e 88 0004080c 01030507090b0d");
    expect(&packed, block, B2D1, "0af0 0040 00 01 02 03 04 05 06 07 08 09 0a 0b 0c 0d 0e 0f");
}

static void ties_and_order(void **state)
{
    (void)state;
    uint32_t block[32];
    uint64_t chunks[64];
    /* 8-1 and 4-1 both fit (a repeated word and its neighbour): 13 bytes each at 32, 8-1 is first */
    line_of(block, 32, 8, (uint64_t[]){0x3000000030000000, 0x3000000030000000, 0x3000000030000001, 0x3000000030000000});
    wf_config c = config(32, 0, 1, 0, 0, 0);
    assert_int_equal(tag(&(wf_code){.tag = {encode(&c, block, false).tag[0]}}), B8D1);
    c.param[ENCODINGS] = 0xff & ~(1 << (B8D1 - 1));
    assert_int_equal(tag(&(wf_code){.tag = {encode(&c, block, false).tag[0]}}), B4D1);
    c.param[ENCODINGS] = 1 << (B8D1 - 1) | 1 << (B4D1 - 1);
    assert_int_equal(tag(&(wf_code){.tag = {encode(&c, block, false).tag[0]}}), B8D1);
    /* 2-1 and 4-2: words of a small half and a half of 0: 38 bytes each at 64, 2-1 is first; at 128 72 to 74. Without select bits 2-1 is
     * the smaller at every size */
    for (int line = 32; line <= 128; line *= 2) {
        for (int i = 0; i < line / 4; i++)
            chunks[i] = i % 3 ? 0x0000 + (uint64_t)(i % 100) : 0xffff0000 + (uint64_t)i % 64;
        chunks[0] = 0x00000040;
        line_of(block, line, 4, chunks);
        c = config(line, 0, 1, 0, 0, 0);
        c.param[ENCODINGS] = 1 << (B2D1 - 1);
        assert_int_equal(tag(&(wf_code){.tag = {encode(&c, block, false).tag[0]}}), B2D1);
    }
    for (int line = 32; line <= 128; line *= 2) {
        for (int i = 0; i < line / 4; i++)
            chunks[i] = i % 2 ? 0x00000000 + 2 * (uint64_t)(i % 30) : 0x00007000 + (uint64_t)i % 64;
        line_of(block, line, 4, chunks);
        c = config(line, 0, 1, 0, 0, 0);
        c.param[ENCODINGS] = 1 << (B2D1 - 1);
        assert_int_equal(tag(&(wf_code){.tag = {encode(&c, block, false).tag[0]}}), B2D1);
        c.param[ENCODINGS] = 1 << (B2D1 - 1) | 1 << (B4D2 - 1);
        assert_int_equal(tag(&(wf_code){.tag = {encode(&c, block, false).tag[0]}}), line == 128 ? B4D2 : B2D1);
        c.param[ENCODINGS] = 1 << (B2D1 - 1) | 1 << (B8D4 - 1);     /* 74 bytes each at 128 */
        assert_int_equal(tag(&(wf_code){.tag = {encode(&c, block, false).tag[0]}}), B2D1);
        c.param[SELECT] = 1;
        c.param[ENCODINGS] = 1 << (B2D1 - 1) | 1 << (B4D2 - 1);
        assert_int_equal(tag(&(wf_code){.tag = {encode(&c, block, false).tag[0]}}), B2D1);
    }
}

static void a_burst_or_a_byte(void **state)
{
    (void)state;
    /* 8-4 at 64 bytes is 40 or 41 bytes: it saves bytes, no burst */
    uint32_t block[16];
    line_of(block, 64, 8, (uint64_t[]){1ull << 40, (1ull << 40) + 70000, 1ull << 40, 1ull << 40, 1ull << 40, 1ull << 40, 1ull << 40, 1ull << 40});
    wf_config c = config(64, 0, 0, 0, 0, 0);
    wf_code code = encode(&c, block, false);
    assert_int_equal(tag(&code), B8D4);
    assert_int_equal(code.units[0], 3);
    assert_int_equal(codec->size(&c, &code), 320);
    c.param[SAVE] = 1;
    code = encode(&c, block, false);
    assert_int_equal(tag(&code), RAW);
    wf_code bad = code;
    uint32_t back[WF_MAX_WORDS];
    bad.tag[0] = B8D4;
    assert_int_equal(codec->decode(&c, &bad, back), WF_ERR_TAG);
    assert_int_equal(codec->fault(&c, &bad), 512);
    assert_memory_equal(back, block, sizeof block);
    assert_string_equal(codec->class_names[codec->classify(&c, &bad)], "raw");
    assert_string_equal(codec->class_names[codec->classify(&c, &(wf_code){.tag = {B8D2}})], "8-2");
}

static void raw_only_is_raw(void **state)
{
    (void)state;
    const uint32_t block[16] = {0};
    wf_config c = config(64, 0, 1, 1, 0, 0);
    wf_code code = encode(&c, block, true);
    assert_int_equal(code.tag[0], 0);
    assert_int_equal(code.tag[1], 0);
    assert_int_equal(code.units[0], 3);
    assert_int_equal(codec->size(&c, &code), 512);
}

/* ---- a second model: the page, literally ---- */

typedef struct {
    int tag, bytes;
    uint8_t payload[160];
    uint64_t select;        /* as the string is stored */
} slow_code;

static int base_bytes(int t) { return t == ZEROS ? 1 : t <= B8D4 ? 8 : t <= B4D2 ? 4 : 2; }
static int delta_bytes(int t) { return t <= REPEAT ? 0 : t == B8D4 ? 4 : t == B8D2 || t == B4D2 ? 2 : 1; }

static int64_t signed_of(uint64_t x, int bytes)
{
    return (int64_t)(x << (64 - 8 * bytes)) >> (64 - 8 * bytes);
}

static bool holds(int64_t x, int bytes)
{
    int64_t limit = (int64_t)1 << (8 * bytes - 1);
    return x >= -limit && x < limit;
}

/* One byte behind the last, from byte 8 on; at the end of the code, behind the base. */
typedef struct {
    slow_code *code;
    int at;
} cursor;

static void put(cursor *w, uint8_t x)
{
    if (w->at == w->code->bytes)
        w->at = base_bytes(w->code->tag);
    w->code->payload[w->at++] = x;
}

/* Byte `part` of the deltas of chunks at multiples of `stride` bytes that are none of 2 * stride (8: of all), from the from-th
 * up to before the to-th. */
static void put_plane(cursor *w, const uint64_t *delta, int line, int stride, int part, int from, int to)
{
    int k = base_bytes(w->code->tag), n = 0;
    for (int at = 0; at < line; at += k)
        if (at % stride == 0 && (stride == 8 || at % (2 * stride))) {
            if (n >= from && n < to)
                put(w, (uint8_t)(delta[at / k] >> 8 * part));
            n++;
        }
}

static void put_string(cursor *w, uint64_t string, int from, int to)
{
    for (int b = from; b < to; b++)
        put(w, (uint8_t)(string >> 8 * b));
}

static int code_bytes(const wf_config *c, int t)
{
    int k = base_bytes(t), d = delta_bytes(t), chunks = c->line_bytes / k;
    return k + (d ? chunks * d + (c->param[ZERO_BASE] && !c->param[SELECT] ? (chunks + 7) / 8 : 0) : 0);
}

/* Base, deltas and string of select bits to the payload. */
static void lay_out(const wf_config *c, slow_code *code, uint64_t base, const uint64_t *delta)
{
    int bytes = c->line_bytes, t = code->tag, k = base_bytes(t), d = delta_bytes(t), n = bytes / 8;
    bool stored = c->param[ZERO_BASE] && !c->param[SELECT];
    if (c->param[LAYOUT]) {
        uint8_t *p = code->payload;
        for (int b = 0; stored && b < (bytes / k + 7) / 8; b++)
            *p++ = (uint8_t)(code->select >> 8 * b);
        for (int b = 0; b < k; b++)
            *p++ = (uint8_t)(base >> 8 * b);
        for (int i = 0; i < bytes / k; i++)
            for (int b = 0; b < d; b++)
                *p++ = (uint8_t)(delta[i] >> 8 * b);
        assert_int_equal(p - code->payload, code->bytes);
        return;
    }
    static const int s8_of[] = {1, 1, 2}, s4_of[] = {0, 1, 2}, s2_of[] = {1, 2, 4};
    int which = bytes == 32 ? 0 : bytes == 64 ? 1 : 2;
    int s8 = stored ? s8_of[which] : 0, s4 = stored ? s4_of[which] : 0, s2 = stored ? s2_of[which] : 0;
    cursor w = {code, 8};
    for (int b = 0; b < k; b++)
        code->payload[b] = (uint8_t)(base >> 8 * b);
    put_string(&w, code->select, 0, s8);
    put_plane(&w, delta, bytes, 8, 0, 0, n);
    switch (t) {
    case B8D4:
    case B8D2:
        for (int part = 1; part < d; part++)
            put_plane(&w, delta, bytes, 8, part, 0, n);
        break;
    case B4D1:
        put_plane(&w, delta, bytes, 4, 0, 0, n);
        put_string(&w, code->select, s8, s8 + s4);
        break;
    case B4D2:
        put_plane(&w, delta, bytes, 8, 1, 0, n);
        put_plane(&w, delta, bytes, 4, 1, 0, n);
        put_plane(&w, delta, bytes, 4, 0, 0, n);
        put_string(&w, code->select, s8, s8 + s4);
        break;
    case B2D1:
        put_plane(&w, delta, bytes, 4, 0, 0, n - (4 - s4));
        put_plane(&w, delta, bytes, 2, 0, 0, 2 * n);
        put_string(&w, code->select, s8 + s4, s8 + s4 + s2);
        put_plane(&w, delta, bytes, 4, 0, n - (4 - s4), n);
        put_string(&w, code->select, s8, s8 + s4);
        break;
    default: break;
    }
    assert_int_equal(w.at, t >= B4D1 ? 8 : code->bytes);
}

/* The code of one tag; false if the line does not fit. */
static bool slow_one(const wf_config *c, const uint8_t *line, int t, slow_code *code)
{
    int bytes = c->line_bytes, k = base_bytes(t), d = delta_bytes(t), n = bytes / 8;
    bool two = c->param[ZERO_BASE];
    *code = (slow_code){.tag = t, .bytes = code_bytes(c, t)};
    for (int i = 0; i < bytes && t == ZEROS; i++)
        if (line[i])
            return false;
    for (int i = 8; i < bytes && t == REPEAT; i++)
        if (line[i] != line[i - 8])
            return false;
    if (t == REPEAT)
        memcpy(code->payload, line, 8);
    if (d == 0)
        return true;
    uint64_t chunk[64] = {0}, delta[64], base = 0, natural = 0, by_class[3] = {0};
    int count[3] = {0};
    for (int i = 0; i < bytes; i++)
        chunk[i / k] |= (uint64_t)line[i] << i % k * 8;
    bool have = !c->param[BASE];
    base = have ? chunk[0] : 0;
    for (int i = 0; i < bytes / k && !have; i++)
        if (!holds(signed_of(chunk[i], k), d)) {
            base = chunk[i];
            have = true;
        }
    for (int i = 0; i < bytes / k; i++) {
        bool small = two && holds(signed_of(chunk[i], k), d);
        int64_t difference = signed_of(chunk[i] - base, k);
        if (!small && !holds(difference, d))
            return false;
        delta[i] = small ? chunk[i] : (uint64_t)difference;
        natural |= (uint64_t)small << i;
        int class = i * k % 8 == 0 ? 0 : i * k % 4 == 0 ? 1 : 2;
        by_class[class] |= (uint64_t)small << count[class]++;
    }
    code->select = c->param[LAYOUT] ? natural : by_class[0] | by_class[1] << n | by_class[2] << 2 * n;
    lay_out(c, code, base, delta);
    return true;
}

/* Returns the tag, so that a test can see which codes it met. */
static int slow_check(const wf_config *c, const uint32_t *block)
{
    static const int order[] = {ZEROS, REPEAT, B8D1, B4D1, B8D2, B2D1, B4D2, B8D4};
    int bytes = c->line_bytes, limit = c->param[SAVE] ? bytes - 32 : bytes - 1;
    uint8_t line[128];
    slow_code best = {.bytes = bytes}, one;
    for (int i = 0; i < bytes; i++)
        line[i] = best.payload[i] = byte_of(block, i);
    for (int i = 0; i < 8; i++)
        if ((c->param[ENCODINGS] >> (order[i] - 1) & 1) && slow_one(c, line, order[i], &one) && one.bytes <= limit &&
            one.bytes < best.bytes)
            best = one;
    wf_code code = encode(c, block, false);
    assert_int_equal(tag(&code), best.tag);
    assert_int_equal(codec->size(c, &code), 8 * best.bytes);
    assert_int_equal(codec->classify(c, &code), best.tag);
    int used = (best.bytes + 31) / 32;
    assert_int_equal(code.units[0], (1u << used) - 1);
    for (int i = 0; i < bytes; i++) {
        if (i < 32 * used)
            assert_int_equal(byte_of(code.payload, i), best.payload[i]);
        else
            set_byte(code.payload, i, 0x5a);        /* not read */
    }
    wf_sizes s;
    assert_int_equal(codec->sizes(c, &s, NULL), WF_OK);
    assert_int_equal(s.tag_bits, c->param[ZERO_BASE] && c->param[SELECT] ? 4 + bytes / 2 : 4);
    for (int i = 4; i < s.tag_bits; i++)
        assert_int_equal(code.tag[i / 32] >> i % 32 & 1, best.select >> (i - 4) & 1);
    uint32_t back[WF_MAX_WORDS];
    assert_int_equal(codec->decode(c, &code, back), WF_OK);
    assert_memory_equal(back, block, (size_t)bytes);
    return best.tag;
}

static wf_config any_config(rng *r)
{
    int line = 32 << rng_below(r, 3), zero_base = rng_below(r, 4) > 0;
    wf_config c = config(line, zero_base && rng_below(r, 2), zero_base, (int)rng_below(r, 2), (int)rng_below(r, 2),
                         line > 32 && rng_below(r, 4) == 0);
    if (rng_below(r, 3) == 0)
        c.param[ENCODINGS] = 1 + (int)rng_below(r, 255);
    return c;
}

/* A line near the edges of one code: deltas at the ends of 1, 2, 4 bytes, now and then beyond. */
static void any_line(rng *r, const wf_config *c, uint32_t *block)
{
    int width = 1 << rng_below(r, 4), bits = 1 + (int)rng_below(r, 8u * (unsigned)width), kind = (int)rng_below(r, 4);
    uint64_t base = rng_next(r) >> rng_below(r, 64), chunks[128];
    if (rng_below(r, 4) == 0)
        base = (uint64_t)1 << rng_below(r, 64);
    if (rng_below(r, 4) == 0)
        base = 0 - base;
    for (int i = 0; i < c->line_bytes / width; i++) {
        uint64_t d = (uint64_t)((int64_t)rng_next(r) >> (64 - bits));
        if (kind == 0)
            d = rng_below(r, 2) ? ((uint64_t)1 << (bits - 1)) - 1 : 0 - ((uint64_t)1 << (bits - 1));
        if (kind == 1)
            d = 0;
        if (rng_below(r, 200) == 0)
            d += rng_below(r, 2) ? 1 : rng_next(r);
        chunks[i] = (i == 0 && rng_below(r, 2)) ? base : !c->param[ZERO_BASE] || rng_below(r, 3) ? base + d : d;
    }
    line_of(block, c->line_bytes, width, chunks);
}

static void both_models_agree(void **state)
{
    (void)state;
    rng r = {1};
    unsigned seen[3][9] = {{0}};
    for (int n = 0; n < 200000; n++) {
        wf_config c = any_config(&r);
        uint32_t block[32];
        any_line(&r, &c, block);
        seen[c.line_bytes / 4 / 16][slow_check(&c, block)]++;
    }
    for (int l = 0; l < 3; l++)
        for (int t = 0; t < 9; t++)
            assert_true(seen[l][t] > 50);
}

static void both_models_agree_at_every_edge(void **state)
{
    (void)state;
    /* Every code's deltas one by one at both ends and one beyond them, in every chunk, for bases where adding carries far */
    static const uint64_t bases[] = {0, 1, 0x7f, 0x80, 0x7fff, 0x8000, 0x7fffffff, 0x80000000, 0xffffffff, 0x7fffffffffffffff,
                                     0x8000000000000000, 0xffffffffffffff80, 0xffffffffffffffff, 0x123456789abcdef0};
    for (int line = 32; line <= 128; line *= 2)
        for (int form = 0; form < 5; form++)
            for (int t = B8D1; t <= B2D1; t++)
                for (size_t b = 0; b < sizeof bases / sizeof *bases; b++)
                    for (int edge = 0; edge < 4; edge++)
                        for (int at = 0; at < line / base_bytes(t); at += line > 32 ? 3 : 1) {
                            wf_config c = config(line, form == 1, form > 0, form == 2, form == 3, form == 4 && line > 32);
                            int64_t limit = (int64_t)1 << (8 * delta_bytes(t) - 1);
                            uint64_t chunks[64];
                            for (int i = 0; i < line / base_bytes(t); i++)
                                chunks[i] = bases[b] + (i % 3 == 1);
                            chunks[at] = bases[b] + (uint64_t)(edge == 0 ? limit - 1 : edge == 1 ? limit : edge == 2 ? -limit : -limit - 1);
                            uint32_t block[32];
                            line_of(block, line, base_bytes(t), chunks);
                            slow_check(&c, block);
                        }
}

/* ---- any bits ---- */

/* What a payload stands for; false if the tag is none. Where a code has a byte is found by laying out numbers of bytes. */
static bool slow_decode(const wf_config *c, const wf_code *code, uint32_t *block)
{
    int bytes = c->line_bytes, t = tag(code), n = bytes / 8;
    memcpy(block, code->payload, (size_t)bytes);
    if (t == RAW || t > B2D1 || !(c->param[ENCODINGS] >> (t - 1) & 1) || code_bytes(c, t) > (c->param[SAVE] ? bytes - 32 : bytes - 1))
        return t == RAW;
    int k = base_bytes(t), d = delta_bytes(t);
    for (int i = 0; i < bytes && d == 0; i++)
        set_byte(block, i, t == ZEROS ? 0 : byte_of(code->payload, i % 8));
    if (d == 0)
        return true;
    slow_code one = {.tag = t, .bytes = code_bytes(c, t)}, other = one;
    uint64_t number[64], turned[64], delta[64] = {0}, base = 0, string = 0, numbers = 0x0706050403020100;
    for (unsigned i = 0; i < 64; i++) {
        number[i] = i | (i | 64) << 8 | (i | 128) << 16 | (i | 192) << 24;
        turned[i] = ~number[i];
    }
    lay_out(c, &one, 0, number);
    lay_out(c, &other, 0, turned);
    for (int i = 0; i < one.bytes; i++)
        if (one.payload[i] != other.payload[i])
            delta[one.payload[i] & 63] |= (uint64_t)byte_of(code->payload, i) << (one.payload[i] >> 6) * 8;
    one.select = numbers;
    other.select = ~numbers;
    lay_out(c, &one, 0, number);
    lay_out(c, &other, 0, number);
    for (int i = 0; i < one.bytes; i++)
        if (one.payload[i] != other.payload[i])
            string |= (uint64_t)byte_of(code->payload, i) << one.payload[i] * 8;
    lay_out(c, &other, ~(uint64_t)0, number);
    int at = 0;
    other.select = one.select;
    lay_out(c, &other, ~(uint64_t)0, number);
    for (int i = 0; i < one.bytes; i++)
        if (one.payload[i] != other.payload[i])
            base |= (uint64_t)byte_of(code->payload, i) << 8 * at++;
    assert_int_equal(at, k);
    for (int i = 0; c->param[ZERO_BASE] && c->param[SELECT] && i < bytes / 2; i++)
        string |= (uint64_t)(code->tag[(4 + i) / 32] >> (4 + i) % 32 & 1) << i;
    for (int i = 0; i < bytes / k; i++) {
        int place = c->param[LAYOUT] || k == 8 ? i : k == 4 ? i % 2 * n + i / 2 : i % 2 ? 2 * n + i / 2 : i / 2 % 2 * n + i / 4;
        bool small = c->param[ZERO_BASE] && (string >> place & 1);
        uint64_t x = small ? (uint64_t)signed_of(delta[i], d) : base + (i ? (uint64_t)signed_of(delta[i], d) : 0);
        for (int b = 0; b < k; b++)
            set_byte(block, i * k + b, (uint8_t)(x >> 8 * b));
    }
    return true;
}

static void decode_takes_any_bits(void **state)
{
    (void)state;
    rng r = {2};
    unsigned seen[4] = {0};
    for (int n = 0; n < 200000; n++) {
        wf_config c = any_config(&r);
        uint32_t block[32], back[WF_MAX_WORDS], again[WF_MAX_WORDS], want[WF_MAX_WORDS];
        wf_sizes s;
        assert_int_equal(codec->sizes(&c, &s, NULL), WF_OK);
        wf_code code;
        if (n % 2) {
            for (size_t i = 0; i < sizeof code / 4; i++)
                ((uint32_t *)&code)[i] = rng_word(&r);
        } else {
            any_line(&r, &c, block);
            code = encode(&c, block, false);
            for (unsigned flips = rng_below(&r, 3); flips; flips--)
                switch (rng_below(&r, 3)) {
                case 0: code.tag[0] ^= (uint32_t)1 << rng_below(&r, 4); break;
                case 1: code.payload[rng_below(&r, (uint32_t)c.line_bytes / 4)] ^= (uint32_t)1 << rng_below(&r, 32); break;
                default: code.units[0] ^= (uint32_t)1 << rng_below(&r, (uint32_t)s.units); break;
                }
        }
        wf_status status = codec->decode(&c, &code, back);
        int fault = codec->fault(&c, &code);
        assert_true(status == WF_OK || status == WF_ERR_TAG || status == WF_ERR_PAYLOAD);
        assert_int_equal(fault >= 0, status != WF_OK);
        assert_in_range(fault + 1, 0, s.payload_bits + 1);
        bool known = slow_decode(&c, &code, want);
        if (!known)
            assert_int_equal(status, WF_ERR_TAG);
        assert_memory_equal(back, want, (size_t)c.line_bytes);
        /* What decodes without an error is a code of that block: the encoder's is no longer (firstnz: it may take another base) */
        if (status == WF_OK && !c.param[BASE]) {
            wf_code best = encode(&c, back, false);
            assert_true(codec->size(&c, &best) <= codec->size(&c, &code));
            assert_int_equal(codec->decode(&c, &best, again), WF_OK);
            assert_memory_equal(again, back, (size_t)c.line_bytes);
        }
        seen[status]++;
    }
    assert_true(seen[WF_OK] > 1000 && seen[WF_ERR_TAG] > 1000 && seen[WF_ERR_PAYLOAD] > 1000);
}

static void contradictions_are_errors(void **state)
{
    (void)state;
    uint32_t back[WF_MAX_WORDS], block[8] = {0};
    wf_config c = config(32, 0, 1, 0, 0, 0);
    /* The byte of zeros */
    wf_code code = encode(&c, block, false);
    code.payload[0] = 1;
    assert_int_equal(codec->decode(&c, &code, back), WF_ERR_PAYLOAD);
    assert_int_equal(codec->fault(&c, &code), 0);
    assert_memory_equal(back, block, sizeof block);
    code.payload[0] = 0x100;                    /* pad */
    assert_int_equal(codec->decode(&c, &code, back), WF_OK);
    /* Units */
    code.units[0] = 0;
    assert_int_equal(codec->decode(&c, &code, back), WF_ERR_PAYLOAD);
    assert_int_equal(codec->fault(&c, &code), 256);
    assert_memory_equal(back, block, sizeof block);
    /* The base's own delta; byte 8 is S8, bytes 9 .. are the deltas */
    line_of(block, 32, 8, (uint64_t[]){0x1000, 0x1001, 0x1002, 5});
    code = encode(&c, block, false);
    assert_int_equal(byte_of(code.payload, 8), 0x08);
    set_byte(code.payload, 9, 7);
    assert_int_equal(codec->decode(&c, &code, back), WF_ERR_PAYLOAD);
    assert_int_equal(codec->fault(&c, &code), 72);
    assert_memory_equal(back, block, sizeof block);     /* it is ignored */
    set_byte(code.payload, 8, 0x09);            /* on the zero base it is the chunk, which is not the base */
    assert_int_equal(codec->decode(&c, &code, back), WF_ERR_PAYLOAD);
    assert_int_equal(codec->fault(&c, &code), 0);
    assert_int_equal(back[0], 7);
    code.payload[0] = 7;                        /* now it is */
    assert_int_equal(codec->decode(&c, &code, back), WF_OK);
    assert_int_equal(back[2], 8);
    /* firstnz: the first chunk that is not on the zero base */
    c = config(32, 1, 1, 0, 0, 0);
    line_of(block, 32, 8, (uint64_t[]){5, 0x1001, 0x1002, 5});
    code = encode(&c, block, false);
    set_byte(code.payload, 10, 1);
    assert_int_equal(codec->decode(&c, &code, back), WF_ERR_PAYLOAD);
    assert_int_equal(codec->fault(&c, &code), 80);
    assert_int_equal(back[2], 0x1002);
    set_byte(code.payload, 8, 0x0f);            /* no chunk on the base, which is not 0 */
    assert_int_equal(codec->decode(&c, &code, back), WF_ERR_PAYLOAD);
    assert_int_equal(codec->fault(&c, &code), 0);
    /* Select bits in the tag that no chunk has */
    c = config(32, 0, 1, 1, 0, 0);
    line_of(block, 32, 8, (uint64_t[]){0x1000, 0x1001, 0x1002, 5});
    code = encode(&c, block, false);
    assert_int_equal(code.tag[0], 0x83);
    for (int bit = 4; bit < 20; bit++) {
        wf_code bad = code;
        bad.tag[0] ^= (uint32_t)1 << bit;
        assert_int_equal(codec->decode(&c, &bad, back), bit == 4 ? WF_ERR_PAYLOAD : bit < 8 ? WF_OK : WF_ERR_TAG);
        if (bit >= 8)
            assert_memory_equal(back, block, sizeof block);
    }
    code.tag[0] = 0x10;                         /* raw */
    assert_int_equal(codec->decode(&c, &code, back), WF_ERR_TAG);
    assert_int_equal(codec->fault(&c, &code), 256);
}

static void bad_configurations_are_named(void **state)
{
    (void)state;
    wf_config rows[8];
    static const char *const says[8] = {"32, 64 or 128", "at least one", "first or firstnz", "off or on", "payload or tag",
                                        "planes or packed", "needs zero_base=on", "one burst: nothing to save"};
    for (int i = 0; i < 8; i++)
        rows[i] = config(32, 0, 1, 0, 0, 0);
    rows[0].line_bytes = 16;
    rows[1].param[ENCODINGS] = 0;
    rows[2].param[BASE] = 2;
    rows[3].param[ZERO_BASE] = 2;
    rows[4].param[SELECT] = -1;
    rows[5].param[LAYOUT] = 2;
    rows[6] = config(64, 1, 0, 0, 0, 0);
    rows[7].param[SAVE] = 1;
    for (int i = 0; i < 8; i++) {
        const char *why = NULL;
        wf_sizes s;
        assert_int_equal(codec->sizes(&rows[i], &s, &why), WF_ERR_CONFIG);
        assert_non_null(strstr(why, says[i]));
    }
}

int main(void)
{
    unit = wf_find_unit("linebdi");
    codec = unit->codec;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(figure_6),
        cmocka_unit_test(every_code_at_32_bytes),
        cmocka_unit_test(select_bits_at_32_bytes),
        cmocka_unit_test(ties_and_order),
        cmocka_unit_test(a_burst_or_a_byte),
        cmocka_unit_test(raw_only_is_raw),
        cmocka_unit_test(both_models_agree),
        cmocka_unit_test(both_models_agree_at_every_edge),
        cmocka_unit_test(decode_takes_any_bits),
        cmocka_unit_test(contradictions_are_errors),
        cmocka_unit_test(bad_configurations_are_named),
    };
    return cmocka_run_group_tests_name("linebdi", tests, NULL, NULL);
}
