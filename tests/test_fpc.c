/* SPDX-License-Identifier: Apache-2.0
 *
 * The golden model of fpc against vectors worked by hand, bit by bit, against a slow second model that puts and takes one bit
 * after another, and on any bits. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "../base/random.h"
#include "../cmodel/warpfold.h"

static const wf_unit *unit;
static const wf_codec *codec;

enum { WORD_FORM, SEGMENT_FORM, TO_BYTE = 0, TO_BURST = 1, MAX_WORDS = 32 };

static wf_config config(int line, int form, int segments, int save)
{
    wf_config c = wf_default_config(unit, line);
    c.param[0] = form;
    c.param[1] = segments;
    c.param[3] = save;
    return c;
}

static wf_code encode(const wf_config *c, const uint32_t *block, bool raw_only)
{
    wf_code code;
    memset(&code, 0xa5, sizeof code);
    wf_input in = {block, NULL, raw_only};
    assert_int_equal(codec->encode(c, &in, &code), WF_OK);
    return code;
}

static unsigned bit(const uint32_t *v, int i) { return v[i / 32] >> i % 32 & 1; }

/* A payload that begins with these bits, lowest first; blanks do not count. The number of bits. */
static int bits_from(const char *text, uint32_t *payload, int words)
{
    int n = 0;
    memset(payload, 0, 4 * (size_t)words);
    for (; *text; text++)
        if (*text != ' ') {
            payload[n / 32] |= (uint32_t)(*text == '1') << n % 32;
            n++;
        }
    return n;
}

/* The line has this code, comes back from it, and its size, measure and units are as long as it. */
static void check_code(const wf_config *c, const uint32_t *block, const char *text)
{
    uint32_t want[MAX_WORDS], back[MAX_WORDS];
    int n = bits_from(text, want, c->line_bytes / 4), bursts = (n + 255) / 256;
    wf_code code = encode(c, block, false);
    wf_input in = {block, NULL, false};
    assert_int_equal(code.tag[0], 1);
    assert_memory_equal(code.payload, want, 32 * (size_t)bursts);
    assert_int_equal(code.units[0], (1u << bursts) - 1);
    assert_int_equal(code.wen[0], (1u << bursts) - 1);
    assert_int_equal(codec->size(c, &code), n);
    assert_int_equal(codec->measure(c, &in), n);
    assert_int_equal(codec->fault(c, &code), -1);
    assert_string_equal(codec->class_names[codec->classify(c, &code)], "compressed");
    assert_int_equal(codec->decode(c, &code, back), WF_OK);
    assert_memory_equal(back, block, (size_t)c->line_bytes);
}

static void check_raw(const wf_config *c, const uint32_t *block, bool raw_only)
{
    wf_code code = encode(c, block, raw_only);
    wf_input in = {block, NULL, raw_only};
    uint32_t back[MAX_WORDS];
    assert_int_equal(code.tag[0], 0);
    assert_memory_equal(code.payload, block, (size_t)c->line_bytes);
    assert_int_equal(code.units[0], (1u << c->line_bytes / 32) - 1);
    assert_int_equal(code.wen[0], (1u << c->line_bytes / 32) - 1);
    assert_int_equal(codec->size(c, &code), 8 * c->line_bytes);
    assert_int_equal(codec->measure(c, &in), 8 * c->line_bytes);
    assert_int_equal(codec->classify(c, &code), 0);
    assert_int_equal(codec->decode(c, &code, back), WF_OK);
    assert_memory_equal(back, block, (size_t)c->line_bytes);
}

/* ---- vectors worked by hand ---- */

static const char run_of_8[] = "000 111 ", run_of_7[] = "000 011 ";

