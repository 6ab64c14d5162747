/* SPDX-License-Identifier: Apache-2.0
 *
 * bench.c - runs modules under test for some cycles: drivers give, models answer, a monitor compares. A cycle is one pass through the
 * file, from resets by the drivers to the comparison and the clock. */
#include "bench.h"

#include <stdlib.h>
#include <string.h>

#include "pace.h"
#include "spec.h"
#include "timing.h"

enum { MOST_COPIES = 64 };

/* A module under test. It has copies, or, if it is a stepped unit, any number of input streams. */
typedef struct {
    const bench_module *module;
    int inputs;              /* copies, or input streams */
    transaction *now, *next; /* one an input: what is there, and what comes after it */
    int own[WF_MAX_STREAMS]; /* of each stream of a stepped unit: its own pace */
    timing *timing;          /* of a pure unit, or */
    uint32_t *state;         /* of a stepped unit */
    void **spec;             /* one a copy */
    int took;                /* class of the transaction that was taken in this cycle; -1: none */
} device;

struct bench {
    const design *design;
    bench_layout layout;
    traffic *traffic;
    rng rng;
    pace pace;
    unsigned long long told;
    device device[BENCH_MODULES];
    const specification *spec;
    bench_cycle io;
};

static uint32_t *word_array(int n)
{
    return zalloc(sizeof(uint32_t) * (size_t)n);
}

static int input_streams(const bench_module *m)
{
    int n = 0;
    while (n < m->streams.count && !m->streams.stream[n].output)
        n++;
    return n;
}

static void device_init(bench *b, device *v, const bench_module *m, bench_kind kind)
{
    const design *d = b->design;
    bool stepped = d->unit->stepped && m->role == MODULE_UNIT;
    v->module = m;
    v->inputs = stepped ? input_streams(m) : m->copies;
    v->now = zalloc((size_t)v->inputs * sizeof *v->now);
    v->next = zalloc((size_t)v->inputs * sizeof *v->next);
    v->spec = zalloc((size_t)m->copies * sizeof *v->spec);
    for (int i = 0; i < v->inputs; i++) {
        v->now[i] = transaction_new(m, stepped ? i : 0);
        v->next[i] = transaction_new(m, stepped ? i : 0);
    }
    for (int j = 0; b->spec && j < m->copies; j++)
        v->spec[j] = b->spec->open(d, m);
    for (int s = 0; s < m->streams.count; s++)
        v->own[s] = PACE_COMMON;
    if (stepped) {
        v->state = zalloc(d->unit->stepped->state_size(&d->config));
        d->unit->stepped->reset(&d->config, v->state);
    } else {
        v->timing = timing_new(d, m, kind);
    }
}

static void device_free(const bench *b, device *v)
{
    for (int i = 0; i < v->inputs; i++) {
        transaction_free(&v->now[i]);
        transaction_free(&v->next[i]);
    }
    for (int j = 0; b->spec && j < v->module->copies; j++)
        b->spec->close(v->spec[j]);
    arena_free(v->now);
    arena_free(v->next);
    arena_free(v->spec);
    arena_free(v->state);
    if (v->timing)
        timing_free(v->timing);
}

bench *bench_new(const design *d, bench_kind kind, stimuli *s, uint64_t seed)
{
    bench *b = zalloc(sizeof *b);
    b->design = d;
    b->layout = bench_layout_of(d, kind);
    b->traffic = traffic_new(d, kind != BENCH_UNIT, s, seed);
    b->rng.state = rng_mix(seed);
    b->pace = pace_new(&b->rng, kind == BENCH_UNIT && d->unit->stepped);
    b->spec = spec_of(d, kind);
    b->io.in = word_array(b->layout.in_words);
    b->io.x = word_array(b->layout.in_words);
    b->io.idle = word_array(b->layout.in_words);
    b->io.want = word_array(b->layout.out_words);
    b->io.care = word_array(b->layout.out_words);
    for (int k = 0; k < b->layout.count; k++)
        device_init(b, &b->device[k], &b->layout.module[k], kind);
    return b;
}

