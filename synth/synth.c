/* SPDX-License-Identifier: Apache-2.0 */
#include "synth.h"

#include <dirent.h>
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "../base/file.h"
#include "../base/msg.h"
#include "../base/proc.h"
#include "../base/step.h"
#include "../gen/identity.h"
#include "../gen/manifest.h"
#include "closure.h"
#include "corners.h"
#include "curve.h"
#include "fpga.h"
#include "job.h"
#include "library_node.h"
#include "parts.h"
#include "paths.h"
#include "show.h"
#include "timed.h"

const synth_options synth_defaults = {.effort = 1, .clock_gate = true, .module = "all", .wire_ff_um = 0.15, .utilisation = 0.7};
const char *const synth_option_names[] = {"liberty", "clock-ns", "effort",     "driver",      "load-ff", "clock-gate",
                                          "module",  "wires",    "wire-ff-um", "utilisation", NULL};

/* A number above 0; false if it is none. */
static bool is_positive(const char *value, double *v)
{
    return parse_double(value, v) && *v > 0;
}

static char *refused(const char *name, const char *value, const char *accepted)
{
    return format_new("--%s %s: %s", name, value, accepted);
}

static bool is_switch(const char *value, const char *on, bool *v)
{
    *v = strcmp(value, on) == 0;
    return *v || strcmp(value, "off") == 0;
}

static char *set_module(synth_options *o, const char *value)
{
    static const char *const modules[] = {"enc", "dec", "move", "all"};
    for (int i = 0; i < 4; i++)
        if (strcmp(value, modules[i]) == 0) {
            o->module = modules[i];
            return NULL;
        }
    return refused("module", value, "accepted are enc, dec, move and all");
}

char *synth_set(synth_options *o, const char *name, const char *value)
{
    static const char *const number = "a number above 0";
    long long v;
    if (strcmp(name, "liberty") == 0) {
        o->liberty = value;
    } else if (strcmp(name, "driver") == 0) {
        o->driver = value;
    } else if (strcmp(name, "clock-ns") == 0) {
        return is_positive(value, &o->clock_ns) ? NULL : refused(name, value, number);
    } else if (strcmp(name, "load-ff") == 0) {
        return is_positive(value, &o->load_ff) ? NULL : refused(name, value, number);
    } else if (strcmp(name, "effort") == 0) {
        if (!parse_int(value, 0, 2, &v))
            return refused(name, value, "a whole number from 0 to 2");
        o->effort = (int)v;
    } else if (strcmp(name, "clock-gate") == 0) {
        return is_switch(value, "auto", &o->clock_gate) ? NULL : refused(name, value, "accepted are auto and off");
    } else if (strcmp(name, "wires") == 0) {
        return is_switch(value, "on", &o->wires) ? NULL : refused(name, value, "accepted are on and off");
    } else if (strcmp(name, "wire-ff-um") == 0) {
        return is_positive(value, &o->wire_ff_um) ? NULL : refused(name, value, number);
    } else if (strcmp(name, "utilisation") == 0) {
        return is_positive(value, &o->utilisation) && o->utilisation <= 1 ? NULL : refused(name, value, "a share above 0, at most 1");
    } else if (strcmp(name, "module") == 0) {
        return set_module(o, value);
    } else {
        return format_new("synthesis has no option --%s", name);
    }
    return NULL;
}

void synth_options_text(const synth_options *o, text *t)
{
    text_printf(t, "clock %.17g effort %d driver %s load %.17g gate %d", o->clock_ns, o->effort, o->driver ? o->driver : "", o->load_ff,
                o->clock_gate);
    if (o->wires)
        text_printf(t, " wires %.17g %.17g", o->wire_ff_um, o->utilisation);
}

void make_link(const synth_job *job, const char *target, const char *name)
{
    char *path = path_join(job->work, name), *real = realpath(target, NULL);
    if (real == NULL || symlink(real, path) != 0)
        die("cannot link %s into %s: %s", target, job->work, strerror(errno));
    free(path);
    free(real);
}

