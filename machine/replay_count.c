/* SPDX-License-Identifier: Apache-2.0 */
#include "replay_count.h"

#include <stdlib.h>
#include <string.h>

void watch_open(replay_watch *w, const file_ports *p, replay_counts *c)
{
    *w = (replay_watch){p, c};
}

void watch_close(replay_watch *w)
{
    const file_ports *p = w->p;
    activities_read(&w->c->did, p->d->unit->system, &p->d->config, p->state);
    w->c->cycles = (double)p->cycle;
}

/* Twice as many cycles a bin. */
static void halve(replay_counts *c)
{
    for (int i = 0; i < REPLAY_BINS; i++) {
        replay_mean pair = {0};
        for (int k = 2 * i; k < 2 * i + 2 && k < REPLAY_BINS; k++) {
            pair.sum += c->over_time[k].sum;
            pair.count += c->over_time[k].count;
        }
        c->over_time[i] = pair;
    }
    c->bin_cycles *= 2;
}

static void add(replay_mean *m, double share)
{
    m->sum += share;
    m->count++;
}

void watch_instruction(replay_watch *w, bool mask_known, bool full)
{
    const file_ports *p = w->p;
    const wf_system *system = p->d->unit->system;
    uint32_t those = 0, valid = 0;

    if (system->share)
        system->count_share(&p->d->config, p->state, &those, &valid);
    if (valid == 0)
        return;
    double share = (double)those / valid;
    if (mask_known)
        add(&w->c->share[!full], share);
    while ((double)p->cycle >= REPLAY_BINS * w->c->bin_cycles)
        halve(w->c);
    add(&w->c->over_time[(int)((double)p->cycle / w->c->bin_cycles)], share);
}
