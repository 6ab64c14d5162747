/* SPDX-License-Identifier: Apache-2.0
 *
 * vector_class.c - the class of a vector by its definition, and whether an encoder that looks at neighbours finds it.
 *
 * From two lanes at an even distance, a stride s cannot be told from s + 2^31. More generally, take the distances between the first
 * active lane and the others, and let 2^e be the lowest power of two that divides one of them exactly. Then the stride is known
 * modulo 2^(32 - e), and 2^e strides give the same active lanes. The least of them is taken. e is at most 6, so the candidates are
 * at least 2^26 apart. At most one of them is in 0 .. 64, and if there is one, it is the least.
 */
#include "vector_class.h"

#include "../cmodel/bits.h"

/* The largest power of two that divides i. */
static uint32_t twos(int i)
{
    return (uint32_t)(i & -i);
}

/* The inverse of an odd number modulo 2^32: each step doubles the correct low bits. */
static uint32_t inverse_of(uint32_t odd)
{
    uint32_t x = odd;
    while (odd * x != 1)
        x *= 2 - odd * x;
    return x;
}

/* The active lane whose distance to the first has the fewest factors of 2; the first itself if it is alone. */
static int nearest_odd(const uint32_t *mask, int lanes, int first)
{
    int best = first;
    for (int i = first + 1; i < lanes; i++)
        if (get_bit(mask, i) && (best == first || twos(i - first) < twos(best - first)))
            best = i;
    return best;
}

/* The least stride that fits all active lanes; false if there is none. */
static bool solve(const uint32_t *value, const uint32_t *mask, int lanes, int first, uint32_t *stride)
{
    int other = nearest_odd(mask, lanes, first), distance = other - first;
    uint32_t difference = value[other] - value[first];
    *stride = 0;
    if (distance == 0)
        return true;
    uint32_t odd = (uint32_t)distance / twos(distance);
    *stride = difference / twos(distance) * inverse_of(odd) & ~(uint32_t)0 / twos(distance);
    for (int i = first + 1; i < lanes; i++)
        if (get_bit(mask, i) && value[i] - value[first] != (uint32_t)(i - first) * *stride)
            return false;
    return true;
}

vector_class vector_class_of(const uint32_t *value, const uint32_t *mask, int lanes)
{
    int first = 0;
    uint32_t stride;
    while (!get_bit(mask, first))
        first++;
    if (!solve(value, mask, lanes, first, &stride))
        return VECTOR_GENERIC;
    if (stride == 0)
        return value[first] == 0 ? VECTOR_ZERO : VECTOR_UNIFORM;
    /* The base is value[first] minus a multiple of the stride, so both are aligned or neither is. */
    for (uint32_t allowed = 1; allowed <= 64; allowed *= 2)
        if (stride == allowed && value[first] % stride == 0)
            return VECTOR_AFFINE;
    return VECTOR_OTHER;
}

bool vector_is_found(const uint32_t *mask, int lanes)
{
    for (int i = 0; i < lanes; i += 2)
        if (get_bit(mask, i) && get_bit(mask, i + 1))
            return true;
    return false;
}
