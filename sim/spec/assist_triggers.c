/* SPDX-License-Identifier: Apache-2.0
 *
 * The specification of assist, part: the triggers that are under way, in the order in which they were taken; the places that they have, as far as that is
 * seen; and the bounds.
 *
 * Which trigger has a place and which an entry is not seen before its first instruction leaves. One behind another that is like it has a place. Of the others
 * at most as many have an entry as there are.
 *
 * Cycles in which a kill waits do not count, and that it waits is not seen. But then nothing new is offered, and it is taken as soon as nothing is. So what
 * was counted is sure if nothing was held and the next cycle has no kill, or if the next cycle offers something new. */
#include "assist.h"

#include <string.h>

/* Low priority has no bound. A trigger that is lost shows after so many cycles in which nothing but itself kept it. */
enum { MOST_SILENT = 1 << 12 };

static bool is_like(const trigger *t, bool high, uint32_t warp, uint32_t routine)
{
    return t->warp == warp && t->high == high && (high || t->routine == routine);
}

trigger *caba_oldest(const assist *a, bool high, uint32_t warp, uint32_t routine)
{
    trigger *t = a->first;
    while (t && !is_like(t, high, warp, routine))
        t = t->next;
    return t;
}

trigger *caba_add(assist *a, const uint32_t *fields, uint32_t event, uint32_t warp)
{
    trigger *t = zalloc(sizeof *t);
    uint32_t routine = a->event[event].routine;
    *t = (trigger){.taken = a->clock, .event = event, .warp = warp, .routine = routine, .high = a->routine[routine].high};
    memcpy(t->fields, fields, sizeof t->fields);
    for (const trigger *other = a->first; other; other = other->next)
        t->ahead += is_like(other, t->high, warp, routine);
    *a->end = t;
    a->end = &t->next;
    return t;
}

void caba_remove(assist *a, trigger *t)
{
    trigger **at = &a->first;
    while (*at != t)
        at = &(*at)->next;
    *at = t->next;
    if (t->next == NULL)
        a->end = at;
    for (trigger *later = t->next; later; later = later->next)
        later->ahead -= is_like(later, t->high, t->warp, t->routine);
    if (t->state != WAITS && a->of[t->instance] == t)
        a->of[t->instance] = NULL;
    arena_free(t);
}

/* ---- places ---- */

/* It has no instruction that has left, but may have an entry. */
bool caba_may_have_entry(const trigger *t)
{
    return t->state == WAITS && t->ahead == 0;
}

static uint32_t without(uint32_t count, uint32_t free, uint32_t room)
{
    return count - (free < room ? free : room);
}

places caba_places(const assist *a)
{
    uint32_t waits[2] = {0}, free[2] = {0}, entries[2] = {0}, lower = 0;
    for (const trigger *t = a->first; t; t = t->next) {
        waits[t->high] += t->state == WAITS;
        free[t->high] += caba_may_have_entry(t);
        entries[t->high] += t->state != WAITS && t->state != TOLD;
        lower += t->state == WAITS && t->lower;
    }
    uint32_t room = a->entries - entries[0] - entries[1];
    uint32_t high = without(waits[1], free[1], room), upper = a->places - a->low;
    return (places){.least = without(waits[0] + waits[1], free[0] + free[1], room),
                    .low_least = without(waits[0], free[0], a->low - entries[0]) + (high > upper ? high - upper : 0),
                    .low_most = waits[0] + lower,
                    .high_most = waits[1]};
}

/* ---- bounds ---- */

static unsigned first_bound(const assist *a)
{
    return 2 * a->entries + 8;
}

static unsigned next_bound(const assist *a)
{
    return a->entries + 6;
}

static unsigned done_bound(const assist *a)
{
    return a->entries + 4;
}

static const char *late_one(assist *a, const trigger *t, unsigned bound)
{
    if (t->left == 0)
        return caba_wrong_of(a, t, "its first instruction is not offered within %u cycles in which it was due", bound);
    return caba_wrong_of(a, t, "its next instruction is not offered within %u cycles in which it had room", bound);
}

