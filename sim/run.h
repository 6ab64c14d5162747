/* SPDX-License-Identifier: Apache-2.0
 *
 * run.h - one run of one bench in one simulator: what cosim.c and the simulators share. */
#ifndef WF_RUN_H
#define WF_RUN_H

#include "bench.h"
#include "cosim_options.h"
#include "nets_top.h"

enum { DRAIN_CYCLES = 16 }; /* after the last vector, until everything in flight has come out */

typedef struct {
    const design *design;
    const char *dir; /* the design's folder */
    const cosim_options *options;
    simulator sim;
    bench_kind kind;
    const char *title;          /* "icarus array" */
    const nets_wanted *nets;    /* netlists instead of RTL in Verilator, and the bench shows these nets; NULL: RTL */
    unsigned long long vectors; /* how many to encode */
    bool whole_life;            /* and a unit with state lives as long as sim/pace.h says */
    bench *bench;
    unsigned long long cycles, mismatches; /* results */
    double seconds;                        /* spent simulating, golden model included */
    text complaint;                        /* the first mismatch */
    unsigned long long complaint_cycle;
} cosim_job;

void verilator_run(cosim_job *job);
/* With job->nets: calls visit for each cycle. After the vectors come `idle` cycles without one. */
void verilator_nets(cosim_job *job, unsigned long long idle, nets_visit *visit, void *user);
void icarus_run(cosim_job *job); /* also gates */

/* Adds the Verilog files of the job, the design's (or its netlists) and the bench, to `argv` of a tool that runs in the folder `cwd`: by
 * relative names of our own alone. `top` leads from there to the design's folder. */
void cosim_add_files(const cosim_job *job, const char *cwd, const char *top, const char **argv, int *argc, int max);
/* Frees the names from..to-1. */
void cosim_free_files(const char **argv, int from, int to);
/* Notes a word of the outputs that differs from the model's; the first one is kept. */
void cosim_complain(cosim_job *job, unsigned long long cycle, int word, uint32_t got, uint32_t want);
/* Notes what a specification complains of in this cycle. */
void cosim_complain_spec(cosim_job *job, const char *what);
/* Notes the assertion in the RTL that stopped the simulation. */
void cosim_complain_rtl(cosim_job *job, const char *what);
/* True if all vectors have gone in, and the unit has lived its life if it should. */
bool cosim_done(const cosim_job *job);
/* Shows how far it is. */
void cosim_progress(const cosim_job *job);

#endif
