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
static void restart(avc_state *s)
{
    s->stage[AVC_LOOK] = s->stage[AVC_VECTOR] = s->stage[AVC_COMPARE] = NULL;
    s->next = s->first;
    s->paused = true;
}

/* Behind a request that takes a way, or misses, the others come again. */
static bool done(avc_state *s, avc_op *op)
{
    s->first++;
    op->answers = !op->misses;
    if (op->misses || op->change[AVC_AVC].taken != AVC_NONE || op->change[AVC_L1].taken != AVC_NONE)
        restart(s);
    return true;
}

/* A request comes again when a miss has ended. */
static bool wait_for_miss(avc_state *s)
{
    s->waits = true;
    restart(s);
    return false;
}

/* It comes again when something has left. */
static bool evict_first(avc_state *s, avc_job_kind kind, uint32_t block)
{
    s->walk.job = (avc_job){kind, block};
    if (s->walk.walks == AVC_RESTS)
        restart(s);
    return false;
}

/* ---- Agree ---- */

typedef enum { CONFLICT, OLD_CODE, NEW_CODE } agreement;

static bool is_on_line(avc_code line, avc_code of, int lane)
{
    return lane != AVC_NONE && avc_lane_of(line, lane) == avc_lane_of(of, lane);
}

/* A single lane has stride 0, so its code gives its word. */
static agreement agree(avc_state *s, const avc_vector *older, avc_lanes others, avc_code code, avc_lanes mask)
{
    if (!avc_any(others) || (older->code.base == code.base && older->code.stride == code.stride))
        return NEW_CODE;
    bool one = is_on_line(older->code, code, avc_single(mask)), other = is_on_line(code, older->code, avc_single(others));
    s->near_conflicts += one || other;
    return !s->g.line_agrees ? CONFLICT : one ? OLD_CODE : other ? NEW_CODE : CONFLICT;
}

/* ---- Ways ---- */

/* Takes the invalid way of a cache, if there is one. With a victim store that has room, one whose line goes there. */
static bool take_way(avc_op *op, int cache)
{
    const avc_found *f = &op->found[cache];
    int way = f->invalid;
    if (way == AVC_NONE) {
        op->change[cache].moved = f->victim;
        way = f->victim == AVC_NONE ? AVC_NONE : f->leaves;
    }
    if (way == AVC_NONE)
        return false;
    op->change[cache].taken = op->change[cache].written = op->change[cache].used = way;
    return true;
}

/* What leaves for an operation that needs a way. */
static bool make_room(avc_state *s, const avc_op *op, int cache)
{
    const avc_found *f = &op->found[cache];
    return evict_first(s, f->holds == AVC_AVC ? AVC_EVICT_LINE : AVC_DROP_LINE, f->leaving);
}

/* ---- Load ---- */

static bool hits_avc(avc_state *s, avc_op *op, avc_lanes lanes)
{
    avc_lanes rest = avc_but(op->mask, lanes);
    op->out = op->from_avc = lanes;
    op->change[AVC_AVC].used = op->found[AVC_AVC].way;
    s->count[AVC_AVC_LOADS]++;
    if (!avc_any(rest))
        return done(s, op);
    s->ring[op->entry].mask = rest;
    s->count[AVC_REPLAYS]++;
    restart(s);
    op->answers = true;
    return true;
}

/* The block is asked for, of it these lanes: the lowest free entry waits for it. False: there is none. */
static bool ask(avc_state *s, avc_op *op, avc_lanes lanes)
{
    int n = 0;
    while (n < s->g.misses && s->miss[n].used)
        n++;
    if (n == s->g.misses)
        return false;
    avc_miss *miss = &s->miss[n];
    miss->used = true;
    miss->filled = false;
    miss->fetches = op->write;
    miss->block = op->block;
    miss->mask = op->mask;
    memcpy(miss->user, op->user, sizeof miss->user);
    op->misses = true;
    op->out = lanes;
    s->count[op->write ? AVC_FETCHED : AVC_MISSED]++;
    return true;
}

static bool misses(avc_state *s, avc_op *op)
{
    return ask(s, op, op->mask) ? done(s, op) : wait_for_miss(s);
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
    return done(s, op);
}

/* ---- Store ---- */

/* To a line of the AVC: false if it conflicts. */
static bool put_vector(avc_state *s, avc_op *op, avc_lanes mask, avc_code code, bool dirty)
{
    agreement a = agree(s, &op->vector, avc_but(op->vector.valid, mask), code, mask);
    if (a == CONFLICT)
        return false;
    op->change[AVC_AVC].written = op->change[AVC_AVC].used = op->found[AVC_AVC].way;
    op->vector.valid = avc_or(op->vector.valid, mask);
    op->vector.code = a == OLD_CODE ? op->vector.code : code;
    op->vector.dirty = dirty;
    return true;
}

static bool store_affine(avc_state *s, avc_op *op)
{
    avc_found *f = &op->found[AVC_AVC];
    op->out = op->mask;
    if (f->way == AVC_NONE) {
        if (!take_way(op, AVC_AVC))
            return f->busy ? wait_for_miss(s) : make_room(s, op, AVC_AVC);
        op->vector = (avc_vector){op->mask, op->code, true};
    } else if (!put_vector(s, op, op->mask, op->code, true)) {
        s->count[AVC_CONFLICTS]++;
        return evict_first(s, AVC_EVICT_VECTOR, op->block);
    }
    s->count[AVC_AVC_STORES]++;
    return done(s, op);
}

