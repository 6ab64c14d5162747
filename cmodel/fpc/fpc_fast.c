/* SPDX-License-Identifier: Apache-2.0
 *
 * fpc_fast - fpc in the form that the program runs. It gives the same codes and blocks as fpc.c, the specification.
 *
 * Loops over all words have no branches and a known length, so compilers turn them into vector instructions. They keep to what every
 * x86-64 has: comparisons of signed numbers, and shifts of all lanes by one distance. */
#include "../bits.h"
#include "../form.h"
#include "../line_fast.h"
#include "../takes.h"
#include "fpc.h"

extern const wf_fast wf_fpc_fast;

INLINE bool takes(const wf_config *c)
{
    const int *p = c->param;
    bool burst = p[FPC_SAVE] == LINE_SAVE_BYTE && (p[FPC_FORM] == FPC_FORM_WORD || p[FPC_SEGMENTS] <= 8);
    return has_line(c, burst) && is_power(p[FPC_SEGMENTS], 4, 2, 16) && is_power(p[FPC_RATE], 2, 1, 8) && is_set(p[FPC_CHOSEN], FPC_WORD) &&
           are_flags(p[FPC_FORM] | p[FPC_SAVE] | p[FPC_TAG]);
}

/* ---- Classify ---- */

/* A comparison gives a mask, as vector comparisons do: all ones if it holds, else 0. So (is_zero(x) & 8) is 8 or 0. */
static inline uint32_t is_equal(uint32_t x, uint32_t y)
{
    return -(uint32_t)(x == y);
}

static inline uint32_t is_zero(uint32_t x)
{
    return is_equal(x, 0);
}

static inline uint32_t is_above(int32_t x, int32_t n)
{
    return -(uint32_t)(x > n);
}

/* The steps of a word: bit i is 1 if bits i and i + 1 of the word differ. Bit 31 is 0, so the steps are never negative. A word is the
 * sign extension of its n low bits if it has no step at bit n - 1 or above, that is, if its steps are at most 2^(n-1) - 1. Example:
 * fffffff8 has a step at bit 2. Its steps are 4, at most 7: a nibble. 00000008 has steps at bits 2 and 3: 12, above 7, not a nibble. */
static inline int32_t steps_of(uint32_t w)
{
    return (int32_t)((w ^ w << 1) >> 1);
}

enum { NIBBLE_STEPS = 0x7, BYTE_STEPS = 0x7f, HALF_STEPS = 0x7fff };

/* Two bytes: each halfword is the sign extension of its low byte. No step at bits 7 to 14, none at bits 23 to 30; bit 15, between the
 * halfwords, does not count. */
static inline uint32_t is_two_bytes(int32_t steps)
{
    return is_zero((uint32_t)steps & 0x7f807f80);
}

/* Four equal bytes: bytes 0 to 2 are bytes 1 to 3. */
static inline uint32_t is_repeated(uint32_t w)
{
    return is_equal(w << 8, w & 0xffffff00);
}

/* Rank: the patterns in the order in which they are chosen, the fewest bits first, then the lower prefix. The fits of a word: bit r says
 * that it has the pattern of rank r. So the lowest bit set is the pattern to take. 00000012 is a byte, a halfword, two bytes and a
 * word, ranks 2, 4, 6 and 7: fits 0xd4, lowest bit 2. The fits of a segment are the AND of its words'. */
enum { R_ZERO, R_NIBBLE, R_BYTE, R_REPEATED, R_HALF, R_UPPER, R_TWO_BYTES, R_WORD };

static inline uint32_t fits_of(uint32_t w)
{
    int32_t steps = steps_of(w);
    return (is_zero(w) & 1u << R_ZERO) | (~is_above(steps, NIBBLE_STEPS) & 1u << R_NIBBLE) | (~is_above(steps, BYTE_STEPS) & 1u << R_BYTE) |
           (is_repeated(w) & 1u << R_REPEATED) | (~is_above(steps, HALF_STEPS) & 1u << R_HALF) | (is_zero(w << 16) & 1u << R_UPPER) |
           (is_two_bytes(steps) & 1u << R_TWO_BYTES) | 1u << R_WORD;
}

