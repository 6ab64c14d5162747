/* SPDX-License-Identifier: Apache-2.0
 *
 * sm_fetch.c - instruction buffers, decode and fetch. */
#include "sm_fetch.h"

void fetch_open(fetch *f, bool ideal, int line_bytes, int instruction_bytes, const fetch_source *source)
{
    *f = (fetch){
        .ideal = ideal, .line_bytes = line_bytes, .instruction_bytes = instruction_bytes, .source = *source, .last = -1, .decoding = -1};
}

/* One that is stopped is not among those that fetch. */
static void set_empty(fetch *f, int warp, bool empty)
{
    uint64_t bit = (uint64_t)1 << warp % 64, *word = &f->empty[warp / 64];
    *word = empty ? *word | (bit & ~f->stopped[warp / 64]) : *word & ~bit;
}

/* The first such warp from this one on; FETCH_WARPS: none. */
static int next_empty(const fetch *f, int from)
{
    for (int k = from / 64; k < FETCH_WORDS; k++) {
        uint64_t word = k == from / 64 ? f->empty[k] >> from % 64 << from % 64 : f->empty[k];
        if (word)
            return 64 * k + __builtin_ctzll(word);
    }
    return FETCH_WARPS;
}

void fetch_enter(fetch *f, int warp)
{
    f->there[warp] = true;
    f->held[warp] = f->good[warp] = 0;
    set_empty(f, warp, true);
}

void fetch_leave(fetch *f, int warp)
{
    f->there[warp] = false;
    f->stopped[warp / 64] &= ~((uint64_t)1 << warp % 64);
    set_empty(f, warp, false);
    f->waiting[warp] = false;
    if (f->decoding == warp)
        f->decoding = -1;
}

bool fetch_look(fetch *f, int warp)
{
    uint64_t pc;
    if (f->ideal)
        return f->there[warp] && f->source.pc(f->source.own, warp, 0, &pc);
    if (f->held[warp] > 0 && f->good[warp] == 0) {
        f->held[warp] = 0;
        set_empty(f, warp, true);
    }
    return f->good[warp] > 0;
}

void fetch_issued(fetch *f, int warp)
{
    if (f->ideal)
        return;
    f->good[warp]--;
    if (--f->held[warp] == 0)
        set_empty(f, warp, true);
}

bool fetch_may_skip(const fetch *f, int warp)
{
    return !f->waiting[warp] && f->decoding != warp;
}

void fetch_skip(fetch *f, int warp)
{
    f->held[warp] = f->good[warp] = 0;
    set_empty(f, warp, true);
}

void fetch_stop(fetch *f, int warp)
{
    f->held[warp] = f->good[warp] = 0;
    f->stopped[warp / 64] |= (uint64_t)1 << warp % 64;
    set_empty(f, warp, false);
    if (f->decoding == warp)
        f->decoding = -1;
}

void fetch_go(fetch *f, int warp)
{
    f->stopped[warp / 64] &= ~((uint64_t)1 << warp % 64);
    set_empty(f, warp, f->there[warp] && !f->waiting[warp]);
}

void fetch_filled(fetch *f, int warp)
{
    if (f->waiting[warp])
        set_empty(f, warp, true);
    f->waiting[warp] = false;
}

/* The instruction at its pc, and the one behind it, which the warp executes if it does not jump. */
static void decode(fetch *f, int warp)
{
    uint64_t pc, behind;
    if (!f->source.pc(f->source.own, warp, 0, &pc)) {
        set_empty(f, warp, true);
        return;
    }
    uint64_t next = pc + (uint64_t)f->instruction_bytes;
    f->held[warp] = f->good[warp] = 1;
    if (next / (uint64_t)f->line_bytes != pc / (uint64_t)f->line_bytes)
        return;
    f->held[warp] = FETCH_BUFFER;
    if (f->source.pc(f->source.own, warp, 1, &behind) && behind == next)
        f->good[warp] = FETCH_BUFFER;
}

/* The first empty one of these warps that has an instruction fetches it, or waits for its line. */
static bool fetch_one(fetch *f, int from, int end)
{
    for (int warp = next_empty(f, from); warp < end; warp = next_empty(f, warp + 1)) {
        uint64_t pc;
        if (!f->source.pc(f->source.own, warp, 0, &pc)) { /* it has no more, ever */
            set_empty(f, warp, false);
            continue;
        }
        f->last = warp;
        set_empty(f, warp, false);
        if (f->source.line(f->source.own, warp, pc))
            f->decoding = warp;
        else
            f->waiting[warp] = true;
        return true;
    }
    return false;
}

bool fetch_cycle(fetch *f)
{
    if (f->ideal)
        return false;
    int decoded = f->decoding;
    f->decoding = -1;
    if (decoded >= 0)
        decode(f, decoded);
    int behind = f->last + 1;
    return fetch_one(f, behind, FETCH_WARPS) || fetch_one(f, 0, behind) || decoded >= 0;
}
