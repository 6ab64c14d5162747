/* SPDX-License-Identifier: Apache-2.0
 *
 * sm_trigger.c - events of an SM (docs/events.md): which instructions trigger routines, and what a warp does with the answer. */
#include "sm_parts.h"

#include <string.h>

#include "../base/msg.h"
#include "sm_assist_events.h"

enum { FIRST = 0, SECOND = 1 /* live registers */ };

/* The number of an event of the kernel; -1: it is none. The trace has it as a store of both live registers, elsewhere, by the instruction that is no store. */
static int event_of(const feed_instruction *i)
{
    const feed_access *a = i->accesses;
    if (i->op != TRACE_OTHER || a == NULL || a->space != TRACE_ELSEWHERE || a->words != 2)
        return -1;
    for (int lane = 0; lane < ROUTINE_LANES; lane++)
        if (a->mask[0] >> lane & 1)
            return a->addr[lane] < EVENT_NUMBERS ? (int)a->addr[lane] : -1;
    return -1;
}

int sm_entry_of(const sm *m, const feed_instruction *i)
{
    const event_map *map = m->assist && m->assist->own ? m->assist->own->map : NULL;
    if (map == NULL)
        return -1;
    const int number = event_of(i);
    if (number >= 0)
        return map->by_number[number];
    const trace_space space = i->op == TRACE_LOADS && i->accesses ? i->accesses->space : TRACE_ELSEWHERE;
    const bool loads = space == TRACE_GLOBAL || space == TRACE_GENERIC;
    return loads ? map->by_kind[EVENT_LOAD] : -1;
}

bool sm_may_trigger(const sm *m, const feed_instruction *i)
{
    const int entry = sm_entry_of(m, i);
    return entry < 0 || events_may_trigger(m->assist, entry);
}

/* What a routine has of it: an event's registers, a load's addresses. */
static instance_start start_of(const feed_instruction *i)
{
    const feed_access *a = i->accesses;
    instance_start s = {.mask = a->mask[0]};
    for (int lane = 0; lane < ROUTINE_LANES; lane++) {
        s.in[FIRST][lane] = a->space == TRACE_ELSEWHERE ? a->value[2 * lane] : (uint32_t)a->addr[lane];
        s.in[SECOND][lane] = a->space == TRACE_ELSEWHERE ? a->value[2 * lane + 1] : (uint32_t)i->pc;
        if (a->space != TRACE_ELSEWHERE && a->mask[0] >> lane & 1)
            s.high = a->addr[lane] >> 32 << 32;
    }
    return s;
}

void sm_trigger(sm *m, int warp, const feed_instruction *i)
{
    const int entry = sm_entry_of(m, i);
    if (entry < 0)
        return;
    const instance_start start = start_of(i);
    m->warp[warp].asks = events_trigger(m->assist, entry, warp, &start);
}

void sm_take_missed(sm *m)
{
    const int entry = m->assist->own->map->by_kind[EVENT_MISS];
    uint64_t line;
    for (int warp; mem_take_missed(m->memory.mem, m->number, &line, &warp);) {
        if (entry < 0 || m->warp[warp].number < 0 || m->warp[warp].left == 0)
            continue;
        instance_start start = {.mask = UINT32_MAX, .high = line >> 32 << 32};
        for (int lane = 0; lane < ROUTINE_LANES; lane++)
            start.in[FIRST][lane] = (uint32_t)line;
        events_trigger(m->assist, entry, warp, &start);
    }
}

/* ---- answers ---- */

/* What it leaves out must have no effect but on registers. */
static void check_skipped(const sm *m, const event_entry *e, const feed_instruction *i)
{
    const char *what = i->op == TRACE_STORES    ? "a store"
                       : i->op == TRACE_ATOMIC  ? "an atomic"
                       : i->op == TRACE_BARRIER ? "a barrier"
                       : i->op == TRACE_FENCE   ? "a fence"
                                                : NULL;
    if (what)
        die("%s:%d: [%s]: up to event %d there is %s, at pc %llx of %s, which a warp may not skip", m->assist->own->map->path, e->line,
            e->name, e->skip, what, (unsigned long long)i->pc, m->s->path);
}

/* What the program computes at the event that ends what is skipped, beside the routine's answer. */
static void compare(sm *m, const feed_instruction *i, const event_answer *answer)
{
    const feed_access *a = i->accesses;
    for (int lane = 0; lane < ROUTINE_LANES; lane++)
        if (a->mask[0] & answer->mask & 1u << lane)
            m->assist->own->counts.differ += a->value[2 * lane + SECOND] != answer->out[lane];
}

/* The warp goes on behind its next event of this number, of all lanes that asked: where these part, each part has one. */
static void skip(sm *m, int warp, const event_answer *answer)
{
    sm_warp *w = &m->warp[warp];
    const event_entry *e = &m->assist->own->map->entry[answer->entry];
    for (uint32_t left = answer->mask; left != 0;) {
        const feed_instruction *i = sm_next(m, w, 0);
        if (i == NULL)
            die("%s:%d: [%s]: a warp of %s has no event %d behind it", m->assist->own->map->path, e->line, e->name, m->s->path, e->skip);
        check_skipped(m, e, i);
        if (event_of(i) == e->skip) {
            left &= ~i->accesses->mask[0];
            compare(m, i, answer);
        }
        feed_done(m->f, feed_take(m->f, w->number));
        w->left--;
        m->assist->own->counts.skipped++;
    }
    m->assist->own->counts.skips++;
    fetch_skip(&m->fetch, warp);
    if (w->left == 0)
        sm_end_warp(m, warp);
}

void sm_take_answers(sm *m)
{
    sm_events *v = m->assist->own;
    for (int w = 0; w < SM_WARPS && v->answers > 0; w++) {
        if (!v->answered[w] || !fetch_may_skip(&m->fetch, w))
            continue;
        v->answered[w] = false;
        v->answers--;
        m->warp[w].asks = m->warp[w].stalled = false;
        m->moved = true;
        if (v->answer[w].said && v->map->entry[v->answer[w].entry].skip >= 0)
            skip(m, w, &v->answer[w]);
    }
}