/* A word with its code, at each edge of each pattern. Fields are written lowest bit first. */
static const struct {
    uint32_t word;
    const char *prefix, *data;
    int pattern;
} words[] = {
    {0x00000007, "100 ", "1110 ", 1},
    {0xfffffff8, "100 ", "0001 ", 1},
    {0xffffffff, "100 ", "1111 ", 1},
    {0x00000008, "010 ", "00010000 ", 2},
    {0xfffffff7, "010 ", "11101111 ", 2},
    {0x0000007f, "010 ", "11111110 ", 2},
    {0xffffff80, "010 ", "00000001 ", 2},
    {0x00000080, "110 ", "0000000100000000 ", 3},
    {0xffffff7f, "110 ", "1111111011111111 ", 3},
    {0x00007fff, "110 ", "1111111111111110 ", 3},
    {0xffff8000, "110 ", "0000000000000001 ", 3},
    {0x00010000, "001 ", "1000000000000000 ", 4},
    {0x80000000, "001 ", "0000000000000001 ", 4},
    {0xffff0000, "001 ", "1111111111111111 ", 4},
    {0x007f0000, "001 ", "1111111000000000 ", 4},   /* two bytes too */
    {0x0001007f, "101 ", "1111111010000000 ", 5},
    {0xff80007f, "101 ", "1111111000000001 ", 5},
    {0x0000ff80, "101 ", "0000000100000000 ", 5},
    {0x01010101, "011 ", "10000000 ", 6},
    {0x80808080, "011 ", "00000001 ", 6},
    {0x7f7f7f7f, "011 ", "11111110 ", 6},
    {0x00008000, "111 ", "00000000000000010000000000000000 ", 7},
    {0xffff7fff, "111 ", "11111111111111101111111111111111 ", 7},
    {0x00010080, "111 ", "00000001000000001000000000000000 ", 7},
    {0x7f7f7f7e, "111 ", "01111110111111101111111011111110 ", 7},
};

static void every_pattern_of_words(void **state)
{
    (void)state;
    for (int line = 32; line <= 128; line *= 2)
        for (size_t r = 0; r < sizeof words / sizeof *words; r++)
            for (int save = 0; save < (line == 32 ? 1 : 2); save++) {
                uint32_t block[MAX_WORDS] = {words[r].word};
                unsigned count[WF_MAX_PATTERNS];
                char text[600] = "";
                wf_config c = config(line, WORD_FORM, 4, save);
                strcat(strcat(text, words[r].prefix), words[r].data);
                for (int zeros = line / 4 - 1; zeros > 8; zeros -= 8)
                    strcat(text, run_of_8);
                strcat(text, run_of_7);
                check_code(&c, block, text);
                wf_code code = encode(&c, block, false);
                codec->patterns(&c, &code, count);
                for (int p = 0; p < 8; p++)
                    assert_int_equal(count[p], p == 0 ? line / 4 - 1 : p == words[r].pattern);
            }
}

/* The same words in a segment alone, in the line's last; the others are 0. */
static void every_pattern_of_segments(void **state)
{
    (void)state;
    for (int line = 32; line <= 128; line *= 2)
        for (int segments = 2; segments <= 16 && segments <= line / 4; segments *= 2)
            for (size_t r = 0; r < sizeof words / sizeof *words; r++) {
                uint32_t block[MAX_WORDS] = {0};
                unsigned count[WF_MAX_PATTERNS];
                char text[2000] = "";
                int width = line / 4 / segments;
                wf_config c = config(line, SEGMENT_FORM, segments, TO_BYTE);
                for (int k = 1; k < segments; k++)
                    strcat(text, "000 ");
                strcat(text, words[r].prefix);
                if (segments == 2)
                    strcat(text, "00");
                if (segments == 4)
                    strcat(text, "0000");
                for (int i = 0; i < width; i++) {
                    block[line / 4 - 1 - i] = words[r].word;
                    strcat(text, words[r].data);
                }
                check_code(&c, block, text);
                wf_code code = encode(&c, block, false);
                codec->patterns(&c, &code, count);
                for (int p = 0; p < 8; p++)
                    assert_int_equal(count[p], p == 0 ? segments - 1 : p == words[r].pattern);
            }
}

static void runs_of_zeros(void **state)
{
    (void)state;
    wf_config c = config(64, WORD_FORM, 4, TO_BYTE);
    uint32_t block[16] = {0};
    check_code(&c, block, "000 111 000 111");
    block[1] = 5;               /* a run of 1, one to the line's end: 14 = 8 + 6 */
    check_code(&c, block, "000 000 100 1010 000 111 000 101");
    block[15] = 5;              /* 13 = 8 + 5 */
    check_code(&c, block, "000 000 100 1010 000 111 000 001 100 1010");
    block[10] = 5;              /* of 8, and of 4 */
    check_code(&c, block, "000 000 100 1010 000 111 100 1010 000 110 100 1010");
    block[10] = 0;
    block[11] = 5;              /* of 9: 8 and 1 */
    check_code(&c, block, "000 000 100 1010 000 111 000 000 100 1010 000 010 100 1010");
    c = config(128, WORD_FORM, 4, TO_BURST);
    uint32_t wide[32] = {0};
    check_code(&c, wide, "000 111 000 111 000 111 000 111");
    wide[0] = 7;
    wide[26] = 7;               /* of 25: three eights and 1; 5 to the end */
    check_code(&c, wide, "100 1110 000 111 000 111 000 111 000 000 100 1110 000 001");
    c = config(32, WORD_FORM, 4, TO_BYTE);
    uint32_t narrow[8] = {0};
    check_code(&c, narrow, "000 111");
    narrow[7] = 7;
    check_code(&c, narrow, "000 011 100 1110");
    narrow[0] = 7;
    check_code(&c, narrow, "100 1110 000 101 100 1110");
}

