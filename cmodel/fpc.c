/* SPDX-License-Identifier: Apache-2.0
 *
 * fpc - frequent patterns of the 32-bit words of a cache line.
 * Sources: Alameldeen and Wood, "Frequent Pattern Compression", UW-Madison TR-1500, 2004 (form=word); Vijaykumar et al.,
 * "A Framework for Accelerating Bottlenecks in GPU Execution with Assist Warps", section 5.1.4 (form=segment).
 *
 * A word takes the pattern of the fewest data bits, the lower prefix of equals:
 *
 *     prefix  the word is                                      data (lowest bit first)             bits
 *     000     0                                                -                                   0
 *     001     a sign-extended nibble                           the nibble                          4
 *     010     a sign-extended byte                             the byte                            8
 *     011     a sign-extended halfword                         the halfword                        16
 *     100     a halfword above 16 zeros                        the halfword                        16
 *     101     two halfwords, each a sign-extended byte         the low half's byte, the high's     16
 *     110     one byte four times                              the byte                            8
 *     111     anything                                         the word                            32
 *
 * Tag: 1 bit, compressed. form=word: a stream of prefix and data of one word after another from bit 0 on; 000 is followed by
 * the length of its run of zero words less one (3 bits), runs are taken as long as they go. form=segment: the line is `segments` equal parts
 * with one pattern each, the one of the fewest bits that all its words fit; their prefixes stand first, padded to a
 * byte, then the data of every word. A code that is longer than `save` allows is not used.
 */
#include "bits.h"
#include "line.h"
#include "warpfold.h"

enum { FORM, SEGMENTS, RATE, SAVE };
enum { FORM_WORD, FORM_SEGMENT };
enum { PREFIX_BITS = 3, RUN_BITS = 3, LONGEST_RUN = 8, MAX_LINE = 32 /* words */ };
enum { ZERO, NIBBLE, BYTE, HALF, UPPER, TWO_BYTES, REPEATED, WORD, PATTERNS };

static const wf_param params[] = {
    [FORM] = {"form", "word: codes and runs one after another; segment: a pattern a segment", WF_PARAM_CHOICE, "word|segment",
              FORM_SEGMENT, "WF_SEGMENT"},
    [SEGMENTS] = {"segments", "segments of a line (form=segment)", WF_PARAM_INT, "2|4|8|16", 4, "WF_SEGMENTS"},
    [RATE] = {"rate", "words a cycle of the decoder (form=word)", WF_PARAM_INT, "1|2|4|8", 2, "WF_RATE"},
    [SAVE] = LINE_SAVE_PARAM,
    {NULL, NULL, WF_PARAM_INT, NULL, 0, NULL},
};

static const char *const class_names[] = {"raw", "compressed", NULL};
static const char *const pattern_names[] = {"zero",       "nibble",    "byte",          "halfword",
                                            "upper half", "two bytes", "repeated byte", "word", NULL};

static const uint8_t data_bits[PATTERNS] = {0, 4, 8, 16, 16, 16, 8, 32};

/* Patterns by rank: the fewest bits first, then the lower prefix. */
enum { R_ZERO, R_NIBBLE, R_BYTE, R_REPEATED, R_HALF, R_UPPER, R_TWO_BYTES, R_WORD };
static const uint8_t rank_prefix[PATTERNS] = {ZERO, NIBBLE, BYTE, REPEATED, HALF, UPPER, TWO_BYTES, WORD};
static const uint8_t rank_bits[PATTERNS] = {0, 4, 8, 8, 16, 16, 16, 32};
static const uint32_t rank_mask[PATTERNS] = {0, 0xf, 0xff, 0xff, 0xffff, 0xffff, 0xffff, 0xffffffff};
/* Codes of form=word by rank: which bits are data, or a run's length. */
typedef struct {
    uint32_t data;
    uint8_t prefix, bits;
} word_code;
static const word_code word_codes[PATTERNS] = {
    [R_ZERO] = {LONGEST_RUN - 1, ZERO, PREFIX_BITS + RUN_BITS},
    [R_NIBBLE] = {0xf, NIBBLE, PREFIX_BITS + 4},
    [R_BYTE] = {0xff, BYTE, PREFIX_BITS + 8},
    [R_REPEATED] = {0xff, REPEATED, PREFIX_BITS + 8},
    [R_HALF] = {0xffff, HALF, PREFIX_BITS + 16},
    [R_UPPER] = {0xffff, UPPER, PREFIX_BITS + 16},
    [R_TWO_BYTES] = {0xffff, TWO_BYTES, PREFIX_BITS + 16},
    [R_WORD] = {0xffffffff, WORD, PREFIX_BITS + 32},
};

