/* SPDX-License-Identifier: Apache-2.0
 *
 * time_figures.c - the figures of a machine that ran traces, each a table and a plot as those of a study; with other parameters beside. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "../base/share.h"
#include "time_result.h"

/* A figure of a run. */
typedef double value(const timing_result *r);

/* A column: which run, 0 is that with the machine's own parameters, N the Nth other one; and what of it. */
/* Of a figure of slots: their columns must fit. */
enum { DRAWN_RUNS = 4 };

typedef struct {
    const char *id, *label;
    value *value; /* NULL: of a cache of vectors, what it counted of activity n, or its column n of energies */
    int n, run, bar, colour, decimals;
    enum {
        ALONE,
        FASTER,
        FASTER_THAN_PLAIN,
        OF_PLAIN,
        OF_FIRST
    } than;     /* in per cent: more than in run 0, or than with the plain form; of what that has; of what run 0 has */
    bool plain; /* of the run with the plain form */
    bool energy;
} column;

typedef struct {
    const time_result *r;
    study *s;
    column columns[STUDY_MAX_COLUMNS];
    int count;
} making;

/* ---- what a run is told by ---- */

static double cycles(const timing_result *r)
{
    return r->cycles;
}

static double instructions(const timing_result *r)
{
    return r->instructions;
}

static double rate(const timing_result *r)
{
    return r->instructions / r->cycles;
}

static double slot(const timing_result *r, issue_slot which)
{
    double all = 0;
    for (int k = 0; k < SLOTS; k++)
        all += (double)r->sms.slots[k];
    return percent_of((double)r->sms.slots[which], all);
}

static double active(const timing_result *r)
{
    return slot(r, SLOT_ACTIVE);
}

static double memory(const timing_result *r)
{
    return slot(r, SLOT_MEMORY);
}

static double compute(const timing_result *r)
{
    return slot(r, SLOT_COMPUTE);
}

static double data(const timing_result *r)
{
    return slot(r, SLOT_DATA);
}

static double idle(const timing_result *r)
{
    return slot(r, SLOT_IDLE);
}

static double l1_hits(const timing_result *r)
{
    return percent_of((double)r->memory.l1.hits, (double)r->memory.l1.accesses);
}

static double l2_hits(const timing_result *r)
{
    return percent_of((double)r->memory.l2.hits, (double)r->memory.l2.accesses);
}

static double reads(const timing_result *r)
{
    return (double)r->memory.dram_reads;
}

static double writes(const timing_result *r)
{
    return (double)r->memory.dram_writes;
}

static double busy(const timing_result *r)
{
    return percent_of((double)r->memory.dram_busy, (double)r->memory.dram_cycles);
}

static double request(const timing_result *r)
{
    return r->memory.done ? (double)r->memory.latency / (double)r->memory.done : (double)NAN;
}

static const struct {
    const char *id;
    value *value;
} slots[SLOTS] = {{"active", active}, {"memory", memory}, {"compute", compute}, {"data", data}, {"idle", idle}};

/* ---- the figures ---- */

static void add(making *m, column c)
{
    m->columns[m->count++] = c;
}

/* "with_2_busy", "with 2". */
static void add_with(making *m, int run, const char *id, const char *label, column c)
{
    c.run = run;
    c.id = run ? format_new("with_%d_%s", run, id) : id;
    c.label = run && label == NULL ? format_new("with %d", run) : label;
    add(m, c);
}

static void note_with(making *m)
{
    for (int v = 0; v < m->r->runs->files.with_count && v < STUDY_MAX_NOTES; v++)
        m->s->notes[v] = format_new("with %d: %s", v + 1, m->r->runs->files.with[v]);
}

static bool make_rate(making *m)
{
    m->s->bars[0] = "rate";
    add(m, (column){"instructions", "instructions", instructions, .bar = -1});
    add(m, (column){"cycles", "cycles", cycles, .bar = -1});
    add(m, (column){"rate", "instr./cycle", rate, .bar = 0, .colour = 1, .decimals = 3});
    return true;
}

/* As many runs as there is room for beside each other. */
static bool make_slots(making *m)
{
    for (int run = 0; run <= m->r->runs->files.with_count && run < DRAWN_RUNS; run++) {
        m->s->bars[run] = run ? format_new("with %d", run) : "run";
        for (int k = 0; k < SLOTS; k++)
            add_with(m, run, slots[k].id, slots[k].id,
                     (column){.value = slots[k].value, .bar = run, .colour = k == SLOT_ACTIVE ? 5 : k, .decimals = 1});
    }
    note_with(m);
    return true;
}

