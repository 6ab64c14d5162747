/* SPDX-License-Identifier: Apache-2.0
 *
 * linebdi.h - what the specification of linebdi and its fast form share: the numbers of parameters and codes, and the record of a
 * configuration. Each form fills in the record and computes sizes by itself. */
#ifndef WF_LINEBDI_H
#define WF_LINEBDI_H

#include "../line_params.h"

enum { LINEBDI_ENCODINGS, LINEBDI_BASE, LINEBDI_ZERO_BASE, LINEBDI_SELECT, LINEBDI_STORE, LINEBDI_SAVE, LINEBDI_TAG, LINEBDI_PARAMS };
enum { LINEBDI_FIRST, LINEBDI_FIRSTNZ };
enum { LINEBDI_IN_PAYLOAD, LINEBDI_IN_TAG };
enum { LINEBDI_RESIDUE, LINEBDI_DELTA };
enum {
    LINEBDI_RAW,
    LINEBDI_ZEROS,
    LINEBDI_REPEAT,
    LINEBDI_B8D1,
    LINEBDI_B8D2,
    LINEBDI_B8D4,
    LINEBDI_B4D1,
    LINEBDI_B4D2,
    LINEBDI_B2D1,
    LINEBDI_TAGS
};
enum { LINEBDI_TAG_BITS = 4, LINEBDI_MAX_LINE = 128 };

/* What a tag stands for: bytes of the base and so of a chunk, and bytes of a delta. */
static const struct {
    uint8_t base, delta, log2; /* log2: of base */
} linebdi_codes[LINEBDI_TAGS] = {
    [LINEBDI_ZEROS] = {1, 0, 0}, [LINEBDI_REPEAT] = {8, 0, 3}, [LINEBDI_B8D1] = {8, 1, 3}, [LINEBDI_B8D2] = {8, 2, 3},
    [LINEBDI_B8D4] = {8, 4, 3},  [LINEBDI_B4D1] = {4, 1, 2},   [LINEBDI_B4D2] = {4, 2, 2}, [LINEBDI_B2D1] = {2, 1, 1},
};

/* A configuration. */
typedef struct {
    int line;         /* bytes */
    int limit;        /* the longest code that is used, in bytes, with its head */
    int head;         /* bytes of the head */
    unsigned enabled; /* bit t for tag t */
    bool zero_base, firstnz, residue;
    bool in_payload, in_tag; /* where the select bits are; without zero base nowhere */
} linebdi_geometry;

#endif
