/* SPDX-License-Identifier: Apache-2.0
 *
 * The golden model of cpack: vectors worked by hand; the fast form against the specification, on small domains in full and on large
 * ones at random; any bits. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "../../base/random.h"
#include "../../cmodel/warpfold.h"
#include "both_forms.h"
#include "sampled.h"

enum { FIFO, PARALLEL };
enum { APART, ENTRY };
enum { EMPTY, ZEROS };
enum { BYTE, BURST };
enum { SIDE, HEAD };
enum { P_ZERO, P_ZERO_BYTE, P_FULL, P_PARTIAL, P_ZZZZ, P_XXXX, P_MMMM, P_MMXX, P_ZZZX, P_MMMX };

static const wf_unit *unit;
static const wf_codec *codec;

static wf_config config(int bytes, int form, int zero, int save)
{
    wf_config c = wf_default_config(unit, bytes);
    c.param[0] = form;
    c.param[2] = zero;
    c.param[4] = save;
    return c;
}

static wf_config config_start(int bytes, int start)
{
    wf_config c = config(bytes, FIFO, APART, BYTE);
    c.param[3] = start;
    return c;
}

static wf_config config_head(int bytes, int form, int zero, int save)
{
    wf_config c = config(bytes, form, zero, save);
    c.param[5] = HEAD;
    return c;
}

static wf_code encode(const wf_config *c, const uint32_t *block, bool raw_only)
{
    return encode_both(codec, c, block, raw_only);
}

static void flip(uint32_t *v, int at)
{
    v[at / 32] ^= (uint32_t)1 << at % 32;
}

/* Writes n bits of x at *at and moves on. */
static void put(uint32_t *v, int *at, uint64_t x, int n)
{
    for (int i = 0; i < n; i++, ++*at)
        v[*at / 32] = (v[*at / 32] & ~((uint32_t)1 << *at % 32)) | (uint32_t)(x >> i & 1) << *at % 32;
}

static wf_status decode_to(const wf_config *c, const wf_code *code, const uint32_t *block)
{
    uint32_t back[32];
    wf_status s = decode_both(codec, c, code, back);
    assert_memory_equal(back, block, (size_t)c->line_bytes);
    return s;
}

/* Expects an error at this bit, and this block. */
static void is_bad(const wf_config *c, const wf_code *code, int at, const uint32_t *block)
{
    assert_int_equal(decode_to(c, code, block), WF_ERR_PAYLOAD);
    assert_int_equal(codec->fault(c, code), at);
}

static void is_raw(const wf_config *c, const uint32_t *block)
{
    wf_code code = encode(c, block, false);
    assert_int_equal(code.tag[0], 0);
    assert_memory_equal(code.payload, block, (size_t)c->line_bytes);
    assert_int_equal(code.units[0], (1u << line_words(c) / 8) - 1);
    assert_int_equal(codec->size(c, &code), 32 * line_words(c));
    assert_string_equal(codec->class_names[codec->classify(c, &code)], "raw");
    assert_int_equal(decode_to(c, &code, block), WF_OK);
    assert_int_equal(codec->fault(c, &code), -1);
}

/* Expects a code with this payload and its bursts; the rest of the last burst is 0. */
static wf_code is_code(const wf_config *c, const uint32_t *block, const uint32_t *payload, int bits_wanted)
{
    wf_code code = encode(c, block, false);
    int bursts = (bits_wanted + 255) / 256;
    assert_int_equal(code.tag[0], 1);
    assert_int_equal(codec->size(c, &code), bits_wanted);
    assert_memory_equal(code.payload, payload, 32 * (size_t)bursts);
    assert_int_equal(code.units[0], (1u << bursts) - 1);
    assert_int_equal(code.wen[0], code.units[0]);
    assert_string_equal(codec->class_names[codec->classify(c, &code)], "compressed");
    assert_int_equal(decode_to(c, &code, block), WF_OK);
    return code;
}

static void has_patterns(const wf_config *c, const wf_code *code, const unsigned *wanted)
{
    unsigned count[WF_MAX_PATTERNS];
    codec->patterns(c, code, count);
    bool parallel = c->param[0] == PARALLEL;
    for (int i = 0; i <= P_MMMX; i++) /* this configuration does not have the patterns of the other form */
        assert_int_equal(count[i], parallel == (i < P_ZZZZ) ? wanted[i] : WF_NO_PATTERN);
    assert_string_equal(codec->pattern_names[P_PARTIAL], "partial match");
    assert_string_equal(codec->pattern_names[P_MMMX], "mmmx");
    assert_null(codec->pattern_names[P_MMMX + 1]);
}

/* ---- form=parallel, by hand ---- */