/* Where things lie under a configuration. */
typedef struct {
    int words, segments;    /* segments 0: form=word */
    int width;              /* words of a segment */
    int head;               /* bits */
    int limit;              /* bits of the longest code in use */
} geometry;

static int limit_of(const wf_config *c)
{
    return line_limit(c, c->param[SAVE]);
}

static geometry geometry_of(const wf_config *c)
{
    geometry g = {.words = line_words(c), .limit = limit_of(c)};
    if (c->param[FORM] == FORM_SEGMENT) {
        g.segments = c->param[SEGMENTS];
        g.width = g.words >> __builtin_ctz((unsigned)g.segments);
        g.head = (PREFIX_BITS * g.segments + 7) & ~7;
    }
    return g;
}

static const char *config_error(const wf_config *c)
{
    int segments = c->param[SEGMENTS], rate = c->param[RATE];
    if (c->param[FORM] != FORM_WORD && c->param[FORM] != FORM_SEGMENT)
        return "form must be word or segment";
    if (segments != 2 && segments != 4 && segments != 8 && segments != 16)
        return "segments must be 2, 4, 8 or 16";
    if (c->param[FORM] == FORM_SEGMENT && segments > line_words(c))
        return "segments must be at most the line's words: a line of 32 bytes has 8";
    if (rate != 1 && rate != 2 && rate != 4 && rate != 8)
        return "rate must be 1, 2, 4 or 8 words a cycle";
    return NULL;
}

static wf_status sizes(const wf_config *c, wf_sizes *s, const char **why)
{
    const char *reason = line_error(c, c->param[SAVE]);
    if (!reason)
        reason = config_error(c);
    if (reason)
        return wf_verdict(reason, why);
    line_sizes(c, 1, 1, s);
    if (c->param[FORM] == FORM_WORD)
        s->interval_dec = line_words(c) / c->param[RATE];
    return WF_OK;
}

/* ---- Classify. The loops over words are free of branches: they become vectors. ---- */

/* All ones where x is 0, as a vector comparison gives it. */
static inline uint32_t none_of(uint32_t x)
{
    return -(uint32_t)(x == 0);
}

/* The bits that differ from the one below them, from bit 1 on: the word is the sign extension of its n low bits unless there is
 * one from bit n on, that is if this, shifted by one, is above 2^(n-1) - 1. Vectors of SSE2 compare signed numbers. */
static inline int32_t steps_of(uint32_t w)
{
    return (int32_t)((w ^ w << 1) >> 1);
}

static inline uint32_t is_above(int32_t steps, int32_t n)
{
    return -(uint32_t)(steps > n);
}

enum { NIBBLE_STEPS = 0x7, BYTE_STEPS = 0x7f, HALF_STEPS = 0x7fff, ABOVE_BYTES = 0x7f807f80 };

static inline uint32_t is_repeated(uint32_t w)
{
    return none_of((w << 8) - (w & 0xffffff00));
}

