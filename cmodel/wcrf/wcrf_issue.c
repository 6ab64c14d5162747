/* SPDX-License-Identifier: Apache-2.0
 *
 * wcrf_issue.c - instructions of wcrf: their collectors, from issue to operands. */
#include "wcrf.h"

bool wcrf_issue_ready(const wcrf_state *s, int k)
{
    return s->busy[k] != low_ones(s->g.collectors);
}

/* Source `number` of the collector with this number waits for a write, or becomes a request later in this cycle (wcrf_ask). */
static void ask(wcrf_state *s, int collector, int number, file_place place)
{
    int port = WCRF_SOURCES * collector + number, before = s->g.interlock ? file_youngest(&s->order, s->held, &place) : WCRF_NONE;
    s->collector[collector].source[number] = (wcrf_source){place, before};
    s->waiting[port / 64] |= (uint64_t)1 << port % 64;
}

/* Is a write of this register accepted in this cycle? */
static bool is_written(const wcrf_state *s, const wcrf_cycle *y, const file_place *p)
{
    for (uint32_t left = y->accepted; left; left &= left - 1) {
        const result *write = &y->write[__builtin_ctz(left)];
        if (wcrf_place_of(&s->g, write->warp, write->dest).at == p->at)
            return true;
    }
    return false;
}

/* Early move: of the candidate of the cycle before. Slots that are chosen to be stored in this cycle hold their write. */
void wcrf_early_move(wcrf_state *s, wcrf_cycle *y)
{
    const file_place *p = &s->candidate.place;
    bool valid = s->candidate.valid && s->g.compress;
    s->candidate.valid = false;
    if (!valid || s->move.under_way || y->move_starts || !wcrf_compressed(s, p) || file_youngest(&s->order, s->held, p) != WCRF_NONE ||
        is_written(s, y, p))
        return;
    y->move_starts = true;
    y->move_slot = WCRF_NONE;
    y->move_place = *p;
}

/* An instruction that is accepted is the next candidate, if it writes some lanes and not all. The caller looks at the ports in rising order. */
void wcrf_propose(wcrf_state *s, const uint32_t *in)
{
    const uint32_t *mask = in + WCRF_ISSUE_MASK;
    if (s->candidate.valid || !(in[WCRF_ISSUE_WRITES] & 1) || wf_mask_empty(mask, s->g.lanes) || wf_mask_full(mask, s->g.lanes))
        return;
    s->candidate.valid = true;
    s->candidate.place = wcrf_place_of(&s->g, in[WCRF_ISSUE_WARP], in[WCRF_ISSUE_DEST]);
}

void wcrf_issue(wcrf_state *s, wcrf_cycle *y)
{
    const wcrf_geometry *g = &s->g;
    for (int k = 0; k < g->issues; k++) {
        const uint32_t *in = wcrf_issue_in(s, y, k);
        if (!(in[WCRF_VALID] & 1) || !wcrf_issue_ready(s, k))
            continue;
        int place = __builtin_ctz(~s->busy[k]), number = k * g->collectors + place;
        wcrf_collector *collector = &s->collector[number];
        s->busy[k] |= (uint32_t)1 << place;
        memcpy(collector->mask, in + WCRF_ISSUE_MASK, (size_t)g->mask_words * sizeof *in);
        memcpy(collector->user, in + WCRF_ISSUE_MASK + g->mask_words, (size_t)g->user_words * sizeof *in);
        collector->number = s->issued++;
        collector->missing = 0;
        collector->from = s->now + 2;
        for (int i = 0; i < WCRF_SOURCES; i++) {
            if (in[WCRF_ISSUE_USED] >> i & 1) {
                collector->missing++;
                ask(s, number, i, wcrf_place_of(g, in[WCRF_ISSUE_WARP], in[WCRF_ISSUE_SOURCE + i]));
            } else {
                memset(collector->value[i], 0, (size_t)g->lanes * sizeof *in);
            }
        }
        wcrf_propose(s, in);
    }
}

int wcrf_offered(const wcrf_state *s, int k)
{
    const wcrf_collector *at = &s->collector[k * s->g.collectors];
    int oldest = s->offer[k];
    if (oldest != WCRF_NONE)
        return oldest;
    for (uint32_t left = s->busy[k]; left; left &= left - 1) {
        int i = __builtin_ctz(left);
        if (at[i].missing == 0 && s->now >= at[i].from && (oldest == WCRF_NONE || at[i].number < at[oldest].number))
            oldest = i;
    }
    return oldest;
}

void wcrf_operands(wcrf_state *s, const wcrf_cycle *y)
{
    for (int k = 0; k < s->g.issues; k++) {
        int i = wcrf_offered(s, k);
        bool taken = wcrf_operands_in(s, y, k);
        s->offer[k] = taken ? WCRF_NONE : i;
        if (i != WCRF_NONE && taken)
            s->busy[k] &= ~((uint32_t)1 << i);
    }
}
