/* SPDX-License-Identifier: Apache-2.0
 *
 * bar_chart.h - a plot of bars that lie, as numbers: a row has some bars, a bar parts, one behind the other. The page shows them in the cells of
 * a table or as a drawing, a file of its own as a drawing, and its CSV has the same numbers. */
#ifndef WF_BAR_CHART_H
#define WF_BAR_CHART_H

#include <stdbool.h>

#include "../base/metrics.h"
#include "plot_files.h"

enum { CHART_BARS = 4 };

typedef struct {
    const char *label, *colour;
    int bar, decimals;
} chart_part;

typedef struct {
    const char *name;
    const char *kind;   /* of a row that sums others up: what it is; NULL: one of those */
    const char *colour; /* of all its parts; NULL: their own */
    double *values;     /* one a part; NAN: there is none */
    unsigned unknown;   /* bit b: some number of bar b is not known, so no share of it is */
    double mark;        /* where a line crosses the bars; NAN: nowhere */
} chart_row;

typedef struct {
    const char *title, *axis;
    const char *row, *bar, *part; /* what they are, as columns of the CSV: "trace", "mask", "code". NULL: there is but one */
    const char *value;            /* the same of the numbers, with their unit: "area_um2" */
    const char *unit;             /* behind a number, for people: " µm²"; NULL: nothing */
    const char *bars[CHART_BARS]; /* the names of the bars, from above; NULL from the first that is not there on */
    bool shares;                  /* values are counts, and what is drawn is their share of the bar, in per cent */
    bool whole;                   /* the parts make 100; what of these is not told is one block without a colour */
    bool sums;                    /* there may be rows that sum others up */
    const char *mark;             /* what the lines across the bars are; NULL: there are none */
    const char *mark_value;       /* the same as a column of the CSV; NULL: it has none, since they are no figures of the rows */

    chart_part *parts;
    chart_row *rows;
    int part_count, row_count;
} bar_chart;

/* First the parts, then the rows, whose values are not known until they are set. */
void chart_add_part(bar_chart *c, const char *label, const char *colour, int bar, int decimals);
chart_row *chart_add_row(bar_chart *c, const char *name);
/* The same of a row that sums others up. */
chart_row *chart_add_sum(bar_chart *c, const char *name, const char *kind);

/* Sets a part to the figure of this key. */
void chart_set(const bar_chart *c, chart_row *row, int part, const metrics *m, const char *key_format, ...)
    __attribute__((format(printf, 5, 6)));

/* How many bars a row has: at least one. */
int chart_bars(const bar_chart *c);
/* Is any part of this bar known? */
bool chart_known(const bar_chart *c, const chart_row *row, int bar);
/* The parts that are more than nothing, together; NAN: one of them is not known. */
double chart_sum(const bar_chart *c, const chart_row *row, int bar);
/* How long a part is drawn; NAN: it is not. */
double chart_length(const bar_chart *c, const chart_row *row, int part);
/* Has a part before this one its name and colour? A legend has one entry for both. */
bool chart_repeats(const bar_chart *c, int part);

/* The drawing, with a legend. */
void chart_draw(text *t, const bar_chart *c);
/* A line a part that is drawn. */
void chart_csv(text *t, const bar_chart *c);
/* Both as files. */
void chart_add_files(plot_files *files, const char *name, const bar_chart *c);

#endif