/* The cell that drives the inputs. */
static const char *driver_of(const liberty *lib, const synth_options *o, const char *path)
{
    const char *name = o->driver ? o->driver : liberty_name(lib, lib->driver);
    const liberty_cell *driver = liberty_find(lib, name);
    if (driver == NULL)
        die_usage("the driving cell %s is not in %s; a cell with one output is expected, for instance %s", name, path_base(path),
                  liberty_name(lib, lib->driver));
    if (driver->outputs != 1 || driver->kind != CELL_LOGIC)
        die_usage("%s cannot drive inputs: a gate with one output is expected, for instance %s", name, liberty_name(lib, lib->driver));
    return name;
}

/* Sets what depends on the library. */
static void prepare_library(synth_job *job, const char *path)
{
    const synth_options *o = job->options;
    make_link(job, path, "lib.lib");
    job->driver = driver_of(&job->lib, o, path);
    job->load_ff = o->load_ff > 0 ? o->load_ff : job->lib.load_ff;
    job->gated = o->clock_gate && job->lib.clock_gate >= 0;
    text t = {0};
    liberty_functions(&job->lib, NULL, NULL, &t);
    work_write(job, "functions.lib", &t);
    text_free(&t);
    size_t len;
    char *source = file_read(path, &len);
    if (source == NULL)
        die("cannot read %s: %s", path, strerror(errno));
    liberty_usable(&job->lib, source, len, &t);
    work_write(job, "abc.lib", &t);
    text_free(&t);
    free(source);
    text_printf(&t, "set_driving_cell %s\nset_load %g\n", job->driver, job->load_ff);
    work_write(job, "abc.constr", &t);
    text_free(&t);
    script_write(job, "synth/rank_gated.v", "rank_gated.v", NULL);
    script_write(job, "synth/clock_gate.v", "clock_gate.v", NULL);
    script_write(job, "synth/proof_boxes.v", "proof_boxes.v", NULL);
    job->fo4_ns = fo4_measure(job);
    job->clock_ns = o->clock_ns > 0 ? o->clock_ns : ceil(SYNTH_CLOCK_FO4 * job->fo4_ns * 1000) / 1000;
}

static int by_path(const void *a, const void *b)
{
    return strcmp(((const file_entry *)a)->path, ((const file_entry *)b)->path);
}

/* Modules of the arbiter. All others stay whole there. */
static bool in_arbiter(const char *module)
{
    static const char *const names[] = {"decs", "arb", "pick", "fold", "mux"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strcmp(module, names[i]) == 0)
            return true;
    return false;
}

/* The emitted files as Yosys reads them: those that are synthesised, and those of the boxes, which stay whole. `top`: only those of this
 * module and of what is in it; NULL: all. In the arbiter boxes are the decoders and what is in them, elsewhere the register rank. */
static void list_files(const design *d, const char *dir, const char *top, bool arbiter, char **files, char **box_files)
{
    file_list all = {.count = 0};
    text plain = {0}, boxed = {0};
    closure_files(dir, top, &all);
    qsort(all.items, (size_t)all.count, sizeof *all.items, by_path);
    text_add(&plain, "", 0);
    text_add(&boxed, "", 0);
    for (int i = 0; i < all.count; i++) {
        const char *name = path_base(all.items[i].path);
        char *module = format_new("%.*s", (int)strcspn(name, "."), name);
        const char *part = strncmp(module, d->name, strlen(d->name)) == 0 ? module + strlen(d->name) : "";
        part += *part == '_';
        text *t = (arbiter ? !in_arbiter(part) : strcmp(part, "rank") == 0) ? &boxed : &plain;
        free(module);
        text_printf(t, "%s%s", t->len ? " " : "", all.items[i].path);
    }
    file_list_free(&all);
    *files = plain.data;
    *box_files = boxed.data;
}

static void remove_result(const char *syn, const char *unit, const char *suffix)
{
    char *name = format_new("%s%s", unit, suffix), *path = path_join(syn, name);
    unlink(path);
    free(path);
    free(name);
}

