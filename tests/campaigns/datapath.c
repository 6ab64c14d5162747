/* SPDX-License-Identifier: Apache-2.0
 *
 * datapath "NAME=VALUE ..." ... - how many cycles a second the model of gslanes runs, and what it moves in them: a row for each set of parameters.
 *
 * Instructions are those of its environment, with operands as bytewise stores them. They are made before the clock runs and given as fast as they are
 * taken. The lanes answer in the cycle after a beat, with any values. Beats and writes are always taken. */
#include <stdio.h>
#include <string.h>

#include "../../sim/environment.h"
#include "loop.h"

enum { PREPARED = 1024, CYCLES = 300000 };

/* The words of the instructions' fields, one instruction after the other. */
static uint32_t *prepare(const loop *e, int words)
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
    loop e;
    loop_open(&e, "gslanes", parameters);
    int words = field_at(unit_stream(&e.d, "instruction"), "user") + (field_bits(unit_stream(&e.d, "instruction"), "user") + 31) / 32;
    uint32_t *all = prepare(&e, words), *given = loop_valid(&e, "instruction"), *result = loop_valid(&e, "result");
    const uint32_t *taken = loop_ready(&e, "instruction"), *beat = loop_valid(&e, "beat"), *write = loop_valid(&e, "write");
    *loop_ready(&e, "beat") = *loop_ready(&e, "write") = 1;
    *given = 1;
    unsigned long long next = 0, beats = 0, writes = 0;
    memcpy(given + 1, all, (size_t)words * sizeof *all);
    double start = clock_processor_seconds();
    for (int i = 0; i < CYCLES; i++) {
        loop_look(&e);
        bool answer = *beat & 1, takes = *taken & 1;
        beats += answer;
        writes += *write & 1;
        loop_clock(&e);
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
