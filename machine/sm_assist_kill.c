/* SPDX-License-Identifier: Apache-2.0
 *
 * sm_assist_kill.c - jobs that come to nothing: those of low priority whose time, or whose warp, is over. */
#include "sm_assist_events.h"

#include <string.h>

/* LOOKS: cycles between two looks for jobs whose time is over. */
enum { LOOKS = 16 };

void assist_give_up(sm_assist *a, const helper_job *j, mem_raw_reason why)
{
    if (j->entry >= 0)
        events_late(a, j);
    else
        mem_stored_raw(a->mem, a->sm, j->of.number, why);
}

void assist_leave_list(sm_assist *a, int at)
{
    a->waiting--;
    memmove(a->waits + at, a->waits + at + 1, (size_t)(a->waiting - at) * sizeof *a->waits);
}

/* Of low priority whose time is over: those that were not triggered go out at once; the others with all of their warp, unless a routine of high priority is there too. */
void assist_watch_time(sm_assist *a)
{
    const uint64_t patience = a->ending && a->m->assist_end == MACHINE_END_RAW ? 0 : (uint64_t)a->m->assist_wait;
    for (int k = 0; k < HELPER_JOBS && a->free_jobs < HELPER_JOBS && a->now % LOOKS == 0; k++) {
        helper_job *j = &a->job[k];
        if (j->state == HELPER_NONE || j->state == HELPER_KILLED || j->high || (a->now - j->since <= patience && !events_over(a, j)))
            continue;
        if (j->state == HELPER_WAITS) {
            int at = 0;
            while (a->waits[at] != k)
                at++;
            assist_leave_list(a, at);
            assist_give_up(a, j, MEM_LATE);
            assist_end_job(a, j);
        } else if (a->killing < 0 && !j->last_issued && !helper_holds(&a->ports, j->of.warp)) {
            a->killing = j->of.warp;
        }
    }
}

void assist_killed(sm_assist *a)
{
    for (int k = 0; k < HELPER_JOBS; k++) {
        helper_job *j = &a->job[k];
        if (j->state != HELPER_UNDER_WAY || j->of.warp != a->killing)
            continue;
        a->counts.killed += j->entry < 0;
        j->count = 0;
        j->state = HELPER_KILLED;
        assist_give_up(a, j, MEM_LATE);
        if (j->under_way == 0)
            assist_end_job(a, j);
    }
    a->killing = -1;
}
