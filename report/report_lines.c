/* SPDX-License-Identifier: Apache-2.0
 *
 * Section on cache lines: line traffic in bursts and bytes, the mix of codes, what reaches DRAM, variants of the codec. */
#include <math.h>

#include "../gen/beside.h"
#include "../memory/metadata_run.h"
#include "../stats/line_stats.h"
#include "report_charts.h"
#include "report_html.h"

/* Where a line is one burst, bursts tell nothing of a codec. */
static bool has_bursts(const report_data *r)
{
    return r->d.sizes.units > 1;
}

static void burst_row(const bar_chart *c, chart_row *row, const report_data *r, const char *scope)
{
    for (int i = 0; i < c->part_count; i++)
        chart_set(c, row, i, &r->m, KEY_BURSTS, scope, i + 1);
}

bool burst_chart(bar_chart *c, const report_data *r)
{
    int units = r->d.sizes.units;
    *c = (bar_chart){.title = "Bursts of 32 bytes a line, as shares of the lines",
                     .axis = "% of the lines",
                     .row = "trace",
                     .part = "bursts",
                     .value = "lines",
                     .unit = " %",
                     .shares = true,
                     .sums = true};
    for (int i = 1; i <= units; i++)
        chart_add_part(c, format_new("%d burst%s", i, i == 1 ? "" : "s"), html_colour(i < units ? i : 0), 0, 1);
    if (!r->ran[STEP_TRACE] || !has_bursts(r))
        return false;
    char **traces = report_traces(r);
    for (char **n = traces; *n; n++)
        burst_row(c, chart_add_row(c, report_trace_name(*n)), r, *n);
    burst_row(c, chart_add_sum(c, "all", "all"), r, "trace");
    return true;
}

bool line_class_chart(bar_chart *c, const report_data *r)
{
    *c = (bar_chart){.title = "Codes used, as shares of the lines",
                     .axis = "% of the lines",
                     .row = "trace",
                     .part = "code",
                     .value = "lines",
                     .unit = " %",
                     .shares = true,
                     .sums = true};
    if (!r->ran[STEP_TRACE])
        return false;
    class_shares(c, r, report_traces(r), KEY_CLASS, true);
    return true;
}

enum { BY_BYTES, BY_BURSTS };

/* Which of the two the table draws. */
static int plotted(const report_data *r)
{
    return has_bursts(r) ? BY_BURSTS : BY_BYTES;
}

static void ratio_values(chart_row *row, const report_data *r, const char *scope)
{
    row->mark = 1;
    row->values[BY_BYTES] = metrics_get(&r->m, KEY_RATIO_BYTES, scope);
    if (has_bursts(r))
        row->values[BY_BURSTS] = metrics_get(&r->m, KEY_RATIO_BURSTS, scope);
}

bool line_ratio_chart(bar_chart *c, const report_data *r)
{
    *c = (bar_chart){.title = "Compression ratio by trace",
                     .axis = "compression ratio, raw over stored",
                     .row = "trace",
                     .bar = "stored",
                     .value = "ratio",
                     .bars = {"by bytes", has_bursts(r) ? "by bursts" : NULL},
                     .sums = true,
                     .mark = "no compression"};
    chart_add_part(c, c->bars[BY_BYTES], "k2", BY_BYTES, 2);
    if (has_bursts(r))
        chart_add_part(c, c->bars[BY_BURSTS], "k1", BY_BURSTS, 2);
    if (!r->ran[STEP_TRACE])
        return false;
    for (char **n = report_traces(r); *n; n++)
        ratio_values(chart_add_row(c, report_trace_name(*n)), r, *n);
    ratio_values(chart_add_sum(c, "all", "all"), r, "trace");
    return true;
}

static void ratio_row(text *t, const report_data *r, const char *scope, const bar_chart *c, const chart_row *row, double most)
{
    const metrics *m = &r->m;
    double accesses = metrics_get(m, KEY_ACCESSES, scope, "");
    char *loads = format_new("%s__loads", scope), *stores = format_new("%s__stores", scope);
    html_row(t, row->name);
    html_cell_number(t, accesses, 0);
    html_cell_number(t, 100 * metrics_get(m, KEY_WHOLE, scope, "") / accesses, 1);
    html_cell_number(t, row->values[BY_BYTES], 2);
    html_cell_number(t, metrics_get(m, KEY_RATIO_BURSTS, scope), 2);
    html_cell_number(t, metrics_get(m, KEY_RATIO_BURSTS, loads), 2);
    html_cell_number(t, metrics_get(m, KEY_RATIO_BURSTS, stores), 2);
    html_chart_cell(t, c, row, plotted(r), most);
    html_row_end(t);
}

