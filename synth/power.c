/* SPDX-License-Identifier: Apache-2.0
 *
 * power.c - the power of netlists on traces: toggles from the simulated nets, energies by power_count.c, and OpenSTA's figure beside.
 * The sections are in the order of the work: what is given, netlists, OpenSTA, results. */
#include "power.h"

#include <cjson/cJSON.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../base/file.h"
#include "../base/hash.h"
#include "../base/msg.h"
#include "../base/proc.h"
#include "../base/step.h"
#include "../gen/identity.h"
#include "modules.h"
#include "power_job.h"

/* Idle cycles after the last value. */
enum { IDLE_CYCLES = 512 };

/* ---- what is given ---- */

static char *path_of(const power_options *o)
{
    return o->liberty ? format_new("%s", o->liberty) : liberty_default();
}

/* The figures of a synthesis that ended. */
static void load_synth(const char *dir, metrics *m)
{
    char *path = path_join(dir, "synth.json");
    bool found = metrics_load(m, path);
    const char *failed = metrics_get_text(m, KEY_STEP_FAILED, "synth");
    if (found && failed)
        die_usage("the last synthesis of %s failed (%s); `warpfold synth %s` makes its netlists", dir, failed, dir);
    if (!found)
        die_usage("%s has no netlists yet; `warpfold synth %s` makes them", dir, dir);
}

/* Each unit that is measured has figures and a netlist. */
static void check_netlists(const char *dir, const design *d, const metrics *synth)
{
    const design_modules modules = design_modules_of(d);
    for (const design_module *x = modules.module; x < modules.module + modules.count; x++) {
        char *file = format_new("%s/syn/%s.v", dir, x->name);
        if (!x->minor && (!isfinite(metrics_get(synth, KEY_UNIT_AREA, x->name)) || !file_exists(file)))
            die_usage("%s has no netlist of %s yet; `warpfold synth %s` makes it", dir, x->name, dir);
    }
}

/* The library must be that of the netlists, and tell of power. */
static void check_library(const liberty *lib, const char *path, const char *dir, const metrics *synth)
{
    const char *file = metrics_get_text(synth, KEY_RUN_LIBERTY), *name = metrics_get_text(synth, KEY_RUN_LIBRARY);
    if (file && name && (strcmp(file, path_base(path)) != 0 || strcmp(name, lib->name) != 0))
        die_usage("%s was synthesised with %s, not with %s: give that file with --liberty", dir, file, path_base(path));
    if (liberty_no_power(lib) || !(lib->volts > 0))
        die_usage("%s has %s, so there is no power; area and delay do not need it", path_base(path),
                  liberty_no_power(lib) ? liberty_no_power(lib) : "no nom_voltage");
}

/* What is wrong with what synthesis was run with; NULL: nothing. */
static char *wrong_run(const liberty *lib, const char *path, const metrics *synth)
{
    const char *driver = metrics_get_text(synth, KEY_RUN_DRIVER);
    const liberty_cell *cell = driver ? liberty_find(lib, driver) : NULL;
    double clock = metrics_get(synth, KEY_RUN_CLOCK), load = metrics_get(synth, KEY_RUN_LOAD);
    if (cell == NULL || cell->outputs != 1 || cell->kind != CELL_LOGIC)
        return format_new("%s is %s; a gate of %s with one output", KEY_RUN_DRIVER, driver ? driver : "missing or no name",
                          path_base(path));
    if (!isfinite(clock) || clock <= 0)
        return format_new("%s is %s; a number above 0", KEY_RUN_CLOCK, isfinite(clock) ? format_new("%g", clock) : "missing or no number");
    if (!isfinite(load) || load < 0)
        return format_new("%s is %s; a number of 0 or more", KEY_RUN_LOAD,
                          isfinite(load) ? format_new("%g", load) : "missing or no number");
    if (metrics_get_text(synth, KEY_RUN_LIBRARY_HASH) == NULL)
        return format_new("%s is missing; the hash of the library", KEY_RUN_LIBRARY_HASH);
    return NULL;
}

/* The driver, clock and load of synthesis are needed again, and the very library: another may have the same name. */
static void check_run(const liberty *lib, const char *path, const char *dir, const metrics *synth)
{
    char *wrong = wrong_run(lib, path, synth);
    const char *hash = metrics_get_text(synth, KEY_RUN_LIBRARY_HASH);
    if (hash && strcmp(hash, hash_file(path)) != 0)
        die_usage(
            "%s was synthesised with another file than this %s: give that with --liberty; `warpfold synth %s --liberty %s` takes this one",
            dir, path_base(path), dir, path);
    if (wrong)
        die_usage("%s/synth.json: %s is expected, as `warpfold synth %s` writes it", dir, wrong, dir);
}

