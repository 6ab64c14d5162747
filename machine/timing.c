/* SPDX-License-Identifier: Apache-2.0
 *
 * timing.c - launches, the blocks that wait for an SM, and the clock. */
#include "timing_parts.h"

#include <stdlib.h>
#include <string.h>

#include "../base/arena.h"
#include "../base/file.h"
#include "../base/msg.h"
#include "../trace/trace_memory.h"
#include "mem_address.h"

enum { PATIENCE = 1 << 20, CODE_BYTES = 1 << 20 }; /* CODE_BYTES: of a kernel */

/* ---- blocks ---- */

static void sort_warps(timing *t)
{
    const feed_survey *s = t->s;
    int *next = zalloc((size_t)s->block_count * sizeof *next);
    t->warps = zalloc((size_t)s->warp_count * sizeof *t->warps);
    t->warps_at = zalloc(((size_t)s->block_count + 1) * sizeof *t->warps_at);
    for (int b = 0; b < s->block_count; b++)
        next[b] = t->warps_at[b + 1] = t->warps_at[b] + s->blocks[b].warps;
    for (int w = s->warp_count - 1; w >= 0; w--)
        t->warps[--next[s->warps[w].block]] = w;
    arena_free(next);
}

/* Number n of a launch's blocks, which are those from `first` on below `end`, in the order in which they are given out. */
static int block_at(const timing *t, int first, int end, int n)
{
    int even = (end - first + 1) / 2;
    switch (t->m->block_order) {
    case MACHINE_REVERSE: return end - 1 - n;
    case MACHINE_ODD_LAST: return first + (n < even ? 2 * n : 2 * (n - even) + 1);
    default: return first + n;
    }
}

/* Gives blocks of a launch to SMs, the first behind the one that took one last. */
static void give_blocks(timing *t, int begin, int end, int together)
{
    const int first = t->last + 1;
    for (int k = 0; k < t->m->sms && t->given < end - begin; k++) {
        sm *m = &t->sms[(first + k) % t->m->sms];
        int block = block_at(t, begin, end, t->given), count = t->s->blocks[block].warps;
        if (!sm_has_room(m, count, together))
            continue;
        sm_enter(m, block, t->warps + t->warps_at[block], count);
        t->given++;
        t->last = m->number;
        t->moved = t->now;
    }
}

/* ---- the clock ---- */

static void stuck(timing *t)
{
    for (int k = 0; k < t->m->sms; k++)
        sm_describe(&t->sms[k]);
    die("%s: nothing has moved for %d cycles, up to cycle %llu; the warps wait as told above", t->s->path, PATIENCE,
        (unsigned long long)t->now);
}

/* Up to the next cycle in which the memory does anything. */
static void pass_over(timing *t)
{
    uint64_t next = mem_next(t->mem);
    if (next == UINT64_MAX || next <= mem_now(t->mem) + 1)
        return;
    uint64_t cycles = next - mem_now(t->mem) - 1;
    mem_skip(t->mem, next);
    for (int k = 0; k < t->m->sms; k++)
        sm_skip(&t->sms[k], cycles);
    t->now += cycles;
}

/* One cycle, or many in which nothing can happen. Returns how many blocks have ended. */
static int cycle(timing *t)
{
    int ended = 0;
    bool moved = false, asleep = true;
    mem_cycle(t->mem);
    for (int k = 0; k < t->m->sms; k++) {
        sm *m = &t->sms[k];
        if (sm_asleep(m)) {
            sm_skip(m, 1);
            continue;
        }
        sm_cycle(m);
        ended += m->block_ended;
        moved |= m->moved;
        asleep &= m->asleep;
    }
    t->now++;
    t->r->processor_cycles++;
    if (moved)
        t->moved = t->now;
    else if (t->now - t->moved > PATIENCE)
        stuck(t);
    if (asleep && ended == 0)
        pass_over(t);
    return ended;
}

/* The most warps of these blocks that an SM has at once. They have the lowest places. */
static int resident_warps(const timing *t, int first, int end, int together)
{
    int most = 1;
    for (int b = first; b < end; b++)
        if (t->s->blocks[b].warps > most)
            most = t->s->blocks[b].warps;
    return most * together < t->m->warps ? most * together : t->m->warps;
}

/* Instructions that warps have skipped. */
static uint64_t skipped(const timing *t)
{
    uint64_t sum = 0;
    for (int k = 0; k < t->m->sms && t->events; k++)
        sum += t->sms[k].assist->own->counts.skipped;
    return sum;
}

