/* SPDX-License-Identifier: Apache-2.0
 *
 * The environment of assist: a kernel's routines and their map, triggers, and the core that takes instructions, issues them, follows branches, and lets them
 * complete, at times at once and at times late. It kills warps with and without something under way.
 *
 * First a program is loaded, then triggers come for a while, then they pause until nothing is under way, and another program is loaded. Routines are as
 * short as one instruction, share code, and some never end. Some events have no routine, some routines are not there, some need too many registers.
 * What is at `idle` is taken in cycles alone in which the core does not use all its slots.
 * `issued`, `resume` and `retire` that nothing waits for come where nothing is under way, and of instances that surely wait for another one of these.
 *
 * Streams and fields are those of docs/assist.md. Read from the bottom up. */
#include "../environment.h"

#include <stdlib.h>
#include <string.h>

#include "../fields.h"

enum {
    MOST_INSTANCES = 32,
    MOST_WARPS = 64,
    MOST_PROGRAM = 40, /* instructions of a program */
    LONGEST = 9,       /* instructions of a routine */
    WHILE = 128,       /* cycles of one character */
    LEAST_RUN = 20,    /* triggers of a program */
    MOST_RUN = 300,
    ENOUGH = 16, /* registers */
    NOTHING = -1
};

/* An instance as the core sees it. */
typedef struct {
    bool here; /* an instruction has left */
    uint32_t warp;
    uint32_t in_part;  /* instructions that were not issued */
    bool branch, last; /* one waits to be resumed; the last one to complete */
} instance;

/* What is loaded: instructions, then entries of the map. */
typedef struct {
    uint32_t routine, address;
    bool first, last, branch;
} word;

typedef struct {
    uint32_t warps; /* triggers are of so many warps, from `warp` on */
    uint32_t warp;
    uint32_t issues, resumes, retires; /* of 8: how often the core does so */
    uint32_t most;                     /* triggers under way */
    uint32_t kills;                    /* of 256: how often a kill comes */
    uint32_t slots;                    /* of 4: how many are used; more: any number */
} character;

typedef enum { LOADS, MAPS, RUNS, DRAINS } phase;

typedef struct {
    const design *design;
    const wf_stream *store, *map, *trigger, *resume, *kill, *deploy, *idle, *done, *dropped, *held;
    uint32_t warps, events, routines, words, entries, slots;
    phase phase;
    rng own; /* programs and characters */
    word program[MOST_PROGRAM];
    uint32_t length, at;                      /* of the program; what is loaded or mapped next */
    uint32_t begin[MOST_PROGRAM + 1];         /* of each of its routines, in the program */
    uint32_t count;                           /* of these */
    unsigned long long cycles, triggers, end; /* triggers of the program until it ends */
    instance instance[MOST_INSTANCES];
    uint32_t under_way[MOST_WARPS]; /* triggers */
    uint32_t used;                  /* slots, in this cycle */
    int taken, killed;              /* warps whose trigger, or kill, was taken in this cycle; NOTHING: none */
    bool filling;
} core;

/* ---- Programs ---- */

/* A routine of 1 to LONGEST instructions. The last one ends it or is a branch, so nothing runs beyond it. */
static void add_routine(core *c, uint32_t routine, uint32_t base)
{
    const uint32_t length = 1 + rng_below(&c->own, LONGEST);
    const bool endless = rng_below(&c->own, 4) == 0;
    c->begin[c->count++] = c->length;
    for (uint32_t i = 0; i < length && c->length < MOST_PROGRAM; i++) {
        word *w = &c->program[c->length];
        const bool ends = i + 1 == length || c->length + 1 == MOST_PROGRAM;
        *w = (word){.routine = routine, .address = (base + c->length) % c->words, .first = i == 0};
        w->branch = rng_below(&c->own, 8) == 0 || (ends && (endless || rng_below(&c->own, 4) == 0));
        w->last = (ends && !w->branch) || (!endless && rng_below(&c->own, 8) == 0);
        c->length++;
    }
}

