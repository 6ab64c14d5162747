/* SPDX-License-Identifier: Apache-2.0
 *
 * assist.h - the state of assist's model: triggers that wait, the table of instances, the store and the buffer. docs/assist.md has the words. */
#ifndef WF_ASSIST_H
#define WF_ASSIST_H

#include "../bits.h"
#include "../warpfold.h"

enum {
    ASSIST_WARPS,
    ASSIST_ROUTINES,
    ASSIST_EVENTS,
    ASSIST_STORE,
    ASSIST_BITS,
    ASSIST_ENTRIES,
    ASSIST_WAITING,
    ASSIST_LOW,
    ASSIST_WIDTH,
    ASSIST_ROOM,
    ASSIST_PART,
    ASSIST_MOST,
    ASSIST_LIVE,
    ASSIST_DATA,
    ASSIST_SLOTS,
    ASSIST_WINDOW,
    ASSIST_THROTTLE,
    ASSIST_COUNTED
};                                     /* parameters */
enum { ASSIST_RESERVE, ASSIST_FLUSH }; /* of --part */
enum { ASSIST_REGISTER_BITS = 8, ASSIST_NEED_BITS = 9, ASSIST_COUNT_BITS = 3, ASSIST_PART_WORDS = 2 };
enum {
    ASSIST_MAX_ENTRIES = 32,
    ASSIST_MAX_PLACES = 64,
    ASSIST_MAX_ROUTINES = 64,
    ASSIST_MAX_EVENTS = 64,
    ASSIST_MAX_STORE = 4096,
    ASSIST_MAX_WIDTH = 4,
    ASSIST_INSTRUCTION_WORDS = 4,
    ASSIST_LIVE_WORDS = 2,
    ASSIST_DATA_WORDS = 4,
    ASSIST_HELD_WORDS = 2
};

/* What `state` counts, in its order. */
enum {
    ASSIST_TRIGGERS,
    ASSIST_WAITED,
    ASSIST_STARTED,
    ASSIST_HIGH,
    ASSIST_LOWS,
    ASSIST_ENDED,
    ASSIST_CUT,
    ASSIST_WRONG,
    ASSIST_FULL,
    ASSIST_KILLS,
    ASSIST_EMPTY_KILLS,
    ASSIST_THROTTLED,
    ASSIST_COUNTS
};

/* Why a trigger is dropped. */
typedef enum { ASSIST_IS_FULL, ASSIST_NO_EVENT, ASSIST_NO_ROUTINE, ASSIST_NO_REGISTERS, ASSIST_IS_TAKEN } assist_verdict;

typedef struct {
    bool last, branch;
    uint32_t bits[ASSIST_INSTRUCTION_WORDS];
} assist_instruction;

/* Whose a trigger is, and what its instructions take with them. */
typedef struct {
    bool high;
    uint32_t warp, routine;
    uint32_t mask[WF_MASK_WORDS], live_in[ASSIST_LIVE_WORDS], live_out[ASSIST_LIVE_WORDS], data[ASSIST_DATA_WORDS];
} assist_trigger;

/* A place of a trigger that waits. */
typedef struct {
    bool used, placed, behind, chosen; /* placed: not in the cycle after it was taken */
    uint64_t age;                      /* when it was placed: a higher number is younger */
    assist_trigger trigger;
} assist_place;

typedef enum { ASSIST_FREE, ASSIST_ENTERS, ASSIST_RUNS, ASSIST_STOPS, ASSIST_LAST, ASSIST_OVER } assist_phase;

/* An entry of the table. */
typedef struct {
    assist_phase phase;
    bool cut;
    int place;     /* from which it comes */
    uint32_t next; /* the address of its next instruction */
    int staged;    /* instructions so far */
    int in_part;   /* of these, those that are in its parent's part, or on the way there */
    assist_trigger trigger;
} assist_entry;

/* What is staged: of high priority instructions of a row, of low priority one. */
typedef struct {
    uint32_t count, address, instance;
    bool last, branch;
    uint32_t instruction[ASSIST_MAX_WIDTH][ASSIST_INSTRUCTION_WORDS];
    assist_trigger trigger;
} assist_word;