/* Removes what an earlier run left: logs, and what is published. */
static void clean(const char *syn, const char *const *names, int count)
{
    DIR *d = opendir(syn);
    for (const struct dirent *e; d && (e = readdir(d)) != NULL;)
        if (ends_with(e->d_name, ".log"))
            remove_result(syn, e->d_name, "");
    if (d)
        closedir(d);
    for (int i = 0; i < count; i++) {
        remove_result(syn, names[i], ".v");
        remove_result(syn, names[i], ".path.txt");
        remove_result(syn, names[i], ".stages.txt");
        remove_result(syn, names[i], ".paths.json");
    }
    remove_result(syn, "cells", ".v");
}

/* The emitted module that is measured. For a block that is wider than its slice or has memories this is the slice. */
static char *top_of(const design *d, const char *name, const char *dir)
{
    if (strcmp(name, "arb") == 0)
        return format_new("%s_decs", d->name);
    char *slice = format_new("%s_%s_slice", d->name, name), *file = format_new("%s/rtl/%s.v", dir, slice);
    bool sliced = !d->codec && file_exists(file) && (design_slices(d) > 1 || design_has_memories(d));
    free(file);
    if (sliced)
        return slice;
    free(slice);
    return format_new("%s_%s", d->name, name);
}

static bool is_clocked(const design *d, const char *name)
{
    return strcmp(name, "enc") == 0   ? d->enc_stages > 0
           : strcmp(name, "dec") == 0 ? d->dec_stages > 0
                                      : strcmp(name, "arb") == 0 || (!d->codec && d->stages > 0);
}

static void begin_unit(synth_job *job, synth_unit *u, const char *name, const char *dir)
{
    const design *d = job->d;
    bool arbiter = strcmp(name, "arb") == 0;
    *u = (synth_unit){.job = job, .name = name};
    u->top = top_of(d, name, dir);
    u->area_only = arbiter;
    u->clocked = is_clocked(d, name);
    list_files(d, dir, job->options->alone ? u->top : NULL, arbiter, &u->files, &u->box_files);
    u->boxes = format_new(arbiter ? "t:%s_dec" : "t:%s_rank", d->name);
    char *constrain = format_new("%s.constrain.tcl", name);
    char *clock = format_new("%.9g", job->clock_ns), *load = format_new("%.9g", job->load_ff);
    script_write(job, "synth/constrain.tcl", constrain, "CLOCK_NS", clock, "DRIVER", job->driver, "LOAD_FF", load, NULL);
    free(constrain);
    free(clock);
    free(load);
}

static void free_unit(synth_unit *u)
{
    free(u->top);
    free(u->boxes);
    free(u->files);
    free(u->box_files);
    free(u->recipe);
    free(u->path);
    for (int i = 0; u->stages && i <= SYNTH_MAX_RANKS; i++)
        free(u->stages[i].ends);
    free(u->stages);
    for (int i = 0; i < u->curve_count; i++)
        free(u->curve[i].recipe);
    free(u->curve);
}

int synth_modules(const design *d, const synth_options *o, const char *names[SYNTH_MAX_UNITS], char **fault)
{
    bool all = strcmp(o->module, "all") == 0;
    int count = 0;
    *fault = NULL;
    if (!d->codec) {
        if (!all)
            *fault = format_new("--module %s: %s has one module; leave --module out", o->module, d->unit->name);
        names[count++] = d->unit->name;
        return *fault ? 0 : count;
    }
    if (!all) {
        names[count++] = o->module;
        return count;
    }
    names[count++] = "enc";
    names[count++] = "dec";
    if (d->dec_ports > d->decs)
        names[count++] = "arb";
    if (d->sizes.mask_bits > 0)
        names[count++] = "move";
    return count;
}

static int choose_units(const design *d, const synth_options *o, const char **names)
{
    char *fault;
    int count = synth_modules(d, o, names, &fault);
    if (fault)
        die_usage("%s", fault);
    return count;
}

void synth_means(const design *d, const char *dir, const char *module, text *out)
{
    char *top = top_of(d, module, dir);
    bool half = strcmp(module, "enc") == 0 || strcmp(module, "dec") == 0;
    const char *early = half ? design_early(d, *module == 'e') : NULL;
    text_printf(out, "%s clocked=%d early=%s memories=%d slices=%d intervals=%d,%d\n", top, is_clocked(d, module), early ? early : "",
                design_has_memories(d), design_slices(d), d->sizes.interval_enc, d->sizes.interval_dec);
    closure_text(dir, top, out);
    free(top);
}

