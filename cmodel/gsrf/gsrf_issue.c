/* SPDX-License-Identifier: Apache-2.0
 *
 * gsrf_issue.c - instructions of gsrf: their collectors, from issue to operands. */
#include "gsrf.h"

bool gsrf_issue_ready(const gsrf_state *s, int k)
{
    return s->busy[k] != low_ones(s->g.collectors);
}

/* A source that is not used is there, with value and tag 0. */
static void take_source(gsrf_state *s, const gsrf_cycle *y, gsrf_collector *collector, int i, const uint32_t *in)
{
    const gsrf_geometry *g = &s->g;
    memset(collector->undefined[i], 0, sizeof collector->undefined[i]);
    if (in[GSRF_ISSUE_USED] >> i & 1) {
        gsrf_source *source = &collector->source[i];
        source->place = gsrf_place_of(g, in[GSRF_ISSUE_WARP], in[GSRF_ISSUE_SOURCE + i]);
        source->before = file_youngest(&s->order, s->held | y->stored, &source->place);
        bool gone = source->before != GSRF_NONE && y->stored >> source->before & 1;
        if (gone)
            source->before = GSRF_NONE;
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
        int free = __builtin_ctz(~s->busy[k]);
        gsrf_collector *collector = &s->collector[k * g->collectors + free];
        s->busy[k] |= (uint32_t)1 << free;
        memcpy(collector->mask, in + GSRF_ISSUE_MASK, (size_t)g->mask_words * sizeof *in);
        memcpy(collector->user, in + GSRF_ISSUE_MASK + g->mask_words, (size_t)g->user_words * sizeof *in);
        collector->number = s->issued++;
        collector->to_read = 0;
        collector->waits = false;
        collector->missing = 0;
        collector->from = s->now + 2;
        for (int i = 0; i < GSRF_SOURCES; i++)
            take_source(s, y, collector, i, in);
        collector->request = collector->to_read ? __builtin_ctz(collector->to_read) : GSRF_NONE;
    }
}

int gsrf_offered(const gsrf_state *s, int k)
{
    const gsrf_collector *at = &s->collector[k * s->g.collectors];
    int oldest = s->offer[k];
    if (oldest != GSRF_NONE)
        return oldest;
    for (uint32_t left = s->busy[k]; left; left &= left - 1) {
        int i = __builtin_ctz(left);
        if (at[i].missing == 0 && s->now >= at[i].from && (oldest == GSRF_NONE || at[i].number < at[oldest].number))
            oldest = i;
    }
    return oldest;
}

void gsrf_operands(gsrf_state *s, const gsrf_cycle *y)
{
    for (int k = 0; k < s->g.issues; k++) {
        int i = gsrf_offered(s, k);
        bool taken = gsrf_operands_in(s, y, k);
        s->offer[k] = taken ? GSRF_NONE : i;
        if (i != GSRF_NONE && taken)
            s->busy[k] &= ~((uint32_t)1 << i);
    }
}
