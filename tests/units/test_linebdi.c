/* SPDX-License-Identifier: Apache-2.0
 *
 * The specification of linebdi against vectors worked by hand, its fast form against the specification: every small case, many
 * large ones, any bits. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "../../base/random.h"
#include "../../cmodel/line.h"
#include "../../cmodel/zip.h"
#include "sampled.h"

enum { ENCODINGS, BASE, ZERO_BASE, SELECT, STORE, SAVE, TAG };
enum { RESIDUE, DELTA };
enum { RAW, ZEROS, REPEAT, B8D1, B8D2, B8D4, B4D1, B4D2, B2D1 };

static const wf_unit *unit;
static const wf_codec *codec;

/* store=delta. */
static wf_config config(int line, int firstnz, int zero_base, int in_tag, int burst)
{
    wf_config c = wf_default_config(unit, line);
    c.param[BASE] = firstnz;
    c.param[ZERO_BASE] = zero_base;
    c.param[SELECT] = in_tag;
    c.param[STORE] = DELTA;
    c.param[SAVE] = burst;
    return c;
}

static wf_code encode(const wf_config *c, const uint32_t *block, bool raw_only)
{
    wf_code code;
    memset(&code, 0xa5, sizeof code);
    wf_input in = {.block = block, .raw_only = raw_only};
    assert_int_equal(codec->encode(c, &in, &code), WF_OK);
    assert_int_equal(codec->measure(c, &in), codec->size(c, &code));
    assert_int_equal(codec->fault(c, &code), -1);
    return code;
}

static int tag(const wf_code *code)
{
    return (int)(code->tag[0] & 0xf);
}
static uint8_t byte_of(const uint32_t *v, int i)
{
    return (uint8_t)(v[i / 4] >> i % 4 * 8);
}
static void set_byte(uint32_t *v, int i, uint8_t x)
{
    v[i / 4] = (v[i / 4] & ~((uint32_t)0xff << i % 4 * 8)) | (uint32_t)x << i % 4 * 8;
}

/* A line of chunks of `width` bytes. */
static void line_of(uint32_t *block, int line, int width, const uint64_t *chunks)
{
    for (int i = 0; i < line; i++)
        set_byte(block, i, (uint8_t)(chunks[i / width] >> i % width * 8));
}

/* The first bytes of a code (hexadecimal, blanks do not count) and its size. */
static void expect_bytes(const wf_config *c, const uint32_t *block, const char *hex, int size)
{
    wf_code code = encode(c, block, false);
    int bytes = 0;
    for (const char *h = hex; *h; h++)
        if (*h != ' ') {
            char pair[3] = {h[0], h[1], 0};
            assert_int_equal(byte_of(code.payload, bytes++), strtol(pair, NULL, 16));
            h++;
        }
    assert_int_equal(code.tag[0], 1);
    assert_int_equal(codec->size(c, &code), 8 * size);
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
    assert_memory_equal(back, block, 4 * (size_t)line_words(c));
}

/* The same with store=residue; the bytes are those of the bursts in use. */
static void expect_residues(const wf_config *c, const uint32_t *block, bool raw_only, uint32_t want_tag, int want_bytes, const char *hex)
{
    wf_code code = encode(c, block, raw_only);
    int bytes = 0;
    assert_int_equal(code.tag[0], want_tag);
    for (const char *h = hex; *h; h++)
        if (*h != ' ') {
            char pair[3] = {h[0], h[1], 0};
            assert_int_equal(byte_of(code.payload, bytes), strtol(pair, NULL, 16));
            bytes++;
            h++;
        }
    assert_int_equal(codec->size(c, &code), 8 * want_bytes);
    assert_int_equal(bytes, (want_bytes + 31) / 32 * 32);
    assert_int_equal(code.units[0], (1u << bytes / 32) - 1);
    assert_int_equal(code.wen[0], code.units[0]);
    uint32_t back[WF_MAX_WORDS];
    assert_int_equal(codec->decode(c, &code, back), WF_OK);
    assert_memory_equal(back, block, 4 * (size_t)line_words(c));
}

/* ---- vectors worked by hand ---- */

static void figure_6(void **state)
{
    (void)state;
    /* Even chunks are small, odd ones near 80001d000: select byte 55, the base, a byte a chunk: 17 bytes. */
    static const uint64_t chunks[8] = {0x00, 0x80001d000, 0x10, 0x80001d008, 0x20, 0x80001d010, 0x30, 0x80001d018};
    uint32_t block[16];
    line_of(block, 64, 8, chunks);
    wf_config c = config(64, 1, 1, 0, 0);
    expect(&c, block, B8D1, "55 00d0010008000000 00 00 10 08 20 10 30 18");
    /* ... or with the select byte in the tag */
    c = config(64, 1, 1, 1, 0);
    expect(&c, block, B8D1, "00d0010008000000 00 00 10 08 20 10 30 18");
    assert_int_equal(encode(&c, block, false).tag[0], 0x553);
    /* With the first chunk as the base, 0, the odd chunks fit nothing of 8 bytes; 4 bytes: 8 and 0001d000 apart, no */
    c = config(64, 0, 1, 0, 0);
    assert_int_equal(tag(&(wf_code){.tag = {encode(&c, block, false).tag[0]}}), RAW);
}

