/* SPDX-License-Identifier: Apache-2.0
 *
 * avc_decide.c - the stage decide of avc: what a load, a store, a fill and an eviction do. docs/avc.md, "What a request does".
 *
 * Each function tells whether the operation goes on to act. */
#include "avc.h"

static const avc_vector no_vector = {.code = {.affine = true, .stride = AFFINE_POW2_ZERO}};
static const avc_state_of_line no_line;

static avc_vector vector_of(avc_state *s, const avc_op *op)
{
    int way = op->found[AVC_AVC].way;
    avc_vector v = way == AVC_NONE ? no_vector : *avc_vector_at(s, op->block, way);
    if (s->g.dirty == AVC_DIRTY_NONE)
        v.dirty = true;
    if (s->g.dirty == AVC_DIRTY_LINE && way != AVC_NONE)
        v.dirty = s->line_dirty[avc_at(&s->g, AVC_AVC, op->block, way)];
    return v;
}

static avc_state_of_line line_of(const avc_state *s, const avc_op *op)
{
    int way = op->found[AVC_L1].way;
    return way == AVC_NONE ? no_line : s->line[avc_at(&s->g, AVC_L1, op->block, way)];
}

/* The stages before this one are emptied; what was in them comes again, and nothing enters in the next cycle. */
void avc_restart(avc_state *s)
{
    s->stage[AVC_LOOK] = s->stage[AVC_VECTOR] = s->stage[AVC_COMPARE] = NULL;
    s->next = s->first;
    s->paused = true;
    s->walk.brought = s->walk.decided;
    s->walk.put = false;
    for (int k = 0; k < s->g.loads; k++)
        s->load[k].sent = false;
}

/* Behind a request that takes a way the others come again. */
bool avc_done(avc_state *s, avc_op *op)
{
    s->first++;
    op->answers = !op->misses;
    if (op->change[AVC_AVC].taken != AVC_NONE || op->change[AVC_L1].taken != AVC_NONE)
        avc_restart(s);
    return true;
}

/* A request comes again when a miss has ended. */
bool avc_wait(avc_state *s)
{
    s->waits = true;
    avc_restart(s);
    return false;
}

/* ---- Load ---- */

static bool hits_avc(avc_state *s, avc_op *op, avc_lanes lanes)
{
    avc_lanes rest = avc_but(op->mask, lanes);
    op->out = op->from_avc = lanes;
    op->change[AVC_AVC].used = op->found[AVC_AVC].way;
    s->count[AVC_AVC_LOADS]++;
    if (!avc_any(rest))
        return avc_done(s, op);
    s->ring[op->entry].mask = rest;
    s->count[AVC_REPLAYS]++;
    avc_restart(s);
    op->answers = true;
    return true;
}

/* The load takes the next entry of the loads, to wait for this miss. False: there is none. */
static bool waits_for(avc_state *s, const avc_op *op, int miss)
{
    if (s->next_load == AVC_NONE)
        return false;
    avc_load *load = &s->load[s->next_load];
    *load = (avc_load){.used = true, .miss = miss, .mask = op->mask};
    memcpy(load->user, op->user, sizeof load->user);
    return true;
}

/* What is in look is compared with the misses in this cycle too. */
static void look_again(avc_state *s, uint32_t block)
{
    avc_op *look = s->stage[AVC_LOOK];
    if (look == NULL)
        return;
    look->busy |= look->block == block;
    for (int cache = 0; cache < AVC_CACHES; cache++) {
        avc_found *f = &look->found[cache];
        f->busy |= f->leaves != AVC_NONE && avc_first_of(&s->g, f->holds, block) == f->leaving;
    }
}

/* The block is asked for, of it these lanes: the next entry waits for it. */
bool avc_ask(avc_state *s, avc_op *op, avc_lanes lanes)
{
    int n = s->next_miss;
    if (n == AVC_NONE || (!op->write && !waits_for(s, op, n)))
        return false;
    avc_miss *miss = &s->miss[n];
    *miss = (avc_miss){.used = true,
                       .fetches = op->write,
                       .mixed = avc_any(op->vector.valid) || avc_any(op->state.valid),
                       .block = op->block,
                       .mask = op->mask};
    look_again(s, op->block);
    op->misses = true;
    op->out = lanes;
    s->count[op->write ? AVC_FETCHED : AVC_MISSED]++;
    return true;
}