static void new_program(core *c)
{
    const uint32_t base = rng_below(&c->own, c->words), most = MOST_PROGRAM < c->words ? MOST_PROGRAM : c->words;
    c->phase = LOADS;
    c->length = c->at = c->count = 0;
    for (uint32_t routines = 1 + rng_below(&c->own, 8); routines > 0 && c->length + LONGEST < most; routines--)
        add_routine(c, rng_below(&c->own, c->routines), base);
    c->begin[c->count] = c->length;
    c->end = c->triggers + LEAST_RUN + rng_below(&c->own, MOST_RUN - LEAST_RUN);
}

/* Where an instance goes on: at any instruction, also of another routine. */
static uint32_t target(core *c, rng *r)
{
    return c->program[rng_below(r, c->length)].address;
}

/* ---- What is under way ---- */

static uint32_t all_under_way(const core *c)
{
    uint32_t all = 0;
    for (uint32_t w = 0; w < c->warps; w++)
        all += c->under_way[w];
    return all;
}

static bool is_idle(const core *c)
{
    return all_under_way(c) == 0;
}

static void forget(core *c)
{
    memset(c->instance, 0, sizeof c->instance);
    memset(c->under_way, 0, sizeof c->under_way);
    c->taken = c->killed = NOTHING;
    c->used = 0;
    new_program(c);
}

static void leaves(core *c, const wf_stream *s, const uint32_t *fields, uint32_t in_part)
{
    instance *i = &c->instance[fields[field_at(s, "entry")]];
    i->here = true;
    i->warp = fields[field_at(s, "warp")];
    i->in_part += in_part;
    i->branch = fields[field_at(s, "branch")];
    i->last = fields[field_at(s, "last")];
}

static void kill_warp(core *c, uint32_t warp)
{
    c->killed = (int)warp;
    for (uint32_t e = 0; e < c->entries; e++)
        if (c->instance[e].here && c->instance[e].warp == warp)
            c->instance[e] = (instance){.here = false};
    c->under_way[warp] = c->taken == (int)warp;
}

/* One trigger less, but of those that a kill took away in this cycle. */
static void ends(core *c, uint32_t warp)
{
    if (c->killed != (int)warp)
        c->under_way[warp]--;
}

static void core_saw(void *env, int stream, const uint32_t *fields)
{
    core *c = env;
    const wf_stream *s = &c->design->streams.stream[stream];
    if (s == c->trigger) {
        c->taken = (int)fields[field_at(s, "warp")];
        c->under_way[c->taken]++;
    } else if (s == c->kill) {
        kill_warp(c, fields[field_at(s, "warp")]);
    } else if (s == c->deploy) {
        leaves(c, s, fields, fields[field_at(s, "count")]);
    } else if (s == c->idle) {
        leaves(c, s, fields, 0);
    } else if (s == c->done || s == c->dropped) {
        ends(c, fields[field_at(s, "warp")]);
    } else if (s == c->held) { /* the end of a cycle */
        c->taken = c->killed = NOTHING;
        c->used = 0;
        c->cycles++;
        if (c->phase == DRAINS && is_idle(c))
            new_program(c);
    }
}

/* ---- What comes next ---- */

static character character_of(const core *c)
{
    rng now = {(c->cycles / WHILE + 1) * 0x9e3779b97f4a7c15u};
    static const uint32_t few[] = {1, 2, 4, MOST_WARPS};
    character x = {.warps = few[rng_below(&now, 4)], .warp = rng_below(&now, c->warps)};
    x.most = rng_below(&now, 4) ? 2 + rng_below(&now, 2 * c->entries) : ~(uint32_t)0;
    x.issues = rng_below(&now, 4) ? 8 : 1 + rng_below(&now, 8);
    x.resumes = rng_below(&now, 2) ? 8 : 1 + rng_below(&now, 8);
    x.retires = rng_below(&now, 4) ? 8 : 1 + rng_below(&now, 4);
    x.kills = rng_below(&now, 2) ? 0 : 1 + rng_below(&now, 40);
    x.slots = rng_below(&now, 7);
    return x;
}

