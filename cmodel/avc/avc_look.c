/* SPDX-License-Identifier: Apache-2.0
 *
 * avc_look.c - the stages compare and look of avc, and the way that leaves. */
#include "avc.h"

/* Half of the tree's leaves: of the next power of two from `ways` on. */
static int half_of(int ways)
{
    int half = 1;
    while (2 * half < ways)
        half *= 2;
    return half;
}

/* The way that leaves. Node 1 is the root, 2n and 2n + 1 the halves of node n; bit n of the tree is 1 where it leads to the second half. */
static int leaving_way(uint32_t tree, int ways)
{
    int way = 0, node = 1;
    for (int half = half_of(ways); half >= 1 && ways > 1; half /= 2) {
        bool second = (tree >> node & 1) && way + half < ways;
        way += second ? half : 0;
        node = 2 * node + second;
    }
    return way;
}

/* A use of a way: each node on its path leads to the other half. */
void avc_use(avc_state *s, int cache, uint32_t block, int way)
{
    const avc_geometry *g = &s->g;
    uint32_t *tree = &s->tree[cache][avc_set_of(g, cache, block)];
    int ways = g->ways[cache], node = 1;
    s->used[cache][avc_at(g, cache, block, way)] = ++s->uses;
    for (int half = half_of(ways); half >= 1 && ways > 1; half /= 2) {
        bool second = way & half;
        *tree = second ? *tree & ~((uint32_t)1 << node) : *tree | (uint32_t)1 << node;
        node = 2 * node + second;
    }
}

static avc_found find(const avc_state *s, int cache, uint32_t block)
{
    const avc_geometry *g = &s->g;
    uint32_t first = avc_first_of(g, cache, block);
    avc_found f = {.way = AVC_NONE, .invalid = AVC_NONE, .leaves = AVC_NONE, .holds = cache, .victim = AVC_NONE};
    if (g->ways[cache] == 0)
        return f;
    for (int way = g->ways[cache] - 1; way >= 0; way--) {
        int at = avc_at(g, cache, block, way);
        if (!s->valid[cache][at])
            f.invalid = way;
        else if (s->block[cache][at] == first)
            f.way = way;
    }
    f.leaves = leaving_way(s->tree[cache][avc_set_of(g, cache, block)], g->ways[cache]);
    f.leaving = s->block[cache][avc_at(g, cache, block, f.leaves)];
    if (g->skew || (g->victims && cache == AVC_AVC))
        avc_find_again(s, cache, block, &f);
    return f;
}

/* Compare. The AVC has private blocks alone. */
void avc_compare(const avc_state *s, avc_op *op)
{
    for (int cache = 0; cache < AVC_CACHES; cache++)
        op->found[cache] = find(s, cache, op->block);
    if (!avc_is_private(&s->g, op->block))
        op->found[AVC_AVC].way = AVC_NONE;
}

/* Does a load of one of the 2^bits blocks from this one on wait for memory? */
static bool is_busy(const avc_state *s, uint32_t block, int bits)
{
    for (int n = 0; n < s->g.misses; n++)
        if (s->miss[n].used && s->miss[n].block >> bits == block >> bits)
            return true;
    return false;
}

/* Look. */
void avc_look(const avc_state *s, avc_op *op)
{
    const avc_geometry *g = &s->g;
    op->busy = is_busy(s, op->block, 0);
    for (int cache = 0; cache < AVC_CACHES; cache++) {
        avc_found *f = &op->found[cache];
        f->busy = f->leaves != AVC_NONE && is_busy(s, f->leaving, f->holds == AVC_AVC ? g->vector_bits : 0);
    }
}
