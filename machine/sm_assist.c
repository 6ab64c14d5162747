/* SPDX-License-Identifier: Apache-2.0
 *
 * sm_assist.c - jobs, from the memory to the controller, from there to the schedulers, and back. It reads in the order in which a job goes; helpers_begin and helpers_end stand at the end. */
#include "sm_assist_parts.h"

#include <string.h>

#include "../base/arena.h"
#include "../base/msg.h"

/* OUT_OF_REGISTERS: the controller's reason. HIGH_OF_WARP: of the lines that one load brings so many are triggered at once, one of which waits. The others leave the controller's
 * places, and the registers, to other warps. LOOKS: cycles between two looks for jobs whose time is over. */
enum { OUT_OF_REGISTERS = 3, HIGH_OF_WARP = 2, LOOKS = 16 };

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
    assist_add_decompressing(a, s->routines);
    const int high = a->events;
    assist_add_compressing(a, s->routines);
    helper_check(s->d, m->name, m->warps, m->lanes, m->schedulers, assist_base(a, a->events), a->events, HELPER_JOBS);
    helper_open(&a->ports, s->d);
    for (int e = 0; e < a->events; e++)
        assist_load_routine(a, e, e < high);
    a->reserve = m->assist_registers == MACHINE_WARP ? 0 : ROUTINE_LANES * routine_set_registers(s->routines, false);
    queue_open(&a->resumes, HELPER_JOBS);
    queue_open(&a->retires, HELPER_JOBS);
    int registers = 1;
    for (int e = 0; e < a->events; e++)
        if (routine_at(assist_store(a), a->event_of[e])->registers > registers)
            registers = routine_at(assist_store(a), a->event_of[e])->registers;
    scoreboard_open(&a->board, 2 * HELPER_PLACES, registers);
}

void helpers_close(sm_assist *a)
{
    helper_close(&a->ports);
    queue_close(&a->resumes);
    queue_close(&a->retires);
    scoreboard_close(&a->board);
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
}

void helpers_leave(sm_assist *a, int warp)
{
    a->live[warp] = false;
}

bool helpers_has(const sm_assist *a, int warp)
{
    return a->of_warp[warp] > 0;
}

/* ---- jobs ---- */

static helper_job *new_job(sm_assist *a, const mem_coded *of, bool high, int path)
{
    int n = a->free_job[--a->free_jobs];
    helper_job *j = &a->job[n];
    *j = (helper_job){.state = HELPER_WAITS, .high = high, .of = *of, .path = path, .instance = -1, .since = a->now};
    j->event = assist_event(a, j);
    j->base = assist_base(a, j->event);
    j->need = a->m->assist_registers == MACHINE_WARP ? 0 : ROUTINE_LANES * routine_at(assist_store(a), a->event_of[j->event])->registers;
    a->waits[a->waiting++] = n;
    a->of_warp[of->warp]++;
    return j;
}

static int number_of(const sm_assist *a, const helper_job *j)
{
    return (int)(j - a->job);
}

/* Its registers are free, and its warp may leave. */
static void end_job(sm_assist *a, helper_job *j)
{
    a->pool += j->registers;
    if (j->high && j->state == HELPER_UNDER_WAY)
        a->high_under_way[j->of.warp]--;
    if (--a->of_warp[j->of.warp] == 0)
        a->freed[a->freed_count++] = j->of.warp;
    if (a->high_of_warp[j->of.warp] == number_of(a, j))
        a->high_of_warp[j->of.warp] = -1;
    j->state = HELPER_NONE;
    a->free_job[a->free_jobs++] = number_of(a, j);
}

/* The line of stores goes out as it is. */
static void give_up(sm_assist *a, const helper_job *j, mem_raw_reason why)
{
    mem_stored_raw(a->mem, a->sm, j->of.number, why);
}

