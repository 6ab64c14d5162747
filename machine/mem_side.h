/* SPDX-License-Identifier: Apache-2.0
 *
 * mem_side.h - the memory of a machine in time: what all SMs ask, cycle by cycle. L1 of each SM, interconnect, parts of L2, channels of DRAM.
 *
 * The SM side gives transactions, at most one an SM and cycle through L1, and takes back their ids when they are done. In a cycle, mem_cycle comes first,
 * then each SM takes, and gives. A load that hits in L1 is done l1_latency cycles after it was given:
 *
 *     cycle   0              1 .. 34     35
 *             mem_access(id)             mem_take: id
 *
 * On gtx480, without others in the way, a load of a line that misses L1 is done after 177 cycles if L2 has it (GPGPU-Sim's pointer chase takes 182 in all; the SM adds 6).
 *
 *     mem_side *m = mem_open(&machine, NULL);
 *     mem_fill(m, address, bytes);                         what the host copied, before a launch
 *     mem_launch(m);
 *     for (;;) {
 *         mem_cycle(m);
 *         while (mem_take(m, sm, &id)) ..
 *         if (.. && mem_ready(m, sm, MEM_LOAD)) mem_access(m, sm, &transaction, id);
 *         if (nothing else goes on) mem_skip(m, mem_next(m));
 *     } */
#ifndef WF_MEM_SIDE_H
#define WF_MEM_SIDE_H

#include "../gen/design.h"
#include "machine_file.h"
#include "mem_ahead.h"
#include "mem_callbacks.h"
#include "mem_coalesce.h"
#include "mem_counts.h"
#include "mem_stores.h"

typedef struct mem_side mem_side;
struct cache_counts;

/* Sums since mem_open, over all SMs, parts and channels. */
typedef struct {
    mem_cache_counts l1, l2;
    uint64_t dram_reads, dram_writes;        /* commands */
    uint64_t dram_activates, dram_row_hits;  /* row_hits: requests that found their row open when they came to their bank */
    uint64_t dram_busy, dram_cycles;         /* cycles of a channel's bus that were busy, of all, summed over the channels */
    uint64_t dram_bytes;                     /* that commands had room for */
    mem_line_counts lines[2];                /* that DRAM reads, and writes; all 0 where they are not compressed */
    uint64_t metadata_hits, metadata_misses; /* a miss is a burst of counts, which dram_reads has and `lines` has not */
    uint64_t net_flits[2];                   /* to L2, to the SMs */
    uint64_t encoded, decoded;               /* lines, by codecs in hardware */
    uint64_t helped;                         /* accesses of L1 by helper warps, which l1 has not */
    stores_counts stores;                    /* of lines that helper warps compress */
    uint64_t l2_raw;                         /* loads of lines that L2 has raw, since an SM has decompressed them */
    uint64_t done, latency;                  /* requests that the interconnect brought back, and the cycles from L1 to there, summed */
} mem_counts;

/* `callbacks`: NULL where lines are not compressed. `m` must stay. */
mem_side *mem_open(const machine *m, const mem_callbacks *callbacks);
void mem_close(mem_side *m);
/* Each SM's L1 is this cache of vectors from now on, before the first cycle. `d` must stay. A private access is then given by its blocks (mem_transaction.vector). */
void mem_take_vectors(mem_side *m, const design *d);
/* What these caches did is added. Only after it mem_close. */
void mem_count_vectors(mem_side *m, struct cache_counts *to);

/* May the SM give a transaction of this kind in this cycle? */
bool mem_ready(const mem_side *m, int sm, mem_kind kind);
/* Only where mem_ready. id >= 0: mem_take tells when it is done; of a store that is when L2 has it. id < 0: nothing does. */
void mem_access(mem_side *m, int sm, const mem_transaction *t, int id);
/* A warp's store, or an atomic's, is given access by access from now on: its bytes are in memory. */
void mem_store(mem_side *m, const struct feed_access *a);
/* ---- helper warps that compress lines (mem_l1.h) ---- */

/* May the SM give an access of a helper warp (mem_transaction.helper)? */
bool mem_ready_for_helper(const mem_side *m, int sm);
/* A line of this SM that came as a code, until it is decompressed. Routine's path `code`, for the warp in place `warp`. */
typedef struct {
    int number; /* of the request */
    uint64_t line;
    int code, warp;
} mem_coded;
bool mem_take_coded(mem_side *m, int sm, mem_coded *c);
void mem_decompressed(mem_side *m, int sm, int number);
/* A line of stores that waits to be compressed: `number` is its place. mem_compressed: it is sent, as a code or raw. */
bool mem_take_stored(mem_side *m, int sm, mem_coded *c);
void mem_compressed(mem_side *m, int sm, int number, bool coded);
/* The same, without having been tried: what it is counted as. */
typedef enum { MEM_LATE, MEM_DROPPED, MEM_CHANGED } mem_raw_reason;
void mem_stored_raw(mem_side *m, int sm, int number, mem_raw_reason why);
bool mem_stored_changed(const mem_side *m, int sm, int number);
/* Stores of the warp in this place that are not whole are sent as they are, now and from now on; or no more. */
void mem_hurry(mem_side *m, int sm, int warp, bool hurries);

/* ---- routines that prefetch (mem_ahead.h) ---- */

/* Of all SMs, before the first cycle. */
void mem_open_ahead(mem_side *m);
/* A line that the SM may need. */
void mem_prefetch(mem_side *m, int sm, const mem_transaction *t);
/* A load that missed, and the place of its warp; false: there is none (more). */
bool mem_take_missed(mem_side *m, int sm, uint64_t *line, int *warp);
/* More than half of L1's MSHRs are in use. */
bool mem_is_busy(const mem_side *m, int sm);
const ahead_counts *mem_prefetched(const mem_side *m, int sm);

/* The next one that is done in this cycle, in the order in which they end; false: there is none (more). */
bool mem_take(mem_side *m, int sm, int *id);

/* Nothing is there for this SM, and no line that it asked for waits to leave it. */
bool mem_quiet(const mem_side *m, int sm);

void mem_cycle(mem_side *m);
/* The cycle of the last mem_cycle; 0 before the first. */
uint64_t mem_now(const mem_side *m);
/* The first cycle behind mem_now in which anything can happen if nothing is given; UINT64_MAX: nothing is under way. */
uint64_t mem_next(const mem_side *m);
/* As many mem_cycle, up to before cycle `next`, in which nothing happens: next <= mem_next. */
void mem_skip(mem_side *m, uint64_t next);
bool mem_idle(const mem_side *m);

/* The host wrote these bytes: L2 has their sectors, clean. */
void mem_fill(mem_side *m, uint64_t address, uint64_t bytes);
/* A launch begins: L1 is empty, L2 keeps what it has (GPGPU-Sim 4.2, gpgpu_flush_l1_cache 1, gpgpu_flush_l2_cache 0). */
void mem_launch(mem_side *m);

void mem_count(const mem_side *m, mem_counts *c);

#endif
