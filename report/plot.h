/* SPDX-License-Identifier: Apache-2.0
 *
 * plot.h - the frame of a plot of one figure against another: round scales, grid, axes. */
#ifndef WF_PLOT_H
#define WF_PLOT_H

#include "../base/text.h"

/* User units. */
enum { PLOT_WIDTH = 736, PLOT_HEIGHT = 430, PLOT_LEFT = 80, PLOT_RIGHT = 706, PLOT_TOP = 16, PLOT_BOTTOM = 374 };

typedef struct {
    double from, to, step;
    int decimals;
} plot_scale;

/* Round numbers around all values: at most 7 steps of 1, 2 or 5 times a power of ten, with room at both ends. */
plot_scale plot_scale_of(double least, double most);
/* Where a value is. */
double plot_across(const plot_scale *s, double value);
double plot_upwards(const plot_scale *s, double value);
void plot_axes(text *t, const plot_scale *x, const plot_scale *y, const char *x_title, const char *y_title);

#endif
