/* SPDX-License-Identifier: Apache-2.0
 *
 * report_data.c - reads what is in a design's folder, and derives from it: periods, throughput, energies of an access, sums of an array.
 * First the files, then what follows from them; NAN is what is not known. */
#include "report_data.h"

#include <ctype.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "../base/file.h"
#include "../base/lock.h"
#include "../base/msg.h"
#include "../base/text.h"
#include "../gen/identity.h"
#include "../gen/manifest.h"
#include "../synth/results.h"
#include "../synth/synth.h"

const report_step report_steps[STEPS] = {
    [STEP_COSIM] = {"cosim.json", "Co-simulation"},
    [STEP_SYNTH] = {"synth.json", "Synthesis"},
    [STEP_TRACE] = {"trace.json", "Trace statistics"},
};

const report_bench report_benches[] = {{"", NULL}, {"array__", "array"}, {"wrapper__", "valid/ready wrappers"}, {NULL, NULL}};

const report_figure report_figures[] = {
#define PAPER_FIGURE(what, value, unit, node, lanes, includes, key, scale) \
    {PAPER_UNIT, what, value, unit, node, lanes, includes, key, scale},
#include "../stats/papers.def"
    {0},
};

const report_relation report_relations[] = {
#define PAPER_RELATION(other, what, value, includes, key) {PAPER_UNIT, #other, what, value, includes, key},
#include "../stats/papers.def"
    {0},
};

const report_remark report_remarks[] = {
#define PAPER_REMARK(key, before, after) {PAPER_UNIT, key, before, after},
#include "../stats/papers.def"
    {0},
};

/* ---- names of keys ---- */

char **names_find(const metrics *m, const char *key_format, ...)
{
    char key[256];
    va_list args;
    va_start(args, key_format);
    vsnprintf(key, sizeof key, key_format, args);
    va_end(args);
    size_t before = strcspn(key, KEY_ANY), count = 0;
    const char *behind = key + before + strlen(KEY_ANY);
    char **names = zalloc((metrics_count(m) + 1) * sizeof *names);
    for (const metric *x = m->first; x; x = x->hh.next) {
        size_t len = strlen(x->key);
        if (strncmp(x->key, key, before) != 0 || len <= before + strlen(behind) || !ends_with(x->key, behind))
            continue;
        char *name = format_new("%.*s", (int)(len - before - strlen(behind)), x->key + before);
        if (!strstr(name, "__"))
            names[count++] = name;
    }
    return names;
}

char **report_traces(const report_data *r)
{
    static const char any[] = "trace__" KEY_ANY;
    char **traces = r->d.unit->line ? names_find(&r->m, KEY_ACCESSES, any, "") : names_find(&r->m, KEY_WRITES, any);
    for (char **t = traces; *t; t++) {
        char *scope = format_new("trace__%s", *t);
        *t = scope;
    }
    return traces;
}

const char *report_trace_name(const char *scope)
{
    return starts_with(scope, "trace__") ? scope + strlen("trace__") : "all";
}

/* ---- from the manifest ---- */

static void add_codec(report_data *r)
{
    const design *d = &r->d;
    metrics *m = &r->m;
    metrics_set(m, d->enc_stages, KEY_RUN_ENC_STAGES);
    metrics_set(m, d->dec_stages, KEY_RUN_DEC_STAGES);
    metrics_set(m, d->early_tag, KEY_RUN_EARLY_TAG);
    metrics_set(m, d->early_mask, KEY_RUN_EARLY_MASK);
    metrics_set(m, d->isolate, KEY_RUN_ISOLATE);
    metrics_set(m, d->user_bits, KEY_RUN_USER_BITS);
    metrics_set(m, d->encs, KEY_RUN_ENCS);
    metrics_set(m, d->decs, KEY_RUN_DECS);
    metrics_set(m, d->dec_ports, KEY_RUN_DEC_PORTS);
    metrics_set(m, d->stall, KEY_RUN_STALL);
    metrics_set(m, d->wrapper, KEY_RUN_WRAPPER);
    metrics_set(m, d->sizes.block_bits, KEY_SIZE_BLOCK);
    metrics_set(m, d->sizes.mask_bits, KEY_SIZE_MASK);
    metrics_set(m, d->sizes.tag_bits, KEY_SIZE_TAG);
    metrics_set(m, d->sizes.payload_bits, KEY_SIZE_PAYLOAD);
    metrics_set(m, d->sizes.units, KEY_SIZE_UNITS);
    metrics_set(m, d->sizes.wen_bits, KEY_SIZE_WEN);
}