/* Rows of the traces, and of all. */
static void ratio_table(text *t, const report_data *r, char **traces)
{
    bar_chart c;
    double most = 1;
    if (!line_ratio_chart(&c, r))
        return;
    for (int i = 0; traces[i]; i++)
        most = fmax(most, c.rows[i].values[plotted(r)]);
    html_table(t, format_new("Raw over stored, sum over sum; the bar is by %s, its line at 1", report_line_unit(r)),
               "Trace|#line accesses|#known whole %|#by bytes|#by bursts|#of loads|#of stores|");
    for (int i = 0; i < c.row_count; i++)
        ratio_row(t, r, traces[i] ? traces[i] : "trace", &c, &c.rows[i], most);
    html_table_end(t);
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

static void compressed_row(text *t, const metrics *m, const char *scope, const char *cache)
{
    html_row(t, report_trace_name(scope));
    html_cell_number(t, metrics_get(m, KEY_COMPRESSED_PLAIN_MISSES, scope, cache), 0);
    html_cell_number(t, metrics_get(m, KEY_COMPRESSED_MISSES, scope, cache), 0);
    html_cell_number(t, metrics_get(m, KEY_COMPRESSED_MISS_SHARE, scope, cache), 1);
    html_cell_number(t, metrics_get(m, KEY_COMPRESSED_CAPACITY, scope, cache), 2);
    html_cell_number(t, metrics_get(m, KEY_COMPRESSED_PLAIN_HELD, scope, cache), 2);
    html_cell_number(t, metrics_get(m, KEY_COMPRESSED_HELD, scope, cache), 2);
    html_cell_number(t, metrics_get(m, KEY_COMPRESSED_EVICTIONS, scope, cache), 0);
    html_cell_number(t, metrics_get(m, KEY_COMPRESSED_EXTRA, scope, cache), 0);
    html_cell_number(t, metrics_get(m, KEY_COMPRESSED_SEVERAL, scope, cache), 1);
    html_cell_number(t, metrics_get(m, KEY_COMPRESSED_GROWN, scope, cache), 0);
    html_cell_number(t, metrics_get(m, KEY_COMPRESSED_WRITE_BACKS, scope, cache), 0);
    html_cell_number(t, metrics_get(m, KEY_COMPRESSED_KNOWN, scope, cache), 1);
    html_row_end(t);
}

/* L1 (0) or L2 (1), if it ran beside one that holds compressed lines. */
static void compressed_table(text *t, const report_data *r, char **traces, int level)
{
    static const char *const names[] = {"L1", "L2"}, *const keys[] = {"l1", "l2"};
    const double tags = metrics_get(&r->m, KEY_CACHE_TAGS, "trace", keys[level]);
    const char *codec = metrics_get_text(&r->m, KEY_CACHE_CODEC, "trace", keys[level]);
    text title = {0};
    line_options o;
    if (!(tags > 0) || !line_options_get(&r->m, &o))
        return;
    text_puts(&title, "Compressed lines in ");
    line_cache_text(names[level], level == 0 ? &o.caches.l1 : &o.caches.l2, &title);
    text_printf(&title, ": %.0f tags a way, segments of %d bytes", tags, SEGMENT_BYTES);
    if (codec)
        text_printf(&title, ", lines by %s", codec);
    html_table(
        t, title.data,
        "Trace|#misses, plain|#misses|#of plain %|#effective capacity|#held, plain|#held|#evictions|#extra|#fills, several %|#grown|#dirty "
        "evicted|#known %");
    for (char **n = traces; *n; n++)
        compressed_row(t, &r->m, *n, keys[level]);
    compressed_row(t, &r->m, "trace", keys[level]);
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
        bar_chart bursts, codes;
        ratio_table(t, r, traces);
        dram_table(t, r, traces);
        compressed_table(t, r, traces, 0);
        compressed_table(t, r, traces, 1);
        variant_table(t, r);
        if (burst_chart(&bursts, r))
            html_chart_table(t, &bursts);
        if (line_class_chart(&codes, r))
            html_chart_table(t, &codes);
        html_para(t, "note",
                  "A line access is one line of %d bytes that a warp's load or store touches. Ratios are of the lines whose bytes "
                  "the trace has shown as a whole; nothing is guessed for the others. By bursts is what DRAM moves, 32 bytes at "
                  "once; by bytes is what the codes hold. Private memory is interleaved by word%s. At DRAM every dirty "
                  "line is written, at the end too; metadata are an 8 KB 4-way cache of the lines' burst counts.",
                  r->d.config.line_bytes, stacks_text(r));
    }
    html_section_end(t);
}
