/* SPDX-License-Identifier: Apache-2.0
 *
 * vector_class.h - classes of vectors: a word of 32 bits of each lane. Only active lanes count. docs/statistics.md has their source.
 *     ZERO      every lane is 0
 *     UNIFORM   every lane has the same value, not 0
 *     AFFINE    the restricted form (beta + i) * 2^sigma, sigma 0 to 6
 *     OTHER     b + i * s modulo 2^32 in another form: the stride s is negative, not a power of two or above 64, or b is no multiple of s
 *     GENERIC   anything else */
#ifndef WF_VECTOR_CLASS_H
#define WF_VECTOR_CLASS_H

#include <stdbool.h>
#include <stdint.h>

typedef enum { VECTOR_GENERIC, VECTOR_ZERO, VECTOR_UNIFORM, VECTOR_AFFINE, VECTOR_OTHER, VECTOR_CLASSES } vector_class;

/* The first of the classes ZERO, UNIFORM, AFFINE, OTHER, GENERIC that `lanes` (1..128) words have. At least one bit of the mask is 1. */
vector_class vector_class_of(const uint32_t *value, const uint32_t *mask, int lanes);
/* vector_class_of in a faster form, with the same result. */
vector_class vector_class_of_fast(const uint32_t *value, const uint32_t *mask, int lanes);
/* True if an encoder that looks at neighbours finds the stride of a vector of class AFFINE: some lanes 2i and 2i + 1 are both active. */
bool vector_is_found(const uint32_t *mask, int lanes);

#endif