/* The bit of each word in a mask of words. A table, since a vector cannot shift each lane by its own distance. */
#define BIT_4(i) 1u << (i), 2u << (i), 4u << (i), 8u << (i)
static const uint32_t bit[FPC_MAX_WORDS] = {BIT_4(0), BIT_4(4), BIT_4(8), BIT_4(12), BIT_4(16), BIT_4(20), BIT_4(24), BIT_4(28)};
#undef BIT_4

/* The patterns in use, as fits: the bit of each one's rank. */
static inline uint32_t fits_in_use(const wf_config *c)
{
    uint32_t set = (uint32_t)c->param[FPC_CHOSEN];
    return (set & 7) | (set >> FPC_REPEATED & 1) << R_REPEATED | (set >> FPC_HALF & 7) << R_HALF | 1u << R_WORD;
}

/* The fits of every word, of those in `use`; returns the mask of words that are zeros of a run. */
static inline uint32_t fits_of_words(const uint32_t *block, uint32_t *fits, int words, uint32_t use)
{
    uint32_t zeros = 0;
    for (int i = 0; i < words; i++) {
        fits[i] = fits_of(block[i]) & use;
        zeros |= is_zero(block[i]) & bit[i];
    }
    return use & 1u << R_ZERO ? zeros : 0;
}

static uint32_t fits_of_line(const wf_config *c, const uint32_t *block, uint32_t *fits)
{
    int words = line_words(c);
    uint32_t use = fits_in_use(c);
    return words == 16 ? fits_of_words(block, fits, 16, use) : fits_of_words(block, fits, words & ~7, use);
}

/* The words at which a code of zeros begins: the first word of each run, and every eighth word after it. `zeros` is the mask of zero
 * words. Example: words 1 to 9 are zero. The run begins at word 1. Words 1 to 8 are eight zeros and word 9 is zero too: 0x202. */
static inline uint32_t run_starts(uint32_t zeros, int words)
{
    uint32_t two = zeros & zeros >> 1, four = two & two >> 2,
             eight = four & four >> 4; /* bit i: the 2, 4 or 8 words from word i on are zero */
    uint32_t starts = zeros & ~(zeros << 1);
    for (int n = FPC_LONGEST_RUN; n < words; n += FPC_LONGEST_RUN)
        starts |= (starts & eight) << FPC_LONGEST_RUN & zeros;
    return starts;
}

/* ---- Measure, form=word ---- */

/* Bits of a word's code: 7, 11, 19 or 35. Each condition implies the one before and adds the difference. A zero word counts as a nibble
 * here. */
enum { NIBBLE_BITS = FPC_PREFIX_BITS + 4 };

static inline uint32_t cost_of(uint32_t w)
{
    int32_t steps = steps_of(w);
    uint32_t repeated = is_repeated(w), sixteen = is_zero(w << 16) | is_two_bytes(steps) | repeated;
    return NIBBLE_BITS + (is_above(steps, NIBBLE_STEPS) & 4) + (is_above(steps, BYTE_STEPS) & ~repeated & 8) +
           (is_above(steps, HALF_STEPS) & ~sixteen & 16);
}

/* One sum has two results, for at most 16 words. Bits 31 to 16 are the mask of zero words. Bits 15 to 0 are the cost of the other words,
 * at most 560 bits. A zero word adds its bit of the mask and subtracts the 7 bits that cost_of gives it. Example: of four words, 0 and
 * 2 are zero, 1 and 3 nibbles. 7 + (0x10000 - 7) + 7 + 7 + (0x40000 - 7) + 7 = 0x5000e: zeros 0x5, 14 bits. */
enum { PART = 16 };

static inline uint32_t cost_of_part(const uint32_t *block, int words)
{
    uint32_t sum = 0;
    for (int i = 0; i < words; i++)
        sum += cost_of(block[i]) + (is_zero(block[i]) & ((bit[i] << PART) - NIBBLE_BITS));
    return sum;
}

/* How many bits of x are set: counted in groups of two, four and eight bits; then the bytes are summed in the top byte. Not every x86-64
 * has an instruction for it. */
