/* SPDX-License-Identifier: Apache-2.0
 *
 * wcrf_write.c - writes of wcrf: their slots, the encoders, and the store of each cluster. */
#include "wcrf.h"

/* The free slots of port p. */
static uint32_t free_of(const wcrf_state *s, int p)
{
    return file_slots_of(s->g.slots, s->g.writes, p) & ~s->held;
}

bool wcrf_write_ready(const wcrf_state *s, int p)
{
    return free_of(s, p) != 0;
}

/* Forward: a full write has all lanes; another one has, if nothing is before it and its register is invalid. */
uint32_t wcrf_shows(const wcrf_state *s)
{
    uint32_t shows = 0;
    for (int i = 0; i < s->g.slots && s->g.forward; i++) {
        const wcrf_slot *slot = &s->slot[i];
        bool looked_up = s->now > slot->accepted + 1;
        if (slot->full || (looked_up && slot->before == WCRF_NONE && s->indicator[slot->place.at] == WCRF_INVALID))
            shows |= (uint32_t)1 << i;
    }
    return shows;
}

/* The code of a write that does not go through an encoder: raw, its lanes, and 0 in all others. */
static void raw_code(const wcrf_geometry *g, wcrf_slot *slot)
{
    slot->code.tag[0] = 0;
    for (int i = 0; i < g->lanes; i++)
        slot->code.payload[i] = get_bit(slot->mask, i) ? slot->values[i] : 0;
    memcpy(slot->code.wen, slot->mask, (size_t)g->mask_words * sizeof *slot->mask);
}

/* An encoder takes the block in this cycle. */
static void encode(wcrf_state *s, wcrf_slot *slot)
{
    wf_input in = {.block = slot->values, .mask = slot->mask};
    wf_encode(wf_unit_warpbdi.codec, &s->g.codec, &in, &slot->code);
    slot->state = WCRF_READY;
    slot->from = s->now + (uint64_t)s->g.enc_latency + 1;
    s->count[WCRF_ENCODES]++;
    s->encodes[slot->code.tag[0]]++;
}

/* Slots that are written in this cycle and a move that ends leave `before` later in it (leave, moves). */
static void accept(wcrf_state *s, int number, const result *write, uint32_t same_cycle)
{
    const wcrf_geometry *g = &s->g;
    wcrf_slot *slot = &s->slot[number];
    slot->place = wcrf_place_of(g, write->warp, write->dest);
    slot->before = file_youngest(&s->order, s->held | same_cycle, &slot->place);
    file_accept(&s->order, number, &slot->place);
    slot->moved = s->move.under_way && s->move.place.at == slot->place.at;
    memcpy(slot->mask, write->mask, sizeof slot->mask);
    memcpy(slot->values, write->values, (size_t)g->lanes * sizeof *write->values);
    memcpy(slot->user, write->user, sizeof slot->user);
    slot->full = wf_mask_full(slot->mask, g->lanes);
    slot->empty = wf_mask_empty(slot->mask, g->lanes);
    slot->state = WCRF_READY;
    slot->accepted = s->now;
    slot->from = s->now + (g->compress ? 2 : 1);
    if (!slot->full || !g->compress)
        raw_code(g, slot);
    else if (g->encoders == g->writes)
        encode(s, slot);
    else
        slot->state = WCRF_WAITS_ENCODER;
}

/* The packet that port p takes in this cycle gives a write, which is filled in. Without `merge` each is one. */
static bool gives_write(wcrf_state *s, int p, const uint32_t *in, result *write)
{
    const wcrf_geometry *g = &s->g;
    const uint32_t *mask = in + WCRF_WRITE_MASK, *values = mask + g->mask_words, *last = values + g->lanes;
    result packet = {.warp = in[WCRF_WRITE_WARP], .dest = in[WCRF_WRITE_REGISTER]};
    memcpy(packet.mask, mask, (size_t)g->mask_words * sizeof *in);
    memcpy(packet.values, values, (size_t)g->lanes * sizeof *in);
    memcpy(packet.user, in + g->write_words - g->user_words, (size_t)g->user_words * sizeof *in);
    if (g->merge == 0) {
        *write = packet;
        return true;
    }
    results_write given = results_packet(&s->open[p], g->merge, g->lanes, &packet, *last & 1, write);
    s->count[WCRF_EVICTIONS] += given == RESULTS_EVICTED;
    return given != RESULTS_NONE;
}

