/* SPDX-License-Identifier: Apache-2.0
 *
 * rows.h - the results of a sweep: a row a point, with its figures from the cache, and the Pareto fronts. Points are on one front only
 * if they do the same work: they compress the same values of the same width, or are one block, in one library. */
#ifndef WF_SWEEP_ROWS_H
#define WF_SWEEP_ROWS_H

#include "../report/report_data.h"
#include "task.h"

/* What a point costs and gives. */
typedef enum { ROW_AREA, ROW_DELAY, ROW_ENERGY, ROW_RATIO, ROW_EDP, ROW_FIGURES } row_figure;

typedef struct {
    const char *name, *axis, *column; /* in files; on a plot; in the page's table */
    const char *unit;
    int decimals;
    bool more; /* more is better */
} row_figure_info;
extern const row_figure_info row_figures[ROW_FIGURES];

/* The fronts: of two figures each, less of the first is better; the last one is of all that are known. */
enum { ROW_FRONTS = 6, ROW_ALL = ROW_FRONTS - 1 };
typedef struct {
    const char *name, *title;
    row_figure x, y; /* not of ROW_ALL */
} row_front_info;
extern const row_front_info row_fronts[ROW_FRONTS];

typedef enum { ROW_DONE, ROW_FAILED, ROW_SKIPPED, ROW_UNRUN } row_status;
extern const char *const row_status_names[];

typedef struct {
    const sweep_point *p;
    int number; /* from 1 */
    row_status status;
    char *reason;  /* NULL: done */
    report_data r; /* of a point that was not skipped */
    metrics knobs; /* the same */
    char *label;   /* what tells it from the others: "FORM 32 lanes, PARAMETER VALUE, enc-stages 1" */
    double figure[ROW_FIGURES];
    bool met;  /* all its modules meet their clock; if not, it is on no front */
    int group; /* -1: none */
    bool front[ROW_FRONTS];
} sweep_row;

typedef struct {
    const char *name;
    sweep_row *rows;
    int count, doubles;
    char *const *notes; /* of the plan */
    int note_count;
    char **groups; /* what the points of each have in common */
    int group_count;
    char **knobs; /* the names of all knobs, in their order; ends with NULL */
    bool *varies; /* by knob: do points differ in it? */
} sweep_rows;

void rows_load(sweep_rows *all, const sweep_plan *plan, const sweep_tasks *tasks, const store *s);
/* Has any point of the group this figure? */
bool rows_group_has(const sweep_rows *all, int group, row_figure f);
int rows_count(const sweep_rows *all, row_status status);
/* How many groups the points of a plan make. */
int rows_groups(const sweep_plan *plan);

/* points.csv: a line a point. sweep.json: the same, and all figures. */
void rows_csv(const sweep_rows *all, text *t);
void rows_json(const sweep_rows *all, text *t);
extern const char rows_csv_head[], rows_json_head[]; /* how they begin */
/* The page, and what is in the head of each such page. */
extern const char rows_page_title[];
void rows_page(const sweep_rows *all, text *t);

#endif
