/* SPDX-License-Identifier: Apache-2.0
 *
 * curve_grid.c - plots three in a row. What y is stands above them all, what x is and what the curves are at the foot. */
#include "curve_grid.h"

#include <math.h>
#include <string.h>

#include "plot.h"
#include "report_html.h"

/* User units. LEFT .. BOTTOM: the frame within a cell. */
enum {
    COLUMNS = 3,
    CELL = 240,
    ROW = 168,
    HEAD = 22,
    LEFT = 52,
    RIGHT = 228,
    TOP = 24,
    BOTTOM = 136,
    FOOT = 48,
    KEY = 14,
    LETTER = 7,
    DOT = 2
};

typedef struct {
    plot_scale x, y;
    double left, top; /* of the cell */
} cell;

static double across(const cell *c, double x)
{
    return c->left + LEFT + (x - c->x.from) / (c->x.to - c->x.from) * (RIGHT - LEFT);
}

static double upwards(const cell *c, double y)
{
    return c->top + BOTTOM - (y - c->y.from) / (c->y.to - c->y.from) * (BOTTOM - TOP);
}

void grid_add(curve_grid *g, const char *plot, const grid_point *p)
{
    if (g->plot_count == 0 || strcmp(g->plots[g->plot_count - 1].name, plot) != 0) {
        g->plots = grow_one(g->plots, (size_t)g->plot_count, sizeof *g->plots);
        g->plots[g->plot_count++] = (grid_plot){.name = plot};
    }
    grid_plot *last = &g->plots[g->plot_count - 1];
    last->points = grow_one(last->points, (size_t)last->count, sizeof *last->points);
    last->points[last->count++] = *p;
}

/* ---- scales ---- */

static plot_scale scale_of_x(const curve_grid *g)
{
    double least = INFINITY, most = -INFINITY;
    for (const grid_plot *p = g->plots; p < g->plots + g->plot_count; p++) {
        least = fmin(least, p->points[0].x);
        most = fmax(most, p->points[p->count - 1].x);
    }
    return plot_scale_of(least, most);
}

/* From 0 on. */
static plot_scale scale_of_y(const curve_grid *g, const grid_plot *p)
{
    double most = 0;
    for (int i = 0; i < p->count; i++)
        for (int k = 0; k < g->curve_count; k++)
            most = fmax(most, p->points[i].y[k]);
    return plot_scale_of(0, most > 0 ? most : 1);
}

/* Every how manieth line has its number. */
static int stride_of(int lines)
{
    return lines > 4 ? 2 : 1;
}

static void draw_frame(text *t, const cell *c)
{
    int columns = (int)lround((c->x.to - c->x.from) / c->x.step), rows = (int)lround((c->y.to - c->y.from) / c->y.step);
    for (int i = 0; i <= columns; i += stride_of(columns)) {
        double value = c->x.from + i * c->x.step, at = across(c, value);
        svg_line(t, at, c->top + TOP, at, c->top + BOTTOM, "grid");
        svg_text(t, at, c->top + BOTTOM + 15, 'm', "tick", "%s", number_new(value, c->x.decimals));
    }
    for (int i = 0; i <= rows; i += stride_of(rows)) {
        double value = c->y.from + i * c->y.step, at = upwards(c, value);
        svg_line(t, c->left + LEFT, at, c->left + RIGHT, at, "grid");
        svg_text(t, c->left + LEFT - 5, at + 4, 'e', "tick", "%s", number_new(value, c->y.decimals));
    }
}

/* ---- curves ---- */

static void draw_curve(text *t, const curve_grid *g, const cell *c, const grid_plot *p, int k)
{
    const char *colour = html_colour(k + 1), *step = "M";
    text_puts(t, "<path d=\"");
    for (int i = 0; i < p->count; i++)
        if (isfinite(p->points[i].y[k])) {
            text_printf(t, "%s%.1f %.1f", step, across(c, p->points[i].x), upwards(c, p->points[i].y[k]));
            step = "L";
        }
    text_printf(t, "\" class=\"curve %s\"/>\n", colour);
    for (int i = 0; i < p->count; i++) {
        const grid_point *at = &p->points[i];
        if (!isfinite(at->y[k]))
            continue;
        text_printf(t, "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"%d\" class=\"%s\"><title>", across(c, at->x), upwards(c, at->y[k]), DOT,
                    colour);
        svg_escape(t, format_new("%s, %s, %g: %s", p->name, g->curves[k], at->x, number_new(at->y[k], g->decimals)));
        text_puts(t, "</title></circle>\n");
    }
}

static void draw_foot(text *t, const curve_grid *g, double y)
{
    double x = LEFT;
    svg_text(t, CELL * COLUMNS / 2.0, y + 12, 'm', "axis", "%s", g->x_axis);
    for (int k = 0; k < g->curve_count; k++) {
        text_printf(t, "<path d=\"M%g %gh%d\" class=\"curve %s\"/>\n", x, y + 32, KEY, html_colour(k + 1));
        svg_text(t, x + KEY + 6, y + 36, 's', "axis", "%s", g->curves[k]);
        x += KEY + 24 + text_letters(g->curves[k]) * LETTER;
    }
}

void grid_draw(text *t, const curve_grid *g)
{
    int rows = (g->plot_count + COLUMNS - 1) / COLUMNS;
    double end = HEAD + rows * ROW;
    cell c = {.x = scale_of_x(g)};
    svg_begin(t, COLUMNS * CELL, end + FOOT, "plot", g->title, format_new("%s, over %s", g->y_axis, g->x_axis));
    svg_text(t, 6, 15, 's', "axis", "%s", g->y_axis);
    for (int i = 0; i < g->plot_count; i++) {
        const grid_plot *p = &g->plots[i];
        c.y = scale_of_y(g, p);
        c.left = i % COLUMNS * CELL;
        c.top = HEAD + i / COLUMNS * ROW;
        svg_text(t, c.left + LEFT, c.top + TOP - 8, 's', "name on", "%s", svg_shortened(p->name, 24));
        draw_frame(t, &c);
        for (int k = 0; k < g->curve_count; k++)
            draw_curve(t, g, &c, p, k);
    }
    draw_foot(t, g, end);
    svg_end(t);
}

/* ---- files ---- */

static void put_numbers(text *t, const curve_grid *g)
{
    text_printf(t, "%s,%s,%s,%s\n", g->plot, g->curve, g->x, g->value);
    for (const grid_plot *p = g->plots; p < g->plots + g->plot_count; p++)
        for (int k = 0; k < g->curve_count; k++)
            for (int i = 0; i < p->count; i++) {
                if (!isfinite(p->points[i].y[k]))
                    continue;
                report_csv_text(t, p->name);
                text_puts(t, ",");
                report_csv_text(t, g->curves[k]);
                text_puts(t, ",");
                report_csv_number(t, p->points[i].x);
                text_puts(t, ",");
                report_csv_number(t, p->points[i].y[k]);
                text_puts(t, "\n");
            }
}

void grid_add_files(plot_files *files, const char *name, const curve_grid *g)
{
    text drawing = {0}, numbers = {0};
    grid_draw(&drawing, g);
    put_numbers(&numbers, g);
    plot_files_add(files, name, &drawing, &numbers);
}
