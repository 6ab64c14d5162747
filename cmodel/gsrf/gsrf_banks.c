/* SPDX-License-Identifier: Apache-2.0
 *
 * gsrf_banks.c - the banks of gsrf: which request each takes, the stage side and what follows from it, and release. */
#include "gsrf.h"

/* `count` events of this kind, in so many cycles. */
static void add(gsrf_state *s, gsrf_count kind, int cycles, int count)
{
    s->later[(s->now + (uint64_t)cycles) % GSRF_AHEAD][kind] += (uint32_t)count;
}

static int class_of(gsrf_state *s, const uint32_t *tag)
{
    memcpy(s->code.tag, tag, (size_t)s->g.tag_words * sizeof *tag);
    return wf_classify(wf_unit_bytewise.codec, &s->g.codec, &s->code);
}

/* An access to the side array of a register with this tag. */
static void count_scalar(gsrf_state *s, const uint32_t *tag)
{
    if (!gsrf_scalar(&s->g, tag))
        return;
    s->scalars++;
    s->together += s->after_scalar == s->now + 1;
    s->after_scalar = s->now + 1;
}

/* The tag of a register from now on, or none. */
static void set_tag(gsrf_state *s, int at, bool valid, const uint32_t *tag)
{
    const gsrf_register r = gsrf_register_at(s, at);
    bool codes = s->g.compress;
    if (s->valid[at]) {
        s->valid_count--;
        s->compressed_count -= codes && gsrf_compressed(&s->g, r.tag);
    }
    s->valid[at] = valid;
    if (!valid)
        return;
    copy_words(r.tag, tag, s->g.tag_words);
    s->valid_count++;
    s->compressed_count += codes && gsrf_compressed(&s->g, r.tag);
}

/* ---- Side, arrays, words ---- */

/* A read brings its source. When it is in the collector does not depend on what it finds. */
static void read_register(gsrf_state *s, const gsrf_turn *side)
{
    const gsrf_geometry *g = &s->g;
    gsrf_collector *collector = &s->collector[side->from];
    int i = side->source;
    uint64_t from = s->now + (uint64_t)(g->side + g->dec) + 2;
    if (--collector->missing == 0)
        s->there |= (uint64_t)1 << side->from;
    collector->from = collector->from < from ? from : collector->from;
    if (!s->valid[side->place.at]) {
        memset(collector->value[i], 0, (size_t)g->lanes * sizeof *g->zero_tag);
        memcpy(collector->tag[i], g->zero_tag, (size_t)g->tag_words * sizeof *g->zero_tag);
        return;
    }
    const gsrf_register r = gsrf_register_at(s, side->place.at);
    copy_words(collector->value[i], r.values, g->lanes);
    copy_words(collector->tag[i], r.tag, g->tag_words);
    copy_words(collector->undefined[i], r.undefined, g->mask_words);
    add(s, GSRF_ARRAY_READS, g->side, g->side ? gsrf_arrays_of(g, r.tag) : g->arrays);
    if (!g->compress)
        return;
    add(s, GSRF_SIDE_READS, 0, 1);
    count_scalar(s, r.tag);
    if (gsrf_compressed(g, r.tag)) {
        add(s, GSRF_DECODES, g->side + 1, 1);
        s->decodes[class_of(s, r.tag)]++;
    }
}

/* The lanes of a write, and what it leaves in the others. */
static void put_lanes(gsrf_state *s, const gsrf_slot *slot, bool was_valid)
{
    const gsrf_geometry *g = &s->g;
    const gsrf_register r = gsrf_register_at(s, slot->place.at);
    if (slot->full)
        copy_words(r.values, slot->values, g->lanes);
    for (int i = 0; i < g->lanes && !slot->full; i++)
        if (get_bit(slot->mask, i))
            r.values[i] = slot->values[i];
        else if (!was_valid)
            r.values[i] = 0;
    for (int w = 0; w < g->mask_words; w++) {
        uint32_t lanes = low_ones(g->lanes - 32 * w);
        r.undefined[w] = slot->dead ? lanes & ~slot->mask[w] : was_valid ? r.undefined[w] & ~slot->mask[w] : 0;
    }
}

/* A partial write: the arrays, and the cycle in which it writes them. */
static void write_some(gsrf_state *s, gsrf_cycle *y, const gsrf_slot *slot, bool was_valid)
{
    const gsrf_geometry *g = &s->g;
    bool needs_tag = g->compress && was_valid && !slot->dead;
    int c = slot->place.cluster, cycles = needs_tag ? 1 : g->side;
    uint32_t fill = was_valid || slot->dead ? 0 : ~(uint32_t)0;
    if (needs_tag) {
        const uint32_t *old = gsrf_register_at(s, slot->place.at).tag;
        fill = gsrf_missing_planes(g, old);
        add(s, GSRF_SIDE_READS, 0, 1);
        count_scalar(s, old);
        add(s, GSRF_FILLS, 1, gsrf_compressed(g, old));
        *(g->two_ports && g->side ? &y->reads : &y->blocked) |= (uint32_t)1 << c;
        y->row[c] = slot->place.row;
    }
    add(s, GSRF_ARRAY_WRITES, cycles, gsrf_arrays_written(g, slot->mask, fill));
    add(s, GSRF_SIDE_WRITES, needs_tag, g->compress);
}

