/* SPDX-License-Identifier: Apache-2.0
 *
 * Sections on the register values: compression, class mix, distance bins, energy of an access. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "report_charts.h"
#include "report_html.h"

/* ---- ratios ---- */

enum { BY_BYTES, BY_UNITS, BY_UNITS_TAG };

static void ratio_chart_row(chart_row *row, const metrics *m, const char *scope)
{
    row->mark = 1;
    row->values[BY_BYTES] = metrics_get(m, KEY_RATIO_BYTES, scope);
    row->values[BY_UNITS] = metrics_get(m, KEY_RATIO_UNITS, scope);
    row->values[BY_UNITS_TAG] = metrics_get(m, KEY_RATIO_UNITS_TAG, scope);
}

bool ratio_chart(bar_chart *c, const report_data *r)
{
    *c = (bar_chart){.title = "Compression ratio by trace",
                     .axis = "compression ratio, raw over stored",
                     .row = "trace",
                     .bar = "stored",
                     .value = "ratio",
                     .bars = {"by bytes", "by units", "by units and tag"},
                     .sums = true,
                     .mark = "no compression"};
    for (int bar = 0; bar < 3; bar++)
        chart_add_part(c, c->bars[bar], (const char *[]){"k2", "k1", "k3"}[bar], bar, 2);
    if (!r->ran[STEP_TRACE])
        return false;
    for (char **n = report_traces(r); *n; n++)
        ratio_chart_row(chart_add_row(c, report_trace_name(*n)), &r->m, *n);
    chart_row *all = chart_add_sum(c, "all", "all");
    ratio_chart_row(all, &r->m, "trace");
    if (!isfinite(all->values[BY_UNITS]))
        all->values[BY_UNITS] = metrics_get(&r->m, KEY_RATIO, "trace");
    return true;
}

static void ratio_row(text *t, const bar_chart *c, const chart_row *row, double writes, double divergent, double most)
{
    html_row(t, row->name);
    html_cell_number(t, writes, 0);
    html_cell_number(t, 100 * divergent / writes, 1);
    for (int bar = 0; bar < 3; bar++)
        html_cell_number(t, row->values[bar], 2);
    html_chart_cell(t, c, row, BY_UNITS, most);
    html_row_end(t);
}

static void ratio_table(text *t, const report_data *r, char **traces)
{
    bar_chart c;
    double writes = 0, divergent = 0, most = 1;
    if (!ratio_chart(&c, r))
        return;
    for (char **n = traces; *n; n++)
        most = fmax(most, metrics_get(&r->m, KEY_RATIO_UNITS, *n));
    html_table(t, "Compression ratio, raw bits over stored bits as sum over sum; the bar is by units, its line at 1",
               "Trace|#values|#divergent %|#by bytes|#by units|#units + tag|");
    for (int i = 0; traces[i]; i++) {
        double w = report_values(r, traces[i]), v = metrics_get(&r->m, KEY_DIVERGENT, traces[i]);
        writes += w;
        divergent += v;
        ratio_row(t, &c, &c.rows[i], w, v, most);
    }
    ratio_row(t, &c, &c.rows[c.row_count - 1], writes, divergent, most);
    html_table_end(t);
}

/* ---- codes ---- */

static void class_row(const bar_chart *c, chart_row *row, const report_data *r, const char *key, const char *scope, const int *order)
{
    for (int i = 0; i < c->part_count; i++)
        chart_set(c, row, i, &r->m, key, scope, r->d.codec->class_names[order[i]]);
}

/* Smallest code first, raw last. */
void class_shares(bar_chart *c, const report_data *r, char **traces, const char *key, bool all)
{
    const char *const *classes = r->d.codec->class_names;
    int order[WF_MAX_CLASSES], count = 0;
    while (count < WF_MAX_CLASSES && classes[count])
        count++;
    for (int i = 0; i < count; i++) {
        order[i] = (i + 1) % count;
        chart_add_part(c, classes[order[i]], html_colour(order[i]), 0, 1);
    }
    for (char **n = traces; *n; n++)
        class_row(c, chart_add_row(c, report_trace_name(*n)), r, key, *n, order);
    if (all)
        class_row(c, chart_add_sum(c, "all", "all"), r, key, "trace", order);
}

bool class_chart(bar_chart *c, const report_data *r)
{
    *c = (bar_chart){.title = "Codes used, as shares of the values",
                     .axis = "% of the values",
                     .row = "trace",
                     .part = "code",
                     .value = "values",
                     .unit = " %",
                     .shares = true};
    if (!r->ran[STEP_TRACE])
        return false;
    class_shares(c, r, report_traces(r), KEY_CLASS, false);
    return true;
}

/* What becomes of a divergent write. */
static const char *divergent_writes(const report_data *r)
{
    if (!r->d.codec->divergent)
        return "A divergent write is stored raw.";
    if (r->d.sizes.raw_bit > 0)
        return "A divergent write is stored raw; its tag says what its active lanes hold.";
    return "A divergent write is encoded too, from its active lanes; the others stay in their banks and count as raw.";
}