static void every_code_at_32_bytes(void **state)
{
    (void)state;
    wf_config c = config(32, 0, 0, 0, 0);
    uint32_t block[8] = {0};
    expect(&c, block, ZEROS, "00");
    line_of(block, 32, 8, (uint64_t[]){0x1122334455667788, 0x1122334455667788, 0x1122334455667788, 0x1122334455667788});
    expect(&c, block, REPEAT, "8877665544332211");
    line_of(block, 32, 8, (uint64_t[]){0x1000, 0x1001, 0x0f80, 0x107f});
    expect(&c, block, B8D1, "0010000000000000 00 01 80 7f");
    /* 8-2: deltas 0, 80, ff7f, 7fff; carries beyond 32 bits */
    line_of(block, 32, 8, (uint64_t[]){0x1ffffff80, 0x200000000, 0x1fffffeff, 0x200007f7f});
    expect(&c, block, B8D2, "80ffffff01000000 0000 8000 7fff ff7f");
    /* 8-4: deltas 0, 8000, 80000000 (the lowest), 12345678 */
    line_of(block, 32, 8, (uint64_t[]){0x5500000000, 0x5500008000, 0x5480000000, 0x5512345678});
    expect(&c, block, B8D4, "0000000055000000 00000000 00800000 00000080 78563412");
    /* 4-1: deltas 0, -1 .. -7 */
    line_of(block, 32, 4, (uint64_t[]){3, 2, 1, 0, 0xffffffff, 0xfffffffe, 0xfffffffd, 0xfffffffc});
    expect(&c, block, B4D1, "03000000 00 ff fe fd fc fb fa f9");
    /* 4-2: deltas 0, 101, 202 .. 707 */
    line_of(block, 32, 4, (uint64_t[]){0x70000000, 0x70000101, 0x70000202, 0x70000303, 0x70000404, 0x70000505, 0x70000606, 0x70000707});
    expect(&c, block, B4D2, "00000070 0000 0101 0202 0303 0404 0505 0606 0707");
    /* 2-1: deltas 0 .. 15 */
    line_of(block, 32, 2, (uint64_t[]){0xfff8, 0xfff9, 0xfffa, 0xfffb, 0xfffc, 0xfffd, 0xfffe, 0xffff, 0, 1, 2, 3, 4, 5, 6, 7});
    expect(&c, block, B2D1, "f8ff 00 01 02 03 04 05 06 07 08 09 0a 0b 0c 0d 0e 0f");
    block[3] = 0xdeadbeef;
    block[6] = 0x12345678;
    wf_code code = encode(&c, block, false);
    assert_int_equal(tag(&code), RAW);
    assert_int_equal(code.units[0], 1);
    assert_memory_equal(code.payload, block, 32);
    assert_int_equal(codec->size(&c, &code), 256);
}

static void select_bits_at_32_bytes(void **state)
{
    (void)state;
    /* 4-1 with two bases: chunks 1, 3, 6 are small */
    wf_config c = config(32, 0, 1, 0, 0), tagged = config(32, 0, 1, 1, 0);
    uint32_t block[8];
    line_of(block, 32, 4, (uint64_t[]){0x40000000, 0x7f, 0x40000002, 0xffffff80, 0x40000004, 0x40000005, 0xfffffff0, 0x40000007});
    expect(&c, block, B4D1, "4a 00000040 00 7f 02 80 04 05 f0 07");
    expect(&tagged, block, B4D1, "00000040 00 7f 02 80 04 05 f0 07");
    assert_int_equal(encode(&tagged, block, false).tag[0], 0x4a6);
    /* 2-1: chunks 1, 3 and the last four are small */
    line_of(block, 32, 2,
            (uint64_t[]){0x4000, 1, 0x4002, 3, 0x4004, 0x4005, 0x4006, 0x4007, 0x4008, 0x4009, 0x400a, 0x400b, 0xc, 0xd, 0xe, 0xf});
    expect(&c, block, B2D1, "0af0 0040 00 01 02 03 04 05 06 07 08 09 0a 0b 0c 0d 0e 0f");
}

