/* SPDX-License-Identifier: Apache-2.0
 *
 * Sections on the hardware: area by part, registers, slack by stage, delay, the critical path. */
#include <ctype.h>
#include <math.h>
#include <string.h>

#include "../synth/synth.h"
#include "report_charts.h"
#include "report_html.h"

/* Colour of the i-th unit. */
static const char *unit_colour(int i)
{
    return i == 0 ? "k1" : i == 1 ? "k3" : "k4";
}

enum { LOGIC, REGISTERS };

static void add_area(bar_chart *c, const char *name, double logic, double registers)
{
    chart_row *row = chart_add_row(c, name);
    row->values[LOGIC] = logic;
    row->values[REGISTERS] = registers;
}

static void add_unit_area(bar_chart *c, const metrics *m, const design_module *unit)
{
    add_area(c, unit->title, metrics_get(m, KEY_UNIT_AREA, unit->name), metrics_get(m, KEY_UNIT_REG_AREA, unit->name));
}

/* The modules, and all together: of a block that is synthesised in slices the whole, of a codec the array. */
bool area_chart(bar_chart *c, const report_data *r)
{
    const metrics *m = &r->m;
    design_module units[DESIGN_MODULES];
    *c = (bar_chart){.title = "Area of logic and of pipeline registers",
                     .axis = "area (µm²)",
                     .row = "unit",
                     .part = "part",
                     .value = "area_um2",
                     .unit = " µm²"};
    chart_add_part(c, "logic", "k1", 0, AUTO);
    chart_add_part(c, "pipeline registers", "k2", 0, AUTO);
    if (!r->ran[STEP_SYNTH])
        return false;
    int n = report_modules(r, units);
    for (int i = 0; i < n; i++)
        add_unit_area(c, m, &units[i]);
    if (!r->d.codec) {
        double slices = metrics_get(m, KEY_BLOCK_SLICES, units[0].name);
        if (slices > 1)
            add_area(c, format_new("Whole: %g slices", slices), metrics_get(m, KEY_BLOCK_WHOLE_AREA, units[0].name),
                     slices * metrics_get(m, KEY_UNIT_REG_AREA, units[0].name));
        return true;
    }
    const design_modules modules = design_modules_of(&r->d);
    const design_module *arbiter = design_module_of(&modules, MODULE_ARBITER);
    if (arbiter && isfinite(metrics_get(m, KEY_UNIT_AREA, arbiter->name)))
        add_unit_area(c, m, arbiter);
    add_area(c, format_new("Array (%d + %d units)", r->d.encs, r->d.decs), metrics_get(m, KEY_ARRAY_AREA),
             metrics_get(m, KEY_ARRAY_REG_AREA));
    return true;
}

/* Of a row of the chart; `ge` and `total` come from no part of it. */
static void area_row(text *t, const bar_chart *c, const chart_row *row, double ge, double total)
{
    html_row(t, row->name);
    html_cell_number(t, ge, 0);
    html_cell_number(t, row->values[LOGIC], AUTO);
    html_cell_number(t, row->values[REGISTERS], AUTO);
    html_cell_number(t, total, AUTO);
    html_chart_cell(t, c, row, 0, isfinite(total) ? total : chart_sum(c, row, 0));
    html_row_end(t);
}

static void area_rows(text *t, const report_data *r, const bar_chart *c)
{
    const metrics *m = &r->m;
    design_module units[DESIGN_MODULES];
    const design_modules modules = design_modules_of(&r->d);
    const design_module *arbiter = design_module_of(&modules, MODULE_ARBITER);
    int n = report_modules(r, units);
    for (int i = 0; i < c->row_count; i++) {
        const chart_row *row = &c->rows[i];
        const char *unit = i < n ? units[i].name : arbiter && i < c->row_count - 1 ? arbiter->name : NULL;
        if (unit)
            area_row(t, c, row, metrics_get(m, KEY_UNIT_AREA_GE, unit), metrics_get(m, KEY_UNIT_TOTAL_AREA, unit));
        else if (r->d.codec)
            area_row(t, c, row, metrics_get(m, KEY_ARRAY_AREA_GE), metrics_get(m, KEY_ARRAY_TOTAL));
        else
            area_row(t, c, row, metrics_get(m, KEY_BLOCK_SLICES, units[0].name) * metrics_get(m, KEY_UNIT_AREA_GE, units[0].name),
                     metrics_get(m, KEY_BLOCK_WHOLE_TOTAL, units[0].name));
    }
}

/* A part for each unit, so that a unit has its colour. */
static void add_units(bar_chart *c, const design_module *units, int n, int decimals)
{
    for (int u = 0; u < n; u++)
        chart_add_part(c, units[u].title, unit_colour(u), 0, decimals);
}

