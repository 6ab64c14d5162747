/* SPDX-License-Identifier: Apache-2.0 */
#include "activities.h"

#include <stdlib.h>
#include <string.h>

#include "../base/msg.h"

void activities_read(activities *a, const wf_system *system, const wf_config *config, const void *state)
{
    uint64_t counts[WF_FILE_BANKS]; /* as many as an activity has at most */

    *a = (activities){.system = system, .count = wf_activity_count(system)};
    for (int i = 0; i < a->count; i++) {
        int n = a->counts[i] = wf_activity_counts(system, config, i);
        a->of[i] = zalloc((size_t)n * sizeof *a->of[i]);
        system->count(config, state, i, counts);
        for (int k = 0; k < n; k++)
            a->of[i][k] = (double)counts[k];
    }
}

void activities_add(activities *to, const activities *a)
{
    if (to->system == NULL) {
        *to = *a;
        for (int i = 0; i < a->count; i++)
            to->of[i] = zalloc((size_t)a->counts[i] * sizeof *to->of[i]);
    }
    for (int i = 0; i < a->count; i++)
        for (int k = 0; k < a->counts[i]; k++)
            to->of[i][k] += a->of[i][k];
}

void activities_free(activities *a)
{
    for (int i = 0; i < a->count; i++)
        arena_free(a->of[i]);
}

double activities_sum(const activities *a, int i)
{
    double sum = 0;
    for (int k = 0; k < a->counts[i]; k++)
        sum += a->of[i][k];
    return sum;
}

double activities_taking(const activities *a, wf_energy energy)
{
    double sum = 0;
    for (int i = 0; i < a->count; i++)
        sum += a->system->activities[i].energy == energy ? activities_sum(a, i) : 0;
    return sum;
}

double activities_banks(const activities *a)
{
    return activities_taking(a, WF_ENERGY_BANK_READ) + activities_taking(a, WF_ENERGY_BANK_WRITE);
}

double activities_off(const activities *a, int bank)
{
    double sum = 0;
    for (int i = 0; i < a->count; i++)
        sum += a->system->activities[i].energy == WF_ENERGY_BANK_OFF ? a->of[i][bank] : 0;
    return sum;
}

/* The number of a part among those of the activities, in their order. */
static int part_number(const wf_system *system, const char *part)
{
    const char *names[WF_MAX_ACTIVITY_PARTS];
    int n = 0;
    for (activities_parts(system, names); strcmp(names[n], part) != 0;)
        n++;
    return n;
}

static void add_classes(double to[WF_MAX_CLASSES], const double *counts)
{
    for (int c = 0; c < WF_MAX_CLASSES; c++)
        to[c] += counts[c];
}

static void take(energy_use *use, double *bank_cycles, wf_energy energy, const double *counts, double sum)
{
    switch (energy) {
    case WF_ENERGY_BANK_READ:
    case WF_ENERGY_BANK_WRITE: use->banks += sum; break;
    case WF_ENERGY_TAG: use->tags += sum; break;
    case WF_ENERGY_WIRES: use->wires += sum; break;
    case WF_ENERGY_ENCODE: add_classes(use->encodes, counts); break;
    case WF_ENERGY_DECODE: add_classes(use->decodes, counts); break;
    case WF_ENERGY_BANK_OFF: *bank_cycles -= sum; break;
    default: break;
    }
}

void activities_take(const activities *a, energy_activity *to)
{
    for (int i = 0; i < a->count; i++) {
        const wf_activity *own = &a->system->activities[i];
        energy_use *use = own->part ? &to->part[part_number(a->system, own->part)] : &to->use;
        take(use, &to->bank_cycles, own->energy, a->of[i], activities_sum(a, i));
    }
}

bool activities_have(const wf_system *system, wf_energy energy)
{
    for (const wf_activity *a = system->activities; a && a->name; a++)
        if (a->energy == energy)
            return true;
    return false;
}

int activities_parts(const wf_system *system, const char *names[WF_MAX_ACTIVITY_PARTS])
{
    int count = 0;
    for (const wf_activity *a = system->activities; a && a->name; a++) {
        bool known = a->part == NULL;
        for (int k = 0; k < count; k++)
            known |= a->part && strcmp(names[k], a->part) == 0;
        if (!known && count < WF_MAX_ACTIVITY_PARTS)
            names[count++] = a->part;
    }
    return count;
}
