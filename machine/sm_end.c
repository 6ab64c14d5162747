/* SPDX-License-Identifier: Apache-2.0
 *
 * sm_end.c - results are written, and instructions, warps and blocks end. */
#include "sm_parts.h"

/* ---- ends ---- */

static void leave_block(sm *m, int block)
{
    m->block[block].number = -1;
    m->blocks--;
    m->block_ended++;
}

static void leave_warp(sm *m, int warp)
{
    sm_warp *w = &m->warp[warp];
    sm_block *b = &m->block[w->block];
    scheduler_leave(&m->schedulers[warp % m->m->schedulers], warp);
    fetch_leave(&m->fetch, warp);
    if (m->assist)
        helpers_leave(m->assist, warp);
    w->number = -1;
    m->warps--;
    if (m->unit) {
        m->held[warp] = true;
        m->held_count++;
        unit_end(m->unit, warp);
    }
    if (++b->ended == b->warps)
        leave_block(m, w->block);
}

void sm_try_barrier(sm *m, int block)
{
    sm_block *b = &m->block[block];
    if (b->arrived == 0 || b->arrived + b->ended < b->warps)
        return;
    b->arrived = 0;
    for (int w = 0; w < SM_WARPS; w++)
        if (m->warp[w].number >= 0 && m->warp[w].block == block)
            m->warp[w].waits = false;
}

/* A warp whose instructions have all ended leaves, unless a routine is at work for it. */
static void try_leave(sm *m, int warp)
{
    const sm_warp *w = &m->warp[warp];
    int block = w->block;
    if (w->number < 0 || w->left > 0 || w->under_way > 0 || (m->assist && helpers_has(m->assist, warp)))
        return;
    leave_warp(m, warp);
    if (m->block[block].number >= 0)
        sm_try_barrier(m, block);
}

void sm_end_warp(sm *m, int warp)
{
    m->working--;
    if (m->assist) {
        memory_hurry(&m->memory, warp, true);
        helpers_end_warp(m->assist, warp);
    }
    try_leave(m, warp);
}

static void free_operation(sm *m, int number)
{
    m->operation[number].i = NULL;
    m->free_operation[m->free_operations++] = (int16_t)number;
}

static void end_helper(sm *m, int number)
{
    const sm_operation *o = &m->operation[number];
    helpers_completed(m->assist, o->job, o->step);
    free_operation(m, number);
}

void sm_leave_helped(sm *m)
{
    while (m->assist->freed_count > 0)
        try_leave(m, m->assist->freed[--m->assist->freed_count]);
}

void sm_end(sm *m, int number)
{
    sm_operation *o = &m->operation[number];
    sm_warp *w = &m->warp[o->warp];
    int warp = o->warp;
    if (o->job >= 0) {
        end_helper(m, number);
        return;
    }
    w->stalled = false;
    w->under_way--;
    w->memory -= o->latency.kind == PIPE_MEM;
    w->atomics -= o->i->op == TRACE_ATOMIC;
    if (w->fenced && w->memory == 0) {
        w->fenced = false;
        if (m->assist && w->left > 0)
            memory_hurry(&m->memory, warp, false);
    }
    feed_done(m->f, o->i);
    free_operation(m, number);
    try_leave(m, warp);
}

/* ---- write ---- */

/* A result is written: its registers are free for others. */
static void written(sm *m, int number)
{
    sm_operation *o = &m->operation[number];
    scoreboard_written(sm_board(m, o), sm_row(m, o), o->i);
    sm_end(m, number);
    m->moved = true;
}

/* Are the banks of all that it writes free? They are taken. */
static bool take_banks(sm *m, const sm_operation *o)
{
    bool all = true;
    for (int k = 0; k < o->i->destinations; k++)
        all &= banks_write(&m->file, o->warp, sm_register(m, o, o->i->destination[k]));
    return all;
}

/* May it be written, as far as older readers of its registers go? */
static bool was_read(sm *m, const sm_operation *o)
{
    for (int k = 0; k < o->i->destinations && m->m->read_order; k++)
        if (!scoreboard_may_write(sm_board(m, o), sm_row(m, o), o->i->destination[k]))
            return false;
    return true;
}

/* A load waits for its banks; a result of a pipe does if the machine says so. */
static bool may_write(sm *m, int number, bool waits)
{
    const sm_operation *o = &m->operation[number];
    return was_read(m, o) && (take_banks(m, o) || !waits);
}

void sm_write_results(sm *m)
{
    int waiting = 0;
    for (int k = 0; k < m->results; k++)
        if (may_write(m, m->result[k], m->m->wait_for_file))
            written(m, m->result[k]);
        else
            m->result[waiting++] = m->result[k];
    m->results = waiting;
    int load = memory_result(&m->memory);
    if (load >= 0 && may_write(m, load, true)) {
        memory_result_taken(&m->memory);
        written(m, load);
    }
    int helped = m->assist ? memory_helped(&m->memory) : -1;
    if (helped >= 0 && may_write(m, helped, true)) {
        memory_helped_taken(&m->memory);
        written(m, helped);
    }
    for (int store; (store = memory_stored(&m->memory)) >= 0;)
        written(m, store);
}

void sm_give_results(sm *m)
{
    for (int k = 0; k < m->results; k++)
        unit_result(m->unit, m->result[k]);
    m->results = 0;
    for (int load; (load = memory_result(&m->memory)) >= 0; memory_result_taken(&m->memory))
        unit_result(m->unit, load);
    for (int store; (store = memory_stored(&m->memory)) >= 0;)
        unit_result(m->unit, store);
}
