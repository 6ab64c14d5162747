/* SPDX-License-Identifier: Apache-2.0
 *
 * The specification of assist, from docs/assist.md: a list of the triggers that are under way, and what the store, the map and the registers to spare
 * say. It knows no cycle but those that the page promises: of what is dropped, of `held`, of kills, of windows and counts, and the bounds.
 *
 * An instance's entry is seen when its first instruction leaves. What comes in at a cycle counts from the next one on, so it is kept until the cycle is over.
 *
 * That an input waits is not seen: neither that a trigger is taken if a place is free, nor that a kill is taken in time.
 *
 * Read from the bottom up: took and gave, what happens at the end of a cycle, then what each stream does. What instances do is in assist_instances.c. */
#include "assist.h"

#include <stdlib.h>
#include <string.h>

#include "../fields.h"

const char *const caba_streams[STREAMS] = {"store", "map",    "spare", "trigger", "issued",  "resume", "retire", "kill",
                                           "busy",  "deploy", "idle",  "done",    "dropped", "flush",  "held",   "state"};

enum { FULL_REASON, NO_MAP, NO_ROUTINE, NO_REGISTERS }; /* why a trigger is dropped */

/* ---- complaints ---- */

const char *caba_wrong(assist *a, const char *format, ...)
{
    va_list args;
    a->complaint.len = 0;
    va_start(args, format);
    text_vprintf(&a->complaint, format, args);
    va_end(args);
    return a->complaint.data;
}

const char *caba_wrong_of(assist *a, const trigger *t, const char *format, ...)
{
    va_list args;
    a->complaint.len = 0;
    text_printf(&a->complaint, "%s priority trigger of event %u, warp %u, routine %u, taken in cycle %llu: ", t->high ? "high" : "low",
                t->event, t->warp, t->routine, t->taken);
    va_start(args, format);
    text_vprintf(&a->complaint, format, args);
    va_end(args);
    return a->complaint.data;
}

/* ---- fields ---- */

const uint32_t *caba_field(const assist *a, stream_kind s, const char *name, const uint32_t *fields)
{
    return fields + field_at(a->stream[s], name);
}

uint32_t caba_number(const assist *a, stream_kind s, const char *name, const uint32_t *fields)
{
    return *caba_field(a, s, name, fields);
}

/* A field that comes back as it was in the trigger is another. */
bool caba_is_changed(const assist *a, stream_kind s, const char *name, const uint32_t *fields, const uint32_t *of)
{
    size_t words = (size_t)(field_bits(a->stream[s], name) + 31) / 32;
    return memcmp(caba_field(a, s, name, fields), caba_field(a, TRIGGER, name, of), sizeof *fields * words) != 0;
}

/* ---- what starts a kernel ---- */

/* The store is ready if no place and no entry is in use. One that is told by `done` has none. */
static const char *take_store(assist *a, const uint32_t *fields)
{
    memcpy(a->now.store, fields, sizeof *fields * (size_t)field_words(a->stream[STORE]));
    for (const trigger *t = a->first; t; t = t->next)
        if (t->state != TOLD)
            return caba_wrong_of(a, t, "it is under way, but `store` is taken");
    return NULL;
}

static void load(assist *a)
{
    const uint32_t *f = a->now.store;
    uint32_t address = caba_number(a, STORE, "address", f);
    instruction *i = &a->store[address];
    i->loaded = true;
    i->last = caba_number(a, STORE, "last", f);
    i->branch = caba_number(a, STORE, "branch", f) && !i->last;
    memcpy(i->bits, caba_field(a, STORE, "instruction", f), sizeof *f * ((a->bits + 31) / 32));
    routine_entry *r = &a->routine[caba_number(a, STORE, "routine", f)];
    if (caba_number(a, STORE, "first", f)) {
        r->begins = true;
        r->first = address;
    }
}

static void map(assist *a)
{
    const uint32_t *f = a->now.map;
    uint32_t routine = caba_number(a, MAP, "routine", f);
    a->event[caba_number(a, MAP, "cause", f)] = (event_entry){true, routine, caba_number(a, MAP, "registers", f)};
    a->routine[routine].high = caba_number(a, MAP, "high", f);
}

/* ---- triggers and drops ---- */

