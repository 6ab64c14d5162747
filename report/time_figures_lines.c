/* SPDX-License-Identifier: Apache-2.0
 *
 * time_figures_lines.c - the figures of compressed lines: what DRAM moved of them, and what helper warps did with them (docs/time-assist.md). */
#include <math.h>

#include "../base/share.h"
#include "time_figure_parts.h"

/* ---- DRAM ---- */

static double moved(const timing_result *r, int written)
{
    const mem_line_counts *n = &r->memory.lines[written];
    return (double)(n->compressed + n->raw + n->unknown);
}

static double compressed(const timing_result *r, int written)
{
    return percent_of((double)r->memory.lines[written].compressed, moved(r, written));
}

static double saved(const timing_result *r)
{
    const double whole = MEM_SECTORS * (moved(r, 0) + moved(r, 1));
    return percent_of(whole - (double)(r->memory.lines[0].bursts + r->memory.lines[1].bursts), whole);
}

static double counts_found(const timing_result *r)
{
    return percent_of((double)r->memory.metadata_hits, (double)(r->memory.metadata_hits + r->memory.metadata_misses));
}

bool time_make_lines(time_making *m)
{
    if (m->r->runs->m.compress == MACHINE_PLAIN)
        return false;
    m->s->bars[0] = "lines read";
    m->s->bars[1] = "lines written";
    time_add(m, (time_column){"lines_read", "read", .of = moved, .n = 0, .bar = -1});
    time_add(m, (time_column){"read_compressed", "compressed %", .of = compressed, .n = 0, .bar = 0, .colour = 1, .decimals = 1});
    time_add(m, (time_column){"lines_written", "written", .of = moved, .n = 1, .bar = -1});
    time_add(m, (time_column){"written_compressed", "compressed %", .of = compressed, .n = 1, .bar = 1, .colour = 2, .decimals = 1});
    time_add(m, (time_column){"bursts_saved", "bursts saved %", saved, .bar = -1, .decimals = 1});
    time_add(m, (time_column){"counts_found", "counts found %", counts_found, .bar = -1, .decimals = 1});
    m->s->notes[0] = "counts found: of the looks for a line's number of bursts, those in the metadata cache.";
    return true;
}

/* ---- helper warps ---- */

enum { CODED, FIT_NO_CODE, NOT_WHOLE, NO_PLACE, LATE, CHANGED, DROPPED, ENDS };

static double end_of(const timing_result *r, int n)
{
    const stores_counts *s = &r->memory.stores;
    const uint64_t ends[ENDS] = {s->coded, s->raw, s->part, s->full, s->late, s->changed, s->dropped};
    return (double)ends[n];
}

static double stored(const timing_result *r)
{
    double sum = 0;
    for (int n = 0; n < ENDS; n++)
        sum += end_of(r, n);
    return sum;
}

static double share_of_stored(const timing_result *r, int n)
{
    return percent_of(end_of(r, n), stored(r));
}

static double decompressed(const timing_result *r)
{
    return (double)r->sms.helpers.decompressed;
}

static double cycles_each(const timing_result *r)
{
    return r->sms.helpers.decompressed ? (double)r->sms.helpers.wait / decompressed(r) : (double)NAN;
}

static double high(const timing_result *r)
{
    return percent_of((double)r->sms.helpers.high, time_slots(r));
}

static double low(const timing_result *r)
{
    return percent_of((double)r->sms.helpers.low, time_slots(r));
}

bool time_make_helpers(time_making *m)
{
    static const struct {
        const char *id, *label;
    } ends[ENDS] = {{"stored_coded", "compressed %"}, {"stored_raw", "fit no code %"}, {"stored_part", "not whole %"},
                    {"stored_full", "no place %"},    {"stored_late", "late %"},       {"stored_changed", "changed %"},
                    {"stored_dropped", "dropped %"}};
    if (m->r->runs->m.compress != MACHINE_ASSIST)
        return false;
    m->s->bars[0] = "lines stored";
    time_add(m, (time_column){"decompressed", "decompressed", decompressed, .bar = -1});
    time_add(m, (time_column){"decompression_cycles", "cycles", cycles_each, .bar = -1});
    time_add(m, (time_column){"helper_high", "high %", high, .bar = -1, .decimals = 2});
    time_add(m, (time_column){"helper_low", "low %", low, .bar = -1, .decimals = 2});
    time_add(m, (time_column){"stored", "stored", stored, .bar = -1});
    for (int n = 0; n < ENDS; n++)
        time_add(m, (time_column){ends[n].id, ends[n].label, .of = share_of_stored, .n = n, .bar = 0, .colour = 1 + n, .decimals = 1});
    m->s->notes[0] =
        "cycles: of a line that came as a code, from its arrival on. high, low: slots that instructions of routines of this priority took.";
    m->s->notes[1] =
        "stored: lines; all that is behind compressed left raw. late: not in time. A run that a profile switched off has none of this.";
    return true;
}
