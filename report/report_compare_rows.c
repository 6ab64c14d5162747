/* SPDX-License-Identifier: Apache-2.0
 *
 * What is compared: the facts of the designs, the rows of figures, and whether they were measured alike. */
#include "report_compare.h"

#include <math.h>
#include <string.h>

#include "../base/file.h"
#include "../gen/beside.h"
#include "../memory/metadata_run.h"

/* clang-format off */
/* The rows of the encoder or the decoder. */
#define ROWS_OF_HALF(title, role)                                                              \
    {title, "logic", role, KEY_REF(KEY_UNIT_AREA_GE), 0, STEP_SYNTH, true},                    \
    {NULL, "logic", role, KEY_REF(KEY_UNIT_AREA), AUTO, STEP_SYNTH, true},                     \
    {NULL, "with registers", role, KEY_REF(KEY_UNIT_TOTAL_AREA), AUTO, STEP_SYNTH, true},      \
    {NULL, "delay", role, KEY_REF(KEY_UNIT_DELAY_FO4), 1, STEP_SYNTH, true},                   \
    {NULL, "delay", role, KEY_REF(KEY_UNIT_DELAY), 3, STEP_SYNTH, true},                       \
    {NULL, "delay, estimated wires", role, KEY_REF(KEY_WIRES_DELAY), 3, STEP_SYNTH, true},     \
    {NULL, "area × delay", role, KEY_REF(KEY_UNIT_AREA_DELAY), AUTO, STEP_SYNTH, true},        \
    {NULL, "slack", role, KEY_REF(KEY_UNIT_SLACK), 3, STEP_SYNTH, true},                       \
    {NULL, "energy", role, KEY_REF(KEY_UNIT_ENERGY), AUTO, STEP_SYNTH, true},                  \
    {NULL, "energy, toggles measured", role, KEY_REF(KEY_POWER_MEAN), AUTO, STEP_SYNTH, true}, \
    {NULL, "... of it clock pins", role, KEY_REF(KEY_POWER_CLOCK), AUTO, STEP_SYNTH, true},    \
    {NULL, "leakage", role, KEY_REF(KEY_UNIT_LEAK), AUTO, STEP_SYNTH, true}
/* clang-format on */

