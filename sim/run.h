/* SPDX-License-Identifier: Apache-2.0
 *
 * run.h - one run of one bench in one simulator: what cosim.c and the simulators share. */
#ifndef WF_RUN_H
#define WF_RUN_H

#include "bench.h"
#include "cosim.h"

typedef struct {
    const design *design;
    const char *dir;                /* the design's folder */
    const cosim_options *options;
    simulator sim;
    bool array;
    unsigned long long vectors;     /* how many to encode */
    bench *bench;
    unsigned long long cycles, mismatches;  /* results */
    double seconds;                 /* spent simulating, golden model included */
    text complaint;                 /* the first mismatch */
} cosim_job;

void verilator_run(cosim_job *job);
void icarus_run(cosim_job *job);    /* and gates */

/* The Verilog files of the job: the design's (or its netlists) and the bench, NULL-terminated, to `argv`. */
void cosim_add_files(const cosim_job *job, const char **argv, int *argc, int max);
/* Notes the first mismatch of a record: kind ("enc", "dec"), word of the port's record, values. */
void cosim_complain(cosim_job *job, const char *kind, int word, uint32_t got, uint32_t want);

/* Switching activity of the inputs on the traces: DIR/activity_{enc,dec}.txt, lines "port bit toggles_per_cycle
 * probability_of_one" at one operand a cycle. A disabled unit's bits stay as they were, as a bank not read does. */
void activity_write(const design *d, const char *dir, char *const *traces, int trace_count);

#endif