static inline int count_ones(uint32_t x)
{
    x -= x >> 1 & 0x55555555;
    x = (x & 0x33333333) + (x >> 2 & 0x33333333);
    return (int)(((x + (x >> 4)) & 0x0f0f0f0f) * 0x01010101 >> 24);
}

static inline int cost_of_words(const uint32_t *block, int words)
{
    uint32_t low = cost_of_part(block, words < PART ? words : PART), high = words > PART ? cost_of_part(block + PART, PART) : 0;
    uint32_t zeros = low >> PART | high >> PART << PART;
    return (int)((low & 0xffff) + (high & 0xffff)) + (FPC_PREFIX_BITS + FPC_RUN_BITS) * count_ones(run_starts(zeros, words));
}

/* All patterns are in use. */
static int measure_all(const wf_config *c, const uint32_t *block)
{
    int words = line_words(c);
    return words == 16 ? cost_of_words(block, 16) : words == 8 ? cost_of_words(block, 8) : cost_of_words(block, 32);
}

/* ---- Select ---- */

/* What the pattern of each rank writes: a mask of the data bits (for a zero word of form=word, of the run's length), the prefix, the
 * number of data bits, and the number of bits of a code of form=word. */
typedef struct {
    uint32_t data;
    uint8_t prefix, data_bits, word_bits;
} pattern;

static const pattern patterns[FPC_PATTERNS] = {
    [R_ZERO] = {FPC_LONGEST_RUN - 1, FPC_ZERO, 0, FPC_PREFIX_BITS + FPC_RUN_BITS},
    [R_NIBBLE] = {0xf, FPC_NIBBLE, 4, FPC_PREFIX_BITS + 4},
    [R_BYTE] = {0xff, FPC_BYTE, 8, FPC_PREFIX_BITS + 8},
    [R_REPEATED] = {0xff, FPC_REPEATED, 8, FPC_PREFIX_BITS + 8},
    [R_HALF] = {0xffff, FPC_HALF, 16, FPC_PREFIX_BITS + 16},
    [R_UPPER] = {0xffff, FPC_UPPER, 16, FPC_PREFIX_BITS + 16},
    [R_TWO_BYTES] = {0xffff, FPC_TWO_BYTES, 16, FPC_PREFIX_BITS + 16},
    [R_WORD] = {0xffffffff, FPC_WORD, 32, FPC_PREFIX_BITS + 32},
};

static inline unsigned select_rank(uint32_t fits)
{
    return (unsigned)__builtin_ctz(fits);
}

/* Of any patterns: the words at which a code begins. `zeros` is the mask of zeros of runs. */
static inline uint32_t code_starts(const wf_config *c, uint32_t zeros)
{
    int words = line_words(c);
    return (run_starts(zeros, words) | ~zeros) & ~(uint32_t)0 >> (FPC_MAX_WORDS - words);
}

NOINLINE int measure_chosen(const wf_config *c, const uint32_t *block)
{
    uint32_t fits[FPC_MAX_WORDS], zeros = fits_of_line(c, block, fits);
    int bits = 0;
    for (uint32_t left = code_starts(c, zeros); left; left &= left - 1)
        bits += patterns[select_rank(fits[__builtin_ctz(left)])].word_bits;
    return bits;
}

INLINE int measure_words(const wf_config *c, const uint32_t *block)
{
    return c->param[FPC_CHOSEN] == FPC_ALL_CHOSEN ? measure_all(c, block) : measure_chosen(c, block);
}

/* The rank of a segment of `width` words. */
static inline unsigned select_segment(const uint32_t *fits, int width)
{
    uint32_t all = fits[0];
    for (int i = 1; i < width; i++)
        all &= fits[i];
    return select_rank(all);
}

/* Segments of a line, a power of two; words of a segment; bits of the prefixes, padded to whole bytes. */
typedef struct {
    int count, width, head;
} segments;

static inline segments segments_of(const wf_config *c)
{
    int count = c->param[FPC_SEGMENTS];
    return (segments){count, line_words(c) >> __builtin_ctz((unsigned)count), (FPC_PREFIX_BITS * count + 7) & ~7};
}

