/* SPDX-License-Identifier: Apache-2.0
 *
 * dram_table.h - the table of what reaches DRAM, of `warpfold stats` for line codecs. */
#ifndef WF_DRAM_TABLE_H
#define WF_DRAM_TABLE_H

#include "../stats/line_stats.h"

enum { STATS_NAME_WIDTH = 26 }; /* of the first column */

/* Prints what the table is of, and two lines of titles. `first` names the first column; `traffic`: the table has the columns that are the
 * same for all codecs; else they are printed as a line above it. */
void dram_table_head(const line_options *o, const char *first, bool traffic, const line_counts *total);
/* Prints a row; `traffic`: also the columns that are the same for all codecs. */
void dram_table_row(const char *name, const line_counts *c, const dram_sums *s, bool traffic);

#endif