/* Copies a finished file of the working folder to DIR/syn. */
static void publish(const synth_job *job, const char *unit, const char *suffix)
{
    char *name = format_new("%s%s", unit, suffix), *out = path_join(job->syn, name), *data = work_read(job, name);
    if (data)
        file_write(out, data, strlen(data));
    free(data);
    free(out);
    free(name);
}

static void unit_metrics(const synth_unit *u, metrics *m)
{
    const synth_job *job = u->job;
    const design *d = job->d;
    const char *n = u->name;
    metrics_set(m, u->area, KEY_UNIT_AREA, n);
    metrics_set(m, u->area / job->lib.cells[job->lib.nand2].area, KEY_UNIT_AREA_GE, n);
    metrics_set(m, u->reg_area, KEY_UNIT_REG_AREA, n);
    metrics_set(m, u->reg_count, KEY_UNIT_REG_COUNT, n);
    metrics_set(m, u->area + u->reg_area, KEY_UNIT_TOTAL_AREA, n);
    metrics_set_text(m, u->recipe ? u->recipe : "no logic", KEY_UNIT_RECIPE, n);
    metrics_set(m, u->equivalent, KEY_UNIT_EQUIVALENT, n);
    if (strcmp(n, "arb") == 0)
        return;
    metrics_set(m, u->delay, KEY_UNIT_DELAY, n);
    metrics_set(m, u->delay / job->fo4_ns, KEY_UNIT_DELAY_FO4, n);
    metrics_set(m, u->area * u->delay, KEY_UNIT_AREA_DELAY, n);
    metrics_set(m, u->slack, KEY_UNIT_SLACK, n);
    metrics_set_known(m, u->power_mw, KEY_UNIT_POWER, n);
    metrics_set_known(m, u->leak_mw, KEY_UNIT_LEAK, n);
    metrics_set_known(m, u->energy_pj, KEY_UNIT_ENERGY, n);
    metrics_set(m, u->rate, KEY_UNIT_RATE, n);
    metrics_set_text(m, u->path, KEY_UNIT_PATH, n);
    if (u->wired) {
        metrics_set(m, u->wire_mm, KEY_WIRES_LENGTH, n);
        metrics_set(m, job->clock_ns - u->wired_slack, KEY_WIRES_DELAY, n);
        metrics_set(m, (job->clock_ns - u->wired_slack) / job->fo4_ns, KEY_WIRES_DELAY_FO4, n);
        metrics_set(m, u->wired_slack, KEY_WIRES_SLACK, n);
        metrics_set_known(m, u->wired_power_mw, KEY_WIRES_POWER, n);
        metrics_set_known(m, u->wired_power_mw * job->clock_ns / u->rate, KEY_WIRES_ENERGY, n);
    }
    for (int i = 0; i <= u->ranks; i++)
        if (u->stages[i].ends) {
            metrics_set_text(m, u->stages[i].ends, KEY_UNIT_STAGE_PATH, n, i + 1);
            metrics_set(m, u->stages[i].cells, KEY_UNIT_STAGE_CELLS, n, i + 1);
            metrics_set(m, u->stages[i].named, KEY_UNIT_STAGE_NAMED, n, i + 1);
        }
    for (int i = 0; i < u->ranks; i++)
        if (!isnan(u->stage_slack[i])) {
            metrics_set(m, u->stage_slack[i], KEY_UNIT_STAGE_SLACK, n, i + 1);
            metrics_set(m, job->clock_ns - u->stage_slack[i], KEY_UNIT_STAGE_DELAY, n, i + 1);
        }
    if (u->ranks > 0 && !isnan(u->stage_slack[u->ranks]))
        metrics_set(m, job->clock_ns - u->stage_slack[u->ranks], KEY_UNIT_CLOCK_TO_OUT, n);
    if (!d->codec) {
        metrics_set(m, design_slices(d), KEY_BLOCK_SLICES, n);
        metrics_set(m, u->area * design_slices(d), KEY_BLOCK_WHOLE_AREA, n);
    }
    for (int part = 0; part < 2 && unit_part(u, part); part++)
        metrics_set(m, u->part_area[part], KEY_UNIT_PART_AREA, n, unit_part(u, part));
}