static void every_pattern_of_the_head(void **state)
{
    (void)state;
    /* zero, zero-extended byte, entry 0, partial match, full match, entry 1, partial match of that, zero: codes 2 3 0 1 0 4 5 2,
     * or with three bits each 0 1 2 3 2 4 5 0 */
    const uint32_t block[32] = {0, 7, 0xABCDEF00, 0xABCDEF42, 0xABCDEF00, 0x12345678, 0x123456FF, 0};
    wf_config c = config(32, PARALLEL, APART, BYTE);
    wf_code code = is_code(&c, block, (const uint32_t[8]){0x25401032, 0xABCDEF00, 0x12345678, 0x42000700, 0x00FF0000}, 8 * 20);
    has_patterns(&c, &code, (const unsigned[10]){2, 1, 3, 2});
    c = config(64, PARALLEL, APART, BYTE);
    code = is_code(&c, block, (const uint32_t[8]){0x25401032, 0x22222222, 0xABCDEF00, 0x12345678, 0x42000700, 0x00FF0000}, 8 * 32);
    has_patterns(&c, &code, (const unsigned[10]){10, 1, 3, 2});
    c = config(128, PARALLEL, APART, BYTE);
    code = is_code(&c, block,
                   (const uint32_t[16]){0x25401032, 0x22222222, 0x22222222, 0x22222222, 0xABCDEF00, 0x12345678, 0x42000700, 0x00FF0000},
                   8 * 56);
    has_patterns(&c, &code, (const unsigned[10]){26, 1, 3, 2});
    c = config(32, PARALLEL, ENTRY, BYTE);
    code = is_code(&c, block, (const uint32_t[8]){0x00162688, 0x78ABCDEF, 0x00123456, 0x00420007, 0x0000FF00}, 8 * 19);
    has_patterns(&c, &code, (const unsigned[10]){2, 1, 3, 2});
    /* 48 bits of codes, entries from byte 6 on, bytes from byte 14 on */
    c = config(64, PARALLEL, ENTRY, BYTE);
    is_code(&c, block, (const uint32_t[8]){0x00162688, 0xEF000000, 0x5678ABCD, 0x07001234, 0x00004200, 0x000000FF}, 8 * 30);
}

static void no_bytes_where_none_is_partial(void **state)
{
    (void)state;
    uint32_t block[32] = {0};
    wf_config c = config(64, PARALLEL, APART, BYTE);
    is_code(&c, block, (const uint32_t[8]){0x22222222, 0x22222222}, 64);
    block[3] = block[9] = 0x00000100;
    is_code(&c, block, (const uint32_t[8]){0x22220222, 0x22222202, 0x100}, 96);
    /* Index 1 of words 3 and 9: bits 10 and 28; the entry from bit 48 on */
    c = config(64, PARALLEL, ENTRY, BYTE);
    is_code(&c, block, (const uint32_t[8]){0x10000400, 0x01000000}, 80);
}

static void a_fifth_entry_is_raw(void **state)
{
    (void)state;
    uint32_t block[32] = {0x100, 0x200, 0x300, 0x400};
    wf_config a = config(32, PARALLEL, APART, BYTE), e = config(32, PARALLEL, ENTRY, BYTE);
    is_code(&a, block, (const uint32_t[8]){0x2222C840, 0x100, 0x200, 0x300, 0x400}, 8 * 20);
    is_raw(&e, block); /* the fourth beside zero */
    block[7] = 0x4ff;  /* no entry of its own */
    is_code(&a, block, (const uint32_t[8]){0xD222C840, 0x100, 0x200, 0x300, 0x400, 0, 0xff000000}, 8 * 28);
    block[7] = 0x500;
    is_raw(&a, block);
    block[3] = 0;
    is_code(&a, block, (const uint32_t[8]){0xC2222840, 0x100, 0x200, 0x300, 0x500}, 8 * 20);
    is_raw(&e, block);
    /* Codes of three bits 2 4 6 0 0 0 0 5 */
    block[7] = 0x2ff;
    is_code(&e, block, (const uint32_t[8]){0x00A001A2, 1, 2, 3, 0, 0x00FF0000}, 8 * 23);
}

static void a_head_that_saves_no_burst(void **state)
{
    (void)state;
    uint32_t block[32] = {0x101, 0x200, 0x100};
    wf_config byte = config(64, PARALLEL, APART, BYTE), burst = config(64, PARALLEL, APART, BURST);
    /* Two entries and bytes: 32 bytes; three: 36; four and no bytes: 24 */
    is_code(&burst, block, (const uint32_t[8]){0x22222140, 0x22222222, 0x101, 0x200, 0x00000000}, 8 * 32);
    block[3] = 0x300;
    is_raw(&burst, block);
    assert_int_equal(encode(&byte, block, false).tag[0], 1);
    block[2] = 0x400;
    is_code(&burst, block, (const uint32_t[8]){0x2222C840, 0x22222222, 0x101, 0x200, 0x400, 0x300}, 8 * 24);
}

static void bad_heads(void **state)
{
    (void)state;
    wf_config c = config(32, PARALLEL, APART, BYTE), e = config(32, PARALLEL, ENTRY, BYTE);
    wf_code code = {.tag = {1}, .units = {1}};
    /* Zero with an index: the index counts for nothing, also for the number of entries */
    memcpy(code.payload, (const uint32_t[8]){0x22207E21, 0x11111100, 0x00000055, 0x11000077}, 16);
    is_bad(&c, &code, 8, (const uint32_t[8]){0x11111155, 0, 0, 0, 0x11111100});
    /* Index 2 used, 0 and 1 not; index 0 and 2 used, 1 not */
    memcpy(code.payload, (const uint32_t[8]){0x22222228, 1, 2, 0x333}, 16);
    is_bad(&c, &code, 32, (const uint32_t[8]){0x333});
    memcpy(code.payload, (const uint32_t[8]){0x22222208, 0x111, 2, 0x333}, 16);
    is_bad(&c, &code, 64, (const uint32_t[8]){0x333, 0x111});
    memcpy(code.payload, (const uint32_t[8]){0x00000006, 0, 0, 0x00000777}, 16); /* entry 2 is bits 88 to 119 */
    is_bad(&e, &code, 24, (const uint32_t[8]){0x00077700});
    /* A byte of a word that needs none: byte 2 of those behind one entry */
    memcpy(code.payload, (const uint32_t[8]){0x22222201, 0x300, 0x00010044}, 12);
    memset(code.payload + 3, 0, 20);
    is_bad(&c, &code, 64 + 16, (const uint32_t[8]){0x344, 0x300});
    code.payload[2] = 0x44;
    assert_int_equal(decode_to(&c, &code, (const uint32_t[8]){0x344, 0x300}), WF_OK);
    assert_int_equal(codec->fault(&c, &code), -1);
    /* Units: none, and another burst of a line that has one */
    code.units[0] = 0;
    is_bad(&c, &code, 256, (const uint32_t[8]){0x344, 0x300});
    code.units[0] = 3;
    is_bad(&c, &code, 256, (const uint32_t[8]){0x344, 0x300});
    /* Four entries and bytes, of which only a burst may be used */
    wf_config byte = config(64, PARALLEL, APART, BYTE), burst = config(64, PARALLEL, APART, BURST);
    const uint32_t block[32] = {0x100, 0x200, 0x300, 0x400, 0x401};
    code = encode(&byte, block, false);
    assert_int_equal(codec->size(&byte, &code), 8 * 40);
    is_bad(&burst, &code, 256, block);
}

