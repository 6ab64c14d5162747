/* SPDX-License-Identifier: Apache-2.0
 *
 * loop.h - a stepped model that a program clocks by itself, with its record: for what measures how fast models are. */
#ifndef WF_TEST_LOOP_H
#define WF_TEST_LOOP_H

#include "../../base/clock.h"
#include "../../sim/bench.h"
#include "../../sim/fields.h"

typedef struct {
    design d;
    bench_layout layout;
    uint32_t *in, *out, *care;
    void *state;
} loop;

static inline void loop_open(loop *l, const char *unit, const char *parameters)
{
    design_init_named(&l->d, unit, unit);
    design_set_all(&l->d, parameters, unit);
    design_check(&l->d);
    l->layout = bench_layout_of(&l->d, BENCH_UNIT);
    l->in = zalloc((size_t)l->layout.in_words * sizeof *l->in);
    l->out = zalloc((size_t)l->layout.out_words * sizeof *l->out);
    l->care = zalloc((size_t)l->layout.out_words * sizeof *l->care);
    l->state = zalloc(l->d.unit->stepped->state_size(&l->d.config));
    l->d.unit->stepped->reset(&l->d.config, l->state);
}

/* The place in the record of a stream's valid bit, or of its ready. */
static inline uint32_t *loop_valid(const loop *l, const char *name)
{
    const bench_module *m = &l->layout.module[0];
    int s = (int)(unit_stream(&l->d, name) - l->d.streams.stream);
    return m->streams.stream[s].output ? l->out + m->out_at + m->out[s] : l->in + m->in_at + m->in[s];
}

static inline uint32_t *loop_ready(const loop *l, const char *name)
{
    const bench_module *m = &l->layout.module[0];
    int s = (int)(unit_stream(&l->d, name) - l->d.streams.stream);
    return m->streams.stream[s].output ? l->in + m->in_at + m->in[s] : l->out + m->out_at + m->out[s];
}

/* A field of a stream, behind its valid bit. */
static inline uint32_t *loop_field(const loop *l, const char *stream, const char *field)
{
    return loop_valid(l, stream) + 1 + field_at(unit_stream(&l->d, stream), field);
}

static inline void loop_look(loop *l)
{
    l->d.unit->stepped->outputs(&l->d.config, l->state, l->out, l->care);
}

static inline void loop_clock(loop *l)
{
    l->d.unit->stepped->clock(&l->d.config, l->state, l->in);
}

#endif
