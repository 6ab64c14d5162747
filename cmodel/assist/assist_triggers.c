/* SPDX-License-Identifier: Apache-2.0
 *
 * assist_triggers.c - triggers of assist's model: from the map to a place, and from there to an entry of the table. */
#include "assist.h"

/* ---- Store, Map ---- */

bool assist_store_ready(const assist_state *s)
{
    return s->still;
}

void assist_load(assist_state *s, const assist_inputs *in)
{
    enum { ROUTINE, ADDRESS, FIRST, LAST, BRANCH, INSTRUCTION };
    enum { EVENT, MAPPED, PRIORITY, REGISTERS };
    if (in->store) {
        assist_instruction *i = &s->store[in->store[ADDRESS]];
        i->last = in->store[LAST];
        i->branch = in->store[BRANCH];
        memcpy(i->bits, in->store + INSTRUCTION, (size_t)s->g.instruction_words * sizeof *i->bits);
        if (in->store[FIRST]) {
            s->begins[in->store[ROUTINE]] = true;
            s->begin[in->store[ROUTINE]] = in->store[ADDRESS];
        }
    }
    if (in->map) {
        const uint32_t event = in->map[EVENT];
        s->mapped[event] = true;
        s->routine[event] = in->map[MAPPED];
        s->registers[event] = in->map[REGISTERS];
        s->high[in->map[MAPPED]] = in->map[PRIORITY];
    }
    if (in->spare)
        s->spare = in->spare[0];
}

/* ---- Trigger ---- */

bool assist_trigger_ready(const assist_state *s)
{
    return s->places_used < s->g.places;
}

/* The lowest place that is free, below `end`; -1: none. */
static int lowest_free(const assist_state *s, int end)
{
    for (int p = 0; p < end; p++)
        if (!s->place[p].used)
            return p;
    return -1;
}

static int highest_free(const assist_state *s)
{
    int p = s->g.places - 1;
    while (p >= 0 && s->place[p].used)
        p--;
    return p;
}

/* The first reason to drop it. */
static assist_verdict verdict_of(const assist_state *s, uint32_t event)
{
    const uint32_t routine = s->routine[event];
    if (!s->mapped[event])
        return ASSIST_NO_EVENT;
    if (!s->begins[routine])
        return ASSIST_NO_ROUTINE;
    if (s->registers[event] > s->spare)
        return ASSIST_NO_REGISTERS;
    if (!s->high[routine] && lowest_free(s, s->g.low) < 0)
        return ASSIST_IS_FULL;
    return ASSIST_IS_TAKEN;
}

static assist_trigger trigger_of(const assist_state *s, const uint32_t *fields)
{
    enum { EVENT, WARP, MASK };
    const assist_shape *g = &s->g;
    const uint32_t *live_in = fields + MASK + g->mask_words, *live_out = live_in + g->live_words, *data = live_out + g->live_words;
    const uint32_t routine = s->routine[fields[EVENT]];
    assist_trigger t = {.high = s->high[routine], .warp = fields[WARP], .routine = routine};
    memcpy(t.mask, fields + MASK, (size_t)g->mask_words * sizeof *fields);
    memcpy(t.live_in, live_in, (size_t)g->live_words * sizeof *fields);
    memcpy(t.live_out, live_out, (size_t)g->live_words * sizeof *fields);
    memcpy(t.data, data, (size_t)g->data_words * sizeof *fields);
    return t;
}

/* Returns the place that the trigger gets; -1: it is dropped. */
static int trigger(assist_state *s, const uint32_t *fields)
{
    const assist_verdict verdict = verdict_of(s, fields[0]);
    const assist_trigger t = trigger_of(s, fields);
    assist_tally(s, ASSIST_TRIGGERS, 1);
    if (verdict != ASSIST_IS_TAKEN) {
        s->dropped.valid = true;
        s->dropped.event = fields[0];
        s->dropped.warp = t.warp;
        s->dropped.reason = verdict;
        memcpy(s->dropped.data, t.data, sizeof t.data);
        assist_tally(s, verdict == ASSIST_IS_FULL ? ASSIST_FULL : ASSIST_WRONG, 1);
        return -1;
    }
    const int p = t.high ? highest_free(s) : lowest_free(s, s->g.low);
    s->place[p] = (assist_place){.used = true, .trigger = t};
    s->places_used++;
    return p;
}

