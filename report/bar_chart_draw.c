/* SPDX-License-Identifier: Apache-2.0
 *
 * bar_chart_draw.c - a chart as a drawing: names at the left, an axis above and below, what the colours are at its foot. */
#include <math.h>
#include <string.h>

#include "bar_chart.h"
#include "report_html.h"

/* User units. A letter is at most LETTER wide, but for those of a long line. */
enum { WIDTH = 720, MARGIN = 20, TOP = 24, GAP = 6, LETTER = 7, NARROW = 118, LONGEST_NAME = 34, KEY = 10, LINE = 18, SPACE = 16 };

typedef struct {
    const bar_chart *c;
    double left, right, least, most, step; /* the ends of the axis, in the drawing and in numbers */
    int decimals, bars, height;            /* of its numbers; of a row; of a bar */
} frame;

static double across(const frame *f, double value)
{
    return f->left + (value - f->least) / (f->most - f->least) * (f->right - f->left);
}

static double row_height(const frame *f)
{
    return f->bars * (f->height + 1) + GAP;
}

/* The ends of the bars, and of the lines across them. */
static void find_ends(const bar_chart *c, double *least, double *most)
{
    *least = *most = 0;
    for (const chart_row *row = c->rows; row < c->rows + c->row_count; row++) {
        double end[CHART_BARS] = {0};
        for (int p = 0; p < c->part_count; p++) {
            double length = chart_length(c, row, p);
            *least = fmin(*least, length);
            if (length > 0)
                end[c->parts[p].bar] += length;
        }
        for (int bar = 0; bar < CHART_BARS; bar++)
            *most = fmax(*most, end[bar]);
        *most = fmax(*most, row->mark);
    }
}

/* Round numbers: at most 8 steps of 1, 2 or 5 times a power of ten. */
static void find_axis(frame *f)
{
    static const double steps[] = {5, 2, 1};
    find_ends(f->c, &f->least, &f->most);
    if (f->c->shares || f->c->whole)
        f->most = 100;
    double span = f->most - f->least > 0 ? f->most - f->least : 1, power = pow(10, floor(log10(span / 8)));
    f->step = 10 * power;
    for (int i = 0; i < 3; i++)
        if (span / (steps[i] * power) <= 8)
            f->step = steps[i] * power;
    f->least = floor(f->least / f->step + 1e-9) * f->step;
    f->most = fmax(f->least + f->step, ceil(f->most / f->step - 1e-9) * f->step);
    f->decimals = f->step >= 1 ? 0 : (int)ceil(-log10(f->step) - 1e-9);
    f->right = WIDTH - fmax(MARGIN, text_letters(number_new(f->most, f->decimals)) * LETTER / 2.0);
}

static frame frame_of(const bar_chart *c)
{
    static const int heights[CHART_BARS + 1] = {0, 12, 7, 6, 5};
    frame f = {.c = c, .left = NARROW, .bars = chart_bars(c)};
    f.height = heights[f.bars];
    for (int i = 0; i < c->row_count; i++)
        f.left = fmax(f.left, fmin(text_letters(c->rows[i].name), LONGEST_NAME + 1) * LETTER + 10);
    find_axis(&f);
    return f;
}

/* ---- bars ---- */

static char *tip_of(const bar_chart *c, const chart_row *row, int part)
{
    const chart_part *p = &c->parts[part];
    text t = {0};
    text_printf(&t, "%s, ", row->name);
    if (c->bar && strcmp(c->bars[p->bar], p->label) != 0)
        text_printf(&t, "%s, ", c->bars[p->bar]);
    text_printf(&t, "%s: %s%s", p->label, number_new(chart_length(c, row, part), p->decimals), c->unit ? c->unit : "");
    return t.data;
}

static void draw_part(text *t, const frame *f, double from, double to, double y, const char *class, const char *tip)
{
    text_printf(t, "<rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%d\" class=\"%s\"><title>", across(f, from), y,
                across(f, to) - across(f, from), f->height, class);
    svg_escape(t, tip);
    text_puts(t, "</title></rect>\n");
}

/* The parts of a bar one behind the other; what is less than nothing goes to the other side. */
static void draw_bar(text *t, const frame *f, const chart_row *row, int bar, double y)
{
    const bar_chart *c = f->c;
    double end = 0, below = 0, untold = c->whole && chart_known(c, row, bar) ? 100 - chart_sum(c, row, bar) : 0;
    for (int p = 0; p < c->part_count; p++) {
        double length = chart_length(c, row, p);
        if (c->parts[p].bar != bar)
            continue;
        if (isfinite(length)) {
            double *from = length < 0 ? &below : &end;
            draw_part(t, f, fmin(*from, *from + length), fmax(*from, *from + length), y, row->colour ? row->colour : c->parts[p].colour,
                      tip_of(c, row, p));
            *from += length;
        } else if (untold > 0) {
            draw_part(t, f, end, end + untold, y, "track",
                      format_new("%s, not told: %s", row->name, number_new(untold, c->parts[p].decimals)));
            end += untold;
            untold = 0;
        }
    }
}

