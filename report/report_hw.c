/* SPDX-License-Identifier: Apache-2.0
 *
 * Sections on the hardware: area by part, registers, slack by stage, delay, the critical path. */
#include "report_html.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "../synth/synth.h"

/* Colour of the i-th unit. */
static const char *unit_colour(int i)
{
    return i == 0 ? "k1" : i == 1 ? "k3" : "k4";
}

/* A table cell with a bar of parts. */
static void bar_cell(text *t, const svg_part *parts, int n, double max, double mark, const char *title)
{
    text_puts(t, "<td class=\"b\">");
    svg_bar(t, parts, n, max, mark, title);
    text_puts(t, "</td>");
}

/* Logic, registers and both; `ge` may be NAN. */
static void area_row(text *t, const char *name, double logic, double ge, double registers, double total)
{
    html_row(t, name);
    html_cell_number(t, ge, 0);
    html_cell_number(t, logic, AUTO);
    html_cell_number(t, registers, AUTO);
    html_cell_number(t, total, AUTO);
    svg_part parts[] = {{logic, "k1", "logic"}, {registers, "k2", "pipeline registers"}};
    double sum = isfinite(total) ? total : logic + (isfinite(registers) ? registers : 0);
    char *title = format_new("%s: share of logic and of registers", name);
    bar_cell(t, parts, 2, sum, (double)NAN, title);
    html_row_end(t);
}

static void unit_area_row(text *t, const metrics *m, const char *key, const char *name)
{
    area_row(t, name, metrics_get(m, KEY_UNIT_AREA, key), metrics_get(m, KEY_UNIT_AREA_GE, key), metrics_get(m, KEY_UNIT_REG_AREA, key),
             metrics_get(m, KEY_UNIT_TOTAL_AREA, key));
}

static void area_rows(text *t, const report_data *r)
{
    const metrics *m = &r->m;
    design_module units[DESIGN_MODULES];
    int n = report_modules(r, units);
    char name[96];
    for (int i = 0; i < n; i++)
        unit_area_row(t, m, units[i].name, units[i].title);
    if (!r->d.codec) {
        double slices = metrics_get(m, KEY_BLOCK_SLICES, units[0].name);
        if (!(slices > 1))
            return;
        snprintf(name, sizeof name, "Whole: %g slices", slices);
        area_row(t, name, metrics_get(m, KEY_BLOCK_WHOLE_AREA, units[0].name), slices * metrics_get(m, KEY_UNIT_AREA_GE, units[0].name),
                 slices * metrics_get(m, KEY_UNIT_REG_AREA, units[0].name), metrics_get(m, KEY_BLOCK_WHOLE_TOTAL, units[0].name));
        return;
    }
    const design_modules modules = design_modules_of(&r->d);
    const design_module *arbiter = design_module_of(&modules, MODULE_ARBITER);
    if (arbiter && isfinite(metrics_get(m, KEY_UNIT_AREA, arbiter->name)))
        unit_area_row(t, m, arbiter->name, arbiter->title);
    snprintf(name, sizeof name, "Array (%d + %d units)", r->d.encs, r->d.decs);
    area_row(t, name, metrics_get(m, KEY_ARRAY_AREA), metrics_get(m, KEY_ARRAY_AREA_GE), metrics_get(m, KEY_ARRAY_REG_AREA),
             metrics_get(m, KEY_ARRAY_TOTAL));
}

