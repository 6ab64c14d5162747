/* SPDX-License-Identifier: Apache-2.0
 *
 * channel_replay.c - the source, the queues, a unit and a channel of DRAM each; both clocks; the flush at the end. */
#include "channel_replay.h"

#include "../base/msg.h"
#include "mem_queue.h"

enum { RATE_CYCLES = 1000, PATIENCE = 1 << 22 /* cycles in which nothing is taken */ };

typedef struct {
    channel_dram *dram;
    void *front;
    channel_setup setup;
    mem_queue waiting; /* numbers of requests */
    uint64_t *since;   /* of each place in it */
} channel;

typedef struct {
    const channel_front *kind;
    const machine *m;
    mem_map map;
    const channel_list *l;
    channel *channels;
    uint64_t now, dram_now, phase,
        moved; /* phase: below core_mhz, what DRAM's clock is ahead. moved: the last cycle in which a request was taken */
    size_t next;
    int rate, credit;
} frame;

static void open_channels(frame *f, channel_run *run, const design *d, const channel_codes *codes)
{
    f->channels = zalloc((size_t)f->m->dram_channels * sizeof *f->channels);
    const uint32_t first_count = channel_first_count(d);
    for (int c = 0; c < f->m->dram_channels; c++) {
        channel *of = &f->channels[c];
        of->dram = channel_dram_open(f->m, &f->map, c, (int)codes->code.raw + 1, first_count);
        of->setup = (channel_setup){d, f->l, codes, of->dram, &run->n, first_count};
        of->front = f->kind->open(&of->setup);
        queue_open(&of->waiting, f->m->l2_queue);
        of->since = zalloc((size_t)f->m->l2_queue * sizeof *of->since);
    }
    for (size_t i = 0; i < f->l->placed_count; i++)
        f->kind->stand(f->channels[f->l->placed[i].channel].front, &f->l->placed[i]);
}

/* What is left in DRAM after the flush. */
static void compare_memory(frame *f)
{
    for (size_t i = 0; i < f->l->left_count; i++)
        channel_compare_memory(&f->channels[f->l->left[i].channel].setup, &f->l->left[i]);
}

static void close_channels(frame *f)
{
    for (int c = 0; c < f->m->dram_channels; c++) {
        f->kind->close(f->channels[c].front);
        channel_dram_close(f->channels[c].dram);
        queue_close(&f->channels[c].waiting);
        arena_free(f->channels[c].since);
    }
    arena_free(f->channels);
}

/* ---- a cycle ---- */

/* The source gives what it may. */
static void source(frame *f)
{
    f->credit += f->next < f->l->count ? f->rate : 0;
    while (f->next < f->l->count && (f->rate == 0 || f->credit >= RATE_CYCLES)) {
        channel *of = &f->channels[f->l->requests[f->next].channel];
        mem_queue *q = &of->waiting;
        if (queue_room(q) == 0) {
            f->credit = f->rate == 0 ? 0 : RATE_CYCLES - f->rate;
            return;
        }
        of->since[(q->first + q->count) % q->most] = f->now;
        queue_put(q, (int)f->next++);
        f->credit -= f->rate == 0 ? 0 : RATE_CYCLES;
    }
}

static void give(frame *f, channel *of)
{
    if (of->waiting.count == 0 || !f->kind->ready(of->front))
        return;
    uint64_t since = of->since[of->waiting.first];
    f->kind->give(of->front, &f->l->requests[queue_take(&of->waiting)], since);
    f->moved = f->now;
}

/* All channels, in the unit's clock and in DRAM's: each cycle adds dram_mhz to a sum, and each core_mhz in it are a cycle of DRAM. */
static void cycle(frame *f)
{
    for (int c = 0; c < f->m->dram_channels; c++) {
        give(f, &f->channels[c]);
        f->kind->cycle(f->channels[c].front, f->now);
    }
    for (f->phase += (uint64_t)f->m->dram_mhz; f->phase >= (uint64_t)f->m->core_mhz; f->phase -= (uint64_t)f->m->core_mhz) {
        for (int c = 0; c < f->m->dram_channels; c++)
            channel_dram_cycle(f->channels[c].dram);
        f->dram_now++;
    }
    f->now++;
    if (f->now - f->moved > PATIENCE)
        die("%s: no request is taken for %d cycles", f->l->path, PATIENCE);
}

static bool idle(const frame *f)
{
    bool all = f->next == f->l->count;
    for (int c = 0; c < f->m->dram_channels && all; c++)
        all = f->channels[c].waiting.count == 0 && f->kind->idle(f->channels[c].front);
    return all;
}

static bool flushed(frame *f)
{
    bool all = true;
    for (int c = 0; c < f->m->dram_channels; c++)
        all &= f->kind->flush(f->channels[c].front);
    return all;
}

/* ---- figures ---- */

static channel_bursts bursts(const frame *f)
{
    channel_bursts sum = {0};
    for (int c = 0; c < f->m->dram_channels; c++) {
        const channel_bursts *more = channel_dram_bursts(f->channels[c].dram);
        for (int k = 0; k < 4; k++)
            sum.bursts[k / 2][k % 2] += more->bursts[k / 2][k % 2];
        sum.blocks += more->blocks;
    }
    return sum;
}

static void count_time(const frame *f, channel_run *run)
{
    run->cycles = (double)f->now;
    run->bus = (double)f->dram_now * f->m->dram_channels;
    for (int c = 0; c < f->m->dram_channels; c++)
        run->busy += (double)channel_dram_busy(f->channels[c].dram);
}

void channel_replay_run(channel_run *run, const design *d, const machine *m, const channel_list *l, const channel_codes *codes, int rate,
                        bool ideal)
{
    frame f = {.kind = ideal ? &channel_ideal : &channel_unit, .m = m, .map = map_of(m), .l = l, .rate = rate};
    *run = (channel_run){0};
    open_channels(&f, run, d, codes);
    while (!idle(&f)) {
        source(&f);
        cycle(&f);
    }
    count_time(&f, run);
    const channel_bursts before = bursts(&f);
    while (!flushed(&f))
        cycle(&f);
    run->bursts = bursts(&f);
    run->flushed = run->bursts.bursts[1][1] - before.bursts[1][1];
    compare_memory(&f);
    close_channels(&f);
}

void channel_run_free(channel_run *run)
{
    activities_free(&run->n.did);
}
