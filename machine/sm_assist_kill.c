/* SPDX-License-Identifier: Apache-2.0
 *
 * sm_assist_kill.c - jobs that come to nothing: those of low priority whose time, or whose warp, is over. */
#include "sm_assist_parts.h"

#include <string.h>

/* LOOKS: cycles between two looks for jobs whose time is over. */
enum { LOOKS = 16 };

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
        if (j->state == HELPER_NONE || j->state == HELPER_KILLED || j->high || (a->now - j->since <= patience && !j->kind->over(a, j)))
            continue;
        if (j->state == HELPER_WAITS) {
            int at = 0;
            while (a->waits[at] != k)
                at++;
            assist_leave_list(a, at);
            j->kind->late(a, j);
            assist_end_job(a, j);
        } else if (a->killing < 0 && !j->last_issued && !helper_holds(&a->ports, j->warp)) {
            a->killing = j->warp;
        }
    }
}

void assist_killed(sm_assist *a)
{
    for (int k = 0; k < HELPER_JOBS; k++) {
        helper_job *j = &a->job[k];
        if (j->state != HELPER_UNDER_WAY || j->warp != a->killing)
            continue;
        j->count = 0;
        j->state = HELPER_KILLED;
        j->kind->late(a, j);
        if (j->under_way == 0)
            assist_end_job(a, j);
    }
    a->killing = -1;
}
