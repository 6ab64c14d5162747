/* SPDX-License-Identifier: Apache-2.0 */
#include "show.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "../base/file.h"
#include "curve.h"
#include "library_node.h"

static double nand2(const synth_job *job)
{
    return job->lib.cells[job->lib.nand2].area;
}

static void unit_line(const synth_unit *u)
{
    const synth_job *job = u->job;
    printf("  %-8s %8.0f GE logic %8.0f GE registers (%d)  %5.1f FO4, slack %+.1f  |  %.1f + %.1f um2  %.3f ns, slack %+.3f ns", u->name,
           u->area / nand2(job), u->reg_area / nand2(job), u->reg_count, u->delay / job->fo4_ns, u->slack / job->fo4_ns, u->area,
           u->reg_area, u->delay, u->slack);
    if (isnan(u->power_mw))
        printf("  no power: the library has %s\n", liberty_no_power(&job->lib));
    else
        printf("  %.3g mW\n", u->power_mw);
    if (!u->wired)
        return;
    printf("  %-8s with %.2f mm of wires %*s %5.1f FO4, slack %+.1f  |  %.3f ns, slack %+.3f ns", "", u->wire_mm, 17, "",
           (job->clock_ns - u->wired_slack) / job->fo4_ns, u->wired_slack / job->fo4_ns, job->clock_ns - u->wired_slack, u->wired_slack);
    if (isnan(u->wired_power_mw))
        printf("\n");
    else
        printf("  %.3g mW; %.3g pJ an activation, %s %.3g\n", u->wired_power_mw, u->wired_power_mw * job->clock_ns / u->rate,
               job->lib.wire_load ? "with the library's wire load" : "without wires", u->energy_pj);
}

static void curve_table(const synth_unit *u)
{
    if (u->curve_count == 0)
        return;
    printf("  %s, area against delay%s: measured netlists; for a clock between two rows the faster one counts\n", u->name,
           u->wired ? ", without estimated wires" : "");
    printf("    %8s %10s %10s %8s %8s %12s %14s\n", "FO4", "GE", "with regs", "ns", "GHz", "um2 logic", "with registers");
    for (const curve_point *p = u->curve; p < u->curve + u->curve_count; p++)
        printf("    %8.1f %10.0f %10.0f %8.3f %8.2f %12.1f %14.1f\n", p->delay / u->job->fo4_ns, p->area / nand2(u->job),
               (p->area + u->reg_area) / nand2(u->job), p->delay, 1 / p->delay, p->area, p->area + u->reg_area);
}

void show_units(const synth_job *job, const char *path, const synth_unit *units, int count, bool arrays, const metrics *m)
{
    const design *d = job->d;
    const library_node *node = library_node_of(path, job->lib.name);
    char *process = node ? format_new(", %d nm", node->node_nm) : format_new("%s", "");
    printf("%s%s: 1 GE = NAND2 of %g um2, 1 FO4 = %.4f ns; clock %.1f FO4 = %.3f ns, inputs from %s, %g fF on outputs; netlists proven "
           "equal to "
           "the RTL\n",
           path_base(path), process, nand2(job), job->fo4_ns, job->clock_ns / job->fo4_ns, job->clock_ns, job->driver, job->load_ff);
    for (int i = 0; i < count; i++)
        if (!units[i].area_only)
            unit_line(&units[i]);
    double logic = metrics_get(m, KEY_ARRAY_AREA), total = metrics_get(m, KEY_ARRAY_TOTAL);
    if (arrays)
        printf("  %-8s %8.0f GE logic %8.0f GE with registers  |  %.1f um2 logic, %.1f um2 with registers\n", "array", logic / nand2(job),
               total / nand2(job), logic, total);
    double whole = metrics_get(m, KEY_BLOCK_WHOLE_AREA, d->unit->name);
    if (!d->codec && design_slices(d) > 1)
        printf("  %-8s %8.0f GE, %d such slices of %d lanes each  |  %.1f um2\n", "whole", whole / nand2(job), design_slices(d),
               d->config.lanes / design_slices(d), whole);
    const char *lacks = metrics_get_text(m, KEY_RUN_NO_CLOCK_ENERGY);
    if (lacks)
        printf("  power lacks the energy of clock pins: the library tells none of %s\n", lacks);
    for (int i = 0; i < count; i++)
        curve_table(&units[i]);
    if (job->lib.wire_load)
        printf("  wire load: %s, the default of the library%s\n", job->lib.wire_load,
               job->options->wires ? "; estimated wires stand in its place, but on nets of clocks" : "");
    if (job->options->wires)
        printf("  wires: estimated, %g fF/um, cells fill %g %% of the block; nothing is sized for them\n", job->options->wire_ff_um,
               100 * job->options->utilisation);
}
