/* SPDX-License-Identifier: Apache-2.0
 *
 * stats_lines.h - `warpfold stats` for line codecs: figures of a trace's line accesses, or of any files. */
#ifndef WF_STATS_LINES_H
#define WF_STATS_LINES_H

#include "line_flags.h"
#include "options.h"

/* True if the arguments ask for lines: they name a line codec or the size of a line. */
bool stats_wants_lines(const design_args *args);
/* Prints tables and, if `json` is not NULL, writes all figures to that file. Without a codec: all line codecs side by side. `raw`: the
 * files are cut into lines, and `flags` must be empty; else they are traces. `csv`, of one such file: the table to write (line_csv.h), or
 * NULL. Dies (2) on bad input. */
void stats_lines(const design_args *args, const line_flags *flags, bool raw, char **files, int count, const char *json, const char *csv);

#endif
