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

void wf_pipeline_reset(wf_pipeline *p, int words, int latency, int interval)
{
    memset(p, 0, wf_pipeline_size(words, latency));
    p->words = words;
    p->latency = latency;
    p->interval = interval;
}

bool wf_pipeline_ready(const wf_pipeline *p)
{
    return p->busy == 0;
}

const uint32_t *wf_pipeline_shown(const wf_pipeline *p)
{
    const uint32_t *slot = p->slot + p->now * slot_words(p->words);
    return slot[0] ? slot + 1 : NULL;
}

/* The slot of this cycle becomes free. It comes round again in the cycle in which its new result is due. */
void wf_pipeline_clock(wf_pipeline *p, const uint32_t *result)
{
    uint32_t *slot = p->slot + p->now * slot_words(p->words);
    slot[0] = result != NULL;
    if (result)
        memcpy(slot + 1, result, 2 * (size_t)p->words * sizeof *slot);
    p->busy = result ? p->interval - 1 : p->busy > 0 ? p->busy - 1 : 0;
    p->now = (p->now + 1) % p->latency;
}

/* ---- valid/ready ---- */

static wf_pipeline *unit_of(const wf_wrapper *w)
{
    return (wf_pipeline *)(w->memory + w->depth * 2 * w->words);
}

size_t wf_wrapper_size(int words, int latency, int depth)
{
    return sizeof(wf_wrapper) + (size_t)(depth * 2 * words) * sizeof(uint32_t) + wf_pipeline_size(words, latency);
}

void wf_wrapper_reset(wf_wrapper *w, int words, int latency, int interval, int depth)
{
    *w = (wf_wrapper){.words = words, .latency = latency, .depth = depth};
    wf_pipeline_reset(unit_of(w), words, latency, interval);
}

bool wf_wrapper_ready(const wf_wrapper *w)
{
    return w->owed < w->depth && (w->latency == 0 || wf_pipeline_ready(unit_of(w)));
}

const uint32_t *wf_wrapper_shown(const wf_wrapper *w)
{
    return w->queued > 0 ? w->memory : NULL;
}

void wf_wrapper_clock(wf_wrapper *w, const uint32_t *result, bool given)
{
    size_t bytes = 2 * (size_t)w->words * sizeof *w->memory;
    const uint32_t *out = w->latency == 0 ? result : wf_pipeline_shown(unit_of(w));
    if (given && w->queued > 0) {
        memmove(w->memory, w->memory + 2 * w->words, bytes * (size_t)--w->queued);
        w->owed--;
    }
    if (out)
        memcpy(w->memory + 2 * w->words * w->queued++, out, bytes);
    w->owed += result != NULL;
    if (w->latency > 0)
        wf_pipeline_clock(unit_of(w), result);
}
