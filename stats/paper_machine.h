/* SPDX-License-Identifier: Apache-2.0
 *
 * paper_machine.h - a multiprocessor and its caches as a source publishes them (PAPER_MACHINE in docs/papers). */
#ifndef WF_PAPER_MACHINE_H
#define WF_PAPER_MACHINE_H

#include "../memory/dram_traffic.h"

typedef struct {
    const char *source;
    const char *machine; /* its name in time (machines/) */
    dram_caches caches;
    double registers, warps, threads, blocks, shared_bytes; /* that a multiprocessor holds */
    double dram_pj, sram_pj;                                /* a bit that DRAM moves, and one that a small memory reads or writes */
    const char *dram_source, *sram_source;
} paper_machine;

/* The first one: what counts if nothing else is asked for. */
const paper_machine *paper_machine_default(void);

#endif
