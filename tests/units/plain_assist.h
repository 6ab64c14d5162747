/* SPDX-License-Identifier: Apache-2.0
 *
 * plain_assist.h - a plain assist, and an SM around it, that test_spec_assist_faults.c puts in the place of the real one. It keeps the promises of
 * docs/assist.md, but is no pipeline: each cycle it chooses a trigger, stages a word for each output and ends an instance. It can make a mistake of each kind.
 * Here are its registers and the mistakes; plain_assist_unit.h has what it does in a cycle, plain_assist_sm.h the SM. */
#ifndef WF_PLAIN_ASSIST_H
#define WF_PLAIN_ASSIST_H

#include <stdio.h>

#include "../../base/random.h"
#include "assist_streams.h"

typedef enum {
    TRIGGERS,
    WAITED,
    STARTED,
    HIGH_INSTRUCTIONS,
    LOW_INSTRUCTIONS,
    ENDED,
    CUT,
    WRONG,
    FULL,
    KILLS,
    EMPTY_KILLS,
    THROTTLED,
    COUNTS
} count_kind;
static const char *const count_names[COUNTS] = {"triggers", "waited", "started", "high_instructions", "low_instructions", "ended", "cut",
                                                "wrong",    "full",   "kills",   "empty_kills",       "throttled"};

enum { MOST_FIELDS = 40, MOST_ENTRIES = 32, MOST_PLACES = 64, MOST_STORE = 64, MOST_NAMES = 16, QUEUE = 2, WARM_UP = 300 };

typedef enum {
    NO_FAULT,
    /* 1: what becomes of a trigger */
    LOSES_A_HIGH_ONE,
    LOSES_A_LOW_ONE,
    DROPS_A_HIGH_ONE,
    DROPS_FULL_EARLY,
    DROPS_FULL_LATE,
    DROPS_AND_SAYS_NOTHING,
    DROPS_A_CYCLE_LATE,
    DROPS_ANOTHER_EVENT,
    DROPS_ANOTHER_WARP,
    DROPS_OTHER_DATA,
    DROPS_TWICE,
    GIVES_ANOTHER_REASON,
    TRUSTS_ANY_EVENT,
    TRUSTS_ANY_ROUTINE,
    TRUSTS_ANY_REGISTERS,
    COUNTS_REGISTERS_FROM_ONE,
    MAPS_IN_THE_CYCLE,
    TAKES_WITHOUT_A_PLACE,
    TAKES_STORE_WHILE_BUSY,
    /* 2: its instructions */
    REPEATS_AN_INSTRUCTION,
    SKIPS_AN_INSTRUCTION,
    FLIPS_AN_INSTRUCTION,
    FLIPS_AN_ADDRESS,
    LEAVES_NOISE_BEHIND,
    COUNTS_TOO_FAR,
    GIVES_ANOTHER_MASK,
    GIVES_ANOTHER_LIVE_IN,
    GIVES_ANOTHER_LIVE_OUT,
    GIVES_OTHER_DATA,
    GIVES_ANOTHER_WARP,
    GIVES_ANOTHER_ROUTINE,
    BEGINS_ELSEWHERE,
    STOPS_AT_THE_TOP,
    RUNS_OVER_A_BRANCH,
    RUNS_OVER_A_LAST,
    RUNS_INTO_A_ROW,
    RESUMES_ELSEWHERE,
    CUTS_EARLY,
    CUTS_LATE,
    CUTS_WHAT_ENDS,
    FORGETS_LAST,
    FORGETS_BRANCH,
    LEAVES_LOW_AT_DEPLOY,
    LEAVES_HIGH_AT_IDLE,
    USES_A_HIGH_ENTRY,
    /* 3: those that are like each other, and done */
    STARTS_TWO,
    STARTS_THE_LATER,
    ENDS_BEFORE_RETIRE,
    ENDS_TWICE,
    ENDS_ANOTHER_INSTANCE,
    ENDS_ANOTHER_WARP,
    ENDS_ANOTHER_ROUTINE,
    ENDS_OTHER_DATA,
    ENDS_OTHER_CUT,
    /* 4: held */
    HOLDS_LATE,
    HOLDS_LOW,
    HOLDS_WHAT_IS_DROPPED,
    LETS_GO_EARLY,
    LETS_GO_LATE,
    LETS_GO_WITH_ONE_BEHIND,
    HOLDS_AFTER_A_KILL,
    LETS_GO_OF_A_NEW_ONE,
    HOLDS_ANOTHER,
    /* 5: room */
    EXCEEDS_ITS_ROOM,
    TRUSTS_ANY_ISSUED,
    FORGETS_AN_ISSUED,
    FORGETS_A_FLUSH,
    FLUSHES_TWICE,
    FLUSHES_LATE,
    FLUSHES_LOW,
    /* 6: bounds */
    NEVER_PICKS_ONE,
    NEVER_ENDS_ONE,
    NEVER_CHOOSES_ONE,
    FORGETS_A_RESUME,
    NEVER_THROTTLES,
    WITHDRAWS_AN_OFFER,
    OFFERS_ANOTHER,
    /* 7: kills */
    KILLS_WHILE_IT_OFFERS,
    KILLS_AGAIN,
    KILL_LEAVES_A_PLACE,
    KILL_LEAVES_AN_ENTRY,
    KILL_LEAVES_A_WORD,
    KILLS_OTHERS_TOO,
    KILLS_A_NEW_ONE,
    /* what is wrong, and resets */
    TRUSTS_ANY_RESUME,
    TRUSTS_ANY_RETIRE,
    KEEPS_THE_MAP,
    KEEPS_ROUTINES,
    KEEPS_SPARE,
    KEEPS_TRIGGERS,
    KEEPS_COUNTS,
    SHOWS_NOTHING_HELD,
    MISSES_A_COUNT,
    ADDS_TO_A_COUNT = MISSES_A_COUNT + COUNTS,
    SHOWS_A_COUNT_EARLY = ADDS_TO_A_COUNT + COUNTS,
    FAULTS = SHOWS_A_COUNT_EARLY + COUNTS
} fault;

