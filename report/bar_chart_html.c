/* SPDX-License-Identifier: Apache-2.0
 *
 * bar_chart_html.c - a chart in the cells of a table. */
#include <ctype.h>
#include <math.h>
#include <string.h>

#include "report_html.h"

static char *label_of(const bar_chart *c, const chart_row *row, int part)
{
    return format_new("%s: %s%s", c->parts[part].label, number_new(chart_length(c, row, part), c->parts[part].decimals),
                      c->unit ? c->unit : "");
}

bool html_chart_bar(text *t, const bar_chart *c, const chart_row *row, int bar, double most)
{
    svg_part *parts = zalloc((size_t)c->part_count * sizeof *parts);
    text title = {0};
    int count = 0;
    text_puts(&title, row->name);
    if (c->bar)
        text_printf(&title, ", %s", c->bars[bar]);
    for (int p = 0; p < c->part_count; p++)
        if (c->parts[p].bar == bar && isfinite(chart_length(c, row, p))) {
            char *label = label_of(c, row, p);
            parts[count] = (svg_part){chart_length(c, row, p), row->colour ? row->colour : c->parts[p].colour, label};
            text_printf(&title, "%s %s", count++ ? "," : ":", label);
        }
    return svg_bar(t, parts, count, most, row->mark, title.data);
}

void html_chart_cell(text *t, const bar_chart *c, const chart_row *row, int bar, double most)
{
    text_puts(t, "<td class=\"b\">");
    html_chart_bar(t, c, row, bar, most);
    text_puts(t, "</td>");
}

void html_chart_legend(text *t, const bar_chart *c)
{
    text_puts(t, "<ul class=\"legend\">\n");
    for (int p = 0; p < c->part_count; p++)
        if (!chart_repeats(c, p))
            html_legend_item(t, c->parts[p].colour, c->parts[p].label);
    text_puts(t, "</ul>\n");
}

void html_chart_table(text *t, const bar_chart *c)
{
    text columns = {0};
    text_printf(&columns, "%c%s", toupper((unsigned char)*c->row), c->row + 1);
    for (int bar = 0; bar < chart_bars(c); bar++)
        text_printf(&columns, "|%s", c->bars[bar] ? c->bars[bar] : c->axis);
    html_table(t, c->title, columns.data);
    for (const chart_row *row = c->rows; row < c->rows + c->row_count; row++) {
        html_row(t, row->name);
        for (int bar = 0; bar < chart_bars(c); bar++)
            if (chart_sum(c, row, bar) > 0) {
                text_puts(t, "<td class=\"b wide\">");
                html_chart_bar(t, c, row, bar, c->shares ? 100 : chart_sum(c, row, bar));
                text_puts(t, "</td>");
            } else {
                html_cell(t, "–");
            }
        html_row_end(t);
    }
    html_table_end(t);
    html_chart_legend(t, c);
}
