/* SPDX-License-Identifier: Apache-2.0
 *
 * replay_result.h - traces run through a register file, with compression and without it: tables, a page, and flat JSON (docs/replay.md). */
#ifndef WF_REPLAY_RESULT_H
#define WF_REPLAY_RESULT_H

#include "../base/metrics.h"
#include "../machine/replay.h"
#include "../stats/energy.h"
#include "study.h"

enum { REPLAY_VARIANTS = 8 };

/* A run with compression and the same without. */
typedef struct {
    file_counts own, base;
} replay_pair;

typedef struct {
    char name[64];
    replay_pair run, with[REPLAY_VARIANTS];
} replay_row;

typedef struct {
    const design *d;
    const char *dir;
    verilog *beside; /* the design's Verilog runs beside the model; NULL: it does not */
    replay_options run;
    bool fit;                          /* registers and warps of the file are those that a trace needs */
    bool gate_base;                    /* the baseline switches banks off too */
    const char *with[REPLAY_VARIANTS]; /* other parameters, "NAME=VALUE NAME=VALUE" */
    int with_count;
    energy_model energy;
    replay_row *rows;
    int count;
    double unknown_masks, unknown_sources, unknown_destinations;
} replay_result;

/* Runs all traces. Dies (2) if one does not fit the register file, before the first is run. */
void replay_result_run(replay_result *r, const char *const *paths, int count);
void replay_result_free(replay_result *r);
/* The first operand that differs from what was written, with the name of its trace, malloc'd; NULL: none does. */
char *replay_result_wrong(const replay_result *r);
/* The name of a row: "NAME-tL" is NAME, and what is the name of one of `count` rows already, which begin with theirs, gets a number. */
void replay_row_name(char *name, size_t size, const void *rows, size_t row_size, int count, const char *path, int lanes);
/* What a run took, in pJ. */
energy_spent replay_spent(const file_counts *c, const energy_model *e);

/* A figure: its columns, and a row a trace. */
typedef struct {
    study s;
    study_result r;
    char *texts[2 * STUDY_MAX_COLUMNS + STUDY_MAX_NOTES + 2]; /* ids, labels, notes, name and title that were made */
    int text_count;
} replay_figure;
enum { REPLAY_FIGURES = 9 };
/* Fills in figure number i of REPLAY_FIGURES; false: this run has not got it. */
bool replay_figure_make(replay_figure *f, const replay_result *r, int i);
void replay_figure_free(replay_figure *f);
/* The text is freed with the figure. */
const char *replay_figure_keep(replay_figure *f, char *s);
/* What is published of a column by the source of this codec. */
void replay_figure_published(study_column *c, const char *codec);
void replay_figure_print(const replay_figure *f);
void replay_figure_draw(text *t, const replay_figure *f);

void replay_print(const replay_result *r);
void replay_put(const replay_result *r, metrics *out);
void replay_page(text *t, const replay_result *r);

#endif
