/* SPDX-License-Identifier: Apache-2.0
 *
 * timing.c - when modules take and give: ranks, intervals and stalls, the arbiter of shared decoders, and readies. It models cycles
 * alone, never a value; a stepped model has the same in pipeline.h, and the bench compares the two. */
#include "timing.h"

#include <stdlib.h>
#include <string.h>

#include "../cmodel/pipeline.h"

typedef enum { COMBINATIONAL, RANKS, WRAPPED } manner;

struct timing {
    manner manner;
    wf_flow flow;
    int copies, words, latency, interval;
    int serving;   /* decoders that the copies share; 0: each has its own */
    bool *after;   /* arbiter: requesters that come first */
    bool *open;    /* arbiter: requesters that may be served; others wait because earlier grants were not taken */
    bool *granted; /* in this cycle: copies that a decoder serves */
    void **model;  /* one a copy: wf_pipeline or wf_wrapper; NULL: combinational */
};

timing *timing_new(const design *d, const bench_module *m, bench_kind kind)
{
    timing *t = zalloc(sizeof *t);
    t->copies = m->copies;
    t->words = 1 + field_words(&m->streams.stream[1]);
    t->latency = m->latency;
    t->interval = m->interval;
    t->manner = kind == BENCH_WRAPPER ? WRAPPED : t->latency > 0 ? RANKS : COMBINATIONAL;
    t->flow = d->stall && !m->bare ? WF_STALL : WF_FIXED;
    t->serving = m->role == MODULE_DEC && m->copies > d->decs ? d->decs : 0;
    t->after = zalloc((size_t)t->copies);
    t->open = zalloc((size_t)t->copies);
    t->granted = zalloc((size_t)t->copies);
    t->model = zalloc((size_t)t->copies * sizeof *t->model);
    for (int j = 0; j < t->copies; j++)
        if (t->manner != COMBINATIONAL)
            t->model[j] = zalloc(t->manner == WRAPPED ? wf_wrapper_size(t->words, t->latency) : wf_pipeline_size(t->words, t->latency));
    timing_reset(t);
    return t;
}

void timing_free(timing *t)
{
    for (int j = 0; j < t->copies; j++)
        arena_free(t->model[j]);
    arena_free(t->model);
    arena_free(t->after);
    arena_free(t->open);
    arena_free(t->granted);
    arena_free(t);
}

void timing_reset(timing *t)
{
    memset(t->after, 1, (size_t)t->copies);
    memset(t->open, 1, (size_t)t->copies);
    for (int j = 0; j < t->copies; j++)
        if (t->manner == WRAPPED)
            wf_wrapper_reset(t->model[j], t->words, t->latency, t->interval);
        else if (t->manner == RANKS)
            wf_pipeline_reset(t->model[j], t->words, t->latency, t->interval, t->flow);
}

bool timing_holds(const timing *t)
{
    return t->manner == WRAPPED || t->serving > 0 || t->flow == WF_STALL;
}

/* The arbiter serves as many requesters as there are decoders, beginning after the last one that was served. */
static void arbitrate(timing *t, const bool *valid)
{
    int left = t->serving;
    memset(t->granted, 0, (size_t)t->copies);
    for (int round = 0; round < 2; round++)
        for (int p = 0; p < t->copies; p++)
            if (left > 0 && valid[p] && t->open[p] && t->after[p] == (round == 0)) {
                t->granted[p] = true;
                left--;
            }
}

/* Finds the last requester that was served: in the second round or, if nobody was served there, in the first. */
static void remember_last(timing *t)
{
    int last = -1;
    for (int round = 0; round < 2; round++)
        for (int p = 0; p < t->copies; p++)
            if (t->granted[p] && t->after[p] == (round == 0))
                last = p;
    for (int p = 0; last >= 0 && p < t->copies; p++)
        t->after[p] = p > last;
}

/* Grants that are not taken stay, and no other is made before they are. */
static void keep_grants(timing *t, bool taken)
{
    bool any = false;
    for (int p = 0; p < t->copies; p++)
        any |= t->granted[p];
    for (int p = 0; p < t->copies && (taken || any); p++)
        t->open[p] = taken || t->granted[p];
}

static void ready_of_shared(timing *t, const bool *valid, bool given, bool *ready)
{
    bool taken = t->flow == WF_FIXED || given;
    arbitrate(t, valid);
    for (int j = 0; j < t->copies; j++)
        ready[j] = t->granted[j] && taken;
    if (taken)
        remember_last(t);
    keep_grants(t, taken);
}

void timing_ready(timing *t, const bool *valid, const bool *given, bool *ready)
{
    if (t->serving > 0) {
        ready_of_shared(t, valid, given[0], ready);
        return;
    }
    for (int j = 0; j < t->copies; j++) {
        t->granted[j] = true;
        switch (t->manner) {
        case WRAPPED: ready[j] = wf_wrapper_ready(t->model[j]); break;
        case RANKS: ready[j] = wf_pipeline_ready(t->model[j], given[j]); break;
        default: ready[j] = t->flow == WF_FIXED || given[j]; break;
        }
    }
}

const uint32_t *timing_shown(const timing *t, int j, const uint32_t *offered)
{
    switch (t->manner) {
    case WRAPPED: return wf_wrapper_shown(t->model[j]);
    case RANKS: return wf_pipeline_shown(t->model[j]);
    default: return t->granted[j] ? offered : NULL;
    }
}

void timing_clock(timing *t, int j, const uint32_t *taken, bool given)
{
    if (t->manner == WRAPPED)
        wf_wrapper_clock(t->model[j], taken, given);
    else if (t->manner == RANKS)
        wf_pipeline_clock(t->model[j], taken, given);
}
