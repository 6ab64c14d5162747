/* SPDX-License-Identifier: Apache-2.0
 *
 * scatter.h - a plot of points that trade one figure for another, and its Pareto front. Less of x is better. */
#ifndef WF_SCATTER_H
#define WF_SCATTER_H

#include <stdbool.h>

#include "plot_files.h"
#include "svg.h"

typedef struct {
    double x, y;
    const char *name;
    const char *const *facts; /* what else is in its line of the CSV; NULL: nothing */
    const char *label;        /* beside the dot; NULL: none */
    const char *tip;          /* when it is pointed at */
    const char *target;       /* id of the element of the page that tells more; NULL: none */
    bool out;                 /* shown, but on no front and beating nobody */
    int id;                   /* the caller's */

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
    const char *what, *x, *y; /* what a point is, and its figures with their units, as columns of the CSV */
    const char *const *facts; /* the same of what else is told of the points; ends with NULL. NULL: nothing is */
    const char *in;           /* the same of what a point that is out fails in; NULL: none is */
    scatter_point *points;    /* at least one; scatter_front has sorted them */
    int count;
    bool joined; /* the front is drawn */
} scatter;

void scatter_draw(text *t, const scatter *s);
/* The same as files. */
void scatter_add_files(plot_files *files, const char *name, const scatter *s);

#endif
