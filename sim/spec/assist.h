/* SPDX-License-Identifier: Apache-2.0
 *
 * assist.h - the specification of assist: what its parts share. assist.c knows the streams, assist_instances.c what leaves and is told of instances, assist_triggers.c
 * what is under way and how long it may take, assist_counts.c the counts. */
#ifndef WF_SPEC_CABA_H
#define WF_SPEC_CABA_H

#include "../spec.h"

enum {
    CABA_MOST_ENTRIES = 32,
    CABA_QUEUE = 2,         /* words that wait at an output, the one that is offered among them */
    CABA_TRIGGER_WORDS = 16 /* of the fields of a trigger, at most */
};

typedef enum {
    STORE,
    MAP,
    SPARE,
    TRIGGER,
    ISSUED,
    RESUME,
    RETIRE,
    KILL,
    BUSY,
    DEPLOY,
    IDLE,
    DONE,
    DROPPED,
    FLUSH,
    HELD,
    STATE,
    STREAMS
} stream_kind;

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

/* Cycles that count. Whether a kill waited in them may be known only later: till then they are open. */
typedef struct {
    unsigned counted, open;
} timer;

/* What is seen of a trigger: it has a place or an entry, but none of its instructions has left; it runs; it stops behind a branch; its last one has
 * left; and is told as retired; `done` tells of it in this cycle. */
typedef enum { WAITS, RUNS, STOPS, HAD_LAST, RETIRED, TOLD } trigger_state;

/* One that is taken, not dropped, not told by `done` and not killed. */
typedef struct trigger trigger;
struct trigger {
    trigger *next;
    unsigned long long taken; /* in which cycle */
    uint32_t fields[CABA_TRIGGER_WORDS];
    uint32_t event, warp, routine;
    bool high;
    bool lower; /* of high priority: its place may be one that low priority may use */
    int ahead;  /* those like it that were taken before it and are under way */
    trigger_state state;
    uint32_t instance, address; /* from its first instruction on: its entry; the address of the next one */
    uint32_t left, in_part;     /* instructions that have left; of these, that are not told as issued */
    unsigned long long moved;   /* the cycle in which the last one has left */
    bool cut;
    bool flushed;
    unsigned long long flush; /* in which cycle */
    timer timer;
};

typedef struct {
    bool loaded, last, branch;
    uint32_t *bits;
} instruction;

typedef struct {
    bool begins, high;
    uint32_t first;
} routine_entry;

typedef struct {
    bool mapped;
    uint32_t routine, registers;
} event_entry;

/* What is told in the next cycle of a trigger that was taken. */
typedef struct {
    bool taken, may_drop, must_drop;
    uint32_t reason;
    uint32_t fields[CABA_TRIGGER_WORDS];
    trigger *trigger; /* NULL: a reason that leaves no doubt drops it, or it was dropped */
} verdict;

/* Of a count: events that are surely in it; such as may be in it; such as may have been, before a kill took them away. */
typedef struct {
    uint32_t sure[COUNTS], possible[COUNTS], killed[COUNTS];
} tally;

enum { CABA_COUNTED = 3 }; /* what happens is in the counts so many cycles later */

typedef struct {
    tally seen, history[CABA_COUNTED + 1]; /* history: at the end of the last cycles */
    int64_t least[COUNTS], most[COUNTS];   /* of events that a kill took away: these are counted; most: without those in `killed` */
    uint32_t value[COUNTS];
    int at[COUNTS]; /* words of the fields of `state` */
} count_history;

/* What comes in a cycle and counts from the next one on. */
typedef struct {
    bool given[STREAMS]; /* the stream moved */
    uint32_t store[3 + 3 + 4], map[4], spare;
    uint32_t issued, retire; /* a bit an instance */
    trigger *resumed;
    uint32_t resume, kill, used;
    verdict verdict;
} arrivals;

typedef struct {
    const wf_stream *stream[STREAMS];
    stream_kind kind[WF_MAX_STREAMS];
    int number[STREAMS]; /* -1: it is not there */
    uint32_t warps, routines, events, words, bits, entries, places, low, width, room, most;
    uint32_t slots;         /* of a cycle */
    uint32_t window, limit; /* cycles; slots, above which low priority is throttled in the next window */
    bool flushes;
    instruction *store;
    routine_entry *routine;
    event_entry *event;
    uint32_t spare;
    trigger *first, **end;
    trigger *of[CABA_MOST_ENTRIES]; /* whose first instruction has left, by entry */
    unsigned long long clock;       /* cycles since the reset */
    arrivals now;
    verdict before;              /* of the trigger of the cycle before */
    bool was_held[STREAMS];      /* in the cycle before: outputs that were not taken */
    unsigned long long offered;  /* the cycle from which on `deploy` was held */
    bool killed_before;          /* the same: a kill was taken */
    bool throttled;              /* in this window */
    uint32_t used, throttled_by; /* slots in this window; instructions that left while throttled */
    count_history counts;
    text complaint;
} assist;

/* ---- complaints ---- */

const char *caba_wrong(assist *a, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* Names the trigger. */
const char *caba_wrong_of(assist *a, const trigger *t, const char *format, ...) __attribute__((format(printf, 3, 4)));

/* ---- fields ---- */

extern const char *const caba_streams[STREAMS];
const uint32_t *caba_field(const assist *a, stream_kind s, const char *name, const uint32_t *fields);
uint32_t caba_number(const assist *a, stream_kind s, const char *name, const uint32_t *fields);
/* A field that comes back as it was in the trigger is another. */
bool caba_is_changed(const assist *a, stream_kind s, const char *name, const uint32_t *fields, const uint32_t *of);

/* ---- what is under way ---- */

bool caba_may_have_entry(const trigger *t);
trigger *caba_add(assist *a, const uint32_t *fields, uint32_t event, uint32_t warp);
void caba_remove(assist *a, trigger *t);
/* The oldest one like such a trigger; NULL: there is none. */
trigger *caba_oldest(const assist *a, bool high, uint32_t warp, uint32_t routine);
/* Places that are in use at the start of a cycle: how many at least; of those that low priority may use at least, and at most. */
typedef struct {
    uint32_t least, low_least, low_most;
    uint32_t high_most; /* that triggers of high priority have, at most */
} places;
places caba_places(const assist *a);
/* An instruction that leaves comes too late. */
const char *caba_offered(assist *a, trigger *t);
/* The cycle is over: what is late, or NULL. */
const char *caba_late(assist *a, uint32_t held);

/* ---- instances ---- */

const char *caba_give_instructions(assist *a, stream_kind s, const uint32_t *fields);
const char *caba_give_done(assist *a, const uint32_t *fields);
const char *caba_give_flush(assist *a, const uint32_t *fields);
const char *caba_take_issued(assist *a, const uint32_t *fields);
const char *caba_take_resume(assist *a, const uint32_t *fields);
const char *caba_take_retire(assist *a, const uint32_t *fields);
/* The cycle is over: what the SM told counts. */
void caba_answer(assist *a);

/* ---- counts ---- */

void caba_find_counts(assist *a);
void caba_reset_counts(assist *a);
/* A kill takes a trigger away. */
void caba_count_killed(assist *a, const trigger *t);
/* The cycle is over. */
void caba_keep_counts(assist *a);
const char *caba_judge_counts(assist *a, const uint32_t *fields);

#endif
