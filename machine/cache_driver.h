/* SPDX-License-Identifier: Apache-2.0
 *
 * cache_driver.h - drives the model of a cache of vectors: one that asks a memory, and whose word is a block, one word of 32 bits of each lane, with a mask. The
 * driver is the memory behind it, takes all answers at once, and compares every lane of a load with what was stored. */
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

typedef enum { CACHE_REQUEST, CACHE_RESPONSE, CACHE_MISS, CACHE_FILL, CACHE_FLUSH, CACHE_FLUSHED, CACHE_STREAMS } cache_stream;

/* A request that is accepted. */
typedef struct {
    bool used, write;
    uint32_t mask[CACHE_MASK_WORDS]; /* lanes that are not answered */
    uint32_t known[CACHE_MASK_WORDS], want[WF_MAX_LANES];
} cache_request;

/* What a run counts. */
typedef struct {
    double cycles, loads, stores, asked, written; /* asked, written: blocks, from memory and to it */
    double flushed;                               /* of those that are written, with the flush at the end */
    double checked, wrong, unknown;               /* lanes of loads; unknown: no store has told them */
    activities did;
} cache_counts;

typedef struct {
    const design *d;
    int lanes, mask_words, latency;
    void *state;
    uint32_t *in, *out, *care;
    cache_port port[CACHE_STREAMS];
    cache_memory *memory;
    cache_fills fills;
    cache_request request[CACHE_IDS];
    int under_way;
    uint64_t cycle;
    cache_counts *c;
} cache_driver;

/* Is it such a cache? */
bool cache_is_of_vectors(const design *d);

/* One after reset, with a memory of `latency` cycles. c is filled in until it is closed. */
void cache_driver_open(cache_driver *f, cache_counts *c, const design *d, int latency);
void cache_driver_close(cache_driver *f);
/* The words of a block: what the newest stores left, else 0. Valid until the next request. */
const uint32_t *cache_driver_newest(cache_driver *f, uint32_t block);
/* A request; the cycles go on until it is accepted. `data` of a load is not looked at. */
void cache_driver_request(cache_driver *f, bool write, uint32_t block, const uint32_t *mask, const uint32_t *data);
/* The cycles go on until all is answered; then all is written back, if the cache has a flush. */
void cache_driver_end(cache_driver *f);

#endif
