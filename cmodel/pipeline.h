/* SPDX-License-Identifier: Apache-2.0
 *
 * pipeline.h - makes a stepped model of a pure unit: with ranks, iterating, stalled, or with valid/ready on both sides.
 *
 * The unit's output is computed when a transaction is taken. It moves through these models as a *result*: a record, followed by the
 * bits of the record that count. Each model is one block of memory; its size function tells how many bytes. */
#ifndef WF_PIPELINE_H
#define WF_PIPELINE_H

#include "warpfold.h"

/* What the receiver of a unit's outputs does to its ranks, as FLOW of rtl_templates/cells/wf_cut.v says. All ranks of a unit that iterates
 * move together; WF_ELASTIC then means that they do unless a result waits at the output. */
typedef enum { WF_FIXED, WF_STALL, WF_ELASTIC } wf_flow;

/* A unit with ranks, or one that iterates. A result is at the output `latency` (1 or more) cycles after it was taken, if the receiver is
 * always ready. Transactions are taken at least `interval` cycles apart. */
typedef struct {
    int words; /* of a result's record */
    int latency, interval;
    wf_flow flow;
    int busy;        /* cycles until it can take the next one */
    int now;         /* slot of the result at the output in this cycle */
    uint32_t slot[]; /* latency x (valid, record, care) */
} wf_pipeline;

size_t wf_pipeline_size(int words, int latency);
/* Also initialises memory of that size. */
void wf_pipeline_reset(wf_pipeline *p, int words, int latency, int interval, wf_flow flow);
/* True if it takes a transaction in this cycle. `given`: the receiver is ready; a unit with WF_FIXED does not look at it. */
bool wf_pipeline_ready(const wf_pipeline *p, bool given);
/* The result at the output in this cycle; NULL: none. */
const uint32_t *wf_pipeline_shown(const wf_pipeline *p);
/* The clock edge. `result` is that of the transaction taken in this cycle; NULL: none was. */
void wf_pipeline_clock(wf_pipeline *p, const uint32_t *result, bool given);

/* Valid/ready on both sides: an elastic unit, and behind it a queue for results that the receiver does not take (wf_spill.v). With ranks
 * the queue has one place, and an empty queue is passed in the same cycle; without ranks it has two, and each result goes through it. */
typedef struct {
    int words, latency;
    int queued;
    uint32_t memory[]; /* the queue, the oldest first; then the unit's pipeline if its latency is not 0 */
} wf_wrapper;

size_t wf_wrapper_size(int words, int latency);
void wf_wrapper_reset(wf_wrapper *w, int words, int latency, int interval);
bool wf_wrapper_ready(const wf_wrapper *w);
const uint32_t *wf_wrapper_shown(const wf_wrapper *w);
/* The clock edge. `given`: the other side was ready for the result at the output. */
void wf_wrapper_clock(wf_wrapper *w, const uint32_t *result, bool given);

#endif
