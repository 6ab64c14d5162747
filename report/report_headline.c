/* SPDX-License-Identifier: Apache-2.0
 *
 * The figures that a reader looks for first. */
#include "report_html.h"

#include <math.h>

#include "../gen/beside.h"

static void tile(text *t, const char *name, double value, int decimals, const char *unit, const char *class, const char *under)
{
    text_printf(t, "<div class=\"tile %s\"><h3>", class);
    svg_escape(t, name);
    text_puts(t, "</h3><p class=\"big\">");
    format_number(t, value, decimals);
    if (isfinite(value))
        text_printf(t, "<small> %s</small>", unit);
    text_puts(t, "</p><p>");
    svg_escape(t, under);
    text_puts(t, "</p></div>\n");
}

/* Adds ", BEFORE VALUE UNIT" to the line below a figure, if the value is known. */
static void under_add(text *t, const char *before, double value, int decimals, const char *unit)
{
    if (!isfinite(value))
        return;
    text_puts(t, t->len ? ", " : "");
    text_puts(t, before);
    format_number(t, value, decimals);
    text_puts(t, unit);
}

static const char *under(text *t, const report_data *r, int step)
{
    if (r->failed[step]) {
        text_puts(t, t->len ? "; " : "");
        text_printf(t, "failed: %s", r->failed[step]);
    } else if (!r->ran[step]) {
        *t = (text){0};
        text_printf(t, "not run: warpfold %s", step == STEP_COSIM ? "cosim DIR" : step == STEP_SYNTH ? "synth DIR" : "stats, see below");
    }
    return t->data ? t->data : "";
}

static void unit_tile(text *t, const report_data *r, const design_module *unit)
{
    const metrics *m = &r->m;
    const char *key = unit->name;
    text u = {0};
    under_add(&u, "", metrics_get(m, KEY_UNIT_DELAY_FO4, key), 1, " FO4");
    under_add(&u, "", metrics_get(m, KEY_UNIT_AREA, key), AUTO, " µm² of logic");
    under_add(&u, "", metrics_get(m, KEY_UNIT_TOTAL_AREA, key), AUTO, " µm² with registers");
    under_add(&u, "", metrics_get(m, KEY_UNIT_DELAY, key), 3, " ns");
    under_add(&u, "at ", metrics_get(m, KEY_RUN_NODE), 0, " nm");
    double slack = metrics_get(m, KEY_UNIT_SLACK, key);
    tile(t, unit->title, metrics_get(m, KEY_UNIT_AREA_GE, key), 0, "GE", slack < 0 ? "bad" : "", under(&u, r, STEP_SYNTH));
}

static void mismatch_tile(text *t, const report_data *r)
{
    const metrics *m = &r->m;
    char **sims = names_find(m, KEY_COSIM_VECTORS, KEY_ANY, "");
    text u = {0};
    int i = 0;
    double vectors = NAN, mismatches = 0;
    for (char **s = sims; *s; s++) {
        double v = metrics_get(m, KEY_COSIM_VECTORS, *s, "");
        vectors = isfinite(vectors) ? vectors + v : v;
        for (const report_bench *b = report_benches; b->key; b++)
            if (isfinite(metrics_get(m, KEY_COSIM_VECTORS, *s, b->key)))
                mismatches += metrics_get(m, KEY_COSIM_MISMATCHES, *s, b->key);
        char *name = format_new(i++ ? " in %s" : " vectors in %s", html_sim(*s));
        under_add(&u, "", v, 0, name);
    }
    /* Without vectors nothing was checked, so it is not green; nor if a number of mismatches is not known. */
    const char *verdict = mismatches > 0 || r->failed[STEP_COSIM] ? "bad" : vectors > 0 && mismatches == 0 ? "good" : "";
    tile(t, "Mismatches", vectors > 0 ? mismatches : (double)NAN, 0, "", verdict, under(&u, r, STEP_COSIM));
}

static void array_tile(text *t, const report_data *r)
{
    const metrics *m = &r->m;
    text u = {0};
    under_add(&u, "", metrics_get(m, KEY_ARRAY_AREA), AUTO, " µm² of logic");
    under_add(&u, "", metrics_get(m, KEY_ARRAY_TOTAL), AUTO, " µm² with registers");
    design_module units[DESIGN_MODULES];
    int n = report_modules(r, units);
    double slack = NAN;
    for (int i = 0; i < n; i++)
        if (!units[i].minor)
            slack = fmin(slack, metrics_get(m, KEY_UNIT_SLACK, units[i].name));
    under_add(&u, slack < 0 ? "misses a clock of " : "closes at ", metrics_get(m, KEY_RUN_CLOCK), 3, " ns");
    char *name = format_new("Array, %d + %d units", r->d.encs, r->d.decs);
    tile(t, name, metrics_get(m, KEY_ARRAY_AREA_GE), 0, "GE", slack < 0 ? "bad" : "", under(&u, r, STEP_SYNTH));
}

