/* SPDX-License-Identifier: Apache-2.0
 *
 * ports_result.h - recordings of register-file ports through a register file: tables, a page, and flat JSON (docs/replay.md, "Recordings of ports"). */
#ifndef WF_PORTS_RESULT_H
#define WF_PORTS_RESULT_H

#include "../machine/replay_ports.h"
#include "replay_result.h"

/* The packets of a write-back are stored as they come, or merged. */
enum { PORTS_PACKETS, PORTS_MERGED, PORTS_FORMS };
enum { PORTS_OWN, PORTS_BASE, PORTS_FILES };

typedef struct {
    char name[64];
    double recorded;                               /* the last cycle */
    ports_counts run[PORTS_FORMS][2][PORTS_FILES]; /* by ports_delays */
} ports_row;

typedef struct {
    const design *d;
    const char *dir;
    verilog *beside;
    bool fit, gate_base;
    ports_row *rows;
    int count;
} ports_result;

/* Runs all recordings. Dies (2) if one does not fit the register file. */
void ports_result_run(ports_result *r, const char *const *paths, int count);
void ports_result_free(ports_result *r);
/* As replay_result_wrong. */
char *ports_result_wrong(const ports_result *r);

void ports_print(const ports_result *r);
void ports_put(const ports_result *r, metrics *out);
void ports_page(text *t, const ports_result *r);

#endif