/* The blocks of the survey from `first` below `end` are those of this launch. */
static void run_launch(timing *t, int first, int end, timing_launch *l)
{
    const uint64_t begin = t->now, before = skipped(t);
    int ended = 0;
    timing_check_fit(t, first, l);
    for (int k = 0; k < t->m->sms && timing_assists(t); k++) {
        helpers_launch(t->sms[k].assist, t->pool, t->each);
        if (t->events)
            events_launch(t->sms[k].assist, t->room);
    }
    t->private.at.warps = resident_warps(t, first, end, l->together);
    t->given = 0;
    while (ended < end - first) {
        give_blocks(t, first, end, l->together);
        for (int k = 0; k < t->m->sms && timing_assists(t); k++)
            t->sms[k].last = t->given == end - first;
        ended += cycle(t);
    }
    l->blocks = end - first;
    l->cycles = (double)(t->now - begin);
    l->instructions = -(double)(skipped(t) - before);
    for (int b = first; b < end; b++)
        for (int w = t->warps_at[b]; w < t->warps_at[b + 1]; w++)
            l->instructions += (double)t->s->warps[t->warps[w]].instructions;
}

/* ---- a run ---- */

/* A kernel's code is at the same address in each of its launches. */
static uint64_t code_of(const timing *t, int launch)
{
    int kernel = 0;
    while (launch > 0 && kernel < launch && strcmp(t->s->launches[kernel].kernel, t->s->launches[launch].kernel) != 0)
        kernel++;
    return MEM_CODE_BASE + (uint64_t)(launch > 0 ? kernel : 0) * CODE_BYTES;
}

static void prepare(timing *t, int launch)
{
    for (int c = 0; c < t->s->copy_count && t->m->l2_fill; c++)
        if (t->s->copies[c].launch == (launch < 0 ? 0 : launch))
            mem_fill(t->mem, t->s->copies[c].address, t->s->copies[c].bytes);
    for (int c = 0; c < t->s->copy_count && timing_helps(t); c++)
        if (t->s->copies[c].launch == (launch < 0 ? 0 : launch))
            helped_host(&t->helped, t->s->copies[c].address, t->s->copies[c].bytes);
    if (t->contents)
        contents_launch(t->contents, launch < 0 ? 0 : launch);
    mem_launch(t->mem);
    for (int k = 0; k < t->m->sms; k++)
        sm_launch(&t->sms[k], code_of(t, launch));
}

static void add_helpers(helper_counts *sum, const helper_counts *c)
{
    sum->high += c->high;
    sum->low += c->low;
    sum->decompressed += c->decompressed;
    sum->compressed += c->compressed;
    sum->wait += c->wait;
    sum->longest = c->longest > sum->longest ? c->longest : sum->longest;
    sum->killed += c->killed;
    sum->short_of_registers += c->short_of_registers;
}

static void sum(timing *t)
{
    timing_result *r = t->r;
    for (int k = 0; k < t->m->sms; k++) {
        const sm_counts *c = sm_count(&t->sms[k]);
        for (int slot = 0; slot < SLOTS; slot++)
            r->sms.slots[slot] += c->slots[slot];
        r->sms.instructions += c->instructions;
        r->sms.lane_instructions += c->lane_instructions;
        r->sms.warp_cycles += c->warp_cycles;
        r->sms.busy_cycles += c->busy_cycles;
        add_helpers(&r->sms.helpers, &c->helpers);
        if (t->events)
            event_counts_add(&r->sms.events, &c->events);
    }
    mem_count(t->mem, &r->memory);
    r->lines_forgotten = t->contents ? (double)contents_forgotten(t->contents) : 0;
    r->routines_wrong = timing_helps(t) ? (double)t->helped.routines->wrong : 0;
    r->cycles = (double)t->now;
    r->instructions = (double)r->sms.instructions;
    r->file.elapsed = r->cycles;
    timing_count_energy(r, t->m);
}

/* ---- the whole ---- */

const timing_lines *timing_lines_of(timing_lines *l, const machine *m, const design *codec, const char *contents, const char *path)
{
    *l = (timing_lines){codec, contents ? contents : trace_memory_beside(path)};
    if (m->compress == MACHINE_PLAIN)
        return NULL;
    if (!contents && !file_exists(l->contents))
        die_usage("%s compresses lines, and there is no %s with what memory holds: give --contents FILE", m->name, l->contents);
    return l;
}