/* The patterns that a word fits, by rank. */
static inline uint32_t fits_of(uint32_t w)
{
    int32_t steps = steps_of(w);
    return (none_of(w) & 1u << R_ZERO) | (~is_above(steps, NIBBLE_STEPS) & 1u << R_NIBBLE) |
           (~is_above(steps, BYTE_STEPS) & 1u << R_BYTE) | (is_repeated(w) & 1u << R_REPEATED) |
           (~is_above(steps, HALF_STEPS) & 1u << R_HALF) | (none_of(w << 16) & 1u << R_UPPER) |
           (none_of((uint32_t)steps & ABOVE_BYTES) & 1u << R_TWO_BYTES) | 1u << R_WORD;
}

/* Code bits of a word in form=word; SHORTEST too for a zero word, whose run is counted apart. What needs more bits needs
 * fewer, too: each step adds what it takes beyond the one before. */
enum { SHORTEST = PREFIX_BITS + 4 };
static inline uint32_t cost_of(uint32_t w)
{
    int32_t steps = steps_of(w);
    uint32_t repeated = is_repeated(w), sixteen = none_of(w << 16) | none_of((uint32_t)steps & ABOVE_BYTES) | repeated;
    return SHORTEST + (is_above(steps, NIBBLE_STEPS) & 4) + (is_above(steps, BYTE_STEPS) & ~repeated & 8) +
           (is_above(steps, HALF_STEPS) & ~sixteen & 16);
}

/* Words of a line at which a code of zeros begins, from the mask of zero words: where a run does, and after each eight of it. */
static inline uint32_t run_starts(uint32_t zeros, int words)
{
    uint32_t two = zeros & zeros >> 1, four = two & two >> 2, eight = four & four >> 4;
    uint32_t starts = zeros & ~(zeros << 1);
    for (int n = LONGEST_RUN; n < words; n += LONGEST_RUN)
        starts |= (starts & eight) << LONGEST_RUN & zeros;
    return starts;
}

static int ones(uint32_t x)
{
    x -= x >> 1 & 0x55555555;
    x = (x & 0x33333333) + (x >> 2 & 0x33333333);
    return (int)(((x + (x >> 4)) & 0x0f0f0f0f) * 0x01010101 >> 24);
}

/* Of word i of 16, where it is zero: its bit in the mask of zero words, above the bits that it does not cost. */
enum { PART = 16 };
#define ZERO_BIT(i) (0x10000u << (i)) - SHORTEST
#define ZERO_BITS(i) ZERO_BIT(i), ZERO_BIT(i + 1), ZERO_BIT(i + 2), ZERO_BIT(i + 3)
static const uint32_t zero_bit[PART] = {ZERO_BITS(0), ZERO_BITS(4), ZERO_BITS(8), ZERO_BITS(12)};
#undef ZERO_BITS
#undef ZERO_BIT

/* The mask of zero words of up to 16, and below it the bits of the others. */
static inline uint32_t costs(const uint32_t *block, int words)
{
    uint32_t sum = 0;
    for (int i = 0; i < words; i++)
        sum += cost_of(block[i]) + (none_of(block[i]) & zero_bit[i]);
    return sum;
}

static inline int measure_line(const uint32_t *block, int words)
{
    uint32_t low = costs(block, words < PART ? words : PART), high = words > PART ? costs(block + PART, PART) : 0;
    uint32_t starts = run_starts(low >> PART | (high >> PART << PART), words);
    return (int)((low & 0xffff) + (high & 0xffff)) + (PREFIX_BITS + RUN_BITS) * ones(starts);
}

/* Each length apart: loops of a known length. */
static int measure_words(const wf_config *c, const uint32_t *block)
{
    return line_words(c) == 16 ? measure_line(block, 16) : line_words(c) == 8 ? measure_line(block, 8) : measure_line(block, 32);
}

#define BIT_4(i) 1u << (i), 2u << (i), 4u << (i), 8u << (i)
static const uint32_t bit[MAX_LINE] = {BIT_4(0),  BIT_4(4),  BIT_4(8),  BIT_4(12), BIT_4(16), BIT_4(20), BIT_4(24), BIT_4(28)};
#undef BIT_4