static void segments_side_by_side(void **state)
{
    (void)state;
    /* The worked example of docs/fpc.md */
    uint32_t block[16] = {0, 0, 0, 0, 1, 2, 3, 0xfffffffc, 0x00120000, 0x7fff0000, 0, 0x00010000, 0x41414141, 0x42424242, 0, 0x43434343};
    wf_config c = config(64, SEGMENT_FORM, 4, TO_BYTE);
    check_code(&c, block, "000 100 001 011 0000 1000 0100 1100 0011 0100100000000000 1111111111111110 0000000000000000 "
                          "1000000000000000 10000010 01000010 00000000 11000010");
    /* One pattern for all: 0 and 1 are nibbles, 0x80 makes halfwords of them, 0x10000 upper
     * halves of 0, two bytes each of 1 and 0 */
    uint32_t mixed[8] = {0, 1, 0x80, 1, 0, 0x10000, 1, 0};
    c = config(32, SEGMENT_FORM, 4, TO_BYTE);
    check_code(&c, mixed, "100 110 001 100 0000 0000 1000 0000000100000000 1000000000000000 0000000000000000 1000000000000000 "
                          "1000 0000");
    c = config(32, SEGMENT_FORM, 8, TO_BYTE);
    check_code(&c, mixed, "000 100 110 100 000 001 100 000 1000 0000000100000000 1000 1000000000000000 1000");
    c = config(32, SEGMENT_FORM, 2, TO_BYTE);
    check_code(&c, mixed, "110 101 00 0000000000000000 1000000000000000 0000000100000000 1000000000000000 "
                          "0000000000000000 0000000010000000 1000000000000000 0000000000000000");
}

/* The longest code that is used, and one that is longer by the least. */
static void what_a_code_must_save(void **state)
{
    (void)state;
    /* 64 bytes, 4 segments, a burst: 16 + 128 + 64 + 32 + 16 = 256 bits; with a byte for a nibble 272 */
    uint32_t block[16];
    for (int i = 0; i < 16; i++)
        block[i] = i < 4 ? 0x12345678 : i < 8 ? 0x1234 : i < 12 ? 0x12 : 1;
    wf_config c = config(64, SEGMENT_FORM, 4, TO_BURST);
    wf_code code = encode(&c, block, false);
    assert_int_equal(code.tag[0], 1);
    assert_int_equal(code.units[0], 1);
    assert_int_equal(codec->size(&c, &code), 256);
    check_raw(&c, block, true);
    block[15] = 0x12;
    check_raw(&c, block, false);
    c = config(64, SEGMENT_FORM, 4, TO_BYTE);
    code = encode(&c, block, false);
    assert_int_equal(code.units[0], 3);
    assert_int_equal(codec->size(&c, &code), 272);
    /* 8 segments, a byte: 24 + 7 * 64 + 32 = 504 bits, all but 8 */
    for (int i = 0; i < 16; i++)
        block[i] = i < 14 ? 0x12345678 : 0x1234;
    c = config(64, SEGMENT_FORM, 8, TO_BYTE);
    code = encode(&c, block, false);
    assert_int_equal(code.tag[0], 1);
    assert_int_equal(codec->size(&c, &code), 504);
    block[15] = 0x12345678;
    check_raw(&c, block, false);
    /* Words: 13 of 35, two of 19 and one of 11 bits are 504; one of 19 for the last are 512 */
    for (int i = 0; i < 16; i++)
        block[i] = i < 13 ? 0x12345678 : i < 15 ? 0x1234 : 0x12;
    c = config(64, WORD_FORM, 4, TO_BYTE);
    code = encode(&c, block, false);
    assert_int_equal(code.tag[0], 1);
    assert_int_equal(codec->size(&c, &code), 504);
    block[15] = 0x1234;
    check_raw(&c, block, false);
    /* 7 of 35 and one of 11 are 256 without the 8 zeros: 262; 6 of 35, a byte, a nibble and 8 zeros are 234 */
    for (int i = 0; i < 16; i++)
        block[i] = i < 7 ? 0x12345678 : i == 7 ? 0x12 : 0;
    c = config(64, WORD_FORM, 4, TO_BURST);
    check_raw(&c, block, false);
    block[6] = 1;
    code = encode(&c, block, false);
    assert_int_equal(code.units[0], 1);
    assert_int_equal(codec->size(&c, &code), 234);
}

