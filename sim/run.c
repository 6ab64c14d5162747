/* SPDX-License-Identifier: Apache-2.0 */
#include "run.h"

#include <stdlib.h>
#include <string.h>

#include "../base/file.h"
#include "../base/msg.h"
#include "../gen/manifest.h"

static void add_file(const char **argv, int *argc, int max, char *path)
{
    if (*argc + 1 > max)
        die("too many files");
    argv[(*argc)++] = path;
}

/* The file of the netlist that replaces an emitted file, malloc'd; NULL: none does. */
static char *netlist_for(const cosim_job *job, const char *module)
{
    const design *d = job->design;
    if (strcmp(module, "rank") == 0) {
        char *cells = format_new("%s/syn/cells.v", job->dir);
        if (!file_exists(cells))
            die_usage("no netlist in %s/syn; `warpfold synth %s` makes it", job->dir, job->dir);
        return cells;
    }
    if (d->codec)
        return strcmp(module, "enc") == 0 || strcmp(module, "dec") == 0 ? format_new("%s/syn/%s.v", job->dir, module) : NULL;
    char *unit = format_new("%s%s", d->unit->name, design_has_memories(d) ? "_slice" : "");
    char *netlist = strcmp(module, unit) == 0 ? format_new("%s/syn/%s.v", job->dir, d->unit->name) : NULL;
    free(unit);
    return netlist;
}

/* An emitted file, or the file that replaces it. */
static char *file_for(const cosim_job *job, const char *path)
{
    const char *base = path_base(path), *module = base + strlen(job->design->name) + 1;
    char *name = format_new("%.*s", (int)strcspn(module, "."), module), *netlist = NULL, *other = NULL;
    if (job->sim == SIM_GATES)
        netlist = netlist_for(job, name);
    free(name);
    if (netlist)
        return netlist;
    if (job->options->rtl)
        other = path_join(job->options->rtl, base);
    if (other && file_exists(other))
        return other;
    free(other);
    return path_join(job->dir, path);
}

void cosim_add_files(const cosim_job *job, const char **argv, int *argc, int max)
{
    file_list files = {.count = 0};
    bool ranks = false;
    manifest_files(job->dir, &files);
    for (int i = 0; i < files.count; i++)
        if (strcmp(files.items[i].kind, "rtl") == 0) {
            add_file(argv, argc, max, file_for(job, files.items[i].path));
            ranks |= ends_with(files.items[i].path, "_rank.v");
        }
    file_list_free(&files);
    if (job->sim == SIM_GATES && !ranks)
        add_file(argv, argc, max, netlist_for(job, "rank"));
    const char *bench_file = bench_name(job->kind);
    add_file(argv, argc, max, format_new("%s/tb/%s_%s.v", job->dir, job->design->name, bench_file));
    if (job->sim != SIM_VERILATOR)
        add_file(argv, argc, max, format_new("%s/tb/%s_%s_replay.v", job->dir, job->design->name, bench_file));
}

void cosim_complain(cosim_job *job, unsigned long long cycle, int word, uint32_t got, uint32_t want)
{
    if (job->mismatches++ > 0)
        return;
    text_printf(&job->complaint, "cycle %llu, ", cycle);
    bench_word_text(bench_layout_in(job->bench), word, &job->complaint);
    text_printf(&job->complaint, ": %08x, the golden model says %08x", got, want);
}

void cosim_complain_spec(cosim_job *job, const char *what)
{
    if (job->mismatches++ == 0)
        text_printf(&job->complaint, "cycle %llu, against the specification: %s", job->cycles, what);
}

void cosim_complain_rtl(cosim_job *job)
{
    if (job->mismatches++ == 0)
        text_printf(&job->complaint, "cycle %llu, an assertion in the Verilog does not hold", job->cycles);
}

bool cosim_done(const cosim_job *job)
{
    return traffic_encoded(bench_traffic(job->bench)) >= job->vectors;
}
