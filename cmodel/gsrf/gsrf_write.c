/* SPDX-License-Identifier: Apache-2.0
 *
 * gsrf_write.c - writes of gsrf: their slots, and the encoders. */
#include "gsrf.h"

bool gsrf_write_ready(const gsrf_state *s, int p)
{
    return (s->g.slots_of[p] & ~s->held) != 0;
}

/* Encode: an encoder takes the write in this cycle. */
static void encode(gsrf_state *s, gsrf_slot *slot)
{
    wf_input in = {.block = slot->values, .mask = slot->mask, .no_payload = true};
    wf_encode(wf_unit_bytewise.codec, &s->g.codec, &in, &s->code);
    memcpy(slot->tag, s->code.tag, (size_t)s->g.tag_words * sizeof *slot->tag);
    slot->from = s->now + (uint64_t)s->g.enc + 1;
    s->count[GSRF_ENCODES]++;
    s->encodes[wf_classify(wf_unit_bytewise.codec, &s->g.codec, &s->code)]++;
}

/* The code of a write that is accepted: known, or what the encoder makes. */
static void code(gsrf_state *s, gsrf_slot *slot, const uint32_t *known)
{
    slot->from = s->now + 1;
    if (!s->g.compress || slot->empty)
        return;
    if ((*known & low_ones(s->g.groups)) == low_ones(s->g.groups))
        memcpy(slot->tag, known + 1, (size_t)s->g.tag_words * sizeof *known);
    else
        encode(s, slot);
}

/* A port's write goes into a slot. Behind its values come, with codes, `dead`, `known` and the tag. */
static void accept(gsrf_state *s, int number, const uint32_t *in, uint32_t held)
{
    const gsrf_geometry *g = &s->g;
    gsrf_slot *slot = &s->slot[number];
    const uint32_t *mask = in + GSRF_WRITE_MASK, *values = mask + g->mask_words, *dead = values + g->lanes;
    slot->place = gsrf_place_of(g, in[GSRF_WRITE_WARP], in[GSRF_WRITE_REGISTER]);
    slot->before = file_youngest(&s->order, held, &slot->place);
    if (slot->before != GSRF_NONE)
        s->wait_slots |= (uint32_t)1 << number;
    file_accept(&s->order, number, &slot->place);
    copy_words(slot->mask, mask, g->mask_words);
    copy_words(slot->values, values, g->lanes);
    copy_words(slot->user, in + g->write_words - g->user_words, g->user_words);
    slot->full = wf_mask_full(slot->mask, g->lanes);
    slot->empty = wf_mask_empty(slot->mask, g->lanes);
    slot->dead = g->compress && !slot->full && (*dead & 1);
    code(s, slot, dead + 1);
}

/* Write. Slots at the stage side are held no more; which of the others are free was known before. */
void gsrf_write(gsrf_state *s, const gsrf_cycle *y)
{
    uint32_t held = s->held;
    for (int p = 0; p < s->g.writes; p++) {
        const uint32_t *in = gsrf_write_in(s, y, p);
        uint32_t free = s->g.slots_of[p] & ~y->taken;
        if (!(in[GSRF_VALID] & 1) || free == 0)
            continue;
        int number = __builtin_ctz(free);
        accept(s, number, in, held);
        held |= (uint32_t)1 << number;
    }
    s->held = held;
}
