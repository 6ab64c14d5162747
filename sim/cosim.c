/* SPDX-License-Identifier: Apache-2.0 */
#include "cosim.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../base/file.h"
#include "../base/metrics.h"
#include "../base/msg.h"
#include "run.h"

const char *const simulator_names[] = {"verilator", "icarus", "gates", NULL};

/* Blocks encoded when no number is given. The arrays get a tenth; netlists, which are slow, are replayed as units only. */
static const unsigned long long default_vectors[SIMS] = {200000, 2000, 20};

void cosim_add_files(const cosim_job *job, const char **argv, int *argc, int max)
{
    const design *d = job->design;
    static const char *const parts[] = {"rank", "cut", "enc", "dec", "encs", "decs", "move"};
    const char *names[64];
    int count = 0;
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        names[count++] = parts[i];
    for (int i = 0; d->codec && d->codec->blocks && d->codec->blocks[i]; i++)
        names[count++] = d->codec->blocks[i];
    for (int i = 0; d->codec && d->codec->members && d->codec->members[i] && job->sim != SIM_GATES; i++) {
        names[count++] = format_new("%s_enc", d->codec->members[i]);
        names[count++] = format_new("%s_dec", d->codec->members[i]);
    }
    if (d->block)
        names[count++] = d->room;
    if (design_has_arrays(d))
        names[count++] = format_new("%s_slice", d->room);
    for (int i = 0; i < count; i++) {
        const char *rtl = job->options->rtl;
        bool unit = d->block ? i == count - 1 : strcmp(names[i], "enc") == 0 || strcmp(names[i], "dec") == 0;
        char *path = job->sim == SIM_GATES && unit ? format_new("%s/syn/%s.v", job->dir, d->block ? d->room : names[i])
                     : rtl                         ? format_new("%s/%s_%s.v", rtl, d->name, names[i])
                                                   : format_new("%s/rtl/%s_%s.v", job->dir, d->name, names[i]);
        if (job->sim == SIM_GATES && strcmp(names[i], "rank") == 0) {
            free(path);
            path = format_new("%s/syn/cells.v", job->dir);
            if (!file_exists(path))
                die_usage("no netlist in %s/syn; `warpfold synth %s` makes it", job->dir, job->dir);
        }
        if (!file_exists(path)) {
            free(path);
            continue;
        }
        if (*argc + 3 > max)
            die("too many files");
        argv[(*argc)++] = path;
    }
    argv[(*argc)++] = format_new("%s/tb/%s_bench.v", job->dir, d->name);
    if (job->sim != SIM_VERILATOR)
        argv[(*argc)++] = format_new("%s/tb/%s_replay.v", job->dir, d->name);
}

/* Name of the field that word `word` of a record lies in, and the word's number within it. */
static const char *field_of(const design *d, bool enc, int word, int *within)
{
    bench_words w = bench_words_of(d);
    if (d->block) {
        *within = word - 1;
        for (int i = d->ports.inputs; word > 0 && i < d->ports.inputs + d->ports.outputs; i++) {
            int words = (d->ports.port[i].bits + 31) / 32;
            if (*within < words)
                return d->ports.port[i].name;
            *within -= words;
        }
        *within = 0;
        return "valid_o";
    }
    const struct {
        const char *name;
        int words;
    } fields[2][7] = {
        {{"valid_o", 1}, {"user_o", w.user}, {"block_o", w.block}, {NULL, 0}},
        {{"valid_o, move_o or ready_o", 1}, {"user_o", w.user}, {"tag_o", w.tag}, {"payload_o", w.payload},
         {"units_o", w.units}, {"wen_o", w.wen}, {NULL, 0}},
    };
    for (int i = 0; fields[enc][i].name; word -= fields[enc][i++].words)
        if (word < fields[enc][i].words) {
            *within = word;
            return fields[enc][i].name;
        }
    return "?";
}

void cosim_complain(cosim_job *job, const char *kind, int word, uint32_t got, uint32_t want)
{
    bench_words w = bench_words_of(job->design);
    bool enc = strcmp(kind, "enc") == 0;
    int record = enc ? w.enc_o : w.dec_o, within = 0;
    const char *field = field_of(job->design, enc, word % record, &within);
    if (job->mismatches++ == 0)
        text_printf(&job->complaint, "cycle %llu, %s port %d, %s bits %d..%d: %08x, the golden model says %08x",
                    job->cycles, job->design->block ? job->design->room : enc ? "encoder" : "decoder", word / record, field, 32 * within + 31, 32 * within, got,
                    want);
}