/* ---- form=fifo, by hand ---- */

/* The words' codes: value, bits. */
typedef struct {
    uint64_t code;
    int bits;
} piece;

static int put_pieces(uint32_t *payload, const piece *pieces, int count)
{
    int at = 0;
    memset(payload, 0, 128);
    for (int i = 0; i < count; i++)
        put(payload, &at, pieces[i].code, pieces[i].bits);
    return at;
}

static void every_code_of_the_stream(void **state)
{
    (void)state;
    const uint32_t block[32] = {0, 7, 0xABCDEF00, 0xABCDEF42, 0xABCDEF42, 0xABCD1234, 0xABCD12FF, 0};
    const piece pieces[32] = {
        {0x0, 2},                         /* zzzz */
        {0x07B, 12},                      /* zzzx 1101, 07 */
        {0x2 + (0xABCDEF00ull << 2), 34}, /* xxxx 01; entry 0 */
        {0x4207, 16},                     /* mmmx 1110, entry 0, 42; entry 1 */
        {0x05, 6},                        /* mmmm 10, entry 1 */
        {0x123403, 24},                   /* mmxx 1100, entry 0, 1234; entry 2 */
        {0xFF27, 16},                     /* mmmx, entry 2, ff */
        {0x0, 2},
        [31] = {0, 2},
    };
    uint32_t payload[32];
    for (int bytes = 32; bytes <= 128; bytes *= 2) {
        wf_config c = config(bytes, FIFO, APART, BYTE);
        int size = put_pieces(payload, pieces, 8) + 2 * (bytes / 4 - 8);
        assert_int_equal(size, 112 + 2 * (bytes / 4 - 8));
        wf_code code = is_code(&c, block, payload, size);
        has_patterns(&c, &code, (const unsigned[10]){[P_ZZZZ] = 2u + (unsigned)bytes / 4 - 8, 1, 1, 1, 1, 2});
    }
    assert_int_equal(payload[0], 0x2 << 14 | 0x07B << 2 | 0xABCDEF00u << 16);
}

/* With start=zero a word whose upper half is 0 finds an entry of the start, unless a word has entered that it is more like, or that comes before. */
static void a_dictionary_of_zeros(void **state)
{
    (void)state;
    const uint32_t block[32] = {0x1234, 0xABCD0000, 0x5678, 0x56FF, 0xABCD0000};
    const piece empty[] = {
        {0x2 + (0x1234ull << 2), 34},     /* xxxx; entry 0 */
        {0x2 + (0xABCD0000ull << 2), 34}, /* xxxx; entry 1 */
        {0x567803, 24},                   /* mmxx, entry 0; entry 2 */
        {0xFF27, 16},                     /* mmmx, entry 2; entry 3 */
        {0x05, 6},                        /* mmmm, entry 1 */
    };
    piece zeros[5];
    memcpy(zeros, empty, sizeof empty);
    zeros[0] = (piece){0x123403, 24}; /* mmxx, entry 0, which is 0; entry 0 */
    uint32_t payload[32];
    for (int bytes = 32; bytes <= 128; bytes *= 2)
        for (int start = EMPTY; start <= ZEROS; start++) {
            wf_config c = config_start(bytes, start);
            int size = put_pieces(payload, start == ZEROS ? zeros : empty, 5) + 2 * (bytes / 4 - 5);
            is_code(&c, block, payload, size);
        }
    /* An entry that has not been written, and none is left of the start */
    wf_config c = config_start(128, ZEROS);
    uint32_t line[32];
    piece all[32];
    for (uint32_t i = 0; i < 17; i++) {
        line[i] = i < 15 ? (i + 1) << 16 | 0x8000 : 0x8100 + (i << 8);
        all[i] = (piece){2 + ((uint64_t)line[i] << 2), 34};
    }
    all[15] = (piece){(uint64_t)line[15] << 8 | 15 << 4 | 3, 24}; /* mmxx, entry 15, the last one that is 0 */
    all[16] = (piece){(uint64_t)line[16] << 8 | 15 << 4 | 3, 24}; /* mmxx, entry 15, which is word 15 */
    for (int i = 17; i < 32; i++) {
        line[i] = 0;
        all[i] = (piece){0, 2};
    }
    is_code(&c, line, payload, put_pieces(payload, all, 32));
    /* What start=empty calls a fault is none */
    c = config_start(32, ZEROS);
    wf_code code = {.tag = {1}, .units = {1}};
    put_pieces(code.payload, (const piece[3]){{0, 2}, {3 << 2 | 1, 6}, {0x1234 << 8 | 15 << 4 | 3, 24}}, 3);
    assert_int_equal(codec->fault(&c, &code), -1);
    assert_int_equal(decode_to(&c, &code, (const uint32_t[8]){0, 0, 0x1234}), WF_OK);
}

