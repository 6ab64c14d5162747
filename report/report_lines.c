/* SPDX-License-Identifier: Apache-2.0
 *
 * Section on cache lines: line traffic in bursts and bytes, the mix of codes, what reaches DRAM, variants of the codec. */
#include "report_html.h"

#include <math.h>
#include <stdio.h>

#include "../gen/beside.h"
#include "../memory/metadata_run.h"
#include "../stats/line_stats.h"

/* One stacked bar a trace, of shares. */
static void mix_row(text *t, const char *scope, const svg_part *parts, int count, double sum)
{
    text summary = {0};
    text_printf(&summary, "%s:", report_trace_name(scope));
    for (int i = 0; i < count; i++)
        text_printf(&summary, "%s %s", i ? "," : "", parts[i].label);
    html_row(t, report_trace_name(scope));
    text_puts(t, "<td class=\"b wide\">");
    svg_bar(t, parts, count, sum, (double)NAN, summary.data);
    text_puts(t, "</td>");
    html_row_end(t);
}

static void burst_row(text *t, const report_data *r, const char *scope)
{
    svg_part parts[8];
    char labels[8][48];
    int units = r->d.sizes.units;
    double lines = metrics_get(&r->m, KEY_LINES, scope);
    if (!(lines > 0))
        return;
    for (int i = 0; i < units; i++) {
        double v = metrics_get(&r->m, KEY_BURSTS, scope, i + 1);
        snprintf(labels[i], sizeof labels[i], "%d: %s %%", i + 1, number_new(100 * v / lines, 1));
        parts[i] = (svg_part){v, html_colour(i + 1 < units ? i + 1 : 0), labels[i]};
    }
    mix_row(t, scope, parts, units, lines);
}

static void class_row(text *t, const report_data *r, const char *scope)
{
    const char *const *classes = r->d.codec->class_names;
    svg_part parts[WF_MAX_CLASSES];
    char labels[WF_MAX_CLASSES][64];
    double lines = metrics_get(&r->m, KEY_LINES, scope);
    int count = 0;
    if (!(lines > 0))
        return;
    while (classes[count])
        count++;
    for (int i = 0; i < count; i++) { /* raw last */
        int c = (i + 1) % count;
        double v = metrics_get(&r->m, KEY_CLASS, scope, classes[c]);
        snprintf(labels[i], sizeof labels[i], "%s: %s %%", classes[c], number_new(100 * v / lines, 1));
        parts[i] = (svg_part){v, html_colour(c), labels[i]};
    }
    mix_row(t, scope, parts, count, lines);
}

static void burst_table(text *t, const report_data *r, char **traces)
{
    int units = r->d.sizes.units;
    html_table(t, "Bursts of 32 bytes a line, as shares of the lines", "Trace|bursts");
    for (char **n = traces; *n; n++)
        burst_row(t, r, *n);
    burst_row(t, r, "trace");
    html_table_end(t);
    text_puts(t, "<ul class=\"legend\">\n");
    for (int i = 1; i <= units; i++) {
        char label[32];
        snprintf(label, sizeof label, "%d burst%s", i, i == 1 ? "" : "s");
        html_legend_item(t, html_colour(i < units ? i : 0), label);
    }
    text_puts(t, "</ul>\n");
}

static void class_table(text *t, const report_data *r, char **traces)
{
    const char *const *classes = r->d.codec->class_names;
    html_table(t, "Codes used, as shares of the lines", "Trace|codes");
    for (char **n = traces; *n; n++)
        class_row(t, r, *n);
    class_row(t, r, "trace");
    html_table_end(t);
    text_puts(t, "<ul class=\"legend\">\n");
    for (int c = 1; classes[c]; c++)
        html_legend_item(t, html_colour(c), classes[c]);
    html_legend_item(t, html_colour(0), classes[0]);
    text_puts(t, "</ul>\n");
}

static void ratio_row(text *t, const report_data *r, const char *scope, double max)
{
    const metrics *m = &r->m;
    double accesses = metrics_get(m, KEY_ACCESSES, scope, ""), bursts = metrics_get(m, KEY_RATIO_BURSTS, scope);
    char *loads = format_new("%s__loads", scope), *stores = format_new("%s__stores", scope);
    html_row(t, report_trace_name(scope));
    html_cell_number(t, accesses, 0);
    html_cell_number(t, 100 * metrics_get(m, KEY_WHOLE, scope, "") / accesses, 1);
    html_cell_number(t, metrics_get(m, KEY_RATIO_BYTES, scope), 2);
    html_cell_number(t, bursts, 2);
    html_cell_number(t, metrics_get(m, KEY_RATIO_BURSTS, loads), 2);
    html_cell_number(t, metrics_get(m, KEY_RATIO_BURSTS, stores), 2);
    text_puts(t, "<td class=\"b\">");
    char *title = format_new("%s: ratio by %s", report_trace_name(scope), report_line_unit(r));
    svg_bar(t, &(svg_part){metrics_get(m, report_line_ratio(r), scope), "k1", NULL}, 1, max, 1, title);
    text_puts(t, "</td>");
    html_row_end(t);
}

