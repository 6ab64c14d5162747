/* SPDX-License-Identifier: Apache-2.0
 *
 * cosim.c - runs all benches of a design in the simulators that are asked for, and records the outcome. What could be refused is refused
 * before figures of an earlier run go. */
#include "cosim.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "../base/file.h"
#include "../base/metrics.h"
#include "../base/msg.h"
#include "../base/proc.h"
#include "../base/step.h"
#include "../gen/manifest.h"
#include "activity.h"
#include "run.h"

/* Blocks encoded when no number is given, the fastest simulator first; in Verilator at least those of a unit's whole life. The arrays get a
 * tenth; netlists, which are slow, are replayed as units only. */
static const unsigned long long default_vectors[SIMS] = {200000, 2000, 20};
enum { LEAST_VECTORS = 20 };

static int fastest(const cosim_options *o)
{
    int sim = 0;
    while (!o->run[sim])
        sim++;
    return sim;
}

/* At most the default: a long run is long in one simulator. At least a few: a share of few vectors would check nothing. */
unsigned long long cosim_vectors(const cosim_options *o, int sim)
{
    unsigned long long most = default_vectors[sim], least = o->vectors < LEAST_VECTORS ? o->vectors : LEAST_VECTORS;
    if (o->vectors == 0 || sim == fastest(o))
        return o->vectors ? o->vectors : most;
    unsigned long long share = o->vectors * most / default_vectors[fastest(o)];
    return share > most ? most : share < least ? least : share;
}

/* Says which simulator takes how many, where they were given for the fastest. */
static void print_shares(const cosim_options *o)
{
    text t = {0};
    for (int sim = fastest(o) + 1; o->vectors > 0 && sim < SIMS; sim++)
        if (o->run[sim])
            text_printf(&t, ", %s %llu", simulator_names[sim], cosim_vectors(o, sim));
    if (t.len > 0)
        printf("vectors: %s %llu%s, a share as of the defaults; --sim gives one simulator all of --vectors\n", simulator_names[fastest(o)],
               o->vectors, t.data);
}

static void put_flag(text *out, const char *flag, const char *value)
{
    text_printf(out, " %s ", flag);
    text_put_word(out, value);
}

static void again_command(const cosim_job *job, text *out)
{
    const cosim_options *o = job->options;
    text_puts(out, "warpfold cosim ");
    text_put_word(out, job->dir);
    text_printf(out, " --sim %s", simulator_names[job->sim]);
    if (o->vectors)
        text_printf(out, " --vectors %llu", cosim_vectors(o, job->sim));
    text_printf(out, " --seed %llu", o->seed);
    for (int i = 0; i < o->trace_count; i++)
        put_flag(out, "--trace", o->traces[i]);
    if (o->rtl)
        put_flag(out, "--rtl", o->rtl);
    if (o->edited)
        text_puts(out, " --edited");
    if (o->checks)
        text_puts(out, " --checks");
    if (job->sim == SIM_VERILATOR)
        text_puts(out, " --wave");
}

/* Names of the benches in the keys of figures and in tables. */
static const char *const parts[BENCHES] = {"", "array__", "wrapper__"};
static const char *const part_names[BENCHES] = {"unit", "array", "wrapper"};

static void put_counts(const cosim_job *job, const stimuli *s, metrics *m)
{
    const wf_codec *c = job->design->codec;
    const traffic *t = bench_traffic(job->bench);
    const char *sim = simulator_names[job->sim], *part = parts[job->kind];
    metrics_set(m, (double)traffic_encoded(t), KEY_COSIM_VECTORS, sim, part);
    metrics_set(m, (double)traffic_decoded(t), KEY_COSIM_DECODES, sim, part);
    metrics_set(m, (double)job->cycles, KEY_COSIM_CYCLES, sim, part);
    metrics_set(m, (double)bench_resets(job->bench), KEY_COSIM_RESETS, sim, part);
    metrics_set(m, (double)bench_longest(job->bench), KEY_COSIM_LIFE, sim, part);
    metrics_set(m, (double)job->mismatches, KEY_COSIM_MISMATCHES, sim, part);
    metrics_set(m, (double)job->options->seed, KEY_COSIM_SEED, sim, part);
    if (bench_told(job->bench) > 0)
        metrics_set(m, (double)bench_told(job->bench), KEY_COSIM_SPECIFIED, sim, part);
    if (job->kind != BENCH_UNIT || c == NULL)
        return;
    metrics_set(m, (double)stimuli_corners_given(s), KEY_COSIM_CORNERS, sim);
    for (int i = 0; c->class_names[i]; i++)
        metrics_set(m, (double)traffic_class(t, i), KEY_COSIM_CLASS, sim, c->class_names[i]);
    for (int p = 0; c->pattern_names && c->pattern_names[p]; p++)
        if (isfinite(traffic_pattern(t, p)))
            metrics_set(m, traffic_pattern(t, p), KEY_COSIM_PATTERN, sim, c->pattern_names[p]);
}

