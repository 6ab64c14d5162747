/* SPDX-License-Identifier: Apache-2.0
 *
 * sm.c - a cycle of a streaming multiprocessor. It reads top to bottom in sm_cycle at the end; each step stands under its heading, the last stage first. */
#include "sm.h"

#include <string.h>

#include "../base/arena.h"
#include "../base/msg.h"
#include "../cmodel/warpfold.h"

/* Of operations, and of collectors, those that are kept for accesses of helper warps: what waits for these must not be in their way. */
enum { HELPER_OPERATIONS = 64, HELPER_COLLECTORS = 2 };

const char *const slot_names[] = {"active", "memory", "compute", "data", "idle"};

/* ---- a warp's next instructions ---- */

/* The n-th from the next one on (0 or 1); NULL: there is none. */
static const feed_instruction *next_of(sm *m, const sm_warp *w, int n)
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

static bool pc_of(void *own, int warp, int n, uint64_t *pc)
{
    sm *m = own;
    const sm_warp *w = &m->warp[warp];
    const feed_instruction *i = w->number < 0 ? NULL : next_of(m, w, n);
    if (i)
        *pc = m->code + i->pc;
    return i != NULL;
}

static bool line_of(void *own, int warp, uint64_t pc)
{
    (void)warp;
    return memory_line(&((sm *)own)->memory, pc);
}

/* ---- an instruction ---- */

static scoreboard *board_of(sm *m, const sm_operation *o)
{
    return o->job < 0 ? &m->board : &m->assist->board;
}

static int row_of(const sm *m, const sm_operation *o)
{
    return o->job < 0 ? o->warp : helpers_row(m->assist, o->job);
}

/* Those of routines lie behind the warp's own. */
static int16_t register_of(const sm *m, const sm_operation *o, int16_t reg)
{
    return (int16_t)(o->job < 0 ? reg : m->s->registers + reg);
}

