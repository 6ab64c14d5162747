/* SPDX-License-Identifier: Apache-2.0
 *
 * mem_dram.h - a channel of DRAM, in cycles of its own clock.
 *
 * Requests wait for their banks. A bank takes the oldest one for its open row, else the oldest one (FR-FCFS); at most one bank takes one in a cycle. A
 * request closes the row of another one (precharge), opens its own (activate), and moves its bytes with one command or more. The channel gives at most one of each
 * kind of command a cycle: for rows, for columns. Times between commands are those of the machine, as in JEDEC's data sheets of GDDR5:
 *
 *     ccd, ccdl   column to column, in the channel, in a group of banks        rp   precharge to activate
 *     rrd         activate to activate                                         rc   activate to activate of a bank
 *     rcd         activate to read (rcd - wl - 1 to write)                     wr   end of written data to precharge
 *     ras         activate to precharge                                        cdlr end of written data to read
 *     cl, wl      read, write to data                                          rtpl read to precharge, in a group
 *
 *     a read of a closed bank: 0 taken, activated; 12 read (rcd); 24 data (cl): it is done
 *
 * There is no refresh (GPGPU-Sim has none either). */
#ifndef WF_MEM_DRAM_H
#define WF_MEM_DRAM_H

#include "machine_file.h"
#include "mem_queue.h"

typedef struct {
    uint64_t reads, writes, activates, row_hits, busy, bytes; /* busy: cycles of the bus */
} dram_sums;

typedef struct {
    int number, bank, bytes;
    uint64_t row;
    bool write;
} dram_request;

typedef struct dram dram;

dram *dram_open(const machine *m);
void dram_close(dram *d);
bool dram_room(const dram *d);
/* Only where there is room. */
void dram_put(dram *d, const dram_request *r);
/* A request that is done; -1: there is none (more). */
int dram_front(const dram *d);
void dram_take(dram *d);
void dram_cycle(dram *d, uint64_t now);
/* Nothing is in it. */
bool dram_idle(const dram *d);
const dram_sums *dram_counts_of(const dram *d);

#endif
