/* SPDX-License-Identifier: Apache-2.0
 *
 * launch.c - a kernel: blocks come into the machine in their order, and their warps take turns. A slot holds a block; its warps and their
 * memory serve one block after the other. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../base/random.h"
#include "../base/text.h"
#include "machine.h"

enum { PROGRESS_STEPS = 1 << 16 };

typedef struct {
    uint32_t block;
    int live, waiting; /* threads that have not ended; of these, those at the barrier */
    simt_span shared;
    simt_warp *warps;
} slot;

typedef struct {
    simt_machine *m;
    const simt_launch *l;
    uint32_t stack_top, private_size;
    int per_block; /* warps */
    slot *slots;
    uint32_t count, next; /* slots; the next block to start */
    simt_warp **ready;    /* those that can issue, in the order of slots and warps */
    size_t ready_count, turn;
    rng random;
} grid;

/* The state of a thread at its start; `registers` has those of lane 0, `stride` apart. */
static void start_thread(const grid *g, uint32_t block, uint32_t thread, uint32_t *registers, int stride)
{
    const simt_launch *l = g->l;
    const uint32_t number[] = {thread, block, l->threads, l->blocks},
                   place[] = {thread % l->block[0], thread / l->block[0], block % l->grid[0], block / l->grid[0]};

    registers[SIMT_A0 * stride] = l->args;
    for (int i = 0; i < 4; i++)
        registers[(SIMT_A0 + 1 + i) * stride] = l->is_2d ? place[i] : number[i];
    registers[(SIMT_A0 + 5) * stride] = SIMT_SHARED_BASE;
    registers[SIMT_RA * stride] = SIMT_THREAD_END;
    registers[SIMT_SP * stride] = g->stack_top;
    registers[SIMT_GP * stride] = g->m->host.x[SIMT_GP];
    registers[SIMT_TP * stride] = g->stack_top;
}

/* The thread-local variables stand above the stack. */
static void start_locals(const grid *g, simt_view *v, int lane)
{
    const simt_segment *tls = &g->m->program->tls;
    trace_space space;

    for (uint32_t i = 0; i < tls->filled; i++)
        *simt_memory_at(v, lane, g->stack_top + i, 1, &space) = tls->data[i];
}

static void start_block(grid *g, slot *s)
{
    uint32_t threads = g->l->threads, lanes = (uint32_t)g->m->config.lanes;

    s->block = g->next++;
    s->live = (int)threads;
    s->waiting = 0;
    if (s->shared.size > 0)
        memset(s->shared.data, 0, s->shared.size);
    for (int k = 0; k < g->per_block; k++) {
        simt_warp *w = &s->warps[k];
        uint32_t first = (uint32_t)k * lanes, count = threads - first < lanes ? threads - first : lanes;
        simt_warp_start(w, g->l->kernel, (int)count);
        w->block = s->block;
        w->index = (uint32_t)k;
        w->hart = s->block * threads + first;
        for (uint32_t i = 0; i < count; i++) {
            start_thread(g, s->block, first + i, w->registers + i, (int)lanes);
            start_locals(g, &w->view, (int)i);
        }
        simt_warp_choose(w);
    }
}

static void make_slots(grid *g)
{
    const simt_config *config = &g->m->config;

    g->per_block = ((int)g->l->threads + config->lanes - 1) / config->lanes;
    g->count = g->l->blocks < (uint32_t)config->resident ? g->l->blocks : (uint32_t)config->resident;
    g->slots = zalloc(g->count * sizeof *g->slots);
    g->ready = zalloc(g->count * (size_t)g->per_block * sizeof *g->ready);
    g->random.state = config->seed;
    for (uint32_t i = 0; i < g->count; i++) {
        slot *s = &g->slots[i];
        s->shared = (simt_span){zalloc(g->l->shared + 1), SIMT_SHARED_BASE, g->l->shared};
        s->warps = zalloc((size_t)g->per_block * sizeof *s->warps);
        for (int k = 0; k < g->per_block; k++) {
            simt_warp *w = &s->warps[k];
            simt_warp_make(w, config->lanes, g->private_size);
            w->owner = (i * (uint32_t)g->per_block + (uint32_t)k) * (uint32_t)config->lanes;
            w->view.global = g->m->view.global;
            w->view.shared = s->shared;
        }
        start_block(g, s);
    }
}

