/* SPDX-License-Identifier: Apache-2.0
 *
 * scatter.c - draws a plot of points with its front, and places the labels: each is tried at several places around its point, and the
 * one that covers least is taken. */
#include "scatter.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "pareto.h"
#include "plot.h"
#include "report_html.h"

typedef struct {
    double left, top, right, bottom;
} rectangle;

/* User units. A letter of a label is at most LETTER wide. */
enum { LETTER = 7, LABEL_HEIGHT = 14, DOT = 5, LONGEST = 32 };

/* ---- labels ---- */

static double overlap(const rectangle *a, const rectangle *b)
{
    double w = fmin(a->right, b->right) - fmax(a->left, b->left), h = fmin(a->bottom, b->bottom) - fmax(a->top, b->top);
    return w > 0 && h > 0 ? w * h : 0;
}

/* How bad a place of a label is: what it covers, and what of it is outside the axes. The front runs in steps from point to point. */
static double badness(const rectangle *label, const scatter_point *points, int n, const rectangle *labels, int placed)
{
    const rectangle frame = {PLOT_LEFT + 2, PLOT_TOP, PLOT_RIGHT, PLOT_BOTTOM - 2};
    double cost = 20 * ((label->right - label->left) * (label->bottom - label->top) - overlap(label, &frame));
    for (int i = 0; i < placed; i++)
        cost += 10 * overlap(label, &labels[i]);
    const scatter_point *last = NULL;
    for (int i = 0; i < n; i++) {
        const scatter_point *p = &points[i];
        cost += 10 * overlap(label, &(rectangle){p->px - DOT, p->py - DOT, p->px + DOT, p->py + DOT});
        if (!p->front)
            continue;
        if (last) {
            cost += overlap(label, &(rectangle){last->px, last->py - 1, p->px, last->py + 1});
            cost += overlap(label, &(rectangle){p->px - 1, fmin(p->py, last->py), p->px + 1, fmax(p->py, last->py)});
        }
        last = p;
    }
    return cost;
}

static double distance(const rectangle *r, double x, double y)
{
    return hypot(fmax(0, fmax(r->left - x, x - r->right)), fmax(0, fmax(r->top - y, y - r->bottom)));
}

/* A label without a line to its point is nearer to that point than to any other. */
static bool is_ambiguous(const rectangle *label, const scatter_point *points, int n, const scatter_point *own)
{
    double to_own = distance(label, own->px, own->py);
    for (const scatter_point *p = points; p < points + n; p++)
        if ((p->px != own->px || p->py != own->py) && distance(label, p->px, p->py) < to_own + DOT)
            return true;
    return false;
}

/* The labels of the point and of those after it at the same place; NULL: they have none. */
static char *label_of(const scatter_point *points, int n, int i)
{
    text names = {0};
    for (int k = i; k < n && points[k].px == points[i].px && points[k].py == points[i].py; k++)
        if (points[k].label)
            text_printf(&names, "%s%s", names.len ? ", " : "", points[k].label);
    return names.len ? svg_shortened(names.data, LONGEST) : NULL;
}

/* Puts the label of a point where it covers the least: beside, below or above it, or further away with a line to it. */
static void label_point(text *t, const scatter_point *points, int n, int i, rectangle *labels, bool joined)
{
    const scatter_point *p = &points[i];
    char *name = label_of(points, n, i);
    if (name == NULL) {
        labels[i] = (rectangle){0, 0, 0, 0};
        return;
    }
    double w = text_letters(name) * LETTER, best = INFINITY;
    rectangle chosen = {0, 0, 0, 0};
    bool far = false;
    for (int away = 0; away < 4; away++)
        for (int side = 0; side < 8; side++) {
            static const int dx[] = {1, 1, -1, 1, -1, 0, 0, -1}, dy[] = {0, 1, -1, -1, 1, 1, -1, 0};
            double reach = DOT + 4 + away * 18.0, x = p->px + dx[side] * reach, y = p->py + dy[side] * (reach + LABEL_HEIGHT / 2.0 - 2);
            double left = dx[side] > 0 ? x : dx[side] < 0 ? x - w : x - w / 2;
            rectangle r = {left, y - LABEL_HEIGHT / 2.0, left + w, y + LABEL_HEIGHT / 2.0};
            double cost =
                badness(&r, points, n, labels, i) + 12 * away + side * 0.1 + (away == 0 && is_ambiguous(&r, points, n, p) ? 100 : 0);
            if (cost < best) {
                best = cost;
                chosen = r;
                far = away > 0;
            }
        }
    if (far)
        svg_line(t, p->px, p->py, fmin(fmax(p->px, chosen.left), chosen.right), fmin(fmax(p->py, chosen.top), chosen.bottom), "lead-line");
    labels[i] = chosen;
    svg_text(t, (chosen.left + chosen.right) / 2, chosen.bottom - 3, 'm', p->front && joined ? "name on" : "name", "%s", name);
}

/* ---- the plot ---- */

/* By x; of one x the better y first; of equal points as they stood. */
static int by_x(const void *a, const void *b)
{
    const scatter_point *p = a, *q = b;
    if (p->x != q->x)
        return p->x < q->x ? -1 : 1;
    if (p->better != q->better)
        return p->better > q->better ? -1 : 1;
    return p->order - q->order;
}

