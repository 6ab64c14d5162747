/* SPDX-License-Identifier: Apache-2.0
 *
 * Several designs side by side, and the table on the terminal: one list of rows serves both. */
#include "report_html.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    const char *group;  /* a heading before this row; NULL: still the same */
    const char *label, *key, *unit;
    int decimals;
    int better;         /* -1 less, 1 more, 0 neither: what is set off */
    int step;           /* whose figure it is, -1: the manifest's */
    bool brief;         /* on the terminal too */
} row;

static const row rows[] = {
    {"Design", "room", "run__codec", "", 0, 0, -1, true},
    {NULL, "lanes", "run__lanes", "", 0, 0, -1, true},
    {NULL, "stages of the encoder", "run__enc_stages", "", 0, 0, -1, true},
    {NULL, "stages of the decoder", "run__dec_stages", "", 0, 0, -1, true},
    {NULL, "encoders", "run__encs", "", 0, 0, -1, false},
    {NULL, "decoders", "run__decs", "", 0, 0, -1, false},
    {"Synthesis", "library", "run__liberty", "", 0, 0, STEP_SYNTH, true},
    {NULL, "clock", "run__clock_ns", "ns", 3, 0, STEP_SYNTH, true},
    {"Encoder", "logic", "enc__area_um2", "µm²", AUTO, -1, STEP_SYNTH, true},
    {NULL, "logic", "enc__area_ge", "GE", 0, -1, STEP_SYNTH, true},
    {NULL, "with registers", "enc__total_area_um2", "µm²", AUTO, -1, STEP_SYNTH, false},
    {NULL, "delay", "enc__delay_ns", "ns", 3, -1, STEP_SYNTH, true},
    {NULL, "delay", "enc__delay_fo4", "FO4", 1, -1, STEP_SYNTH, false},
    {NULL, "area × delay", "enc__area_delay", "µm²·ns", AUTO, -1, STEP_SYNTH, true},
    {NULL, "slack", "enc__slack_ns", "ns", 3, 1, STEP_SYNTH, true},
    {NULL, "energy", "enc__energy_pj", "pJ", AUTO, -1, STEP_SYNTH, true},
    {"Decoder", "logic", "dec__area_um2", "µm²", AUTO, -1, STEP_SYNTH, true},
    {NULL, "logic", "dec__area_ge", "GE", 0, -1, STEP_SYNTH, true},
    {NULL, "with registers", "dec__total_area_um2", "µm²", AUTO, -1, STEP_SYNTH, false},
    {NULL, "delay", "dec__delay_ns", "ns", 3, -1, STEP_SYNTH, true},
    {NULL, "delay", "dec__delay_fo4", "FO4", 1, -1, STEP_SYNTH, false},
    {NULL, "area × delay", "dec__area_delay", "µm²·ns", AUTO, -1, STEP_SYNTH, true},
    {NULL, "slack", "dec__slack_ns", "ns", 3, 1, STEP_SYNTH, true},
    {NULL, "energy", "dec__energy_pj", "pJ", AUTO, -1, STEP_SYNTH, true},
    {"Array", "logic", "array__area_um2", "µm²", AUTO, -1, STEP_SYNTH, true},
    {NULL, "with registers", "array__total_um2", "µm²", AUTO, -1, STEP_SYNTH, true},
    {"Co-simulation", "Verilator vectors", "cosim__verilator__vectors", "", 0, 0, STEP_COSIM, true},
    {NULL, "Verilator mismatches", "cosim__verilator__mismatches", "", 0, -1, STEP_COSIM, true},
    {NULL, "Icarus vectors", "cosim__icarus__vectors", "", 0, 0, STEP_COSIM, true},
    {NULL, "Icarus mismatches", "cosim__icarus__mismatches", "", 0, -1, STEP_COSIM, true},
    {"Traces", "number", "trace__count", "", 0, 0, STEP_TRACE, true},
    {NULL, "ratio by bytes", "trace__ratio_bytes", "", 2, 1, STEP_TRACE, true},
    {NULL, "ratio by units", "trace__ratio_units", "", 2, 1, STEP_TRACE, true},
    {NULL, "ratio by units + tag", "trace__ratio_units_tag", "", 2, 1, STEP_TRACE, true},
    {"Energy", "raw access", "energy__raw_access_pj", "pJ", 1, 0, STEP_TRACE, true},
    {NULL, "net saving an access", "energy__saved_pj", "pJ", 1, 1, STEP_TRACE, true},
};
enum { ROWS = sizeof rows / sizeof rows[0] };

