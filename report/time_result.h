/* SPDX-License-Identifier: Apache-2.0
 *
 * time_result.h - traces that a machine ran: on the terminal, as a page, and as flat JSON (docs/time.md). */
#ifndef WF_TIME_RESULT_H
#define WF_TIME_RESULT_H

#include "../machine/time_pairs.h"
#include "cache_energy.h"
#include "file_figures.h"

typedef struct {
    const time_pairs *runs;
    const char *dir;       /* of the design; NULL: none */
    file_result file;      /* of the same runs, with a register file */
    cache_energies energy; /* the same of a cache of vectors */
} time_result;

/* What is published of this register file; its leakage is over the machine's cycles. */
void time_energy(energy_model *e, const design *d, const machine *m);

/* A figure of the machine: as those of a register file. */
enum { TIME_FIGURES = 13, TIME_COMPARED = 6 /* from here on those with other parameters */ };
/* Fills in figure number i of TIME_FIGURES; false: this run has not got it. */
bool time_figure_make(file_figure *f, const time_result *r, int i);
/* The name of figure number i where it is drawn. */
const char *time_figure_plot(int i);

/* A trace alone with its launches and what each level of the memory did; then, or of several traces at once, figures with a row a trace. */
void time_print(const time_result *r);
/* Is all of the machine its own, so that its energies are all that there are? */
bool time_is_whole(const time_pairs *runs);
void time_put(const time_result *r, metrics *out);
/* Of that the machine, and the figures of all traces together. */
void time_put_all(const time_result *r, metrics *out);
void time_page(text *t, const time_result *r);
/* The plots as files. time_plots_check dies (2) if one of such a run cannot be written there; d: NULL, no design. */
void time_plots_add(plot_files *files, const time_result *r);
void time_plots_check(const char *dir, const design *d, output_rule rule);

/* What a run counted, as flat figures of this prefix. */
void time_put_cache(const timing_result *r, const char *prefix, metrics *out);
void time_put_run(const timing_result *r, const machine *m, const char *prefix, metrics *out);
/* Lines of a set over its ways, where a cache holds codes, mean over the times that lines had to leave; NAN: none had to. */
double time_capacity(const mem_cache_counts *c, int ways);

#endif
