/* SPDX-License-Identifier: Apache-2.0
 *
 * pipeline.h - a pure unit as a model in steps of a cycle: behind ranks, or iterating, or behind valid/ready on both sides.
 *
 * What the unit makes of a transaction is found when it is taken, and moves through these models as a *result*: a record of so
 * many words and, behind it, the bits of it that count. Each model is one piece of memory of the size that it tells. */
#ifndef WF_PIPELINE_H
#define WF_PIPELINE_H

#include "warpfold.h"

/* Ranks, or a unit that iterates: a result shows `latency` cycles (from 1) after it was taken; one is taken every `interval` cycles at
 * most. */
typedef struct {
    int words; /* of a result's record */
    int latency, interval;
    int busy;        /* cycles until it takes again */
    int now;         /* slot of the result that shows in this cycle */
    uint32_t slot[]; /* latency x (valid, record, care) */
} wf_pipeline;

size_t wf_pipeline_size(int words, int latency);
/* Also makes one of memory of that size. */
void wf_pipeline_reset(wf_pipeline *p, int words, int latency, int interval);
bool wf_pipeline_ready(const wf_pipeline *p);
/* The result that shows in this cycle; NULL: none. */
const uint32_t *wf_pipeline_shown(const wf_pipeline *p);
/* The clock's edge, with the result of what was taken; NULL: nothing was. */
void wf_pipeline_clock(wf_pipeline *p, const uint32_t *result);

/* Valid/ready on both sides: a queue of `depth` results behind a unit counts what is queued and what is in the unit. */
typedef struct {
    int words, latency, depth;
    int queued, owed;  /* owed: queued, or still in the unit */
    uint32_t memory[]; /* the queue, the oldest first; then the unit's pipeline where its latency is not 0 */
} wf_wrapper;

size_t wf_wrapper_size(int words, int latency, int depth);
void wf_wrapper_reset(wf_wrapper *w, int words, int latency, int interval, int depth);
bool wf_wrapper_ready(const wf_wrapper *w);
const uint32_t *wf_wrapper_shown(const wf_wrapper *w);
/* The clock's edge; `given`: the other side was ready for what showed. */
void wf_wrapper_clock(wf_wrapper *w, const uint32_t *result, bool given);

#endif