static void the_seventeenth_entry_is_the_first(void **state)
{
    (void)state;
    uint32_t w[17], block[32] = {0}, payload[32];
    piece pieces[32];
    for (uint32_t i = 0; i < 17; i++) {
        w[i] = (0x1000 + i) << 16 | 0x8000;
        block[i] = w[i];
        pieces[i] = (piece){(uint64_t)w[i] << 2 | 2, 34};
    }
    const struct {
        uint32_t word;
        piece code;
    } rest[15] = {
        {w[0], {(uint64_t)w[0] << 2 | 2, 34}}, /* went for the seventeenth; takes entry 1 */
        {w[16], {0 << 2 | 1, 6}},
        {w[0], {1 << 2 | 1, 6}},
        {w[2], {2 << 2 | 1, 6}},
        {w[1], {(uint64_t)w[1] << 2 | 2, 34}},           /* went; takes entry 2 */
        {w[2] + 1, {(uint64_t)(w[2] + 1) << 2 | 2, 34}}, /* went; takes entry 3 */
        {0x10051234, {0x1234 << 8 | 5 << 4 | 3, 24}},    /* half of entry 5; takes entry 4 */
        {0x10057777, {0x7777 << 8 | 4 << 4 | 3, 24}},    /* half of both: the lower number, not the older one; takes 5 */
        {w[6], {6 << 2 | 1, 6}},
    };
    for (int i = 0; i < 15; i++) {
        block[17 + i] = rest[i].word;
        pieces[17 + i] = rest[i].code.bits ? rest[i].code : (piece){0, 2};
    }
    for (int save = BYTE; save <= BURST; save++) {
        wf_config c = config(128, FIFO, APART, save);
        assert_int_equal(put_pieces(payload, pieces, 32), 578 + 34 + 18 + 68 + 48 + 6 + 12);
        wf_code code = is_code(&c, block, payload, 764);
        has_patterns(&c, &code, (const unsigned[10]){[P_ZZZZ] = 6, 20, 4, 2, 0, 0});
    }
}

static void the_best_match_wins(void **state)
{
    (void)state;
    /* Entries: half, three bytes, whole, in this order; an entry in common by no byte but the low ones is none */
    uint32_t block[32] = {0x55550000, 0x55556600, 0x55556677, 0x55556677, 0x55556678, 0x55559999, 0x00006677, 0x11006677};
    uint32_t payload[32];
    const piece pieces[16] = {
        {(0x55550000ull << 2) + 2, 34},
        {0x6600 << 8 | 0 << 4 | 3, 24},
        {0x77 << 8 | 1 << 4 | 7, 16},
        {2 << 2 | 1, 6},
        {0x78 << 8 | 1 << 4 | 7, 16},
        {0x9999 << 8 | 0 << 4 | 3, 24},
        {(0x6677ull << 2) + 2, 34},
        {(0x11006677ull << 2) + 2, 34},
        {0, 2},
        {0, 2},
        {0, 2},
        {0, 2},
        {0, 2},
        {0, 2},
        {0, 2},
        {0, 2},
    };
    wf_config c = config(64, FIFO, APART, BYTE);
    is_code(&c, block, payload, put_pieces(payload, pieces, 16));
}

static void the_limit(void **state)
{
    (void)state;
    uint32_t block[32] = {0};
    for (uint32_t i = 0; i < 7; i++)
        block[i] = (i + 1) << 24;
    block[7] = block[0]; /* 7 * 34 + 6 bits: 31 bytes */
    wf_config c = config(32, FIFO, APART, BYTE);
    wf_code code = encode(&c, block, false);
    assert_int_equal(code.tag[0], 1);
    assert_int_equal(codec->size(&c, &code), 244);
    block[7] = 1; /* 250 bits: 32 bytes */
    is_raw(&c, block);
    block[7] = 0;
    c = config(64, FIFO, APART, BURST);
    code = encode(&c, block, false); /* 256 bits: a burst */
    assert_int_equal(code.tag[0], 1);
    assert_int_equal(codec->size(&c, &code), 256);
    block[15] = 1;
    is_raw(&c, block);
    c = config(64, FIFO, APART, BYTE);
    code = encode(&c, block, false);
    assert_int_equal(codec->size(&c, &code), 266);
    assert_int_equal(code.units[0], 3);
}

