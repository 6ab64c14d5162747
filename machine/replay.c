/* SPDX-License-Identifier: Apache-2.0
 *
 * replay.c - the simplest frame around a register file: instructions in the trace's order, results a fixed time after their operands. Scoreboard, ports and
 * results are those of an SM (sm_unit.h); what stands here is what an SM has a machine for. */
#include "replay.h"

#include "../base/msg.h"
#include "mem_delay.h"
#include "replay_warps.h"
#include "sm_unit.h"

typedef enum { LOADS, OTHERS, QUEUES } queue_number;

typedef struct {
    const replay_options *o;
    sm_unit unit;
    scoreboard board;
    replay_warps w;
    int free[UNIT_OPERATIONS], free_count; /* operations */
    mem_delay results[QUEUES];             /* operations that execute; all of a queue have one latency */
    int under_way[WF_FILE_WARPS];          /* operations of the place */
} replay;

/* ---- issue ---- */

/* The port takes the n-th instruction that it looks at. */
static void begin(replay *r, int port, int place, int n)
{
    feed_instruction *i = replay_warps_take(&r->w, port, n);
    scoreboard_issue(&r->board, place, i);
    unit_issue(&r->unit, port, r->free[--r->free_count], place, i);
    r->under_way[place]++;
}

static void issue(void *own, int port)
{
    replay *r = own;
    for (int n = 0; n < r->o->window && r->free_count > 0; n++) {
        const feed_instruction *i;
        int place = replay_warps_look(&r->w, port, n, &i);
        if (place < 0)
            return;
        if (scoreboard_may_issue(&r->board, place, i)) {
            begin(r, port, place, n);
            return;
        }
    }
}

/* ---- execution ---- */

/* What writes nothing is over with its operands. */
static void execute(void *own, int operation)
{
    replay *r = own;
    const feed_instruction *i = r->unit.operation[operation].i;
    queue_number q = i->op == TRACE_LOADS ? LOADS : OTHERS;
    int latency = q == LOADS ? r->o->load_latency : r->o->latency;
    if (latency == 0 || i->destinations == 0)
        unit_result(&r->unit, operation);
    else
        delay_put(&r->results[q], operation, r->unit.f.p.cycle + (uint64_t)latency);
}

/* The results that have come by this cycle. */
static void give_results(replay *r)
{
    for (int q = 0; q < QUEUES; q++)
        while (delay_front(&r->results[q], r->unit.f.p.cycle) >= 0)
            unit_result(&r->unit, queue_take(&r->results[q].q));
}

/* ---- a warp's end ---- */

/* The place is free, for the next block too. */
static void leave(void *own, int place)
{
    replay *r = own;
    replay_warps_leave(&r->w, place);
    replay_warps_admit(&r->w);
}

static void end_warp(replay *r, int place)
{
    if (r->o->no_release) { /* its registers keep what they hold */
        unit_forget(&r->unit, place);
        leave(r, place);
    } else {
        unit_end(&r->unit, place);
    }
}

static void written(void *own, int operation)
{
    replay *r = own;
    const unit_operation *o = &r->unit.operation[operation];
    feed_done(r->w.f, o->i);
    r->free[r->free_count++] = operation;
    if (--r->under_way[o->warp] == 0 && r->w.place[o->warp].left == 0)
        end_warp(r, o->warp);
}

/* ---- a run ---- */

void replay_check(const design *d, const feed_survey *s)
{
    wf_file_shape shape;
    d->unit->system->shape(&d->config, &shape);
    if (s->lanes != d->config.lanes)
        die_usage("%s: a trace of %d lanes; the register file has %d", s->path, s->lanes, d->config.lanes);
    if (s->registers > shape.registers)
        die_usage("%s names %d registers; the register file has %d a warp (--fit: as many)", s->path, s->registers, shape.registers);
    for (int b = 0; b < s->block_count; b++)
        if (s->blocks[b].warps > shape.warps)
            die_usage("%s: cta %llu has %d warps; the register file holds %d", s->path, (unsigned long long)s->blocks[b].cta,
                      s->blocks[b].warps, shape.warps);
}

static const sm_unit_calls calls = {.execute = execute, .written = written, .issue = issue, .left = leave};

static replay *replay_open(const design *d, const feed_survey *s, const replay_options *o, verilog *beside)
{
    replay *r = zalloc(sizeof *r);
    r->o = o;
    unit_open(&r->unit, d, s, &calls, r, &r->board, beside);
    r->unit.f.total = (double)s->instructions;
    scoreboard_open(&r->board, r->unit.f.p.shape.warps, s->registers);
    while (r->free_count < UNIT_OPERATIONS) {
        r->free[r->free_count] = UNIT_OPERATIONS - 1 - r->free_count;
        r->free_count++;
    }
    for (int q = 0; q < QUEUES; q++)
        delay_open(&r->results[q], UNIT_OPERATIONS);
    replay_warps_open(&r->w, s, r->unit.f.p.shape.warps, r->unit.f.p.shape.issues);
    replay_warps_admit(&r->w);
    return r;
}

static void replay_close(replay *r, file_counts *c)
{
    replay_warps_close(&r->w);
    for (int q = 0; q < QUEUES; q++)
        delay_close(&r->results[q]);
    scoreboard_close(&r->board);
    unit_close(&r->unit);
    *c = r->unit.counts;
    arena_free(r);
}

void replay_run(file_counts *c, const design *d, const feed_survey *s, const replay_options *o, verilog *beside)
{
    replay_check(d, s);
    replay *r = replay_open(d, s, o, beside);
    while (!replay_warps_done(&r->w)) {
        give_results(r);
        unit_cycle(&r->unit);
        file_driver_watch(&r->unit.f, 0);
    }
    progress_end();
    replay_close(r, c);
}