/* A cell's text: malloc'd. */
static char *cell_text(const report_data *r, const row *w)
{
    const char *s = metrics_get_text(&r->m, "%s", w->key);
    return s ? format_new("%s", s) : number_new(metrics_get(&r->m, "%s", w->key), w->decimals);
}

static bool same_text(const report_data *r, int n, const char *key)
{
    const char *first = metrics_get_text(&r[0].m, "%s", key);
    for (int i = 1; i < n; i++) {
        const char *s = metrics_get_text(&r[i].m, "%s", key);
        if ((first == NULL) != (s == NULL) || (s && strcmp(first, s) != 0))
            return false;
    }
    return true;
}

/* ---- page ---- */

/* The best and the largest of a row; `best` is NAN where none is to be set off. */
static void row_range(const report_data *r, int n, const row *w, bool same_library, double *best, double *max)
{
    double min = NAN;
    *max = NAN;
    for (int i = 0; i < n; i++) {
        double v = metrics_get(&r[i].m, "%s", w->key);
        min = fmin(min, v);
        *max = fmax(*max, v);
    }
    bool fair = w->better != 0 && min < *max && (same_library || w->step != STEP_SYNTH);
    *best = !fair ? (double)NAN : w->better < 0 ? min : *max;
}

static void compare_row(text *t, const report_data *r, int n, const row *w, bool same_library)
{
    double best, max;
    row_range(r, n, w, same_library, &best, &max);
    html_row(t, w->label);
    for (int i = 0; i < n; i++) {
        double v = metrics_get(&r[i].m, "%s", w->key);
        const char *s = metrics_get_text(&r[i].m, "%s", w->key);
        text_printf(t, "<td class=\"n%s\">", isfinite(v) && v == best ? " best" : "");
        if (s)
            svg_escape(t, s);
        else
            format_number(t, v, w->decimals);
        if (w->better && isfinite(v) && v >= 0 && max > 0)
            svg_bar(t, &(svg_part){v, v == best ? "k1" : "k2", NULL}, 1, max, (double)NAN, w->label);
        text_puts(t, "</td>");
    }
    html_cell(t, w->unit);
    html_row_end(t);
}

static void compare_group(text *t, const char *name, int n)
{
    text_printf(t, "</tbody>\n<tbody><tr><th scope=\"rowgroup\" colspan=\"%d\" class=\"group\">", n + 2);
    svg_escape(t, name);
    text_puts(t, "</th></tr>\n");
}

/* Traces that any of the designs was measured on, by units. */
static void compare_traces(text *t, const report_data *r, int n)
{
    metrics seen = {0};
    for (int i = 0; i < n; i++) {
        char **names = names_find(&r[i].m, "trace__", "__writes");
        for (char **s = names; *s; s++)
            metrics_set(&seen, 1, "%s", *s);
        names_free(names);
    }
    if (seen.count > 0)
        compare_group(t, "Compression ratio of each trace, by units", n);
    for (size_t k = 0; k < seen.count; k++) {
        char *key = format_new("trace__%s__ratio_units", seen.items[k].key);
        compare_row(t, r, n, &(row){NULL, seen.items[k].key, key, "", 2, 1, STEP_TRACE, false}, true);
        free(key);
    }
    metrics_free(&seen);
}