static void part_table(text *t, const report_data *r)
{
    const metrics *m = &r->m;
    design_module units[DESIGN_MODULES];
    int n = report_modules(r, units);
    bool any = false;
    double max = 0;
    for (int u = 0; u < n; u++) {
        char **parts = names_find(m, KEY_UNIT_PART_AREA, units[u].name, KEY_ANY);
        for (char **p = parts; *p; p++) {
            any = true;
            max = fmax(max, metrics_get(m, KEY_UNIT_PART_AREA, units[u].name, *p));
        }
    }
    if (!any) {
        if (r->d.codec)
            html_para(t, "note", "The area by part is not known for this run.");
        return;
    }
    html_table(t, "Logic by part of the data path", "Part|#µm²|#% of the unit|");
    for (int u = 0; u < n; u++) {
        char **parts = names_find(m, KEY_UNIT_PART_AREA, units[u].name, KEY_ANY);
        double sum = 0;
        for (char **p = parts; *p; p++)
            sum += metrics_get(m, KEY_UNIT_PART_AREA, units[u].name, *p);
        for (char **p = parts; *p; p++) {
            double area = metrics_get(m, KEY_UNIT_PART_AREA, units[u].name, *p);
            char *name = format_new("%s: %s", units[u].title, *p);
            for (char *c = name; *c; c++)
                if (*c == '_')
                    *c = ' ';
            html_row(t, name);
            html_cell_number(t, area, AUTO);
            html_cell_number(t, sum > 0 ? 100 * area / sum : (double)NAN, 1);
            bar_cell(t, &(svg_part){area, unit_colour(u), NULL}, 1, max, (double)NAN, name);
            html_row_end(t);
        }
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
    html_section(t, "area", "Area");
    if (!html_not_run(t, r, STEP_SYNTH)) {
        html_table(t, "Logic and pipeline registers apart; GE: gate equivalents, areas of the library's NAND2",
                   "Unit|#logic GE|#logic µm²|#registers µm²|#together µm²|");
        area_rows(t, r);
        html_table_end(t);
        text_puts(t, "<ul class=\"legend\">\n");
        html_legend_item(t, "k1", "logic");
        html_legend_item(t, "k2", "pipeline registers");
        text_puts(t, "</ul>\n");
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

/* A stage of a unit: the logic before rank k, or behind the last rank. */
typedef struct {
    char *name;
    double slack;
    int unit; /* its place in the report */
} stage;

/* The stages that were timed. Returns their number. */
static int timed_stages(const report_data *r, stage *stages)
{
    design_module units[DESIGN_MODULES];
    int n = report_modules(r, units), count = 0;
    for (int u = 0; u < n; u++) {
        for (int k = 0; k <= WF_MAX_STAGES + 1; k++) {
            double slack = metrics_get(&r->m, KEY_UNIT_STAGE_SLACK, units[u].name, k);
            if (isfinite(slack))
                stages[count++] = (stage){format_new("%s, stage %d", units[u].title, k), slack, u};
        }
        double slack = metrics_get(&r->m, KEY_RUN_CLOCK) - metrics_get(&r->m, KEY_UNIT_CLOCK_TO_OUT, units[u].name);
        if (isfinite(slack))
            stages[count++] = (stage){format_new("%s, last rank to outputs", units[u].title), slack, u};
    }
    return count;
}

/* One bar for each stage, on a scale that is a tenth longer than the longest stage, with the clock as a mark. */
static void stage_table(text *t, const report_data *r)
{
    stage stages[DESIGN_MODULES * (WF_MAX_STAGES + 3)];
    int n = timed_stages(r, stages);
    double clock = metrics_get(&r->m, KEY_RUN_CLOCK), longest = clock;
    for (int i = 0; i < n; i++)
        longest = fmax(longest, clock - stages[i].slack);
    if (n == 0)
        return;
    char *clock_text = number_new(clock, 3);
    char *caption = format_new("Slack of each stage at a clock of %s ns; the bar is the time used, setup included, the line the clock edge",
                               clock_text);
    html_table(t, caption, "Stage|#delay ns|#slack ns|");
    for (const stage *s = stages; s < stages + n; s++) {
        html_row(t, s->name);
        html_cell_number(t, clock - s->slack, 3);
        text_puts(t, s->slack < 0 ? "<td class=\"n bad\">" : "<td class=\"n\">");
        format_number(t, s->slack, 3);
        text_puts(t, "</td>");
        const char *colour = s->slack < 0 ? "kbad" : unit_colour(s->unit);
        bar_cell(t, &(svg_part){clock - s->slack, colour, NULL}, 1, 1.1 * longest, clock, s->name);
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
