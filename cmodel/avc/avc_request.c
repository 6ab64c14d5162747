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