/* The figures of line traffic. */
static void line_tiles(text *t, const report_data *r)
{
    const metrics *m = &r->m;
    text u = {0};
    if (r->d.sizes.units > 1)
        under_add(&u, "by bytes ", metrics_get(m, KEY_RATIO_BYTES, "trace"), 2, "");
    under_add(&u, "", metrics_get(m, KEY_LINES, "trace"), 0, " lines");
    under_add(&u, "", metrics_get(m, KEY_TRACE_COUNT, "trace"), 0, metrics_get(m, KEY_TRACE_COUNT, "trace") == 1 ? " trace" : " traces");
    if (u.len > 0)
        text_printf(&u, "; %s", design_form(&r->d));
    char *name = format_new("Compression ratio, %s", report_line_unit(r));
    tile(t, name, metrics_get(m, report_line_ratio(r), "trace"), 2, "", "", under(&u, r, STEP_TRACE));
}

/* Why the units of this design have no figure; NULL: they have one. */
static char *why_not_ours(const report_data *r)
{
    if (isfinite(metrics_get(&r->m, KEY_ENERGY_SAVED)))
        return NULL;
    if (!r->ran[STEP_SYNTH])
        return format_new("ours %s: warpfold synth DIR", r->failed[STEP_SYNTH] ? "failed" : "not run");
    if (r->library == NULL)
        return format_new("ours are of a library of unknown node, the storage is of %d nm", r->energy->node_nm);
    if (r->library->node_nm != r->energy->node_nm)
        return format_new("ours are of %d nm, the storage is of %d nm: not comparable", r->library->node_nm, r->energy->node_nm);
    return format_new("ours have no energy");
}

/* What an access saves: with the units of this design where library and storage are of one node, else with the published ones. */
static void energy_tile(text *t, const report_data *r)
{
    const metrics *m = &r->m;
    double raw = metrics_get(m, KEY_ENERGY_RAW_ACCESS), own = metrics_get(m, KEY_ENERGY_SAVED);
    double saved = isfinite(own) ? own : metrics_get(m, KEY_ENERGY_SAVED_PUBLISHED);
    text u = {0}, name = {0};
    under_add(&u, "of ", raw, 1, " pJ an access");
    under_add(&u, "", 100 * saved / raw, 1, " %");
    text_puts(&name, "Net energy saved");
    if (isfinite(own)) {
        text_puts(&u, "; with our units");
    } else if (isfinite(saved)) {
        text_puts(&name, r->energy->units_bound ? " at least, published units" : ", published units");
        text_printf(&u, "; units: %s; %s", r->energy->units_source, why_not_ours(r));
    }
    tile(t, name.data, saved, 1, "pJ", "", under(&u, r, STEP_TRACE));
}

static void trace_tiles(text *t, const report_data *r)
{
    const metrics *m = &r->m;
    text u = {0};
    under_add(&u, "by bytes ", metrics_get(m, KEY_RATIO_BYTES, "trace"), 2, "");
    under_add(&u, "with tag ", metrics_get(m, KEY_RATIO_UNITS_TAG, "trace"), 2, "");
    under_add(&u, "", metrics_get(m, KEY_TRACE_COUNT, "trace"), 0, metrics_get(m, KEY_TRACE_COUNT, "trace") == 1 ? " trace" : " traces");
    tile(t, "Compression ratio", metrics_get(m, KEY_RATIO, "trace"), 2, "", "", under(&u, r, STEP_TRACE));
    energy_tile(t, r);
}

/* The figures of the whole block, if a slice is synthesised, and of wires that its cells do not show. */
static void block_tiles(text *t, const report_data *r)
{
    const metrics *m = &r->m;
    text u = {0};
    double slices = metrics_get(m, KEY_BLOCK_SLICES, r->d.unit->name), lanes = r->d.config.lanes;
    if (slices > 1) {
        under_add(&u, "", slices, 0, " slices");
        under_add(&u, "", metrics_get(m, KEY_BLOCK_WHOLE_AREA, r->d.unit->name), AUTO, " µm² of logic");
        under_add(&u, "", metrics_get(m, KEY_BLOCK_WHOLE_TOTAL, r->d.unit->name), AUTO, " µm² with registers");
        under_add(&u, "", metrics_get(m, KEY_BLOCK_WHOLE_ENERGY, r->d.unit->name), AUTO, " pJ an activation");
        char *name = format_new("Whole, %g lanes", lanes);
        tile(t, name, slices * metrics_get(m, KEY_UNIT_AREA_GE, r->d.unit->name), 0, "GE", "", under(&u, r, STEP_SYNTH));
    }
    double sum = metrics_get(m, KEY_WIRING_REGISTER);
    if (isfinite(sum)) {
        u = (text){0};
        under_add(&u, "at most ", metrics_get(m, KEY_WIRING_LONGEST), 0, " pitches; not in the cell area");
        tile(t, "A bit moves by, on average", sum / (32 * lanes), 1, "pitches", "", u.data);
    }
}

void section_headline(text *t, const report_data *r)
{
    design_module units[DESIGN_MODULES];
    int n = report_modules(r, units);
    html_section(t, "figures", "In short");
    text_puts(t, "<div class=\"tiles\">\n");
    mismatch_tile(t, r);
    for (int i = 0; i < n; i++)
        if (!units[i].minor)
            unit_tile(t, r, &units[i]);
    if (r->d.codec) {
        array_tile(t, r);
        if (r->d.unit->line)
            line_tiles(t, r);
        else
            trace_tiles(t, r);
    } else {
        block_tiles(t, r);
    }
    text_puts(t, "</div>\n");
    html_para(t, "note", REPORT_LEFT_OUT);
    html_section_end(t);
}