/* The points of a curve, with all registers of the unit. */
static void curve_metrics(const synth_unit *u, metrics *m)
{
    const synth_job *job = u->job;
    for (int i = 0; i < u->curve_count; i++) {
        const curve_point *p = &u->curve[i];
        metrics_set(m, p->delay, KEY_CURVE_DELAY, u->name, i + 1);
        metrics_set(m, p->delay / job->fo4_ns, KEY_CURVE_DELAY_FO4, u->name, i + 1);
        metrics_set(m, p->area, KEY_CURVE_AREA, u->name, i + 1);
        metrics_set(m, p->area / job->lib.cells[job->lib.nand2].area, KEY_CURVE_AREA_GE, u->name, i + 1);
        metrics_set(m, p->area + u->reg_area, KEY_CURVE_TOTAL_AREA, u->name, i + 1);
        metrics_set_text(m, p->recipe, KEY_CURVE_RECIPE, u->name, i + 1);
    }
}

/* K encoders and M decoders. With more requesters than decoders also the arbiter, and the requester number that the ranks of each
 * decoder then carry. */
void synth_array(const design *d, metrics *m)
{
    double enc = metrics_get(m, KEY_UNIT_REG_AREA, "enc"), dec = metrics_get(m, KEY_UNIT_REG_AREA, "dec");
    double logic = d->encs * metrics_get(m, KEY_UNIT_AREA, "enc") + d->decs * metrics_get(m, KEY_UNIT_AREA, "dec");
    double registers = d->encs * enc + d->decs * dec, bits = metrics_get(m, KEY_UNIT_REG_COUNT, "dec");
    if (d->dec_ports > d->decs) {
        logic += metrics_get(m, KEY_UNIT_AREA, "arb");
        registers += metrics_get(m, KEY_UNIT_REG_AREA, "arb");
        if (bits > 0)
            registers += (double)d->decs * d->dec_stages * d->dec_ports * dec / bits;
    }
    metrics_set_known(m, logic, KEY_ARRAY_AREA);
    metrics_set_known(m, registers, KEY_ARRAY_REG_AREA);
    metrics_set_known(m, logic + registers, KEY_ARRAY_TOTAL);
}

/* The first line that a tool prints in folder `work` as its version, malloc'd; "" if it fails. */
static char *version_of(const char *tool, const char *flag, const char *flag2, const char *work)
{
    const char *argv[] = {tool_path(tool), flag, flag2, NULL};
    char *log = path_join(work, "version.log");
    char *said = run_tool(argv, work, log) == 0 ? file_read_any(log, NULL) : NULL;
    char *line = format_new("%.*s", said ? (int)strcspn(said, "\n") : 0, said ? said : "");
    free(said);
    free(log);
    return line;
}

/* "Yosys 0.23, OpenSTA 2.0.17": what stands before a bracket in the tools' versions. ABC comes with Yosys. */
static char *tool_versions(const synth_job *job)
{
    static const struct {
        const char *tool, *flag, *title;
    } tools[] = {{"yosys", "-V", ""}, {"sta", "-version", "OpenSTA "}};
    text t = {0};
    for (int i = 0; i < 2; i++) {
        char *said = version_of(tools[i].tool, tools[i].flag, NULL, job->work);
        text_printf(&t, "%s%s%.*s", i ? ", " : "", tools[i].title, (int)strcspn(said, "("), said);
        while (t.len > 0 && t.data[t.len - 1] == ' ')
            t.data[--t.len] = '\0';
        free(said);
    }
    return t.data;
}

char *synth_tools(void)
{
    char *work = scratch_dir();
    char *yosys = version_of("yosys", "-V", NULL, work), *abc = version_of("yosys-abc", "-q", "version", work);
    char *sta = version_of("sta", "-version", NULL, work), *all = format_new("%s; %s; OpenSTA %s", yosys, abc, sta);
    dir_remove(work);
    scratch_keep(work);
    free(work);
    free(yosys);
    free(abc);
    free(sta);
    return all;
}