static void add_port(void *user, const char *port, int bits, bool output)
{
    (void)output;
    metrics_set(user, bits, KEY_PORT_BITS, port);
}

static void add_block(report_data *r)
{
    const design *d = &r->d;
    metrics *m = &r->m;
    metrics_set(m, d->stages, KEY_RUN_STAGES);
    design_each_port(d, add_port, m);
    if (d->unit->wiring == NULL)
        return;
    wf_wiring w;
    d->unit->wiring(&d->config, &w);
    metrics_set(m, w.one, KEY_WIRING_REGISTER);
    metrics_set(m, w.all, KEY_WIRING_ALL);
    metrics_set(m, w.longest, KEY_WIRING_LONGEST);
}

/* Notes a missing file, and edited RTL, since its figures may be those of another design. */
static void add_edited(report_data *r)
{
    char *missing = manifest_missing(r->dir), *file = manifest_edited(r->dir);
    if (missing)
        note("%s/%s is missing; `warpfold gen` makes it again", r->dir, missing);
    if (file) {
        note("%s/%s is not what `warpfold gen` wrote; the figures may be those of other RTL", r->dir, file);
        metrics_set_text(&r->m, file, KEY_RUN_EDITED);
    }
}

static void add_design(report_data *r)
{
    const design *d = &r->d;
    metrics *m = &r->m;
    identity_put(d, m);
    metrics_set_text(m, d->name, KEY_RUN_NAME);
    metrics_set_text(m, WF_VERSION, KEY_RUN_VERSION);
    if (d->codec)
        add_codec(r);
    else
        add_block(r);
}

int report_modules(const report_data *r, design_module modules[DESIGN_MODULES])
{
    const design_modules all = design_modules_of(&r->d);
    int count = 0;
    for (const design_module *x = all.module; x < all.module + all.count; x++)
        if (x->role != MODULE_ARBITER && (!x->minor || isfinite(metrics_get(&r->m, KEY_UNIT_AREA, x->name))))
            modules[count++] = *x;
    return count;
}

const char *report_library(const report_data *r)
{
    const char *file = metrics_get_text(&r->m, KEY_RUN_LIBERTY);
    return file ? file : "–";
}

int report_ranks(const report_data *r, const char *module)
{
    const design_modules all = design_modules_of(&r->d);
    const design_module *x = design_module_named(&all, module);
    return x ? x->ranks : 0;
}

double report_get(const report_data *r, const key_ref *ref)
{
    char *key = key_new(ref);
    return metrics_get(&r->m, "%s", key);
}

bool report_has_step(const report_data *r, int step)
{
    return step != STEP_TRACE || r->d.codec;
}

/* ---- what follows from the figures ---- */

/* The clock period at which a unit has no slack left, ns. */
static double min_clock(const metrics *m, const char *unit)
{
    return metrics_get(m, KEY_RUN_CLOCK) - metrics_get(m, KEY_UNIT_SLACK, unit);
}