/* A queue that a stream leaves from. */
typedef struct {
    int count;
    bool waits; /* its oldest word was offered in the cycle before, and not taken */
    assist_word word[ASSIST_PART_WORDS];
} assist_queue;

/* An instance whose end was chosen. */
typedef struct {
    bool valid, cut;
    uint32_t instance;
    assist_trigger trigger;
} assist_ended;

typedef struct {
    /* The shape of the configuration */
    int lanes, entries, places, low, width, room, most, store, window, limit, routines, events;
    int mask_words, live_words, data_words, instruction_words, held_words, counts;
    bool flushes; /* --part flush */
} assist_shape;

typedef struct {
    assist_shape g;
    assist_instruction store[ASSIST_MAX_STORE];
    bool begins[ASSIST_MAX_ROUTINES], high[ASSIST_MAX_ROUTINES], mapped[ASSIST_MAX_EVENTS];
    uint32_t begin[ASSIST_MAX_ROUTINES], routine[ASSIST_MAX_EVENTS], registers[ASSIST_MAX_EVENTS], spare;
    assist_place place[ASSIST_MAX_PLACES];
    assist_entry entry[ASSIST_MAX_ENTRIES];
    int places_used, entries_used;
    uint64_t placed;           /* triggers that were placed */
    int taken;                 /* the place of the trigger that was taken last, if that was in the cycle before; -1: none */
    int row;                   /* R: the entry whose row is read; -1: none */
    int picked, ended;         /* the entry that was picked last, whose end was chosen last */
    assist_queue front, low;   /* of `deploy`, of `idle` */
    assist_ended ending, done; /* an end that was chosen in the cycle before; that is told */
    uint64_t placed_before;    /* triggers that had been placed at the start of the cycle before */
    struct {
        bool valid;
        uint32_t event, warp, reason, data[ASSIST_DATA_WORDS];
    } dropped;
    uint32_t held[ASSIST_HELD_WORDS];
    bool still; /* nothing was under way in the cycle before, and no trigger came */
    bool asked; /* a kill was there in the cycle before, and not taken */
    bool throttled;
    int cycle;      /* of the window */
    uint32_t slots; /* that were used in it */
    uint64_t event[ASSIST_COUNTS], sum[ASSIST_COUNTS],
        count[ASSIST_COUNTS]; /* of the cycle before; of the one before that; of all before that */
} assist_state;

/* What goes in, and what moves: known at the start of the cycle. */
typedef struct {
    const uint32_t *store, *map, *spare, *trigger, *issued, *resume, *retire, *busy; /* fields; NULL: nothing moves there */
    bool deployed, idled;                                                            /* the streams' words are taken */
    bool kills, asked;                                                               /* a kill is taken; there is one that is not */
    uint32_t killed;                                                                 /* this warp */
} assist_inputs;

/* assist_triggers.c: Store, Map, Trigger, Place, Choose, Enter, Held */
bool assist_store_ready(const assist_state *s);
bool assist_trigger_ready(const assist_state *s);
void assist_load(assist_state *s, const assist_inputs *in);
void assist_take(assist_state *s, const assist_inputs *in);
/* The entry that enters in this cycle; -1: none. */
int assist_entering(const assist_state *s);
void assist_enter(assist_state *s, int e);

/* assist_deploy.c: Pick, Row, Deploy, Answers, Done, Kill, Throttle */
bool assist_offers(const assist_state *s, const assist_queue *q);
bool assist_kill_ready(const assist_state *s);
void assist_stage(assist_state *s, const assist_inputs *in);
/* The entry whose end is chosen in this cycle; -1: none. */
int assist_ending(const assist_state *s);
void assist_end(assist_state *s, int e);
void assist_kill(assist_state *s, uint32_t warp);
void assist_throttle(assist_state *s, const assist_inputs *in);

/* Is one like the other? */
static inline bool assist_like(const assist_trigger *a, const assist_trigger *b)
{
    return a->warp == b->warp && a->high == b->high && (a->high || a->routine == b->routine);
}

static inline void assist_tally(assist_state *s, int what, unsigned times)
{
    s->event[what] += times;
}

extern const wf_system assist_system;

#endif
