/* SPDX-License-Identifier: Apache-2.0
 *
 * warpfold flow --codec ROOM --lanes N [...] -o DIR - gen, cosim, synth, trace statistics and report in one go. */
#include <argp.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "../base/file.h"
#include "../base/metrics.h"
#include "../base/msg.h"
#include "../sim/cosim.h"
#include "../sim/trace_stats.h"
#include "../synth/report.h"
#include "../synth/synth.h"
#include "commands.h"
#include "emit.h"
#include "options.h"

enum { MAX_TRACES = 64 };

typedef struct {
    design_args design;
    cosim_options cosim;
    synth_options synth;
    const char *out;
    char *traces[MAX_TRACES];
} arguments;

static const struct argp_option options[] = {
    {"output", 'o', "DIR", 0, "the folder of the design and of all results", 0},
    {"trace", 't', "FILE", 0, "a trace to co-simulate on and to count; may be repeated", 0},
    {"vectors", 'n', "N", 0, "blocks to encode in each simulator (default 200000 and 2000)", 0},
    {"seed", 'S', "N", 0, "seed of the stimuli (default 1)", 0},
    {"liberty", 'l', "FILE", 0, "cell library (default Debian's osu018)", 0},
    {"clock-ns", 'c', "T", 0, "clock period (default: the library's)", 0},
    {"effort", 'e', "0..2", 0, "how many mapping recipes are tried (default 1)", 0},
    {0},
};

static double positive(const char *flag, const char *arg)
{
    double v;
    if (!parse_double(arg, &v) || v <= 0)
        die_usage("%s %s: a number above 0", flag, arg);
    return v;
}

static long long whole(const char *flag, const char *arg, long long min, long long max)
{
    long long v;
    if (!parse_int(arg, min, max, &v))
        die_usage("%s %s: a whole number from %lld to %lld", flag, arg, min, max);
    return v;
}

static error_t parse(int key, char *arg, struct argp_state *state)
{
    arguments *a = state->input;
    switch (key) {
    case ARGP_KEY_INIT:
        state->child_inputs[0] = &a->design;
        break;
    case 'o':
        a->out = arg;
        break;
    case 't':
        if (a->cosim.trace_count == MAX_TRACES)
            die_usage("more than %d traces", MAX_TRACES);
        a->traces[a->cosim.trace_count++] = arg;
        break;
    case 'n':
        a->cosim.vectors = (unsigned long long)whole("--vectors", arg, 1, 1000000000);
        break;
    case 'S':
        a->cosim.seed = (unsigned long long)whole("--seed", arg, 0, INT64_MAX);
        break;
    case 'l':
        a->synth.liberty = arg;
        break;
    case 'c':
        a->synth.clock_ns = positive("--clock-ns", arg);
        break;
    case 'e':
        a->synth.effort = (int)whole("--effort", arg, 0, 2);
        break;
    default:
        return ARGP_ERR_UNKNOWN;
    }
    return 0;
}

/* The traces' figures, with the energy of this design's own units where synthesis measured it. */
static void count_traces(const design *d, const arguments *a)
{
    metrics synth = {0}, out = {0};
    char *from = path_join(a->out, "synth.json"), *to = path_join(a->out, "trace.json");
    metrics_load(&synth, from);
    trace_energy e = trace_energy_paper(d);
    double enc = metrics_get(&synth, "enc__energy_pj"), dec = metrics_get(&synth, "dec__energy_pj");
    if (isfinite(enc) && isfinite(dec)) {
        e.enc = enc;
        e.dec = dec;
    }
    trace_stats(d, (const char *const *)a->cosim.traces, a->cosim.trace_count, &e, &out);
    metrics_save(&out, to);
    metrics_free(&out);
    metrics_free(&synth);
    free(from);
    free(to);
}

int cmd_flow(int argc, char **argv)
{
    const struct argp_child children[] = {{design_argp(), 0, "Design:", 1}, {0}};
    const struct argp argp = {options, parse, NULL, "Generate, co-simulate, synthesise and report a design.", children,
                              NULL, NULL};
    arguments a = {.cosim = {.seed = 1, .run = {true, true, false}}, .synth = synth_defaults};
    argp_parse(&argp, argc, argv, 0, NULL, &a);
    if (a.out == NULL)
        die_usage("flow: no output folder; give -o DIR");
    a.cosim.traces = a.traces;
    design d;
    design_from_args(&d, &a.design);
    emit_design(&d, a.out);
    cosim_run(&d, a.out, &a.cosim);
    synth_run(&d, a.out, &a.synth);
    if (a.cosim.trace_count > 0 && d.codec)
        count_traces(&d, &a);
    const char *dirs[] = {a.out};
    report_run(dirs, 1, NULL);
    return 0;
}