static void add_units(report_data *r)
{
    metrics *m = &r->m;
    design_module units[DESIGN_MODULES];
    for (int i = 0, n = report_modules(r, units); i < n; i++) {
        metrics_set_known(m, 1 / min_clock(m, units[i].name), KEY_UNIT_FMAX, units[i].name);
        if (!r->d.codec) {
            double slices = design_slices(&r->d);
            metrics_set_known(m, slices * metrics_get(m, KEY_UNIT_TOTAL_AREA, units[i].name), KEY_BLOCK_WHOLE_TOTAL, units[i].name);
            metrics_set_known(m, slices * metrics_get(m, KEY_UNIT_ENERGY, units[i].name), KEY_BLOCK_WHOLE_ENERGY, units[i].name);
        }
    }
}

/* The encoder's figure and the decoder's together: one of each, or as many as the array of the source has. */
static double sum_of(const report_data *r, const char *pattern, bool paper)
{
    const design_modules modules = design_modules_of(&r->d);
    double sum = 0;
    for (const design_module *x = modules.module; x < modules.module + modules.count; x++)
        if (!x->minor) {
            const key_ref key = KEY_REF(pattern, x->name);
            sum += (paper ? x->paper_copies : 1) * report_get(r, &key);
        }
    return sum;
}

static void add_array(report_data *r)
{
    metrics *m = &r->m;
    const design_modules modules = design_modules_of(&r->d);
    double slowest = 0;
    for (const design_module *x = modules.module; x < modules.module + modules.count; x++)
        if (!x->minor)
            slowest = isfinite(slowest) && isfinite(min_clock(m, x->name)) ? fmax(slowest, min_clock(m, x->name)) : (double)NAN;
    metrics_set_known(m, 1 / slowest, KEY_ARRAY_FMAX);
    metrics_set_known(m, sum_of(r, KEY_UNIT_AREA, true), KEY_PUBLISHED_AREA);
    metrics_set_known(m, sum_of(r, KEY_UNIT_TOTAL_AREA, true), KEY_PUBLISHED_TOTAL_AREA);
    metrics_set_known(m, sum_of(r, KEY_UNIT_ENERGY, true), KEY_PUBLISHED_ENERGY);
    metrics_set_known(m, sum_of(r, KEY_UNIT_AREA, false), KEY_PAIR_AREA);
    metrics_set_known(m, sum_of(r, KEY_UNIT_TOTAL_AREA, false), KEY_PAIR_TOTAL_AREA);
    metrics_set_known(m, sum_of(r, KEY_UNIT_ENERGY, false), KEY_PAIR_ENERGY);
    metrics_set_known(m, metrics_get(m, KEY_PAIR_AREA) / metrics_get(m, KEY_RUN_NAND2), KEY_PAIR_AREA_GE);
    metrics_set_known(m, metrics_get(m, KEY_ARRAY_AREA) / metrics_get(m, KEY_RUN_NAND2), KEY_ARRAY_AREA_GE);
}

static void add_hardware(report_data *r)
{
    metrics *m = &r->m;
    add_units(r);
    if (r->d.codec)
        add_array(r);
    r->library = library_node_of_run(m);
}

/* ---- energy of an access ---- */

/* An access of one storage unit of this design's width. */
static double report_unit_energy(const report_data *r)
{
    if (r->energy == NULL || r->d.sizes.units == 0)
        return NAN;
    return energy_bank(&r->model) / r->model.bank_bits * r->d.sizes.payload_bits / r->d.sizes.units;
}

double report_values(const report_data *r, const char *scope)
{
    if (r->d.unit->line)
        return metrics_get(&r->m, KEY_ACCESSES, scope, "");
    double writes = metrics_get(&r->m, KEY_WRITES, scope), reads = metrics_get(&r->m, KEY_OPERAND_READS, scope);
    bool none = isnan(reads) && !metrics_unknown(&r->m, KEY_OPERAND_READS, scope);
    return writes + (none ? 0 : reads);
}

double report_units_used(const report_data *r, const char *scope)
{
    double used = metrics_get(&r->m, KEY_UNITS_PER_WRITE, scope);
    return isfinite(used) ? used : r->d.sizes.units / metrics_get(&r->m, KEY_RATIO_UNITS, scope);
}

