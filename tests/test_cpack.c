/* SPDX-License-Identifier: Apache-2.0
 *
 * The golden model of cpack against vectors worked by hand, against a second model that codes word after word by the letter,
 * and on any bits. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "../base/random.h"
#include "../cmodel/warpfold.h"

enum { FIFO, PARALLEL };
enum { APART, ENTRY };
enum { BYTE, BURST };
enum { P_ZERO, P_ZERO_BYTE, P_FULL, P_PARTIAL, P_ZZZZ, P_XXXX, P_MMMM, P_MMXX, P_ZZZX, P_MMMX };

static const wf_unit *unit;
static const wf_codec *codec;

static wf_config config(int bytes, int form, int zero, int save)
{
    wf_config c = wf_default_config(unit, bytes);
    c.param[0] = form;
    c.param[2] = zero;
    c.param[3] = save;
    return c;
}

static wf_code encode(const wf_config *c, const uint32_t *block, bool raw_only)
{
    wf_code code;
    memset(&code, 0xa5, sizeof code);
    wf_input in = {block, NULL, raw_only};
    assert_int_equal(codec->encode(c, &in, &code), WF_OK);
    assert_int_equal(codec->size(c, &code), codec->measure(c, &in));
    return code;
}

static void flip(uint32_t *v, int at) { v[at / 32] ^= (uint32_t)1 << at % 32; }

/* Writes n bits of x at *at and moves on. */
static void put(uint32_t *v, int *at, uint64_t x, int n)
{
    for (int i = 0; i < n; i++, ++*at)
        v[*at / 32] = (v[*at / 32] & ~((uint32_t)1 << *at % 32)) | (uint32_t)(x >> i & 1) << *at % 32;
}

static wf_status decode_to(const wf_config *c, const wf_code *code, const uint32_t *block)
{
    uint32_t back[32];
    memset(back, 0x5a, sizeof back);
    wf_status s = codec->decode(c, code, back);
    assert_memory_equal(back, block, (size_t)c->line_bytes);
    return s;
}

/* An error at this bit, and this block nonetheless. */
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
    assert_int_equal(code.units[0], (1u << c->line_bytes / 32) - 1);
    assert_int_equal(codec->size(c, &code), 8 * c->line_bytes);
    assert_string_equal(codec->class_names[codec->classify(c, &code)], "raw");
    assert_int_equal(decode_to(c, &code, block), WF_OK);
    assert_int_equal(codec->fault(c, &code), -1);
}