void bench_free(bench *b)
{
    for (int k = 0; k < b->layout.count; k++)
        device_free(b, &b->device[k]);
    traffic_free(b->traffic);
    arena_free(b->io.in);
    arena_free(b->io.x);
    arena_free(b->io.idle);
    arena_free(b->io.want);
    arena_free(b->io.care);
    arena_free(b);
}

void bench_steady(bench *b)
{
    b->pace.steady = true;
    traffic_steady(b->traffic);
}

void bench_pause(bench *b)
{
    b->pace.valid = 0;
}

int bench_took(const bench *b, int module)
{
    return b->device[module].took;
}

const bench_layout *bench_layout_in(const bench *b)
{
    return &b->layout;
}
const traffic *bench_traffic(const bench *b)
{
    return b->traffic;
}
unsigned long long bench_resets(const bench *b)
{
    return b->pace.resets;
}
unsigned long long bench_longest(const bench *b)
{
    return b->pace.longest;
}
unsigned long long bench_cycles(const bench *b)
{
    return pace_cycles(&b->pace);
}
unsigned long long bench_told(const bench *b)
{
    return b->told;
}

int bench_compare(const uint32_t *got, const uint32_t *want, const uint32_t *care, int words)
{
    for (int i = 0; i < words; i++)
        if ((got[i] ^ want[i]) & care[i])
            return i;
    return -1;
}

/* ---- resets ---- */

/* A reset discards what is in flight. */
static void forget(bench *b)
{
    const design *d = b->design;
    for (int k = 0; k < b->layout.count; k++) {
        device *v = &b->device[k];
        for (int i = 0; i < v->inputs; i++)
            v->now[i].valid = v->next[i].valid = false;
        if (v->timing)
            timing_reset(v->timing);
        else
            d->unit->stepped->reset(&d->config, v->state);
    }
    traffic_reset(b->traffic);
    if (b->pace.reset_left == 0 && d->codec)
        traffic_lost(b->traffic, (unsigned)(design_latency(d, true) + design_latency(d, false)));
}

/* ---- drivers ---- */

static void noise(bench *b, uint32_t *v, int words)
{
    for (int i = 0; i < words; i++)
        v[i] = rng_word(&b->rng);
}

/* Chooses the transaction at input i, of this stream, in this cycle, if there is one. `ready`: it would be taken, or may wait. If an
 * input comes early the transaction is chosen a cycle ahead. */
static void refill(bench *b, device *v, int i, int stream, bool ready)
{
    transaction *empty = &v->now[i];
    if (b->io.reset || !ready)
        return;
    if (v->module->early) {
        if (!v->now[i].valid) {
            transaction was = v->now[i];
            v->now[i] = v->next[i];
            v->next[i] = was;
        }
        empty = &v->next[i];
    }
    bool full = v->module->role == MODULE_ENC && traffic_full(b->traffic);
    if (!empty->valid && pace_valid(&b->pace, v->own[stream]) && !full)
        traffic_next(b->traffic, v->module, stream, empty);
}

/* Drives the early field with that of the next transaction. It is idle if there is none. */
static void show_next(bench *b, const device *v, int j, const char *name, uint32_t *in, uint32_t *idle)
{
    const wf_field *f = v->module->streams.stream[0].field;
    int at = 1;
    for (; strcmp(f->name, name) != 0; f++)
        at += (f->bits + 31) / 32;
    int words = (f->bits + 31) / 32;
    if (v->next[j].valid)
        memcpy(in + at, v->next[j].in + at, sizeof *in * (size_t)words);
    else if (!b->pace.steady)
        noise(b, in + at, words);
    memset(idle + at, v->next[j].valid ? 0 : 0xff, sizeof *idle * (size_t)words);
}

/* Drives an input stream of copy j with the transaction `now`; true: it is valid. An idle input, or one that a busy unit ignores, keeps its
 * value or has noise. */
