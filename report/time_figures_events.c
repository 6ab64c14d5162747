/* SPDX-License-Identifier: Apache-2.0
 *
 * time_figures_events.c - the figure of routines that events trigger (docs/events.md): what each entry of the map did, and what it cost. */
#include <math.h>

#include "../base/share.h"
#include "time_figure_parts.h"

/* The figure has so many entries of the map. */
enum { SHOWN = 4 };

static const entry_counts *entry(const timing_result *r, int e)
{
    return &r->sms.events.entry[e];
}

static double triggers(const timing_result *r, int e)
{
    return (double)entry(r, e)->triggers;
}

static double ended(const timing_result *r, int e)
{
    return (double)entry(r, e)->ended;
}

/* From trigger to end. */
static double cycles_each(const timing_result *r, int e)
{
    return entry(r, e)->ended ? (double)entry(r, e)->wait / ended(r, e) : (double)NAN;
}

static double high(const timing_result *r)
{
    return percent_of((double)r->sms.events.high, time_slots(r));
}

static double low(const timing_result *r)
{
    return percent_of((double)r->sms.events.low, time_slots(r));
}

static double skipped(const timing_result *r)
{
    return (double)r->sms.events.skipped;
}

static double prefetched(const timing_result *r)
{
    return (double)r->sms.events.ahead.sent;
}

static double used(const timing_result *r)
{
    const ahead_counts *a = &r->sms.events.ahead;
    return a->sent ? percent_of((double)a->used, (double)a->sent) : (double)NAN;
}

bool time_make_events(time_making *m)
{
    const event_map *map = m->r->runs->events;
    if (map == NULL)
        return false;
    m->s->bars[0] = "routines";
    for (int e = 0; e < map->count && e < SHOWN; e++) {
        const char *name = map->entry[e].name;
        time_add(m,
                 (time_column){format_new("event_%s_triggers", name), format_new("%s: triggers", name), .of = triggers, .n = e, .bar = -1});
        time_add(m, (time_column){format_new("event_%s_ended", name), "ended", .of = ended, .n = e, .bar = -1});
        time_add(m, (time_column){format_new("event_%s_cycles", name), "cycles", .of = cycles_each, .n = e, .bar = -1});
    }
    time_add(m, (time_column){"high", "high %", high, .bar = 0, .colour = 1, .decimals = 2});
    time_add(m, (time_column){"low", "low %", low, .bar = 0, .colour = 2, .decimals = 2});
    time_add(m, (time_column){"skipped", "skipped", skipped, .bar = -1});
    time_add(m, (time_column){"prefetched", "prefetched", prefetched, .bar = -1});
    time_add(m, (time_column){"used", "used %", used, .bar = -1, .decimals = 1});
    m->s->notes[0] =
        "cycles: from a trigger to the end of its routine. high, low: slots that instructions of routines of this priority took.";
    m->s->notes[1] = "skipped: instructions of the warps. prefetched: lines; used: those of them that a load has used.";
    if (map->count > SHOWN)
        m->s->notes[2] = format_new("The map has %d entries more.", map->count - SHOWN);
    return true;
}