static void run_metrics(const synth_job *job, const char *path, const char *activity, metrics *m)
{
    identity_put(job->d, m);
    metrics_set_text(m, path_base(path), KEY_RUN_LIBERTY);
    metrics_set_text(m, job->lib.name, KEY_RUN_LIBRARY);
    const library_node *node = library_node_of(path, job->lib.name);
    if (node)
        metrics_set(m, node->node_nm, KEY_RUN_NODE);
    else
        metrics_remove(m, KEY_RUN_NODE);
    metrics_set(m, job->clock_ns, KEY_RUN_CLOCK);
    metrics_set_text(m, job->driver, KEY_RUN_DRIVER);
    metrics_set(m, job->load_ff, KEY_RUN_LOAD);
    metrics_set(m, job->lib.cells[job->lib.nand2].area, KEY_RUN_NAND2);
    metrics_set(m, job->fo4_ns, KEY_RUN_FO4);
    if (job->lib.wire_load)
        metrics_set_text(m, job->lib.wire_load, KEY_RUN_WIRE_LOAD);
    else
        metrics_remove(m, KEY_RUN_WIRE_LOAD);
    metrics_set(m, job->options->effort, KEY_RUN_EFFORT);
    metrics_set_text(m, job->gated ? liberty_name(&job->lib, job->lib.clock_gate) : "none: enable multiplexers", KEY_RUN_CLOCK_GATE);
    if (liberty_no_power(&job->lib)) {
        char *why = format_new("%s has %s", path_base(path), liberty_no_power(&job->lib));
        metrics_set_text(m, why, KEY_RUN_NO_POWER);
        free(why);
    } else {
        metrics_set_text(m, activity, KEY_RUN_ACTIVITY);
    }
    if (job->options->wires) {
        metrics_set(m, job->options->wire_ff_um, KEY_RUN_WIRE);
        metrics_set(m, job->options->utilisation, KEY_RUN_UTILISATION);
    }
    char *tools = tool_versions(job);
    metrics_set_text(m, tools, KEY_RUN_TOOLS);
    free(tools);
}

/* What was kept for a run that might be interrupted. */
static void drop_kept(synth_job *job)
{
    for (int i = 0; i < job->kept_count; i++) {
        unlink(job->kept[i]);
        free(job->kept[i]);
    }
    free(job->kept);
}

/* Does it meet the clock? */
static bool is_met(const synth_unit *u)
{
    bool met = u->area_only || u->slack >= 0;
    if (!met && !u->job->options->quiet)
        note("%s does not meet the clock of %.3f ns: slack %.3f ns", u->top, u->job->clock_ns, u->slack);
    return met;
}

/* Are there figures of a module that is not among those named? */
static bool has_others(const metrics *m, const char *const *names, int count)
{
    for (const metric *x = m->first; x; x = x->hh.next) {
        bool other = !starts_with(x->key, "run__") && !starts_with(x->key, "array__") && !starts_with(x->key, "synth__");
        for (int i = 0; i < count; i++)
            other = other && !(starts_with(x->key, names[i]) && starts_with(x->key + strlen(names[i]), "__"));
        if (other)
            return true;
    }
    return false;
}

/* Figures of a unit that not every run has. */
static void remove_former(metrics *m, const char *unit)
{
    static const char *const kinds[] = {"curve", "corner__", "wires__", "stage"};
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        char *prefix = format_new("%s__%s", unit, kinds[i]);
        metrics_remove_all(m, prefix);
        free(prefix);
    }
}

