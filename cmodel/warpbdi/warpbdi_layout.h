/* SPDX-License-Identifier: Apache-2.0
 *
 * warpbdi_layout.h - what a configuration of warpbdi fixes, by range indicator, for its forms in vectors. */
#ifndef WF_WARPBDI_LAYOUT_H
#define WF_WARPBDI_LAYOUT_H

#include "../warpfold.h"
#include "warpbdi.h"

typedef struct {
    bool usable[WARPBDI_RANGES];
    int units[WARPBDI_RANGES], words[WARPBDI_RANGES]; /* in use */
    uint8_t select[8];                                /* the range indicator of what fits: bits 0 to 2 for <4,0>, <4,1>, <4,2> */
    int16_t from[WARPBDI_RANGES]
                [4 * WF_MAX_LANES]; /* the byte of the lanes, or of base and deltas, that is byte i of the payload; below 0: none, 0 */
} warpbdi_layout;

void warpbdi_layout_of(const wf_config *config, warpbdi_layout *layout);

#endif
