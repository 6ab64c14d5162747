/* SPDX-License-Identifier: Apache-2.0
 *
 * affine_params.h - the numbers that both forms of the codec affine, its decoding unit, the block expand, and its users share: parameters, codes of
 * strides, classes. */
#ifndef WF_AFFINE_PARAMS_H
#define WF_AFFINE_PARAMS_H

#include "../warpfold.h"

enum { AFFINE_POW2_BITS = 3, AFFINE_POW2_ZERO = 7 }; /* a stride's code: log2 of strides 1 to 64, or 7 for zero */

/* The parameters that codec and block share. They come first in both tables. */
enum { AFFINE_VECTOR, AFFINE_STRIDES, AFFINE_WORD, AFFINE_SHARED };
/* clang-format off */
#define AFFINE_PARAMS \
    [AFFINE_VECTOR] = {"vector", "lanes of a vector: what one base and one stride stand for", WF_PARAM_CHOICE, "warp|8|16|32", 0, "WF_VECTOR"}, \
    [AFFINE_STRIDES] = {"strides", "strides: 0 and powers of 2 to 64, the base a multiple; or any", WF_PARAM_CHOICE, "pow2|any", 0, \
                        "WF_ANY_STRIDE"}, \
    [AFFINE_WORD] = {"word", "bits of a lane", WF_PARAM_INT, "4|8|16|32|64", 32, "WF_WORD"}
/* clang-format on */

enum { AFFINE_BANK = AFFINE_SHARED };
/* Classes of codes, in the order of their names. */
enum { AFFINE_GENERIC, AFFINE_ZERO, AFFINE_UNIFORM, AFFINE_AFFINE, AFFINE_PART };

#endif