/* What the memory has for them. */
static void take_lines(sm_assist *a)
{
    mem_coded of;
    while (a->free_jobs > 0 && mem_take_coded(a->mem, a->sm, &of))
        new_job(a, &of, true, of.code);
    while (a->free_jobs > 0 && mem_take_stored(a->mem, a->sm, &of)) {
        bool fits = false;
        const routine_path *p = a->live[of.warp] ? a->s->compress(a->s->own, of.line, &fits) : NULL;
        if (p)
            new_job(a, &of, false, p->number)->fits = fits;
        else
            mem_stored_raw(a->mem, a->sm, of.number, MEM_DROPPED);
    }
}

/* ---- triggers ---- */

static void leave_list(sm_assist *a, int at)
{
    a->waiting--;
    memmove(a->waits + at, a->waits + at + 1, (size_t)(a->waiting - at) * sizeof *a->waits);
}

static void trigger(sm_assist *a)
{
    bool short_of = false;
    if (!helper_takes(&a->ports))
        return;
    for (int high = 1; high >= 0; high--)
        for (int k = 0; k < a->waiting; k++) {
            helper_job *j = &a->job[a->waits[k]];
            if (j->high != high || j->of.warp == a->killing || (high && a->high_under_way[j->of.warp] == HIGH_OF_WARP))
                continue;
            if (j->need + (high ? 0 : a->reserve) > a->pool) {
                short_of = true;
                continue;
            }
            helper_trigger(&a->ports, j->event, j->of.warp, a->waits[k]);
            j->registers = j->need;
            a->pool -= j->need;
            j->state = HELPER_UNDER_WAY;
            a->high_under_way[j->of.warp] += high;
            leave_list(a, k);
            a->counts.short_of_registers += short_of;
            return;
        }
    a->counts.short_of_registers += short_of;
}

/* ---- kills ---- */

/* Of low priority whose time is over: those that were not triggered go out at once; the others with all of their warp, unless a routine of high priority is there too. */
static void watch_time(sm_assist *a)
{
    const uint64_t patience = a->ending && a->m->assist_end == MACHINE_END_RAW ? 0 : (uint64_t)a->m->assist_wait;
    for (int k = 0; k < HELPER_JOBS && a->free_jobs < HELPER_JOBS && a->now % LOOKS == 0; k++) {
        helper_job *j = &a->job[k];
        if (j->state == HELPER_NONE || j->state == HELPER_KILLED || j->high || a->now - j->since <= patience)
            continue;
        if (j->state == HELPER_WAITS) {
            int at = 0;
            while (a->waits[at] != k)
                at++;
            leave_list(a, at);
            give_up(a, j, MEM_LATE);
            end_job(a, j);
        } else if (a->killing < 0 && !j->last_issued && !helper_holds(&a->ports, j->of.warp)) {
            a->killing = j->of.warp;
        }
    }
}

/* All that the controller had of the warp is gone, and what was not issued is not. */
static void killed(sm_assist *a)
{
    for (int k = 0; k < HELPER_JOBS; k++) {
        helper_job *j = &a->job[k];
        if (j->state != HELPER_UNDER_WAY || j->of.warp != a->killing)
            continue;
        a->counts.killed++;
        j->count = 0;
        j->state = HELPER_KILLED;
        give_up(a, j, MEM_LATE);
        if (j->under_way == 0)
            end_job(a, j);
    }
    a->killing = -1;
}

/* ---- what the controller says ---- */

static void take_done(sm_assist *a, int number, bool cut)
{
    helper_job *j = &a->job[number];
    if (cut)
        die("the routine %s has more instructions than the controller gives one instance",
            routine_at(assist_store(a), assist_path(a, j)->routine)->name);
    uint64_t wait = a->now - j->since;
    if (j->high) {
        a->counts.decompressed++;
        a->counts.wait += wait;
        a->counts.longest = wait > a->counts.longest ? wait : a->counts.longest;
        mem_decompressed(a->mem, a->sm, j->of.number);
    } else {
        a->counts.compressed++;
        if (mem_stored_changed(a->mem, a->sm, j->of.number))
            give_up(a, j, MEM_CHANGED);
        else
            mem_compressed(a->mem, a->sm, j->of.number, j->fits);
    }
    end_job(a, j);
}

