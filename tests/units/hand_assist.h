/* SPDX-License-Identifier: Apache-2.0
 *
 * hand_assist.h - the specification of assist, fed by hand: what goes in and out at each stream, and a small kernel. */
#ifndef WF_HAND_ASSIST_H
#define WF_HAND_ASSIST_H

#include "assist_streams.h"

enum { LANES = 4, MOST_FIELDS = 40, WORDS = 16, ENTRIES = 4 };
enum { FIRST = 1, LAST = 2, BRANCH = 4 }; /* of an instruction */

#define SMALL                                                                                                                        \
    "warps=4 routines=4 events=4 store=16 bits=16 entries=4 waiting=4 low=1 width=2 room=2 most=16 live=1 data=8 window=16 slots=1 " \
    "throttle=50"
enum { FIRST_BOUND = 2 * ENTRIES + 8, NEXT_BOUND = ENTRIES + 6, DONE_BOUND = ENTRIES + 4 };

typedef struct {
    checker *c;
    streams s;
    uint64_t held; /* what `held` shows */
} hand;

static inline hand *hand_of(const char *settings)
{
    hand *h = zalloc(sizeof *h);
    h->c = checker_new("assist", LANES, settings, BENCH_UNIT, 0);
    h->s = streams_of(h->c);
    return h;
}

static inline void hand_free(hand *h)
{
    checker_free(h->c);
    arena_free(h);
}

static inline void put(const hand *h, int s, uint32_t *fields, const char *name, uint32_t word)
{
    fields[field_at(h->s.stream[s], name)] = word;
}

static inline const char *takes(hand *h, int s, const uint32_t *fields)
{
    return h->c->spec->took(h->c->state, h->s.number[s], fields);
}

static inline const char *gives(hand *h, int s, const uint32_t *fields)
{
    return h->c->spec->gave(h->c->state, h->s.number[s], fields);
}

/* ---- inputs ---- */

static inline const char *stores(hand *h, uint32_t routine, uint32_t address, uint32_t flags)
{
    uint32_t f[MOST_FIELDS] = {0};
    put(h, STORE, f, "routine", routine);
    put(h, STORE, f, "address", address);
    put(h, STORE, f, "first", flags & FIRST ? 1 : 0);
    put(h, STORE, f, "last", flags & LAST ? 1 : 0);
    put(h, STORE, f, "branch", flags & BRANCH ? 1 : 0);
    put(h, STORE, f, "instruction", 0x100 + address);
    return takes(h, STORE, f);
}

static inline void maps(hand *h, uint32_t event, uint32_t routine, uint32_t high, uint32_t registers)
{
    uint32_t f[MOST_FIELDS] = {0};
    put(h, MAP, f, "cause", event);
    put(h, MAP, f, "routine", routine);
    put(h, MAP, f, "high", high);
    put(h, MAP, f, "registers", registers);
    accepts(takes(h, MAP, f));
}

static inline void spares(hand *h, uint32_t registers)
{
    accepts(takes(h, SPARE, &registers));
}

static inline const char *triggers(hand *h, uint32_t event, uint32_t warp, uint32_t data)
{
    uint32_t f[MOST_FIELDS] = {0};
    put(h, TRIGGER, f, "cause", event);
    put(h, TRIGGER, f, "warp", warp);
    put(h, TRIGGER, f, "data", data);
    return takes(h, TRIGGER, f);
}

static inline const char *issues(hand *h, uint32_t instance)
{
    return takes(h, ISSUED, (uint32_t[]){(uint32_t)1 << instance});
}

static inline const char *retires(hand *h, uint32_t instance)
{
    return takes(h, RETIRE, (uint32_t[]){(uint32_t)1 << instance});
}

static inline const char *resumes(hand *h, uint32_t instance, uint32_t address)
{
    return takes(h, RESUME, (uint32_t[]){instance, address});
}

static inline const char *kills(hand *h, uint32_t warp)
{
    return takes(h, KILL, &warp);
}

/* ---- outputs ---- */

typedef struct {
    uint32_t instance, warp, routine, data;
} of;

static inline void put_instance(const hand *h, int s, uint32_t *f, of i)
{
    put(h, s, f, "entry", i.instance);
    put(h, s, f, "warp", i.warp);
    put(h, s, f, "routine", i.routine);
    put(h, s, f, "data", i.data);
}

