/* SPDX-License-Identifier: Apache-2.0
 *
 * replay.h - a register file's stepped model, driven by the instructions of a trace (docs/replay.md).
 *
 * An issue port takes one instruction a cycle if no register that it reads or writes has a write under way. Its operands leave for execution,
 * and some cycles later what it writes asks for a write port; what writes nothing is over then. A write waits while an older instruction has not read its
 * register. Values are the trace's. What the trace does not tell is neither read nor written, and counted. */
#ifndef WF_REPLAY_H
#define WF_REPLAY_H

#include "file_driver.h"
#include "instruction_feed.h"

typedef struct {
    int latency, load_latency; /* cycles from operands to the write port, and of a load; from 0 */
    int window;                /* warps that an issue port looks at, from 1 on: 1 keeps to the trace's order */
    bool no_release;           /* no warp is released */
} replay_options;

/* Dies (2) if the trace has other lanes than the design, more registers, or a block of more warps. */
void replay_check(const design *d, const feed_survey *s);
/* Runs the whole trace, with the design's Verilog beside the model (NULL: without). */
void replay_run(file_counts *c, const design *d, const feed_survey *s, const replay_options *o, verilog *beside);

#endif
