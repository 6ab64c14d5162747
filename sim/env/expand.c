/* SPDX-License-Identifier: Apache-2.0
 *
 * The environment of expand. */
#include "../environment.h"

#include <stdlib.h>
#include <string.h>

#include "../../cmodel/affine/affine.h"
#include "../fields.h"

/* All inputs if they are few. Else first every stride with every base that is one run of ones, then random inputs. */
enum { FEW_BITS = 16 };

/* Code of stride number k. With powers of 2: every code. With any strides: each power of 2, its negative, zero and all ones. */
static uint64_t nth_stride(const affine_geometry *g, unsigned k)
{
    if (!g->any)
        return k;
    uint64_t power = k / 2 < (unsigned)g->word ? (uint64_t)1 << k / 2 : 0;
    return k % 2 ? 0 - power - (power == 0) : power;
}

/* Base number k: none, or the k-th run of ones. */
static uint64_t nth_run(int word, unsigned k)
{
    int length = 1;
    if (k-- == 0)
        return 0;
    for (; k >= (unsigned)(word - length + 1); length++)
        k -= (unsigned)(word - length + 1);
    return affine_word_mask(length) << k;
}

static bool next(void *env, int stream, uint32_t *in, rng *r)
{
    blind *b = env;
    const design *d = b->design;
    unsigned long long n = b->given++;
    const wf_stream *w = &d->streams.stream[stream];
    affine_geometry g = affine_geometry_of(&d->config);
    int base = field_at(w, "base"), stride = field_at(w, "stride");
    int base_bits = field_bits(w, "base"), stride_bits = field_bits(w, "stride");
    random_fields(w, in, r);
    if (base_bits + stride_bits <= FEW_BITS && n < (uint64_t)1 << (base_bits + stride_bits)) {
        in[base] = (uint32_t)n & (uint32_t)affine_word_mask(base_bits);
        in[stride] = (uint32_t)n >> base_bits;
        return true;
    }
    unsigned strides = g.any ? 2 * (unsigned)g.word + 2 : 1u << AFFINE_POW2_BITS, word = (unsigned)g.word, runs = word * (word + 1) / 2 + 1;
    unsigned long long corners = strides * runs;
    for (int k = 0; k < g.vectors; k++) { /* each vector has its own corner */
        unsigned corner = (unsigned)((n / 2 + (unsigned)k * (corners / (unsigned)g.vectors)) * 7919 % corners);
        uint64_t x = nth_run(g.word, corner / strides), y = nth_stride(&g, corner % strides);
        if (n / 2 >= corners || n % 2) { /* a run among other bits, a stride of any length */
            uint64_t all = rng_next(r);
            x = nth_run(g.word, rng_below(r, runs)) ^ (rng_below(r, 2) ? all : all << rng_below(r, word));
            y = rng_next(r) >> (g.any ? rng_below(r, 64) : 0);
        }
        uint32_t halves[2] = {(uint32_t)x, (uint32_t)(x >> 32)};
        field_put(in + base, k * g.word, halves, g.word);
        halves[0] = (uint32_t)y, halves[1] = (uint32_t)(y >> 32);
        field_put(in + stride, k * g.stride_bits, halves, g.stride_bits);
    }
    return true;
}

const environment environment_expand = {.open = blind_open, .close = arena_free, .next = next, .no_values = true};
