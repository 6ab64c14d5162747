/* SPDX-License-Identifier: Apache-2.0
 *
 * figure_list.c - the figures of a kind of run, one after the other. */
#include "figure_list.h"

void figures_print(const figure_list *l, const void *run)
{
    for (int i = 0; i < l->count; i++) {
        file_figure f;
        if (l->make(&f, run, i))
            file_figure_print(&f);
    }
}

void figures_put(const figure_list *l, const void *run, metrics *out)
{
    for (int i = 0; i < l->count; i++) {
        file_figure f;
        if (l->make(&f, run, i))
            study_put_values(&f.r, out);
    }
}

void figures_draw(const figure_list *l, const void *run, text *t)
{
    for (int i = 0; i < l->count; i++) {
        file_figure f;
        if (l->make(&f, run, i))
            file_figure_draw(t, &f);
    }
}

void figures_add_files(const figure_list *l, const void *run, const design *d, plot_files *files)
{
    for (int i = 0; i < l->count; i++) {
        file_figure f;
        if (l->make(&f, run, i))
            file_figure_add_files(files, d, &f);
    }
}

void figures_check_files(const figure_list *l, const design *d, const char *dir, output_rule rule)
{
    for (int i = 0; i < l->count; i++)
        if (l->plot(d, i))
            plot_files_check(dir, file_plot_file(d, l->plot(d, i)), rule);
}
