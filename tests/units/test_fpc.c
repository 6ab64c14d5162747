/* SPDX-License-Identifier: Apache-2.0
 *
 * The golden model of fpc: vectors worked by hand, bit by bit; the fast form against the specification, on small domains in full and
 * on large ones at random; where the errors of any bits are. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "../../base/random.h"
#include "../../cmodel/bits.h"
#include "../../cmodel/warpfold.h"
#include "both_forms.h"
#include "sampled.h"

static const wf_unit *unit;
static const wf_codec *codec;

enum { WORD_FORM, SEGMENT_FORM, TO_BYTE = 0, TO_BURST = 1, MAX_WORDS = 32 };
enum { P_ZERO = 1, P_NIBBLE = 2, P_BYTE = 4, P_HALF = 8, P_UPPER = 16, P_TWO = 32, P_REPEATED = 64, P_ALL = 127 };

static wf_config config(int line, int form, int segments, int save)
{
    wf_config c = wf_default_config(unit, line);
    c.param[0] = form;
    c.param[1] = segments;
    c.param[4] = save;
    return c;
}

static wf_config with_patterns(wf_config c, int patterns)
{
    c.param[3] = patterns;
    return c;
}

static wf_code encode(const wf_config *c, const uint32_t *block, bool raw_only)
{
    return encode_both(codec, c, block, raw_only);
}

static unsigned bit(const uint32_t *v, int i)
{
    return v[i / 32] >> i % 32 & 1;
}

/* Writes a payload that begins with these bits, lowest first, and returns their number. Blanks do not count. */
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

/* Expects that the line has this code and that the code decodes to it; size, measure and units must match the code's length. */
static void check_code(const wf_config *c, const uint32_t *block, const char *text)
{
    uint32_t want[MAX_WORDS], back[MAX_WORDS];
    int n = bits_from(text, want, line_words(c)), bursts = (n + 255) / 256;
    wf_code code = encode(c, block, false);
    assert_int_equal(code.tag[0], 1);
    assert_memory_equal(code.payload, want, 32 * (size_t)bursts);
    assert_int_equal(code.units[0], (1u << bursts) - 1);
    assert_int_equal(code.wen[0], (1u << bursts) - 1);
    assert_int_equal(codec->size(c, &code), n);
    assert_int_equal(codec->fault(c, &code), -1);
    assert_string_equal(codec->class_names[codec->classify(c, &code)], "compressed");
    assert_int_equal(decode_both(codec, c, &code, back), WF_OK);
    assert_memory_equal(back, block, (size_t)c->line_bytes);
}

static void check_raw(const wf_config *c, const uint32_t *block, bool raw_only)
{
    wf_code code = encode(c, block, raw_only);
    uint32_t back[MAX_WORDS];
    assert_int_equal(code.tag[0], 0);
    assert_memory_equal(code.payload, block, (size_t)c->line_bytes);
    assert_int_equal(code.units[0], (1u << line_words(c) / 8) - 1);
    assert_int_equal(code.wen[0], (1u << line_words(c) / 8) - 1);
    assert_int_equal(codec->size(c, &code), 32 * line_words(c));
    assert_int_equal(codec->classify(c, &code), 0);
    assert_int_equal(decode_both(codec, c, &code, back), WF_OK);
    assert_memory_equal(back, block, (size_t)c->line_bytes);
}

/* ---- vectors worked by hand ---- */

static const char run_of_8[] = "000 111 ", run_of_7[] = "000 011 ";

/* A word with its code, at each edge of each pattern. Fields are written lowest bit first. */
static const struct {
    uint32_t word;
    const char *prefix, *data;
    int pattern;
} vectors[] = {
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
    {0x007f0000, "001 ", "1111111000000000 ", 4}, /* two bytes too */
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
        for (size_t r = 0; r < sizeof vectors / sizeof *vectors; r++)
            for (int save = 0; save < (line == 32 ? 1 : 2); save++) {
                uint32_t block[MAX_WORDS] = {vectors[r].word};
                unsigned count[WF_MAX_PATTERNS];
                char text[600] = "";
                wf_config c = config(line, WORD_FORM, 4, save);
                strcat(strcat(text, vectors[r].prefix), vectors[r].data);
                for (int zeros = line / 4 - 1; zeros > 8; zeros -= 8)
                    strcat(text, run_of_8);
                strcat(text, run_of_7);
                check_code(&c, block, text);
                wf_code code = encode(&c, block, false);
                codec->patterns(&c, &code, count);
                for (int p = 0; p < 8; p++)
                    assert_int_equal(count[p], p == 0 ? line / 4 - 1 : p == vectors[r].pattern);
            }
}

