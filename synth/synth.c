/* SPDX-License-Identifier: Apache-2.0
 *
 * synth.c - a run of synthesis from its start to its end: the library and the working folder, each unit through front end, search, analysis
 * and proof, then the figures and the files that stay. The steps themselves are in the files that job.h names. */
#include "synth.h"

#include <math.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "../base/file.h"
#include "../base/hash.h"
#include "../base/msg.h"
#include "../base/proc.h"
#include "../base/step.h"
#include "../gen/manifest.h"
#include "clock_energy.h"
#include "corners.h"
#include "figures.h"
#include "former.h"
#include "fpga.h"
#include "latches.h"
#include "modules.h"
#include "parts.h"
#include "results.h"
#include "show.h"
#include "timed.h"

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
    size_t len;
    char *source = liberty_text(path, &len);
    work_write(job, "lib.lib", &(text){.data = source, .len = len});
    job->driver = driver_of(&job->lib, o, path);
    job->load_ff = o->load_ff > 0 ? o->load_ff : job->lib.load_ff;
    job->gated = o->clock_gate && job->lib.clock_gate >= 0;
    text t = {0};
    liberty_functions(&job->lib, NULL, NULL, &t);
    work_write(job, "functions.lib", &t);
    text_free(&t);
    liberty_usable(&job->lib, source, len, &t);
    work_write(job, "abc.lib", &t);
    text_free(&t);
    arena_free(source);
    text_printf(&t, "set_driving_cell %s\nset_load %g\n", job->driver, job->load_ff);
    work_write(job, "abc.constr", &t);
    script_write(job, "synth/rank_gated.v", "rank_gated.v", NULL);
    script_write(job, "synth/clock_gate.v", "clock_gate.v", NULL);
    script_write(job, "synth/proof_boxes.v", "proof_boxes.v", NULL);
    job->fo4_ns = fo4_measure(job, path);
    job->clock_ns = o->clock_ns > 0 ? o->clock_ns : ceil(SYNTH_CLOCK_FO4 * job->fo4_ns * 1000) / 1000;
}

/* Copies a finished file of the working folder to DIR/syn. */
static void publish(const synth_job *job, const char *unit, const char *suffix)
{
    char *name = format_new("%s%s", unit, suffix), *out = path_join(job->syn, name), *data = work_read(job, name);
    if (data)
        file_write(out, data, strlen(data));
    arena_free(data);
}

/* What was kept for a run that might be interrupted. */
static void drop_kept(synth_job *job)
{
    for (int i = 0; i < job->kept_count; i++)
        unlink(job->kept[i]);
}

/* Does it meet the clock? */
static bool is_met(const synth_unit *u)
{
    bool met = u->area_only || u->slack >= 0;
    if (!met && !u->job->options->quiet)
        note("%s does not meet the clock of %.3f ns: slack %.3f ns", u->top, u->job->clock_ns, u->slack);
    return met;
}

char *synth_library(const synth_options *o)
{
    return o->liberty ? format_new("%s", o->liberty) : liberty_default();
}

/* Register ranks need a flip-flop of the library. */
static void check_flop(const liberty *lib, const char *path, const design_modules *modules)
{
    bool clocked = false, found = false;
    for (int i = 0; i < modules->count; i++)
        clocked |= modules->module[i].clocked;
    for (int i = 0; i < lib->cell_count; i++)
        found |= lib->cells[i].kind == CELL_FLOP && !lib->cells[i].dont_use;
    if (clocked && !found)
        die_usage("%s: the library has no flip-flop, which register ranks need; a library with one is expected, or a design without ranks",
                  path);
}

void synth_check(const design *d, const synth_options *options)
{
    char *path = synth_library(options);
    liberty lib;
    const design_modules modules = modules_choose(d, options);
    liberty_read(&lib, path);
    driver_of(&lib, options, path);
    check_flop(&lib, path, &modules);
    corners_check(&lib, path, options);
}

/* A run in folder dir: the library, the working folder with its links, DIR/syn. */
static void open_job(synth_job *job, const design *d, const char *dir, const synth_options *options, const char *path,
                     const design_modules *modules)
{
    *job = (synth_job){.d = d, .options = options};
    liberty_read(&job->lib, path);
    job->library_hash = hash_file(path);
    latches_find(job, dir);
    check_flop(&job->lib, path, modules);
    manifest_check_edited(dir, options->edited);
    static const char *const tools[] = {"yosys", "yosys-abc", "sta"};
    for (int i = 0; i < 3; i++)
        tool_path(tools[i]);
    job->used = zalloc((size_t)job->lib.cell_count * sizeof *job->used);
    job->work = scratch_dir();
    char *rtl = path_join(dir, "rtl");
    job->syn = path_join(path_real(dir), "syn");
    make_link(job, rtl, "rtl");
    prepare_library(job, path);
    corners_prepare(job);
    dir_make(job->syn);
    latches_open(job);
}

