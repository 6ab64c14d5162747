/* SPDX-License-Identifier: Apache-2.0
 *
 * sm.c - a cycle of a streaming multiprocessor. It reads top to bottom in sm_cycle at the end; each step stands under its heading, the last stage first. */
#include "sm_parts.h"

#include <string.h>

#include "../base/arena.h"
#include "../base/msg.h"
#include "../cmodel/warpfold.h"

const char *const slot_names[] = {"active", "memory", "compute", "data", "idle"};

/* ---- what fetch asks ---- */

static bool pc_of(void *own, int warp, int n, uint64_t *pc)
{
    sm *m = own;
    const sm_warp *w = &m->warp[warp];
    const feed_instruction *i = w->number < 0 ? NULL : sm_next(m, w, n);
    if (i)
        *pc = m->code + i->pc;
    return i != NULL;
}

static bool line_of(void *own, int warp, uint64_t pc)
{
    (void)warp;
    return memory_line(&((sm *)own)->memory, pc);
}

/* ---- execute ---- */

static void read_operands(sm *m, const sm_operation *o)
{
    scoreboard_read(sm_board(m, o), sm_row(m, o), o->i);
    m->moved = true;
}

/* A pipe of its kind that may take it; -1: none. The pipes of SP stand first. */
static int pipe_for(const sm *m, const sm_latency *l)
{
    int first = l->kind == PIPE_SP ? 0 : m->m->sp_pipes, count = l->kind == PIPE_SP ? m->m->sp_pipes : m->m->sfu_pipes;
    for (int k = first; k < first + count; k++)
        if (pipes_may_take(&m->pipes, k, l->latency))
            return k;
    return -1;
}

static bool may_execute(void *own, int number)
{
    const sm *m = own;
    const sm_latency *l = &m->operation[number].latency;
    if (l->kind == PIPE_HELP)
        return memory_may_help(&m->memory);
    return l->kind == PIPE_MEM ? memory_may_take(&m->memory) : pipe_for(m, l) >= 0;
}

static void enter_pipe(void *own, int number)
{
    sm *m = own;
    const sm_operation *o = &m->operation[number];
    const routine_access *access = o->latency.kind == PIPE_HELP ? events_access(m->assist, o->job, number) : NULL;
    if (access)
        memory_help_routine(&m->memory, number, o->warp, o->i, access);
    else if (o->latency.kind == PIPE_HELP)
        memory_help(&m->memory, number, o->i, helpers_line(m->assist, o->job));
    else if (o->latency.kind == PIPE_MEM)
        memory_take(&m->memory, number, o->warp, o->i);
    else
        pipes_take(&m->pipes, pipe_for(m, &o->latency), o->latency.latency, o->latency.interval, number);
}

static void leave_file(sm *m)
{
    for (pipe_kind kind = PIPE_SP; kind < PIPE_KINDS; kind++)
        for (int n = 0; n < m->file.shape.width[kind]; n++) {
            int number = banks_front(&m->file, (int)kind, n);
            if (number < 0 || !may_execute(m, number))
                continue;
            enter_pipe(m, number);
            banks_leave(&m->file, (int)kind, n);
            read_operands(m, &m->operation[number]);
        }
}

static void issue_at(void *own, int k)
{
    sm *m = own;
    if (m->warps > 0)
        sm_issue(m, k, true);
}

/* ---- cycles that are passed over ---- */

/* The cycles that were passed over: each did what the one before them did. */
static void wake(sm *m)
{
    uint64_t cycles = m->slept;
    if (cycles == 0)
        return;
    m->slept = 0;
    m->counts.warp_cycles += cycles * (uint64_t)m->warps;
    m->counts.busy_cycles += m->warps > 0 ? cycles : 0;
    for (int k = 0; k < m->m->schedulers && m->warps > 0; k++)
        m->counts.slots[m->last_slot[k]] += cycles;
    if (m->unit && m->warps > 0)
        unit_rest(m->unit, cycles);
    if (m->assist)
        helpers_rest(m->assist, cycles);
    pipes_skip(&m->pipes, cycles);
    memory_skip(&m->memory, cycles);
}

void sm_skip(sm *m, uint64_t cycles)
{
    m->slept += cycles;
}