void section_compression(text *t, const report_data *r)
{
    html_section(t, "compression", "Compression");
    if (!html_not_run(t, r, STEP_TRACE)) {
        bar_chart codes;
        ratio_table(t, r, report_traces(r));
        if (class_chart(&codes, r))
            html_chart_table(t, &codes);
        html_para(t, "note",
                  "Values: register writes, and operand reads where a trace has them. %s Units: whole %ss, as the storage is "
                  "accessed; tag: %d bit%s a block.%s",
                  divergent_writes(r), r->d.codec->unit_name, r->d.sizes.tag_bits, r->d.sizes.tag_bits == 1 ? "" : "s",
                  r->d.sizes.tag_bits >= 32
                      ? " This codec keeps base values in the tag: a value may take no unit at all, and the ratios without "
                        "the tag leave out part of what is stored. A trace of nothing but such values has no ratio without "
                        "the tag: a dash."
                      : "");
    }
    html_section_end(t);
}

/* ---- distance bins ---- */

static const char *const masks[] = {"nondiv", "div"};
static const struct {
    const char *key, *name, *colour;
} bins[] = {{"zero", "zero: all lanes equal", "k1"}, {"128", "within 128", "k2"}, {"32k", "within 32K", "k3"}, {"random", "random", "k0"}};
enum { MASKS = sizeof masks / sizeof masks[0], BINS = sizeof bins / sizeof bins[0] };

bool bin_chart(bar_chart *c, const report_data *r)
{
    *c = (bar_chart){.title = "Largest distance between two successive lanes of a register, as shares of the values",
                     .axis = "% of the values",
                     .row = "trace",
                     .bar = "mask",
                     .part = "distance",
                     .value = "values",
                     .unit = " %",
                     .bars = {"not divergent", "divergent"},
                     .shares = true};
    for (int p = 0; p < MASKS * BINS; p++)
        chart_add_part(c, bins[p % BINS].name, bins[p % BINS].colour, p / BINS, 1);
    if (!r->ran[STEP_TRACE])
        return false;
    for (char **n = report_traces(r); *n; n++) {
        chart_row *row = chart_add_row(c, report_trace_name(*n));
        for (int p = 0; p < c->part_count; p++)
            chart_set(c, row, p, &r->m, KEY_BIN, *n, masks[p / BINS], bins[p % BINS].key);
    }
    return true;
}

void section_bins(text *t, const report_data *r)
{
    bar_chart c;
    html_section(t, "distance", "Distance between successive lanes");
    if (!html_not_run(t, r, STEP_TRACE) && bin_chart(&c, r))
        html_chart_table(t, &c);
    html_section_end(t);
}

/* ---- energy ---- */

enum { STORAGE, UNITS };

bool energy_chart(bar_chart *c, const report_data *r)
{
    *c = (bar_chart){.title = "Energy of a register access",
                     .axis = "energy of an access (pJ)",
                     .row = "trace",
                     .part = "part",
                     .value = "energy_pj",
                     .unit = " pJ",
                     .mark = "raw storage",
                     .mark_value = "raw_storage_pj"};
    chart_add_part(c, "storage accesses, dummy moves too", "k1", 0, 1);
    chart_add_part(c, "encoder, decoder", "k2", 0, 1);
    if (r->energy == NULL || !r->ran[STEP_TRACE])
        return false;
    for (char **n = report_traces(r); *n; n++) {
        chart_row *row = chart_add_row(c, report_trace_name(*n));
        report_access own;
        report_access_energy(r, *n, &r->own, &own);
        row->mark = own.base;
        row->values[STORAGE] = own.stored;
        row->values[UNITS] = own.units;
    }
    return true;
}

static void energy_row(text *t, const report_data *r, const char *scope, const bar_chart *c, const chart_row *row)
{
    energy_model published;
    report_access own, paper;
    energy_of_design(&published, &r->d);
    report_access_energy(r, scope, &r->own, &own);
    report_access_energy(r, scope, &published, &paper);
    html_row(t, row->name);
    html_cell_number(t, report_units_used(r, scope), 2);
    html_cell_number(t, metrics_get(&r->m, design_merges(&r->d) ? KEY_MOVES_BY_CODE : KEY_MOVES, scope), 0);
    html_cell_number(t, own.base, 1);
    html_cell_number(t, own.base - own.saved, 1);
    html_cell_number(t, own.saved, 1);
    html_cell_number(t, 100 * own.saved / own.base, 1);
    html_cell_number(t, 100 * paper.saved / own.base, 1);
    text_puts(t, "<td class=\"b\">");
    if (isfinite(own.stored + own.units) && html_chart_bar(t, c, row, 0, 1.2 * own.base))
        text_printf(t, "<small>broken off: %.2f times raw storage</small>", (own.stored + own.units) / own.base);
    text_puts(t, "</td>");
    html_row_end(t);
}

