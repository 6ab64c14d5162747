/* SPDX-License-Identifier: Apache-2.0
 *
 * avc_request.c - what comes into avc: requests with their codes, and fills. */
#include "avc.h"

bool avc_request_ready(const avc_state *s)
{
    return s->end - s->first < AVC_RING && !s->flushing;
}

/* Encode. Tag of the codec: the flag, the stride's code, the base. */
avc_code avc_encode(avc_state *s, const uint32_t *data, const avc_lanes *mask)
{
    wf_code code;
    wf_input in = {.block = data, .mask = mask->word, .no_payload = true};
    wf_encode(wf_unit_affine.codec, &s->g.codec, &in, &code);
    s->encodes[wf_classify(wf_unit_affine.codec, &s->g.codec, &code)]++;
    return (avc_code){get_bit(code.tag, 0), get_bits(code.tag, 1 + AFFINE_POW2_BITS, 32), get_bits(code.tag, 1, AFFINE_POW2_BITS)};
}

/* Request. Its code is there before it is looked at. */
void avc_accept(avc_state *s, const uint32_t *in)
{
    const avc_geometry *g = &s->g;
    avc_request *r = &s->ring[s->end++ % AVC_RING];
    const uint32_t *mask = in + 3, *data = mask + g->mask_words;
    memset(r->mask.word, 0, sizeof r->mask.word);
    r->write = in[1] & 1;
    r->block = in[2];
    memcpy(r->mask.word, mask, (size_t)g->mask_words * sizeof *mask);
    memcpy(r->user, data + g->lanes, (size_t)g->user_words * sizeof *data);
    r->code.affine = false;
    if (!r->write)
        return;
    memcpy(r->data, data, (size_t)g->lanes * sizeof *data);
    if (avc_is_private(g, r->block) && avc_any(r->mask))
        r->code = avc_encode(s, r->data, &r->mask);
}

/* Fills. One that nothing asked for is dropped. */
void avc_fill(avc_state *s, const avc_cycle *y, const uint32_t *in)
{
    for (int n = 0; n < s->g.misses; n++) {
        avc_miss *miss = &s->miss[n];
        if ((y->asked >> n & 1) && miss->block == in[1]) {
            miss->came = true;
            memcpy(miss->data, in + 2, (size_t)s->g.lanes * sizeof *in);
            return;
        }
    }
}

/* ---- Entries ---- */

static uint64_t asked(const avc_state *s)
{
    uint64_t entries = 0;
    for (int n = 0; n < s->g.misses; n++)
        entries |= (uint64_t)(s->miss[n].used && !s->miss[n].came) << n;
    return entries;
}

/* The miss whose fill comes behind the chosen one, in turn. */
static int next_fill(const avc_state *s)
{
    uint64_t filled = 0;
    for (int n = 0; n < s->g.misses; n++)
        filled |= (uint64_t)(s->miss[n].filled && n != s->walk.fill && n != s->chosen) << n;
    return arbiter_choice(&s->turn, &filled, 1);
}

static int free_miss(const avc_state *s)
{
    for (int n = 0; n < s->g.misses; n++)
        if (!s->miss[n].used && n != s->next_miss)
            return n;
    return AVC_NONE;
}

static int free_load(const avc_state *s)
{
    for (int k = 0; k < s->g.loads; k++)
        if (!s->load[k].used && k != s->next_load)
            return k;
    return AVC_NONE;
}

/* What the entries are at the start of a cycle. */
void avc_choose(const avc_state *s, avc_cycle *y)
{
    y->filled = s->chosen;
    y->turn = next_fill(s);
    y->free_miss = free_miss(s);
    y->free_load = free_load(s);
    y->join = s->join;
    y->gone = s->gone;
    y->asked = asked(s);
}

/* Entries of misses and loads: what the next ones take, lanes of a load that joined, and one whose answer is on its way. */
void avc_entries(avc_state *s, const avc_cycle *y)
{
    arbiter_clock(&s->turn, y->turn, y->filled == AVC_NONE);
    if (y->filled == AVC_NONE)
        s->chosen = y->turn;
    else if (y->go && s->walk.walks == AVC_READS)
        s->chosen = AVC_NONE;
    if (s->next_miss == AVC_NONE || s->miss[s->next_miss].used)
        s->next_miss = y->free_miss;
    if (s->next_load == AVC_NONE || s->load[s->next_load].used)
        s->next_load = y->free_load;
    if (y->gone != AVC_NONE)
        s->load[y->gone].used = false;
    if (y->join.miss != AVC_NONE)
        s->miss[y->join.miss].mask = avc_or(s->miss[y->join.miss].mask, y->join.mask);
    for (int n = 0; n < s->g.misses; n++)
        s->miss[n].filled = s->miss[n].came;
}