const sm_counts *sm_count(sm *m)
{
    wake(m);
    if (m->assist)
        m->counts.helpers = m->assist->counts;
    if (m->assist && m->assist->own) {
        m->counts.events = m->assist->own->counts;
        m->counts.events.ahead = *mem_prefetched(m->memory.mem, m->number);
    }
    return &m->counts;
}

/* ---- blocks ---- */

bool sm_has_room(const sm *m, int warps, int most)
{
    return m->blocks < most && m->warps + m->held_count + warps <= m->places;
}

void sm_enter(sm *m, int block, const int *warps, int count)
{
    int b = 0, w = 0;
    wake(m);
    m->asleep = false;
    while (m->block[b].number >= 0)
        b++;
    m->block[b] = (sm_block){.number = block, .warps = count};
    for (int k = 0; k < count; k++, w++) {
        while (m->warp[w].number >= 0 || m->held[w])
            w++;
        m->warp[w] = (sm_warp){.number = warps[k], .block = b, .left = m->s->warps[warps[k]].instructions};
        m->working += m->warp[w].left > 0;
        scheduler_enter(&m->schedulers[w % m->m->schedulers], w);
        fetch_enter(&m->fetch, w);
        if (m->assist) {
            helpers_enter(m->assist, w);
            memory_hurry(&m->memory, w, false);
        }
    }
    m->blocks++;
    m->warps += count;
}

/* ---- the whole ---- */

void sm_launch(sm *m, uint64_t code)
{
    m->code = code;
    m->asleep = false;
    memory_launch(&m->memory);
}

static void left(void *own, int warp)
{
    sm *m = own;
    m->held[warp] = false;
    m->held_count--;
}

static void unit_written(void *own, int number)
{
    sm *m = own;
    sm_end(m, number);
    m->moved = true;
}

static const sm_unit_calls unit_calls = {may_execute, enter_pipe, unit_written, issue_at, left};

void sm_open(sm *m, const machine *of, int number, const feed_survey *s, feed *f, mem_side *mem, const design *d,
             const helper_source *helpers, const sm_private *private)
{
    const fetch_source source = {m, pc_of, line_of};
    const banks_shape shape = {.banks = of->banks,
                               .collectors = {of->sp_collectors, of->sfu_collectors, of->mem_collectors, helpers ? HELPER_COLLECTORS : 0},
                               .width = {of->sp_pipes, of->sfu_pipes, of->mem_pipes, helpers ? 1 : 0}};
    *m = (sm){.m = of, .s = s, .f = f, .number = number, .places = of->warps};
    for (int w = 0; w < SM_WARPS; w++)
        m->warp[w].number = -1;
    for (int b = 0; b < SM_BLOCKS; b++)
        m->block[b].number = -1;
    for (int k = 0; k < of->schedulers; k++)
        scheduler_open(&m->schedulers[k], (machine_policy)of->policy, of->active_warps);
    while (m->free_operations < SM_OPERATIONS) {
        m->free_operation[m->free_operations] = (int16_t)(SM_OPERATIONS - 1 - m->free_operations);
        m->free_operations++;
    }
    scoreboard_open(&m->board, SM_WARPS, s->registers);
    fetch_open(&m->fetch, of->ideal_fetch, of->fetch_line, of->instruction_bytes, &source);
    banks_open(&m->file, &shape);
    pipes_open(&m->pipes, of->sp_pipes + of->sfu_pipes, of->result_buses);
    memory_open(&m->memory, of, number, s->lanes, mem, &m->fetch, private);
    if (helpers) {
        m->assist = zalloc(sizeof *m->assist);
        helpers_open(m->assist, of, helpers, mem, number);
    }
    if (d == NULL)
        return;
    m->unit = zalloc(sizeof *m->unit);
    unit_open(m->unit, d, s, &unit_calls, m, &m->board, NULL);
    if (m->unit->f.p.shape.warps < m->places)
        m->places = m->unit->f.p.shape.warps;
}

void sm_close(sm *m, file_counts *to)
{
    scoreboard_close(&m->board);
    memory_close(&m->memory);
    banks_close(&m->file);
    if (m->assist) {
        helpers_close(m->assist);
        arena_free(m->assist);
    }
    if (m->unit == NULL)
        return;
    unit_close(m->unit);
    file_counts_add(to, &m->unit->counts);
    file_counts_free(&m->unit->counts);
    arena_free(m->unit);
}

