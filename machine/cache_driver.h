/* SPDX-License-Identifier: Apache-2.0
 *
 * cache_driver.h - drives the model of a cache of vectors: one that asks a memory, and whose word is a block, one word of 32 bits of each lane, with a mask. It
 * compares every lane of a load with what was stored. When memory takes and gives blocks, and when an answer is taken, whoever uses it says (cache_outside): the frame of
 * cache_replay.c, or an SM (mem_vectors.c).
 *
 * Private memory is at blocks from 0 on. Lines of other memory, if there are any, have the upper half of the numbers, from cache_others on; nobody knows what they
 * hold, so nothing of them is compared. */
#ifndef WF_CACHE_DRIVER_H
#define WF_CACHE_DRIVER_H

#include "../gen/layout.h"
#include "../stats/activities.h"
#include "cache_memory.h"

enum { CACHE_IDS = 128, CACHE_MASK_WORDS = WF_MASK_WORDS };

/* Words of the records: of a stream's valid and ready, and of its fields. */
typedef struct {
    int valid, ready, write, address, mask, data, user;
} cache_port;

typedef enum { PORT_REQUEST, PORT_RESPONSE, PORT_MISS, PORT_FILL, PORT_FLUSH, PORT_FLUSHED, CACHE_PORTS } cache_stream;

/* What is outside. Each is called once in a cycle at most. */
typedef struct {
    bool (*may_ask)(void *own); /* may the cache give memory a block, or ask for one? NULL: always */
    void (*ask)(void *own, bool write, uint32_t block, const uint32_t *mask);
    bool (*fill)(void *own, uint32_t *block); /* a block that comes; it is offered again if the cache is not ready for it */
    void (*filled)(void *own);                /* it has been taken */
    bool (*may_answer)(void *own);            /* NULL: always */
    void (*answered)(void *own, int request); /* all its lanes are. NULL: nobody wants to know */
} cache_outside;

/* A request that is accepted. */
typedef struct {
    bool used, write, told;          /* told: what it loads is compared */
    uint32_t mask[CACHE_MASK_WORDS]; /* lanes that are not answered */
    uint32_t known[CACHE_MASK_WORDS], want[WF_MAX_LANES];
} cache_request;

/* Requests, and blocks from memory and to it. */
typedef struct {
    double loads, stores, asked, written;
} cache_traffic;

/* What a run counts. */
typedef struct cache_counts {
    double cycles;
    cache_traffic own, others;      /* of private memory, of other memory */
    double flushed;                 /* of what is written, with the flush at the end */
    double held;                    /* cycles in which a request waited to be accepted */
    double checked, wrong, unknown; /* lanes of loads; unknown: no store has told them */
    activities did;
} cache_counts;

typedef struct {
    const design *d;
    const cache_outside *outside;
    void *own; /* of the outside */
    int lanes, mask_words;
    uint32_t others; /* the first block of other memory */
    void *state;
    uint32_t *in, *out, *care;
    cache_port port[CACHE_PORTS];
    cache_memory *memory;
    cache_request request[CACHE_IDS];
    int under_way, owed; /* owed: blocks that were asked for and have not come */
    uint64_t cycle;
    cache_counts *c;
} cache_driver;

/* Is it such a cache? */
bool cache_is_of_vectors(const design *d);
/* The block at which the numbers of other memory begin. */
uint32_t cache_others(const design *d);

/* One after reset. What it does is added to `c`. */
void cache_driver_open(cache_driver *f, cache_counts *c, const design *d, const cache_outside *outside, void *own);
void cache_driver_close(cache_driver *f);
/* As after its opening; memory has forgotten everything. Only if nothing is under way. */
void cache_driver_reset(cache_driver *f);
void cache_counts_add(cache_counts *to, const cache_counts *c);
void cache_counts_free(cache_counts *c);

/* The words of a block: what the newest stores left, else 0. Valid until the next request. */
const uint32_t *cache_driver_newest(cache_driver *f, uint32_t block);
/* May a request be given in this cycle? */
bool cache_driver_ready(const cache_driver *f);
/* Only if so: its number. `data` of a load, and of other memory, is not looked at. */
int cache_driver_give(cache_driver *f, bool write, uint32_t block, const uint32_t *mask, const uint32_t *data);
void cache_driver_cycle(cache_driver *f);
/* So many cycles at once in which nothing is given to it. False, and nothing changes, if anything may happen in them. */
bool cache_driver_rest(cache_driver *f, uint64_t cycles);

/* A request; the cycles go on until it is accepted. */
void cache_driver_request(cache_driver *f, bool write, uint32_t block, const uint32_t *mask, const uint32_t *data);
/* The cycles go on until all is answered; then all is written back, if the cache has a flush. */
void cache_driver_end(cache_driver *f);
/* The cycles from a load that hits to its answer. */
int cache_driver_hit(const design *d);

#endif
