/* SPDX-License-Identifier: Apache-2.0 */
#include "plot.h"

#include <math.h>

#include "report_html.h"

plot_scale plot_scale_of(double least, double most)
{
    double span = most > least ? most - least : fmax(fabs(most) * 0.1, 1e-3), power = pow(10, floor(log10(span * 1.2 / 7)));
    plot_scale s = {.step = 10 * power};
    static const double steps[] = {1, 2, 5};
    for (int i = 2; i >= 0; i--)
        if (span * 1.2 / (steps[i] * power) <= 7)
            s.step = steps[i] * power;
    s.from = fmax(0, floor((least - span * 0.1) / s.step) * s.step);
    s.to = ceil((most + span * 0.1) / s.step) * s.step;
    s.decimals = s.step >= 1 ? 0 : (int)ceil(-log10(s.step) - 1e-9);
    return s;
}

double plot_across(const plot_scale *s, double value)
{
    return PLOT_LEFT + (value - s->from) / (s->to - s->from) * (PLOT_RIGHT - PLOT_LEFT);
}

double plot_upwards(const plot_scale *s, double value)
{
    return PLOT_BOTTOM - (value - s->from) / (s->to - s->from) * (PLOT_BOTTOM - PLOT_TOP);
}

void plot_axes(text *t, const plot_scale *x, const plot_scale *y, const char *x_title, const char *y_title)
{
    int columns = (int)lround((x->to - x->from) / x->step), rows = (int)lround((y->to - y->from) / y->step);
    for (int i = 0; i <= columns; i++) {
        double value = x->from + i * x->step, at = plot_across(x, value);
        char *number = number_new(value, x->decimals);
        svg_line(t, at, PLOT_TOP, at, PLOT_BOTTOM, "grid");
        svg_text(t, at, PLOT_BOTTOM + 18, 'm', "tick", "%s", number);
    }
    for (int i = 0; i <= rows; i++) {
        double value = y->from + i * y->step, at = plot_upwards(y, value);
        char *number = number_new(value, y->decimals);
        svg_line(t, PLOT_LEFT, at, PLOT_RIGHT, at, "grid");
        svg_text(t, PLOT_LEFT - 8, at + 4, 'e', "tick", "%s", number);
    }
    svg_line(t, PLOT_LEFT, PLOT_TOP, PLOT_LEFT, PLOT_BOTTOM, "wire");
    svg_line(t, PLOT_LEFT, PLOT_BOTTOM, PLOT_RIGHT, PLOT_BOTTOM, "wire");
    svg_text(t, (PLOT_LEFT + PLOT_RIGHT) / 2.0, PLOT_BOTTOM + 42, 'm', "axis", "%s", x_title);
    text_printf(t, "<g transform=\"rotate(-90)\">");
    svg_text(t, -(PLOT_TOP + PLOT_BOTTOM) / 2.0, 16, 'm', "axis", "%s", y_title);
    text_puts(t, "</g>\n");
}