/* A code with these bytes and bursts, the rest of the last burst 0. */
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
    for (int i = 0; i <= P_MMMX; i++)   /* the other form's are none of this configuration's */
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
    code = is_code(&c, block, (const uint32_t[16]){0x25401032, 0x22222222, 0x22222222, 0x22222222, 0xABCDEF00, 0x12345678,
                                                   0x42000700, 0x00FF0000}, 8 * 56);
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
    is_raw(&e, block);          /* the fourth beside zero */
    block[7] = 0x4ff;           /* no entry of its own */
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
    memcpy(code.payload, (const uint32_t[8]){0x00000006, 0, 0, 0x00000777}, 16);    /* entry 2 is bits 88 to 119 */
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
        {0x0, 2},                           /* zzzz */
        {0x07B, 12},                        /* zzzx 1101, 07 */
        {0x2 + (0xABCDEF00ull << 2), 34},   /* xxxx 01; entry 0 */
        {0x4207, 16},                       /* mmmx 1110, entry 0, 42; entry 1 */
        {0x05, 6},                          /* mmmm 10, entry 1 */
        {0x123403, 24},                     /* mmxx 1100, entry 0, 1234; entry 2 */
        {0xFF27, 16},                       /* mmmx, entry 2, ff */
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
        {w[0], {(uint64_t)w[0] << 2 | 2, 34}},              /* went for the seventeenth; takes entry 1 */
        {w[16], {0 << 2 | 1, 6}},   {w[0], {1 << 2 | 1, 6}},   {w[2], {2 << 2 | 1, 6}},
        {w[1], {(uint64_t)w[1] << 2 | 2, 34}},              /* went; takes entry 2 */
        {w[2] + 1, {(uint64_t)(w[2] + 1) << 2 | 2, 34}},    /* went; takes entry 3 */
        {0x10051234, {0x1234 << 8 | 5 << 4 | 3, 24}},       /* half of entry 5; takes entry 4 */
        {0x10057777, {0x7777 << 8 | 4 << 4 | 3, 24}},       /* half of both: the lower number, not the older one; takes 5 */
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
        {(0x55550000ull << 2) + 2, 34}, {0x6600 << 8 | 0 << 4 | 3, 24}, {0x77 << 8 | 1 << 4 | 7, 16}, {2 << 2 | 1, 6},
        {0x78 << 8 | 1 << 4 | 7, 16},   {0x9999 << 8 | 0 << 4 | 3, 24}, {(0x6677ull << 2) + 2, 34},
        {(0x11006677ull << 2) + 2, 34}, {0, 2}, {0, 2}, {0, 2}, {0, 2}, {0, 2}, {0, 2}, {0, 2}, {0, 2},
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
    block[7] = block[0];        /* 7 * 34 + 6 bits: 31 bytes */
    wf_config c = config(32, FIFO, APART, BYTE);
    wf_code code = encode(&c, block, false);
    assert_int_equal(code.tag[0], 1);
    assert_int_equal(codec->size(&c, &code), 244);
    block[7] = 1;               /* 250 bits: 32 bytes */
    is_raw(&c, block);
    block[7] = 0;
    c = config(64, FIFO, APART, BURST);
    code = encode(&c, block, false);        /* 256 bits: a burst */
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
    is_bad(&c, &code, 238, (const uint32_t[8]){0xFFFF0001, 0xFFFF0002, 0xFFFF0003, 0xFFFF0004, 0xFFFF0005, 0xFFFF0006,
                                               0xFFFF0007, 0x0008});
    assert_int_equal(codec->size(&c, &code), 272);
    wf_config burst = config(64, FIFO, APART, BURST), byte = config(64, FIFO, APART, BYTE);
    memcpy(code.payload, wide, 64);
    code.units[0] = 3;
    is_bad(&burst, &code, 238, (const uint32_t[16]){0xFFFF0001, 0xFFFF0002, 0xFFFF0003, 0xFFFF0004, 0xFFFF0005, 0xFFFF0006,
                                                    0xFFFF0007, 0xFFFF0008});
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
        code.tag[0] = 0xfffffffe;   /* bits above the tag are none of it */
        assert_int_equal(decode_to(&c, &code, zeros), WF_OK);
    }
}

/* ---- a second model: word after word, by the letters ---- */

/* Bytes that two words have in common, from the top. */
static int matching(uint32_t x, uint32_t y)
{
    int n = 0;
    while (n < 4 && x >> (24 - 8 * n) % 32 == y >> (24 - 8 * n) % 32)
        n++;
    return n;
}

static int slow_fifo(int words, const uint32_t *block, uint32_t *payload, unsigned *seen)
{
    uint32_t dictionary[16] = {0};
    int entered = 0, at = 0;
    for (int i = 0; i < words; i++) {
        uint32_t w = block[i];
        int best = 34, index = 0, match = 0;
        for (int k = 0; k < 16 && k < entered; k++) {
            static const int length[5] = {34, 34, 24, 16, 6};
            int m = matching(dictionary[k], w);
            if (length[m] < best) {
                best = length[m];
                index = k;
                match = m;
            }
        }
        bool zero = w == 0, small = !zero && w < 256, enters = !zero && !small && match != 4;
        if (zero)
            put(payload, &at, 0, 2);
        else if (small)
            put(payload, &at, 0xb, 4), put(payload, &at, w, 8);
        else if (match == 4)
            put(payload, &at, 1, 2), put(payload, &at, (unsigned)index, 4);
        else if (match == 3)
            put(payload, &at, 7, 4), put(payload, &at, (unsigned)index, 4), put(payload, &at, w & 0xff, 8);
        else if (match == 2)
            put(payload, &at, 3, 4), put(payload, &at, (unsigned)index, 4), put(payload, &at, w & 0xffff, 16);
        else
            put(payload, &at, 2, 2), put(payload, &at, w, 32);
        seen[P_ZZZZ + (zero ? 0 : small ? 4 : match == 4 ? 2 : match == 3 ? 5 : match == 2 ? 3 : 1)]++;
        if (enters)
            dictionary[entered++ % 16] = w;
    }
    seen[10] += entered > 16;
    return at;
}

