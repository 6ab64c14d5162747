/* SPDX-License-Identifier: Apache-2.0
 *
 * Section on vectors: the shares of zero, uniform and affine vectors that registers and memory accesses move, one bar a group. */
#include <math.h>

#include "report_charts.h"
#include "report_html.h"

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

/* The lanes of the traces' vectors; NAN: no trace tells of vectors. */
static double vector_lanes(const report_data *r)
{
    char **traces = report_traces(r);
    return traces[0] ? metrics_get(&r->m, KEY_VECTOR_LANES, traces[0]) : (double)NAN;
}

static void chart_values(chart_row *row, const report_data *r, const char *scope)
{
    for (int p = 0; p < BARS * CLASSES; p++)
        row->values[p] = count(r, scope, p / CLASSES, classes[p % CLASSES].key);
    for (int g = 0; g < BARS; g++)
        row->unknown |= isnan(count_first(r, scope, g, CLASSES)) ? 1u << g : 0;
}

/* A row a trace, and one of all where there are several. */
bool vector_chart(bar_chart *c, const report_data *r)
{
    char **traces = report_traces(r);
    double lanes = vector_lanes(r);
    *c = (bar_chart){.title = format_new("Classes of the vectors that are moved, %g lanes wide, as shares of the vectors", lanes),
                     .axis = "% of the vectors",
                     .row = "trace",
                     .bar = "where",
                     .part = "class",
                     .value = "vectors",
                     .unit = " %",
                     .bars = {"private memory", "global memory", "registers"},
                     .shares = true,
                     .sums = true};
    for (int p = 0; p < BARS * CLASSES; p++)
        chart_add_part(c, classes[p % CLASSES].name, classes[p % CLASSES].colour, p / CLASSES, 1);
    for (char **n = traces; *n; n++)
        chart_values(chart_add_row(c, report_trace_name(*n)), r, *n);
    if (traces[0] && traces[1])
        chart_values(chart_add_sum(c, "all", "all"), r, "trace");
    return isfinite(lanes);
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
        html_cell_number(t, compressed == 0 ? 0 : 100 * count(r, scope, g, NULL) / compressed, 2);
        html_row_end(t);
    }
}

static void figure_table(text *t, const report_data *r)
{
    char **traces = report_traces(r);
    html_table(t, "The same in figures; other: memory of other spaces; missed: of the zero, uniform and affine ones",
               "Trace|where|#vectors|#zero %|#uniform %|#affine %|#other strides %|#generic %|#first three %|#missed %");
    for (char **n = traces; *n; n++)
        figure_rows(t, r, report_trace_name(*n), *n);
    if (traces[0] && traces[1])
        figure_rows(t, r, "all", "trace");
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
        bar_chart c;
        if (vector_chart(&c, r)) {
            html_chart_table(t, &c);
            figure_table(t, r);
            vector_notes(t, r);
        } else {
            html_para(t, "note", "trace.json has no vectors: it was written without traces or by an earlier version.");
        }
    }
    html_section_end(t);
}