static void print_counts(const cosim_job *job)
{
    const traffic *t = bench_traffic(job->bench);
    const char *sim = simulator_names[job->sim];
    if (!job->design->codec)
        printf("%-9s %-9s  %9llu inputs", sim, job->design->unit->name, traffic_encoded(t));
    else
        printf("%-9s %-7s  %9llu encoded  %9llu decoded", sim, part_names[job->kind], traffic_encoded(t), traffic_decoded(t));
    printf("  %9llu cycles  %llu mismatches", job->cycles, job->mismatches);
    if (job->seconds > 0)
        printf("  %.1f s  %.0f vectors/s", job->seconds, (double)traffic_encoded(t) / job->seconds);
    printf("\n");
    fflush(stdout);
}

static void run_job(cosim_job *job, step *record)
{
    const cosim_options *o = job->options;
    stimuli *s = stimuli_new(job->design, o->seed, o->traces, o->trace_count);
    job->bench = bench_new(job->design, job->kind, s, o->seed);
    if (job->sim == SIM_VERILATOR)
        verilator_run(job);
    else
        icarus_run(job);
    progress_end();
    put_counts(job, s, &record->figures);
    print_counts(job);
    const char *sim = simulator_names[job->sim];
    if (traffic_encoded(bench_traffic(job->bench)) == 0 && job->mismatches == 0)
        die("%s checked nothing", sim);
    if (job->mismatches) {
        text again = {0};
        again_command(job, &again);
        char *why = format_new("%s %s disagrees with the golden model", sim, part_names[job->kind]);
        step_fail(record, why);
        arena_free(why);
        die("%s %s disagrees with the golden model (%s, seed %llu); see it again: %s", sim, part_names[job->kind], job->complaint.data,
            o->seed, again.data);
    }
    bench_free(job->bench);
    stimuli_free(s);
}

/* What is missing is told before the figures of an earlier run are gone. */
static void need_tools(const cosim_options *o)
{
    if (o->run[SIM_VERILATOR])
        tool_path("verilator");
    if (o->run[SIM_ICARUS] || o->run[SIM_GATES]) {
        tool_path("iverilog");
        tool_path("vvp");
    }
}

static bool is_wanted(const design *d, const cosim_options *o, int sim, int kind)
{
    return o->run[sim] && bench_exists(d, (bench_kind)kind) && (sim != SIM_GATES || kind == BENCH_UNIT);
}

/* --rtl has a file that takes the place of one of the design's. */
static void check_rtl(const char *dir, const char *rtl)
{
    file_list files = {.count = 0};
    bool found = false;
    manifest_files(dir, &files);
    for (int i = 0; i < files.count; i++) {
        char *path = path_join(rtl, path_base(files.items[i].path));
        found |= strcmp(files.items[i].kind, "rtl") == 0 && file_exists(path);
        arena_free(path);
    }
    if (!found)
        die_usage("--rtl %s: no file in it has the name of one in %s/rtl, which it would replace", rtl, dir);
}

void cosim_run(const design *d, const char *dir, const cosim_options *o)
{
    if (o->rtl)
        check_rtl(dir, o->rtl);
    else
        manifest_check_edited(dir, o->edited);
    need_tools(o);
    step record;
    step_begin(&record, dir, "cosim", true);
    for (int sim = 0; sim < SIMS; sim++)
        if (o->run[sim]) {
            char *earlier = format_new("cosim__%s__", simulator_names[sim]);
            metrics_remove_all(&record.figures, earlier);
            arena_free(earlier);
        }
    step_void(&record);
    int count = 0;
    for (int sim = 0; sim < SIMS; sim++)
        for (int kind = 0; kind < BENCHES; kind++)
            count += is_wanted(d, o, sim, kind);
    print_shares(o);
    work_steps(count);
    for (int sim = 0; sim < SIMS; sim++)
        for (int kind = 0; kind < BENCHES; kind++) {
            if (!is_wanted(d, o, sim, kind))
                continue;
            char *title = format_new("%s %s", simulator_names[sim], d->codec ? part_names[kind] : d->unit->name);
            cosim_job job = {.design = d, .dir = dir, .options = o, .sim = (simulator)sim, .kind = (bench_kind)kind, .title = title};
            job.vectors = cosim_vectors(o, sim);
            job.whole_life = sim == SIM_VERILATOR && !o->vectors;
            if (kind != BENCH_UNIT)
                job.vectors = job.vectors / 10 + 100;
            run_job(&job, &record);
            arena_free(title);
        }
    if (o->trace_count > 0 && d->codec)
        activity_write(d, dir, o->traces, o->trace_count);
    step_end(&record);
}
