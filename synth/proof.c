/* SPDX-License-Identifier: Apache-2.0
 *
 * proof.c - proves that the netlist is equivalent to the RTL: ABC proves the logic between the boxes at its full width; the
 * register box is checked four bits wide. */
#include <string.h>

#include "../base/file.h"
#include "../base/msg.h"
#include "../base/proc.h"
#include "job.h"
#include "proof_pins.h"

static int start_abc(const synth_job *job, const char *name)
{
    text t = {0};
    char *script = format_new("%s.proof.abc", name), *log = format_new("%s.proof.log", name);
    text_printf(&t, "miter %s.gold.blif %s.gate.blif\nstrash\n&get -n\n&cec -m\n", name, name);
    work_write(job, script, &t);
    return tool_start(job, "yosys-abc", script, log);
}

/* A pattern for the boxes' modules by name, plain and with parameters; with the prefix "t:" for cells of these types. */
static char *box_pattern(const synth_unit *u, const char *prefix)
{
    const char *name = u->job->d->name;
    text t = {0};
    text_printf(&t, "%s%s_rank %s$paramod*%s_rank* %s%s_gated", prefix, name, prefix, name, prefix, name);
    if (strstr(u->boxes, "_dec"))
        text_printf(&t, " %s%s_dec %s$paramod*%s_dec*", prefix, name, prefix, name);
    return t.data;
}

/* Flip-flops outside the boxes, as stepped units have them, must be the same on both sides. This removes from the RTL those that front.ys removes:
 * they never change or are never read. The netlist has been through it. Its flip-flops are single bits now: once more would remove more. */
static const char reduce[] = "opt -full -nodffe -nosdff\nwreduce\nopt -full -nodffe -nosdff";

static int start_side(const synth_unit *u, const char *which, const char *library, const char *read)
{
    text t = {0};
    bool gold = strcmp(which, "gold") == 0;
    const wf_sizes *sizes = &u->job->d->sizes;
    bool flops = u->area_only || u->module->early || u->job->d->unit->stepped || sizes->interval_enc > 1 || sizes->interval_dec > 1;
    char *out = format_new("%s.%s.blif", u->name, which), *boxes = box_pattern(u, ""), *cells = box_pattern(u, "t:");
    char *script = format_new("%s.%s.ys", u->name, which), *log = format_new("%s.%s.log", u->name, which);
    script_add(&t, "synth/proof.ys", "LIBRARY", library, "READ", read, "TOP", u->top, "BOXES", boxes, "BOX_CELLS", cells, "OUT", out,
               "REDUCE", gold && flops ? reduce : "", NULL);
    work_write(u->job, script, &t);
    return tool_start(u->job, "yosys", script, log);
}

static void wait_for(const synth_unit *u, const char *tool, const char *which, int pid)
{
    char *log = format_new("%s.%s.log", u->name, which);
    tool_finish(u->job, tool, log, pid);
}

void proof_gold(synth_unit *u)
{
    char *gold = format_new("read_verilog %s %s", u->files, u->box_files);
    u->gold_pid = start_side(u, "gold", "", gold);
}

void proof_gate(synth_unit *u)
{
    char *gate = u->clocked ? format_new("read_verilog %s%s%s%s\nread_rtlil -nooverwrite %s.top.il", u->box_files, u->has_core ? " " : "",
                                         u->has_core ? u->name : "", u->has_core ? ".core.v" : "", u->name)
                            : format_new("read_verilog %s.v", u->name);
    u->gate_pid = start_side(u, "gate", "read_liberty -ignore_miss_func functions.lib", gate);
}

/* Gives both sides the same pins. */
static void same_pins(const synth_unit *u)
{
    char *gold = format_new("%s.gold.blif", u->name), *gate = format_new("%s.gate.blif", u->name);
    text new_gold = {0}, new_gate = {0};
    if (proof_pins(work_read(u->job, gold), work_read(u->job, gate), &new_gold, &new_gate)) {
        work_write(u->job, gold, &new_gold);
        work_write(u->job, gate, &new_gate);
    }
}

void proof_compare(synth_unit *u)
{
    wait_for(u, "yosys", "gold", u->gold_pid);
    wait_for(u, "yosys", "gate", u->gate_pid);
    same_pins(u);
    u->proof_pid = start_abc(u->job, u->name);
}

void proof_finish(synth_unit *u)
{
    wait_for(u, "yosys-abc", "proof", u->proof_pid);
    char *log = format_new("%s/%s.proof.log", u->job->syn, u->name), *output = file_read(log, NULL);
    if (output == NULL)
        die("cannot read %s", log);
    /* A net without a driver would mean that a box was not cut open, and nothing behind it would be proven. */
    if (strstr(output, "drivers added"))
        die("internal: the equivalence check of %s is not complete (log: syn/%s.proof.log)", u->top, u->name);
    if (strstr(output, "are equivalent") == NULL)
        die("the netlist of %s is not equivalent to its RTL (log: syn/%s.proof.log)", u->top, u->name);
    u->equivalent = 1;
}

void proof_rank(const synth_job *job)
{
    char *rank = format_new("%s_rank", job->d->name), *define = format_new("-DWF_RANK=%s", rank);
    const char *stalls = job->d->stall ? "1" : "0", *for_tb = job->d->stall ? "-DWF_STALLS=1" : "-DWF_STALLS=0";
    char *emitted = format_new("rtl/%s.v", rank),
         *ranks = job->gated ? gate_command(job, "rank_gated.v") : format_new("read_verilog %s", emitted);
    char *model = gate_command(job, "clock_gate.v");
    char *gate =
        job->gated ? format_new("delete %s\n%s", liberty_name(&job->lib, job->lib.clock_gate), model) : format_new("# no clock gate");
    script_write(job, "synth/rank.ys", "rank.ys", "RANKS", ranks, "RANK", rank, "STALLS", stalls, "GATE", gate, NULL);
    script_write(job, "synth/rank_tb.v", "rank_tb.v", NULL);
    yosys_run(job, "rank.ys", "rank.log");
    char *log = path_join(job->syn, "rank.sim.log");
    run_tool_ok((const char *const[]){tool_path("iverilog"), "-g2005", define, for_tb, "-o", "rank.vvp", "rank_tb.v", emitted,
                                      "rank.implemented.v", NULL},
                job->work, log);
    run_tool_ok((const char *const[]){tool_path("vvp"), "rank.vvp", NULL}, job->work, log);
    char *output = file_read(log, NULL);
    if (output == NULL || strstr(output, " 0 differences") == NULL || strstr(output, " 20000 cycles") == NULL)
        die("the implementation of the register box %s differs from it (log: syn/rank.sim.log)", rank);
}
