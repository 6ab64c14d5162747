/* SPDX-License-Identifier: Apache-2.0
 *
 * replay_result.h - traces run through a register file, with compression and without it: tables, a page, and flat JSON (docs/replay.md). */
#ifndef WF_REPLAY_RESULT_H
#define WF_REPLAY_RESULT_H

#include "../base/metrics.h"
#include "../machine/replay_pairs.h"
#include "../stats/energy.h"
#include "study_report.h"

typedef struct {
    const replay_pairs *runs;
    const char *dir; /* of the design */
    energy_model energy;
} replay_result;

/* A figure: its columns, and a row a trace. */
typedef struct {
    study s;
    study_result r;
} replay_figure;
enum { REPLAY_FIGURES = 9 };
/* Fills in figure number i of REPLAY_FIGURES; false: this run has not got it. */
bool replay_figure_make(replay_figure *f, const replay_result *r, int i);
/* What is published of a column by the source of this codec. */
void replay_figure_published(study_column *c, const char *codec);
/* The name of figure number i where it is drawn; NULL: it is a table alone. */
const char *replay_plot_name(const design *d, int i);
void replay_figure_print(const replay_figure *f);
void replay_figure_draw(text *t, const replay_figure *f);

void replay_print(const replay_result *r);
void replay_put(const replay_result *r, metrics *out);
void replay_page(text *t, const replay_result *r);
/* Of the page the sections behind the figures. */
void replay_plots_draw(text *t, const replay_result *r);

/* What the files of a plot are called. */
char *replay_file_name(const design *d, const char *plot);
/* The plots as files: of a figure of a design, or all. */
void replay_figure_add_files(plot_files *files, const design *d, const replay_figure *f);
void replay_add_files(plot_files *files, const replay_result *r);
/* Dies (2) if a plot of a replay of this design cannot be written there. */
void replay_check_files(const char *dir, const design *d, output_rule rule);

#endif
