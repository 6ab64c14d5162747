/* SPDX-License-Identifier: Apache-2.0
 *
 * The specification of assist, part: the counts. What is told at a stream is in them after three cycles. That a trigger was chosen, or an instruction staged, is
 * not seen before it leaves, and never if a kill takes it away. So such a count has a least and a most, and what it shows narrows them from then on. */
#include "assist.h"

#include <string.h>

#include "../fields.h"

static const char *const names[COUNTS] = {"triggers", "waited", "started", "high_instructions", "low_instructions", "ended", "cut",
                                          "wrong",    "full",   "kills",   "empty_kills",       "throttled"};

void caba_find_counts(assist *a)
{
    for (int k = 0; k < COUNTS && a->stream[STATE]; k++)
        a->counts.at[k] = field_at(a->stream[STATE], names[k]);
}

void caba_reset_counts(assist *a)
{
    count_history *c = &a->counts;
    memset(&c->seen, 0, sizeof c->seen);
    memset(c->history, 0, sizeof c->history);
    memset(c->least, 0, sizeof c->least);
    memset(c->most, 0, sizeof c->most);
    memset(c->value, 0, sizeof c->value);
}

static uint32_t smaller(uint32_t x, uint32_t y)
{
    return x < y ? x : y;
}

/* Instructions of high priority that may be staged and have not left: its room, and what the front has. */
static uint32_t staged_high(const assist *a, const trigger *t)
{
    bool may = t->high && (t->state == RUNS || caba_may_have_entry(t));
    return may ? smaller(smaller(a->room - smaller(t->in_part, a->room), a->most - t->left), CABA_QUEUE * a->width) : 0;
}

/* The same of low priority. */
static uint32_t staged_low(const assist *a, const trigger *t)
{
    bool may = !t->high && (t->state == RUNS || caba_may_have_entry(t));
    return may ? smaller(CABA_QUEUE, a->most - t->left) : 0;
}

void caba_count_killed(assist *a, const trigger *t)
{
    uint32_t *killed = a->counts.seen.killed;
    killed[STARTED] += caba_may_have_entry(t);
    killed[HIGH_INSTRUCTIONS] += staged_high(a, t);
    killed[LOW_INSTRUCTIONS] += staged_low(a, t);
}

void caba_keep_counts(assist *a)
{
    uint32_t *possible = a->counts.seen.possible, high = 0, low = 0, may = 0;
    for (const trigger *t = a->first; t; t = t->next) {
        may += caba_may_have_entry(t);
        high += staged_high(a, t);
        low += staged_low(a, t);
    }
    /* Whether it is dropped is told in the next cycle. */
    const verdict *v = &a->now.verdict;
    possible[WRONG] = v->taken && v->may_drop && v->reason != 0;
    possible[FULL] = v->taken && v->may_drop && v->reason == 0;
    possible[STARTED] = may;
    possible[HIGH_INSTRUCTIONS] = smaller(high, CABA_QUEUE * a->width);
    possible[LOW_INSTRUCTIONS] = smaller(low, CABA_QUEUE);
    a->counts.history[a->clock % (CABA_COUNTED + 1)] = a->counts.seen;
}

static const char *judge(assist *a, count_kind k, uint32_t value, const tally *t)
{
    count_history *c = &a->counts;
    int64_t more = (int32_t)(value - t->sure[k]), killed = (int32_t)t->killed[k], possible = t->possible[k];
    if (more < c->least[k] || more > c->most[k] + killed + possible)
        return caba_wrong(a, "state: %s is %u; from %u to %u are right", names[k], value, t->sure[k] + (uint32_t)c->least[k],
                          t->sure[k] + (uint32_t)(c->most[k] + killed + possible));
    if (more - possible > c->least[k])
        c->least[k] = more - possible;
    if (more - killed < c->most[k])
        c->most[k] = more - killed;
    return NULL;
}

const char *caba_judge_counts(assist *a, const uint32_t *fields)
{
    static const tally none;
    count_history *c = &a->counts;
    const tally *t = a->clock < CABA_COUNTED ? &none : &c->history[(a->clock + 1) % (CABA_COUNTED + 1)];
    const char *wrong = NULL;
    for (int k = 0; k < COUNTS && !wrong; k++) {
        uint32_t value = fields[c->at[k]];
        if (value - c->value[k] > ~(uint32_t)0 / 2)
            wrong = caba_wrong(a, "state: %s is %u, and was %u before", names[k], value, c->value[k]);
        c->value[k] = value;
        if (!wrong)
            wrong = judge(a, (count_kind)k, value, t);
    }
    return wrong;
}