/* Figures of the modules that are not synthesised again stand beside the new ones only if they were measured in the same way. */
static void drop_others(const synth_job *job, const char *library, const char *const *names, int count, metrics *m)
{
    static const char *const keys[] = {KEY_RUN_LIBERTY, KEY_RUN_LIBRARY,    KEY_RUN_CLOCK, KEY_RUN_DRIVER,     KEY_RUN_LOAD,
                                       KEY_RUN_EFFORT,  KEY_RUN_CLOCK_GATE, KEY_RUN_WIRE,  KEY_RUN_UTILISATION};
    metrics now = {0};
    bool differ = false;
    run_metrics(job, library, "", &now);
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) {
        const char *is = metrics_get_text(&now, "%s", keys[i]), *was = metrics_get_text(m, "%s", keys[i]);
        double new = metrics_get(&now, "%s", keys[i]), old = metrics_get(m, "%s", keys[i]);
        differ = differ || (is ? was == NULL || strcmp(is, was) != 0 : !(new == old) && !(isnan(new) && isnan(old)));
    }
    differ = differ || !corners_same(m, library, job->options);
    if (differ && has_others(m, names, count)) {
        note("the other modules were synthesised at another clock, library, driver, load or effort: their figures are dropped");
        metrics_free(m);
    }
    metrics_free(&now);
    corners_remove(m);
    metrics_remove(m, KEY_RUN_WIRE);
    metrics_remove(m, KEY_RUN_UTILISATION);
    for (int i = 0; i < count; i++)
        remove_former(m, names[i]);
    /* Sums over all modules */
    metrics_remove(m, KEY_ARRAY_AREA);
    metrics_remove(m, KEY_ARRAY_REG_AREA);
    metrics_remove(m, KEY_ARRAY_TOTAL);
}

char *synth_library(const synth_options *o)
{
    return o->liberty ? format_new("%s", o->liberty) : liberty_default();
}

/* Register ranks need a flip-flop of the library. */
static void check_flop(const liberty *lib, const char *path, const design *d, const char *const *names, int count)
{
    bool clocked = false, found = false;
    for (int i = 0; i < count; i++)
        clocked |= is_clocked(d, names[i]);
    for (int i = 0; i < lib->cell_count; i++)
        found |= lib->cells[i].kind == CELL_FLOP && !lib->cells[i].dont_use;
    if (clocked && !found)
        die_usage("%s: the library has no flip-flop, which register ranks need; a library with one is expected, or a design without ranks",
                  path);
}

void synth_check(const design *d, const synth_options *options)
{
    const char *names[SYNTH_MAX_UNITS];
    char *path = synth_library(options);
    liberty lib;
    int count = choose_units(d, options, names);
    liberty_read(&lib, path);
    driver_of(&lib, options, path);
    check_flop(&lib, path, d, names, count);
    corners_check(&lib, path, options);
    liberty_free(&lib);
    free(path);
}

/* A run in folder dir: the library, the working folder with its links, DIR/syn. */
static void open_job(synth_job *job, const design *d, const char *dir, const synth_options *options, const char *path,
                     const char *const *names, int count)
{
    *job = (synth_job){.d = d, .options = options};
    liberty_read(&job->lib, path);
    check_flop(&job->lib, path, d, names, count);
    manifest_check_edited(dir, options->edited);
    static const char *const tools[] = {"yosys", "yosys-abc", "sta"};
    for (int i = 0; i < 3; i++)
        tool_path(tools[i]);
    job->used = zalloc((size_t)job->lib.cell_count * sizeof *job->used);
    job->work = scratch_dir();
    char *syn = path_join(dir, "syn"), *rtl = path_join(dir, "rtl");
    dir_make(syn);
    job->syn = realpath(syn, NULL);
    make_link(job, rtl, "rtl");
    prepare_library(job, path);
    free(rtl);
    free(syn);
}

static void close_job(synth_job *job)
{
    drop_kept(job);
    dir_remove(job->work);
    scratch_keep(job->work);
    free(job->work);
    free(job->syn);
    free(job->used);
    liberty_free(&job->lib);
}

/* The modules in each unit, into DIR/syn/parts.json. */
static void measure_parts(synth_job *job, const char *path, const char *const *names, int count, const char *dir)
{
    metrics m = {0};
    char *file = path_join(job->syn, "parts.json");
    unlink(file);
    work_steps(count);
    for (int i = 0; i < count; i++) {
        synth_unit u;
        text table = {0};
        work_begin("synth %s", names[i]);
        begin_unit(job, &u, names[i], dir);
        parts_unit(&u, &m, &table);
        if (job->options->timed)
            timed_unit(&u, &m, &table);
        work_end();
        if (!job->options->quiet)
            fputs(table.data, stdout);
        text_free(&table);
        free_unit(&u);
    }
    metrics_set_text(&m, path_base(path), KEY_RUN_LIBERTY);
    metrics_set_text(&m, job->lib.name, KEY_RUN_LIBRARY);
    if (job->options->timed) {
        metrics_set(&m, job->clock_ns, KEY_RUN_CLOCK);
        metrics_set_text(&m, job->driver, KEY_RUN_DRIVER);
        metrics_set(&m, job->load_ff, KEY_RUN_LOAD);
        metrics_set_text(&m, "assumed", KEY_RUN_ACTIVITY);
    }
    metrics_save(&m, file);
    metrics_free(&m);
    free(file);
}

