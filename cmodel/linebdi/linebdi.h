/* SPDX-License-Identifier: Apache-2.0
 *
 * linebdi.h - parameters, codes and sizes, shared by the specification of linebdi, which explains them, and its fast form. */
#ifndef WF_LINEBDI_H
#define WF_LINEBDI_H

#include "../line.h"

enum { ENCODINGS, BASE, ZERO_BASE, SELECT, STORE, LAYOUT, SAVE, TAG };
enum { FIRST, FIRSTNZ };
enum { IN_PAYLOAD, IN_TAG };
enum { RESIDUE, DELTA };
enum { PLANES, PACKED };
enum { RAW, ZEROS, REPEAT, B8D1, B8D2, B8D4, B4D1, B4D2, B2D1, TAGS };
enum { TAG_BITS = 4, MAX_LINE = 128 };

/* What a tag stands for: bytes of the base and so of a chunk, and bytes of a delta. */
static const struct {
    uint8_t base, delta, log2; /* log2: of base */
} codes[TAGS] = {
    [ZEROS] = {1, 0, 0}, [REPEAT] = {8, 0, 3}, [B8D1] = {8, 1, 3}, [B8D2] = {8, 2, 3},
    [B8D4] = {8, 4, 3},  [B4D1] = {4, 1, 2},   [B4D2] = {4, 2, 2}, [B2D1] = {2, 1, 1},
};

/* A configuration. */
typedef struct {
    int line;         /* bytes */
    int limit;        /* the longest code that is used, in bytes, with its head */
    int head;         /* bytes of the head */
    unsigned enabled; /* bit t for tag t */
    bool zero_base, firstnz, residue, packed;
    bool in_payload, in_tag; /* where the select bits are; without zero base nowhere */
} geometry;

static inline geometry geometry_of(const wf_config *c)
{
    bool zero_base = c->param[ZERO_BASE] != 0;
    return (geometry){
        .line = 4 * line_words(c),
        .limit = line_limit_with(c, c->param[SAVE], c->param[TAG]) / 8,
        .head = line_head(c->param[TAG]) / 8,
        .enabled = (unsigned)c->param[ENCODINGS] << 1,
        .zero_base = zero_base,
        .firstnz = c->param[BASE] == FIRSTNZ,
        .residue = c->param[STORE] == RESIDUE,
        .packed = c->param[STORE] == DELTA && c->param[LAYOUT] == PACKED,
        .in_payload = zero_base && c->param[SELECT] == IN_PAYLOAD,
        .in_tag = zero_base && c->param[SELECT] == IN_TAG,
    };
}

static inline int chunks_of(const geometry *g, int tag)
{
    return g->line >> codes[tag].log2;
}

/* Bytes of the payload that `bits` select bits take. */
static inline int select_bytes(const geometry *g, int bits)
{
    return g->in_payload ? (bits + 7) / 8 : 0;
}

static inline int code_bytes(const geometry *g, int tag)
{
    int base = codes[tag].base, delta = codes[tag].delta;
    if (tag == RAW)
        return g->line;
    if (delta == 0)
        return base;
    return base + chunks_of(g, tag) * delta + select_bytes(g, chunks_of(g, tag));
}

/* With its head. */
static inline int stored_bytes(const geometry *g, int tag)
{
    return tag == RAW ? g->line : g->head + code_bytes(g, tag);
}

static inline bool is_usable(const geometry *g, int tag)
{
    return tag != RAW && tag < TAGS && (g->enabled >> tag & 1) && stored_bytes(g, tag) <= g->limit;
}

/* What a code says that its tag is: in the tag, or, if the tag's bit is 1, in the head. */
static inline int stated_tag(const geometry *g, const uint32_t *tag, const uint32_t *payload)
{
    return g->head == 0 ? (int)(tag[0] & 0xf) : tag[0] & 1 ? (int)(payload[0] & 0xf) : RAW;
}

/* The tag of a code; RAW if this configuration does not have it. */
static inline int tag_of(const geometry *g, const uint32_t *words, const uint32_t *payload)
{
    int tag = stated_tag(g, words, payload);
    return is_usable(g, tag) ? tag : RAW;
}

#endif
