/* SPDX-License-Identifier: Apache-2.0
 *
 * assist_deploy.c - instances of assist's model: their instructions go out, and they end. */
#include "assist.h"

/* ---- Pick ---- */

static bool may_be_picked(const assist_state *s, int e)
{
    const assist_entry *x = &s->entry[e];
    if (x->phase != ASSIST_RUNS || e == s->row)
        return false;
    if (x->trigger.high)
        return x->in_part < s->g.room;
    const bool low_in_row = s->row >= 0 && !s->entry[s->row].trigger.high;
    return !s->throttled && s->low.count + low_in_row < ASSIST_PART_WORDS;
}

/* The first from the entry behind the last one that was picked. */
static int to_pick(const assist_state *s)
{
    for (int k = 1; s->entries_used > 0 && k <= s->g.entries; k++)
        if (may_be_picked(s, (s->picked + k) % s->g.entries))
            return (s->picked + k) % s->g.entries;
    return -1;
}

/* ---- Row ---- */

static assist_queue *queue_of(assist_state *s, int e)
{
    return s->entry[e].trigger.high ? &s->front : &s->low;
}

static int smaller(int a, int b)
{
    return a < b ? a : b;
}

/* What is staged of the row in R: up to its end, a last one or a branch. At most `room` instructions of high priority. */
static assist_word word_of(assist_state *s, int e, int room)
{
    const assist_shape *g = &s->g;
    assist_entry *x = &s->entry[e];
    assist_word w = {.address = x->next, .instance = (uint32_t)e, .trigger = x->trigger};
    const int most = smaller(x->trigger.high ? room : 1, g->most - x->staged);
    const int end = smaller(most, g->width - (int)(x->next % (uint32_t)g->width));
    const assist_instruction *at = &s->store[x->next];
    while ((int)w.count < end && !w.last && !w.branch) {
        memcpy(w.instruction[w.count++], at->bits, sizeof at->bits);
        w.last = at->last;
        w.branch = at->branch && !at->last;
        at++;
    }
    x->staged += (int)w.count;
    x->cut = x->staged == g->most && !w.last;
    w.last |= x->cut;
    w.branch &= !w.last;
    x->next = (x->next + w.count) % (uint32_t)g->store;
    x->phase = w.last ? ASSIST_LAST : w.branch ? ASSIST_STOPS : ASSIST_RUNS;
    return w;
}

/* ---- Deploy, idle ---- */

bool assist_offers(const assist_state *s, const assist_queue *q)
{
    return q->count > 0 && (q->waits || !s->asked);
}

static void leave(assist_queue *q, bool offered, bool taken)
{
    q->waits = offered && !taken;
    if (taken) {
        q->count--;
        q->word[0] = q->word[1];
    }
}

/* ---- Answers ---- */

static void answer(assist_state *s, const assist_inputs *in)
{
    for (int e = 0; in->issued && e < s->g.entries; e++)
        if ((in->issued[0] >> e & 1) && s->entry[e].in_part > 0)
            s->entry[e].in_part--;
    for (int e = 0; in->retire && e < s->g.entries; e++)
        if ((in->retire[0] >> e & 1) && s->entry[e].phase == ASSIST_LAST)
            s->entry[e].phase = ASSIST_OVER;
    if (in->resume && s->entry[in->resume[0]].phase == ASSIST_STOPS) {
        s->entry[in->resume[0]].phase = ASSIST_RUNS;
        s->entry[in->resume[0]].next = in->resume[1];
    }
}

/* What leaves, the row that moves on, what is picked, and what the core answers. */
void assist_stage(assist_state *s, const assist_inputs *in)
{
    const int row = s->row;
    assist_queue *q = row >= 0 ? queue_of(s, row) : NULL;
    const bool moves = q && !s->asked && q->count < ASSIST_PART_WORDS, opens = q == NULL || moves;
    const int picked = opens && !s->asked ? to_pick(s) : -1, room = row >= 0 ? s->g.room - s->entry[row].in_part : 0;
    leave(&s->front, assist_offers(s, &s->front), in->deployed);
    leave(&s->low, assist_offers(s, &s->low), in->idled);
    answer(s, in);
    if (moves) {
        const assist_word w = word_of(s, row, room);
        const bool high = w.trigger.high;
        q->word[q->count++] = w;
        s->entry[row].in_part += high ? (int)w.count : 0;
        assist_tally(s, high ? ASSIST_HIGH : ASSIST_LOWS, w.count);
    }
    if (opens && !s->asked)
        s->row = picked;
    if (picked >= 0)
        s->picked = picked;
}

/* ---- Done ---- */

int assist_ending(const assist_state *s)
{
    for (int k = 1; s->entries_used > 0 && k <= s->g.entries; k++)
        if (s->entry[(s->ended + k) % s->g.entries].phase == ASSIST_OVER)
            return (s->ended + k) % s->g.entries;
    return -1;
}

void assist_end(assist_state *s, int e)
{
    if (s->done.valid) {
        assist_tally(s, ASSIST_ENDED, 1);
        assist_tally(s, ASSIST_CUT, s->done.cut);
    }
    s->done = s->ending;
    s->ending.valid = e >= 0;
    if (e < 0)
        return;
    s->ending.cut = s->entry[e].cut;
    s->ending.instance = (uint32_t)e;
    s->ending.trigger = s->entry[e].trigger;
    s->entry[e].phase = ASSIST_FREE;
    s->entries_used--;
    s->ended = e;
}

/* ---- Kill ---- */

bool assist_kill_ready(const assist_state *s)
{
    return s->asked && !assist_offers(s, &s->front) && !assist_offers(s, &s->low);
}

static void kill_words(assist_queue *q, uint32_t warp)
{
    int left = 0;
    for (int k = 0; k < q->count; k++)
        if (q->word[k].trigger.warp != warp)
            q->word[left++] = q->word[k];
    q->count = left;
}

/* All of the warp goes but what was taken in this cycle. */
void assist_kill(assist_state *s, uint32_t warp)
{
    bool some = false, holds = s->taken >= 0 && s->place[s->taken].trigger.high && s->place[s->taken].trigger.warp == warp;
    for (int p = 0; p < s->g.places; p++)
        if (s->place[p].used && p != s->taken && s->place[p].trigger.warp == warp) {
            s->place[p].used = false;
            s->places_used--;
            some = true;
        }
    if (s->row >= 0 && s->entry[s->row].trigger.warp == warp)
        s->row = -1;
    for (int e = 0; e < s->g.entries; e++)
        if (s->entry[e].phase != ASSIST_FREE && s->entry[e].trigger.warp == warp) {
            s->entry[e].phase = ASSIST_FREE;
            s->entries_used--;
            some = true;
        }
    if (s->done.valid && s->done.trigger.warp == warp) { /* it was ending */
        s->done.valid = false;
        some = true;
    }
    kill_words(&s->front, warp);
    kill_words(&s->low, warp);
    if (!holds)
        s->held[warp / 32] &= ~((uint32_t)1 << warp % 32);
    assist_tally(s, ASSIST_KILLS, 1);
    assist_tally(s, ASSIST_EMPTY_KILLS, !some);
}

/* ---- Throttle ---- */

void assist_throttle(assist_state *s, const assist_inputs *in)
{
    assist_tally(s, ASSIST_THROTTLED, s->throttled);
    s->slots += in->busy ? in->busy[0] : 0;
    if (++s->cycle == s->g.window) {
        s->throttled = s->slots > (uint32_t)s->g.limit;
        s->cycle = 0;
        s->slots = 0;
    }
}