/* A load joins those that wait for its block, unless the walk has worked on its fill for two cycles. */
static bool joins(avc_state *s, const avc_op *op)
{
    int n = 0;
    while (!s->miss[n].used || s->miss[n].block != op->block)
        n++;
    bool works = s->walk.fill == n && s->walk.walks != AVC_READS && s->walk.walks != AVC_KEEPS;
    if (works || !waits_for(s, op, n))
        return false;
    s->join = (avc_join){n, op->mask};
    s->count[AVC_JOINED]++;
    s->first++;
    return true;
}

static bool misses(avc_state *s, avc_op *op)
{
    if (!op->busy)
        return avc_ask(s, op, op->mask) ? avc_done(s, op) : avc_wait(s);
    return joins(s, op) ? false : avc_wait(s);
}

static bool load(avc_state *s, avc_op *op)
{
    avc_lanes in_avc = avc_and(op->mask, op->vector.valid);
    if (avc_any(in_avc))
        return hits_avc(s, op, in_avc);
    if (op->found[AVC_L1].way == AVC_NONE || avc_any(avc_but(op->mask, op->state.valid)))
        return misses(s, op);
    op->out = op->from_l1 = op->mask;
    op->reads = true;
    op->change[AVC_L1].used = op->found[AVC_L1].way;
    s->count[AVC_L1_LOADS]++;
    return avc_done(s, op);
}

static bool request(avc_state *s, avc_op *op)
{
    if (!avc_any(op->mask))
        return avc_done(s, op);
    if (!op->write)
        return load(s, op);
    return op->busy ? avc_wait(s) : avc_store(s, op);
}

/* ---- What leaves ---- */

/* A vector that is clean is not written, but dirty words of the L1 beside it are. */
static bool evict(avc_state *s, avc_op *op)
{
    avc_lanes valid = op->vector.valid;
    if (op->last)
        op->change[AVC_AVC].ended = op->found[AVC_AVC].way;
    if (!avc_any(valid))
        return true;
    if (op->vector.dirty)
        op->from_avc = valid;
    op->from_l1 = op->state.dirty;
    op->reads = avc_any(op->from_l1);
    op->out = avc_or(op->from_avc, op->from_l1);
    op->writes_back = avc_any(op->out);
    op->change[AVC_AVC].written = op->found[AVC_AVC].way;
    op->change[AVC_L1].ended = op->found[AVC_L1].way;
    op->vector.valid = (avc_lanes){{0}};
    op->vector.dirty = false;
    s->count[AVC_EVICTED] += op->writes_back;
    s->count[AVC_MERGED] += op->reads;
    return true;
}

static bool drop(avc_state *s, avc_op *op)
{
    op->out = op->from_l1 = op->state.dirty;
    op->reads = op->writes_back = avc_any(op->out);
    op->change[AVC_L1].ended = op->found[AVC_L1].way;
    s->count[AVC_DROPPED] += op->writes_back;
    return true;
}

/* ---- Fill ---- */

/* What the caches have newer is put over the words that came. */
static bool gather(avc_op *op)
{
    op->from_avc = op->vector.valid;
    op->from_l1 = avc_but(op->state.valid, op->vector.valid);
    op->reads = avc_any(op->from_l1);
    op->keeps = true;
    return true;
}

/* A load that waited for the fill. */
static bool answer(avc_op *op)
{
    op->out = op->mask;
    op->answers = true;
    return true;
}

/* Decide. */
bool avc_decide(avc_state *s, avc_op *op)
{
    op->vector = vector_of(s, op);
    op->state = line_of(s, op);
    switch (op->kind) {
    case AVC_REQUEST: return request(s, op);
    case AVC_EVICT: return s->walk.decided++, evict(s, op);
    case AVC_DROP: return s->walk.decided++, drop(s, op);
    case AVC_GATHER: return s->walk.decided++, gather(op);
    case AVC_ANSWER: return answer(op);
    case AVC_PUT: return avc_put(s, op);
    default: return false;
    }
}
