/* SPDX-License-Identifier: Apache-2.0
 *
 * results.h - the cell wf_results: the open results of a port, whose last packet has not come (docs/merge.md, "Cycle by cycle"). A packet is
 * merged into the open result of its register, or it begins one. It gives one write at most. All 0 at reset: none is open. */
#ifndef WF_RESULTS_H
#define WF_RESULTS_H

#include "bits.h"
#include "warpfold.h"

enum { RESULTS_MAX = 16, RESULTS_USER_WORDS = 4 };

/* A result, a packet of one, or a write. Lanes that are not in the mask are 0. */
typedef struct {
    uint32_t warp, dest;
    uint32_t mask[WF_MASK_WORDS], values[WF_MAX_LANES], user[RESULTS_USER_WORDS];
} result;

/* A list, oldest first. */
typedef struct {
    int count;
    result at[RESULTS_MAX];
} results;

/* What a packet gives. */
typedef enum { RESULTS_NONE, RESULTS_COMPLETE, RESULTS_EVICTED } results_write;

static inline void results_add(results *l, const result *r)
{
    l->at[l->count++] = *r;
}

/* Takes number k out of the list. */
static inline void results_take(results *l, int k)
{
    l->count--;
    memmove(l->at + k, l->at + k + 1, (size_t)(l->count - k) * sizeof *l->at);
}

/* Find: the result of this register, or -1. */
static inline int results_find(const results *l, const result *packet)
{
    for (int k = 0; k < l->count; k++)
        if (l->at[k].warp == packet->warp && l->at[k].dest == packet->dest)
            return k;
    return -1;
}

/* Merge: the lanes of the packet take its values, the younger ones. */
static inline void results_merge(result *r, const result *packet, int lanes)
{
    for (int i = 0; i < lanes; i++)
        if (get_bit(packet->mask, i))
            r->values[i] = packet->values[i];
    for (int i = 0; i < WF_MASK_WORDS; i++)
        r->mask[i] |= packet->mask[i];
    memcpy(r->user, packet->user, sizeof r->user);
}

/* A packet is accepted where so many results can be open. The write that it gives: itself, or the result that it ends; or the oldest
 * result as it is, whose entry it takes. */
static inline results_write results_packet(results *open, int entries, int lanes, const result *packet, bool last, result *write)
{
    int k = results_find(open, packet);
    result own = {.warp = packet->warp, .dest = packet->dest}, *r = k < 0 ? &own : &open->at[k];
    results_merge(r, packet, lanes);
    if (last) {
        *write = *r;
        if (k >= 0)
            results_take(open, k);
        return RESULTS_COMPLETE;
    }
    if (k >= 0)
        return RESULTS_NONE;
    bool full = open->count == entries;
    if (full) {
        *write = open->at[0];
        results_take(open, 0);
    }
    results_add(open, r);
    return full ? RESULTS_EVICTED : RESULTS_NONE;
}

#endif
