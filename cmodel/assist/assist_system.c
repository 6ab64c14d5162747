/* SPDX-License-Identifier: Apache-2.0
 *
 * assist_system.c - assist as a system: what it does and counts. */
#include "assist.h"

static const wf_activity activities[] = {
    [ASSIST_TRIGGERS] = {"triggers", "triggers that were taken", WF_ENERGY_NONE, NULL, true},
    [ASSIST_WAITED] = {"waited", "triggers behind another one like them", WF_ENERGY_NONE, NULL, true},
    [ASSIST_STARTED] = {"started", "triggers that became instances", WF_ENERGY_NONE, NULL, true},
    [ASSIST_HIGH] = {"high_instructions", "instructions of high priority that were staged", WF_ENERGY_NONE, NULL, true},
    [ASSIST_LOWS] = {"low_instructions", "instructions of low priority that were staged", WF_ENERGY_NONE, NULL, true},
    [ASSIST_ENDED] = {"ended", "instances that were done", WF_ENERGY_NONE, NULL, true},
    [ASSIST_CUT] = {"cut", "of these, instances whose routine did not end", WF_ENERGY_NONE, NULL, true},
    [ASSIST_WRONG] = {"wrong", "triggers without a map entry, a routine, or registers", WF_ENERGY_NONE, NULL, true},
    [ASSIST_FULL] = {"full", "triggers of low priority that found no place", WF_ENERGY_NONE, NULL, true},
    [ASSIST_KILLS] = {"kills", "kills", WF_ENERGY_NONE, NULL, true},
    [ASSIST_EMPTY_KILLS] = {"empty_kills", "kills of a warp with nothing under way", WF_ENERGY_NONE, NULL, true},
    [ASSIST_THROTTLED] = {"throttled", "cycles in which low priority was throttled", WF_ENERGY_NONE, NULL, true},
    {NULL, NULL, WF_ENERGY_UNTOLD, NULL, false},
};

static void count(const wf_config *c, const void *state, int activity, uint64_t *counts)
{
    const assist_state *s = state;
    (void)c;
    *counts = s->count[activity] + s->sum[activity] + s->event[activity];
}

const wf_system assist_system = {.kind = WF_CONTROLLER, .activities = activities, .count = count};
