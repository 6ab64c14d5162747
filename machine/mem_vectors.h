/* SPDX-License-Identifier: Apache-2.0
 *
 * mem_vectors.h - any cache of vectors in place of an SM's L1, as its stepped model, with the values of the trace (docs/time.md, "Caches of vectors").
 *
 * A request is a block of private memory, with lanes and what they store (mem_vector), or a transaction of other memory, which is a block of its line: of 4 bytes a lane, a whole line, half a line or a sector. Private blocks
 * are numbers from 0 on. Pages of other memory have the numbers behind cache_others, in the order in which they are first used; so the sets of their blocks stay what they are.
 *
 *     vectors_give(v, &t, id);         block 5, lanes 0 to 31
 *     vectors_cycle(v);                .. calls ask: its line; later the caller calls vectors_fill
 *     vectors_cycle(v);                .. calls done: id */
#ifndef WF_MEM_VECTORS_H
#define WF_MEM_VECTORS_H

#include "../gen/design.h"
#include "mem_coalesce.h"
#include "mem_counts.h"

struct cache_counts;

typedef struct {
    bool (*may_ask)(void *own);
    /* What is asked for: the sectors of a block. What is written: those with a word, and those of which all words are. */
    void (*ask)(void *own, bool write, uint64_t line, uint8_t sectors, uint8_t whole);
    void (*done)(void *own, int id);
    bool (*may_end)(void *own); /* may `done` be called? */
} vectors_calls;

typedef struct mem_vectors mem_vectors;

/* The cycles from a load to its answer if the plain form of this cache has its words. */
int vectors_plain_hit(const design *d);
/* `d` must stay. `sm`: each has private memory of its own. */
mem_vectors *vectors_open(const design *d, int sm, const vectors_calls *calls, void *own);
/* What it has counted is added. */
void vectors_close(mem_vectors *v, struct cache_counts *to);
/* Forgets all that it has. */
void vectors_clear(mem_vectors *v);

bool vectors_ready(const mem_vectors *v);
/* Only if so. */
void vectors_give(mem_vectors *v, const mem_transaction *t, int id);
/* Blocks that were asked for and have come; while there is room. */
bool vectors_room(const mem_vectors *v);
void vectors_fill(mem_vectors *v, uint64_t line, uint8_t sectors);
/* In this cycle a request is there, and the cache is not ready for it. */
void vectors_wait(mem_vectors *v, bool waits);
void vectors_cycle(mem_vectors *v);
/* So many cycles in which nothing happens; false: something may. */
bool vectors_rest(mem_vectors *v, uint64_t cycles);

/* Of accesses those that asked for a line are misses; fails: cycles in which one waited to be taken. */
void vectors_count(const mem_vectors *v, mem_cache_counts *sum);

#endif
