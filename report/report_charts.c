/* SPDX-License-Identifier: Apache-2.0 */
#include "report_charts.h"

/* The charts, and which designs have them. */
static const struct {
    const char *name;
    report_chart *make;
    bool registers, lines, block;
} charts[] = {
    {"area", area_chart, true, true, true},
    {"parts", part_chart, true, true, true},
    {"stages", stage_chart, true, true, true},
    {"ratio", ratio_chart, true, false, false},
    {"codes", class_chart, true, false, false},
    {"distance", bin_chart, true, false, false},
    {"vectors", vector_chart, true, false, false},
    {"accesses", access_chart, true, false, false},
    {"ratio", line_ratio_chart, false, true, false},
    {"bursts", burst_chart, false, true, false},
    {"codes", line_class_chart, false, true, false},
    {"cosim-codes", cosim_class_chart, true, true, false},
    {"cosim-patterns", cosim_pattern_chart, true, true, false},
    {"energy", energy_chart, true, false, false},
};
enum { CHARTS = sizeof charts / sizeof charts[0] };

static bool has(const design *d, int i)
{
    return !d->codec ? charts[i].block : d->unit->line ? charts[i].lines : charts[i].registers;
}

void report_plots(plot_files *files, const report_data *r, const char *name)
{
    for (int i = 0; i < CHARTS; i++) {
        bar_chart c;
        if (has(&r->d, i) && charts[i].make(&c, r))
            chart_add_files(files, plot_name("%s-%s", name, charts[i].name), &c);
    }
    curve_plot_files(files, r, name);
}

void report_plots_check(const char *dir, const design *d, const char *name, output_rule rule)
{
    const design_modules modules = design_modules_of(d);
    for (int i = 0; i < CHARTS; i++)
        if (has(d, i))
            plot_files_check(dir, plot_name("%s-%s", name, charts[i].name), rule);
    for (int i = 0; i < modules.count; i++)
        plot_files_check(dir, curve_plot_name(name, modules.module[i].name), rule);
}
