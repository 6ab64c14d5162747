/* SPDX-License-Identifier: Apache-2.0
 *
 * timing_fit.c - how many blocks of a launch an SM holds, and what they leave to the routines of helper warps: registers, and shared memory. */
#include "../base/msg.h"
#include "timing_parts.h"

/* What a block of the launch needs; without a launch record as many threads as it has warps, and the registers that the trace names. */
static block_needs needs_of(const timing *t, int block, const trace_launch *l)
{
    block_needs n = {t->s->blocks[block].warps * t->s->lanes, t->s->registers, 0};
    if (l == NULL)
        return n;
    n.threads = (int)(l->block[0] * l->block[1] * l->block[2]);
    n.shared_bytes = (int)(l->static_shared + l->dynamic_shared);
    if (l->registers || l->reserved_registers)
        n.registers = l->reserved_registers ? l->reserved_registers : l->registers;
    return n;
}

/* Of the largest routine of each priority. */
static int routine_registers(const timing *t)
{
    int sum = 0;
    for (int high = 0; high < 2; high++) {
        const int lines = timing_helps(t) ? routine_set_registers(t->helped.routines, !high) : 0;
        const int events = t->events ? event_map_registers(t->events, high) : 0;
        sum += lines > events ? lines : events;
    }
    return sum;
}

/* Registers of routines come out of those that no block has. Of each warp: as many as its largest two, one of each direction, on top of its own. As a pool: at least as many as these
 * of one warp, so that blocks make room if they must. */
static void leave_registers(timing *t, timing_launch *l, const occupancy_limits *limits, block_needs n)
{
    const int routines = routine_registers(t);
    if (t->m->assist_registers == MACHINE_WARP) {
        t->each = routines;
        n.registers += n.registers ? routines : 0;
        l->together = occupancy_of(limits, &n, &l->by);
        return;
    }
    occupancy_limits left = *limits;
    left.registers -= routines * limits->lanes;
    l->together = occupancy_of(&left, &n, &l->by);
    t->each = HELPER_REGISTERS;
    t->pool = limits->registers - l->together * occupancy_registers(limits, &n);
}

void timing_check_fit(timing *t, int block, timing_launch *l)
{
    const machine *m = t->m;
    const occupancy_limits limits = {m->blocks, m->threads, m->registers, m->shared_bytes, m->lanes};
    block_needs n = needs_of(t, block, l->launch);
    l->together = l->without = occupancy_of(&limits, &n, &l->by);
    if (timing_assists(t) && l->together > 0)
        leave_registers(t, l, &limits, n);
    if (t->events)
        t->room =
            m->shared_bytes - l->together * n.shared_bytes >= t->events->memory * l->together * ((n.threads + m->lanes - 1) / m->lanes);
    if (l->together == 0 && l->without > 0)
        die_usage("%s: a block of %d threads with %d registers leaves an SM of %s too few for the routines of one warp: those have %d",
                  t->s->path, n.threads, n.registers, m->name, routine_registers(t));
    if (l->together == 0)
        die_usage(
            "%s: a block of %d threads, %d registers a thread and %d bytes of shared memory does not fit an SM of %s: its limit is %s",
            t->s->path, n.threads, n.registers, n.shared_bytes, m->name, occupancy_names[l->by]);
}
