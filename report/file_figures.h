/* SPDX-License-Identifier: Apache-2.0
 *
 * file_figures.h - traces run through a register file, with compression and without it: its figures as tables, plots, and flat JSON. How the traces were
 * run, `replay` and `time` tell. */
#ifndef WF_FILE_FIGURES_H
#define WF_FILE_FIGURES_H

#include "../base/metrics.h"
#include "../machine/file_pairs.h"
#include "../stats/energy.h"
#include "figure_list.h"

typedef struct {
    const file_pairs *pairs;
    energy_model energy;
} file_result;

/* Those of a file_result. */
extern const figure_list file_figures;
/* What such a file took in a run. */
energy_spent file_energy(const file_counts *c, const energy_model *e);
/* Beside the plain form, in per cent: cycles more, and energy saved. NAN: there is no plain form. */
double file_more(const file_pair *p);
double file_saved(const file_pair *p, const energy_model *e);
/* What is published of a column by the source of this codec. */
void file_figure_published(study_column *c, const char *codec);

/* All of them: on the terminal, as flat figures with those of each bank, as sections of a page with the plots beside them. */
void file_figures_print(const file_result *r);
void file_figures_put(const file_result *r, metrics *out);
void file_figures_draw(text *t, const file_result *r);

/* Operands that were compared, and those that differ. */
void file_figures_checked(const file_result *r, double *checked, double *wrong);
/* The energies that the figures are made with, as a line. */
void file_figures_energy(const energy_model *e);

/* The plots beside the figures. */
void file_plots_draw(text *t, const file_result *r);
void file_plots_add(plot_files *files, const file_result *r);
/* Dies (2) if a plot of such a run of this design cannot be written there. */
void file_plots_check(const char *dir, const design *d, output_rule rule);

#endif
