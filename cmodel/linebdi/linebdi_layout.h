/* SPDX-License-Identifier: Apache-2.0
 *
 * linebdi_layout.h - what a configuration of linebdi fixes, by tag, for its forms in vectors. */
#ifndef WF_LINEBDI_LAYOUT_H
#define WF_LINEBDI_LAYOUT_H

#include "linebdi.h"

/* What a code is made of: the line, of store=delta the deltas in the places of their chunks' low bytes; the string of select bits; the base; the tag. */
enum {
    LINEBDI_FROM_STRING = LINEBDI_MAX_LINE,
    LINEBDI_FROM_BASE = LINEBDI_FROM_STRING + 8,
    LINEBDI_FROM_HEAD = LINEBDI_FROM_BASE + 8,
    LINEBDI_FROM
};

typedef struct {
    linebdi_geometry g;
    bool usable[LINEBDI_TAGS];
    int bits[LINEBDI_TAGS];                             /* of the code */
    uint8_t select[1 << (LINEBDI_TAGS - 1)];            /* the tag of what fits: bit t - 1 for tag t */
    int16_t from[LINEBDI_TAGS][LINEBDI_MAX_LINE];       /* byte i of the payload; below 0: it is 0 */
    uint8_t select_bit[LINEBDI_TAGS][LINEBDI_MAX_LINE]; /* of the chunk of byte i of the line, in the string */
} linebdi_layout;

void linebdi_layout_of(const wf_config *config, linebdi_layout *layout);

#endif
