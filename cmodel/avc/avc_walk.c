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
    op->leaves = none;
    op->reads = op->misses = op->goes_through = op->answers = op->keeps = op->writes_back = false;
    op->stored = op->out = op->from_avc = op->from_l1 = none;
    return op;
}

static avc_op *new_fill_op(avc_state *s, avc_kind kind)
{
    avc_op *op = avc_new_op(s, kind, s->miss[s->walk.fill].block);
    op->entry = s->walk.fill;
    return op;
}

void avc_go_to(avc_walk *w, avc_walks walks)
{
    w->walks = walks;
    w->brought = w->decided = 0;
    w->put = false;
}

static avc_op *run_job(avc_walk *w, avc_walks back)
{
    avc_go_to(w, AVC_JOB);
    w->back = back;
    return NULL;
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
    if (w->job.kind != AVC_NO_JOB)
        return run_job(w, AVC_RESTS);
    if (y->filled != AVC_NONE) {
        w->fill = y->filled;
        w->mask = s->miss[y->filled].mask;
        avc_go_to(w, AVC_READS);
    } else if (y->empty && s->flushing && !s->flushed && s->first == s->end && !any_miss(s)) {
        avc_go_to(w, AVC_FLUSHES);
        w->at = 0;
    }
    return NULL;
}

static int operations_of(const avc_state *s)
{
    return s->walk.job.kind == AVC_EVICT_LINE ? s->g.vectors : 1;
}

static avc_op *job(avc_state *s, const avc_cycle *y)
{
    avc_walk *w = &s->walk;
    if (w->decided == operations_of(s)) {
        w->job.kind = AVC_NO_JOB;
        avc_go_to(w, w->back);
        return NULL;
    }
    if (w->brought == operations_of(s) || !y->open)
        return NULL;
    avc_op *op = avc_new_op(s, w->job.kind == AVC_DROP_LINE ? AVC_DROP : AVC_EVICT, w->job.block + (uint32_t)w->brought++);
    op->last = w->job.kind == AVC_EVICT_LINE && w->brought == s->g.vectors;
    return op;
}

/* The fill comes out of its memory; then it is kept. */
static avc_op *read_fill(avc_state *s)
{
    avc_go_to(&s->walk, AVC_KEEPS);
    return NULL;
}

static avc_op *keep_fill(avc_state *s)
{
    const avc_miss *miss = &s->miss[s->walk.fill];
    avc_keep(s, miss->data);
    avc_go_to(&s->walk, miss->mixed ? AVC_GATHERS : AVC_PUTS);
    return NULL;
}

static avc_op *gather(avc_state *s)
{
    return s->walk.brought++ == 0 ? new_fill_op(s, AVC_GATHER) : NULL;
}

/* The lowest load that waits for the fill, and whose answer is not in the stages; or AVC_NONE. */
static int next_answer(const avc_state *s)
{
    for (int k = 0; k < s->g.loads; k++)
        if (s->load[k].used && !s->load[k].sent && s->load[k].miss == s->walk.fill)
            return k;
    return AVC_NONE;
}

static avc_op *answer(avc_state *s, int k)
{
    avc_load *load = &s->load[k];
    avc_op *op = new_fill_op(s, AVC_ANSWER);
    load->sent = true;
    op->entry = k;
    op->mask = load->mask;
    memcpy(op->user, load->user, sizeof op->user);
    return op;
}

/* The answers, then the put; before it a job, if there is one. */
static avc_op *put(avc_state *s, const avc_cycle *y)
{
    avc_walk *w = &s->walk;
    int next = next_answer(s);
    if (next != AVC_NONE)
        return y->open ? answer(s, next) : NULL;
    if (w->job.kind != AVC_NO_JOB)
        return run_job(w, AVC_PUTS);
    if (w->put || !y->open)
        return NULL;
    w->put = true;
    return new_fill_op(s, AVC_PUT);
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
            avc_go_to(w, AVC_RESTS);
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
    avc_go_to(w, AVC_PEEKS);
    return op;
}

/* Its tag has become the job. */
static avc_op *peeked(avc_state *s)
{
    s->walk.at++;
    return run_job(&s->walk, AVC_FLUSHES);
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
    case AVC_READS: return read_fill(s);
    case AVC_KEEPS: return keep_fill(s);
    case AVC_GATHERS: return y->open ? gather(s) : NULL;
    case AVC_PUTS: return put(s, y);
    case AVC_FLUSHES: return flush(s, y);
    default: return peeked(s);
    }
}
