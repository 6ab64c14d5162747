/* SPDX-License-Identifier: Apache-2.0
 *
 * replay_count.h - what a run counts. */
#ifndef WF_REPLAY_COUNT_H
#define WF_REPLAY_COUNT_H

#include "file_ports.h"
#include "replay.h"

typedef struct {
    const file_ports *p;
    replay_counts *c;
} replay_watch;

void watch_open(replay_watch *w, const file_ports *p, replay_counts *c);
/* At the end of the last cycle. */
void watch_close(replay_watch *w);
/* An instruction is issued in this cycle. */
void watch_instruction(replay_watch *w, bool mask_known, bool full);

#endif
