/* SPDX-License-Identifier: Apache-2.0
 *
 * counting.h - what the files that count a trace share. trace_stats.c calls the others, record after record. */
#ifndef WF_COUNTING_H
#define WF_COUNTING_H

#include "../trace/trace.h"
#include "register_state.h"
#include "trace_counts.h"

typedef struct {
    const design *d;
    const trace_energy *e;
    trace_counts *c;
    register_table *registers;
    int vector_lanes;
    bool units_alike; /* the design's storage units are of one size */
    int stack;        /* private_memory.h */
    double *fitting;  /* of a codec with a survey: values, by the set of ways that they fit */
} counting;

/* ---- access_energy.c: beside a register file without compression ---- */

/* Are all storage units of one size? */
bool units_alike(const wf_sizes *s);
/* One write of record r with this code, which `alone` tells, and `reads` reads of the register, which is stored as `stored` then. */
void charge_write(const counting *k, const trace_record *r, const wf_code *code, const stored_code *alone, const stored_code *stored,
                  double reads);
/* One read of a register. */
void charge_read(const counting *k, const stored_code *stored);
/* The dummy move of a register (docs/integration.md): read compressed, written raw. */
void charge_move(const counting *k, const register_state *before);

/* ---- vector_stats.c ---- */

/* Every word of a record's data. */
void count_vectors(const counting *k, const trace_record *r);
/* A register as an instruction with this mask reads it. */
void count_operand(const counting *k, const uint32_t *value, const uint32_t *mask);

/* ---- instruction_stats.c ---- */

/* An instruction begins; that before it, of the same warp, ends. */
void instruction_begin(const counting *k, const trace_record *r);
/* Does this record belong to an instruction whose sources are known? Then its reads are counted where they are, at the sources. */
bool instruction_has_sources(const counting *k, const trace_record *r);
/* A register read, which tells what the register holds. */
void instruction_read(const counting *k, const trace_record *r);
/* A register write of this warp, of a code of this class; `moved`: a dummy move came before. The register has its new state after this. */
void instruction_write(const counting *k, warp_state *w, const trace_record *r, int class, bool moved);
/* For register_table_watch; `user` is the counting. */
void instruction_forget(void *user, warp_state *warp);

#endif
