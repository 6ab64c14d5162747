/* SPDX-License-Identifier: Apache-2.0
 *
 * bpc_fast - bpc in the form that the program runs. It gives the same codes and blocks as bpc.c, the specification.
 *
 * Planes are made by a transposition of 32 words of 32 bits in five steps. A step swaps the off-diagonal blocks of squares of 32, 16, .. 2
 * rows and bits. */
#include "../bits.h"
#include "../form.h"
#include "../line_fast.h"
#include "../takes.h"
#include "bpc.h"

extern const wf_fast wf_bpc_fast;

INLINE bool takes(const wf_config *c)
{
    const int *p = c->param;
    return has_line(c, p[BPC_SAVE] == LINE_SAVE_BYTE) && (USUALLY(p[BPC_RATE] == 3) || p[BPC_RATE] == 1 || p[BPC_RATE] == 11) &&
           (unsigned)p[BPC_FORM] <= BPC_STREAM && are_flags(p[BPC_SAVE] | p[BPC_TAG]);
}

enum { HEAD = 1 }; /* what the head of a compressed line says */

/* ---- Planes ---- */

/* Swaps rows and columns: bit i of row p and bit p of row i. In a step of s = 16, 8, .. 1, the upper s of 2 s bits of a row in the lower
 * half of a square change places with the lower s bits of the row s below it. Two rows of two bits: (a, b) and (c, d),
 * bit 0 first, become (a, c) and (b, d). */
INLINE void swap_blocks(uint32_t *row, int s, uint32_t low)
{
    for (int square = 0; square < 32; square += 2 * s)
        for (int i = square; i < square + s; i++) {
            uint32_t change = (row[i] >> s ^ row[i + s]) & low;
            row[i + s] ^= change;
            row[i] ^= change << s;
        }
}

static void transpose(uint32_t row[32])
{
    swap_blocks(row, 16, 0x0000ffff);
    swap_blocks(row, 8, 0x00ff00ff);
    swap_blocks(row, 4, 0x0f0f0f0f);
    swap_blocks(row, 2, 0x33333333);
    swap_blocks(row, 1, 0x55555555);
}

/* Plane 32, the signs of the deltas: which words are followed by a smaller one. */
static inline uint32_t signs_of(const uint32_t *block, int words)
{
    uint32_t signs = 0;
    for (int i = 0; i + 1 < words; i++)
        signs |= (uint32_t)((int32_t)block[i + 1] < (int32_t)block[i]) << i;
    return signs;
}

static void planes_of(const uint32_t *block, int words, uint32_t dbp[BPC_PLANES])
{
    for (int i = 0; i + 1 < words; i++)
        dbp[i] = block[i + 1] - block[i];
    memset(dbp + words - 1, 0, sizeof *dbp * (size_t)(BPC_TOP - words + 1));
    transpose(dbp);
    dbp[BPC_TOP] = signs_of(block, words);
}

/* ---- Select, measure ---- */

static inline int select_base(uint32_t w)
{
    int32_t x = (int32_t)w;
    return x == 0                     ? BPC_BASE_ZERO
           : x >= -8 && x < 8         ? BPC_BASE_NIBBLE
           : x == (int32_t)(int8_t)w  ? BPC_BASE_BYTE
           : x == (int32_t)(int16_t)w ? BPC_BASE_HALF
                                      : BPC_BASE_WORD;
}

/* Bits of a place in a plane: those of the highest one, the number of words less 2. */
static inline int place_bits(int words)
{
    return 32 - __builtin_clz((unsigned)words - 2);
}

static inline int base_bits(int kind)
{
    return bpc_base_codes[kind].prefix_bits + bpc_base_codes[kind].data_bits;
}

/* The kind of a plane whose DBX is not 0. Adding its lowest one to the DBX clears a row of ones and sets the bit above it. */
static inline int select_plane(uint32_t dbx, uint32_t dbp, uint32_t all)
{
    uint32_t lowest = dbx & -dbx;
    return dbx == all ? BPC_ONES : dbp == 0 ? BPC_CLEAR : dbx == lowest ? BPC_ONE : dbx == 3 * (uint64_t)lowest ? BPC_TWO : BPC_PLAIN;
}

/* Bits of the codes, prefixes included, of lines of one size. */
typedef struct {
    int bits[BPC_KINDS];
} lengths;

static inline lengths lengths_of(const wf_config *c)
{
    int place = place_bits(line_words(c));
    return (lengths){{[BPC_RUN] = 2 + BPC_RUN_BITS,
                      [BPC_ZERO] = 3,
                      [BPC_ONES] = 5,
                      [BPC_CLEAR] = 5,
                      [BPC_TWO] = 5 + place,
                      [BPC_ONE] = 5 + place,
                      [BPC_PLAIN] = line_words(c)}};
}

