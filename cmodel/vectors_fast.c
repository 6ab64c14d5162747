/* SPDX-License-Identifier: Apache-2.0
 *
 * vectors_fast - wf_vector_class_of of vectors.c in a faster form. A mask of up to 32 lanes is one word, whose bits tell the lanes that decide. Of
 * wider warps equal lanes need no mask, and with all lanes active neighbours have one distance; the rest takes the plain form.
 */
#include "bits.h"
#include "vectors.h"

/* Bit i of a word, from a table: few machines shift the numbers of a vector by several amounts. */
static uint32_t lane_bit(int i)
{
    static const uint32_t bits[32] = {
        1u << 0,  1u << 1,  1u << 2,  1u << 3,  1u << 4,  1u << 5,  1u << 6,  1u << 7,  1u << 8,  1u << 9,  1u << 10,
        1u << 11, 1u << 12, 1u << 13, 1u << 14, 1u << 15, 1u << 16, 1u << 17, 1u << 18, 1u << 19, 1u << 20, 1u << 21,
        1u << 22, 1u << 23, 1u << 24, 1u << 25, 1u << 26, 1u << 27, 1u << 28, 1u << 29, 1u << 30, 1u << 31,
    };
    return bits[i];
}

INLINE uint32_t unlike_of(const uint32_t *lane, int lanes, uint32_t active, uint32_t base, uint32_t stride)
{
    uint32_t unlike = 0;
    for (int i = 0; i < lanes; i++, base += stride) {
        uint32_t keep = active & lane_bit(i) ? ~(uint32_t)0 : 0;
        unlike |= (lane[i] ^ base) & keep;
    }
    return unlike;
}

uint32_t wf_unlike_line(const uint32_t *lane, int lanes, uint32_t active, uint32_t base, uint32_t stride)
{
    return lanes == USUAL_LANES ? unlike_of(lane, USUAL_LANES, active, base, stride) : unlike_of(lane, lanes, active, base, stride);
}

static wf_vector_class class_of_all(const uint32_t *value, int lanes)
{
    uint32_t stride = lanes > 1 ? value[1] - value[0] : 0, unlike = 0;
    for (int i = 1; i < lanes; i++)
        unlike |= (value[i] - value[i - 1]) ^ stride;
    return unlike ? WF_VECTOR_GENERIC : vector_class(value[0], stride);
}

/* Of up to 32 lanes, those of `active`. Bit d of `distances`: a lane at this distance from the first one. 2^e is the largest power of two that
 * divides one of them exactly; odd_multiples[e] has the distances of which it does. */
static wf_vector_class class_of_some(const uint32_t *value, uint32_t active, int lanes)
{
    static const uint32_t odd_multiples[] = {0xaaaaaaaa, 0x44444444, 0x10101010, 0x01000100, 0x00010000};
    int first = __builtin_ctz(active), e = 0;
    uint32_t base = value[first], distances = active >> first;
    if (distances == 1)
        return vector_class(base, 0);
    while ((distances & odd_multiples[e]) == 0)
        e++;
    int distance = __builtin_ctz(distances & odd_multiples[e]);
    uint32_t stride = ((value[first + distance] - base) >> e) * vector_inverse((uint32_t)distance >> e) & ~(uint32_t)0 >> e;
    return wf_unlike_line(value, lanes, active, base - (uint32_t)first * stride, stride) ? WF_VECTOR_GENERIC : vector_class(base, stride);
}

wf_vector_class wf_vector_class_of_fast(const uint32_t *value, const uint32_t *mask, int lanes)
{
    if (lanes <= 32)
        return class_of_some(value, mask_part(mask, 0, lanes), lanes);
    if (all_equal(value, lanes))
        return vector_class(value[0], 0);
    return wf_mask_full(mask, lanes) ? class_of_all(value, lanes) : wf_vector_class_of(value, mask, lanes);
}