static void banked_stages(sm *m)
{
    sm_write_results(m);
    memory_cycle(&m->memory);
    m->results += pipes_done(&m->pipes, m->result + m->results);
    leave_file(m);
    pipes_clock(&m->pipes);
    banks_cycle(&m->file);
    for (int k = 0; k < m->m->schedulers && m->warps > 0; k++)
        sm_issue(m, k, true);
}

/* The register file calls what happens in its cycle; it stands still while the SM has no work. A scheduler whose port is not ready, or takes an instruction of
 * several items, issues nothing. */
static void unit_stages(sm *m)
{
    sm_give_results(m);
    memory_cycle(&m->memory);
    m->results = pipes_done(&m->pipes, m->result);
    if (m->warps > 0 || !unit_rest(m->unit, 0)) {
        unit_cycle(m->unit);
        m->moved |= m->unit->moved;
    }
    pipes_clock(&m->pipes);
    for (int k = 0; k < m->m->schedulers && m->warps > 0; k++)
        if (!m->unit->issued[k])
            sm_issue(m, k, false);
}

/* What the controller counts as used: issue slots; or, of the memory pipeline, the load-store unit, and L1 if most of its MSHRs are in use. */
static int used_slots(const sm *m)
{
    if (m->assist->own == NULL || !m->assist->own->map->memory_busy)
        return m->issued;
    const int used = (m->memory.operation >= 0) + mem_is_busy(m->memory.mem, m->number);
    return used < m->m->schedulers ? used : m->m->schedulers;
}

/* The controller may flush a warp's own instructions; they are fetched again when it is held no more. */
static void flush(sm *m)
{
    const int warp = helper_flushed(&m->assist->ports);
    if (warp >= 0)
        fetch_stop(&m->fetch, warp);
    for (int k = 0; k < FETCH_WORDS; k++)
        for (uint64_t left = m->fetch.stopped[k]; left; left &= left - 1) {
            const int stopped = 64 * k + __builtin_ctzll(left);
            if (!helpers_holds(m->assist, stopped))
                fetch_go(&m->fetch, stopped);
        }
}

/* Nothing happened in this cycle, and nothing will before the memory answers. */
static bool sleeps(sm *m)
{
    if (m->assist && (!helpers_rest(m->assist, 0) || fetch_stops(&m->fetch) || (m->assist->own && m->assist->own->answers > 0)))
        return false;
    if (m->moved || m->turned || m->results > 0 || m->pipes.under_way > 0 || m->file.busy > 0 || !memory_waits(&m->memory))
        return false;
    return m->unit == NULL || unit_rest(m->unit, 0);
}

bool sm_asleep(const sm *m)
{
    return m->asleep && mem_quiet(m->memory.mem, m->number);
}

void sm_cycle(sm *m)
{
    wake(m);
    m->moved = m->turned = false;
    m->block_ended = 0;
    m->counts.warp_cycles += (uint64_t)m->warps;
    m->counts.busy_cycles += m->warps > 0;
    if (m->assist) {
        m->issued = 0;
        m->assist->ending = m->last && m->working == 0;
        helpers_begin(m->assist);
        flush(m);
        if (m->assist->own) {
            sm_take_missed(m);
            sm_take_answers(m);
        }
        sm_leave_helped(m);
    }
    if (m->unit)
        unit_stages(m);
    else
        banked_stages(m);
    m->moved |= fetch_cycle(&m->fetch);
    if (m->assist) {
        helpers_end(m->assist, used_slots(m));
        sm_leave_helped(m);
    }
    m->asleep = sleeps(m);
}

void sm_describe(const sm *m)
{
    for (int w = 0; w < SM_WARPS; w++) {
        const sm_warp *warp = &m->warp[w];
        if (warp->number < 0)
            continue;
        const feed_instruction *i = feed_next(m->f, warp->number);
        note("SM %d, warp %d of block %d: %llu instructions left, %d under way%s%s, next pc %llx", m->number, w,
             m->block[warp->block].number, (unsigned long long)warp->left, warp->under_way, warp->waits ? ", at a barrier" : "",
             warp->fenced ? ", at a fence" : "", i ? (unsigned long long)i->pc : 0);
    }
}
