/* SPDX-License-Identifier: Apache-2.0 */
#include "report_data.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../base/file.h"
#include "../base/msg.h"
#include "../base/text.h"
#include "../synth/synth.h"

const report_step report_steps[STEPS] = {
    [STEP_COSIM] = {"cosim.json", "Co-simulation"},
    [STEP_SYNTH] = {"synth.json", "Synthesis"},
    [STEP_TRACE] = {"trace.json", "Trace statistics"},
};

#define PAPER_FIGURE(room, what, value, unit, node, lanes, includes, key, scale) \
    {#room, what, value, unit, node, lanes, includes, key, scale},
const report_figure report_figures[] = {
#include "papers.def"
    {0}
};

#define PAPER_RELATION(room, other, what, value, includes, key) {#room, #other, what, value, includes, key},
const report_relation report_relations[] = {
#include "papers.def"
    {0}
};

#define PAPER_REMARK(room, key, before, after) {#room, key, before, after},
const report_remark report_remarks[] = {
#include "papers.def"
    {0}
};

#define LIBRARY_NODE(prefix, node, volts) {prefix, node, volts},
static const report_library libraries[] = {
#include "papers.def"
    {0}
};

/* ---- names of keys ---- */

char **names_find(const metrics *m, const char *prefix, const char *suffix)
{
    char **names = zalloc((metrics_count(m) + 1) * sizeof *names);
    size_t count = 0, pre = strlen(prefix);
    for (const metric *x = m->first; x; x = x->hh.next) {
        const char *key = x->key;
        if (!starts_with(key, prefix) || !ends_with(key + pre, suffix) || strlen(key + pre) == strlen(suffix))
            continue;
        char *name = format_new("%.*s", (int)(strlen(key + pre) - strlen(suffix)), key + pre);
        if (strstr(name, "__"))
            free(name);
        else
            names[count++] = name;
    }
    return names;
}

void names_free(char **names)
{
    for (char **n = names; *n; n++)
        free(*n);
    free(names);
}

/* ---- from the manifest ---- */

static void add_codec(report_data *r)
{
    const design *d = &r->d;
    metrics *m = &r->m;
    metrics_set(m, d->enc_stages, "run__enc_stages");
    metrics_set(m, d->dec_stages, "run__dec_stages");
    metrics_set(m, d->early_tag, "run__early_tag");
    metrics_set(m, d->isolate, "run__isolate");
    metrics_set(m, d->user_bits, "run__user_bits");
    metrics_set(m, d->encs, "run__encs");
    metrics_set(m, d->decs, "run__decs");
    metrics_set(m, d->dec_ports, "run__dec_ports");
    metrics_set(m, d->wrapper, "run__wrapper");
    metrics_set(m, d->sizes.block_bits, "size__block_bits");
    metrics_set(m, d->sizes.mask_bits, "size__mask_bits");
    metrics_set(m, d->sizes.tag_bits, "size__tag_bits");
    metrics_set(m, d->sizes.payload_bits, "size__payload_bits");
    metrics_set(m, d->sizes.units, "size__units");
    metrics_set(m, d->sizes.wen_bits, "size__wen_bits");
}

static int param_of(const design *d, const char *name)
{
    for (int p = 0; d->unit->params[p].name; p++)
        if (strcmp(d->unit->params[p].name, name) == 0)
            return d->config.param[p];
    return 0;
}

static void add_port(void *user, const char *port, int bits, bool output)
{
    (void)output;
    metrics_set(user, bits, "port__%s__bits", port);
}

static void add_block(report_data *r)
{
    const design *d = &r->d;
    metrics *m = &r->m;
    metrics_set(m, d->stages, "run__stages");
    design_each_port(d, add_port, m);
    if (d->unit != wf_find_unit("crossbar"))
        return;
    int longest;
    double sum = wf_crossbar_displacement(&d->config, &longest);
    metrics_set(m, sum, "wiring__displacement_bits");
    metrics_set(m, sum * param_of(d, "ports"), "wiring__all_displacement_bits");
    metrics_set(m, longest, "wiring__longest_bits");
}

static void add_param(void *user, const char *name, const wf_param *param, int value)
{
    text t = {0};
    char *key = format_new("%s", name);
    for (char *c = key; *c; c++)
        if (*c == '-')
            *c = '_';
    design_value_text(param, value, &t);
    metrics_set_text(user, t.data, "run__param__%s", key);
    text_free(&t);
    free(key);
}

static void add_design(report_data *r)
{
    const design *d = &r->d;
    metrics *m = &r->m;
    metrics_set_text(m, d->unit->name, d->codec ? "run__codec" : "run__block");
    if (d->unit->line)
        metrics_set(m, d->config.line_bytes, "run__line");
    else
        metrics_set(m, d->config.lanes, "run__lanes");
    metrics_set_text(m, d->name, "run__name");
    metrics_set_text(m, WF_VERSION, "run__version");
    design_each_param(d, add_param, m);
    if (d->codec)
        add_codec(r);
    else
        add_block(r);
}

int report_units(const report_data *r, report_unit *units)
{
    const design *d = &r->d;
    if (d->codec) {
        units[0] = (report_unit){"enc", "Encoder", d->enc_stages};
        units[1] = (report_unit){"dec", "Decoder", d->dec_stages};
        units[2] = (report_unit){"move", "Move decision", 0};
        return isfinite(metrics_get(&r->m, "move__area_um2")) ? 3 : 2;
    }
    int slices = design_slices(d);
    units[0] = (report_unit){.key = d->unit->name, .ranks = d->stages};
    if (slices > 1)
        snprintf(units[0].name, sizeof units[0].name, "%c%s, slice of %d lane%s", toupper((unsigned char)d->unit->name[0]),
                 d->unit->name + 1, d->config.lanes / slices, d->config.lanes == slices ? "" : "s");
    else
        snprintf(units[0].name, sizeof units[0].name, "%c%s%s", toupper((unsigned char)d->unit->name[0]), d->unit->name + 1,
                 design_has_memories(d) ? " without its arrays" : "");
    return 1;
}

bool report_has_step(const report_data *r, int step)
{
    return step != STEP_TRACE || r->d.codec;
}

/* ---- what follows from the figures ---- */

/* The clock period at which a unit has no slack left, ns. */
static double min_clock(const metrics *m, const char *unit)
{
    return metrics_get(m, "run__clock_ns") - metrics_get(m, "%s__slack_ns", unit);
}

static void set_known(metrics *m, const char *key, double value)
{
    if (isfinite(value))
        metrics_set(m, value, "%s", key);
}

static void add_units(report_data *r)
{
    metrics *m = &r->m;
    report_unit units[REPORT_UNITS];
    for (int i = 0, n = report_units(r, units); i < n; i++) {
        double ns = min_clock(m, units[i].key);
        if (isfinite(ns))
            metrics_set(m, 1 / ns, "%s__fmax_ghz", units[i].key);
        if (!r->d.codec) {
            double slices = design_slices(&r->d), total = slices * metrics_get(m, "%s__total_area_um2", units[i].key),
                   energy = slices * metrics_get(m, "%s__energy_pj", units[i].key);
            if (isfinite(total))
                metrics_set(m, total, "%s__whole_total_um2", units[i].key);
            if (isfinite(energy))
                metrics_set(m, energy, "%s__whole_energy_pj", units[i].key);
        }
    }
}

static void add_array(report_data *r)
{
    metrics *m = &r->m;
    double enc_ns = min_clock(m, "enc"), dec_ns = min_clock(m, "dec");
    if (isfinite(enc_ns) && isfinite(dec_ns))
        metrics_set(m, 1 / fmax(enc_ns, dec_ns), "array__fmax_ghz");
    int encs = r->d.codec->encs, decs = r->d.codec->decs;
    set_known(m, "published__area_um2",
              encs * metrics_get(m, "enc__area_um2") + decs * metrics_get(m, "dec__area_um2"));
    set_known(m, "published__total_area_um2",
              encs * metrics_get(m, "enc__total_area_um2") + decs * metrics_get(m, "dec__total_area_um2"));
    set_known(m, "published__energy_pj", encs * metrics_get(m, "enc__energy_pj") + decs * metrics_get(m, "dec__energy_pj"));
    set_known(m, "pair__area_um2", metrics_get(m, "enc__area_um2") + metrics_get(m, "dec__area_um2"));
    set_known(m, "pair__total_area_um2",
              metrics_get(m, "enc__total_area_um2") + metrics_get(m, "dec__total_area_um2"));
    set_known(m, "pair__energy_pj", metrics_get(m, "enc__energy_pj") + metrics_get(m, "dec__energy_pj"));
    set_known(m, "pair__area_ge", metrics_get(m, "pair__area_um2") / metrics_get(m, "run__nand2_um2"));
    set_known(m, "array__area_ge", metrics_get(m, "array__area_um2") / metrics_get(m, "run__nand2_um2"));
}

static void add_hardware(report_data *r)
{
    metrics *m = &r->m;
    add_units(r);
    if (r->d.codec)
        add_array(r);
    const char *file = metrics_get_text(m, "run__liberty"), *name = metrics_get_text(m, "run__library");
    for (const report_library *l = libraries; l->prefix; l++)
        if ((file && starts_with(path_base(file), l->prefix)) || (name && starts_with(name, l->prefix)))
            r->library = l;
}

/* ---- energy of an access ---- */

double report_unit_energy(const report_data *r)
{
    if (r->energy == NULL || r->d.sizes.units == 0)
        return NAN;
    return energy_bit(r->energy) * r->d.sizes.payload_bits / r->d.sizes.units;
}

double report_values(const report_data *r, const char *trace)
{
    if (r->d.unit->line)
        return metrics_get(&r->m, "trace__%s__accesses", trace);
    double writes = metrics_get(&r->m, "trace__%s__writes", trace),
           reads = metrics_get(&r->m, "trace__%s__reads", trace);
    return writes + (isfinite(reads) ? reads : 0);
}

double report_units_used(const report_data *r, const char *trace)
{
    double used = metrics_get(&r->m, "trace__%s__units_per_write", trace);
    return isfinite(used) ? used : r->d.sizes.units / metrics_get(&r->m, "trace__%s__ratio_units", trace);
}

double report_storage_saved(const report_data *r, const char *trace)
{
    double all = r->d.sizes.units, read = all - report_units_used(r, trace);
    double written = metrics_get(&r->m, "trace__%s__write_units_raw", trace) -
                     metrics_get(&r->m, "trace__%s__write_units", trace);
    if (!isfinite(written))
        written = read;
    return report_unit_energy(r) * (written + r->reads * read) / (1 + r->reads) - energy_tag(r->energy, &r->d);
}

double report_saved_energy(const report_data *r, const char *trace, double enc_pj, double dec_pj)
{
    const metrics *m = &r->m;
    double values = report_values(r, trace), all = r->d.sizes.units, used = report_units_used(r, trace);
    double unit = report_unit_energy(r), tag = energy_tag(r->energy, &r->d);
    double divergent = metrics_get(m, "trace__%s__divergent", trace), moves = metrics_get(m, "trace__%s__moves", trace);
    double encoded = 1 - divergent / values, coded = metrics_get(m, "trace__%s__compressed", trace) / values;
    moves = isfinite(moves) ? moves / values : 0;
    /* Units a compressed value takes; raw ones take all. */
    double coded_units = coded > 0 ? (used - all * (1 - coded)) / coded : 0;
    /* Units that do not hold their operands still work at every access. */
    if (!isfinite(encoded) || !r->d.isolate || energy_codes_divergent(&r->d))
        encoded = 1;
    double move = dec_pj + ((isfinite(coded_units) ? coded_units : all) + all) * unit + 2 * tag;
    double decoded = isfinite(coded) && r->d.isolate ? coded : 1;
    return report_storage_saved(r, trace) -
           (encoded * enc_pj + r->reads * decoded * dec_pj + moves * move) / (1 + r->reads);
}

/* Shares of the codes over all traces, per cent. */
static void add_shares(report_data *r)
{
    metrics *m = &r->m;
    const char *const *classes = r->d.codec->class_names;
    double sum = 0;
    for (int c = 0; classes[c]; c++)
        sum += fmax(0, metrics_get(m, "trace__class__%s", classes[c]));
    for (int c = 0; classes[c] && sum > 0; c++)
        metrics_set(m, 100 * fmax(0, metrics_get(m, "trace__class__%s", classes[c])) / sum, "trace__share__%s",
                    classes[c]);
}

/* Vectors of a class over all traces, of one kind or of the two that are private memory. */
static double vectors_of(const metrics *m, const char *const *kinds, const char *class)
{
    double first = metrics_get(m, "trace__vector__%s__%s", kinds[0], class);
    return kinds[1] ? first + metrics_get(m, "trace__vector__%s__%s", kinds[1], class) : first;
}

/* Shares of vectors over all traces, per cent: what the encoding unit's form holds, of all; other strides, of those that
 * are affine with any stride; what the unit misses, of its form. */
static void add_vector_shares(report_data *r)
{
    static const struct {
        const char *name, *kinds[2];
    } groups[] = {{"private", {"load_stack", "store_stack"}},
                  {"global", {"load_global", "store_global"}},
                  {"registers", {"registers", NULL}}};
    metrics *m = &r->m;
    for (size_t i = 0; i < sizeof groups / sizeof groups[0]; i++) {
        const char *const *k = groups[i].kinds;
        double form = vectors_of(m, k, "zero") + vectors_of(m, k, "uniform") + vectors_of(m, k, "affine");
        double affine = form + vectors_of(m, k, "other"), all = affine + vectors_of(m, k, "generic");
        if (all > 0)
            metrics_set(m, 100 * form / all, "trace__vectors__%s__share", groups[i].name);
        if (affine > 0)
            metrics_set(m, 100 * (affine - form) / affine, "trace__vectors__%s__other_strides", groups[i].name);
        if (form > 0)
            metrics_set(m, 100 * vectors_of(m, k, "missed") / form, "trace__vectors__%s__missed", groups[i].name);
    }
}

static void add_energy(report_data *r)
{
    metrics *m = &r->m;
    double raw = r->d.sizes.units * report_unit_energy(r);
    double enc = metrics_get(m, "enc__energy_pj"), dec = metrics_get(m, "dec__energy_pj");
    metrics_set(m, r->reads, "energy__reads_per_write");
    set_known(m, "energy__unit_access_pj", report_unit_energy(r));
    set_known(m, "energy__raw_access_pj", raw);
    char **traces = names_find(m, "trace__", "__writes");
    double values = 0, sum = 0;
    for (char **t = traces; *t; t++) {
        double saved = report_saved_energy(r, *t, enc, dec);
        if (!isfinite(raw) || !isfinite(saved))
            continue;
        metrics_set(m, saved, "energy__%s__saved_pj", *t);
        values += report_values(r, *t);
        sum += report_values(r, *t) * saved;
    }
    /* One figure for all only where units and storage are of one node: else it says nothing. */
    if (values > 0 && r->library && r->library->node_nm == r->energy->node_nm)
        metrics_set(m, sum / values, "energy__saved_pj");
    names_free(traces);
}

/* Area times delay is a figure of a unit without ranks: of one with ranks the delay is what the clock asked for. */
static void drop_products(const report_data *r, metrics *part)
{
    report_unit units[REPORT_UNITS];
    int n = report_units(r, units);
    for (int u = 0; u < n; u++)
        if (units[u].ranks > 0)
            metrics_remove(part, "%s__area_delay", units[u].key);
}

/* Figures of lines are of this design's lines. */
static void check_lines(const report_data *r, const metrics *part, const char *path)
{
    double line = metrics_get(part, "trace__line");
    if (r->d.unit->line && line != r->d.config.line_bytes)
        die_usage("%s has no figures of lines of %d bytes; make it with `warpfold stats --codec %s --line %d --json`", path,
                  r->d.config.line_bytes, r->d.unit->name, r->d.config.line_bytes);
    if (!r->d.unit->line && isfinite(line))
        die_usage("%s has figures of cache lines, and %s is of warp registers", path, r->d.unit->name);
}

void report_load(report_data *r, const char *dir, double reads)
{
    *r = (report_data){.dir = dir, .reads = reads};
    design_load(&r->d, dir);
    r->energy = room_energy_of(r->d.unit->name);
    add_design(r);
    for (int i = 0; i < STEPS; i++) {
        char *path = path_join(dir, report_steps[i].file);
        metrics part = {0};
        r->ran[i] = report_has_step(r, i) && metrics_load(&part, path);
        if (i == STEP_TRACE && r->ran[i])
            check_lines(r, &part, path);
        drop_products(r, &part);
        metrics_merge(&r->m, &part);
        metrics_free(&part);
        free(path);
    }
    add_hardware(r);
    if (r->d.codec) {
        add_shares(r);
        add_vector_shares(r);
        add_energy(r);
    }
}

void report_free(report_data *r)
{
    metrics_free(&r->m);
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

static void add_csv_text(text *t, const char *s)
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

void report_save_metrics(const report_data *r)
{
    char *json = path_join(r->dir, "metrics.json"), *csv = path_join(r->dir, "metrics.csv");
    metrics_save(&r->m, json);
    text t = {0};
    text_puts(&t, "key,value\n");
    for (const metric *x = r->m.first; x; x = x->hh.next) {
        add_csv_text(&t, x->key);
        text_puts(&t, ",");
        if (x->string)
            add_csv_text(&t, x->string);
        else if (isfinite(x->number))
            text_printf(&t, fabs(x->number) < 1e15 && floor(x->number) == x->number ? "%.0f" : "%.6g", x->number);
        text_puts(&t, "\n");
    }
    file_write(csv, t.data, t.len);
    text_free(&t);
    free(json);
    free(csv);
}