static void dram_row(text *t, const metrics *m, const char *scope)
{
    double known = metrics_get(m, KEY_DRAM_KNOWN_FETCHES, scope) + metrics_get(m, KEY_DRAM_KNOWN_WRITES, scope) +
                   metrics_get(m, KEY_DRAM_KNOWN_PARTIALS, scope);
    html_row(t, report_trace_name(scope));
    html_cell_number(t, 100 * metrics_get(m, KEY_CACHE_HIT_RATE, scope, "l1"), 1);
    html_cell_number(t, 100 * metrics_get(m, KEY_CACHE_HIT_RATE, scope, "l2"), 1);
    html_cell_number(t, metrics_get(m, KEY_DRAM_FETCHES, scope), 0);
    html_cell_number(t, metrics_get(m, KEY_DRAM_WRITES, scope), 0);
    html_cell_number(t, 100 * known / metrics_get(m, KEY_DRAM_META_LOOKUPS, scope, metadata_run_unit()->name), 1);
    html_cell_number(t, metrics_get(m, KEY_DRAM_RATIO, scope), 2);
    html_cell_number(t, metrics_get(m, KEY_DRAM_FETCH_RATIO, scope), 2);
    html_cell_number(t, metrics_get(m, KEY_DRAM_WRITE_RATIO, scope), 2);
    html_cell_number(t, metrics_get(m, KEY_DRAM_RATIO_METADATA, scope), 2);
    html_cell_number(t, 100 * metrics_get(m, KEY_DRAM_META_HIT_RATE, scope, metadata_run_unit()->name), 1);
    html_row_end(t);
}

static void dram_table(text *t, const report_data *r, char **traces)
{
    if (!(metrics_get(&r->m, KEY_DRAM_META_LOOKUPS, "trace", metadata_run_unit()->name) > 0))
        return;
    text title = {0};
    line_options o;
    text_puts(&title, "What reaches DRAM");
    if (line_options_get(&r->m, &o) && o.dram) {
        text_puts(&title, " (");
        line_cache_text("L1", &o.caches.l1, &title);
        text_puts(&title, "; ");
        line_cache_text("L2", &o.caches.l2, &title);
        text_puts(&title, ")");
    }
    text_puts(&title, ", in bursts without compression over bursts with it");
    html_table(t, title.data,
               "Trace|#L1 hits %|#L2 hits %|#lines read|#written|#known %|#ratio|#of reads|#of writes|#with metadata|#metadata hits %");
    for (char **n = traces; *n; n++)
        dram_row(t, &r->m, *n);
    dram_row(t, &r->m, "trace");
    html_table_end(t);
}

static void variant_row(text *t, const metrics *m, const char *name, const char *scope)
{
    html_row(t, name);
    html_cell_number(t, metrics_get(m, KEY_RATIO_BYTES, scope), 2);
    html_cell_number(t, metrics_get(m, KEY_RATIO_BURSTS, scope), 2);
    html_cell_number(t, metrics_get(m, KEY_DRAM_RATIO, scope), 2);
    html_cell_number(t, metrics_get(m, KEY_DRAM_RATIO_METADATA, scope), 2);
    html_row_end(t);
}

/* The ratios of all traces in each form on which sources differ. */
static void variant_table(text *t, const report_data *r)
{
    char *change;
    design variant;
    if (r->d.unit->beside == NULL)
        return;
    html_table(t, "Ratios of all traces; the others on this page are of the first row",
               "Form|#by bytes|#by bursts|#at DRAM|#with metadata");
    variant_row(t, &r->m, design_form(&r->d), "trace");
    for (int i = 0; i < LINE_MAX_BESIDE && design_beside(&r->d, i, &variant, &change); i++) {
        char *scope = line_beside_prefix("trace", change);
        variant_row(t, &r->m, design_form(&variant), scope);
    }
    html_table_end(t);
}

static const char *stacks_text(const report_data *r)
{
    line_options o;

    return line_options_get(&r->m, &o) && o.stack == PRIVATE_STACK_FLAT ? ", but for stacks, which lie as their addresses say" : "";
}

/* Where a line is one burst, bursts tell nothing of a codec. */
static bool has_bursts(const report_data *r)
{
    return r->d.sizes.units > 1;
}

static void ratio_table(text *t, const report_data *r, char **traces)
{
    double max = 1;
    for (char **n = traces; *n; n++)
        max = fmax(max, metrics_get(&r->m, report_line_ratio(r), *n));
    char *title = format_new("Raw over stored, sum over sum; the bar is by %s, its line at 1", report_line_unit(r));
    html_table(t, title, "Trace|#line accesses|#known whole %|#by bytes|#by bursts|#of loads|#of stores|");
    for (char **n = traces; *n; n++)
        ratio_row(t, r, *n, max);
    ratio_row(t, r, "trace", max);
    html_table_end(t);
}

/* Which codec it is, and how it chose. */
static void tell_form(text *t, const report_data *r)
{
    char *choice = design_choice(&r->d);
    html_para(t, "note", "Ratios are those of %s.", choice ? choice : design_form(&r->d));
    if (!has_bursts(r))
        html_para(t, "warn",
                  "A line of %d bytes is one burst of DRAM, compressed or not: ratios by bursts mean nothing here, and there is no plot "
                  "of bursts.",
                  r->d.config.line_bytes);
}

void section_lines(text *t, const report_data *r)
{
    html_section(t, "lines", "Line traffic");
    if (!html_not_run(t, r, STEP_TRACE)) {
        char **traces = report_traces(r);
        tell_form(t, r);
        ratio_table(t, r, traces);
        dram_table(t, r, traces);
        variant_table(t, r);
        if (has_bursts(r))
            burst_table(t, r, traces);
        class_table(t, r, traces);
        html_para(t, "note",
                  "A line access is one line of %d bytes that a warp's load or store touches. Ratios are of the lines whose bytes "
                  "the trace has shown as a whole; nothing is guessed for the others. By bursts is what DRAM moves, 32 bytes at "
                  "once; by bytes is what the codes hold. Private memory is interleaved by word%s. At DRAM every dirty "
                  "line is written, at the end too; metadata are an 8 KB 4-way cache of the lines' burst counts.",
                  r->d.config.line_bytes, stacks_text(r));
    }
    html_section_end(t);
}