void scatter_front(scatter_point *points, int n, bool more)
{
    for (int i = 0; i < n; i++) {
        points[i].order = i;
        points[i].better = more ? points[i].y : -points[i].y;
    }
    qsort(points, (size_t)n, sizeof *points, by_x);
    double *values = zalloc((size_t)(n + 1) * 2 * sizeof *values);
    bool *front = zalloc((size_t)(n + 1) * sizeof *front);
    for (int i = 0; i < n; i++) {
        values[2 * i] = points[i].out ? (double)NAN : points[i].x;
        values[2 * i + 1] = points[i].y;
    }
    pareto_front(values, n, 2, (const bool[]){false, more}, front);
    for (int i = 0; i < n; i++)
        points[i].front = front[i];
}

/* The steps of the front: whoever pays for an x gets the y of the last point before it. */
static void join_front(text *t, const scatter_point *points, int n)
{
    text_puts(t, "<path d=\"");
    bool begun = false;
    for (const scatter_point *p = points; p < points + n; p++) {
        if (p->front && begun)
            text_printf(t, "H%.1fV%.1f", p->px, p->py);
        else if (p->front)
            text_printf(t, "M%.1f %.1f", p->px, p->py);
        begun |= p->front;
    }
    text_puts(t, "\" class=\"front\"/>\n");
}

/* A dot, which tells what it is when it is pointed at, with all others at its place. */
static void dot(text *t, const scatter_point *points, int n, const scatter_point *p, bool joined, bool linked)
{
    if (p->target && linked)
        text_printf(t, "<a href=\"#%s\">", p->target);
    text_printf(t, "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"%d\" class=\"%s\"><title>", p->px, p->py, DOT,
                p->front && joined ? "dot on"
                : p->out           ? "dot out"
                                   : "dot");
    const char *between = "";
    for (const scatter_point *q = points; q < points + n; q++)
        if (q == p || (q->px == p->px && q->py == p->py)) {
            text_puts(t, between);
            svg_escape(t, q->tip);
            between = "\n";
        }
    text_printf(t, "</title></circle>%s\n", p->target && linked ? "</a>" : "");
}

/* `linked`: dots lead to elements of the page. */
static void draw(text *t, const scatter *s, bool linked)
{
    scatter_point *points = s->points;
    double least = INFINITY, most = -INFINITY;
    int n = s->count;
    rectangle *labels = zalloc((size_t)n * sizeof *labels);
    for (int i = 0; i < n; i++) {
        least = fmin(least, points[i].y);
        most = fmax(most, points[i].y);
    }
    plot_scale x = plot_scale_of(points[0].x, points[n - 1].x), y = plot_scale_of(least, most);
    for (int i = 0; i < n; i++) {
        points[i].px = plot_across(&x, points[i].x);
        points[i].py = plot_upwards(&y, points[i].y);
    }
    svg_begin(t, PLOT_WIDTH, PLOT_HEIGHT, "plot", s->title, s->about);
    plot_axes(t, &x, &y, s->x_axis, s->y_axis);
    if (s->joined)
        join_front(t, points, n);
    for (int i = 0; i < n; i++)
        if (i == 0 || points[i].px != points[i - 1].px || points[i].py != points[i - 1].py)
            label_point(t, points, n, i, labels, s->joined);
    for (int pass = 0; pass < 2; pass++) /* those of the front are on top */
        for (int i = 0; i < n; i++)
            if ((points[i].front && s->joined) == pass)
                dot(t, points, n, &points[i], s->joined, linked);
    svg_end(t);
}

void scatter_draw(text *t, const scatter *s)
{
    text_puts(t, "<figure class=\"scroll\">\n");
    draw(t, s, true);
    text_puts(t, "</figure>\n");
}

/* ---- files ---- */

static void csv_row(text *t, const scatter *s, const scatter_point *p)
{
    report_csv_text(t, p->name);
    for (int i = 0; s->facts && s->facts[i]; i++) {
        text_puts(t, ",");
        report_csv_text(t, p->facts[i] ? p->facts[i] : "");
    }
    text_puts(t, ",");
    report_csv_number(t, p->x);
    text_puts(t, ",");
    report_csv_number(t, p->y);
    if (s->in)
        text_printf(t, ",%d", !p->out);
    text_puts(t, !s->joined ? ",\n" : p->front ? ",1\n" : ",0\n");
}

static void csv(text *t, const scatter *s)
{
    text_puts(t, s->what);
    for (int i = 0; s->facts && s->facts[i]; i++) {
        text_puts(t, ",");
        report_csv_text(t, s->facts[i]);
    }
    text_printf(t, ",%s,%s%s%s,on_front\n", s->x, s->y, s->in ? "," : "", s->in ? s->in : "");
    for (int i = 0; i < s->count; i++)
        csv_row(t, s, &s->points[i]);
}

void scatter_add_files(plot_files *files, const char *name, const scatter *s)
{
    text drawing = {0}, numbers = {0};
    draw(&drawing, s, false);
    csv(&numbers, s);
    plot_files_add(files, name, &drawing, &numbers);
}
