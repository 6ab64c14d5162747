/* SPDX-License-Identifier: Apache-2.0
 *
 * plain_assist_unit.h - what the plain assist does in a cycle: outputs, then what it chooses, stages and ends, then what came in.
 *
 * Read from the bottom up. */
#ifndef WF_PLAIN_ASSIST_UNIT_H
#define WF_PLAIN_ASSIST_UNIT_H

#include "plain_assist.h"

/* ---- outputs ---- */

static void spoil_row(plain *p, int s, uint32_t *f)
{
    static const struct {
        int fault;
        const char *name;
    } flips[] = {{FLIPS_AN_ADDRESS, "address"},        {GIVES_ANOTHER_MASK, "mask"}, {GIVES_ANOTHER_LIVE_IN, "live_in"},
                 {GIVES_ANOTHER_LIVE_OUT, "live_out"}, {GIVES_OTHER_DATA, "data"},   {GIVES_ANOTHER_WARP, "warp"},
                 {GIVES_ANOTHER_ROUTINE, "routine"}};
    for (size_t i = 0; i < sizeof flips / sizeof *flips; i++)
        if (strikes(p, flips[i].fault))
            flip(p, s, f, flips[i].name);
    if (strikes(p, FLIPS_AN_INSTRUCTION))
        flip(p, s, f, s == DEPLOY ? "instruction0" : "instruction");
    if (s == DEPLOY && get(p, s, f, "count") < p->width && strikes(p, LEAVES_NOISE_BEHIND))
        flip(p, s, f, p->width == 4 ? "instruction3" : "instruction1");
    if (s == DEPLOY && strikes(p, COUNTS_TOO_FAR))
        put(p, s, f, "count", any(p, 2) ? 0 : p->width + 1);
    if (get(p, s, f, "last") && strikes(p, FORGETS_LAST))
        put(p, s, f, "last", 0);
    if (get(p, s, f, "branch") && strikes(p, FORGETS_BRANCH))
        put(p, s, f, "branch", 0);
}

/* The SM sees what leaves. */
static void leaves(plain *p, const row *r, bool high)
{
    entry *e = &p->entry[r->entry];
    e->any_left = true;
    e->out += high ? r->count : 0;
    e->branch_left = r->branch;
    e->last_left = r->last;
}

static uint32_t give_queue(plain *p, bool high)
{
    queue *q = &p->queue[high];
    int s = high ? DEPLOY : IDLE;
    q->offers = q->count > 0 && (!p->kill_waited || q->was_offered);
    if (q->offers && q->was_offered && strikes(p, WITHDRAWS_AN_OFFER)) {
        q->was_offered = false;
        return 0;
    }
    if (!q->offers || any(p, 8) < (high ? 2u : 4u) || (!high && p->in.used == p->slots)) {
        q->was_offered = q->offers;
        return q->offers ? (uint32_t)1 << p->s.number[s] : 0;
    }
    row r = q->row[0];
    q->count--;
    q->was_offered = false;
    memmove(q->row, q->row + 1, sizeof *q->row * (size_t)q->count);
    if (q->count && strikes(p, OFFERS_ANOTHER))
        r = q->row[0];
    spoil_row(p, s, r.fields);
    leaves(p, &r, high);
    gives(p, s, r.fields);
    return 0;
}

static void give_told(plain *p, told *t, int s)
{
    if (t->valid)
        gives(p, s, t->fields);
    t->valid = false;
}

static void give_ended(plain *p)
{
    told t = p->ended;
    p->ended_before = t.valid && t.high ? t.warp + 1 : 0;
    if (t.valid && strikes(p, ENDS_ANOTHER_INSTANCE))
        flip(p, DONE, t.fields, "entry");
    if (t.valid && strikes(p, ENDS_ANOTHER_WARP))
        flip(p, DONE, t.fields, "warp");
    if (t.valid && strikes(p, ENDS_ANOTHER_ROUTINE))
        flip(p, DONE, t.fields, "routine");
    if (t.valid && strikes(p, ENDS_OTHER_DATA))
        flip(p, DONE, t.fields, "data");
    if (t.valid && strikes(p, ENDS_OTHER_CUT))
        flip(p, DONE, t.fields, "cut");
    if (t.valid) {
        counts(p, ENDED, 1);
        counts(p, CUT, get(p, DONE, p->ended.fields, "cut"));
        gives(p, DONE, t.fields);
    }
    p->ended.valid = t.valid && strikes(p, ENDS_TWICE);
}