const compare_row compare_rows[] = {
    {"Storage", "tag", COMPARE_DESIGN, KEY_REF(KEY_SIZE_TAG), 0, COMPARE_DESIGN, true},
    {NULL, "storage units", COMPARE_DESIGN, KEY_REF(KEY_SIZE_UNITS), 0, COMPARE_DESIGN, false},
    {"Synthesis", "library", COMPARE_DESIGN, KEY_REF(KEY_RUN_LIBERTY), 0, STEP_SYNTH, true},
    {NULL, "node", COMPARE_DESIGN, KEY_REF(KEY_RUN_NODE), 0, STEP_SYNTH, true},
    {NULL, "clock", COMPARE_DESIGN, KEY_REF(KEY_RUN_CLOCK), 3, STEP_SYNTH, true},
    {NULL, "effort", COMPARE_DESIGN, KEY_REF(KEY_RUN_EFFORT), 0, STEP_SYNTH, false},
    {NULL, "driving cell", COMPARE_DESIGN, KEY_REF(KEY_RUN_DRIVER), 0, STEP_SYNTH, false},
    {NULL, "load", COMPARE_DESIGN, KEY_REF(KEY_RUN_LOAD), AUTO, STEP_SYNTH, false},
    {NULL, "clock gate", COMPARE_DESIGN, KEY_REF(KEY_RUN_CLOCK_GATE), 0, STEP_SYNTH, false},
    {NULL, "activity", COMPARE_DESIGN, KEY_REF(KEY_RUN_ACTIVITY), 0, STEP_SYNTH, false},
    {NULL, "tools", COMPARE_DESIGN, KEY_REF(KEY_RUN_TOOLS), 0, STEP_SYNTH, false},
    ROWS_OF_HALF("Encoder", MODULE_ENC),
    ROWS_OF_HALF("Decoder", MODULE_DEC),
    {"One of each", "logic", COMPARE_DESIGN, KEY_REF(KEY_PAIR_AREA_GE), 0, STEP_SYNTH, true},
    {NULL, "logic", COMPARE_DESIGN, KEY_REF(KEY_PAIR_AREA), AUTO, STEP_SYNTH, true},
    {NULL, "with registers", COMPARE_DESIGN, KEY_REF(KEY_PAIR_TOTAL_AREA), AUTO, STEP_SYNTH, true},
    {"Array", "logic", COMPARE_DESIGN, KEY_REF(KEY_ARRAY_AREA_GE), 0, STEP_SYNTH, true},
    {NULL, "logic", COMPARE_DESIGN, KEY_REF(KEY_ARRAY_AREA), AUTO, STEP_SYNTH, true},
    {NULL, "with registers", COMPARE_DESIGN, KEY_REF(KEY_ARRAY_TOTAL), AUTO, STEP_SYNTH, true},
    {"Move decision", "logic", MODULE_MOVE, KEY_REF(KEY_UNIT_AREA), AUTO, STEP_SYNTH, false},
    {NULL, "delay", MODULE_MOVE, KEY_REF(KEY_UNIT_DELAY), 3, STEP_SYNTH, false},
    {"Block or slice", "slices of the whole", MODULE_UNIT, KEY_REF(KEY_BLOCK_SLICES), 0, STEP_SYNTH, true},
    {NULL, "logic", MODULE_UNIT, KEY_REF(KEY_UNIT_AREA_GE), 0, STEP_SYNTH, true},
    {NULL, "logic", MODULE_UNIT, KEY_REF(KEY_UNIT_AREA), AUTO, STEP_SYNTH, true},
    {NULL, "with registers", MODULE_UNIT, KEY_REF(KEY_UNIT_TOTAL_AREA), AUTO, STEP_SYNTH, false},
    {NULL, "delay", MODULE_UNIT, KEY_REF(KEY_UNIT_DELAY_FO4), 1, STEP_SYNTH, true},
    {NULL, "delay", MODULE_UNIT, KEY_REF(KEY_UNIT_DELAY), 3, STEP_SYNTH, true},
    {NULL, "area × delay", MODULE_UNIT, KEY_REF(KEY_UNIT_AREA_DELAY), AUTO, STEP_SYNTH, false},
    {NULL, "slack", MODULE_UNIT, KEY_REF(KEY_UNIT_SLACK), 3, STEP_SYNTH, true},
    {NULL, "energy", MODULE_UNIT, KEY_REF(KEY_UNIT_ENERGY), AUTO, STEP_SYNTH, true},
    {"Whole block", "logic", MODULE_UNIT, KEY_REF(KEY_BLOCK_WHOLE_AREA), AUTO, STEP_SYNTH, true},
    {NULL, "with registers", MODULE_UNIT, KEY_REF(KEY_BLOCK_WHOLE_TOTAL), AUTO, STEP_SYNTH, false},
    {NULL, "energy", MODULE_UNIT, KEY_REF(KEY_BLOCK_WHOLE_ENERGY), AUTO, STEP_SYNTH, true},
    {"Wiring", "a register's bits, a port", COMPARE_DESIGN, KEY_REF(KEY_WIRING_REGISTER), 0, COMPARE_DESIGN, true},
    {NULL, "all ports", COMPARE_DESIGN, KEY_REF(KEY_WIRING_ALL), 0, COMPARE_DESIGN, true},
    {NULL, "furthest bit", COMPARE_DESIGN, KEY_REF(KEY_WIRING_LONGEST), 0, COMPARE_DESIGN, true},
    {"Co-simulation", "Verilator vectors", COMPARE_DESIGN, KEY_REF(KEY_COSIM_VECTORS, "verilator", ""), 0, STEP_COSIM, true},
    {NULL, "Verilator mismatches", COMPARE_DESIGN, KEY_REF(KEY_COSIM_MISMATCHES, "verilator", ""), 0, STEP_COSIM, true},
    {NULL, "Icarus vectors", COMPARE_DESIGN, KEY_REF(KEY_COSIM_VECTORS, "icarus", ""), 0, STEP_COSIM, true},
    {NULL, "Icarus mismatches", COMPARE_DESIGN, KEY_REF(KEY_COSIM_MISMATCHES, "icarus", ""), 0, STEP_COSIM, true},
    {"Traces", "number", COMPARE_DESIGN, KEY_REF(KEY_TRACE_COUNT, "trace"), 0, STEP_TRACE, true},
    {NULL, "ratio by bytes", COMPARE_DESIGN, KEY_REF(KEY_RATIO_BYTES, "trace"), 2, STEP_TRACE, true},
    {NULL, "ratio by units", COMPARE_DESIGN, KEY_REF(KEY_RATIO_UNITS, "trace"), 2, STEP_TRACE, true},
    {NULL, "ratio by units + tag", COMPARE_DESIGN, KEY_REF(KEY_RATIO_UNITS_TAG, "trace"), 2, STEP_TRACE, true},
    {NULL, "ratio by bursts", COMPARE_DESIGN, KEY_REF(KEY_RATIO_BURSTS, "trace"), 2, STEP_TRACE, true},
    {NULL, "ratio at DRAM", COMPARE_DESIGN, KEY_REF(KEY_DRAM_RATIO, "trace"), 2, STEP_TRACE, true},
    {NULL, "the same with metadata", COMPARE_DESIGN, KEY_REF(KEY_DRAM_RATIO_METADATA, "trace"), 2, STEP_TRACE, true},
    {NULL, "metadata hits at DRAM", COMPARE_DESIGN, KEY_REF(KEY_DRAM_META_HIT_RATE, "trace", COMPARE_METADATA), 3, STEP_TRACE, false},
    {NULL, "dummy moves", COMPARE_DESIGN, KEY_REF(KEY_MOVES, "trace"), 0, STEP_TRACE, false},
    {NULL, "by the write's code", COMPARE_DESIGN, KEY_REF(KEY_MOVES_BY_CODE, "trace"), 0, STEP_TRACE, false},
    {"Energy", "raw access", COMPARE_DESIGN, KEY_REF(KEY_ENERGY_RAW_ACCESS), 1, STEP_TRACE, true},
    {NULL, "net saving an access", COMPARE_DESIGN, KEY_REF(KEY_ENERGY_SAVED), 1, STEP_TRACE, true},
    {NULL, "with published units", COMPARE_DESIGN, KEY_REF(KEY_ENERGY_SAVED_PUBLISHED), 1, STEP_TRACE, true},
    {NULL, NULL, COMPARE_DESIGN, KEY_REF(NULL), 0, 0, false},
};

