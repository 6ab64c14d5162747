/* SPDX-License-Identifier: Apache-2.0
 *
 * value_tables.h - the tables of `warpfold stats` on register values. */
#ifndef WF_VALUE_TABLES_H
#define WF_VALUE_TABLES_H

#include "../stats/trace_stats.h"

/* The titles of the rows. `paper_units`: the energies of the units are the paper's. */
void value_table_head(const design *d, bool paper_units);
void value_table_row(const char *name, const trace_counts *c, const design *d);
/* What follows the rows, over all traces. The vectors have from `least` to `most` lanes. */
void value_tables(const trace_counts *total, const design *d, int least, int most);

#endif
