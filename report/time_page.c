/* SPDX-License-Identifier: Apache-2.0
 *
 * time_page.c - traces that a machine ran, as a page, as plots in files, and flat. */
#include <math.h>
#include <string.h>

#include "report_html.h"
#include "time_events.h"
#include "time_result.h"

/* ---- the page ---- */

static void put_lead(text *t, const time_result *r)
{
    const file_pairs *files = &r->runs->files;
    html_para(t, "lead", "%d trace%s of %d lanes on %s: %d SMs at %d MHz. mean: over the traces.", files->count,
              files->count == 1 ? "" : "s", r->runs->m.lanes, r->runs->m.name, r->runs->m.sms, r->runs->m.core_mhz);
    if (time_pairs_base(r->runs))
        html_para(t, "lead", "In each SM is the register file, %s. Its figures stand behind those of the machine, beside its plain form.",
                  files->d->unit->title);
    if (r->runs->cache)
        html_para(t, "lead", "The L1 of each SM is the %s. plain: its plain form.", r->runs->cache->unit->title);
}

void time_page(text *t, const time_result *r)
{
    html_open(t, "Traces in time", NULL);
    put_lead(t, r);
    for (int i = 0; i < TIME_FIGURES; i++) {
        file_figure f;
        if (time_figure_make(&f, r, i))
            file_figure_draw(t, &f);
    }
    if (time_pairs_base(r->runs))
        file_figures_draw(t, &r->file);
    html_close_by(t, "time");
}

/* ---- plots ---- */

static char *file_of(int i)
{
    return plot_name("time-%s", time_figure_plot(i));
}

void time_plots_add(plot_files *files, const time_result *r)
{
    for (int i = 0; i < TIME_FIGURES; i++) {
        file_figure f;
        if (time_figure_plot(i) && time_figure_make(&f, r, i) && study_bars(&f.s) > 0)
            study_add_files(files, file_of(i), &f.r);
    }
    if (time_pairs_base(r->runs))
        file_plots_add(files, &r->file);
}

void time_plots_check(const char *dir, const design *d, output_rule rule)
{
    for (int i = 0; i < TIME_FIGURES; i++)
        if (time_figure_plot(i))
            plot_files_check(dir, file_of(i), rule);
    if (d)
        file_plots_check(dir, d, rule);
}

/* ---- flat ---- */

static void put_cache(const mem_cache_counts *c, const char *prefix, const char *cache, metrics *out)
{
    metrics_set(out, (double)c->accesses, KEY_TIME_ACCESSES, prefix, cache);
    metrics_set(out, (double)c->hits, KEY_TIME_HITS, prefix, cache);
    metrics_set(out, (double)c->pending, KEY_TIME_PENDING, prefix, cache);
    metrics_set(out, (double)c->misses, KEY_TIME_MISSES, prefix, cache);
}

double time_capacity(const mem_cache_counts *c, int ways)
{
    return c->full ? (double)c->full_lines / ((double)c->full * ways) : (double)NAN;
}

