/* SPDX-License-Identifier: Apache-2.0
 *
 * The plot of several codecs: what each saves against the area that it costs. A design is on the Pareto front if no other design saves
 * more on at most its area, or as much on less. */
#include <math.h>

#include "report_compare.h"
#include "scatter.h"

/* One plot: codecs of registers or of lines. */
typedef struct {
    bool line, one_burst;                      /* one_burst: of lines of one burst, of which bursts tell nothing */
    const char *id, *heading, *ratio, *column; /* the axis of the ratio; the same in the CSV */
    key_ref key;
} front_kind;

static const front_kind kinds[] = {
    {false, false, "front", "Ratio against area", "compression ratio by units + tag (raw over stored)", "ratio_units_tag",
     KEY_REF(KEY_RATIO_UNITS_TAG, "trace")},
    {true, false, "front-lines", "Ratio against area, cache lines", "compression ratio by bursts + tag (raw over stored)",
     "ratio_bursts_tag", KEY_REF(KEY_RATIO_BURSTS_TAG, "trace")},
    {true, true, "front-one-burst", "Ratio against area, cache lines of one burst", "compression ratio by bytes + tag (raw over stored)",
     "ratio_bytes_tag", KEY_REF(KEY_RATIO_BYTES_TAG, "trace")},
};

static bool is_of_kind(const report_data *r, const front_kind *kind)
{
    bool line = r->d.unit->line;
    return r->d.codec && line == kind->line && (line && r->d.sizes.units == 1) == kind->one_burst;
}

/* What the plot shows, in words. */
static void tell_front(text *t, const scatter_point *points, int n)
{
    text list = {0};
    int count = 0;
    for (const scatter_point *p = points; p < points + n; p++)
        if (p->front) {
            char *area = number_new(p->x, AUTO);
            text_printf(&list, "%s%s (%.2f, %s µm²)", count++ ? ", " : "", p->label, p->y, area);
        }
    html_para(t, "note",
              "On the Pareto front, from the smallest on: %s. No other design here saves more on at most their area, or as much on less.%s",
              list.data, count < n ? " The others, in grey, are beaten by one of these." : "");
}

/* The designs of this kind that have no point, and why. */
static void tell_missing(text *t, const report_data *r, int n, const front_kind *kind)
{
    for (int i = 0; i < n; i++) {
        bool area = isfinite(metrics_get(&r[i].m, KEY_PAIR_TOTAL_AREA)), ratio = isfinite(report_get(&r[i], &kind->key));
        if (!is_of_kind(&r[i], kind) || (area && ratio))
            continue;
        char *name = compare_name(r, n, i);
        html_para(t, "note", "%s is not in the plot: it has no %s.", name,
                  area    ? "figures of traces"
                  : ratio ? "area of both units from synthesis"
                          : "area of both units from synthesis, and no figures of traces");
    }
}

/* Were the designs of these points measured alike, and do they do the same work? */
static bool are_equal(const report_data *r, const scatter_point *points, int n, const front_kind *kind)
{
    const compare_row area = {NULL, "", COMPARE_DESIGN, KEY_REF(KEY_PAIR_TOTAL_AREA), AUTO, STEP_SYNTH, false},
                      ratio = {NULL, "", COMPARE_DESIGN, kind->key, 2, STEP_TRACE, false};
    report_data *some = zalloc((size_t)n * sizeof *some);
    for (int i = 0; i < n; i++)
        some[i] = r[points[i].id];
    compare_grounds g = compare_grounds_of(some, n);
    return compare_equal(some, n, &area, &g) && compare_equal(some, n, &ratio, &g);
}

static scatter_point point_of(double area, double ratio, char *name, int of)
{
    char *number = number_new(area, AUTO), *tip = format_new("%s: ratio %.2f, %s µm²", name, ratio, number);
    return (scatter_point){.x = area, .y = ratio, .name = name, .label = name, .tip = tip, .id = of};
}

/* Fills in the plot of this kind. False: fewer than two designs have both figures. */
static bool make(scatter *s, const report_data *r, int n, const front_kind *kind)
{
    *s = (scatter){.title = kind->heading,
                   .about = "A point a design: further up it saves more, further left it is smaller.",
                   .x_axis = "area of an encoder and a decoder, logic and registers (µm²)",
                   .y_axis = kind->ratio,
                   .what = "design",
                   .x = "area_um2",
                   .y = kind->column,
                   .points = zalloc((size_t)n * sizeof *s->points)};
    for (int i = 0; i < n; i++) {
        double area = metrics_get(&r[i].m, KEY_PAIR_TOTAL_AREA), ratio = report_get(&r[i], &kind->key);
        if (is_of_kind(&r[i], kind) && isfinite(area) && isfinite(ratio))
            s->points[s->count++] = point_of(area, ratio, compare_name(r, n, i), i);
    }
    if (s->count < 2)
        return false;
    s->joined = are_equal(r, s->points, s->count, kind);
    scatter_front(s->points, s->count, true);
    return true;
}

static void section(text *t, const report_data *r, int n, const front_kind *kind)
{
    scatter s;
    if (make(&s, r, n, kind)) {
        html_section(t, kind->id, kind->heading);
        scatter_draw(t, &s);
        if (s.joined)
            tell_front(t, s.points, s.count);
        else
            html_para(t, "note",
                      "No Pareto front: the designs were not measured alike, or do different work. The lines above the table say in what.");
        if (kind->one_burst)
            html_para(t, "note", "A line of %d bytes is one burst, so the ratio is by bytes: by bursts it means nothing.", WF_BURST_BYTES);
        tell_missing(t, r, n, kind);
        html_section_end(t);
    }
}

void compare_front(text *t, const report_data *r, int n)
{
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        section(t, r, n, &kinds[i]);
}

void compare_plots(plot_files *files, const report_data *r, int n)
{
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        scatter s;
        if (make(&s, r, n, &kinds[i]))
            scatter_add_files(files, plot_name("compare-%s", kinds[i].id), &s);
    }
}