static void deltas_at_64_and_128_bytes(void **state)
{
    (void)state;
    uint64_t chunks[64];
    uint32_t block[32];
    /* 2-1: chunk i has delta i, on the base 4000, or on zero as 5, 6, 8 and the last */
    for (int i = 0; i < 64; i++)
        chunks[i] = (i == 5 || i == 6 || i == 8 || i == 63 ? 0 : 0x4000) + (uint64_t)i;
    line_of(block, 128, 2, chunks);
    wf_config c = config(128, 0, 1, 0, 0);
    expect(&c, block, B2D1,
           "6001000000000080 0040 000102030405060708090a0b0c0d0e0f 101112131415161718191a1b1c1d1e1f"
           "202122232425262728292a2b2c2d2e2f 303132333435363738393a3b3c3d3e3f");
    /* The same at 64 bytes; and with the select bits in the tag */
    chunks[31] = 31;
    line_of(block, 64, 2, chunks);
    c = config(64, 0, 1, 0, 0);
    expect(&c, block, B2D1, "60010080 0040 000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f");
    c = config(64, 0, 1, 1, 0);
    expect(&c, block, B2D1, "0040 000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f");
    assert_int_equal(encode(&c, block, false).tag[0], 0x00001608);
    assert_int_equal(encode(&c, block, false).tag[1], 0x8);
    /* 4-2: the low byte of delta i is i, the high one 10 + i, on the base 20000000, or on zero as 1 and 4 */
    for (uint64_t i = 0; i < 16; i++)
        chunks[i] = (i == 1 || i == 4 ? 0 : 0x20000000) + (i ? (0x10 + i) << 8 | i : 0);
    line_of(block, 64, 4, chunks);
    c = config(64, 0, 1, 0, 0);
    expect(&c, block, B4D2, "1200 00000020 0000 0111 0212 0313 0414 0515 0616 0717 0818 0919 0a1a 0b1b 0c1c 0d1d 0e1e 0f1f");
    /* 4-1 */
    for (uint64_t i = 0; i < 32; i++)
        chunks[i] = (i == 1 || i == 4 ? 0 : 0x20000000) + i;
    line_of(block, 128, 4, chunks);
    c = config(128, 0, 1, 0, 0);
    expect(&c, block, B4D1, "12000000 00000020 000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f");
    /* 8-2: 3 is on zero */
    for (uint64_t i = 0; i < 16; i++)
        chunks[i] = (i == 3 ? 0 : 0x4000000000000000) + (i ? (0x10 + i) << 8 | i : 0);
    line_of(block, 128, 8, chunks);
    expect(&c, block, B8D2, "0800 0000000000000040 0000 0111 0212 0313 0414 0515 0616 0717 0818 0919 0a1a 0b1b 0c1c 0d1d 0e1e 0f1f");
}

static void residues_at_32_bytes(void **state)
{
    (void)state;
    wf_config one = config(32, 0, 0, 0, 0), two = config(32, 0, 1, 0, 0), nz = config(32, 1, 1, 1, 0);
    uint32_t block[8] = {0};
    one.param[STORE] = two.param[STORE] = nz.param[STORE] = RESIDUE;
    expect_residues(&two, block, false, ZEROS, 1, "0000000000000000 0000000000000000 0000000000000000 0000000000000000");
    /* repeat: bytes 0, 4, 1, 2, 3, 6, 5, 7 of the eights 1 to 3; no select bits */
    line_of(block, 32, 8, (uint64_t[]){0x1122334455667788, 0x1122334455667788, 0x1122334455667788, 0x1122334455667788});
    expect_residues(&one, block, false, REPEAT, 8, "8877665544332211 888888 444444 777777 666666 555555 222222 333333 111111");
    expect_residues(&two, block, false, REPEAT, 8, "8877665544332211 888888 00 444444 777777 666666 00 555555 222222 333333 11");
    /* Words 3 2 1 0 -1 -2 -3 -4; in bytes 8 .. 10 those of words 2 4 6, in 11 .. 13 of words 3 5 7 */
    line_of(block, 32, 4, (uint64_t[]){3, 2, 1, 0, 0xffffffff, 0xfffffffe, 0xfffffffd, 0xfffffffc});
    expect_residues(&one, block, false, B4D1, 12, "0300000002000000 01fffd 00fefc 00ffff 00ffff 00ffff 00ffff 00ffff 00ffff");
    /* 4-1 with two bases: chunks 1, 3, 6 are small. S8 is 38; a raw line has there the byte 7 of eight 1, and for S2 that of eight 2 */
    line_of(block, 32, 4, (uint64_t[]){0x40000000, 0x7f, 0x40000002, 0xffffff80, 0x40000004, 0x40000005, 0xfffffff0, 0x40000007});
    expect_residues(&two, block, false, B4D1, 13, "000000407f000000 0204f0 38 800507 0000ff 0000ff 00 4040ff ff0000 ff0000 40");
    expect_residues(&two, block, true, RAW, 32, "000000407f000000 0204f0 ff 800507 0000ff 0000ff 40 4040ff ff0000 ff0000 40");
    /* firstnz: the base is chunk 1; of chunk 0, 0105, the low byte is at byte 7 and the next one at byte 6 */
    line_of(block, 32, 4, (uint64_t[]){0x105, 0x40000101, 0x40000202, 0x40000303, 0x40000404, 0x40000505, 0x40000606, 0x40000707});
    expect_residues(&nz, block, false, 0x10 | B4D2, 20, "01010040 01010105 020406 030507 020406 000000 404040 000000 030507 404040");
}

