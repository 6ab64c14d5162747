/* SPDX-License-Identifier: Apache-2.0
 *
 * time_figures_run.c - figures of a run: its speed, what issue slots did, its caches and DRAM; the same with other parameters. */
#include <math.h>

#include "../base/share.h"
#include "time_figure_parts.h"

/* Of a figure of slots: their columns must fit. */
enum { DRAWN_RUNS = 4 };

double time_cycles(const timing_result *r)
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

double time_slots(const timing_result *r)
{
    double all = 0;
    for (int k = 0; k < SLOTS; k++)
        all += (double)r->sms.slots[k];
    return all;
}

static double slot(const timing_result *r, int which)
{
    return percent_of((double)r->sms.slots[which], time_slots(r));
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

bool time_make_rate(time_making *m)
{
    m->s->bars[0] = "rate";
    time_add(m, (time_column){"instructions", "instructions", instructions, .bar = -1});
    time_add(m, (time_column){"cycles", "cycles", time_cycles, .bar = -1});
    time_add(m, (time_column){"rate", "instr./cycle", rate, .bar = 0, .colour = 1, .decimals = 3});
    return true;
}

/* As many runs as there is room for beside each other. */
bool time_make_slots(time_making *m)
{
    for (int run = 0; run <= m->r->runs->files.with_count && run < DRAWN_RUNS; run++) {
        m->s->bars[run] = run ? format_new("with %d", run) : "run";
        for (int k = 0; k < SLOTS; k++)
            time_add_with(m, run, slot_names[k], slot_names[k],
                          (time_column){.of = slot, .n = k, .bar = run, .colour = k == SLOT_ACTIVE ? 5 : k, .decimals = 1});
    }
    time_note_with(m);
    return true;
}

bool time_make_memory(time_making *m)
{
    m->s->bars[0] = "busy";
    time_add(m, (time_column){"l1_hits", "L1 hits %", l1_hits, .bar = -1, .decimals = 1});
    time_add(m, (time_column){"l2_hits", "L2 hits %", l2_hits, .bar = -1, .decimals = 1});
    time_add(m, (time_column){"dram_reads", "DRAM reads", reads, .bar = -1});
    time_add(m, (time_column){"dram_writes", "writes", writes, .bar = -1});
    time_add(m, (time_column){"dram_busy", "buses busy %", busy, .bar = 0, .colour = 1, .decimals = 2});
    time_add(m, (time_column){"request", "a request", request, .bar = -1});
    m->s->notes[0] = "a request: cycles from L1 and back.";
    return true;
}

bool time_make_faster(time_making *m)
{
    const int count = m->r->runs->files.with_count;
    for (int run = 1; run <= count; run++) {
        int bar = count <= STUDY_MAX_BARS ? run - 1 : -1;
        if (bar >= 0)
            m->s->bars[bar] = format_new("with %d", run);
        time_add_with(m, run, "faster", NULL,
                      (time_column){.value = time_cycles, .bar = bar, .colour = run, .decimals = 2, .than = FASTER});
    }
    time_note_with(m);
    return count > 0;
}

bool time_make_busy(time_making *m)
{
    for (int run = 0; run <= m->r->runs->files.with_count; run++)
        time_add_with(m, run, "busy", run ? NULL : "run", (time_column){.value = busy, .bar = -1, .decimals = 2});
    time_note_with(m);
    return m->count > 1;
}
