/* SPDX-License-Identifier: Apache-2.0
 *
 * time_figures_energy.c - the figure of energy where lines are compressed (docs/time-energy.md). */
#include "../base/share.h"
#include "time_figure_parts.h"

static double microjoules(const timing_result *r)
{
    return timing_energy(r) / 1e6;
}

/* The parts of an energy that a column has together. */
static const struct {
    const char *id, *label;
    timing_part first, last;
} columns[] = {
    {"dram", "DRAM %", PART_DRAM, PART_DRAM},
    {"net", "net %", PART_NET, PART_NET},
    {"caches", "caches %", PART_L1, PART_L2},
    {"instructions", "instr. %", PART_INSTRUCTIONS, PART_INSTRUCTIONS},
    {"routines", "routines %", PART_ROUTINES, PART_ROUTINES},
    {"codec", "codec %", PART_CODEC, PART_COUNTS},
};

static double share(const timing_result *r, int column)
{
    double sum = 0;
    for (int k = (int)columns[column].first; k <= (int)columns[column].last; k++)
        sum += r->energy[k];
    return percent_of(sum, timing_energy(r));
}

static double energy_delay(const timing_result *r)
{
    return timing_energy(r) * r->cycles;
}

/* Where lines are compressed: that is what saves it. Of a trace alone a line of its own tells it. */
bool time_make_energy(time_making *m)
{
    const int count = m->r->runs->files.with_count;
    if (!time_is_whole(m->r->runs) || !time_pairs_compress(m->r->runs) || (count == 0 && m->r->runs->files.count == 1))
        return false;
    time_add(m, (time_column){"energy", "energy, uJ", microjoules, .bar = -1, .decimals = 2});
    for (int c = 0; c < (int)(sizeof columns / sizeof *columns); c++)
        time_add(m, (time_column){columns[c].id, columns[c].label, .of = share, .n = c, .bar = -1, .decimals = 1});
    for (int run = 1; run <= count; run++) {
        const int bar = count <= STUDY_MAX_BARS ? run - 1 : -1;
        if (bar >= 0)
            m->s->bars[bar] = format_new("with %d", run);
        time_add_with(m, run, "energy", NULL,
                      (time_column){.value = microjoules, .bar = bar, .colour = run, .decimals = 1, .than = OF_FIRST});
        time_add_with(m, run, "edp", format_new("with %d, EDP", run),
                      (time_column){.value = energy_delay, .bar = -1, .decimals = 1, .than = OF_FIRST});
    }
    time_note_with(m);
    return true;
}
