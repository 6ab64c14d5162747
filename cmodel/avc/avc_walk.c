/* SPDX-License-Identifier: Apache-2.0
 *
 * avc_walk.c - what avc does of its own: evictions, fills, a flush. */
#include "avc.h"

avc_op *avc_new_op(avc_state *s, avc_kind kind, uint32_t block)
{
    static const avc_change nothing = {AVC_NONE, AVC_NONE, AVC_NONE, AVC_NONE, AVC_NONE};
    static const avc_lanes none;
    avc_op *op = &s->op[s->brought++ % (2 * AVC_STAGES)];
    op->kind = kind;
    op->block = block;
    op->write = op->last = false;
    op->change[AVC_AVC] = op->change[AVC_L1] = nothing;
    op->reads = op->misses = op->goes_through = op->answers = op->keeps = op->writes_back = false;
    op->stored = op->out = op->from_avc = op->from_l1 = none;
    return op;
}

static avc_op *new_fill_op(avc_state *s, avc_kind kind)
{
    const avc_miss *miss = &s->miss[s->walk.fill];
    avc_op *op = avc_new_op(s, kind, miss->block);
    op->entry = s->walk.fill;
    op->mask = miss->mask;
    memcpy(op->user, miss->user, sizeof op->user);
    return op;
}

static void go_to(avc_walk *w, avc_walks walks)
{
    w->walks = walks;
    w->brought = 0;
}

static void run_job(avc_walk *w, avc_walks back)
{
    go_to(w, AVC_JOB);
    w->back = back;
}

int avc_filled(const avc_state *s)
{
    for (int n = 0; n < s->g.misses; n++)
        if (s->miss[n].used && s->miss[n].filled)
            return n;
    return AVC_NONE;
}

static bool any_miss(const avc_state *s)
{
    for (int n = 0; n < s->g.misses; n++)
        if (s->miss[n].used)
            return true;
    return false;
}

/* It begins with the job; else with a fill; else with a flush. */
static avc_op *begin(avc_state *s, const avc_cycle *y)
{
    avc_walk *w = &s->walk;
    if (!y->empty)
        return NULL;
    w->fill = avc_filled(s);
    if (w->job.kind != AVC_NO_JOB)
        run_job(w, AVC_RESTS);
    else if (w->fill != AVC_NONE)
        go_to(w, AVC_GATHERS);
    else if (s->flushing && !s->flushed && s->first == s->end && !any_miss(s)) {
        go_to(w, AVC_FLUSHES);
        w->at = 0;
    }
    return NULL;
}

static avc_op *job(avc_state *s, const avc_cycle *y)
{
    avc_walk *w = &s->walk;
    int operations = w->job.kind == AVC_EVICT_LINE ? s->g.vectors : 1;
    if (w->brought < operations) {
        avc_op *op = avc_new_op(s, w->job.kind == AVC_DROP_LINE ? AVC_DROP : AVC_EVICT, w->job.block + (uint32_t)w->brought++);
        op->last = w->job.kind == AVC_EVICT_LINE && w->brought == operations;
        return op;
    }
    if (y->empty) {
        w->job.kind = AVC_NO_JOB;
        go_to(w, w->back);
    }
    return NULL;
}

static avc_op *gather(avc_state *s, const avc_cycle *y)
{
    avc_walk *w = &s->walk;
    if (w->brought++ == 0)
        return new_fill_op(s, AVC_GATHER);
    if (y->stages_empty)
        go_to(w, AVC_PUTS);
    return NULL;
}

static avc_op *put(avc_state *s, const avc_cycle *y)
{
    avc_walk *w = &s->walk;
    if (w->brought++ == 0) {
        w->done = false;
        return new_fill_op(s, AVC_PUT);
    }
    if (y->empty && w->done)
        go_to(w, AVC_RESTS);
    else if (y->empty)
        run_job(w, AVC_PUTS);
    return NULL;
}

/* The ways of the AVC, then those of the L1. */
static avc_op *flush(avc_state *s, const avc_cycle *y)
{
    const avc_geometry *g = &s->g;
    avc_walk *w = &s->walk;
    int in_avc = avc_places(g, AVC_AVC), cache = w->at < in_avc ? AVC_AVC : AVC_L1, at = w->at - (cache == AVC_L1 ? in_avc : 0);
    if (w->at == in_avc + avc_places(g, AVC_L1)) {
        if (y->stages_empty && y->none_leaves) {
            s->flushed = true;
            go_to(w, AVC_RESTS);
        }
        return NULL;
    }
    if (!s->valid[cache][at]) {
        w->at++;
        return NULL;
    }
    avc_op *op = avc_new_op(s, AVC_PEEK, 0);
    op->cache = cache;
    op->way = at;
    go_to(w, AVC_PEEKS);
    return op;
}

/* Its tag has become the job. */
static avc_op *peeked(avc_state *s)
{
    s->walk.at++;
    run_job(&s->walk, AVC_FLUSHES);
    return NULL;
}

void avc_peek(avc_state *s, const avc_op *op)
{
    s->walk.job = (avc_job){op->cache == AVC_AVC ? AVC_EVICT_LINE : AVC_DROP_LINE, s->block[op->cache][op->way]};
}

/* Walk. */
avc_op *avc_walk_on(avc_state *s, const avc_cycle *y)
{
    switch (s->walk.walks) {
    case AVC_RESTS: return begin(s, y);
    case AVC_JOB: return job(s, y);
    case AVC_GATHERS: return gather(s, y);
    case AVC_PUTS: return put(s, y);
    case AVC_FLUSHES: return flush(s, y);
    default: return peeked(s);
    }
}
