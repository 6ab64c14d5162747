/* SPDX-License-Identifier: Apache-2.0
 *
 * warpfold flow --unit NAME --lanes N [...] -o DIR - gen, cosim, synth, trace statistics and report in one go. */
#include <math.h>
#include <string.h>

#include "../base/file.h"
#include "../base/metrics.h"
#include "../base/msg.h"
#include "../base/step.h"
#include "../gen/emit.h"
#include "../report/report.h"
#include "../stats/line_stats.h"
#include "../stats/trace_stats.h"
#include "../synth/cut_search.h"
#include "../synth/power.h"
#include "arguments.h"
#include "commands.h"
#include "energy_flags.h"
#include "line_flags.h"
#include "options.h"
#include "step_options.h"

typedef struct {
    design_args design;
    cosim_args cosim;
    synth_options synth;
    line_flags lines;
    energy_flags energies;
    const char *out, *svg;
    bool force, aside, allow_slack, cuts, power;
} arguments;

enum { KEY_SLACK = 0x2000, KEY_ASIDE, KEY_CUTS, KEY_POWER, KEY_SVG };

static const struct argp_option options[] = {
    {"output", 'o', "DIR", 0, "the folder of the design and of all results", 0},
    {"force", 'F', NULL, 0, "write RTL again that was edited, and overwrite pages and figures that warpfold report did not write", 0},
    {"set-aside", KEY_ASIDE, NULL, 0, "rename a folder that holds another design: to DIR.old", 0},
    {"cuts", KEY_CUTS, "auto|off", 0,
     "auto: first find the cuts with the fewest register ranks that meet --clock-ns, in DIR.cuts; the search can be interrupted", 0},
    {"allow-slack", KEY_SLACK, NULL, 0, "exit code 0 where a unit does not meet the clock", 0},
    {"power", KEY_POWER, NULL, 0,
     "also power by code, from the toggles of every net on the traces (warpfold power); the energies of the traces are then by code", 0},
    {"svg", KEY_SVG, "FOLDER", 0,
     "also write each plot of the report as a file that stands alone, FOLDER/NAME.svg, and its numbers, FOLDER/NAME.csv", 0},
    {0},
};

static error_t parse(int key, char *arg, struct argp_state *state)
{
    arguments *a = state->input;
    if (key == ARGP_KEY_INIT) {
        state->child_inputs[0] = &a->design;
        state->child_inputs[1] = &a->cosim;
        state->child_inputs[2] = &a->synth;
        state->child_inputs[3] = &a->lines;
        state->child_inputs[4] = &a->energies;
    } else if (key == 'o') {
        a->out = arg;
    } else if (key == 'F') {
        a->force = true;
    } else if (key == KEY_ASIDE) {
        a->aside = true;
    } else if (key == KEY_CUTS) {
        a->cuts = strcmp(arg, "auto") == 0;
        if (!a->cuts && strcmp(arg, "off") != 0)
            die_usage("--cuts %s: accepted are auto and off", arg);
    } else if (key == KEY_SLACK) {
        a->allow_slack = true;
    } else if (key == KEY_POWER) {
        a->power = true;
    } else if (key == KEY_SVG) {
        a->svg = arg;
    } else {
        return ARGP_ERR_UNKNOWN;
    }
    return 0;
}

/* Counts register values, with the energy of this design's own units if it was measured: by code with --power, else by synthesis. */
static void count_registers(const design *d, const arguments *a, metrics *out)
{
    metrics own = {0};
    char *synth = path_join(a->out, "synth.json"), *power = path_join(a->out, "power.json");
    trace_energy e = trace_energy_paper(d);

    metrics_load(&own, synth);
    if (a->power)
        metrics_load(&own, power);
    energy_measured(&e.model, &own, d->codec);
    energy_flags_reads(&a->energies, "flow", &e.reads_per_write);
    energy_flags_set(&a->energies, "flow", d, &e.model);
    trace_stats(d, (const char *const *)a->cosim.traces, a->cosim.o.trace_count, &e, out);
}

static void count_traces(const design *d, const arguments *a)
{
    step record;
    step_begin(&record, a->out, "trace", false);
    step_void(&record);
    if (d->unit->line) {
        line_options o = line_flags_read(&a->lines, "flow", d->config.line_bytes);
        line_stats(d, &o, (const char *const *)a->cosim.traces, a->cosim.o.trace_count, &record.figures);
    } else {
        count_registers(d, a, &record.figures);
    }
    step_end(&record);
}

