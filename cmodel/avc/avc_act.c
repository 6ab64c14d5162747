/* SPDX-License-Identifier: Apache-2.0
 *
 * avc_act.c - the stages act and words of avc, and what leaves the last one. */
#include "avc.h"

static avc_word *push(avc_spill *q, const avc_op *op, bool write, const uint32_t *data, int lanes)
{
    avc_word *w = &q->word[q->count++];
    w->write = write;
    w->block = op->block;
    w->mask = op->out;
    memcpy(w->user, op->user, sizeof w->user);
    if (data)
        memcpy(w->data, data, (size_t)lanes * sizeof *w->data);
    return w;
}

/* A line of the L1 that leaves for another one. */
static void push_left(avc_spill *q, const avc_op *op, int lanes)
{
    avc_word *w = push(q, op, true, op->left_data, lanes);
    w->block = op->left;
    w->mask = op->leaves;
}

/* Valid bits, tags and the order of use of one cache. */
static void change(avc_state *s, int cache, const avc_op *op)
{
    const avc_geometry *g = &s->g;
    const avc_change *c = &op->change[cache];
    if (c->taken != AVC_NONE) {
        int at = avc_at(g, cache, op->block, c->taken);
        s->valid[cache][at] = true;
        s->block[cache][at] = avc_first_of(g, cache, op->block);
    }
    if (c->ended != AVC_NONE)
        s->valid[cache][avc_at(g, cache, op->block, c->ended)] = false;
    if (c->used != AVC_NONE)
        avc_use(s, cache, op->block, c->used);
}

/* A line that is taken has no vector but the one that is written. */
static void write_vector(avc_state *s, const avc_op *op)
{
    const avc_change *c = &op->change[AVC_AVC];
    int at = avc_at(&s->g, AVC_AVC, op->block, c->written);
    if (c->taken != AVC_NONE) {
        memset(avc_vector_at(s, avc_first_of(&s->g, AVC_AVC, op->block), c->taken), 0, (size_t)s->g.vectors * sizeof(avc_vector));
        s->line_dirty[at] = false;
    }
    *avc_vector_at(s, op->block, c->written) = op->vector;
    s->line_dirty[at] |= op->vector.dirty;
    s->vector_writes++;
}

/* Its one port: the words are written, or read; in turn, if a line leaves. */
static void access_words(avc_state *s, avc_op *op)
{
    const avc_geometry *g = &s->g;
    int way = op->change[AVC_L1].written != AVC_NONE ? op->change[AVC_L1].written : op->found[AVC_L1].way;
    uint32_t *words = avc_words_at(s, avc_at(g, AVC_L1, op->block, way));
    const uint32_t *data = op->kind == AVC_PUT ? s->own : op->data;
    bool leaves = avc_any(op->leaves);
    if (leaves)
        memcpy(op->left_data, words, (size_t)g->lanes * sizeof *words);
    if (op->reads)
        memcpy(op->data, words, (size_t)g->lanes * sizeof *words);
    else
        for (int i = 0; i < g->lanes; i++)
            if (get_bit(op->stored.word, i))
                words[i] = data[i];
    s->word_reads += op->reads || leaves;
    s->word_writes += !op->reads;
}

/* A cycle behind act. */
void avc_acted(avc_state *s, const avc_op *op)
{
    for (int cache = 0; cache < AVC_CACHES; cache++)
        change(s, cache, op);
}

/* Act. */
void avc_act(avc_state *s, avc_op *op)
{
    const avc_change *c = &op->change[AVC_AVC];
    s->acted = op;
    if (c->moved != AVC_NONE)
        avc_move_line(s, op->block, c->taken, c->moved);
    if (op->change[AVC_AVC].written != AVC_NONE)
        write_vector(s, op);
    if (op->change[AVC_L1].written != AVC_NONE)
        s->line[avc_at(&s->g, AVC_L1, op->block, op->change[AVC_L1].written)] = op->state;
    if (op->reads || avc_any(op->stored))
        access_words(s, op);
    if (op->misses || op->goes_through)
        push(&s->misses, op, op->goes_through, op->goes_through ? op->data : NULL, s->g.lanes);
}

/* Words: each lane is the AVC's, or the L1's; else, of a fill, its own. */
void avc_words(avc_state *s, avc_op *op)
{
    const avc_geometry *g = &s->g;
    if (op->kind == AVC_GATHER || op->kind == AVC_ANSWER)
        for (int i = 0; i < g->lanes; i++)
            if (!get_bit(op->from_l1.word, i))
                op->data[i] = s->own[i];
    if (!avc_any(op->from_avc))
        return;
    for (int i = 0; i < g->lanes; i++)
        if (get_bit(op->from_avc.word, i))
            op->data[i] = avc_lane_of(op->vector.code, i);
    s->decodes[op->vector.code.stride != AFFINE_POW2_ZERO ? AFFINE_AFFINE : op->vector.code.base ? AFFINE_UNIFORM : AFFINE_ZERO]++;
}

/* The words of the fill that the walk works on. */
void avc_keep(avc_state *s, const uint32_t *words)
{
    const avc_geometry *g = &s->g;
    memcpy(s->own, words, (size_t)g->lanes * sizeof *words);
    s->own_mask = s->walk.mask;
    s->own_code.affine = false;
    if (avc_is_private(g, s->miss[s->walk.fill].block))
        s->own_code = avc_encode(s, s->own, &s->own_mask);
    for (int i = 0; s->own_code.affine && g->keeps_fit && i < g->lanes; i++)
        if (s->own[i] == avc_lane_of(s->own_code, i))
            s->own_mask.word[i / 32] |= (uint32_t)1 << i % 32;
}

/* The last stage. */
void avc_last(avc_state *s, const avc_op *op)
{
    const avc_geometry *g = &s->g;
    if (op->answers)
        push(&s->response, op, op->write, op->write ? NULL : op->data, g->lanes);
    if (avc_any(op->leaves))
        push_left(&s->misses, op, g->lanes);
    else if (op->writes_back)
        push(&s->misses, op, true, op->data, g->lanes);
    if (op->keeps) {
        avc_keep(s, op->data);
        avc_go_to(&s->walk, AVC_PUTS);
    }
}
