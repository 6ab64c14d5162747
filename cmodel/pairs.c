/* SPDX-License-Identifier: Apache-2.0
 *
 * pairs - every <base, delta> pair that Warped-Compression examines (Table 1), and the best of the seven of Figure 5. Only
 * statistics use them. The codec warpbdi has the three pairs of the paper's hardware.
 */
#include "bits.h"
#include "warpfold.h"

const wf_bdi_pair wf_bdi_pairs[WF_BDI_PAIRS] = {
    {1, 0, false}, {2, 1, false}, {4, 0, true}, {4, 1, true}, {4, 2, true}, {8, 0, true}, {8, 1, true}, {8, 2, true}, {8, 4, true},
};

int wf_bdi_length(const wf_bdi_pair *pair, int bytes)
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
static bool delta_fits(uint64_t difference, const wf_bdi_pair *pair)
{
    uint64_t modulus = pair->base == 8 ? ~(uint64_t)0 : ((uint64_t)1 << 8 * pair->base) - 1;
    if (pair->delta == 0)
        return (difference & modulus) == 0;
    uint64_t half = (uint64_t)1 << (8 * pair->delta - 1);
    return ((difference + half) & modulus) < 2 * half;
}

unsigned wf_bdi_fits(const uint32_t *block, int bytes)
{
    unsigned fits = 0;
    for (int p = 0; p < WF_BDI_PAIRS; p++) {
        const wf_bdi_pair *pair = &wf_bdi_pairs[p];
        uint64_t base = chunk(block, 0, pair->base);
        bool all = true;
        for (int i = 1; all && i < bytes / pair->base; i++)
            all = delta_fits(chunk(block, i, pair->base) - base, pair);
        fits |= (unsigned)all << p;
    }
    return fits;
}

int wf_bdi_best_of(unsigned fits, int bytes)
{
    int best = -1;
    for (int p = 0; p < WF_BDI_PAIRS; p++)
        if (wf_bdi_pairs[p].explored && (fits >> p & 1) &&
            (best < 0 || wf_bdi_length(&wf_bdi_pairs[p], bytes) < wf_bdi_length(&wf_bdi_pairs[best], bytes)))
            best = p;
    return best;
}

int wf_bdi_best(const uint32_t *block, int bytes)
{
    return wf_bdi_best_of(wf_bdi_fits(block, bytes), bytes);
}
