/* SPDX-License-Identifier: Apache-2.0
 *
 * sm_memory.c - a cycle of the load-store unit: what memory answers, what shared memory gives, and the next step of the instruction that was taken. */
#include "sm_memory_parts.h"

#include <string.h>

#include "mem_address.h"
#include "sm_shared.h"

/* Ids of transactions: an operation's number, or behind them a line's. */
enum { NONE = -1, LINE_ID = MEMORY_OPERATIONS };

enum { PARAMETER_BYTES = 4096 };

/* ---- lines of code and constants ---- */

/* A read past L1; false: it cannot be given now. */
static bool fetch_line(sm_memory *m, bool code, uint64_t address, int bytes)
{
    int k = 0;
    while (k < MEMORY_LINES && m->line[k].address != 0)
        k++;
    mem_kind kind = code ? MEM_CODE : MEM_CONSTANT;
    if (k == MEMORY_LINES || !mem_ready(m->mem, m->sm, kind))
        return false;
    uint64_t line = address / MEM_LINE * MEM_LINE;
    int first = (int)(address / (uint64_t)bytes * (uint64_t)bytes % MEM_LINE) / MEM_SECTOR, count = bytes / MEM_SECTOR;
    mem_transaction t = {.line = line, .sectors = (uint8_t)(((1 << count) - 1) << first), .kind = (uint8_t)kind};
    m->line[k].code = code;
    m->line[k].address = address;
    mem_access(m->mem, m->sm, &t, LINE_ID + k);
    return true;
}

static void look_again(sm_memory *m)
{
    for (int w = 0; w < m->m->warps; w++)
        fetch_filled(m->fetch, w);
}

bool memory_line(sm_memory *m, uint64_t pc)
{
    line_state state = lines_look(&m->code, pc);
    if (m->code.freed)
        look_again(m);
    if (state == LINE_MISSING && !fetch_line(m, true, pc, m->code.bytes))
        lines_forget(&m->code, pc);
    return state == LINE_THERE;
}

/* Warps that wait for any line look again; loads that wait for a line of constants are done. */
static void filled(sm_memory *m, int k)
{
    uint64_t address = m->line[k].address;
    m->line[k].address = 0;
    if (m->line[k].code) {
        lines_fill(&m->code, address);
        look_again(m);
        return;
    }
    lines_fill(&m->constants, address);
}

/* ---- the instruction that was taken ---- */

static bool is_shared(const feed_access *a)
{
    return a && a->space == TRACE_SHARED;
}

static bool is_read_only(const sm_memory *m)
{
    return m->i->op == TRACE_LOADS && (m->i->accesses == NULL || m->i->accesses->space == TRACE_CONSTANT);
}

static bool has_result(const feed_instruction *i)
{
    return i->destinations > 0;
}

/* It leaves the unit, and its result is there. */
static void complete(sm_memory *m, int operation, const feed_instruction *i)
{
    queue_put(!has_result(i) ? &m->stored : m->help[operation] ? &m->helped_results : &m->results, operation);
}

static void leave(sm_memory *m)
{
    if (m->unsent[m->warp] > 0 && --m->unsent[m->warp] == 0 && m->hurries[m->warp])
        mem_hurry(m->mem, m->sm, m->warp, true);
    m->operation = NONE;
    m->i = NULL;
}

static bool is_private(const sm_memory *m, const feed_access *a)
{
    return private_is_interleaved_in(a->space, m->private->stack);
}

/* On private memory it is a load and a store: nobody else sees it. */
static bool is_atomic(const sm_memory *m, const feed_access *a)
{
    return m->i->op == TRACE_ATOMIC && !is_private(m, a);
}

/* The bytes that one request to L1 can have. */
static int segment(const sm_memory *m)
{
    if (!m->m->l1)
        return MEM_SECTOR;
    return m->private->vectors ? 4 * m->lanes : MEM_LINE;
}

