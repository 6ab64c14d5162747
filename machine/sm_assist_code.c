/* SPDX-License-Identifier: Apache-2.0
 *
 * sm_assist_code.c - routines are loaded into the controller's store, an event each; jobs know their place in it. */
#include "sm_assist_parts.h"

#include "../base/msg.h"

/* ---- the code ---- */

void assist_add_code(sm_assist *a, routine_store *store, int number)
{
    if (a->events == (int)(sizeof a->code_of / sizeof a->code_of[0]))
        die_usage("more than %d routines", a->events);
    a->code_of[a->events].store = store;
    a->code_of[a->events++].routine = number;
}

/* Of lines: each once. */
static void add_routine(sm_assist *a, const routine_set *s, int number)
{
    int e = 0;
    while (e < a->events && a->code_of[e].routine != number)
        e++;
    if (e == a->events)
        assist_add_code(a, s->store, number);
}

void assist_add_decompressing(sm_assist *a, const routine_set *s)
{
    for (int k = 0; k < s->heads; k++)
        add_routine(a, s, s->decompress[k]);
    for (int k = 0; k < s->members; k++)
        assist_add_decompressing(a, s->member[k]);
}

void assist_add_compressing(sm_assist *a, const routine_set *s)
{
    if (s->compress >= 0)
        add_routine(a, s, s->compress);
    for (int k = 0; k < s->members; k++)
        assist_add_compressing(a, s->member[k]);
}

const routine *assist_routine(const sm_assist *a, int event)
{
    return routine_at(a->code_of[event].store, a->code_of[event].routine);
}

const routine_store *assist_store(const sm_assist *a)
{
    return a->s->routines->store;
}

int assist_base(const sm_assist *a, int event)
{
    int base = 0;
    for (int e = 0; e < event; e++)
        base += assist_routine(a, e)->count;
    return base;
}

bool assist_stops(const sm_assist *a, routine_code c, bool high)
{
    return c.branches || (!high && c.loads && a->m->assist_stop == MACHINE_STOP_LOAD);
}

void assist_load_routine(sm_assist *a, int event, bool high)
{
    const routine *r = assist_routine(a, event);
    int base = assist_base(a, event);
    for (int n = 0; n < r->count; n++) {
        routine_code c = routine_code_at(a->code_of[event].store, r->first + n);
        helper_load(&a->ports, event, base + n, n == 0, c.returns, assist_stops(a, c, high), c.word);
    }
    helper_map(&a->ports, event, event, high, r->registers);
}

const routine_path *assist_path(const sm_assist *a, const helper_job *j)
{
    return routine_path_at(assist_store(a), j->path);
}

int assist_event(const sm_assist *a, int path)
{
    int e = 0, routine_of = routine_path_at(assist_store(a), path)->routine;
    while (a->code_of[e].routine != routine_of)
        e++;
    return e;
}

int assist_address(const sm_assist *a, const helper_job *j, int step)
{
    if (j->entry >= 0)
        return j->base + step - assist_routine(a, j->event)->first;
    const routine_path *p = assist_path(a, j);
    return j->base + p->step[step] - routine_at(assist_store(a), p->routine)->first;
}

void assist_check_word(const sm_assist *a, const helper_job *j, const helper_word *w)
{
    const routine_path *p = assist_path(a, j);
    for (int k = 0; k < w->count; k++)
        if (j->next + k >= p->count || assist_address(a, j, j->next + k) != w->address + k)
            die("the controller gives instruction %d for step %d of %s", w->address + k, j->next + k,
                routine_at(assist_store(a), p->routine)->name);
}
