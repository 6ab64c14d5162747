/* SPDX-License-Identifier: Apache-2.0
 *
 * channel_replay.h - the requests of a list through the channels of a machine's DRAM, each with a unit in front of it (docs/replay.md, "Units at channels of DRAM").
 *
 * One source gives requests in the list's order, so many in 1000 cycles, or as fast as they are taken. Each channel has a queue in front of its unit. While that of the next request is full
 * the source stands still. */
#ifndef WF_CHANNEL_REPLAY_H
#define WF_CHANNEL_REPLAY_H

#include "channel_front.h"

enum { CHANNEL_RATE_MOST = 100000 };

/* bursts: with those of the flush at the end. cycles: of the units' clock, until nothing is left to do but that. busy, bus: cycles of DRAM's clock in which buses are busy, and that
 * there are, of all channels. */
typedef struct {
    channel_counts n;
    channel_bursts bursts;
    double flushed; /* bursts of counts that are written at the end */
    double cycles, busy, bus;
} channel_run;

/* rate: requests in 1000 cycles, of all channels; 0: as fast as they are taken. d: a unit's design; ideal: an ideal one in its place. */
void channel_replay_run(channel_run *run, const design *d, const machine *m, const channel_list *l, const channel_codes *codes, int rate,
                        bool ideal);
void channel_run_free(channel_run *run);

#endif
