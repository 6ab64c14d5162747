/* SPDX-License-Identifier: Apache-2.0
 *
 * sm_pipes.h - the execution pipes of an SM: when an instruction enters one, and when its result is there.
 *
 * A pipe takes an instruction into its dispatch register. It stays there for its initiation interval, and its result comes out `latency` cycles after it
 * has left it first: so an interval makes others wait, not itself. Results leave over result buses, which are reserved when the instruction is taken; so an
 * instruction without a free bus waits in front (GPGPU-Sim 4.2, one bus for each result that is written in a cycle).
 *
 *     latency 4, interval 1
 *     cycle   0        1 .. 4      5
 *             taken    stages      done
 *
 * Operations are numbers that the caller gives. */
#ifndef WF_SM_PIPES_H
#define WF_SM_PIPES_H

#include <stdbool.h>
#include <stdint.h>

enum { PIPES_MOST = 8, PIPES_LATENCY = 512, PIPES_BUSES = 8 };

typedef struct {
    int count, buses;
    uint64_t now;
    uint64_t free_at[PIPES_MOST];             /* its dispatch register is free from this cycle on */
    int16_t done[PIPES_LATENCY][PIPES_BUSES]; /* ring over cycles: the operations whose results come */
    uint8_t reserved[PIPES_LATENCY];
    int under_way;
} pipes;

void pipes_open(pipes *p, int count, int buses);
/* May pipe n take an instruction of this latency in this cycle? latency < PIPES_LATENCY - 1 */
bool pipes_may_take(const pipes *p, int n, int latency);
void pipes_take(pipes *p, int n, int latency, int interval, int operation);
/* The results of this cycle, and how many. */
int pipes_done(pipes *p, int *operations);
/* The next cycle. */
void pipes_clock(pipes *p);
/* So many cycles, in which nothing is under way. */
void pipes_skip(pipes *p, uint64_t cycles);

#endif
