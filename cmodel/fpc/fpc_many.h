/* SPDX-License-Identifier: Apache-2.0
 *
 * fpc_many.h - fpc on arrays of lines, in the vectors that were included before: which words have a pattern, as masks of words, all patterns at once. The sizes
 * of codes are counts of bits in them, and of an encoder of words the codes come from vectors too. */
#include "../line_fast.h"
#include "../vector/fields.h"
#include "fpc.h"

enum {
    MAX_VECTORS = FPC_MAX_WORDS / 16,
    MAX_BITS = LINE_HEAD_BITS + FPC_MAX_WORDS * (FPC_PREFIX_BITS + 32),
    BUFFER = (MAX_BITS / 8 + 16 + 63) / 64 * 64
};
/* The patterns in the order in which they are chosen: the fewest bits first, then the lower prefix. What has no other one is a word. */
static const uint8_t ranked[] = {FPC_ZERO, FPC_NIBBLE, FPC_BYTE, FPC_REPEATED, FPC_HALF, FPC_UPPER, FPC_TWO_BYTES};
enum { RANKS = FPC_PATTERNS - 1 };
static const uint8_t data_bits[FPC_PATTERNS] = {0, 4, 8, 16, 16, 16, 8, 32};

typedef struct {
    _Alignas(64) uint8_t low[64];     /* for a pick of bytes: byte 0 of each word */
    uint32_t use[RANKS];              /* all ones: the pattern may be used */
    uint32_t firsts;                  /* the first words of segments */
    int segments, width, limit, head; /* width: words of a segment; segments 0: form=word */
} table;

static bool prepare(const wf_config *c, void *of)
{
    table *t = of;
    t->limit = line_limit_with(c, c->param[FPC_SAVE], c->param[FPC_TAG]);
    t->head = line_head(c->param[FPC_TAG]);
    t->segments = c->param[FPC_FORM] == FPC_FORM_SEGMENT ? c->param[FPC_SEGMENTS] : 0;
    t->width = t->segments ? line_words(c) / t->segments : 1;
    for (int i = 0; i < line_words(c); i += t->width)
        t->firsts |= (uint32_t)1 << i;
    for (int i = 0; i < 64; i++)
        t->low[i] = (uint8_t)(i % 16 / 4 * 4);
    for (int r = 0; r < RANKS; r++)
        t->use[r] = c->param[FPC_CHOSEN] >> ranked[r] & 1 ? ~0u : 0;
    return true;
}

/* ---- Classify ---- */

/* The words that have the pattern of each rank. Folded (linebdi_chunks.h), a number of n bits has no one from bit n - 1 on. */
V_INLINE void classify(const table *t, int n, const vec *x, uint32_t *has)
{
    for (int r = 0; r < RANKS; r++)
        has[r] = 0;
    for (int k = 0; k < n; k++) {
        vec folded = v_fold32(x[k]);
        has[0] |= v_clear32(x[k], v_set32(~0u)) << 16 * k;
        has[1] |= v_clear32(folded, v_set32(~0x7u)) << 16 * k;
        has[2] |= v_clear32(folded, v_set32(~0x7fu)) << 16 * k;
        has[3] |= v_equal32(x[k], v_pick8(x[k], v_load(t->low))) << 16 * k;
        has[4] |= v_clear32(folded, v_set32(~0x7fffu)) << 16 * k;
        has[5] |= v_clear32(x[k], v_set32(0xffff)) << 16 * k;
        has[6] |= v_clear32(v_fold16(x[k]), v_set32(0xff80ff80)) << 16 * k;
    }
    for (int r = 0; r < RANKS; r++)
        has[r] &= t->use[r];
}

V_INLINE int count_ones(uint32_t x)
{
    return __builtin_popcount(x);
}

/* Of masks of words those whose whole segment is in them, as its first word. In lines of up to 16 words four masks are in one word of 64 bits: what a shift
 * brings from the next one is behind the last word of its segments. */
V_INLINE void keep_whole(const table *t, int line, const uint32_t *has, uint32_t *segments)
{
    enum { PLACES = 4 };
    const int each = line == 128 ? 2 : PLACES, bits = 64 / each;
    for (int r = 0; r < RANKS; r += each) {
        uint64_t words = 0;
        for (int k = 0; k < each && r + k < RANKS; k++)
            words |= (uint64_t)has[r + k] << bits * k;
        for (int s = 1; s < t->width; s *= 2)
            words &= words >> s;
        for (int k = 0; k < each && r + k < RANKS; k++)
            segments[r + k] = (uint32_t)(words >> bits * k) & t->firsts;
    }
}

/* The words at which a code of zeros begins: the first word of each run, and every eighth word after it. */
V_INLINE uint32_t run_starts(uint32_t zeros, int words)
{
    uint32_t two = zeros & zeros >> 1, four = two & two >> 2, eight = four & four >> 4, starts = zeros & ~(zeros << 1);
    for (int n = FPC_LONGEST_RUN; n < words; n += FPC_LONGEST_RUN)
        starts |= (starts & eight) << FPC_LONGEST_RUN & zeros;
    return starts;
}

