/* SPDX-License-Identifier: Apache-2.0
 *
 * test_spec_assist_faults.c - the specification of assist beside a plain assist (plain_assist.h) in traffic: it accepts the right one, and notices each kind
 * of mistake, in the words that name it.
 *
 * Read from the bottom up: the tests, then a cycle, then what the SM gives. */
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
    put(p, STORE, in->store_fields, "first", sometimes(p, 3));
    put(p, STORE, in->store_fields, "last", sometimes(p, ends));
    put(p, STORE, in->store_fields, "branch", sometimes(p, 6));
    random_bits(p, STORE, in->store_fields, "instruction");
    takes(p, STORE, in->store_fields);
}

static void give_map(plain *p)
{
    inputs *in = &p->in;
    in->map = sometimes(p, p->clock < 60 ? 3 : 60);
    if (in->map) {
        put(p, MAP, in->map_fields, "event", any(p, p->events));
        put(p, MAP, in->map_fields, "routine", any(p, p->routines));
        put(p, MAP, in->map_fields, "high", any(p, 2));
        put(p, MAP, in->map_fields, "registers", any(p, 12));
        takes(p, MAP, in->map_fields);
    }
    in->spare = sometimes(p, p->clock < 60 ? 20 : 200);
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
    put(p, TRIGGER, in->trigger_fields, "event", any(p, p->events));
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
        put(p, RESUME, fields, "instance", resumes);
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

static void give_busy(plain *p)
{
    uint32_t used = any(p, p->slots + 1);
    if (sometimes(p, 4))
        return;
    p->in.used = p->clock / 128 % 2 ? used : p->slots;
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
    p->map[get(p, MAP, f, "event")] = (mapping){true, routine, get(p, MAP, f, "registers")};
    p->high[routine] = get(p, MAP, f, "high");
}

static void drop(plain *p, const uint32_t *f, uint32_t reason)
{
    p->dropped = (told){.valid = true, .warp = get(p, TRIGGER, f, "warp")};
    put(p, DROPPED, p->dropped.fields, "event", get(p, TRIGGER, f, "event"));
    put(p, DROPPED, p->dropped.fields, "warp", get(p, TRIGGER, f, "warp"));
    put(p, DROPPED, p->dropped.fields, "reason", reason);
    copy(p, DROPPED, p->dropped.fields, "data", f);
    counts(p, reason ? WRONG : FULL, 1);
}

static void trigger(plain *p)
{
    const uint32_t *f = p->in.trigger_fields;
    const mapping *m = &p->map[get(p, TRIGGER, f, "event")];
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
    bool loads = p->in.trigger && p->in.store && strikes(p, LOADS_IN_THE_CYCLE);
    answer(p);
    if (p->in.kill)
        kill(p, p->kill);
    if (early)
        map(p);
    if (loads)
        load(p);
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
}

static const char *plain_cycle(plain *p)
{
    p->wrong = NULL;
    p->in = (inputs){0};
    if (sometimes(p, 3000)) {
        plain_reset(p);
        return NULL;
    }
    told dropped = p->dropped, ended = p->ended;
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

/* ---- tests ---- */

static plain *plain_new(int lanes, const char *settings, uint64_t seed)
{
    plain *p = zalloc(sizeof *p);
    p->c = checker_new("assist", lanes, settings, BENCH_UNIT, 0);
    p->rng = (rng){seed};
    p->s = streams_of(p->c);
    const design *d = &p->c->d;
    p->warps = unit_parameter(d, "warps");
    p->routines = unit_parameter(d, "routines");
    p->events = unit_parameter(d, "events");
    p->words = unit_parameter(d, "store");
    p->entries = unit_parameter(d, "entries");
    p->places = unit_parameter(d, "waiting");
    p->low = unit_parameter(d, "low");
    p->width = unit_parameter(d, "width");
    p->room = unit_parameter(d, "room");
    p->most = unit_parameter(d, "most");
    p->slots = unit_parameter(d, "slots");
    p->window = unit_parameter(d, "window");
    p->limit = p->slots * p->window * unit_parameter(d, "throttle") / 100;
    p->flushes = unit_chooses(d, "part", "flush");
    return p;
}

static void plain_free(plain *p)
{
    checker_free(p->c);
    arena_free(p);
}

static const struct {
    int lanes;
    const char *settings;
} shapes[] = {
    {4, "warps=4 routines=4 events=8 store=16 bits=16 entries=4 waiting=8 low=2 width=2 room=2 most=16 live=1 data=16 slots=2 window=16 "
        "throttle=60"},
    {4, "warps=6 routines=4 events=8 store=32 bits=40 entries=8 waiting=8 low=3 width=4 room=3 most=16 live=1 data=40 slots=1 window=32 "
        "throttle=50 part=flush"},
    {64, "warps=48 routines=8 events=16 store=64 bits=128 entries=16 waiting=16 low=4 width=1 room=1 most=32 live=8 data=128 slots=4 "
         "window=64 throttle=100"},
    {32, "warps=40 routines=4 events=4 store=64 entries=32 waiting=64 low=16 width=4 room=4 part=flush throttle=0 counts=off"},
    {32, "warps=1 routines=2 events=2 store=16 entries=4 waiting=4 low=1 width=2 room=1"},
};
enum { SHAPES = sizeof shapes / sizeof *shapes, FAULTY_SHAPES = 2 };

static void a_plain_assist_passes(void **state)
{
    (void)state;
    for (uint64_t k = 0; k < SHAPES; k++) {
        plain *p = plain_new(shapes[k].lanes, shapes[k].settings, k);
        for (int n = 0; n < 30000; n++) {
            const char *wrong = plain_cycle(p);
            if (wrong && getenv("SHOW")) {
                for (uint32_t i = 0; i < p->places; i++)
                    printf("place %u used %d high %d warp %u r %u age %llu placed %d\n", i, p->place[i].used, p->place[i].high, p->place[i].warp, p->place[i].routine, p->place[i].age, p->place[i].placed);
                for (uint32_t i = 0; i < p->entries; i++)
                    printf("entry %u state %d high %d warp %u r %u age %llu left %d\n", i, p->entry[i].state, p->entry[i].of.high, p->entry[i].of.warp, p->entry[i].of.routine, p->entry[i].of.age, p->entry[i].any_left);
            }
            if (wrong)
                fail_msg("shape %d, cycle %d (%llu): %s", (int)k, n, p->clock, wrong);
        }
        if (getenv("SHOW"))
            for (int i = 0; i < COUNTS; i++)
                printf("# shape %d: %s %llu\n", (int)k, count_names[i], p->seen[i]);
        plain_free(p);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_plain_assist_passes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
