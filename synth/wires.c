/* SPDX-License-Identifier: Apache-2.0
 *
 * wires.c - length of wires by Rent's rule.
 *
 * In a square array of N cells with Rent's exponent p a connection of two pins is on average at most
 *
 *     R = 2/9 (7 (N^(p-1/2) - 1) / (4^(p-1/2) - 1) - (1 - N^(p-3/2)) / (1 - 4^(p-3/2))) (1 - 4^(p-1)) / (1 - N^(p-1))
 *
 * pitches long (W. E. Donath, Placement and Average Interconnection Lengths of Computer Logic, IEEE Trans. Circuits and Systems 26(4), 1979); a
 * pitch is the root of the area that a cell takes. A placer that knows the nets does better: by SHARE here. A net of P pins is (P - 1)^GROWTH times
 * as long. It grows faster than its pins, since what drives many of them is a select of many lanes, which lie apart. Both numbers are those
 * of a decoder that graywolf placed (docs/wires.md). */
#include "wires.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../base/msg.h"

#define SHARE 0.45
#define GROWTH 1.25
#define RENT 0.6 /* exponent: logic has 0.5 to 0.75 (Landman and Russo, IEEE Trans. Computers, 1971) */

static double average_pitches(double cells, double p)
{
    if (cells < 4)
        return 1;
    double first = 7 * (pow(cells, p - 0.5) - 1) / (pow(4, p - 0.5) - 1), second = (1 - pow(cells, p - 1.5)) / (1 - pow(4, p - 1.5));
    return 2.0 / 9 * (first - second) * (1 - pow(4, p - 1)) / (1 - pow(cells, p - 1));
}

char *wires_commands(const synth_unit *u, int cells)
{
    const synth_job *job = u->job;
    const synth_options *o = job->options;
    if (!o->wires || cells == 0)
        return format_new("# no wires");
    double pitch = sqrt((u->area + u->reg_area) / o->utilisation / cells), two = SHARE * pitch * average_pitches(cells, RENT);
    text t = {0};
    script_write(job, "synth/wires.tcl", "wires.tcl", NULL);
    text_printf(&t, "source wires.tcl\nadd_wires %.6g %g %.6g {%s}", two, GROWTH, o->wire_ff_um,
                liberty_name(&job->lib, job->lib.clock_gate));
    return t.data;
}

void wires_read(synth_unit *u, const char *output)
{
    const synth_job *job = u->job;
    double internal, switching, leakage;
    const char *length = strstr(output, "@ wires "), *slack = strstr(output, "@ wired_slack "), *power = strstr(output, "@ wired_power ");
    if (!job->options->wires || length == NULL)
        return;
    if (slack == NULL || power == NULL || sscanf(power, "@ wired_power %lf %lf %lf", &internal, &switching, &leakage) != 3)
        die("sta gave no figures of %s with wires (log: syn/%s.sta.log)", u->top, u->name);
    u->wired = true;
    u->wire_mm = strtod(length + strlen("@ wires "), NULL) / 1000;
    slack += strlen("@ wired_slack ");
    u->wired_slack = starts_with(slack, "none") ? job->clock_ns : strtod(slack, NULL);
    u->wired_power_mw = liberty_no_power(&job->lib) ? (double)NAN : (internal + switching) * 1e3;
}
