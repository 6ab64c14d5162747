/* SPDX-License-Identifier: Apache-2.0
 *
 * power_job.h - what the files of `warpfold power` share. */
#ifndef WF_POWER_JOB_H
#define WF_POWER_JOB_H

#include "../sim/nets.h"
#include "power_count.h"

/* A netlist that is measured. */
typedef struct {
    const char *name; /* of its files in DIR/syn */
    char *top;
    int module; /* of the bench */
    netlist n;
    char **verilog; /* by net: its name in Verilog; NULL: none */
    double *slew[2], *load;
    power_unit unit;
    power_count *count;
    power_result r;
    double carried[3], measured[3]; /* W: internal, switching, leakage by OpenSTA */
} measured_unit;

typedef struct {
    synth_job job;
    synth_options options;
    const char *path; /* of the library */
    metrics synth;    /* what synthesis found */
    measured_unit unit[BENCH_MODULES];
    int count;
    power_cell *cells;
} power_job;

/* The figures of a unit that was simulated, from the sums of its cycles and from OpenSTA's powers. */
void power_figures(const power_job *p, const measured_unit *u, metrics *m);
/* Prints them. */
void power_show(const power_job *p, const measured_unit *u, const metrics *m);

#endif
