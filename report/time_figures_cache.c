/* SPDX-License-Identifier: Apache-2.0
 *
 * time_figures_cache.c - figures of a cache of vectors, beside its plain form. */
#include <string.h>

#include "time_figure_parts.h"

static double accesses(const timing_result *r)
{
    return r->cache.own.loads + r->cache.own.stores;
}

static double fills(const timing_result *r)
{
    return r->cache.own.asked;
}

static double write_backs(const timing_result *r)
{
    return r->cache.own.written;
}

static double traffic(const timing_result *r)
{
    return fills(r) + write_backs(r);
}

static double did(const timing_result *r, int activity)
{
    return activities_sum(&r->cache.did, activity);
}

/* The last columns: this value of each run with other parameters. */
static bool end_with_each(time_making *m, const char *name, time_column c)
{
    for (int run = 1; run <= m->r->runs->files.with_count; run++)
        time_add_with(m, run, name, NULL, c);
    time_note_with(m);
    return true;
}

bool time_make_cache_speed(time_making *m)
{
    if (!time_pairs_plain_cache(m->r->runs))
        return false;
    m->s->bars[0] = "this cache";
    time_add(m, (time_column){"plain_cycles", "plain: cycles", time_cycles, .bar = -1, .plain = true});
    time_add(m, (time_column){"cycles", "cycles", time_cycles, .bar = -1});
    time_add(m, (time_column){"faster", "faster %", time_cycles, .bar = 0, .colour = 1, .decimals = 2, .than = FASTER_THAN_PLAIN});
    return end_with_each(m, "faster", (time_column){.value = time_cycles, .bar = -1, .decimals = 2, .than = FASTER_THAN_PLAIN});
}

bool time_make_cache_traffic(time_making *m)
{
    if (!time_pairs_plain_cache(m->r->runs))
        return false;
    m->s->bars[0] = "this cache";
    time_add(m, (time_column){"accesses", "accesses", accesses, .bar = -1});
    time_add(m, (time_column){"plain_fills", "plain: fills", fills, .bar = -1, .plain = true});
    time_add(m, (time_column){"plain_write_backs", "write-backs", write_backs, .bar = -1, .plain = true});
    time_add(m, (time_column){"fills", "fills", fills, .bar = -1});
    time_add(m, (time_column){"write_backs", "write-backs", write_backs, .bar = -1});
    time_add(m, (time_column){"traffic", "of plain %", traffic, .bar = 0, .colour = 1, .decimals = 1, .than = OF_PLAIN});
    return end_with_each(m, "traffic", (time_column){.value = traffic, .bar = -1, .decimals = 1, .than = OF_PLAIN});
}

bool time_make_cache_events(time_making *m)
{
    if (m->r->runs->cache == NULL)
        return false;
    const wf_system *system = m->r->runs->cache->unit->system;
    for (int i = 0; i < wf_activity_count(system); i++) {
        const char *name = system->activities[i].name;
        if (system->activities[i].shown)
            time_add(m, (time_column){name, name, .of = did, .n = i, .bar = -1});
    }
    m->s->notes[0] = "Those of other memory are among them.";
    return m->count > 0;
}

bool time_make_cache_energy(time_making *m)
{
    if (!m->r->energy.known || !time_pairs_plain_cache(m->r->runs))
        return false;
    for (int i = 0; i < CACHE_ENERGY_COLUMNS; i++) {
        const study_column *own = &cache_energy_columns[i];
        time_add(m, (time_column){own->id, own->label, .n = i, .bar = -1, .decimals = own->decimals});
    }
    end_with_each(m, "pays", (time_column){.n = CACHE_ENERGY_PAYS, .bar = -1, .decimals = 2});
    memmove(m->s->notes + CACHE_ENERGY_NOTES, m->s->notes, (STUDY_MAX_NOTES - CACHE_ENERGY_NOTES) * sizeof *m->s->notes);
    memcpy(m->s->notes, cache_energy_notes, CACHE_ENERGY_NOTES * sizeof *m->s->notes);
    return true;
}
