/* SPDX-License-Identifier: Apache-2.0
 *
 * affine.h - geometry of the codec affine, as its specification has it, and of its decoding unit, the block expand. A vector is a warp or a
 * part of one. Its lanes have numbers from 0. */
#ifndef WF_AFFINE_H
#define WF_AFFINE_H

#include "../bits_plain.h"
#include "affine_params.h"

typedef struct {
    int lanes, word;
    int width, vectors; /* lanes of a vector, vectors of a warp */
    bool any;           /* strides */
    int stride_bits;    /* of a stride's code */
} affine_geometry;

/* NULL, or the rule that the configuration breaks. */
static inline const char *affine_rule_broken(const wf_config *c)
{
    if (c->param[AFFINE_VECTOR] > 0 && 4 << c->param[AFFINE_VECTOR] > c->lanes)
        return "a vector must not be wider than the warp: vector 8, 16 or 32 up to the lanes, or warp";
    return NULL;
}

static inline affine_geometry affine_geometry_of(const wf_config *c)
{
    affine_geometry g = {.lanes = c->lanes, .word = c->param[AFFINE_WORD], .any = c->param[AFFINE_STRIDES] == 1};
    g.width = c->param[AFFINE_VECTOR] > 0 ? 4 << c->param[AFFINE_VECTOR] : c->lanes;
    g.vectors = g.lanes / g.width;
    g.stride_bits = g.any ? g.word : AFFINE_POW2_BITS;
    return g;
}

static inline uint64_t affine_word_mask(int word)
{
    return word == 64 ? ~(uint64_t)0 : ((uint64_t)1 << word) - 1;
}

/* Word i of a vector of words. */
static inline uint64_t affine_get_lane(const uint32_t *v, int i, int word)
{
    if (word == 32)
        return v[i];
    if (word == 64)
        return v[2 * i] | (uint64_t)v[2 * i + 1] << 32;
    return v[i * word / 32] >> i * word % 32 & affine_word_mask(word);
}

static inline void affine_put_lane(uint32_t *v, int i, int word, uint64_t x)
{
    if (word == 32) {
        v[i] = (uint32_t)x;
    } else if (word == 64) {
        v[2 * i] = (uint32_t)x;
        v[2 * i + 1] = (uint32_t)(x >> 32);
    } else {
        uint32_t *to = &v[i * word / 32];
        *to = (*to & ~((uint32_t)affine_word_mask(word) << i * word % 32)) | (uint32_t)(x & affine_word_mask(word)) << i * word % 32;
    }
}

/* The stride that a code stands for. */
static inline uint64_t affine_stride_of(const affine_geometry *g, uint64_t code)
{
    return g->any ? code : code == AFFINE_POW2_ZERO ? 0 : ((uint64_t)1 << code) & affine_word_mask(g->word);
}

#endif