NOINLINE int measure_segments(const wf_config *c, const uint32_t *block)
{
    segments g = segments_of(c);
    uint32_t fits[FPC_MAX_WORDS];
    int total = 0;
    fits_of_line(c, block, fits);
    for (int i = 0; i < line_words(c); i += g.width)
        total += patterns[select_segment(fits + i, g.width)].data_bits;
    return g.head + g.width * total;
}

static int measure(const wf_config *c, const wf_input *in)
{
    if (!takes(c))
        return -1;
    if (in->raw_only)
        return 32 * line_words(c);
    int bits = c->param[FPC_FORM] == FPC_FORM_SEGMENT ? measure_segments(c, in->block) : measure_words(c, in->block);
    bits += line_head(c->param[FPC_TAG]);
    return bits <= line_limit_with(c, c->param[FPC_SAVE], c->param[FPC_TAG]) ? bits : 32 * line_words(c);
}

/* ---- Pack ---- */

/* Fields, one after another, in words of 64 bits. `last` holds what word at / 64 has so far. */
enum { MAX_BITS = LINE_HEAD_BITS + FPC_MAX_WORDS * (FPC_PREFIX_BITS + 32), BURST_LONGS = WF_BURST_BYTES / 8 };
typedef struct {
    uint64_t word[MAX_BITS / 64 + 2], last;
    unsigned at;
} stream;

/* Appends the lowest `bits` (0 to 63) bits of x, whose other bits are 0. The next word gets the bits that do not fit this one: at bit 60,
 * x >> 4. At bit 0 there are none, but C has no shift by 64, so x is shifted in two steps, x >> 1 >> 63. */
static inline void put(stream *s, uint64_t x, unsigned bits)
{
    unsigned shift = s->at % 64;
    uint64_t low = s->last | x << shift, high = x >> 1 >> (63 - shift);
    s->word[s->at / 64] = low;
    s->last = shift + bits < 64 ? low : high;
    s->at += bits;
}

/* Patterns whose data are not the word's lowest bits. */
enum { MOVED = 1 << R_UPPER | 1 << R_TWO_BYTES };

static inline uint32_t data_of(uint32_t w, unsigned rank)
{
    if (MOVED >> rank & 1)
        w = rank == R_UPPER ? w >> 16 : (w & 0xff) | (w >> 8 & 0xff00);
    return w & patterns[rank].data;
}

/* The words of the code of zeros that begins at word i: the zeros from there on, at most 8. */
static inline uint32_t run_at(uint32_t zeros, unsigned i)
{
    return (uint32_t)__builtin_ctzll(~((uint64_t)zeros >> i) | 1u << FPC_LONGEST_RUN);
}

static void pack_words(const wf_config *c, const uint32_t *block, stream *s)
{
    uint32_t fits[FPC_MAX_WORDS], zeros = fits_of_line(c, block, fits);
    /* Each turn takes off the lowest */
    for (uint32_t left = code_starts(c, zeros); left; left &= left - 1) {
        unsigned i = (unsigned)__builtin_ctz(left), rank = select_rank(fits[i]);
        uint32_t data = rank == R_ZERO ? run_at(zeros, i) - 1 : data_of(block[i], rank);
        put(s, (uint64_t)data << FPC_PREFIX_BITS | patterns[rank].prefix, patterns[rank].word_bits);
    }
}

static void pack_segments(const wf_config *c, const uint32_t *block, stream *s)
{
    segments g = segments_of(c);
    uint32_t fits[FPC_MAX_WORDS];
    unsigned rank[FPC_MAX_WORDS];
    uint64_t head = 0;
    fits_of_line(c, block, fits);
    for (int k = 0; k < g.count; k++) {
        rank[k] = select_segment(fits + k * g.width, g.width);
        head |= (uint64_t)patterns[rank[k]].prefix << FPC_PREFIX_BITS * k;
    }
    put(s, head, (unsigned)g.head);
    for (int k = 0; k < g.count; k++)
        for (int i = k * g.width; i < (k + 1) * g.width; i++)
            put(s, data_of(block[i], rank[k]), patterns[rank[k]].data_bits);
}

