/* SPDX-License-Identifier: Apache-2.0
 *
 * warpbdi_pairs.c - every <base, delta> pair that Warped-Compression examines (Table 1), and the best of the seven of Figure 5. Only
 * statistics use them. The codec has the three pairs of the paper's hardware.
 */
#include "warpbdi_pairs.h"
#include "../bits_plain.h"

const warpbdi_pair warpbdi_pairs[WARPBDI_PAIRS] = {
    {1, 0}, {2, 1}, {4, 0}, {4, 1}, {4, 2}, {8, 0}, {8, 1}, {8, 2}, {8, 4},
};

int warpbdi_pair_length(const warpbdi_pair *pair, int bytes)
{
    return pair->base + pair->delta * (bytes / pair->base - 1);
}

/* Chunk i of `base` bytes. */
static uint64_t chunk(const uint32_t *block, int i, int base)
{
    if (base == 8)
        return block[2 * i] | (uint64_t)block[2 * i + 1] << 32;
    int bit = 8 * base * i;
    uint64_t word = block[bit / 32] >> bit % 32;
    return base == 4 ? word : word & (((uint64_t)1 << 8 * base) - 1);
}

/* The difference of two chunks fits `delta` bytes, as a signed number modulo 2^(8 base). */
static bool delta_fits(uint64_t difference, const warpbdi_pair *pair)
{
    uint64_t modulus = pair->base == 8 ? ~(uint64_t)0 : ((uint64_t)1 << 8 * pair->base) - 1;
    if (pair->delta == 0)
        return (difference & modulus) == 0;
    uint64_t half = (uint64_t)1 << (8 * pair->delta - 1);
    return ((difference + half) & modulus) < 2 * half;
}

unsigned warpbdi_pairs_fit(const uint32_t *block, int bytes)
{
    unsigned fits = 0;
    for (int p = 0; p < WARPBDI_PAIRS; p++) {
        const warpbdi_pair *pair = &warpbdi_pairs[p];
        uint64_t base = chunk(block, 0, pair->base);
        bool all = true;
        for (int i = 1; all && i < bytes / pair->base; i++)
            all = delta_fits(chunk(block, i, pair->base) - base, pair);
        fits |= (unsigned)all << p;
    }
    return fits;
}

int warpbdi_pairs_best_of(unsigned fits, int bytes)
{
    int best = -1;
    for (int p = 0; p < WARPBDI_PAIRS; p++)
        if ((WARPBDI_EXPLORED >> p & 1) && (fits >> p & 1) &&
            (best < 0 || warpbdi_pair_length(&warpbdi_pairs[p], bytes) < warpbdi_pair_length(&warpbdi_pairs[best], bytes)))
            best = p;
    return best;
}

int warpbdi_pairs_best(const uint32_t *block, int bytes)
{
    return warpbdi_pairs_best_of(warpbdi_pairs_fit(block, bytes), bytes);
}

static const char *const names[] = {"<1,0>", "<2,1>", "<4,0>", "<4,1>", "<4,2>", "<8,0>", "<8,1>", "<8,2>", "<8,4>", NULL};

static unsigned fits(const wf_config *c, const uint32_t *block)
{
    return warpbdi_pairs_fit_fast(block, 4 * c->lanes);
}

static int best(const wf_config *c, unsigned fits)
{
    return warpbdi_pairs_best_of(fits, 4 * c->lanes);
}

const wf_survey wf_warpbdi_survey = {
    .what = "<base,delta>",
    .fits_title = "fits (Table 1)",
    .best_title = "best (Figure 5)",
    .names = names,
    .ranked = WARPBDI_EXPLORED,
    .fits = fits,
    .best = best,
};
