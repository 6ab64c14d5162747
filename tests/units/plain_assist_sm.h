/* SPDX-License-Identifier: Apache-2.0
 *
 * plain_assist_sm.h - an SM around the plain assist: what it gives in a cycle, and what the plain assist makes of it. It tells by mistake of instances, too, what
 * changes nothing.
 *
 * Read from the bottom up: plain_cycle, what came in, then what the SM gives. */
#ifndef WF_PLAIN_ASSIST_SM_H
#define WF_PLAIN_ASSIST_SM_H

#include "plain_assist_unit.h"

/* ---- the SM ---- */

static bool is_idle(const plain *p)
{
    for (uint32_t i = 0; i < p->places; i++)
        if (p->place[i].used)
            return false;
    for (uint32_t i = 0; i < p->entries; i++)
        if (p->entry[i].state != FREE)
            return false;
    return true;
}

/* The whole store is loaded behind a reset, and a word of it now and then. Few routines end soon in every fourth time. */
static void give_store(plain *p)
{
    inputs *in = &p->in;
    bool all = p->loaded == p->words, ready = is_idle(p);
    if (all && sometimes(p, 20) && strikes(p, TAKES_STORE_WHILE_BUSY))
        ready = true;
    if (!ready || sometimes(p, 4) || (all && !sometimes(p, 40)))
        return;
    in->store = true;
    uint32_t at = all ? any(p, p->words) : p->loaded, ends = p->age % 4 ? 5 : 40;
    p->loaded += !all;
    put(p, STORE, in->store_fields, "address", at);
    put(p, STORE, in->store_fields, "routine", any(p, p->routines));
    put(p, STORE, in->store_fields, "first", sometimes(p, p->poor && !all ? 12 : 3));
    put(p, STORE, in->store_fields, "last", sometimes(p, ends));
    put(p, STORE, in->store_fields, "branch", sometimes(p, 6));
    random_bits(p, STORE, in->store_fields, "instruction");
    takes(p, STORE, in->store_fields);
}

static void give_map(plain *p)
{
    inputs *in = &p->in;
    in->map = sometimes(p, p->clock < 60 && !p->poor ? 3 : 60);
    if (in->map) {
        put(p, MAP, in->map_fields, "cause", any(p, p->events));
        put(p, MAP, in->map_fields, "routine", any(p, p->routines));
        put(p, MAP, in->map_fields, "high", any(p, 2));
        put(p, MAP, in->map_fields, "registers", any(p, 12));
        takes(p, MAP, in->map_fields);
    }
    in->spare = sometimes(p, p->clock < 60 && !p->poor ? 20 : 200);
    if (in->spare) {
        in->spare_to = 6 + any(p, 8);
        takes(p, SPARE, &in->spare_to);
    }
}

static bool has_place(plain *p)
{
    for (uint32_t i = 0; i < p->places; i++)
        if (!p->place[i].used)
            return true;
    return false;
}

/* The place for a trigger; -1: there is none. */
static int place_for(plain *p, bool high)
{
    int found = -1, used = 0;
    uint32_t end = high || strikes(p, DROPS_FULL_LATE) ? p->places : p->low;
    for (uint32_t i = 0; i < end; i++) {
        used += p->place[i].used && !high;
        if (!p->place[i].used && (high || found < 0))
            found = (int)i;
    }
    return used + 1 == (int)p->low && strikes(p, DROPS_FULL_EARLY) ? -1 : found;
}

static void give_trigger(plain *p)
{
    inputs *in = &p->in;
    bool busy = p->clock / 256 % 3, ready = has_place(p) || strikes(p, TAKES_WITHOUT_A_PLACE);
    in->trigger = p->loaded == p->words && p->clock > 20 && ready && sometimes(p, busy ? 2 : 20);
    if (!in->trigger)
        return;
    put(p, TRIGGER, in->trigger_fields, "cause", any(p, p->events));
    put(p, TRIGGER, in->trigger_fields, "warp", p->killing && sometimes(p, 3) ? p->kill : any(p, p->warps));
    random_bits(p, TRIGGER, in->trigger_fields, "mask");
    random_bits(p, TRIGGER, in->trigger_fields, "live_in");
    random_bits(p, TRIGGER, in->trigger_fields, "live_out");
    random_bits(p, TRIGGER, in->trigger_fields, "data");
    for (int high = 0; high < 2; high++)
        in->place[high] = place_for(p, high);
    takes(p, TRIGGER, in->trigger_fields);
}

/* What an SM may tell of an instance by mistake: nothing is staged that has not left. */
static bool may_be_told(const plain *p, const entry *e)
{
    return is_idle(p) || e->branch_left || e->last_left;
}

