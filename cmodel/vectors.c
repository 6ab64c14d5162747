/* SPDX-License-Identifier: Apache-2.0
 *
 * vectors - the class of a vector by its definition, whatever a hardware unit finds of it: used for statistics, the
 * hardware is the room affine.
 * Source: Collange and Kouyoumdjian, "Affine Vector Cache for Memory Bandwidth Savings", 2011, section 2.3.
 *
 * Lanes that are apart by an even distance do not tell a stride from that stride + 2^31. With e the fewest factors 2 of a
 * distance between the first active lane and another, the stride is known modulo 2^(32 - e), e at most 6: so there are 2^e
 * strides that give the same active lanes. The least is taken. The strides 0 to 64 are below 2^26: where one of them is
 * possible it is the one taken, and no other possible one is among them.
 */
#include "bits.h"
#include "warpfold.h"

/* The power of two in i. */
static uint32_t twos(int i)
{
    return (uint32_t)(i & -i);
}

/* Inverse of an odd number modulo 2^32: its low 3 bits are its own, every step makes twice as many right. */
static uint32_t inverse(uint32_t odd)
{
    uint32_t x = odd;
    for (int i = 0; i < 4; i++)
        x *= 2 - odd * x;
    return x;
}

/* The active lane whose distance to the first has the fewest factors 2; the first itself if it is alone. */
static int nearest_odd(const uint32_t *mask, int lanes, int first)
{
    int best = first;
    for (int i = first + 1; i < lanes; i++)
        if (get_bit(mask, i) && (best == first || twos(i - first) < twos(best - first)))
            best = i;
    return best;
}

/* The least stride that all active lanes have. False: there is none. */
static bool solve(const uint32_t *value, const uint32_t *mask, int lanes, int first, uint32_t *stride)
{
    int other = nearest_odd(mask, lanes, first), distance = other - first;
    uint32_t difference = value[other] - value[first];
    *stride = 0;
    if (distance == 0)
        return true;
    uint32_t odd = (uint32_t)distance / twos(distance);
    *stride = difference / twos(distance) * inverse(odd) & ~(uint32_t)0 / twos(distance);
    for (int i = first + 1; i < lanes; i++)
        if (get_bit(mask, i) && value[i] - value[first] != (uint32_t)(i - first) * *stride)
            return false;
    return true;
}

wf_vector_class wf_vector_class_of(const uint32_t *value, const uint32_t *mask, int lanes)
{
    int first = 0;
    uint32_t stride;
    while (!get_bit(mask, first))
        first++;
    if (!solve(value, mask, lanes, first, &stride))
        return WF_VECTOR_GENERIC;
    if (stride == 0)
        return value[first] == 0 ? WF_VECTOR_ZERO : WF_VECTOR_UNIFORM;
    /* The base is value[first] less a multiple of the stride. */
    bool restricted = stride <= 64 && (stride & (stride - 1)) == 0 && value[first] % stride == 0;
    return restricted ? WF_VECTOR_AFFINE : WF_VECTOR_OTHER;
}