const char *report_line_ratio(const report_data *r)
{
    return r->d.sizes.units > 1 ? KEY_RATIO_BURSTS : KEY_RATIO_BYTES;
}

const char *report_line_ratio_tag(const report_data *r)
{
    return r->d.sizes.units > 1 ? KEY_RATIO_BURSTS_TAG : KEY_RATIO_BYTES_TAG;
}

const char *report_line_unit(const report_data *r)
{
    return r->d.sizes.units > 1 ? "bursts" : "bytes";
}

bool report_reads_are_real(const report_data *r, const char *scope)
{
    return metrics_get(&r->m, KEY_INSTRUCTIONS, scope) > 0;
}

double report_reads(const report_data *r, const char *scope)
{
    double charged = metrics_get(&r->m, KEY_CHARGED_WRITES, scope);
    bool known = isfinite(charged) || metrics_unknown(&r->m, KEY_CHARGED_WRITES, scope);
    double writes = known ? charged : report_values(r, scope);
    return (metrics_get(&r->m, KEY_ENERGY_ACCESSES, scope) - writes) / writes;
}

/* Were they counted by code? */
static bool is_coded(const report_data *r, const char *scope, const char *by_code)
{
    const char *first = r->d.codec->class_names[0];
    return isfinite(metrics_get(&r->m, by_code, scope, first)) || metrics_unknown(&r->m, by_code, scope, first);
}

/* Activations of a unit in a trace by code; if they were not counted so, all are of the first. */
static void get_activations(const report_data *r, const char *scope, const char *all, const char *by_code, double count[WF_MAX_CLASSES])
{
    const char *const *classes = r->d.codec->class_names;
    bool coded = is_coded(r, scope, by_code);

    memset(count, 0, WF_MAX_CLASSES * sizeof *count);
    count[0] = metrics_get(&r->m, all, scope);
    for (int c = 0; coded && classes[c]; c++)
        count[c] = metrics_get(&r->m, by_code, scope, classes[c]);
}

bool report_access_energy(const report_data *r, const char *scope, const energy_model *e, report_access *out)
{
    double encodes[WF_MAX_CLASSES], decodes[WF_MAX_CLASSES];
    const metrics *m = &r->m;
    double accesses = metrics_get(m, KEY_ENERGY_ACCESSES, scope), bank = energy_bank(&r->model);
    get_activations(r, scope, KEY_ENCODES, KEY_ENCODES_CODE, encodes);
    get_activations(r, scope, KEY_DECODES, KEY_DECODES_CODE, decodes);
    *out = (report_access){
        .base = bank * metrics_get(m, KEY_BASE_BANKS, scope) / accesses,
        .stored = (bank * metrics_get(m, KEY_BANKS, scope) + r->model.tag_pj * metrics_get(m, KEY_TAGS, scope)) / accesses,
        .units = (energy_encodes(e, encodes) + energy_decodes(e, decodes)) / accesses,
    };
    out->saved = out->base - out->stored - out->units;
    return isfinite(out->saved) && out->base > 0;
}

/* Shares of the codes over all traces, per cent; none if a count is not known. */
static void add_shares(report_data *r)
{
    metrics *m = &r->m;
    const char *const *classes = r->d.codec->class_names;
    double sum = 0;
    for (int c = 0; classes[c]; c++)
        sum += metrics_unknown(m, KEY_CLASS, "trace", classes[c]) ? (double)NAN : fmax(0, metrics_get(m, KEY_CLASS, "trace", classes[c]));
    for (int c = 0; classes[c] && sum > 0; c++)
        metrics_set(m, 100 * fmax(0, metrics_get(m, KEY_CLASS, "trace", classes[c])) / sum, KEY_SHARE, classes[c]);
}

/* Vectors of a class over all traces, of one kind or of the two that are private memory. */
static double vectors_of(const metrics *m, const char *const *kinds, const char *class)
{
    double first = metrics_get(m, KEY_VECTOR, "trace", kinds[0], class);
    return kinds[1] ? first + metrics_get(m, KEY_VECTOR, "trace", kinds[1], class) : first;
}