static void residues_at_64_and_128_bytes(void **state)
{
    (void)state;
    uint64_t chunks[64] = {0x07, 0x80001d000, 0x10, 0x80001d008, 0x20, 0x80001d010, 0x30, 0x80001d018};
    uint32_t block[32];
    wf_config nz = config(64, 1, 1, 0, 0), c = config(128, 0, 1, 0, 0);
    nz.param[STORE] = c.param[STORE] = RESIDUE;
    /* Like Figure 6, with a first chunk of 7. Its lower half, 07 00 .., is at the bytes 4 of eights 1 and 2, of the others these are 08 and 00 */
    line_of(block, 64, 8, chunks);
    expect_residues(&nz, block, false, B8D1, 17, "00d0010008000000 00100820103018 55 0700 0800080008 00 d000d000d000d0 01");
    /* 2-1: chunk i is 4000 + i, but 5, 6, 8 and the last are small. The last section is byte 6, at its own place of eights 1 to 5, at that of
     * byte 3 of the others */
    for (int i = 0; i < 64; i++)
        chunks[i] = (i == 5 || i == 6 || i == 8 || i == 63 ? 0 : 0x4000) + (uint64_t)i;
    line_of(block, 128, 2, chunks);
    expect_residues(
        &c, block, false, B2D1, 74,
        "0040014002400340 04080c1014181c2024282c3034383c 0400 060a0e12161a1e22262a2e32363a3e 0200 400040404040404040404040404040"
        "05090d1115191d2125292d3135393d 04000080 0040404040 1b1f23272b2f33373b3f 070b0f1317");
    /* 4-2: the low byte of chunk i is i, the next 10 + i; chunks 1 and 4 are small. Bytes 5, 13 to 2f, are at the places of bytes 3 */
    for (uint64_t i = 0; i < 32; i++)
        chunks[i] = (i == 1 || i == 4 ? 0 : 0x20000000) + (i ? (0x10 + i) << 8 | i : 0);
    line_of(block, 128, 4, chunks);
    expect_residues(
        &c, block, false, B4D2, 72,
        "0000002001110000 020406080a0c0e10121416181a1c1e 0400 030507090b0d0f11131517191b1d1f 0100 121416181a1c1e20222426282a2c2e"
        "000000000000000000000000000000 00000000 131517191b1d1f21232527292b2d2f 0000000000");
}

static void ties_and_order(void **state)
{
    (void)state;
    uint32_t block[32];
    uint64_t chunks[64];
    /* 8-1 and 4-1 both fit (a repeated word and its neighbour): 13 bytes each at 32, 8-1 is first */
    line_of(block, 32, 8, (uint64_t[]){0x3000000030000000, 0x3000000030000000, 0x3000000030000001, 0x3000000030000000});
    wf_config c = config(32, 0, 1, 0, 0);
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
        c = config(line, 0, 1, 0, 0);
        c.param[ENCODINGS] = 1 << (B2D1 - 1);
        assert_int_equal(tag(&(wf_code){.tag = {encode(&c, block, false).tag[0]}}), B2D1);
    }
    for (int line = 32; line <= 128; line *= 2) {
        for (int i = 0; i < line / 4; i++)
            chunks[i] = i % 2 ? 0x00000000 + 2 * (uint64_t)(i % 30) : 0x00007000 + (uint64_t)i % 64;
        line_of(block, line, 4, chunks);
        c = config(line, 0, 1, 0, 0);
        c.param[ENCODINGS] = 1 << (B2D1 - 1);
        assert_int_equal(tag(&(wf_code){.tag = {encode(&c, block, false).tag[0]}}), B2D1);
        c.param[ENCODINGS] = 1 << (B2D1 - 1) | 1 << (B4D2 - 1);
        assert_int_equal(tag(&(wf_code){.tag = {encode(&c, block, false).tag[0]}}), line == 128 ? B4D2 : B2D1);
        c.param[ENCODINGS] = 1 << (B2D1 - 1) | 1 << (B8D4 - 1); /* 74 bytes each at 128 */
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
    line_of(block, 64, 8,
            (uint64_t[]){1ull << 40, (1ull << 40) + 70000, 1ull << 40, 1ull << 40, 1ull << 40, 1ull << 40, 1ull << 40, 1ull << 40});
    wf_config c = config(64, 0, 0, 0, 0);
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
    wf_config c = config(64, 0, 1, 1, 0);
    wf_code code = encode(&c, block, true);
    assert_int_equal(code.tag[0], 0);
    assert_int_equal(code.tag[1], 0);
    assert_int_equal(code.units[0], 3);
    assert_int_equal(codec->size(&c, &code), 512);
}

/* ---- the fast form ---- */

/* Both forms give one status and one block, whatever the bits. */
static wf_status same_block(const wf_config *c, const wf_code *code, uint32_t *block)
{
    uint32_t fast[WF_MAX_WORDS] = {0};
    wf_status status = codec->decode(c, code, block);
    assert_int_equal(codec->fast->decode(c, code, fast), status);
    assert_memory_equal(fast, block, 4 * (size_t)line_words(c));
    assert_int_equal(codec->fault(c, code) < 0, status == WF_OK);
    return status;
}

/* Both forms give one code, which decodes to the block. */
static wf_code same_code(const wf_config *c, const uint32_t *block, bool raw_only)
{
    wf_code code = encode(c, block, raw_only), fast;
    wf_input in = {.block = block, .raw_only = raw_only};
    wf_sizes s;
    uint32_t back[WF_MAX_WORDS];
    memset(&fast, 0x5a, sizeof fast);
    assert_int_equal(codec->sizes(c, &s, NULL), WF_OK);
    assert_int_equal(codec->fast->encode(c, &in, &fast), WF_OK);
    assert_int_equal(codec->fast->measure(c, &in), codec->size(c, &code));
    assert_memory_equal(fast.tag, code.tag, (size_t)(s.tag_bits + 31) / 32 * 4);
    assert_memory_equal(fast.units, code.units, sizeof code.units);
    assert_memory_equal(fast.wen, code.wen, sizeof code.wen);
    assert_memory_equal(fast.payload, code.payload, (size_t)wf_unit_bits_used(&s, &code) / 8);
    assert_int_equal(same_block(c, &code, back), WF_OK);
    assert_memory_equal(back, block, 4 * (size_t)line_words(c));
    assert_int_equal(same_block(c, &fast, back), WF_OK);
    return code;
}

