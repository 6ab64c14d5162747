/* SPDX-License-Identifier: Apache-2.0
 *
 * sm_assist_code.c - routines are loaded into the controller's store, an event each; jobs know their place in it. */
#include "sm_assist_parts.h"

#include "../base/msg.h"

void assist_add_code(sm_assist *a, routine_store *store, int number)
{
    if (a->events == (int)(sizeof a->code_of / sizeof a->code_of[0]))
        die_usage("more than %d routines", a->events);
    a->code_of[a->events].store = store;
    a->code_of[a->events++].routine = number;
}

const routine *assist_routine(const sm_assist *a, int event)
{
    return routine_at(a->code_of[event].store, a->code_of[event].routine);
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

/* ---- a job's place in it ---- */

routine_store *assist_store(const sm_assist *a, const helper_job *j)
{
    return a->code_of[j->event].store;
}

int assist_number_at(const sm_assist *a, const helper_job *j, int address)
{
    return assist_routine(a, j->event)->first + address - j->base;
}

int assist_address(const sm_assist *a, const helper_job *j, int number)
{
    return j->base + number - assist_routine(a, j->event)->first;
}
