/* SPDX-License-Identifier: Apache-2.0
 *
 * vectors.h - what the two forms of wf_vector_class_of have in common, and what other fast forms take of them. */
#ifndef WF_VECTORS_H
#define WF_VECTORS_H

#include "warpfold.h"

/* The bits in which the lanes of `active`, of up to 32, differ from base, base + stride, base + 2 stride .. (vectors_fast.c). */
uint32_t wf_unlike_line(const uint32_t *lane, int lanes, uint32_t active, uint32_t base, uint32_t stride);

/* The inverse of an odd number modulo 2^32. Its low 3 bits are the number's own; every step doubles the correct bits. */
static inline uint32_t vector_inverse(uint32_t odd)
{
    uint32_t x = odd;
    for (int i = 0; i < 4; i++)
        x *= 2 - odd * x;
    return x;
}

/* The class of a vector whose active lanes have this least stride; `first` is the value of one of them. */
static inline wf_vector_class vector_class(uint32_t first, uint32_t stride)
{
    if (stride == 0)
        return first == 0 ? WF_VECTOR_ZERO : WF_VECTOR_UNIFORM;
    /* The base is `first` minus a multiple of the stride, so both are aligned or neither is. */
    bool restricted = stride <= 64 && (stride & (stride - 1)) == 0 && first % stride == 0;
    return restricted ? WF_VECTOR_AFFINE : WF_VECTOR_OTHER;
}

#endif
