/* SPDX-License-Identifier: Apache-2.0
 *
 * Makes a flat netlist from a unit's Verilog. The search maps the logic between the register boxes; the boxes are mapped once. Each step but the search is
 * one run of a tool, and the units take it side by side. */
#include <stdio.h>
#include <string.h>

#include "../base/file.h"
#include "../base/msg.h"
#include "latches.h"
#include "netlist.h"
#include "recipes.h"

/* Buffers the enable net and maps the gates that the flip-flops need. A register box leaves nothing to search. */
static const char regs_recipe[] = "strash; map; topo; buffer -c -N 16; upsize -D %.0f; dnsize -D %.0f";
enum { REGS_TARGET_FO4 = 10 };

static char *file_of(const synth_unit *u, const char *suffix)
{
    return format_new("%s.%s", u->name, suffix);
}

static void start_yosys(synth_unit *u, const char *step, const text *t)
{
    char *script = format_new("%s.%s.ys", u->name, step), *log = format_new("%s.%s.log", u->name, step);
    work_write(u->job, script, t);
    u->pid = tool_start(u->job, "yosys", script, log);
}

static bool counts(const synth_unit *u, const char *suffix)
{
    char *name = file_of(u, suffix);
    return work_count(u->job, name) > 0;
}

/* Reads and flattens the unit, and counts the cells outside the boxes. */
static void front(synth_unit *u)
{
    text t = {0};
    char *rank = format_new("%s_rank", u->job->d->name);
    script_add(&t, "synth/front.ys", "FILES", u->files, "BOX_FILES", u->box_files, "TOP", u->top, "UNIT", u->name, "BOXES", u->boxes,
               "RANK", rank, NULL);
    if (*u->box_files == '\0') {
        char *line = strstr(t.data, "read_verilog -lib");
        *line = '#';
    }
    start_yosys(u, "front", &t);
}

static void front_end(synth_unit *u)
{
    u->has_core = counts(u, "core.count");
}

/* Makes UNIT.top.il, the boxes and an empty core, and the logic as one BLIF file for each front end. It is RTLIL, as Yosys takes seconds to write
 * Verilog of a module with thousands of ports, and to read it. */
static void split(synth_unit *u)
{
    int effort = u->job->options->effort;
    text t = {0};
    char *in = file_of(u, "flat.il"), *boxes = format_new("%s t:$*ff* t:$_*FF* t:$_DLATCH_?_", u->boxes);
    char *write = format_new("select =%s%s\nwrite_rtlil -selected %s.top.il\nselect -clear", u->top, u->has_core ? " =core" : "", u->name);
    if (u->has_core)
        script_add(&t, "synth/split.ys", "IN", in, "BOXES", boxes, "PART", "core", "WRITE", write, "LIBRARY", "", NULL);
    else
        text_printf(&t, "read_rtlil %s\n%s\n", in, write);
    for (int i = 0; u->has_core && i < recipe_front_count; i++)
        if (recipe_fronts[i].effort <= effort) {
            const recipe *way = &recipe_fronts[i];
            char *blif = format_new("%s.%s.blif", u->name, way->name);
            script_add(&t, "synth/variant.ys", "NAME", way->name, "PART", "core", "COMMANDS", way->commands, "BLIF", blif, NULL);
        }
    start_yosys(u, "split", &t);
}

static void split_end(synth_unit *u)
{
    for (int i = 0; u->has_core && i < recipe_front_count; i++)
        if (recipe_fronts[i].effort <= u->job->options->effort) {
            char *name = format_new("%s.%s.blif", u->name, recipe_fronts[i].name);
            work_canon(u->job, name, recipe_fronts[i].sorted);
        }
}

/* The files that Yosys reads for the register boxes. */
static char *rank_files(const synth_unit *u)
{
    const synth_job *job = u->job;
    char *rank = format_new("rtl/%s_rank.v", job->d->name);
    /* Decoders stay whole in the arbiter, and its ranks are theirs. */
    char *command = u->area_only                         ? format_new("read_verilog -lib %s", u->box_files)
                    : strstr(u->box_files, rank) == NULL ? format_new("# no register boxes")
                    : job->gated                         ? gate_command(job, "rank_gated.v")
                                                         : format_new("read_verilog %s", rank);
    return command;
}

/* Maps the inside of the boxes. */
static void registers(synth_unit *u)
{
    text t = {0};
    char *ranks = rank_files(u);
    script_add(&t, "synth/registers.ys", "UNIT", u->name, "TOP", u->top, "RANKS", ranks, "GATES", latches_map_gates(u->job), "LATCHES",
               latches_map(u->job), NULL);
    start_yosys(u, "registers", &t);
}

static void registers_end(synth_unit *u)
{
    u->has_regs = counts(u, "regs.count");
}

/* Leaves UNIT.seq.v with an instance of the core and, if the boxes need gates, those as UNIT.regs.blif. */
static void registers_split(synth_unit *u)
{
    text t = {0};
    char *in = file_of(u, "seq.il"), *blif = file_of(u, "regs.blif"), *write = format_new("write_verilog -noattr %s.seq.v", u->name);
    if (u->has_regs) {
        script_add(&t, "synth/split.ys", "IN", in, "BOXES", "* t:$_* %d", "PART", "regs", "WRITE", write, "LIBRARY",
                   "read_liberty -lib functions.lib", NULL);
        script_add(&t, "synth/variant.ys", "NAME", "registers", "PART", "regs", "COMMANDS", "opt -full", "BLIF", blif, NULL);
    } else {
        text_printf(&t, "read_rtlil %s\nsplitnets\nclean -purge\n%s\n", in, write);
    }
    start_yosys(u, "seq", &t);
}