/* The configurations, but for encodings: which of them, 0 on; false behind the last. Deltas, residues. From SIDE on
 * the encoding is in the head; select bits are not in the tag then. */
enum { SIDE = 5 * 5 * 2, CONFIGURATIONS = SIDE + 3 * 5 * 2 };

static bool config_at(int which, wf_config *c)
{
    static const int bases[5][3] = {{0, 0, 0}, {0, 1, 0}, {0, 1, 1}, {1, 1, 0}, {1, 1, 1}}; /* firstnz, zero-base, in the tag */
    static const int lines[5][2] = {{32, 0}, {64, 0}, {64, 1}, {128, 0}, {128, 1}};         /* bytes, burst */
    if (which >= CONFIGURATIONS)
        return false;
    bool head = which >= SIDE;
    static const int untagged[] = {0, 1, 3};
    which -= head ? SIDE : 0;
    const int *base = bases[head ? untagged[which / 10] : which / 10], *line = lines[which / 2 % 5];
    *c = config(line[0], base[0], base[1], base[2], line[1]);
    c->param[STORE] = which % 2 ? RESIDUE : DELTA;
    c->param[TAG] = head;
    return true;
}

static const struct {
    int base, delta;
} pairs[] = {{8, 1}, {8, 2}, {8, 4}, {4, 1}, {4, 2}, {2, 1}};

/* What decides a code is how the chunks lie to zero and to the base. Chunks 0, 1, 2 and the last are each of 0, the base, and the
 * numbers that just fit a delta from either and just do not (at 64 and 128 bytes the positive ones); the others repeat chunk 0. At 32
 * bytes these four are all chunks of 8. The base is the largest number, so that sums carry through the sign. */
static unsigned corner_lines(const wf_config *c, int base, int delta, int first, int step)
{
    int chunks = 4 * line_words(c) / base, letters = line_words(c) == 8 ? 10 : 6;
    uint64_t limit = (uint64_t)1 << (8 * delta - 1), far = UINT64_MAX >> 1 >> (64 - 8 * base), of[10], chunk[64];
    const uint64_t from_base[] = {0, limit - 1, limit, 0 - limit, 0 - limit - 1};
    for (int i = 0; i < 10; i++)
        of[i] = letters == 6 ? from_base[i / 2] + (i % 2 ? far : 0) : from_base[i % 5] + (i >= 5 ? far : 0);
    unsigned count = 0;
    for (int n = first; n < letters * letters * letters * letters; n += step, count++) {
        int at[4] = {0, 1, 2, chunks - 1}, rest = n;
        for (int i = 0; i < chunks; i++)
            chunk[i] = of[n % letters];
        for (int k = 0; k < 4; k++, rest /= letters)
            chunk[at[k]] = of[rest % letters];
        uint32_t block[32];
        line_of(block, 4 * line_words(c), base, chunk);
        same_code(c, block, false);
    }
    return count;
}

static void every_line_of_corner_chunks(void **state)
{
    (void)state;
    wf_config c;
    unsigned count = 0, all = 2 * 5 * 6 * (10000 + 2 * 1296);
    int step = one_in(11), turn = 0; /* no factor of the letters: every chunk is every letter; the next configuration takes others */
    for (int which = 0; config_at(which, &c); which++) {
        bool same_choice = c.param[TAG] || c.param[SAVE] || (!c.param[ZERO_BASE] && c.param[SELECT]);
        for (size_t p = 0; !same_choice && p < sizeof pairs / sizeof *pairs; p++)
            count += corner_lines(&c, pairs[p].base, pairs[p].delta, turn++ % step, step);
    }
    assert_in_range(count, all / (unsigned)step - 200, all / (unsigned)step + 200);
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
    for (int i = 0; i < 4 * line_words(c) / width; i++) {
        uint64_t d = (uint64_t)((int64_t)rng_next(r) >> (64 - bits));
        if (kind == 0)
            d = rng_below(r, 2) ? ((uint64_t)1 << (bits - 1)) - 1 : 0 - ((uint64_t)1 << (bits - 1));
        if (kind == 1)
            d = 0;
        if (rng_below(r, 200) == 0)
            d += rng_below(r, 2) ? 1 : rng_next(r);
        chunks[i] = (i == 0 && rng_below(r, 2)) ? base : !c->param[ZERO_BASE] || rng_below(r, 3) ? base + d : d;
    }
    line_of(block, 4 * line_words(c), width, chunks);
}

static void every_configuration(void **state)
{
    (void)state;
    rng r = {1};
    wf_config c;
    unsigned seen[3][9] = {{0}}, configurations = 0;
    for (int which = 0; config_at(which, &c); which++)
        for (c.param[ENCODINGS] = 1; c.param[ENCODINGS] <= 0xff; c.param[ENCODINGS]++, configurations++)
            for (int n = 0; n < (c.param[ENCODINGS] == 0xff ? 1000 : 6); n++) {
                uint32_t block[32];
                any_line(&r, &c, block);
                wf_code code = same_code(&c, block, rng_below(&r, 50) == 0);
                seen[line_words(&c) / 16][codec->classify(&c, &code)]++;
            }
    assert_int_equal(configurations, CONFIGURATIONS * 255);
    for (int l = 0; l < 3; l++)
        for (int t = 0; t < 9; t++)
            assert_true(seen[l][t] > 500);
}

