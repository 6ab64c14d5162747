/* SPDX-License-Identifier: Apache-2.0
 *
 * models.c - Verilog in place of cells: the clock gate of the register boxes, and models for gate-level simulation. */
#include <string.h>

#include "../base/file.h"
#include "../base/msg.h"
#include "job.h"

char *gate_command(const synth_job *job, const char *file)
{
    static const char *const macros[] = {
        [GATE_CLOCK] = "WF_GATE_CLOCK",
        [GATE_ENABLE] = "WF_GATE_ENABLE",
        [GATE_TEST] = "WF_GATE_TEST",
        [GATE_OUT] = "WF_GATE_OUT",
    };
    text t = {0};
    text_add(&t, "", 0);
    if (job->gated) {
        const liberty_cell *gate = &job->lib.cells[job->lib.clock_gate];
        text_printf(&t, "read_verilog -DWF_RANK=%s_rank -DWF_GATE=%s", job->d->name, gate->name);
        for (int i = 0; i < gate->pin_count; i++)
            if (gate->pins[i].role != GATE_NONE)
                text_printf(&t, " -D%s=%s", macros[gate->pins[i].role], gate->pins[i].name);
        const liberty_cell *buffer = &job->lib.cells[job->lib.driver];
        text_printf(&t, " -DWF_BUFFER=%s", buffer->name);
        for (int i = 0; i < buffer->pin_count; i++)
            text_printf(&t, " -DWF_BUFFER_%s=%s", buffer->pins[i].input ? "IN" : "OUT", buffer->pins[i].name);
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