static void again_command(const cosim_job *job, text *out)
{
    text_printf(out, "warpfold cosim %s --sim %s --vectors %llu --seed %llu", job->dir, simulator_names[job->sim],
                job->options->vectors ? job->options->vectors : default_vectors[job->sim], job->options->seed);
    for (int i = 0; i < job->options->trace_count; i++)
        text_printf(out, " --trace %s", job->options->traces[i]);
    if (job->options->rtl)
        text_printf(out, " --rtl %s", job->options->rtl);
    if (job->sim == SIM_VERILATOR)
        text_puts(out, " --wave");
}

static void run_job(cosim_job *job, metrics *m)
{
    const design *d = job->design;
    const cosim_options *o = job->options;
    stimuli *s = stimuli_new(d, o->seed, o->traces, o->trace_count);
    job->bench = bench_new(d, job->array, s, o->seed);
    if (job->sim == SIM_VERILATOR)
        verilator_run(job);
    else
        icarus_run(job);
    progress_end();
    const char *sim = simulator_names[job->sim], *part = job->array ? "array__" : "";
    metrics_set(m, (double)bench_encoded(job->bench), "cosim__%s__%svectors", sim, part);
    metrics_set(m, (double)bench_decoded(job->bench), "cosim__%s__%sdecodes", sim, part);
    metrics_set(m, (double)job->cycles, "cosim__%s__%scycles", sim, part);
    metrics_set(m, (double)bench_resets(job->bench), "cosim__%s__%sresets", sim, part);
    metrics_set(m, (double)job->mismatches, "cosim__%s__%smismatches", sim, part);
    metrics_set(m, (double)o->seed, "cosim__%s__%sseed", sim, part);
    if (!job->array && d->codec) {
        metrics_set(m, (double)stimuli_corners_given(s), "cosim__%s__corners", sim);
        for (int c = 0; d->codec->class_names[c]; c++)
            metrics_set(m, (double)bench_class(job->bench, c), "cosim__%s__class__%s__vectors", sim,
                        d->codec->class_names[c]);
        for (int p = 0; d->codec->pattern_names && d->codec->pattern_names[p]; p++)
            if (isfinite(bench_pattern(job->bench, p)))
                metrics_set(m, bench_pattern(job->bench, p), "cosim__%s__pattern__%s__count", sim,
                            d->codec->pattern_names[p]);
    }
    if (d->block)
        printf("%-9s %-9s  %9llu inputs  %9llu cycles  %llu mismatches", sim, d->room, bench_encoded(job->bench),
               job->cycles, job->mismatches);
    else
        printf("%-9s %-5s  %9llu encoded  %9llu decoded  %9llu cycles  %llu mismatches", sim,
               job->array ? "array" : "unit", bench_encoded(job->bench), bench_decoded(job->bench), job->cycles,
               job->mismatches);
    if (job->seconds > 0)
        printf("  %.0f vectors/s", (double)bench_encoded(job->bench) / job->seconds);
    printf("\n");
    fflush(stdout);
    if (bench_encoded(job->bench) == 0)
        die("%s checked nothing", sim);
    if (job->mismatches) {
        text again = {0};
        again_command(job, &again);
        die("%s %s disagrees with the golden model (%s, seed %llu); see it again: %s", sim,
            job->array ? "array" : "unit", job->complaint.data, o->seed, again.data);
    }
    bench_free(job->bench);
    stimuli_free(s);
}

void cosim_run(const design *d, const char *dir, const cosim_options *o)
{
    if (o->run[SIM_GATES] && design_slices(d) > 1)
        die_usage("%s is synthesised as slices of %d lanes, which the bench of %d lanes cannot drive; a design with --slice "
                  "equal to --lanes can be replayed", d->name, d->config.lanes / design_slices(d), d->config.lanes);
    bool array = d->codec && (d->encs > 1 || d->decs > 1 || d->dec_ports > 1);
    char *path = path_join(dir, "cosim.json");
    metrics m = {0};
    metrics_load(&m, path);
    metrics_set(&m, (double)o->seed, "cosim__seed");
    for (int sim = 0; sim < SIMS; sim++)
        for (int a = 0; a <= array; a++) {
            if (!o->run[sim] || (sim == SIM_GATES && a))
                continue;
            cosim_job job = {.design = d, .dir = dir, .options = o, .sim = (simulator)sim, .array = a};
            job.vectors = o->vectors ? o->vectors : default_vectors[sim];
            if (a)
                job.vectors = job.vectors / 10 + 100;
            run_job(&job, &m);
        }
    if (o->trace_count > 0 && d->codec)
        activity_write(d, dir, o->traces, o->trace_count);
    metrics_save(&m, path);
    metrics_free(&m);
    free(path);
}
