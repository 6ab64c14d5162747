/* SPDX-License-Identifier: Apache-2.0
 *
 * sm_issue.c - a slot of a scheduler: its warps in its order, what the first of them waits for, and the instruction that is issued. */
#include "sm_parts.h"

#include "../base/msg.h"

/* ---- a warp's next instructions ---- */

const feed_instruction *sm_next(sm *m, const sm_warp *w, int n)
{
    if (w->left <= (unsigned)n)
        return NULL;
    for (bool more = true;; more = feed_read(m->f)) { /* the end of the trace completes the last ones */
        const feed_instruction *i = feed_next(m->f, w->number);
        if (i && n == 1)
            i = feed_behind(i);
        if (i)
            return i;
        if (!more)
            die("%s has changed while it was read", m->s->path);
    }
}

/* ---- an instruction ---- */

/* A register that is read twice is read once. */
static void issue_banked(sm *m, int number)
{
    const sm_operation *o = &m->operation[number];
    banks_instruction b = {.operation = number, .warp = o->warp};
    for (int s = 0; s < o->i->sources; s++) {
        int16_t reg = sm_register(m, o, o->i->source[s]);
        int k = 0;
        while (k < b.sources && b.source[k] != reg)
            k++;
        if (k == b.sources)
            b.source[b.sources++] = reg;
    }
    banks_issue(&m->file, (int)o->latency.kind, &b);
}

static void begin(sm *m, int warp)
{
    sm_warp *w = &m->warp[warp];
    int number = m->free_operation[--m->free_operations];
    sm_operation *o = &m->operation[number];
    feed_instruction *i = feed_take(m->f, w->number);

    *o = (sm_operation){.i = i, .warp = warp, .latency = latency_of(m->m, i), .job = -1};
    if (m->assist && o->latency.kind == PIPE_MEM)
        memory_issued(&m->memory, warp);
    const bool over = --w->left == 0;
    w->under_way++;
    w->memory += o->latency.kind == PIPE_MEM;
    w->atomics += i->op == TRACE_ATOMIC;
    if (over)
        sm_end_warp(m, warp);
    else if (m->assist && m->assist->own)
        sm_trigger(m, warp, i);
    scoreboard_issue(&m->board, warp, i);
    if (m->unit)
        unit_issue(m->unit, warp % m->m->schedulers, number, warp, i);
    else
        issue_banked(m, number);
    fetch_issued(&m->fetch, warp);
    m->issued++;
    m->counts.instructions++;
    for (int k = 0; k < TRACE_MASK_WORDS; k++)
        m->counts.lane_instructions += (uint64_t)__builtin_popcount(i->mask[k]);
}

/* An instruction of a routine. */
static void begin_helper(sm *m, const helper_step *s)
{
    int number = m->free_operation[--m->free_operations];
    sm_operation *o = &m->operation[number];
    *o = (sm_operation){
        .i = s->i, .warp = helpers_warp(m->assist, s->job), .latency = latency_of(m->m, s->i), .job = s->job, .step = s->step};
    if (o->latency.kind == PIPE_MEM)
        o->latency.kind = PIPE_HELP;
    scoreboard_issue(&m->assist->board, sm_row(m, o), s->i);
    issue_banked(m, number);
    helpers_issue(m->assist, s, number);
    m->issued++;
    m->moved = true;
}

/* ---- issue ---- */

/* What the warp's next instruction waits for; SLOT_ACTIVE: nothing. `may`: the register file takes one of its scheduler. */
static issue_slot state_of(sm *m, int warp, bool may)
{
    sm_warp *w = &m->warp[warp];
    if (w->stalled || w->waits || w->asks || (m->assist && helpers_holds(m->assist, warp)))
        return SLOT_DATA;
    if (!fetch_look(&m->fetch, warp))
        return SLOT_IDLE;
    const feed_instruction *i = sm_next(m, w, 0);
    if (w->fenced || w->atomics > 0 || !scoreboard_may_issue(&m->board, warp, i)) {
        w->stalled = m->unit == NULL; /* a unit frees registers before their instruction ends */
        return SLOT_DATA;
    }
    if (m->assist && m->assist->own && !sm_may_trigger(m, i))
        return SLOT_DATA;
    pipe_kind kind = latency_of(m->m, i).kind;
    if (!may || m->free_operations <= (m->assist ? HELPER_OPERATIONS : 0) || (m->unit == NULL && !banks_may_issue(&m->file, (int)kind)))
        return kind == PIPE_MEM ? SLOT_MEMORY : SLOT_COMPUTE;
    return SLOT_ACTIVE;
}

static void issue_warp(sm *m, int warp)
{
    sm_warp *w = &m->warp[warp];
    const feed_instruction *i = sm_next(m, w, 0);
    trace_class op = i->op;
    begin(m, warp);
    w->fenced = op == TRACE_FENCE && w->memory > 0;
    if (w->fenced && m->assist)
        memory_hurry(&m->memory, warp, true);
    if (op == TRACE_BARRIER) {
        w->waits = true;
        m->block[w->block].arrived++;
        sm_try_barrier(m, w->block);
    }
}

/* The same of an instruction of a routine. */
static issue_slot state_of_helper(sm *m, const helper_step *s)
{
    pipe_kind kind = latency_of(m->m, s->i).kind;
    if (!scoreboard_may_issue(&m->assist->board, helpers_row(m->assist, s->job), s->i))
        return SLOT_DATA;
    if (m->free_operations == 0 || !banks_may_issue(&m->file, kind == PIPE_MEM ? PIPE_HELP : (int)kind))
        return kind == PIPE_MEM ? SLOT_MEMORY : SLOT_COMPUTE;
    return SLOT_ACTIVE;
}

/* What its routine waits for, which goes first; else the warp. */
static issue_slot try_warp(sm *m, int k, int warp, bool may)
{
    helper_step step;
    issue_slot state;
    if (m->assist && helpers_next(m->assist, warp, &step)) {
        state = state_of_helper(m, &step);
        if (state == SLOT_ACTIVE)
            begin_helper(m, &step);
    } else {
        state = state_of(m, warp, may);
        if (state == SLOT_ACTIVE)
            issue_warp(m, warp);
    }
    if (state == SLOT_ACTIVE) {
        scheduler_issued(&m->schedulers[k], warp);
        m->moved = true;
    }
    return state;
}

/* A slot that nothing else uses. */
static void use_idle(sm *m)
{
    helper_step step;
    if (m->assist && helpers_idle(m->assist, &step) && state_of_helper(m, &step) == SLOT_ACTIVE)
        begin_helper(m, &step);
}

/* What all warps of a scheduler wait for: the first of these that any of them does. */
static issue_slot worse(issue_slot a, issue_slot b)
{
    return a < b ? a : b;
}

void sm_issue(sm *m, int k, bool may)
{
    int order[SCHEDULER_WARPS], count = scheduler_order(&m->schedulers[k], order);
    issue_slot slot = SLOT_IDLE;
    for (int n = 0; n < count && slot != SLOT_ACTIVE; n++) {
        issue_slot state = try_warp(m, k, order[n], may);
        slot = worse(slot, state);
        if (state == SLOT_DATA && (m->warp[order[n]].memory > 0 || m->warp[order[n]].waits)) {
            m->turned |= scheduler_waits(&m->schedulers[k], order[n]);
        }
    }
    if (slot != SLOT_ACTIVE)
        use_idle(m);
    m->counts.slots[slot]++;
    m->last_slot[k] = slot;
}
