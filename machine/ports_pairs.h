/* SPDX-License-Identifier: Apache-2.0
 *
 * ports_pairs.h - recordings of register-file ports run through a register file and through its plain form, in each form and with each answer to delays
 * (docs/replay.md, "Recordings of ports"). */
#ifndef WF_PORTS_PAIRS_H
#define WF_PORTS_PAIRS_H

#include "file_pairs.h"
#include "replay_ports.h"

enum { PORTS_OWN, PORTS_BASE, PORTS_FILES };

typedef struct {
    char name[FILE_ROW_NAME];
    double recorded;                               /* the last cycle */
    ports_counts run[PORTS_FORMS][2][PORTS_FILES]; /* by ports_delays */
} ports_row;

typedef struct {
    const design *d;
    verilog *beside;
    bool fit, gate_base;
    int merge_latency; /* cycles */
    ports_row *rows;
    int count;
} ports_pairs;

/* Runs all recordings. Dies (2) if one does not fit the register file. */
void ports_pairs_run(ports_pairs *r, const char *const *paths, int count);
void ports_pairs_free(ports_pairs *r);
/* As file_pairs_wrong. */
char *ports_pairs_wrong(const ports_pairs *r);
/* Operands that were compared, and those that differed. */
void ports_pairs_checked(const ports_pairs *r, double *checked, double *wrong);

#endif