static void give_dropped(plain *p)
{
    told t = p->dropped;
    p->dropped.valid = false;
    if (t.valid && strikes(p, DROPS_AND_SAYS_NOTHING))
        return;
    if (t.valid && strikes(p, DROPS_A_CYCLE_LATE)) {
        p->dropped_late = t;
        return;
    }
    if (p->dropped_late.valid && !t.valid) {
        t = p->dropped_late;
        p->dropped_late.valid = false;
    }
    if (t.valid && strikes(p, DROPS_ANOTHER_EVENT))
        flip(p, DROPPED, t.fields, "cause");
    if (t.valid && strikes(p, DROPS_ANOTHER_WARP))
        flip(p, DROPPED, t.fields, "warp");
    if (t.valid && strikes(p, DROPS_OTHER_DATA))
        flip(p, DROPPED, t.fields, "data");
    if (t.valid && strikes(p, GIVES_ANOTHER_REASON))
        flip(p, DROPPED, t.fields, "reason");
    bool twice = t.valid && strikes(p, DROPS_TWICE);
    if (t.valid)
        p->drops[get(p, DROPPED, t.fields, "reason")]++;
    if (twice)
        p->dropped = t;
    give_told(p, &t, DROPPED);
}

static void give_flush(plain *p)
{
    bool twice = p->flush.valid && strikes(p, FLUSHES_TWICE);
    give_told(p, &p->flush, FLUSH);
    p->flush.valid = twice;
}

static bool has_low(const plain *p, uint32_t warp)
{
    for (uint32_t i = 0; i < p->places; i++)
        if (p->place[i].used && !p->place[i].high && p->place[i].warp == warp)
            return true;
    return false;
}

static void give_held(plain *p, const told *dropped, const told *ended)
{
    uint64_t held = p->held, fresh = held & ~p->held_before, gone = p->held_before & ~held, one = 1;
    if (fresh && strikes(p, HOLDS_LATE))
        held &= ~fresh;
    if (gone && !p->killed && strikes(p, LETS_GO_LATE))
        held |= gone;
    if (gone && p->killed && strikes(p, HOLDS_AFTER_A_KILL))
        held |= gone;
    if (p->killed && held >> p->kill & 1 && strikes(p, LETS_GO_OF_A_NEW_ONE))
        held &= ~(one << p->kill);
    for (uint32_t w = 0; w < p->warps; w++)
        if (has_low(p, w) && !(held >> w & 1) && strikes(p, HOLDS_LOW))
            held |= one << w;
    if (dropped->valid && !(held >> dropped->warp & 1) && strikes(p, HOLDS_WHAT_IS_DROPPED))
        held |= one << dropped->warp;
    if (ended->valid && ended->high && strikes(p, LETS_GO_EARLY))
        held &= ~(one << ended->warp);
    if (p->ended_before && held >> (p->ended_before - 1) & 1 && strikes(p, LETS_GO_WITH_ONE_BEHIND))
        held &= ~(one << (p->ended_before - 1));
    if (strikes(p, HOLDS_ANOTHER))
        held ^= one << any(p, p->warps);
    if (!strikes(p, SHOWS_NOTHING_HELD))
        gives(p, HELD, (uint32_t[]){(uint32_t)held, (uint32_t)(held >> 32)});
    p->held_before = p->held;
}

static void give_state(plain *p)
{
    static const uint32_t none[COUNTS];
    const uint32_t *shown = p->clock < 3 ? none : p->shown[(p->clock + 1) % 4];
    uint32_t fields[MOST_FIELDS] = {0};
    if (p->s.number[STATE] < 0)
        return;
    for (int k = 0; k < COUNTS; k++) {
        bool early = p->clock >= 3 && shown[k] != p->shown[(p->clock + 2) % 4][k] && strikes(p, SHOWS_A_COUNT_EARLY + k);
        put(p, STATE, fields, count_names[k], p->shown[(p->clock + (early ? 2 : 1)) % 4][k] & (p->clock < 3 ? 0 : ~0u));
    }
    gives(p, STATE, fields);
}

/* ---- what it does ---- */

static void place(plain *p)
{
    for (uint32_t i = 0; i < p->places; i++) {
        request *r = &p->place[i];
        bool behind = false;
        if (!r->used || r->placed)
            continue;
        for (uint32_t j = 0; j < p->places; j++)
            behind |= j != i && p->place[j].used && are_like(&p->place[j], r);
        for (uint32_t e = 0; e < p->entries; e++)
            behind |= p->entry[e].state != FREE && are_like(&p->entry[e].of, r);
        counts(p, WAITED, behind);
        r->placed = true;
    }
}

/* One like it has an entry, or its end was chosen in this cycle. */
static bool is_behind(const plain *p, const request *r)
{
    const told *t = &p->ended;
    if (t->valid && t->warp == r->warp && t->high == r->high && (t->high || get(p, DONE, t->fields, "routine") == r->routine))
        return true;
    for (uint32_t e = 0; e < p->entries; e++)
        if (p->entry[e].state != FREE && are_like(&p->entry[e].of, r))
            return true;
    return false;
}

