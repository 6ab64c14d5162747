/* SPDX-License-Identifier: Apache-2.0 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../base/msg.h"
#include "job.h"

/* The sum of the delays to a tap that fo4.tcl printed, and their number. */
static double taps(const char *output, const char *tap, int *count)
{
    double sum = 0;
    char key[16];
    snprintf(key, sizeof key, "@ %s ", tap);
    *count = 0;
    for (const char *at = output; (at = strstr(at, key)) != NULL; at += strlen(key)) {
        sum += strtod(at + strlen(key), NULL);
        ++*count;
    }
    return sum;
}

double fo4_measure(const synth_job *job, const char *path)
{
    const liberty_cell *inv = &job->lib.cells[job->lib.inverter];
    const char *a = "", *y = "";
    for (int i = 0; i < inv->pin_count; i++)
        *(inv->pins[i].input ? &a : &y) = inv->pins[i].name;
    script_write(job, "synth/fo4.v", "fo4.v", "INV", inv->name, "A", a, "Y", y, NULL);
    script_write(job, "synth/fo4.tcl", "fo4.tcl", NULL);
    char *output = sta_read(job, "fo4.tcl", "lib.lib", path);
    int early, late;
    double before = taps(output, "tap4", &early), behind = taps(output, "tap8", &late);
    if (early != 2 || late != 2 || !(behind > before))
        die("cannot measure the FO4 delay of %s with OpenSTA: its chain of inverters has no delays", inv->name);
    return (behind - before) / (2 * 4);
}