static void bad_streams(void **state)
{
    (void)state;
    wf_config c = config(32, FIFO, APART, BYTE);
    wf_code code = {.tag = {1}, .units = {1}};
    /* A code that there is not: a zero of four bits */
    put_pieces(code.payload, (const piece[4]){{0, 2}, {0, 2}, {0xf, 4}, {0x12345678ull << 2 | 2, 34}}, 4);
    is_bad(&c, &code, 4, (const uint32_t[8]){0, 0, 0, 0x12345678});
    assert_int_equal(codec->size(&c, &code), 4 + 4 + 34 + 8);
    /* Entries that are not written yet read as 0; the words enter nonetheless */
    put_pieces(code.payload, (const piece[3]){{0, 2}, {3 << 2 | 1, 6}, {0x1234 << 8 | 15 << 4 | 3, 24}}, 3);
    is_bad(&c, &code, 2, (const uint32_t[8]){0, 0, 0x1234});
    put_pieces(code.payload, (const piece[3]){{0x42 << 8 | 0 << 4 | 7, 16}, {0 << 2 | 1, 6}, {1 << 2 | 1, 6}}, 3);
    is_bad(&c, &code, 0, (const uint32_t[8]){0x42, 0x42});
    put_pieces(code.payload, (const piece[3]){{0x500ull << 2 | 2, 34}, {0 << 2 | 1, 6}, {1 << 2 | 1, 6}}, 3);
    is_bad(&c, &code, 40, (const uint32_t[8]){0x500, 0x500});
    /* Codes beyond the limit, and beyond the line, where zeros are read */
    piece eight[8];
    for (uint32_t i = 0; i < 8; i++)
        eight[i] = (piece){(0xFFFF0001ull + i) << 2 | 2, 34};
    uint32_t wide[32];
    put_pieces(wide, eight, 8);
    memcpy(code.payload, wide, 32);
    is_bad(&c, &code, 238, (const uint32_t[8]){0xFFFF0001, 0xFFFF0002, 0xFFFF0003, 0xFFFF0004, 0xFFFF0005, 0xFFFF0006, 0xFFFF0007, 0x0008});
    assert_int_equal(codec->size(&c, &code), 272);
    wf_config burst = config(64, FIFO, APART, BURST), byte = config(64, FIFO, APART, BYTE);
    memcpy(code.payload, wide, 64);
    code.units[0] = 3;
    is_bad(&burst, &code, 238,
           (const uint32_t[16]){0xFFFF0001, 0xFFFF0002, 0xFFFF0003, 0xFFFF0004, 0xFFFF0005, 0xFFFF0006, 0xFFFF0007, 0xFFFF0008});
    assert_int_equal(codec->fault(&byte, &code), -1);
    code.units[0] = 2;
    assert_int_equal(codec->fault(&byte, &code), 512);
}

static void raw_lines(void **state)
{
    (void)state;
    const uint32_t zeros[32] = {0};
    for (int form = FIFO; form <= PARALLEL; form++) {
        wf_config c = config(64, form, APART, BYTE);
        wf_code code = encode(&c, zeros, true);
        assert_int_equal(code.tag[0], 0);
        assert_int_equal(code.units[0], 3);
        assert_int_equal(code.wen[0], 3);
        assert_int_equal(codec->size(&c, &code), 512);
        has_patterns(&c, &code, (const unsigned[10]){0});
        code.units[0] = 1;
        is_bad(&c, &code, 512, zeros);
        code.units[0] = 3;
        code.tag[0] = 0xfffffffe; /* bits above the tag do not count */
        assert_int_equal(decode_to(&c, &code, zeros), WF_OK);
    }
}

/* ---- the fast form: small domains in full ---- */

/* Every six of these words, then zero and the first again: words without dictionary; the same upper half, upper 24 bits, all of an
 * entry; another half that the fast form's filter does not tell from abcd; nothing in common. */
static void every_six_words_of_a_stream(void **state)
{
    (void)state;
    static const uint32_t word[7] = {0, 0x12, 0xabcdef00, 0xabcdef42, 0xabcd1234, 0x3f80ef00, 0x12345678};
    wf_config c = config(32, FIFO, APART, BYTE);
    for (int n = 0; n < 7 * 7 * 7 * 7 * 7 * 7; n++) {
        uint32_t block[8] = {0};
        for (int i = 0, k = n; i < 6; i++, k /= 7)
            block[i] = word[k % 7];
        block[7] = block[0];
        round_trip_both(codec, &c, block);
    }
}

/* 14 to 18 words that enter, of 13 upper halves, then every four of words that match old and new entries, or none. */
static void every_four_words_behind_a_full_dictionary(void **state)
{
    (void)state;
    for (uint32_t entered = 14; entered <= 18; entered++)
        for (int n = 0; n < 8 * 8 * 8 * 8; n++) {
            uint32_t block[32] = {0};
            for (uint32_t i = 0; i < entered; i++)
                block[i] = (0x1000 + i % 13) << 16 | 0x0100 << i % 8;
            const uint32_t word[8] = {block[0], block[1] ^ 1, block[13], block[2] ^ 0x3300, block[entered - 1], 0x10010001, 0x77777777, 0};
            for (uint32_t i = entered, k = (uint32_t)n; i < entered + 4; i++, k /= 8)
                block[i] = word[k % 8];
            block[31] = block[0];
            for (int save = BYTE; save <= BURST; save++) {
                wf_config c = config(128, FIFO, APART, save);
                round_trip_both(codec, &c, block);
            }
        }
}

/* Any number of words of each kind in a line of 64 bytes: all lengths around what a code must save. */
static void every_length_of_a_stream(void **state)
{
    (void)state;
    int used = 0, raw = 0;
    for (int n = 0; n < 1 << 21; n++) { /* of 21 bits, 5 set part 16 words into 6 kinds */
        uint32_t block[16];
        if (__builtin_popcount((unsigned)n) != 5)
            continue;
        for (uint32_t b = 0, kind = 0, i = 0; b < 21; b++) {
            if (n >> b & 1) {
                kind++;
                continue;
            }
            block[i] = kind == 0   ? (i + 1) << 16 | 0x5500
                       : kind == 1 ? 0x00010000 | (i + 1) << 8
                       : kind == 2 ? 0x00015500 | (i + 1)
                       : kind == 3 ? block[0]
                       : kind == 4 ? i + 1
                                   : 0;
            i++;
        }
        for (int save = BYTE; save <= BURST; save++) {
            wf_config c = config(64, FIFO, APART, save);
            *(encode_both(codec, &c, block, false).tag[0] ? &used : &raw) += 1;
        }
    }
    assert_int_equal(used + raw, 2 * 20349);
    assert_true(used > 1000 && raw > 1000);
}