static bool next_store(core *c, uint32_t *f, rng *r)
{
    const wf_stream *s = c->store;
    const word *w = &c->program[c->phase == LOADS ? c->at : rng_below(r, c->length)];
    if (c->phase != LOADS && (c->phase != RUNS || rng_below(r, 256) != 0))
        return false;
    f[field_at(s, "routine")] = w->routine;
    f[field_at(s, "address")] = w->address;
    f[field_at(s, "first")] = w->first;
    f[field_at(s, "last")] = w->last;
    f[field_at(s, "branch")] = w->branch;
    if (c->phase == LOADS && ++c->at == c->length) {
        c->phase = MAPS;
        c->at = 0;
    }
    return true;
}

/* Most events ask for routines of the program. */
static bool next_map(core *c, uint32_t *f, rng *r)
{
    const wf_stream *s = c->map;
    const bool again = c->phase == RUNS && rng_below(r, 256) == 0;
    if (c->phase != MAPS && !again)
        return false;
    f[field_at(s, "cause")] = again ? rng_below(r, c->events) : c->at;
    if (rng_below(r, 8))
        f[field_at(s, "routine")] = c->program[c->begin[rng_below(r, c->count)]].routine;
    f[field_at(s, "high")] = rng_below(r, 8) < 5;
    f[field_at(s, "registers")] = rng_below(r, 8) ? ENOUGH - (rng_below(r, 2) ? 0 : rng_below(r, ENOUGH)) : rng_below(r, 64);
    if (!again && (c->at += 1 + (rng_below(r, 4) == 0)) >= c->events)
        c->phase = RUNS;
    return true;
}

static bool next_spare(core *c, uint32_t *f, rng *r)
{
    if (rng_below(r, c->phase == MAPS ? 2 : 256) != 0)
        return false;
    f[0] = rng_below(r, 2) ? ENOUGH : rng_below(r, 8) ? ENOUGH + rng_below(r, 8) : rng_below(r, 64);
    return true;
}

static bool next_trigger(core *c, uint32_t *f, rng *r)
{
    const wf_stream *s = c->trigger;
    const character x = character_of(c);
    if (c->phase != RUNS && !(c->filling && c->phase == DRAINS))
        return false;
    if (!c->filling && all_under_way(c) >= x.most)
        return false;
    f[field_at(s, "warp")] = (x.warp + rng_below(r, c->filling ? c->warps : x.warps)) % c->warps;
    put_own_user(f + field_at(s, "data"), c->triggers, field_bits(s, "data"));
    if (++c->triggers >= c->end && !c->filling)
        c->phase = DRAINS;
    return true;
}

/* Where nothing is under way, of what is not there. */
static bool next_wrong(core *c, rng *r)
{
    return is_idle(c) && c->taken == NOTHING && rng_below(r, 4) == 0;
}

/* At times of an instance that waits for something else. */
static bool is_wrong(bool waits_for_another, rng *r)
{
    return waits_for_another && rng_below(r, 4) == 0;
}

static bool next_issued(core *c, uint32_t *f, rng *r)
{
    const character x = character_of(c);
    if (next_wrong(c, r))
        return true;
    f[0] = 0;
    for (uint32_t e = 0; e < c->entries; e++)
        if (c->instance[e].in_part > 0 && rng_below(r, 8) < x.issues) {
            f[0] |= (uint32_t)1 << e;
            c->instance[e].in_part--;
        } else if (is_wrong(c->instance[e].in_part == 0 && (c->instance[e].branch || c->instance[e].last), r)) {
            f[0] |= (uint32_t)1 << e;
        }
    return f[0] != 0;
}

