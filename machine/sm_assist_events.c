/* SPDX-License-Identifier: Apache-2.0
 *
 * sm_assist_events.c - events that trigger routines. It reads in the order in which a job goes: its trigger, its instructions, its end. */
#include "sm_assist_events.h"

#include <string.h>

#include "../base/arena.h"
#include "../base/msg.h"
#include "sm_memory.h"

enum { ANSWER = 0, PREDICATE = 1 /* live registers */ };
static const assist_kind events;

/* ---- it begins and ends ---- */

void events_open(sm_assist *a)
{
    const event_map *map = a->s->events;
    sm_events *v = a->own = zalloc(sizeof *v);
    v->map = map;
    v->memory = zalloc((size_t)map->memory * HELPER_PLACES + 1);
    v->access = zalloc(MEMORY_OPERATIONS * sizeof *v->access);
    v->accesses = zalloc(MEMORY_OPERATIONS * sizeof *v->accesses);
    for (int k = 0; k < map->count; k++)
        assist_add_code(a, map->store, map->entry[k].routine);
}

void events_close(sm_assist *a)
{
    sm_events *v = a->own;
    for (int k = 0; k < HELPER_JOBS; k++)
        if (v->job[k].at) {
            instance_free(v->job[k].at);
            arena_free(v->job[k].at);
        }
    arena_free(v->memory);
    arena_free(v->access);
    arena_free(v->accesses);
    arena_free(v);
}

void events_launch(sm_assist *a, bool room)
{
    a->own->room = room;
}

static event_job *job_of(const sm_assist *a, const helper_job *j)
{
    return &a->own->job[assist_number(a, j)];
}

static uint8_t *memory_of(const sm_assist *a, int warp)
{
    return a->own->memory + (size_t)warp * (size_t)a->own->map->memory;
}

void events_enter(sm_assist *a, int warp)
{
    a->own->over[warp] = false;
    memset(memory_of(a, warp), 0, (size_t)a->own->map->memory);
}

/* ---- triggers ---- */

/* Does it rest? One that goes with another rests with that. */
static bool rests(sm_assist *a, int entry)
{
    const event_entry *e = &a->own->map->entry[entry];
    if (e->with >= 0)
        return a->own->entry[e->with].rests > 0;
    if (a->own->entry[entry].rests == 0)
        return false;
    a->own->entry[entry].rests--;
    return true;
}

bool events_may_trigger(const sm_assist *a, int entry)
{
    return a->free_jobs > 0 || !a->own->map->entry[entry].high;
}

bool events_trigger(sm_assist *a, int entry, int warp, const instance_start *start)
{
    sm_events *v = a->own;
    const event_entry *e = &v->map->entry[entry];
    entry_counts *c = &v->counts.entry[entry];
    c->triggers++;
    if (rests(a, entry)) {
        c->rested++;
    } else if (!v->room) {
        c->no_memory++;
    } else if (a->free_jobs == 0) {
        c->no_job++;
    } else {
        helper_job *j = assist_new_job(a, &events, warp, a->lines + entry, e->high);
        event_job *of = job_of(a, j);
        j->entry = entry;
        j->mask = start->mask;
        of->begun = false;
        of->start = *start;
        of->start.memory = memory_of(a, warp);
        of->start.bytes = (uint32_t)v->map->memory;
        return e->high;
    }
    return false;
}

/* ---- instructions ---- */

static int next(const sm_assist *a, const helper_job *j)
{
    return instance_next(job_of(a, j)->at);
}

static void issue(sm_assist *a, helper_job *j, int number, int operation)
{
    sm_events *v = a->own;
    event_job *of = job_of(a, j);
    const event_entry *e = &v->map->entry[j->entry];
    if (of->at == NULL)
        of->at = zalloc(sizeof *of->at);
    if (!of->begun)
        instance_begin(of->at, v->map->store, e->routine, &of->start);
    of->begun = true;
    if (next(a, j) != number)
        die("the controller gives instruction %d of the store for %d, of %s", number, next(a, j), e->routine_name);
    v->accesses[operation] = instance_step(of->at, v->map->store, &v->access[operation]);
    if (next(a, j) < 0 && !routine_code_at(v->map->store, number).returns)
        die("the routine %s ends without a ret", e->routine_name);
    *(j->high ? &v->counts.high : &v->counts.low) += 1;
}

const routine_access *events_access(const sm_assist *a, int job, int operation)
{
    return a->job[job].kind == &events ? &a->own->access[operation] : NULL;
}