/* ---- facts of the designs ---- */

/* A list of facts to which the i-th of n designs adds its own. */
typedef struct {
    compare_fact *facts;
    size_t count;
    int n, i;
} fact_list;

static void add_fact(fact_list *l, const char *label, const char *value)
{
    size_t at = 0;
    while (at < l->count && strcmp(l->facts[at].label, label) != 0)
        at++;
    if (at == l->count) {
        l->facts = grow(l->facts, (l->count + 2) * sizeof *l->facts);
        l->facts[l->count++] = (compare_fact){format_new("%s", label), zalloc((size_t)l->n * sizeof(char *))};
        l->facts[l->count] = (compare_fact){NULL, NULL};
    }
    l->facts[at].text[l->i] = format_new("%s", value);
}

static void add_number(fact_list *l, const char *label, int value)
{
    char *digits = format_new("%d", value);
    add_fact(l, label, digits);
}

static void add_param(void *user, const char *name, const wf_param *param, int value)
{
    text t = {0};
    design_value_text(param, value, &t);
    add_fact(user, name, t.data);
}

static void add_option(void *user, const char *name, const char *value, const char *help)
{
    (void)help;
    add_fact(user, name, value);
}

compare_fact *compare_facts(const report_data *r, int n)
{
    fact_list l = {.n = n};
    for (l.i = 0; l.i < n; l.i++) {
        const design *d = &r[l.i].d;
        add_fact(&l, "unit", d->unit->name);
        if (d->unit->beside)
            add_fact(&l, "codec", design_form(d)); /* no parameter has the name of a key */
        add_number(&l, design_width_key(d), design_width(d));
    }
    for (l.i = 0; l.i < n; l.i++)
        design_each_param(&r[l.i].d, add_param, &l);
    for (l.i = 0; l.i < n; l.i++) {
        const design *d = &r[l.i].d;
        design_each_option(d, add_option, &l);
    }
    for (l.i = 0; l.i < n; l.i++)
        if (metrics_get_text(&r[l.i].m, KEY_RUN_EDITED))
            add_fact(&l, "RTL edited", metrics_get_text(&r[l.i].m, KEY_RUN_EDITED));
    return l.facts;
}