static bool is_wrong(const assist *a, const event_entry *e, uint32_t *reason)
{
    if (e->mapped && a->routine[e->routine].begins && e->registers <= a->spare)
        return false;
    *reason = !e->mapped ? NO_MAP : !a->routine[e->routine].begins ? NO_ROUTINE : NO_REGISTERS;
    return true;
}

static const char *take_trigger(assist *a, const uint32_t *fields)
{
    verdict *v = &a->now.verdict;
    uint32_t warp = caba_number(a, TRIGGER, "warp", fields);
    const event_entry *e = &a->event[caba_number(a, TRIGGER, "cause", fields)];
    places p = caba_places(a);
    *v = (verdict){.taken = true};
    memcpy(v->fields, fields, sizeof *fields * (size_t)field_words(a->stream[TRIGGER]));
    a->counts.seen.sure[TRIGGERS]++;
    if (p.least >= a->places)
        return caba_wrong(a, "trigger: it is taken, but no place is free");
    if (is_wrong(a, e, &v->reason)) {
        v->may_drop = v->must_drop = true;
        return NULL;
    }
    v->trigger = caba_add(a, v->fields, caba_number(a, TRIGGER, "cause", fields), warp);
    if (!v->trigger->high) {
        v->reason = FULL_REASON;
        v->may_drop = p.low_most >= a->low;
        v->must_drop = p.low_least >= a->low;
    } else
        v->trigger->lower = p.high_most >= a->places - a->low;
    return NULL;
}

static const char *give_dropped(assist *a, const uint32_t *fields)
{
    static const char *const names[] = {"cause", "warp", "data"};
    verdict *v = &a->before;
    uint32_t reason = caba_number(a, DROPPED, "reason", fields);
    if (!v->taken)
        return caba_wrong(a, "dropped: no trigger was taken in the cycle before");
    if (!v->may_drop)
        return caba_wrong_of(a, v->trigger, "it is dropped, with reason %u", reason);
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (caba_is_changed(a, DROPPED, names[i], fields, v->fields))
            return caba_wrong(a, "dropped: %s_o is not that of the trigger", names[i]);
    if (reason != v->reason)
        return caba_wrong(a, "dropped: reason_o is %u, expected %u", reason, v->reason);
    a->counts.seen.sure[reason == FULL_REASON ? FULL : WRONG]++;
    if (v->trigger)
        caba_remove(a, v->trigger);
    *v = (verdict){0};
    return NULL;
}

/* ---- the end of a cycle ---- */

/* A trigger waits if one like it is before it when it is placed. If a kill takes it away then, it may be counted; so it may if the only one before it is
 * retired, since that has no entry any more in the cycle before it is told. */
static void count_waiting(assist *a)
{
    const trigger *t = a->before.trigger;
    uint32_t before = 0, retired = 0;
    if (t == NULL)
        return;
    for (const trigger *other = a->first; other != t; other = other->next)
        if (other->warp == t->warp && other->high == t->high && (t->high || other->routine == t->routine)) {
            before += other->state != TOLD && other->state != RETIRED;
            retired += other->state == RETIRED;
        }
    if ((before || retired) && (before == 0 || (a->now.given[KILL] && a->now.kill == t->warp)))
        a->counts.seen.killed[WAITED]++;
    else
        a->counts.seen.sure[WAITED] += before > 0;
}

static const char *judge_drop(assist *a)
{
    if (!a->before.must_drop)
        return NULL;
    if (a->before.trigger)
        return caba_wrong_of(a, a->before.trigger, "it is not dropped, but no place is free that low priority may use");
    return caba_wrong(a, "trigger of event %u, warp %u: it is not dropped, expected reason %u",
                      caba_number(a, TRIGGER, "cause", a->before.fields), caba_number(a, TRIGGER, "warp", a->before.fields),
                      a->before.reason);
}

static const char *judge_offers(assist *a, uint32_t held)
{
    for (int s = DEPLOY; s <= IDLE; s++) {
        bool offers = a->now.given[s] || held >> a->number[s] & 1;
        if (a->was_held[s] && !offers)
            return caba_wrong(a, "%s: what was offered is offered no more, and was not taken", caba_streams[s]);
        if (a->now.given[KILL] && offers)
            return caba_wrong(a, "kill: it is taken while `%s` offers an instruction", caba_streams[s]);
    }
    if (a->now.given[KILL] && a->killed_before)
        return caba_wrong(a, "kill: it is taken in the first cycle in which it can be there");
    if (a->number[STATE] >= 0 && !a->now.given[STATE])
        return caba_wrong(a, "state: it is not valid");
    return a->now.given[HELD] ? NULL : caba_wrong(a, "held: it is not valid");
}