static void give_answers(plain *p)
{
    inputs *in = &p->in;
    uint32_t resumes = any(p, p->entries);
    bool slow = p->clock / 200 % 4 == 0;
    for (uint32_t i = 0; i < p->entries; i++) {
        entry *e = &p->entry[i];
        bool stray = may_be_told(p, e) && sometimes(p, 6);
        if ((e->out && sometimes(p, slow ? 12 : 2)) || (!e->out && stray)) {
            in->issued |= (uint32_t)1 << i;
            e->out -= e->out > 0;
        }
        if ((e->last_left && !e->retired && sometimes(p, slow ? 30 : 4)) || (!e->last_left && stray)) {
            in->retire |= (uint32_t)1 << i;
            e->retired = e->last_left;
        }
    }
    entry *e = &p->entry[resumes];
    in->resume = e->branch_left || (may_be_told(p, e) && sometimes(p, 4));
    in->resumed = resumes;
    in->address = any(p, p->words);
    e->branch_left = false;
    if (in->issued)
        takes(p, ISSUED, &in->issued);
    if (in->resume) {
        uint32_t fields[MOST_NAMES] = {0};
        put(p, RESUME, fields, "entry", resumes);
        put(p, RESUME, fields, "address", in->address);
        takes(p, RESUME, fields);
    }
    if (in->retire)
        takes(p, RETIRE, &in->retire);
}

static void give_kill(plain *p)
{
    bool offers = p->queue[0].offers || p->queue[1].offers;
    if (!p->killing && sometimes(p, p->clock / 512 % 2 ? 30 : 400)) {
        p->killing = true;
        p->kill = any(p, p->warps);
    }
    p->in.kill = p->killing && p->kill_waited && (!offers || strikes(p, KILLS_WHILE_IT_OFFERS));
    if (p->killed && !offers && !p->killing && strikes(p, KILLS_AGAIN)) {
        p->in.kill = true;
        p->kill = any(p, p->warps);
    }
    if (p->in.kill)
        takes(p, KILL, &p->kill);
}

/* The slots of this cycle: what leaves at `idle` needs a free one. */
static void use_slots(plain *p)
{
    uint32_t used = any(p, p->slots + 1);
    p->in.busy = !sometimes(p, 4);
    if (p->in.busy)
        p->in.used = p->clock / 128 % 2 ? used : p->slots;
}

static void give_busy(plain *p)
{
    if (p->in.busy)
        takes(p, BUSY, &p->in.used);
}

/* ---- what came in ---- */

static void load(plain *p)
{
    const uint32_t *f = p->in.store_fields;
    uint32_t at = get(p, STORE, f, "address"), routine = get(p, STORE, f, "routine");
    stored *i = &p->store[at];
    i->last = get(p, STORE, f, "last");
    i->branch = get(p, STORE, f, "branch");
    memcpy(i->bits, f + field_at(p->s.stream[STORE], "instruction"),
           sizeof *f * (size_t)((field_bits(p->s.stream[STORE], "instruction") + 31) / 32));
    if (get(p, STORE, f, "first")) {
        p->begins[routine] = true;
        p->first[routine] = at;
    }
}

static void map(plain *p)
{
    const uint32_t *f = p->in.map_fields;
    uint32_t routine = get(p, MAP, f, "routine");
    p->map[get(p, MAP, f, "cause")] = (mapping){true, routine, get(p, MAP, f, "registers")};
    p->high[routine] = get(p, MAP, f, "high");
}

static void drop(plain *p, const uint32_t *f, uint32_t reason)
{
    p->dropped = (told){.valid = true, .warp = get(p, TRIGGER, f, "warp")};
    put(p, DROPPED, p->dropped.fields, "cause", get(p, TRIGGER, f, "cause"));
    put(p, DROPPED, p->dropped.fields, "warp", get(p, TRIGGER, f, "warp"));
    put(p, DROPPED, p->dropped.fields, "reason", reason);
    copy(p, DROPPED, p->dropped.fields, "data", f);
    counts(p, reason ? WRONG : FULL, 1);
}

static void trigger(plain *p)
{
    const uint32_t *f = p->in.trigger_fields;
    const mapping *m = &p->map[get(p, TRIGGER, f, "cause")];
    uint32_t wants = m->registers + strikes(p, COUNTS_REGISTERS_FROM_ONE), routine = m->routine;
    bool high = p->high[routine];
    counts(p, TRIGGERS, 1);
    if (!m->mapped && !strikes(p, TRUSTS_ANY_EVENT)) {
        drop(p, f, 1);
        return;
    }
    if (!p->begins[routine] && !strikes(p, TRUSTS_ANY_ROUTINE)) {
        drop(p, f, 2);
        return;
    }
    if (wants > p->spare && !strikes(p, TRUSTS_ANY_REGISTERS)) {
        drop(p, f, 3);
        return;
    }
    int at = p->in.place[high];
    if (at < 0 || (high && strikes(p, DROPS_A_HIGH_ONE))) {
        drop(p, f, 0);
        return;
    }
    request *r = &p->place[at];
    *r = (request){.warp = get(p, TRIGGER, f, "warp"), .routine = routine, .high = high, .used = true, .age = p->age++};
    memcpy(r->fields, f, sizeof r->fields);
    if (p->in.kill && r->warp == p->kill && strikes(p, KILLS_A_NEW_ONE))
        r->used = false;
}