/* Those of them that the encoding unit does not find. */
static double missed_of(const metrics *m, const char *const *kinds)
{
    double first = metrics_get(m, KEY_VECTOR_MISSED, "trace", kinds[0]);
    return kinds[1] ? first + metrics_get(m, KEY_VECTOR_MISSED, "trace", kinds[1]) : first;
}

/* Shares of vectors over all traces, in per cent: zero, uniform and affine vectors, of all; other strides, of those that are affine with
 * any stride; missed vectors, of zero, uniform and affine ones. */
static void add_vector_shares(report_data *r)
{
    static const struct {
        const char *name, *kinds[2];
    } groups[] = {
        {"private", {"load_stack", "store_stack"}}, {"global", {"load_global", "store_global"}}, {"registers", {"registers", NULL}}};
    metrics *m = &r->m;
    for (size_t i = 0; i < sizeof groups / sizeof groups[0]; i++) {
        const char *const *k = groups[i].kinds;
        double form = vectors_of(m, k, "zero") + vectors_of(m, k, "uniform") + vectors_of(m, k, "affine");
        double affine = form + vectors_of(m, k, "other"), all = affine + vectors_of(m, k, "generic");
        if (all > 0)
            metrics_set(m, 100 * form / all, KEY_VECTORS_SHARE, groups[i].name);
        if (affine > 0)
            metrics_set(m, 100 * (affine - form) / affine, KEY_VECTORS_OTHER, groups[i].name);
        if (form > 0)
            metrics_set_known(m, 100 * missed_of(m, k) / form, KEY_VECTORS_MISSED, groups[i].name);
    }
}

/* What an access saves on average over all traces that have energies, with these units; NAN: there are none, or one is not known. */
static double mean_saved(const report_data *r, const energy_model *units)
{
    double all = 0, sum = 0;
    for (char **t = report_traces(r); *t; t++) {
        report_access e;
        double accesses = metrics_get(&r->m, KEY_ENERGY_ACCESSES, *t);
        bool known = report_access_energy(r, *t, units, &e);
        if (!(accesses > 0) && !metrics_unknown(&r->m, KEY_ENERGY_ACCESSES, *t))
            continue;
        all += accesses;
        sum += known ? accesses * e.saved : (double)NAN;
    }
    return all > 0 ? sum / all : (double)NAN;
}

/* Of this design's units a single figure means something only if they and the storage are of one node. The published units it has in any library. */
static void add_energy(report_data *r)
{
    metrics *m = &r->m;
    double raw = r->d.sizes.units * report_unit_energy(r);
    energy_model published;
    metrics_set_known(m, report_reads(r, "trace"), KEY_ENERGY_READS);
    metrics_set_known(m, report_unit_energy(r), KEY_ENERGY_UNIT_ACCESS);
    metrics_set_known(m, raw, KEY_ENERGY_RAW_ACCESS);
    for (char **t = report_traces(r); *t; t++) {
        report_access e;
        if (report_access_energy(r, *t, &r->own, &e))
            metrics_set(m, e.saved, KEY_ENERGY_TRACE_SAVED, report_trace_name(*t));
    }
    if (r->energy && r->library && r->library->node_nm == r->energy->node_nm)
        metrics_set_known(m, mean_saved(r, &r->own), KEY_ENERGY_SAVED);
    if (energy_of_design(&published, &r->d))
        metrics_set_known(m, mean_saved(r, &published), KEY_ENERGY_SAVED_PUBLISHED);
}

/* Area times delay means something only for a unit without ranks. The delay of other units is what the clock asked for. */
static void drop_products(const report_data *r, metrics *part)
{
    design_module units[DESIGN_MODULES];
    int n = report_modules(r, units);
    for (int u = 0; u < n; u++)
        if (units[u].ranks > 0)
            metrics_remove(part, KEY_UNIT_AREA_DELAY, units[u].name);
}

