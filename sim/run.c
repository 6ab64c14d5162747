/* SPDX-License-Identifier: Apache-2.0
 *
 * run.c - what a run in any simulator needs: the files it simulates, emitted or put in their place, and the counting of mismatches. */
#include "run.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "../base/file.h"
#include "../base/msg.h"
#include "../gen/manifest.h"

#define OTHER "other" /* the name of --rtl's folder where a tool runs */

static void add_file(const char **argv, int *argc, int max, char *path)
{
    if (*argc + 1 > max)
        die("too many files");
    argv[(*argc)++] = path;
}

/* The netlist that stands in the place of an emitted file, as a name in the design's folder; NULL: none. */
static char *netlist_for(const cosim_job *job, const char *module)
{
    const design *d = job->design;
    if (strcmp(module, "rank") == 0)
        return format_new("syn/cells.v");
    const design_modules modules = design_modules_of(d);
    char *netlist = NULL;
    for (const design_module *m = modules.module; m < modules.module + modules.count; m++) {
        char *measured = format_new("%s%s", m->name, design_has_memories(d) ? "_slice" : "");
        if (!m->minor && strcmp(module, measured) == 0)
            netlist = format_new("syn/%s.v", m->name);
        arena_free(measured);
    }
    return netlist;
}

/* Is there a file of this name among those of --rtl? */
static bool is_other(const cosim_job *job, const char *name)
{
    char *path = job->options->rtl ? path_join(job->options->rtl, name) : NULL;
    bool found = path && file_exists(path);
    arena_free(path);
    return found;
}

static bool has_netlists(const cosim_job *job)
{
    return job->sim == SIM_GATES || job->nets;
}

/* An emitted file, or what stands in its place. */
static char *file_for(const cosim_job *job, const char *top, const char *path)
{
    const char *base = path_base(path), *module = base + strlen(job->design->name) + 1;
    char *name = format_new("%.*s", (int)strcspn(module, "."), module);
    char *netlist = has_netlists(job) ? netlist_for(job, name) : NULL;
    char *file = netlist ? path_join(top, netlist) : is_other(job, base) ? path_join(OTHER, base) : path_join(top, path);
    arena_free(netlist);
    arena_free(name);
    return file;
}

/* The folder of --rtl under a name of ours. */
static void link_other(const char *cwd, const char *rtl)
{
    char *link = path_join(cwd, OTHER), *real = path_real(rtl);
    if (real == NULL)
        die_usage("--rtl %s: %s", rtl, strerror(errno));
    remove(link);
    if (symlink(real, link) != 0)
        die("cannot make %s: %s", link, strerror(errno));
    arena_free(real);
    arena_free(link);
}

void cosim_add_files(const cosim_job *job, const char *cwd, const char *top, const char **argv, int *argc, int max)
{
    file_list files = {.count = 0};
    bool ranks = false;
    if (job->options->rtl)
        link_other(cwd, job->options->rtl);
    manifest_files(job->dir, &files);
    for (int i = 0; i < files.count; i++)
        if (strcmp(files.items[i].kind, "rtl") == 0) {
            add_file(argv, argc, max, file_for(job, top, files.items[i].path));
            ranks |= ends_with(files.items[i].path, "_rank.v");
        }
    for (int i = 0; i < files.count && job->sim == SIM_VERILATOR && job->options->checks; i++)
        if (strcmp(files.items[i].kind, "check") == 0)
            add_file(argv, argc, max, path_join(top, files.items[i].path));
    if (has_netlists(job) && !ranks) {
        char *netlist = netlist_for(job, "rank");
        add_file(argv, argc, max, path_join(top, netlist));
        arena_free(netlist);
    }
    const char *bench_file = bench_name(job->kind);
    add_file(argv, argc, max, format_new("%s/tb/%s_%s.v", top, job->design->name, bench_file));
    if (job->sim != SIM_VERILATOR)
        add_file(argv, argc, max, format_new("%s/tb/%s_%s_replay.v", top, job->design->name, bench_file));
}

void cosim_free_files(const char **argv, int from, int to)
{
    for (int i = from; i < to; i++)
        arena_free((char *)argv[i]);
}

/* Counts a mismatch. The first one's complaint begins with its cycle. */
static bool is_first(cosim_job *job, unsigned long long cycle)
{
    if (job->mismatches++ > 0)
        return false;
    job->complaint_cycle = cycle;
    text_printf(&job->complaint, "cycle %llu", cycle);
    return true;
}

void cosim_complain(cosim_job *job, unsigned long long cycle, int word, uint32_t got, uint32_t want)
{
    if (!is_first(job, cycle))
        return;
    text_puts(&job->complaint, ", ");
    bench_word_text(bench_layout_in(job->bench), word, &job->complaint);
    text_printf(&job->complaint, ": %08x, the golden model says %08x", got, want);
}

void cosim_complain_spec(cosim_job *job, const char *what)
{
    if (is_first(job, job->cycles))
        text_printf(&job->complaint, ", against the specification: %s", what);
}

void cosim_complain_rtl(cosim_job *job, const char *what)
{
    if (is_first(job, job->cycles) || job->complaint_cycle == job->cycles)
        text_printf(&job->complaint, ", an assertion in the Verilog does not hold: %s", what);
}

static unsigned long long least_cycles(const cosim_job *job)
{
    return job->whole_life ? bench_cycles(job->bench) : 0;
}

bool cosim_done(const cosim_job *job)
{
    return traffic_encoded(bench_traffic(job->bench)) >= job->vectors && job->cycles >= least_cycles(job);
}

void cosim_progress(const cosim_job *job)
{
    unsigned long long encoded = traffic_encoded(bench_traffic(job->bench)), cycles = least_cycles(job);
    if (encoded < job->vectors || cycles == 0)
        progress(job->title, encoded, job->vectors);
    else
        progress(job->title, job->cycles, cycles);
}