/* ---- bad bits, worked by hand ---- */

static void check_bad(const wf_config *c, const wf_code *code, int at, const uint32_t *block)
{
    uint32_t back[MAX_WORDS];
    assert_int_equal(codec->decode(c, code, back), at < 0 ? WF_OK : WF_ERR_PAYLOAD);
    assert_int_equal(codec->fault(c, code), at);
    if (block)
        assert_memory_equal(back, block, (size_t)c->line_bytes);
}

static void contradictions_have_a_place(void **state)
{
    (void)state;
    wf_code code = {.tag = {1}, .units = {1}};
    uint32_t block[16] = {0};
    /* A run of 8, a nibble, a run of 8: one too many. Its length is bits 16 to 18 */
    wf_config c = config(64, WORD_FORM, 4, TO_BYTE);
    bits_from("000 111 100 1010 000 111", code.payload, 16);
    block[8] = 5;
    check_bad(&c, &code, 16, block);
    bits_from("000 111 100 1010 000 011", code.payload, 16);    /* of 7 */
    check_bad(&c, &code, -1, block);
    code.payload[0] |= 0xffu << 24;                             /* pad bits do not count */
    check_bad(&c, &code, -1, block);
    code.units[0] = 3;
    check_bad(&c, &code, 512, block);
    code.units[0] = 0;
    check_bad(&c, &code, 512, block);
    /* Words only: 14 of them are 490 bits, the data of the next would be bits 493 to 524: those from 512 on are 0 */
    memset(code.payload, 0xff, sizeof code.payload);
    code.units[0] = 3;
    for (int i = 0; i < 16; i++)
        block[i] = i < 14 ? 0xffffffff : i == 14 ? 0x7ffff : 0;
    check_bad(&c, &code, 493, block);
    /* The first field that does not end in time, be it a prefix */
    c = config(64, WORD_FORM, 4, TO_BURST);
    for (int i = 245; i < 256; i++)
        code.payload[i / 32] &= ~(1u << i % 32);
    code.payload[245 / 32] |= 2u << 245 % 32;                   /* 7 words, a byte: 256 bits; the next prefix is one too many */
    check_bad(&c, &code, 256, NULL);
    /* Segments: the fourth of 128 bits ends at 528 */
    c = config(64, SEGMENT_FORM, 4, TO_BYTE);
    memset(code.payload, 0xff, sizeof code.payload);
    for (int i = 0; i < 16; i++)
        block[i] = i == 15 ? 0xffff : 0xffffffff;
    check_bad(&c, &code, 400, block);
    code.payload[0] = ~(7u << 9);                               /* a fourth of none: 400 bits */
    memset(block + 12, 0, 16);
    check_bad(&c, &code, -1, block);
    code.payload[0] &= ~0xf000u;                                /* and pad bits of the head do not count */
    check_bad(&c, &code, -1, block);
    code.units[0] = 1;
    check_bad(&c, &code, 512, block);
    c = config(64, SEGMENT_FORM, 4, TO_BURST);
    code.units[0] = 3;
    check_bad(&c, &code, 144, block);                           /* the second ends at 272 */
    /* Raw takes all bursts */
    code.tag[0] = 0;
    check_bad(&c, &code, -1, code.payload);
    code.units[0] = 2;
    check_bad(&c, &code, 512, code.payload);
}

/* ---- a second model: a bit at a time ---- */

typedef struct {
    unsigned char bit[4096];
    int n;
} tape;

static void write_bits(tape *t, uint32_t x, int n)
{
    for (int i = 0; i < n; i++)
        t->bit[t->n++] = x >> i & 1;
}

