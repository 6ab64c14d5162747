/* SPDX-License-Identifier: Apache-2.0
 *
 * wcrf_fixed.c - instructions of wcrf without collectors (--collect fixed): issue, the register allocate of each port, the window of each
 * cluster, and operands, which come a fixed time after allocation. */
#include "wcrf.h"

bool wcrf_fixed_ready(const wcrf_state *s, int k)
{
    return !s->queue[k].full;
}

/* ---- Window ---- */

/* The stage bank gets the read that was reserved for it; all others are a cycle nearer. The stage bank has moved on already. */
void wcrf_fixed_window(wcrf_state *s)
{
    for (int c = 0; c < s->g.clusters; c++) {
        wcrf_window_stage *window = s->window[c];
        s->bank[c] = window[0].read;
        memmove(window, window + 1, (WCRF_WINDOW - 1) * sizeof *window);
        window[WCRF_WINDOW - 1] = (wcrf_window_stage){.reserved = false};
    }
}

/* The stage bank holds what it reads in the next cycle already: banks, if the write in its slot is written by then. */
bool wcrf_fixed_excludes(const wcrf_state *s, const wcrf_cycle *y, const file_place *p)
{
    const wcrf_bank_stage *bank = &s->bank[p->cluster];
    return bank->full && (bank->before == WCRF_NONE || y->written >> bank->before & 1) && (s->g.ports == 1 || bank->place.row == p->row);
}

/* ---- Allocate ---- */

/* The cycles of a cluster that are free, the first one first, and how many of them are claimed. */
typedef struct {
    wcrf_window_stage *free[WCRF_WINDOW];
    int count, claimed;
} free_cycles;

static free_cycles free_of(wcrf_window_stage *window)
{
    free_cycles f = {.count = 0};
    for (int i = 0; i < WCRF_WINDOW; i++)
        if (!window[i].reserved)
            f.free[f.count++] = &window[i];
    return f;
}

/* The next one that is free; NULL: there are no more. It is claimed even so. */
static wcrf_window_stage *claim(free_cycles *f)
{
    int number = f->claimed++;
    return number < f->count ? f->free[number] : NULL;
}

static void reserve(wcrf_window_stage *stage, int port, file_place place, int before)
{
    *stage = (wcrf_window_stage){true, {true, port, place, before}};
}

/* The move, and a write that was held back, before all instructions. */
static void allocate_others(wcrf_state *s, int c, free_cycles *f)
{
    int port = s->g.move_port;
    uint64_t *request = &s->request[c][port / 64], bit = (uint64_t)1 << port % 64;
    if (*request & bit) {
        reserve(claim(f), port, s->move.place, WCRF_NONE);
        *request &= ~bit;
    }
    if (s->for_write[c] > 0) {
        s->for_write[c]--;
    } else if (s->held_back[c]) {
        wcrf_window_stage *stage = claim(f);
        if (stage) {
            *stage = (wcrf_window_stage){.reserved = true};
            s->for_write[c] = (int)(stage - s->window[c]) + 1;
        }
    }
}

/* Where the values of the instruction come together that is allocated at port k in this cycle. */
static int flight_number(const wcrf_state *s, int k)
{
    return k * s->g.collectors + (int)(s->now % (unsigned)s->g.collectors);
}

/* The instruction reserves its reads, if there are enough; if not, its claims stand in this cycle all the same. */
static void allocate(wcrf_state *s, int k, free_cycles *clusters)
{
    wcrf_allocate_stage *stage = &s->allocate[k];
    wcrf_window_stage *read[WCRF_SOURCES] = {NULL};
    int claims = 0, number = flight_number(s, k);
    for (int i = 0; i < WCRF_SOURCES; i++) {
        if (!(stage->used >> i & 1))
            continue;
        read[i] = claim(&clusters[stage->it.source[i].place.cluster]);
        claims += read[i] != NULL;
    }
    if (claims < __builtin_popcount(stage->used))
        return;
    for (int i = 0; i < WCRF_SOURCES; i++)
        if (read[i])
            reserve(read[i], WCRF_SOURCES * number + i, stage->it.source[i].place, stage->it.source[i].before);
    s->collector[number] = stage->it;
    s->collector[number].missing = claims;
    s->collector[number].from = s->now + (uint64_t)s->g.flight;
    s->busy[k] |= (uint32_t)1 << number % s->g.collectors;
    stage->full = false;
}

