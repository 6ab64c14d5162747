/* SPDX-License-Identifier: Apache-2.0
 *
 * vectors_fast - wf_vector_class_of of vectors.c in a faster form: equal lanes need no mask; with all lanes active neighbours have one distance; else only the active
 * lanes are visited.
 */
#include "bits.h"
#include "vectors.h"

static wf_vector_class class_of_all(const uint32_t *value, int lanes)
{
    uint32_t stride = lanes > 1 ? value[1] - value[0] : 0, unlike = 0;
    for (int i = 1; i < lanes; i++)
        unlike |= (value[i] - value[i - 1]) ^ stride;
    return unlike ? WF_VECTOR_GENERIC : vector_class(value[0], stride);
}

/* The active lanes; returns how many. */
static int active_of(const uint32_t *mask, int lanes, uint8_t *lane)
{
    int n = 0;
    for (int from = 0; from < lanes; from += 32)
        for (uint32_t left = mask_part(mask, from, lanes - from); left; left &= left - 1)
            lane[n++] = (uint8_t)(from + __builtin_ctz(left));
    return n;
}

/* `twos` is the lowest bit that some distance from the first active lane has: the largest power of two that divides one of them exactly. */
static wf_vector_class class_of_some(const uint32_t *value, const uint32_t *mask, int lanes)
{
    uint8_t lane[WF_MAX_LANES] = {0};
    int n = active_of(mask, lanes, lane), first = lane[0], distances = 0, other = 0;
    uint32_t base = value[first], unlike = 0;
    for (int i = 1; i < n; i++) {
        unlike |= value[lane[i]] ^ base;
        distances |= lane[i] - first;
    }
    if (unlike == 0)
        return vector_class(base, 0);
    int twos = distances & -distances;
    while (((lane[other] - first) & twos) == 0)
        other++;
    uint32_t odd = (uint32_t)(lane[other] - first) / (uint32_t)twos;
    uint32_t stride = (value[lane[other]] - base) / (uint32_t)twos * vector_inverse(odd) & ~(uint32_t)0 / (uint32_t)twos;
    for (int i = 1; i < n; i++)
        if (value[lane[i]] - base != (uint32_t)(lane[i] - first) * stride)
            return WF_VECTOR_GENERIC;
    return vector_class(base, stride);
}

wf_vector_class wf_vector_class_of_fast(const uint32_t *value, const uint32_t *mask, int lanes)
{
    if (all_equal(value, lanes))
        return vector_class(value[0], 0);
    return wf_mask_full(mask, lanes) ? class_of_all(value, lanes) : class_of_some(value, mask, lanes);
}
