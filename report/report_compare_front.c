/* SPDX-License-Identifier: Apache-2.0
 *
 * The plot of several codecs: what each saves against the area that it costs. A design is on the Pareto front if no other design saves
 * more on at most its area, or as much on less. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "plot.h"
#include "report_compare.h"

/* One plot: codecs of registers or of lines. */
typedef struct {
    bool line;
    const char *id, *heading, *ratio; /* the axis of the ratio */
    key_ref key;
} front_kind;

static const front_kind kinds[] = {
    {false, "front", "Ratio against area", "compression ratio by units + tag (raw over stored)", KEY_REF(KEY_RATIO_UNITS_TAG, "trace")},
    {true, "front-lines", "Ratio against area, cache lines", "compression ratio by bursts + tag (raw over stored)",
     KEY_REF(KEY_RATIO_BURSTS_TAG, "trace")},
};

typedef struct {
    int design; /* its place among the designs of the page */
    double area, ratio;
    char *name;
    bool front;
    double x, y; /* of the drawing */
} front_point;

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

/* Characters of a UTF-8 text. */
static int letters(const char *s)
{
    int n = 0;
    for (; *s; s++)
        n += ((unsigned char)*s & 0xc0) != 0x80;
    return n;
}

/* At most LONGEST characters; malloc'd. */
static char *shortened(const char *name)
{
    size_t len = 0;
    if (letters(name) <= LONGEST)
        return format_new("%s", name);
    for (int n = 0; name[len]; len++) {
        n += ((unsigned char)name[len] & 0xc0) != 0x80;
        if (n == LONGEST)
            break;
    }
    return format_new("%.*s…", (int)len, name);
}

