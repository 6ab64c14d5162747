/* SPDX-License-Identifier: Apache-2.0
 *
 * models.c - Verilog in place of cells: the clock gate of the register boxes, and models for gate-level simulation. */
#include <string.h>

#include "../base/file.h"
#include "../base/msg.h"
#include "job.h"

void gate_macros(const synth_job *job, const char *option, text *out)
{
    static const char *const macros[] = {
        [GATE_CLOCK] = "WF_GATE_CLOCK",
        [GATE_ENABLE] = "WF_GATE_ENABLE",
        [GATE_TEST] = "WF_GATE_TEST",
        [GATE_OUT] = "WF_GATE_OUT",
    };
    const liberty_cell *gate = &job->lib.cells[job->lib.clock_gate], *buffer = &job->lib.cells[job->lib.driver];
    text_printf(out, " %sWF_RANK=%s_rank %sWF_GATE=%s", option, job->d->name, option, gate->name);
    for (int i = 0; i < gate->pin_count; i++)
        if (gate->pins[i].role != GATE_NONE)
            text_printf(out, " %s%s=%s", option, macros[gate->pins[i].role], gate->pins[i].name);
    text_printf(out, " %sWF_BUFFER=%s", option, buffer->name);
    for (int i = 0; i < buffer->pin_count; i++)
        text_printf(out, " %sWF_BUFFER_%s=%s", option, buffer->pins[i].input ? "IN" : "OUT", buffer->pins[i].name);
}

char *gate_command(const synth_job *job, const char *file)
{
    text t = {0};
    text_add(&t, "", 0);
    if (job->gated) {
        text_puts(&t, "read_verilog");
        gate_macros(job, "-D", &t);
        text_printf(&t, " %s", file);
    }
    return t.data;
}

static bool is_used(const liberty_cell *cell, void *arg)
{
    const synth_job *job = arg;
    return job->used[cell - job->lib.cells] && cell->kind != CELL_CLOCK_GATE;
}

void models_write(const synth_job *job)
{
    text t = {0};
    liberty_functions(&job->lib, is_used, (void *)job, &t);
    work_write(job, "used.lib", &t);
    bool has_gate = job->gated && job->used[job->lib.clock_gate];
    char *gate = has_gate ? gate_command(job, "clock_gate.v") : format_new("# no gate");
    script_write(job, "synth/cells.ys", "cells.ys", "GATE", gate, NULL);
    yosys_run(job, "cells.ys", "cells.log");
    char *models = work_read(job, "cells.v"), *out = path_join(job->syn, "cells.v");
    if (models == NULL)
        die("yosys wrote no models of the cells (log: syn/cells.log)");
    file_write(out, models, strlen(models));
}