/* Area, delay and power of the units, into DIR/synth.json. Returns the number of those that do not meet the clock. */
static int measure_units(synth_job *job, const char *path, const char *const *names, int count, const char *dir)
{
    const design *d = job->d;
    const synth_options *options = job->options;
    bool all = strcmp(options->module, "all") == 0;
    step record;
    metrics *m = &record.figures;
    step_begin(&record, dir, "synth", !all);
    if (all)
        clean(job->syn, names, count);
    else
        drop_others(job, path, names, count, m);
    step_void(&record);
    synth_unit units[SYNTH_MAX_UNITS];
    int ranks = 0, missed = 0;
    work_steps(count + 3 + (options->fpga ? count : 0));
    work_begin("synth, front end");
    for (int i = 0; i < count; i++)
        begin_unit(job, &units[i], names[i], dir);
    units_begin(units, count);
    work_end();
    for (int i = 0; i < count; i++) {
        work_begin("synth %s", names[i]);
        if (units[i].has_core)
            search_unit(&units[i]);
        work_end();
    }
    work_begin("synth, netlists");
    units_end(units, count);
    for (int i = 0; i < count; i++) {
        analyse_unit(&units[i], dir);
        ranks += units[i].ranks;
    }
    work_end();
    work_begin("synth, proof");
    for (int i = 0; i < count; i++)
        proof_compare(&units[i]);
    if (ranks > 0)
        proof_rank(job);
    for (int i = 0; i < count; i++)
        proof_finish(&units[i]);
    work_end();
    /* If only one unit is synthesised, netlists that an earlier run left may use any cell. */
    for (int i = 0; i < job->lib.cell_count; i++)
        job->used[i] |= !all && !job->lib.cells[i].dont_use;
    models_write(job);
    run_metrics(job, path, units[0].measured_activity ? "measured on the traces" : "assumed", m);
    for (int i = 0; i < count; i++) {
        if (!units[i].area_only) {
            publish(job, names[i], ".v");
            publish(job, names[i], ".path.txt");
            publish(job, names[i], ".stages.txt");
            publish(job, names[i], ".paths.json");
        }
        unit_metrics(&units[i], m);
        curve_metrics(&units[i], m);
    }
    for (int i = 0; i < count && options->fpga; i++)
        if (!units[i].area_only) {
            work_begin("synth, FPGA %s", names[i]);
            fpga_unit(&units[i], m);
            work_end();
        }
    if (options->corner_count > 0)
        corners_measure(job, path, units, count, m);
    bool arrays = all && d->codec;
    if (arrays)
        synth_array(d, m);
    step_end(&record);
    if (!options->quiet)
        show_units(job, path, units, count, arrays, m);
    if (options->corner_count > 0)
        missed += corners_show(job, path, units, count, m);
    for (int i = 0; i < count; i++) {
        missed += !is_met(&units[i]);
        free_unit(&units[i]);
    }
    step_free(&record);
    return missed;
}

bool synth_run(const design *d, const char *dir, const synth_options *options)
{
    synth_job job;
    char *path = synth_library(options);
    const char *names[SYNTH_MAX_UNITS];
    int count = choose_units(d, options, names), missed = 0;
    open_job(&job, d, dir, options, path, names, count);
    if (options->parts)
        measure_parts(&job, path, names, count, dir);
    else
        missed = measure_units(&job, path, names, count, dir);
    if (!options->quiet && design_has_memories(d)) {
        text list = {0};
        design_memories_text(d, &list);
        printf("  arrays not included: %s\n", list.data);
        text_free(&list);
    }
    close_job(&job);
    free(path);
    return missed == 0;
}