/* What is around owes this. */
static const char *judge_slots(assist *a)
{
    if (a->now.given[IDLE] && a->now.given[BUSY] && a->now.used >= a->slots)
        return caba_wrong(a, "idle: an instruction is taken in a cycle in which %u slots are used, all there are", a->now.used);
    return NULL;
}

/* While low priority is throttled no more leave than were picked before. */
static const char *judge_throttle(assist *a, uint32_t held)
{
    bool offers = held >> a->number[IDLE] & 1;
    a->throttled_by = a->throttled ? a->throttled_by + a->now.given[IDLE] : 0;
    if (a->throttled && a->throttled_by + offers > CABA_QUEUE)
        return caba_wrong(a, "idle: low priority is throttled, but more is offered than the %d instructions that were picked before",
                          CABA_QUEUE);
    return NULL;
}

static void end_window(assist *a)
{
    a->counts.seen.sure[THROTTLED] += a->throttled;
    a->used += a->now.given[BUSY] ? a->now.used : 0;
    if ((a->clock + 1) % a->window == 0) {
        a->throttled = a->used > a->limit;
        a->used = 0;
    }
}

/* Nothing is left of what was told, and of what a kill takes away. */
static void end_triggers(assist *a)
{
    bool empty = true;
    trigger *next;
    for (trigger *t = a->first; t; t = next) {
        next = t->next;
        if (t->state == TOLD)
            caba_remove(a, t);
    }
    for (trigger *t = a->first; t && a->now.given[KILL]; t = next) {
        next = t->next;
        if (t->warp != a->now.kill || t->taken == a->clock)
            continue;
        empty = false;
        caba_count_killed(a, t);
    }
    for (trigger *t = a->first; t && a->now.given[KILL]; t = next) {
        next = t->next;
        if (t->warp == a->now.kill && t->taken < a->clock)
            caba_remove(a, t);
    }
    a->counts.seen.sure[KILLS] += a->now.given[KILL];
    a->counts.seen.sure[EMPTY_KILLS] += a->now.given[KILL] && empty;
}

static void begin_cycle(assist *a, uint32_t held)
{
    if (held >> a->number[DEPLOY] & 1 && !a->was_held[DEPLOY])
        a->offered = a->clock;
    for (int s = DEPLOY; s <= IDLE; s++)
        a->was_held[s] = held >> a->number[s] & 1;
    a->killed_before = a->now.given[KILL];
    a->before = a->now.verdict;
    a->now = (arrivals){0};
    a->clock++;
}

static const char *cycle(void *spec, uint32_t held)
{
    assist *a = spec;
    const char *wrong = judge_offers(a, held);
    if (!wrong)
        wrong = judge_drop(a);
    if (!wrong)
        wrong = judge_slots(a);
    if (!wrong)
        wrong = judge_throttle(a, held);
    if (!wrong)
        wrong = caba_late(a, held);
    count_waiting(a);
    end_window(a);
    caba_answer(a);
    end_triggers(a);
    if (a->now.given[STORE])
        load(a);
    if (a->now.given[MAP])
        map(a);
    if (a->now.given[SPARE])
        a->spare = a->now.spare;
    caba_keep_counts(a);
    begin_cycle(a, held);
    return wrong;
}

/* ---- the specification ---- */

static void find_streams(assist *a, const wf_streams *streams)
{
    for (int k = 0; k < STREAMS; k++) {
        a->number[k] = -1;
        for (int s = 0; s < streams->count; s++)
            if (strcmp(streams->stream[s].name, caba_streams[k]) == 0) {
                a->kind[s] = (stream_kind)k;
                a->number[k] = s;
                a->stream[k] = &streams->stream[s];
            }
    }
}

