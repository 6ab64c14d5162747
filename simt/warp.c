/* SPDX-License-Identifier: Apache-2.0 */
#include "warp.h"

#include <stdlib.h>
#include <string.h>

#include "../base/text.h"

void simt_warp_make(simt_warp *w, int lanes, uint32_t private_size)
{
    memset(w, 0, sizeof *w);
    w->lanes = lanes;
    w->registers = zalloc((size_t)SIMT_REGISTERS * (size_t)lanes * sizeof *w->registers);
    simt_private_make(&w->view.own, private_size, lanes);
}

void simt_warp_free(simt_warp *w)
{
    arena_free(w->registers);
    simt_private_free(&w->view.own);
}

void simt_warp_start(simt_warp *w, uint32_t pc, int count)
{
    const int n = w->lanes;

    memset(w->registers, 0, (size_t)SIMT_REGISTERS * (size_t)w->lanes * sizeof *w->registers);
    memset(w->frm, 0, sizeof w->frm);
    memset(w->fflags, 0, sizeof w->fflags);
    w->frm_set = false;
    w->known = 0;
    simt_private_clear(&w->view.own);
    for (int i = 0; i < n; i++) {
        w->status[i] = i < count ? SIMT_RUNS : SIMT_ENDED;
        w->lane_pc[i] = pc;
    }
    w->live = count;
}

void simt_warp_spread(simt_warp *w, uint32_t pc)
{
    const int n = w->lanes;

    for (int i = 0; i < n; i++)
        w->lane_pc[i] = w->active[i] ? pc : w->lane_pc[i];
}

static bool is_before(uint32_t sp, uint32_t pc, uint32_t other_sp, uint32_t other_pc)
{
    return sp < other_sp || (sp == other_sp && pc < other_pc);
}

void simt_warp_choose(simt_warp *w)
{
    const int n = w->lanes;
    const uint32_t *sp = w->registers + SIMT_SP * w->lanes;
    uint32_t best_sp = 0, best_pc = 0;
    bool any = false;

    for (int i = 0; i < n; i++)
        if (w->status[i] == SIMT_RUNS && (!any || is_before(sp[i], w->lane_pc[i], best_sp, best_pc))) {
            any = true;
            best_sp = sp[i];
            best_pc = w->lane_pc[i];
        }
    memset(w->mask, 0, sizeof w->mask);
    w->pc = best_pc;
    w->count = 0;
    w->others = false;
    for (int i = 0; i < n; i++) {
        bool runs = w->status[i] == SIMT_RUNS, in = runs && sp[i] == best_sp && w->lane_pc[i] == best_pc;
        w->active[i] = in ? ~0u : 0;
        if (in) {
            w->first = w->count++ == 0 ? i : w->first;
            w->mask[i / 32] |= 1u << (i % 32);
        } else if (runs && (!w->others || is_before(sp[i], w->lane_pc[i], w->rest_sp, w->rest_pc))) {
            w->others = true;
            w->rest_sp = sp[i];
            w->rest_pc = w->lane_pc[i];
        }
    }
}
