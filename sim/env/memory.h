/* SPDX-License-Identifier: Apache-2.0
 *
 * memory.h - the environment of caches that ask a memory. That of a unit whose requests or lines are of its own passes on to these functions all
 * else: the memory behind it, users, flushes. */
#ifndef WF_ENV_MEMORY_H
#define WF_ENV_MEMORY_H

#include "../environment.h"

/* What differs from cache to cache. */
typedef struct {
    /* Writes a request but its user. n: requests before it. fill: what the cache has entries for should stay in it. */
    void (*request)(void *own, unsigned long long n, bool fill, uint32_t *fields, rng *random);
    /* Writes what a line has that was never written. */
    void (*line)(void *own, uint32_t address, uint32_t *data);
} memory_traffic;

/* `own` is what the functions of the traffic get. */
void *memory_around(const design *d, stimuli *values, const memory_traffic *traffic, void *own);
void memory_around_close(void *env);
void memory_around_reset(void *env);
void memory_around_fill(void *env, bool fill);
void memory_around_saw(void *env, int stream, const uint32_t *fields);
bool memory_around_next(void *env, int stream, uint32_t *fields, rng *random);

#endif