static void answer(plain *p)
{
    const inputs *in = &p->in;
    for (uint32_t i = 0; i < p->entries; i++) {
        entry *e = &p->entry[i];
        if (in->issued >> i & 1 && !strikes(p, FORGETS_AN_ISSUED))
            e->in_part -= e->in_part > 0 || (e->in_part > -8 && e->state != FREE && e->of.high && strikes(p, TRUSTS_ANY_ISSUED));
        if (in->retire >> i & 1 && (e->state == HAD_LAST || (e->state == STOPS && strikes(p, TRUSTS_ANY_RETIRE))))
            e->state = OVER;
    }
    entry *e = &p->entry[in->resumed];
    bool may = e->state == STOPS || ((e->state == HAD_LAST || e->state == OVER) && strikes(p, TRUSTS_ANY_RESUME));
    if (in->resume && may && !strikes(p, FORGETS_A_RESUME)) {
        e->state = RUNS;
        e->address = strikes(p, RESUMES_ELSEWHERE) ? in->address ^ 1 : in->address;
    }
}

static void take_inputs(plain *p)
{
    bool early = p->in.trigger && p->in.map && strikes(p, MAPS_IN_THE_CYCLE);
    answer(p);
    if (p->in.kill)
        kill(p, p->kill);
    if (early)
        map(p);
    if (p->in.trigger)
        trigger(p);
    if (p->in.store)
        load(p);
    if (p->in.map)
        map(p);
    if (p->in.spare)
        p->spare = p->in.spare_to;
}

/* ---- a cycle ---- */

static void hold(plain *p)
{
    p->held = p->ended.valid && p->ended.high ? (uint64_t)1 << p->ended.warp : 0;
    for (uint32_t i = 0; i < p->places; i++)
        p->held |= (uint64_t)(p->place[i].used && p->place[i].high) << p->place[i].warp;
    for (uint32_t i = 0; i < p->entries; i++)
        p->held |= (uint64_t)(p->entry[i].state != FREE && p->entry[i].of.high) << p->entry[i].of.warp;
}

static void end_cycle(plain *p)
{
    counts(p, THROTTLED, p->throttled);
    p->used += p->in.used;
    memcpy(p->shown[p->clock % 4], p->count, sizeof p->count);
    p->clock++;
    if (p->clock % p->window == 0) {
        p->throttled = p->used > p->limit;
        p->used = 0;
    }
    p->kill_waited = p->killing && !p->in.kill;
    p->killed = p->in.kill;
    p->killing &= !p->in.kill;
    hold(p);
}

static void plain_reset(plain *p)
{
    p->c->spec->reset(p->c->state);
    if (!strikes(p, KEEPS_THE_MAP))
        memset(p->map, 0, sizeof p->map);
    if (!strikes(p, KEEPS_ROUTINES))
        memset(p->begins, 0, sizeof p->begins);
    if (!strikes(p, KEEPS_SPARE))
        p->spare = 0;
    if (!strikes(p, KEEPS_TRIGGERS)) {
        memset(p->place, 0, sizeof p->place);
        memset(p->entry, 0, sizeof p->entry);
    }
    if (!strikes(p, KEEPS_COUNTS))
        memset(p->count, 0, sizeof p->count);
    memset(p->queue, 0, sizeof p->queue);
    memset(p->high, 0, sizeof p->high);
    p->ended = p->dropped = p->dropped_late = p->flush = (told){0};
    p->throttled = p->killing = p->kill_waited = p->killed = false;
    p->used = p->loaded = p->ended_before = 0;
    p->held = p->held_before = 0;
    p->clock = 0;
    p->poor = sometimes(p, 3);
}

static const char *plain_cycle(plain *p)
{
    p->wrong = NULL;
    p->in = (inputs){0};
    bool resets = p->fault >= KEEPS_THE_MAP && p->fault <= KEEPS_COUNTS;
    if (sometimes(p, resets ? 400 : 3000)) {
        plain_reset(p);
        return NULL;
    }
    told dropped = p->dropped, ended = p->ended;
    use_slots(p);
    uint32_t held = give_queue(p, true);
    held |= give_queue(p, false);
    give_ended(p);
    give_dropped(p);
    give_flush(p);
    give_held(p, &dropped, &ended);
    give_state(p);
    give_store(p);
    give_map(p);
    give_trigger(p);
    give_answers(p);
    give_kill(p);
    give_busy(p);
    place(p);
    if (!p->in.kill) {
        end_one(p);
        stage(p, true);
        stage(p, false);
    }
    enter(p);
    if (!p->in.kill)
        choose(p);
    take_inputs(p);
    end_cycle(p);
    return p->wrong ? p->wrong : p->c->spec->cycle(p->c->state, held);
}

#endif
