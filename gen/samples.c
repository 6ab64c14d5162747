/* SPDX-License-Identifier: Apache-2.0 */
#include "samples.h"

#include "../base/random.h"
#include "../cmodel/bits.h"

enum { SEED = 1, FULL = 0, PARTIAL = 1, MASKS = 2 };

/* A block under construction. */
typedef struct {
    int bits;
    uint32_t words[WF_MAX_WORDS + 1];
    rng random;
} drawing;

/* The low `bits` (1 to 64) of x. */
static uint64_t low(uint64_t x, int bits)
{
    return bits == 64 ? x : x & (((uint64_t)1 << bits) - 1);
}

static void put(drawing *d, int at, int bits, uint64_t x)
{
    for (int i = 0; i < bits; i++) {
        uint32_t one = (uint32_t)1 << (at + i) % 32;
        d->words[(at + i) / 32] = (d->words[(at + i) / 32] & ~one) | (x >> i & 1 ? one : 0);
    }
}

/* Chunks of `width` bits from bit `from` up to `to`: a base, and a number of `delta` bits (-: signed) above it; step times the chunk's number
 * too. The base is a multiple of 256 where the chunk has more bits than a byte, so that a small sum does not carry; else it is odd. */
static void draw(drawing *d, int from, int to, int width, int delta, uint64_t step)
{
    uint64_t base = rng_next(&d->random) >> 2 | (uint64_t)1 << 61, first = low(width > 8 ? base * 256 : base | 1, width);
    for (int i = 0; from + (i + 1) * width <= to; i++) {
        uint64_t more = delta && i ? low(rng_next(&d->random), delta) : 0;
        uint64_t half = delta && i ? (uint64_t)1 << (delta - 1) : 0;
        put(d, from + i * width, width, low(first + more - half + step * (uint64_t)i, width));
    }
}

static void note(const wf_codec *codec, const wf_config *config, const wf_sizes *s, int mask, const drawing *d, sample_set *set)
{
    sample now = {.found = true};
    memcpy(now.block, d->words, sizeof now.block);
    set_low_ones(now.mask, mask == FULL ? s->mask_bits : s->mask_bits / 2 + 1, WF_MASK_WORDS);
    wf_input in = {.block = now.block, .mask = s->mask_bits ? now.mask : NULL};
    wf_encode(codec, config, &in, &now.code);
    int class = codec->classify(config, &now.code);
    if (!set->of[class].found)
        set->of[class] = now;
    for (int w = 0; w < s->payload_bits / 32; w++)
        set->of[class].ever[w] |= now.code.payload[w];
}

/* All plain blocks with one mask. */
static void try_blocks(const wf_codec *codec, const wf_config *config, const wf_sizes *s, int mask, sample_set *set)
{
    static const int widths[] = {16, 32, 64};
    drawing d = {.bits = s->block_bits, .random = {SEED}};
    int word = s->mask_bits ? s->block_bits / s->mask_bits : 32;
    note(codec, config, s, mask, &d, set); /* zeros */
    draw(&d, 0, d.bits, 64, 0, 0);         /* 8 bytes, repeated */
    note(codec, config, s, mask, &d, set);
    draw(&d, 0, d.bits, word, 0, 0); /* equal words */
    note(codec, config, s, mask, &d, set);
    draw(&d, 0, d.bits, word, 0, 1); /* a stride; no byte but the lowest changes */
    note(codec, config, s, mask, &d, set);
    for (size_t w = 0; w < sizeof widths / sizeof *widths; w++)
        for (int delta = 8; delta < widths[w]; delta += 8) { /* small differences */
            draw(&d, 0, d.bits, widths[w], delta, 0);
            note(codec, config, s, mask, &d, set);
        }
    for (int delta = 0; delta < 32; delta += 4) { /* small numbers; the second half unlike the first */
        for (int i = 0; i < d.bits; i += 32)
            put(&d, i, 32, delta ? low(rng_next(&d.random), delta) : 0);
        note(codec, config, s, mask, &d, set);
        draw(&d, 0, d.bits / 2, word, 0, 0);
        draw(&d, d.bits / 2, d.bits, word, delta < word ? delta : word - 1, 0);
        note(codec, config, s, mask, &d, set);
    }
    for (int i = 0; i < d.bits; i += 32) /* words of one byte, repeated */
        put(&d, i, 32, low(rng_next(&d.random), 8) * 0x01010101u);
    note(codec, config, s, mask, &d, set);
    draw(&d, 0, d.bits, 64, 63, 0); /* random */
    note(codec, config, s, mask, &d, set);
}

void samples_find(const wf_codec *codec, const wf_config *config, sample_set *set)
{
    wf_sizes s;
    *set = (sample_set){.classes = 0};
    codec->sizes(config, &s, NULL);
    while (codec->class_names[set->classes])
        set->classes++;
    for (int mask = FULL; mask < (s.mask_bits ? MASKS : 1); mask++)
        try_blocks(codec, config, &s, mask, set);
}