static bool drive(bench *b, device *v, int j, int stream, const transaction *now, bool ready)
{
    const bench_module *m = v->module;
    int at = m->in_at + j * m->in_words + m->in[stream], words = 1 + field_words(&m->streams.stream[stream]);
    uint32_t *in = b->io.in + at, *x = b->io.x + at, *idle = b->io.idle + at;
    bool holds = v->timing == NULL || timing_holds(v->timing), valid = now->valid && (ready || holds);
    memset(x, 0, sizeof *x * (size_t)words);
    if (valid) {
        memcpy(in, now->in, sizeof *in * (size_t)words);
        memcpy(x, now->x, sizeof *x * (size_t)words);
    } else if (!b->pace.steady && rng_below(&b->rng, 2)) {
        noise(b, in, words);
    }
    in[0] = valid || (!ready && !holds && (in[0] & 1));
    memset(idle + 1, in[0] ? 0 : 0xff, sizeof *idle * (size_t)(words - 1));
    if (m->early)
        show_next(b, v, j, m->early, in, idle);
    return valid;
}

/* Drives ready of an output; true: it is 1, or the output has no ready. If the copies have one ready in common, it is that of copy 0. */
static bool drive_ready(bench *b, const device *v, int j, int stream)
{
    const bench_module *m = v->module;
    if (m->in[stream] < 0)
        return true;
    uint32_t *in = b->io.in + m->in_at + j * m->in_words + m->in[stream];
    *in = m->one_ready && j > 0 ? b->io.in[m->in_at + m->in[stream]]
                                : pace_ready(&b->pace, m, stream, v->own[stream]) && traffic_takes(b->traffic, stream);
    return *in;
}

/* ---- expected outputs ---- */

static void expect_ready(bench *b, const bench_module *m, int j, bool ready)
{
    if (m->out[0] < 0)
        return;
    int at = m->out_at + j * m->out_words + m->out[0];
    b->io.want[at] = ready;
    b->io.care[at] = ~(uint32_t)0;
}

static void expect(bench *b, const bench_module *m, int j, const uint32_t *result)
{
    int at = m->out_at + j * m->out_words + m->out[1], words = 1 + field_words(&m->streams.stream[1]);
    uint32_t *want = b->io.want + at, *care = b->io.care + at;
    memset(care, 0, sizeof *care * (size_t)words);
    want[0] = 0;
    if (result) {
        memcpy(want, result, sizeof *want * (size_t)words);
        memcpy(care, result + words, sizeof *care * (size_t)words);
    }
    care[0] = ~(uint32_t)0;
    if (m->bare)
        want[0] = 0;
}

/* ---- a cycle of a module ---- */

static void step_pure(bench *b, device *v)
{
    const bench_module *m = v->module;
    bool ready[MOST_COPIES], valid[MOST_COPIES], given[MOST_COPIES];
    bool holds = timing_holds(v->timing);
    for (int j = 0; j < m->copies; j++)
        given[j] = drive_ready(b, v, j, 1);
    if (!holds)
        timing_ready(v->timing, NULL, given, ready);
    for (int j = 0; j < m->copies; j++) {
        refill(b, v, j, 0, holds || ready[j]);
        valid[j] = drive(b, v, j, 0, &v->now[j], holds || ready[j]);
    }
    if (holds)
        timing_ready(v->timing, valid, given, ready);
    for (int j = 0; j < m->copies; j++) {
        const uint32_t *offered = valid[j] ? v->now[j].result : NULL, *taken = ready[j] ? offered : NULL;
        expect_ready(b, m, j, ready[j]);
        expect(b, m, j, timing_shown(v->timing, j, offered));
        timing_clock(v->timing, j, taken, given[j]);
        if (taken) {
            v->took = v->now[j].class;
            v->now[j].valid = false;
        }
    }
}