/* -1: too many entries */
static int slow_parallel(int words, bool zero_entry, const uint32_t *block, uint32_t *payload, unsigned *seen)
{
    uint32_t entry[5];
    int n = 0, at = 0, width = zero_entry ? 3 : 4;
    bool partial[32], any = false;
    unsigned count[4] = {0};
    if (zero_entry)
        entry[n++] = 0;
    for (int i = 0; i < words; i++) {
        int k = 0;
        bool zero = block[i] < 256;
        while (!zero && k < n && matching(entry[k], block[i]) < 3)
            k++;
        if (!zero && k == n) {
            if (n == 4)
                return -1;
            entry[n++] = block[i];
        }
        partial[i] = block[i] != (zero ? 0 : entry[k]);
        any |= partial[i];
        put(payload, &at, partial[i], 1);
        if (!zero_entry)
            put(payload, &at, zero, 1);
        put(payload, &at, zero ? 0u : (unsigned)k, 2);
        count[2 * !zero + partial[i]]++;
    }
    assert_int_equal(at, words * width);
    for (int k = zero_entry; k < n; k++)
        put(payload, &at, entry[k], 32);
    for (int i = 0; any && i < words; i++)
        put(payload, &at, partial[i] ? block[i] & 0xff : 0, 8);
    for (int i = 0; i < 4; i++)
        seen[i] += count[i];
    return at;
}

/* Words that share upper bytes with earlier ones; `fresh` of 16 share nothing. */
static void random_line(rng *r, uint32_t *block, int words)
{
    static const uint32_t low[] = {0, 0xff, 0xffff, 0xffffff, 0xff00};
    uint32_t fresh = rng_below(r, 17), zeros = rng_below(r, 8);
    for (int i = 0; i < words; i++) {
        uint32_t any = rng_word(r), other = low[rng_below(r, 5)];
        uint32_t known = i > 0 ? block[rng_below(r, (uint32_t)i)] : any;
        block[i] = rng_below(r, 16) < zeros ? (rng_below(r, 2) ? 0 : any & 0xff)
                   : rng_below(r, 16) < fresh ? any : (known & ~other) | (any & other);
    }
}

static void both_models_agree(void **state)
{
    (void)state;
    rng r = {0xC9AC};
    unsigned seen[11] = {0}, used = 0, raw = 0;
    for (int n = 0; n < 60000; n++) {
        int bytes = 32 << n % 3, form = n / 3 % 2, zero = n / 6 % 2, save = bytes > 32 && n / 12 % 2;
        wf_config c = config(bytes, form, zero, save);
        uint32_t block[32], payload[64] = {0};
        random_line(&r, block, bytes / 4);
        int size = form == FIFO ? slow_fifo(bytes / 4, block, payload, seen)
                                : slow_parallel(bytes / 4, zero, block, payload, seen);
        if (size < 0 || (size + 7) / 8 > (save ? bytes - 32 : bytes - 1)) {
            is_raw(&c, block);
            raw++;
        } else {
            wf_code code = is_code(&c, block, payload, size);
            for (int i = (size + 255) / 256 * 8; i < bytes / 4; i++)    /* no unit in use */
                code.payload[i] = rng_word(&r);
            assert_int_equal(decode_to(&c, &code, block), WF_OK);
            used++;
        }
    }
    for (int i = 0; i < 11; i++)
        assert_true(seen[i] > 100);
    assert_true(used > 10000 && raw > 10000);
}