/* Stores the bursts that the code occupies, with zeros behind the code. */
static void store(stream *s, uint32_t *payload)
{
    int end = BURST_LONGS * line_bursts((int)s->at);
    s->word[s->at / 64] = s->last;
    for (int i = (int)s->at / 64 + 1; i < end; i++)
        s->word[i] = 0;
    for (int i = 0; i < end; i++) {
        payload[2 * i] = (uint32_t)s->word[i];
        payload[2 * i + 1] = (uint32_t)(s->word[i] >> 32);
    }
}

static wf_status encode(const wf_config *c, const wf_input *in, wf_code *code)
{
    if (!takes(c))
        return WF_ERR_CONFIG;
    int words = line_words(c), bits = 32 * words;
    bool compressed = false;
    if (!in->raw_only) {
        stream s;
        s.last = 0;
        s.at = 0;
        if (c->param[FPC_TAG] == LINE_HEAD)
            put(&s, 1, LINE_HEAD_BITS);
        (c->param[FPC_FORM] == FPC_FORM_SEGMENT ? pack_segments : pack_words)(c, in->block, &s);
        if ((compressed = (int)s.at <= line_limit_with(c, c->param[FPC_SAVE], c->param[FPC_TAG]))) {
            bits = (int)s.at;
            store(&s, code->payload);
        }
    }
    if (!compressed)
        line_copy(code->payload, in->block, words);
    code->tag[0] = compressed;
    line_use(bits, code);
    return WF_OK;
}

/* ---- Unpack ---- */

/* The word whose data are the lowest bits of x, whatever is above them. */
static inline uint32_t word_of(unsigned prefix, uint32_t x)
{
    switch (prefix) {
    case FPC_ZERO: return 0;
    case FPC_NIBBLE: return (uint32_t)((int32_t)(x << 28) >> 28);
    case FPC_BYTE: return (uint32_t)(int8_t)x;
    case FPC_HALF: return (uint32_t)(int16_t)x;
    case FPC_UPPER: return x << 16;
    case FPC_TWO_BYTES: return (uint16_t)(int8_t)x | (uint32_t)(int8_t)(x >> 8) << 16;
    case FPC_REPEATED: return (x & 0xff) * 0x01010101;
    default: return x;
    }
}

static const uint8_t data_bits[FPC_PATTERNS] = {0, 4, 8, 16, 16, 16, 8, 32};

/* Unpacking returns the bits of the code. If any field ends beyond the longest code in use, the last one does too, so that number shows
 * it. A run that goes beyond the line and a prefix that is not in use are errors as well: BAD, more than any code in use has. */
enum { BAD = 32 * FPC_MAX_WORDS };

/* Bit p: prefix p is in use. */
static inline uint32_t prefixes_in_use(const wf_config *c)
{
    return (uint32_t)c->param[FPC_CHOSEN] | 1u << FPC_WORD;
}

/* How a code is read, without a branch: of its data the bits `data`; of two bytes the upper one moves up by eight bits; times `times`; and of
 * each sign, a bit of `signs`, times `extend`, the bits above it. Example: data fe of a byte. The sign is 80, and 80 times 1fffffe is
 * ffffff00: the word is fffffffe. `run`: the bits of the length of a run, less 1. */
typedef struct {
    uint32_t data, apart, times, signs, extend, run;
} word_read;

static const word_read reads[FPC_PATTERNS] = {
    [FPC_ZERO] = {0, 0, 0, 0, 0, FPC_LONGEST_RUN - 1}, [FPC_NIBBLE] = {0xf, 0, 1, 0x8, 0x1ffffffe, 0},
    [FPC_BYTE] = {0xff, 0, 1, 0x80, 0x1fffffe, 0},     [FPC_HALF] = {0xffff, 0, 1, 0x8000, 0x1fffe, 0},
    [FPC_UPPER] = {0xffff, 0, 0x10000, 0, 0, 0},       [FPC_TWO_BYTES] = {0xff, 0xff00, 1, 0x800080, 0x1fe, 0},
    [FPC_REPEATED] = {0xff, 0, 0x01010101, 0, 0, 0},   [FPC_WORD] = {0xffffffff, 0, 1, 0, 0, 0},
};

INLINE uint32_t make_word(const word_read *f, uint32_t x)
{
    uint32_t data = (x & f->data) | (x & f->apart) << 8;
    return data * f->times + (data & f->signs) * f->extend;
}