/* Checks that figures of lines are for this design's size of line. */
static void check_lines(const report_data *r, const metrics *part, const char *path)
{
    double line = metrics_get(part, KEY_LINE, "trace");
    if (r->d.unit->line && line != r->d.config.line_bytes)
        die_usage("%s has no figures of lines of %d bytes; make it with `warpfold stats --codec %s --line %d --json`", path,
                  r->d.config.line_bytes, r->d.unit->name, r->d.config.line_bytes);
    if (!r->d.unit->line && isfinite(line))
        die_usage("%s has figures of cache lines, and %s is of warp registers", path, r->d.unit->name);
}

/* A step that did not end well: its figures are not all there, or not good. */
static void add_failure(report_data *r, int step, const metrics *part)
{
    char *name = format_new("%.*s", (int)strcspn(report_steps[step].file, "."), report_steps[step].file);
    const char *why = metrics_get_text(part, KEY_STEP_FAILED, name);
    r->failed[step] = why ? format_new("%s", why) : NULL;
    if (why)
        note("%s: %s failed: %s", r->dir, report_steps[step].what, why);
    r->ran[step] = r->ran[step] && metrics_count(part) > (why != NULL);
}

/* What `warpfold power` left, if it ran: no other figure needs it. */
static void add_power(report_data *r)
{
    char *path = path_join(r->dir, "power.json");
    metrics part = {0};
    const char *why = metrics_load(&part, path) ? metrics_get_text(&part, KEY_STEP_FAILED, "power") : NULL;
    if (why)
        note("%s: power failed: %s", r->dir, why);
    metrics_merge(&r->m, &part);
}

/* The design's own figures. */
static void begin(report_data *r)
{
    r->energy = paper_energy_of(r->d.unit->name);
    energy_of_design(&r->model, &r->d);
    add_design(r);
}

/* The units as measured. Energies by code need activations by code, which the traces have if they were counted with such energies. */
static void measure_units(report_data *r)
{
    bool by_code = is_coded(r, "trace", KEY_ENCODES_CODE);

    r->own = r->model;
    r->own.enc_pj = r->own.dec_pj = NAN;
    energy_measured(&r->own, &r->m, by_code ? r->d.codec : NULL);
}

/* The figures that follow from those of the steps. */
static void finish(report_data *r)
{
    energy_get(&r->model, KEY_ENERGY_MODEL, &r->m);
    add_hardware(r);
    if (r->d.codec) {
        measure_units(r);
        add_shares(r);
        add_vector_shares(r);
        add_energy(r);
    }
}

/* Reads the paths of the modules, where synthesis left them. */
static void load_paths(report_data *r)
{
    design_module units[DESIGN_MODULES];
    int n = report_modules(r, units);
    for (int u = 0; u < n; u++) {
        char *path = format_new("%s/syn/%s.paths.json", r->dir, units[u].name);
        metrics part = {0};
        if (metrics_load(&part, path))
            metrics_merge(&r->paths, &part);
    }
}

/* The folder's figures with a kept synthesis in place of the last one. False: it is of another design. */
static bool load_result(report_data *x, const report_data *r, const char *path)
{
    const char *edited = metrics_get_text(&r->m, KEY_RUN_EDITED);
    *x = (report_data){.dir = r->dir, .d = r->d, .result = results_name(path), .result_file = path};
    begin(x);
    if (edited)
        metrics_set_text(&x->m, edited, KEY_RUN_EDITED);
    for (int i = 0; i < STEPS; i++) {
        char *file = i == STEP_SYNTH ? format_new("%s", path) : path_join(r->dir, report_steps[i].file);
        metrics part = {0};
        x->ran[i] = report_has_step(r, i) && metrics_load(&part, file);
        x->failed[i] = i == STEP_SYNTH ? NULL : r->failed[i];
        char *differs = i == STEP_SYNTH ? identity_param_differs(&part, &r->d) : NULL;
        if (differs) {
            note("%s is of another design: %s; it is left out", path, differs);
            return false;
        }
        drop_products(x, &part);
        metrics_merge(&x->m, &part);
    }
    finish(x);
    return true;
}

