/* SPDX-License-Identifier: Apache-2.0
 *
 * wcrf_write.c - writes of wcrf: their slots, the encoders, and the store of each cluster. */
#include "wcrf.h"

bool wcrf_write_ready(const wcrf_state *s)
{
    return s->g.slots - __builtin_popcount(s->held) >= s->g.writes;
}

/* The code of a write that does not go through an encoder: raw, its lanes. */
static void raw_code(const wcrf_geometry *g, wcrf_slot *slot)
{
    slot->code.tag[0] = 0;
    memcpy(slot->code.payload, slot->values, (size_t)g->lanes * sizeof *slot->values);
    memcpy(slot->code.wen, slot->mask, (size_t)g->mask_words * sizeof *slot->mask);
}

/* Slots that are freed in this cycle and a move that ends leave `before` later in it (leave, moves). */
static void accept(wcrf_state *s, wcrf_slot *slot, const uint32_t *in, uint32_t same_cycle)
{
    const wcrf_geometry *g = &s->g;
    const uint32_t *mask = in + WCRF_WRITE_MASK, *values = mask + g->mask_words, *user = values + g->lanes;
    slot->place = wcrf_place_of(g, in[WCRF_WRITE_WARP], in[WCRF_WRITE_REGISTER]);
    slot->before = 0;
    for (uint32_t left = s->held | same_cycle; left; left &= left - 1)
        if (s->slot[__builtin_ctz(left)].place.at == slot->place.at)
            slot->before |= left & -left;
    if (s->move.under_way && s->move.place.at == slot->place.at)
        slot->before |= (uint64_t)1 << g->slots;
    memcpy(slot->mask, mask, (size_t)g->mask_words * sizeof *in);
    memcpy(slot->values, values, (size_t)g->lanes * sizeof *in);
    memcpy(slot->user, user, (size_t)g->user_words * sizeof *in);
    slot->full = wf_mask_full(mask, g->lanes);
    slot->empty = wf_mask_empty(mask, g->lanes);
    slot->state = slot->full && g->compress ? WCRF_WAITS_ENCODER : WCRF_READY;
    slot->from = s->now + 1;
    if (slot->state == WCRF_READY)
        raw_code(g, slot);
}

/* Port p takes the free slot with the p-th lowest number, whether the lower ports are valid or not. */
void wcrf_write(wcrf_state *s, const wcrf_cycle *y)
{
    uint32_t free = low_ones(s->g.slots) & ~s->held, taken = 0;
    if (!wcrf_write_ready(s))
        return;
    for (int p = 0; p < s->g.writes; p++, free &= free - 1) {
        const uint32_t *in = wcrf_write_in(s, y, p);
        if (!(in[WCRF_VALID] & 1))
            continue;
        accept(s, &s->slot[__builtin_ctz(free)], in, taken);
        taken |= free & -free;
    }
    s->held |= taken;
}

void wcrf_encode(wcrf_state *s)
{
    uint64_t waiting = 0;
    for (uint32_t left = s->held; left; left &= left - 1)
        if (s->slot[__builtin_ctz(left)].state == WCRF_WAITS_ENCODER)
            waiting |= left & -left;
    if (waiting == 0)
        return;
    for (uint64_t left = arbiter_serve(&s->encode, waiting, s->g.encoders); left; left &= left - 1) {
        wcrf_slot *slot = &s->slot[__builtin_ctzll(left)];
        wf_input in = {.block = slot->values, .mask = slot->mask};
        wf_encode(wf_unit_warpbdi.codec, &s->g.codec, &in, &slot->code);
        slot->state = WCRF_READY;
        slot->from = s->now + (uint64_t)s->g.enc_latency + 1;
        s->count[WCRF_ENCODES]++;
        s->encodes[slot->code.tag[0]]++;
    }
}

/* ---- Store ---- */

/* Of each cluster: its ready slots with an empty `before`, and the move whose value is there. */
static void requests_of(const wcrf_state *s, uint64_t request[WCRF_MAX_CLUSTERS])
{
    memset(request, 0, WCRF_MAX_CLUSTERS * sizeof *request);
    for (uint32_t left = s->held; left; left &= left - 1) {
        const wcrf_slot *slot = &s->slot[__builtin_ctz(left)];
        if (slot->state == WCRF_READY && s->now >= slot->from && slot->before == 0)
            request[slot->place.cluster] |= left & -left;
    }
    if (s->move.under_way && !s->move.missing && s->now >= s->move.from)
        request[s->move.place.cluster] |= (uint64_t)1 << s->g.slots;
}

/* The banks that it would write are the lowest so many, or some of them. */
static int banks_of(const wcrf_state *s, const wcrf_slot *slot)
{
    return slot == NULL ? s->g.banks : slot->empty ? 0 : s->g.units[slot->code.tag[0]];
}

static bool are_on(const wcrf_state *s, int cluster, int banks)
{
    for (int b = 0; b < banks && s->banks_on[cluster] < s->g.banks; b++)
        if (!get_bit(s->on, cluster * s->g.banks + b))
            return false;
    return true;
}

/* Case 3: does the stage bank hold a read that excludes a store to this place? Not if the read could not move on anyway. */
static bool excludes_read(const wcrf_state *s, const wcrf_place *p)
{
    const wcrf_bank_stage *bank = &s->bank[p->cluster];
    return bank->full && !s->data[p->cluster].full && s->indicator[bank->place.at] != WCRF_INVALID &&
           (s->g.ports == 1 || bank->place.row == p->row);
}

