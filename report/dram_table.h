/* SPDX-License-Identifier: Apache-2.0
 *
 * dram_table.h - the table of what reaches DRAM, of `warpfold stats` for line codecs. */
#ifndef WF_DRAM_TABLE_H
#define WF_DRAM_TABLE_H

#include "../stats/line_stats.h"

/* How its rows look: the width of the first column; `traffic`: the table has the columns that are the same for all codecs. */
typedef struct {
    int width;
    bool traffic;
} dram_table;

/* Prints what the table is of, and two lines of titles. `first` names the first column. Without `traffic` what is the same for all codecs is a line
 * above it. */
void dram_table_head(dram_table t, const line_options *o, const char *first, const line_counts *total);
void dram_table_row(dram_table t, const char *name, const line_counts *c, const dram_sums *s);

#endif
