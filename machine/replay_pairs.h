/* SPDX-License-Identifier: Apache-2.0
 *
 * replay_pairs.h - traces run through a register file and through its plain form by `replay` (replay.h). */
#ifndef WF_REPLAY_PAIRS_H
#define WF_REPLAY_PAIRS_H

#include "file_pairs.h"
#include "replay.h"

typedef struct {
    file_pairs files;
    verilog *beside; /* the design's Verilog runs beside the model; NULL: it does not */
    replay_options run;
    bool fit;       /* registers and warps of the file are those that a trace needs */
    bool gate_base; /* the plain form switches banks off too */
    double unknown_masks, unknown_sources, unknown_destinations;
} replay_pairs;

/* Runs all traces. Dies (2) if one does not fit the register file, before the first is run. */
void replay_pairs_run(replay_pairs *r, const char *const *paths, int count);

#endif
