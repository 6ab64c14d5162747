/* SPDX-License-Identifier: Apache-2.0
 *
 * Several designs side by side, and the table on the terminal: one list of rows serves both. */
#include "report_html.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../base/file.h"

typedef struct {
    const char *group;  /* a heading before this row; NULL: still the same */
    const char *label;
    const char *key;    /* '@' in it stands for the design's block */
    const char *unit;
    int decimals;
    int better;         /* -1 less, 1 more, 0 neither: what is set off, and set against the first design */
    int step;           /* whose figure it is, -1: the manifest's */
    bool brief;         /* on the terminal too */
} row;

static const row rows[] = {
    {"Design", "codec", "run__codec", "", 0, 0, -1, true},
    {NULL, "block", "run__block", "", 0, 0, -1, true},
    {NULL, "lanes", "run__lanes", "", 0, 0, -1, true},
    {NULL, "line", "run__line", "bytes", 0, 0, -1, true},
    {NULL, "vector", "run__param__vector", "lanes", 0, 0, -1, true},
    {NULL, "strides", "run__param__strides", "", 0, 0, -1, true},
    {NULL, "word", "run__param__word", "bits", 0, 0, -1, true},
    {NULL, "groups", "run__param__groups", "", 0, 0, -1, true},
    {NULL, "ports", "run__param__ports", "", 0, 0, -1, true},
    {NULL, "direction", "run__param__direction", "", 0, 0, -1, true},
    {NULL, "order", "run__param__order", "", 0, 0, -1, true},
    {NULL, "slice", "run__param__slice", "lanes", 0, 0, -1, true},
    {NULL, "masked", "run__param__masked", "", 0, 0, -1, true},
    {NULL, "sources", "run__param__sources", "", 0, 0, -1, true},
    {NULL, "modes", "run__param__modes", "", 0, 0, -1, true},
    {NULL, "encodings", "run__param__encodings", "", 0, 0, -1, true},
    {NULL, "base", "run__param__base", "", 0, 0, -1, true},
    {NULL, "zero base", "run__param__zero_base", "", 0, 0, -1, true},
    {NULL, "select bits", "run__param__select", "", 0, 0, -1, true},
    {NULL, "form", "run__param__form", "", 0, 0, -1, true},
    {NULL, "segments", "run__param__segments", "", 0, 0, -1, true},
    {NULL, "words a cycle", "run__param__rate", "", 0, 0, -1, true},
    {NULL, "zero", "run__param__zero", "", 0, 0, -1, true},
    {NULL, "members", "run__param__members", "", 0, 0, -1, true},
    {NULL, "save", "run__param__save", "", 0, 0, -1, true},
    {NULL, "layout", "run__param__layout", "", 0, 0, -1, true},
    {NULL, "bank", "run__param__bank", "bits", 0, 0, -1, true},
    {NULL, "isolate", "run__isolate", "", 0, 0, -1, true},
    {NULL, "stages", "run__stages", "", 0, 0, -1, true},
    {NULL, "stages of the encoder", "run__enc_stages", "", 0, 0, -1, true},
    {NULL, "stages of the decoder", "run__dec_stages", "", 0, 0, -1, true},
    {NULL, "encoders", "run__encs", "", 0, 0, -1, true},
    {NULL, "decoders", "run__decs", "", 0, 0, -1, true},
    {NULL, "tag", "size__tag_bits", "bits", 0, -1, -1, true},
    {NULL, "storage units", "size__units", "", 0, 0, -1, false},
    {"Synthesis", "library", "run__liberty", "", 0, 0, STEP_SYNTH, true},
    {NULL, "clock", "run__clock_ns", "ns", 3, 0, STEP_SYNTH, true},
    {"Encoder", "logic", "enc__area_um2", "µm²", AUTO, -1, STEP_SYNTH, true},
    {NULL, "logic", "enc__area_ge", "GE", 0, -1, STEP_SYNTH, true},
    {NULL, "with registers", "enc__total_area_um2", "µm²", AUTO, -1, STEP_SYNTH, true},
    {NULL, "delay", "enc__delay_ns", "ns", 3, -1, STEP_SYNTH, true},
    {NULL, "delay", "enc__delay_fo4", "FO4", 1, -1, STEP_SYNTH, false},
    {NULL, "area × delay", "enc__area_delay", "µm²·ns", AUTO, -1, STEP_SYNTH, true},
    {NULL, "slack", "enc__slack_ns", "ns", 3, 1, STEP_SYNTH, true},
    {NULL, "energy", "enc__energy_pj", "pJ", AUTO, -1, STEP_SYNTH, true},
    {"Decoder", "logic", "dec__area_um2", "µm²", AUTO, -1, STEP_SYNTH, true},
    {NULL, "logic", "dec__area_ge", "GE", 0, -1, STEP_SYNTH, true},
    {NULL, "with registers", "dec__total_area_um2", "µm²", AUTO, -1, STEP_SYNTH, true},
    {NULL, "delay", "dec__delay_ns", "ns", 3, -1, STEP_SYNTH, true},
    {NULL, "delay", "dec__delay_fo4", "FO4", 1, -1, STEP_SYNTH, false},
    {NULL, "area × delay", "dec__area_delay", "µm²·ns", AUTO, -1, STEP_SYNTH, true},
    {NULL, "slack", "dec__slack_ns", "ns", 3, 1, STEP_SYNTH, true},
    {NULL, "energy", "dec__energy_pj", "pJ", AUTO, -1, STEP_SYNTH, true},
    {"One of each", "logic", "pair__area_um2", "µm²", AUTO, -1, STEP_SYNTH, true},
    {NULL, "with registers", "pair__total_area_um2", "µm²", AUTO, -1, STEP_SYNTH, true},
    {"Array", "logic", "array__area_um2", "µm²", AUTO, -1, STEP_SYNTH, true},
    {NULL, "with registers", "array__total_um2", "µm²", AUTO, -1, STEP_SYNTH, true},
    {"Move decision", "logic", "move__area_um2", "µm²", AUTO, -1, STEP_SYNTH, false},
    {NULL, "delay", "move__delay_ns", "ns", 3, -1, STEP_SYNTH, false},
    {"Block or slice", "slices of the whole", "@__slices", "", 0, 0, STEP_SYNTH, true},
    {NULL, "logic", "@__area_um2", "µm²", AUTO, -1, STEP_SYNTH, true},
    {NULL, "logic", "@__area_ge", "GE", 0, -1, STEP_SYNTH, true},
    {NULL, "with registers", "@__total_area_um2", "µm²", AUTO, -1, STEP_SYNTH, false},
    {NULL, "delay", "@__delay_ns", "ns", 3, -1, STEP_SYNTH, true},
    {NULL, "delay", "@__delay_fo4", "FO4", 1, -1, STEP_SYNTH, false},
    {NULL, "area × delay", "@__area_delay", "µm²·ns", AUTO, -1, STEP_SYNTH, false},
    {NULL, "slack", "@__slack_ns", "ns", 3, 1, STEP_SYNTH, true},
    {NULL, "energy", "@__energy_pj", "pJ", AUTO, -1, STEP_SYNTH, true},
    {"Whole block", "logic", "@__whole_um2", "µm²", AUTO, -1, STEP_SYNTH, true},
    {NULL, "with registers", "@__whole_total_um2", "µm²", AUTO, -1, STEP_SYNTH, false},
    {NULL, "energy", "@__whole_energy_pj", "pJ", AUTO, -1, STEP_SYNTH, true},
    {"Wiring", "a register's bits, a port", "wiring__displacement_bits", "pitches", 0, -1, -1, true},
    {NULL, "all ports", "wiring__all_displacement_bits", "pitches", 0, -1, -1, true},
    {NULL, "furthest bit", "wiring__longest_bits", "pitches", 0, -1, -1, true},
    {"Co-simulation", "Verilator vectors", "cosim__verilator__vectors", "", 0, 0, STEP_COSIM, true},
    {NULL, "Verilator mismatches", "cosim__verilator__mismatches", "", 0, -1, STEP_COSIM, true},
    {NULL, "Icarus vectors", "cosim__icarus__vectors", "", 0, 0, STEP_COSIM, true},
    {NULL, "Icarus mismatches", "cosim__icarus__mismatches", "", 0, -1, STEP_COSIM, true},
    {"Traces", "number", "trace__count", "", 0, 0, STEP_TRACE, true},
    {NULL, "ratio by bytes", "trace__ratio_bytes", "", 2, 1, STEP_TRACE, true},
    {NULL, "ratio by units", "trace__ratio_units", "", 2, 1, STEP_TRACE, true},
    {NULL, "ratio by units + tag", "trace__ratio_units_tag", "", 2, 1, STEP_TRACE, true},
    {NULL, "ratio by bursts", "trace__ratio_bursts", "", 2, 1, STEP_TRACE, true},
    {NULL, "metadata hits", "trace__metacache__hit_rate", "", 3, 0, STEP_TRACE, false},
    {NULL, "dummy moves", "trace__moves", "", 0, 0, STEP_TRACE, false},
    {"Energy", "raw access", "energy__raw_access_pj", "pJ", 1, 0, STEP_TRACE, true},
    {NULL, "net saving an access", "energy__saved_pj", "pJ", 1, 1, STEP_TRACE, true},
};
enum { ROWS = sizeof rows / sizeof rows[0] };

