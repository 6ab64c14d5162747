/* SPDX-License-Identifier: Apache-2.0
 *
 * Sections on the evidence: co-simulation, the assumptions. */
#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "report_charts.h"
#include "report_html.h"

/* ---- co-simulation ---- */

/* The mismatches of a bench: 0 is marked good, anything else bad. */
static void mismatch_cell(text *t, double mismatches)
{
    text_puts(t, mismatches > 0 ? "<td class=\"n bad\">" : "<td class=\"n\">");
    format_number(t, mismatches, 0);
    text_puts(t, "</td>");
}

static void bench_row(text *t, const report_data *r, const char *sim, const report_bench *bench, bool specified)
{
    const metrics *m = &r->m;
    char *name = format_new("%s, %s", html_sim(sim), bench->name ? bench->name : r->d.codec ? "encoder and decoder" : r->d.unit->name);
    html_row(t, name);
    html_cell_number(t, metrics_get(m, KEY_COSIM_VECTORS, sim, bench->key), 0);
    if (r->d.codec)
        html_cell_number(t, metrics_get(m, KEY_COSIM_DECODES, sim, bench->key), 0);
    if (specified)
        html_cell_number(t, metrics_get(m, KEY_COSIM_SPECIFIED, sim, bench->key), 0);
    mismatch_cell(t, metrics_get(m, KEY_COSIM_MISMATCHES, sim, bench->key));
    html_cell_number(t, metrics_get(m, KEY_COSIM_CYCLES, sim, bench->key), 0);
    html_cell_number(t, metrics_get(m, KEY_COSIM_SEED, sim, bench->key), 0);
    html_row_end(t);
}

/* A row a bench in a simulator. */
static void bench_table(text *t, const report_data *r, char **sims)
{
    bool specified = false;
    for (char **s = sims; *s; s++)
        for (const report_bench *b = report_benches; b->key; b++)
            specified |= isfinite(metrics_get(&r->m, KEY_COSIM_SPECIFIED, *s, b->key));
    char *columns = format_new("Bench|#%s%s|#mismatches|#cycles|#seed", r->d.codec ? "encoded|#decoded" : "inputs",
                               specified ? "|#against the specification" : "");
    html_table(t,
               r->d.codec ? "Every output bit of encoder and decoder, and the round trip, in each simulator"
                          : "Every output bit in each simulator, at full width",
               columns);
    for (char **s = sims; *s; s++)
        for (const report_bench *b = report_benches; b->key; b++)
            if (isfinite(metrics_get(&r->m, KEY_COSIM_VECTORS, *s, b->key)))
                bench_row(t, r, *s, b, specified);
    html_table_end(t);
    if (specified)
        html_para(t, "note",
                  "Against the specification: transactions that went in and came out, held to a specification of the unit that "
                  "knows nothing of cycles. It is written apart from the golden model.");
}

static char **simulators(const report_data *r)
{
    return names_find(&r->m, KEY_COSIM_VECTORS, KEY_ANY, "");
}

/* A row a name, of the first simulator's counts in keys of this form (simulator, name). `all`: also of what has no count. False: nothing was
 * counted. */
static bool coverage_chart(bar_chart *c, const report_data *r, const char *const *names, const char *key, bool all)
{
    char **sims = simulators(r);
    double most = 0;
    chart_add_part(c, *sims ? html_sim(*sims) : "", "k1", 0, 0);
    for (int i = 0; names && names[i] && *sims; i++) {
        double count = metrics_get(&r->m, key, *sims, names[i]);
        if (all || isfinite(count))
            chart_add_row(c, names[i])->values[0] = count;
        most = fmax(most, count);
    }
    return most > 0;
}

bool cosim_class_chart(bar_chart *c, const report_data *r)
{
    *c = (bar_chart){.title = "Vectors that reached each code; the bar is the first simulator's",
                     .axis = "vectors in co-simulation",
                     .row = "code",
                     .value = "vectors"};
    if (!coverage_chart(c, r, r->d.codec->class_names, KEY_COSIM_CLASS, true))
        return false;
    for (int i = 0; i < c->row_count; i++)
        c->rows[i].colour = html_colour(i);
    return true;
}

bool cosim_pattern_chart(bar_chart *c, const report_data *r)
{
    *c = (bar_chart){.title = "How often each pattern was coded; the bar is the first simulator's",
                     .axis = "words or segments in co-simulation",
                     .row = "pattern",
                     .value = "count"};
    /* A configuration need not have each pattern. */
    return coverage_chart(c, r, r->d.codec->pattern_names, KEY_COSIM_PATTERN, false);
}

static void coverage_table(text *t, const report_data *r, const bar_chart *c, const char *head, const char *key)
{
    char **sims = simulators(r);
    double most = 0;
    text columns = {0};
    text_puts(&columns, head);
    for (char **s = sims; *s; s++)
        text_printf(&columns, "|#%s", html_sim(*s));
    text_puts(&columns, "|");
    for (int i = 0; i < c->row_count; i++)
        most = fmax(most, c->rows[i].values[0]);
    html_table(t, c->title, columns.data);
    for (const chart_row *row = c->rows; row < c->rows + c->row_count; row++) {
        html_row(t, row->name);
        for (char **s = sims; *s; s++)
            html_cell_number(t, metrics_get(&r->m, key, *s, row->name), 0);
        html_chart_cell(t, c, row, 0, most);
        html_row_end(t);
    }
    html_table_end(t);
}

