/* SPDX-License-Identifier: Apache-2.0
 *
 * sm_fetch.c - instruction buffers, decode and fetch. */
#include "sm_fetch.h"

void fetch_open(fetch *f, bool ideal, int line_bytes, int instruction_bytes, const fetch_source *source)
{
    *f = (fetch){
        .ideal = ideal, .line_bytes = line_bytes, .instruction_bytes = instruction_bytes, .source = *source, .last = -1, .decoding = -1};
}

static uint64_t bit_of(int warp)
{
    return (uint64_t)1 << warp;
}

void fetch_enter(fetch *f, int warp)
{
    f->there[warp] = true;
    f->held[warp] = f->good[warp] = 0;
    f->empty |= bit_of(warp);
}

void fetch_leave(fetch *f, int warp)
{
    f->there[warp] = false;
    f->empty &= ~bit_of(warp);
    f->waiting &= ~bit_of(warp);
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
        f->empty |= bit_of(warp);
    }
    return f->good[warp] > 0;
}

void fetch_issued(fetch *f, int warp)
{
    if (f->ideal)
        return;
    f->good[warp]--;
    if (--f->held[warp] == 0)
        f->empty |= bit_of(warp);
}

void fetch_filled(fetch *f, int warp)
{
    f->empty |= f->waiting & bit_of(warp);
    f->waiting &= ~bit_of(warp);
}

/* The instruction at its pc, and the one behind it, which the warp executes if it does not jump. */
static void decode(fetch *f, int warp)
{
    uint64_t pc, behind;
    if (!f->source.pc(f->source.own, warp, 0, &pc)) {
        f->empty |= bit_of(warp);
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

/* The first of these warps that has an instruction fetches it, or waits for its line. */
static bool fetch_one(fetch *f, uint64_t warps)
{
    for (; warps; warps &= warps - 1) {
        int warp = __builtin_ctzll(warps);
        uint64_t pc;
        if (!f->source.pc(f->source.own, warp, 0, &pc))
            continue;
        f->last = warp;
        f->empty &= ~bit_of(warp);
        if (f->source.line(f->source.own, warp, pc))
            f->decoding = warp;
        else
            f->waiting |= bit_of(warp);
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
    uint64_t behind = f->last < 0 ? UINT64_MAX : ~(uint64_t)1 << f->last;
    return fetch_one(f, f->empty & behind) || fetch_one(f, f->empty & ~behind) || decoded >= 0;
}