/* ---- any bits ---- */

/* Every configuration, every tag, each bit of a code's tag, units and payload turned. */
static void every_bit_turned(void **state)
{
    (void)state;
    rng r = {3};
    wf_config c;
    for (int which = 0; config_at(which, &c); which++)
        for (int t = RAW; t <= B2D1; t++) {
            uint32_t block[32], back[WF_MAX_WORDS];
            wf_sizes s;
            wf_code code;
            c.param[ENCODINGS] = t == RAW ? 0xff : 1 << (t - 1);
            assert_int_equal(codec->sizes(&c, &s, NULL), WF_OK);
            do {
                any_line(&r, &c, block);
                code = encode(&c, block, t == RAW);
            } while (codec->classify(&c, &code) != t && rng_below(&r, 1000)); /* a code may be too long for `save` */
            c.param[ENCODINGS] = 0xff;
            int payload_bits = wf_unit_bits_used(&s, &code);
            for (int i = 0; i < s.tag_bits + s.units + payload_bits; i++) {
                int at = i < s.tag_bits ? i : i < s.tag_bits + s.units ? i - s.tag_bits : i - s.tag_bits - s.units;
                uint32_t *v = i < s.tag_bits ? code.tag : i < s.tag_bits + s.units ? code.units : code.payload;
                v[at / 32] ^= (uint32_t)1 << at % 32;
                same_block(&c, &code, back);
                v[at / 32] ^= (uint32_t)1 << at % 32;
            }
        }
}

static void decode_takes_any_bits(void **state)
{
    (void)state;
    rng r = {2};
    unsigned seen[4] = {0};
    for (int n = 0; n < 100000 / one_in(4); n++) {
        uint32_t block[32], back[WF_MAX_WORDS], again[WF_MAX_WORDS];
        wf_config c;
        wf_sizes s;
        wf_code code;
        assert_true(config_at((int)rng_below(&r, CONFIGURATIONS), &c));
        if (rng_below(&r, 3) == 0)
            c.param[ENCODINGS] = 1 + (int)rng_below(&r, 255);
        assert_int_equal(codec->sizes(&c, &s, NULL), WF_OK);
        if (n % 2) {
            for (size_t i = 0; i < sizeof code / 4; i++)
                ((uint32_t *)&code)[i] = rng_word(&r);
        } else {
            any_line(&r, &c, block);
            code = encode(&c, block, false);
            for (unsigned turns = rng_below(&r, 3); turns; turns--)
                switch (rng_below(&r, 3)) {
                case 0: code.tag[0] ^= (uint32_t)1 << rng_below(&r, 4); break;
                case 1: code.payload[rng_below(&r, (uint32_t)line_words(&c))] ^= (uint32_t)1 << rng_below(&r, 32); break;
                default: code.units[0] ^= (uint32_t)1 << rng_below(&r, (uint32_t)s.units); break;
                }
        }
        wf_status status = same_block(&c, &code, back);
        assert_true(status == WF_OK || status == WF_ERR_TAG || status == WF_ERR_PAYLOAD);
        assert_in_range(codec->fault(&c, &code) + 1, 0, s.payload_bits + 1);
        /* What decodes without an error is a code of that block: the encoder's is no longer (firstnz: it may take another base) */
        if (status == WF_OK && !c.param[BASE]) {
            wf_code best = encode(&c, back, false);
            assert_true(codec->size(&c, &best) <= codec->size(&c, &code));
            assert_int_equal(codec->decode(&c, &best, again), WF_OK);
            assert_memory_equal(again, back, 4 * (size_t)line_words(&c));
        }
        seen[status]++;
    }
    assert_true(seen[WF_OK] > 1000 && seen[WF_ERR_TAG] > 1000 && seen[WF_ERR_PAYLOAD] > 1000);
}

