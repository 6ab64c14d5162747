/* SPDX-License-Identifier: Apache-2.0
 *
 * mem_l1_ahead.c - L1 and the routines that prefetch (mem_ahead.h). */
#include "mem_l1_parts.h"

static uint64_t *flag_of(mem_l1 *l, uint64_t line)
{
    return &l->ahead->sent[(line / MEM_LINE * 0x9e3779b97f4a7c15u >> 32) % AHEAD_LINES];
}

void l1_open_ahead(mem_l1 *l)
{
    l->ahead = zalloc(sizeof *l->ahead);
    delay_open(&l->ahead->asked, AHEAD_ASKED);
}

void l1_close_ahead(mem_l1 *l)
{
    delay_close(&l->ahead->asked);
    arena_free(l->ahead);
}

void l1_ask(mem_l1 *l, const mem_transaction *t, uint64_t now)
{
    mem_ahead *a = l->ahead;
    if (l->cache == NULL || queue_room(&a->asked.q) == 0) {
        a->counts.refused++;
        return;
    }
    mem_request r = l1_own_request(l, MEM_LOAD, t->line);
    r.warp = t->warp;
    l->helped++;
    delay_put(&a->asked, requests_take(l->requests, &r), now + (uint64_t)l->m->l1_latency);
}

void l1_look_ahead(mem_l1 *l, uint64_t now)
{
    mem_ahead *a = l->ahead;
    if (delay_front(&a->asked, now) < 0)
        return;
    const int n = queue_take(&a->asked.q);
    const uint64_t line = l1_at(l, n)->line;
    const cache_access access = {.line = line / MEM_LINE, .id = n, .ahead = true};
    if (cache_has(l->cache, line / MEM_LINE) || cache_coming(l->cache, line / MEM_LINE)) {
        a->counts.there++;
        requests_give(l->requests, n);
    } else if (2 * cache_under_way(l->cache) >= l->m->l1_mshrs || cache_try(l->cache, &access) == CACHE_FAIL) {
        a->counts.refused++;
        requests_give(l->requests, n);
    } else {
        a->counts.sent++;
        *flag_of(l, line) = line / MEM_LINE + 1;
    }
}

static void tell_missed(mem_ahead *a, uint64_t line, int warp)
{
    if (a->count == AHEAD_MISSED) {
        a->counts.untold++;
        return;
    }
    const int at = (a->first + a->count++) % AHEAD_MISSED;
    a->missed[at].line = line;
    a->missed[at].warp = warp;
}

void l1_note_load(mem_l1 *l, uint64_t line, int warp, cache_result result)
{
    mem_ahead *a = l->ahead;
    uint64_t *flag = flag_of(l, line);
    const bool first = *flag == line / MEM_LINE + 1;
    if (first) {
        *(result == CACHE_MISS ? &a->counts.lost : &a->counts.used) += 1;
        *flag = 0;
    }
    if (first || result == CACHE_MISS)
        tell_missed(a, line, warp);
}

bool l1_take_missed(mem_l1 *l, uint64_t *line, int *warp)
{
    mem_ahead *a = l->ahead;
    if (a->count == 0)
        return false;
    *line = a->missed[a->first].line;
    *warp = a->missed[a->first].warp;
    a->first = (a->first + 1) % AHEAD_MISSED;
    a->count--;
    return true;
}
