/* SPDX-License-Identifier: Apache-2.0
 *
 * sm_scoreboard.h - which registers of an SM's warps wait for a result, or for a reader.
 *
 * Traces leave predicates out. So a comparison, which is arithmetic without a destination, is taken to write the warp's one predicate, and control to read it.
 *
 * An instruction is issued when no register that it reads has a write under way (RAW), nor one that it writes (WAW). A result is written when no older
 * instruction has its register still to read (WAR): where operands are collected out of order a write could overtake its readers.
 *
 *     cycle   issue                  r1: writes, readers     may add r1 = r1 + r2 be issued?
 *     0       load r1 = [r4]         1, 0                    no
 *     ..      the load is written    0, 0                    yes */
#ifndef WF_SM_SCOREBOARD_H
#define WF_SM_SCOREBOARD_H

#include "instruction_feed.h"

typedef struct {
    int registers;             /* of a warp */
    uint8_t *writes, *readers; /* [warp * registers + register] */
} scoreboard;

void scoreboard_open(scoreboard *s, int warps, int registers);
void scoreboard_close(scoreboard *s);

bool scoreboard_may_issue(const scoreboard *s, int warp, const feed_instruction *i);
/* It is issued: its sources have a reader more, its destinations a write more. */
void scoreboard_issue(scoreboard *s, int warp, const feed_instruction *i);
/* Its operands were read. */
void scoreboard_read(scoreboard *s, int warp, const feed_instruction *i);
/* Nothing older has this register to read. */
bool scoreboard_may_write(const scoreboard *s, int warp, int reg);
/* All that it writes is written: registers and predicate. */
void scoreboard_written(scoreboard *s, int warp, const feed_instruction *i);
/* The same in parts: a register; the predicate. */
void scoreboard_free(scoreboard *s, int warp, int reg);
void scoreboard_compared(scoreboard *s, int warp, const feed_instruction *i);

#endif
