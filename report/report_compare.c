/* SPDX-License-Identifier: Apache-2.0
 *
 * The page of several designs side by side. */
#include "report_compare.h"

#include <math.h>
#include <string.h>

static void group_row(text *t, const char *name, int n)
{
    text_printf(t, "</tbody>\n<tbody><tr><th scope=\"rowgroup\" colspan=\"%d\" class=\"group\">", n + 2);
    svg_escape(t, name);
    text_puts(t, "</th></tr>\n");
}

/* ---- facts ---- */

/* A fact that differs is bold. */
static void row_head(text *t, const char *label, bool bold)
{
    text_puts(t, bold ? "<tr class=\"differs\">" : "<tr>");
    text_puts(t, "<th scope=\"row\">");
    svg_escape(t, label);
    text_puts(t, "</th>");
}

static void fact_row(text *t, const compare_fact *f, int n, bool differs)
{
    row_head(t, f->label, differs);
    for (int i = 0; i < n; i++) {
        text_puts(t, "<td class=\"n\">");
        svg_escape(t, f->text[i] ? f->text[i] : "–");
        text_puts(t, "</td>");
    }
    html_cell(t, "");
    html_row_end(t);
}

/* ---- figures ---- */

/* The best and the largest figure of a row; `best` is NAN if none is to be marked. */
static void row_range(const report_data *r, int n, const compare_row *w, const compare_grounds *g, double *best, double *max)
{
    key_better better = key_of_ref(&w->key)->better;
    double min = NAN;
    *max = NAN;
    for (int i = 0; i < n; i++) {
        double v = compare_number(&r[i], w);
        min = fmin(min, v);
        *max = fmax(*max, v);
    }
    bool fair = better != KEY_NONE && min < *max && compare_equal(r, n, w, g);
    *best = !fair ? (double)NAN : better == KEY_DOWN ? min : *max;
}

static void figure_row(text *t, const report_data *r, int n, const compare_row *w, const compare_grounds *g, bool differs)
{
    const key_info *key = key_of_ref(&w->key);
    double best, max;
    row_range(r, n, w, g, &best, &max);
    row_head(t, w->label, differs && key->better == KEY_NONE);
    for (int i = 0; i < n; i++) {
        double v = compare_number(&r[i], w), ratio = compare_ratio(r, i, w);
        const char *s = compare_text(&r[i], w);
        text_printf(t, "<td class=\"n%s\">", isfinite(v) && v == best ? " best" : "");
        if (s)
            svg_escape(t, s);
        else
            format_number(t, v, w->decimals);
        if (isfinite(ratio)) {
            text_puts(t, "<small class=\"over\"> × ");
            format_number(t, ratio, 2);
            text_puts(t, "</small>");
        }
        if (key->better != KEY_NONE && isfinite(v) && v >= 0 && max > 0)
            svg_bar(t, &(svg_part){v, v == best ? "k1" : "k2", NULL}, 1, max, (double)NAN, w->label);
        text_puts(t, "</td>");
    }
    html_cell(t, key->unit);
    html_row_end(t);
}

/* Ratios of the traces that any of the designs was measured on. */
static void trace_rows(text *t, const report_data *r, int n, const compare_grounds *g)
{
    static const struct {
        const char *pattern, *name;
        bool line, one_burst;
    } kinds[] = {{KEY_RATIO_UNITS, "by units", false, false},
                 {KEY_RATIO_UNITS_TAG, "by units + tag", false, false},
                 {KEY_RATIO_BURSTS, "by bursts", true, false},
                 {KEY_RATIO_BYTES, "by bytes", true, true}};
    for (size_t kind = 0; kind < sizeof kinds / sizeof kinds[0]; kind++) {
        metrics seen = {0};
        for (int i = 0; i < n; i++) {
            char **traces = report_traces(&r[i]);
            bool line = r[i].d.unit->line, one_burst = line && r[i].d.sizes.units == 1;
            for (char **s = traces; *s && line == kinds[kind].line && one_burst == kinds[kind].one_burst; s++)
                metrics_set(&seen, 1, "%s", *s);
        }
        if (seen.first) {
            char *heading = format_new("Compression ratio of each trace, %s", kinds[kind].name);
            group_row(t, heading, n);
        }
        for (const metric *x = seen.first; x; x = x->hh.next)
            figure_row(
                t, r, n,
                &(compare_row){NULL, report_trace_name(x->key), COMPARE_DESIGN, KEY_REF(kinds[kind].pattern, x->key), 2, STEP_TRACE, false},
                g, false);
    }
}