/* Dies (2) of bad input before minutes are spent and files are written. */
static void check_inputs(const design *d, const arguments *a)
{
    if (a->cosim.o.trace_count > 0 && d->codec && !d->unit->line)
        trace_stats_need(d);
    if (line_flags_given(&a->lines) != NULL && (a->cosim.o.trace_count == 0 || !d->codec || !d->unit->line))
        die_usage("flow: %s is for cache lines of traces: give --trace and a codec of cache lines", line_flags_given(&a->lines));
    if (energy_flags_given(&a->energies) != NULL && (a->cosim.o.trace_count == 0 || !d->codec || d->unit->line))
        die_usage("flow: %s is for traces of registers: give --trace and a codec of warp registers", energy_flags_given(&a->energies));
    energy_flags_check(&a->energies, "flow", d);
    if (d->unit->line && d->codec)
        line_flags_read(&a->lines, "flow", d->config.line_bytes);
    if (a->power)
        power_check_unit(d, a->cosim.o.trace_count);
    cosim_check(d, a->out, &a->cosim.o);
    synth_check(d, &a->synth);
    report_check(d, a->out, &(report_options){.svg = a->svg, .force = a->force});
}

/* The search finds the number of ranks, so nobody else says it. */
static void refuse_ranks(const char *key, const char *where)
{
    if (strcmp(key, "enc-stages") == 0 || strcmp(key, "dec-stages") == 0)
        die_usage("--cuts auto finds the number of ranks; leave out %s", where);
}

/* Searches in a folder beside that of the design. */
static void find_cuts(design *d, const arguments *a)
{
    design_need_codec(d, "--cuts auto");
    for (int i = 0; i < a->design.count; i++)
        refuse_ranks(a->design.items[i].key, a->design.items[i].key);
    for (int i = 0; i < a->design.config.count; i++)
        refuse_ranks(a->design.config.pairs[i].key, a->design.config.pairs[i].where);
    char *dir = format_new("%s.cuts", a->out);
    cut_search(d, dir, &a->synth);
}

int cmd_flow(int argc, char **argv)
{
    const struct argp_child children[] = {{design_argp(argc, argv), 0, "Design:", 1},
                                          {cosim_argp(), 0, "Co-simulation:", 2},
                                          {synth_argp(), 0, "Synthesis:", 3},
                                          {&line_flags_argp, 0, "Cache lines of traces:", 4},
                                          {energy_argp(ENERGY_OF_ACCESSES), 0, "Energies of register traces:", 5},
                                          {0}};
    const struct argp argp = {options, parse, NULL, "Generate, co-simulate, synthesise and report a design.", children, NULL, NULL};
    arguments a = {.out = NULL};
    arguments_parse(&argp, argc, argv, &a);
    if (a.out == NULL)
        die_usage("flow: no output folder; give -o DIR");
    design d;
    design_from_args(&d, &a.design);
    check_inputs(&d, &a);
    if (a.cuts)
        find_cuts(&d, &a);
    bool traces = a.cosim.o.trace_count > 0 && d.codec;
    work_steps(4 + traces + a.power);
    work_begin("flow, gen");
    emit_design(&d, a.out, a.force, a.aside);
    work_end();
    work_begin("flow, cosim");
    cosim_run(&d, a.out, &a.cosim.o);
    work_end();
    work_begin("flow, synth");
    bool met = synth_run(&d, a.out, &a.synth);
    work_end();
    if (a.power) {
        const power_options o = {.liberty = a.synth.liberty, .traces = a.cosim.o.traces, .trace_count = a.cosim.o.trace_count};
        work_begin("flow, power");
        power_check(&d, a.out, &o);
        power_run(&d, a.out, &o);
        work_end();
    }
    if (traces) {
        work_begin("flow, stats");
        count_traces(&d, &a);
        work_end();
    }
    const char *dirs[] = {a.out};
    work_begin("flow, report");
    report_run(&(report_options){.svg = a.svg, .force = a.force}, dirs, 1);
    work_end();
    return met || a.allow_slack ? 0 : 1;
}
