/* SPDX-License-Identifier: Apache-2.0
 *
 * metacache_run.h - hit rates of the block metacache on a stream of accesses to DRAM. The memory controller is that of
 * docs/metacache.md: a miss is fetched and filled at once, and a write that missed is repeated. */
#ifndef WF_METACACHE_RUN_H
#define WF_METACACHE_RUN_H

#include "../cmodel/warpfold.h"

typedef struct {
    unsigned long long hits, misses, write_backs; /* a miss is one access to DRAM, a write-back another */
} metacache_counts;

typedef struct metacache_run metacache_run;

/* The unit of which this is the model. */
const wf_unit *metacache_run_unit(void);

/* An empty cache. `config` must be a valid configuration of the block metacache. */
metacache_run *metacache_run_new(const wf_config *config);
/* The default cache for lines of line_bytes bytes, with addresses wide enough for traces. */
metacache_run *metacache_run_of_traces(int line_bytes);
void metacache_run_free(metacache_run *run);
/* Reads line number `line` (modulo 2 to the power of the address bits), or writes it with `bursts` (1 to 4). Returns true on a
 * hit. */
bool metacache_run_access(metacache_run *run, uint64_t line, bool is_write, int bursts);
/* Fills the cache with other blocks, so that every dirty one leaves; returns how many do. They count as write-backs. */
unsigned long long metacache_run_flush(metacache_run *run);
metacache_counts metacache_run_counts(const metacache_run *run);

#endif
