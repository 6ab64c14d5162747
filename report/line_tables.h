/* SPDX-License-Identifier: Apache-2.0
 *
 * line_tables.h - the tables of `warpfold stats` on cache lines. */
#ifndef WF_LINE_TABLES_H
#define WF_LINE_TABLES_H

#include "../stats/line_stats.h"

/* The counts of all files for all designs. Behind each codec come its variants (gen/beside.h). Rows have the forms of the designs. */
typedef struct {
    bool raw, one; /* one: a codec was chosen */
    line_options options;
    design *designs;
    char **variants; /* what they change; NULL: not a variant */
    int n;
    line_counts counts, total; /* of traces: of the current file, of all */
    line_file_counts file, all;
    line_groups *groups, *sums; /* n: of the current file, of all; the lines of a raw file count as loads of other memory */
    metrics out;
    line_csv *table; /* NULL: none */
} line_table;

/* The counts of one file, kept for the table that is printed last. */
typedef struct {
    char stem[64];
    line_counts counts;
    dram_sums dram;
    line_cache_counts compressed;
} line_table_file;

/* Of one codec: titles, then a row a file. */
void line_table_head(const line_table *r);
void line_table_row(const line_table *r, const char *name, const line_counts *c, const line_file_counts *f, const line_groups *g);
/* What follows: of one codec the sum of `count` files, variants, classes; of all codecs a row each; what reaches DRAM. */
void line_tables(const line_table *r, const line_table_file *rows, int count);

#endif
