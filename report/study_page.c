/* SPDX-License-Identifier: Apache-2.0
 *
 * study_page.c - a study as a page: a plot with a group of bars a kernel, and the table. */
#include <math.h>
#include <string.h>

#include "report_html.h"
#include "study_report.h"

/* A row of the plot. */
static void fill(const study *s, const bar_chart *c, chart_row *row, const double *values)
{
    for (int k = 0, p = 0; p < c->part_count; k++)
        if (s->columns[k].bar >= 0)
            row->values[p++] = values[k];
}

/* What is published of the columns that the plot shows. False: nothing. */
static bool published(const study *s, double values[STUDY_MAX_COLUMNS])
{
    bool any = false;
    for (int k = 0; k < study_columns(s); k++) {
        values[k] = study_published(&s->columns[k]);
        any |= s->columns[k].bar >= 0 && isfinite(values[k]);
    }
    return any;
}

static void study_chart(bar_chart *c, const study_result *r)
{
    const study *s = r->s;
    double values[STUDY_MAX_COLUMNS];
    *c = (bar_chart){.title = s->title,
                     .axis = s->axis,
                     .row = "kernel",
                     .part = "part",
                     .value = plot_column(s->axis),
                     .whole = s->columns[0].kind == STUDY_SHARE,
                     .sums = true};
    for (int i = 0; i < study_bars(s); i++)
        c->bars[i] = s->bars[i];
    c->bar = study_bars(s) > 1 ? "bar" : NULL;
    for (int k = 0; k < study_columns(s); k++)
        if (s->columns[k].bar >= 0)
            chart_add_part(c, s->columns[k].label, html_colour(s->columns[k].colour), s->columns[k].bar, s->columns[k].decimals);
    for (int i = 0; i < r->count; i++)
        fill(s, c, chart_add_row(c, r->rows[i].name), r->rows[i].values);
    fill(s, c, chart_add_sum(c, r->mean.name, "mean"), r->mean.values);
    if (study_has(r, &r->own))
        fill(s, c, chart_add_sum(c, r->own.name, "own mean"), r->own.values);
    if (published(s, values))
        fill(s, c, chart_add_sum(c, "published", "published"), values);
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
    bool any = false;
    for (int c = 0; c < study_columns(s); c++)
        any |= isfinite(study_published(&s->columns[c]));
    if (!any)
        return;
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
    for (int n = 0; n < r->spread_count; n++)
        table_row(t, s, &r->spread[n], true);
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
    bar_chart c;

    study_chart(&c, r);
    text_puts(t, "<figure class=\"scroll\">\n");
    chart_draw(t, &c);
    text_puts(t, "</figure>\n");
}

void study_add_files(plot_files *files, const char *name, const study_result *r)
{
    bar_chart c;

    study_chart(&c, r);
    chart_add_files(files, name, &c);
    study_add_curves(files, name, r);
}

static void curves(text *t, const study_result *r)
{
    text drawing = {0};

    if (!study_draw_curves(&drawing, r))
        return;
    html_section(t, "registers", "By registers");
    text_puts(t, "<figure class=\"scroll\">\n");
    text_add(t, drawing.data, drawing.len);
    text_puts(t, "</figure>\n");
    html_section_end(t);
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
    curves(t, r);
    html_section(t, "table", "Table");
    study_table(t, r);
    html_para(t, "note", "%s", STUDY_LEGEND);
    if (study_has_gaps(r))
        html_para(t, "note", "%s", STUDY_GAPS);
    if (r->spread_count > 0)
        html_para(t, "note", "%s", STUDY_SPREAD);
    for (int i = 0; i < STUDY_MAX_NOTES && s->notes[i]; i++)
        html_para(t, "note", "%s", s->notes[i]);
    html_section_end(t);
    html_close_study(t, s->name);
}