static void draw_row(text *t, const frame *f, const chart_row *row, double y)
{
    double height = f->bars * (f->height + 1);
    svg_text(t, f->left - 8, y + height / 2 + 4, 'e', row->kind ? "name on" : "name", "%s", svg_shortened(row->name, LONGEST_NAME));
    for (int bar = 0; bar < f->bars; bar++)
        draw_bar(t, f, row, bar, y + bar * (f->height + 1));
    if (isfinite(row->mark))
        svg_line(t, across(f, row->mark), y - GAP / 2.0, across(f, row->mark), y + height + GAP / 2.0, "mark");
}

/* ---- around them ---- */

static void draw_axis(text *t, const frame *f, double bottom)
{
    int steps = (int)lround((f->most - f->least) / f->step);
    for (int i = 0; i <= steps; i++) {
        double value = f->least + i * f->step, x = across(f, value);
        char *number = number_new(value, f->decimals);
        svg_line(t, x, TOP - 4, x, bottom, "grid");
        svg_text(t, x, TOP - 9, 'm', "tick", "%s", number);
        svg_text(t, x, bottom + 15, 'm', "tick", "%s", number);
    }
    svg_text(t, (f->left + f->right) / 2, bottom + 33, 'm', "axis", "%s", f->c->axis);
}

/* Where the next words of the foot begin. */
typedef struct {
    double x, y;
} pen;

static void take_place(pen *at, double width)
{
    if (at->x > GAP && at->x + width > WIDTH - GAP)
        *at = (pen){GAP, at->y + LINE};
}

static void draw_key(text *t, pen *at, const char *class, const char *label)
{
    double width = KEY + 6 + text_letters(label) * LETTER;
    take_place(at, width);
    if (strcmp(class, "mark") == 0)
        svg_line(t, at->x + KEY / 2.0, at->y - KEY, at->x + KEY / 2.0, at->y + 1, class);
    else
        text_printf(t, "<path d=\"M%g %gh%dv%dh-%dZ\" class=\"%s\"/>\n", at->x, at->y - KEY + 1, KEY, KEY, KEY, class);
    svg_text(t, at->x + KEY + 6, at->y, 's', "axis", "%s", label);
    at->x += width + SPACE;
}

/* Does a drawing show this part anywhere? */
static bool occurs(const bar_chart *c, int part)
{
    bool any = false;
    for (int i = 0; i < c->row_count; i++)
        any |= isfinite(c->rows[i].values[part]);
    return any;
}

/* Are the parts called like their bars? Then the legend tells the bars too. */
static bool tells_bars(const bar_chart *c)
{
    bool all = true;
    for (int p = 0; p < c->part_count; p++)
        all &= c->bars[c->parts[p].bar] && strcmp(c->bars[c->parts[p].bar], c->parts[p].label) == 0;
    return all;
}

/* What the colours, the line and the bars of a row are. Returns where it ends: at `y` if there is nothing to tell. */
static double draw_foot(text *t, const bar_chart *c, double y)
{
    pen at = {GAP, y + LINE};
    for (int p = 0; p < c->part_count; p++)
        if ((c->part || c->bar) && !chart_repeats(c, p) && occurs(c, p))
            draw_key(t, &at, c->parts[p].colour, c->parts[p].label);
    if (c->mark)
        draw_key(t, &at, "mark", c->mark);
    if (chart_bars(c) > 1 && !tells_bars(c)) {
        text names = {0};
        for (int i = 0; i < chart_bars(c); i++)
            text_printf(&names, "%s%s", i ? ", " : "the bars of a row, from above: ", c->bars[i]);
        take_place(&at, text_letters(names.data) * LETTER);
        svg_text(t, at.x, at.y, 's', "axis", "%s", names.data);
        at.x += SPACE;
    }
    return at.x > GAP ? at.y : y;
}

void chart_draw(text *t, const bar_chart *c)
{
    frame f = frame_of(c);
    text body = {0}, foot = {0};
    double y = TOP;
    text_puts(&body, "");
    text_puts(&foot, "");
    for (const chart_row *row = c->rows; row < c->rows + c->row_count; row++) {
        if (row->kind && (row == c->rows || row[-1].kind == NULL)) {
            y += GAP;
            svg_line(&body, f.left, y - GAP / 2.0 - 2, f.right, y - GAP / 2.0 - 2, "wire");
        }
        draw_row(&body, &f, row, y);
        y += row_height(&f);
    }
    double end = draw_foot(&foot, c, y + 38);
    svg_begin(t, WIDTH, end + GAP, "plot", c->title, c->axis);
    draw_axis(t, &f, y);
    text_add(t, body.data, body.len);
    text_add(t, foot.data, foot.len);
    svg_end(t);
}
