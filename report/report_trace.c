/* SPDX-License-Identifier: Apache-2.0
 *
 * Sections on the register values: compression, class mix, distance bins, energy of an access. */
#include "report_html.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* The largest ratio by units, at least 1. */
static double largest(const report_data *r, char **traces)
{
    double max = 1;
    for (char **n = traces; *n; n++)
        max = fmax(max, metrics_get(&r->m, KEY_RATIO_UNITS, *n));
    return max;
}

static void ratio_row(text *t, const char *name, double writes, double divergent, double bytes, double by_units, double tag, double max)
{
    html_row(t, name);
    html_cell_number(t, writes, 0);
    html_cell_number(t, divergent, 1);
    html_cell_number(t, bytes, 2);
    html_cell_number(t, by_units, 2);
    html_cell_number(t, tag, 2);
    text_puts(t, "<td class=\"b\">");
    char *title = format_new("%s: ratio by units", name);
    svg_bar(t, &(svg_part){by_units, "k1", NULL}, 1, max, 1, title);
    text_puts(t, "</td>");
    html_row_end(t);
}

void html_class_mix(text *t, const report_data *r, char **traces, const char *caption, const char *columns, const char *key)
{
    const char *const *classes = r->d.codec->class_names;
    html_table(t, caption, columns);
    for (char **n = traces; *n; n++) {
        svg_part parts[WF_MAX_CLASSES];
        char labels[WF_MAX_CLASSES][64];
        int count = 0;
        double sum = 0;
        for (int c = 0; c < WF_MAX_CLASSES && classes[c]; c++)
            sum += fmax(0, metrics_get(&r->m, key, *n, classes[c]));
        /* Smallest code first, raw last. */
        for (int k = 1; k <= WF_MAX_CLASSES; k++) {
            int c = k < WF_MAX_CLASSES && classes[k] ? k : 0;
            double v = metrics_get(&r->m, key, *n, classes[c]);
            snprintf(labels[count], sizeof labels[count], "%s: %s %%", classes[c], number_new(100 * v / sum, 1));
            parts[count] = (svg_part){v, html_colour(c), labels[count]};
            count++;
            if (c == 0)
                break;
        }
        html_row(t, report_trace_name(*n));
        if (sum == 0) {
            html_cell(t, "–");
            html_row_end(t);
            continue;
        }
        text_puts(t, "<td class=\"b wide\">");
        text summary = {0};
        text_printf(&summary, "%s:", report_trace_name(*n));
        for (int i = 0; i < count; i++)
            if (isfinite(parts[i].value))
                text_printf(&summary, " %s,", labels[i]);
        summary.data[--summary.len] = '\0';
        svg_bar(t, parts, count, sum, (double)NAN, summary.data);
        text_puts(t, "</td>");
        html_row_end(t);
    }
    html_table_end(t);
    text_puts(t, "<ul class=\"legend\">\n");
    for (int c = 1; c < WF_MAX_CLASSES && classes[c]; c++)
        html_legend_item(t, html_colour(c), classes[c]);
    html_legend_item(t, html_colour(0), classes[0]);
    text_puts(t, "</ul>\n");
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
        const metrics *m = &r->m;
        char **traces = report_traces(r);
        double max = largest(r, traces);
        html_table(t, "Compression ratio, raw bits over stored bits as sum over sum; the bar is by units, its line at 1",
                   "Trace|#values|#divergent %|#by bytes|#by units|#units + tag|");
        double writes = 0, divergent = 0;
        for (char **n = traces; *n; n++) {
            double w = report_values(r, *n), v = metrics_get(m, KEY_DIVERGENT, *n);
            writes += w;
            divergent += v;
            ratio_row(t, report_trace_name(*n), w, 100 * v / w, metrics_get(m, KEY_RATIO_BYTES, *n), metrics_get(m, KEY_RATIO_UNITS, *n),
                      metrics_get(m, KEY_RATIO_UNITS_TAG, *n), max);
        }
        double all_units = metrics_get(m, KEY_RATIO_UNITS, "trace");
        ratio_row(t, "all", writes, 100 * divergent / writes, metrics_get(m, KEY_RATIO_BYTES, "trace"),
                  isfinite(all_units) ? all_units : metrics_get(m, KEY_RATIO, "trace"), metrics_get(m, KEY_RATIO_UNITS_TAG, "trace"), max);
        html_table_end(t);
        html_class_mix(t, r, traces, "Codes used, as shares of the values", "Trace|codes", KEY_CLASS);
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

static void bin_cell(text *t, const report_data *r, const char *scope, const char *kind)
{
    static const struct {
        const char *key, *name, *colour;
    } bins[] = {{"zero", "zero", "k1"}, {"128", "within 128", "k2"}, {"32k", "within 32K", "k3"}, {"random", "random", "k0"}};
    enum { N = sizeof bins / sizeof bins[0] };
    svg_part parts[N];
    char labels[N][48];
    double sum = 0;
    for (int i = 0; i < N; i++)
        sum += fmax(0, metrics_get(&r->m, KEY_BIN, scope, kind, bins[i].key));
    text title = {0};
    text_printf(&title, "%s, %s:", report_trace_name(scope), strcmp(kind, "div") == 0 ? "divergent" : "not divergent");
    for (int i = 0; i < N; i++) {
        double v = metrics_get(&r->m, KEY_BIN, scope, kind, bins[i].key);
        snprintf(labels[i], sizeof labels[i], "%s %s %%", bins[i].name, number_new(100 * v / sum, 1));
        parts[i] = (svg_part){v, bins[i].colour, labels[i]};
        if (isfinite(v))
            text_printf(&title, "%s %s", ends_with(title.data, ":") ? "" : ",", labels[i]);
    }
    if (sum > 0) {
        text_puts(t, "<td class=\"b wide\">");
        svg_bar(t, parts, N, sum, (double)NAN, title.data);
        text_puts(t, "</td>");
    } else {
        html_cell(t, "–");
    }
}

void section_bins(text *t, const report_data *r)
{
    html_section(t, "distance", "Distance between successive lanes");
    if (!html_not_run(t, r, STEP_TRACE)) {
        html_table(t, "Largest distance between two successive lanes of a register, as shares of the values",
                   "Trace|not divergent|divergent");
        char **traces = report_traces(r);
        for (char **n = traces; *n; n++) {
            html_row(t, report_trace_name(*n));
            bin_cell(t, r, *n, "nondiv");
            bin_cell(t, r, *n, "div");
            html_row_end(t);
        }
        html_table_end(t);
        text_puts(t, "<ul class=\"legend\">\n");
        html_legend_item(t, "k1", "zero: all lanes equal");
        html_legend_item(t, "k2", "within 128");
        html_legend_item(t, "k3", "within 32K");
        html_legend_item(t, "k0", "random");
        text_puts(t, "</ul>\n");
    }
    html_section_end(t);
}

/* ---- energy ---- */

static void energy_row(text *t, const report_data *r, const char *scope)
{
    const char *name = report_trace_name(scope);
    energy_model published;
    report_access own, paper;
    energy_of_design(&published, &r->d);
    report_access_energy(r, scope, &r->own, &own);
    report_access_energy(r, scope, &published, &paper);
    html_row(t, name);
    html_cell_number(t, report_units_used(r, scope), 2);
    html_cell_number(t, metrics_get(&r->m, design_merges(&r->d) ? KEY_MOVES_BY_CODE : KEY_MOVES, scope), 0);
    html_cell_number(t, own.base, 1);
    html_cell_number(t, own.base - own.saved, 1);
    html_cell_number(t, own.saved, 1);
    html_cell_number(t, 100 * own.saved / own.base, 1);
    html_cell_number(t, 100 * paper.saved / own.base, 1);
    text_puts(t, "<td class=\"b\">");
    svg_part parts[] = {{own.stored, "k1", "storage accesses, dummy moves too"}, {own.units, "k2", "encoder, decoder"}};
    char *title = format_new("%s: energy of an access, the line is raw storage", name);
    if (isfinite(own.stored + own.units) && svg_bar(t, parts, 2, 1.2 * own.base, own.base, title))
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
                  r->library->node_nm, file, r->library->volts, node, node);
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
    html_section(t, "energy", "Net energy of a register access");
    if (r->energy == NULL) {
        html_para(t, "note", "No energy of storage is published of this codec (docs/papers).");
    } else if (!html_not_run(t, r, STEP_TRACE)) {
        html_not_run(t, r, STEP_SYNTH);
        energy_caution(t, r);
        char **traces = report_traces(r);
        char *reads = reads_text(r), *caption = format_new("pJ an access, %s; the line is raw storage", reads);
        html_table(t, caption, "Trace|#units a value|#dummy moves|#raw|#pJ an access|#saved pJ|#saved %|#saved % with the paper's units|");
        for (char **n = traces; *n; n++)
            energy_row(t, r, *n);
        html_table_end(t);
        text_puts(t, "<ul class=\"legend\">\n");
        html_legend_item(t, "k1", "storage accesses, dummy moves too");
        html_legend_item(t, "k2", "encoder, decoder");
        text_puts(t, "</ul>\n");
        energy_formula(t, r);
        html_para(t, "note", "Left out: leakage and its gating, %sthe clock tree.", r->model.tag_pj > 0 ? "" : "the array of tags, ");
    }
    html_section_end(t);
}
