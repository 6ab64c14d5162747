/* SPDX-License-Identifier: Apache-2.0
 *
 * scatter.h - a plot of points that trade one figure for another, and its Pareto front. Less of x is better. */
#ifndef WF_SCATTER_H
#define WF_SCATTER_H

#include <stdbool.h>

#include "svg.h"

typedef struct {
    double x, y;
    const char *label;  /* beside the dot; NULL: none */
    const char *tip;    /* when it is pointed at */
    const char *target; /* id of the element that tells more; NULL: none */
    bool out;           /* shown, but on no front and beating nobody */
    int id;             /* the caller's */

    /* Of scatter_front: no other point is as good in both figures and better in one. */
    bool front;
    double better; /* y, so that more is better */
    int order;
    double px, py; /* in the drawing */
} scatter_point;

/* Sorts the points by x and marks those of the front. `more`: more of y is better, else less. */
void scatter_front(scatter_point *points, int n, bool more);

typedef struct {
    const char *title, *about, *x_axis, *y_axis;
    bool joined; /* the front is drawn */
} scatter_plot;

/* Draws n > 0 points that scatter_front has sorted. */
void scatter_draw(text *t, const scatter_plot *plot, scatter_point *points, int n);

#endif