static void load_results(report_data *r)
{
    int count = 0;
    for (char **path = results_list(r->dir); *path; path++) {
        r->results = grow_one(r->results, (size_t)count, sizeof *r->results);
        count += load_result(&r->results[count], r, *path);
    }
    r->result_count = count > 1 ? count : 0;
}

void report_load(report_data *r, const char *dir)
{
    *r = (report_data){.dir = dir};
    design_load(&r->d, dir);
    dir_lock(dir);
    begin(r);
    add_edited(r);
    for (int i = 0; i < STEPS; i++) {
        char *path = path_join(dir, report_steps[i].file);
        metrics part = {0};
        r->ran[i] = report_has_step(r, i) && metrics_load(&part, path);
        if (i == STEP_TRACE && r->ran[i])
            check_lines(r, &part, path);
        add_failure(r, i, &part);
        for (const metric *x = part.first; x; x = x->hh.next)
            if (key_find(x->key) == NULL)
                note("%s: \"%s\" is no figure of this program; it is passed through", path, x->key);
        drop_products(r, &part);
        metrics_merge(&r->m, &part);
    }
    add_power(r);
    if (r->ran[STEP_SYNTH])
        load_paths(r);
    finish(r);
    load_results(r);
}

void report_make(report_data *r, const design *d, const metrics steps[STEPS])
{
    *r = (report_data){.d = *d};
    begin(r);
    for (int i = 0; i < STEPS; i++) {
        metrics part = {0};
        r->ran[i] = steps[i].first != NULL;
        metrics_merge(&part, &steps[i]);
        drop_products(r, &part);
        metrics_merge(&r->m, &part);
        metrics_free(&part); /* a sweep makes one of each point */
    }
    finish(r);
}

/* ---- commands ---- */

char *report_command(const report_data *r, int step, const char *dir)
{
    if (step != STEP_TRACE)
        return format_new("warpfold %s %s", step == STEP_COSIM ? "cosim" : "synth", dir);
    text t = {0};
    text_printf(&t, "warpfold stats --unit %s", r->d.unit->name);
    design_flags_text(&r->d, &t);
    text_printf(&t, " --json %s/trace.json TRACE...", dir);
    return t.data;
}

/* ---- files ---- */

void report_csv_text(text *t, const char *s)
{
    if (strpbrk(s, ",\"\r\n") == NULL) {
        text_puts(t, s);
        return;
    }
    text_puts(t, "\"");
    for (; *s; s++)
        text_printf(t, *s == '"' ? "\"\"" : "%c", *s);
    text_puts(t, "\"");
}

void report_csv_number(text *t, double value)
{
    if (isfinite(value))
        text_printf(t, fabs(value) < 1e15 && floor(value) == value ? "%.0f" : "%.6g", value);
}

/* The design comes first. */
const char report_json_head[] = "{\n  \"run__";
const char report_csv_head[] = "key,value,unit,better\n";

void report_save_metrics(const report_data *r)
{
    char *json = path_join(r->dir, REPORT_JSON), *csv = path_join(r->dir, REPORT_CSV);
    metrics_save(&r->m, json);
    text t = {0};
    text_puts(&t, report_csv_head);
    for (const metric *x = r->m.first; x; x = x->hh.next) {
        if (x->string == NULL && !isfinite(x->number))
            continue;
        report_csv_text(&t, x->key);
        text_puts(&t, ",");
        if (x->string)
            report_csv_text(&t, x->string);
        else
            report_csv_number(&t, x->number);
        const key_info *k = key_find(x->key);
        text_printf(&t, ",%s,%s\n", k ? k->unit : "", k ? key_better_text(k) : "");
    }
    file_write(csv, t.data, t.len);
}