/* Every way in which six words share upper 24 bits with each other and with zero, each word with either of two low bytes. */
static void every_sharing_of_six_words(void **state)
{
    (void)state;
    int lines = 0;
    for (int n = 0; n < 7 * 7 * 7 * 7 * 7 * 7; n++) {
        int share[6], most = 0, i, k = n;
        for (i = 0; i < 6 && k % 7 <= most + 1; i++, k /= 7) { /* a new share has the next number; 0 is zero's */
            share[i] = k % 7;
            most = share[i] > most ? share[i] : most;
        }
        for (uint32_t low = 0; i == 6 && low < 64; low++, lines++) {
            uint32_t block[8];
            for (int j = 0; j < 6; j++)
                block[j] = (uint32_t)share[j] << 8 | (low >> j & 1);
            block[6] = 0;
            block[7] = block[5];
            for (int zero = APART; zero <= ENTRY; zero++) {
                wf_config c = config(32, PARALLEL, zero, BYTE);
                round_trip_both(codec, &c, block);
            }
        }
    }
    assert_int_equal(lines, 877 * 64);
}

static unsigned seen[4]; /* statuses of check_bits */

/* Any bits: both forms, the functions that tell of the code, and the line again. */
static void check_bits(const wf_config *c, wf_code *code)
{
    uint32_t block[32];
    wf_status s = decode_both(codec, c, code, block);
    int at = codec->fault(c, code), size = codec->size(c, code), words = line_words(c);
    assert_int_equal(s, at < 0 ? WF_OK : WF_ERR_PAYLOAD);
    assert_true(at <= 32 * words && size > 0 && size <= 34 * words);
    seen[s]++;
    if (s != WF_OK)
        return;
    unsigned count[WF_MAX_PATTERNS], all = 0;
    codec->patterns(c, code, count);
    for (int i = 0; i <= P_MMMX; i++)
        all += count[i] != WF_NO_PATTERN ? count[i] : 0;
    assert_int_equal(all, code->tag[0] & 1 ? words : 0);
    round_trip_both(codec, c, block);
}

/* Units that a code of its length has. */
static void set_units(const wf_config *c, wf_code *code)
{
    code->units[0] = line_units(codec->size(c, code)) & ((1u << line_words(c) / 8) - 1);
}

/* Streams that begin with every five codes, those with an index once with one that is written (if any is) and once with one that is
 * not, and go on with zeros or random bits. */
static void every_five_codes_of_a_stream(void **state)
{
    (void)state;
    static const struct {
        unsigned prefix;
        int prefix_bits, index_bits, literal;
        bool enters;
    } codes[10] = {{0, 2, 0, 0, false}, {2, 2, 0, 32, true}, {11, 4, 0, 8, false}, {15, 4, 0, 0, false}, {1, 2, 4, 0, false},
                   {1, 2, 4, 0, false}, {3, 4, 4, 16, true}, {3, 4, 4, 16, true},  {7, 4, 4, 8, true},   {7, 4, 4, 8, true}};
    rng r = {5};
    memset(seen, 0, sizeof seen);
    for (int n = 0; n < 100000; n++) {
        int bytes = 32 << n % 3, at = 0;
        uint32_t entered = 0;
        wf_config c = config(bytes, FIFO, APART, bytes > 32 && n / 3 % 2);
        wf_code code = {.tag = {1}};
        for (int i = 0; i < bytes / 4; i++)
            code.payload[i] = n % 7 ? 0 : rng_word(&r);
        for (int i = 0, k = n; i < 5; i++, k /= 10) {
            uint32_t index = k % 2 ? entered + rng_below(&r, 16 - entered) : rng_below(&r, entered);
            put(code.payload, &at, codes[k % 10].prefix, codes[k % 10].prefix_bits);
            put(code.payload, &at, index, codes[k % 10].index_bits);
            put(code.payload, &at, rng_word(&r), codes[k % 10].literal);
            entered += codes[k % 10].enters;
        }
        set_units(&c, &code);
        check_bits(&c, &code);
    }
    assert_true(seen[WF_OK] > 1000 && seen[WF_ERR_PAYLOAD] > 50000);
}

/* Heads that begin with every 16 bits, the codes behind them of zero, the rest of the payload 0 or random. */
static void every_first_codes_of_a_head(void **state)
{
    (void)state;
    rng r = {6};
    memset(seen, 0, sizeof seen);
    for (uint32_t n = 0; n < 2 * 65536; n++) {
        int words = rng_below(&r, 3) ? 8 : 16, zero = n & 1 ? ENTRY : APART;
        wf_config c = config(4 * words, PARALLEL, zero, words > 8 && rng_below(&r, 2));
        wf_code code = {.tag = {1}};
        for (int i = 0, any = rng_below(&r, 3) == 0; i < words; i++)
            code.payload[i] = i < words / 8 ? zero == APART ? 0x22222222 : 0 : any ? rng_word(&r) : 0;
        code.payload[0] = (code.payload[0] & 0xffff0000) | n >> 1;
        set_units(&c, &code);
        check_bits(&c, &code);
    }
    assert_true(seen[WF_OK] > 5000 && seen[WF_ERR_PAYLOAD] > 5000);
}