static bool next_resume(core *c, uint32_t *f, rng *r)
{
    const character x = character_of(c);
    const uint32_t from = rng_below(r, c->entries);
    if (next_wrong(c, r))
        return true;
    for (uint32_t k = 0; k < c->entries && rng_below(r, 8) < x.resumes; k++) {
        instance *i = &c->instance[(from + k) % c->entries];
        if (!i->branch && !is_wrong(i->last, r))
            continue;
        i->branch = false;
        f[field_at(c->resume, "entry")] = (from + k) % c->entries;
        f[field_at(c->resume, "address")] = target(c, r);
        return true;
    }
    return false;
}

static bool next_retire(core *c, uint32_t *f, rng *r)
{
    const character x = character_of(c);
    if (next_wrong(c, r))
        return true;
    f[0] = 0;
    for (uint32_t e = 0; e < c->entries; e++)
        if (c->instance[e].last && c->instance[e].in_part == 0 && rng_below(r, 8) < x.retires) {
            f[0] |= (uint32_t)1 << e;
            c->instance[e].last = false;
        } else if (is_wrong(c->instance[e].branch, r)) {
            f[0] |= (uint32_t)1 << e;
        }
    return f[0] != 0;
}

/* Of a warp that has triggers, mostly. */
static bool next_kill(core *c, uint32_t *f, rng *r)
{
    const character x = character_of(c);
    if (c->filling || rng_below(r, 256) >= x.kills)
        return false;
    const uint32_t from = rng_below(r, c->warps);
    f[0] = from;
    for (uint32_t k = 0; k < c->warps && rng_below(r, 64) != 0; k++)
        if (c->under_way[(from + k) % c->warps]) {
            f[0] = (from + k) % c->warps;
            break;
        }
    return true;
}

static bool next_busy(core *c, uint32_t *f, rng *r)
{
    const character x = character_of(c);
    f[0] = c->used = x.slots > 4 ? rng_below(r, c->slots + 1) : (c->slots * x.slots + rng_below(r, 4)) / 4;
    return true;
}

static bool core_next(void *env, int stream, uint32_t *fields, rng *r)
{
    core *c = env;
    const wf_stream *s = &c->design->streams.stream[stream];
    static const struct {
        const char *name;
        bool (*next)(core *, uint32_t *, rng *);
    } streams[] = {{"store", next_store},     {"map", next_map},       {"spare", next_spare},
                   {"trigger", next_trigger}, {"issued", next_issued}, {"resume", next_resume},
                   {"retire", next_retire},   {"kill", next_kill},     {"busy", next_busy}};
    random_fields(s, fields, r);
    return strcmp(s->name, streams[stream].name) == 0 && streams[stream].next(c, fields, r);
}

/* Low priority goes out in a slot that nothing else uses, and only then. */
static bool core_takes(const void *env, int stream)
{
    const core *c = env;
    return &c->design->streams.stream[stream] != c->idle || c->used < c->slots;
}

static void core_fill(void *env, bool fill)
{
    ((core *)env)->filling = fill;
}

static void core_reset(void *env)
{
    forget(env);
}

static void *core_open(const design *d, stimuli *values)
{
    core *c = zalloc(sizeof *c);
    (void)values;
    c->design = d;
    c->store = unit_stream(d, "store");
    c->map = unit_stream(d, "map");
    c->trigger = unit_stream(d, "trigger");
    c->resume = unit_stream(d, "resume");
    c->kill = unit_stream(d, "kill");
    c->deploy = unit_stream(d, "deploy");
    c->idle = unit_stream(d, "idle");
    c->done = unit_stream(d, "done");
    c->dropped = unit_stream(d, "dropped");
    c->held = unit_stream(d, "held");
    c->warps = unit_parameter(d, "warps");
    c->events = unit_parameter(d, "events");
    c->routines = unit_parameter(d, "routines");
    c->words = unit_parameter(d, "store");
    c->entries = unit_parameter(d, "entries");
    c->slots = unit_parameter(d, "slots");
    c->own.state = 1;
    forget(c);
    return c;
}

const environment environment_assist = {.open = core_open,
                                        .close = arena_free,
                                        .reset = core_reset,
                                        .fill = core_fill,
                                        .no_values = true,
                                        .saw = core_saw,
                                        .next = core_next,
                                        .takes = core_takes};
