/* SPDX-License-Identifier: Apache-2.0
 *
 * sm_scheduler.c - the warps of a scheduler, and their order. */
#include "sm_scheduler.h"

#include <string.h>

void scheduler_open(scheduler *s, machine_policy policy, int active)
{
    *s = (scheduler){.policy = policy, .active = active, .last = -1};
}

static int place_of(const scheduler *s, int warp)
{
    int at = 0;
    while (at < s->count && s->warp[at] != warp)
        at++;
    return at;
}

static void pull(scheduler *s, int at)
{
    memmove(s->warp + at, s->warp + at + 1, (size_t)(--s->count - at) * sizeof *s->warp);
}

void scheduler_enter(scheduler *s, int warp)
{
    s->warp[s->count++] = warp;
}

void scheduler_leave(scheduler *s, int warp)
{
    pull(s, place_of(s, warp));
    if (s->last == warp)
        s->last = -1;
}

/* The first `count` of them, from the one behind that which was issued last on: by number, as a round has it. */
static int round_robin(const scheduler *s, int count, int *order)
{
    bool there[SCHEDULER_WARPS] = {false};
    int n = 0;
    for (int i = 0; i < count; i++)
        there[s->warp[i]] = true;
    for (int i = 1; i <= SCHEDULER_WARPS; i++) {
        int warp = (s->last + i) % SCHEDULER_WARPS;
        if (there[warp])
            order[n++] = warp;
    }
    return n;
}

int scheduler_order(const scheduler *s, int *order)
{
    int n = 0;
    if (s->policy == MACHINE_LRR)
        return round_robin(s, s->count, order);
    if (s->policy == MACHINE_TWO_LEVEL)
        return round_robin(s, s->count < s->active ? s->count : s->active, order);
    if (s->last >= 0)
        order[n++] = s->last;
    for (int i = 0; i < s->count; i++)
        if (s->warp[i] != s->last)
            order[n++] = s->warp[i];
    return n;
}

void scheduler_issued(scheduler *s, int warp)
{
    s->last = warp;
}

bool scheduler_waits(scheduler *s, int warp)
{
    if (s->policy != MACHINE_TWO_LEVEL || s->count <= s->active)
        return false;
    int at = place_of(s, warp);
    if (at >= s->active)
        return false;
    /* The one that waits longest takes its place, and it waits behind all others. */
    s->warp[at] = s->warp[s->active];
    pull(s, s->active);
    s->warp[s->count++] = warp;
    return true;
}
