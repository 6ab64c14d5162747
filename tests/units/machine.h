/* SPDX-License-Identifier: Apache-2.0
 *
 * machine.h - a stepped unit for C tests, its streams and fields by name. Its records are allocated exactly, so that the sanitizers notice an
 * access beyond them. Include it after cmocka.h. */
#ifndef WF_TESTS_MACHINE_H
#define WF_TESTS_MACHINE_H

#include <stdlib.h>
#include <string.h>

#include "../../cmodel/bits.h"
#include "../../cmodel/warpfold.h"

/* The value of a parameter. */
static inline int *unit_param(const wf_unit *unit, wf_config *c, const char *name)
{
    for (int p = 0; unit->params[p].name; p++)
        if (strcmp(unit->params[p].name, name) == 0)
            return &c->param[p];
    fail_msg("no parameter %s", name);
    return NULL;
}

typedef struct {
    const wf_unit *unit;
    wf_config c;
    wf_streams s;
    int at[WF_MAX_STREAMS]; /* of what comes in or goes out with valid: its first word in the record */
    int ready_at[WF_MAX_STREAMS];
    void *state;
    uint32_t *in, *out, *care;
    bool undefined; /* lanes of values may be */
} machine;

static inline machine machine_new(const wf_unit *unit, wf_config c)
{
    machine m = {.unit = unit, .c = c};
    char why[WF_WHY];
    int in = 0, out = 0;
    if (wf_config_error(unit, &c, why))
        fail_msg("%s", why);
    unit->streams(&c, &m.s, NULL);
    for (int i = 0; i < m.s.count; i++) {
        const wf_stream *s = &m.s.stream[i];
        int *words = s->output ? &out : &in, *others = s->output ? &in : &out;
        m.at[i] = (*words)++;
        for (int k = 0; k < s->count; k++)
            *words += words_for(s->field[k].bits);
        if (s->ready)
            m.ready_at[i] = (*others)++;
    }
    m.state = malloc(unit->stepped->state_size(&c));
    m.in = calloc((size_t)in, sizeof *m.in);
    m.out = malloc((size_t)out * sizeof *m.out);
    m.care = malloc((size_t)out * sizeof *m.care);
    assert_true(m.state && m.in && m.out && m.care);
    unit->stepped->reset(&c, m.state);
    unit->stepped->outputs(&c, m.state, m.out, m.care);
    return m;
}

static inline void machine_free(machine *m)
{
    free(m->state);
    free(m->in);
    free(m->out);
    free(m->care);
}

static inline int machine_stream(const machine *m, const char *name)
{
    for (int i = 0; i < m->s.count; i++)
        if (strcmp(m->s.stream[i].name, name) == 0)
            return i;
    fail_msg("no stream %s", name);
    return -1;
}

/* Valid of a stream; ready of one that has it; the first word of a field. */
static inline uint32_t *machine_valid(const machine *m, const char *name)
{
    int i = machine_stream(m, name);
    return (m->s.stream[i].output ? m->out : m->in) + m->at[i];
}

static inline uint32_t *machine_ready(const machine *m, const char *name)
{
    int i = machine_stream(m, name);
    return (m->s.stream[i].output ? m->in : m->out) + m->ready_at[i];
}

static inline uint32_t *machine_field(const machine *m, const char *name, const char *field_name)
{
    const wf_stream *s = &m->s.stream[machine_stream(m, name)];
    uint32_t *at = machine_valid(m, name) + 1;
    for (int n = 0; n < s->count; at += words_for(s->field[n++].bits))
        if (strcmp(s->field[n].name, field_name) == 0)
            return at;
    fail_msg("no field %s", field_name);
    return NULL;
}

/* The next cycle. What came in stays. */
static inline void machine_step(machine *m)
{
    m->unit->stepped->clock(&m->c, m->state, m->in);
    m->unit->stepped->outputs(&m->c, m->state, m->out, m->care);
    for (int i = 0; i < m->s.count; i++) {
        const wf_stream *s = &m->s.stream[i];
        if (s->output)
            for (int w = m->at[i] + 1, n = 0; n < s->count; w += words_for(s->field[n++].bits))
                if (!m->undefined || strncmp(s->field[n].name, "value", 5) != 0)
                    assert_int_equal(m->care[w], m->out[m->at[i]] ? ~0u : 0);
    }
}

#endif