static void close_job(synth_job *job)
{
    drop_kept(job);
    dir_remove(job->work);
    scratch_keep(job->work);
}

/* The modules in each unit, into DIR/syn/parts.json. */
static void measure_parts(synth_job *job, const char *path, const design_modules *modules, const char *dir)
{
    metrics m = {0};
    char *file = path_join(job->syn, "parts.json");
    unlink(file);
    work_steps(modules->count);
    for (const design_module *module = modules->module; module < modules->module + modules->count; module++) {
        synth_unit u;
        text table = {0};
        work_begin("synth %s", module->name);
        module_open(job, &u, module, dir);
        if (job->options->timed) {
            timed_unit(&u, &m, &table);
            publish(job, u.name, ".timed.v");
        } else {
            parts_unit(&u, &m, &table);
        }
        work_end();
        if (!job->options->quiet)
            fputs(table.data, stdout);
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
}

/* Keeps the figures of this library and clock beside those of others. A run of some modules adds to what an earlier one of the same kind has kept.
 * Returns the file. */
static char *keep_figures(const synth_job *job, const char *path, const design_modules *modules, const char *dir, const metrics *m)
{
    char *place = results_place(dir, m);
    metrics kept = {0};
    if (strcmp(job->options->module, "all") != 0 && metrics_load(&kept, place))
        former_drop(job, path, modules, &kept);
    metrics_merge(&kept, m);
    metrics_remove(&kept, KEY_STEP_FAILED, "synth");
    metrics_save(&kept, place);
    return place;
}

/* Area, delay and power of the units, into DIR/synth.json. Returns the number of those that do not meet the clock. */
static int measure_units(synth_job *job, const char *path, const design_modules *modules, const char *dir)
{
    const design *d = job->d;
    const synth_options *options = job->options;
    bool all = strcmp(options->module, "all") == 0;
    step record;
    metrics *m = &record.figures;
    step_begin(&record, dir, "synth", !all);
    if (all)
        former_remove(job->syn, modules);
    else if (former_drop(job, path, modules, m))
        note("the other modules were synthesised at another clock, library, driver, load or effort: their figures are dropped");
    step_void(&record);
    synth_unit units[DESIGN_MODULES];
    int count = modules->count, ranks = 0, missed = 0;
    work_steps(count + 3 + (options->fpga ? count : 0));
    work_begin("synth, front end");
    for (int i = 0; i < count; i++)
        module_open(job, &units[i], &modules->module[i], dir);
    units_begin(units, count);
    work_end();
    for (int i = 0; i < count; i++) {
        work_begin("synth %s", units[i].name);
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
    job->no_clock_energy = liberty_no_power(&job->lib) ? NULL : clock_energy_lacks(&job->lib, path, job->used);
    /* If only one unit is synthesised, netlists that an earlier run left may use any cell. */
    for (int i = 0; i < job->lib.cell_count; i++)
        job->used[i] |= !all && !job->lib.cells[i].dont_use;
    models_write(job);
    figures_of_run(job, path, units[0].measured_activity ? "measured on the traces" : "assumed", m);
    for (int i = 0; i < count; i++) {
        if (!units[i].area_only) {
            publish(job, units[i].name, ".v");
            publish(job, units[i].name, ".path.txt");
            publish(job, units[i].name, ".stages.txt");
            publish(job, units[i].name, ".paths.json");
        }
        figures_of_unit(&units[i], m);
        figures_of_curve(&units[i], m);
    }
    for (int i = 0; i < count && options->fpga; i++)
        if (!units[i].area_only) {
            work_begin("synth, FPGA %s", units[i].name);
            fpga_unit(&units[i], m);
            work_end();
        }
    if (options->corner_count > 0)
        corners_measure(job, path, units, count, m);
    bool arrays = all && d->codec;
    if (arrays)
        synth_array(d, m);
    char *kept = keep_figures(job, path, modules, dir, m);
    step_end(&record);
    if (!options->quiet) {
        show_units(job, path, units, count, arrays, m);
        printf("  kept as %s\n", kept);
    }
    if (options->corner_count > 0)
        missed += corners_show(job, path, units, count, m);
    for (int i = 0; i < count; i++)
        missed += !is_met(&units[i]);
    return missed;
}

bool synth_run(const design *d, const char *dir, const synth_options *options)
{
    synth_job job;
    char *path = synth_library(options);
    const design_modules modules = modules_choose(d, options);
    int missed = 0;
    open_job(&job, d, dir, options, path, &modules);
    if (options->parts)
        measure_parts(&job, path, &modules, dir);
    else
        missed = measure_units(&job, path, &modules, dir);
    if (!options->quiet && design_has_memories(d)) {
        text list = {0};
        design_memories_text(d, &list);
        printf("  arrays not included: %s\n", list.data);
    }
    close_job(&job);
    return missed == 0;
}