/* A trigger that has a place or an entry. */
typedef struct {
    uint32_t fields[MOST_NAMES], warp, routine;
    bool high, used, placed; /* placed: in a cycle before this one */
    bool ignored;            /* by a fault */
    unsigned long long age;
} request;

typedef enum { FREE, ENTERS, RUNS, STOPS, HAD_LAST, OVER } entry_state;

typedef struct {
    entry_state state;
    request of;
    uint32_t address, staged;
    int32_t in_part;
    unsigned enters; /* cycles till its first instruction may be staged */
    bool cut;
    bool ignored, late; /* by a fault: it goes on no more; its flush is told late */
    /* what the SM has seen */
    uint32_t out; /* left, and not told as issued */
    bool any_left, branch_left, last_left, retired;
} entry;

typedef struct {
    uint32_t fields[MOST_FIELDS], entry, count, warp;
    bool last, branch;
} row;

typedef struct {
    int count;
    bool was_offered, offers;
    row row[QUEUE];
} queue;

typedef struct {
    bool last, branch;
    uint32_t bits[4];
} stored;

typedef struct {
    bool mapped;
    uint32_t routine, registers;
} mapping;

/* What is told once, in the next cycle. */
typedef struct {
    bool valid, high;
    uint32_t warp, fields[MOST_FIELDS];
} told;

/* What came in this cycle. */
typedef struct {
    bool store, map, spare, trigger, resume, kill, busy;
    uint32_t store_fields[MOST_NAMES], map_fields[MOST_NAMES], trigger_fields[MOST_NAMES];
    int place[2]; /* for a trigger, of low and of high priority */
    uint32_t spare_to, issued, resumed, address, retire, used;
} inputs;

