/* SPDX-License-Identifier: Apache-2.0
 *
 * metadata_run.h - hit rates of the unit that is the cache of burst counts (wf_unit.metadata) on a stream of accesses to DRAM. */
#ifndef WF_METADATA_RUN_H
#define WF_METADATA_RUN_H

#include "../cmodel/warpfold.h"

typedef struct {
    unsigned long long hits, misses, write_backs; /* a miss is one access to DRAM, a write-back another */
} metadata_counts;

typedef struct metadata_run metadata_run;

/* The unit of which this is the model: the first one of units.def. Its name is in the keys of its figures. */
const wf_unit *metadata_run_unit(void);

/* An empty cache. `config` must be a valid configuration of the unit. */
metadata_run *metadata_run_new(const wf_config *config);
/* The default cache for lines of line_bytes bytes, with addresses wide enough for traces. */
metadata_run *metadata_run_of_traces(int line_bytes);
void metadata_run_free(metadata_run *run);
/* Reads line number `line` (modulo 2 to the power of the address bits), or writes it with `bursts` (1 to 4). Returns true on a
 * hit. */
bool metadata_run_access(metadata_run *run, uint64_t line, bool is_write, int bursts);
/* Fills the cache with other blocks, so that every dirty one leaves; returns how many do. They count as write-backs. */
unsigned long long metadata_run_flush(metadata_run *run);
metadata_counts metadata_run_counts(const metadata_run *run);

#endif