/* Cases 0 to 2, the first that holds; STORES: none does. slot NULL: the move. */
static wcrf_verdict verdict_of(const wcrf_state *s, const wcrf_slot *slot, const wcrf_place *p)
{
    if (s->release.under_way && s->release.row == p->row)
        return WCRF_STAYS;
    if (slot && !slot->full && !slot->empty && wcrf_compressed(s, p))
        return WCRF_NEEDS_MOVE;
    if (!slot && s->indicator[p->at] == WCRF_INVALID)
        return WCRF_ENDS;
    if (!are_on(s, p->cluster, banks_of(s, slot)))
        return WCRF_NEEDS_BANKS;
    return WCRF_STORES;
}

/* Store: one is chosen, and the first case that holds. The stage data has moved on already if it does in this cycle. */
void wcrf_decide(wcrf_state *s, wcrf_cycle *y)
{
    uint64_t request[WCRF_MAX_CLUSTERS];
    requests_of(s, request);
    for (int c = 0; c < s->g.clusters; c++) {
        int chosen = y->chosen[c] = arbiter_choice(&s->store[c], &request[c], 1);
        bool conflict = false, store_goes = s->g.write_first != s->lost[c];
        if (chosen >= 0) {
            const wcrf_slot *slot = chosen == s->g.slots ? NULL : &s->slot[chosen];
            const wcrf_place *p = slot ? &slot->place : &s->move.place;
            wcrf_verdict verdict = verdict_of(s, slot, p);
            conflict = verdict == WCRF_STORES && excludes_read(s, p);
            y->verdict[c] = conflict && !store_goes ? WCRF_STAYS : verdict; /* case 3 */
            arbiter_clock(&s->store[c], chosen, y->verdict[c] != WCRF_STAYS);
        }
        y->read_waits[c] = conflict && store_goes;
        s->lost[c] = conflict && !s->lost[c];
    }
}

/* Case 1: a late move. */
static void late_move(const wcrf_state *s, wcrf_cycle *y, int number)
{
    if (s->move.under_way || y->move_starts)
        return;
    y->move_starts = true;
    y->move_slot = number;
    y->move_place = s->slot[number].place;
}

/* Case 4: the words whose write enables are 1. */
static void put(wcrf_state *s, const wcrf_place *p, const uint32_t *words, const uint32_t *enables)
{
    uint32_t *row = wcrf_words(s, p);
    for (int i = 0; i < s->g.lanes; i++)
        if (get_bit(enables, i))
            row[i] = words[i];
    for (int b = 0; b < s->g.banks; b++)
        s->count[WCRF_BANK_WRITES] += (uint32_t)any_set(enables, b * s->g.bank_words, s->g.bank_words);
}

/* Case 4 of a write. In a register that was invalid the lanes that are not in the mask become 0. */
static void store_write(wcrf_state *s, wcrf_slot *slot)
{
    if (slot->empty)
        return;
    if (s->indicator[slot->place.at] == WCRF_INVALID && !slot->full) {
        for (int i = 0; i < s->g.lanes; i++)
            if (!get_bit(slot->mask, i))
                slot->code.payload[i] = 0;
        set_low_ones(slot->code.wen, s->g.lanes, WF_MASK_WORDS);
    }
    put(s, &slot->place, slot->code.payload, slot->code.wen);
    wcrf_indicate(s, &slot->place, WCRF_RAW + (int)slot->code.tag[0]);
}

/* Case 4 of a move: all lanes, raw. */
static void store_move(wcrf_state *s)
{
    uint32_t all[WF_MASK_WORDS];
    set_low_ones(all, s->g.lanes, WF_MASK_WORDS);
    put(s, &s->move.place, s->move.value, all);
    s->move_writes += (uint64_t)s->g.banks;
    wcrf_indicate(s, &s->move.place, WCRF_RAW);
}

/* Store: what happens to those that were chosen. */
void wcrf_store(wcrf_state *s, wcrf_cycle *y)
{
    s->stored = 0;
    for (int c = 0; c < s->g.clusters; c++) {
        int chosen = y->chosen[c];
        wcrf_slot *slot = chosen < 0 || chosen == s->g.slots ? NULL : &s->slot[chosen];
        switch (y->verdict[c]) {
        case WCRF_NEEDS_MOVE: late_move(s, y, chosen); break;
        case WCRF_NEEDS_BANKS: y->wakes[c] = banks_of(s, slot); break;
        case WCRF_ENDS: y->move_ends = true; break;
        case WCRF_STORES:
            if (slot == NULL) {
                store_move(s);
                y->move_ends = true;
                break;
            }
            store_write(s, slot);
            y->freed |= (uint32_t)1 << chosen;
            s->stored |= (uint32_t)1 << c;
            memcpy(s->stored_user[c], slot->user, sizeof slot->user);
            break;
        default: break;
        }
    }
}

/* Slots that are freed leave every `before`. A source without a write before it becomes a request. */
void wcrf_leave(wcrf_state *s, const wcrf_cycle *y)
{
    if (y->freed == 0)
        return;
    s->held &= ~y->freed;
    for (uint32_t left = s->held; left; left &= left - 1)
        s->slot[__builtin_ctz(left)].before &= ~(uint64_t)y->freed;
    for (int port = arbiter_first(s->waiting, WCRF_READ_WORDS, 0); port >= 0; port = arbiter_first(s->waiting, WCRF_READ_WORDS, port + 1)) {
        wcrf_source *source = &s->collector[port / WCRF_SOURCES].source[port % WCRF_SOURCES];
        source->before &= ~y->freed;
        if (source->before == 0) {
            s->waiting[port / 64] &= ~((uint64_t)1 << port % 64);
            s->request[source->place.cluster][port / 64] |= (uint64_t)1 << port % 64;
        }
    }
}