/* What every word fits; the mask of zero words. */
static inline uint32_t fits_of_line(const uint32_t *block, uint32_t *fits, int words)
{
    uint32_t zeros = 0;
    for (int i = 0; i < words; i++) {
        fits[i] = fits_of(block[i]);
        zeros |= none_of(block[i]) & bit[i];
    }
    return zeros;
}

static uint32_t find_fits(const geometry *g, const uint32_t *block, uint32_t *fits)
{
    return g->words == 16 ? fits_of_line(block, fits, 16) : fits_of_line(block, fits, g->words & ~7);
}

/* ---- Select: the rank of the pattern to take ---- */

static inline int select_rank(uint32_t fits)
{
    return __builtin_ctz(fits);
}

/* What all words of the segment that begins at word `at` fit. */
static inline uint32_t fits_of_segment(const geometry *g, const uint32_t *fits, int at)
{
    uint32_t all = fits[at];
    for (int i = 1; i < g->width; i++)
        all &= fits[at + i];
    return all;
}

static int measure_segments(const wf_config *c, const uint32_t *block)
{
    geometry g = geometry_of(c);
    uint32_t fits[MAX_LINE];
    int total = 0;
    find_fits(&g, block, fits);
    for (int at = 0; at < g.words; at += g.width)
        total += rank_bits[select_rank(fits_of_segment(&g, fits, at))];
    return g.head + g.width * total;
}

static int measure(const wf_config *c, const wf_input *in)
{
    static int (*const bits_of[])(const wf_config *, const uint32_t *) = {
        [FORM_WORD] = measure_words, [FORM_SEGMENT] = measure_segments};
    if (in->raw_only)
        return 32 * line_words(c);
    int bits = bits_of[c->param[FORM]](c, in->block);
    return bits <= limit_of(c) ? bits : 32 * line_words(c);
}

/* ---- Pack ---- */

/* Bits put one after another; `last` is what is put of word at / 64. */
enum { MAX_BITS = MAX_LINE * (PREFIX_BITS + 32), BURST_LONGS = WF_BURST_BYTES / 8 };
typedef struct {
    uint64_t word[MAX_BITS / 64 + 2], last;
    unsigned at;
} stream;

/* Appends the lowest `bits` (0 to 63) of x; the others are 0. */
static inline void put(stream *s, uint64_t x, unsigned bits)
{
    unsigned shift = s->at % 64;
    uint64_t low = s->last | x << shift, high = x >> 1 >> (63 - shift);
    s->word[s->at / 64] = low;
    s->last = shift + bits < 64 ? low : high;
    s->at += bits;
}

static inline uint32_t data_of(uint32_t w, int rank)
{
    uint32_t x = rank == R_UPPER ? w >> 16 : w;
    x = rank == R_TWO_BYTES ? (w & 0xff) | (w >> 8 & 0xff00) : x;
    return x & rank_mask[rank];
}

/* Words in the code of zeros that begins at word i. */
static inline uint32_t run_at(uint32_t zeros, unsigned i)
{
    return (uint32_t)__builtin_ctzll(~((uint64_t)zeros >> i) | 1u << LONGEST_RUN);
}

/* Ranks whose data are not the word's lowest bits. */
enum { FEW = 1 << R_ZERO | 1 << R_UPPER | 1 << R_TWO_BYTES };

static void pack_words(const geometry *g, const uint32_t *block, const uint32_t *fits, uint32_t zeros, stream *s)
{
    uint32_t line = ~(uint32_t)0 >> (MAX_LINE - g->words);
    for (uint32_t left = (run_starts(zeros, g->words) | ~zeros) & line; left; left &= left - 1) {
        unsigned i = (unsigned)__builtin_ctz(left), rank = (unsigned)select_rank(fits[i]);
        const word_code *w = &word_codes[rank];
        uint32_t x = block[i];
        if (FEW >> rank & 1)
            x = rank == R_ZERO ? run_at(zeros, i) - 1 : rank == R_UPPER ? x >> 16 : (x & 0xff) | (x >> 8 & 0xff00);
        put(s, (uint64_t)(x & w->data) << PREFIX_BITS | w->prefix, w->bits);
    }
}

