/* SPDX-License-Identifier: Apache-2.0
 *
 * replay_warps.h - which warps of a trace are in the register file, and in which order an issue port looks at them.
 *
 * Blocks are taken in the order of their first instructions. A block waits until as many places are free as it has warps; its warps then take
 * the lowest ones. A place is free again when its warp has ended and is released. Place w issues at port w mod ports.
 *
 * Order. A port looks at the next instruction of each of its warps, in the trace's order. A block that had to wait is taken as if its first
 * instruction followed the last one that was issued. */
#ifndef WF_REPLAY_WARPS_H
#define WF_REPLAY_WARPS_H

#include "../cmodel/warpfold.h"
#include "instruction_feed.h"

typedef struct {
    int warp;      /* of the survey; -1: free */
    uint64_t left; /* instructions that were not issued */
    uint64_t late; /* its block's instructions count as so many later */
    uint64_t key;  /* of the next instruction: its number, and `late`; of one that was not read, at least */
} replay_place;

typedef struct {
    const feed_survey *s;
    feed *f;
    int places, ports, free;
    int block;     /* the next one that waits */
    int warp;      /* no warp before it waits */
    uint64_t last; /* the highest key that was issued */
    replay_place place[WF_FILE_WARPS];
    int order[WF_FILE_PORTS][WF_FILE_WARPS], count[WF_FILE_PORTS]; /* places with instructions left, by key */
} replay_warps;

/* No block has more warps than there are places. */
void replay_warps_open(replay_warps *w, const feed_survey *s, int places, int ports);
void replay_warps_close(replay_warps *w);
/* Takes the blocks that find room. */
void replay_warps_admit(replay_warps *w);
/* The place that port looks at as its n-th (from 0), with its next instruction; -1: there are not so many. */
int replay_warps_look(replay_warps *w, int port, int n, const feed_instruction **i);
/* The n-th one issues it. */
feed_instruction *replay_warps_take(replay_warps *w, int port, int n);
/* The place is free. */
void replay_warps_leave(replay_warps *w, int place);
/* All have ended and left. */
bool replay_warps_done(const replay_warps *w);

#endif
