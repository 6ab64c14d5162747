/* SPDX-License-Identifier: Apache-2.0
 *
 * sm_assist_lines.c - lines as jobs: codes that come are decompressed, whole lines of stores compressed. Each takes the path of its own bytes. */
#include "sm_assist_parts.h"

#include "../base/msg.h"

enum { OUT_OF_REGISTERS = 3 /* the controller's reason */ };

/* ---- routines ---- */

/* Each once. */
static void add_routine(sm_assist *a, const routine_set *s, int number)
{
    int e = 0;
    while (e < a->events && a->code_of[e].routine != number)
        e++;
    if (e == a->events)
        assist_add_code(a, s->store, number);
}

static void add_decompressing(sm_assist *a, const routine_set *s)
{
    for (int k = 0; k < s->heads; k++)
        add_routine(a, s, s->decompress[k]);
    for (int k = 0; k < s->members; k++)
        add_decompressing(a, s->member[k]);
}

static void add_compressing(sm_assist *a, const routine_set *s)
{
    if (s->compress >= 0)
        add_routine(a, s, s->compress);
    for (int k = 0; k < s->members; k++)
        add_compressing(a, s->member[k]);
}

int assist_open_lines(sm_assist *a)
{
    add_decompressing(a, a->s->routines);
    const int high = a->events;
    add_compressing(a, a->s->routines);
    return high;
}

static const routine_path *path_of(const sm_assist *a, int path)
{
    return routine_path_at(a->s->routines->store, path);
}

static const char *name_of(const sm_assist *a, const helper_job *j)
{
    return assist_routine(a, j->event)->name;
}

/* ---- jobs ---- */

static const assist_kind lines;

static helper_job *new_job(sm_assist *a, const mem_coded *of, bool high, int path)
{
    int event = 0;
    while (a->code_of[event].routine != path_of(a, path)->routine)
        event++;
    helper_job *j = assist_new_job(a, &lines, of->warp, event, high);
    j->of = *of;
    j->path = path;
    return j;
}

/* The warp that asked for a line ahead may have left, and nobody issues in its place: another one is the parent then. False: there is none. */
static bool has_parent(const sm_assist *a, mem_coded *of)
{
    for (int warp = 0; warp < HELPER_PLACES && !a->live[of->warp]; warp++)
        if (a->live[warp])
            of->warp = warp;
    return a->live[of->warp];
}

void assist_take_lines(sm_assist *a)
{
    mem_coded of;
    while (a->free_jobs > 0 && mem_take_coded(a->mem, a->sm, &of))
        if (has_parent(a, &of))
            new_job(a, &of, true, of.code);
        else
            mem_decompressed(a->mem, a->sm, of.number);
    while (a->free_jobs > 0 && mem_take_stored(a->mem, a->sm, &of)) {
        bool fits = false;
        const routine_path *p = a->live[of.warp] ? a->s->compress(a->s->own, of.line, &fits) : NULL;
        if (p)
            new_job(a, &of, false, p->number)->fits = fits;
        else
            mem_stored_raw(a->mem, a->sm, of.number, MEM_DROPPED);
    }
}

static int next(const sm_assist *a, const helper_job *j)
{
    const routine_path *p = path_of(a, j->path);
    return j->next < p->count ? p->step[j->next] : -1;
}

static void issue(sm_assist *a, helper_job *j, int number, int operation)
{
    (void)operation;
    if (next(a, j) != number)
        die("the controller gives instruction %d of the store for step %d of %s", number, j->next, name_of(a, j));
    j->next++;
    *(j->high ? &a->counts.high : &a->counts.low) += 1;
}

/* ---- ends ---- */

static void decompressed(sm_assist *a, const helper_job *j)
{
    const uint64_t wait = a->now - j->since;
    a->counts.decompressed++;
    a->counts.wait += wait;
    a->counts.longest = wait > a->counts.longest ? wait : a->counts.longest;
    mem_decompressed(a->mem, a->sm, j->of.number);
}

static void compressed(sm_assist *a, const helper_job *j)
{
    a->counts.compressed++;
    if (mem_stored_changed(a->mem, a->sm, j->of.number))
        mem_stored_raw(a->mem, a->sm, j->of.number, MEM_CHANGED);
    else
        mem_compressed(a->mem, a->sm, j->of.number, j->fits);
}

static void done(sm_assist *a, helper_job *j, bool cut)
{
    if (cut)
        die("the routine %s has more instructions than the controller gives one instance", name_of(a, j));
    (j->high ? decompressed : compressed)(a, j);
}

static void dropped(sm_assist *a, helper_job *j, int reason)
{
    if (j->high || (reason != HELPER_FULL && reason != OUT_OF_REGISTERS))
        die("the controller drops a trigger of %s for reason %d", name_of(a, j), reason);
    mem_stored_raw(a->mem, a->sm, j->of.number, MEM_DROPPED);
}

static void late(sm_assist *a, helper_job *j)
{
    a->counts.killed += j->state == HELPER_KILLED;
    mem_stored_raw(a->mem, a->sm, j->of.number, MEM_LATE);
}

static bool over(const sm_assist *a, const helper_job *j)
{
    (void)a;
    (void)j;
    return false;
}

static const assist_kind lines = {issue, next, done, dropped, late, over};
