/* SPDX-License-Identifier: Apache-2.0
 *
 * The longest path of each stage, cell by cell, with the nets and lines of the RTL. */
#include "report_html.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>

#include "../base/file.h"

static void text_cell(text *t, const char *value)
{
    if (value == NULL) {
        html_cell(t, "–");
        return;
    }
    text_puts(t, "<td><code>");
    svg_escape(t, value);
    text_puts(t, "</code></td>");
}

/* Is the cell of this hop told, if only that it is not known? */
static bool has_hop(const metrics *p, const char *unit, int stage, int hop)
{
    return metrics_get_text(p, KEY_HOP_CELL, unit, stage, hop) || metrics_unknown(p, KEY_HOP_CELL, unit, stage, hop);
}

static void path_table(text *t, const report_data *r, const design_module *unit, int stage)
{
    const metrics *p = &r->paths;
    const char *k = unit->name, *ends = metrics_get_text(&r->m, KEY_UNIT_STAGE_PATH, k, stage);
    char *title = stage > unit->ranks && unit->ranks > 0 ? format_new("%s, last rank to outputs: %s", unit->title, ends)
                  : unit->ranks > 0                      ? format_new("%s, stage %d: %s", unit->title, stage, ends)
                                                         : format_new("%s: %s", unit->title, ends);
    html_table(t, title, "Cell|#delay ns|#arrival ns|#slew ns|#load fF|#fanout|Net of the RTL|Line of the RTL");
    for (int hop = 1; has_hop(p, k, stage, hop); hop++) {
        const char *cell = metrics_get_text(p, KEY_HOP_CELL, k, stage, hop);
        html_row(t, cell ? cell : "–");
        html_cell_number(t, metrics_get(p, KEY_HOP_DELAY, k, stage, hop), 3);
        html_cell_number(t, metrics_get(p, KEY_HOP_ARRIVAL, k, stage, hop), 3);
        html_cell_number(t, metrics_get(p, KEY_HOP_SLEW, k, stage, hop), 3);
        html_cell_number(t, metrics_get(p, KEY_HOP_LOAD, k, stage, hop), AUTO);
        html_cell_number(t, metrics_get(p, KEY_HOP_FANOUT, k, stage, hop), 0);
        text_cell(t, metrics_get_text(p, KEY_HOP_NET, k, stage, hop));
        text_cell(t, metrics_get_text(p, KEY_HOP_PLACE, k, stage, hop));
        html_row_end(t);
    }
    html_table_end(t);
}

void path_tables(text *t, const report_data *r)
{
    design_module units[DESIGN_MODULES];
    int n = report_modules(r, units);
    double cells = 0, named = 0;
    bool any = false;
    for (int u = 0; u < n; u++)
        for (int stage = 1; stage <= WF_MAX_STAGES + 2; stage++) {
            if (!has_hop(&r->paths, units[u].name, stage, 1) || metrics_get_text(&r->m, KEY_UNIT_STAGE_PATH, units[u].name, stage) == NULL)
                continue;
            if (!any)
                text_puts(t, "<details>\n<summary>The longest path of each stage, cell by cell</summary>\n");
            any = true;
            path_table(t, r, &units[u], stage);
            cells += metrics_get(&r->m, KEY_UNIT_STAGE_CELLS, units[u].name, stage);
            named += metrics_get(&r->m, KEY_UNIT_STAGE_NAMED, units[u].name, stage);
        }
    if (!any)
        return;
    html_para(
        t, "note",
        "Delays, slews and loads are OpenSTA's. ABC keeps no names, so a net has the name of the RTL's net that has the same value in "
        "thousands of vectors; ! is the inverse. Here %s of %s have one. A dash: no net of the RTL has this value.",
        number_new(named, 0), number_new(cells, 0));
    text_puts(t, "</details>\n");
}