bool part_chart(bar_chart *c, const report_data *r)
{
    design_module units[DESIGN_MODULES];
    int n = report_modules(r, units);
    *c = (bar_chart){.title = "Logic by part of the data path",
                     .axis = "area of logic (µm²)",
                     .row = "part",
                     .part = "unit",
                     .value = "area_um2",
                     .unit = " µm²"};
    add_units(c, units, n, AUTO);
    for (int u = 0; u < n; u++)
        for (char **p = names_find(&r->m, KEY_UNIT_PART_AREA, units[u].name, KEY_ANY); *p; p++) {
            char *name = format_new("%s: %s", units[u].title, *p);
            for (char *at = name; *at; at++)
                if (*at == '_')
                    *at = ' ';
            chart_add_row(c, name)->values[u] = metrics_get(&r->m, KEY_UNIT_PART_AREA, units[u].name, *p);
        }
    return r->ran[STEP_SYNTH] && c->row_count > 0;
}

/* The unit of a row, whose name begins with the unit's. */
static int unit_of(const bar_chart *c, const chart_row *row)
{
    for (int u = 0; u < c->part_count; u++) {
        size_t len = strlen(c->parts[u].label);
        if (starts_with(row->name, c->parts[u].label) && (row->name[len] == ':' || row->name[len] == ','))
            return u;
    }
    return 0;
}

static void part_table(text *t, const report_data *r)
{
    bar_chart c;
    double most = 0, sums[DESIGN_MODULES] = {0};
    if (!part_chart(&c, r)) {
        if (r->d.codec)
            html_para(t, "note", "The area by part is not known for this run.");
        return;
    }
    for (const chart_row *row = c.rows; row < c.rows + c.row_count; row++) {
        sums[unit_of(&c, row)] += row->values[unit_of(&c, row)];
        most = fmax(most, row->values[unit_of(&c, row)]);
    }
    html_table(t, c.title, "Part|#µm²|#% of the unit|");
    for (const chart_row *row = c.rows; row < c.rows + c.row_count; row++) {
        double area = row->values[unit_of(&c, row)], sum = sums[unit_of(&c, row)];
        html_row(t, row->name);
        html_cell_number(t, area, AUTO);
        html_cell_number(t, sum > 0 ? 100 * area / sum : (double)NAN, 1);
        html_chart_cell(t, &c, row, 0, most);
        html_row_end(t);
    }
    html_table_end(t);
    html_para(t, "note",
              "Classify is the logic that an encoder's tag, storage units or write enables depend on; pack is the rest, which the payload "
              "alone depends on. Low is the logic that %s of a decoder's block depends on; high is the rest. Logic that both parts use "
              "counts with the first.",
              r->d.unit->line ? "the low half of any word of 32 bits" : "the low half of any lane");
}

/* If synth was run with --fpga. */
static void fpga_table(text *t, const report_data *r)
{
    static const char *const families[] = {"ecp5", "xilinx"};
    design_module units[DESIGN_MODULES];
    int n = report_modules(r, units);
    if (!isfinite(metrics_get(&r->m, KEY_UNIT_FPGA_LUTS, units[0].name, families[0])))
        return;
    html_table(t, "On FPGAs, as Yosys maps the whole module: no place and route, LUTs before packing",
               "Unit|#ECP5 LUTs|#flip-flops|#block RAMs|#Xilinx 7 LUTs|#flip-flops|#block RAMs");
    for (int u = 0; u < n; u++) {
        html_row(t, units[u].title);
        for (size_t f = 0; f < sizeof families / sizeof *families; f++) {
            html_cell_number(t, metrics_get(&r->m, KEY_UNIT_FPGA_LUTS, units[u].name, families[f]), AUTO);
            html_cell_number(t, metrics_get(&r->m, KEY_UNIT_FPGA_FLOPS, units[u].name, families[f]), AUTO);
            html_cell_number(t, metrics_get(&r->m, KEY_UNIT_FPGA_RAMS, units[u].name, families[f]), AUTO);
        }
        html_row_end(t);
    }
    html_table_end(t);
}

void section_area(text *t, const report_data *r)
{
    bar_chart areas;
    html_section(t, "area", "Area");
    if (!html_not_run(t, r, STEP_SYNTH)) {
        html_table(t, "Logic and pipeline registers apart; GE: gate equivalents, areas of the library's NAND2",
                   "Unit|#logic GE|#logic µm²|#registers µm²|#together µm²|");
        if (area_chart(&areas, r))
            area_rows(t, r, &areas);
        html_table_end(t);
        html_chart_legend(t, &areas);
        part_table(t, r);
        fpga_table(t, r);
        if (!r->d.codec && design_slices(&r->d) > 1)
            html_para(t, "note",
                      "Lanes share nothing but the selects: one slice of them is synthesised, with its own copy of what "
                      "drives the selects, and the whole is so many slices.");
        if (r->d.codec && isfinite(metrics_get(&r->m, KEY_UNIT_AREA, module_role_name(MODULE_MOVE))))
            html_para(t, "note",
                      "Move decision: one for the register file, beside the array and not in it; tells whether a "
                      "divergent write finds its register compressed.");
        if (design_has_memories(&r->d)) {
            text arrays = {0};
            design_memories_text(&r->d, &arrays);
            html_para(t, "note", "Arrays not included: %s.", arrays.data);
        }
        html_para(t, "note",
                  r->d.codec ? "Cell area only. Left out: wires and routing space, the clock tree, the register file's "
                               "banks and the array that holds the tags."
                             : "Cell area only. Left out: wires and routing space, the clock tree.");
    }
    html_section_end(t);
}