/* The last parts of a folder's name, at most `parts`. */
static char *folder_name(const char *dir, int parts)
{
    size_t len = strlen(dir);
    while (len > 1 && dir[len - 1] == '/')
        len--;
    size_t from = len;
    for (; parts > 0; parts--)
        for (from -= from > 0; from > 0 && dir[from - 1] != '/';)
            from--;
    return format_new("%.*s", (int)(len - from), dir + from);
}

/* Is this what no other design's folder ends in? */
static bool is_own(const report_data *r, int n, int i, int parts)
{
    char *own = folder_name(r[i].dir, parts);
    bool alone = true;
    for (int k = 0; k < n; k++) {
        char *other = folder_name(r[k].dir, parts);
        alone = alone && (k == i || strcmp(other, own) != 0);
    }
    return alone;
}

char *compare_name(const report_data *r, int n, int i)
{
    bool name = true;
    if (r[i].result)
        return format_new("%s", r[i].result);
    for (int k = 0; k < n; k++)
        name = name && (k == i || strcmp(r[k].d.name, r[i].d.name) != 0);
    if (name)
        return format_new("%s", r[i].d.name);
    for (int parts = 1; parts <= 2; parts++)
        if (is_own(r, n, i, parts))
            return folder_name(r[i].dir, parts);
    char *own = folder_name(r[i].dir, 1), *called = format_new("%s %d", own, i + 1);
    return called;
}

/* ---- figures ---- */

/* The module of a design whose figure a row has; NULL: it has none, or the row is of no module. */
static const design_module *row_module(const design_modules *modules, const compare_row *w)
{
    return w->module == COMPARE_DESIGN ? NULL : design_module_of(modules, (module_role)w->module);
}

/* The key of a row for a design; NULL if it has none. */
static char *row_key(const report_data *r, const compare_row *w)
{
    const design_modules modules = design_modules_of(&r->d);
    const design_module *module = row_module(&modules, w);
    if (w->module != COMPARE_DESIGN)
        return module ? key_new(&(key_ref)KEY_REF(w->key.part[0], module->name)) : NULL;
    const char *second = w->key.part[2];
    if (second && strcmp(second, COMPARE_METADATA) == 0)
        second = metadata_run_unit()->name;
    return key_new(&(key_ref)KEY_REF(w->key.part[0], w->key.part[1], second));
}

double compare_number(const report_data *r, const compare_row *w)
{
    char *key = row_key(r, w);
    return key ? metrics_get(&r->m, "%s", key) : (double)NAN;
}

const char *compare_text(const report_data *r, const compare_row *w)
{
    char *key = row_key(r, w);
    return key ? metrics_get_text(&r->m, "%s", key) : NULL;
}

static bool row_is(const compare_row *w, const char *pattern)
{
    return strcmp(w->key.part[0], pattern) == 0;
}

/* Figures of a whole block are rows of their own only if a block is synthesised as a slice. */
bool compare_known(const report_data *r, int n, const compare_row *w)
{
    bool of_slices = row_is(w, KEY_BLOCK_SLICES) || row_is(w, KEY_BLOCK_WHOLE_AREA) || row_is(w, KEY_BLOCK_WHOLE_TOTAL) ||
                     row_is(w, KEY_BLOCK_WHOLE_ENERGY);
    bool sliced = false;
    for (int i = 0; i < n; i++)
        sliced |= !r[i].d.codec && metrics_get(&r[i].m, KEY_BLOCK_SLICES, r[i].d.unit->name) > 1;
    for (int i = 0; i < n && (sliced || !of_slices); i++)
        if (compare_text(&r[i], w) || isfinite(compare_number(&r[i], w)))
            return true;
    return false;
}

/* Is it a figure of a module with register ranks? */
static bool has_ranks(const report_data *r, const compare_row *w)
{
    const design_modules modules = design_modules_of(&r->d);
    const design_module *module = row_module(&modules, w);
    return module && module->ranks > 0;
}