static int measure(const wf_config *c, const wf_input *in)
{
    if (!takes(c))
        return -1;
    int words = line_words(c);
    if (in->raw_only)
        return 32 * words;
    uint32_t dbp[BPC_PLANES], above = 0, all = low_ones(words - 1);
    lengths length = lengths_of(c);
    planes_of(in->block, words, dbp);
    int bits = line_head(c->param[BPC_TAG]) + base_bits(select_base(in->block[0])), zeros = 0;
    int of_zeros[3] = {0, length.bits[BPC_ZERO], length.bits[BPC_RUN]};
    for (int p = BPC_TOP; p >= 0; p--) {
        uint32_t dbx = dbp[p] ^ above;
        above = dbp[p];
        if (dbx == 0) {
            zeros += zeros < 2;
            continue;
        }
        bits += of_zeros[zeros] + length.bits[select_plane(dbx, dbp[p], all)];
        zeros = 0;
    }
    bits += of_zeros[zeros];
    return bits <= line_limit_with(c, c->param[BPC_SAVE], c->param[BPC_TAG]) ? bits : 32 * words;
}

/* ---- Pack ---- */

/* Any code, also one that turns out too long: of the head, the base, and a code of a plane's bits for each plane. put_bits writes one word
 * beyond. Bits behind the end are 0. */
enum { STREAM_WORDS = (LINE_HEAD_BITS + 33 + BPC_PLANES * 32 + 31) / 32 + 1 };
typedef struct {
    uint32_t word[STREAM_WORDS];
    int at;
} stream;

static inline void put(stream *s, uint32_t x, int bits)
{
    put_bits(s->word, s->at, x);
    s->at += bits;
}

/* `bits` bits: a prefix, and what follows it. */
static inline void put_code(stream *s, int kind, uint32_t data, int bits)
{
    put(s, bpc_plane_codes[kind].prefix | data << bpc_plane_codes[kind].prefix_bits, bits);
}

static void put_zeros(stream *s, int zeros)
{
    if (zeros == 1)
        put_code(s, BPC_ZERO, 0, 3);
    else if (zeros > 1)
        put_code(s, BPC_RUN, (uint32_t)zeros - 2, 2 + BPC_RUN_BITS);
}

static void pack(const wf_config *c, const uint32_t *block, stream *s)
{
    int words = line_words(c), base = select_base(block[0]), zeros = 0;
    uint32_t dbp[BPC_PLANES], above = 0, all = low_ones(words - 1);
    lengths length = lengths_of(c);
    planes_of(block, words, dbp);
    put(s, bpc_base_codes[base].prefix, bpc_base_codes[base].prefix_bits);
    put(s, block[0] & low_ones(bpc_base_codes[base].data_bits), bpc_base_codes[base].data_bits);
    for (int p = BPC_TOP; p >= 0; p--) {
        uint32_t dbx = dbp[p] ^ above;
        above = dbp[p];
        if (dbx == 0) {
            zeros++;
            continue;
        }
        put_zeros(s, zeros);
        zeros = 0;
        int kind = select_plane(dbx, dbp[p], all);
        put_code(s, kind,
                 kind == BPC_PLAIN                    ? dbx
                 : kind == BPC_ONE || kind == BPC_TWO ? (uint32_t)__builtin_ctz(dbx)
                                                      : 0,
                 length.bits[kind]);
    }
    put_zeros(s, zeros);
}

static wf_status encode(const wf_config *c, const wf_input *in, wf_code *code)
{
    if (!takes(c))
        return WF_ERR_CONFIG;
    int words = line_words(c), head = line_head(c->param[BPC_TAG]);
    stream s = {.at = head};
    s.word[0] = head ? HEAD : 0;
    if (!in->raw_only)
        pack(c, in->block, &s);
    bool compressed = !in->raw_only && s.at <= line_limit_with(c, c->param[BPC_SAVE], c->param[BPC_TAG]);
    code->tag[0] = compressed;
    memcpy(code->payload, compressed ? s.word : in->block, 4 * (size_t)words);
    line_use(compressed ? s.at : 32 * words, code);
    return WF_OK;
}

/* ---- Unpack, Rebuild ---- */

/* The kind of a code, from its first five bits. */
static const uint8_t kind_of[32] = {BPC_ONES,  BPC_PLAIN, BPC_RUN, BPC_PLAIN, BPC_ZERO, BPC_PLAIN, BPC_RUN, BPC_PLAIN,
                                    BPC_TWO,   BPC_PLAIN, BPC_RUN, BPC_PLAIN, BPC_ZERO, BPC_PLAIN, BPC_RUN, BPC_PLAIN,
                                    BPC_CLEAR, BPC_PLAIN, BPC_RUN, BPC_PLAIN, BPC_ZERO, BPC_PLAIN, BPC_RUN, BPC_PLAIN,
                                    BPC_ONE,   BPC_PLAIN, BPC_RUN, BPC_PLAIN, BPC_ZERO, BPC_PLAIN, BPC_RUN, BPC_PLAIN};
