/* SPDX-License-Identifier: Apache-2.0 */
#include "time_step.h"

#include "../base/msg.h"
#include "../report/time_result.h"

void time_step_add_key(const sweep_point *p, text *made)
{
    machine m;
    machine_read(&m, p->machine);
    design_command(&p->d, made);
    text_printf(made, "\n%s", m.name);
    for (int k = 0; k < machine_key_count(); k++)
        text_printf(made, " %d", machine_value(&m, machine_key_at(k)));
    text_puts(made, "\n");
}

void time_step_make(const sweep_point *p, metrics *m)
{
    time_pairs runs = {.files.d = &p->d};
    time_result r = {.runs = &runs, .file.pairs = &runs.files};
    machine_read(&runs.m, p->machine);
    time_energy(&r.file.energy, &p->d, &runs.m);
    time_pairs_run(&runs, p->traces, p->trace_count);
    char *wrong = file_pairs_wrong(&runs.files);
    if (wrong)
        die("%s", wrong);
    time_put_all(&r, m);
}