static void step_stepped(bench *b, device *v)
{
    const wf_config *c = &b->design->config;
    const wf_stepped *model = b->design->unit->stepped;
    const bench_module *m = v->module;
    uint32_t *in = b->io.in + m->in_at, *want = b->io.want + m->out_at;
    bool valid[WF_MAX_STREAMS];
    model->outputs(c, v->state, want, b->io.care + m->out_at);
    for (int s = 0; s < m->streams.count && m->streams.count > 2; s++) /* each has to wait while the others move */
        pace_own(&b->pace, &v->own[s]);
    for (int s = 0; s < v->inputs; s++) {
        refill(b, v, s, s, true);
        valid[s] = drive(b, v, 0, s, &v->now[s], true);
    }
    for (int s = v->inputs; s < m->streams.count; s++)
        drive_ready(b, v, 0, s);
    if (!b->io.reset)
        model->clock(c, v->state, in);
    for (int s = 0; s < v->inputs; s++)
        if (valid[s] && (m->out[s] < 0 || (want[m->out[s]] & 1))) {
            v->took = v->now[s].class;
            v->now[s].valid = false;
        }
}

/* ---- what moved ---- */

/* The fields of the transaction that moved at a stream of copy j; NULL: none did. Sets bit s of *held if it is an output that was valid and not taken. */
static const uint32_t *moved(const bench *b, const device *v, int j, int s, const uint32_t *out, uint32_t *held)
{
    const bench_module *m = v->module;
    const uint32_t *in = b->io.in + m->in_at + j * m->in_words, *shown = out + m->out_at + j * m->out_words;
    bool output = m->streams.stream[s].output;
    const uint32_t *record = output ? shown + m->out[s] : in + m->in[s];
    int ready_at = output ? m->in[s] : m->out[s];
    bool ready = ready_at < 0 || ((output ? in : shown)[ready_at] & 1);
    if ((record[0] & 1) && !ready)
        *held |= (uint32_t)output << s;
    return (record[0] & 1) && ready ? record + 1 : NULL;
}

/* Shows the environment of a unit what moved in this cycle. The model tells what left: where the Verilog differs the bench has complained. */
static void show(bench *b, const device *v)
{
    uint32_t held = 0;
    for (int s = 0; s < v->module->streams.count; s++) {
        const uint32_t *fields = moved(b, v, 0, s, b->io.want, &held);
        if (fields)
            traffic_saw(b->traffic, s, fields);
    }
}

const bench_cycle *bench_next(bench *b)
{
    pace_next(&b->pace);
    b->io.reset = b->pace.reset;
    if (b->io.reset)
        forget(b);
    traffic_fill(b->traffic, b->pace.fill);
    for (int k = 0; k < b->layout.count; k++) {
        b->device[k].took = -1;
        if (b->device[k].timing)
            step_pure(b, &b->device[k]);
        else
            step_stepped(b, &b->device[k]);
        if (b->device[k].module->role == MODULE_UNIT && !b->io.reset)
            show(b, &b->device[k]);
    }
    return &b->io;
}

/* ---- specifications ---- */

/* Tells the specification of copy j what moved at a stream. */
static const char *tell(bench *b, const device *v, int j, int s, const uint32_t *out, uint32_t *held)
{
    const uint32_t *fields = moved(b, v, j, s, out, held);
    if (fields == NULL)
        return NULL;
    b->told++;
    return v->module->streams.stream[s].output ? b->spec->gave(v->spec[j], s, fields) : b->spec->took(v->spec[j], s, fields);
}

static const char *watch_copy(bench *b, const device *v, int j, const uint32_t *out)
{
    const char *wrong = NULL;
    uint32_t held = 0;
    if (b->io.reset) {
        b->spec->reset(v->spec[j]);
        return NULL;
    }
    for (int side = 0; side < 2; side++) /* outputs first */
        for (int s = 0; s < v->module->streams.count && !wrong; s++)
            if (v->module->streams.stream[s].output == (side == 0))
                wrong = tell(b, v, j, s, out, &held);
    return wrong ? wrong : b->spec->cycle(v->spec[j], held);
}

const char *bench_watch(bench *b, const uint32_t *out)
{
    const char *wrong = NULL;
    for (int k = 0; b->spec && k < b->layout.count && !wrong; k++)
        for (int j = 0; j < b->layout.module[k].copies && !wrong; j++)
            wrong = watch_copy(b, &b->device[k], j, out);
    return wrong;
}