/* ---- ends ---- */

static bool says_yes(const event_job *of)
{
    for (int lane = 0; lane < ROUTINE_LANES; lane++)
        if (of->start.mask >> lane & 1 && of->at->live.out[PREDICATE][lane] == 0)
            return false;
    return true;
}

static void answer(sm_assist *a, const helper_job *j, const event_job *of, bool said)
{
    sm_events *v = a->own;
    event_answer *to = &v->answer[j->warp];
    *to = (event_answer){.entry = j->entry, .said = said, .mask = of->start.mask};
    memcpy(to->out, of->at->live.out[ANSWER], sizeof to->out);
    v->answered[j->warp] = true;
    v->answers++;
}

/* Of the lines that were prefetched meanwhile so many were used; of one that prefetches nothing, so many said yes. */
static void try_worth(sm_assist *a, int entry, bool said)
{
    sm_events *v = a->own;
    const ahead_counts *now = mem_prefetched(a->mem, a->sm);
    const bool ahead = assist_routine(a, a->lines + entry)->prefetches;
    const uint64_t sent = ahead ? now->sent - v->entry[entry].sent : 0, used = now->used - v->entry[entry].used;
    v->entry[entry].said += said;
    if (++v->entry[entry].tries < EVENT_TRIES)
        return;
    const uint64_t part = sent > 0 ? used : v->entry[entry].said, all = sent > 0 ? sent : EVENT_TRIES;
    v->entry[entry].rests = 100 * part < (uint64_t)v->map->entry[entry].worth * all ? EVENT_RESTS : 0;
    v->entry[entry].tries = v->entry[entry].said = 0;
    v->entry[entry].sent = now->sent;
    v->entry[entry].used = now->used;
}

static void done(sm_assist *a, helper_job *j, bool cut)
{
    sm_events *v = a->own;
    const event_job *of = job_of(a, j);
    const event_entry *e = &v->map->entry[j->entry];
    entry_counts *c = &v->counts.entry[j->entry];
    const uint64_t wait = a->now - j->since;
    if (cut)
        die("%s:%d: [%s]: the routine %s has not ended after as many instructions as the controller gives one instance (--most)",
            v->map->path, e->line, e->name, e->routine_name);
    const bool said = says_yes(of);
    c->ended++;
    c->said += said;
    c->wait += wait;
    c->longest = wait > c->longest ? wait : c->longest;
    if (j->high)
        answer(a, j, of, said);
    if (e->worth > 0)
        try_worth(a, j->entry, said);
}

static void dropped(sm_assist *a, helper_job *j, int reason)
{
    const event_entry *e = &a->own->map->entry[j->entry];
    if (j->high || reason != HELPER_FULL)
        die("the controller drops a trigger of %s for reason %d", e->routine_name, reason);
    a->own->counts.entry[j->entry].full++;
}

static void late(sm_assist *a, helper_job *j)
{
    a->own->counts.entry[j->entry].killed++;
}

/* Its warp is over, and has routines of events alone. */
static bool over(const sm_assist *a, const helper_job *j)
{
    if (!a->own->over[j->warp])
        return false;
    for (int k = 0; k < HELPER_JOBS; k++)
        if (a->job[k].state != HELPER_NONE && a->job[k].warp == j->warp && a->job[k].kind != &events)
            return false;
    return true;
}

static const assist_kind events = {issue, next, done, dropped, late, over};

/* ---- counts ---- */

void event_counts_add(event_counts *sum, const event_counts *c)
{
    for (int k = 0; k < EVENT_ENTRIES; k++) {
        entry_counts *to = &sum->entry[k];
        const entry_counts *e = &c->entry[k];
        to->triggers += e->triggers;
        to->rested += e->rested;
        to->no_memory += e->no_memory;
        to->no_job += e->no_job;
        to->full += e->full;
        to->killed += e->killed;
        to->ended += e->ended;
        to->said += e->said;
        to->wait += e->wait;
        to->longest = e->longest > to->longest ? e->longest : to->longest;
    }
    sum->high += c->high;
    sum->low += c->low;
    sum->skips += c->skips;
    sum->skipped += c->skipped;
    sum->differ += c->differ;
    sum->ahead.there += c->ahead.there;
    sum->ahead.refused += c->ahead.refused;
    sum->ahead.sent += c->ahead.sent;
    sum->ahead.used += c->ahead.used;
    sum->ahead.lost += c->ahead.lost;
    sum->ahead.untold += c->ahead.untold;
}