static void pack_segments(const geometry *g, const uint32_t *block, const uint32_t *fits, stream *s)
{
    int rank[MAX_LINE];
    uint64_t head = 0;
    for (int k = 0; k < g->segments; k++) {
        rank[k] = select_rank(fits_of_segment(g, fits, k * g->width));
        head |= (uint64_t)rank_prefix[rank[k]] << PREFIX_BITS * k;
    }
    put(s, head, (unsigned)g->head);
    for (int k = 0; k < g->segments; k++)
        for (int i = k * g->width; i < (k + 1) * g->width; i++)
            put(s, data_of(block[i], rank[k]), rank_bits[rank[k]]);
}

/* The code, if it is not too long; its bits. */
static int pack(const geometry *g, const uint32_t *block, uint32_t *payload)
{
    uint32_t fits[MAX_LINE];
    stream s;
    s.last = 0;
    s.at = 0;
    uint32_t zeros = find_fits(g, block, fits);
    if (g->segments)
        pack_segments(g, block, fits, &s);
    else
        pack_words(g, block, fits, zeros, &s);
    int bits = (int)s.at, end = BURST_LONGS * line_bursts(bits);
    if (bits > g->limit)
        return bits;
    s.word[s.at / 64] = s.last;
    for (int i = bits / 64 + 1; i < end; i++)
        s.word[i] = 0;
    for (int i = 0; i < end; i++) {
        payload[2 * i] = (uint32_t)s.word[i];
        payload[2 * i + 1] = (uint32_t)(s.word[i] >> 32);
    }
    return bits;
}

static wf_status encode(const wf_config *c, const wf_input *in, wf_code *code)
{
    geometry g = geometry_of(c);
    int bits = in->raw_only ? g.limit + 1 : pack(&g, in->block, code->payload);
    bool compressed = bits <= g.limit;
    if (!compressed)
        memcpy(code->payload, in->block, 4 * (size_t)g.words);
    code->tag[0] = compressed;
    line_use(compressed ? bits : 32 * g.words, code);
    return WF_OK;
}

/* ---- Unpack ---- */

enum { STREAM_WORDS = MAX_BITS / 32 + 2 };

/* What a compressed payload says, whatever its bits are: bits from its end on read as 0. */
typedef struct {
    uint32_t bits[STREAM_WORDS];
    int count;                  /* words, or segments */
    uint8_t pattern[MAX_LINE];  /* of each, and where its data lie */
    int at[MAX_LINE];
    int size;                   /* bits */
    int fault;                  /* first bit of the first field that cannot be, -1: none */
} parsed;

/* The next field; it cannot end beyond the longest code. */
static int take(const geometry *g, parsed *p, int bits)
{
    int at = p->size;
    p->size += bits;
    if (p->size > g->limit && p->fault < 0)
        p->fault = at;
    return at;
}

static void parse_words(const geometry *g, parsed *p)
{
    p->count = g->words;
    for (int i = 0; i < g->words;) {
        int pattern = (int)get_bits(p->bits, take(g, p, PREFIX_BITS), PREFIX_BITS), run = 1;
        if (pattern == ZERO) {
            int at = take(g, p, RUN_BITS);
            run = (int)get_bits(p->bits, at, RUN_BITS) + 1;
            if (i + run > g->words) {
                run = g->words - i;
                if (p->fault < 0)
                    p->fault = at;
            }
        }
        int at = take(g, p, data_bits[pattern]);
        for (; run > 0; run--, i++) {
            p->pattern[i] = (uint8_t)pattern;
            p->at[i] = at;
        }
    }
}

static void parse_segments(const geometry *g, parsed *p)
{
    p->count = g->segments;
    for (int s = 0; s < g->segments; s++)
        p->pattern[s] = (uint8_t)get_bits(p->bits, PREFIX_BITS * s, PREFIX_BITS);
    p->size = g->head;
    for (int s = 0; s < g->segments; s++)
        p->at[s] = take(g, p, g->width * data_bits[p->pattern[s]]);
}

