/* SPDX-License-Identifier: Apache-2.0
 *
 * bytewise.h - geometry and tag of the codec bytewise, for its specification and the blocks around it. cmodel/bytewise/bytewise.c defines them. */
#ifndef WF_BYTEWISE_H
#define WF_BYTEWISE_H

#include "../bits_plain.h"
#include "bytewise_params.h"

/* What a configuration fixes: sizes, and first bits of the tag's fields. */
typedef struct {
    int lanes, groups, width; /* width: lanes of a group */
    int unit;                 /* bytes */
    int d, fs, bvr, bvr_bits; /* first bits in the tag, and bits of a BVR; fs 0: no FS */
    int tag_bits;
    int strides, stride, stride_bits; /* of the codec: its parameter; the first bit of the strides in the tag, or 0, and bits of each */
} bytewise_geometry;

/* Returns NULL, or what is wrong with lanes and groups. */
static inline const char *bytewise_rule_broken(int lanes, int groups)
{
    if (lanes % groups)
        return "groups must divide the lanes: 8 groups need at least 8 lanes";
    return NULL;
}

static inline bytewise_geometry bytewise_geometry_of(int lanes, int groups)
{
    bytewise_geometry g = {.lanes = lanes, .groups = groups, .width = lanes / groups};
    g.unit = g.width < 16 ? g.width : 16;
    g.d = 4 * g.groups;
    g.fs = g.groups > 1 ? g.d + 1 : 0;
    g.bvr = g.d + 1 + (g.groups > 1);
    g.bvr_bits = g.width > 32 ? g.width : 32;
    g.tag_bits = g.bvr + g.bvr_bits * g.groups;
    return g;
}

/* What a tag says, of `groups` groups. */
typedef struct {
    unsigned enc[BYTEWISE_MAX_GROUPS];
    bool divergent, one_value;
    uint32_t bvr[BYTEWISE_MAX_GROUPS][WF_MASK_WORDS];
    uint32_t stride[BYTEWISE_MAX_GROUPS]; /* what the tag has of it; 0 if it has nothing */
} bytewise_fields;

static inline bytewise_fields bytewise_fields_of(const bytewise_geometry *g, const uint32_t *tag)
{
    bytewise_fields f;
    f.divergent = get_bit(tag, g->d);
    f.one_value = g->fs && get_bit(tag, g->fs);
    for (int k = 0; k < g->groups; k++) {
        f.enc[k] = get_bits(tag, 4 * k, 4);
        for (int w = 0; 32 * w < g->bvr_bits; w++)
            f.bvr[k][w] = get_bits(tag, g->bvr + g->bvr_bits * k + 32 * w, 32);
        f.stride[k] = g->stride ? get_bits(tag, g->stride + g->stride_bits * k, g->stride_bits) : 0;
    }
    return f;
}

static inline void bytewise_tag_of(const bytewise_geometry *g, const bytewise_fields *f, uint32_t *tag)
{
    memset(tag, 0, (size_t)words_for(g->tag_bits) * sizeof *tag);
    for (int k = 0; k < g->groups; k++) {
        put_bits(tag, 4 * k, f->enc[k]);
        for (int w = 0; 32 * w < g->bvr_bits; w++)
            put_bits(tag, g->bvr + g->bvr_bits * k + 32 * w, f->bvr[k][w]);
        if (g->stride)
            put_bits(tag, g->stride + g->stride_bits * k, f->stride[k]);
    }
    put_bits(tag, g->d, f->divergent);
    if (g->fs)
        put_bits(tag, g->fs, f->one_value);
}

/* wf_codec.scalar of bytewise (bytewise_scalar.c). */
void bytewise_scalar(const wf_config *config, const uint32_t *mask, int sources, const uint32_t *const *tags, wf_scalar *scalar);

#endif
