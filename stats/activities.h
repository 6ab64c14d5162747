/* SPDX-License-Identifier: Apache-2.0
 *
 * activities.h - what a system has done, by the activities that its unit names (wf_system), and how often that took which energy. */
#ifndef WF_ACTIVITIES_H
#define WF_ACTIVITIES_H

#include "energy.h"

typedef struct {
    const wf_system *system;
    int count;                     /* of activities */
    int counts[WF_MAX_ACTIVITIES]; /* of each, how many counts it has: wf_activity_counts */
    double *of[WF_MAX_ACTIVITIES]; /* these */
} activities;

/* Of a model in this state. */
void activities_read(activities *a, const wf_system *system, const wf_config *config, const void *state);
/* Adds those of another one of the same shape; to an empty one it is a copy. */
void activities_add(activities *to, const activities *a);
void activities_free(activities *a);
/* All counts of activity i; of all activities that take this energy. */
double activities_sum(const activities *a, int i);
double activities_taking(const activities *a, wf_energy energy);
/* Accesses of banks. */
double activities_banks(const activities *a);
/* Cycles in which this bank was off. */
double activities_off(const activities *a, int bank);
/* Adds what took energy. Banks that are off are taken from the cycles of banks. */
void activities_take(const activities *a, energy_activity *to);
/* Does any of a system's activities take this energy? */
bool activities_have(const wf_system *system, wf_energy energy);
/* The names of the parts (wf_activity.part); how many there are. */
int activities_parts(const wf_system *system, const char *names[WF_MAX_ACTIVITY_PARTS]);

#endif
