/* SPDX-License-Identifier: Apache-2.0 */
#include "pipeline.h"

#include <string.h>

/* Words of a slot: valid, record, care. */
static int slot_words(int words)
{
    return 1 + 2 * words;
}

size_t wf_pipeline_size(int words, int latency)
{
    return sizeof(wf_pipeline) + (size_t)(latency * slot_words(words)) * sizeof(uint32_t);
}

void wf_pipeline_reset(wf_pipeline *p, int words, int latency, int interval, wf_flow flow)
{
    memset(p, 0, wf_pipeline_size(words, latency));
    p->words = words;
    p->latency = latency;
    p->interval = interval;
    p->flow = flow;
}

/* The slot of the result that is due `cycles` cycles from now. */
static uint32_t *slot_of(const wf_pipeline *p, int cycles)
{
    return (uint32_t *)p->slot + (p->now + cycles) % p->latency * slot_words(p->words);
}

/* True if every rank moves by itself. */
static bool is_elastic(const wf_pipeline *p)
{
    return p->flow == WF_ELASTIC && p->interval == 1;
}

/* True if the ranks move. Of ranks that move by themselves: the first one does, because one of them is empty. */
static bool moves(const wf_pipeline *p, bool given)
{
    bool empty = p->flow == WF_FIXED || given;
    for (int i = 0; i < (is_elastic(p) ? p->latency : 1) && p->flow == WF_ELASTIC; i++)
        empty |= slot_of(p, i)[0] == 0;
    return empty;
}

bool wf_pipeline_ready(const wf_pipeline *p, bool given)
{
    return p->busy == 0 && moves(p, given);
}

const uint32_t *wf_pipeline_shown(const wf_pipeline *p)
{
    const uint32_t *slot = slot_of(p, 0);
    return slot[0] ? slot + 1 : NULL;
}

static void fill(const wf_pipeline *p, uint32_t *slot, const uint32_t *result)
{
    slot[0] = result != NULL;
    if (result)
        memcpy(slot + 1, result, 2 * (size_t)p->words * sizeof *slot);
}

/* The results before the empty rank that is nearest to the output move by one, and those behind it stay. */
static void clock_elastic(wf_pipeline *p, const uint32_t *result, bool given)
{
    int first = 0;
    while (!given && first < p->latency && slot_of(p, first)[0])
        first++;
    for (int i = first; i < p->latency; i++) {
        const uint32_t *from = i + 1 < p->latency ? slot_of(p, i + 1) : NULL;
        fill(p, slot_of(p, i), from == NULL ? result : from[0] ? from + 1 : NULL);
    }
}

/* The slot of this cycle becomes free. It comes round again in the cycle in which its new result is due. */
void wf_pipeline_clock(wf_pipeline *p, const uint32_t *result, bool given)
{
    if (is_elastic(p)) {
        clock_elastic(p, result, given);
        return;
    }
    if (!moves(p, given))
        return;
    fill(p, slot_of(p, 0), result);
    p->busy = result ? p->interval - 1 : p->busy > 0 ? p->busy - 1 : 0;
    p->now = (p->now + 1) % p->latency;
}

/* ---- valid/ready ---- */

enum { MOST_QUEUED = 2 };

/* The place behind them is for a result that comes and is taken in the same cycle. */
static wf_pipeline *unit_of(const wf_wrapper *w)
{
    return (wf_pipeline *)(w->memory + (MOST_QUEUED + 1) * 2 * w->words);
}

/* True if the queue takes a result from the unit. */
static bool has_room(const wf_wrapper *w)
{
    return w->queued < (w->latency == 0 ? MOST_QUEUED : 1);
}

size_t wf_wrapper_size(int words, int latency)
{
    return sizeof(wf_wrapper) + (size_t)((MOST_QUEUED + 1) * 2 * words) * sizeof(uint32_t) + wf_pipeline_size(words, latency);
}

void wf_wrapper_reset(wf_wrapper *w, int words, int latency, int interval)
{
    *w = (wf_wrapper){.words = words, .latency = latency};
    wf_pipeline_reset(unit_of(w), words, latency, interval, WF_ELASTIC);
}

bool wf_wrapper_ready(const wf_wrapper *w)
{
    return w->latency == 0 ? has_room(w) : wf_pipeline_ready(unit_of(w), has_room(w));
}

const uint32_t *wf_wrapper_shown(const wf_wrapper *w)
{
    if (w->queued > 0)
        return w->memory;
    return w->latency == 0 ? NULL : wf_pipeline_shown(unit_of(w));
}

void wf_wrapper_clock(wf_wrapper *w, const uint32_t *result, bool given)
{
    size_t bytes = 2 * (size_t)w->words * sizeof *w->memory;
    bool room = has_room(w), gives = given && wf_wrapper_shown(w) != NULL;
    const uint32_t *out = w->latency == 0 ? result : wf_pipeline_shown(unit_of(w));
    if (out && room)
        memcpy(w->memory + 2 * w->words * w->queued++, out, bytes);
    if (gives)
        memmove(w->memory, w->memory + 2 * w->words, bytes * (size_t)--w->queued);
    if (w->latency > 0)
        wf_pipeline_clock(unit_of(w), result, room);
}
