/* SPDX-License-Identifier: Apache-2.0 */
#include "replay_count.h"

#include <stdlib.h>
#include <string.h>

static int banks_of(const replay_watch *w)
{
    return w->p->shape.clusters * w->p->shape.banks;
}

void watch_open(replay_watch *w, const file_ports *p, replay_counts *c)
{
    *w = (replay_watch){.p = p, .c = c};
    w->on = zalloc((size_t)p->bank_words * sizeof *w->on);
    memset(w->on, 0xff, (size_t)p->bank_words * sizeof *w->on);
    w->off_since = zalloc((size_t)banks_of(w) * sizeof *w->off_since);
    c->off = zalloc((size_t)banks_of(w) * sizeof *c->off);
}

static void switched(replay_watch *w, int word, uint32_t now)
{
    for (uint32_t left = now ^ w->on[word]; left; left &= left - 1) {
        int bank = 32 * word + __builtin_ctz(left);
        if (bank >= banks_of(w))
            break;
        if (now & left & -left)
            w->c->off[bank] += (double)(w->p->cycle - w->off_since[bank]);
        else
            w->off_since[bank] = w->p->cycle;
    }
    w->on[word] = now;
}

void watch_cycle(replay_watch *w)
{
    const uint32_t *on = w->p->out + w->p->on, *waking = w->p->out + w->p->waking;
    for (int i = 0; i < w->p->bank_words; i++)
        if ((on[i] | waking[i]) != w->on[i])
            switched(w, i, on[i] | waking[i]);
}

void watch_close(replay_watch *w)
{
    const file_ports *p = w->p;
    wf_file_census census;
    replay_counts *c = w->c;
    const uint64_t *n = p->counts;

    for (int i = 0; i < p->bank_words; i++)
        switched(w, i, ~(uint32_t)0);
    p->d->unit->file->census(&p->d->config, p->state, &census);
    c->move_reads = census.move_reads;
    for (int i = 0; i < WF_MAX_CLASSES; i++) {
        c->encodes[i] = (double)census.encodes[i];
        c->decodes[i] = (double)census.decodes[i];
        c->move_decodes[i] = (double)census.move_decodes[i];
    }
    c->cycles = (double)p->cycle;
    c->bank_reads = (double)n[FILE_BANK_READS];
    c->bank_writes = (double)n[FILE_BANK_WRITES];
    c->moves = (double)n[FILE_MOVES];
    c->wakes = (double)n[FILE_WAKES];
    free(w->on);
    free(w->off_since);
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
    wf_file_census census;

    p->d->unit->file->census(&p->d->config, p->state, &census);
    if (census.valid == 0)
        return;
    double share = (double)census.compressed / census.valid;
    if (mask_known)
        add(&w->c->compressed[!full], share);
    while ((double)p->cycle >= REPLAY_BINS * w->c->bin_cycles)
        halve(w->c);
    add(&w->c->over_time[(int)((double)p->cycle / w->c->bin_cycles)], share);
}