static uint32_t read_bits(tape *t, int n)
{
    uint32_t x = 0;
    for (int i = 0; i < n; i++)
        x |= (uint32_t)t->bit[t->n++] << i;
    return x;
}

static const int slow_bits[8] = {0, 4, 8, 16, 16, 16, 8, 32};

static int32_t extended(uint32_t x, int n) { return x >> (n - 1) & 1 ? (int32_t)(x | ~0u << n) : (int32_t)(x & ~(~0u << n)); }

static uint32_t slow_word(int p, uint32_t d)
{
    switch (p) {
    case 0: return 0;
    case 1: return (uint32_t)extended(d & 15, 4);
    case 2: return (uint32_t)extended(d & 255, 8);
    case 3: return (uint32_t)extended(d & 65535, 16);
    case 4: return (d & 65535) << 16;
    case 5: return ((uint32_t)extended(d >> 8 & 255, 8) & 65535) << 16 | ((uint32_t)extended(d & 255, 8) & 65535);
    case 6: return (d & 255) | (d & 255) << 8 | (d & 255) << 16 | (d & 255) << 24;
    default: return d;
    }
}

/* The data of a word under a pattern, whether or not it comes back from it. */
static uint32_t slow_data(int p, uint32_t w)
{
    uint32_t d = p == 4 ? w >> 16 : p == 5 ? (w & 255) | (w >> 16 & 255) << 8 : w;
    return slow_bits[p] == 32 ? d : d & ((1u << slow_bits[p]) - 1);
}

/* A word fits a pattern if it comes back from its data. */
static int slow_pattern(const uint32_t *w, int count)
{
    int best = 7;
    for (int p = 7; p >= 0; p--) {
        bool all = true;
        for (int i = 0; i < count; i++)
            all &= slow_word(p, slow_data(p, w[i])) == w[i];
        if (all && slow_bits[p] <= slow_bits[best])
            best = p;
    }
    return best;
}

static void slow_encode(const wf_config *c, const uint32_t *block, tape *t)
{
    memset(t, 0, sizeof *t);
    if (c->param[0] == SEGMENT_FORM) {
        int width = c->line_bytes / 4 / c->param[1], pattern[16];
        for (int k = 0; k < c->param[1]; k++)
            write_bits(t, (uint32_t)(pattern[k] = slow_pattern(block + k * width, width)), 3);
        while (t->n % 8)
            write_bits(t, 0, 1);
        for (int i = 0; i < c->line_bytes / 4; i++)
            write_bits(t, slow_data(pattern[i / width], block[i]), slow_bits[pattern[i / width]]);
        return;
    }
    for (int i = 0; i < c->line_bytes / 4;) {
        int p = slow_pattern(block + i, 1), run = 0;
        write_bits(t, (uint32_t)p, 3);
        if (p != 0) {
            write_bits(t, slow_data(p, block[i]), slow_bits[p]);
            i++;
            continue;
        }
        while (run < 8 && i < c->line_bytes / 4 && block[i] == 0) {
            run++;
            i++;
        }
        write_bits(t, (uint32_t)run - 1, 3);
    }
}

static int limit_of(const wf_config *c) { return 8 * (c->line_bytes - (c->param[3] == TO_BURST ? 32 : 1)); }

/* The block of a compressed payload, the bits that were read, and the first field that cannot be (or -1). */
static int slow_decode(const wf_config *c, const uint32_t *payload, uint32_t *block, int *fault)
{
    tape t;
    int limit = limit_of(c);
    memset(&t, 0, sizeof t);
    for (int i = 0; i < 8 * c->line_bytes; i++)
        t.bit[i] = (unsigned char)bit(payload, i);
    *fault = -1;
    if (c->param[0] == SEGMENT_FORM) {
        int width = c->line_bytes / 4 / c->param[1], pattern[16];
        for (int k = 0; k < c->param[1]; k++)
            pattern[k] = (int)read_bits(&t, 3);
        t.n = (t.n + 7) / 8 * 8;
        for (int k = 0; k < c->param[1]; k++) {
            int at = t.n;
            for (int i = 0; i < width; i++)
                block[k * width + i] = slow_word(pattern[k], read_bits(&t, slow_bits[pattern[k]]));
            if (*fault < 0 && t.n > limit)
                *fault = at;
        }
        return t.n;
    }
    for (int i = 0; i < c->line_bytes / 4;) {
        int at = t.n, p = (int)read_bits(&t, 3);
        if (*fault < 0 && t.n > limit)
            *fault = at;
        at = t.n;
        uint32_t d = read_bits(&t, p ? slow_bits[p] : 3);
        if (*fault < 0 && (t.n > limit || (p == 0 && i + (int)d + 1 > c->line_bytes / 4)))
            *fault = at;
        for (uint32_t k = 0; k < (p ? 1 : d + 1) && i < c->line_bytes / 4; k++)
            block[i++] = slow_word(p, d);
    }
    return t.n;
}

