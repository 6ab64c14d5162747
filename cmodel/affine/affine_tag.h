/* SPDX-License-Identifier: Apache-2.0
 *
 * affine_tag.h - the tag of the codec affine, for its specification. cmodel/affine/affine.c defines the fields. */
#ifndef WF_AFFINE_TAG_H
#define WF_AFFINE_TAG_H

#include "affine.h"

/* Places in the tag. */
typedef struct {
    affine_geometry g;
    int unit;                  /* lanes of a bank */
    int strides, bases, valid; /* first bits; flags begin at 0 */
} affine_layout;

/* What a tag says of one vector. */
typedef struct {
    bool flag;
    uint64_t code, base; /* the stride as coded */
} affine_fields;

static inline affine_layout affine_layout_of(const wf_config *c)
{
    affine_layout l = {.g = affine_geometry_of(c)};
    int vector = l.g.width * l.g.word;
    l.unit = (c->param[AFFINE_BANK] < vector ? c->param[AFFINE_BANK] : vector) / l.g.word;
    l.strides = l.g.vectors;
    l.bases = l.strides + l.g.vectors * l.g.stride_bits;
    l.valid = l.bases + l.g.vectors * l.g.word;
    return l;
}

/* A field of up to 64 bits. */
static inline uint64_t affine_get_field(const uint32_t *tag, int at, int bits)
{
    if (bits <= 32)
        return get_bits(tag, at, bits);
    return get_bits(tag, at, 32) | (uint64_t)get_bits(tag, at + 32, bits - 32) << 32;
}

static inline void affine_put_field(uint32_t *tag, int at, int bits, uint64_t x)
{
    put_bits(tag, at, (uint32_t)x);
    if (bits > 32)
        put_bits(tag, at + 32, (uint32_t)(x >> 32));
}

static inline affine_fields affine_fields_of(const affine_layout *l, const uint32_t *tag, int k)
{
    return (affine_fields){.flag = get_bit(tag, k),
                           .code = affine_get_field(tag, l->strides + k * l->g.stride_bits, l->g.stride_bits),
                           .base = affine_get_field(tag, l->bases + k * l->g.word, l->g.word)};
}

static inline void affine_put_fields(const affine_layout *l, const affine_fields *f, int k, uint32_t *tag)
{
    put_bits(tag, k, f->flag);
    affine_put_field(tag, l->strides + k * l->g.stride_bits, l->g.stride_bits, f->code);
    affine_put_field(tag, l->bases + k * l->g.word, l->g.word, f->base);
}

/* Does the format allow this base with this stride? */
static inline bool affine_is_aligned(const affine_geometry *g, uint64_t code, uint64_t base)
{
    return g->any || code == AFFINE_POW2_ZERO || (base & (((uint64_t)1 << code) - 1)) == 0;
}

#endif
