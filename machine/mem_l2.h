/* SPDX-License-Identifier: Apache-2.0
 *
 * mem_l2.h - a part of L2: its queues, the time that every request spends in front of it, its cache.
 *
 * A request becomes one for each sector it moves. Each looks into L2 when the latency is over, one a cycle, and has an answer of its own. Stores stay here, and so are done; atomics
 * are loads that leave their sector dirty. With `at = l2` it holds codes: a store waits for the encoder first, and a load leaves as the bursts of its code. What L2 misses goes to the memory controller. Without an L2 everything does, as it came.
 *
 *     a load of a line that is there
 *     cycle   0         120       121 .. 124     122 .. 125
 *             arrives   queue     4 sectors hit  answers leave
 *
 * (GPGPU-Sim 4.2: memory sub-partition, ROP latency.) */
#ifndef WF_MEM_L2_H
#define WF_MEM_L2_H

#include "mem_address.h"
#include "mem_cache.h"
#include "mem_callbacks.h"
#include "mem_delay.h"
#include "mem_net.h"
#include "mem_request.h"

typedef struct {
    const machine *m;
    const mem_map *map;
    mem_requests *requests;
    mem_callbacks callbacks;
    int part;
    cache *cache;            /* NULL: there is no L2 */
    mem_delay early;         /* requests whose latency is not over */
    mem_queue in, out;       /* in front of the cache; answers */
    mem_queue below, filled; /* to the controller, and what it gives back */
    uint64_t encoder_free;   /* when it takes the next store */
    uint64_t encoded;        /* stores */
    uint64_t raw_loads;      /* of lines that an SM has decompressed, and that are here as they are */
} mem_l2;

void l2_open(mem_l2 *l, const machine *m, const mem_map *map, mem_requests *requests, const mem_callbacks *callbacks, int part);
void l2_close(mem_l2 *l);
/* Sends an answer, if there is one and room for it. */
void l2_answer(mem_l2 *l, mem_net *out);
/* A request from `in`, if there is one and room for it, and the cycle of the cache. */
void l2_cycle(mem_l2 *l, mem_net *in, uint64_t now);
/* The sector with this byte is there, clean. */
void l2_put(mem_l2 *l, uint64_t address);
uint64_t l2_next(const mem_l2 *l, uint64_t now);

#endif
