/* SPDX-License-Identifier: Apache-2.0
 *
 * stats_lines.h - `warpfold stats` of line codecs: over a trace's line accesses, or over any files. */
#ifndef WF_STATS_LINES_H
#define WF_STATS_LINES_H

#include "options.h"

/* True if the arguments ask for lines: a line codec, or a line's size. */
bool stats_wants_lines(const design_args *args);
/* Tables to standard output and, where `json` is not NULL, all figures there. Without a codec: all line codecs side by side.
 * `raw`: the files are cut into lines; else they are traces. Dies (2). */
void stats_lines(const design_args *args, bool raw, char **files, int count, const char *json);

#endif