static bool make_memory(making *m)
{
    m->s->bars[0] = "busy";
    add(m, (column){"l1_hits", "L1 hits %", l1_hits, .bar = -1, .decimals = 1});
    add(m, (column){"l2_hits", "L2 hits %", l2_hits, .bar = -1, .decimals = 1});
    add(m, (column){"dram_reads", "DRAM reads", reads, .bar = -1});
    add(m, (column){"dram_writes", "writes", writes, .bar = -1});
    add(m, (column){"dram_busy", "buses busy %", busy, .bar = 0, .colour = 1, .decimals = 2});
    add(m, (column){"request", "a request", request, .bar = -1});
    m->s->notes[0] = "a request: cycles from L1 and back.";
    return true;
}

static bool make_faster(making *m)
{
    const int count = m->r->runs->files.with_count;
    for (int run = 1; run <= count; run++) {
        int bar = count <= STUDY_MAX_BARS ? run - 1 : -1;
        if (bar >= 0)
            m->s->bars[bar] = format_new("with %d", run);
        add_with(m, run, "faster", NULL, (column){.value = cycles, .bar = bar, .colour = run, .decimals = 2, .than = FASTER});
    }
    note_with(m);
    return count > 0;
}

static bool make_busy(making *m)
{
    for (int run = 0; run <= m->r->runs->files.with_count; run++)
        add_with(m, run, "busy", run ? NULL : "run", (column){.value = busy, .bar = -1, .decimals = 2});
    note_with(m);
    return m->count > 1;
}

/* ---- energy ---- */

static double microjoules(const timing_result *r)
{
    return timing_energy(r) / 1e6;
}

static double part(const timing_result *r, timing_part first, timing_part last)
{
    double sum = 0;
    for (int k = (int)first; k <= (int)last; k++)
        sum += r->energy[k];
    return percent_of(sum, timing_energy(r));
}

static double of_dram(const timing_result *r)
{
    return part(r, PART_DRAM, PART_DRAM);
}

static double of_net(const timing_result *r)
{
    return part(r, PART_NET, PART_NET);
}

static double of_caches(const timing_result *r)
{
    return part(r, PART_L1, PART_L2);
}

static double of_instructions(const timing_result *r)
{
    return part(r, PART_INSTRUCTIONS, PART_INSTRUCTIONS);
}

static double of_routines(const timing_result *r)
{
    return part(r, PART_ROUTINES, PART_ROUTINES);
}

static double of_codec(const timing_result *r)
{
    return part(r, PART_CODEC, PART_COUNTS);
}

static double energy_delay(const timing_result *r)
{
    return timing_energy(r) * r->cycles;
}

/* Where lines are compressed: that is what saves it. Of a trace alone a line of its own tells it. */
static bool make_energy(making *m)
{
    const int count = m->r->runs->files.with_count;
    if (!time_is_whole(m->r->runs) || !time_pairs_compress(m->r->runs) || (count == 0 && m->r->runs->files.count == 1))
        return false;
    add(m, (column){"energy", "energy, uJ", microjoules, .bar = -1, .decimals = 2});
    add(m, (column){"dram", "DRAM %", of_dram, .bar = -1, .decimals = 1});
    add(m, (column){"net", "net %", of_net, .bar = -1, .decimals = 1});
    add(m, (column){"caches", "caches %", of_caches, .bar = -1, .decimals = 1});
    add(m, (column){"instructions", "instr. %", of_instructions, .bar = -1, .decimals = 1});
    add(m, (column){"routines", "routines %", of_routines, .bar = -1, .decimals = 1});
    add(m, (column){"codec", "codec %", of_codec, .bar = -1, .decimals = 1});
    for (int run = 1; run <= count; run++) {
        const int bar = count <= STUDY_MAX_BARS ? run - 1 : -1;
        if (bar >= 0)
            m->s->bars[bar] = format_new("with %d", run);
        add_with(m, run, "energy", NULL, (column){.value = microjoules, .bar = bar, .colour = run, .decimals = 1, .than = OF_FIRST});
        add_with(m, run, "edp", format_new("with %d, EDP", run),
                 (column){.value = energy_delay, .bar = -1, .decimals = 1, .than = OF_FIRST});
    }
    note_with(m);
    return true;
}

/* ---- a cache of vectors ---- */

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

/* The last columns: this value of each run with other parameters. */
static bool end_with_each(making *m, const char *name, column c)
{
    for (int run = 1; run <= m->r->runs->files.with_count; run++)
        add_with(m, run, name, NULL, c);
    note_with(m);
    return true;
}