/* ---- timing ---- */

static void delay_table(text *t, const report_data *r)
{
    const metrics *m = &r->m;
    design_module units[DESIGN_MODULES];
    int n = report_modules(r, units);
    bool product = false; /* area times delay, which only units without ranks have */
    for (int u = 0; u < n; u++)
        product |= !units[u].minor && isfinite(metrics_get(m, KEY_UNIT_AREA_DELAY, units[u].name));
    html_table(t, "Worst register-to-register or port-to-port path of each unit",
               product ? "Unit|#FO4|#delay ns|#area × delay µm²·ns|#slack ns|#fastest clock GHz|#power mW|#energy pJ an "
                         "activation"
                       : "Unit|#FO4|#delay ns|#slack ns|#fastest clock GHz|#power mW|#energy pJ an activation");
    for (int u = 0; u < n; u++) {
        const char *k = units[u].name;
        html_row(t, units[u].title);
        html_cell_number(t, metrics_get(m, KEY_UNIT_DELAY_FO4, k), 1);
        html_cell_number(t, metrics_get(m, KEY_UNIT_DELAY, k), 3);
        if (product)
            html_cell_number(t, metrics_get(m, KEY_UNIT_AREA_DELAY, k), AUTO);
        html_cell_number(t, metrics_get(m, KEY_UNIT_SLACK, k), 3);
        html_cell_number(t, metrics_get(m, KEY_UNIT_FMAX, k), 2);
        html_cell_number(t, metrics_get(m, KEY_UNIT_POWER, k), AUTO);
        html_cell_number(t, metrics_get(m, KEY_UNIT_ENERGY, k), AUTO);
        html_row_end(t);
    }
    html_table_end(t);
}

static void add_stage(bar_chart *c, int unit, double clock, const char *name, double delay)
{
    if (!isfinite(delay))
        return;
    chart_row *row = chart_add_row(c, name);
    row->values[unit] = delay;
    row->mark = clock;
    row->colour = delay > clock ? "kbad" : NULL;
}

/* The stages that were timed: the logic before each rank, and behind the last one. */
bool stage_chart(bar_chart *c, const report_data *r)
{
    design_module units[DESIGN_MODULES];
    int n = report_modules(r, units);
    double clock = metrics_get(&r->m, KEY_RUN_CLOCK);
    *c = (bar_chart){.title = "Delay of each stage, setup included",
                     .axis = "delay (ns)",
                     .row = "stage",
                     .part = "unit",
                     .value = "delay_ns",
                     .unit = " ns",
                     .mark = "clock edge",
                     .mark_value = "clock_ns"};
    add_units(c, units, n, 3);
    for (int u = 0; u < n; u++) {
        for (int k = 0; k <= WF_MAX_STAGES + 1; k++)
            add_stage(c, u, clock, format_new("%s, stage %d", units[u].title, k),
                      clock - metrics_get(&r->m, KEY_UNIT_STAGE_SLACK, units[u].name, k));
        add_stage(c, u, clock, format_new("%s, last rank to outputs", units[u].title),
                  metrics_get(&r->m, KEY_UNIT_CLOCK_TO_OUT, units[u].name));
    }
    return r->ran[STEP_SYNTH] && c->row_count > 0;
}

/* One bar for each stage, on a scale that is a tenth longer than the longest stage, with the clock as a mark. */
static void stage_table(text *t, const report_data *r)
{
    bar_chart c;
    double clock = metrics_get(&r->m, KEY_RUN_CLOCK), longest = clock;
    if (!stage_chart(&c, r))
        return;
    for (int i = 0; i < c.row_count; i++)
        longest = fmax(longest, chart_sum(&c, &c.rows[i], 0));
    char *clock_text = number_new(clock, 3);
    char *caption = format_new("Slack of each stage at a clock of %s ns; the bar is the time used, setup included, the line the clock edge",
                               clock_text);
    html_table(t, caption, "Stage|#delay ns|#slack ns|");
    for (const chart_row *row = c.rows; row < c.rows + c.row_count; row++) {
        double delay = row->values[unit_of(&c, row)], slack = clock - delay;
        html_row(t, row->name);
        html_cell_number(t, delay, 3);
        text_puts(t, slack < 0 ? "<td class=\"n bad\">" : "<td class=\"n\">");
        format_number(t, slack, 3);
        text_puts(t, "</td>");
        html_chart_cell(t, &c, row, 0, 1.1 * longest);
        html_row_end(t);
    }
    html_table_end(t);
}