static void free_slots(grid *g)
{
    for (uint32_t i = 0; i < g->count; i++) {
        for (int k = 0; k < g->per_block; k++)
            simt_warp_free(&g->slots[i].warps[k]);
        arena_free(g->slots[i].warps);
        arena_free(g->slots[i].shared.data);
    }
    arena_free(g->slots);
    arena_free(g->ready);
}

static slot *slot_of(const grid *g, const simt_warp *w)
{
    for (uint32_t i = 0; i < g->count; i++)
        if (w >= g->slots[i].warps && w < g->slots[i].warps + g->per_block)
            return &g->slots[i];
    return NULL;
}

/* Lists the warps that can issue. The turn goes to the first of them after warp `last`; NULL: to the first of all. */
static void list_ready(grid *g, const simt_warp *last)
{
    bool passed = last == NULL;

    g->ready_count = 0;
    g->turn = 0;
    for (uint32_t i = 0; i < g->count; i++)
        for (int k = 0; k < g->per_block; k++) {
            simt_warp *w = &g->slots[i].warps[k];
            if (w == last) {
                passed = true;
                g->turn = g->ready_count + (w->count > 0);
            }
            if (w->count > 0)
                g->ready[g->ready_count++] = w;
        }
    if (!passed || g->turn >= g->ready_count)
        g->turn = 0;
}

static void release(const grid *g, slot *s)
{
    for (int k = 0; k < g->per_block; k++) {
        simt_warp *w = &s->warps[k];
        for (int i = 0; i < w->lanes; i++)
            w->status[i] = w->status[i] == SIMT_WAITS ? SIMT_RUNS : w->status[i];
        if (w->count > 0)
            simt_warp_spread(w, w->pc);
        simt_warp_choose(w);
    }
    s->waiting = 0;
}

/* Threads of the warp have ended, `ended` of them, or wait at the barrier. */
static void threads_left(grid *g, simt_warp *w, int ended, int waiting)
{
    slot *s = slot_of(g, w);

    s->live -= ended;
    s->waiting += waiting;
    if (s->live > 0 && s->waiting == s->live)
        release(g, s);
    if (s->live == 0 && g->next < g->l->blocks)
        start_block(g, s);
    list_ready(g, w);
}

static bool fail(const grid *g, const simt_warp *w, int lane, const char *what)
{
    char where[80];

    snprintf(where, sizeof where, "block %u, warp %u, lane %d", w->block, w->index, lane);
    return simt_machine_fail(g->m, w->pc, where, what);
}

static bool fail_limit(const grid *g, const simt_warp *w)
{
    char what[200], barrier[80] = "";
    const slot *s = slot_of(g, w);

    if (s->waiting > 0)
        snprintf(barrier, sizeof barrier, " (%d of the block's %d threads wait at a barrier for the others)", s->waiting, s->live);
    snprintf(what, sizeof what, "the limit of instructions is reached, and the kernel has not ended%s; --max-instructions sets it",
             barrier);
    return fail(g, w, w->first, what);
}

static bool issue(grid *g, simt_warp *w)
{
    simt_machine *m = g->m;
    int count = w->count, live = w->live;

    if (m->left == 0)
        return fail_limit(g, w);
    simt_outcome outcome = simt_step(&m->core, w);
    if (outcome == SIMT_FAULT)
        return fail(g, w, m->core.lane, m->core.fault);
    m->left--;
    m->totals.warps++;
    m->totals.threads += (uint64_t)count;
    m->totals.partial += count < w->lanes;
    m->totals.loads += m->core.result.loads;
    m->totals.stores += m->core.result.stores;
    if (outcome == SIMT_THREADS_LEFT)
        threads_left(g, w, live - w->live, live == w->live ? count : 0);
    if (m->totals.warps % PROGRESS_STEPS == 0)
        simt_machine_progress(m);
    return true;
}