static void write_register(gsrf_state *s, gsrf_cycle *y, const gsrf_slot *slot)
{
    const gsrf_geometry *g = &s->g;
    bool was_valid = s->valid[slot->place.at];
    if (slot->empty)
        return;
    if (slot->full) {
        add(s, GSRF_ARRAY_WRITES, g->side, g->compress ? gsrf_arrays_of(g, slot->tag) : g->arrays);
        add(s, GSRF_SIDE_WRITES, 0, g->compress);
        if (g->compress)
            count_scalar(s, slot->tag);
    } else {
        write_some(s, y, slot, was_valid);
    }
    put_lanes(s, slot, was_valid);
    set_tag(s, slot->place.at, true, slot->tag);
}

/* Side: what was chosen in the cycle before. */
void gsrf_side_stage(gsrf_state *s, gsrf_cycle *y)
{
    for (uint32_t left = s->side.banks; left; left &= left - 1) {
        const gsrf_turn *side = &s->side.of[__builtin_ctz(left)];
        if (side->kind == GSRF_READ)
            read_register(s, side);
        else
            write_register(s, y, &s->slot[side->slot]);
    }
}

/* ---- Ask ---- */

/* A bank does not choose the same collector or port in two cycles after one another. */
static bool had_turn(const gsrf_state *s, int bank, gsrf_kind kind, int from)
{
    return (s->side.banks >> bank & 1) && s->side.of[bank].kind == kind && s->side.of[bank].from == from;
}

/* The source for which a collector asks in the next cycle, from what it knows of those before this one. */
static int next_source(const gsrf_collector *collector)
{
    uint32_t left = collector->to_read;
    int now = collector->request;
    if (now != GSRF_NONE)
        left &= ~((uint32_t)1 << now);
    for (uint32_t others = left; others; others &= others - 1)
        if (collector->source[__builtin_ctz(others)].before == GSRF_NONE)
            return __builtin_ctz(others);
    if (now != GSRF_NONE && collector->to_read >> now & 1)
        return now;
    return left ? __builtin_ctz(left) : GSRF_NONE;
}

/* The slot for which a write port asks in the next cycle. */
static int next_slot(const gsrf_state *s, int p)
{
    int oldest = GSRF_NONE, now = s->request[p];
    uint32_t known = s->held & ~s->leaving & s->g.slots_of[p];
    for (uint32_t left = known; left; left &= left - 1) {
        int i = __builtin_ctz(left);
        const gsrf_slot *slot = &s->slot[i];
        if (i != now && slot->before == GSRF_NONE && s->now + 1 >= slot->from &&
            (oldest == GSRF_NONE || s->order.number[i] < s->order.number[oldest]))
            oldest = i;
    }
    return oldest != GSRF_NONE || now == GSRF_NONE || !(known >> now & 1) ? oldest : now;
}

/* ---- Choose ---- */

/* A request for its bank, of which the oldest comes forward. */
static void compete(gsrf_turns *t, gsrf_turn one)
{
    int c = one.place.cluster;
    if ((t->banks >> c & 1) && one.number > t->of[c].number)
        return;
    t->banks |= (uint32_t)1 << c;
    t->of[c] = one;
}

/* Of each bank the oldest instruction's source. Beside it each collector picks its next one. */
static void oldest_reads(gsrf_state *s, const gsrf_cycle *y, gsrf_turns *read)
{
    for (uint64_t left = s->ask; left; left &= left - 1) {
        int number = __builtin_ctzll(left), i = s->collector[number].request;
        gsrf_collector *collector = &s->collector[number];
        const file_place *p = &collector->source[i].place;
        bool may = !(y->reads >> p->cluster & 1) || p->row != y->row[p->cluster];
        if ((collector->to_read >> i & 1) && !collector->waits && collector->source[i].before == GSRF_NONE && may &&
            !had_turn(s, p->cluster, GSRF_READ, number))
            compete(read, (gsrf_turn){GSRF_READ, .from = (int8_t)number, .source = (int8_t)i, .number = collector->number, .place = *p});
        collector->request = next_source(collector);
        collector->waits = false;
        if (collector->request == GSRF_NONE)
            s->ask &= ~((uint64_t)1 << number);
    }
}

/* Of each bank the oldest write. Beside it each port picks its next one. */
static void oldest_writes(gsrf_state *s, gsrf_turns *write)
{
    for (int p = 0; p < s->g.writes; p++) {
        int i = s->request[p];
        if (i != GSRF_NONE) {
            const file_place *place = &s->slot[i].place;
            if (!had_turn(s, place->cluster, GSRF_WRITE, p))
                compete(write,
                        (gsrf_turn){GSRF_WRITE, .from = (int8_t)p, .slot = (int8_t)i, .number = s->order.number[i], .place = *place});
        }
        s->request[p] = next_slot(s, p);
    }
}

