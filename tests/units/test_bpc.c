/* SPDX-License-Identifier: Apache-2.0
 *
 * The golden model of bpc: vectors worked by hand, bit by bit; codes spelt and read a second time, as text; the fast form against the
 * specification, on small domains in full and on large ones at random; where the errors of any bits are. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
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

enum { PIPELINE, ITERATE, STREAM, TO_BYTE = 0, TO_BURST = 1, SIDE = 0, HEAD = 1, MAX_WORDS = 32, PLANES = 33, MAX_TEXT = 1400 };

static wf_config config(int line, int save, int tag)
{
    wf_config c = wf_default_config(unit, line);
    c.param[2] = save;
    c.param[3] = tag;
    return c;
}

static int limit_of(const wf_config *c)
{
    bool burst = c->param[2] == TO_BURST || (c->param[3] == HEAD && c->line_bytes > 32);
    return 8 * (c->line_bytes - (burst ? 32 : 1));
}

/* Writes a payload that begins with these bits, lowest first, and returns their number. Blanks do not count. */
static int bits_from(const char *text, uint32_t *payload, int words)
{
    int n = 0;
    memset(payload, 0, 4 * (size_t)words);
    for (; *text; text++)
        if (*text != ' ') {
            assert_true(n < 32 * words);
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
    wf_code code = encode_both(codec, c, block, false);
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
    wf_code code = encode_both(codec, c, block, raw_only);
    uint32_t back[MAX_WORDS], all = (1u << line_words(c) / 8) - 1;
    assert_int_equal(code.tag[0], 0);
    assert_memory_equal(code.payload, block, (size_t)c->line_bytes);
    assert_int_equal(code.units[0], all);
    assert_int_equal(code.wen[0], all);
    assert_int_equal(codec->size(c, &code), 32 * line_words(c));
    assert_int_equal(codec->classify(c, &code), 0);
    assert_int_equal(decode_both(codec, c, &code, back), WF_OK);
    assert_memory_equal(back, block, (size_t)c->line_bytes);
}

/* ---- vectors worked by hand ---- */

/* The worked line of docs/bpc.md. */
static const uint32_t worked[8] = {0xfffffffb, 0xfffffffd, 0xfffffffe, 0x10, 0x11, 0x16, 0x1c, 0x1e};
static const char worked_code[] = "001 1101  01 01011  00011 010  00001  00010 001  1 1010101  00000";

static void every_code_of_planes(void **state)
{
    (void)state;
    wf_config c = config(32, TO_BYTE, SIDE);
    unsigned count[WF_MAX_PATTERNS];
    check_code(&c, worked, worked_code);
    wf_code code = encode_both(codec, &c, worked, false);
    assert_int_equal(code.payload[0], 0x4416355c);
    assert_int_equal(code.payload[1], 0x0000055c);
    codec->patterns(&c, &code, count);
    static const unsigned want[12] = {0, 1, 0, 0, 0, 28, 0, 1, 1, 1, 1, 1};
    for (int p = 0; p < 12; p++)
        assert_int_equal(count[p], want[p]);
    assert_null(codec->pattern_names[12]);
}

/* Words that rise by 3: planes 1 and 0 are all ones. The DBX of plane 1 is all ones, that of plane 0 is 0. */
static void equal_steps(void **state)
{
    (void)state;
    uint32_t block[MAX_WORDS];
    for (int i = 0; i < MAX_WORDS; i++)
        block[i] = 100 + 3 * (uint32_t)i;
    for (int line = 32; line <= 128; line *= 2)
        for (int save = TO_BYTE; save <= (line > 32); save++) {
            wf_config c = config(line, save, SIDE);
            check_code(&c, block, "010 00100110  01 10111  00000  001");
        }
    /* They fall by 1: every plane is all ones */
    for (int i = 0; i < MAX_WORDS; i++)
        block[i] = 0x80000020 - (uint32_t)i;
    for (int line = 32; line <= 128; line *= 2) {
        wf_config c = config(line, TO_BYTE, SIDE);
        check_code(&c, block, "1 00000100000000000000000000000001  00000  01 01111");
    }
}

/* Each base at its edges; all words are equal, so the planes are one run of 33. */
static void every_base(void **state)
{
    (void)state;
    static const struct {
        uint32_t word;
        const char *code;
    } rows[] = {
        {0, "000"},
        {7, "001 1110"},
        {0xfffffff8, "001 0001"},
        {0xffffffff, "001 1111"},
        {8, "010 00010000"},
        {0xfffffff7, "010 11101111"},
        {0x7f, "010 11111110"},
        {0xffffff80, "010 00000001"},
        {0x80, "011 0000000100000000"},
        {0xffffff7f, "011 1111111011111111"},
        {0x7fff, "011 1111111111111110"},
        {0xffff8000, "011 0000000000000001"},
        {0x8000, "1 00000000000000010000000000000000"},
        {0xffff7fff, "1 11111111111111101111111111111111"},
        {0x12345678, "1 00011110011010100010110001001000"},
    };
    for (int line = 32; line <= 128; line *= 2)
        for (size_t r = 0; r < sizeof rows / sizeof *rows; r++) {
            uint32_t block[MAX_WORDS];
            char text[80];
            wf_config c = config(line, TO_BYTE, SIDE);
            for (int i = 0; i < MAX_WORDS; i++)
                block[i] = rows[r].word;
            snprintf(text, sizeof text, "%s 01 11111", rows[r].code);
            check_code(&c, block, text);
        }
}

/* The difference of two words has 33 bits: from the lowest word to the highest it is 2^32 - 1, back it is -(2^32 - 1). */
static void deltas_of_33_bits(void **state)
{
    (void)state;
    wf_config c = config(32, TO_BYTE, SIDE);
    uint32_t block[8] = {0x80000000, 0x80000000, 0x80000000, 0x7fffffff, 0x7fffffff, 0x7fffffff, 0x7fffffff, 0x7fffffff};
    /* Delta 2 is 0ffffffff: plane 32 is 0, the others have a one at place 2 */
    check_code(&c, block, "1 00000000000000000000000000000001  001  00011 010  01 10111");
    for (int i = 0; i < 8; i++)
        block[i] = ~block[i];
    /* Delta 2 is 100000001: a one in planes 32 and 0. Plane 31 is 0, as 30 to 1 are */
    check_code(&c, block, "1 11111111111111111111111111111110  00011 010  00001  01 00111  00011 010");
}

/* The places of one and of two ones have 3, 4 or 5 bits. */
static void places_of_every_width(void **state)
{
    (void)state;
    static const struct {
        int line;
        const char *one, *two;
    } rows[] = {{32, "011", "101"}, {64, "0111", "1011"}, {128, "01111", "10111"}};
    for (int r = 0; r < 3; r++) {
        int words = rows[r].line / 4;
        uint32_t block[MAX_WORDS] = {0};
        char text[80];
        wf_config c = config(rows[r].line, TO_BYTE, SIDE);
        block[words - 1] = 1; /* the last delta alone, in plane 0 */
        snprintf(text, sizeof text, "000  01 01111  00011 %s", rows[r].one);
        check_code(&c, block, text);
        block[words - 2] = 1; /* the last two */
        block[words - 1] = 2;
        snprintf(text, sizeof text, "000  01 01111  00010 %s", rows[r].two);
        check_code(&c, block, text);
    }
}

/* ---- the code of a line, spelt as text ---- */

static void spell_number(char *text, uint32_t x, int bits)
{
    size_t end = strlen(text);
    for (int b = 0; b < bits; b++)
        text[end++] = "01"[x >> b & 1];
    text[end] = 0;
}

static int log2_of(int words)
{
    return words == 8 ? 3 : words == 16 ? 4 : 5;
}

static void spell_base(char *text, uint32_t word)
{
    static const char *const prefix[] = {"000", "001", "010", "011"};
    static const int width[] = {0, 4, 8, 16};
    for (int k = 0; k < 4; k++) {
        uint32_t high = k ? word >> (width[k] - 1) : word, ones = k ? ~0u >> (width[k] - 1) : 0;
        if (high == 0 || (k && high == ones)) {
            strcat(text, prefix[k]);
            spell_number(text, word, width[k]);
            return;
        }
    }
    strcat(text, "1");
    spell_number(text, word, 32);
}

/* Plane p of the line, a character a delta. */
static void spell_plane(char *text, const uint32_t *block, int words, int p)
{
    for (int i = 0; i < words - 1; i++) {
        int64_t delta = (int64_t)(int32_t)block[i + 1] - (int32_t)block[i];
        text[i] = "01"[(uint64_t)delta >> p & 1];
    }
    text[words - 1] = 0;
}

static int ones_in(const char *text)
{
    int n = 0;
    for (; *text; text++)
        n += *text == '1';
    return n;
}

/* The code without a head. */
static void spell(char *text, const uint32_t *block, int words)
{
    char plane[MAX_WORDS], above[MAX_WORDS] = "", dbx[MAX_WORDS];
    int zeros = 0;
    text[0] = 0;
    spell_base(text, block[0]);
    for (int p = PLANES - 1; p >= -1; p--) {
        if (p >= 0) {
            spell_plane(plane, block, words, p);
            for (int i = 0; i < words; i++)
                dbx[i] = i == words - 1 ? 0 : *above ? "01"[plane[i] != above[i]] : plane[i];
            strcpy(above, plane);
            if (ones_in(dbx) == 0) {
                zeros++;
                continue;
            }
        }
        if (zeros == 1)
            strcat(text, "001");
        if (zeros > 1) {
            strcat(text, "01");
            spell_number(text, (uint32_t)zeros - 2, 5);
        }
        zeros = 0;
        if (p < 0)
            return;
        int ones = ones_in(dbx), place = (int)strcspn(dbx, "1");
        if (ones == words - 1)
            strcat(text, "00000");
        else if (ones_in(plane) == 0)
            strcat(text, "00001");
        else if (ones == 2 && strstr(dbx, "11")) {
            strcat(text, "00010");
            spell_number(text, (uint32_t)place, log2_of(words));
        } else if (ones == 1) {
            strcat(text, "00011");
            spell_number(text, (uint32_t)place, log2_of(words));
        } else
            strcat(strcat(text, "1"), dbx);
    }
}

static unsigned used, raw;

/* Expects that the line has the code that is spelt, or is raw if that is too long. */
static void check_line(const wf_config *c, const uint32_t *block)
{
    char text[MAX_TEXT] = "", code[MAX_TEXT];
    spell(code, block, line_words(c));
    strcat(strcat(text, c->param[3] == HEAD ? "10000000" : ""), code);
    if ((int)strlen(text) <= limit_of(c)) {
        check_code(c, block, text);
        used++;
    } else {
        check_raw(c, block, false);
        raw++;
    }
}

/* The line of a base and of deltas that have these planes; the sign of each delta follows from the words. */
static void line_of_planes(const uint32_t plane[32], uint32_t base, int words, uint32_t *block)
{
    block[0] = base;
    for (int i = 0; i < words - 1; i++) {
        uint32_t delta = 0;
        for (int p = 0; p < 32; p++)
            delta |= (plane[p] >> i & 1) << p;
        block[i + 1] = block[i] + delta;
    }
}

/* ---- small domains in full ---- */

/* Every two planes of 7 bits, one above the other, at the bottom of the line and higher up. */
static void every_two_planes(void **state)
{
    (void)state;
    wf_config c = config(32, TO_BYTE, SIDE);
    for (uint32_t n = 0; n < 128 * 128; n++) {
        uint32_t plane[32] = {0}, block[8];
        int p = (int)(n % 3) * 14;
        plane[p + 1] = n % 128;
        plane[p] = n / 128;
        line_of_planes(plane, 0, 8, block);
        check_line(&c, block);
    }
}

/* Every run of equal planes, of zeros and of other planes, and every two runs with a plane between them. */
static void every_run(void **state)
{
    (void)state;
    for (int line = 32; line <= 128; line *= 2)
        for (int first = 31; first >= 0; first--)
            for (int last = first; last >= 0; last--)
                for (uint32_t kind = 0; kind < 4; kind++) {
                    uint32_t plane[32] = {0}, block[MAX_WORDS],
                             value = kind == 0   ? 1
                                     : kind == 1 ? 6
                                     : kind == 2 ? 21
                                                 : low_ones(line / 4 - 1);
                    for (int p = first; p >= last; p--)
                        plane[p] = value;
                    wf_config c = config(line, TO_BYTE, SIDE);
                    line_of_planes(plane, kind, line / 4, block);
                    check_line(&c, block);
                }
}

/* Every single one, and every two of them, in planes of each width. */
static void every_place(void **state)
{
    (void)state;
    for (int line = 32; line <= 128; line *= 2)
        for (int i = 0; i < line / 4 - 1; i++)
            for (int k = i; k < line / 4 - 1; k++)
                for (uint32_t turned = 0; turned < 2; turned++) {
                    uint32_t plane[32] = {0}, block[MAX_WORDS], all = low_ones(line / 4 - 1);
                    plane[9] = (1u << i | 1u << k) ^ (turned ? all : 0);
                    plane[4] = all;
                    plane[3] = all ^ 1u << i ^ 1u << k;
                    wf_config c = config(line, TO_BYTE, SIDE);
                    line_of_planes(plane, 5, line / 4, block);
                    check_line(&c, block);
                }
}

/* Any number of planes of each length in a line: all lengths around what a code must save, with each base. */
static void every_length(void **state)
{
    (void)state;
    used = raw = 0;
    for (int line = 32; line <= 128; line *= 2)
        for (int plain = 0; plain <= 32; plain++)
            for (int one = 0; one + plain <= 32; one++)
                for (int save = TO_BYTE; save <= (line > 32); save++)
                    for (int tag = SIDE; tag <= HEAD; tag++) {
                        static const uint32_t base[] = {0, 5, 0x55, 0x5555, 0x55555555};
                        uint32_t plane[32] = {0}, block[MAX_WORDS];
                        for (int p = 31; p >= 0; p--) {
                            uint32_t above = p < 31 ? plane[p + 1] : 0;
                            plane[p] = p < plain ? above ^ (p % 2 ? 0x15 : 0x2a) : p < plain + one ? above ^ 1u << p % 5 : 0;
                        }
                        wf_config c = config(line, save, tag);
                        line_of_planes(plane, base[(plain + one) % 5], line / 4, block);
                        check_line(&c, block);
                    }
    assert_true(used > 1000 && raw > 1000);
}

/* ---- any bits, read a second time, bit by bit ---- */

typedef struct {
    const wf_config *c;
    const uint32_t *payload;
    int at, fault; /* fault: the first bit of the first bad code, or -1 */
} bit_reader;

static unsigned next_bit(bit_reader *r)
{
    int i = r->at++;
    return i < 32 * line_words(r->c) ? (unsigned)get_bit(r->payload, i) : 0;
}

static uint32_t next_bits(bit_reader *r, int n)
{
    uint32_t x = 0;
    for (int b = 0; b < n; b++)
        x |= next_bit(r) << b;
    return x;
}

static void bad(bit_reader *r, int from, bool is_bad)
{
    if (r->fault < 0 && (is_bad || r->at > limit_of(r->c)))
        r->fault = from;
}

static uint32_t read_base(bit_reader *r)
{
    if (next_bit(r))
        return next_bits(r, 32);
    int width = (next_bit(r) ? 2 : 0);
    width |= (int)next_bit(r);
    width = width ? 2 << width : 0; /* 01 4, 10 8, 11 16 */
    uint32_t x = next_bits(r, width);
    return width && x >> (width - 1) ? x - (1u << width) : x;
}

/* Reads the code of the next planes, from p down, into plane[]; returns the next p. */
static int read_planes(bit_reader *r, int p, uint32_t *plane)
{
    int words = line_words(r->c), from = r->at;
    uint32_t above = p < 32 ? plane[p + 1] : 0, all = low_ones(words - 1);
    if (next_bit(r)) {
        plane[p] = above ^ next_bits(r, words - 1);
        bad(r, from, false);
        return p - 1;
    }
    if (next_bit(r)) {
        int n = (int)next_bits(r, 5) + 2;
        bad(r, from, n > p + 1);
        for (; n > 0 && p >= 0; n--)
            plane[p--] = above;
        return p;
    }
    if (next_bit(r)) {
        plane[p] = above;
        bad(r, from, false);
        return p - 1;
    }
    if (!next_bit(r)) {
        plane[p] = next_bit(r) ? 0 : above ^ all;
        bad(r, from, false);
        return p - 1;
    }
    bool single = next_bit(r);
    int place = (int)next_bits(r, log2_of(words));
    plane[p] = above;
    for (int i = place; i <= place + !single; i++)
        if (i < words - 1)
            plane[p] ^= 1u << i;
    bad(r, from, place + !single >= words - 1);
    return p - 1;
}

static unsigned right, wrong, contradicted;

/* Any bits: both forms, the block, the place of the error, and, if there is none, the line again. */
static void check_bits(const wf_config *c, wf_code *code, bool good_units)
{
    int words = line_words(c);
    uint32_t plane[PLANES], want[MAX_WORDS], back[MAX_WORDS];
    bit_reader r = {c, code->payload, 0, -1};
    if (code->tag[0] & 1) {
        if (c->param[3] == HEAD && next_bits(&r, 8) != 1)
            r.fault = 0;
        int from = r.at;
        uint32_t base = read_base(&r);
        bad(&r, from, false);
        from = r.at;
        for (int p = 32; p >= 0;)
            p = read_planes(&r, p, plane);
        line_of_planes(plane, base, words, want);
        for (int i = 0; i + 1 < words; i++)
            if (r.fault < 0 && ((int32_t)want[i + 1] < (int32_t)want[i]) != (plane[32] >> i & 1)) {
                r.fault = from;
                contradicted++;
            }
    } else {
        memcpy(want, code->payload, 4 * (size_t)words);
        r.at = 32 * words;
    }
    uint32_t all = (1u << words / 8) - 1, units = ((1u << (r.at + 255) / 256) - 1) & all;
    bool too_long = r.at > 32 * words;
    code->units[0] = good_units ? units : (units ^ 1);
    if (r.fault < 0 && !good_units)
        r.fault = 32 * words;
    assert_int_equal(decode_both(codec, c, code, back), r.fault < 0 ? WF_OK : WF_ERR_PAYLOAD);
    assert_int_equal(codec->fault(c, code), r.fault);
    assert_int_equal(codec->size(c, code), r.at);
    assert_memory_equal(back, want, 4 * (size_t)words);
    assert_false(too_long && r.fault < 0);
    *(r.fault < 0 ? &right : &wrong) += 1;
    if (r.fault >= 0)
        return;
    unsigned count[WF_MAX_PATTERNS], sum = 0;
    codec->patterns(c, code, count);
    for (int i = 0; i < 12; i++)
        sum += count[i];
    assert_int_equal(sum, code->tag[0] & 1 ? 34 : 0);
    round_trip_both(codec, c, back);
}

static void fill_random(rng *r, uint32_t *v, int words)
{
    uint32_t density = rng_below(r, 6);
    for (int i = 0; i < words; i++)
        v[i] = density == 0   ? rng_word(r)
               : density == 1 ? rng_word(r) & rng_word(r)
               : density == 2 ? rng_word(r) & rng_word(r) & rng_word(r)
               : density == 3 ? rng_word(r) | rng_word(r)
               : density == 4 ? 0
                              : ~0u;
}

static wf_config numbered_config(unsigned n)
{
    int line = 32 << n % 3;
    wf_config c = config(line, line > 32 && n / 3 % 2, n / 6 % 2);
    c.param[0] = (int)(n / 12 % 3);
    return c;
}

static void set_head(const wf_config *c, wf_code *code)
{
    if (c->param[3] == HEAD)
        code->payload[0] = (code->payload[0] & ~0xffu) | 1;
}

/* Payloads that begin with every 17 bits, the rest 0, ones or random. */
static void every_first_bits(void **state)
{
    (void)state;
    rng r = {3};
    right = wrong = 0;
    const uint32_t step = (uint32_t)one_in(5); /* no factor of the numbers: each few of the bits are all that they can be, in each length */
    for (uint32_t n = 0; n < 1u << 17; n += step) {
        wf_config c = config(32 << n % 3, TO_BYTE, SIDE);
        wf_code code = {.tag = {1}};
        fill_random(&r, code.payload, line_words(&c));
        code.payload[0] = (code.payload[0] & ~0x1ffffu) | n;
        check_bits(&c, &code, true);
    }
    assert_true(right > 1000 && wrong > 1000);
}

/* Payloads that begin with a base of 0 and every three codes of planes, with every run and place. */
static void every_three_codes(void **state)
{
    (void)state;
    rng r = {4};
    right = wrong = 0;
    enum { CODES = 32 + 1 + 2 + 2 * 8 + 1 };
    const int step = one_in(5);
    for (int n = 0; n < CODES * CODES * CODES; n += step) { /* 5 is no factor of CODES: each of the three is every code */
        wf_config c = config(32, TO_BYTE, SIDE);
        wf_code code = {.tag = {1}};
        char text[80] = "000";
        for (int i = 0, k = n; i < 3; i++, k /= CODES) {
            int which = k % CODES;
            if (which < 32) {
                strcat(text, "01");
                spell_number(text, (uint32_t)which, 5);
            } else if (which < 35)
                strcat(text, which == 32 ? "001" : which == 33 ? "00000" : "00001");
            else if (which < 51) {
                strcat(text, which < 43 ? "00010" : "00011");
                spell_number(text, (uint32_t)(which - 35) % 8, 3);
            } else {
                strcat(text, "1");
                spell_number(text, rng_word(&r), 7);
            }
        }
        bits_from(text, code.payload, 8);
        code.payload[7] = rng_word(&r);
        check_bits(&c, &code, true);
    }
    assert_true(right > 1000 && wrong > 1000);
}

/* ---- bad bits, worked by hand ---- */

static void check_bad(const wf_config *c, const wf_code *code, int at, const uint32_t *block)
{
    uint32_t back[MAX_WORDS];
    assert_int_equal(decode_both(codec, c, code, back), at < 0 ? WF_OK : WF_ERR_PAYLOAD);
    assert_int_equal(codec->fault(c, code), at);
    assert_memory_equal(back, block, (size_t)c->line_bytes);
}

static void contradictions_have_a_place(void **state)
{
    (void)state;
    wf_config c = config(32, TO_BYTE, SIDE);
    wf_code code = {.tag = {1}, .units = {1}};
    uint32_t block[8] = {0};
    /* A zero plane, then a run of 33: one too many. It begins at bit 6 */
    bits_from("000 001 01 11111", code.payload, 8);
    check_bad(&c, &code, 6, block);
    bits_from("000 001 01 01111", code.payload, 8); /* of 32 */
    check_bad(&c, &code, -1, block);
    /* 32 zero planes, then a one at place 7, of 0 to 6 */
    bits_from("000 01 01111 00011 111", code.payload, 8);
    check_bad(&c, &code, 10, block);
    /* Two ones at places 6 and 7: the first counts */
    bits_from("000 01 01111 00010 011", code.payload, 8);
    block[7] = 1;
    check_bad(&c, &code, 10, block);
    /* The first plane says that word 1 is smaller, the last that it is larger by 1: the plane's code begins at bit 3 */
    bits_from("000 00011 000 00001 01 00111 00011 000", code.payload, 8);
    for (int i = 1; i < 8; i++)
        block[i] = 1;
    check_bad(&c, &code, 3, block);
    /* The same planes of the lowest number are words: 80000000, then 1 more */
    memset(code.payload, 0, sizeof code.payload);
    bits_from("1 00000000000000000000000000000001 00011 000 00001 01 00111 00011 000", code.payload, 8);
    for (int i = 0; i < 8; i++)
        block[i] = 0x80000000 + (i > 0);
    check_bad(&c, &code, 33, block);
    /* All ones: a base of -1, and planes that turn every bit: 33 + 27 * 8 = 249 bits, one more than the limit of 248. Planes 31, 29, .. 7
     * are 0. Bits 249 to 255 are 1, those behind are 0: plane 5 is 1 1111110, and each of the last five is 00000 */
    memset(code.payload, 0xff, sizeof code.payload);
    uint32_t planes[32];
    for (int p = 31; p >= 6; p--)
        planes[p] = p % 2 ? 0 : 0x7f;
    planes[5] = 0x7f ^ 0x3f;
    for (int p = 4; p >= 0; p--)
        planes[p] = planes[p + 1] ^ 0x7f;
    line_of_planes(planes, 0xffffffff, 8, block);
    check_bad(&c, &code, 241, block);
    /* Units, and raw */
    bits_from("000 01 11111", code.payload, 8);
    memset(block, 0, sizeof block);
    code.units[0] = 0;
    check_bad(&c, &code, 256, block);
    code.tag[0] = 0;
    code.units[0] = 1;
    check_bad(&c, &code, -1, code.payload);
    code.units[0] = 0;
    check_bad(&c, &code, 256, code.payload);
}

/* Codes that the encoder does not choose are no error: they decode to one line. */
static void longer_codes_than_needed(void **state)
{
    (void)state;
    wf_config c = config(32, TO_BYTE, SIDE);
    wf_code code = {.tag = {1}, .units = {1}};
    uint32_t block[8] = {0};
    bits_from("010 00000000  00001  1 0000000  001 001  01 11011", code.payload, 8);
    check_bad(&c, &code, -1, block);
    block[7] = 1; /* a one, as a plain plane */
    bits_from("000  01 01111  1 0000001", code.payload, 8);
    check_bad(&c, &code, -1, block);
}

/* ---- the fast form: large ones at random ---- */

/* Lines as programs have them: words that rise, that are near each other, small, any. */
static void random_line(rng *r, uint32_t *block, int words)
{
    uint32_t kind = rng_below(r, 7), step = (uint32_t)((int32_t)rng_word(r) >> rng_below(r, 32)), base = rng_word(r) >> rng_below(r, 32);
    uint32_t noise = rng_below(r, 3) ? rng_below(r, 32) : 0;
    for (int i = 0; i < words; i++) {
        uint32_t any = rng_word(r), small = noise ? (uint32_t)((int32_t)any >> (32 - noise)) : 0;
        switch (kind) {
        case 0: block[i] = base + (uint32_t)i * step; break;
        case 1: block[i] = base + (uint32_t)i * step + small; break;
        case 2: block[i] = base + (rng_below(r, 8) ? 0 : small); break;
        case 3: block[i] = rng_below(r, 4) ? 0 : small; break;
        case 4: block[i] = base ^ (rng_below(r, 4) ? 0 : 1u << any % 32); break;
        case 5: block[i] = (i ? block[i - 1] : base) + (rng_below(r, 3) ? step : small); break;
        default: block[i] = any; break;
        }
    }
}

/* Lines, then their codes with some bits turned. */
static void random_lines(void **state)
{
    (void)state;
    rng r = {0xB9C};
    unsigned patterns[12] = {0};
    used = raw = right = wrong = 0;
    for (unsigned n = 0; n < 30000; n++) {
        wf_config c = numbered_config(n);
        uint32_t block[MAX_WORDS], back[MAX_WORDS];
        unsigned count[WF_MAX_PATTERNS];
        random_line(&r, block, line_words(&c));
        check_line(&c, block);
        wf_code code = encode_both(codec, &c, block, rng_below(&r, 32) == 0);
        codec->patterns(&c, &code, count);
        for (int i = 0; i < 12; i++)
            patterns[i] += count[i];
        for (int i = codec->size(&c, &code); i < 32 * line_words(&c); i++) /* neither pad bits nor bursts that are not in use count */
            code.payload[i / 32] ^= (rng_word(&r) & 1) << i % 32;
        assert_int_equal(decode_both(codec, &c, &code, back), WF_OK);
        assert_memory_equal(back, block, (size_t)c.line_bytes);
        for (uint32_t k = rng_below(&r, 4); k < 3; k++)
            code.payload[rng_below(&r, (uint32_t)line_words(&c))] ^= 1u << rng_below(&r, 32);
        check_bits(&c, &code, rng_below(&r, 8));
    }
    for (int i = 0; i < 12; i++)
        assert_true(patterns[i] > 1000);
    assert_true(used > 10000 && raw > 5000);
    assert_true(right > 5000 && wrong > 5000);
}

static void random_bits(void **state)
{
    (void)state;
    rng r = {77};
    right = wrong = contradicted = 0;
    for (unsigned n = 0; n < 30000u / (unsigned)one_in(3); n++) {
        wf_config c = numbered_config(n);
        wf_code code;
        for (size_t i = 0; i < sizeof code / 4; i++)
            ((uint32_t *)&code)[i] = rng_word(&r);
        fill_random(&r, code.payload, line_words(&c));
        code.tag[0] |= n % 8 != 0; /* bits above the tag do not count */
        if (n % 11)
            set_head(&c, &code);
        check_bits(&c, &code, n % 7);
    }
    assert_true(right > 1000 && wrong > 1000 && contradicted > 100);
}

/* ---- geometry ---- */

/* The worked line, a byte further up, behind the head. */
static void a_head_before_the_code(void **state)
{
    (void)state;
    wf_config c = config(32, TO_BYTE, HEAD);
    char text[100];
    snprintf(text, sizeof text, "10000000 %s", worked_code);
    check_code(&c, worked, text);
    wf_code code = encode_both(codec, &c, worked, false);
    code.payload[0] ^= 2; /* another encoding */
    check_bad(&c, &code, 0, worked);
}

static void sizes_of_all_forms(void **state)
{
    (void)state;
    static const int rates[] = {1, 3, 11};
    for (int line = 32; line <= 128; line *= 2)
        for (int form = PIPELINE; form <= STREAM; form++)
            for (int r = 0; r < 3; r++) {
                wf_config c = config(line, TO_BYTE, r == 0 ? HEAD : SIDE);
                wf_sizes s;
                c.param[0] = form;
                c.param[1] = rates[r];
                assert_int_equal(codec->sizes(&c, &s, NULL), WF_OK);
                assert_int_equal(s.block_bits, 8 * line);
                assert_int_equal(s.payload_bits, 8 * line);
                assert_int_equal(s.tag_bits, 1);
                assert_int_equal(s.head_bits, r == 0 ? 8 : 0);
                assert_int_equal(s.units, line / 32);
                assert_int_equal(s.interval_enc, form == STREAM ? 33 / rates[r] : 1);
                assert_int_equal(s.interval_dec, form == PIPELINE ? 1 : 33 / rates[r]);
            }
}

static void bad_configurations_are_named(void **state)
{
    (void)state;
    static const struct {
        int line, param[4];
        const char *says;
    } rows[] = {
        {16, {0, 3, 0, 0}, "32, 64 or 128"},         {256, {0, 3, 0, 0}, "32, 64 or 128"},
        {64, {3, 3, 0, 0}, "iterate or stream"},     {64, {1, 2, 0, 0}, "1, 3 or 11"},
        {64, {1, 33, 0, 0}, "1, 3 or 11"},           {64, {0, 3, 2, 0}, "byte or burst"},
        {32, {0, 3, 1, 0}, "one burst: nothing to"}, {64, {0, 3, 0, 2}, "side or head"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        wf_config c = {.line_bytes = rows[i].line};
        memcpy(c.param, rows[i].param, sizeof rows[i].param);
        char why[WF_WHY];
        assert_true(wf_config_error(unit, &c, why));
        assert_non_null(strstr(why, rows[i].says));
    }
}

int main(void)
{
    unit = wf_find_unit("bpc");
    codec = unit->codec;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_code_of_planes),
        cmocka_unit_test(equal_steps),
        cmocka_unit_test(every_base),
        cmocka_unit_test(deltas_of_33_bits),
        cmocka_unit_test(places_of_every_width),
        cmocka_unit_test(every_two_planes),
        cmocka_unit_test(every_run),
        cmocka_unit_test(every_place),
        cmocka_unit_test(every_length),
        cmocka_unit_test(every_first_bits),
        cmocka_unit_test(every_three_codes),
        cmocka_unit_test(contradictions_have_a_place),
        cmocka_unit_test(longer_codes_than_needed),
        cmocka_unit_test(random_lines),
        cmocka_unit_test(random_bits),
        cmocka_unit_test(a_head_before_the_code),
        cmocka_unit_test(sizes_of_all_forms),
        cmocka_unit_test(bad_configurations_are_named),
    };
    return cmocka_run_group_tests_name("bpc", tests, NULL, NULL);
}
