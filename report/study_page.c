/* SPDX-License-Identifier: Apache-2.0
 *
 * study_page.c - a study as a page: a plot with a group of bars a kernel, and the table. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "report_html.h"
#include "study_report.h"

/* User units of the plot. */
enum { WIDTH = 720, LEFT = 118, RIGHT = 700, TOP = 24, GAP = 6, FOOT = 40 };

typedef struct {
    const study_result *r;
    double most, step; /* of the axis */
    int bars, height;  /* height of a bar */
} plot;

static double stacked(const study *s, const double *values, int bar)
{
    double all = 0;

    for (int c = 0; c < study_columns(s); c++)
        if (s->columns[c].bar == bar && isfinite(values[c]))
            all += fmax(0, values[c]);
    return all;
}

static bool is_share(const study *s)
{
    return s->columns[0].kind == STUDY_SHARE;
}

static void published_row(const study *s, study_row *row)
{
    snprintf(row->name, sizeof row->name, "published");
    for (int c = 0; c < study_columns(s); c++)
        row->values[c] = study_published(&s->columns[c]);
}

/* Is anything published that the plot shows? */
static bool has_published(const study *s)
{
    for (int c = 0; c < study_columns(s); c++)
        if (s->columns[c].bar >= 0 && isfinite(study_published(&s->columns[c])))
            return true;
    return false;
}

/* Round numbers: at most 8 steps of 1, 2 or 5 times a power of ten. */
static void find_axis(plot *p)
{
    const study *s = p->r->s;
    study_row published;
    double most = 0;

    published_row(s, &published);
    for (int bar = 0; bar < p->bars; bar++) {
        most = fmax(most, stacked(s, published.values, bar));
        for (int i = 0; i < p->r->count; i++)
            most = fmax(most, stacked(s, p->r->rows[i].values, bar));
    }
    most = is_share(s) ? 100 : most > 0 ? most : 1;
    static const double steps[] = {5, 2, 1};
    double power = pow(10, floor(log10(most / 8)));
    p->step = 10 * power;
    for (int i = 0; i < 3; i++)
        if (most / (steps[i] * power) <= 8)
            p->step = steps[i] * power;
    p->most = ceil(most / p->step - 1e-9) * p->step;
}

static double across(const plot *p, double value)
{
    return LEFT + value / p->most * (RIGHT - LEFT);
}

static double row_height(const plot *p)
{
    return p->bars * (p->height + 1) + GAP;
}

static void draw_part(text *t, const plot *p, double from, double value, double y, const char *class, const char *title)
{
    text_printf(t, "<rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%d\" class=\"%s\"><title>", across(p, from), y,
                across(p, value) - across(p, 0), p->height, class);
    svg_escape(t, title);
    text_puts(t, "</title></rect>\n");
}

/* The parts of a bar one behind the other. Parts of a whole that a paper does not tell are one block, without a colour. */
static void draw_bar(text *t, const plot *p, const study_row *row, int bar, double y)
{
    const study *s = p->r->s;
    double x = 0, untold = is_share(s) ? 100 - stacked(s, row->values, bar) : 0;

    if (stacked(s, row->values, bar) <= 0)
        return;
    for (int c = 0; c < study_columns(s); c++) {
        const study_column *k = &s->columns[c];
        if (k->bar != bar)
            continue;
        double value = isfinite(row->values[c]) ? row->values[c] : untold;
        char *title = isfinite(row->values[c]) ? format_new("%s, %s: %.*f", row->name, k->label, k->decimals, value)
                                               : format_new("%s, not told: %.*f", row->name, k->decimals, value);
        if (value > 0)
            draw_part(t, p, x, value, y, isfinite(row->values[c]) ? html_colour(k->colour) : "track", title);
        x += fmax(0, value);
        untold = isfinite(row->values[c]) ? untold : 0;
    }
}

static void draw_row(text *t, const plot *p, const study_row *row, double y, bool strong)
{
    svg_text(t, LEFT - 8, y + p->bars * (p->height + 1) / 2.0 + 4, 'e', strong ? "name on" : "name", "%s", row->name);
    for (int bar = 0; bar < p->bars; bar++)
        draw_bar(t, p, row, bar, y + bar * (p->height + 1));
}

static void draw_axis(text *t, const plot *p, double bottom)
{
    int decimals = p->step >= 1 ? 0 : (int)ceil(-log10(p->step) - 1e-9), steps = (int)lround(p->most / p->step);

    for (int i = 0; i <= steps; i++) {
        double x = across(p, i * p->step);
        svg_line(t, x, TOP - 4, x, bottom, "grid");
        svg_text(t, x, TOP - 9, 'm', "tick", "%.*f", decimals, i * p->step);
        svg_text(t, x, bottom + 15, 'm', "tick", "%.*f", decimals, i * p->step);
    }
    svg_text(t, (LEFT + RIGHT) / 2.0, bottom + 33, 'm', "axis", "%s", p->r->s->axis);
}