/* ---- the fast form: large ones at random ---- */

/* Words that share upper bytes with earlier ones; `fresh` of 16 share nothing. */
static void random_line(rng *r, uint32_t *block, int words)
{
    static const uint32_t low[] = {0, 0xff, 0xffff, 0xffffff, 0xff00};
    uint32_t fresh = rng_below(r, 17), zeros = rng_below(r, 8);
    for (int i = 0; i < words; i++) {
        uint32_t any = rng_word(r), other = low[rng_below(r, 5)];
        uint32_t known = i > 0 ? block[rng_below(r, (uint32_t)i)] : any;
        block[i] = rng_below(r, 16) < zeros   ? (rng_below(r, 2) ? 0 : any & 0xff)
                   : rng_below(r, 16) < fresh ? any
                                              : (known & ~other) | (any & other);
    }
}

static wf_config numbered_config(int n)
{
    int bytes = 32 << n % 3;
    wf_config c = (n / 24 % 2 ? config_head : config)(bytes, n / 3 % 2, n / 6 % 2, bytes > 32 && n / 12 % 2);
    c.param[3] = n / 48 % 2;
    return c;
}

/* Lines, then their codes with some bits turned. */
static void random_lines(void **state)
{
    (void)state;
    rng r = {0xC9AC};
    unsigned used = 0, raw = 0, patterns[10] = {0}, lines = 100000 / (unsigned)one_in(2);
    memset(seen, 0, sizeof seen);
    for (unsigned n = 0; n < lines; n++) {
        wf_config c = numbered_config((int)n);
        uint32_t block[32];
        unsigned count[WF_MAX_PATTERNS];
        random_line(&r, block, line_words(&c));
        wf_code code = encode_both(codec, &c, block, rng_below(&r, 32) == 0);
        codec->patterns(&c, &code, count);
        for (int i = 0; i <= P_MMMX; i++)
            patterns[i] += count[i] != WF_NO_PATTERN ? count[i] : 0;
        for (int i = codec->size(&c, &code); i < 32 * line_words(&c); i++) /* neither pad bits nor bursts that are not in use count */
            if (rng_word(&r) & 1)
                flip(code.payload, i);
        assert_int_equal(decode_to(&c, &code, block), WF_OK);
        *(code.tag[0] ? &used : &raw) += 1;
        for (uint32_t k = rng_below(&r, 4); k < 3; k++)
            flip(code.payload, (int)rng_below(&r, 32 * (uint32_t)line_words(&c)));
        if (rng_below(&r, 8) == 0)
            code.units[0] = rng_word(&r) & 31;
        check_bits(&c, &code);
    }
    for (int i = 0; i <= P_MMMX; i++)
        assert_true(patterns[i] > lines / 100);
    assert_true(used > lines / 4 && raw > lines / 4);
    assert_true(seen[WF_OK] > lines / 4 && seen[WF_ERR_PAYLOAD] > lines / 40);
}

static void random_bits(void **state)
{
    (void)state;
    rng r = {77};
    memset(seen, 0, sizeof seen);
    for (int n = 0; n < 100000 / one_in(2); n++) {
        wf_config c = numbered_config(n);
        wf_code code;
        for (size_t i = 0; i < sizeof code / 4; i++)
            ((uint32_t *)&code)[i] = rng_word(&r);
        code.tag[0] |= n % 8 != 0; /* bits above the tag do not count */
        for (int i = 0; i < line_words(&c) && n % 5; i++)
            code.payload[i] &= rng_word(&r) & (n % 5 > 2 ? 0x30303030 : ~0u);
        if (c.param[5] == HEAD && n % 11)
            code.payload[0] = (code.payload[0] & ~0xffu) | 1;
        if (n % 7)
            set_units(&c, &code);
        check_bits(&c, &code);
    }
    assert_true(seen[WF_OK] > 5000 && seen[WF_ERR_PAYLOAD] > 5000);
}

/* The vectors of every_pattern_of_the_head and every_code_of_the_stream, a byte further up, behind the head. */
static void a_head_before_the_code(void **state)
{
    (void)state;
    const uint32_t words[8] = {0, 7, 0xabcdef00, 0xabcdef42, 0xabcdef00, 0x12345678, 0x123456ff, 0};
    const uint32_t coded[8] = {0x40103201, 0xcdef0025, 0x345678ab, 0x00070012, 0xff000042};
    wf_config c = config_head(32, PARALLEL, APART, BYTE);
    wf_code code = is_code(&c, words, coded, 168);
    assert_int_equal(code.tag[0], 1);
    code.payload[0] ^= 2; /* another encoding */
    is_bad(&c, &code, 0, words);
    const uint32_t stream[8] = {0, 7, 0xabcdef00, 0xabcdef42, 0xabcdef42, 0xabcd1234, 0xabcd12ff, 0};
    c = config_head(32, FIFO, APART, BYTE);
    code = encode(&c, stream, false);
    assert_int_equal(codec->size(&c, &code), 120);
    assert_int_equal(code.payload[0], 0x0081ec01); /* the code begins with EF0081EC */
    assert_int_equal(decode_to(&c, &code, stream), WF_OK);
}

