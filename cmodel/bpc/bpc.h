/* SPDX-License-Identifier: Apache-2.0
 *
 * bpc.h - what the specification of bpc and its fast form share: parameters, and the prefixes of the codes. cmodel/bpc/bpc.c
 * explains them. */
#ifndef WF_BPC_H
#define WF_BPC_H

#include "../line_params.h"

enum { BPC_FORM, BPC_RATE, BPC_SAVE, BPC_TAG, BPC_PARAMS };
enum { BPC_PIPELINE, BPC_ITERATE, BPC_STREAM };
enum { BPC_MAX_WORDS = 32, BPC_PLANES = 33, BPC_TOP = BPC_PLANES - 1, BPC_RUN_BITS = 5 };

/* The codes of the base, in the order in which they are tried. A prefix is written lowest bit first: 010 is 2. */
enum { BPC_BASE_ZERO, BPC_BASE_NIBBLE, BPC_BASE_BYTE, BPC_BASE_HALF, BPC_BASE_WORD, BPC_BASES };
static const struct {
    uint8_t prefix, prefix_bits, data_bits;
} bpc_base_codes[BPC_BASES] = {{0, 3, 0}, {4, 3, 4}, {2, 3, 8}, {6, 3, 16}, {1, 1, 32}};

/* The codes of planes, in the order in which they are tried. */
enum { BPC_RUN, BPC_ZERO, BPC_ONES, BPC_CLEAR, BPC_TWO, BPC_ONE, BPC_PLAIN, BPC_KINDS };
static const struct {
    uint8_t prefix, prefix_bits;
} bpc_plane_codes[BPC_KINDS] = {{2, 2}, {4, 3}, {0, 5}, {16, 5}, {8, 5}, {24, 5}, {1, 1}};

#endif