void wcrf_packets(wcrf_state *s, wcrf_cycle *y)
{
    for (int p = 0; p < s->g.writes; p++) {
        const uint32_t *in = wcrf_write_in(s, y, p);
        if ((in[WCRF_VALID] & 1) && wcrf_write_ready(s, p) && gives_write(s, p, in, &y->write[p]))
            y->accepted |= (uint32_t)1 << p;
    }
}

/* Each port takes the free one of its slots that has the lowest number. What is chosen to be stored frees its slot from the next cycle on. */
void wcrf_write(wcrf_state *s, const wcrf_cycle *y)
{
    uint32_t taken = 0;
    for (int p = 0; p < s->g.writes; p++) {
        uint32_t free = free_of(s, p);
        if (!(y->accepted >> p & 1))
            continue;
        accept(s, __builtin_ctz(free), &y->write[p], taken);
        taken |= free & -free;
    }
    s->held = (s->held & ~y->freed) | taken;
}

/* With fewer encoders than ports: writes wait in their slots. */
void wcrf_encode(wcrf_state *s)
{
    uint64_t waiting = 0;
    for (uint32_t left = s->held; left; left &= left - 1)
        if (s->slot[__builtin_ctz(left)].state == WCRF_WAITS_ENCODER)
            waiting |= left & -left;
    if (waiting == 0)
        return;
    for (uint64_t left = arbiter_serve(&s->encode, waiting, s->g.encoders); left; left &= left - 1)
        encode(s, &s->slot[__builtin_ctzll(left)]);
}

/* ---- Store ---- */

/* It waits for nothing but its banks or a move. */
static bool is_ready(const wcrf_state *s, const wcrf_slot *slot)
{
    return slot->state == WCRF_READY && s->now >= slot->from && slot->before == WCRF_NONE && !slot->moved;
}

static bool needs_move(const wcrf_state *s, const wcrf_slot *slot)
{
    return !slot->full && !slot->empty && wcrf_compressed(s, &slot->place);
}

static bool are_on(const wcrf_state *s, int cluster, int banks)
{
    for (int b = 0; b < banks && s->banks_on[cluster] < s->g.banks; b++)
        if (!get_bit(s->on, cluster * s->g.banks + b))
            return false;
    return true;
}

/* Can it be stored in this cycle, but for others? If not, the banks that it needs begin to wake. */
static bool has_banks(const wcrf_state *s, wcrf_cycle *y, int cluster, int banks)
{
    if (are_on(s, cluster, banks))
        return true;
    if (y->wakes[cluster] < banks)
        y->wakes[cluster] = banks;
    return false;
}

/* With --collect fixed a read is never stopped: a write that would exclude the next one is not chosen. */
static bool is_held_back(const wcrf_state *s, wcrf_cycle *y, const file_place *p)
{
    bool held = s->g.fixed && wcrf_fixed_excludes(s, y, p);
    y->held_back[p->cluster] |= held;
    return held;
}

/* Choose. The stage write has happened already. */
void wcrf_choose_store(wcrf_state *s, wcrf_cycle *y)
{
    int oldest[WCRF_MAX_CLUSTERS];
    for (int c = 0; c < s->g.clusters; c++)
        oldest[c] = -1;
    for (uint32_t left = s->held; left; left &= left - 1) {
        int number = __builtin_ctz(left);
        const wcrf_slot *slot = &s->slot[number];
        int c = slot->place.cluster, banks = slot->empty ? 0 : s->g.units[slot->code.tag[0]];
        if (!is_ready(s, slot) || needs_move(s, slot) || !has_banks(s, y, c, banks) || is_held_back(s, y, &slot->place))
            continue;
        if (oldest[c] < 0 || s->order.number[number] < s->order.number[oldest[c]])
            oldest[c] = number;
    }
    const wcrf_move *move = &s->move;
    if (move->under_way && !move->missing && s->now >= move->from &&
        (s->indicator[move->place.at] == WCRF_INVALID || has_banks(s, y, move->place.cluster, s->g.banks)) &&
        !is_held_back(s, y, &move->place))
        oldest[move->place.cluster] = s->g.slots;
    for (int c = 0; c < s->g.clusters; c++) {
        bool turn = s->g.ports == 1 && y->read_waits[c];
        s->write[c] = turn ? 0 : oldest[c] + 1;
        if (s->write[c] > s->g.slots)
            y->move_ends = true;
        else if (s->write[c] > 0)
            y->freed |= (uint32_t)1 << oldest[c];
    }
}

