/* SPDX-License-Identifier: Apache-2.0
 *
 * mem_delay.h - a queue in which each number waits until a cycle. They leave in the order in which they came. */
#ifndef WF_MEM_DELAY_H
#define WF_MEM_DELAY_H

#include "mem_queue.h"

typedef struct {
    mem_queue q;
    uint64_t *ready; /* of the place in the queue */
} mem_delay;

static inline void delay_open(mem_delay *d, int most)
{
    queue_open(&d->q, most);
    d->ready = zalloc((size_t)most * sizeof *d->ready);
}

static inline void delay_close(mem_delay *d)
{
    queue_close(&d->q);
    arena_free(d->ready);
}

static inline void delay_put(mem_delay *d, int number, uint64_t ready)
{
    d->ready[(d->q.first + d->q.count) % d->q.most] = ready;
    queue_put(&d->q, number);
}

/* -1: none is ready. */
static inline int delay_front(const mem_delay *d, uint64_t now)
{
    return d->q.count && d->ready[d->q.first] <= now ? queue_front(&d->q) : -1;
}

/* When the first one is ready, but not before the next cycle; UINT64_MAX: there is none. */
static inline uint64_t delay_next(const mem_delay *d, uint64_t now)
{
    if (d->q.count == 0)
        return UINT64_MAX;
    return d->ready[d->q.first] > now ? d->ready[d->q.first] : now + 1;
}

/* What enters a pipe in cycle `now`, or as soon as the pipe takes it, leaves in the cycle returned. `free`: when the pipe takes the next one. */
static inline uint64_t pipe_leaves(uint64_t *free, uint64_t now, int latency, int interval)
{
    uint64_t begin = *free > now ? *free : now;
    *free = begin + (uint64_t)interval;
    return begin + (uint64_t)latency;
}

#endif