void power_check_unit(const design *d, int trace_count)
{
    if (design_has_memories(d))
        die_usage("%s has memories, which are in no netlist: power is measured of codecs and of blocks without memories", d->name);
    if (d->codec && trace_count == 0)
        die_usage("power is that of real values: give --trace FILE");
}

void power_check(const design *d, const char *dir, const power_options *o)
{
    metrics synth = {0};
    liberty lib;
    power_check_unit(d, o->trace_count);
    char *path = path_of(o);
    load_synth(dir, &synth);
    liberty_read(&lib, path);
    check_library(&lib, path, dir, &synth);
    check_run(&lib, path, dir, &synth);
    check_netlists(dir, d, &synth);
    nets_check(d, dir, o->traces, o->trace_count);
}

/* ---- the netlists ---- */

/* Each net by the first name that Verilog can reach it by. */
static char **verilog_names(const netlist *n)
{
    char **names = zalloc((size_t)(n->net_count + 1) * sizeof *names);
    const cJSON *module = cJSON_GetObjectItemCaseSensitive(n->json, "modules")->child, *name, *bit;
    cJSON_ArrayForEach (name, cJSON_GetObjectItemCaseSensitive(module, "netnames")) {
        const cJSON *bits = cJSON_GetObjectItemCaseSensitive(name, "bits");
        int width = cJSON_GetArraySize(bits), i = 0;
        cJSON_ArrayForEach (bit, bits) {
            int net = cJSON_IsNumber(bit) ? bit->valueint : NET_OPEN;
            if (net >= 0 && net < n->net_count && names[net] == NULL && name->string[0] != '$')
                names[net] = width > 1 ? format_new("\\%s [%d]", name->string, i) : format_new("\\%s ", name->string);
            i++;
        }
    }
    return names;
}

static void read_unit(power_job *p, measured_unit *u)
{
    const synth_job *job = &p->job;
    char *source = format_new("%s/%s.v", job->syn, u->name), *file = format_new("%s.v", u->name), *json = format_new("%s.json", u->name);
    char *script = format_new("%s.power.ys", u->name), *log = format_new("%s.power.log", u->name);
    make_link(job, source, file);
    module_constrain(job, u->name);
    script_write(job, "synth/power.ys", script, "UNIT", u->name, "TOP", u->top, NULL);
    yosys_run(job, script, log);
    netlist_read(&u->n, job, json);
    u->verilog = verilog_names(&u->n);
    for (int i = 0; i < u->n.cell_count; i++)
        if (u->n.cells[i].cell)
            job->used[u->n.cells[i].cell - job->lib.cells] = true;
}

/* The units of the bench that have a netlist. */
static void find_units(power_job *p)
{
    const design *d = p->job.d;
    const design_modules modules = design_modules_of(d);
    const bench_layout l = bench_layout_of(d, BENCH_UNIT);
    for (int k = 0; k < l.count; k++) {
        const design_module *m = design_module_of(&modules, l.module[k].role);
        if (m->minor)
            continue;
        measured_unit *u = &p->unit[p->count++];
        *u = (measured_unit){.name = m->name, .top = format_new("%s_%s", d->name, m->name), .module = k};
        u->unit = (power_unit){.lib = &p->job.lib, .early = m->early, .interval = m->interval};
        read_unit(p, u);
    }
}

/* ---- OpenSTA ---- */

static int by_name(const void *a, const void *b)
{
    return strcmp((*(const netlist_cell *const *)a)->name, (*(const netlist_cell *const *)b)->name);
}

/* The net at "INSTANCE/PIN"; below 0: none. */
static int net_at(const netlist_cell **sorted, int count, char *pin)
{
    char *slash = strrchr(pin, '/');
    if (slash == NULL)
        return NET_OPEN;
    *slash = '\0';
    const netlist_cell key = {.name = pin}, *k = &key, **found = bsearch(&k, sorted, (size_t)count, sizeof *sorted, by_name);
    const liberty_pin *p = found ? liberty_find_pin((*found)->cell, slash + 1) : NULL;
    return p ? (*found)->nets[p - (*found)->cell->pins] : NET_OPEN;
}

static char *run_sta(const power_job *p, const measured_unit *u, const char *library, const char *what)
{
    char *script = format_new("%s.power_%s.tcl", u->name, what), *log = format_new("%s.power_%s.log", u->name, what);
    script_write(&p->job, "synth/print_power.tcl", "print_power.tcl", NULL);
    script_write(&p->job, "synth/power.tcl", script, "LIBRARY", library, "UNIT", u->name, "TOP", u->top, "DO", what, NULL);
    return sta_run(&p->job, script, log);
}