/* A delay of a unit with register ranks: the time of a stage. */
static bool is_stage(const report_data *r, const compare_row *w)
{
    return (row_is(w, KEY_UNIT_DELAY) || row_is(w, KEY_UNIT_DELAY_FO4) || row_is(w, KEY_WIRES_DELAY)) && has_ranks(r, w);
}

/* Why a design has no figure in a row; NULL: no reason need be given. */
static const char *why_not(const report_data *r, const compare_row *w)
{
    if (compare_text(r, w) || isfinite(compare_number(r, w)))
        return NULL;
    const compare_row delay = {NULL, "", w->module, KEY_REF(KEY_UNIT_DELAY), 0, STEP_SYNTH, false};
    if (row_is(w, KEY_UNIT_AREA_DELAY) && has_ranks(r, w) && isfinite(compare_number(r, &delay)))
        return "only units without register ranks have one; with ranks the delay is what the clock asked for";
    if (row_is(w, KEY_ENERGY_SAVED) && isfinite(metrics_get(&r->m, KEY_ENERGY_RAW_ACCESS)) && r->ran[STEP_SYNTH] && r->ran[STEP_TRACE])
        return "the net saving is given only where the library is of the storage's node";
    return NULL;
}

char **compare_notes(const report_data *r, int n)
{
    char **notes = zalloc(sizeof *notes);
    size_t count = 0;
    bool stages = false;
    for (const compare_row *w = compare_rows; w->label; w++)
        for (int i = 0; i < n; i++) {
            const char *why = why_not(&r[i], w);
            stages |= n > 1 && is_stage(&r[i], w) && compare_known(r, n, w);
            if (why == NULL || !compare_known(r, n, w))
                continue;
            char *text_of = format_new("A dash at %s: %s.", w->label, why);
            size_t k = 0;
            while (k < count && strcmp(notes[k], text_of) != 0)
                k++;
            if (k < count)
                continue;
            notes = grow(notes, (count + 2) * sizeof *notes);
            notes[count++] = text_of;
            notes[count] = NULL;
        }
    if (stages) {
        notes = grow(notes, (count + 2) * sizeof *notes);
        notes[count++] = format_new("No ratio of delays: a unit with register ranks has the delay of its longest stage, which the clock "
                                    "asked for. Compare area and energy at one clock, and slack.");
        notes[count] = NULL;
    }
    return notes;
}

/* ---- figures of one kind ---- */

/* True if all designs that have this text have the same one; one that is not known may be another. */
static bool same_text(const report_data *r, int n, const char *key)
{
    const char *first = NULL;
    for (int i = 0; i < n; i++) {
        const char *s = metrics_get_text(&r[i].m, "%s", key);
        if ((first && s && strcmp(first, s) != 0) || metrics_unknown(&r[i].m, "%s", key))
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
        if ((isfinite(first) && isfinite(v) && v != first) || metrics_unknown(&r[i].m, "%s", key))
            return false;
        first = isfinite(first) ? first : v;
    }
    return true;
}

/* True if both were measured on the same traces, by names and numbers of values. */
static bool same_traces(const report_data *a, const report_data *b)
{
    if (!a->ran[STEP_TRACE] || !b->ran[STEP_TRACE])
        return true;
    char **traces = report_traces(a);
    bool same = metrics_get(&a->m, KEY_TRACE_COUNT, "trace") == metrics_get(&b->m, KEY_TRACE_COUNT, "trace");
    for (char **s = traces; *s; s++)
        same &= report_values(a, *s) == report_values(b, *s);
    return same;
}

compare_grounds compare_grounds_of(const report_data *r, int n)
{
    compare_grounds g = {
        .library = same_text(r, n, KEY_RUN_LIBERTY) && same_text(r, n, KEY_RUN_DRIVER) && same_number(r, n, KEY_RUN_LOAD),
        .clock = same_number(r, n, KEY_RUN_CLOCK),
        .traces = true,
        .array = same_number(r, n, KEY_RUN_ENCS) && same_number(r, n, KEY_RUN_DECS) && same_number(r, n, KEY_RUN_DEC_PORTS),
        .effort = same_number(r, n, KEY_RUN_EFFORT),
        .activity = same_text(r, n, KEY_RUN_ACTIVITY),
        .width = true,
    };
    for (int i = 1; i < n; i++)
        g.width &= r[i].d.unit->line == r[0].d.unit->line && design_width(&r[i].d) == design_width(&r[0].d);
    for (int i = 0; i < n; i++)
        for (int k = 0; k < i; k++)
            g.traces &= same_traces(&r[k], &r[i]);
    return g;
}

