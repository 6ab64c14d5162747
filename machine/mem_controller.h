/* SPDX-License-Identifier: Apache-2.0
 *
 * mem_controller.h - a memory controller: between the parts of L2 of a channel and its DRAM, in cycles of DRAM's clock.
 *
 * It takes a request a cycle, from its parts in turn, while as many as DRAM's queue and its return queue hold are under way. After a fixed latency, in cycles of the core, a request is
 * DRAM's. Where lines are compressed it moves the bursts of the line's code in place of its bytes. With `at = memory` it has the encoder and the decoder: a load of a line that is not raw
 * waits for the decoder behind DRAM, what is written back for the encoder in front of it. How many bursts a line has the metadata cache tells (memory/metadata_run.h, one a
 * controller); if it misses, a burst of counts is read first.
 *
 *     cycle   0       100 (core's)   DRAM ..   returned
 *             taken   DRAM's queue             to L2 */
#ifndef WF_MEM_CONTROLLER_H
#define WF_MEM_CONTROLLER_H

#include "../memory/metadata_run.h"
#include "mem_dram.h"
#include "mem_l2.h"

typedef struct {
    const machine *m;
    const mem_map *map;
    mem_requests *requests;
    mem_callbacks callbacks;
    mem_l2 *parts;              /* its own, `count` of them */
    int count, last, under_way; /* last: the part that was taken from last */
    mem_delay early, late;      /* in front of DRAM, behind it */
    mem_queue ready;            /* what waited for its counts */
    dram *dram;
    metadata_run *metadata;              /* NULL: there is none */
    uint64_t encoder_free, decoder_free; /* when they take the next line */
    mem_line_counts lines[2];            /* read, written */
    uint64_t encoded, decoded;           /* lines */
} mem_controller;

void controller_open(mem_controller *c, const machine *m, const mem_map *map, mem_requests *requests, const mem_callbacks *callbacks,
                     mem_l2 *parts);
void controller_close(mem_controller *c);
/* `now`: the core's cycle, `dram_now`: DRAM's. */
void controller_cycle(mem_controller *c, uint64_t now, uint64_t dram_now);
uint64_t controller_next(const mem_controller *c, uint64_t now);

#endif
