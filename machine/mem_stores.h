/* SPDX-License-Identifier: Apache-2.0
 *
 * mem_stores.h - stores of an SM that wait for their compression, in sets of L1 that are kept for them (docs/time.md, "Assist warps").
 *
 * A line gathers the bytes of several stores. When all of them are there it is *whole*: somebody is asked to compress it, and it waits. What is not whole is released as it is: if its
 * set has no other place, if a warp that stored to it hurries, since it ends or is at a fence, or if somebody loads the line.
 *
 *     stores_take: 128 bytes of line 5    STORES_KEPT; stores_asks: its place, once
 *     stores_end(place)                    the request of line 5, to be sent, as a code or raw
 *     stores_take: 4 bytes of line 6      STORES_KEPT
 *     stores_hurry(its warp)               stores_released: the request of line 6, with its 4 bytes
 *
 * The stores of a line are one request, the first of them; the others are its chain (mem_request.chain). */
#ifndef WF_MEM_STORES_H
#define WF_MEM_STORES_H

#include "mem_queue.h"
#include "mem_request.h"

enum { STORES_WARPS = 128 };
typedef enum { STORES_KEPT, STORES_FULL } stores_result; /* FULL: the set has no place, and the request is the caller's */
typedef enum { STORES_NOT, STORES_GATHER, STORES_WHOLE } stores_state;

typedef struct {
    stores_state state;
    uint64_t line;
    int request; /* the first */
    uint64_t since, warps[STORES_WARPS / 64];
    bool changed; /* since its compression began */
} stores_place;

/* Lines by what became of them. */
typedef struct {
    uint64_t coded, raw; /* compressed; those that no code fits */
    uint64_t full, part, late, changed,
        dropped;      /* raw though whole: no place; not compressed in time; changed meanwhile; not taken. part: not whole */
    uint64_t retries; /* parts of lines that memory had as codes */
    uint64_t given;   /* lines that were loaded as codes, and went to L2 decompressed */
} stores_counts;

typedef struct {
    mem_requests *requests;
    int sets, ways;
    stores_place *place;
    mem_queue asks, released; /* places to compress; requests to send */
    bool hurries[STORES_WARPS];
    int used;
    stores_counts counts;
} mem_stores;

void stores_open(mem_stores *s, mem_requests *requests, int sets, int ways);
void stores_close(mem_stores *s);
/* A store, by its request. `whole`: the other bytes of its line are there too. */
stores_result stores_take(mem_stores *s, int request, bool whole, uint64_t now);
/* A line is loaded. True: all of it is here, and so the load is done. */
bool stores_load(mem_stores *s, uint64_t line);
/* The next line to compress, by its place; -1: there is none. */
int stores_ask(mem_stores *s);
/* It ends, compressed or not: its request, which is sent. */
int stores_end(mem_stores *s, int place, bool coded);
/* From now on this warp's lines are released as soon as they are not whole; or no more. */
void stores_hurry(mem_stores *s, int warp, bool hurries);
/* A request that was released; -1: there is none. */
int stores_released(mem_stores *s);
bool stores_rest(const mem_stores *s);

#endif
