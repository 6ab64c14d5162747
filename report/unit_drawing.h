/* SPDX-License-Identifier: Apache-2.0
 *
 * unit_drawing.h - a unit as a drawing: its ports, the steps of its data path from the top to the bottom, and its register ranks. All that
 * passes a rank crosses its bar: inputs come in above the ranks between the steps, and outputs leave below them. */
#ifndef WF_UNIT_DRAWING_H
#define WF_UNIT_DRAWING_H

#include "../cmodel/warpfold.h"
#include "svg.h"

/* A port; `step`: the step that uses it or makes it, -1: carried along beside the data path. No bits: there is no such port. */
typedef struct {
    const char *name;
    int bits;
    int step;
} drawing_port;

/* Ranks at one place: 2 s is before step s, 2 s + 1 inside it; of n steps, 2 n is at the outputs. */
typedef struct {
    int count;
    char *names[WF_MAX_STAGES];
} drawing_ranks;

enum { DRAWING_STEPS = 3 };

typedef struct {
    const char *title;
    const char *const *steps; /* names, then what each does */
    int step_count;
    const drawing_port *in, *out; /* by step */
    int in_count, out_count;
    drawing_ranks ranks[2 * DRAWING_STEPS + 1];
    const char *along_in, *along_out; /* what is carried along */
} unit_drawing;

void unit_draw(text *t, const unit_drawing *u);

#endif