static void registers_split_end(synth_unit *u)
{
    char *blif = file_of(u, "regs.blif");
    if (u->has_regs)
        work_canon(u->job, blif, false);
}

/* Maps the gates of the boxes. */
static void registers_map(synth_unit *u)
{
    if (!u->has_regs)
        return;
    text t = {0};
    double ps = REGS_TARGET_FO4 * u->job->fo4_ns * 1000;
    text_printf(&t, "read_lib abc.lib\nread_constr abc.constr\nread_blif %s.regs.blif\n", u->name);
    text_printf(&t, regs_recipe, ps, ps);
    text_printf(&t, "\nwrite_verilog %s.regs.v\ncec -n\n", u->name);
    char *script = file_of(u, "regs.abc"), *log = file_of(u, "regs.log");
    work_write(u->job, script, &t);
    u->pid = tool_start(u->job, "yosys-abc", script, log);
}

static void registers_map_end(synth_unit *u)
{
    if (!u->has_regs)
        return;
    char *log = format_new("%s/%s.regs.log", u->job->syn, u->name), *output = file_read(log, NULL);
    if (output == NULL || strstr(output, "Networks are equivalent") == NULL)
        die("the mapped registers of %s are not equivalent to their gates (log: syn/%s.regs.log)", u->name, u->name);
    char *out = file_of(u, "regs.v"), *mapped = work_read(u->job, out);
    if (mapped == NULL)
        die("ABC cannot map the registers of %s (log: syn/%s.regs.log)", u->name, u->name);
}

/* Yosys commands that put the RTL's ports around the netlist's single bits. A plain `connect` would remove the driver of a net that has
 * another name. */
static void join_ports(const synth_unit *u, text *out)
{
    char *file = file_of(u, "ports.json");
    netlist n;
    netlist_read(&n, u->job, file);
    for (int i = 0; i < n.port_count; i++) {
        const struct netlist_port *p = &n.ports[i];
        text bits = {0};
        if (p->width == 1) {
            text_printf(&bits, "%s.bit", p->name);
            text_printf(out, "rename %s %s\n", p->name, bits.data);
        }
        for (int bit = p->width - 1; p->width > 1 && bit >= 0; bit--)
            text_printf(&bits, "%s[%d]%s", p->name, bit, bit ? "," : "");
        text_printf(out, "add -%s %s %d\n", p->output ? "output" : "input", p->name, p->width);
        text_printf(out, "connect -nomap -nounset -set %s %s\n", p->output ? p->name : bits.data, p->output ? bits.data : p->name);
    }
    netlist_free(&n);
}

/* Joins everything in one flat module. */
static void join(synth_unit *u)
{
    text t = {0}, ports = {0};
    join_ports(u, &ports);
    char *files =
        format_new("%s.seq.v%s%s%s%s%s%s", u->name, u->has_core ? " " : "", u->has_core ? u->name : "", u->has_core ? ".core.v" : "",
                   u->has_regs ? " " : "", u->has_regs ? u->name : "", u->has_regs ? ".regs.v" : "");
    char *boxes = u->area_only ? format_new("read_verilog -lib %s", u->box_files) : format_new("# no boxes");
    script_add(&t, "synth/final.ys", "FILES", files, "BOXES", boxes, "TOP", u->top, "UNIT", u->name, "PORTS", ports.data, NULL);
    start_yosys(u, "final", &t);
}

/* One run of a tool for each unit. `log`: UNIT.LOG.log; `end`: reads what the run left. */
typedef struct {
    const char *tool, *log;
    void (*start)(synth_unit *), (*end)(synth_unit *);
} unit_step;

static const unit_step before_search[] = {{"yosys", "front", front, front_end},
                                          {"yosys", "split", split, split_end},
                                          {"yosys", "registers", registers, registers_end},
                                          {"yosys", "seq", registers_split, registers_split_end},
                                          {"yosys-abc", "regs", registers_map, registers_map_end}};
static const unit_step after_search = {"yosys", "final", join, NULL};

static void run_step(const unit_step *step, synth_unit *units, int count)
{
    for (int i = 0; i < count; i++) {
        units[i].pid = 0;
        step->start(&units[i]);
    }
    for (int i = 0; i < count; i++) {
        char *log = format_new("%s.%s.log", units[i].name, step->log);
        tool_finish(units[i].job, step->tool, log, units[i].pid);
        if (step->end)
            step->end(&units[i]);
    }
}

void units_begin(synth_unit *units, int count)
{
    for (int i = 0; i < count; i++)
        proof_gold(&units[i]);
    for (size_t k = 0; k < sizeof before_search / sizeof *before_search; k++)
        run_step(&before_search[k], units, count);
}

void units_end(synth_unit *units, int count)
{
    run_step(&after_search, units, count);
    for (int i = 0; i < count; i++)
        proof_gate(&units[i]);
}
