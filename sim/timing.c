/* SPDX-License-Identifier: Apache-2.0 */
#include "timing.h"

#include <stdlib.h>
#include <string.h>

#include "../cmodel/pipeline.h"

typedef enum { COMBINATIONAL, RANKS, WRAPPED } manner;

struct timing {
    manner manner;
    int copies, words, latency, interval, depth;
    int serving;  /* decoders that the copies share; 0: each has its own */
    bool *after;  /* arbiter: requesters that come first */
    void **model; /* one a copy: wf_pipeline or wf_wrapper; NULL: combinational */
};

/* Ranks and interval of a module. */
static void find_latency(timing *t, const design *d, const bench_module *m)
{
    switch (m->role) {
    case MODULE_ENC:
        t->latency = design_latency(d, true);
        t->interval = d->sizes.interval_enc;
        t->depth = d->enc_stages + 2;
        break;
    case MODULE_DEC:
        t->latency = design_latency(d, false);
        t->interval = d->sizes.interval_dec;
        t->depth = d->dec_stages + 2;
        break;
    default:
        t->latency = m->role == MODULE_UNIT ? d->stages : 0;
        t->interval = 1;
        break;
    }
}

timing *timing_new(const design *d, const bench_module *m, bench_kind kind)
{
    timing *t = zalloc(sizeof *t);
    t->copies = m->copies;
    t->words = 1 + field_words(&m->streams.stream[1]);
    find_latency(t, d, m);
    t->manner = kind == BENCH_WRAPPER ? WRAPPED : t->latency > 0 ? RANKS : COMBINATIONAL;
    t->serving = m->role == MODULE_DEC && m->copies > d->decs ? d->decs : 0;
    t->after = zalloc((size_t)t->copies);
    t->model = zalloc((size_t)t->copies * sizeof *t->model);
    for (int j = 0; j < t->copies; j++)
        if (t->manner != COMBINATIONAL)
            t->model[j] =
                zalloc(t->manner == WRAPPED ? wf_wrapper_size(t->words, t->latency, t->depth) : wf_pipeline_size(t->words, t->latency));
    timing_reset(t);
    return t;
}

void timing_free(timing *t)
{
    for (int j = 0; j < t->copies; j++)
        free(t->model[j]);
    free(t->model);
    free(t->after);
    free(t);
}

void timing_reset(timing *t)
{
    memset(t->after, 1, (size_t)t->copies);
    for (int j = 0; j < t->copies; j++)
        if (t->manner == WRAPPED)
            wf_wrapper_reset(t->model[j], t->words, t->latency, t->interval, t->depth);
        else if (t->manner == RANKS)
            wf_pipeline_reset(t->model[j], t->words, t->latency, t->interval);
}

bool timing_holds(const timing *t)
{
    return t->manner == WRAPPED || t->serving > 0;
}

/* The arbiter serves as many requesters as there are decoders, beginning after the last one that was served. */
static void arbitrate(const timing *t, const bool *valid, bool *ready)
{
    int left = t->serving;
    memset(ready, 0, (size_t)t->copies);
    for (int round = 0; round < 2; round++)
        for (int p = 0; p < t->copies; p++)
            if (left > 0 && valid[p] && t->after[p] == (round == 0)) {
                ready[p] = true;
                left--;
            }
}

/* Finds the last requester that was served: in the second round or, if nobody was served there, in the first. */
static void remember_last(timing *t, const bool *served)
{
    int last = -1;
    for (int round = 0; round < 2; round++)
        for (int p = 0; p < t->copies; p++)
            if (served[p] && t->after[p] == (round == 0))
                last = p;
    for (int p = 0; last >= 0 && p < t->copies; p++)
        t->after[p] = p > last;
}

void timing_ready(timing *t, const bool *valid, bool *ready)
{
    if (t->serving > 0) {
        arbitrate(t, valid, ready);
        remember_last(t, ready);
        return;
    }
    for (int j = 0; j < t->copies; j++)
        ready[j] = t->manner == WRAPPED ? wf_wrapper_ready(t->model[j]) : t->manner == RANKS ? wf_pipeline_ready(t->model[j]) : true;
}

const uint32_t *timing_shown(const timing *t, int j, const uint32_t *taken)
{
    return t->manner == WRAPPED ? wf_wrapper_shown(t->model[j]) : t->manner == RANKS ? wf_pipeline_shown(t->model[j]) : taken;
}

void timing_clock(timing *t, int j, const uint32_t *taken, bool given)
{
    if (t->manner == WRAPPED)
        wf_wrapper_clock(t->model[j], taken, given);
    else if (t->manner == RANKS)
        wf_pipeline_clock(t->model[j], taken);
}
