/* SPDX-License-Identifier: Apache-2.0
 *
 * plot_files.h - plots as files of a folder: NAME.svg, the drawing of the page as a file that needs nothing else, and NAME.csv, the numbers that
 * it shows. */
#ifndef WF_PLOT_FILES_H
#define WF_PLOT_FILES_H

#include "../base/output.h"
#include "../base/text.h"

typedef struct {
    char *name;
    text svg, csv;
} plot_file;

typedef struct {
    plot_file *files;
    int count;
} plot_files;

/* The name of a plot: these words, with '-' for all that is no letter or digit. */
char *plot_name(const char *format, ...) __attribute__((format(printf, 1, 2)));
/* The name of a figure with its unit, as the column of a table: "share of lines, %" is share_of_lines_percent. */
char *plot_column(const char *axis);

/* Adds a finished drawing and its numbers, if there are any. A name that is there already gets a number behind it. */
void plot_files_add(plot_files *p, const char *name, const text *drawing, const text *csv);

/* Before the work: dies (2) unless the plot can be written there, and nothing is lost by it (base/output.h). Numbers are ours if the plot beside
 * them is. */
void plot_files_check(const char *dir, const char *name, output_rule rule);
/* Makes the folder, writes the files and tells of them. */
void plot_files_write(const char *dir, const plot_files *p);

#endif