static void missing_steps(text *t, const report_data *r)
{
    for (int s = 0; s < STEPS; s++)
        if (!r->ran[s]) {
            char *command = report_command(r, s, r->d.name);
            html_para(t, "missing", "%s: %s not run. Run: %s", r->d.name, report_steps[s].what, command);
            free(command);
        }
}

void compare_page(text *t, const report_data *r, int n)
{
    bool same_library = same_text(r, n, "run__liberty");
    html_open(t, "Warpfold: designs side by side");
    if (!same_library)
        html_para(
            t, "warn",
            "The designs are mapped to different libraries: their areas, delays and energies are not comparable.");
    for (int i = 0; i < n; i++)
        missing_steps(t, &r[i]);
    text columns = {0};
    text_puts(&columns, "Figure");
    for (int i = 0; i < n; i++)
        text_printf(&columns, "|#%s", r[i].d.name);
    text_puts(&columns, "|");
    html_table(t, "A column a design; bold is the best of a row, bars are shares of the largest", columns.data);
    text_free(&columns);
    for (int k = 0; k < ROWS; k++) {
        if (rows[k].group)
            compare_group(t, rows[k].group, n);
        compare_row(t, r, n, &rows[k], same_library);
    }
    compare_traces(t, r, n);
    html_table_end(t);
    html_para(t, "note", "Cell areas and netlist timing: no wires, no clock tree, no memories.");
    html_close(t);
}

/* ---- terminal ---- */

/* The same in plain characters, to be cut and pasted; malloc'd. */
static char *plain_text(const report_data *r, const row *w)
{
    static const char *const plain[][2] = {{"\u202f", ""}, {"\u2212", "-"}, {"\u2013", "-"}};
    char *fancy = cell_text(r, w);
    text t = {0};
    for (const char *s = fancy; *s;) {
        size_t i = 0;
        while (i < 3 && !starts_with(s, plain[i][0]))
            i++;
        if (i < 3)
            text_puts(&t, plain[i][1]);
        else
            text_add(&t, s, 1);
        s += i < 3 ? strlen(plain[i][0]) : 1;
    }
    free(fancy);
    return t.data ? t.data : format_new("-");
}

/* Columns that a UTF-8 text takes: its characters. */
static int columns_of(const char *s)
{
    int n = 0;
    for (; *s; s++)
        n += ((unsigned char)*s & 0xc0) != 0x80;
    return n;
}

static void print_cell(const char *s, int width)
{
    int gap = width - columns_of(s);
    printf("  %*s%s", gap > 0 ? gap : 0, "", s);
}

void compare_terminal(const report_data *r, int n)
{
    int *width = zalloc((size_t)n * sizeof *width);
    for (int i = 0; i < n; i++) {
        width[i] = columns_of(r[i].d.name);
        for (int k = 0; k < ROWS; k++)
            if (rows[k].brief) {
                char *s = plain_text(&r[i], &rows[k]);
                width[i] = columns_of(s) > width[i] ? columns_of(s) : width[i];
                free(s);
            }
    }
    printf("%-38s", "");
    for (int i = 0; i < n; i++)
        print_cell(r[i].d.name, width[i]);
    printf("\n");
    const char *group = "";
    for (int k = 0; k < ROWS; k++) {
        group = rows[k].group ? rows[k].group : group;
        bool ran = rows[k].step < 0;
        for (int i = 0; i < n && !ran; i++)
            ran = r[i].ran[rows[k].step];
        if (!rows[k].brief || !ran)
            continue;
        printf("%-14s%-24s", group, rows[k].label);
        group = "";
        for (int i = 0; i < n; i++) {
            char *s = plain_text(&r[i], &rows[k]);
            print_cell(s, width[i]);
            free(s);
        }
        printf(" %s\n", rows[k].unit);
    }
    for (int i = 0; i < n; i++)
        for (int s = 0; s < STEPS; s++)
            if (!r[i].ran[s]) {
                char *command = report_command(&r[i], s, r[i].dir);
                printf("%s: %s not run: %s\n", r[i].d.name, report_steps[s].what, command);
                free(command);
            }
    free(width);
}
