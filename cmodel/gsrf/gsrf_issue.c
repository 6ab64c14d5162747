/* SPDX-License-Identifier: Apache-2.0
 *
 * gsrf_issue.c - instructions of gsrf: their collectors, from issue to operands. */
#include "gsrf.h"

bool gsrf_issue_ready(const gsrf_state *s, int k)
{
    return s->busy[k] != low_ones(s->g.collectors);
}

/* A source that is not used is there, with value and tag 0. */
static void take_source(gsrf_state *s, const gsrf_cycle *y, int number, int i, const uint32_t *in)
{
    const gsrf_geometry *g = &s->g;
    const uint64_t bit = (uint64_t)1 << number;
    gsrf_collector *collector = &s->collector[number];
    memset(collector->undefined[i], 0, sizeof collector->undefined[i]);
    if (in[GSRF_ISSUE_USED] >> i & 1) {
        gsrf_source *source = &collector->source[i];
        source->place = gsrf_place_of(g, in[GSRF_ISSUE_WARP], in[GSRF_ISSUE_SOURCE + i]);
        source->before = file_youngest(&s->order, s->held | y->stored, &source->place);
        bool gone = source->before != GSRF_NONE && y->stored >> source->before & 1;
        if (gone)
            source->before = GSRF_NONE;
        if (source->before != GSRF_NONE)
            s->wait |= bit;
        collector->waits |= gone && collector->to_read == 0;
        collector->to_read |= (uint32_t)1 << i;
        collector->missing++;
    } else {
        memset(collector->value[i], 0, (size_t)g->lanes * sizeof *in);
        memset(collector->tag[i], 0, (size_t)g->tag_words * sizeof *in);
    }
}

/* Issue. */
void gsrf_issue(gsrf_state *s, const gsrf_cycle *y)
{
    const gsrf_geometry *g = &s->g;
    for (int k = 0; k < g->issues; k++) {
        const uint32_t *in = gsrf_issue_in(s, y, k);
        if (!(in[GSRF_VALID] & 1) || !gsrf_issue_ready(s, k))
            continue;
        int free = __builtin_ctz(~s->busy[k]), number = k * g->collectors + free;
        gsrf_collector *collector = &s->collector[number];
        s->busy[k] |= (uint32_t)1 << free;
        memcpy(collector->mask, in + GSRF_ISSUE_MASK, (size_t)g->mask_words * sizeof *in);
        memcpy(collector->user, in + GSRF_ISSUE_MASK + g->mask_words, (size_t)g->user_words * sizeof *in);
        collector->number = s->issued++;
        collector->to_read = 0;
        collector->waits = false;
        collector->missing = 0;
        collector->from = s->now + 2;
        for (int i = 0; i < GSRF_SOURCES; i++)
            take_source(s, y, number, i, in);
        collector->request = collector->to_read ? __builtin_ctz(collector->to_read) : GSRF_NONE;
        *(collector->to_read ? &s->ask : &s->there) |= (uint64_t)1 << number;
    }
}

/* Of the collectors of a port that have all sources in the next cycle the oldest. */
static int oldest_there(const gsrf_state *s, int k)
{
    int oldest = GSRF_NONE;
    for (uint64_t left = s->there & (uint64_t)low_ones(s->g.collectors) << k * s->g.collectors; left; left &= left - 1) {
        int i = __builtin_ctzll(left);
        const gsrf_collector *collector = &s->collector[i];
        if (s->now + 1 >= collector->from && (oldest == GSRF_NONE || collector->number < s->collector[oldest].number))
            oldest = i;
    }
    return oldest;
}

/* Operands: what is taken frees its collector, and what is not taken stays. */
void gsrf_operands(gsrf_state *s, const gsrf_cycle *y)
{
    for (int k = 0; k < s->g.issues; k++) {
        int i = s->offer[k];
        if (i != GSRF_NONE) {
            if (!gsrf_operands_in(s, y, k))
                continue;
            s->busy[k] &= ~((uint32_t)1 << (i - k * s->g.collectors));
            s->there &= ~((uint64_t)1 << i);
        }
        s->offer[k] = oldest_there(s, k);
    }
}
