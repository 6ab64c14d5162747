/* SPDX-License-Identifier: Apache-2.0
 *
 * engine "NAME=VALUE ..." ... - how many cycles a second the model of gslanes runs, and what it moves in them: a row for each set of parameters.
 *
 * Instructions are those of its environment, with operands as bytewise stores them. They are made before the clock runs and given as fast as they are
 * taken. The lanes answer in the cycle after a beat, with any values. Beats and writes are always taken. */
#include <stdio.h>
#include <string.h>

#include "../../base/clock.h"
#include "../../sim/bench.h"
#include "../../sim/environment.h"
#include "../../sim/fields.h"

enum { PREPARED = 1024, CYCLES = 300000 };

typedef struct {
    design d;
    bench_layout layout;
    uint32_t *in, *out, *care;
    void *state;
} engine;

/* The place in the record of a stream's valid bit, or of its ready. */
static int valid_at(const engine *e, const char *name)
{
    const bench_module *m = &e->layout.module[0];
    int s = (int)(unit_stream(&e->d, name) - e->d.streams.stream);
    return m->streams.stream[s].output ? m->out_at + m->out[s] : m->in_at + m->in[s];
}

static int ready_at(const engine *e, const char *name)
{
    const bench_module *m = &e->layout.module[0];
    int s = (int)(unit_stream(&e->d, name) - e->d.streams.stream);
    return m->streams.stream[s].output ? m->in_at + m->in[s] : m->out_at + m->out[s];
}

static void open_engine(engine *e, const char *parameters)
{
    design_init_named(&e->d, "gslanes", "engine");
    design_set_all(&e->d, parameters, "engine");
    design_check(&e->d);
    e->layout = bench_layout_of(&e->d, BENCH_UNIT);
    e->in = zalloc((size_t)e->layout.in_words * sizeof *e->in);
    e->out = zalloc((size_t)e->layout.out_words * sizeof *e->out);
    e->care = zalloc((size_t)e->layout.out_words * sizeof *e->care);
    e->state = zalloc(e->d.unit->stepped->state_size(&e->d.config));
    e->d.unit->stepped->reset(&e->d.config, e->state);
}

/* The words of the instructions' fields, one instruction after the other. */
static uint32_t *prepare(const engine *e, int words)
{
    const environment *around = environment_of(&e->d);
    stimuli *values = stimuli_new(&e->d, 1, NULL, 0);
    void *env = around->open(&e->d, values);
    rng r = {1};
    uint32_t *all = zalloc((size_t)PREPARED * (size_t)words * sizeof *all);
    for (int i = 0; i < PREPARED; i++)
        around->next(env, (int)(unit_stream(&e->d, "instruction") - e->d.streams.stream), all + i * words, &r);
    around->close(env);
    stimuli_free(values);
    return all;
}

static void row(const char *parameters)
{
    engine e;
    open_engine(&e, parameters);
    const wf_stepped *model = e.d.unit->stepped;
    int words = field_at(unit_stream(&e.d, "instruction"), "user") + (field_bits(unit_stream(&e.d, "instruction"), "user") + 31) / 32;
    uint32_t *all = prepare(&e, words), *given = e.in + valid_at(&e, "instruction"), *result = e.in + valid_at(&e, "result");
    const uint32_t *taken = e.out + ready_at(&e, "instruction"), *beat = e.out + valid_at(&e, "beat"),
                   *write = e.out + valid_at(&e, "write");
    e.in[ready_at(&e, "beat")] = e.in[ready_at(&e, "write")] = 1;
    *given = 1;
    unsigned long long next = 0, beats = 0, writes = 0;
    memcpy(given + 1, all, (size_t)words * sizeof *all);
    double start = clock_processor_seconds();
    for (int i = 0; i < CYCLES; i++) {
        model->outputs(&e.d.config, e.state, e.out, e.care);
        bool answer = *beat & 1, takes = *taken & 1;
        beats += answer;
        writes += *write & 1;
        model->clock(&e.d.config, e.state, e.in);
        *result = answer;
        if (takes)
            memcpy(given + 1, all + ++next % PREPARED * (unsigned)words, (size_t)words * sizeof *all);
    }
    double seconds = clock_processor_seconds() - start;
    printf("%-36s %12.2f %7.2f %7.2f %7.2f\n", *parameters ? parameters : "as it is", CYCLES / seconds / 1e6, (double)next / CYCLES,
           (double)beats / CYCLES, (double)writes / CYCLES);
}

int main(int argc, char **argv)
{
    printf("%-36s %12s %7s %7s %7s\n", "gslanes, 32 lanes", "M cycles/s", "instr.", "beats", "writes");
    for (int i = 1; i < argc; i++)
        row(argv[i]);
    return 0;
}