static void parse(const geometry *g, const wf_code *code, parsed *p)
{
    memcpy(p->bits, code->payload, 4 * (size_t)g->words);
    memset(p->bits + g->words, 0, sizeof p->bits - 4 * (size_t)g->words);
    p->size = 0;
    p->fault = -1;
    if (g->segments)
        parse_segments(g, p);
    else
        parse_words(g, p);
}

static bool is_compressed(const wf_code *code)
{
    return code->tag[0] & 1;
}

static uint32_t word_of(const uint32_t *bits, int pattern, int at)
{
    uint32_t x = pattern == ZERO ? 0 : get_bits(bits, at, data_bits[pattern]);
    switch (pattern) {
    case NIBBLE: return (x ^ 0x8) - 0x8;
    case BYTE: return sign_extend(x, 1);
    case HALF: return sign_extend(x, 2);
    case UPPER: return x << 16;
    case TWO_BYTES: return (sign_extend(x, 1) & 0xffff) | sign_extend(x >> 8, 1) << 16;
    case REPEATED: return x * 0x01010101;
    default: return x;
    }
}

/* Where the error is, as wf_codec.fault tells. */
static int fault_of(const geometry *g, const parsed *p, const wf_code *code)
{
    if (p->fault >= 0)
        return p->fault;
    return line_units(p->size) == code->units[0] ? -1 : 32 * g->words;
}

static wf_status decode(const wf_config *c, const wf_code *code, uint32_t *block)
{
    geometry g = geometry_of(c);
    if (!is_compressed(code)) {
        memcpy(block, code->payload, 4 * (size_t)g.words);
        return code->units[0] == line_units(32 * g.words) ? WF_OK : WF_ERR_PAYLOAD;
    }
    parsed p;
    parse(&g, code, &p);
    int width = g.segments ? g.width : 1;
    for (int k = 0, i = 0; k < p.count; k++)
        for (int at = p.at[k], j = 0; j < width; j++, i++, at += data_bits[p.pattern[k]])
            block[i] = word_of(p.bits, p.pattern[k], at);
    return fault_of(&g, &p, code) < 0 ? WF_OK : WF_ERR_PAYLOAD;
}

static int size(const wf_config *c, const wf_code *code)
{
    geometry g = geometry_of(c);
    parsed p = {.size = 32 * g.words};
    if (is_compressed(code))
        parse(&g, code, &p);
    return p.size;
}

static int fault(const wf_config *c, const wf_code *code)
{
    geometry g = geometry_of(c);
    parsed p = {.size = 32 * g.words, .fault = -1};
    if (is_compressed(code))
        parse(&g, code, &p);
    return fault_of(&g, &p, code);
}

static int classify(const wf_config *c, const wf_code *code)
{
    (void)c;
    return is_compressed(code);
}

static void patterns(const wf_config *c, const wf_code *code, unsigned count[WF_MAX_PATTERNS])
{
    geometry g = geometry_of(c);
    parsed p;
    memset(count, 0, WF_MAX_PATTERNS * sizeof *count);
    if (!is_compressed(code))
        return;
    parse(&g, code, &p);
    for (int i = 0; i < p.count; i++)
        count[p.pattern[i]]++;
}

static const wf_codec codec = {
    .unit_name = "burst",
    .encs = 1,
    .decs = 1,
    .sizes = sizes,
    .encode = encode,
    .decode = decode,
    .size = size,
    .classify = classify,
    .class_names = class_names,
    .measure = measure,
    .fault = fault,
    .patterns = patterns,
    .pattern_names = pattern_names,
};

const wf_unit wf_unit_fpc = {
    .name = "fpc",
    .title = "frequent patterns of the words of a cache line",
    .source = "FPC (UW-Madison TR-1500, 2004); CABA (arXiv:1602.01348), section 5.1.4",
    .line = true,
    .params = params,
    .codec = &codec,
};
