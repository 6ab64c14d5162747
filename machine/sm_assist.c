/* SPDX-License-Identifier: Apache-2.0
 *
 * sm_assist.c - jobs, from the memory to the controller, from there to the schedulers, and back. It reads in the order in which a job goes; helpers_begin and helpers_end stand at the end. */
#include "sm_assist_events.h"

#include <string.h>

#include "../base/arena.h"
#include "../base/msg.h"

/* Of the lines that one load brings so many are triggered at once, one of which waits. The others leave the controller's places, and the registers, to other warps. */
enum { HIGH_OF_WARP = 2 };

/* ---- it begins and ends ---- */

void helpers_open(sm_assist *a, const machine *m, const helper_source *s, mem_side *mem, int sm)
{
    *a = (sm_assist){.m = m, .s = s, .mem = mem, .sm = sm, .killing = -1};
    for (int w = 0; w < HELPER_PLACES; w++)
        a->high_of_warp[w] = -1;
    while (a->free_jobs < HELPER_JOBS) {
        a->free_job[a->free_jobs] = HELPER_JOBS - 1 - a->free_jobs;
        a->free_jobs++;
    }
    const int high = s->routines ? assist_open_lines(a) : 0;
    a->lines = a->events;
    if (s->events)
        events_open(a);
    helper_check(s->d, m->name, m->warps, m->lanes, m->schedulers, assist_base(a, a->events), a->events, HELPER_JOBS);
    helper_open(&a->ports, s->d);
    for (int e = 0; e < a->events; e++)
        assist_load_routine(a, e, e < a->lines ? e < high : s->events->entry[e - a->lines].high);
    int reserve = s->routines ? routine_set_registers(s->routines, false) : 0;
    if (s->events && event_map_registers(s->events, true) > reserve)
        reserve = event_map_registers(s->events, true);
    a->reserve = m->assist_registers == MACHINE_WARP ? 0 : ROUTINE_LANES * reserve;
    queue_open(&a->resumes, HELPER_JOBS);
    queue_open(&a->retires, HELPER_JOBS);
    int registers = 1;
    for (int e = 0; e < a->events; e++)
        if (assist_routine(a, e)->registers > registers)
            registers = assist_routine(a, e)->registers;
    scoreboard_open(&a->board, 2 * HELPER_PLACES, registers);
}

void helpers_close(sm_assist *a)
{
    helper_close(&a->ports);
    queue_close(&a->resumes);
    queue_close(&a->retires);
    scoreboard_close(&a->board);
    if (a->own)
        events_close(a);
}

void helpers_launch(sm_assist *a, int pool, int each)
{
    a->pool = pool;
    helper_spare(&a->ports, each < HELPER_REGISTERS ? each : HELPER_REGISTERS);
}

/* ---- warps ---- */

void helpers_enter(sm_assist *a, int warp)
{
    a->live[warp] = true;
    if (a->own)
        events_enter(a, warp);
}

void helpers_leave(sm_assist *a, int warp)
{
    a->live[warp] = false;
}

void helpers_end_warp(sm_assist *a, int warp)
{
    if (a->own)
        a->own->over[warp] = true;
}

bool helpers_has(const sm_assist *a, int warp)
{
    return a->of_warp[warp] > 0;
}

/* ---- jobs ---- */

helper_job *assist_new_job(sm_assist *a, const assist_kind *kind, int warp, int event, bool high)
{
    int n = a->free_job[--a->free_jobs];
    helper_job *j = &a->job[n];
    *j = (helper_job){.state = HELPER_WAITS,
                      .kind = kind,
                      .high = high,
                      .warp = warp,
                      .mask = UINT32_MAX,
                      .event = event,
                      .instance = -1,
                      .since = a->now};
    j->base = assist_base(a, event);
    j->need = a->m->assist_registers == MACHINE_WARP ? 0 : ROUTINE_LANES * assist_routine(a, event)->registers;
    a->waits[a->waiting++] = n;
    a->of_warp[warp]++;
    return j;
}

int assist_number(const sm_assist *a, const helper_job *j)
{
    return (int)(j - a->job);
}

void assist_end_job(sm_assist *a, helper_job *j)
{
    a->pool += j->registers;
    if (j->high && j->state == HELPER_UNDER_WAY)
        a->high_under_way[j->warp]--;
    if (--a->of_warp[j->warp] == 0)
        a->freed[a->freed_count++] = j->warp;
    if (a->high_of_warp[j->warp] == assist_number(a, j))
        a->high_of_warp[j->warp] = -1;
    j->state = HELPER_NONE;
    a->free_job[a->free_jobs++] = assist_number(a, j);
}

/* ---- triggers ---- */

