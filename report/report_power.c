/* SPDX-License-Identifier: Apache-2.0
 *
 * report_power.c - energy of an activation by code, as `warpfold power` measured it. */
#include <math.h>

#include "../synth/power.h"
#include "report_html.h"

/* The parts of power that OpenSTA has otherwise at the same activity. */
static void far_ratios(text *t, const metrics *m, const design_module *unit)
{
    const struct {
        const char *what;
        double ratio;
    } parts[] = {
        {"inside cells", metrics_get(m, KEY_POWER_STA_INTERNAL, unit->name)},
        {"on nets", metrics_get(m, KEY_POWER_STA_SWITCHING, unit->name)},
        {"leakage whatever the state", metrics_get(m, KEY_POWER_STA_LEAK, unit->name)},
    };
    text far = {0};
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        if (isfinite(parts[i].ratio) && fabs(parts[i].ratio - 1) > POWER_AGREES)
            text_printf(&far, "%s%s %s", far.len ? ", " : "", parts[i].what, number_new(parts[i].ratio, AUTO));
    if (far.len)
        html_para(t, "warn",
                  "Over OpenSTA's power at the same activity of each pin, more than 10 %% apart: %s. One of the two does not read the "
                  "library's tables as they are meant.",
                  far.data);
}

static void unit_table(text *t, const metrics *m, const design_module *unit)
{
    const char *k = unit->name;
    char *caption = format_new("%s: dynamic energy of an activation, from the toggles of every net", unit->title);
    char **classes = names_find(m, KEY_POWER_CLASS_ENERGY, k, KEY_ANY);
    html_table(t, caption, "Code|#share %|#pJ");
    for (char **c = classes; *c; c++) {
        html_row(t, *c);
        html_cell_number(t, metrics_get(m, KEY_POWER_CLASS_SHARE, k, *c), 1);
        html_cell_number(t, metrics_get(m, KEY_POWER_CLASS_ENERGY, k, *c), AUTO);
        html_row_end(t);
    }
    const struct {
        const char *what;
        double pj;
    } rows[] = {
        {"Mean", metrics_get(m, KEY_POWER_MEAN, k)},
        {"of it inside cells", metrics_get(m, KEY_POWER_INTERNAL, k)},
        {"of it on nets", metrics_get(m, KEY_POWER_SWITCHING, k)},
        {"of both at clock pins and on gated clocks", metrics_get(m, KEY_POWER_CLOCK, k)},
        {"An idle cycle", metrics_get(m, KEY_POWER_IDLE_CYCLE, k)},
        {"The mean as synthesis has it: activity of inputs carried through gates", metrics_get(m, KEY_POWER_CARRIED, k)},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        html_row(t, rows[i].what);
        html_cell_number(t, (double)NAN, 1);
        html_cell_number(t, rows[i].pj, AUTO);
        html_row_end(t);
    }
    html_table_end(t);
    far_ratios(t, m, unit);
}

void power_tables(text *t, const report_data *r)
{
    design_module units[DESIGN_MODULES];
    int n = report_modules(r, units);
    const char *traces = metrics_get_text(&r->m, KEY_POWER_TRACES);
    if (traces == NULL)
        return;
    for (int u = 0; u < n; u++)
        if (isfinite(metrics_get(&r->m, KEY_POWER_MEAN, units[u].name)))
            unit_table(t, &r->m, &units[u]);
    const char *load = metrics_get_text(&r->m, KEY_RUN_WIRE_LOAD);
    bool unknown = metrics_unknown(&r->m, KEY_RUN_WIRE_LOAD);
    html_para(t, "note", "Values: %s of the traces %s, one a cycle. No glitches or clock tree; wires: %s%s.",
              number_new(metrics_get(&r->m, KEY_POWER_VALUES), 0), traces,
              load      ? "the library's wire load "
              : unknown ? "unknown"
                        : "none",
              load ? load : "");
}
