/* SPDX-License-Identifier: Apache-2.0
 *
 * burst_code.h - lines as they stand in DRAM behind a unit that compresses them: raw in all of their bursts, or as a code in fewer of them, with the
 * encoding at its head. So the number of bursts tells how a line is read. What surrounds and what judges such a unit share this. */
#ifndef WF_BURST_CODE_H
#define WF_BURST_CODE_H

#include "../gen/design.h"

enum { BURST_CODE_MOST_WORDS = 32 }; /* of a line */

typedef struct {
    const wf_codec *codec; /* NULL: all lines are raw */
    wf_config config;      /* the codec's */
    uint32_t raw;          /* bursts - 1 of a raw line */
} burst_code;

/* That of the unit's choice among its children: the codec that the value of a parameter names, or none. */
burst_code burst_code_of(const design *d);
/* Returns bursts - 1 of the line's code, and writes these bursts to `data`. What data has behind them is anything. */
uint32_t burst_code_encode(const burst_code *b, const uint32_t *line, uint32_t *data);
/* The line of so many bursts - 1. False: no encoder writes this; the line is then anything. */
bool burst_code_decode(const burst_code *b, uint32_t bursts, const uint32_t *data, uint32_t *line);

#endif
