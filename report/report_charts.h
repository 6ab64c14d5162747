/* SPDX-License-Identifier: Apache-2.0
 *
 * report_charts.h - the plots of one design's report, as numbers, and which a design has. */
#ifndef WF_REPORT_CHARTS_H
#define WF_REPORT_CHARTS_H

#include "bar_chart.h"
#include "plot_files.h"
#include "report_data.h"

/* Fills in a chart. False: the figures do not have it. */
typedef bool report_chart(bar_chart *c, const report_data *r);

report_chart area_chart, part_chart, stage_chart;
report_chart ratio_chart, class_chart, bin_chart, energy_chart;
report_chart vector_chart, access_chart;
report_chart line_ratio_chart, burst_chart, line_class_chart;
report_chart cosim_class_chart, cosim_pattern_chart;

/* Shares of the codec's classes, of the counts in keys of this form (scope, class): a row a trace. `all`: and one of all. */
void class_shares(bar_chart *c, const report_data *r, char **traces, const char *key, bool all);

/* Adds the plots of the report of a design as files, whose names begin with `name`. */
void report_plots(plot_files *files, const report_data *r, const char *name);
/* Dies (2) if a plot that a report of this design may have cannot be written there. */
void report_plots_check(const char *dir, const design *d, const char *name, output_rule rule);
/* Of these the plots of area against delay, and what that of a module is called. */
void curve_plot_files(plot_files *files, const report_data *r, const char *name);
char *curve_plot_name(const char *name, const char *module);

#endif
