/* SPDX-License-Identifier: Apache-2.0
 *
 * time_figures.c - the figures of a machine that ran traces, each a table and a plot as those of a study. */
#include <math.h>
#include <stdio.h>

#include "../base/share.h"
#include "time_figure_parts.h"

void time_add(time_making *m, time_column c)
{
    m->columns[m->count++] = c;
}

void time_add_with(time_making *m, int run, const char *id, const char *label, time_column c)
{
    c.run = run;
    c.id = run ? format_new("with_%d_%s", run, id) : id;
    c.label = run && label == NULL ? format_new("with %d", run) : label;
    time_add(m, c);
}

void time_note_with(time_making *m)
{
    for (int v = 0; v < m->r->runs->files.with_count && v < STUDY_MAX_NOTES; v++)
        m->s->notes[v] = format_new("with %d: %s", v + 1, m->r->runs->files.with[v]);
}

static const struct {
    const char *name, *title, *axis;
    time_make *make;
    bool drawn;
} figures[TIME_FIGURES] = {
    {"rate", "Time", "instructions of warps a cycle", time_make_rate, true},
    {"slots", "What issue slots did", "% of the issue slots of SMs with work", time_make_slots, true},
    {"memory", "Caches and DRAM", "% of the cycles in which a bus of DRAM is busy", time_make_memory, true},
    {"lines", "Compressed lines", "% of the lines that DRAM moves", time_make_lines, true},
    {"helpers", "Lines by helper warps", "% of the lines that are stored", time_make_helpers, true},
    {"events", "Routines of events", "issue slots of their instructions, %", time_make_events, true},
    {"faster", "Speed with other parameters", "instructions a cycle more than without them, %", time_make_faster, true},
    {"cache_speed", "Speed beside the plain form of the cache", "instructions a cycle more than with its plain form, %",
     time_make_cache_speed, true},
    {"cache_traffic", "Blocks of private memory", "fills and write-backs, % of those of the plain form", time_make_cache_traffic, true},
    {"cache_events", "What the cache did", "events", time_make_cache_events, false},
    {"cache_energy", "Energy beside the plain form of the cache", "nJ", time_make_cache_energy, false},
    {"dram_busy", "DRAM with other parameters", "% of the cycles in which a bus of DRAM is busy", time_make_busy, false},
    {"energy", "Energy", "% of the energy without other parameters", time_make_energy, true},
};

const char *time_figure_plot(int i)
{
    return figures[i].drawn ? figures[i].name : NULL;
}

static double count_of(const timing_result *r, const time_column *c)
{
    return c->value ? c->value(r) : c->of(r, c->n);
}

static double value_of(const time_result *r, const time_row *row, const time_column *c)
{
    const time_pair *pair = c->run ? &row->with[c->run - 1] : &row->run;
    if (c->value == NULL && c->of == NULL)
        return cache_energy_value(&r->energy, &pair->own.cache, &pair->base.cache, c->n);
    double own = count_of(c->plain ? &pair->base : &pair->own, c);
    switch (c->than) {
    case FASTER: return percent_of(count_of(&row->run.own, c) - own, own);
    case FASTER_THAN_PLAIN: return percent_of(count_of(&pair->base, c) - own, own);
    case OF_FIRST: return percent_of(own, count_of(&row->run.own, c));
    case OF_PLAIN: return percent_of(own, count_of(&pair->base, c));
    default: return own;
    }
}

bool time_figure_make(file_figure *f, const time_result *r, int i)
{
    const time_pairs *runs = r->runs;
    time_making m = {.r = r, .s = &f->s};
    *f = (file_figure){.s = {.name = figures[i].name, .title = figures[i].title, .axis = figures[i].axis, .source = ""}};
    if (!figures[i].make(&m))
        return false;
    for (int c = 0; c < m.count; c++) {
        const time_column *own = &m.columns[c];
        f->s.columns[c] =
            (study_column){.id = own->id, .label = own->label, .bar = own->bar, .colour = own->colour, .decimals = own->decimals};
    }
    f->r = (study_result){.s = &f->s, .traces = runs->files.count, .count = runs->files.count, .lanes = runs->m.lanes, .mean.name = "mean"};
    f->r.rows = zalloc((size_t)runs->files.count * sizeof *f->r.rows);
    for (int k = 0; k < runs->files.count; k++) {
        snprintf(f->r.rows[k].name, sizeof f->r.rows[k].name, "%s", runs->files.rows[k].name);
        for (int c = 0; c < m.count; c++)
            f->r.rows[k].values[c] = value_of(r, &runs->rows[k], &m.columns[c]);
    }
    study_means(&f->r);
    for (int c = 0; c < m.count; c++)
        f->r.all.values[c] = NAN;
    return true;
}
