/* SPDX-License-Identifier: Apache-2.0 */
#include "cosim_options.h"

#include <stdlib.h>
#include <sys/stat.h>

#include "../base/file.h"
#include "../base/msg.h"
#include "../gen/design_modules.h"
#include "environment.h"
#include "stimuli.h"

const char *const simulator_names[] = {"verilator", "icarus", "gates", NULL};

/* Synthesis leaves them in syn: the cells, and a netlist of each unit that is simulated. */
static void check_netlist(const char *dir, const char *name)
{
    char *path = format_new("%s/syn/%s.v", dir, name);
    if (!file_exists(path))
        die_usage("no netlist %s; `warpfold synth %s` makes it", path, dir);
    arena_free(path);
}

/* The files that stand in the place of the design's: those of --rtl, netlists. */
static void check_files(const design *d, const char *dir, const cosim_options *o)
{
    if (o->rtl && !dir_exists(o->rtl))
        die_usage("--rtl %s: no such folder; accepted is one with files that replace those of the same names in DIR/rtl", o->rtl);
    if (!o->run[SIM_GATES])
        return;
    check_netlist(dir, "cells");
    const design_modules modules = design_modules_of(d);
    for (const design_module *m = modules.module; m < modules.module + modules.count; m++)
        if (!m->minor)
            check_netlist(dir, m->name);
}

/* A trace is read by every simulator and every bench. */
static void check_regular(const char *trace)
{
    struct stat s;
    if (stat(trace, &s) == 0 && !S_ISREG(s.st_mode) && !S_ISDIR(s.st_mode))
        die_usage("%s: is read several times; a regular file is expected", trace);
}

void cosim_check(const design *d, const char *dir, const cosim_options *o)
{
    if (o->run[SIM_GATES] && design_slices(d) > 1)
        die_usage("%s is synthesised as slices of %d lanes, which the bench of %d lanes cannot drive; a design with --slice "
                  "equal to --lanes can be replayed",
                  d->name, d->config.lanes / design_slices(d), d->config.lanes);
    if (o->checks && !o->run[SIM_VERILATOR])
        die_usage("--checks binds the checks in Verilator; accepted with it are --sim verilator and --sim all");
    check_files(d, dir, o);
    if (o->trace_count > 0 && !d->codec && environment_of(d)->no_values)
        die_usage("--trace: the inputs of %s have no values of a trace; leave it out", d->unit->name);
    for (int i = 0; i < o->trace_count; i++)
        check_regular(o->traces[i]);
    stimuli_check_traces(d, o->traces, o->trace_count);
}