static const uint8_t base_of[8] = {BPC_BASE_ZERO,   BPC_BASE_WORD, BPC_BASE_BYTE, BPC_BASE_WORD,
                                   BPC_BASE_NIBBLE, BPC_BASE_WORD, BPC_BASE_HALF, BPC_BASE_WORD};

static uint32_t unpack_base(const uint32_t *payload, int *at)
{
    int kind = base_of[get_bits(payload, *at, 3)];
    uint32_t x = get_bits(payload, *at + bpc_base_codes[kind].prefix_bits, 32);
    *at += base_bits(kind);
    switch (kind) {
    case BPC_BASE_ZERO: return 0;
    case BPC_BASE_NIBBLE: return (uint32_t)((int32_t)(x << 28) >> 28);
    case BPC_BASE_BYTE: return sign_extend(x, 1);
    case BPC_BASE_HALF: return sign_extend(x, 2);
    default: return x;
    }
}

/* Reads the planes; returns false if a run or a one goes beyond the line. */
static bool unpack_planes(const wf_config *c, const uint32_t *payload, int *at, uint32_t dbp[BPC_PLANES])
{
    uint32_t above = 0, all = low_ones(line_words(c) - 1), places = low_ones(place_bits(line_words(c)));
    lengths length = lengths_of(c);
    bool right = true;
    for (int p = BPC_TOP; p >= 0;) {
        uint32_t x = get_bits(payload, *at, 32), place = x >> 5 & places;
        int kind = kind_of[x & 31];
        uint64_t ones = 0;
        *at += length.bits[kind];
        switch (kind) {
        case BPC_RUN:
            for (int n = (int)(x >> 2 & 31) + 2; n > 0; n--) {
                right &= p >= 0;
                if (p >= 0)
                    dbp[p--] = above;
            }
            continue;
        case BPC_ONES: ones = all; break;
        case BPC_CLEAR: ones = above; break;
        case BPC_TWO: ones = (uint64_t)3 << place; break;
        case BPC_ONE: ones = (uint64_t)1 << place; break;
        case BPC_PLAIN: ones = x >> 1 & all; break;
        default: break;
        }
        right &= ones <= all;
        dbp[p--] = above ^= (uint32_t)ones & all;
    }
    return right;
}

/* Any field that ends beyond the longest code in use makes the last one do so, and the number of bits shows it. */
INLINE wf_status decode_parts(const wf_config *c, const wf_line_code *code, uint32_t *block)
{
    if (!takes(c))
        return WF_ERR_CONFIG;
    int words = line_words(c);
    if (!(code->tag[0] & 1)) {
        memcpy(block, code->payload, 4 * (size_t)words);
        return code->units == line_units(32 * words) ? WF_OK : WF_ERR_PAYLOAD;
    }
    uint32_t payload[STREAM_WORDS + 1], dbp[BPC_PLANES]; /* with zeros behind it */
    memcpy(payload, code->payload, 4 * (size_t)words);
    memset(payload + words, 0, sizeof payload - 4 * (size_t)words);
    int at = line_head(c->param[BPC_TAG]);
    block[0] = unpack_base(payload, &at);
    bool right = unpack_planes(c, payload, &at, dbp);
    uint32_t signs = dbp[BPC_TOP];
    transpose(dbp);
    for (int i = 0; i + 1 < words; i++)
        block[i + 1] = block[i] + dbp[i];
    right &=
        signs == signs_of(block, words) && at <= line_limit_with(c, c->param[BPC_SAVE], c->param[BPC_TAG]) && code->units == line_units(at);
    if (c->param[BPC_TAG] == LINE_HEAD)
        right &= (payload[0] & 0xff) == HEAD;
    return right ? WF_OK : WF_ERR_PAYLOAD;
}

static wf_status decode_line(const wf_config *c, const wf_line_code *code, uint32_t *block)
{
    return decode_parts(c, code, block);
}

static wf_status decode(const wf_config *c, const wf_code *code, uint32_t *block)
{
    wf_line_code parts = line_code(code);
    return decode_parts(c, &parts, block);
}

WF_FORMS_OF(bpc);
const wf_fast wf_bpc_fast = {.takes = takes,
                             .encode = encode,
                             .decode = decode,
                             .measure = measure,
                             .decode_line = decode_line,
                             .tag_bits = 1,
                             .code_bits = 1,
                             .params = BPC_PARAMS,
                             .save = BPC_SAVE + 1,
                             .tag = BPC_TAG + 1,
                             .forms = forms};
