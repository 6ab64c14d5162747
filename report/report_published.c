/* SPDX-License-Identifier: Apache-2.0
 *
 * The published figures beside ours: a section of the page, and a table in text. */
#include "report_html.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* The step that a figure comes from; -1: the manifest. */
static int step_of(const report_figure *f)
{
    const char *pattern = f->key.part[0];
    bool traces =
        strcmp(pattern, KEY_SHARE) == 0 || starts_with(pattern, "trace__") || (f->key.part[1] && starts_with(f->key.part[1], "trace"));
    return starts_with(pattern, "run__") || starts_with(pattern, "size__") ? -1 : traces ? STEP_TRACE : STEP_SYNTH;
}

static bool is_of_instructions(const report_figure *f)
{
    return strcmp(f->key.part[0], KEY_INSTRUCTION_SHARE) == 0 || strcmp(f->key.part[0], KEY_ACCESS_SHARE) == 0;
}

/* Why we have no figure, or why ours cannot be compared with the published one; NULL: they can be compared. */
static char *why_not(const report_data *r, const report_figure *f)
{
    const char *file = metrics_get_text(&r->m, KEY_RUN_LIBERTY);
    int step = step_of(f);
    bool delay = strcmp(f->key.part[0], KEY_UNIT_DELAY) == 0;
    if (!isfinite(report_get(r, &f->key)) && is_of_instructions(f) && r->ran[STEP_TRACE])
        return format_new(isfinite(metrics_get(&r->m, KEY_INSTRUCTIONS, "trace"))
                              ? "not here: the traces or the design's options do not tell it"
                              : "not here: the traces have no instructions");
    if (!isfinite(report_get(r, &f->key)))
        return step >= 0 && !r->ran[step] ? format_new("not here: %s not run", report_steps[step].what)
                                          : format_new("not here: the step's file has no such figure");
    if (f->lanes && f->lanes != r->d.config.lanes)
        return format_new("not comparable: %d lanes here, %d there", r->d.config.lanes, f->lanes);
    if (f->node_nm && file && r->library == NULL)
        return format_new("not comparable: the node of %s is not known, the figure is of %d nm", file, f->node_nm);
    if (f->node_nm && r->library && r->library->node_nm != f->node_nm)
        return format_new("not comparable: %d nm library here, %d nm there", r->library->node_nm, f->node_nm);
    if (delay && report_ranks(r, f->key.part[1]) > 0)
        return format_new("not comparable: with register ranks the delay is that of the longest stage, which the clock asked for");
    return NULL;
}

static void figure_row(text *t, const report_data *r, const report_figure *f)
{
    double own = report_get(r, &f->key) * f->scale;
    char *why = why_not(r, f);
    html_row(t, f->what);
    text_puts(t, "<td class=\"n\">");
    if (f->value == floor(f->value))
        format_number(t, f->value, 0);
    else
        text_printf(t, "%g", f->value);
    text_puts(t, "</td><td class=\"n\">");
    format_number(t, own, AUTO);
    text_puts(t, "</td>");
    html_cell(t, f->unit);
    html_cell_number(t, why ? (double)NAN : own / f->value, 2);
    text_puts(t, "<td class=\"says\">");
    if (why) {
        text_puts(t, "<strong>");
        svg_escape(t, why);
        text_puts(t, ".</strong> ");
    }
    svg_escape(t, f->includes);
    text_puts(t, ".</td>");
    html_row_end(t);
}

static void remarks(text *t, const report_data *r)
{
    for (const report_remark *x = report_remarks; x->unit; x++) {
        double own = report_get(r, &x->key);
        if (strcmp(x->unit, r->d.unit->name) != 0 || !isfinite(own))
            continue;
        char *figure = number_new(own, AUTO);
        html_para(t, "note", "%s%s%s", x->before, figure, x->after);
    }
}

void section_papers(text *t, const report_data *r)
{
    bool any = false;
    for (const report_figure *f = report_figures; f->of; f++)
        any |= strcmp(f->of, r->d.unit->name) == 0;
    if (!any && !r->d.codec)
        return;
    html_section(t, "paper", "Beside the published figures");
    if (!any) {
        html_para(t, "note", "No figure of this unit is published (docs/papers/%s.def).", r->d.unit->name);
    } else {
        html_not_run(t, r, STEP_SYNTH);
        html_table(t, "A ratio is given only where warp width and node agree, and of delays only without register ranks",
                   "Figure|#published|#here|unit|#here / published|what the published figure is");
        for (const report_figure *f = report_figures; f->of; f++)
            if (strcmp(f->of, r->d.unit->name) == 0)
                figure_row(t, r, f);
        html_table_end(t);
        remarks(t, r);
        if (r->library)
            html_para(t, "note",
                      "Here: %s, %d nm, %g V, cell area and static timing of the netlist. Left out: wires, the clock tree, "
                      "memories. Compare areas only with the row that has the registers beside it; energies also differ by "
                      "the supply.",
                      report_library(r), r->library->node_nm, r->library->volts);
    }
    html_section_end(t);
}

/* A row in text: what, published, here, unit, here / published or why there is none. */
static void print_figure(const report_data *r, const report_figure *f)
{
    double own = report_get(r, &f->key) * f->scale;
    char *why = why_not(r, f), *here = number_new(own, AUTO), *ratio = why ? why : format_new("%.2f", own / f->value);
    printf("  %-58s %9g %9s %-7s %s\n", f->what, f->value, isfinite(own) ? here : "-", f->unit, ratio);
}

void report_print_published(const report_data *r)
{
    bool any = false;
    for (const report_figure *f = report_figures; f->of; f++) {
        if (strcmp(f->of, r->d.unit->name) != 0)
            continue;
        if (!any)
            printf("%s: %s\n  %-58s %9s %9s %-7s %s\n", r->d.name, r->d.unit->source, "figure", "published", "here", "unit",
                   "here / published");
        any = true;
        print_figure(r, f);
    }
    if (!any)
        printf("%s: no figure of this unit is published\n", r->d.name);
}
