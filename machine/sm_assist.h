/* SPDX-License-Identifier: Apache-2.0
 *
 * sm_assist.h - helper warps of an SM that decompress and compress lines (docs/time.md, "Assist warps"): any controller of such warps, as its stepped model, between the memory, which
 * has the lines, and the schedulers, which issue the routines' instructions.
 *
 * A line that comes as a code, or a whole line of stores, is a *job*. It triggers a routine; its instructions are those of the path that the SIMT machine takes on this line
 * (routine_set.h). Jobs of high priority decompress: the parent is held until they are done. Those of low priority compress, in slots that nothing else uses. The registers of a job come
 * out of a pool, and go back when its last instruction has completed.
 *
 * An event of the SM, or of a kernel, is a job too, where the event map (event_map.h) has a routine for it. What a job is of, its kind knows: sm_assist_lines.c, sm_assist_events.c.
 *
 *     helpers_begin(a);                          a cycle: what the controller says; triggers
 *     helpers_next(a, warp, &step)              a scheduler looks at the warp: an instruction of its routine is there
 *     helpers_issue(a, &step);                  .. and is issued, as an operation of the SM
 *     helpers_completed(a, job, step);         .. and has completed
 *     helpers_end(a, slots);                     the cycle ends; so many slots were used */
#ifndef WF_SM_ASSIST_H
#define WF_SM_ASSIST_H

#include "event_map.h"
#include "helper_ports.h"
#include "machine_file.h"
#include "mem_side.h"
#include "routine_instance.h"
#include "routine_set.h"
#include "sm_scoreboard.h"

enum { HELPER_JOBS = 256, HELPER_STEPS = 8, HELPER_PLACES = 128 };

/* Of all SMs. */
typedef struct {
    const design *d;         /* the controller */
    const event_map *events; /* NULL: events trigger nothing */
    routine_set *routines;   /* NULL: lines are not compressed */
    void *own;
    const routine_path *(*compress)(void *own, uint64_t line, bool *fits); /* NULL: not all bytes of the line are known */
} helper_source;

typedef enum { HELPER_NONE, HELPER_WAITS, HELPER_UNDER_WAY, HELPER_KILLED } helper_state;

typedef struct {
    helper_state state;
    const struct assist_kind *kind; /* what it is of: sm_assist_parts.h */
    bool high, last_issued;
    int warp;
    uint32_t mask;         /* the lanes that its routine runs in */
    int event, base, need; /* of its routine: who asks for it, where its code begins, registers of all lanes */
    int under_way;         /* instructions that were issued and have not completed */
    int instance;          /* the controller's; -1: none yet */
    int registers;         /* of the pool */
    uint64_t since;        /* when its line or its event was there */
    struct {
        int number;       /* in the store of its routine */
        bool last;        /* nothing comes behind it */
    } step[HELPER_STEPS]; /* that wait for issue */
    int first, count;
    mem_coded of; /* of a line: it, and whose it is in the memory */
    bool fits;
    int path, next; /* its routine and steps; the one that is issued next */
    int entry;      /* of an event: that of the map */
} helper_job;

/* An instruction that may be issued; step: its number in the store of its routine. */
typedef struct {
    int job, step;
    feed_instruction *i;
} helper_step;

typedef struct {
    uint64_t high, low;                  /* instructions */
    uint64_t decompressed, compressed;   /* routines that ended */
    uint64_t wait, longest;              /* cycles from a code's arrival to its line, the sum and the most */
    uint64_t killed, short_of_registers; /* jobs; cycles in which one waited for registers */
} helper_counts;

typedef struct {
    const machine *m;
    const helper_source *s;
    mem_side *mem;
    int sm;
    helper_ports ports;
    helper_job job[HELPER_JOBS];
    int free_job[HELPER_JOBS], free_jobs;
    int waits[HELPER_JOBS], waiting;     /* jobs that have not triggered, the oldest first */
    int of_warp[HELPER_PLACES];          /* jobs */
    int high_under_way[HELPER_PLACES];   /* of these, of high priority, that the controller has */
    int freed[HELPER_JOBS], freed_count; /* warps without a job since somebody looked */
    int high_of_warp[HELPER_PLACES];     /* the job of high priority that the controller has begun; -1: none */
    bool live[HELPER_PLACES];            /* the place has a warp */
    int killing;                         /* the warp; -1: none */
    mem_queue resumes, retires;          /* jobs; of a resume the address is that of the next step */
    scoreboard board;                    /* of routines: row 2 w of high priority, 2 w + 1 of low */
    bool ending;                         /* the launch has no instruction left here */
    int pool;                            /* registers that are free */
    int reserve; /* of these, those that a job of low priority leaves, so that one of high priority never waits for it alone */
    int events;  /* of decompression; behind them those of compression, and of the event map from `lines` on */
    int lines;
    struct {
        routine_store *store;
        int routine;
    } code_of[64];         /* by event */
    struct sm_events *own; /* NULL: there is no event map */
    helper_word offer;
    bool offered, taken;
    uint64_t now;
    helper_counts counts;
} sm_assist;

void helpers_open(sm_assist *a, const machine *m, const helper_source *s, mem_side *mem, int sm);
void helpers_close(sm_assist *a);
/* A launch begins: so many registers are the routines' in all, and so many each warp's. */
void helpers_launch(sm_assist *a, int pool, int each);
/* A warp enters its place, or all of its instructions were issued, or it leaves. */
void helpers_enter(sm_assist *a, int warp);
void helpers_leave(sm_assist *a, int warp);
/* All instructions of the warp were issued: no event of it is worth a routine any more. */
void helpers_end_warp(sm_assist *a, int warp);
/* Are there jobs of the warp? It keeps its place as long. */
bool helpers_has(const sm_assist *a, int warp);

void helpers_begin(sm_assist *a);
static inline bool helpers_holds(const sm_assist *a, int warp)
{
    return helper_holds(&a->ports, warp);
}

/* The next instruction of high priority of this warp; false: there is none. */
void helpers_take_next(sm_assist *a, int warp, helper_step *step);
static inline bool helpers_next(sm_assist *a, int warp, helper_step *step)
{
    const int number = a->high_of_warp[warp];
    if (number < 0 || a->job[number].count == 0)
        return false;
    helpers_take_next(a, warp, step);
    return true;
}

/* The one of low priority that may have an idle slot. */
bool helpers_idle(sm_assist *a, helper_step *step);
int helpers_warp(const sm_assist *a, int job);
uint64_t helpers_line(const sm_assist *a, int job);
/* The row of the scoreboard. */
int helpers_row(const sm_assist *a, int job);
/* As this operation of the SM. */
void helpers_issue(sm_assist *a, const helper_step *step, int operation);
void helpers_completed(sm_assist *a, int job, int step);
void helpers_end(sm_assist *a, int slots);
/* Nothing happens in so many cycles; false: something may. */
bool helpers_rest(sm_assist *a, uint64_t cycles);

#endif
