/* SPDX-License-Identifier: Apache-2.0
 *
 * gsrf_code.c - what a tag says of the arrays of its register: which the code has, and which bytes a partial write must fill. */
#include "gsrf.h"

/* The enc of each group, from bit 0 on. */
static uint32_t encs(const gsrf_geometry *g, const uint32_t *tag)
{
    return get_bits(tag, 0, GSRF_PLANES * g->groups);
}

static bool is_divergent(const gsrf_geometry *g, const uint32_t *tag)
{
    return get_bit(tag, g->d) == 1;
}

bool gsrf_compressed(const gsrf_geometry *g, const uint32_t *tag)
{
    return !is_divergent(g, tag) && encs(g, tag) != 0;
}

bool gsrf_scalar(const gsrf_geometry *g, const uint32_t *tag)
{
    return !is_divergent(g, tag) && encs(g, tag) == low_ones(GSRF_PLANES * g->groups);
}

/* An affine group has an enc with a 1 below a 0, and no planes. */
uint32_t gsrf_missing_planes(const gsrf_geometry *g, const uint32_t *tag)
{
    uint32_t missing = encs(g, tag);
    if (is_divergent(g, tag))
        return 0;
    for (int k = 0; k < g->groups; k++) {
        uint32_t enc = missing >> GSRF_PLANES * k & 0xf;
        if (enc & ~(enc >> 1) & 0x7)
            missing |= (uint32_t)0xf << GSRF_PLANES * k;
    }
    return missing;
}

int gsrf_arrays_of(const gsrf_geometry *g, const uint32_t *tag)
{
    return g->arrays - __builtin_popcount(gsrf_missing_planes(g, tag)) * (g->width / g->unit);
}

int gsrf_arrays_written(const gsrf_geometry *g, const uint32_t *mask, uint32_t fill)
{
    int arrays = 0;
    for (int from = 0; from < g->lanes; from += g->unit) {
        int part = g->unit < 32 ? g->unit : 32;
        bool some = mask_part(mask, from, part) != 0;
        arrays += some ? GSRF_PLANES : __builtin_popcount(fill >> GSRF_PLANES * (from / g->width) & 0xf);
    }
    return arrays;
}
