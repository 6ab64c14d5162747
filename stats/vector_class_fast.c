/* SPDX-License-Identifier: Apache-2.0
 *
 * vector_class_fast.c - vector_class_of in a faster form. A mask of up to 32 lanes is one word, whose bits tell the lanes that decide. Of
 * wider warps equal lanes need no mask, and with all lanes active neighbours have one distance; the rest takes the plain form.
 */
#include "../cmodel/bits.h"
#include "../cmodel/unlike.h"
#include "../cmodel/warpfold.h"
#include "vector_class.h"

/* The inverse of an odd number modulo 2^32. Its low 3 bits are the number's own; every step doubles the correct bits. */
static uint32_t inverse_of(uint32_t odd)
{
    uint32_t x = odd;
    for (int i = 0; i < 4; i++)
        x *= 2 - odd * x;
    return x;
}

/* The class of a vector whose active lanes have this least stride; `first` is the value of one of them. It is the base plus a multiple of the stride,
 * so both are aligned or neither is. */
static vector_class class_with(uint32_t first, uint32_t stride)
{
    if (stride == 0)
        return first == 0 ? VECTOR_ZERO : VECTOR_UNIFORM;
    bool restricted = stride <= 64 && (stride & (stride - 1)) == 0 && (first & (stride - 1)) == 0;
    return restricted ? VECTOR_AFFINE : VECTOR_OTHER;
}

static vector_class class_of_all(const uint32_t *value, int lanes)
{
    uint32_t stride = lanes > 1 ? value[1] - value[0] : 0, unlike = 0;
    for (int i = 1; i < lanes; i++)
        unlike |= (value[i] - value[i - 1]) ^ stride;
    return unlike ? VECTOR_GENERIC : class_with(value[0], stride);
}

/* Of up to 32 lanes, those of `active`. Bit d of `distances`: a lane at this distance from the first one. 2^e is the largest power of two that
 * divides one of them exactly; odd_multiples[e] has the distances of which it does. */
static vector_class class_of_some(const uint32_t *value, uint32_t active, int lanes)
{
    static const uint32_t odd_multiples[] = {0xaaaaaaaa, 0x44444444, 0x10101010, 0x01000100, 0x00010000};
    int first = __builtin_ctz(active), e = 0;
    uint32_t base = value[first], distances = active >> first;
    if (distances == 1)
        return class_with(base, 0);
    while ((distances & odd_multiples[e]) == 0)
        e++;
    int distance = __builtin_ctz(distances & odd_multiples[e]);
    uint32_t stride = ((value[first + distance] - base) >> e) * inverse_of((uint32_t)distance >> e) & ~(uint32_t)0 >> e;
    return wf_unlike_line(value, lanes, active, base - (uint32_t)first * stride, stride) ? VECTOR_GENERIC : class_with(base, stride);
}

vector_class vector_class_of_fast(const uint32_t *value, const uint32_t *mask, int lanes)
{
    if (lanes <= 32)
        return class_of_some(value, mask_part(mask, 0, lanes), lanes);
    if (all_equal(value, lanes))
        return class_with(value[0], 0);
    return wf_mask_full(mask, lanes) ? class_of_all(value, lanes) : vector_class_of(value, mask, lanes);
}
