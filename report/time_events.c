/* SPDX-License-Identifier: Apache-2.0 */
#include "time_events.h"

#include <stdio.h>

#include "../base/share.h"

typedef unsigned long long number;

static void print_entry(const event_entry *e, const entry_counts *c)
{
    printf("  %-12s %8llu triggers of %s, %s priority: %llu ended, %.0f cycles each, %llu at most", e->name, (number)c->triggers,
           e->routine_name, e->high ? "high" : "low", (number)c->ended, c->ended ? (double)c->wait / (double)c->ended : 0,
           (number)c->longest);
    if (e->skip >= 0)
        printf("; %llu said yes", (number)c->said);
    printf("\n");
    const struct {
        uint64_t count;
        const char *what;
    } lost[] = {{c->full, "dropped, as the controller had no place"},
                {c->no_job, "dropped, as the SM had no place"},
                {c->no_memory, "without shared memory"},
                {c->killed, "killed"},
                {c->rested, "rested"}};
    for (size_t k = 0; k < sizeof lost / sizeof lost[0]; k++)
        if (lost[k].count > 0)
            printf("  %-12s %8llu %s\n", "", (number)lost[k].count, lost[k].what);
}

void time_events_print(const timing_result *r, double slots, bool alone)
{
    const event_counts *v = &r->sms.events;
    const ahead_counts *a = &v->ahead;
    printf("\nevents that trigger routines, by %s\n\n", r->events->path);
    for (int k = 0; k < r->launch_count; k++)
        if (alone && r->launches[k].together < r->launches[k].without)
            printf("  launch %d: an SM holds %d blocks, %d without the registers of routines\n", k, r->launches[k].together,
                   r->launches[k].without);
    for (int k = 0; k < r->events->count; k++)
        print_entry(&r->events->entry[k], &v->entry[k]);
    printf("  instructions: %llu of high priority, %.1f %% of the slots; %llu of low priority, %.1f %% of the slots, which nothing else "
           "used\n",
           (number)v->high, percent_of((double)v->high, slots), (number)v->low, percent_of((double)v->low, slots));
    if (v->skips > 0)
        printf("  skipped      %8llu instructions of the warps, %llu times; %llu lanes differ from what the program computes there\n",
               (number)v->skipped, (number)v->skips, (number)v->differ);
    if (a->sent + a->there + a->refused > 0)
        printf("  prefetched   %8llu lines: %llu were used, %llu had left L1 before; %llu more were there or coming, %llu refused\n",
               (number)a->sent, (number)a->used, (number)a->lost, (number)a->there, (number)a->refused);
    if (alone && r->sms.helpers.short_of_registers > 0)
        printf("  a routine waited for registers in %llu cycles of an SM\n", (number)r->sms.helpers.short_of_registers);
}

void time_events_put(const timing_result *r, const char *prefix, metrics *out)
{
    const event_counts *v = &r->sms.events;
    const struct {
        const char *name;
        uint64_t value;
    } all[] = {{"high", v->high},          {"low", v->low},
               {"skips", v->skips},        {"skipped", v->skipped},
               {"differ", v->differ},      {"prefetched", v->ahead.sent},
               {"used", v->ahead.used},    {"lost", v->ahead.lost},
               {"there", v->ahead.there},  {"refused", v->ahead.refused},
               {"untold", v->ahead.untold}};
    for (size_t k = 0; k < sizeof all / sizeof all[0]; k++)
        metrics_set(out, (double)all[k].value, KEY_TIME_EVENTS, prefix, all[k].name);
    for (int e = 0; e < r->events->count; e++) {
        const entry_counts *c = &v->entry[e];
        const struct {
            const char *name;
            uint64_t value;
        } of[] = {{"triggers", c->triggers}, {"ended", c->ended},  {"said", c->said},     {"wait", c->wait},
                  {"longest", c->longest},   {"full", c->full},    {"no_job", c->no_job}, {"no_memory", c->no_memory},
                  {"killed", c->killed},     {"rested", c->rested}};
        for (size_t k = 0; k < sizeof of / sizeof of[0]; k++)
            metrics_set(out, (double)of[k].value, KEY_TIME_EVENT, prefix, r->events->entry[e].name, of[k].name);
    }
}
