/* SPDX-License-Identifier: Apache-2.0
 *
 * bytewise_layout.h - what a configuration of bytewise without strides fixes, for its forms in vectors. */
#ifndef WF_BYTEWISE_LAYOUT_H
#define WF_BYTEWISE_LAYOUT_H

#include "../warpfold.h"
#include "bytewise_params.h"

typedef struct {
    int groups, width, d, fs, bvr, bvr_bits; /* lanes of a group; first bits in the tag, and bits of a BVR; fs 0: no FS */
    int16_t from[4 * WF_MAX_LANES];          /* the byte of the lanes that is byte i of the payload */
    /* Of a whole write: what each group's code uses. A form has at most 128 units. */
    uint32_t units[BYTEWISE_MAX_GROUPS][16][4], wen[BYTEWISE_MAX_GROUPS][16][WF_MAX_LANES / 8];
} bytewise_layout;

void bytewise_layout_of(const wf_config *config, bytewise_layout *layout);

#endif