/* Of those whose sources can be read the oldest first. */
void wcrf_fixed_allocate(wcrf_state *s, const wcrf_cycle *y)
{
    free_cycles clusters[WCRF_MAX_CLUSTERS];
    uint32_t left = 0;
    for (int c = 0; c < s->g.clusters; c++) {
        clusters[c] = free_of(s->window[c]);
        allocate_others(s, c, &clusters[c]);
        s->held_back[c] = y->held_back[c];
    }
    for (int k = 0; k < s->g.issues; k++)
        if (s->allocate[k].full && s->allocate[k].may)
            left |= (uint32_t)1 << k;
    while (left) {
        int oldest = __builtin_ctz(left);
        for (uint32_t others = left; others; others &= others - 1)
            if (s->allocate[__builtin_ctz(others)].it.number < s->allocate[oldest].it.number)
                oldest = __builtin_ctz(others);
        allocate(s, oldest, clusters);
        left &= ~((uint32_t)1 << oldest);
    }
}

/* ---- Issue ---- */

static void take(wcrf_state *s, int k, const uint32_t *in)
{
    const wcrf_geometry *g = &s->g;
    wcrf_allocate_stage *stage = &s->allocate[k];
    wcrf_collector *it = &stage->it;
    stage->full = true;
    stage->used = in[WCRF_ISSUE_USED] & 7;
    memcpy(it->mask, in + WCRF_ISSUE_MASK, (size_t)g->mask_words * sizeof *in);
    memcpy(it->user, in + WCRF_ISSUE_MASK + g->mask_words, (size_t)g->user_words * sizeof *in);
    it->number = s->issued++;
    for (int i = 0; i < WCRF_SOURCES; i++) {
        file_place place = wcrf_place_of(g, in[WCRF_ISSUE_WARP], in[WCRF_ISSUE_SOURCE + i]);
        it->source[i] = (wcrf_source){place, g->interlock ? file_youngest(&s->order, s->held, &place) : WCRF_NONE};
    }
    wcrf_propose(s, in);
}

/* The register allocate takes what waits in the queue, or else what comes. That waits, if it does not. */
void wcrf_fixed_issue(wcrf_state *s, const wcrf_cycle *y)
{
    for (int k = 0; k < s->g.issues; k++) {
        wcrf_queue *queue = &s->queue[k];
        wcrf_allocate_stage *stage = &s->allocate[k];
        const uint32_t *in = wcrf_issue_in(s, y, k);
        if (!queue->full && (in[WCRF_VALID] & 1)) {
            memcpy(queue->in, in, (size_t)s->g.issue_words * sizeof *in);
            queue->full = true;
        }
        if (queue->full && !stage->full) {
            take(s, k, queue->in);
            queue->full = false;
        }
        stage->may = true;
        for (int i = 0; i < WCRF_SOURCES; i++) {
            int before = stage->it.source[i].before;
            if ((stage->used >> i & 1) && before != WCRF_NONE && !(y->shows >> before & 1))
                stage->may = false;
        }
    }
}

/* ---- Operands ---- */

int wcrf_fixed_offered(const wcrf_state *s, int k)
{
    for (uint32_t left = s->busy[k]; left; left &= left - 1) {
        int i = __builtin_ctz(left);
        if (s->collector[k * s->g.collectors + i].from == s->now)
            return i;
    }
    return -1;
}

/* What is offered leaves. */
void wcrf_fixed_operands(wcrf_state *s)
{
    for (int k = 0; k < s->g.issues; k++) {
        int i = wcrf_fixed_offered(s, k);
        if (i >= 0)
            s->busy[k] &= ~((uint32_t)1 << i);
    }
}