static void decode_takes_any_bits(void **state)
{
    (void)state;
    rng r = {77};
    unsigned seen[4] = {0};
    for (int n = 0; n < 60000; n++) {
        int bytes = 32 << n % 3, form = n / 3 % 2, zero = n / 6 % 2, save = bytes > 32 && n / 12 % 2;
        wf_config c = config(bytes, form, zero, save);
        wf_code code;
        uint32_t block[32], back[32 + 2];
        for (size_t i = 0; i < sizeof code / 4; i++)
            ((uint32_t *)&code)[i] = rng_word(&r);
        memset(code.units, 0, sizeof code.units);
        code.units[0] = (1u << (1 + rng_below(&r, (uint32_t)bytes / 32))) - 1;
        if (n % 4) {    /* a code with a bit or two of it turned */
            random_line(&r, block, bytes / 4);
            code = encode(&c, block, false);
            for (int k = n % 4; k > 1; k--)
                flip(code.payload, (int)rng_below(&r, 8 * (uint32_t)bytes));
        }
        back[bytes / 4] = 0xfeedface;
        wf_status s = codec->decode(&c, &code, back);
        int at = codec->fault(&c, &code), size = codec->size(&c, &code);
        assert_int_equal(back[bytes / 4], 0xfeedface);
        assert_int_equal(s, at < 0 ? WF_OK : WF_ERR_PAYLOAD);
        assert_true(at <= 8 * bytes && size > 0 && size <= 34 * bytes / 4);
        seen[s]++;
        if (s != WF_OK)
            continue;
        unsigned count[WF_MAX_PATTERNS], all = 0;
        codec->patterns(&c, &code, count);
        for (int i = 0; i < WF_MAX_PATTERNS; i++)
            all += i <= P_MMMX && count[i] != WF_NO_PATTERN ? count[i] : 0;
        assert_int_equal(all, code.tag[0] & 1 ? bytes / 4 : 0);
        code = encode(&c, back, false);
        assert_int_equal(decode_to(&c, &code, back), WF_OK);
    }
    assert_true(seen[WF_OK] > 5000 && seen[WF_ERR_PAYLOAD] > 5000);
}

static void bad_configurations_are_named(void **state)
{
    (void)state;
    static const struct {
        int lanes, form, rate, zero, save;
        const char *says;
    } rows[] = {{4, 1, 2, 0, 0, "32, 64 or 128"}, {64, 1, 2, 0, 0, "32, 64 or 128"}, {8, 2, 2, 0, 0, "fifo or parallel"},
                {8, 0, 3, 0, 0, "1, 2, 4 or 8"},  {8, 1, 2, 2, 0, "apart or entry"},  {16, 1, 2, 0, 2, "byte or burst"},
                {8, 1, 2, 0, 1, "a line of 32 bytes is one burst: nothing to save"}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        wf_config c = {0, 4 * rows[i].lanes, {rows[i].form, rows[i].rate, rows[i].zero, rows[i].save}};
        const char *why = NULL;
        wf_sizes s;
        assert_int_equal(codec->sizes(&c, &s, &why), WF_ERR_CONFIG);
        assert_non_null(strstr(why, rows[i].says));
    }
    wf_config c = config(64, FIFO, APART, BYTE);
    wf_sizes s;
    assert_int_equal(codec->sizes(&c, &s, NULL), WF_OK);
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
        cmocka_unit_test(the_seventeenth_entry_is_the_first),
        cmocka_unit_test(the_best_match_wins),
        cmocka_unit_test(the_limit),
        cmocka_unit_test(bad_streams),
        cmocka_unit_test(raw_lines),
        cmocka_unit_test(both_models_agree),
        cmocka_unit_test(decode_takes_any_bits),
        cmocka_unit_test(bad_configurations_are_named),
    };
    return cmocka_run_group_tests_name("cpack", tests, NULL, NULL);
}