static void draw_plot(text *t, const study_result *r)
{
    static const int heights[STUDY_MAX_BARS + 1] = {0, 12, 7, 6, 5};
    plot p = {.r = r, .bars = study_bars(r->s)};
    study_row published;

    p.height = heights[p.bars];
    find_axis(&p);
    published_row(r->s, &published);
    double y = TOP, bottom = TOP + (r->count + 1 + study_has(r, &r->own) + has_published(r->s)) * row_height(&p) + GAP;
    text_puts(t, "<figure class=\"scroll\">\n");
    svg_begin(t, WIDTH, bottom + FOOT, "plot", r->s->title, r->s->axis);
    draw_axis(t, &p, bottom);
    for (int i = 0; i < r->count; i++, y += row_height(&p))
        draw_row(t, &p, &r->rows[i], y, false);
    y += GAP;
    svg_line(t, LEFT, y - GAP / 2.0 - 2, RIGHT, y - GAP / 2.0 - 2, "wire");
    draw_row(t, &p, &r->mean, y, true);
    y += row_height(&p);
    if (study_has(r, &r->own)) {
        draw_row(t, &p, &r->own, y, true);
        y += row_height(&p);
    }
    if (has_published(r->s))
        draw_row(t, &p, &published, y, true);
    svg_end(t);
    text_puts(t, "</figure>\n");
}

static void draw_legend(text *t, const study *s)
{
    text_puts(t, "<ul class=\"legend\">\n");
    for (int c = 0; c < study_columns(s); c++) {
        bool seen = s->columns[c].bar < 0;
        for (int k = 0; k < c; k++)
            seen |= s->columns[k].bar >= 0 && s->columns[k].colour == s->columns[c].colour &&
                    strcmp(s->columns[k].label, s->columns[c].label) == 0;
        if (!seen)
            html_legend_item(t, html_colour(s->columns[c].colour), s->columns[c].label);
    }
    text_puts(t, "</ul>\n");
}

/* What the bars of a kernel are, from above. */
static void tell_bars(text *t, const study *s)
{
    text names = {0};

    for (int i = 0; i < study_bars(s); i++)
        text_printf(&names, "%s%s", i > 0 ? ", " : "", s->bars[i]);
    if (study_bars(s) > 1)
        html_para(t, "note", "The bars of a kernel, from above: %s.", names.data);
}

/* ---- the table ---- */

static void table_row(text *t, const study *s, const study_row *row, bool mean)
{
    html_row(t, row->name);
    for (int c = 0; c < study_columns(s); c++)
        html_cell_number(t, row->values[c], s->columns[c].decimals + (mean && s->columns[c].decimals == 0));
    html_row_end(t);
}

static void table_published(text *t, const study *s)
{
    html_row(t, "published");
    for (int c = 0; c < study_columns(s); c++) {
        double value = study_published(&s->columns[c]);
        text_printf(t, "<td class=\"n\">%s", isfinite(value) && s->columns[c].below ? "&lt; " : "");
        format_number(t, value, s->columns[c].decimals);
        text_puts(t, "</td>");
    }
    html_row_end(t);
}

void study_table(text *t, const study_result *r)
{
    const study *s = r->s;
    text columns = {0};

    text_puts(&columns, "kernel");
    for (int c = 0; c < study_columns(s); c++) {
        int bar = s->columns[c].bar;
        if (bar >= 0 && study_bars(s) > 1 && strcmp(s->bars[bar], s->columns[c].label) != 0)
            text_printf(&columns, "|#%s: %s", s->bars[bar], s->columns[c].label);
        else
            text_printf(&columns, "|#%s", s->columns[c].label);
    }
    html_table(t, s->axis, columns.data);
    for (int i = 0; i < r->count; i++)
        table_row(t, s, &r->rows[i], false);
    table_row(t, s, &r->mean, true);
    if (study_has(r, &r->own))
        table_row(t, s, &r->own, true);
    if (study_has(r, &r->all))
        table_row(t, s, &r->all, false);
    table_published(t, s);
    html_table_end(t);
}

static void points(text *t, const study_result *r)
{
    for (const study_point *p = r->s->points; p < r->s->points + STUDY_MAX_POINTS && p->kernel; p++)
        for (int i = 0; i < r->count; i++)
            for (int c = 0; c < study_columns(r->s); c++)
                if (strcmp(r->rows[i].name, p->kernel) == 0 && strcmp(r->s->columns[c].id, p->column) == 0)
                    html_para(t, "note", "%s, %s: published %g (%s), here %.*f.", p->kernel, r->s->columns[c].label, p->value, p->where,
                              r->s->columns[c].decimals, r->rows[i].values[c]);
}

void study_plot(text *t, const study_result *r)
{
    draw_plot(t, r);
    draw_legend(t, r->s);
    tell_bars(t, r->s);
}

void study_page(text *t, const study_result *r)
{
    const study *s = r->s;

    html_open(t, s->title, NULL);
    html_para(t, "lead", "%s. %d trace%s, %d lanes.", s->source, r->traces, r->traces == 1 ? "" : "s", r->lanes);
    html_section(t, "figures", "By kernel");
    study_plot(t, r);
    points(t, r);
    html_section_end(t);
    html_section(t, "table", "Table");
    study_table(t, r);
    html_para(t, "note", "%s", STUDY_LEGEND);
    if (study_has_gaps(r))
        html_para(t, "note", "%s", STUDY_GAPS);
    for (int i = 0; i < STUDY_MAX_NOTES && s->notes[i]; i++)
        html_para(t, "note", "%s", s->notes[i]);
    html_section_end(t);
    html_close_study(t, s->name);
}