/* The same words in a segment alone, in the line's last; the others are 0. */
static void every_pattern_of_segments(void **state)
{
    (void)state;
    for (int line = 32; line <= 128; line *= 2)
        for (int segments = 2; segments <= 16 && segments <= line / 4; segments *= 2)
            for (size_t r = 0; r < sizeof vectors / sizeof *vectors; r++) {
                uint32_t block[MAX_WORDS] = {0};
                unsigned count[WF_MAX_PATTERNS];
                char text[2000] = "";
                int width = line / 4 / segments;
                wf_config c = config(line, SEGMENT_FORM, segments, TO_BYTE);
                for (int k = 1; k < segments; k++)
                    strcat(text, "000 ");
                strcat(text, vectors[r].prefix);
                if (segments == 2)
                    strcat(text, "00");
                if (segments == 4)
                    strcat(text, "0000");
                for (int i = 0; i < width; i++) {
                    block[line / 4 - 1 - i] = vectors[r].word;
                    strcat(text, vectors[r].data);
                }
                check_code(&c, block, text);
                wf_code code = encode(&c, block, false);
                codec->patterns(&c, &code, count);
                for (int p = 0; p < 8; p++)
                    assert_int_equal(count[p], p == 0 ? segments - 1 : p == vectors[r].pattern);
            }
}