static inline const char *deploys(hand *h, of i, uint32_t address, uint32_t count, uint32_t flags)
{
    static const char *const names[] = {"instruction0", "instruction1"};
    uint32_t f[MOST_FIELDS] = {0};
    put_instance(h, DEPLOY, f, i);
    put(h, DEPLOY, f, "address", address);
    put(h, DEPLOY, f, "count", count);
    for (uint32_t n = 0; n < count && n < 2; n++)
        put(h, DEPLOY, f, names[n], 0x100 + (address + n) % WORDS);
    put(h, DEPLOY, f, "last", flags & LAST ? 1 : 0);
    put(h, DEPLOY, f, "branch", flags & BRANCH ? 1 : 0);
    return gives(h, DEPLOY, f);
}

static inline const char *idles(hand *h, of i, uint32_t address, uint32_t flags)
{
    uint32_t f[MOST_FIELDS] = {0};
    put_instance(h, IDLE, f, i);
    put(h, IDLE, f, "address", address);
    put(h, IDLE, f, "instruction", 0x100 + address);
    put(h, IDLE, f, "last", flags & LAST ? 1 : 0);
    put(h, IDLE, f, "branch", flags & BRANCH ? 1 : 0);
    return gives(h, IDLE, f);
}

static inline const char *ends(hand *h, of i, uint32_t cut)
{
    uint32_t f[MOST_FIELDS] = {0};
    put_instance(h, DONE, f, i);
    put(h, DONE, f, "cut", cut);
    return gives(h, DONE, f);
}

static inline const char *drops(hand *h, uint32_t event, uint32_t warp, uint32_t reason, uint32_t data)
{
    uint32_t f[MOST_FIELDS] = {0};
    put(h, DROPPED, f, "cause", event);
    put(h, DROPPED, f, "warp", warp);
    put(h, DROPPED, f, "reason", reason);
    put(h, DROPPED, f, "data", data);
    return gives(h, DROPPED, f);
}

static inline const char *flushes(hand *h, uint32_t warp)
{
    return gives(h, FLUSH, &warp);
}

static inline const char *holds(hand *h)
{
    return gives(h, HELD, (uint32_t[]){(uint32_t)h->held, (uint32_t)(h->held >> 32)});
}

/* The cycle is over, in which these outputs, a bit each, were held. */
static inline const char *over_with(hand *h, uint32_t offered)
{
    uint32_t held = 0;
    accepts(holds(h));
    for (int s = 0; s < STREAMS; s++)
        held |= offered >> s & 1 ? (uint32_t)1 << h->s.number[s] : 0;
    return h->c->spec->cycle(h->c->state, held);
}

static inline const char *over(hand *h)
{
    return over_with(h, 0);
}

static inline void cycles(hand *h, int n)
{
    while (n-- > 0)
        accepts(over(h));
}

static inline void cycles_with(hand *h, int n, uint32_t offered)
{
    while (n-- > 0)
        accepts(over_with(h, offered));
}

enum { AT_DEPLOY = 1 << DEPLOY, AT_IDLE = 1 << IDLE };

/* ---- a kernel ---- */

/* Routine 0: 0, 1, and 2, the last. Routine 1: 4, and 5, a branch; 6 is a last one. Routine 2 has no first instruction; 3 begins at 8 and never ends. */
static inline void load(hand *h)
{
    static const uint32_t flags[WORDS] = {[0] = FIRST, [2] = LAST, [4] = FIRST, [5] = BRANCH, [6] = LAST, [8] = FIRST};
    static const uint32_t routine[WORDS] = {[4] = 1, [5] = 1, [6] = 1, [8] = 3};
    for (uint32_t i = 0; i < WORDS; i++) {
        accepts(stores(h, routine[i], i, i == 0 || i == 2 || i >= 4 ? flags[i] : 0));
        cycles(h, 1);
    }
}

enum { HIGH, LOW, BAD, LOOPS }; /* events: of these routines */

static inline hand *kernel(const char *settings)
{
    hand *h = hand_of(settings);
    load(h);
    for (uint32_t e = 0; e < 4; e++) {
        maps(h, e, e, e != LOW, 0);
        cycles(h, 1);
    }
    return h;
}

#define QUIET SMALL " counts=off"

static inline hand *small(void)
{
    return kernel(QUIET);
}

/* A trigger of high priority comes, and the cycle is over. */
static inline void comes(hand *h, uint32_t event, uint32_t warp, uint32_t data)
{
    accepts(triggers(h, event, warp, data));
    cycles(h, 1);
    if (event != LOW)
        h->held |= (uint64_t)1 << warp;
}

static const of a = {3, 1, 0, 10}, b = {3, 1, 0, 11}, x = {0, 2, 1, 20}, loop = {3, 1, 3, 30};

#endif