/* Late move: of the oldest write that needs one. */
void wcrf_late_move(wcrf_state *s, wcrf_cycle *y)
{
    int oldest = -1;
    for (uint32_t left = s->move.under_way ? 0 : s->held; left; left &= left - 1) {
        int number = __builtin_ctz(left);
        const wcrf_slot *slot = &s->slot[number];
        if (is_ready(s, slot) && needs_move(s, slot) && (oldest < 0 || s->order.number[number] < s->order.number[oldest]))
            oldest = number;
    }
    if (oldest < 0)
        return;
    y->move_starts = true;
    y->move_slot = oldest;
    y->move_place = s->slot[oldest].place;
}

/* The words whose write enables are 1. */
static void put(wcrf_state *s, const file_place *p, const uint32_t *words, const uint32_t *enables)
{
    uint32_t *row = wcrf_words(s, p);
    for (int i = 0; i < s->g.lanes; i++)
        if (get_bit(enables, i))
            row[i] = words[i];
    for (int b = 0; b < s->g.banks; b++)
        s->count[WCRF_BANK_WRITES] += (uint32_t)any_set(enables, b * s->g.bank_words, s->g.bank_words);
}

/* Write. In a register that was invalid the lanes that are not in the mask become 0. */
static void store_write(wcrf_state *s, wcrf_slot *slot)
{
    if (slot->empty)
        return;
    if (s->indicator[slot->place.at] == WCRF_INVALID && !slot->full)
        set_low_ones(slot->code.wen, s->g.lanes, WF_MASK_WORDS);
    put(s, &slot->place, slot->code.payload, slot->code.wen);
    wcrf_indicate(s, &slot->place, WCRF_RAW + (int)slot->code.tag[0]);
}

/* Write of a move: all lanes, raw. Nothing, if its register is invalid. */
static void store_move(wcrf_state *s)
{
    uint32_t all[WF_MASK_WORDS];
    if (s->indicator[s->move.place.at] == WCRF_INVALID)
        return;
    set_low_ones(all, s->g.lanes, WF_MASK_WORDS);
    put(s, &s->move.place, s->move.value, all);
    s->move_writes += (uint64_t)s->g.banks;
    wcrf_indicate(s, &s->move.place, WCRF_RAW);
}

/* Write: what was chosen in the cycle before. A slot that was chosen shows what it holds until a write takes it, later in this cycle. */
void wcrf_store(wcrf_state *s, wcrf_cycle *y)
{
    for (int c = 0; c < s->g.clusters; c++) {
        const wcrf_bank_stage *bank = &s->bank[c];
        int number = s->write[c] - 1;
        y->writes[c] = number >= 0;
        if (number < 0)
            continue;
        bool is_move = number == s->g.slots;
        const file_place *p = is_move ? &s->move.place : &s->slot[number].place;
        y->read_waits[c] = bank->full && bank->before == WCRF_NONE && (s->g.ports == 1 || bank->place.row == p->row);
        if (is_move) {
            store_move(s);
        } else {
            store_write(s, &s->slot[number]);
            y->written |= (uint32_t)1 << number;
        }
    }
}

static void leave(int *before, uint32_t written)
{
    if (*before != WCRF_NONE && written >> *before & 1)
        *before = WCRF_NONE;
}

/* What is written leaves every `before`, but for those of transactions that are accepted in this cycle. */
void wcrf_leave(wcrf_state *s, const wcrf_cycle *y)
{
    if (y->written == 0)
        return;
    for (uint32_t left = s->held; left; left &= left - 1)
        leave(&s->slot[__builtin_ctz(left)].before, y->written);
    for (int k = 0; k < s->g.issues; k++)
        for (uint32_t left = s->busy[k]; left; left &= left - 1)
            for (int i = 0; i < WCRF_SOURCES; i++)
                leave(&s->collector[k * s->g.collectors + __builtin_ctz(left)].source[i].before, y->written);
    for (int c = 0; c < s->g.clusters; c++) {
        leave(&s->bank[c].before, y->written);
        for (int i = 0; i < WCRF_WINDOW; i++)
            leave(&s->window[c][i].read.before, y->written);
    }
    for (int k = 0; k < s->g.issues; k++)
        for (int i = 0; i < WCRF_SOURCES; i++)
            leave(&s->allocate[k].it.source[i].before, y->written);
}
