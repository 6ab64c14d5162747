/* SPDX-License-Identifier: Apache-2.0 */
#include "stimuli_lines.h"

#include <string.h>

/* A signed number of `bits` bits: any, one at the edges of the range, or one just beyond them. */
static uint64_t small_number(rng *r, int bits)
{
    uint64_t half = (uint64_t)1 << (bits - 1), any = rng_next(r);
    switch (rng_below(r, 16)) {
    case 0: return half - 1;
    case 1: return 0 - half;
    case 2: return any & 1 ? half : 0 - half - 1;
    case 3: return 0;
    default: return (any & (2 * half - 1)) - half;
    }
}

/* A word of a frequent pattern: of number 0 to 7. */
static uint32_t word_of_pattern(rng *r, uint32_t pattern)
{
    uint32_t any = rng_word(r);
    switch (pattern) {
    case 0: return 0;
    case 1: return (uint32_t)small_number(r, 4);
    case 2: return (uint32_t)small_number(r, 8);
    case 3: return (uint32_t)small_number(r, 16);
    case 4: return any << 16;
    case 5: return (uint32_t)(small_number(r, 8) << 16 | (small_number(r, 8) & 0xffff));
    case 6: return (any & 0xff) * 0x01010101u;
    default: return any;
    }
}

static void words_of_patterns(rng *r, uint32_t *word, int words)
{
    uint32_t some = rng_word(r); /* patterns that the line has */
    for (int i = 0; i < words; i++) {
        uint32_t pattern = rng_below(r, 8);
        word[i] = word_of_pattern(r, some >> pattern & 1 ? pattern : 0);
    }
}

/* Segments of neighbouring words that share a pattern. */
static void segments(rng *r, uint32_t *word, int words)
{
    int length = 1 << rng_below(r, 5);
    uint32_t pattern = 0;
    for (int i = 0; i < words; i++) {
        if (i % length == 0)
            pattern = rng_below(r, 8);
        word[i] = word_of_pattern(r, pattern);
    }
}

static void zero_runs(rng *r, uint32_t *word, int words)
{
    uint32_t pattern = rng_below(r, 8);
    for (int i = 0; i < words;) {
        for (int run = 1 + (int)rng_below(r, 12); run > 0 && i < words; run--)
            word[i++] = 0;
        for (int run = (int)rng_below(r, 3); run > 0 && i < words; run--)
            word[i++] = word_of_pattern(r, pattern);
    }
}

/* Words that share their upper bytes with earlier words; `fresh` out of 16 share nothing. */
static void dictionary(rng *r, uint32_t *word, int words, uint32_t fresh)
{
    static const uint32_t low[] = {0, 0xff, 0xffff, 0xff, 0, 0xffffff};
    for (int i = 0; i < words; i++) {
        uint32_t any = rng_word(r), other = low[rng_below(r, sizeof low / sizeof *low)];
        uint32_t known = i > 0 ? word[rng_below(r, (uint32_t)i)] : any;
        switch (rng_below(r, 8)) {
        case 0: word[i] = 0; break;
        case 1: word[i] = any & 0xff; break;
        default: word[i] = rng_below(r, 16) < fresh ? any : (known & ~other) | (any & other); break;
        }
    }
}

/* Chunks around a base and around zero. */
static void two_bases(rng *r, uint32_t *word, int words)
{
    int bytes = 2 << rng_below(r, 3), delta = bytes == 2 ? 1 : 1 << rng_below(r, bytes == 4 ? 2 : 3);
    uint64_t base = rng_next(r), ones = bytes == 8 ? ~(uint64_t)0 : ((uint64_t)1 << 8 * bytes) - 1;
    uint32_t zeros = rng_below(r, 4); /* how many of four chunks are around zero */
    if (rng_below(r, 4) == 0)
        base = small_number(r, 8 * bytes);
    memset(word, 0, sizeof *word * (size_t)words);
    for (int i = 0; i < 4 * words / bytes; i++) {
        uint64_t near = small_number(r, 8 * delta);
        uint64_t chunk = ((rng_below(r, 4) < zeros ? 0 : base) + (i == 0 && rng_below(r, 2) ? 0 : near)) & ones;
        word[i * bytes / 4] |= (uint32_t)(chunk << i * bytes % 4 * 8);
        if (bytes == 8)
            word[2 * i + 1] = (uint32_t)(chunk >> 32);
    }
}

static void repeated(rng *r, uint32_t *word, int words)
{
    uint64_t value = rng_below(r, 2) ? rng_next(r) : 0;
    for (int i = 0; i < words; i++)
        word[i] = (uint32_t)(value >> 32 * (i % 2));
}

void line_stimulus(const design *d, rng *r, stimulus *out)
{
    int words = d->config.line_bytes / 4;
    switch (rng_below(r, 8)) {
    case 0:
        out->kind = "words of patterns";
        words_of_patterns(r, out->block, words);
        break;
    case 1:
        out->kind = "segments";
        segments(r, out->block, words);
        break;
    case 2:
        out->kind = "zero runs";
        zero_runs(r, out->block, words);
        break;
    case 3:
        out->kind = "few values";
        dictionary(r, out->block, words, rng_below(r, 5));
        break;
    case 4:
        out->kind = "many values";
        dictionary(r, out->block, words, 4 + rng_below(r, 10));
        break;
    case 5:
    case 6:
        out->kind = "two bases";
        two_bases(r, out->block, words);
        break;
    default:
        out->kind = "repeated";
        repeated(r, out->block, words);
        break;
    }
    if (rng_below(r, 4) == 0)
        out->block[rng_below(r, (uint32_t)words)] ^= (uint32_t)1 << rng_below(r, 32);
    out->raw_only = rng_below(r, 16) == 0;
}
