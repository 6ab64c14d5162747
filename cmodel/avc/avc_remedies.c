/* SPDX-License-Identifier: Apache-2.0
 *
 * avc_remedies.c - two remedies for conflict misses that section 5.1 names, in the model alone: a victim store that knows affine vectors, and skewed sets.
 * They cost no cycle, and the least recently used way leaves. docs/avc-figures.md, "Remedies".
 *
 * A victim store keeps lines of the AVC as they are. Its ways are ways of the AVC from `ways` on, in which each block has the same place. A line that is found
 * there is used where it is. */
#include "avc.h"

static const uint32_t golden = 0x9e3779b1; /* 2^32 / 1.618: multiplied by it, neighbours come far apart */

/* Skewed sets: the tag, hashed in each way in its own manner. Way 0 has the set that it has without. */
uint32_t avc_skewed(const avc_geometry *g, int cache, uint32_t block, int way)
{
    uint64_t tag = (uint64_t)block >> (g->set_bits + (cache == AVC_AVC ? g->vector_bits : 0));
    if (way == 0 || g->set_bits == 0)
        return 0;
    return (uint32_t)(tag * (2 * (uint64_t)way + 1)) * golden >> (32 - g->set_bits);
}

/* In a way that serves both caches a line of either may be. AVC_NONE: it is invalid. */
static int holder(const avc_state *s, int cache, int at)
{
    int other = cache == AVC_AVC ? AVC_L1 : AVC_AVC;
    if (s->valid[cache][at])
        return cache;
    return s->g.skew == AVC_SKEW_JOINT && at < s->g.sets * s->g.ways[other] && s->valid[other][at] ? other : AVC_NONE;
}

/* Of the ways from one on up to another, which leaves: an invalid one, else the least recently used. */
static int oldest(const avc_state *s, int cache, uint32_t block, int from, int to)
{
    int found = AVC_NONE;
    uint64_t since = UINT64_MAX;
    for (int way = from; way < to; way++) {
        int at = avc_at(&s->g, cache, block, way), held = holder(s, cache, at);
        if (held == AVC_NONE)
            return way;
        if (s->used[held][at] < since) {
            since = s->used[held][at];
            found = way;
        }
    }
    return found;
}

static void find_skewed(const avc_state *s, int cache, uint32_t block, avc_found *f)
{
    const avc_geometry *g = &s->g;
    f->leaves = oldest(s, cache, block, 0, g->ways[cache]);
    int at = avc_at(g, cache, block, f->leaves), held = holder(s, cache, at);
    f->invalid = held == AVC_NONE ? f->leaves : AVC_NONE;
    f->holds = held == AVC_NONE ? cache : held;
    f->leaving = s->block[f->holds][at];
}

/* If the store is full, what leaves is the oldest of its lines. */
static void find_victim(const avc_state *s, uint32_t block, avc_found *f)
{
    const avc_geometry *g = &s->g;
    int ways = g->ways[AVC_AVC], end = ways + g->victims, way = oldest(s, AVC_AVC, block, ways, end);
    uint32_t first = avc_first_of(g, AVC_AVC, block);
    for (int i = ways; i < end; i++)
        if (s->valid[AVC_AVC][avc_at(g, AVC_AVC, block, i)] && s->block[AVC_AVC][avc_at(g, AVC_AVC, block, i)] == first)
            f->way = i;
    if (f->holds != AVC_AVC)
        return;
    if (s->valid[AVC_AVC][avc_at(g, AVC_AVC, block, way)])
        f->leaving = s->block[AVC_AVC][avc_at(g, AVC_AVC, block, way)];
    else
        f->victim = way;
}

/* Where the remedies find a block, and what leaves for it. */
void avc_find_again(const avc_state *s, int cache, uint32_t block, avc_found *f)
{
    if (s->g.skew)
        find_skewed(s, cache, block, f);
    if (s->g.victims && cache == AVC_AVC)
        find_victim(s, block, f);
}

/* A line goes from a way to the victim store, where nothing is. */
void avc_move_line(avc_state *s, uint32_t block, int way, int victim)
{
    const avc_geometry *g = &s->g;
    int from = avc_at(g, AVC_AVC, block, way), to = avc_at(g, AVC_AVC, block, victim);
    avc_vector *vectors = avc_vectors(s);
    memcpy(vectors + ((size_t)to << g->vector_bits), vectors + ((size_t)from << g->vector_bits), (size_t)g->vectors * sizeof *vectors);
    s->valid[AVC_AVC][to] = true;
    s->valid[AVC_AVC][from] = false;
    s->block[AVC_AVC][to] = s->block[AVC_AVC][from];
    s->line_dirty[to] = s->line_dirty[from];
    s->used[AVC_AVC][to] = s->used[AVC_AVC][from];
}
