/* SPDX-License-Identifier: Apache-2.0
 *
 * bpc.h - what the specification of bpc and its fast form share: parameters, and the codes of the base and of the planes. cmodel/bpc.c
 * explains them. */
#ifndef WF_BPC_H
#define WF_BPC_H

#include "line.h"

enum { FORM, RATE, SAVE, TAG };
enum { PIPELINE, ITERATE };
enum { MAX_WORDS = 32, PLANES = 33, TOP = PLANES - 1, RUN_BITS = 5 };

/* The codes of the base, in the order in which they are tried. A prefix is written lowest bit first: 010 is 2. */
enum { BASE_ZERO, BASE_NIBBLE, BASE_BYTE, BASE_HALF, BASE_WORD, BASES };
static const struct {
    uint8_t prefix, prefix_bits, data_bits;
} base_codes[BASES] = {{0, 3, 0}, {4, 3, 4}, {2, 3, 8}, {6, 3, 16}, {1, 1, 32}};

/* The codes of planes, in the order in which they are tried. */
enum { RUN, ZERO, ONES, CLEAR, TWO, ONE, PLAIN, KINDS };
static const struct {
    uint8_t prefix, prefix_bits;
} plane_codes[KINDS] = {{2, 2}, {4, 3}, {0, 5}, {16, 5}, {8, 5}, {24, 5}, {1, 1}};

/* Bits of a plane: one for each delta. */
static inline int plane_bits(const wf_config *c)
{
    return line_words(c) - 1;
}

/* Bits of a place in a plane: 3, 4 or 5. */
static inline int place_bits(const wf_config *c)
{
    return line_words(c) == 8 ? 3 : line_words(c) == 16 ? 4 : 5;
}

#endif
