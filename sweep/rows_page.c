/* SPDX-License-Identifier: Apache-2.0
 *
 * The page of a sweep: for each group of points that may be compared the plots of its fronts and a table. A dot of a plot tells what it
 * is when it is pointed at, and leads to its row. */
#include <ctype.h>
#include <string.h>

#include "../gen/beside.h"
#include "../report/report_html.h"
#include "rows_plots.h"

const char rows_page_title[] = "<title>Sweep: ";

/* One plot, if two points have both of its figures. */
static void plot(text *t, const sweep_rows *all, int group, int front)
{
    scatter s;
    if (rows_scatter(&s, all, group, front)) {
        text_puts(t, "<h3>");
        svg_escape(t, row_fronts[front].title);
        text_puts(t, "</h3>\n");
        scatter_draw(t, &s);
    }
}

/* Knobs with a column of their own: those in which points differ. Unit and width stand before them. */
static bool has_column(const sweep_rows *all, int knob)
{
    static const char *const before[] = {"unit", "lanes", "line"};
    bool is = all->varies[knob];
    for (int i = 0; i < 3; i++)
        is = is && strcmp(all->knobs[knob], before[i]) != 0;
    return is;
}

static void table_head(text *t, const sweep_rows *all, int group)
{
    text columns = {0};
    text_puts(&columns, "point|unit");
    for (int k = 0; all->knobs[k]; k++)
        if (has_column(all, k))
            text_printf(&columns, "|%s", all->knobs[k]);
    for (row_figure f = 0; f < ROW_FIGURES; f++)
        if (rows_group_has(all, group, f))
            text_printf(&columns, "|#%s", row_figures[f].column);
    text_puts(&columns, "|on the front of");
    html_table(t, "All points; those that another one beats in every plot are grey. A dot in a plot leads to its row.", columns.data);
}

static void fronts_cell(text *t, const sweep_row *w)
{
    text fronts = {0};
    text_add(&fronts, "", 0);
    for (int f = 0; f < ROW_FRONTS; f++)
        if (w->front[f])
            text_printf(&fronts, "%s%s", fronts.len ? ", " : "", row_fronts[f].name);
    html_cell(t, w->met ? fronts.data : "misses its clock");
}

static void table_row(text *t, const sweep_rows *all, const sweep_row *w)
{
    bool any = false;
    for (int f = 0; f < ROW_FRONTS; f++)
        any |= w->front[f];
    text_printf(t, "<tr id=\"p%d\" class=\"%s\"><th scope=\"row\">%d</th>", w->number, any ? "on" : "beaten", w->number);
    text unit = {0};
    text_printf(&unit, "%s, ", design_form(&w->p->d));
    design_width_text(&w->p->d, &unit);
    html_cell(t, unit.data);
    for (int k = 0; all->knobs[k]; k++)
        if (has_column(all, k))
            html_cell(t, metrics_get_text(&w->knobs, "%s", all->knobs[k]));
    for (row_figure f = 0; f < ROW_FIGURES; f++)
        if (rows_group_has(all, w->group, f))
            html_cell_number(t, w->figure[f], row_figures[f].decimals);
    fronts_cell(t, w);
    html_row_end(t);
}

static void group_section(text *t, const sweep_rows *all, int group)
{
    const sweep_row **rows = zalloc((size_t)(all->count + 1) * sizeof *rows);
    int n = rows_of_group(all, group, rows), missed = 0;
    char *id = format_new("group%d", group + 1);
    html_section(t, id, all->groups[group]);
    for (int f = 0; f < ROW_ALL; f++)
        plot(t, all, group, f);
    for (int i = 0; i < n; i++)
        missed += !rows[i]->met;
    if (missed > 0)
        html_para(t, "note", "%d of these points do not meet their clock (broken rings). They are on no front and beat nobody.", missed);
    if (n > 0 && rows[0]->p->d.unit->line && rows[0]->p->d.sizes.units == 1)
        html_para(t, "note", "A line of %d bytes is one burst, so ratios are by bytes and tag: by bursts they mean nothing.",
                  WF_BURST_BYTES);
    if (n > 0) {
        table_head(t, all, group);
        for (int i = 0; i < n; i++)
            table_row(t, all, rows[i]);
        html_table_end(t);
    } else {
        html_para(t, "note", "No point of this kind is done.");
    }
    html_section_end(t);
}

/* Points without figures, and why. */
static void missing(text *t, const sweep_rows *all, row_status status, const char *id, const char *heading, const char *caption)
{
    if (rows_count(all, status) == 0)
        return;
    html_section(t, id, heading);
    html_table(t, caption, "point|set|configuration|why");
    for (int i = 0; i < all->count; i++) {
        const sweep_row *w = &all->rows[i];
        if (w->status != status)
            continue;
        text_printf(t, "<tr id=\"p%d\"><th scope=\"row\">%d</th>", w->number, w->number);
        html_cell(t, w->p->set);
        html_cell(t, w->label);
        html_cell(t, w->reason);
        html_row_end(t);
    }
    html_table_end(t);
    html_section_end(t);
}