/* Lanes of the mask are no more valid in the AVC. */
static void leave_avc(avc_op *op)
{
    if (!avc_any(avc_and(op->vector.valid, op->mask)))
        return;
    op->vector.valid = avc_but(op->vector.valid, op->mask);
    op->change[AVC_AVC].written = op->found[AVC_AVC].way;
}

/* The rest of its block is asked for, if the L1 wants it. Then the store waits as behind a miss, and comes again. */
static bool fetches(avc_state *s, avc_op *op)
{
    avc_lanes others = avc_but(avc_all(&s->g), op->mask);
    if (s->g.l1_store != AVC_STORE_FETCH || !avc_any(others))
        return false;
    ask(s, op, others);
    wait_for_miss(s);
    return true;
}

static bool store_words(avc_state *s, avc_op *op)
{
    const avc_geometry *g = &s->g;
    avc_found *f = &op->found[AVC_L1];
    op->goes_through = g->l1_store == AVC_STORE_THROUGH;
    op->out = op->mask;
    if (f->way != AVC_NONE)
        op->change[AVC_L1].written = op->change[AVC_L1].used = f->way;
    else if (fetches(s, op))
        return op->misses;
    else if (!op->goes_through && !take_way(op, AVC_L1))
        return f->busy ? wait_for_miss(s) : make_room(s, op, AVC_L1);
    if (op->change[AVC_L1].written != AVC_NONE)
        op->stored = op->mask;
    op->state.valid = avc_or(op->state.valid, op->stored);
    if (!op->goes_through)
        op->state.dirty = avc_or(op->state.dirty, op->mask);
    memcpy(op->data, s->ring[op->entry].data, (size_t)g->lanes * sizeof *op->data);
    leave_avc(op);
    s->count[AVC_L1_STORES]++;
    return done(s, op);
}

static bool request(avc_state *s, avc_op *op)
{
    if (!avc_any(op->mask))
        return done(s, op);
    if (op->busy)
        return wait_for_miss(s);
    if (!op->write)
        return load(s, op);
    return op->code.affine ? store_affine(s, op) : store_words(s, op);
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
    op->from_l1 = avc_but(op->state.dirty, valid);
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
    op->out = op->from_l1 = avc_but(op->state.dirty, op->vector.valid);
    op->reads = op->writes_back = avc_any(op->out);
    op->change[AVC_L1].ended = op->found[AVC_L1].way;
    s->count[AVC_DROPPED] += op->writes_back;
    return true;
}

/* ---- Fill ---- */

/* What the caches have newer is put over the words that came. */
static bool gather(const avc_state *s, avc_op *op)
{
    op->from_avc = op->vector.valid;
    op->from_l1 = avc_but(op->state.valid, op->vector.valid);
    op->reads = avc_any(op->from_l1);
    op->out = op->mask;
    op->answers = !s->miss[op->entry].fetches;
    op->keeps = true;
    return true;
}

static bool fill_ends(avc_state *s, const avc_op *op, avc_count count)
{
    s->count[count]++;
    s->miss[op->entry].used = false;
    s->waits = false;
    s->walk.done = true;
    return true;
}

/* Dirty words of the L1 that are stale from now on make the vector dirty. */
static bool put_affine(avc_state *s, avc_op *op)
{
    avc_found *f = &op->found[AVC_AVC];
    bool stale = avc_any(avc_and(op->state.dirty, s->own_mask));
    if (f->way == AVC_NONE) {
        if (!take_way(op, AVC_AVC))
            return f->busy ? fill_ends(s, op, AVC_UNKEPT) : make_room(s, op, AVC_AVC);
        op->vector = (avc_vector){s->own_mask, s->own_code, stale};
    } else if (!put_vector(s, op, s->own_mask, s->own_code, stale || (avc_any(op->vector.valid) && op->vector.dirty))) {
        s->count[AVC_FILL_CONFLICTS]++;
        return evict_first(s, AVC_EVICT_VECTOR, op->block);
    }
    return fill_ends(s, op, AVC_AVC_FILLS);
}

static bool put_words(avc_state *s, avc_op *op)
{
    avc_found *f = &op->found[AVC_L1];
    if (f->way != AVC_NONE)
        op->change[AVC_L1].written = op->change[AVC_L1].used = f->way;
    else if (!take_way(op, AVC_L1))
        return f->busy ? fill_ends(s, op, AVC_UNKEPT) : make_room(s, op, AVC_L1);
    op->state.valid = op->stored = avc_all(&s->g);
    return fill_ends(s, op, AVC_L1_FILLS);
}

/* Decide. */
bool avc_decide(avc_state *s, avc_op *op)
{
    op->vector = vector_of(s, op);
    op->state = line_of(s, op);
    switch (op->kind) {
    case AVC_REQUEST: return request(s, op);
    case AVC_EVICT: return evict(s, op);
    case AVC_DROP: return drop(s, op);
    case AVC_GATHER: return gather(s, op);
    case AVC_PUT: return s->own_code.affine && !s->miss[op->entry].fetches ? put_affine(s, op) : put_words(s, op);
    default: return false;
    }
}