/* How bad a place of a label is: what it covers, and what of it is outside the axes. The front runs in steps from point to point. */
static double badness(const rectangle *label, const front_point *points, int n, const rectangle *labels, int placed)
{
    const rectangle frame = {PLOT_LEFT + 2, PLOT_TOP, PLOT_RIGHT, PLOT_BOTTOM - 2};
    double cost = 20 * ((label->right - label->left) * (label->bottom - label->top) - overlap(label, &frame));
    for (int i = 0; i < placed; i++)
        cost += 10 * overlap(label, &labels[i]);
    const front_point *last = NULL;
    for (int i = 0; i < n; i++) {
        const front_point *p = &points[i];
        cost += 10 * overlap(label, &(rectangle){p->x - DOT, p->y - DOT, p->x + DOT, p->y + DOT});
        if (!p->front)
            continue;
        if (last) {
            cost += overlap(label, &(rectangle){last->x, last->y - 1, p->x, last->y + 1});
            cost += overlap(label, &(rectangle){p->x - 1, p->y, p->x + 1, last->y});
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
static bool is_ambiguous(const rectangle *label, const front_point *points, int n, const front_point *own)
{
    double to_own = distance(label, own->x, own->y);
    for (const front_point *p = points; p < points + n; p++)
        if ((p->x != own->x || p->y != own->y) && distance(label, p->x, p->y) < to_own + DOT)
            return true;
    return false;
}

/* The names of the point and of those after it at the same place, malloc'd. */
static char *label_of(const front_point *points, int n, int i)
{
    text names = {0};
    for (int k = i; k < n && points[k].x == points[i].x && points[k].y == points[i].y; k++)
        text_printf(&names, "%s%s", k > i ? ", " : "", points[k].name);
    char *label = shortened(names.data);
    text_free(&names);
    return label;
}

/* Puts the label of a point where it covers the least: beside, below or above it, or further away with a line to it. */
static void label_point(text *t, const front_point *points, int n, int i, rectangle *labels, bool joined)
{
    const front_point *p = &points[i];
    char *name = label_of(points, n, i);
    double w = letters(name) * LETTER, best = INFINITY;
    rectangle chosen = {0, 0, 0, 0};
    bool far = false;
    for (int away = 0; away < 4; away++)
        for (int side = 0; side < 8; side++) {
            static const int dx[] = {1, 1, -1, 1, -1, 0, 0, -1}, dy[] = {0, 1, -1, -1, 1, 1, -1, 0};
            double reach = DOT + 4 + away * 18.0, x = p->x + dx[side] * reach, y = p->y + dy[side] * (reach + LABEL_HEIGHT / 2.0 - 2);
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
        svg_line(t, p->x, p->y, fmin(fmax(p->x, chosen.left), chosen.right), fmin(fmax(p->y, chosen.top), chosen.bottom), "lead-line");
    labels[i] = chosen;
    svg_text(t, (chosen.left + chosen.right) / 2, chosen.bottom - 3, 'm', p->front && joined ? "name on" : "name", "%s", name);
    free(name);
}

/* ---- the plot ---- */

/* By area; of one area the larger ratio first; of equal points as the designs stand. */
static int by_area(const void *a, const void *b)
{
    const front_point *p = a, *q = b;
    if (p->area != q->area)
        return p->area < q->area ? -1 : 1;
    if (p->ratio != q->ratio)
        return p->ratio > q->ratio ? -1 : 1;
    return p->design - q->design;
}

/* Sorts the points and marks those on the front. */
static void find_front(front_point *points, int n)
{
    qsort(points, (size_t)n, sizeof *points, by_area);
    for (int i = 0; i < n; i++) {
        points[i].front = true;
        for (int k = 0; k < n; k++)
            if (points[k].area <= points[i].area && points[k].ratio >= points[i].ratio &&
                (points[k].area < points[i].area || points[k].ratio > points[i].ratio))
                points[i].front = false;
    }
}

/* The steps of the front: whoever pays for an area gets the ratio of the last point before it. */
static void join_front(text *t, const front_point *points, int n)
{
    text_puts(t, "<path d=\"");
    bool begun = false;
    for (const front_point *p = points; p < points + n; p++) {
        if (p->front && begun)
            text_printf(t, "H%.1fV%.1f", p->x, p->y);
        else if (p->front)
            text_printf(t, "M%.1f %.1f", p->x, p->y);
        begun |= p->front;
    }
    text_puts(t, "\" class=\"front\"/>\n");
}

/* A dot, which tells its figures when it is pointed at. */
static void dot(text *t, const front_point *p, bool joined)
{
    char *area = number_new(p->area, AUTO);
    text_printf(t, "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"%d\" class=\"%s\"><title>", p->x, p->y, DOT, p->front && joined ? "dot on" : "dot");
    svg_escape(t, p->name);
    text_printf(t, ": ratio %.2f, %s µm²</title></circle>\n", p->ratio, area);
    free(area);
}

static void plot(text *t, const front_kind *kind, front_point *points, int n, bool joined)
{
    double least = INFINITY, most = -INFINITY;
    rectangle *labels = zalloc((size_t)n * sizeof *labels);
    for (int i = 0; i < n; i++) {
        least = fmin(least, points[i].ratio);
        most = fmax(most, points[i].ratio);
    }
    plot_scale area = plot_scale_of(points[0].area, points[n - 1].area), ratio = plot_scale_of(least, most);
    for (int i = 0; i < n; i++) {
        points[i].x = plot_across(&area, points[i].area);
        points[i].y = plot_upwards(&ratio, points[i].ratio);
    }
    text_puts(t, "<figure class=\"scroll\">\n");
    svg_begin(t, PLOT_WIDTH, PLOT_HEIGHT, "plot", kind->heading, "A point a design: further up it saves more, further left it is smaller.");
    plot_axes(t, &area, &ratio, "area of an encoder and a decoder, logic and registers (µm²)", kind->ratio);
    if (joined)
        join_front(t, points, n);
    for (int i = 0; i < n; i++)
        if (i == 0 || points[i].x != points[i - 1].x || points[i].y != points[i - 1].y)
            label_point(t, points, n, i, labels, joined);
    for (int i = 0; i < n; i++)
        dot(t, &points[i], joined);
    svg_end(t);
    text_puts(t, "</figure>\n");
    free(labels);
}

/* What the plot shows, in words. */
static void tell_front(text *t, const front_point *points, int n)
{
    text list = {0};
    int count = 0;
    for (const front_point *p = points; p < points + n; p++)
        if (p->front) {
            char *area = number_new(p->area, AUTO);
            text_printf(&list, "%s%s (%.2f, %s µm²)", count++ ? ", " : "", p->name, p->ratio, area);
            free(area);
        }
    html_para(t, "note",
              "On the Pareto front, from the smallest on: %s. No other design here saves more on at most their area, or as much on less.%s",
              list.data, count < n ? " The others, in grey, are beaten by one of these." : "");
    text_free(&list);
}

/* The designs of this kind that have no point, and why. */
static void tell_missing(text *t, const report_data *r, int n, const front_kind *kind)
{
    for (int i = 0; i < n; i++) {
        bool area = isfinite(metrics_get(&r[i].m, KEY_PAIR_TOTAL_AREA)), ratio = isfinite(report_get(&r[i], &kind->key));
        if (!r[i].d.codec || r[i].d.unit->line != kind->line || (area && ratio))
            continue;
        char *name = compare_name(r, n, i);
        html_para(t, "note", "%s is not in the plot: it has no %s.", name,
                  area    ? "figures of traces"
                  : ratio ? "area of both units from synthesis"
                          : "area of both units from synthesis, and no figures of traces");
        free(name);
    }
}

/* Were the designs of these points measured alike, and do they do the same work? */
static bool are_equal(const report_data *r, const front_point *points, int n, const front_kind *kind)
{
    const compare_row area = {NULL, "", KEY_REF(KEY_PAIR_TOTAL_AREA), AUTO, STEP_SYNTH, false},
                      ratio = {NULL, "", kind->key, 2, STEP_TRACE, false};
    report_data *some = zalloc((size_t)n * sizeof *some);
    for (int i = 0; i < n; i++)
        some[i] = r[points[i].design];
    compare_grounds g = compare_grounds_of(some, n);
    bool equal = compare_equal(some, n, &area, &g) && compare_equal(some, n, &ratio, &g);
    free(some);
    return equal;
}

static void section(text *t, const report_data *r, int n, const front_kind *kind)
{
    front_point *points = zalloc((size_t)n * sizeof *points);
    int count = 0;
    for (int i = 0; i < n; i++) {
        double area = metrics_get(&r[i].m, KEY_PAIR_TOTAL_AREA), ratio = report_get(&r[i], &kind->key);
        if (r[i].d.codec && r[i].d.unit->line == kind->line && isfinite(area) && isfinite(ratio))
            points[count++] = (front_point){.design = i, .area = area, .ratio = ratio, .name = compare_name(r, n, i)};
    }
    if (count > 1) {
        bool joined = are_equal(r, points, count, kind);
        find_front(points, count);
        html_section(t, kind->id, kind->heading);
        plot(t, kind, points, count, joined);
        if (joined)
            tell_front(t, points, count);
        else
            html_para(t, "note",
                      "No Pareto front: the designs were not measured alike, or do different work. The lines above the table say in what.");
        tell_missing(t, r, n, kind);
        html_section_end(t);
    }
    for (int i = 0; i < count; i++)
        free(points[i].name);
    free(points);
}

void compare_front(text *t, const report_data *r, int n)
{
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        section(t, r, n, &kinds[i]);
}
