/* SPDX-License-Identifier: Apache-2.0 */
#include "design_parts.h"

#include <string.h>

#include "../base/msg.h"
#include "beside.h"

/* Keys of every design, beside the options of its kind; and vectors, the number of inputs of a simulation, which `flow` takes beside parameters. */
static bool is_key(const wf_unit *unit, const char *name)
{
    static const char *const keys[] = {"lanes", "line", "name", "unit", "codec", "block", "config", "enc-cuts", "dec-cuts", "vectors"};
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
        if (strcmp(keys[i], name) == 0)
            return true;
    for (const design_option *o = design_kind_of(unit)->options; o->name; o++)
        if (strcmp(o->name, name) == 0)
            return true;
    return false;
}

static char *params_fault(const wf_unit *unit)
{
    for (const wf_param *p = unit->params; p->name; p++)
        if (is_key(unit, p->name))
            return format_new("%s: its parameter %s has the name of a key that every %s has", unit->name, p->name,
                              design_kind_of(unit)->title);
    return NULL;
}

/* Words of a system: `what` is their name in wf_system. */
static char *words_fault(const wf_unit *unit, const char *what, const char *words)
{
    design d;
    design_init(&d, unit, wf_takes_lanes(unit) ? WF_MAX_LANES : 128);
    return words ? design_set_all_fault(&d, words, format_new("%s: its %s", unit->name, what)) : NULL;
}

static char *system_fault(const wf_unit *unit)
{
    const wf_unit *of = unit->system && unit->system->codec ? wf_find_unit(unit->system->codec) : NULL;
    if (unit->system == NULL)
        return NULL;
    if (unit->system->codec && (of == NULL || of->codec == NULL))
        return format_new("%s: its codec \"%s\" is none; `warpfold list` shows the codecs", unit->name, unit->system->codec);
    char *fault = words_fault(unit, "baseline", unit->system->baseline);
    return fault ? fault : words_fault(unit, "gated", unit->system->gated);
}

char *design_unit_fault(const wf_unit *unit)
{
    char why[WF_WHY];
    if (wf_unit_error(unit, why))
        return format_new("%s", why);
    char *fault = params_fault(unit);
    fault = fault ? fault : design_beside_fault(unit);
    return fault ? fault : system_fault(unit);
}

char *design_units_fault(void)
{
    char why[WF_WHY];
    if (wf_units_error(why))
        return format_new("%s", why);
    char *fault = NULL;
    for (size_t i = 0; i < wf_unit_count() && !fault; i++)
        fault = design_unit_fault(wf_unit_at(i));
    return fault;
}
