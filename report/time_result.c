/* SPDX-License-Identifier: Apache-2.0
 *
 * time_result.c - traces that a machine ran, on the terminal: launches, what issue slots did, the counts of each level of the memory; then figures. */
#include "time_result.h"

#include <stdio.h>

#include "../base/share.h"
#include "../base/text.h"
#include "time_events.h"
#include "time_figure_parts.h"

static void print_launches(const timing_result *r)
{
    printf("  launch  kernel                    blocks  an SM  limit          cycles  instructions   IPC\n");
    for (int k = 0; k < r->launch_count; k++) {
        const timing_launch *l = &r->launches[k];
        printf("  %6d  %-24s  %6d  %5d  %-13s %7.0f  %12.0f  %4.2f\n", k, l->launch && l->launch->kernel[0] ? l->launch->kernel : "?",
               l->blocks, l->together, occupancy_names[l->by], l->cycles, l->instructions, l->instructions / l->cycles);
    }
}

static void print_cache(const char *name, const mem_cache_counts *c)
{
    printf("  %-4s %10llu accesses: %5.1f %% hits, %5.1f %% of lines that come, %5.1f %% misses; %llu cycles without a place\n", name,
           (unsigned long long)c->accesses, percent_or_0((double)c->hits, (double)c->accesses),
           percent_or_0((double)c->pending, (double)c->accesses), percent_or_0((double)c->misses, (double)c->accesses),
           (unsigned long long)c->fails);
}

static void print_lines(const char *name, const mem_line_counts *n)
{
    double lines = (double)(n->compressed + n->raw + n->unknown), plain = lines * MEM_SECTORS;
    printf("  %-8s %9.0f lines: %5.1f %% compressed, %5.1f %% raw, %5.1f %% unknown; %llu bursts, %.2f a line, %.1f %% saved\n", name,
           lines, percent_or_0((double)n->compressed, lines), percent_or_0((double)n->raw, lines), percent_or_0((double)n->unknown, lines),
           (unsigned long long)n->bursts, lines > 0 ? (double)n->bursts / lines : 0, percent_or_0(plain - (double)n->bursts, plain));
}

/* Of a cache whose lines may be codes. */
static void print_capacity(const char *name, int tags, int ways, const mem_cache_counts *c)
{
    if (tags == 1)
        return;
    printf("  %s with %d times the tags: ", name, tags);
    if (c->full)
        printf("%.2f lines a way in full sets\n", time_capacity(c, ways));
    else
        printf("no set was ever full\n");
}

static void print_compression(const timing_result *r, const machine *m)
{
    double looks = (double)(r->memory.metadata_hits + r->memory.metadata_misses);
    printf("\nlines compressed %s\n\n", m->compress == MACHINE_AT_MEMORY ? "in DRAM" : "from DRAM to L1");
    print_lines("read", &r->memory.lines[0]);
    print_lines("written", &r->memory.lines[1]);
    if (m->metadata)
        printf("  burst counts: %.1f %% of %.0f found in their cache; %llu bursts of counts read\n",
               percent_or_0((double)r->memory.metadata_hits, looks), looks, (unsigned long long)r->memory.metadata_misses);
    print_capacity("L1", m->l1_tags, m->l1_ways, &r->memory.l1);
    print_capacity("L2", m->l2_tags, m->l2_ways, &r->memory.l2);
    if (m->l1_tags > 1)
        printf("  %llu hits of codes in L1, each decompressed\n", (unsigned long long)r->memory.l1.codes);
    if (r->lines_forgotten > 0)
        printf("  the image of memory forgot %.0f lines\n", r->lines_forgotten);
}

/* What helper warps did. Slots are those of all schedulers of SMs with work. */
static void print_helpers(const timing_result *r, const machine *m, double slots)
{
    const helper_counts *h = &r->sms.helpers;
    const stores_counts *s = &r->memory.stores;
    const double lines = (double)(s->coded + s->raw + s->full + s->part + s->late + s->changed + s->dropped);
    for (int k = 0; k < r->launch_count; k++)
        if (r->launches[k].together < r->launches[k].without)
            printf("  launch %d: an SM holds %d blocks, %d without the registers of routines\n", k, r->launches[k].together,
                   r->launches[k].without);
    printf("  helper warps: %llu lines decompressed, %.0f cycles each from its arrival on, %llu at most; %llu tried to compress\n",
           (unsigned long long)h->decompressed, h->decompressed ? (double)h->wait / (double)h->decompressed : 0,
           (unsigned long long)h->longest, (unsigned long long)h->compressed);
    printf(
        "  their instructions: %llu to decompress, %.1f %% of the slots; %llu to compress, %.1f %% of the slots, which nothing else used\n",
        (unsigned long long)h->high, percent_or_0((double)h->high, slots), (unsigned long long)h->low, percent_or_0((double)h->low, slots));
    printf("  stored   %9.0f lines: %5.1f %% compressed, %5.1f %% fit no code; raw, since not whole %.1f %%, without a place %.1f %%, not "
           "in time %.1f %%, "
           "changed %.1f %%, dropped %.1f %%\n",
           lines, percent_or_0((double)s->coded, lines), percent_or_0((double)s->raw, lines), percent_or_0((double)s->part, lines),
           percent_or_0((double)s->full, lines), percent_or_0((double)s->late, lines), percent_or_0((double)s->changed, lines),
           percent_or_0((double)s->dropped, lines));
    printf("  parts of lines that were codes, and were decompressed first: %llu\n", (unsigned long long)s->retries);
    if (m->assist_l2 == MACHINE_L2_RAW)
        printf("  L2 was given %llu lines decompressed, and had such lines for %llu loads\n", (unsigned long long)s->given,
               (unsigned long long)r->memory.l2_raw);
    if (m->assist_registers == MACHINE_POOL && h->short_of_registers > 0)
        printf("  a routine waited for registers in %llu cycles of an SM\n", (unsigned long long)h->short_of_registers);
}