/* What the designs are measured with must agree before one figure is set against another. */
typedef struct {
    bool library, clock, traces, array;
} grounds;

/* The key of a row for a design; malloc'd, NULL if it has none. */
static char *key_of(const report_data *r, const row *w)
{
    if (w->key[0] != '@')
        return format_new("%s", w->key);
    return !r->d.codec ? format_new("%s%s", r->d.unit->name, w->key + 1) : NULL;
}

static double row_number(const report_data *r, const row *w)
{
    char *key = key_of(r, w);
    double v = key ? metrics_get(&r->m, "%s", key) : (double)NAN;
    free(key);
    return v;
}

static const char *row_text(const report_data *r, const row *w)
{
    char *key = key_of(r, w);
    const char *s = key ? metrics_get_text(&r->m, "%s", key) : NULL;
    free(key);
    return s;
}

/* Some design has this figure; those of a whole block only where one is synthesised as a slice. */
static bool row_known(const report_data *r, int n, const row *w)
{
    bool of_slices = starts_with(w->key, "@__whole") || strcmp(w->key, "@__slices") == 0;
    bool sliced = false;
    for (int i = 0; i < n; i++)
        sliced |= !r[i].d.codec && metrics_get(&r[i].m, "%s__slices", r[i].d.unit->name) > 1;
    for (int i = 0; i < n && (sliced || !of_slices); i++)
        if (row_text(&r[i], w) || isfinite(row_number(&r[i], w)))
            return true;
    return false;
}

