/* SPDX-License-Identifier: Apache-2.0
 *
 * Section on cache lines: what memory sees of the line traffic, in bursts and bytes, the mix of codes, the metadata cache. */
#include "report_html.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

/* A figure of a trace, or of all of them: `trace` "" is all. */
static double get(const report_data *r, const char *trace, const char *what)
{
    return *trace ? metrics_get(&r->m, "trace__%s__%s", trace, what) : metrics_get(&r->m, "trace__%s", what);
}

static const char *name_of(const char *trace)
{
    return *trace ? trace : "all";
}

/* One stacked bar a trace, of shares. */
static void mix_row(text *t, const char *trace, const svg_part *parts, int count, double sum)
{
    text summary = {0};
    text_printf(&summary, "%s:", name_of(trace));
    for (int i = 0; i < count; i++)
        text_printf(&summary, "%s %s", i ? "," : "", parts[i].label);
    html_row(t, name_of(trace));
    text_puts(t, "<td class=\"b wide\">");
    svg_bar(t, parts, count, sum, (double)NAN, summary.data);
    text_puts(t, "</td>");
    html_row_end(t);
    text_free(&summary);
}

static void burst_row(text *t, const report_data *r, const char *trace)
{
    svg_part parts[8];
    char labels[8][48];
    int units = r->d.sizes.units;
    double lines = get(r, trace, "lines");
    for (int i = 0; i < units; i++) {
        char key[24];
        snprintf(key, sizeof key, "bursts__%d", i + 1);
        double v = get(r, trace, key);
        snprintf(labels[i], sizeof labels[i], "%d: %.1f %%", i + 1, 100 * v / lines);
        parts[i] = (svg_part){v, html_colour(i + 1 < units ? i + 1 : 0), labels[i]};
    }
    mix_row(t, trace, parts, units, lines);
}

static void class_row(text *t, const report_data *r, const char *trace)
{
    const char *const *classes = r->d.codec->class_names;
    svg_part parts[WF_MAX_CLASSES];
    char labels[WF_MAX_CLASSES][64];
    double lines = get(r, trace, "lines");
    int count = 0;
    while (classes[count])
        count++;
    for (int i = 0; i < count; i++) {   /* raw last */
        int c = (i + 1) % count;
        char key[64];
        snprintf(key, sizeof key, "class__%s", classes[c]);
        double v = get(r, trace, key);
        snprintf(labels[i], sizeof labels[i], "%s: %.1f %%", classes[c], 100 * v / lines);
        parts[i] = (svg_part){v, html_colour(c), labels[i]};
    }
    mix_row(t, trace, parts, count, lines);
}

static void mix_tables(text *t, const report_data *r, char **traces)
{
    const char *const *classes = r->d.codec->class_names;
    int units = r->d.sizes.units;
    html_table(t, "Bursts of 32 bytes a line, as shares of the lines", "Trace|bursts");
    for (char **n = traces; *n; n++)
        burst_row(t, r, *n);
    burst_row(t, r, "");
    html_table_end(t);
    text_puts(t, "<ul class=\"legend\">\n");
    for (int i = 1; i <= units; i++) {
        char label[32];
        snprintf(label, sizeof label, "%d burst%s", i, i == 1 ? "" : "s");
        html_legend_item(t, html_colour(i < units ? i : 0), label);
    }
    text_puts(t, "</ul>\n");
    html_table(t, "Codes used, as shares of the lines", "Trace|codes");
    for (char **n = traces; *n; n++)
        class_row(t, r, *n);
    class_row(t, r, "");
    html_table_end(t);
    text_puts(t, "<ul class=\"legend\">\n");
    for (int c = 1; classes[c]; c++)
        html_legend_item(t, html_colour(c), classes[c]);
    html_legend_item(t, html_colour(0), classes[0]);
    text_puts(t, "</ul>\n");
}

static void ratio_row(text *t, const report_data *r, const char *trace, double max)
{
    double accesses = get(r, trace, "accesses"), ratio = get(r, trace, "ratio_bursts");
    html_row(t, name_of(trace));
    html_cell_number(t, accesses, 0);
    html_cell_number(t, 100 * get(r, trace, "whole") / accesses, 1);
    html_cell_number(t, get(r, trace, "ratio_bytes"), 2);
    html_cell_number(t, ratio, 2);
    html_cell_number(t, get(r, trace, "loads__ratio_bursts"), 2);
    html_cell_number(t, get(r, trace, "stores__ratio_bursts"), 2);
    html_cell_number(t, 100 * get(r, trace, "metacache__hit_rate"), 1);
    text_puts(t, "<td class=\"b\">");
    char *title = format_new("%s: ratio by bursts", name_of(trace));
    svg_bar(t, &(svg_part){ratio, "k1", NULL}, 1, max, 1, title);
    free(title);
    text_puts(t, "</td>");
    html_row_end(t);
}

void section_lines(text *t, const report_data *r)
{
    html_section(t, "lines", "Line traffic");
    if (!html_not_run(t, r, STEP_TRACE)) {
        char **traces = names_find(&r->m, "trace__", "__accesses");
        double max = 1;
        for (char **n = traces; *n; n++)
            max = fmax(max, get(r, *n, "ratio_bursts"));
        html_table(t, "Raw over stored, sum over sum; the bar is by bursts, its line at 1",
                   "Trace|#line accesses|#known whole %|#by bytes|#by bursts|#of loads|#of stores|#metadata hits %|");
        for (char **n = traces; *n; n++)
            ratio_row(t, r, *n, max);
        ratio_row(t, r, "", max);
        html_table_end(t);
        mix_tables(t, r, traces);
        names_free(traces);
        html_para(t, "note",
                  "A line access is one line of %d bytes that a warp's load or store touches. Ratios are of the lines whose bytes "
                  "the trace has shown as a whole; nothing is guessed for the others. By bursts is what DRAM moves, 32 bytes at "
                  "once (CABA, section 6); by bytes is what the codes hold. Metadata: an 8 KB 4-way cache of the lines' burst "
                  "counts (section 5.3.2).%s",
                  r->d.config.line_bytes, r->d.sizes.units == 1 ? " A line of 32 bytes is one burst: by bursts nothing is saved." : "");
    }
    html_section_end(t);
}
