/* SPDX-License-Identifier: Apache-2.0 */
#include "latches.h"

#include "../base/file.h"
#include "../base/msg.h"

static char *gate_module(const synth_job *job)
{
    return format_new("%s_gated", job->d->name);
}

void latches_find(synth_job *job, const char *dir)
{
    job->latched = file_exists(format_new("%s/rtl/%s.v", dir, gate_module(job)));
    if (!job->latched)
        return;
    if (job->lib.latch < 0)
        die("%s keeps values in latches, and the library %s has no latch of an enable, data and outputs alone", job->d->name,
            job->lib.name);
    const liberty_cell *latch = &job->lib.cells[job->lib.latch];
    if (!(latch->area > 0) && !job->options->quiet)
        note("the latch %s has no area in the library, so areas are without latches", latch->name);
}

/* " -D WF_NAND=NAND2_X1 -D WF_NAND_A=A1 .." for a gate of the library, with its input pins in their order. */
static void cell_macros(const synth_job *job, int cell, const char *name, const char *const inputs[], text *out)
{
    const liberty_cell *c = &job->lib.cells[cell];
    text_printf(out, " -D WF_%s=%s", name, c->name);
    for (int i = 0, input = 0; i < c->pin_count; i++)
        if (c->pins[i].input || c->pins[i].output)
            text_printf(out, " -D WF_%s_%s=%s", name, c->pins[i].input ? inputs[input++] : "OUT", c->pins[i].name);
}

static void gate_cells(const synth_job *job, text *out)
{
    const liberty_cell *driver = liberty_find(&job->lib, job->driver);
    static const char *const one[] = {"IN"}, *const two[] = {"A", "B"};
    text_printf(out, " -D WF_GATED=%s", gate_module(job));
    cell_macros(job, job->lib.inverter, "INVERTER", one, out);
    cell_macros(job, job->lib.nand2, "NAND", two, out);
    cell_macros(job, (int)(driver - job->lib.cells), "BUFFER", one, out);
}

char *latches_map(const synth_job *job)
{
    if (!job->latched)
        return format_new("# no latches");
    const liberty_latch *latch = &job->lib.cells[job->lib.latch].latch;
    return format_new("simplemap t:$dlatch\n"
                      "techmap -map latch.v -D WF_LATCH=%s -D WF_LATCH_ENABLE=%s -D WF_LATCH_DATA=%s -D WF_LATCH_OUT=%s%s",
                      liberty_name(&job->lib, job->lib.latch), latch->enable, latch->data, latch->out,
                      latch->low ? " -D WF_LATCH_LOW" : "");
}

char *latches_map_gates(const synth_job *job)
{
    if (!job->latched)
        return format_new("# no latches");
    text t = {0};
    text_puts(&t, "techmap -map latch_gate.v");
    gate_cells(job, &t);
    text_printf(&t, "\ndelete =%s", gate_module(job));
    return t.data;
}

char *latches_constrain(const synth_job *job, const char *clock)
{
    return job->latched ? format_new("    source latches.tcl\n    close_latches %s\n", clock) : format_new("%s", "");
}

void latches_open(synth_job *job)
{
    if (!job->latched)
        return;
    script_write(job, "synth/latch.v", "latch.v", NULL);
    script_write(job, "synth/latch_gate.v", "latch_gate.v", NULL);
    script_write(job, "synth/latch_both.v", "latch_both.v", NULL);
    script_write(job, "synth/latches.tcl", "latches.tcl", NULL);
    text read = {0};
    text_puts(&read, "read_verilog");
    gate_cells(job, &read);
    text_puts(&read, " latch_gate.v");
    script_write(job, "synth/latch_gate.ys", "latch_gate.ys", "GATED", gate_module(job), "READ", read.data, "LATCHES", latches_map(job),
                 NULL);
    yosys_run(job, "latch_gate.ys", "latch_gate.log");
}
