/* SPDX-License-Identifier: Apache-2.0
 *
 * sm_assist_events.h - events of an SM as jobs of its helper warps (sm_assist.h, docs/events.md): each triggers the routine that the event map names.
 *
 * A job's instructions are executed when they are issued, one by one, on its warp's own bytes of shared memory. So what routines of a warp leave there is seen in the order in which they
 * issue, and what is dropped or killed leaves nothing more. When one of high priority is over, its warp's answer is there (events_answer).
 *
 * An entry with a `worth` counts EVENT_TRIES of its routines: if too few were worth it, so many more triggers as EVENT_RESTS are ignored before it tries again. */
#ifndef WF_SM_ASSIST_EVENTS_H
#define WF_SM_ASSIST_EVENTS_H

#include "sm_assist_parts.h"

enum { EVENT_TRIES = 64, EVENT_RESTS = 1024 };

/* Of an entry of the map: its triggers; those that were not given to the controller, since it rested, since the launch leaves no memory for it, or since all jobs are taken; those that the
 * controller dropped, its places being full; those that were killed, their warp or their time being over. Routines that ended, those of these that said yes, and the cycles from trigger to
 * end. */
typedef struct {
    uint64_t triggers, rested, no_memory, no_job, full, killed, ended, said, wait, longest;
} entry_counts;

typedef struct {
    entry_counts entry[EVENT_ENTRIES];
    uint64_t high, low;      /* instructions of routines */
    uint64_t skips, skipped; /* times that a warp skipped instructions, and these */
    uint64_t differ;         /* lanes whose live register 0 is not what the program computes there */
    ahead_counts ahead;      /* summed when it is counted */
} event_counts;

/* What a routine of high priority has left. */
typedef struct {
    int entry;
    bool said; /* live register 1 is not 0 in any lane that ran */
    uint32_t mask, out[ROUTINE_LANES];
} event_answer;

/* Of a job. */
typedef struct {
    instance_start start;
    bool begun;           /* an instruction of it was issued */
    routine_instance *at; /* of the job's place; NULL: it was never used */
} event_job;

typedef struct sm_events {
    const event_map *map;
    uint8_t *memory;
    bool room; /* the launch leaves it */
    bool over[HELPER_PLACES];
    event_job job[HELPER_JOBS];
    routine_access *access; /* of each operation */
    bool *accesses;
    struct {
        uint64_t tries, said, rests, sent, used; /* sent, used: of the memory's, when it began to try */
    } entry[EVENT_ENTRIES];
    event_answer answer[HELPER_PLACES];
    bool answered[HELPER_PLACES];
    int answers;
    event_counts counts;
} sm_events;

void events_open(sm_assist *a);
void events_close(sm_assist *a);
/* A launch begins. `room`: it leaves each warp the memory of the map. */
void events_launch(sm_assist *a, bool room);
void events_enter(sm_assist *a, int warp);

/* An event of this warp, with what its routine has of it; `start` needs no memory. True: the warp waits for the answer. */
bool events_trigger(sm_assist *a, int entry, int warp, const instance_start *start);
/* May it be issued? One that its warp waits for must find a job. */
bool events_may_trigger(const sm_assist *a, int entry);

/* What the job's instruction accesses, which was issued as this operation; NULL: the job is of a line. */
const routine_access *events_access(const sm_assist *a, int job, int operation);
void event_counts_add(event_counts *sum, const event_counts *c);

#endif
