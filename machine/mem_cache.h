/* SPDX-License-Identifier: Apache-2.0
 *
 * mem_cache.h - a cache in time, of which L1 and each part of L2 are one: tags, lines that are under way, what it asks of the memory below.
 *
 * A line has units that come and go by themselves: four sectors, or one unit that is the whole line. A load of a unit that is not there takes an entry
 * (MSHR) and asks for it; later loads join the entry, up to its merges. A victim is the line used least recently of those without a unit under way. What
 * is asked, passed on or written back stands in the miss queue. Without a place for all of it an access *fails*, changes nothing and is tried again.
 *
 *     a load that misses, in a cache of one way that holds a dirty line: MISS; miss queue: FETCH, BACK
 *     another load of the unit: PENDING; cache_fill: both are in cache_next, one a call
 *
 * With more tags than ways (`tags`, times the ways) lines may be codes, as in memory/segment_cache.h: a set has the bytes of its ways in segments of 8, and a line that is there takes as
 * many as its code needs. One that comes takes a tag alone. When it is there, or a store makes it larger, others leave until it fits.
 *
 *     one way, two tags: lines of 8 segments each     both are there; a store makes one a raw line of 16: the other one leaves
 *
 * Stores. `back`: they stay and make the unit dirty; one that misses takes a place without asking for the unit, and a later load asks if not
 * all of its bytes were written (GPGPU-Sim's lazy fetch on read; it adds up partial stores, and here a sector is whole only by one store). Else they pass
 * on; one that hits evicts the unit, or updates it. */
#ifndef WF_MEM_CACHE_H
#define WF_MEM_CACHE_H

#include "mem_counts.h"
#include "mem_queue.h"

enum { CACHE_UNITS = 4, CACHE_SEGMENTS = 16 /* of a raw line */ };

typedef struct {
    int sets, ways, units; /* units of a line */
    int mshrs, merges, misses;
    bool fermi;       /* the set index of a Fermi L1 (Nugteren et al., HPCA 2014); else line modulo sets */
    bool back, evict; /* of stores that are not `local`. evict: of those that pass on */
    int tags;         /* times the ways; 0 or 1: lines are whole. Else units is 1 */
    int dedicated;    /* sets that hold something else: their lines go to the others */
} cache_shape;

typedef enum { CACHE_HIT, CACHE_PENDING, CACHE_MISS, CACHE_FAIL } cache_result;

typedef struct {
    uint64_t line; /* its number */
    int unit;
    bool store, full, atomic,
        local; /* full: the store writes all bytes. atomic: a load that makes the unit dirty. local: a store that stays where it hits */
    int id;
    bool ahead; /* of a load: a prefetch, which is not counted */
    int code;   /* of a store, where lines are codes: segments of the line when it is stored; 0: it is raw */
} cache_access;

typedef enum { CACHE_FETCH, CACHE_PASS, CACHE_BACK } cache_message_kind;

typedef struct {
    cache_message_kind kind;
    uint64_t line;
    uint8_t units; /* as bits */
    int id;        /* of the load that asks first, of the store that is passed on */
} cache_message;

typedef struct cache cache;

cache *cache_open(const cache_shape *shape);
void cache_close(cache *c);
/* CACHE_HIT of a load: it is done. PENDING and MISS of one: cache_next gives its id later. */
cache_result cache_try(cache *c, const cache_access *a);
/* Is the first unit of the line there? Is it under way? */
bool cache_has(cache *c, uint64_t line);
bool cache_coming(cache *c, uint64_t line);
/* MSHRs that are in use. */
int cache_under_way(const cache *c);
/* A store that somebody else passes on: was the line there? It is evicted if such stores evict. */
bool cache_store_past(cache *c, uint64_t line);
/* The oldest message; NULL: there is none. */
const cache_message *cache_front(const cache *c);
void cache_sent(cache *c);
/* A unit that was fetched is there. */
void cache_fill(cache *c, uint64_t line, int unit);
/* The same as a code of so many segments. */
void cache_fill_code(cache *c, uint64_t line, int unit, int segments);
/* Is the line there as a code, smaller than a raw one? */
bool cache_has_code(cache *c, uint64_t line);
/* A load that waited and is done; -1: there is none. */
int cache_next(const cache *c);
void cache_taken(cache *c);
/* A line that is there and clean is marked, until it leaves or is stored as a whole. True: it is. */
bool cache_mark(cache *c, uint64_t line);
bool cache_marked(cache *c, uint64_t line);
/* The unit is there and clean from now on, in so many segments, if its set has a place. */
void cache_put_code(cache *c, uint64_t line, int unit, int segments);
/* The same of a raw one. */
void cache_put(cache *c, uint64_t line, int unit);
/* Forgets all lines that are not under way. */
void cache_clear(cache *c);
/* Nothing waits to be sent or taken. */
bool cache_quiet(const cache *c);
const mem_cache_counts *cache_counts(const cache *c);

#endif
