/* SPDX-License-Identifier: Apache-2.0
 *
 * curve_grid.h - many small plots side by side: each has the same curves over the same x, on a scale of y of its own. The drawing, and its numbers as CSV. */
#ifndef WF_CURVE_GRID_H
#define WF_CURVE_GRID_H

#include "plot_files.h"

enum { GRID_CURVES = 8 };

typedef struct {
    double x, y[GRID_CURVES]; /* NAN: the curve has nothing here */
} grid_point;

/* A plot; its points by x. */
typedef struct {
    const char *name;
    grid_point *points;
    int count;
} grid_plot;

typedef struct {
    const char *title, *x_axis, *y_axis;
    const char *plot, *x, *curve, *value; /* what they are, as columns of the CSV: "kernel", "registers", "cache", "blocks" */
    const char *curves[GRID_CURVES];
    int curve_count, decimals;
    grid_plot *plots;
    int plot_count;
} curve_grid;

/* Adds a point to the plot of this name, which is the last one or a new one. */
void grid_add(curve_grid *g, const char *plot, const grid_point *p);
void grid_draw(text *t, const curve_grid *g);
/* The same as files. */
void grid_add_files(plot_files *files, const char *name, const curve_grid *g);

#endif
