/* SPDX-License-Identifier: Apache-2.0
 *
 * Sections on the hardware: area by part, registers, slack by stage, delay, the critical path. */
#include "report_html.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct {
    const char *key, *name;
} units[] = {{"enc", "Encoder"}, {"dec", "Decoder"}};
enum { UNITS = sizeof units / sizeof units[0] };

/* A table cell with a bar of parts. */
static void bar_cell(text *t, const svg_part *parts, int n, double max, double mark, const char *title)
{
    text_puts(t, "<td class=\"b\">");
    svg_bar(t, parts, n, max, mark, title);
    text_puts(t, "</td>");
}

static void area_rows(text *t, const metrics *m)
{
    static const struct {
        const char *name, *logic, *registers, *total, *ge;
    } rows[] = {
        {"Encoder", "enc__area_um2", "enc__reg_area_um2", "enc__total_area_um2", "enc__area_ge"},
        {"Decoder", "dec__area_um2", "dec__reg_area_um2", "dec__total_area_um2", "dec__area_ge"},
        {"Arbiter", "arb__area_um2", "arb__reg_area_um2", "arb__total_area_um2", "arb__area_ge"},
        {"Array", "array__area_um2", "array__reg_area_um2", "array__total_um2", "array__area_ge"},
    };
    enum { N = sizeof rows / sizeof rows[0] };
    for (int i = 0; i < N; i++) {
        double logic = metrics_get(m, "%s", rows[i].logic), registers = metrics_get(m, "%s", rows[i].registers);
        double total = metrics_get(m, "%s", rows[i].total);
        char name[96];
        if (strcmp(rows[i].name, "Arbiter") == 0 && !isfinite(logic))
            continue;   /* only where there are more requesters than decoders */
        snprintf(name, sizeof name, i == N - 1 ? "%s (%.0f + %.0f units)" : "%s", rows[i].name,
                 metrics_get(m, "run__encs"), metrics_get(m, "run__decs"));
        html_row(t, name);
        html_cell_number(t, logic, AUTO);
        html_cell_number(t, metrics_get(m, "%s", rows[i].ge), AUTO);
        html_cell_number(t, registers, AUTO);
        html_cell_number(t, total, AUTO);
        svg_part parts[] = {{logic, "k1", "logic"}, {registers, "k2", "pipeline registers"}};
        double sum = isfinite(total) ? total : logic + (isfinite(registers) ? registers : 0);
        char *title = format_new("%s: share of logic and of registers", rows[i].name);
        bar_cell(t, parts, 2, sum, (double)NAN, title);
        free(title);
        html_row_end(t);
    }
}

static void part_table(text *t, const metrics *m)
{
    bool any = false;
    double max = 0;
    for (int u = 0; u < UNITS; u++) {
        char *prefix = format_new("%s__part__", units[u].key);
        char **parts = names_find(m, prefix, "__area_um2");
        for (char **p = parts; *p; p++) {
            any = true;
            max = fmax(max, metrics_get(m, "%s%s__area_um2", prefix, *p));
        }
        names_free(parts);
        free(prefix);
    }
    if (!any) {
        html_para(t, "note", "The area by part is not known for this run.");
        return;
    }
    html_table(t, "Logic by part of the data path", "Part|#µm²|#% of the unit|");
    for (int u = 0; u < UNITS; u++) {
        char *prefix = format_new("%s__part__", units[u].key);
        char **parts = names_find(m, prefix, "__area_um2");
        double sum = 0;
        for (char **p = parts; *p; p++)
            sum += metrics_get(m, "%s%s__area_um2", prefix, *p);
        for (char **p = parts; *p; p++) {
            double area = metrics_get(m, "%s%s__area_um2", prefix, *p);
            char *name = format_new("%s: %s", units[u].name, *p);
            for (char *c = name; *c; c++)
                if (*c == '_')
                    *c = ' ';
            html_row(t, name);
            html_cell_number(t, area, AUTO);
            html_cell_number(t, 100 * area / sum, 1);
            bar_cell(t, &(svg_part){area, u == 0 ? "k1" : "k3", NULL}, 1, max, (double)NAN, name);
            html_row_end(t);
            free(name);
        }
        names_free(parts);
        free(prefix);
    }
    html_table_end(t);
}

void section_area(text *t, const report_data *r)
{
    html_section(t, "area", "Area");
    if (!html_not_run(t, r, STEP_SYNTH)) {
        html_table(t, "Logic and pipeline registers apart; GE: gate equivalents, areas of the library's NAND2",
                   "Unit|#logic µm²|#logic GE|#registers µm²|#together µm²|");
        area_rows(t, &r->m);
        html_table_end(t);
        text_puts(t, "<ul class=\"legend\">\n");
        html_legend_item(t, "k1", "logic");
        html_legend_item(t, "k2", "pipeline registers");
        text_puts(t, "</ul>\n");
        part_table(t, &r->m);
        html_para(t, "note",
                  "Cell area only. Left out: wires and routing space, the clock tree, the register file's banks and "
                  "the array that "
                  "holds the tags.");
    }
    html_section_end(t);
}