/* What is offered is new, so no kill waited before. */
const char *caba_offered(assist *a, trigger *t)
{
    unsigned bound = t->left ? next_bound(a) : first_bound(a);
    bool is_late = t->high && t->timer.counted + t->timer.open >= bound;
    t->timer = (timer){0};
    t->moved = a->clock;
    return is_late ? late_one(a, t, bound) : NULL;
}

/* The cycle tells that no kill waited in the one before. */
static bool is_settled(const assist *a, uint32_t held)
{
    bool was_held = false, fresh = false;
    for (int s = DEPLOY; s <= IDLE; s++) {
        bool offers = a->now.given[s] || held >> a->number[s] & 1;
        was_held |= a->was_held[s];
        fresh |= offers && !a->was_held[s];
    }
    return !a->now.given[KILL] && (!was_held || fresh);
}

static void run(const assist *a, timer *t, bool settled, bool counts)
{
    if (a->now.given[KILL])
        t->open = 0;
    if (settled) {
        t->counted += t->open;
        t->open = 0;
    }
    t->open += counts && !a->now.given[KILL];
}

/* What the triggers have in common, at the start of the cycle. */
typedef struct {
    bool settled, deploys, idles; /* nothing is held at `deploy`; at both, and low priority is not throttled */
    uint32_t high, low_entries;   /* under way; that have an entry */
    bool high_waits;              /* one of high priority may want an entry */
    const trigger *oldest;        /* of low priority that may want one */
} common;

static common common_of(const assist *a, uint32_t held)
{
    common c = {.settled = is_settled(a, held), .deploys = !(held >> a->number[DEPLOY] & 1)};
    c.idles = c.deploys && !(held >> a->number[IDLE] & 1) && !a->throttled;
    for (const trigger *t = a->first; t; t = t->next) {
        if (t->taken == a->clock)
            continue;
        c.high += t->high;
        c.low_entries += !t->high && t->state != WAITS;
        c.high_waits |= t->high && caba_may_have_entry(t);
        if (!t->high && caba_may_have_entry(t) && c.oldest == NULL)
            c.oldest = t;
    }
    return c;
}

/* The cycle counts for a trigger that waits for an instruction, of high priority as it is bounded. */
static bool counts_high(const assist *a, const common *c, const trigger *t)
{
    if (t->state == WAITS)
        return c->deploys && t->ahead == 0 && c->high <= a->entries - a->low;
    return c->deploys && t->state == RUNS && t->in_part < a->room;
}

/* Of low priority: it is kept by nothing else. */
static bool counts_low(const assist *a, const common *c, const trigger *t)
{
    if (t->state == WAITS)
        return c->idles && t == c->oldest && !c->high_waits && c->low_entries + c->high < a->low;
    return c->idles && t->state == RUNS;
}

static const char *late_trigger(assist *a, const common *c, trigger *t)
{
    bool ends = t->state == RETIRED || t->state == TOLD;
    bool counts = ends ? c->deploys : t->high ? counts_high(a, c, t) : counts_low(a, c, t);
    run(a, &t->timer, c->settled, counts && t->taken < a->clock && t->moved < a->clock);
    if (ends)
        return t->timer.counted >= done_bound(a)
                   ? caba_wrong_of(a, t, "`done` does not tell of it within %u cycles of its retire", done_bound(a))
                   : NULL;
    unsigned bound = !t->high ? MOST_SILENT : t->left ? next_bound(a) : first_bound(a);
    return t->timer.counted >= bound ? late_one(a, t, bound) : NULL;
}

const char *caba_late(assist *a, uint32_t held)
{
    common c = common_of(a, held);
    const char *late = NULL;
    for (trigger *t = a->first; t && !late; t = t->next)
        late = late_trigger(a, &c, t);
    return late;
}