/* The grounds between two designs alone. */
static compare_grounds grounds_between(const report_data *a, const report_data *b)
{
    const report_data two[2] = {*a, *b};
    return compare_grounds_of(two, 2);
}

/* May the designs' figures of this row be compared? */
static bool compare_fair(const report_data *r, int n, const compare_row *w, const compare_grounds *g)
{
    if ((row_is(w, KEY_ARRAY_AREA) || row_is(w, KEY_ARRAY_TOTAL)) && !g->array)
        return false;
    for (int i = 0; i < n; i++)
        if (is_stage(&r[i], w))
            return false;
    const char *unit = key_of_ref(&w->key)->unit;
    bool power = strcmp(unit, "mW") == 0 || strcmp(unit, "pJ") == 0;
    return w->step == STEP_SYNTH ? g->library && g->clock && g->effort && (g->activity || !power) : w->step != STEP_TRACE || g->traces;
}

bool compare_equal(const report_data *r, int n, const compare_row *w, const compare_grounds *g)
{
    return g->width && compare_fair(r, n, w, g);
}

char **compare_warnings(const report_data *r, int n)
{
    compare_grounds g = compare_grounds_of(r, n);
    const struct {
        bool alike;
        const char *text;
    } all[] = {
        {g.library,
         "The designs are mapped to different libraries, or with different drivers or loads: their areas, delays and energies are "
         "not comparable."},
        {g.clock || !g.library,
         "The designs are mapped for different clocks: areas and energies of pipelined units depend on the clock that "
         "was asked for, and no ratio is given."},
        {g.effort || !g.library,
         "The designs are mapped with different efforts: more effort finds smaller and faster netlists, and no ratio "
         "is given."},
        {g.activity || !g.library,
         "The power of one design is at an assumed activity, that of another at the activity of its traces: no ratio "
         "of powers or energies is given."},
        {g.traces, "The designs are not measured on the same traces: their compression ratios and energies are not comparable."},
        {g.width, "The designs have different widths and do different work: no figure is marked as the best."},
    };
    char **warnings = zalloc((sizeof all / sizeof *all + 1) * sizeof *warnings);
    size_t count = 0;
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        if (!all[i].alike)
            warnings[count++] = format_new("%s", all[i].text);
    return warnings;
}

double compare_ratio(const report_data *r, int i, const compare_row *w)
{
    double first = compare_number(&r[0], w), own = compare_number(&r[i], w);
    if (i == 0 || key_of_ref(&w->key)->better == KEY_NONE || row_is(w, KEY_UNIT_SLACK) || !(first > 0) || !(own > 0))
        return NAN;
    compare_grounds g = grounds_between(&r[0], &r[i]);
    const report_data two[2] = {r[0], r[i]};
    return compare_fair(two, 2, w, &g) ? own / first : (double)NAN;
}

/* ---- relations ---- */

bool compare_pair(const report_data *r, int n, const report_relation *p, int *unit, int *other)
{
    *unit = *other = -1;
    for (int i = n - 1; i >= 0; i--) {
        if (strcmp(r[i].d.unit->name, p->unit) == 0)
            *unit = i;
        if (strcmp(r[i].d.unit->name, p->other) == 0)
            *other = i;
    }
    return *unit >= 0 && *other >= 0;
}

double compare_relation(const report_data *r, const report_relation *p, int unit, int other, const char **why)
{
    bool trace = p->key.part[1] && strcmp(p->key.part[1], "trace") == 0;
    compare_grounds g = grounds_between(&r[unit], &r[other]);
    *why = trace && !g.traces                                  ? "other traces"
           : !trace && !g.library                              ? "other libraries"
           : !trace && !g.clock                                ? "other clocks"
           : r[unit].d.config.lanes != r[other].d.config.lanes ? "other warp widths"
           : r[unit].d.config.lanes != 32                      ? "the papers' warps have 32 lanes"
                                                               : NULL;
    return *why ? (double)NAN : report_get(&r[unit], &p->key) / report_get(&r[other], &p->key);
}