static void runs_of_zeros(void **state)
{
    (void)state;
    wf_config c = config(64, WORD_FORM, 4, TO_BYTE);
    uint32_t block[16] = {0};
    check_code(&c, block, "000 111 000 111");
    block[1] = 5; /* a run of 1, one to the line's end: 14 = 8 + 6 */
    check_code(&c, block, "000 000 100 1010 000 111 000 101");
    block[15] = 5; /* 13 = 8 + 5 */
    check_code(&c, block, "000 000 100 1010 000 111 000 001 100 1010");
    block[10] = 5; /* of 8, and of 4 */
    check_code(&c, block, "000 000 100 1010 000 111 100 1010 000 110 100 1010");
    block[10] = 0;
    block[11] = 5; /* of 9: 8 and 1 */
    check_code(&c, block, "000 000 100 1010 000 111 000 000 100 1010 000 010 100 1010");
    c = config(128, WORD_FORM, 4, TO_BURST);
    uint32_t wide[32] = {0};
    check_code(&c, wide, "000 111 000 111 000 111 000 111");
    wide[0] = 7;
    wide[26] = 7; /* of 25: three eights and 1; 5 to the end */
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
    check_code(&c, block,
               "000 100 001 011 0000 1000 0100 1100 0011 0100100000000000 1111111111111110 0000000000000000 "
               "1000000000000000 10000010 01000010 00000000 11000010");
    /* One pattern for all: 0 and 1 are nibbles, 0x80 makes halfwords of them, 0x10000 upper
     * halves of 0, two bytes each of 1 and 0 */
    uint32_t mixed[8] = {0, 1, 0x80, 1, 0, 0x10000, 1, 0};
    c = config(32, SEGMENT_FORM, 4, TO_BYTE);
    check_code(&c, mixed,
               "100 110 001 100 0000 0000 1000 0000000100000000 1000000000000000 0000000000000000 1000000000000000 "
               "1000 0000");
    c = config(32, SEGMENT_FORM, 8, TO_BYTE);
    check_code(&c, mixed, "000 100 110 100 000 001 100 000 1000 0000000100000000 1000 1000000000000000 1000");
    c = config(32, SEGMENT_FORM, 2, TO_BYTE);
    check_code(&c, mixed,
               "110 101 00 0000000000000000 1000000000000000 0000000100000000 1000000000000000 "
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

/* A word that has none of the patterns in use, but one that is left out, takes the next wider one. */
static void fewer_patterns(void **state)
{
    (void)state;
    wf_config c = with_patterns(config(32, WORD_FORM, 4, TO_BYTE), P_ZERO | P_BYTE | P_HALF);
    uint32_t few[8] = {0, 0, 5, 0x1234, 0x12340000, 0, 0, 0};
    unsigned count[WF_MAX_PATTERNS];
    check_code(&c, few, "000 100 010 10100000 110 0010110001001000 111 0000000000000000 0010110001001000 000 010");
    wf_code code = encode(&c, few, false);
    codec->patterns(&c, &code, count);
    static const unsigned want[8] = {5, WF_NO_PATTERN, 1, 1, WF_NO_PATTERN, WF_NO_PATTERN, WF_NO_PATTERN, 1};
    for (int p = 0; p < 8; p++)
        assert_int_equal(count[p], want[p]);
    /* Without zero there are no runs. 00000012 is two bytes; 00120000 too, but its prefix as an upper half is lower */
    c = with_patterns(c, P_NIBBLE | P_UPPER | P_TWO | P_REPEATED);
    uint32_t other[8] = {0, 0xffffffff, 0x12, 0x00120000, 0x00120034, 0x41414141, 0, 0};
    check_code(&c, other,
               "100 0000 100 1111 101 01001000 00000000 001 0100100000000000 101 00101100 01001000 011 10000010 100 0000 100 0000");
    /* Zeros are both, and take fewer bits as repeated bytes */
    c = with_patterns(config(32, SEGMENT_FORM, 2, TO_BYTE), P_UPPER | P_REPEATED);
    uint32_t upper[8] = {0, 0, 0, 0, 0, 0x00010000, 0, 0x00020000};
    check_code(&c, upper,
               "011 001 00 00000000 00000000 00000000 00000000 "
               "0000000000000000 1000000000000000 0000000000000000 0100000000000000");
    /* So do words of ones */
    c = with_patterns(c, P_TWO | P_REPEATED);
    uint32_t ones[8] = {0, 0xffffffff, 0, 0xffffffff, 1, 0, 0, 0};
    check_code(&c, ones,
               "011 101 00 00000000 11111111 00000000 11111111 "
               "1000000000000000 0000000000000000 0000000000000000 0000000000000000");
    /* One pattern for all: a nibble, a byte and a zero are halfwords if nothing else is in use */
    c = with_patterns(c, P_HALF);
    uint32_t halves[8] = {0, 0, 0, 0, 7, 0x12, 0, 0xffffff80};
    check_code(&c, halves,
               "110 110 00 0000000000000000 0000000000000000 0000000000000000 0000000000000000 "
               "1110000000000000 0100100000000000 0000000000000000 0000000111111111");
}

/* ---- bad bits, worked by hand ---- */

static void check_bad(const wf_config *c, const wf_code *code, int at, const uint32_t *block)
{
    uint32_t back[MAX_WORDS];
    assert_int_equal(decode_both(codec, c, code, back), at < 0 ? WF_OK : WF_ERR_PAYLOAD);
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
    bits_from("000 111 100 1010 000 011", code.payload, 16); /* of 7 */
    check_bad(&c, &code, -1, block);
    code.payload[0] |= 0xffu << 24; /* pad bits do not count */
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
    code.payload[245 / 32] |= 2u << 245 % 32; /* 7 words, a byte: 256 bits; the next prefix is one too many */
    check_bad(&c, &code, 256, NULL);
    /* Segments: the fourth of 128 bits ends at 528 */
    c = config(64, SEGMENT_FORM, 4, TO_BYTE);
    memset(code.payload, 0xff, sizeof code.payload);
    for (int i = 0; i < 16; i++)
        block[i] = i == 15 ? 0xffff : 0xffffffff;
    check_bad(&c, &code, 400, block);
    code.payload[0] = ~(7u << 9); /* a fourth of none: 400 bits */
    memset(block + 12, 0, 16);
    check_bad(&c, &code, -1, block);
    code.payload[0] &= ~0xf000u; /* and pad bits of the head do not count */
    check_bad(&c, &code, -1, block);
    code.units[0] = 1;
    check_bad(&c, &code, 512, block);
    c = config(64, SEGMENT_FORM, 4, TO_BURST);
    code.units[0] = 3;
    check_bad(&c, &code, 144, block); /* the second ends at 272 */
    /* Raw takes all bursts */
    code.tag[0] = 0;
    check_bad(&c, &code, -1, code.payload);
    code.units[0] = 2;
    check_bad(&c, &code, 512, code.payload);
}

/* A prefix that is not in use is an error there, and reads as 111. */
static void prefixes_that_are_not_in_use(void **state)
{
    (void)state;
    wf_code code = {.tag = {1}, .units = {1}};
    uint32_t block[8] = {0};
    wf_config c = with_patterns(config(32, WORD_FORM, 4, TO_BYTE), P_ZERO | P_BYTE);
    bits_from("000 010 100 01100000000000000000000000000001 000 001", code.payload, 8); /* 3 zeros, a "nibble", 4 zeros and one more */
    block[3] = 0x80000006;
    code.payload[1] |= 1u << (44 - 32); /* a run of 7 then, three words too long: its length is bits 44 to 46 */
    check_bad(&c, &code, 6, block);
    c = with_patterns(config(32, SEGMENT_FORM, 4, TO_BYTE), P_ZERO | P_BYTE);
    bits_from("000 010 001 000 0000 10000000 01000000 00000000000000001000000000000000 11000000000000000000000000000000", code.payload, 8);
    memset(block, 0, sizeof block);
    block[2] = 1;
    block[3] = 2;
    block[4] = 0x00010000; /* not upper halves */
    block[5] = 3;
    check_bad(&c, &code, 6, block);
    c = with_patterns(c, P_ALL);
    block[4] = 0; /* upper halves: of 16 bits each */
    block[5] = 0x00010000;
    check_bad(&c, &code, -1, block);
    /* A pattern less has no prefix, also if it is the one of runs */
    c = with_patterns(config(32, WORD_FORM, 4, TO_BYTE), P_NIBBLE);
    memset(code.payload, 0, sizeof code.payload);
    memset(block, 0, sizeof block);
    check_bad(&c, &code, 0, block);
}

/* ---- every code has its place: a second reading of where the fields of any bits are ---- */

/* So many bits from bit `at` on, one by one; 0 behind the payload. */
static uint32_t bits_at(const wf_config *c, const uint32_t *payload, int at, int n)
{
    uint32_t x = 0;
    for (int i = 0; i < n; i++)
        x |= (at + i < 32 * line_words(c) ? bit(payload, at + i) : 0u) << i;
    return x;
}

/* The prefix at bit `at`, or 7 if it is not in use. */
static int prefix_at(const wf_config *c, const uint32_t *payload, int at)
{
    int prefix = (int)bits_at(c, payload, at, 3);
    return (c->param[3] | 128) >> prefix & 1 ? prefix : 7;
}

/* The bits of a compressed payload; *fault: the first bit of the first field that ends too late, is a run that is too long or a prefix that
 * is not in use. */
static int bits_of(const wf_config *c, const uint32_t *payload, int *fault)
{
    static const int length[8] = {0, 4, 8, 16, 16, 16, 8, 32};
    int words = line_words(c), limit = 8 * (4 * words - (c->param[4] == TO_BURST ? 32 : 1)), at = 0;
    *fault = -1;
    if (c->param[0] == SEGMENT_FORM) {
        at = (3 * c->param[1] + 7) / 8 * 8;
        for (int k = c->param[1] - 1; k >= 0; k--)
            if (prefix_at(c, payload, 3 * k) != (int)bits_at(c, payload, 3 * k, 3))
                *fault = 3 * k;
        for (int k = 0; k < c->param[1]; k++) {
            int n = words / c->param[1] * length[prefix_at(c, payload, 3 * k)];
            if (*fault < 0 && at + n > limit)
                *fault = at;
            at += n;
        }
        return at;
    }
    for (int i = 0; i < words;) {
        int prefix = prefix_at(c, payload, at), run = prefix ? 1 : (int)bits_at(c, payload, at + 3, 3) + 1;
        int n = prefix ? length[prefix] : 3;
        if (*fault < 0 && (at + 3 > limit || prefix != (int)bits_at(c, payload, at, 3)))
            *fault = at;
        if (*fault < 0 && (at + 3 + n > limit || i + run > words))
            *fault = at + 3;
        at += 3 + n;
        i += run;
    }
    return at;
}

static int right, wrong; /* codes that check_bits has seen */

/* Any bits, as compressed or raw: both forms, and the places. `units`: those that the code's length asks for, or not. */
static void check_bits(const wf_config *c, wf_code *code, bool good_units)
{
    uint32_t block[MAX_WORDS];
    unsigned count[WF_MAX_PATTERNS], sum = 0;
    int words = line_words(c), at = -1, bits = code->tag[0] & 1 ? bits_of(c, code->payload, &at) : 32 * words;
    uint32_t all = (1u << words / 8) - 1, units = ((1u << (bits + 255) / 256) - 1) & all;
    code->units[0] = good_units ? units : (code->units[0] & all) == units ? units ^ 1 : code->units[0] & all;
    if (at < 0 && code->units[0] != units)
        at = 32 * words;
    assert_int_equal(decode_both(codec, c, code, block), at < 0 ? WF_OK : WF_ERR_PAYLOAD);
    assert_int_equal(codec->fault(c, code), at);
    assert_int_equal(codec->size(c, code), bits);
    codec->patterns(c, code, count);
    for (int p = 0; p < WF_MAX_PATTERNS; p++)
        sum += count[p] == WF_NO_PATTERN ? 0 : count[p];
    assert_int_equal(sum, !(code->tag[0] & 1) ? 0 : c->param[0] == SEGMENT_FORM ? c->param[1] : words);
    *(at < 0 ? &right : &wrong) += 1;
    if (at >= 0)
        return;
    round_trip_both(codec, c, block);
}

/* ---- the fast form: small domains in full ---- */

/* Words of the ten sets of patterns that a word can have, two of each. */
static const uint32_t kinds[10][2] = {
    {0, 0},
    {0xffffffff, 0xffffffff},
    {0x00000005, 0xfffffff9},
    {0x0000005a, 0xffffff9a},
    {0x00005a5a, 0xffff8001},
    {0x0000ffc0, 0xff9a0012},
    {0x12340000, 0x80000000},
    {0x005a0000, 0xff9a0000},
    {0x5a5a5a5a, 0xc3c3c3c3},
    {0x12345678, 0x00008000},
};

/* Both halves of a line of 32 bytes have every four kinds: words and runs, segments of 1, 2 and 4 words. */
static void every_four_kinds_of_words(void **state)
{
    (void)state;
    wf_config c[4] = {config(32, WORD_FORM, 4, TO_BYTE)};
    for (int k = 0; k < 3; k++)
        c[1 + k] = config(32, SEGMENT_FORM, 2 << k, TO_BYTE);
    for (uint32_t n = 0; n < 10000; n++) {
        uint32_t block[8], low = n, high = n * 7919 % 10000; /* 7919 has no factor of 10000: high is each number, too */
        for (int i = 0; i < 4; i++, low /= 10, high /= 10) {
            block[i] = kinds[low % 10][n / 16 % 2];
            block[4 + i] = kinds[high % 10][n / 32 % 2];
        }
        for (int k = 0; k < 4; k++)
            round_trip_both(codec, &c[k], block);
    }
}

/* The plain reading of a set: of the patterns in use that the words have, the one of the fewest bits, then of the lowest prefix; 7 if there
 * is none. What a word has is read off the code of the word alone with one pattern. */
static void every_set_of_patterns(void **state)
{
    (void)state;
    static const int length[8] = {0, 4, 8, 16, 16, 16, 8, 32};
    rng r = {5};
    for (int set = 1; set <= P_ALL; set++)
        for (int n = 0; n < 300; n++) {
            wf_config words = with_patterns(config(32, WORD_FORM, 4, TO_BYTE), set), halves = config(32, SEGMENT_FORM, 2, TO_BYTE);
            uint32_t block[8], kind = rng_below(&r, 10), back[8];
            for (int i = 0; i < 8; i++)
                block[i] = kinds[rng_below(&r, 4) ? kind : rng_below(&r, 10)][rng_below(&r, 2)];
            round_trip_both(codec, &words, block);
            memcpy(block + 4, block, 16); /* both segments are alike */
            wf_config own = with_patterns(halves, set);
            int best = 7;
            for (int p = 0; p < 7; p++) {
                wf_config one = with_patterns(halves, 1 << p);
                if (set >> p & 1 && length[p] < length[best] && encode(&one, block, false).tag[0])
                    best = p;
            }
            wf_code code = encode(&own, block, false);
            assert_int_equal(code.tag[0], best < 7);
            if (best < 7)
                assert_int_equal(code.payload[0] & 63, best * 9);
            assert_int_equal(decode_both(codec, &own, &code, back), WF_OK);
            assert_memory_equal(back, block, sizeof block);
        }
}

/* The n-th of the numbers (a, b, d, e), a <= b <= d <= e < 32, as a mask whose bits change there: all masks of at most four runs of
 * equal bits are among them. False: there is no n-th. */
static bool next_mask(int *edge, uint32_t *mask)
{
    int i = 3;
    *mask = ~0u << edge[0] ^ ~0u << edge[1] ^ ~0u << edge[2] ^ ~0u << edge[3];
    while (i >= 0 && edge[i] == 31)
        i--;
    if (i < 0)
        return false;
    for (int next = edge[i] + 1; i < 4; i++)
        edge[i] = next;
    return true;
}

/* Every word of at most four runs of equal bits, and every word of corner bytes. */
static void every_edge_of_a_word(void **state)
{
    (void)state;
    static const uint8_t corner[] = {0x00, 0x01, 0x07, 0x08, 0x0f, 0x7f, 0x80, 0xf0, 0xf7, 0xf8, 0xff, 0x5a};
    enum { CORNERS = sizeof corner };
    wf_config c = config(64, WORD_FORM, 4, TO_BYTE);
    uint32_t block[16] = {0};
    int edge[4] = {0}, count = 0;
    for (bool more = true; more; count++) {
        more = next_mask(edge, &block[count % 8]);
        if (count % 8 == 7 || !more)
            round_trip_both(codec, &c, block);
    }
    assert_int_equal(count, 52360);
    for (int n = 0; n < CORNERS * CORNERS * CORNERS * CORNERS; n++) {
        block[n % 8] = 0;
        for (int i = 0, k = n; i < 4; i++, k /= CORNERS)
            block[n % 8] |= (uint32_t)corner[k % CORNERS] << 8 * i;
        if (n % 8 == 7)
            round_trip_both(codec, &c, block);
    }
}

/* Zeros at every place of 16 words; at places of at most four runs of 32. */
static void every_run_of_zeros(void **state)
{
    (void)state;
    wf_config byte = config(64, WORD_FORM, 4, TO_BYTE), wide = config(128, WORD_FORM, 4, TO_BYTE);
    uint32_t block[32], mask;
    for (mask = 0; mask < 65536; mask++) {
        for (int i = 0; i < 16; i++)
            block[i] = mask >> i & 1 ? 5 : 0;
        wf_code code = encode_both(codec, &byte, block, false);
        assert_int_equal(code.tag[0], 1);
    }
    int edge[4] = {0}, count = 0;
    for (bool more = true; more; count++) {
        more = next_mask(edge, &mask);
        for (int i = 0; i < 32; i++)
            block[i] = mask >> i & 1 ? 0x5a : 0;
        encode_both(codec, &wide, block, false);
    }
    assert_int_equal(count, 52360);
}

/* Any number of words of 35, 19, 11 and 7 bits: all lengths that a code without zeros has, around what a code must save. */
static void every_length_of_a_code(void **state)
{
    (void)state;
    static const uint32_t word[4] = {0x12345678, 0x1234, 0x5a, 5};
    int used = 0, raw = 0;
    for (int words = 16; words <= 32; words *= 2)
        for (int a = 0; a <= words; a++)
            for (int b = a; b <= words; b++)
                for (int d = b; d <= words; d++) {
                    uint32_t block[32];
                    for (int i = 0; i < words; i++)
                        block[i] = word[(i >= a) + (i >= b) + (i >= d)];
                    for (int save = TO_BYTE; save <= TO_BURST; save++)
                        for (int form = WORD_FORM; form <= SEGMENT_FORM; form++) {
                            wf_config c = config(4 * words, form, 8, save);
                            *(encode_both(codec, &c, block, false).tag[0] ? &used : &raw) += 1;
                        }
                }
    assert_int_equal(used + raw, 4 * (969 + 6545));
    assert_true(used > 1000 && raw > 1000);
}

static void fill_random(rng *r, uint32_t *v, int words)
{
    uint32_t density = rng_below(r, 5); /* the last: words only, to far behind the payload */
    for (int i = 0; i < words; i++)
        v[i] = density == 0   ? rng_word(r)
               : density == 1 ? rng_word(r) & rng_word(r)
               : density == 2 ? rng_word(r) | rng_word(r)
               : density == 3 ? rng_word(r) & rng_word(r) & rng_word(r)
                              : ~0u;
}

/* Streams that begin with every four codes, 7 prefixes and 8 runs each, and go on with random bits. */
static void every_four_codes_of_a_stream(void **state)
{
    (void)state;
    static const int length[8] = {6, 7, 11, 19, 19, 19, 11, 35};
    rng r = {3};
    for (int n = 0; n < 15 * 15 * 15 * 15; n++) {
        int line = 32 << n % 3, at = 0;
        wf_config c = config(line, WORD_FORM, 4, line > 32 && n / 15 % 2 ? TO_BURST : TO_BYTE);
        wf_code code = {.tag = {1}};
        fill_random(&r, code.payload, line / 4);
        for (int i = 0, k = n; i < 4; i++, k /= 15) {
            unsigned prefix = k % 15 < 8 ? 0 : (unsigned)(k % 15 - 7), head = prefix | (prefix ? 0 : (unsigned)(k % 15) << 3);
            for (int b = 0; b < (prefix ? 3 : 6); b++)
                code.payload[(at + b) / 32] = (code.payload[(at + b) / 32] & ~(1u << (at + b) % 32)) | (head >> b & 1) << (at + b) % 32;
            at += length[prefix];
        }
        check_bits(&c, &code, true);
    }
}

/* Every first four prefixes of a head, the rest random bits. */
static void every_four_prefixes_of_a_head(void **state)
{
    (void)state;
    rng r = {4};
    for (int line = 32; line <= 128; line *= 2)
        for (int segments = 2; segments <= 16 && segments <= line / 4; segments *= 2)
            for (uint32_t n = 0; n < 4096; n++) {
                wf_config c = config(line, SEGMENT_FORM, segments, line > 32 && rng_below(&r, 2) ? TO_BURST : TO_BYTE);
                wf_code code = {.tag = {1}};
                fill_random(&r, code.payload, line / 4);
                code.payload[0] = (code.payload[0] & ~0xfffu) | n;
                check_bits(&c, &code, true);
            }
}

/* ---- the fast form: large ones at random ---- */

static wf_config random_config(rng *r)
{
    int line = 32 << rng_below(r, 3), segments = 2 << rng_below(r, line == 32 ? 3 : 4);
    wf_config c = config(line, (int)rng_below(r, 2), segments, line == 32 ? TO_BYTE : (int)rng_below(r, 2));
    return rng_below(r, 2) ? c : with_patterns(c, 1 + (int)rng_below(r, P_ALL));
}

/* A word of a kind, at an edge of a pattern, or any. */
static uint32_t random_word(rng *r, uint32_t kind)
{
    uint32_t w = rng_word(r), edge = vectors[rng_below(r, sizeof vectors / sizeof *vectors)].word;
    switch (kind) {
    case 0: return 0;
    case 1: return (uint32_t)((int32_t)w >> rng_below(r, 32));
    case 2: return w << rng_below(r, 32);
    case 3: return (w & 0x007f007f) | (w & 0x00800080 ? 0xff80ff80 & (0 - (w >> 31)) : 0);
    case 4: return (w & 0xff) * 0x01010101;
    case 5: return edge;
    case 6: return edge + rng_below(r, 3) - 1;
    case 7: return edge ^ 1u << rng_below(r, 32);
    case 8: return kinds[rng_below(r, 10)][rng_below(r, 2)];
    default: return w;
    }
}

/* Lines of one kind of words, of kinds that change, of zeros in between; then bits of their codes turned. */
static void random_lines(void **state)
{
    (void)state;
    rng r = {1};
    right = wrong = 0;
    int lines = 200000 / one_in(2);
    for (int n = 0; n < lines; n++) {
        wf_config c = random_config(&r);
        uint32_t block[MAX_WORDS], back[MAX_WORDS], kind = 0, few = rng_below(&r, 4);
        for (int i = 0; i < line_words(&c); i++) {
            if (i == 0 || few == 0 || rng_below(&r, 6) == 0)
                kind = rng_below(&r, 10);
            block[i] = few == 3 && rng_below(&r, 8) ? 0 : random_word(&r, kind);
        }
        wf_code code = encode_both(codec, &c, block, rng_below(&r, 32) == 0);
        int bits = codec->size(&c, &code);
        for (int i = bits; i < 32 * line_words(&c); i++) /* neither pad bits nor bursts that are not in use count */
            code.payload[i / 32] ^= (rng_word(&r) & 1) << i % 32;
        assert_int_equal(decode_both(codec, &c, &code, back), WF_OK);
        assert_memory_equal(back, block, (size_t)c.line_bytes);
        for (uint32_t k = rng_below(&r, 4); k < 3; k++) {
            uint32_t i = rng_below(&r, 32 * (uint32_t)line_words(&c));
            code.payload[i / 32] ^= 1u << i % 32;
        }
        code.units[0] = rng_word(&r);
        check_bits(&c, &code, rng_below(&r, 8));
    }
    assert_true(right > lines / 20 && wrong > lines / 20);
}

static void random_bits(void **state)
{
    (void)state;
    rng r = {2};
    right = wrong = 0;
    for (int n = 0; n < 100000 / one_in(2); n++) {
        wf_config c = random_config(&r);
        wf_code code;
        memset(&code, 0, sizeof code);
        fill_random(&r, code.payload, line_words(&c));
        code.tag[0] = rng_word(&r) | (rng_below(&r, 16) != 0); /* bits above the tag do not count */
        code.units[0] = rng_word(&r);
        check_bits(&c, &code, rng_below(&r, 8));
    }
    assert_true(right > 1000 && wrong > 1000);
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

/* The vector of the page, a byte further up, behind the head: 128 bits become 136. */
static void a_head_before_the_code(void **state)
{
    (void)state;
    const uint32_t line[16] = {0,          0,          0, 0,          1,          2,          3, 0xfffffffc,
                               0x00120000, 0x7fff0000, 0, 0x00010000, 0x41414141, 0x42424242, 0, 0x43434343};
    const uint32_t coded[8] = {0x210d0801, 0xff0012c3, 0x0100007f, 0x00424100, 0x43};
    wf_config c = config(64, SEGMENT_FORM, 4, TO_BYTE);
    c.param[5] = 1;
    uint32_t back[MAX_WORDS];
    wf_code code = encode(&c, line, false);
    assert_int_equal(code.tag[0], 1);
    assert_int_equal(code.units[0], 1);
    assert_int_equal(codec->size(&c, &code), 136);
    assert_memory_equal(code.payload, coded, sizeof coded);
    code.payload[0] ^= 4; /* another encoding */
    assert_int_equal(decode_both(codec, &c, &code, back), WF_ERR_PAYLOAD);
    assert_int_equal(codec->fault(&c, &code), 0);
    assert_memory_equal(back, line, sizeof line);
}

/* With a head a code is the same code, a byte further up, if it saves a burst so (at 32 bytes: a byte); else the line is raw. */
static void heads_of_random_lines(void **state)
{
    (void)state;
    rng r = {9};
    unsigned used = 0, raw = 0, right_bits = 0;
    for (int n = 0; n < 60000; n++) {
        wf_config side = random_config(&r), head;
        side.param[4] = TO_BYTE;
        head = side;
        head.param[5] = 1;
        uint32_t block[MAX_WORDS], back[MAX_WORDS], kind = 0, few = rng_below(&r, 4);
        for (int i = 0; i < line_words(&side); i++) {
            if (i == 0 || few == 0 || rng_below(&r, 6) == 0)
                kind = rng_below(&r, 10);
            block[i] = few == 3 && rng_below(&r, 8) ? 0 : random_word(&r, kind);
        }
        wf_code plain = encode(&side, block, false), code = encode(&head, block, false);
        int bits = codec->size(&side, &plain), line = side.line_bytes, bursts = (bits + 8 + 255) / 256;
        bool fits = plain.tag[0] && (bits + 7) / 8 + 1 <= (line > 32 ? line - 32 : line - 1);
        assert_int_equal(code.tag[0], fits);
        assert_int_equal(codec->size(&head, &code), fits ? bits + 8 : 8 * line);
        assert_int_equal(code.units[0], fits ? (1u << bursts) - 1 : (1u << line / 32) - 1);
        for (int b = 0; fits && b < bits; b++)
            assert_int_equal(get_bit(code.payload, b + 8), get_bit(plain.payload, b));
        if (fits)
            assert_int_equal(code.payload[0] & 0xff, 1);
        for (int i = fits ? bits + 8 : 8 * line; i < 8 * line; i++)
            code.payload[i / 32] ^= (rng_word(&r) & 1) << i % 32;
        assert_int_equal(decode_both(codec, &head, &code, back), WF_OK);
        assert_memory_equal(back, block, (size_t)line);
        *(fits ? &used : &raw) += 1;
        for (uint32_t k = rng_below(&r, 4); k < 3; k++)
            code.payload[rng_below(&r, (uint32_t)line_words(&side))] ^= 1u << rng_below(&r, 32);
        wf_status status = decode_both(codec, &head, &code, back);
        assert_int_equal(status == WF_OK, codec->fault(&head, &code) < 0);
        right_bits += status == WF_OK;
    }
    assert_true(used > 10000 && raw > 10000 && right_bits > 5000);
}

static void bad_configurations_are_named(void **state)
{
    (void)state;
    static const struct {
        int lanes, param[6];
        const char *says;
    } rows[] = {
        {4, {1, 4, 2, 127, 0}, "32, 64 or 128"},
        {64, {1, 4, 2, 127, 0}, "32, 64 or 128"},
        {16, {2, 4, 2, 127, 0}, "form"},
        {16, {1, 3, 2, 127, 0}, "2, 4, 8 or 16"},
        {8, {1, 16, 2, 127, 0}, "at most"},
        {16, {0, 4, 3, 127, 0}, "rate"},
        {16, {1, 4, 2, 127, 2}, "byte or burst"},
        {8, {1, 4, 2, 127, 1}, "nothing to save"},
        {16, {1, 4, 2, 0, 0}, "patterns must name"},
        {16, {1, 4, 2, 128, 0}, "patterns must name"},
        {16, {1, 4, 2, 127, 0, 2}, "side or head"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        wf_config c = {.line_bytes = 4 * rows[i].lanes};
        memcpy(c.param, rows[i].param, sizeof rows[i].param);
        char why[WF_WHY];
        assert_true(wf_config_error(unit, &c, why));
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
        cmocka_unit_test(fewer_patterns),
        cmocka_unit_test(what_a_code_must_save),
        cmocka_unit_test(contradictions_have_a_place),
        cmocka_unit_test(prefixes_that_are_not_in_use),
        cmocka_unit_test(every_four_kinds_of_words),
        cmocka_unit_test(every_set_of_patterns),
        cmocka_unit_test(every_edge_of_a_word),
        cmocka_unit_test(every_run_of_zeros),
        cmocka_unit_test(every_length_of_a_code),
        cmocka_unit_test(every_four_codes_of_a_stream),
        cmocka_unit_test(every_four_prefixes_of_a_head),
        cmocka_unit_test(random_lines),
        cmocka_unit_test(random_bits),
        cmocka_unit_test(sizes_of_both_forms),
        cmocka_unit_test(a_head_before_the_code),
        cmocka_unit_test(heads_of_random_lines),
        cmocka_unit_test(bad_configurations_are_named),
    };
    return cmocka_run_group_tests_name("fpc", tests, NULL, NULL);
}