/* The lines "@ pin NAME RISE FALL CAPACITANCE CAPACITANCE" of power.tcl. */
static void read_nets(const power_job *p, measured_unit *u)
{
    const netlist *n = &u->n;
    const netlist_cell **sorted = zalloc((size_t)(n->cell_count + 1) * sizeof *sorted);
    int count = 0;
    size_t nets = (size_t)n->net_count + 1;
    u->slew[0] = zalloc(nets * sizeof(double)), u->slew[1] = zalloc(nets * sizeof(double)), u->load = zalloc(nets * sizeof(double));
    for (int i = 0; i < n->cell_count; i++)
        if (n->cells[i].cell)
            sorted[count++] = &n->cells[i];
    qsort(sorted, (size_t)count, sizeof *sorted, by_name);
    char *output = run_sta(p, u, "lib.lib", "nets"), *save = NULL;
    int found = 0;
    for (char *line = strtok_r(output, "\n", &save); line; line = strtok_r(NULL, "\n", &save)) {
        char name[1024];
        double rise, fall, load[2];
        if (sscanf(line, "@ pin %1023s %lf %lf %lf %lf", name, &rise, &fall, &load[0], &load[1]) != 5)
            continue;
        int net = net_at(sorted, count, name);
        if (net < 0)
            continue;
        u->slew[0][net] = isfinite(rise) && fabs(rise) < 1 ? rise : 0;
        u->slew[1][net] = isfinite(fall) && fabs(fall) < 1 ? fall : 0;
        u->load[net] = load[0] > load[1] ? load[0] : load[1];
        found++;
    }
    if (found == 0)
        die("sta told no slews of %s (log: syn/%s.power_nets.log)", u->top, u->name);
}

static void put_activity(text *t, const char *name, const measured_unit *u, int net)
{
    double cycles = (double)u->r.active.activations;
    text_printf(t, "set {activity(%s)} {%.6g %.6g}\n", name, (double)u->r.toggles[net] / cycles, (double)u->r.ones[net] / cycles);
}

/* The measured activity of each input and of each pin of a cell, as Tcl. What a flip-flop drives has to be told, since it carries nothing. */
static void write_activity(const power_job *p, const measured_unit *u)
{
    text t = {0};
    bool *clocks;
    char *file = format_new("%s.power_activity.tcl", u->name);
    power_stages(&u->n, NULL, &clocks);
    for (int i = 0; i < u->n.port_count; i++) {
        const struct netlist_port *port = &u->n.ports[i];
        for (int bit = 0; !port->output && bit < port->width; bit++)
            if (port->nets[bit] >= 0 && !clocks[port->nets[bit]]) {
                char *name = netlist_bit(port->name, port->width, bit);
                put_activity(&t, name, u, port->nets[bit]);
            }
    }
    for (int i = 0; i < u->n.cell_count; i++) {
        const netlist_cell *c = &u->n.cells[i];
        for (int k = 0; c->cell && k < c->cell->pin_count; k++)
            if (c->nets[k] >= 0 && !clocks[c->nets[k]]) {
                char *name = format_new("%s/%s", c->name, c->cell->pins[k].name);
                put_activity(&t, name, u, c->nets[k]);
            }
    }
    work_write(&p->job, file, &t);
}

static void ask_sta(const power_job *p, const measured_unit *u, const char *library, const char *what, double watts[3])
{
    char *output = run_sta(p, u, library, what);
    const char *at = strstr(output, "@ power ");
    if (at == NULL || sscanf(at, "@ power %lf %lf %lf", &watts[0], &watts[1], &watts[2]) != 3)
        die("sta gave no power of %s (log: syn/%s.power_%s.log)", u->top, u->name, what);
}

/* ---- the run ---- */

static void open_job(power_job *p, const design *d, const char *dir, const char *path)
{
    synth_job *job = &p->job;
    text t = {0};
    *p = (power_job){.options = synth_defaults, .path = path};
    load_synth(dir, &p->synth);
    job->d = d;
    job->options = &p->options;
    liberty_read(&job->lib, path);
    check_library(&job->lib, path, dir, &p->synth);
    check_run(&job->lib, path, dir, &p->synth);
    check_netlists(dir, d, &p->synth);
    job->driver = metrics_get_text(&p->synth, KEY_RUN_DRIVER);
    job->load_ff = metrics_get(&p->synth, KEY_RUN_LOAD);
    job->clock_ns = metrics_get(&p->synth, KEY_RUN_CLOCK);
    tool_path("yosys");
    tool_path("sta");
    tool_path("verilator");
    job->used = zalloc((size_t)job->lib.cell_count * sizeof *job->used);
    job->used[liberty_find(&job->lib, job->driver) - job->lib.cells] = true;
    job->work = scratch_dir();
    char *syn = path_join(dir, "syn");
    job->syn = path_real(syn);
    liberty_functions(&job->lib, NULL, NULL, &t);
    work_write(job, "functions.lib", &t);
}