/* What each kind of synthesis was made with: a row for all points alike. */
static void measured_with(text *t, const sweep_rows *all)
{
    char **seen = zalloc((size_t)(all->count + 1) * sizeof *seen);
    int kinds = 0;
    html_table(t, "Measured with", "library|#node nm|#FO4 ps|wire load|wires|#clock ns|effort|inputs from|#load fF|tools");
    for (int i = 0; i < all->count; i++) {
        const sweep_row *w = &all->rows[i];
        const metrics *m = &w->r.m;
        const char *file = metrics_get_text(m, KEY_RUN_LIBERTY), *load = metrics_get_text(m, KEY_RUN_WIRE_LOAD);
        if (w->status != ROW_DONE || file == NULL)
            continue;
        char *wires = sweep_wires(&w->p->synth);
        char *kind = format_new("%s|%s|%s|%g|%g|%s|%g", file, load ? load : "none", wires ? wires : "none", metrics_get(m, KEY_RUN_CLOCK),
                                metrics_get(m, KEY_RUN_EFFORT), metrics_get_text(m, KEY_RUN_DRIVER), metrics_get(m, KEY_RUN_LOAD));
        int k = 0;
        while (k < kinds && strcmp(seen[k], kind) != 0)
            k++;
        if (k < kinds)
            continue;
        seen[kinds++] = kind;
        html_row(t, file);
        html_cell_number(t, metrics_get(m, KEY_RUN_NODE), 0);
        html_cell_number(t, metrics_get(m, KEY_RUN_FO4) * 1000, 1);
        html_cell(t, load ? load : "none");
        html_cell(t, wires ? wires : "none");
        html_cell_number(t, metrics_get(m, KEY_RUN_CLOCK), 3);
        html_cell_number(t, metrics_get(m, KEY_RUN_EFFORT), 0);
        html_cell(t, metrics_get_text(m, KEY_RUN_DRIVER));
        html_cell_number(t, metrics_get(m, KEY_RUN_LOAD), AUTO);
        html_cell(t, metrics_get_text(m, KEY_RUN_TOOLS));
        html_row_end(t);
    }
    html_table_end(t);
}

void rows_page(const sweep_rows *all, text *t)
{
    char *title = format_new("%s%s", rows_page_title + strlen("<title>"), all->name);
    int done = rows_count(all, ROW_DONE), failed = rows_count(all, ROW_FAILED), skipped = rows_count(all, ROW_SKIPPED),
        unrun = rows_count(all, ROW_UNRUN);
    html_open(t, title, NULL);
    html_para(t, "lead", "%d points: %d done, %d failed, %d skipped since they are no design.", all->count, done, failed, skipped);
    if (unrun > 0)
        html_para(t, "lead", "%d were not run: the cache has no results of theirs yet.", unrun);
    for (int i = 0; i < all->note_count; i++)
        html_para(t, "lead", "%c%s.", toupper((unsigned char)*all->notes[i]), all->notes[i] + 1);
    text_puts(t, "<nav aria-label=\"Sections\">");
    for (int g = 0; g < all->group_count; g++) {
        text_printf(t, "<a href=\"#group%d\">", g + 1);
        svg_escape(t, all->groups[g]);
        text_puts(t, "</a>\n");
    }
    text_puts(t, "</nav>\n");
    for (int g = 0; g < all->group_count; g++)
        group_section(t, all, g);
    missing(t, all, ROW_FAILED, "failed", "Failed", "Points that could not be measured; the next run tries them again.");
    missing(t, all, ROW_UNRUN, "unrun", "Not run", "Points without results in the cache.");
    missing(t, all, ROW_SKIPPED, "skipped", "Skipped", "Combinations that are no design.");
    html_section(t, "assumptions", "What the figures are");
    if (done > 0)
        measured_with(t, all);
    html_para(
        t, "note",
        "Area: logic and registers, of an encoder and a decoder together; of one module, if the heading names one; of a block, all of it "
        "but its memories. Delay: of the longest path, in a unit with register ranks of the longest stage. Energy: of one activation of "
        "each, at the assumed activity of the inputs; they compare units, and `warpfold power` measures one. " REPORT_LEFT_OUT
        " Where a heading names estimated wires, delay, energy and the clock that is met are with them. Energy × "
        "time: of the register file with the energies that its source publishes, in the machine that the heading names, all traces "
        "together; its storage is in it. Where a heading says areas by part, each module is mapped once by itself, without a clock, so "
        "there is "
        "no delay and no energy of synthesis.");
    html_para(t, "note",
              "A point is on a front if no other point of its group is as good in both figures and better in one; on that of all, in all "
              "figures. "
              "Groups are points that do the same work in the same library.");
    html_section_end(t);
    html_close_by(t, "sweep");
}
