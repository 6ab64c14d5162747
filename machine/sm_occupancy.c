/* SPDX-License-Identifier: Apache-2.0
 *
 * sm_occupancy.c - the least of four quotients. */
#include "sm_occupancy.h"

#include <limits.h>

const char *const occupancy_names[] = {"blocks", "threads", "registers", "shared memory"};

enum { REGISTER_STEP = 4 };

static int up_to(int n, int step)
{
    return (n + step - 1) / step * step;
}

int occupancy_registers(const occupancy_limits *l, const block_needs *n)
{
    return up_to(n->threads, l->lanes) * up_to(n->registers, REGISTER_STEP);
}

int occupancy_of(const occupancy_limits *l, const block_needs *n, occupancy_limit *by)
{
    int threads = up_to(n->threads, l->lanes);
    const int count[OCCUPANCY_LIMITS] = {
        [BY_BLOCKS] = l->blocks,
        [BY_THREADS] = l->threads / threads,
        [BY_REGISTERS] = n->registers ? l->registers / occupancy_registers(l, n) : INT_MAX,
        [BY_SHARED] = n->shared_bytes ? l->shared_bytes / n->shared_bytes : INT_MAX,
    };
    *by = BY_BLOCKS;
    for (int k = 0; k < OCCUPANCY_LIMITS; k++)
        if (count[k] < count[*by])
            *by = (occupancy_limit)k;
    return count[*by];
}
