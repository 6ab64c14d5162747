/* SPDX-License-Identifier: Apache-2.0
 *
 * figures.c - the results of a run as figures: of a unit, of its curve, of the array, of the run itself with library and tools. Nothing is
 * measured here; base/keys.def has the names. */
#include "figures.h"

#include <math.h>
#include <string.h>

#include "../base/file.h"
#include "../base/proc.h"
#include "../gen/identity.h"
#include "curve.h"
#include "library_node.h"
#include "paths.h"

void figures_of_unit(const synth_unit *u, metrics *m)
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
    if (u->area_only)
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
void figures_of_curve(const synth_unit *u, metrics *m)
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
    const design_modules modules = design_modules_of(d);
    const design_module *arbiter = design_module_of(&modules, MODULE_ARBITER);
    double logic = 0, registers = 0;
    for (const design_module *x = modules.module; x < modules.module + modules.count; x++)
        if (!x->minor || x == arbiter) {
            logic += x->copies * metrics_get(m, KEY_UNIT_AREA, x->name);
            registers += x->copies * metrics_get(m, KEY_UNIT_REG_AREA, x->name);
        }
    if (arbiter) {
        const design_module *dec = design_module_of(&modules, MODULE_DEC);
        double bits = metrics_get(m, KEY_UNIT_REG_COUNT, dec->name);
        if (bits > 0)
            registers += (double)dec->copies * dec->ranks * d->dec_ports * metrics_get(m, KEY_UNIT_REG_AREA, dec->name) / bits;
    }
    metrics_set_known(m, logic, KEY_ARRAY_AREA);
    metrics_set_known(m, registers, KEY_ARRAY_REG_AREA);
    metrics_set_known(m, logic + registers, KEY_ARRAY_TOTAL);
}

/* The first line that a tool prints in folder `work` as its version; "" if it fails. */
static char *version_of(const char *tool, const char *flag, const char *flag2, const char *work)
{
    const char *argv[] = {tool_path(tool), flag, flag2, NULL};
    char *log = path_join(work, "version.log");
    char *said = run_tool(argv, work, log) == 0 ? file_read_any(log, NULL) : NULL;
    return format_new("%.*s", said ? (int)strcspn(said, "\n") : 0, said ? said : "");
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
    return all;
}

void figures_of_run(const synth_job *job, const char *path, const char *activity, metrics *m)
{
    identity_put(job->d, m);
    metrics_set_text(m, path_base(path), KEY_RUN_LIBERTY);
    metrics_set_text(m, job->lib.name, KEY_RUN_LIBRARY);
    metrics_set_text(m, job->library_hash, KEY_RUN_LIBRARY_HASH);
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
    } else {
        metrics_set_text(m, activity, KEY_RUN_ACTIVITY);
    }
    if (job->no_clock_energy)
        metrics_set_text(m, job->no_clock_energy, KEY_RUN_NO_CLOCK_ENERGY);
    else
        metrics_remove(m, KEY_RUN_NO_CLOCK_ENERGY);
    if (job->options->wires) {
        metrics_set(m, job->options->wire_ff_um, KEY_RUN_WIRE);
        metrics_set(m, job->options->utilisation, KEY_RUN_UTILISATION);
    }
    char *tools = tool_versions(job);
    metrics_set_text(m, tools, KEY_RUN_TOOLS);
}
