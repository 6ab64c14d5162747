/* SPDX-License-Identifier: Apache-2.0
 *
 * rows_plots.h - the plots of a sweep: of each group of points one a front of two figures. */
#ifndef WF_SWEEP_ROWS_PLOTS_H
#define WF_SWEEP_ROWS_PLOTS_H

#include "../report/scatter.h"
#include "rows.h"

/* The points of a group that have figures. Returns their number. */
int rows_of_group(const sweep_rows *all, int group, const sweep_row **rows);
/* Fills in the plot of a group's front. False: fewer than two points have both figures. */
bool rows_scatter(scatter *s, const sweep_rows *all, int group, int front);

/* The plots as files. rows_check_files dies (2) if one of a sweep of this plan cannot be written there. */
void rows_add_files(plot_files *files, const sweep_rows *all);
void rows_check_files(const char *dir, const sweep_plan *plan, output_rule rule);

#endif