static void run(timing_result *r, const machine *m, const feed_survey *s, timing_designs d, const timing_lines *lines)
{
    timing *t = zalloc(sizeof *t);
    *r = (timing_result){.events = d.events};
    bool compresses = m->compress != MACHINE_PLAIN;
    if (compresses && d.cache)
        die_usage("%s compresses lines, and where L1 is a cache of vectors nobody knows what they hold", m->name);
    if (compresses && lines == NULL)
        die_usage("%s compresses lines: a codec and the contents of memory are needed", m->name);
    if (m->compress == MACHINE_ASSIST && d.file)
        die_usage("%s has helper warps, whose registers are those of the machine's own register file; %s is a design of another one",
                  m->name, d.file->unit->name);
    if (s->lanes != m->lanes)
        die_usage("%s has %d lanes; %s has %d", s->path, s->lanes, m->name, m->lanes);
    if (d.file)
        timing_check_design(m, s, d.file);
    timing_check_events(m, &d);
    unsigned keeps = FEED_ACCESSES | (d.file ? FEED_WRITES : 0) | (compresses || d.cache || d.events ? FEED_DATA : 0);
    *t = (timing){.own = *m, .m = &t->own, .s = s, .f = feed_open(s, keeps), .r = r, .last = m->sms - 1, .events = d.events};
    if (d.cache)
        timing_check_cache(t, d.cache);
    else
        timing_lay_out_private(t, false);
    if (compresses) {
        codec_settle(&t->own, lines->codec);
        t->contents = contents_open(lines->contents, s);
    }
    t->sms = zalloc((size_t)m->sms * sizeof *t->sms);
    if (timing_assists(t))
        timing_open_helpers(t, d.helper);
    t->mem = timing_open_memory(t, lines);
    if (t->events)
        mem_open_ahead(t->mem);
    if (d.cache)
        mem_take_vectors(t->mem, d.cache);
    for (int k = 0; k < m->sms; k++)
        sm_open(&t->sms[k], t->m, k, s, t->f, t->mem, d.file, timing_assists(t) ? &t->source : NULL, &t->private);
    sort_warps(t);
    for (int b = 0, end; b < s->block_count; b = end) {
        int launch = s->blocks[b].launch;
        for (end = b; end < s->block_count && s->blocks[end].launch == launch; end++)
            ;
        r->launches = grow_one(r->launches, (size_t)r->launch_count, sizeof *r->launches);
        r->launches[r->launch_count] = (timing_launch){.launch = launch < 0 ? NULL : &s->launches[launch]};
        prepare(t, launch);
        run_launch(t, b, end, &r->launches[r->launch_count++]);
    }
    sum(t);
    for (int k = 0; k < m->sms; k++)
        sm_close(&t->sms[k], &r->file);
    if (d.cache)
        mem_count_vectors(t->mem, &r->cache);
    mem_close(t->mem);
    if (timing_helps(t))
        helped_close(&t->helped);
    if (t->contents)
        contents_close(t->contents);
    feed_close(t->f);
    arena_free(t->sms);
    arena_free(t->warps);
    arena_free(t->warps_at);
    arena_free(t);
}

bool timing_bound(const timing_result *plain, int share)
{
    const uint64_t *slots = plain->sms.slots, works = slots[SLOT_ACTIVE] + slots[SLOT_COMPUTE];
    uint64_t all = 0;
    for (int k = 0; k < SLOTS; k++)
        all += slots[k];
    return 2 * works <= all && 100 * plain->memory.dram_busy >= (uint64_t)share * plain->memory.dram_cycles;
}

bool timing_compressible(const timing_result *r)
{
    const mem_line_counts *n = r->memory.lines;
    double bursts = 0, plain = 0;
    for (int k = 0; k < 2; k++) {
        bursts += (double)n[k].bursts;
        plain += MEM_SECTORS * (double)(n[k].compressed + n[k].raw + n[k].unknown);
    }
    return plain > 0 && bursts <= 0.9 * plain;
}

/* The runs of the profile. True: lines are not compressed, and `r` is the run without compression. */
static bool switched_off(timing_result *r, const machine *m, const feed_survey *s, timing_designs d, const timing_lines *lines)
{
    machine of = *m;
    timing_result codec;
    of.compress = MACHINE_PLAIN;
    run(r, &of, s, d, NULL);
    if (!timing_bound(r, m->assist_profile))
        return true;
    of.compress = MACHINE_AT_L2;
    run(&codec, &of, s, d, lines);
    bool compressible = timing_compressible(&codec);
    timing_result_free(&codec);
    if (compressible)
        timing_result_free(r);
    return !compressible;
}

void timing_run(timing_result *r, const machine *m, const feed_survey *s, timing_designs d, const timing_lines *lines)
{
    if (m->compress == MACHINE_ASSIST && m->assist_profile != MACHINE_OFF && switched_off(r, m, s, d, lines)) {
        r->switched_off = true;
        return;
    }
    run(r, m, s, d, lines);
}

void timing_result_free(timing_result *r)
{
    arena_free(r->launches);
    file_counts_free(&r->file);
    cache_counts_free(&r->cache);
}
