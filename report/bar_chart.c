/* SPDX-License-Identifier: Apache-2.0 */
#include "bar_chart.h"

#include <math.h>
#include <stdarg.h>
#include <string.h>

#include "report_data.h"

void chart_add_part(bar_chart *c, const char *label, const char *colour, int bar, int decimals)
{
    c->parts = grow_one(c->parts, (size_t)c->part_count, sizeof *c->parts);
    c->parts[c->part_count++] = (chart_part){format_new("%s", label), colour, bar, decimals};
}

chart_row *chart_add_row(bar_chart *c, const char *name)
{
    c->rows = grow_one(c->rows, (size_t)c->row_count, sizeof *c->rows);
    chart_row *row = &c->rows[c->row_count++];
    *row = (chart_row){.name = format_new("%s", name), .values = zalloc((size_t)c->part_count * sizeof *row->values), .mark = NAN};
    for (int p = 0; p < c->part_count; p++)
        row->values[p] = NAN;
    return row;
}

chart_row *chart_add_sum(bar_chart *c, const char *name, const char *kind)
{
    chart_row *row = chart_add_row(c, name);
    row->kind = kind;
    return row;
}

int chart_bars(const bar_chart *c)
{
    int n = 0;
    while (n < CHART_BARS && c->bars[n])
        n++;
    return n > 0 ? n : 1;
}

bool chart_known(const bar_chart *c, const chart_row *row, int bar)
{
    bool any = false;
    for (int p = 0; p < c->part_count; p++)
        any |= c->parts[p].bar == bar && isfinite(row->values[p]);
    return any;
}

void chart_set(const bar_chart *c, chart_row *row, int part, const metrics *m, const char *key_format, ...)
{
    va_list args;
    va_start(args, key_format);
    char *key = vformat_new(key_format, args);
    va_end(args);
    row->values[part] = metrics_get(m, "%s", key);
    if (metrics_unknown(m, "%s", key))
        row->unknown |= 1u << c->parts[part].bar;
}

double chart_sum(const bar_chart *c, const chart_row *row, int bar)
{
    double sum = row->unknown >> bar & 1 ? (double)NAN : 0;
    for (int p = 0; p < c->part_count; p++)
        if (c->parts[p].bar == bar && isfinite(row->values[p]))
            sum += fmax(0, row->values[p]);
    return sum;
}

double chart_length(const bar_chart *c, const chart_row *row, int part)
{
    return c->shares ? 100 * row->values[part] / chart_sum(c, row, c->parts[part].bar) : row->values[part];
}

bool chart_repeats(const bar_chart *c, int part)
{
    const chart_part *p = &c->parts[part];
    for (const chart_part *q = c->parts; q < p; q++)
        if (strcmp(q->colour, p->colour) == 0 && strcmp(q->label, p->label) == 0)
            return true;
    return false;
}

/* ---- CSV ---- */

static void csv_cell(text *t, const char *s)
{
    report_csv_text(t, s);
    text_puts(t, ",");
}

static void csv_head(text *t, const bar_chart *c)
{
    csv_cell(t, c->row);
    if (c->sums)
        text_puts(t, "kind,");
    if (c->bar)
        csv_cell(t, c->bar);
    if (c->part)
        csv_cell(t, c->part);
    text_printf(t, "%s%s", c->value, c->shares ? ",share_percent" : "");
    if (c->mark_value)
        text_printf(t, ",%s", c->mark_value);
    text_puts(t, "\n");
}

static void csv_line(text *t, const bar_chart *c, const chart_row *row, int part)
{
    csv_cell(t, row->name);
    if (c->sums)
        csv_cell(t, row->kind ? row->kind : c->row);
    if (c->bar)
        csv_cell(t, c->bars[c->parts[part].bar]);
    if (c->part)
        csv_cell(t, c->parts[part].label);
    report_csv_number(t, row->values[part]);
    if (c->shares) {
        text_puts(t, ",");
        report_csv_number(t, chart_length(c, row, part));
    }
    if (c->mark_value) {
        text_puts(t, ",");
        report_csv_number(t, row->mark);
    }
    text_puts(t, "\n");
}

void chart_csv(text *t, const bar_chart *c)
{
    csv_head(t, c);
    for (int i = 0; i < c->row_count; i++)
        for (int p = 0; p < c->part_count; p++)
            if (isfinite(chart_length(c, &c->rows[i], p)))
                csv_line(t, c, &c->rows[i], p);
}

void chart_add_files(plot_files *files, const char *name, const bar_chart *c)
{
    text drawing = {0}, csv = {0};
    chart_draw(&drawing, c);
    chart_csv(&csv, c);
    plot_files_add(files, name, &drawing, &csv);
}