static void slow_check(const wf_config *c, const uint32_t *block, bool raw_only, rng *r)
{
    tape t;
    wf_sizes s;
    assert_int_equal(codec->sizes(c, &s, NULL), WF_OK);
    slow_encode(c, block, &t);
    bool used = !raw_only && t.n <= limit_of(c);
    int bits = used ? t.n : 8 * c->line_bytes, bursts = (bits + 255) / 256;
    wf_code code = encode(c, block, raw_only);
    wf_input in = {block, NULL, raw_only};
    assert_int_equal(code.tag[0], used);
    assert_int_equal(code.units[0], (1u << bursts) - 1);
    assert_int_equal(code.wen[0], (1u << bursts) - 1);
    assert_int_equal(codec->size(c, &code), bits);
    assert_int_equal(codec->measure(c, &in), bits);
    assert_int_equal(codec->fault(c, &code), -1);
    for (int i = 0; i < 256 * bursts; i++)
        assert_int_equal(bit(code.payload, i), used ? t.bit[i] : bit(block, i));
    for (int i = bits; i < 8 * c->line_bytes; i++)      /* neither pad bits nor bursts that are not in use count */
        code.payload[i / 32] ^= (rng_word(r) & 1) << i % 32;
    uint32_t back[MAX_WORDS];
    assert_int_equal(codec->decode(c, &code, back), WF_OK);
    assert_memory_equal(back, block, (size_t)c->line_bytes);
    assert_int_equal(codec->fault(c, &code), -1);
}

static wf_config random_config(rng *r)
{
    int line = 32 << rng_below(r, 3), segments = 2 << rng_below(r, line == 32 ? 3 : 4);
    return config(line, (int)rng_below(r, 2), segments, line == 32 ? TO_BYTE : (int)rng_below(r, 2));
}

/* A word of some pattern, or at an edge of one. */
static uint32_t random_word(rng *r, uint32_t kind)
{
    uint32_t w = rng_word(r), edge = words[rng_below(r, sizeof words / sizeof *words)].word;
    switch (kind) {
    case 0: return 0;
    case 8: return edge;
    case 9: return edge + rng_below(r, 3) - 1;
    case 10: return edge ^ 1u << rng_below(r, 32);
    default: return slow_word((int)kind % 8, w);
    }
}

static void both_models_agree(void **state)
{
    (void)state;
    rng r = {1};
    for (int n = 0; n < 40000; n++) {
        wf_config c = random_config(&r);
        uint32_t block[MAX_WORDS], kind = 0, few = rng_below(&r, 4);
        for (int i = 0; i < c.line_bytes / 4; i++) {
            if (i == 0 || few == 0 || rng_below(&r, 6) == 0)
                kind = rng_below(&r, 11);
            block[i] = few == 3 && rng_below(&r, 8) ? 0 : random_word(&r, kind);
        }
        slow_check(&c, block, rng_below(&r, 32) == 0, &r);
    }
}

