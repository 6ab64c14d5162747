/* SPDX-License-Identifier: Apache-2.0
 *
 * linebdi.h - what the specification of linebdi and its fast form share: the numbers of parameters and codes, and the record of a
 * configuration. Each form fills in the record and computes sizes by itself. */
#ifndef WF_LINEBDI_H
#define WF_LINEBDI_H

#include "../line_params.h"

enum { LINEBDI_ENCODINGS, LINEBDI_BASE, LINEBDI_ZERO_BASE, LINEBDI_SELECT, LINEBDI_STORE, LINEBDI_SAVE, LINEBDI_TAG, LINEBDI_PARAMS };
/* The first parameters of the codec, and of what reads its codes: they decide the format. */
/* clang-format off */
#define LINEBDI_FORMAT \
    [LINEBDI_ENCODINGS] = {"encodings", "codes to choose from, beside raw: base bytes - delta bytes", WF_PARAM_SET, \
                           "zeros|repeat|8-1|8-2|8-4|4-1|4-2|2-1", 0xff, "WF_ENCODINGS"}, \
    [LINEBDI_BASE] = {"base", "the base: the first chunk, or the first that misses the zero base", WF_PARAM_CHOICE, "first|firstnz", \
                      LINEBDI_FIRST, "WF_FIRSTNZ"}, \
    [LINEBDI_ZERO_BASE] = {"zero-base", "a second base, zero, and a bit a chunk to choose", WF_PARAM_CHOICE, "off|on", 1, "WF_ZERO_BASE"}, \
    [LINEBDI_SELECT] = {"select", "where the bits that choose the base are stored", WF_PARAM_CHOICE, "payload|tag", LINEBDI_IN_PAYLOAD, \
                        "WF_SELECT_TAG"}, \
    [LINEBDI_STORE] = {"store", "what the codes keep of a chunk: its low bytes, or its delta", WF_PARAM_CHOICE, "residue|delta", \
                       LINEBDI_RESIDUE, "WF_STORE"}, \
    [LINEBDI_SAVE] = LINE_SAVE_PARAM, \
    [LINEBDI_TAG] = LINE_TAG_PARAM
/* clang-format on */
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

/* What a code says, as the specification reads it: its fields (linebdi.c) tell every byte of the line by itself. */
enum { LINEBDI_FIELDS = 3 + LINEBDI_MAX_LINE + 1 + LINEBDI_MAX_LINE / 8 };
typedef struct {
    linebdi_geometry g;
    int tag;
    uint64_t field[LINEBDI_FIELDS];
} linebdi_said;
void linebdi_read(const wf_config *c, const uint32_t *tag, const uint32_t *payload, linebdi_said *said);
uint8_t linebdi_byte(const linebdi_said *said, int at); /* byte `at` of the line */

#endif