static void take_dropped(sm_assist *a, int number, int reason)
{
    helper_job *j = &a->job[number];
    if (j->high || (reason != HELPER_FULL && reason != OUT_OF_REGISTERS))
        die("the controller drops a trigger of %s for reason %d", routine_at(assist_store(a), assist_path(a, j)->routine)->name, reason);
    give_up(a, j, MEM_DROPPED);
    end_job(a, j);
}

static void take_deployed(sm_assist *a)
{
    helper_word w;
    if (!helper_deploys(&a->ports, &w))
        return;
    helper_job *j = &a->job[w.job];
    assist_check_word(a, j, &w);
    j->instance = w.instance;
    a->high_of_warp[j->of.warp] = w.job;
    for (int k = 0; k < w.count; k++)
        j->step[(j->first + j->count++) % HELPER_STEPS] = j->next++;
}

/* ---- the schedulers ---- */

void helpers_take_next(sm_assist *a, int warp, helper_step *step)
{
    const int number = a->high_of_warp[warp];
    const helper_job *j = &a->job[number];
    *step = (helper_step){number, j->step[j->first], routine_step(assist_store(a), assist_path(a, j), j->step[j->first])};
}

bool helpers_idle(sm_assist *a, helper_step *step)
{
    if (!a->offered || a->taken)
        return false;
    const helper_job *j = &a->job[a->offer.job];
    *step = (helper_step){a->offer.job, j->next, routine_step(assist_store(a), assist_path(a, j), j->next)};
    return true;
}

int helpers_warp(const sm_assist *a, int job)
{
    return a->job[job].of.warp;
}

uint64_t helpers_line(const sm_assist *a, int job)
{
    return a->job[job].of.line;
}

int helpers_row(const sm_assist *a, int job)
{
    return 2 * a->job[job].of.warp + !a->job[job].high;
}

void helpers_issue(sm_assist *a, const helper_step *step)
{
    helper_job *j = &a->job[step->job];
    if (j->high) {
        j->first = (j->first + 1) % HELPER_STEPS;
        j->count--;
        helper_issued(&a->ports, j->instance);
        a->counts.high++;
    } else {
        j->instance = a->offer.instance;
        j->next++;
        helper_take_offer(&a->ports);
        a->taken = true;
        a->counts.low++;
    }
    j->under_way++;
    j->last_issued = step->step == assist_path(a, j)->count - 1;
}

void helpers_completed(sm_assist *a, int job, int step)
{
    helper_job *j = &a->job[job];
    j->under_way--;
    if (j->state == HELPER_KILLED) {
        if (j->under_way == 0)
            end_job(a, j);
        return;
    }
    const routine_path *p = assist_path(a, j);
    if (step < p->count - 1 && assist_stops(a, routine_code_at(assist_store(a), p->step[step]), j->high))
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
    if (a->offered)
        assist_check_word(a, &a->job[a->offer.job], &a->offer);
    take_lines(a);
}

void helpers_end(sm_assist *a, int slots)
{
    take_deployed(a);
    watch_time(a);
    trigger(a);
    if (a->resumes.count) {
        const helper_job *j = &a->job[queue_take(&a->resumes)];
        if (j->state == HELPER_UNDER_WAY)
            helper_resume(&a->ports, j->instance, assist_address(a, j, j->next));
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
        killed(a);
}

bool helpers_rest(sm_assist *a, uint64_t cycles)
{
    if (a->free_jobs < HELPER_JOBS || !helper_rest(&a->ports, cycles))
        return false;
    a->now += cycles;
    return true;
}
