/* SPDX-License-Identifier: Apache-2.0
 *
 * study_curves.c - the curves of a study over the registers that a kernel has: a small plot a kernel. */
#include <math.h>
#include <string.h>

#include "curve_grid.h"
#include "study_report.h"

/* The curve of a column, a new one behind the last; -1: it is of none. */
static int curve_of(curve_grid *g, const study_column *c)
{
    int k = 0;
    if (c->curve == NULL)
        return -1;
    while (k < g->curve_count && strcmp(g->curves[k], c->curve) != 0)
        k++;
    if (k == g->curve_count)
        g->curves[g->curve_count++] = c->curve;
    return k;
}

/* False: there are none, or fewer than two traces of each kernel. */
static bool make(curve_grid *g, const study_result *r)
{
    const study *s = r->s;
    bool any = false;
    *g = (curve_grid){.title = format_new("%s, by registers", s->title),
                      .x_axis = "registers of a thread",
                      .y_axis = s->axis,
                      .plot = "kernel",
                      .x = "registers",
                      .curve = "curve",
                      .value = plot_column(s->axis)};
    for (int i = 0; i < r->trace_count; i++) {
        const study_trace *from = &r->of_traces[i];
        grid_point p = {.x = from->registers};
        for (int k = 0; k < GRID_CURVES; k++)
            p.y[k] = NAN;
        for (int c = 0; c < study_columns(s); c++) {
            int k = curve_of(g, &s->columns[c]);
            if (k >= 0 && isfinite(from->values[c])) {
                p.y[k] = from->values[c] + (isfinite(p.y[k]) ? p.y[k] : 0);
                g->decimals = s->columns[c].decimals;
            }
        }
        grid_add(g, from->kernel, &p);
        any |= g->plots[g->plot_count - 1].count > 1;
    }
    return any;
}

bool study_draw_curves(text *t, const study_result *r)
{
    curve_grid g;
    if (!make(&g, r))
        return false;
    grid_draw(t, &g);
    return true;
}

/* ---- files ---- */

static char *file_of(const char *name)
{
    return plot_name("%s-curves", name);
}

void study_add_curves(plot_files *files, const char *name, const study_result *r)
{
    curve_grid g;
    if (make(&g, r))
        grid_add_files(files, file_of(name), &g);
}

void study_plots_check(const study *s, const char *folder, output_rule rule)
{
    plot_files_check(folder, s->name, rule);
    if (study_has_curves(s))
        plot_files_check(folder, file_of(s->name), rule);
}
