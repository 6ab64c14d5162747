/* SPDX-License-Identifier: Apache-2.0
 *
 * avc_place.c - where a store and a fill find their place, and what leaves for them. docs/avc.md, "What a request does".
 *
 * Each function tells whether the operation goes on to act. */
#include "avc.h"

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

/* The request, or the put, comes again when something has left. */
static bool evict_first(avc_state *s, avc_job_kind kind, uint32_t block)
{
    s->walk.job = (avc_job){kind, block};
    avc_restart(s);
    return false;
}

/* A line of the L1 leaves for another one: the words of it that are dirty are written back on the way. */
static int leave_way(avc_state *s, avc_op *op)
{
    const avc_found *f = &op->found[AVC_L1];
    op->left = f->leaving;
    op->leaves = s->line[avc_at(&s->g, AVC_L1, op->block, f->leaves)].dirty;
    op->writes_back = avc_any(op->leaves);
    s->count[AVC_DROPPED] += op->writes_back;
    return f->leaves;
}

/* Takes a way of a cache: an invalid one, or that of a line of the L1 that leaves. With a victim store that has room, one whose line goes there. */
static bool take_way(avc_state *s, avc_op *op, int cache)
{
    const avc_found *f = &op->found[cache];
    int way = f->invalid;
    if (way == AVC_NONE && cache == AVC_L1 && f->holds == AVC_L1 && !f->busy) {
        way = leave_way(s, op);
    } else if (way == AVC_NONE) {
        op->change[cache].moved = f->victim;
        way = f->victim == AVC_NONE ? AVC_NONE : f->leaves;
    }
    if (way == AVC_NONE)
        return false;
    op->change[cache].taken = op->change[cache].written = op->change[cache].used = way;
    return true;
}

/* What leaves first for an operation that needs a way. */
static bool make_room(avc_state *s, const avc_op *op, int cache)
{
    const avc_found *f = &op->found[cache];
    return evict_first(s, f->holds == AVC_AVC ? AVC_EVICT_LINE : AVC_DROP_LINE, f->leaving);
}

/* Words of the L1 that the AVC has from now on are not dirty there. */
static void clean_words(avc_op *op, avc_lanes lanes)
{
    if (!avc_any(avc_and(op->state.dirty, lanes)))
        return;
    op->state.dirty = avc_but(op->state.dirty, lanes);
    op->change[AVC_L1].written = op->found[AVC_L1].way;
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
        if (!take_way(s, op, AVC_AVC))
            return f->busy ? avc_wait(s) : make_room(s, op, AVC_AVC);
        op->vector = (avc_vector){op->mask, op->code, true};
    } else if (!put_vector(s, op, op->mask, op->code, true)) {
        s->count[AVC_CONFLICTS]++;
        return evict_first(s, AVC_EVICT_VECTOR, op->block);
    }
    clean_words(op, op->mask);
    s->count[AVC_AVC_STORES]++;
    return avc_done(s, op);
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
    avc_ask(s, op, others);
    avc_wait(s);
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
    else if (!op->goes_through && !take_way(s, op, AVC_L1))
        return f->busy ? avc_wait(s) : make_room(s, op, AVC_L1);
    if (op->change[AVC_L1].written != AVC_NONE)
        op->stored = op->mask;
    op->state.valid = avc_or(op->state.valid, op->stored);
    if (!op->goes_through)
        op->state.dirty = avc_or(op->state.dirty, op->mask);
    memcpy(op->data, s->ring[op->entry].data, (size_t)g->lanes * sizeof *op->data);
    leave_avc(op);
    s->count[AVC_L1_STORES]++;
    return avc_done(s, op);
}

bool avc_store(avc_state *s, avc_op *op)
{
    return op->code.affine ? store_affine(s, op) : store_words(s, op);
}

/* ---- Fill ---- */

/* What is behind it comes again: it may have met the fill. */
static bool fill_ends(avc_state *s, const avc_op *op, avc_count count)
{
    s->count[count]++;
    s->miss[op->entry].used = s->miss[op->entry].came = s->miss[op->entry].filled = false;
    s->waits = false;
    s->walk.fill = AVC_NONE;
    avc_go_to(&s->walk, AVC_RESTS);
    avc_restart(s);
    return true;
}

/* Dirty words of the L1 that are stale from now on make the vector dirty. */
static bool put_affine(avc_state *s, avc_op *op)
{
    avc_found *f = &op->found[AVC_AVC];
    bool stale = avc_any(avc_and(op->state.dirty, s->own_mask));
    if (f->way == AVC_NONE) {
        if (!take_way(s, op, AVC_AVC))
            return f->busy ? fill_ends(s, op, AVC_UNKEPT) : make_room(s, op, AVC_AVC);
        op->vector = (avc_vector){s->own_mask, s->own_code, stale};
    } else if (!put_vector(s, op, s->own_mask, s->own_code, stale || (avc_any(op->vector.valid) && op->vector.dirty))) {
        s->count[AVC_FILL_CONFLICTS]++;
        return evict_first(s, AVC_EVICT_VECTOR, op->block);
    }
    clean_words(op, s->own_mask);
    return fill_ends(s, op, AVC_AVC_FILLS);
}

static bool put_words(avc_state *s, avc_op *op)
{
    avc_found *f = &op->found[AVC_L1];
    if (f->way != AVC_NONE)
        op->change[AVC_L1].written = op->change[AVC_L1].used = f->way;
    else if (!take_way(s, op, AVC_L1))
        return f->busy ? fill_ends(s, op, AVC_UNKEPT) : make_room(s, op, AVC_L1);
    op->state.valid = op->stored = avc_all(&s->g);
    return fill_ends(s, op, AVC_L1_FILLS);
}

bool avc_put(avc_state *s, avc_op *op)
{
    return s->own_code.affine && !s->miss[op->entry].fetches ? put_affine(s, op) : put_words(s, op);
}
