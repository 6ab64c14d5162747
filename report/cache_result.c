/* SPDX-License-Identifier: Apache-2.0
 *
 * cache_result.c - what a replay of private accesses gives, as figures, as a table on the terminal and as a page. It draws results and runs nothing; a
 * column is a trace. */
#include "cache_result.h"

#include <stdio.h>
#include <string.h>

#include "../base/msg.h"
#include "../base/share.h"
#include "figure_list.h"
#include "report_html.h"

/* ---- figures ---- */

/* Written back before the end. What is left then is another figure. */
static double written(const cache_counts *c)
{
    return c->own.written - c->flushed;
}

static double traffic(const cache_counts *c)
{
    return c->own.asked + written(c);
}

typedef enum {
    LOADS,
    STORES,
    BASE_ASKED,
    BASE_WRITTEN,
    BASE_TRAFFIC,
    ASKED,
    WRITTEN,
    TRAFFIC,
    SHARE,
    LEFT,
    CYCLES,
    WITH,
    SHOWN,
    ENERGY,
    WITH_PAYS
} what;

typedef struct {
    const char *id, *label;
    what what;
    int bar, colour, decimals;
} column;

/* n: the number of the other run, of the activity, or of the column of energies. */
static double value(const cache_row *row, const cache_energies *e, what w, int n)
{
    switch (w) {
    case LOADS: return row->own.own.loads;
    case STORES: return row->own.own.stores;
    case BASE_ASKED: return row->base.own.asked;
    case BASE_WRITTEN: return written(&row->base);
    case BASE_TRAFFIC: return traffic(&row->base);
    case ASKED: return row->own.own.asked;
    case WRITTEN: return written(&row->own);
    case TRAFFIC: return traffic(&row->own);
    case SHARE: return percent_of(traffic(&row->own), traffic(&row->base));
    case LEFT: return row->own.flushed;
    case CYCLES: return row->own.cycles;
    case WITH: return percent_of(traffic(&row->with[n]), traffic(&row->base));
    case ENERGY: return cache_energy_value(e, &row->own, &row->base, n);
    case WITH_PAYS: return cache_energy_value(e, &row->with[n], &row->base, CACHE_ENERGY_PAYS);
    default: return activities_sum(&row->own.did, n);
    }
}

/* A column WITH or WITH_PAYS stands for one of each other run, ENERGY for those of energies, one SHOWN for one of each activity that the unit shows. */
static const struct {
    const char *name, *title, *axis;
    const char *bars[STUDY_MAX_BARS];
    column columns[STUDY_MAX_COLUMNS];
    const char *notes[STUDY_MAX_NOTES];
} figures[] = {
    {"cache_traffic",
     "Traffic to memory",
     "blocks, % of those of the plain cache",
     {"this cache"},
     {{"loads", "loads", LOADS, -1, 0, 0},
      {"stores", "stores", STORES, -1, 0, 0},
      {"base_fills", "plain: fills", BASE_ASKED, -1, 0, 0},
      {"base_write_backs", "write-backs", BASE_WRITTEN, -1, 0, 0},
      {"fills", "fills", ASKED, -1, 0, 0},
      {"write_backs", "write-backs", WRITTEN, -1, 0, 0},
      {"traffic", "of plain %", SHARE, 0, 1, 1},
      {"left", "left", LEFT, -1, 0, 0},
      {"with", NULL, WITH, -1, 0, 1}},
     {"plain: the cache of its plain form. of plain: fills and write-backs together. left: blocks that are written back at the end, and in "
      "no other "
      "figure."}},
    {"cache_events",
     "What the cache did",
     "events",
     {0},
     {{"cycles", "cycles", CYCLES, -1, 0, 0}, {"did", NULL, SHOWN, -1, 0, 0}},
     {"One request after the other, as fast as they are taken; so cycles are no time of a kernel."}},
    {"cache_energy",
     "Energy beside the plain cache",
     "nJ",
     {0},
     {{"energy", NULL, ENERGY, -1, 0, 0}, {"with_pays", NULL, WITH_PAYS, -1, 0, 2}},
     {0}},
};
enum { FIGURES = sizeof figures / sizeof *figures };

static void add_column(file_figure *f, const caches_result *r, const column *own, int n)
{
    const cache_pairs *p = r->pairs;
    int at = file_figure_add(
        f, &(study_column){.id = own->id, .label = own->label, .bar = own->bar, .colour = own->colour, .decimals = own->decimals});
    for (int k = 0; k < p->count; k++)
        f->r.rows[k].values[at] = value(&p->rows[k], &r->energy, own->what, n);
}