/* Where lines are compressed: what DRAM moved. With helper warps: what these did. */
static void put_lines(const timing_result *r, const machine *m, const char *prefix, metrics *out)
{
    static const char *const directions[] = {"read", "written"};
    const helper_counts *h = &r->sms.helpers;
    const stores_counts *s = &r->memory.stores;
    for (int k = 0; k < 2; k++) {
        const mem_line_counts *n = &r->memory.lines[k];
        metrics_set(out, (double)n->compressed, KEY_TIME_LINES_OF, prefix, directions[k], "compressed");
        metrics_set(out, (double)n->raw, KEY_TIME_LINES_OF, prefix, directions[k], "raw");
        metrics_set(out, (double)n->unknown, KEY_TIME_LINES_OF, prefix, directions[k], "unknown");
        metrics_set(out, (double)n->bursts, KEY_TIME_LINES_OF, prefix, directions[k], "bursts");
    }
    if (m->l1_tags > 1) {
        metrics_set_known(out, time_capacity(&r->memory.l1, m->l1_ways), KEY_TIME_CAPACITY, prefix, "l1");
        metrics_set(out, (double)r->memory.l1.codes, KEY_TIME_CODES, prefix);
    }
    if (m->l2_tags > 1)
        metrics_set_known(out, time_capacity(&r->memory.l2, m->l2_ways), KEY_TIME_CAPACITY, prefix, "l2");
    if (m->compress != MACHINE_ASSIST)
        return;
    const struct {
        const char *name;
        uint64_t value;
    } helped[] =
        {{"high", h->high},       {"low", h->low},      {"decompressed", h->decompressed}, {"compressed", h->compressed}, {"wait", h->wait},
         {"longest", h->longest}, {"killed", h->killed}},
      stored[] = {{"coded", s->coded},     {"raw", s->raw},
                  {"full", s->full},       {"part", s->part},
                  {"late", s->late},       {"changed", s->changed},
                  {"dropped", s->dropped}, {"retries", s->retries},
                  {"given", s->given},     {"given_loads", r->memory.l2_raw}};
    for (size_t k = 0; k < sizeof helped / sizeof helped[0]; k++)
        metrics_set(out, (double)helped[k].value, KEY_TIME_HELP, prefix, helped[k].name);
    for (size_t k = 0; k < sizeof stored / sizeof stored[0]; k++)
        metrics_set(out, (double)stored[k].value, KEY_TIME_STORED, prefix, stored[k].name);
}

static void put_energy(const timing_result *r, const machine *m, const char *prefix, metrics *out)
{
    for (int k = 0; k < PARTS; k++)
        metrics_set(out, r->energy[k], KEY_TIME_ENERGY, prefix,
                    k == PART_DRAM ? "dram"
                    : k == PART_L1 ? "l1"
                    : k == PART_L2 ? "l2"
                                   : part_names[k]);
    metrics_set(out, timing_energy(r), KEY_TIME_ENERGY, prefix, "all");
    metrics_set(out, timing_edp(r, m), KEY_TIME_DELAY, prefix);
}

void time_put_run(const timing_result *r, const machine *m, const char *prefix, metrics *out)
{
    const mem_counts *mem = &r->memory;
    metrics_set(out, r->cycles, KEY_TIME_CYCLES, prefix);
    metrics_set(out, r->instructions, KEY_TIME_INSTRUCTIONS, prefix);
    metrics_set(out, (double)r->sms.lane_instructions, KEY_TIME_LANES, prefix);
    for (int k = 0; k < SLOTS; k++)
        metrics_set(out, (double)r->sms.slots[k], KEY_TIME_SLOT, prefix, slot_names[k]);
    metrics_set(out, (double)r->sms.busy_cycles, KEY_TIME_BUSY, prefix);
    metrics_set(out, (double)r->sms.warp_cycles, KEY_TIME_WARPS, prefix);
    put_cache(&mem->l1, prefix, "l1", out);
    if (m->l2)
        put_cache(&mem->l2, prefix, "l2", out);
    metrics_set(out, (double)mem->dram_reads, KEY_TIME_DRAM, prefix, "reads");
    metrics_set(out, (double)mem->dram_writes, KEY_TIME_DRAM, prefix, "writes");
    metrics_set(out, (double)mem->dram_activates, KEY_TIME_DRAM, prefix, "activates");
    metrics_set(out, (double)mem->dram_busy, KEY_TIME_DRAM, prefix, "busy");
    metrics_set(out, (double)mem->dram_cycles, KEY_TIME_DRAM, prefix, "cycles");
    put_energy(r, m, prefix, out);
    if (mem->done)
        metrics_set(out, (double)mem->latency / (double)mem->done, KEY_TIME_REQUEST, prefix);
    if (m->compress != MACHINE_PLAIN && !r->switched_off)
        put_lines(r, m, prefix, out);
    if (r->events)
        time_events_put(r, prefix, out);
    if (m->compress == MACHINE_ASSIST)
        metrics_set(out, (double)(mem->net_flits[0] + mem->net_flits[1]), KEY_TIME_FLITS, prefix);
}

