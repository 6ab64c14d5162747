/* SPDX-License-Identifier: Apache-2.0
 *
 * figure_list.c - a figure of a run of a design, and the list of those of a kind of run, one after the other. */
#include "figure_list.h"

#include <math.h>
#include <stdio.h>

#include "../base/msg.h"
#include "report_html.h"

/* ---- a figure ---- */

void file_figure_begin(file_figure *f, const design *d, const study *head, const void *rows, size_t row_size, int count)
{
    *f = (file_figure){.s = *head};
    f->s.source = "";
    f->r = (study_result){.s = &f->s, .traces = count, .count = count, .lanes = d->config.lanes, .mean.name = "mean"};
    f->r.rows = zalloc((size_t)count * sizeof *f->r.rows);
    for (int k = 0; k < count; k++)
        snprintf(f->r.rows[k].name, sizeof f->r.rows[k].name, "%s", (const char *)rows + (size_t)k * row_size);
}

int file_figure_add(file_figure *f, const study_column *c)
{
    if (f->columns == STUDY_MAX_COLUMNS)
        die("more than %d columns in a figure of a replay", STUDY_MAX_COLUMNS);
    f->s.columns[f->columns] = *c;
    return f->columns++;
}

void file_figure_end(file_figure *f)
{
    study_means(&f->r);
    for (int c = 0; c < STUDY_MAX_COLUMNS; c++)
        f->r.all.values[c] = NAN;
}

void file_figure_print(const file_figure *f)
{
    printf("\n%s: %s", f->s.title, f->s.axis);
    study_print_tables(&f->r);
    for (int n = 0; n < STUDY_MAX_NOTES && f->s.notes[n]; n++)
        printf("%s\n", f->s.notes[n]);
}

void file_figure_draw(text *t, const file_figure *f)
{
    html_section(t, f->s.name, f->s.title);
    if (study_bars(&f->s) > 0)
        study_plot(t, &f->r);
    study_table(t, &f->r);
    for (int i = 0; i < STUDY_MAX_NOTES && f->s.notes[i]; i++)
        html_para(t, "note", "%s", f->s.notes[i]);
    html_section_end(t);
}

char *file_plot_file(const design *d, const char *plot)
{
    return plot_name("%s-%s", d->name, plot);
}

void file_figure_add_files(plot_files *files, const design *d, const file_figure *f)
{
    if (study_bars(&f->s) > 0)
        study_add_files(files, file_plot_file(d, f->s.name), &f->r);
}

/* ---- the list ---- */

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
