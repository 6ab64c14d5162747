/* SPDX-License-Identifier: Apache-2.0
 *
 * study_report.h - a study as a table on the terminal, a page with a plot, and flat JSON. */
#ifndef WF_STUDY_REPORT_H
#define WF_STUDY_REPORT_H

#include "../stats/study.h"
#include "plot_files.h"

/* What the rows below the kernels are, for people. */
#define STUDY_LEGEND \
    "mean: over the kernels. mean of its own: over those that are after benchmarks of the source. all together: sum over sum."
/* The same, if a kernel lacks a figure. */
#define STUDY_GAPS "A dash: the kernel's traces have nothing of this kind, or do not tell it. It is in no mean."
/* The same, if other orders and schedulers were run. */
#define STUDY_SPREAD \
    "The last rows: the mean with blocks given out in other orders, and with other schedulers. What differs less than they do is noise."

void study_print(const study_result *r);
/* Only its tables. */
void study_print_tables(const study_result *r);
/* The page. */
void study_page(text *t, const study_result *r);
/* Its plot with a legend, and its table. */
void study_plot(text *t, const study_result *r);
void study_table(text *t, const study_result *r);
/* Its curves over registers. False: it has none. */
bool study_draw_curves(text *t, const study_result *r);
void study_add_curves(plot_files *files, const char *name, const study_result *r);
/* The plot as files, and the curves. study_plots_check, before the work, dies (2) if one cannot be written there. */
void study_add_files(plot_files *files, const char *name, const study_result *r);
void study_plots_check(const study *s, const char *folder, output_rule rule);
/* Writes FOLDER/NAME.json and FOLDER/NAME.html. study_check, before the work, dies (2) if that would overwrite what no study wrote, unless
 * `force`, or a trace. */
void study_check(const study *s, const char *folder, output_rule rule);
void study_write(const study_result *r, const char *folder);

#endif