static void decode_takes_any_bits(void **state)
{
    (void)state;
    rng r = {2};
    int wrong = 0, right = 0;
    for (int n = 0; n < 60000; n++) {
        wf_config c = random_config(&r);
        wf_code code;
        uint32_t block[MAX_WORDS], back[MAX_WORDS], density = rng_below(&r, 4);
        unsigned count[WF_MAX_PATTERNS], sum = 0;
        memset(&code, 0, sizeof code);
        for (int i = 0; i < c.line_bytes / 4; i++)
            code.payload[i] = density == 0 ? rng_word(&r) : density == 1 ? rng_word(&r) & rng_word(&r) :
                              density == 2 ? rng_word(&r) | rng_word(&r) : rng_word(&r) & rng_word(&r) & rng_word(&r);
        code.tag[0] = rng_below(&r, 16) != 0;
        int at = -1, bits = 8 * c.line_bytes;
        if (code.tag[0])
            bits = slow_decode(&c, code.payload, block, &at);
        else
            memcpy(block, code.payload, sizeof block);
        int bursts = (bits + 255) / 256 < c.line_bytes / 4 / 8 ? (bits + 255) / 256 : c.line_bytes / 4 / 8;
        code.units[0] = rng_below(&r, 4) ? (1u << bursts) - 1 : rng_below(&r, 1u << c.line_bytes / 4 / 8);
        if (at < 0 && code.units[0] != (1u << bursts) - 1)
            at = 8 * c.line_bytes;
        assert_int_equal(codec->decode(&c, &code, back), at < 0 ? WF_OK : WF_ERR_PAYLOAD);
        assert_memory_equal(back, block, (size_t)c.line_bytes);
        assert_int_equal(codec->fault(&c, &code), at);
        assert_int_equal(codec->size(&c, &code), bits);
        codec->patterns(&c, &code, count);
        for (int p = 0; p < WF_MAX_PATTERNS; p++)
            sum += count[p];
        assert_int_equal(sum, !code.tag[0] ? 0 : c.param[0] == SEGMENT_FORM ? c.param[1] : c.line_bytes / 4);
        *(at < 0 ? &right : &wrong) += 1;
    }
    assert_true(wrong > 1000 && right > 1000);
}

/* ---- geometry ---- */

static void sizes_of_both_forms(void **state)
{
    (void)state;
    for (int line = 32; line <= 128; line *= 2)
        for (int form = 0; form < 2; form++)
            for (int rate = 1; rate <= 8; rate *= 2) {
                wf_config c = config(line, form, 4, TO_BYTE);
                wf_sizes s;
                c.param[2] = rate;
                assert_int_equal(codec->sizes(&c, &s, NULL), WF_OK);
                assert_int_equal(s.block_bits, 8 * line);
                assert_int_equal(s.payload_bits, 8 * line);
                assert_int_equal(s.mask_bits, 0);
                assert_int_equal(s.tag_bits, 1);
                assert_int_equal(s.code_bits, 1);
                assert_int_equal(s.raw_bit, 0);
                assert_int_equal(s.units, line / 32);
                assert_int_equal(s.wen_bits, line / 32);
                assert_int_equal(s.unit_bits[s.units - 1], 256);
                assert_int_equal(s.interval_enc, 1);
                assert_int_equal(s.interval_dec, form == WORD_FORM ? line / 4 / rate : 1);
            }
}

static void bad_configurations_are_named(void **state)
{
    (void)state;
    static const struct {
        int lanes, param[4];
        const char *says;
    } rows[] = {
        {4, {1, 4, 2, 0}, "32, 64 or 128"}, {64, {1, 4, 2, 0}, "32, 64 or 128"}, {16, {2, 4, 2, 0}, "form"},
        {16, {1, 3, 2, 0}, "2, 4, 8 or 16"}, {8, {1, 16, 2, 0}, "at most"},      {16, {0, 4, 3, 0}, "rate"},
        {16, {1, 4, 2, 2}, "byte or burst"}, {8, {1, 4, 2, 1}, "nothing to save"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        wf_config c = {.line_bytes = 4 * rows[i].lanes};
        memcpy(c.param, rows[i].param, sizeof rows[i].param);
        const char *why = NULL;
        wf_sizes s;
        assert_int_equal(codec->sizes(&c, &s, &why), WF_ERR_CONFIG);
        assert_non_null(strstr(why, rows[i].says));
    }
}

int main(void)
{
    unit = wf_find_unit("fpc");
    codec = unit->codec;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_pattern_of_words),
        cmocka_unit_test(every_pattern_of_segments),
        cmocka_unit_test(runs_of_zeros),
        cmocka_unit_test(segments_side_by_side),
        cmocka_unit_test(what_a_code_must_save),
        cmocka_unit_test(contradictions_have_a_place),
        cmocka_unit_test(both_models_agree),
        cmocka_unit_test(decode_takes_any_bits),
        cmocka_unit_test(sizes_of_both_forms),
        cmocka_unit_test(bad_configurations_are_named),
    };
    return cmocka_run_group_tests_name("fpc", tests, NULL, NULL);
}