/* The designs' figures of this row are of one kind. */
static bool row_fair(const row *w, const grounds *g)
{
    if (starts_with(w->key, "array__") && !g->array)
        return false;
    return w->step == STEP_SYNTH ? g->library && g->clock : w->step != STEP_TRACE || g->traces;
}

/* A cell's text: malloc'd. */
static char *cell_text(const report_data *r, const row *w)
{
    const char *s = row_text(r, w);
    return s ? format_new("%s", s) : number_new(row_number(r, w), w->decimals);
}

/* What the i-th design is called: its name, and its folder's where another has the same. malloc'd. */
static char *column_name(const report_data *r, int n, int i)
{
    for (int k = 0; k < n; k++)
        if (k != i && strcmp(r[k].d.name, r[i].d.name) == 0) {
            size_t len = strlen(r[i].dir);
            while (len > 1 && r[i].dir[len - 1] == '/')
                len--;
            char *dir = format_new("%.*s", (int)len, r[i].dir), *name = format_new("%s", path_base(dir));
            free(dir);
            return name;
        }
    return format_new("%s", r[i].d.name);
}

/* All that have this text have the same one. */
static bool same_text(const report_data *r, int n, const char *key)
{
    const char *first = NULL;
    for (int i = 0; i < n; i++) {
        const char *s = metrics_get_text(&r[i].m, "%s", key);
        if (first && s && strcmp(first, s) != 0)
            return false;
        first = first ? first : s;
    }
    return true;
}

static bool same_number(const report_data *r, int n, const char *key)
{
    double first = NAN;
    for (int i = 0; i < n; i++) {
        double v = metrics_get(&r[i].m, "%s", key);
        if (isfinite(first) && isfinite(v) && v != first)
            return false;
        first = isfinite(first) ? first : v;
    }
    return true;
}