/* ---- Place ---- */

static bool is_behind(const assist_state *s, int p)
{
    const assist_trigger *t = &s->place[p].trigger;
    for (int k = 0; k < s->g.places; k++)
        if (k != p && s->place[k].used && assist_like(&s->place[k].trigger, t))
            return true;
    for (int e = 0; e < s->g.entries; e++)
        if (s->entry[e].phase != ASSIST_FREE && assist_like(&s->entry[e].trigger, t))
            return true;
    return false;
}

/* ---- Choose ---- */

/* The oldest of this priority that may enter. */
static int oldest(const assist_state *s, bool high)
{
    int found = -1;
    for (int k = 0; k < s->g.places; k++) {
        const assist_place *p = &s->place[k];
        if (p->used && p->placed && !p->behind && !p->chosen && p->trigger.high == high && (found < 0 || p->age < s->place[found].age))
            found = k;
    }
    return found;
}

static int free_entry(const assist_state *s, bool high)
{
    for (int k = 0; k < (high ? s->g.entries : s->g.low); k++) {
        const int e = high ? s->g.entries - 1 - k : k;
        if (s->entry[e].phase == ASSIST_FREE)
            return e;
    }
    return -1;
}

static void choose(assist_state *s)
{
    for (int high = 1; high >= 0; high--) {
        const int p = oldest(s, high), e = p >= 0 ? free_entry(s, high) : -1;
        if (e < 0)
            continue;
        s->entry[e] = (assist_entry){.phase = ASSIST_ENTERS, .place = p, .trigger = s->place[p].trigger};
        s->entries_used++;
        s->place[p].chosen = true;
        assist_tally(s, ASSIST_STARTED, 1);
        return;
    }
}

/* ---- Enter ---- */

int assist_entering(const assist_state *s)
{
    for (int e = 0; s->entries_used > 0 && e < s->g.entries; e++)
        if (s->entry[e].phase == ASSIST_ENTERS)
            return e;
    return -1;
}

void assist_enter(assist_state *s, int e)
{
    s->place[s->entry[e].place].used = false;
    s->places_used--;
    s->entry[e].phase = ASSIST_RUNS;
    s->entry[e].next = s->begin[s->entry[e].trigger.routine];
}

/* ---- What `done` means to those that wait ---- */

/* The oldest one that is like what is done, and was placed before the cycle before; -1: none. */
static int next_like(const assist_state *s)
{
    int found = -1;
    for (int k = 0; s->done.valid && k < s->g.places; k++) {
        const assist_place *p = &s->place[k];
        if (p->used && p->placed && p->age < s->placed_before && assist_like(&p->trigger, &s->done.trigger) &&
            (found < 0 || p->age < s->place[found].age))
            found = k;
    }
    return found;
}

static void hold(assist_state *s, uint32_t warp, bool held)
{
    const uint32_t bit = (uint32_t)1 << warp % 32;
    s->held[warp / 32] = held ? s->held[warp / 32] | bit : s->held[warp / 32] & ~bit;
}

/* One that is like it, and waits, holds the parent back as before. */
static bool none_is_like(const assist_state *s, const assist_trigger *t)
{
    for (int k = 0; k < s->g.places; k++)
        if (s->place[k].used && assist_like(&s->place[k].trigger, t))
            return false;
    return true;
}

void assist_take(assist_state *s, const assist_inputs *in)
{
    const int placed = s->taken, woken = next_like(s);
    const bool frees = s->done.valid && s->done.trigger.high && none_is_like(s, &s->done.trigger);
    const bool behind = placed >= 0 && is_behind(s, placed);
    s->placed_before = s->placed;
    s->dropped.valid = false;
    s->taken = in->trigger ? trigger(s, in->trigger) : -1;
    if (!in->kills && !in->asked && s->places_used > 0)
        choose(s);
    if (placed >= 0) {
        s->place[placed].placed = true;
        s->place[placed].behind = behind;
        s->place[placed].age = s->placed++;
        assist_tally(s, ASSIST_WAITED, behind);
    }
    if (woken >= 0)
        s->place[woken].behind = false;
    if (frees)
        hold(s, s->done.trigger.warp, false);
    if (s->taken >= 0 && s->place[s->taken].trigger.high)
        hold(s, s->place[s->taken].trigger.warp, true);
}