void compare_table(text *t, const report_data *r, int n, const char *caption)
{
    compare_grounds g = compare_grounds_of(r, n);
    text columns = {0};
    const char *group = "";
    text_puts(&columns, "Figure");
    for (int i = 0; i < n; i++)
        text_printf(&columns, "|#%s", compare_name(r, n, i));
    text_puts(&columns, "|");
    html_table(t, caption, columns.data);
    for (const compare_item *x = compare_items(r, n, false); x->group; x++) {
        if (strcmp(x->group, group) != 0)
            group_row(t, x->group, n);
        group = x->group;
        if (x->fact)
            fact_row(t, x->fact, n, x->differs);
        else
            figure_row(t, r, n, x->row, &g, x->differs);
    }
    trace_rows(t, r, n, &g);
    html_table_end(t);
}

/* ---- text above and below the table ---- */

static void missing_steps(text *t, const report_data *r, const char *name)
{
    for (int s = 0; s < STEPS; s++)
        if (!r->ran[s] && report_has_step(r, s)) {
            char *command = report_command(r, s, name);
            html_para(t, "missing", "%s: %s not run. Run: %s", name, report_steps[s].what, command);
        }
}

/* The published relations of two units, beside the same relations of these designs. */
static void relations(text *t, const report_data *r, int n)
{
    bool open = false;
    for (const report_relation *p = report_relations; p->unit; p++) {
        int unit, other;
        const char *why;
        if (!compare_pair(r, n, p, &unit, &other))
            continue;
        if (!open) {
            html_section(t, "relations", "One paper's comparison of both");
            html_table(t, "The first design of each unit", "Figure|#published|#here|what the published figure is");
        }
        open = true;
        char *what = format_new("%s over %s: %s", p->unit, p->other, p->what);
        html_row(t, what);
        html_cell_number(t, p->value, 2);
        html_cell_number(t, compare_relation(r, p, unit, other, &why), 2);
        text_puts(t, "<td class=\"says\">");
        if (why)
            text_printf(t, "<strong>not comparable: %s.</strong> ", why);
        svg_escape(t, p->includes);
        text_puts(t, ".</td>");
        html_row_end(t);
    }
    if (open) {
        html_table_end(t);
        html_para(t, "note",
                  "A relation within one flow is free of the node. The published ones are of that paper's own units and "
                  "inputs; here: the designs of this page, with their stages.");
        html_section_end(t);
    }
}

static void caveats(text *t, const report_data *r, int n)
{
    char **warnings = compare_warnings(r, n);
    for (char **w = warnings; *w; w++)
        html_para(t, "warn", "%s", *w);
    bool kept = false, other = false;
    for (int i = 0; i < n; i++) {
        kept |= r[i].d.codec && r[i].d.sizes.tag_bits >= 32;
        other |= r[i].d.codec && r[i].d.sizes.tag_bits < 32;
    }
    if (kept && other)
        html_para(t, "note",
                  "One codec keeps base values in the payload, another in the tag: between them only the ratio by units + tag "
                  "counts the same things. Energies of the storage include the array of tags where one is published.");
    for (int i = 0; i < n; i++)
        if (metrics_get(&r[i].m, KEY_WIRING_REGISTER) > 0) {
            html_para(t, "note",
                      "Wiring: how far the bits of a register move between lane order and byte planes, in bit pitches, with "
                      "the bits in a row at one pitch, straight, in one direction, without detours, once a port. It comes on "
                      "top of the wires between the ports, which no figure here has, and no cell area shows it.");
            break;
        }
}

void compare_page(text *t, const report_data *r, int n, const char *folders)
{
    html_open(t, "Warpfold: designs side by side", folders);
    for (int i = 0; i < n; i++) {
        char *name = compare_name(r, n, i);
        missing_steps(t, &r[i], name);
        html_warnings(t, &r[i], name);
    }
    caveats(t, r, n);
    compare_front(t, r, n);
    compare_table(
        t, r, n,
        "A column a design; what differs comes first, facts that differ and the best figure of a row are bold; × the ratio to the "
        "first design; bars are shares of the largest; figures that none of them has are left out");
    char **notes = compare_notes(r, n);
    for (char **x = notes; *x; x++)
        html_para(t, "note", "%s", *x);
    html_para(t, "note", REPORT_LEFT_OUT);
    relations(t, r, n);
    html_close(t);
}
