/* SPDX-License-Identifier: Apache-2.0
 *
 * linebdi_fast.h - what the files of the fast form share: the configuration, the sizes of codes, packing and unpacking. */
#ifndef WF_LINEBDI_FAST_H
#define WF_LINEBDI_FAST_H

#include "../line_fast.h"
#include "linebdi.h"

static inline linebdi_geometry linebdi_geometry_of(const wf_config *c)
{
    bool zero_base = c->param[LINEBDI_ZERO_BASE] != 0;
    return (linebdi_geometry){
        .line = 4 * line_words(c),
        .limit = line_limit_with(c, c->param[LINEBDI_SAVE], c->param[LINEBDI_TAG]) / 8,
        .head = line_head(c->param[LINEBDI_TAG]) / 8,
        .enabled = (unsigned)c->param[LINEBDI_ENCODINGS] << 1,
        .zero_base = zero_base,
        .firstnz = c->param[LINEBDI_BASE] == LINEBDI_FIRSTNZ,
        .residue = c->param[LINEBDI_STORE] == LINEBDI_RESIDUE,
        .in_payload = zero_base && c->param[LINEBDI_SELECT] == LINEBDI_IN_PAYLOAD,
        .in_tag = zero_base && c->param[LINEBDI_SELECT] == LINEBDI_IN_TAG,
    };
}

static inline int linebdi_chunks_of(const linebdi_geometry *g, int tag)
{
    return g->line >> linebdi_codes[tag].log2;
}

/* Bytes of the payload that `bits` select bits take. */
static inline int linebdi_select_bytes(const linebdi_geometry *g, int bits)
{
    return g->in_payload ? (bits + 7) / 8 : 0;
}

static inline int linebdi_code_bytes(const linebdi_geometry *g, int tag)
{
    int base = linebdi_codes[tag].base, delta = linebdi_codes[tag].delta;
    if (tag == LINEBDI_RAW)
        return g->line;
    if (delta == 0)
        return base;
    return base + linebdi_chunks_of(g, tag) * delta + linebdi_select_bytes(g, linebdi_chunks_of(g, tag));
}

/* With its head. */
static inline int linebdi_stored_bytes(const linebdi_geometry *g, int tag)
{
    return tag == LINEBDI_RAW ? g->line : g->head + linebdi_code_bytes(g, tag);
}

static inline bool linebdi_is_usable(const linebdi_geometry *g, int tag)
{
    return tag != LINEBDI_RAW && tag < LINEBDI_TAGS && (g->enabled >> tag & 1) && linebdi_stored_bytes(g, tag) <= g->limit;
}

/* What a code says that its tag is: in the tag, or, if the tag's bit is 1, in the head. */
static inline int linebdi_stated_tag(const linebdi_geometry *g, const uint32_t *tag, const uint32_t *payload)
{
    return g->head == 0 ? (int)(tag[0] & 0xf) : tag[0] & 1 ? (int)(payload[0] & 0xf) : LINEBDI_RAW;
}

/* The tag of a code; RAW if this configuration does not have it. */
static inline int linebdi_tag_of(const linebdi_geometry *g, const uint32_t *words, const uint32_t *payload)
{
    int tag = linebdi_stated_tag(g, words, payload);
    return linebdi_is_usable(g, tag) ? tag : LINEBDI_RAW;
}

/* linebdi_deltas.c: writes the code to `bytes`, which are 0 up to the end of its last burst. */
void linebdi_pack_deltas(const linebdi_geometry *g, int tag, const uint32_t *block, uint32_t *tag_words, uint8_t *bytes);
/* The line of a code, with the select bits from the tag. True if the chunk that is the base has no delta. */
bool linebdi_unpack_deltas(const linebdi_geometry *g, int tag, const wf_line_code *code, uint64_t string, uint32_t *block);

#endif