static void add_columns(file_figure *f, const caches_result *r, const column *own)
{
    const cache_pairs *p = r->pairs;
    const wf_system *system = p->d->unit->system;
    column c = *own;
    if (own->what == WITH || own->what == WITH_PAYS)
        for (int v = 0; v < p->with_count; v++) {
            c.id = format_new("%s%d", own->id, v + 1);
            c.label = format_new("%s%s", p->with[v], own->what == WITH ? " %" : "");
            add_column(f, r, &c, v);
        }
    else if (own->what == ENERGY)
        for (int i = 0; i < CACHE_ENERGY_COLUMNS; i++) {
            const study_column *e = &cache_energy_columns[i];
            add_column(f, r, &(column){e->id, e->label, ENERGY, -1, 0, e->decimals}, i);
        }
    else if (own->what == SHOWN)
        for (int i = 0; i < wf_activity_count(system); i++) {
            c.id = c.label = system->activities[i].name;
            if (system->activities[i].shown)
                add_column(f, r, &c, i);
        }
    else
        add_column(f, r, own, 0);
}

static bool make(file_figure *f, const void *run, int i)
{
    const caches_result *r = run;
    const cache_pairs *p = r->pairs;
    const column *columns = figures[i].columns;
    const bool of_energy = columns[0].what == ENERGY;
    study head = {.name = figures[i].name, .title = figures[i].title, .axis = figures[i].axis};

    memcpy(head.bars, figures[i].bars, sizeof head.bars);
    memcpy(head.notes, of_energy ? cache_energy_notes : figures[i].notes, sizeof head.notes);
    if (of_energy && !r->energy.known)
        return false;
    file_figure_begin(f, p->d, &head, p->rows, sizeof *p->rows, p->count);
    for (int c = 0; c < STUDY_MAX_COLUMNS && columns[c].id; c++)
        add_columns(f, r, &columns[c]);
    file_figure_end(f);
    return true;
}

static const char *plot(const design *d, int i)
{
    (void)d;
    return figures[i].bars[0] ? figures[i].name : NULL;
}

static const figure_list list = {FIGURES, make, plot};

void caches_print(const caches_result *r)
{
    const cache_pairs *p = r->pairs;
    double checked, wrong, unknown;
    cache_pairs_checked(p, &checked, &wrong, &unknown);
    printf("%s: %s\n", r->dir, p->d->unit->title);
    printf("private accesses of %d trace%s, %d lanes, %d warps at once, interleaved by %s, memory of %d cycles\n", p->count,
           p->count == 1 ? "" : "s", p->d->config.lanes, p->run.warps, private_interleave_names[p->run.interleave], p->run.latency);
    printf("checked: %.0f lanes of loads; ", checked);
    printf(wrong > 0 ? "%.0f differ" : "none differs", wrong);
    printf(unknown > 0 ? "; %.0f more, which no store had told\n" : "\n", unknown);
    if (r->energy.known)
        cache_energies_print(&r->energy);
    figures_print(&list, r);
}

void caches_put(const caches_result *r, metrics *out)
{
    const cache_pairs *p = r->pairs;
    double checked, wrong, unknown;
    cache_pairs_checked(p, &checked, &wrong, &unknown);
    metrics_set_text(out, p->d->unit->name, KEY_REPLAY_UNIT);
    metrics_set(out, p->count, KEY_REPLAY_TRACES);
    metrics_set(out, p->d->config.lanes, KEY_REPLAY_LANES);
    metrics_set(out, p->run.latency, KEY_REPLAY_MEMORY_LATENCY);
    metrics_set(out, p->run.warps, KEY_REPLAY_WARPS);
    metrics_set_text(out, private_interleave_names[p->run.interleave], KEY_REPLAY_INTERLEAVE);
    metrics_set(out, checked, KEY_REPLAY_CHECKED);
    metrics_set(out, wrong, KEY_REPLAY_WRONG);
    metrics_set(out, unknown, KEY_REPLAY_UNKNOWN, "values");
    if (r->energy.known)
        cache_energies_put(&r->energy, out);
    for (int v = 0; v < p->with_count; v++)
        metrics_set_text(out, p->with[v], KEY_REPLAY_WITH, v + 1);
    figures_put(&list, r, out);
}

void caches_page(text *t, const caches_result *r)
{
    const cache_pairs *p = r->pairs;
    html_open(t, p->d->unit->title, NULL);
    html_para(t, "lead",
              "Private accesses of %d trace%s, of %d lanes, through the cache and through its plain form; %d warps at once, their private "
              "memory interleaved by %s, and a memory "
              "of %d cycles. "
              "mean: over the traces.",
              p->count, p->count == 1 ? "" : "s", p->d->config.lanes, p->run.warps, private_interleave_names[p->run.interleave],
              p->run.latency);
    figures_draw(&list, r, t);
    html_close_by(t, "replay");
}

void caches_add_files(plot_files *files, const caches_result *r)
{
    figures_add_files(&list, r, r->pairs->d, files);
}

void caches_check_files(const char *dir, const design *d, output_rule rule)
{
    figures_check_files(&list, d, dir, rule);
}
