/* SPDX-License-Identifier: Apache-2.0
 *
 * figure_list.h - a figure of a run of a design: a table with a row a trace, and a plot; and the list of those of a kind of run, one after the other: on the terminal, in a
 * page, flat, and as files. Each is made when it is shown. */
#ifndef WF_FIGURE_LIST_H
#define WF_FIGURE_LIST_H

#include "../base/metrics.h"
#include "../gen/design.h"
#include "study_report.h"

/* A figure: its columns, and a row a trace. */
typedef struct {
    study s;
    study_result r;
    int columns;
} file_figure;
/* One of these rows, which begin with their names, without columns: they are added, and then file_figure_end makes the means. */
void file_figure_begin(file_figure *f, const design *d, const study *head, const void *rows, size_t row_size, int count);
/* Adds a column, whose values the caller fills in: its number. */
int file_figure_add(file_figure *f, const study_column *c);
void file_figure_end(file_figure *f);
/* On the terminal, and as a section of a page. */
void file_figure_print(const file_figure *f);
void file_figure_draw(text *t, const file_figure *f);
/* Its plot as files, whose name is that of the design and the plot. */
void file_figure_add_files(plot_files *files, const design *d, const file_figure *f);
char *file_plot_file(const design *d, const char *plot);

typedef struct {
    int count;
    /* Fills in figure number i of this run; false: the run has not got it. */
    bool (*make)(file_figure *f, const void *run, int i);
    /* The name of figure number i where it is drawn; NULL: it is a table alone. */
    const char *(*plot)(const design *d, int i);
} figure_list;

void figures_print(const figure_list *l, const void *run);
void figures_put(const figure_list *l, const void *run, metrics *out);
void figures_draw(const figure_list *l, const void *run, text *t);
/* The plots as files. figures_check_files dies (2) if one of a run of this design cannot be written there. */
void figures_add_files(const figure_list *l, const void *run, const design *d, plot_files *files);
void figures_check_files(const figure_list *l, const design *d, const char *dir, output_rule rule);

#endif
