/* SPDX-License-Identifier: Apache-2.0
 *
 * sm_fetch.c - instruction buffers, decode and fetch. */
#include "sm_fetch.h"

void fetch_open(fetch *f, bool ideal, int warps, int line_bytes, int instruction_bytes, const fetch_source *source)
{
    *f = (fetch){.ideal = ideal,
                 .warps = warps,
                 .line_bytes = line_bytes,
                 .instruction_bytes = instruction_bytes,
                 .source = *source,
                 .last = -1,
                 .decoding = -1};
}

void fetch_enter(fetch *f, int warp)
{
    f->there[warp] = true;
    f->waits[warp] = false;
    f->held[warp] = f->good[warp] = 0;
}

void fetch_leave(fetch *f, int warp)
{
    f->there[warp] = false;
    if (f->decoding == warp)
        f->decoding = -1;
}

bool fetch_look(fetch *f, int warp)
{
    uint64_t pc;
    if (f->ideal)
        return f->there[warp] && f->source.pc(f->source.own, warp, 0, &pc);
    if (f->held[warp] > 0 && f->good[warp] == 0)
        f->held[warp] = 0;
    return f->good[warp] > 0;
}

void fetch_issued(fetch *f, int warp)
{
    if (f->ideal)
        return;
    f->held[warp]--;
    f->good[warp]--;
}

void fetch_filled(fetch *f, int warp)
{
    f->waits[warp] = false;
}

/* The instruction at its pc, and the one behind it, which the warp executes if it does not jump. */
static void decode(fetch *f, int warp)
{
    uint64_t pc, behind;
    if (!f->source.pc(f->source.own, warp, 0, &pc))
        return;
    uint64_t next = pc + (uint64_t)f->instruction_bytes;
    f->held[warp] = f->good[warp] = 1;
    if (next / (uint64_t)f->line_bytes != pc / (uint64_t)f->line_bytes)
        return;
    f->held[warp] = FETCH_BUFFER;
    if (f->source.pc(f->source.own, warp, 1, &behind) && behind == next)
        f->good[warp] = FETCH_BUFFER;
}

bool fetch_cycle(fetch *f)
{
    if (f->ideal)
        return false;
    int decoded = f->decoding;
    f->decoding = -1;
    if (decoded >= 0)
        decode(f, decoded);
    for (int k = 1; k <= f->warps; k++) {
        int warp = (f->last + k) % f->warps;
        uint64_t pc;
        if (!f->there[warp] || f->waits[warp] || f->held[warp] > 0 || !f->source.pc(f->source.own, warp, 0, &pc))
            continue;
        f->last = warp;
        if (f->source.line(f->source.own, warp, pc))
            f->decoding = warp;
        else
            f->waits[warp] = true;
        return true;
    }
    return decoded >= 0;
}
