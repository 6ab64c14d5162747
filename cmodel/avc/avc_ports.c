/* SPDX-License-Identifier: Apache-2.0
 *
 * avc_ports.c - what the streams of avc show in a cycle. */
#include "../record.h"
#include "avc.h"

/* Words of which those of the mask count. */
static void put_lanes(record *r, const uint32_t *data, const avc_lanes *mask, int lanes)
{
    for (int i = 0; i < lanes; i++) {
        *r->care++ = get_bit(mask->word, i) ? ~(uint32_t)0 : 0;
        *r->out++ = data[i];
    }
}

static void put_response(record *r, const avc_state *s)
{
    const avc_geometry *g = &s->g;
    const avc_word *w = &s->response.word[0];
    if (!put_flag(r, s->response.count > 0)) {
        put_nothing(r, g->mask_words + g->lanes + g->user_words);
        return;
    }
    put_field(r, w->mask.word, g->mask_words);
    if (w->write)
        put_nothing(r, g->lanes);
    else
        put_lanes(r, w->data, &w->mask, g->lanes);
    put_field(r, w->user, g->user_words);
}

static void put_miss(record *r, const avc_state *s)
{
    const avc_geometry *g = &s->g;
    const avc_word *w = &s->misses.word[0];
    if (!put_flag(r, s->misses.count > 0)) {
        put_nothing(r, 2 + g->mask_words + g->lanes);
        return;
    }
    uint32_t write = w->write;
    put_field(r, &write, 1);
    put_field(r, &w->block, 1);
    put_field(r, w->mask.word, g->mask_words);
    if (w->write)
        put_lanes(r, w->data, &w->mask, g->lanes);
    else
        put_nothing(r, g->lanes);
}

void avc_outputs(const wf_config *c, const void *state, uint32_t *out, uint32_t *care)
{
    const avc_state *s = state;
    record r = {out, care};
    (void)c;
    put_flag(&r, avc_request_ready(s));
    put_flag(&r, !s->flushing);
    put_response(&r, s);
    put_miss(&r, s);
    if (put_flag(&r, s->flushed))
        put_field(&r, s->flush_user, s->g.user_words);
    else
        put_nothing(&r, s->g.user_words);
    if (s->g.counts) {
        put_flag(&r, true);
        put_field(&r, s->shown[1], s->g.counts);
    }
}