/* Both hold the values of the same traces, as far as their names and counts tell. */
static bool same_traces(const report_data *a, const report_data *b)
{
    if (!a->ran[STEP_TRACE] || !b->ran[STEP_TRACE])
        return true;
    const char *what = a->d.unit->line ? "__accesses" : "__writes";
    char **names = names_find(&a->m, "trace__", what);
    bool same = metrics_get(&a->m, "trace__count") == metrics_get(&b->m, "trace__count");
    for (char **s = names; *s; s++)
        same &= report_values(a, *s) == report_values(b, *s);
    names_free(names);
    return same;
}

static grounds grounds_of(const report_data *r, int n)
{
    grounds g = {same_text(r, n, "run__liberty"), same_number(r, n, "run__clock_ns"), true,
                 same_number(r, n, "run__encs") && same_number(r, n, "run__decs") &&
                     same_number(r, n, "run__dec_ports")};
    for (int i = 0; i < n; i++)
        for (int k = 0; k < i; k++)
            g.traces &= same_traces(&r[k], &r[i]);
    return g;
}

/* Of two designs alone. */
static grounds grounds_between(const report_data *a, const report_data *b)
{
    const report_data two[2] = {*a, *b};
    return grounds_of(two, 2);
}

/* The i-th design's figure over the first's; NAN if that says nothing. */
static double row_ratio(const report_data *r, int i, const row *w)
{
    double first = row_number(&r[0], w), own = row_number(&r[i], w);
    if (i == 0 || w->better == 0 || ends_with(w->key, "__slack_ns") || !(first > 0) || !(own > 0))
        return NAN;
    grounds g = grounds_between(&r[0], &r[i]);
    return row_fair(w, &g) ? own / first : (double)NAN;
}

/* The design of each of two rooms that a relation holds between: the first of each; false if one is missing. */
static bool find_pair(const report_data *r, int n, const report_relation *p, int *room, int *other)
{
    *room = *other = -1;
    for (int i = n - 1; i >= 0; i--) {
        if (strcmp(r[i].d.unit->name, p->room) == 0)
            *room = i;
        if (strcmp(r[i].d.unit->name, p->other) == 0)
            *other = i;
    }
    return *room >= 0 && *other >= 0;
}

/* Ours over theirs of a relation; NAN with the reason if the two designs are not measured alike. */
static double relation_here(const report_data *r, const report_relation *p, int room, int other, const char **why)
{
    bool trace = starts_with(p->key, "trace__");
    grounds g = grounds_between(&r[room], &r[other]);
    *why = trace && !g.traces                                  ? "other traces"
           : !trace && !g.library                              ? "other libraries"
           : !trace && !g.clock                                ? "other clocks"
           : r[room].d.config.lanes != r[other].d.config.lanes ? "other warp widths"
           : r[room].d.config.lanes != 32                      ? "the papers' warps have 32 lanes"
                                                               : NULL;
    double v = metrics_get(&r[room].m, "%s", p->key) / metrics_get(&r[other].m, "%s", p->key);
    return *why ? (double)NAN : v;
}

/* ---- page ---- */

/* The best and the largest of a row; `best` is NAN where none is to be set off. */
static void row_range(const report_data *r, int n, const row *w, const grounds *g, double *best, double *max)
{
    double min = NAN;
    *max = NAN;
    for (int i = 0; i < n; i++) {
        double v = row_number(&r[i], w);
        min = fmin(min, v);
        *max = fmax(*max, v);
    }
    bool fair = w->better != 0 && min < *max && row_fair(w, g);
    *best = !fair ? (double)NAN : w->better < 0 ? min : *max;
}