static void contradictions_are_errors(void **state)
{
    (void)state;
    uint32_t back[WF_MAX_WORDS], block[8] = {0};
    wf_config c = config(32, 0, 1, 0, 0);
    /* The byte of zeros */
    wf_code code = encode(&c, block, false);
    code.payload[0] = 1;
    assert_int_equal(codec->decode(&c, &code, back), WF_ERR_PAYLOAD);
    assert_int_equal(codec->fault(&c, &code), 0);
    assert_memory_equal(back, block, sizeof block);
    code.payload[0] = 0x100; /* pad */
    assert_int_equal(codec->decode(&c, &code, back), WF_OK);
    /* Units */
    code.units[0] = 0;
    assert_int_equal(codec->decode(&c, &code, back), WF_ERR_PAYLOAD);
    assert_int_equal(codec->fault(&c, &code), 256);
    assert_memory_equal(back, block, sizeof block);
    /* The base's own delta; byte 0 has the select bits, bytes 1 to 8 the base, bytes 9 .. are the deltas */
    line_of(block, 32, 8, (uint64_t[]){0x1000, 0x1001, 0x1002, 5});
    code = encode(&c, block, false);
    assert_int_equal(byte_of(code.payload, 0), 0x08);
    set_byte(code.payload, 9, 7);
    assert_int_equal(codec->decode(&c, &code, back), WF_ERR_PAYLOAD);
    assert_int_equal(codec->fault(&c, &code), 72);
    assert_memory_equal(back, block, sizeof block); /* it is ignored */
    set_byte(code.payload, 0, 0x09);                /* on the zero base it is the chunk, which is not the base */
    assert_int_equal(codec->decode(&c, &code, back), WF_ERR_PAYLOAD);
    assert_int_equal(codec->fault(&c, &code), 8);
    assert_int_equal(back[0], 7);
    set_byte(code.payload, 1, 7); /* now it is */
    set_byte(code.payload, 2, 0);
    assert_int_equal(codec->decode(&c, &code, back), WF_OK);
    assert_int_equal(back[2], 8);
    /* firstnz: the first chunk that is not on the zero base */
    c = config(32, 1, 1, 0, 0);
    line_of(block, 32, 8, (uint64_t[]){5, 0x1001, 0x1002, 5});
    code = encode(&c, block, false);
    set_byte(code.payload, 10, 1);
    assert_int_equal(codec->decode(&c, &code, back), WF_ERR_PAYLOAD);
    assert_int_equal(codec->fault(&c, &code), 80);
    assert_int_equal(back[2], 0x1002);
    set_byte(code.payload, 0, 0x0f); /* no chunk on the base, which is not 0 */
    assert_int_equal(codec->decode(&c, &code, back), WF_ERR_PAYLOAD);
    assert_int_equal(codec->fault(&c, &code), 8);
    /* Select bits in the tag that no chunk has */
    c = config(32, 0, 1, 1, 0);
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
    code.tag[0] = 0x10; /* raw */
    assert_int_equal(codec->decode(&c, &code, back), WF_ERR_TAG);
    assert_int_equal(codec->fault(&c, &code), 256);
}

static void contradictions_of_residues_are_errors(void **state)
{
    (void)state;
    uint32_t back[WF_MAX_WORDS], block[8];
    wf_config c = config(32, 0, 1, 0, 0);
    c.param[STORE] = RESIDUE;
    line_of(block, 32, 8, (uint64_t[]){0x1000, 0x1001, 0x1002, 5});
    wf_code code = encode(&c, block, false);
    /* A byte that no chunk needs */
    set_byte(code.payload, 31, 0x55);
    assert_int_equal(codec->decode(&c, &code, back), WF_OK);
    assert_memory_equal(back, block, sizeof block);
    /* The first chunk is on the zero base, but the base is not small; byte 11 is S8 */
    assert_int_equal(byte_of(code.payload, 11), 0x08);
    set_byte(code.payload, 11, 0x09);
    assert_int_equal(codec->decode(&c, &code, back), WF_ERR_PAYLOAD);
    assert_int_equal(codec->fault(&c, &code), 0);
    assert_int_equal(back[0], 0);
    /* firstnz: chunk 1, at byte 8, is the base; the first chunk is at byte 12 */
    c.param[BASE] = 1;
    line_of(block, 32, 8, (uint64_t[]){5, 0x1001, 0x1002, 5});
    code = encode(&c, block, false);
    set_byte(code.payload, 12, 6);
    assert_int_equal(codec->decode(&c, &code, back), WF_OK);
    assert_int_equal(back[0], 6);
    set_byte(code.payload, 8, 2);
    assert_int_equal(codec->decode(&c, &code, back), WF_ERR_PAYLOAD);
    assert_int_equal(codec->fault(&c, &code), 64);
    assert_int_equal(back[2], 0x1002);
    set_byte(code.payload, 11, 0x0f); /* no chunk on the base, which is not 0 */
    assert_int_equal(codec->decode(&c, &code, back), WF_ERR_PAYLOAD);
    assert_int_equal(codec->fault(&c, &code), 0);
}

/* The line of the page, with its encoding before the code: 06 is 4-1. */
static void a_head_before_the_code(void **state)
{
    (void)state;
    const uint32_t block[8] = {3, 2, 1, 0, 0xffffffff, 0xfffffffe, 0xfffffffd, 0xfffffffc};
    uint32_t back[WF_MAX_WORDS], other[8];
    wf_config c = config(32, 0, 0, 0, 0);
    c.param[TAG] = LINE_HEAD;
    expect_bytes(&c, block, "06 03000000 00fffefdfcfbfaf9", 13);
    c.param[STORE] = RESIDUE;
    expect_bytes(&c, block, "06 03000000 02000000 01fffd00fefc", 13);
    /* Another head: none is 9, and 0 is raw; then the payload is a raw line, whose last byte in the order of the places is byte 0 */
    wf_code code = encode(&c, block, false);
    code.payload[0] ^= 0xf0; /* pad */
    assert_int_equal(codec->decode(&c, &code, back), WF_OK);
    assert_memory_equal(back, block, sizeof block);
    for (int i = 0; i < 2; i++) {
        set_byte(code.payload, 0, i ? 9 : 0);
        assert_int_equal(codec->decode(&c, &code, back), WF_ERR_PAYLOAD);
        assert_int_equal(codec->fault(&c, &code), 0);
        assert_int_equal(codec->classify(&c, &code), RAW);
        assert_int_equal(byte_of(back, 31), i ? 9 : 0);
        assert_int_equal(byte_of(back, 0), 3);
    }
    for (int i = 0; i < 32; i++)
        set_byte(other, i, (uint8_t)(0x40 + 5 * i));
    code = encode(&c, other, false);
    assert_int_equal(code.tag[0], 0);
    assert_int_equal(byte_of(code.payload, 0), 0xdb);
    assert_int_equal(byte_of(code.payload, 1), 0x40);
    assert_int_equal(codec->decode(&c, &code, back), WF_OK);
    assert_memory_equal(back, other, sizeof other);
}