/* "a -> b -> c" as a chain. */
static void path_text(text *t, const char *name, const char *path)
{
    text_printf(t, "<h3>Critical path: %c%s</h3>\n<p class=\"path\">", tolower((unsigned char)name[0]), name + 1);
    while (*path) {
        const char *arrow = strstr(path, "->");
        size_t whole = arrow ? (size_t)(arrow - path) : strlen(path), shown = whole;
        while (shown > 0 && path[shown - 1] == ' ')
            shown--;
        char *hop = format_new("%.*s", (int)shown, path);
        text_puts(t, "<code>");
        svg_escape(t, hop);
        text_puts(t, arrow ? "</code> → " : "</code>");
        path += whole + (arrow ? 2 : 0);
        path += strspn(path, " ");
    }
    text_puts(t, "</p>\n");
}

void section_timing(text *t, const report_data *r)
{
    design_module units[DESIGN_MODULES];
    int n = report_modules(r, units);
    html_section(t, "timing", "Timing, power and the critical path");
    if (!html_not_run(t, r, STEP_SYNTH)) {
        delay_table(t, r);
        stage_table(t, r);
        power_tables(t, r);
        for (int u = 0; u < n; u++) {
            const char *path = metrics_get_text(&r->m, KEY_UNIT_PATH, units[u].name);
            if (path && *path)
                path_text(t, units[u].title, path);
        }
        path_tables(t, r);
        corner_table(t, r);
        wires_table(t, r);
        curve_plots(t, r);
        const char *activity = metrics_get_text(&r->m, KEY_RUN_ACTIVITY);
        html_para(t, "note",
                  "Static timing of the mapped netlist without placed wires or a clock tree: a placed and routed unit is "
                  "slower. Power at the activity %s.%s",
                  activity && strcmp(activity, "assumed") == 0 ? "assumed: every input bit toggles in a tenth of the cycles"
                                                               : "measured on the traces",
                  isfinite(metrics_get(&r->m, KEY_UNIT_POWER, module_role_name(MODULE_MOVE))) && activity &&
                          strcmp(activity, "assumed") != 0
                      ? " That of the move decision is assumed: every input bit toggles in a tenth of the cycles."
                      : "");
    }
    html_section_end(t);
}

/* ---- wiring ---- */

/* Pitches as a length that one can picture: at a pitch of 1 µm. */
static void wiring_rows(text *t, const report_data *r, const char *way)
{
    const metrics *m = &r->m;
    double bits = 32.0 * r->d.config.lanes, ports = metrics_get(m, KEY_WIRING_ALL), one = metrics_get(m, KEY_WIRING_REGISTER),
           longest = metrics_get(m, KEY_WIRING_LONGEST);
    const struct {
        const char *what;
        double pitches;
        int decimals;
    } rows[] = {
        {"All bits of one register, one port", one, 0},
        {"All ports", ports, 0},
        {"The bit that moves furthest", longest, 0},
        {"A bit on average", one / bits, 1},
    };
    html_table(t, way, "Wires|#bit pitches|#at a pitch of 1 µm, mm");
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        html_row(t, rows[i].what);
        html_cell_number(t, rows[i].pitches, rows[i].decimals);
        html_cell_number(t, rows[i].pitches / 1000, AUTO);
        html_row_end(t);
    }
    html_table_end(t);
    const paper_energy *wires = r->energy;
    if (wires == NULL)
        return;
    char *energy = number_new(one / 1000 * wires->wire_pj / wires->unit_bits, AUTO);
    html_para(t, "note",
              "At %s's %g pJ a mm for %d bits (%d nm, half of the wires switching) this way takes %s pJ a register and µm of pitch.",
              wires->storage_of, wires->wire_pj, wires->unit_bits, wires->node_nm, energy);
}

void section_wiring(text *t, const report_data *r)
{
    double one = metrics_get(&r->m, KEY_WIRING_REGISTER);
    if (!isfinite(one) || r->d.unit->wiring == NULL)
        return;
    wf_wiring w;
    r->d.unit->wiring(&r->d.config, &w);
    html_section(t, "wiring", "Wiring that the cell area does not see");
    if (one > 0)
        wiring_rows(t, r, w.way);
    else
        html_para(t, "note", "%s", w.way);
    if (w.assumed)
        html_para(t, "note", "%s", w.assumed);
    if (w.says)
        html_para(t, "note", "%s", w.says);
    html_section_end(t);
}
