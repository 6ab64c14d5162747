/* SPDX-License-Identifier: Apache-2.0
 *
 * time_all.c - what all traces that a machine ran come to: a few flat figures, by which designs are compared. */
#include "time_result.h"

void time_energy(energy_model *e, const design *d, const machine *m)
{
    energy_of_file(e, d);
    e->clock_ghz = m->core_mhz / 1000.0;
}

/* The register file of a design, in a run of so many cycles. */
static void put_file(const time_result *r, double cycles, metrics *out)
{
    const file_pairs *files = &r->runs->files;
    double all = 0, leakage = 0, more = 0, saved = 0;
    for (int k = 0; k < files->count; k++) {
        const file_pair *run = &files->rows[k].run;
        energy_spent spent = file_energy(&run->own, &r->file.energy);
        all += energy_all(&spent);
        leakage += energy_leakage(&spent);
        more += file_more(run) / files->count;
        saved += file_saved(run, &r->file.energy) / files->count;
    }
    metrics_set(out, all, KEY_TIME_FILE, "trace", "all");
    metrics_set(out, leakage, KEY_TIME_FILE, "trace", "leakage");
    metrics_set_known(out, more, KEY_TIME_MORE, "trace");
    metrics_set_known(out, saved, KEY_TIME_SAVED, "trace");
    if (all > 0)
        metrics_set(out, all / 1000 * cycles / r->runs->m.core_mhz, KEY_TIME_EDP, "trace");
}

void time_put_all(const time_result *r, metrics *out)
{
    const time_pairs *runs = r->runs;
    double cycles = 0;
    for (int k = 0; k < runs->files.count; k++)
        cycles += runs->rows[k].run.own.cycles;
    metrics_set_text(out, runs->m.name, KEY_TIME_MACHINE);
    metrics_set(out, runs->files.count, KEY_TIME_TRACES);
    metrics_set(out, runs->m.lanes, KEY_TIME_LANES_OF);
    metrics_set(out, runs->m.core_mhz, KEY_TIME_CLOCK);
    metrics_set(out, cycles, KEY_TIME_CYCLES, "trace");
    if (runs->files.d)
        put_file(r, cycles, out);
}