/* True if it waits still when these slots are stored. */
static bool waits_still(int *before, uint32_t stored)
{
    if (*before != GSRF_NONE && (stored >> *before & 1))
        *before = GSRF_NONE;
    return *before != GSRF_NONE;
}

/* What waits for these slots waits no more. */
static void leave(gsrf_state *s, uint32_t stored)
{
    for (uint32_t left = s->wait_slots; left; left &= left - 1)
        if (!waits_still(&s->slot[__builtin_ctz(left)].before, stored))
            s->wait_slots &= ~(left & -left);
    for (uint64_t left = s->wait; left; left &= left - 1) {
        gsrf_collector *collector = &s->collector[__builtin_ctzll(left)];
        bool still = false;
        for (uint32_t sources = collector->to_read; sources; sources &= sources - 1)
            still |= waits_still(&collector->source[__builtin_ctz(sources)].before, stored);
        if (!still)
            s->wait &= ~(left & -left);
    }
}

typedef struct {
    gsrf_turns read, write;
} gsrf_asking;

/* Where both want the bank, the other kind has each GSRF_TURNSth turn. */
static bool turn_is_write(const gsrf_state *s, const gsrf_cycle *y, const gsrf_asking *asking, int c)
{
    bool reads = asking->read.banks >> c & 1, writes = (asking->write.banks & ~y->reads) >> c & 1;
    return writes && (!reads || s->g.write_first != (s->contested[c] == GSRF_TURNS - 1));
}

/* Is it an access to a register of one value? */
static bool takes_scalar_bank(gsrf_state *s, const gsrf_turn *turn)
{
    if (turn->kind == GSRF_WRITE)
        return s->slot[turn->slot].full && gsrf_scalar(&s->g, s->slot[turn->slot].tag);
    return s->valid[turn->place.at] && gsrf_scalar(&s->g, gsrf_register_at(s, turn->place.at).tag);
}

/* With one bank of scalars: of these banks those whose turn it is, of the accesses to that bank the first. Another bank goes first in each cycle. */
static uint32_t with_one_scalar(gsrf_state *s, const gsrf_cycle *y, const gsrf_asking *asking)
{
    uint32_t banks = s->side.banks;
    bool taken = false;
    for (int n = 0; n < s->g.banks; n++) {
        int c = (int)((s->now + (uint64_t)n) % (uint64_t)s->g.banks);
        const gsrf_turn *turn = turn_is_write(s, y, asking, c) ? &asking->write.of[c] : &asking->read.of[c];
        if (!(banks >> c & 1) || !takes_scalar_bank(s, turn))
            continue;
        if (taken)
            banks &= ~((uint32_t)1 << c);
        taken = true;
    }
    return banks;
}

/* Choose. The stage side has told already which banks have no turn, or only one for reads. */
void gsrf_choose(gsrf_state *s, gsrf_cycle *y)
{
    gsrf_asking asking;
    uint32_t chosen = 0;
    asking.read.banks = asking.write.banks = 0;
    oldest_reads(s, y, &asking.read);
    oldest_writes(s, &asking.write);
    uint32_t writes = asking.write.banks & ~y->reads, contested = asking.read.banks & writes;
    s->side.banks = (asking.read.banks | writes) & ~y->blocked;
    if (s->g.one_scalar_bank)
        s->side.banks = with_one_scalar(s, y, &asking);
    for (uint32_t left = s->side.banks; left; left &= left - 1) {
        int c = __builtin_ctz(left);
        bool is_write = turn_is_write(s, y, &asking, c);
        gsrf_turn *turn = &s->side.of[c];
        *turn = is_write ? asking.write.of[c] : asking.read.of[c];
        if (contested >> c & 1)
            s->contested[c] = (s->contested[c] + 1) % GSRF_TURNS;
        if (is_write)
            chosen |= (uint32_t)1 << turn->slot;
        else
            s->collector[turn->from].to_read &= ~((uint32_t)1 << turn->source);
    }
    s->held &= ~y->stored;
    s->leaving = chosen;
    if (y->stored)
        leave(s, y->stored);
}

/* ---- Release ---- */

bool gsrf_release_ready(const gsrf_state *s)
{
    return !s->release.under_way && s->clear_row == GSRF_NONE;
}

/* Registers that a write makes valid in this cycle are cleared too. */
void gsrf_release(gsrf_state *s, const gsrf_cycle *y)
{
    const uint32_t *in = gsrf_release_in(s, y);
    bool is_ready = gsrf_release_ready(s);
    for (int c = 0; s->clear_row != GSRF_NONE && c < s->g.banks; c++)
        set_tag(s, c * s->g.rows + s->clear_row, false, NULL);
    s->clear_row = GSRF_NONE;
    if (s->release.under_way) {
        s->clear_row = file_release_row(&s->release, s->g.rows);
    } else if (is_ready && (in[GSRF_VALID] & 1)) {
        file_release_begin(&s->release, gsrf_place_of(&s->g, in[GSRF_RELEASE_WARP], 0).row, s->g.warp_rows);
    }
}