static bool make_cache_speed(making *m)
{
    if (!time_pairs_plain_cache(m->r->runs))
        return false;
    m->s->bars[0] = "this cache";
    add(m, (column){"plain_cycles", "plain: cycles", cycles, .bar = -1, .plain = true});
    add(m, (column){"cycles", "cycles", cycles, .bar = -1});
    add(m, (column){"faster", "faster %", cycles, .bar = 0, .colour = 1, .decimals = 2, .than = FASTER_THAN_PLAIN});
    return end_with_each(m, "faster", (column){.value = cycles, .bar = -1, .decimals = 2, .than = FASTER_THAN_PLAIN});
}

static bool make_cache_traffic(making *m)
{
    if (!time_pairs_plain_cache(m->r->runs))
        return false;
    m->s->bars[0] = "this cache";
    add(m, (column){"accesses", "accesses", accesses, .bar = -1});
    add(m, (column){"plain_fills", "plain: fills", fills, .bar = -1, .plain = true});
    add(m, (column){"plain_write_backs", "write-backs", write_backs, .bar = -1, .plain = true});
    add(m, (column){"fills", "fills", fills, .bar = -1});
    add(m, (column){"write_backs", "write-backs", write_backs, .bar = -1});
    add(m, (column){"traffic", "of plain %", traffic, .bar = 0, .colour = 1, .decimals = 1, .than = OF_PLAIN});
    return end_with_each(m, "traffic", (column){.value = traffic, .bar = -1, .decimals = 1, .than = OF_PLAIN});
}

static bool make_cache_events(making *m)
{
    if (m->r->runs->cache == NULL)
        return false;
    const wf_system *system = m->r->runs->cache->unit->system;
    for (int i = 0; i < wf_activity_count(system); i++) {
        const char *name = system->activities[i].name;
        if (system->activities[i].shown)
            add(m, (column){name, name, .n = i, .bar = -1});
    }
    m->s->notes[0] = "Those of other memory are among them.";
    return m->count > 0;
}

static bool make_cache_energy(making *m)
{
    if (!m->r->energy.known || !time_pairs_plain_cache(m->r->runs))
        return false;
    for (int i = 0; i < CACHE_ENERGY_COLUMNS; i++) {
        const study_column *own = &cache_energy_columns[i];
        add(m, (column){own->id, own->label, .energy = true, .n = i, .bar = -1, .decimals = own->decimals});
    }
    end_with_each(m, "pays", (column){.energy = true, .n = CACHE_ENERGY_PAYS, .bar = -1, .decimals = 2});
    memmove(m->s->notes + CACHE_ENERGY_NOTES, m->s->notes, (STUDY_MAX_NOTES - CACHE_ENERGY_NOTES) * sizeof *m->s->notes);
    memcpy(m->s->notes, cache_energy_notes, CACHE_ENERGY_NOTES * sizeof *m->s->notes);
    return true;
}

static const struct {
    const char *name, *title, *axis;
    bool (*make)(making *m);
    bool drawn;
} figures[TIME_FIGURES] = {
    {"rate", "Time", "instructions of warps a cycle", make_rate, true},
    {"slots", "What issue slots did", "% of the issue slots of SMs with work", make_slots, true},
    {"memory", "Caches and DRAM", "% of the cycles in which a bus of DRAM is busy", make_memory, true},
    {"faster", "Speed with other parameters", "instructions a cycle more than without them, %", make_faster, true},
    {"cache_speed", "Speed beside the plain form of the cache", "instructions a cycle more than with its plain form, %", make_cache_speed,
     true},
    {"cache_traffic", "Blocks of private memory", "fills and write-backs, % of those of the plain form", make_cache_traffic, true},
    {"cache_events", "What the cache did", "events", make_cache_events, false},
    {"cache_energy", "Energy beside the plain form of the cache", "nJ", make_cache_energy, false},
    {"dram_busy", "DRAM with other parameters", "% of the cycles in which a bus of DRAM is busy", make_busy, false},
    {"energy", "Energy", "% of the energy without other parameters", make_energy, true},
};

const char *time_figure_plot(int i)
{
    return figures[i].drawn ? figures[i].name : NULL;
}

static double count_of(const timing_result *r, const column *c)
{
    return c->value ? c->value(r) : activities_sum(&r->cache.did, c->n);
}

static double value_of(const time_result *r, const time_row *row, const column *c)
{
    const time_pair *pair = c->run ? &row->with[c->run - 1] : &row->run;
    if (c->energy)
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
    making m = {.r = r, .s = &f->s};
    *f = (file_figure){.s = {.name = figures[i].name, .title = figures[i].title, .axis = figures[i].axis, .source = ""}};
    if (!figures[i].make(&m))
        return false;
    for (int c = 0; c < m.count; c++) {
        const column *own = &m.columns[c];
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