void section_cosim(text *t, const report_data *r)
{
    html_section(t, "cosim", "Co-simulation against the golden model");
    if (!html_not_run(t, r, STEP_COSIM)) {
        bar_chart c;
        char **sims = simulators(r);
        bench_table(t, r, sims);
        if (r->d.codec) {
            if (cosim_class_chart(&c, r))
                coverage_table(t, r, &c, "Code", KEY_COSIM_CLASS);
            if (cosim_pattern_chart(&c, r))
                coverage_table(t, r, &c, "Pattern", KEY_COSIM_PATTERN);
            html_para(t, "note", "The units that a code does not use are scrambled between encoder and decoder.");
        }
    }
    html_section_end(t);
}

/* ---- assumptions ---- */

static void fact(text *t, const char *name, const char *value)
{
    text_puts(t, "<dt>");
    svg_escape(t, name);
    text_puts(t, "</dt><dd>");
    svg_escape(t, value && *value ? value : "–");
    text_puts(t, "</dd>\n");
}

static void fact_number(text *t, const metrics *m, const char *name, const char *key, int decimals, const char *unit)
{
    double v = metrics_get(m, "%s", key);
    char *s = number_new(v, decimals), *line = format_new("%s%s", s, isfinite(v) ? unit : "");
    fact(t, name, line);
}

void section_assumptions(text *t, const report_data *r)
{
    const metrics *m = &r->m;
    text command = {0};
    design_command(&r->d, &command);
    html_section(t, "assumptions", "What these figures assume");
    text_puts(t, "<dl class=\"facts\">\n");
    fact(t, "Design", command.data);
    char *library = r->library ? format_new("%s, %d nm, %g V", report_library(r), r->library->node_nm, r->library->volts)
                               : format_new("%s", report_library(r));
    fact(t, "Library", library);
    fact_number(t, m, "NAND2, one gate equivalent", KEY_RUN_NAND2, 4, " µm²");
    fact_number(t, m, "FO4 delay of the library", KEY_RUN_FO4, 4, " ns");
    const char *wire_load = metrics_get_text(m, KEY_RUN_WIRE_LOAD);
    fact(t, "Wire load", wire_load || metrics_unknown(m, KEY_RUN_WIRE_LOAD) ? wire_load : "none");
    fact(t, "Driving cell", metrics_get_text(m, KEY_RUN_DRIVER));
    fact_number(t, m, "Load on every output", KEY_RUN_LOAD, AUTO, " fF");
    fact_number(t, m, "Clock", KEY_RUN_CLOCK, 3, " ns");
    fact(t, "Clock gate of the ranks", metrics_get_text(m, KEY_RUN_CLOCK_GATE));
    const char *activity = metrics_get_text(m, KEY_RUN_ACTIVITY);
    if (activity == NULL && r->ran[STEP_SYNTH] && !metrics_unknown(m, KEY_RUN_ACTIVITY))
        activity = "measured on the traces, a port bit each";
    fact(t, "Input activity", activity);
    design_module units[DESIGN_MODULES];
    int n = report_modules(r, units), known = 0, proven = 0;
    for (int i = 0; i < n; i++) {
        char *name = format_new("Recipe, %c%s", tolower((unsigned char)units[i].title[0]), units[i].title + 1);
        fact(t, name, metrics_get_text(m, KEY_UNIT_RECIPE, units[i].name));
        double equal = metrics_get(m, KEY_UNIT_EQUIVALENT, units[i].name);
        known += isfinite(equal);
        proven += equal == 1;
    }
    fact_number(t, m, "Effort", KEY_RUN_EFFORT, 0, "");
    fact(t, "Tools", metrics_get_text(m, KEY_RUN_TOOLS));
    text proof = {0};
    if (known == n && proven == n)
        text_puts(&proof, !r->d.codec ? "proven" : "proven for all units");
    else if (known > 0 && proven == 0)
        text_puts(&proof, "not proven");
    else
        for (int i = 0; i < n && known > 0; i++)
            if (metrics_get(m, KEY_UNIT_EQUIVALENT, units[i].name) == 1)
                text_printf(&proof, "%s%c%s", proof.len ? ", " : "proven only for: ", tolower((unsigned char)units[i].title[0]),
                            units[i].title + 1);
    fact(t, "Netlist equal to the RTL", proof.data);
    if (r->d.codec && !r->d.unit->line)
        fact_number(t, m, "Reads a write", KEY_ENERGY_READS, 2, "");
    fact(t, "Left out",
         r->d.codec && !r->d.unit->line ? "wires, clock tree, memories (banks, tag array), placement" : "wires, clock tree, placement");
    text_puts(t, "</dl>\n");
    html_section_end(t);
}
