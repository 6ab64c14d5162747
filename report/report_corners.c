/* SPDX-License-Identifier: Apache-2.0
 *
 * The netlists in other corners of the library, and with estimated wires. */
#include <math.h>

#include "report_html.h"

static void slack_cell(text *t, double slack)
{
    text_puts(t, slack < 0 ? "<td class=\"n bad\">" : "<td class=\"n\">");
    format_number(t, slack, 3);
    text_puts(t, "</td>");
}

void corner_table(text *t, const report_data *r)
{
    const metrics *m = &r->m;
    design_module units[DESIGN_MODULES];
    int n = report_modules(r, units);
    char **corners = names_find(m, KEY_RUN_CORNER, KEY_ANY);
    if (*corners) {
        html_table(t, "The same netlists in all corners, the worst first", "Unit and corner|#delay ns|#slack ns|#dynamic mW|#leakage mW");
        for (int u = 0; u < n; u++)
            for (char **c = corners; *c; c++) {
                if (!isfinite(metrics_get(m, KEY_CORNER_SLACK, units[u].name, *c)))
                    continue;
                const char *file = metrics_get_text(m, KEY_RUN_CORNER, *c);
                char *name = format_new("%s, %s", units[u].title, file ? file : "–");
                html_row(t, name);
                html_cell_number(t, metrics_get(m, KEY_CORNER_DELAY, units[u].name, *c), 3);
                slack_cell(t, metrics_get(m, KEY_CORNER_SLACK, units[u].name, *c));
                html_cell_number(t, metrics_get(m, KEY_CORNER_POWER, units[u].name, *c), AUTO);
                html_cell_number(t, metrics_get(m, KEY_CORNER_LEAK, units[u].name, *c), AUTO);
                html_row_end(t);
            }
        html_table_end(t);
        html_para(t, "note", "Mapped with %s. The clock is the same in all corners.", report_library(r));
    }
}

void wires_table(text *t, const report_data *r)
{
    const metrics *m = &r->m;
    design_module units[DESIGN_MODULES];
    int n = report_modules(r, units);
    double ff_um = metrics_get(m, KEY_RUN_WIRE);
    if (!isfinite(ff_um))
        return;
    html_table(t,
               metrics_get_text(m, KEY_RUN_WIRE_LOAD) ? "With the library's wire load, and with estimated wires"
                                                      : "Without wires and with estimated ones",
               "Unit|#wires mm|#FO4 without|#with|#ns without|#with|#slack ns with|#pJ an activation without|#with");
    for (int u = 0; u < n; u++) {
        const char *k = units[u].name;
        html_row(t, units[u].title);
        html_cell_number(t, metrics_get(m, KEY_WIRES_LENGTH, k), AUTO);
        html_cell_number(t, metrics_get(m, KEY_UNIT_DELAY_FO4, k), 1);
        html_cell_number(t, metrics_get(m, KEY_WIRES_DELAY_FO4, k), 1);
        html_cell_number(t, metrics_get(m, KEY_UNIT_DELAY, k), 3);
        html_cell_number(t, metrics_get(m, KEY_WIRES_DELAY, k), 3);
        slack_cell(t, metrics_get(m, KEY_WIRES_SLACK, k));
        html_cell_number(t, metrics_get(m, KEY_UNIT_ENERGY, k), AUTO);
        html_cell_number(t, metrics_get(m, KEY_WIRES_ENERGY, k), AUTO);
        html_row_end(t);
    }
    html_table_end(t);
    html_para(t, "note",
              "No placement: a length by Rent's rule and the pins of a net, %g fF a µm, cells that fill %s %% of the block. Capacitance "
              "alone, no "
              "resistance, no clock tree, and nothing is sized again for it.",
              ff_um, number_new(100 * metrics_get(m, KEY_RUN_UTILISATION), AUTO));
}
