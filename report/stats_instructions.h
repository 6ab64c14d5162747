/* SPDX-License-Identifier: Apache-2.0
 *
 * stats_instructions.h - the part of `warpfold stats` on instructions. */
#ifndef WF_STATS_INSTRUCTIONS_H
#define WF_STATS_INSTRUCTIONS_H

#include "../stats/trace_stats.h"

/* The counts of one file, by the name of its row. */
typedef struct {
    char name[64];
    trace_counts counts;
} stats_file;

/* Prints the part; a line if no file has instructions. */
void print_instructions(const design *d, const stats_file *files, int count, const trace_counts *total);

#endif
