/* SPDX-License-Identifier: Apache-2.0
 *
 * replay_result.h - a replay of traces: on the terminal, as a page, and as flat JSON (docs/replay.md). */
#ifndef WF_REPLAY_RESULT_H
#define WF_REPLAY_RESULT_H

#include "../machine/replay_pairs.h"
#include "file_figures.h"

typedef struct {
    const replay_pairs *runs;
    const char *dir;  /* of the design */
    file_result file; /* of the same runs */
} replay_result;

void replay_print(const replay_result *r);
void replay_put(const replay_result *r, metrics *out);
void replay_page(text *t, const replay_result *r);

#endif
