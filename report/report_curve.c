/* SPDX-License-Identifier: Apache-2.0
 *
 * Area against delay: the netlists that `synth --curve` measured, as a table and a plot of steps. */
#include <ctype.h>
#include <math.h>

#include "plot.h"
#include "report_charts.h"
#include "report_html.h"

enum { MOST_POINTS = 100 };

char *curve_plot_name(const char *name, const char *module)
{
    return plot_name("%s-curve-%s", name, module);
}

typedef struct {
    double delay, area;
} point;

static int points_of(const report_data *r, const char *unit, point *points)
{
    int n = 0;
    for (; n < MOST_POINTS; n++) {
        point p = {metrics_get(&r->m, KEY_CURVE_DELAY, unit, n + 1), metrics_get(&r->m, KEY_CURVE_TOTAL_AREA, unit, n + 1)};
        if (!isfinite(p.delay) || !isfinite(p.area))
            break;
        points[n] = p;
    }
    return n;
}

/* Steps: from a netlist on, its area holds until the next one is fast enough. */
static void plot(text *t, const design_module *unit, const point *points, int n)
{
    plot_scale x = plot_scale_of(points[0].delay, points[n - 1].delay), y = plot_scale_of(points[n - 1].area, points[0].area);
    svg_begin(t, PLOT_WIDTH, PLOT_HEIGHT, "plot", unit->title, "A point a netlist: further left it is faster, further down it is smaller.");
    plot_axes(t, &x, &y, "delay of the slowest stage or path, ns", "logic and registers (µm²)");
    for (int i = 0; i < n; i++) {
        double from = plot_across(&x, points[i].delay), to = i + 1 < n ? plot_across(&x, points[i + 1].delay) : PLOT_RIGHT,
               at = plot_upwards(&y, points[i].area);
        svg_line(t, from, at, to, at, "front");
        if (i + 1 < n)
            svg_line(t, to, at, to, plot_upwards(&y, points[i + 1].area), "front");
    }
    for (int i = 0; i < n; i++)
        text_printf(t, "<circle cx=\"%g\" cy=\"%g\" r=\"4\" class=\"dot on\"/>\n", plot_across(&x, points[i].delay),
                    plot_upwards(&y, points[i].area));
    svg_end(t);
}

static void numbers(text *t, const point *points, int n)
{
    text_puts(t, "netlist,delay_ns,area_um2\n");
    for (int i = 0; i < n; i++) {
        text_printf(t, "%d,", i + 1);
        report_csv_number(t, points[i].delay);
        text_puts(t, ",");
        report_csv_number(t, points[i].area);
        text_puts(t, "\n");
    }
}

static void table(text *t, const report_data *r, const design_module *unit, int n)
{
    const metrics *m = &r->m;
    char *caption = format_new("%s: area against delay", unit->title);
    html_table(t, caption, "Netlist|#FO4|#delay ns|#GHz|#logic GE|#logic µm²|#with registers µm²");
    for (int i = 1; i <= n; i++) {
        char *name = number_new(i, 0);
        double delay = metrics_get(m, KEY_CURVE_DELAY, unit->name, i);
        html_row(t, name);
        html_cell_number(t, metrics_get(m, KEY_CURVE_DELAY_FO4, unit->name, i), 1);
        html_cell_number(t, delay, 3);
        html_cell_number(t, 1 / delay, 2);
        html_cell_number(t, metrics_get(m, KEY_CURVE_AREA_GE, unit->name, i), 0);
        html_cell_number(t, metrics_get(m, KEY_CURVE_AREA, unit->name, i), AUTO);
        html_cell_number(t, metrics_get(m, KEY_CURVE_TOTAL_AREA, unit->name, i), AUTO);
        html_row_end(t);
    }
    html_table_end(t);
}

void curve_plots(text *t, const report_data *r)
{
    design_module units[DESIGN_MODULES];
    int n = report_modules(r, units);
    bool any = false;
    for (int u = 0; u < n; u++) {
        point points[MOST_POINTS];
        int count = points_of(r, units[u].name, points);
        if (count < 2)
            continue;
        table(t, r, &units[u], count);
        text_puts(t, "<figure>\n");
        plot(t, &units[u], points, count);
        text_puts(t, "</figure>\n");
        any = true;
    }
    if (any)
        html_para(t, "note",
                  "Each point is a netlist that ABC made and OpenSTA timed; nothing is interpolated: between two points the faster netlist "
                  "is the smallest known one. Only the netlist of the tables above is proven equal to the RTL.");
}

void curve_plot_files(plot_files *files, const report_data *r, const char *name)
{
    design_module units[DESIGN_MODULES];
    int n = report_modules(r, units);
    for (int u = 0; u < n; u++) {
        point points[MOST_POINTS];
        int count = points_of(r, units[u].name, points);
        text drawing = {0}, csv = {0};
        if (count < 2)
            continue;
        plot(&drawing, &units[u], points, count);
        numbers(&csv, points, count);
        plot_files_add(files, curve_plot_name(name, units[u].name), &drawing, &csv);
    }
}