typedef struct {
    checker *c;
    const char *wrong; /* the first complaint */
    rng rng;
    unsigned long long moved, age, clock;
    int fault;
    bool done; /* the fault was made */
    streams s;
    uint32_t warps, routines, events, words, entries, places, low, width, room, most, slots, window, limit;
    bool flushes;
    stored store[MOST_STORE];
    mapping map[MOST_STORE];
    bool begins[MOST_STORE], high[MOST_STORE];
    uint32_t first[MOST_STORE], spare, used;
    bool throttled;
    request place[MOST_PLACES];
    entry entry[MOST_ENTRIES];
    queue queue[2]; /* of low and of high priority */
    uint32_t next[2], next_end;
    told ended, dropped, dropped_late, flush;
    uint64_t held, held_before;
    uint32_t ended_before;             /* the warp of high priority of which `done` told in the cycle before, + 1 */
    bool killing, kill_waited, killed; /* a kill is there; was there in the cycle before; was taken then */
    uint32_t kill;
    uint32_t count[COUNTS], shown[4][COUNTS];
    inputs in;
    bool poor;                                 /* few events have a routine, and no registers are to spare for long */
    uint32_t loaded;                           /* words of the store, since the reset */
    unsigned long long seen[COUNTS], drops[4]; /* over all resets */
} plain;

/* ---- chance ---- */

static bool sometimes(plain *p, uint32_t one_of)
{
    return rng_below(&p->rng, one_of) == 0;
}

static uint32_t any(plain *p, uint32_t below)
{
    return rng_below(&p->rng, below);
}

/* Faults are made again and again, since what follows can hide one. */
static bool strikes(plain *p, int what)
{
    if (p->fault != what || p->moved < WARM_UP || !sometimes(p, 3))
        return false;
    return p->done = true;
}

/* ---- fields ---- */

static void put(const plain *p, int s, uint32_t *fields, const char *name, uint32_t word)
{
    fields[field_at(p->s.stream[s], name)] = word;
}

static uint32_t get(const plain *p, int s, const uint32_t *fields, const char *name)
{
    return fields[field_at(p->s.stream[s], name)];
}

static void flip(plain *p, int s, uint32_t *fields, const char *name)
{
    uint32_t bit = any(p, (uint32_t)field_bits(p->s.stream[s], name));
    fields[field_at(p->s.stream[s], name) + (int)(bit / 32)] ^= (uint32_t)1 << bit % 32;
}

static void random_bits(plain *p, int s, uint32_t *fields, const char *name)
{
    int bits = field_bits(p->s.stream[s], name);
    for (int at = 0; at < bits; at += 32)
        fields[field_at(p->s.stream[s], name) + at / 32] = rng_word(&p->rng) >> (bits - at < 32 ? 32 - (bits - at) : 0);
}

static void copy(const plain *p, int s, uint32_t *fields, const char *name, const uint32_t *of)
{
    size_t words = (size_t)(field_bits(p->s.stream[s], name) + 31) / 32;
    memcpy(fields + field_at(p->s.stream[s], name), of + field_at(p->s.stream[TRIGGER], name), sizeof *of * words);
}

static void gives(plain *p, int s, const uint32_t *fields)
{
    p->moved++;
    if (!p->wrong)
        p->wrong = p->c->spec->gave(p->c->state, p->s.number[s], fields);
}

static void takes(plain *p, int s, const uint32_t *fields)
{
    p->moved++;
    if (!p->wrong)
        p->wrong = p->c->spec->took(p->c->state, p->s.number[s], fields);
}

static void counts(plain *p, count_kind k, uint32_t n)
{
    p->seen[k] += n;
    if (n && strikes(p, MISSES_A_COUNT + (int)k))
        return;
    p->count[k] += n + (n && strikes(p, ADDS_TO_A_COUNT + (int)k));
}

static bool are_like(const request *a, const request *b)
{
    return a->warp == b->warp && a->high == b->high && (a->high || a->routine == b->routine);
}

#endif
