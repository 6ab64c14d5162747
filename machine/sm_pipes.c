/* SPDX-License-Identifier: Apache-2.0
 *
 * sm_pipes.c - dispatch registers and result buses. */
#include "sm_pipes.h"

#include <string.h>

void pipes_open(pipes *p, int count, int buses)
{
    memset(p, 0, sizeof *p);
    p->count = count;
    p->buses = buses;
}

static int slot_of(const pipes *p, int latency)
{
    return (int)((p->now + (uint64_t)latency + 1) % PIPES_LATENCY);
}

bool pipes_may_take(const pipes *p, int n, int latency)
{
    return p->free_at[n] <= p->now && p->reserved[slot_of(p, latency)] < p->buses;
}

void pipes_take(pipes *p, int n, int latency, int interval, int operation)
{
    int slot = slot_of(p, latency);
    p->free_at[n] = p->now + (uint64_t)interval;
    p->done[slot][p->reserved[slot]++] = (int16_t)operation;
    p->under_way++;
}

int pipes_done(pipes *p, int *operations)
{
    int slot = (int)(p->now % PIPES_LATENCY), count = p->reserved[slot];
    for (int i = 0; i < count; i++)
        operations[i] = p->done[slot][i];
    p->reserved[slot] = 0;
    p->under_way -= count;
    return count;
}

void pipes_clock(pipes *p)
{
    p->now++;
}

void pipes_skip(pipes *p, uint64_t cycles)
{
    p->now += cycles;
}
