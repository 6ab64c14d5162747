/* SPDX-License-Identifier: Apache-2.0
 *
 * The specification of a codec's valid/ready wrappers, from docs/ports.md: the n-th output is the codec's answer to the n-th
 * input, with the bits of the side channel. */
#include "answers.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../fields.h"

typedef struct {
    const design *design;
    const bench_module *module;
    unsigned long long inputs;
    answers *answers;
} wrapper;

/* An answer comes after the cycles of the codec, or after one if that has no ranks. */
static int most_cycles(const bench_module *m)
{
    return m->latency > 0 ? m->latency : 1;
}

static void *open_wrapper(const design *d, const bench_module *m)
{
    wrapper *w = zalloc(sizeof *w);
    w->design = d;
    w->module = m;
    w->answers = answers_new(&m->streams.stream[1], most_cycles(m));
    return w;
}

static void close_wrapper(void *spec)
{
    wrapper *w = spec;
    answers_free(w->answers);
    arena_free(w);
}

static void reset_wrapper(void *spec)
{
    wrapper *w = spec;
    answers_forget(w->answers);
    w->inputs = 0;
}

static int words(int bits)
{
    return (bits + 31) / 32;
}

static void set_field(const wf_stream *s, uint32_t *fields, const char *name, const uint32_t *value, int bits)
{
    int at = field_at(s, name);
    if (at >= 0)
        memcpy(fields + at, value, sizeof *value * (size_t)words(bits));
}

static bool bit(const uint32_t *v, int i)
{
    return v[i / 32] >> i % 32 & 1;
}

/* Payload bits of units that the code does not use are unspecified. */
static void care_for_used(const wf_sizes *s, const uint32_t *units, uint32_t *care)
{
    int at = 0;
    for (int u = 0; u < s->units; u++)
        for (int end = at + s->unit_bits[u]; at < end; at++)
            if (!bit(units, u))
                care[at / 32] &= ~((uint32_t)1 << at % 32);
}

static void encode(const wrapper *w, const uint32_t *fields, answer *a)
{
    const design *d = w->design;
    const wf_stream *in = &w->module->streams.stream[0], *out = &w->module->streams.stream[1];
    int mask = field_at(in, "mask");
    wf_input input = {
        .block = fields + field_at(in, "block"), .mask = mask < 0 ? NULL : fields + mask, .raw_only = fields[field_at(in, "raw_only")]};
    wf_code code = {0};
    wf_encode(d->codec, &d->config, &input, &code);
    set_field(out, a->want, "tag", code.tag, d->sizes.tag_bits);
    set_field(out, a->want, "payload", code.payload, d->sizes.payload_bits);
    set_field(out, a->want, "units", code.units, d->sizes.units);
    set_field(out, a->want, "wen", code.wen, d->sizes.wen_bits);
    care_for_used(&d->sizes, code.units, a->care + field_at(out, "payload"));
}

/* The hardware learns from the tag which units are used. */
static void decode(const wrapper *w, const uint32_t *fields, answer *a)
{
    const design *d = w->design;
    const wf_stream *in = &w->module->streams.stream[0], *out = &w->module->streams.stream[1];
    wf_code code = {0};
    uint32_t block[WF_MAX_WORDS];
    memcpy(code.tag, fields + field_at(in, "tag"), sizeof(uint32_t) * (size_t)words(d->sizes.tag_bits));
    memcpy(code.payload, fields + field_at(in, "payload"), sizeof(uint32_t) * (size_t)words(d->sizes.payload_bits));
    for (int u = 0; u < d->sizes.units; u++)
        code.units[u / 32] |= (uint32_t)1 << u % 32;
    wf_decode(d->codec, &d->config, &code, block);
    set_field(out, a->want, "block", block, d->sizes.block_bits);
}

static const char *take(void *spec, int stream, const uint32_t *fields)
{
    wrapper *w = spec;
    bool encodes = w->module->role == MODULE_ENC;
    answer *a = answers_owe(w->answers);
    (void)stream;
    snprintf(a->question, sizeof a->question, "%s, input %llu since the reset", encodes ? "encoder" : "decoder", ++w->inputs);
    set_field(&w->module->streams.stream[1], a->want, "user", fields + field_at(&w->module->streams.stream[0], "user"),
              w->design->user_bits);
    if (encodes)
        encode(w, fields, a);
    else
        decode(w, fields, a);
    return NULL;
}

static const char *give(void *spec, int stream, const uint32_t *fields)
{
    (void)stream;
    return answers_came(((wrapper *)spec)->answers, fields);
}

static const char *end_cycle(void *spec, uint32_t held)
{
    return answers_cycle(((wrapper *)spec)->answers, held != 0);
}

const specification spec_wrapper = {open_wrapper, close_wrapper, reset_wrapper, take, give, end_cycle};
