/* SPDX-License-Identifier: Apache-2.0 */
#include "report_data.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "../base/file.h"
#include "../base/msg.h"
#include "../base/text.h"

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

#define PAPER_STORAGE(room, bits, access, wire, enc, dec, lanes, node, source) \
    {#room, bits, access, wire, enc, dec, lanes, node, source},
static const report_storage storages[] = {
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
    char **names = zalloc((m->count + 1) * sizeof *names);
    size_t count = 0, pre = strlen(prefix);
    for (size_t i = 0; i < m->count; i++) {
        const char *key = m->items[i].key;
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

static void add_design(report_data *r)
{
    const design *d = &r->d;
    metrics *m = &r->m;
    text t = {0};
    metrics_set_text(m, d->codec->name, "run__codec");
    metrics_set(m, d->config.lanes, "run__lanes");
    metrics_set_text(m, d->name, "run__name");
    metrics_set_text(m, WF_VERSION, "run__version");
    for (int i = 0; d->codec->params[i].name; i++) {
        text_free(&t);
        t = (text){0};
        design_param_text(d, i, &t);
        metrics_set_text(m, t.data ? t.data : "", "run__param__%s", d->codec->params[i].name);
    }
    text_free(&t);
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

static void add_hardware(report_data *r)
{
    metrics *m = &r->m;
    double enc_ns = min_clock(m, "enc"), dec_ns = min_clock(m, "dec");
    set_known(m, "enc__fmax_ghz", 1 / enc_ns);
    set_known(m, "dec__fmax_ghz", 1 / dec_ns);
    if (isfinite(enc_ns) && isfinite(dec_ns))
        metrics_set(m, 1 / fmax(enc_ns, dec_ns), "array__fmax_ghz");
    int encs = r->d.codec->encs, decs = r->d.codec->decs;
    set_known(m, "published__area_um2",
              encs * metrics_get(m, "enc__area_um2") + decs * metrics_get(m, "dec__area_um2"));
    set_known(m, "published__total_area_um2",
              encs * metrics_get(m, "enc__total_area_um2") + decs * metrics_get(m, "dec__total_area_um2"));
    set_known(m, "array__area_ge", metrics_get(m, "array__area_um2") / metrics_get(m, "run__nand2_um2"));
    const char *file = metrics_get_text(m, "run__liberty"), *name = metrics_get_text(m, "run__library");
    for (const report_library *l = libraries; l->prefix; l++)
        if ((file && starts_with(path_base(file), l->prefix)) || (name && starts_with(name, l->prefix)))
            r->library = l;
}

double report_unit_energy(const report_data *r)
{
    if (r->storage == NULL || r->d.sizes.units == 0)
        return NAN;
    double bits = (double)r->d.sizes.payload_bits / r->d.sizes.units;
    return (r->storage->access_pj + r->storage->wire_pj) * bits / r->storage->unit_bits;
}

double report_values(const report_data *r, const char *trace)
{
    double writes = metrics_get(&r->m, "trace__%s__writes", trace),
           reads = metrics_get(&r->m, "trace__%s__reads", trace);
    return writes + (isfinite(reads) ? reads : 0);
}

double report_units_used(const report_data *r, const char *trace)
{
    double used = metrics_get(&r->m, "trace__%s__units_per_write", trace);
    return isfinite(used) ? used : r->d.sizes.units / metrics_get(&r->m, "trace__%s__ratio_units", trace);
}

double report_saved_energy(const report_data *r, const char *trace, double enc_pj, double dec_pj)
{
    const metrics *m = &r->m;
    double values = report_values(r, trace), all = r->d.sizes.units, used = report_units_used(r, trace);
    double unit = report_unit_energy(r),
           raw = metrics_get(m, "trace__%s__class__%s", trace, r->d.codec->class_names[0]);
    double divergent = metrics_get(m, "trace__%s__divergent", trace), moves = metrics_get(m, "trace__%s__moves", trace);
    double full = 1 - divergent / values, coded = 1 - raw / values;
    moves = isfinite(moves) ? moves / values : 0;
    /* Units a compressed value takes; raw ones take all. */
    double coded_units = coded > 0 ? (used - all * (1 - coded)) / coded : 0;
    /* Units that do not hold their operands still work at every access. */
    if (!isfinite(full) || !r->d.isolate)
        full = 1;
    double move = isfinite(coded_units) ? dec_pj + (coded_units + all) * unit : dec_pj + 2 * all * unit;
    double decoded = isfinite(coded) && r->d.isolate ? coded : 1;
    return unit * (all - used) - (full * enc_pj + r->reads * decoded * dec_pj + moves * move) / (1 + r->reads);
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
    if (values > 0)
        metrics_set(m, sum / values, "energy__saved_pj");
    names_free(traces);
}

void report_load(report_data *r, const char *dir, double reads)
{
    *r = (report_data){.dir = dir, .reads = reads};
    design_load(&r->d, dir);
    for (const report_storage *s = storages; s->room; s++)
        if (strcmp(s->room, r->d.codec->name) == 0)
            r->storage = s;
    add_design(r);
    for (int i = 0; i < STEPS; i++) {
        char *path = path_join(dir, report_steps[i].file);
        metrics part = {0};
        r->ran[i] = metrics_load(&part, path);
        metrics_merge(&r->m, &part);
        metrics_free(&part);
        free(path);
    }
    add_hardware(r);
    add_energy(r);
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
    text_printf(&t, "warpfold stats --codec %s --lanes %d", r->d.codec->name, r->d.config.lanes);
    for (int i = 0; r->d.codec->params[i].name; i++) {
        text_printf(&t, " --%s ", r->d.codec->params[i].name);
        design_param_text(&r->d, i, &t);
    }
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
    for (size_t i = 0; i < r->m.count; i++) {
        const metric *x = &r->m.items[i];
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
