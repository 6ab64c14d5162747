/* SPDX-License-Identifier: Apache-2.0
 *
 * bytewise_params.h - the numbers that both forms of the codec bytewise and the blocks around it share: parameters and classes. */
#ifndef WF_BYTEWISE_PARAMS_H
#define WF_BYTEWISE_PARAMS_H

#include "../warpfold.h"

enum { BYTEWISE_SCALAR = 0xf, BYTEWISE_MAX_GROUPS = 8 };
/* Classes of its codes, in the order of their names. */
enum {
    BYTEWISE_RAW,
    BYTEWISE_COMMON_1,
    BYTEWISE_COMMON_2,
    BYTEWISE_COMMON_3,
    BYTEWISE_ALL_SCALAR,
    BYTEWISE_ALL_AFFINE,
    BYTEWISE_MIXED,
    BYTEWISE_DIVERGENT,
    BYTEWISE_DIVERGENT_SCALAR
};
enum { BYTEWISE_GROUPS, BYTEWISE_STRIDES }; /* parameters of the codec */
enum { COMPARE_GROUPS, COMPARE_MASKED };    /* parameters of the block compare */

#endif
