/* SPDX-License-Identifier: Apache-2.0
 *
 * channel_dram.h - a channel of DRAM that holds bytes, as a unit in front of it sees it: commands of some bursts of 32 bytes, what is written, what comes back. mem_dram.h says when.
 *
 * A command becomes a request of DRAM when those before it have; a write when all of its bursts have come too. Memory changes, and a read has its bytes, in that moment. So commands of
 * one address keep their order. Bursts come back in the order in which DRAM is done with them, those of a command by address. */
#ifndef WF_CHANNEL_DRAM_H
#define WF_CHANNEL_DRAM_H

#include "../cmodel/warpfold.h"
#include "machine_file.h"
#include "mem_address.h"

enum { CHANNEL_BURST_WORDS = WF_BURST_BYTES / 4, CHANNEL_MOST_BURSTS = 4 };

/* Of lines, of blocks of counts; of reads, of writes. */
typedef struct {
    double bursts[2][2]; /* [of counts][write] */
    double blocks;       /* commands that read counts */
} channel_bursts;

typedef struct channel_dram channel_dram;

/* A channel of this number, of lines of so many bursts. Bursts from `counts` on are of counts, and all of their bits are 1 at first; all others are 0. */
channel_dram *channel_dram_open(const machine *m, const mem_map *map, int number, int line_bursts, uint32_t counts);
void channel_dram_close(channel_dram *c);
/* A burst of memory; those behind it in its line follow. */
uint32_t *channel_dram_burst(channel_dram *c, uint32_t address);

/* How many commands it takes now. */
int channel_dram_room(const channel_dram *c);
/* Its bursts are of one line. */
void channel_dram_command(channel_dram *c, bool write, uint32_t id, uint32_t address, int bursts);
/* Is there a write whose bursts have not all come? */
bool channel_dram_takes_data(const channel_dram *c);
void channel_dram_data(channel_dram *c, uint32_t mask, const uint32_t *words);
/* The burst that comes back next; NULL: none is there. left: with it so many of its command. */
const uint32_t *channel_dram_front(const channel_dram *c, uint32_t *id, uint32_t *left);
void channel_dram_take(channel_dram *c);
/* A cycle of DRAM's own clock. */
void channel_dram_cycle(channel_dram *c);
bool channel_dram_idle(const channel_dram *c);

const channel_bursts *channel_dram_bursts(const channel_dram *c);
/* Cycles of DRAM's clock in which its bus was busy. */
uint64_t channel_dram_busy(const channel_dram *c);

#endif