/* Adds a caution if the library and the storage energies are of different nodes. */
static void energy_caution(text *t, const report_data *r)
{
    const char *file = metrics_get_text(&r->m, KEY_RUN_LIBERTY);
    int node = r->energy->node_nm;
    if (file && r->library == NULL)
        html_para(t, "warn",
                  "The node of library %s is not known here; the storage energies are of %d nm. Where they differ, the "
                  "sum mixes two technologies.",
                  file, node);
    else if (r->library && r->library->node_nm != node)
        html_para(t, "warn",
                  "Not comparable as it stands: the units are mapped to a %d nm library (%s, %g V), the storage "
                  "energies are of %d nm. The sum mixes two technologies; map the units with --liberty to a %d nm "
                  "library for a figure that means something.",
                  r->library->node_nm, report_library(r), r->library->volts, node, node);
}

/* How many reads a write the energies are of. */
static char *reads_text(const report_data *r)
{
    char **traces = report_traces(r);
    bool all = true;
    for (char **n = traces; *n; n++)
        all &= report_reads_are_real(r, *n);
    double real = report_reads(r, "trace");
    if (!report_reads_are_real(r, "trace") && !isfinite(real))
        return format_new("an unknown number of reads a write (--reads-per-write)");
    if (!report_reads_are_real(r, "trace"))
        return format_new("%g reads a write (--reads-per-write)", real);
    if (isnan(real))
        return format_new("an unknown number of reads a write");
    if (!isfinite(real))
        return format_new("reads alone, those of the instructions in the traces");
    return all ? format_new("%.2f reads a write, those of the instructions in the traces", real)
               : format_new("%.2f reads a write over all traces: those of instructions where the traces have them", real);
}

static void energy_formula(text *t, const report_data *r)
{
    char *reads = reads_text(r);
    const paper_energy *energy = r->energy;
    char *e = number_new(energy_bank(&r->model), AUTO), *enc = number_new(r->own.enc_pj, AUTO), *dec = number_new(r->own.dec_pj, AUTO),
         *tag = number_new(r->model.tag_pj, AUTO);
    bool tagged = r->model.tag_pj > 0, always = energy_codes_divergent(&r->d);
    text_printf(t,
                "<div class=\"formula\"><p><code>saved = (e·(B<sub>0</sub> − B)%s − E<sub>enc</sub>·n<sub>enc</sub> − "
                "E<sub>dec</sub>·n<sub>dec</sub>) / n</code></p>\n",
                tagged ? " − t·T" : "");
    html_para(t, "note",
              "n reads and writes (%s). e = %s pJ: an access of a bank, (%g + %g) pJ for %d bits; of other widths in proportion. "
              "B_0 accesses of banks if all is raw in lane order, B as stored, those of dummy moves too. A divergent write takes the banks "
              "that it touches. n_enc and n_dec: activations of the units, for moves too.",
              reads, e, energy->access_pj, energy->wire_pj, energy->unit_bits);
    if (report_reads_are_real(r, "trace"))
        html_para(t, "note", "Where the traces tell the sources of instructions, a read is one of these, of a register as it is stored.");
    if (tagged)
        html_para(t, "note", "t = %s pJ: an access of the array of tags, %d bits; T: at every read and write, and twice for a move.", tag,
                  r->d.sizes.tag_bits);
    html_para(t, "note",
              "E_enc = %s pJ and E_dec = %s pJ, an activation, are the units' own; the last column takes the paper's %.3g and "
              "%.3g pJ at %d lanes (%s), in proportion to the lanes. %s Storage: %s.",
              enc, dec, energy->enc_pj, energy->dec_pj, energy->lanes, energy->units_source,
              !r->d.isolate ? "Without isolation (--isolate 0) every access activates its unit."
              : always      ? "The encoder works on divergent writes too; the decoder rests where nothing is compressed."
                            : "With isolation raw values are taken to cost the units nothing, the most that it can save: the encoder works "
                              "on writes with a full mask.",
              energy->source);
    if (r->own.enc_codes.known)
        html_para(t, "note",
                  "An activation of the units' own takes what its code takes (Power); E_enc and E_dec are the means of that measurement.");
    if (energy->units_bound)
        html_para(t, "note",
                  "The paper's units are an upper bound, not a measurement: the last column is the least that an access saves "
                  "with them.");
    text_puts(t, "</div>\n");
}

void section_energy(text *t, const report_data *r)
{
    bar_chart c;
    html_section(t, "energy", "Net energy of a register access");
    if (r->energy == NULL) {
        html_para(t, "note", "No energy of storage is published of this codec (docs/papers).");
    } else if (!html_not_run(t, r, STEP_TRACE)) {
        html_not_run(t, r, STEP_SYNTH);
        energy_caution(t, r);
        char **traces = report_traces(r);
        char *reads = reads_text(r), *caption = format_new("pJ an access, %s; the line is raw storage", reads);
        html_table(t, caption, "Trace|#units a value|#dummy moves|#raw|#pJ an access|#saved pJ|#saved %|#saved % with the paper's units|");
        for (int i = 0; energy_chart(&c, r) && i < c.row_count; i++)
            energy_row(t, r, traces[i], &c, &c.rows[i]);
        html_table_end(t);
        html_chart_legend(t, &c);
        energy_formula(t, r);
        html_para(t, "note", "Left out: leakage and its gating, %sthe clock tree.", r->model.tag_pj > 0 ? "" : "the array of tags, ");
    }
    html_section_end(t);
}