/* The oldest of this priority that may enter; -1: there is none. */
static int oldest(plain *p, bool high)
{
    int best = -1;
    bool two = strikes(p, STARTS_TWO), later = strikes(p, STARTS_THE_LATER);
    for (uint32_t i = 0; i < p->places; i++) {
        const request *r = &p->place[i];
        bool may = r->used && r->placed && r->high == high && !r->ignored;
        may = may && (two || !is_behind(p, r));
        for (uint32_t j = 0; j < p->places && may; j++)
            may = !p->place[j].used || p->place[j].age >= r->age || !are_like(&p->place[j], r) || later;
        if (may && (best < 0 || r->age < p->place[best].age || later))
            best = (int)i;
    }
    return best;
}

static int free_entry(plain *p, bool high)
{
    uint32_t end = high || strikes(p, USES_A_HIGH_ENTRY) ? p->entries : p->low;
    int found = -1;
    for (uint32_t e = 0; e < end; e++)
        if (p->entry[e].state == FREE && (high || found < 0 || end > p->low))
            found = (int)e;
    return found;
}

static void start(plain *p, uint32_t from, uint32_t e)
{
    request *r = &p->place[from];
    p->entry[e] = (entry){.state = ENTERS, .of = *r, .enters = 2};
    r->used = false;
    counts(p, STARTED, 1);
    if (r->high ? strikes(p, LOSES_A_HIGH_ONE) : strikes(p, LOSES_A_LOW_ONE))
        p->entry[e].state = FREE;
    p->entry[e].late = r->high && strikes(p, FLUSHES_LATE);
    if ((r->high && !p->entry[e].late && !strikes(p, FORGETS_A_FLUSH)) || (!r->high && strikes(p, FLUSHES_LOW)))
        p->flush = (told){.valid = p->flushes, .warp = r->warp, .fields = {r->warp}};
}

static void choose(plain *p)
{
    for (int high = 1; high >= 0; high--) {
        int from = oldest(p, high), e = from < 0 ? -1 : free_entry(p, high);
        if (e < 0)
            continue;
        if (high && strikes(p, NEVER_CHOOSES_ONE)) {
            p->place[from].ignored = true;
            continue;
        }
        start(p, (uint32_t)from, (uint32_t)e);
        return;
    }
}

static void enter(plain *p)
{
    for (uint32_t i = 0; i < p->entries; i++) {
        entry *e = &p->entry[i];
        if (e->state != ENTERS || --e->enters > 0)
            continue;
        e->state = RUNS;
        e->address = p->first[e->of.routine];
        if (strikes(p, BEGINS_ELSEWHERE))
            e->address ^= 1;
        if (e->late)
            p->flush = (told){.valid = p->flushes, .warp = e->of.warp, .fields = {e->of.warp}};
    }
}

static void fill_instance(const plain *p, int s, uint32_t *fields, uint32_t instance)
{
    static const char *const names[] = {"warp", "mask", "live_in", "live_out", "data"};
    const entry *e = &p->entry[instance];
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        copy(p, s, fields, names[i], e->of.fields);
    put(p, s, fields, "entry", instance);
    put(p, s, fields, "routine", e->of.routine);
}

static bool is_over(plain *p, entry *e, const stored *i)
{
    uint32_t most = p->most;
    if (e->staged + 1 == most && !i->last && strikes(p, CUTS_EARLY))
        most--;
    if (e->staged == most && !i->last && strikes(p, CUTS_LATE))
        return false;
    e->cut = e->staged >= most && (!i->last || strikes(p, CUTS_WHAT_ENDS));
    return (i->last && !strikes(p, RUNS_OVER_A_LAST)) || e->staged >= most;
}

/* Stages one instruction. */
static void stage_one(plain *p, row *r, int s, bool high)
{
    entry *e = &p->entry[r->entry];
    static const char *const names[] = {"instruction0", "instruction1", "instruction2", "instruction3"};
    const char *name = high ? names[r->count] : "instruction";
    const stored *i = &p->store[e->address];
    memcpy(r->fields + field_at(p->s.stream[s], name), i->bits, sizeof(uint32_t) * (size_t)((field_bits(p->s.stream[s], name) + 31) / 32));
    r->count++;
    e->staged++;
    e->in_part += high;
    r->last = is_over(p, e, i);
    r->branch = i->branch && !r->last && !strikes(p, RUNS_OVER_A_BRANCH);
    if (!strikes(p, REPEATS_AN_INSTRUCTION))
        e->address = (e->address + 1) % p->words;
    if (e->address == 0 && strikes(p, STOPS_AT_THE_TOP))
        e->address = p->words - 1;
    if (strikes(p, SKIPS_AN_INSTRUCTION))
        e->address = (e->address + 1) % p->words;
    e->state = r->last ? HAD_LAST : r->branch ? STOPS : RUNS;
    counts(p, high ? HIGH_INSTRUCTIONS : LOW_INSTRUCTIONS, 1);
}

