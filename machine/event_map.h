/* SPDX-License-Identifier: Apache-2.0
 *
 * event_map.h - which events of an SM trigger which routines, and with which priority: a file of the user's (docs/events.md). What the routines are for, only their code knows.
 *
 *     code = routines.txt        the code, as routines/store.txt has it; beside the map
 *     memory = 1024              bytes of shared memory of each warp
 *     busy = memory              what counts as used when the controller throttles: issue slots, or the memory pipeline
 *
 *     [find]                     an entry, by any name
 *     event = 1                  `event` 1 of the kernel; or load, miss
 *     routine = NAME
 *     priority = high
 *     skip = 2                   its live register 1 is not 0 in all lanes: the warp goes on behind its next event 2
 *     worth = 25                 it rests unless so many per cent of its triggers bring that, or use what it prefetched
 *     with = find                it rests when that entry does */
#ifndef WF_EVENT_MAP_H
#define WF_EVENT_MAP_H

#include "routine_store.h"

enum { EVENT_ENTRIES = 16, EVENT_NUMBERS = 128, EVENT_MEMORY = 1 << 16 };
typedef enum { EVENT_NAMED, EVENT_LOAD, EVENT_MISS, EVENT_KINDS } event_kind;

typedef struct {
    const char *name, *routine_name;
    event_kind kind;
    int number;  /* of EVENT_NAMED */
    int routine; /* in the store */
    int high;
    int skip;  /* an event's number; -1: none */
    int worth; /* per cent; 0: it never rests */
    int with;  /* an entry; -1: none */
    int line;  /* of its section */
} event_entry;

typedef struct {
    const char *path;
    routine_store *store;
    int memory;
    bool memory_busy;
    event_entry entry[EVENT_ENTRIES];
    int count, by_number[EVENT_NUMBERS], by_kind[EVENT_KINDS]; /* entries; -1: none */
} event_map;

/* Dies (2) with one line that names file, line and what is accepted. */
void event_map_read(event_map *m, const char *path);
void event_map_close(event_map *m);
/* Registers of its largest routine of high, or of low priority. */
int event_map_registers(const event_map *m, bool high);

#endif