void memory_add_lines(sm_memory *m, const feed_access *a)
{
    mem_access_of_warp w = {.lanes = m->lanes,
                            .size = a->size,
                            .kind = is_atomic(m, a) ? MEM_ATOMIC
                                    : a->store      ? MEM_STORE
                                                    : MEM_LOAD,
                            .local = a->space == TRACE_LOCAL || a->space == TRACE_STACK,
                            .segment = segment(m),
                            .mask = a->mask,
                            .address = a->addr};
    mem_coalesce(&w, &m->lines);
    if (a->store)
        mem_store(m->mem, a);
}

/* ---- accesses ---- */

/* What an atomic stores behind its load: memory does both in one. */
static bool is_second_half(const sm_memory *m)
{
    return is_atomic(m, m->access) && m->access->store && m->access != m->i->accesses && !is_shared(m->access);
}

/* The next access of the instruction; false: there is none. */
static bool next_access(sm_memory *m)
{
    for (; m->access && is_second_half(m); m->access = m->access->next)
        mem_store(m->mem, m->access);
    if (m->access == NULL)
        return false;
    m->lines.count = m->next = 0;
    if (is_shared(m->access)) {
        m->cycles = shared_cycles(m->access, m->lanes, m->m->shared_banks);
        m->conflicts += (uint64_t)m->cycles - 1;
    } else if (is_private(m, m->access)) {
        memory_split(m);
    } else {
        memory_add_lines(m, m->access);
    }
    return true;
}

bool memory_may_take(const sm_memory *m)
{
    return m->operation == NONE;
}

void memory_take(sm_memory *m, int operation, int warp, const feed_instruction *i)
{
    m->warp = warp;
    m->operation = operation;
    m->i = i;
    m->access = i->accesses;
    m->pending[operation] = 0;
    m->sent[operation] = false;
    m->instruction[operation] = i;
    m->help[operation] = false;
    next_access(m);
}

void memory_issued(sm_memory *m, int warp)
{
    m->unsent[warp]++;
}

void memory_hurry(sm_memory *m, int warp, bool hurries)
{
    m->hurries[warp] = hurries;
    if (!hurries || m->unsent[warp] == 0)
        mem_hurry(m->mem, m->sm, warp, hurries);
}

bool memory_may_help(const sm_memory *m)
{
    return m->helper == NONE;
}

void memory_help(sm_memory *m, int operation, const feed_instruction *i, uint64_t line)
{
    m->helper = operation;
    m->helper_kind = HELP_LINE;
    m->helped = (mem_transaction){
        .line = line, .sectors = (1u << MEM_SECTORS) - 1, .kind = (uint8_t)(i->accesses->store ? MEM_STORE : MEM_LOAD), .helper = true};
    m->pending[operation] = 1;
    m->sent[operation] = true;
    m->help[operation] = true;
    m->instruction[operation] = i;
}

/* True: L1's port is taken in this cycle. */
static bool send_helper(sm_memory *m)
{
    if (m->helper == NONE || m->helper_kind != HELP_LINE || !mem_ready_for_helper(m->mem, m->sm))
        return false;
    mem_access(m->mem, m->sm, &m->helped, m->helper);
    m->helper = NONE;
    return true;
}

/* Parameters and constants. */
static void read_constant(sm_memory *m)
{
    uint64_t address = m->parameters;
    for (int lane = 0; m->access && lane < m->lanes; lane++)
        if (m->access->mask[lane / 32] >> lane % 32 & 1) {
            address = m->access->addr[lane];
            break;
        }
    line_state state = lines_look(&m->constants, address);
    if (state == LINE_MISSING && !fetch_line(m, false, address, m->constants.bytes))
        lines_forget(&m->constants, address);
    if (state != LINE_THERE)
        return;
    complete(m, m->operation, m->i);
    leave(m);
}

/* Shared memory's banks in this cycle. A load enters the stages behind them with its last access. */
static void access_shared(sm_memory *m)
{
    if (--m->cycles > 0)
        return;
    m->access = m->access->next;
    if (next_access(m))
        return;
    if (!has_result(m->i))
        queue_put(&m->stored, m->operation);
    else
        delay_put(&m->shared, m->operation, m->now + (uint64_t)m->m->shared_latency);
    leave(m);
}