static void trigger(sm_assist *a)
{
    bool short_of = false;
    if (!helper_takes(&a->ports))
        return;
    for (int high = 1; high >= 0; high--)
        for (int k = 0; k < a->waiting; k++) {
            helper_job *j = &a->job[a->waits[k]];
            if (j->high != high || j->warp == a->killing || (high && a->high_under_way[j->warp] == HIGH_OF_WARP))
                continue;
            if (j->need + (high ? 0 : a->reserve) > a->pool) {
                short_of = true;
                continue;
            }
            helper_trigger(&a->ports, j->event, j->warp, j->mask, a->waits[k]);
            j->registers = j->need;
            a->pool -= j->need;
            j->state = HELPER_UNDER_WAY;
            a->high_under_way[j->warp] += high;
            assist_leave_list(a, k);
            a->counts.short_of_registers += short_of;
            return;
        }
    a->counts.short_of_registers += short_of;
}

/* ---- what the controller says ---- */

static void take_done(sm_assist *a, int number, bool cut)
{
    helper_job *j = &a->job[number];
    j->kind->done(a, j, cut);
    assist_end_job(a, j);
}

static void take_dropped(sm_assist *a, int number, int reason)
{
    helper_job *j = &a->job[number];
    j->kind->dropped(a, j, reason);
    assist_end_job(a, j);
}

static void take_deployed(sm_assist *a)
{
    helper_word w;
    if (!helper_deploys(&a->ports, &w))
        return;
    helper_job *j = &a->job[w.job];
    j->instance = w.instance;
    a->high_of_warp[j->warp] = w.job;
    for (int k = 0; k < w.count; k++) {
        const int at = (j->first + j->count++) % HELPER_STEPS;
        j->step[at].number = assist_number_at(a, j, w.address + k);
        j->step[at].last = w.last && k == w.count - 1;
    }
}

/* ---- the schedulers ---- */

static helper_step step_of(const sm_assist *a, int job, int number)
{
    return (helper_step){job, number, routine_instruction(assist_store(a, &a->job[job]), number)};
}

void helpers_take_next(sm_assist *a, int warp, helper_step *step)
{
    const int job = a->high_of_warp[warp];
    *step = step_of(a, job, a->job[job].step[a->job[job].first].number);
}

bool helpers_idle(sm_assist *a, helper_step *step)
{
    if (!a->offered || a->taken)
        return false;
    *step = step_of(a, a->offer.job, assist_number_at(a, &a->job[a->offer.job], a->offer.address));
    return true;
}

int helpers_warp(const sm_assist *a, int job)
{
    return a->job[job].warp;
}

uint64_t helpers_line(const sm_assist *a, int job)
{
    return a->job[job].of.line;
}

int helpers_row(const sm_assist *a, int job)
{
    return 2 * a->job[job].warp + !a->job[job].high;
}

void helpers_issue(sm_assist *a, const helper_step *step, int operation)
{
    helper_job *j = &a->job[step->job];
    if (j->high) {
        j->last_issued = j->step[j->first].last;
        j->first = (j->first + 1) % HELPER_STEPS;
        j->count--;
        helper_issued(&a->ports, j->instance);
    } else {
        j->last_issued = a->offer.last;
        j->instance = a->offer.instance;
        helper_take_offer(&a->ports);
        a->taken = true;
    }
    j->under_way++;
    j->kind->issue(a, j, step->step, operation);
}

void helpers_completed(sm_assist *a, int job, int step)
{
    helper_job *j = &a->job[job];
    j->under_way--;
    if (j->state == HELPER_KILLED) {
        if (j->under_way == 0)
            assist_end_job(a, j);
        return;
    }
    if (assist_stops(a, routine_code_at(assist_store(a, j), step), j->high))
        queue_put(&a->resumes, job);
    if (j->last_issued && j->under_way == 0)
        queue_put(&a->retires, job);
}

/* ---- a cycle ---- */

void helpers_begin(sm_assist *a)
{
    bool cut;
    int reason, done = helper_done(&a->ports, &cut), dropped = helper_dropped(&a->ports, &reason);
    a->now++;
    a->taken = false;
    if (done >= 0)
        take_done(a, done, cut);
    if (dropped >= 0)
        take_dropped(a, dropped, reason);
    a->offered = helper_offers(&a->ports, &a->offer);
    if (a->lines > 0)
        assist_take_lines(a);
}

void helpers_end(sm_assist *a, int slots)
{
    take_deployed(a);
    assist_watch_time(a);
    trigger(a);
    if (a->resumes.count) {
        const helper_job *j = &a->job[queue_take(&a->resumes)];
        if (j->state == HELPER_UNDER_WAY)
            helper_resume(&a->ports, j->instance, assist_address(a, j, j->kind->next(a, j)));
    }
    while (a->retires.count) {
        const helper_job *j = &a->job[queue_take(&a->retires)];
        if (j->state == HELPER_UNDER_WAY)
            helper_retire(&a->ports, j->instance);
    }
    bool kills = a->killing >= 0 && helper_takes_kill(&a->ports);
    if (a->killing >= 0)
        helper_kill(&a->ports, a->killing);
    helper_busy(&a->ports, slots);
    helper_clock(&a->ports);
    if (kills)
        assist_killed(a);
}

bool helpers_rest(sm_assist *a, uint64_t cycles)
{
    if (a->free_jobs < HELPER_JOBS || !helper_rest(&a->ports, cycles))
        return false;
    a->now += cycles;
    return true;
}