/* ---- timing ---- */

static void delay_table(text *t, const metrics *m)
{
    html_table(
        t, "Worst register-to-register or port-to-port path of each unit",
        "Unit|#delay ns|#FO4|#area × delay µm²·ns|#slack ns|#fastest clock GHz|#power mW|#energy pJ an activation");
    for (int u = 0; u < UNITS; u++) {
        const char *k = units[u].key;
        html_row(t, units[u].name);
        html_cell_number(t, metrics_get(m, "%s__delay_ns", k), 3);
        html_cell_number(t, metrics_get(m, "%s__delay_fo4", k), 1);
        html_cell_number(t, metrics_get(m, "%s__area_delay", k), AUTO);
        html_cell_number(t, metrics_get(m, "%s__slack_ns", k), 3);
        html_cell_number(t, metrics_get(m, "%s__fmax_ghz", k), 2);
        html_cell_number(t, metrics_get(m, "%s__power_mw", k), AUTO);
        html_cell_number(t, metrics_get(m, "%s__energy_pj", k), AUTO);
        html_row_end(t);
    }
    html_table_end(t);
}

/* One bar a stage, over a track that is a tenth longer than the longest, with the clock as a mark. */
static void stage_table(text *t, const metrics *m)
{
    double clock = metrics_get(m, "run__clock_ns"), longest = clock;
    bool any = false;
    for (int u = 0; u < UNITS; u++)
        for (int k = 0; k <= WF_MAX_STAGES + 1; k++) {
            double slack = metrics_get(m, "%s__stage%d__slack_ns", units[u].key, k);
            any |= isfinite(slack);
            if (isfinite(slack))
                longest = fmax(longest, clock - slack);
        }
    if (!any)
        return;
    char *clock_text = number_new(clock, 3);
    char *caption = format_new(
        "Slack of each stage at a clock of %s ns; the bar is the time used, setup included, the line the clock edge",
        clock_text);
    html_table(t, caption, "Stage|#delay ns|#slack ns|");
    free(caption);
    free(clock_text);
    for (int u = 0; u < UNITS; u++)
        for (int k = 0; k <= WF_MAX_STAGES + 1; k++) {
            double slack = metrics_get(m, "%s__stage%d__slack_ns", units[u].key, k);
            double delay = metrics_get(m, "%s__stage%d__delay_ns", units[u].key, k);
            if (!isfinite(slack))
                continue;
            char *name = format_new("%s, stage %d", units[u].name, k);
            html_row(t, name);
            html_cell_number(t, delay, 3);
            text_puts(t, slack < 0 ? "<td class=\"n bad\">" : "<td class=\"n\">");
            format_number(t, slack, 3);
            text_puts(t, "</td>");
            const char *colour = slack < 0 ? "kbad" : u == 0 ? "k1" : "k3";
            bar_cell(t, &(svg_part){clock - slack, colour, NULL}, 1, 1.1 * longest, clock, name);
            html_row_end(t);
            free(name);
        }
    html_table_end(t);
}

/* "a -> b -> c" as a chain. */
static void path_text(text *t, const char *name, const char *path)
{
    text_printf(t, "<h3>Critical path of the %s</h3>\n<p class=\"path\">", name);
    while (*path) {
        const char *arrow = strstr(path, "->");
        size_t whole = arrow ? (size_t)(arrow - path) : strlen(path), shown = whole;
        while (shown > 0 && path[shown - 1] == ' ')
            shown--;
        char *hop = format_new("%.*s", (int)shown, path);
        text_puts(t, "<code>");
        svg_escape(t, hop);
        text_puts(t, arrow ? "</code> → " : "</code>");
        free(hop);
        path += whole + (arrow ? 2 : 0);
        path += strspn(path, " ");
    }
    text_puts(t, "</p>\n");
}

void section_timing(text *t, const report_data *r)
{
    html_section(t, "timing", "Timing, power and the critical path");
    if (!html_not_run(t, r, STEP_SYNTH)) {
        delay_table(t, &r->m);
        stage_table(t, &r->m);
        for (int u = 0; u < UNITS; u++) {
            const char *path = metrics_get_text(&r->m, "%s__path", units[u].key);
            if (path && *path)
                path_text(t, u == 0 ? "encoder" : "decoder", path);
        }
        html_para(t, "note",
                  "Static timing of the mapped netlist without wires or a clock tree: a placed and routed unit is "
                  "slower. Power at "
                  "the activity measured on the stimuli.");
    }
    html_section_end(t);
}