static void *open_assist(const design *d, const bench_module *m)
{
    assist *a = zalloc(sizeof *a);
    find_streams(a, &m->streams);
    caba_find_counts(a);
    a->warps = unit_parameter(d, "warps");
    a->routines = unit_parameter(d, "routines");
    a->events = unit_parameter(d, "events");
    a->words = unit_parameter(d, "store");
    a->bits = unit_parameter(d, "bits");
    a->entries = unit_parameter(d, "entries");
    a->places = unit_parameter(d, "waiting");
    a->low = unit_parameter(d, "low");
    a->width = unit_parameter(d, "width");
    a->room = unit_parameter(d, "room");
    a->most = unit_parameter(d, "most");
    a->window = unit_parameter(d, "window");
    a->slots = unit_parameter(d, "slots");
    a->limit = a->slots * a->window * unit_parameter(d, "throttle") / 100;
    a->flushes = unit_chooses(d, "part", "flush");
    a->routine = zalloc(sizeof *a->routine * a->routines);
    a->event = zalloc(sizeof *a->event * a->events);
    a->store = zalloc(sizeof *a->store * a->words);
    for (uint32_t i = 0; i < a->words; i++)
        a->store[i].bits = zalloc(sizeof *a->store->bits * ((a->bits + 31) / 32));
    a->end = &a->first;
    return a;
}

static void reset_assist(void *spec)
{
    assist *a = spec;
    while (a->first)
        caba_remove(a, a->first);
    memset(a->routine, 0, sizeof *a->routine * a->routines);
    memset(a->event, 0, sizeof *a->event * a->events);
    for (uint32_t i = 0; i < a->words; i++)
        a->store[i].loaded = false;
    memset(a->was_held, 0, sizeof a->was_held);
    a->now = (arrivals){0};
    a->before = (verdict){0};
    a->spare = a->used = a->throttled_by = 0;
    a->throttled = a->killed_before = false;
    a->clock = 0;
    caba_reset_counts(a);
}

static void close_assist(void *spec)
{
    assist *a = spec;
    reset_assist(a);
    for (uint32_t i = 0; i < a->words; i++)
        arena_free(a->store[i].bits);
    arena_free(a->store);
    arena_free(a->event);
    arena_free(a->routine);
    text_free(&a->complaint);
    arena_free(a);
}

static const char *took(void *spec, int stream, const uint32_t *fields)
{
    assist *a = spec;
    stream_kind s = a->kind[stream];
    a->now.given[s] = true;
    switch (s) {
    case STORE: return take_store(a, fields);
    case MAP: memcpy(a->now.map, fields, sizeof a->now.map); return NULL;
    case SPARE: a->now.spare = fields[0]; return NULL;
    case TRIGGER: return take_trigger(a, fields);
    case ISSUED: return caba_take_issued(a, fields);
    case RESUME: return caba_take_resume(a, fields);
    case RETIRE: return caba_take_retire(a, fields);
    case KILL: a->now.kill = fields[0]; return NULL;
    default: a->now.used = fields[0]; return NULL;
    }
}

/* The parents of high priority are held. What is told or killed in this cycle still is. */
static const char *give_held(assist *a, const uint32_t *fields)
{
    uint64_t want = 0;
    for (const trigger *t = a->first; t; t = t->next)
        want |= (uint64_t)(t->high && t->taken < a->clock) << t->warp;
    for (uint32_t w = 0; w < a->warps; w++)
        if ((fields[w / 32] >> w % 32 & 1) != (want >> w & 1))
            return caba_wrong(a, "held: bit %u is %u, but %s of high priority of that warp is under way", w, fields[w / 32] >> w % 32 & 1,
                              want >> w & 1 ? "a trigger" : "no trigger");
    return NULL;
}

static const char *gave(void *spec, int stream, const uint32_t *fields)
{
    assist *a = spec;
    stream_kind s = a->kind[stream];
    a->now.given[s] = true;
    switch (s) {
    case DEPLOY:
    case IDLE: return caba_give_instructions(a, s, fields);
    case DONE: return caba_give_done(a, fields);
    case DROPPED: return give_dropped(a, fields);
    case FLUSH: return caba_give_flush(a, fields);
    case HELD: return give_held(a, fields);
    default: return caba_judge_counts(a, fields);
    }
}

const specification spec_assist = {open_assist, close_assist, reset_assist, took, gave, cycle};
