/* SPDX-License-Identifier: Apache-2.0
 *
 * mem_queue.h - a bounded queue of numbers, mostly of requests. */
#ifndef WF_MEM_QUEUE_H
#define WF_MEM_QUEUE_H

#include <stdbool.h>
#include <stdint.h>

#include "../base/arena.h"

typedef struct {
    int *number;
    int first, count, most;
} mem_queue;

static inline void queue_open(mem_queue *q, int most)
{
    *q = (mem_queue){.number = zalloc((size_t)most * sizeof *q->number), .most = most};
}

static inline void queue_close(mem_queue *q)
{
    arena_free(q->number);
}

static inline int queue_room(const mem_queue *q)
{
    return q->most - q->count;
}

/* Only where there is room. */
static inline void queue_put(mem_queue *q, int number)
{
    int at = q->first + q->count++;
    q->number[at < q->most ? at : at - q->most] = number;
}

/* -1: it is empty. */
static inline int queue_front(const mem_queue *q)
{
    return q->count ? q->number[q->first] : -1;
}

static inline int queue_take(mem_queue *q)
{
    int number = q->number[q->first];
    q->first = q->first + 1 < q->most ? q->first + 1 : 0;
    q->count--;
    return number;
}

#endif
