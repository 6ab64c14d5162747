/* SPDX-License-Identifier: Apache-2.0
 *
 * affine_layout.h - the tag of affine in words of 32 bits, as its fast form has it, for its forms in vectors. */
#ifndef WF_AFFINE_LAYOUT_H
#define WF_AFFINE_LAYOUT_H

#include "../warpfold.h"
#include "affine_params.h"

typedef struct {
    int width, vectors, stride_bits, unit; /* lanes of a vector; vectors; lanes of a bank */
    int strides, bases, valid;             /* first bits in the tag; flags begin at 0 */
    bool any;
} affine_words;

void affine_words_of(const wf_config *config, affine_words *l);

#endif