static void print_energy(const timing_result *r, const machine *m)
{
    const double all = timing_energy(r);
    printf("  energy %.2f uJ:", all / 1e6);
    for (int k = 0, printed = 0; k < PARTS; k++)
        if (r->energy[k] > 0)
            printf("%s %s %.1f %%", printed++ ? "," : "", part_names[k], percent_or_0(r->energy[k], all));
    printf("; energy-delay product %.2f uJ us\n", timing_edp(r, m) / 1000);
}

/* A trace alone. `whole`: nothing of the machine is a design's. */
static void print_trace(const timing_result *r, const machine *m, const feed_survey *s, bool whole)
{
    const double slots = time_slots(r);
    printf("%s: %d lanes, on %s\n\n", s->path, s->lanes, m->name);
    print_launches(r);
    printf("\ncycles %.0f, instructions %.0f, %.3f of warps a cycle, %.2f of threads\n", r->cycles, r->instructions,
           r->instructions / r->cycles, (double)r->sms.lane_instructions / r->cycles);
    printf("issue slots of SMs with work:");
    for (int k = 0; k < SLOTS; k++)
        printf(" %s %.1f %%%s", slot_names[k], percent_or_0((double)r->sms.slots[k], slots), k + 1 < SLOTS ? "," : "\n");
    printf("warps: %.1f %% of the places of SMs with work\n\n",
           percent_or_0((double)r->sms.warp_cycles, (double)r->sms.busy_cycles * m->warps));
    print_cache("L1", &r->memory.l1);
    print_cache("L2", &r->memory.l2);
    printf("  DRAM %10llu reads, %llu writes, %llu activates; its buses are busy in %.2f %% of their cycles\n",
           (unsigned long long)r->memory.dram_reads, (unsigned long long)r->memory.dram_writes,
           (unsigned long long)r->memory.dram_activates, percent_or_0((double)r->memory.dram_busy, (double)r->memory.dram_cycles));
    printf("  a request takes %.0f cycles from L1 and back\n", r->memory.done ? (double)r->memory.latency / (double)r->memory.done : 0);
    if (whole)
        print_energy(r, m);
    if (r->events)
        time_events_print(r, slots, m->compress != MACHINE_ASSIST || r->switched_off);
    if (r->switched_off) {
        printf("\nlines are not compressed: by the profile this is not bound by bandwidth, or its lines are not compressible\n");
        return;
    }
    if (m->compress != MACHINE_PLAIN)
        print_compression(r, m);
    if (m->compress == MACHINE_ASSIST)
        print_helpers(r, m, slots);
}

static void print_base(const time_pair *run)
{
    printf("without compression %.0f cycles: it takes %.2f %% more\n", run->base.cycles, 100 * (run->own.cycles / run->base.cycles - 1));
}

static void print_file(const time_result *r)
{
    double checked, wrong;
    file_figures_checked(&r->file, &checked, &wrong);
    printf("\nchecked: %.0f operands; %s\n", checked, wrong > 0 ? "some differ" : "none differs");
    if (r->runs->files.count == 1 && time_pairs_base(r->runs))
        print_base(&r->runs->rows[0].run);
    if (!time_pairs_base(r->runs))
        return;
    file_figures_energy(&r->file.energy);
    file_figures_print(&r->file);
}

static void print_checked(const time_pairs *p, const cache_energies *energy)
{
    cache_counts sum;
    time_pairs_checked(p, &sum);
    printf("\nchecked: %.0f lanes of private loads; ", sum.checked);
    printf(sum.wrong > 0 ? "%.0f differ" : "none differs", sum.wrong);
    printf(sum.unknown > 0 ? "; %.0f more, which no store had told\n" : "\n", sum.unknown);
    if (energy->known)
        cache_energies_print(energy);
}

bool time_is_whole(const time_pairs *runs)
{
    return runs->files.d == NULL && runs->cache == NULL;
}

void time_print(const time_result *r)
{
    const time_pairs *runs = r->runs;
    bool alone = runs->files.count == 1;
    if (alone)
        print_trace(&runs->rows[0].run.own, &runs->m, &runs->last, time_is_whole(runs));
    else
        printf("%d traces, %d lanes, on %s\n", runs->files.count, runs->m.lanes, runs->m.name);
    for (int i = 0; i < TIME_FIGURES; i++) {
        file_figure f;
        if ((!alone || i >= TIME_COMPARED) && time_figure_make(&f, r, i))
            file_figure_print(&f);
    }
    if (runs->cache)
        print_checked(runs, &r->energy);
    else if (runs->files.d)
        print_file(r);
}