static simt_warp *draw(grid *g)
{
    if (g->m->config.seed != 0)
        return g->ready[rng_below(&g->random, (uint32_t)g->ready_count)];
    simt_warp *w = g->ready[g->turn];
    g->turn = g->turn + 1 < g->ready_count ? g->turn + 1 : 0;
    return w;
}

static bool run_warps(grid *g)
{
    bool ok = true;

    make_slots(g);
    list_ready(g, NULL);
    while (ok && g->ready_count > 0) {
        simt_warp *w = draw(g);
        uint32_t block = w->block;
        do
            ok = issue(g, w);
        while (ok && g->m->config.order == SIMT_GREEDY && w->count > 0 && w->block == block);
    }
    free_slots(g);
    return ok;
}

/* --order plain. */
static bool fail_thread(const grid *g, const simt_thread *t, uint32_t thread, const char *what)
{
    uint32_t lanes = (uint32_t)g->m->config.lanes;
    char where[80];

    snprintf(where, sizeof where, "block %u, warp %u, lane %u", t->block, thread / lanes, thread % lanes);
    return simt_machine_fail(g->m, t->pc, where, what);
}

/* To the next barrier, which sets *waits, or to the end. */
static bool run_thread(const grid *g, simt_thread *t, uint32_t thread, bool *waits)
{
    simt_machine *m = g->m;
    uint64_t before = m->left;
    simt_stop stop = simt_machine_run_thread(m, t);

    *waits = false;
    m->totals.threads += before - m->left;
    if (stop == SIMT_STOP_FAULT)
        return fail_thread(g, t, thread, m->core.fault);
    if (stop == SIMT_STOP_LIMIT)
        return fail_thread(g, t, thread, "the limit of instructions is reached, and the kernel has not ended; --max-instructions sets it");
    if (stop == SIMT_STOP_END)
        return true;
    if (t->x[SIMT_A7] != SIMT_CALL_BARRIER) {
        snprintf(m->core.fault, sizeof m->core.fault, "call %u; a kernel has barrier (%d) only, the others are for the host", t->x[SIMT_A7],
                 SIMT_CALL_BARRIER);
        return fail_thread(g, t, thread, m->core.fault);
    }
    t->pc += 4;
    *waits = true;
    return true;
}

static bool run_block_plain(const grid *g, uint32_t block, simt_view *v, simt_thread *threads)
{
    uint32_t n = g->l->threads;
    bool ok = true, some = true;

    simt_private_clear(&v->own);
    memset(v->shared.data, 0, v->shared.size);
    memset(threads, 0, n * sizeof *threads);
    for (uint32_t i = 0; i < n; i++) {
        threads[i] = (simt_thread){
            .pc = g->l->kernel, .hart = block * n + i, .owner = i, .block = block, .view = v, .lane = (int)i, .is_kernel = true};
        start_thread(g, block, i, threads[i].x, 1);
        start_locals(g, v, (int)i);
    }
    while (ok && some) {
        some = false;
        for (uint32_t i = 0; i < n && ok; i++) {
            bool waits = false;
            ok = threads[i].pc == SIMT_THREAD_END || run_thread(g, &threads[i], i, &waits);
            some |= waits;
        }
    }
    return ok;
}

static bool run_plain(grid *g)
{
    simt_view v = {.global = g->m->view.global, .shared = {zalloc(g->l->shared + 1), SIMT_SHARED_BASE, g->l->shared}};
    simt_thread *threads = zalloc(g->l->threads * sizeof *threads);
    bool ok = true;

    simt_private_make(&v.own, g->private_size, (int)g->l->threads);
    for (uint32_t block = 0; ok && block < g->l->blocks; block++) {
        ok = run_block_plain(g, block, &v, threads);
        simt_machine_progress(g->m);
    }
    simt_private_free(&v.own);
    arena_free(v.shared.data);
    arena_free(threads);
    return ok;
}

bool simt_launch_run(simt_machine *m, const simt_launch *l)
{
    grid g = {.m = m, .l = l, .stack_top = SIMT_PRIVATE_BASE + simt_stack_bytes(m), .private_size = simt_private_bytes(m)};

    return m->config.order == SIMT_PLAIN ? run_plain(&g) : run_warps(&g);
}
