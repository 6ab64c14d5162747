/* SPDX-License-Identifier: Apache-2.0 */
#include "replay_warps.h"

#include <string.h>

#include "../base/msg.h"

void replay_warps_open(replay_warps *w, const feed_survey *s, int places, int ports)
{
    *w = (replay_warps){.s = s, .places = places, .ports = ports, .free = places};
    for (int p = 0; p < places; p++)
        w->place[p].warp = -1;
    w->f = feed_open(s, FEED_WRITES);
}

void replay_warps_close(replay_warps *w)
{
    feed_close(w->f);
}

static void set_key(replay_warps *w, int place)
{
    replay_place *p = &w->place[place];
    const feed_instruction *next = feed_next(w->f, p->warp);
    p->key = (next ? next->number : feed_bound(w->f, p->warp)) + p->late;
}

/* Puts a place where its key belongs among those from `from` on. */
static void put(replay_warps *w, int port, int from, int place)
{
    int *order = w->order[port], at = w->count[port]++;
    while (at > from && w->place[order[at - 1]].key > w->place[place].key)
        at--;
    memmove(order + at + 1, order + at, (size_t)(w->count[port] - 1 - at) * sizeof *order);
    order[at] = place;
}

static void pull(replay_warps *w, int port, int n)
{
    int *order = w->order[port];
    memmove(order + n, order + n + 1, (size_t)(--w->count[port] - n) * sizeof *order);
}

static void admit_warp(replay_warps *w, int warp, uint64_t late)
{
    int place = 0;
    while (w->place[place].warp >= 0)
        place++;
    w->place[place] = (replay_place){.warp = warp, .left = w->s->warps[warp].instructions, .late = late};
    w->free--;
    set_key(w, place);
    put(w, place % w->ports, 0, place);
}

void replay_warps_admit(replay_warps *w)
{
    const feed_survey *s = w->s;
    while (w->block < s->block_count && s->blocks[w->block].warps <= w->free) {
        const feed_block *b = &s->blocks[w->block];
        uint64_t late = w->last + 1 > b->first ? w->last + 1 - b->first : 0;
        for (int i = w->warp, left = b->warps; left > 0; i++)
            if (s->warps[i].block == w->block) {
                admit_warp(w, i, late);
                left--;
            }
        w->block++;
        while (w->warp < s->warp_count && s->warps[w->warp].block < w->block)
            w->warp++;
    }
}

int replay_warps_look(replay_warps *w, int port, int n, const feed_instruction **i)
{
    while (n < w->count[port]) {
        int place = w->order[port][n];
        *i = feed_next(w->f, w->place[place].warp);
        if (*i)
            return place;
        if (!feed_read(w->f) && feed_next(w->f, w->place[place].warp) == NULL)
            die("%s has changed while it was read", w->s->path);
        pull(w, port, n);
        set_key(w, place);
        put(w, port, n, place);
    }
    return -1;
}

feed_instruction *replay_warps_take(replay_warps *w, int port, int n)
{
    int place = w->order[port][n];
    replay_place *p = &w->place[place];
    feed_instruction *i = feed_take(w->f, p->warp);

    if (p->key > w->last)
        w->last = p->key;
    pull(w, port, n);
    if (--p->left > 0) {
        set_key(w, place);
        put(w, port, 0, place);
    }
    return i;
}

void replay_warps_leave(replay_warps *w, int place)
{
    w->place[place].warp = -1;
    w->free++;
}

bool replay_warps_done(const replay_warps *w)
{
    return w->block == w->s->block_count && w->free == w->places;
}
