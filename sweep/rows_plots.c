/* SPDX-License-Identifier: Apache-2.0 */
#include "rows_plots.h"

#include <math.h>

#include "../report/report_html.h"

int rows_of_group(const sweep_rows *all, int group, const sweep_row **rows)
{
    int n = 0;
    for (int i = 0; i < all->count; i++)
        if (all->rows[i].group == group && all->rows[i].status == ROW_DONE)
            rows[n++] = &all->rows[i];
    return n;
}

/* What a dot says. */
static char *tip_of(const sweep_row *w)
{
    text t = {0};
    text_printf(&t, "%d: %s:", w->number, w->label);
    for (int f = 0; f < ROW_FIGURES; f++)
        if (isfinite(w->figure[f])) {
            char *number = number_new(w->figure[f], f == ROW_RATIO ? 2 : AUTO);
            text_printf(&t, "%s %s%s%s%s", f ? "," : "", f == ROW_RATIO ? "ratio " : "", number, *row_figures[f].unit ? " " : "",
                        row_figures[f].unit);
        }
    if (!w->met)
        text_puts(&t, "; does not meet its clock");
    return t.data;
}

/* What tells points apart: the whole in words, and each knob in which they differ. */
static const char *const *facts_of(const sweep_rows *all, const sweep_row *w)
{
    const char **facts = NULL;
    size_t count = 0;
    facts = grow_one(facts, count, sizeof *facts);
    facts[count++] = w ? w->label : "configuration";
    for (int k = 0; all->knobs[k]; k++)
        if (all->varies[k]) {
            const char *value = w ? metrics_get_text(&w->knobs, "%s", all->knobs[k]) : all->knobs[k];
            facts = grow_one(facts, count, sizeof *facts);
            facts[count++] = value ? value : "";
        }
    facts = grow_one(facts, count, sizeof *facts);
    facts[count] = NULL;
    return facts;
}

static scatter_point point_of(const sweep_rows *all, const sweep_row *w, int front)
{
    char *number = format_new("%d", w->number);
    return (scatter_point){.x = w->figure[row_fronts[front].x],
                           .y = w->figure[row_fronts[front].y],
                           .name = number,
                           .facts = facts_of(all, w),
                           .label = w->front[front] ? number : NULL,
                           .tip = tip_of(w),
                           .target = format_new("p%d", w->number),
                           .out = !w->met,
                           .id = w->number};
}

bool rows_scatter(scatter *s, const sweep_rows *all, int group, int front)
{
    const row_front_info *info = &row_fronts[front];
    const sweep_row **rows = zalloc((size_t)(all->count + 1) * sizeof *rows);
    int n = rows_of_group(all, group, rows);
    *s = (scatter){.title = format_new("%s: %s", info->title, all->groups[group]),
                   .about = "A point a configuration. The line joins those that no other one beats.",
                   .x_axis = row_figures[info->x].axis,
                   .y_axis = row_figures[info->y].axis,
                   .what = "point",
                   .x = row_figures[info->x].name,
                   .y = row_figures[info->y].name,
                   .facts = facts_of(all, NULL),
                   .in = "meets_clock",
                   .points = zalloc((size_t)(n + 1) * sizeof *s->points),
                   .joined = true};
    for (int i = 0; i < n; i++)
        if (isfinite(rows[i]->figure[info->x]) && isfinite(rows[i]->figure[info->y]))
            s->points[s->count++] = point_of(all, rows[i], front);
    if (s->count < 2)
        return false;
    scatter_front(s->points, s->count, row_figures[info->y].more);
    return true;
}

static char *file_name(const char *sweep, int group, int front)
{
    return plot_name("%s-group%d-%s", sweep, group + 1, row_fronts[front].name);
}

void rows_add_files(plot_files *files, const sweep_rows *all)
{
    for (int g = 0; g < all->group_count; g++)
        for (int f = 0; f < ROW_ALL; f++) {
            scatter s;
            if (rows_scatter(&s, all, g, f))
                scatter_add_files(files, file_name(all->name, g, f), &s);
        }
}

void rows_check_files(const char *dir, const sweep_plan *plan, output_rule rule)
{
    int groups = rows_groups(plan);
    for (int g = 0; g < groups; g++)
        for (int f = 0; f < ROW_ALL; f++)
            plot_files_check(dir, file_name(plan->name, g, f), rule);
}