/* At 128 bytes every code has its place in its bursts, whatever the others hold; at 64 bytes 8-4, 4-2 and 2-1 save no burst. */
static void a_head_saves_a_burst(void **state)
{
    (void)state;
    rng r = {11};
    for (int which = SIDE; which < CONFIGURATIONS; which++)
        for (int t = ZEROS; t <= B2D1; t++) {
            wf_config c;
            uint32_t block[32], back[WF_MAX_WORDS];
            config_at(which, &c);
            c.param[ENCODINGS] = 1 << (t - 1);
            bool longer = c.line_bytes == 64 && (t == B8D4 || t == B4D2 || t == B2D1);
            unsigned found = 0;
            for (int n = 0; n < 3000 && found < 20; n++) {
                any_line(&r, &c, block);
                wf_code code = encode(&c, block, false);
                if (codec->classify(&c, &code) == RAW)
                    continue;
                int bytes = codec->size(&c, &code) / 8, bursts = (bytes + 31) / 32;
                found++;
                assert_int_equal(code.tag[0], 1);
                assert_int_equal(byte_of(code.payload, 0), t);
                assert_int_equal(code.units[0], (1u << bursts) - 1);
                assert_true(c.line_bytes == 32 || 32 * bursts < c.line_bytes);
                for (int b = 32 * bursts; b < c.line_bytes; b++)
                    set_byte(code.payload, b, (uint8_t)rng_word(&r));
                assert_int_equal(codec->decode(&c, &code, back), WF_OK);
                assert_memory_equal(back, block, (size_t)c.line_bytes);
            }
            assert_true(longer ? found == 0 : found > 0);
        }
}

static void bad_configurations_are_named(void **state)
{
    (void)state;
    wf_config rows[10];
    static const char *const says[10] = {"32, 64 or 128",  "at least one",       "first or firstnz",           "off or on",
                                         "payload or tag", "needs zero-base=on", "one burst: nothing to save", "residue or delta",
                                         "needs tag=side", "side or head"};
    for (int i = 0; i < 10; i++)
        rows[i] = config(32, 0, 1, 0, 0);
    rows[0].line_bytes = 16;
    rows[1].param[ENCODINGS] = 0;
    rows[2].param[BASE] = 2;
    rows[3].param[ZERO_BASE] = 2;
    rows[4].param[SELECT] = -1;
    rows[5] = config(64, 1, 0, 0, 0);
    rows[6].param[SAVE] = 1;
    rows[7].param[STORE] = 2;
    rows[8] = config(64, 0, 1, 1, 0);
    rows[8].param[TAG] = LINE_HEAD;
    rows[9].param[TAG] = 2;
    for (int i = 0; i < 10; i++) {
        char why[WF_WHY];
        assert_true(wf_config_error(unit, &rows[i], why));
        assert_non_null(strstr(why, says[i]));
    }
}

/* linebdi_fast.c turns lines by zips; the plain form is what a zip means. */
static void a_zip_by_vectors_is_a_plain_zip(void **state)
{
    (void)state;
    static const int counts[] = {8, 16, 32, 64};
    uint8_t a[64], b[64], plain[128], vectors[128];
    for (int i = 0; i < 64; i++) {
        a[i] = (uint8_t)i;
        b[i] = (uint8_t)(128 + i);
    }
    for (int k = 0; k < 4; k++) {
        memset(plain, 0x5a, sizeof plain);
        memset(vectors, 0x5a, sizeof vectors);
        zip_plain(plain, a, b, counts[k]);
        zip(vectors, a, b, counts[k]);
        assert_memory_equal(vectors, plain, sizeof plain);
        assert_int_equal(plain[1], 128);
        assert_int_equal(plain[2 * counts[k] - 2], counts[k] - 1);
    }
}

int main(void)
{
    unit = wf_find_unit("linebdi");
    codec = unit->codec;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_zip_by_vectors_is_a_plain_zip),
        cmocka_unit_test(figure_6),
        cmocka_unit_test(every_code_at_32_bytes),
        cmocka_unit_test(select_bits_at_32_bytes),
        cmocka_unit_test(deltas_at_64_and_128_bytes),
        cmocka_unit_test(residues_at_32_bytes),
        cmocka_unit_test(residues_at_64_and_128_bytes),
        cmocka_unit_test(ties_and_order),
        cmocka_unit_test(a_burst_or_a_byte),
        cmocka_unit_test(raw_only_is_raw),
        cmocka_unit_test(every_line_of_corner_chunks),
        cmocka_unit_test(every_configuration),
        cmocka_unit_test(every_bit_turned),
        cmocka_unit_test(decode_takes_any_bits),
        cmocka_unit_test(contradictions_are_errors),
        cmocka_unit_test(contradictions_of_residues_are_errors),
        cmocka_unit_test(a_head_before_the_code),
        cmocka_unit_test(a_head_saves_a_burst),
        cmocka_unit_test(bad_configurations_are_named),
    };
    return cmocka_run_group_tests_name("linebdi", tests, NULL, NULL);
}