/* True: L1 has got something. */
static bool send(sm_memory *m)
{
    const bool gives = m->next < m->lines.count;
    if (gives) {
        mem_transaction *t = &m->lines.t[m->next];
        t->warp = (int16_t)m->warp;
        if (!mem_ready(m->mem, m->sm, (mem_kind)t->kind))
            return false;
        mem_access(m->mem, m->sm, t, m->operation);
        m->pending[m->operation]++;
        m->next++;
    }
    if (m->next < m->lines.count)
        return gives;
    m->access = m->access->next;
    if (next_access(m))
        return gives;
    m->sent[m->operation] = true;
    if (m->pending[m->operation] == 0)
        complete(m, m->operation, m->i);
    leave(m);
    return gives;
}

/* ---- a cycle ---- */

static void take_answers(sm_memory *m)
{
    for (int id; mem_take(m->mem, m->sm, &id);) {
        if (id >= LINE_ID)
            filled(m, id - LINE_ID);
        else if (--m->pending[id] == 0 && m->sent[id])
            complete(m, id, m->instruction[id]);
    }
}

void memory_cycle(sm_memory *m)
{
    take_answers(m);
    if (delay_front(&m->shared, m->now) >= 0) {
        const int done = queue_take(&m->shared.q);
        queue_put(m->help[done] ? &m->helped_results : &m->results, done);
    }
    const bool taken = send_helper(m), banks = memory_help_shared(m);
    bool gives = taken;
    if (m->operation != NONE) {
        if (is_read_only(m))
            read_constant(m);
        else if (m->access == NULL) { /* the trace does not tell what it accesses */
            complete(m, m->operation, m->i);
            leave(m);
        } else if (is_shared(m->access)) {
            if (!banks)
                access_shared(m);
        } else if (!taken) {
            gives = send(m);
        }
    }
    if (!gives)
        memory_help_ahead(m);
    m->now++;
}

int memory_result(const sm_memory *m)
{
    return queue_front(&m->results);
}

void memory_result_taken(sm_memory *m)
{
    queue_take(&m->results);
}

int memory_helped(const sm_memory *m)
{
    return queue_front(&m->helped_results);
}

void memory_helped_taken(sm_memory *m)
{
    queue_take(&m->helped_results);
}

int memory_stored(sm_memory *m)
{
    return m->stored.count ? queue_take(&m->stored) : NONE;
}

bool memory_waits(const sm_memory *m)
{
    return m->operation == NONE && m->helper == NONE && m->shared.q.count == 0 && m->results.count == 0 && m->stored.count == 0 &&
           m->helped_results.count == 0;
}

void memory_skip(sm_memory *m, uint64_t cycles)
{
    m->now += cycles;
}

void memory_launch(sm_memory *m)
{
    m->parameters += PARAMETER_BYTES;
}

void memory_open(sm_memory *m, const machine *of, int sm, int lanes, mem_side *mem, fetch *f, const sm_private *private)
{
    *m = (sm_memory){
        .m = of, .sm = sm, .lanes = lanes, .mem = mem, .fetch = f, .operation = NONE, .helper = NONE, .parameters = MEM_PARAMETERS};
    m->private = private;
    m->record = zalloc(sizeof *m->record);
    m->word = zalloc(sizeof *m->word + (size_t)lanes * sizeof *m->word->addr);
    m->word->value = zalloc((size_t)lanes * sizeof *m->word->value);
    m->ahead = zalloc(sizeof *m->ahead);
    m->vectors = private->vectors ? zalloc(MEM_TRANSACTIONS * sizeof *m->vectors) : NULL;
    delay_open(&m->shared, MEMORY_OPERATIONS);
    queue_open(&m->results, MEMORY_OPERATIONS);
    queue_open(&m->stored, MEMORY_OPERATIONS);
    queue_open(&m->helped_results, MEMORY_OPERATIONS);
    lines_open(&m->code, of->code_sets, of->code_ways, of->fetch_line);
    lines_open(&m->constants, of->constant_sets, of->constant_ways, of->constant_line);
}

void memory_close(sm_memory *m)
{
    arena_free(m->record);
    arena_free(m->word->value);
    arena_free(m->word);
    arena_free(m->vectors);
    arena_free(m->ahead);
    delay_close(&m->shared);
    queue_close(&m->results);
    queue_close(&m->stored);
    queue_close(&m->helped_results);
}