static const uint8_t word_bits[FPC_PATTERNS] = {6, 7, 11, 19, 19, 19, 11, 35};

/* A prefix that is not in use is read as WORD. */
INLINE unsigned prefix_of(uint64_t x, uint32_t use)
{
    unsigned prefix = x & 7;
    return use >> prefix & 1 ? prefix : FPC_WORD;
}

/* Where a code begins, the codes before it tell: this chain takes the time. So the bits of a code come from the read that has the code before
 * it; its own read is then on the way. The words of a run are 0 before, so a code of zeros moves on by its length, any other by 1. */
INLINE int unpack_in(const wf_config *c, int words, uint32_t use, const uint32_t *payload, uint32_t *block)
{
    int i = 0;
    unsigned at = (unsigned)line_head(c->param[FPC_TAG]);
    uint32_t bad = 0;
    uint64_t x = get_long(payload, at);
    unsigned prefix = prefix_of(x, use);
    line_clear(block, words);
    while (i < words) {
        unsigned bits = word_bits[prefix], from = prefix_of(x >> bits, use);
        uint64_t next = get_long(payload, at += bits);
        bad |= ~use >> (x & 7);
        uint32_t data = (uint32_t)(x >> FPC_PREFIX_BITS);
        block[i] = make_word(&reads[prefix], data);
        i += 1 + (int)(data & reads[prefix].run);
        prefix = from;
        x = next;
    }
    return (bad & 1) || i > words ? BAD : (int)at;
}

static int unpack_words(const wf_config *c, const uint32_t *payload, uint32_t *block)
{
    enum { EVERY = (1 << FPC_PATTERNS) - 1 };
    uint32_t use = prefixes_in_use(c);
    int words = line_words(c);
    return use == EVERY && words == 16 ? unpack_in(c, 16, EVERY, payload, block) : unpack_in(c, words, use, payload, block);
}

static int unpack_segments(const wf_config *c, const uint32_t *payload, uint32_t *block)
{
    segments g = segments_of(c);
    bool bad = false;
    uint32_t use = prefixes_in_use(c);
    int first = line_head(c->param[FPC_TAG]), at = first + g.head;
    for (int k = 0; k < g.count; k++) {
        unsigned prefix = get_bits(payload, first + FPC_PREFIX_BITS * k, FPC_PREFIX_BITS);
        if (!(use >> prefix & 1)) {
            bad = true;
            prefix = FPC_WORD;
        }
        int bits = data_bits[prefix];
        for (int i = 0; i < g.width; i++, at += bits)
            *block++ = prefix == FPC_ZERO ? 0 : word_of(prefix, get_bits(payload, at, 32));
    }
    return bad ? BAD : at;
}

INLINE wf_status decode_parts(const wf_config *c, const wf_line_code *code, uint32_t *block)
{
    if (!takes(c))
        return WF_ERR_CONFIG;
    int words = line_words(c);
    if (!(code->tag[0] & 1)) {
        line_copy(block, code->payload, words);
        return code->units == line_units(32 * words) ? WF_OK : WF_ERR_PAYLOAD;
    }
    uint32_t payload[FPC_MAX_WORDS + LINE_BEHIND];
    line_copy_payload(payload, code->payload, words);
    int bits = (c->param[FPC_FORM] == FPC_FORM_SEGMENT ? unpack_segments : unpack_words)(c, payload, block);
    if (c->param[FPC_TAG] == LINE_HEAD && (payload[0] & 0xff) != 1)
        return WF_ERR_PAYLOAD;
    return bits <= line_limit_with(c, c->param[FPC_SAVE], c->param[FPC_TAG]) && code->units == line_units(bits) ? WF_OK : WF_ERR_PAYLOAD;
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

WF_FORMS_OF(fpc);
const wf_fast wf_fpc_fast = {.takes = takes,
                             .encode = encode,
                             .decode = decode,
                             .measure = measure,
                             .decode_line = decode_line,
                             .tag_bits = 1,
                             .code_bits = 1,
                             .params = FPC_PARAMS,
                             .save = FPC_SAVE + 1,
                             .tag = FPC_TAG + 1,
                             .forms = forms};