/* Four unrelated words, eight times: codes of 16 bytes and four entries are a burst; the head makes it two. */
static void a_full_burst_and_a_head_are_two(void **state)
{
    (void)state;
    const uint32_t four[4] = {0x11111100, 0x22222200, 0x33333300, 0x44444400};
    uint32_t line[32];
    for (int i = 0; i < 32; i++)
        line[i] = four[i % 4];
    wf_config side = config(128, PARALLEL, APART, BYTE), head = config_head(128, PARALLEL, APART, BYTE);
    wf_code code = encode(&side, line, false);
    assert_int_equal(codec->size(&side, &code), 256);
    assert_int_equal(code.units[0], 1);
    code = encode(&head, line, false);
    assert_int_equal(codec->size(&head, &code), 264);
    assert_int_equal(code.units[0], 3);
    assert_int_equal(decode_to(&head, &code, line), WF_OK);
}

/* 64 bytes, zero one of the entries, bytes: 30 bytes with two entries, 34 with three. The head fits beside 30 and 31 bytes are a burst; 35 are
 * two, so that the line is raw whatever `save` says. Codes and two entries without bytes would take a burst anyway. */
static void a_head_saves_a_burst(void **state)
{
    (void)state;
    for (int save = BYTE; save <= BURST; save++) {
        wf_config c = config_head(64, PARALLEL, ENTRY, save);
        uint32_t line[16];
        for (int i = 0; i < 16; i++)
            line[i] = (i % 2 ? 0x11111100 : 0x22222200) + (uint32_t)i;
        wf_code code = encode(&c, line, false);
        assert_int_equal(codec->size(&c, &code), 8 * 31);
        assert_int_equal(code.units[0], 1);
        assert_int_equal(decode_to(&c, &code, line), WF_OK);
        line[15] = 0x33333300;
        is_raw(&c, line);
        wf_config side = config(64, PARALLEL, ENTRY, BYTE);
        code = encode(&side, line, false);
        assert_int_equal(codec->size(&side, &code), 8 * 34);
    }
}

static void bad_configurations_are_named(void **state)
{
    (void)state;
    static const struct {
        int lanes, form, rate, zero, start, save;
        const char *says;
    } rows[] = {{4, 1, 2, 0, 0, 0, "32, 64 or 128"},    {64, 1, 2, 0, 0, 0, "32, 64 or 128"},
                {8, 2, 2, 0, 0, 0, "fifo or parallel"}, {8, 0, 3, 0, 0, 0, "1, 2, 4 or 8"},
                {8, 1, 2, 2, 0, 0, "apart or entry"},   {8, 0, 2, 0, 2, 0, "empty or zero"},
                {16, 1, 2, 0, 0, 2, "byte or burst"},   {8, 1, 2, 0, 0, 1, "a line of 32 bytes is one burst: nothing to save"}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        wf_config c = {0, 4 * rows[i].lanes, {rows[i].form, rows[i].rate, rows[i].zero, rows[i].start, rows[i].save}};
        char why[WF_WHY];
        assert_true(wf_config_error(unit, &c, why));
        assert_non_null(strstr(why, rows[i].says));
    }
    wf_config c = config(64, FIFO, APART, BYTE);
    wf_sizes s;
    c.param[5] = 2;
    char why[WF_WHY];
    assert_true(wf_config_error(unit, &c, why));
    assert_non_null(strstr(why, "side or head"));
    c.param[5] = HEAD;
    assert_int_equal(codec->sizes(&c, &s, NULL), WF_OK);
    assert_int_equal(s.head_bits, 8);
    assert_int_equal(s.tag_bits, 1);
    c.param[5] = SIDE;
    assert_int_equal(codec->sizes(&c, &s, NULL), WF_OK);
    assert_int_equal(s.head_bits, 0);
    assert_int_equal(s.interval_enc, 8);
    assert_int_equal(s.interval_dec, 8);
    assert_int_equal(s.units, 2);
    assert_int_equal(s.unit_bits[1], 256);
    c.param[0] = PARALLEL;
    assert_int_equal(codec->sizes(&c, &s, NULL), WF_OK);
    assert_int_equal(s.interval_enc, 1);
}

int main(void)
{
    unit = wf_find_unit("cpack");
    codec = unit->codec;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_pattern_of_the_head),
        cmocka_unit_test(no_bytes_where_none_is_partial),
        cmocka_unit_test(a_fifth_entry_is_raw),
        cmocka_unit_test(a_head_that_saves_no_burst),
        cmocka_unit_test(bad_heads),
        cmocka_unit_test(every_code_of_the_stream),
        cmocka_unit_test(a_dictionary_of_zeros),
        cmocka_unit_test(the_seventeenth_entry_is_the_first),
        cmocka_unit_test(the_best_match_wins),
        cmocka_unit_test(the_limit),
        cmocka_unit_test(bad_streams),
        cmocka_unit_test(raw_lines),
        cmocka_unit_test(every_six_words_of_a_stream),
        cmocka_unit_test(every_four_words_behind_a_full_dictionary),
        cmocka_unit_test(every_length_of_a_stream),
        cmocka_unit_test(every_sharing_of_six_words),
        cmocka_unit_test(every_five_codes_of_a_stream),
        cmocka_unit_test(every_first_codes_of_a_head),
        cmocka_unit_test(random_lines),
        cmocka_unit_test(random_bits),
        cmocka_unit_test(a_head_before_the_code),
        cmocka_unit_test(a_full_burst_and_a_head_are_two),
        cmocka_unit_test(a_head_saves_a_burst),
        cmocka_unit_test(bad_configurations_are_named),
    };
    return cmocka_run_group_tests_name("cpack", tests, NULL, NULL);
}
