/* SPDX-License-Identifier: Apache-2.0
 *
 * Section on vectors: the shares of zero, uniform and affine vectors that registers and memory accesses move, one bar a group. */
#include "report_html.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* In the order of the bars; the keys are those of trace.json. */
static const struct {
    const char *key, *name, *colour;
} classes[] = {{"zero", "zero", "k1"},
               {"uniform", "uniform", "k2"},
               {"affine", "affine", "k3"},
               {"other", "other strides", "k4"},
               {"generic", "generic", "k0"}};
enum { CLASSES = sizeof classes / sizeof classes[0], COMPRESSED = 3 };

/* Groups of vectors: the kinds of trace.json that count together. */
static const struct {
    const char *name, *kinds[2];
} groups[] = {{"private", {"load_stack", "store_stack"}},
              {"global", {"load_global", "store_global"}},
              {"registers", {"registers", NULL}},
              {"other", {"load_other", "store_other"}}};
enum { GROUPS = sizeof groups / sizeof groups[0], BARS = 3 };

/* Vectors of a class; NULL: those that the encoding unit misses. `scope`: "trace__T", or "trace" of all. */
static double count(const report_data *r, const char *scope, int group, const char *class)
{
    double sum = 0;
    for (int i = 0; i < 2 && groups[group].kinds[i]; i++)
        sum += class ? metrics_get(&r->m, KEY_VECTOR, scope, groups[group].kinds[i], class)
                     : metrics_get(&r->m, KEY_VECTOR_MISSED, scope, groups[group].kinds[i]);
    return sum;
}

/* Vectors of the first classes. */
static double count_first(const report_data *r, const char *scope, int group, int n)
{
    double sum = 0;
    for (int i = 0; i < n; i++)
        sum += count(r, scope, group, classes[i].key);
    return sum;
}

static void vector_cell(text *t, const report_data *r, const char *name, const char *scope, int group)
{
    double sum = count_first(r, scope, group, CLASSES);
    if (!(sum > 0)) {
        html_cell(t, "–");
        return;
    }
    svg_part parts[CLASSES];
    char labels[CLASSES][48];
    text title = {0};
    text_printf(&title, "%s, %s:", name, groups[group].name);
    for (int i = 0; i < CLASSES; i++) {
        double v = count(r, scope, group, classes[i].key);
        snprintf(labels[i], sizeof labels[i], "%s %s %%", classes[i].name, number_new(100 * v / sum, 1));
        parts[i] = (svg_part){v, classes[i].colour, labels[i]};
        text_printf(&title, "%s %s", i ? "," : "", labels[i]);
    }
    text_puts(t, "<td class=\"b wide\">");
    svg_bar(t, parts, CLASSES, sum, (double)NAN, title.data);
    text_puts(t, "</td>");
}

static void bars_row(text *t, const report_data *r, const char *name, const char *scope)
{
    html_row(t, name);
    for (int g = 0; g < BARS; g++)
        vector_cell(t, r, name, scope, g);
    html_row_end(t);
}

/* A row a group that occurs. */
static void figure_rows(text *t, const report_data *r, const char *name, const char *scope)
{
    for (int g = 0; g < GROUPS; g++) {
        double sum = count_first(r, scope, g, CLASSES);
        if (!(sum > 0))
            continue;
        html_row(t, name);
        html_cell(t, groups[g].name);
        html_cell_number(t, sum, 0);
        for (int i = 0; i < CLASSES; i++)
            html_cell_number(t, 100 * count(r, scope, g, classes[i].key) / sum, 1);
        double compressed = count_first(r, scope, g, COMPRESSED);
        html_cell_number(t, 100 * compressed / sum, 1);
        html_cell_number(t, compressed > 0 ? 100 * count(r, scope, g, NULL) / compressed : 0, 2);
        html_row_end(t);
    }
}

typedef void rows(text *t, const report_data *r, const char *name, const char *scope);

/* Rows of every trace, and of all where there are several. */
static void rows_of_traces(text *t, const report_data *r, char **traces, rows *add)
{
    for (char **n = traces; *n; n++)
        add(t, r, report_trace_name(*n), *n);
    if (traces[0] && traces[1])
        add(t, r, "all", "trace");
}

static void vector_tables(text *t, const report_data *r, char **traces, double lanes)
{
    char *caption = format_new("Classes of the vectors that are moved, %g lanes wide, as shares of the vectors", lanes);
    html_table(t, caption, "Trace|private memory|global memory|registers");
    rows_of_traces(t, r, traces, bars_row);
    html_table_end(t);
    text_puts(t, "<ul class=\"legend\">\n");
    for (int i = 0; i < CLASSES; i++)
        html_legend_item(t, classes[i].colour, classes[i].name);
    text_puts(t, "</ul>\n");
    html_table(t, "The same in figures; other: memory of other spaces; missed: of the zero, uniform and affine ones",
               "Trace|where|#vectors|#zero %|#uniform %|#affine %|#other strides %|#generic %|#first three %|#missed %");
    rows_of_traces(t, r, traces, figure_rows);
    html_table_end(t);
}

static void vector_notes(text *t, const report_data *r)
{
    double nodata = metrics_get(&r->m, KEY_VECTOR_NODATA, "trace");
    html_para(t, "note",
              "A vector is one word of 32 bits of each active lane; loads and stores count alike. Affine: lane i holds "
              "(b + i) · s, s a power of two from 1 to 64, not uniform. Other strides: base + i · stride all the same, "
              "such as a negative stride, or a base that is no multiple of it. Private memory: stack and local. Missed: "
              "no two lanes 2i and 2i + 1 are active, so that an encoding unit that looks at neighbours does not see the stride.");
    if (nodata > 0)
        html_para(t, "note", "%.0f accesses are not counted: the traces have no data of them.", nodata);
}

void section_vectors(text *t, const report_data *r)
{
    html_section(t, "vectors", "Affine vectors");
    if (!html_not_run(t, r, STEP_TRACE)) {
        char **traces = report_traces(r);
        double lanes = traces[0] ? metrics_get(&r->m, KEY_VECTOR_LANES, traces[0]) : (double)NAN;
        if (isfinite(lanes)) {
            vector_tables(t, r, traces, lanes);
            vector_notes(t, r);
        } else {
            html_para(t, "note", "trace.json has no vectors: it was written without traces or by an earlier version.");
        }
    }
    html_section_end(t);
}