/* Bits of the code. Each pattern that a word or a segment has with fewer bits than others takes off what it saves. */
V_INLINE int bits_of(const table *t, int line, const uint32_t *has)
{
    uint32_t own[RANKS];
    if (t->segments)
        keep_whole(t, line, has, own);
    else
        memcpy(own, has, sizeof own);
    uint32_t zero = own[0], nibble = zero | own[1], byte = nibble | own[2] | own[3], half = byte | own[4] | own[5] | own[6],
             all = t->firsts;
    if (t->segments)
        return t->head + ((FPC_PREFIX_BITS * t->segments + 7) & ~7) +
               t->width * (32 * t->segments - 16 * count_ones(half & all) - 8 * count_ones(byte & all) - 4 * count_ones(nibble & all) -
                           4 * count_ones(zero & all));
    zero &= all;
    all &= ~zero;
    return t->head + (FPC_PREFIX_BITS + FPC_RUN_BITS) * count_ones(run_starts(zero, line / 4)) + (FPC_PREFIX_BITS + 32) * count_ones(all) -
           16 * count_ones(half & all) - 8 * count_ones(byte & all) - 4 * count_ones(nibble & all);
}

/* ---- Encode, measure ---- */

/* Of each word the data and the prefix of its pattern, which `has` tells of segments by all of their words, and the bits of the data. */
V_INLINE void data_of(int n, const vec *x, const uint32_t *has, uint32_t *data, uint32_t *prefix, uint32_t *bits)
{
    for (int k = 0; k < n; k++) {
        vec d = x[k], p = v_set32(FPC_WORD), b = v_set32(32),
            two = v_or(v_and(x[k], v_set32(0xff)), v_and(v_shr32(x[k], 8), v_set32(0xff00)));
        for (int r = RANKS - 1; r >= 0; r--) {
            vec mask = v_mask32(has[r] >> 16 * k & 0xffff);
            vec own = r == 6   ? two
                      : r == 5 ? v_shr32(x[k], 16)
                               : v_and(x[k], v_set32((uint32_t)(((uint64_t)1 << data_bits[ranked[r]]) - 1)));
            d = v_choose(mask, own, d);
            p = v_choose(mask, v_set32(ranked[r]), p);
            b = v_choose(mask, v_set32(data_bits[ranked[r]]), b);
        }
        v_store(data + 16 * k, d);
        v_store(prefix + 16 * k, p);
        v_store(bits + 16 * k, b);
    }
}

V_INLINE void put_words(const table *t, int line, const vec *x, const uint32_t *has, writer *w)
{
    uint32_t data[FPC_MAX_WORDS], prefix[FPC_MAX_WORDS], bits[FPC_MAX_WORDS], zeros = has[0] & t->firsts;
    data_of((line + 63) / 64, x, has, data, prefix, bits);
    for (uint32_t left = run_starts(zeros, line / 4) | (t->firsts & ~zeros); left; left &= left - 1) {
        int i = __builtin_ctz(left);
        uint64_t run = (uint64_t)__builtin_ctzll(~((uint64_t)zeros >> i) | 1u << FPC_LONGEST_RUN);
        uint64_t of_run = (run - 1) & (0 - (uint64_t)(zeros >> i & 1));
        put(w, (data[i] | of_run) << FPC_PREFIX_BITS | prefix[i], FPC_PREFIX_BITS + bits[i] + FPC_RUN_BITS * (zeros >> i & 1));
    }
}

/* All words of a segment have its pattern. */
V_INLINE void put_segments(const table *t, int line, const vec *x, const uint32_t *has, writer *w)
{
    uint32_t data[FPC_MAX_WORDS], prefix[FPC_MAX_WORDS], bits[FPC_MAX_WORDS], all[RANKS];
    uint64_t head = 0;
    keep_whole(t, line, has, all);
    for (int r = 0; r < RANKS; r++) {
        for (int s = 1; s < t->width; s *= 2)
            all[r] |= all[r] << s;
    }
    data_of((line + 63) / 64, x, all, data, prefix, bits);
    for (int i = 0, k = 0; i < line / 4; i += t->width, k++)
        head |= (uint64_t)prefix[i] << FPC_PREFIX_BITS * k;
    put(w, head, (uint32_t)(FPC_PREFIX_BITS * t->segments + 7) & ~7u);
    for (int i = 0; i < line / 4; i++)
        put(w, data[i], bits[i]);
}

V_INLINE void encode_line(const table *t, int line, const uint32_t *block, const wf_codes *at)
{
    vec x[MAX_VECTORS];
    uint32_t has[RANKS];
    load_line(line, block, x);
    classify(t, (line + 63) / 64, x, has);
    bool compressed = use_bits(bits_of(t, line, has), t->limit, line, at);
    if (at->payload == NULL)
        return;
    if (!compressed) {
        store_line(line, at->payload, x);
        return;
    }
    uint8_t bytes[BUFFER];
    writer w = {bytes, 0, 0};
    for (int k = 0; 64 * k < line; k++)
        v_store(bytes + 64 * k, v_zero());
    if (t->head)
        put(&w, 1, LINE_HEAD_BITS);
    if (t->segments)
        put_segments(t, line, x, has, &w);
    else
        put_words(t, line, x, has, &w);
    memcpy(at->payload, bytes, (size_t)line);
}

V_INLINE int measure_line(const table *t, int line, const uint32_t *block)
{
    vec x[MAX_VECTORS];
    uint32_t has[RANKS];
    load_line(line, block, x);
    classify(t, (line + 63) / 64, x, has);
    int bits = bits_of(t, line, has);
    return bits <= t->limit ? bits : 8 * line;
}

ENCODE_LINES
MEASURE_LINES

const wf_form V_NAME(fpc) = {.cpu = V_CPU, .bytes = sizeof(table), .prepare = prepare, .encode = encode, .measure = measure};
