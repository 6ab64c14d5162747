/* SPDX-License-Identifier: Apache-2.0
 *
 * sm_memory_routine.c - accesses of routines that events have triggered (docs/events.md): of their shared memory, whose banks they have first; and prefetches, which leave in cycles in which
 * the load-store unit gives L1 nothing else. */
#include "sm_memory_parts.h"

#include <string.h>

#include "sm_shared.h"

enum { NONE = -1 };

void memory_help_routine(sm_memory *m, int operation, int warp, const feed_instruction *i, const routine_access *a)
{
    m->helper = operation;
    m->helper_kind = a->prefetch ? HELP_AHEAD : HELP_SHARED;
    m->helper_warp = warp;
    m->help[operation] = true;
    m->instruction[operation] = i;
    if (a->prefetch) {
        const mem_access_of_warp w = {
            .lanes = m->lanes, .size = a->size, .kind = MEM_LOAD, .segment = MEM_LINE, .mask = a->mask, .address = a->addr};
        m->ahead->count = m->ahead_next = 0;
        mem_coalesce(&w, m->ahead);
        return;
    }
    m->word->size = a->size;
    memcpy(m->word->mask, a->mask, sizeof m->word->mask);
    memcpy(m->word->addr, a->addr, (size_t)m->lanes * sizeof *a->addr);
    m->helper_cycles = shared_cycles(m->word, m->lanes, m->m->shared_banks);
    m->conflicts += (uint64_t)m->helper_cycles - 1;
}

bool memory_help_shared(sm_memory *m)
{
    if (m->helper == NONE || m->helper_kind != HELP_SHARED)
        return false;
    if (--m->helper_cycles > 0)
        return true;
    if (m->instruction[m->helper]->destinations > 0)
        delay_put(&m->shared, m->helper, m->now + (uint64_t)m->m->shared_latency);
    else
        queue_put(&m->stored, m->helper);
    m->helper = NONE;
    return true;
}

void memory_help_ahead(sm_memory *m)
{
    if (m->helper == NONE || m->helper_kind != HELP_AHEAD)
        return;
    if (m->ahead_next < m->ahead->count) {
        mem_transaction *t = &m->ahead->t[m->ahead_next++];
        t->warp = (int16_t)m->helper_warp;
        mem_prefetch(m->mem, m->sm, t);
    }
    if (m->ahead_next < m->ahead->count)
        return;
    queue_put(&m->stored, m->helper);
    m->helper = NONE;
}