void time_put_cache(const timing_result *r, const char *prefix, metrics *out)
{
    const cache_counts *c = &r->cache;
    metrics_set(out, c->own.loads, KEY_TIME_CACHE, prefix, "loads");
    metrics_set(out, c->own.stores, KEY_TIME_CACHE, prefix, "stores");
    metrics_set(out, c->own.asked, KEY_TIME_CACHE, prefix, "fills");
    metrics_set(out, c->own.written, KEY_TIME_CACHE, prefix, "write_backs");
    metrics_set(out, c->others.loads, KEY_TIME_CACHE, prefix, "other_loads");
    metrics_set(out, c->others.stores, KEY_TIME_CACHE, prefix, "other_stores");
    metrics_set(out, c->others.asked, KEY_TIME_CACHE, prefix, "other_fills");
    metrics_set(out, c->others.written, KEY_TIME_CACHE, prefix, "other_write_backs");
    for (int i = 0; i < c->did.count; i++)
        metrics_set(out, activities_sum(&c->did, i), KEY_TIME_CACHE_DID, prefix, c->did.system->activities[i].name);
}

static void put_row(const time_result *r, int k, metrics *out)
{
    const time_row *row = &r->runs->rows[k];
    char *name = format_new("trace__%s", r->runs->files.rows[k].name);
    time_put_run(&row->run.own, &r->runs->m, name, out);
    if (r->runs->cache)
        time_put_cache(&row->run.own, name, out);
    if (time_pairs_plain_cache(r->runs)) {
        char *plain = format_new("%s__plain", name);
        time_put_run(&row->run.base, &r->runs->m, plain, out);
        time_put_cache(&row->run.base, plain, out);
    }
    for (int v = 0; v < r->runs->files.with_count; v++) {
        char *prefix = format_new("%s__with_%d", name, v + 1);
        time_put_run(&row->with[v].own, &r->runs->with[v], prefix, out);
        if (r->runs->cache)
            time_put_cache(&row->with[v].own, prefix, out);
    }
}

void time_put(const time_result *r, metrics *out)
{
    const file_pairs *files = &r->runs->files;
    double checked, wrong;
    time_put_all(r, out);
    for (int k = 0; k < files->count; k++)
        put_row(r, k, out);
    for (int i = 0; i < TIME_FIGURES; i++) {
        file_figure f;
        if (time_figure_make(&f, r, i))
            study_put_values(&f.r, out);
    }
    if (r->runs->cache) {
        cache_counts sum;
        time_pairs_checked(r->runs, &sum);
        metrics_set_text(out, r->runs->cache->unit->name, KEY_REPLAY_UNIT);
        metrics_set(out, sum.checked, KEY_REPLAY_CHECKED);
        metrics_set(out, sum.wrong, KEY_REPLAY_WRONG);
        metrics_set(out, sum.unknown, KEY_REPLAY_UNKNOWN, "values");
        if (r->energy.known)
            cache_energies_put(&r->energy, out);
    }
    if (!time_pairs_base(r->runs)) {
        for (int v = 0; v < files->with_count; v++)
            metrics_set_text(out, files->with[v], KEY_REPLAY_WITH, v + 1);
        return;
    }
    file_figures_checked(&r->file, &checked, &wrong);
    metrics_set_text(out, files->d->unit->name, KEY_REPLAY_UNIT);
    metrics_set(out, checked, KEY_REPLAY_CHECKED);
    metrics_set(out, wrong, KEY_REPLAY_WRONG);
    file_figures_put(&r->file, out);
}