/* A register that is read twice is read once. */
static void issue_banked(sm *m, int number)
{
    const sm_operation *o = &m->operation[number];
    banks_instruction b = {.operation = number, .warp = o->warp};
    for (int s = 0; s < o->i->sources; s++) {
        int16_t reg = register_of(m, o, o->i->source[s]);
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
    if (--w->left == 0) {
        m->working--;
        if (m->assist)
            memory_hurry(&m->memory, warp, true);
    }
    w->under_way++;
    w->memory += o->latency.kind == PIPE_MEM;
    w->atomics += i->op == TRACE_ATOMIC;
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
    scoreboard_issue(&m->assist->board, row_of(m, o), s->i);
    issue_banked(m, number);
    helpers_issue(m->assist, s);
    m->issued++;
    m->moved = true;
}

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

/* Warps that have ended do not hold a barrier up. */
static void try_barrier(sm *m, int block)
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
        try_barrier(m, block);
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

/* Warps whose last routine has ended. */
static void leave_helped(sm *m)
{
    while (m->assist->freed_count > 0)
        try_leave(m, m->assist->freed[--m->assist->freed_count]);
}

static void end(sm *m, int number)
{
    sm_operation *o = &m->operation[number];
    sm_warp *w = &m->warp[o->warp];
    int warp = o->warp;
    if (o->job >= 0) {
        end_helper(m, number);
        return;
    }
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
    scoreboard_written(board_of(m, o), row_of(m, o), o->i);
    end(m, number);
    m->moved = true;
}

/* Are the banks of all that it writes free? They are taken. */
static bool take_banks(sm *m, const sm_operation *o)
{
    bool all = true;
    for (int k = 0; k < o->i->destinations; k++)
        all &= banks_write(&m->file, o->warp, register_of(m, o, o->i->destination[k]));
    return all;
}

/* May it be written, as far as older readers of its registers go? */
static bool was_read(sm *m, const sm_operation *o)
{
    for (int k = 0; k < o->i->destinations && m->m->read_order; k++)
        if (!scoreboard_may_write(board_of(m, o), row_of(m, o), o->i->destination[k]))
            return false;
    return true;
}

/* A load waits for its banks; a result of a pipe does if the machine says so. */
static bool may_write(sm *m, int number, bool waits)
{
    const sm_operation *o = &m->operation[number];
    return was_read(m, o) && (take_banks(m, o) || !waits);
}

static void write_results(sm *m)
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

/* The same of a unit: its write ports take them in their order. */
static void give_results(sm *m)
{
    for (int k = 0; k < m->results; k++)
        unit_result(m->unit, m->result[k]);
    m->results = 0;
    for (int load; (load = memory_result(&m->memory)) >= 0; memory_result_taken(&m->memory))
        unit_result(m->unit, load);
    for (int store; (store = memory_stored(&m->memory)) >= 0;)
        unit_result(m->unit, store);
}

/* ---- execute ---- */

static void read_operands(sm *m, const sm_operation *o)
{
    scoreboard_read(board_of(m, o), row_of(m, o), o->i);
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
    if (o->latency.kind == PIPE_HELP)
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

/* ---- issue ---- */

/* What the warp's next instruction waits for; SLOT_ACTIVE: nothing. `may`: the register file takes one of its scheduler. */
static issue_slot state_of(sm *m, int warp, bool may)
{
    const sm_warp *w = &m->warp[warp];
    if (w->waits || (m->assist && helpers_holds(m->assist, warp)))
        return SLOT_DATA;
    if (!fetch_look(&m->fetch, warp))
        return SLOT_IDLE;
    const feed_instruction *i = next_of(m, w, 0);
    if (w->fenced || w->atomics > 0 || !scoreboard_may_issue(&m->board, warp, i))
        return SLOT_DATA;
    pipe_kind kind = latency_of(m->m, i).kind;
    if (!may || m->free_operations <= (m->assist ? HELPER_OPERATIONS : 0) || (m->unit == NULL && !banks_may_issue(&m->file, (int)kind)))
        return kind == PIPE_MEM ? SLOT_MEMORY : SLOT_COMPUTE;
    return SLOT_ACTIVE;
}

static void issue_warp(sm *m, int warp)
{
    sm_warp *w = &m->warp[warp];
    const feed_instruction *i = next_of(m, w, 0);
    trace_class op = i->op;
    begin(m, warp);
    w->fenced = op == TRACE_FENCE && w->memory > 0;
    if (w->fenced && m->assist)
        memory_hurry(&m->memory, warp, true);
    if (op == TRACE_BARRIER) {
        w->waits = true;
        m->block[w->block].arrived++;
        try_barrier(m, w->block);
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

static void issue(sm *m, int k, bool may)
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

static void issue_at(void *own, int k)
{
    sm *m = own;
    if (m->warps > 0)
        issue(m, k, true);
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
    end(m, number);
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
    write_results(m);
    memory_cycle(&m->memory);
    m->results += pipes_done(&m->pipes, m->result + m->results);
    leave_file(m);
    pipes_clock(&m->pipes);
    banks_cycle(&m->file);
    for (int k = 0; k < m->m->schedulers && m->warps > 0; k++)
        issue(m, k, true);
}

/* The register file calls what happens in its cycle; it stands still while the SM has no work. A scheduler whose port is not ready, or takes an instruction of
 * several items, issues nothing. */
static void unit_stages(sm *m)
{
    give_results(m);
    memory_cycle(&m->memory);
    m->results = pipes_done(&m->pipes, m->result);
    if (m->warps > 0 || !unit_rest(m->unit, 0)) {
        unit_cycle(m->unit);
        m->moved |= m->unit->moved;
    }
    pipes_clock(&m->pipes);
    for (int k = 0; k < m->m->schedulers && m->warps > 0; k++)
        if (!m->unit->issued[k])
            issue(m, k, false);
}

/* Nothing happened in this cycle, and nothing will before the memory answers. */
static bool sleeps(sm *m)
{
    if (m->assist && !helpers_rest(m->assist, 0))
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
        leave_helped(m);
    }
    if (m->unit)
        unit_stages(m);
    else
        banked_stages(m);
    m->moved |= fetch_cycle(&m->fetch);
    if (m->assist) {
        helpers_end(m->assist, m->issued);
        leave_helped(m);
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