static bool has_room(plain *p, const entry *e)
{
    return e->in_part < (int32_t)p->room || (e->in_part == (int32_t)p->room && strikes(p, EXCEEDS_ITS_ROOM));
}

static int pick(plain *p, bool high)
{
    for (uint32_t i = 0; i < p->entries; i++) {
        uint32_t at = (p->next[high] + i) % p->entries;
        entry *e = &p->entry[at];
        if (e->state != RUNS || e->of.high != high || e->ignored || (high && !has_room(p, e)))
            continue;
        e->ignored = strikes(p, NEVER_PICKS_ONE);
        if (!e->ignored)
            return (int)at;
    }
    return -1;
}

static void stage(plain *p, bool high)
{
    queue *q = &p->queue[high];
    int at = q->count == QUEUE || (!high && p->throttled && !strikes(p, NEVER_THROTTLES)) ? -1 : pick(p, high);
    int s = high ? DEPLOY : IDLE;
    if (at < 0)
        return;
    if (high ? strikes(p, LEAVES_HIGH_AT_IDLE) : strikes(p, LEAVES_LOW_AT_DEPLOY)) {
        high = !high;
        q = &p->queue[high];
        s = high ? DEPLOY : IDLE;
        if (q->count == QUEUE)
            return;
    }
    entry *e = &p->entry[at];
    row *r = &q->row[q->count++];
    *r = (row){.entry = (uint32_t)at, .warp = e->of.warp};
    fill_instance(p, s, r->fields, (uint32_t)at);
    put(p, s, r->fields, "address", e->address);
    do
        stage_one(p, r, s, high);
    while (e->state == RUNS && high && r->count < p->width && e->in_part < (int32_t)p->room &&
           (e->address % p->width != 0 || strikes(p, RUNS_INTO_A_ROW)));
    if (high)
        put(p, s, r->fields, "count", r->count);
    put(p, s, r->fields, "last", r->last);
    put(p, s, r->fields, "branch", r->branch);
    p->next[high] = (uint32_t)at + 1;
}

static void end_one(plain *p)
{
    for (uint32_t i = 0; i < p->entries; i++) {
        uint32_t at = (p->next_end + i) % p->entries;
        entry *e = &p->entry[at];
        bool over = e->state == OVER && !e->ignored;
        if (over && strikes(p, NEVER_ENDS_ONE))
            e->ignored = true;
        if (!(over && !e->ignored) && !(e->state == HAD_LAST && e->last_left && strikes(p, ENDS_BEFORE_RETIRE)))
            continue;
        p->ended = (told){.valid = true, .high = e->of.high, .warp = e->of.warp};
        put(p, DONE, p->ended.fields, "entry", at);
        put(p, DONE, p->ended.fields, "warp", e->of.warp);
        put(p, DONE, p->ended.fields, "routine", e->of.routine);
        put(p, DONE, p->ended.fields, "cut", e->cut);
        copy(p, DONE, p->ended.fields, "data", e->of.fields);
        *e = (entry){0};
        p->next_end = at + 1;
        return;
    }
}

/* ---- kills ---- */

static void kill_words(plain *p, queue *q, uint32_t warp)
{
    int left = 0;
    for (int i = 0; i < q->count; i++)
        if (q->row[i].warp != warp || strikes(p, KILL_LEAVES_A_WORD))
            q->row[left++] = q->row[i];
    q->count = left;
}

static void kill(plain *p, uint32_t warp)
{
    bool empty = true, all = strikes(p, KILLS_OTHERS_TOO);
    for (uint32_t i = 0; i < p->places; i++)
        if (p->place[i].used && (p->place[i].warp == warp || all)) {
            empty = false;
            p->place[i].used = strikes(p, KILL_LEAVES_A_PLACE);
        }
    for (uint32_t i = 0; i < p->entries; i++)
        if (p->entry[i].state != FREE && (p->entry[i].of.warp == warp || all)) {
            empty = false;
            if (!strikes(p, KILL_LEAVES_AN_ENTRY))
                p->entry[i] = (entry){0};
        }
    for (int high = 0; high < 2; high++)
        kill_words(p, &p->queue[high], warp);
    counts(p, KILLS, 1);
    counts(p, EMPTY_KILLS, empty);
}

#endif