static void compare_row(text *t, const report_data *r, int n, const row *w, const grounds *g)
{
    double best, max;
    row_range(r, n, w, g, &best, &max);
    html_row(t, w->label);
    for (int i = 0; i < n; i++) {
        double v = row_number(&r[i], w), ratio = row_ratio(r, i, w);
        const char *s = row_text(&r[i], w);
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

/* Traces that any of the designs was measured on, by units and tag. */
static void compare_traces(text *t, const report_data *r, int n, const grounds *g)
{
    metrics seen = {0};
    for (int i = 0; i < n; i++) {
        char **names = names_find(&r[i].m, "trace__", r[i].d.unit->line ? "__accesses" : "__writes");
        for (char **s = names; *s; s++)
            metrics_set(&seen, 1, "%s", *s);
        names_free(names);
    }
    static const char *const kinds[][2] = {{"units", "by units"}, {"units_tag", "by units + tag"}, {"bursts", "by bursts"}};
    bool lines = r[0].d.unit->line;   /* the first design's kind of figures */
    for (size_t kind = lines ? 2 : 0; kind < (lines ? 3 : 2) && seen.first; kind++) {
        char *heading = format_new("Compression ratio of each trace, %s", kinds[kind][1]);
        compare_group(t, heading, n);
        free(heading);
        for (const metric *x = seen.first; x; x = x->hh.next) {
            char *key = format_new("trace__%s__ratio_%s", x->key, kinds[kind][0]);
            compare_row(t, r, n, &(row){NULL, x->key, key, "", 2, 1, STEP_TRACE, false}, g);
            free(key);
        }
    }
    metrics_free(&seen);
}

static void missing_steps(text *t, const report_data *r, const char *name)
{
    for (int s = 0; s < STEPS; s++)
        if (!r->ran[s] && report_has_step(r, s)) {
            char *command = report_command(r, s, name);
            html_para(t, "missing", "%s: %s not run. Run: %s", name, report_steps[s].what, command);
            free(command);
        }
}

/* What is published of two rooms against each other, beside the same of these designs. */
static void relations(text *t, const report_data *r, int n)
{
    bool open = false;
    for (const report_relation *p = report_relations; p->room; p++) {
        int room, other;
        const char *why;
        if (!find_pair(r, n, p, &room, &other))
            continue;
        if (!open) {
            html_section(t, "relations", "One paper's comparison of both");
            html_table(t, "The first design of each room", "Figure|#published|#here|what the published figure is");
        }
        open = true;
        char *what = format_new("%s over %s: %s", p->room, p->other, p->what);
        html_row(t, what);
        free(what);
        html_cell_number(t, p->value, 2);
        html_cell_number(t, relation_here(r, p, room, other, &why), 2);
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

static void caveats(text *t, const report_data *r, int n, const grounds *g)
{
    if (!g->library)
        html_para(
            t, "warn",
            "The designs are mapped to different libraries: their areas, delays and energies are not comparable.");
    else if (!g->clock)
        html_para(t, "warn",
                  "The designs are mapped for different clocks: areas and energies of pipelined units depend on the clock "
                  "that was asked for, and no ratio is given.");
    if (!g->traces)
        html_para(t, "warn", "The designs are not measured on the same traces: their compression ratios and energies are not "
                             "comparable.");
    bool kept = false, other = false;
    for (int i = 0; i < n; i++) {
        kept |= r[i].d.codec && r[i].d.sizes.tag_bits >= 32;
        other |= r[i].d.codec && r[i].d.sizes.tag_bits < 32;
    }
    if (kept && other)
        html_para(t, "note",
                  "One room keeps base values in the payload, another in the tag: between them only the ratio by units + tag "
                  "counts the same things. Energies of the storage include the array of tags where one is published.");
    for (int i = 0; i < n; i++)
        if (metrics_get(&r[i].m, "wiring__displacement_bits") > 0) {
            html_para(t, "note",
                      "Wiring: how far the bits of a register move between lane order and byte planes, in bit pitches, with "
                      "the bits in a row at one pitch, straight, in one direction, without detours, once a port. It comes on "
                      "top of the wires between the ports, which no figure here has, and no cell area shows it.");
            break;
        }
}

void compare_page(text *t, const report_data *r, int n)
{
    grounds g = grounds_of(r, n);
    html_open(t, "Warpfold: designs side by side");
    text columns = {0};
    text_puts(&columns, "Figure");
    for (int i = 0; i < n; i++) {
        char *name = column_name(r, n, i);
        missing_steps(t, &r[i], name);
        text_printf(&columns, "|#%s", name);
        free(name);
    }
    text_puts(&columns, "|");
    caveats(t, r, n, &g);
    html_table(t, "A column a design; bold is the best of a row, × the ratio to the first design, bars are shares of the "
                  "largest; figures that none of them has are left out", columns.data);
    text_free(&columns);
    const char *group = NULL;
    for (int k = 0; k < ROWS; k++) {
        group = rows[k].group ? rows[k].group : group;
        if (!row_known(r, n, &rows[k]))
            continue;
        if (group)
            compare_group(t, group, n);
        group = NULL;
        compare_row(t, r, n, &rows[k], &g);
    }
    compare_traces(t, r, n, &g);
    html_table_end(t);
    html_para(t, "note", "Cell areas and netlist timing: no wires, no clock tree, no memories.");
    relations(t, r, n);
    html_close(t);
}

/* ---- terminal ---- */

/* The same in plain characters, to be cut and pasted; frees the text, returns a malloc'd one. */
static char *plain_text(char *fancy)
{
    static const char *const plain[][2] = {{"\u202f", ""}, {"\u2212", "-"}, {"\u2013", "-"}};
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

/* A figure and, of all designs but the first, its ratio to the first's: "712 x0.52"; malloc'd. */
static char *plain_cell(const report_data *r, int i, const row *w)
{
    char *value = plain_text(cell_text(&r[i], w));
    double ratio = row_ratio(r, i, w);
    if (i == 0)
        return value;
    char *cell = isfinite(ratio) ? format_new("%s x%-5.2f", value, ratio) : format_new("%s %6s", value, "");
    free(value);
    return cell;
}

/* Columns that a UTF-8 text takes: its characters. */
static int columns_of(const char *s)
{
    int n = 0;
    for (; *s; s++)
        n += ((unsigned char)*s & 0xc0) != 0x80;
    return n;
}

static void add_cell(text *line, const char *s, int width)
{
    int gap = width - columns_of(s);
    text_printf(line, "  %*s%s", gap > 0 ? gap : 0, "", s);
}

/* Without the blanks at its end; frees it. */
static void print_line(text *line)
{
    while (line->len > 0 && line->data[line->len - 1] == ' ')
        line->len--;
    printf("%.*s\n", (int)line->len, line->data);
    text_free(line);
}

static void terminal_relations(const report_data *r, int n)
{
    for (const report_relation *p = report_relations; p->room; p++) {
        int room, other;
        const char *why;
        if (!find_pair(r, n, p, &room, &other))
            continue;
        double here = relation_here(r, p, room, other, &why);
        if (why)
            printf("%s/%s, %s: published %.2f; not comparable here: %s\n", p->room, p->other, p->what, p->value, why);
        else if (isfinite(here))
            printf("%s/%s, %s: published %.2f, here %.2f\n", p->room, p->other, p->what, p->value, here);
    }
}

void compare_terminal(const report_data *r, int n)
{
    int *width = zalloc((size_t)n * sizeof *width);
    for (int i = 0; i < n; i++) {
        char *name = column_name(r, n, i);
        width[i] = columns_of(name) + (i ? 7 : 0);
        free(name);
        for (int k = 0; k < ROWS; k++)
            if (rows[k].brief) {
                char *s = plain_cell(r, i, &rows[k]);
                width[i] = columns_of(s) > width[i] ? columns_of(s) : width[i];
                free(s);
            }
    }
    text line = {0};
    text_printf(&line, "%-40s", "");
    for (int i = 0; i < n; i++) {
        char *name = column_name(r, n, i), *head = format_new(i ? "%s       " : "%s", name);
        add_cell(&line, head, width[i]);
        free(head);
        free(name);
    }
    print_line(&line);
    const char *group = "";
    for (int k = 0; k < ROWS; k++) {
        group = rows[k].group ? rows[k].group : group;
        if (!rows[k].brief || !row_known(r, n, &rows[k]))
            continue;
        line = (text){0};
        text_printf(&line, "%-15s%-25s", group, rows[k].label);
        group = "";
        for (int i = 0; i < n; i++) {
            char *s = plain_cell(r, i, &rows[k]);
            add_cell(&line, s, width[i]);
            free(s);
        }
        text_printf(&line, " %s", rows[k].unit);
        print_line(&line);
    }
    terminal_relations(r, n);
    for (int i = 0; i < n; i++)
        for (int s = 0; s < STEPS; s++)
            if (!r[i].ran[s] && report_has_step(&r[i], s)) {
                char *command = report_command(&r[i], s, r[i].dir), *name = column_name(r, n, i);
                printf("%s: %s not run: %s\n", name, report_steps[s].what, command);
                free(name);
                free(command);
            }
    free(width);
}