/* The library with the cells of the netlists alone, for OpenSTA and for our own reading. */
static void prepare_library(power_job *p)
{
    size_t len;
    text t = {0};
    char *source = liberty_text(p->path, &len);
    liberty_used(&p->job.lib, source, len, p->job.used, &t);
    work_write(&p->job, "lib.lib", &t);
    text_free(&t);
    power_library_text(&p->job.lib, p->path, p->job.used, &t);
    work_write(&p->job, "pins.lib", &t);
    arena_free(source);
    p->cells = power_cells_read(&p->job.lib, p->path, p->job.used);
}

static void see_cycle(void *user, const nets_cycle *c)
{
    power_job *p = user;
    int word = 0;
    for (int i = 0; i < p->count; i++) {
        measured_unit *u = &p->unit[i];
        power_count_cycle(u->count, c->low + word, c->high + word, c->took[u->module], c->reset, c->paused);
        word += (u->n.net_count + 31) / 32;
    }
}

static void simulate(power_job *p, const char *dir, const power_options *o, unsigned long long values)
{
    nets_wanted wanted = {.count = p->count};
    for (int i = 0; i < p->count; i++) {
        measured_unit *u = &p->unit[i];
        wanted.module[i] = (nets_module){.module = u->module, .names = u->verilog, .count = u->n.net_count};
        u->unit.n = &u->n;
        u->unit.cells = p->cells;
        u->unit.slew[0] = u->slew[0], u->unit.slew[1] = u->slew[1];
        u->unit.load = u->load;
        u->count = power_count_new(&u->unit);
    }
    const nets_options options = {.traces = o->traces, .trace_count = o->trace_count, .vectors = values, .idle = IDLE_CYCLES};
    nets_run(p->job.d, dir, &options, &wanted, see_cycle, p);
    for (int i = 0; i < p->count; i++)
        p->unit[i].r = power_count_end(p->unit[i].count);
}

static void close_job(power_job *p)
{
    dir_remove(p->job.work);
    scratch_keep(p->job.work);
}

/* ---- all ---- */

static unsigned long long values_of(const design *d, const char *dir, const power_options *o)
{
    if (o->vectors > 0)
        return o->vectors;
    unsigned long long values = nets_check(d, dir, o->traces, o->trace_count);
    return values == 0 ? POWER_OWN_VALUES : values > POWER_MOST_VALUES ? POWER_MOST_VALUES : values;
}

static void put_run(const power_options *o, const design *d, const char *path, unsigned long long values, metrics *m)
{
    text names = {0};
    for (int i = 0; i < o->trace_count; i++)
        text_printf(&names, "%s%s", i ? ", " : "", path_base(o->traces[i]));
    identity_put(d, m);
    metrics_set_text(m, path_base(path), KEY_POWER_LIBERTY);
    metrics_set_text(m, names.data ? names.data : "none", KEY_POWER_TRACES);
    metrics_set(m, (double)values, KEY_POWER_VALUES);
}

void power_run(const design *d, const char *dir, const power_options *o)
{
    power_job p;
    step record;
    char *path = path_of(o);
    unsigned long long values = values_of(d, dir, o);
    open_job(&p, d, dir, path);
    step_begin(&record, dir, "power", false);
    step_void(&record);
    work_steps(4);
    work_begin("power, netlists");
    find_units(&p);
    prepare_library(&p);
    for (int i = 0; i < p.count; i++)
        read_nets(&p, &p.unit[i]);
    work_end();
    simulate(&p, dir, o, values);
    work_begin("power, OpenSTA");
    for (int i = 0; i < p.count; i++) {
        write_activity(&p, &p.unit[i]);
        ask_sta(&p, &p.unit[i], "lib.lib", "carried", p.unit[i].carried);
        ask_sta(&p, &p.unit[i], "pins.lib", "measured", p.unit[i].measured);
    }
    work_end();
    put_run(o, d, path, values, &record.figures);
    const char *load = p.job.lib.wire_load;
    printf("%s, clock %.3f ns, %llu values; no glitches or clock tree; wires: %s%s\n", path_base(path), p.job.clock_ns, values,
           load ? "the library's wire load " : "none", load ? load : "");
    for (int i = 0; i < p.count; i++) {
        power_figures(&p, &p.unit[i], &record.figures);
        power_show(&p, &p.unit[i], &record.figures);
    }
    step_end(&record);
    close_job(&p);
}
