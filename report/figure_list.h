/* SPDX-License-Identifier: Apache-2.0
 *
 * figure_list.h - the figures of a kind of run, one after the other: on the terminal, in a page, flat, and as files. Each is made when it is shown. */
#ifndef WF_FIGURE_LIST_H
#define WF_FIGURE_LIST_H

#include "file_figures.h"

typedef struct figure_list {
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
