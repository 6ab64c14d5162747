/* SPDX-License-Identifier: Apache-2.0
 *
 * compressed_table.h - the table of a cache that holds compressed lines, of `warpfold stats` for line codecs. */
#ifndef WF_COMPRESSED_TABLE_H
#define WF_COMPRESSED_TABLE_H

#include "../stats/line_stats.h"

/* Prints what the table of L1 (level 0) or L2 (1) is of, and two lines of titles. `first` names the first column, of this width. */
void compressed_table_head(int width, const line_options *o, int level, const char *first);
void compressed_table_row(int width, int level, const char *name, const line_cache_counts *c, const line_cache_counts *plain);

#endif
