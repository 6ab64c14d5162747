/* SPDX-License-Identifier: Apache-2.0
 *
 * unit.c - what is wrong with a unit in whatever configuration: its names, tables and functions.
 *
 * Read from the bottom up: wf_units_error asks each unit one question after the other, and each that finds something fills in the reason. */
#include "name.h"
#include "param.h"

enum { DEEPEST = 8 }; /* units in units */

static const alphabet dashed = {"abcdefghijklmnopqrstuvwxyz0123456789-", 26, "lower-case letters, digits and '-'"};
static const alphabet upper_case = {"ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_", 26, "upper-case letters, digits and '_'"};

/* ---- parameters ---- */

static bool param_is_wrong(const wf_unit *unit, const wf_param *p, char *why)
{
    if (name_is_wrong(unit->name, "a parameter", p->name, &dashed, why))
        return true;
    if (p->macro == NULL || strncmp(p->macro, "WF_", 3) != 0)
        return fault(why, "%s: the macro of %s does not begin with WF_", unit->name, p->name);
    if (name_is_wrong(unit->name, "a macro, behind WF_", p->macro + 3, &upper_case, why))
        return true;
    if (p->help == NULL || p->values == NULL || !param_has_values(p))
        return fault(
            why, "%s: the values \"%s\" of %s are none: \"2..32\" or \"1|2|4\", of a choice names, of a list %d at most, no two the same",
            unit->name, p->values ? p->values : "", p->name, WF_MAX_NAMES);
    for (const wf_param *other = unit->params; other < p; other++) {
        if (strcmp(other->name, p->name) == 0)
            return fault(why, "%s: two parameters are named %s", unit->name, p->name);
        if (strcmp(other->macro, p->macro) == 0)
            return fault(why, "%s: %s and %s have one macro, %s", unit->name, other->name, p->name, p->macro);
    }
    if (p->initial == WF_DERIVED)
        return (!unit->derived || param_takes_several(p)) &&
               fault(why, "%s: the default of %s is derived: it must be a number or a choice, and the unit must have `derived`", unit->name,
                     p->name);
    return !param_accepts(p, p->initial) && fault(why, "%s: the default of %s is none of its values, %s", unit->name, p->name, p->values);
}

/* Names a|b|c of parameters. */
static bool modelled_is_wrong(const wf_unit *unit, char *why)
{
    int known = 0;
    for (const wf_param *p = unit->params; unit->modelled && p->name; p++)
        known += p->initial != WF_DERIVED && param_index(unit->modelled, p->name, strlen(p->name)) >= 0;
    return unit->modelled && known != param_count(unit->modelled) &&
           fault(why, "%s: modelled \"%s\" are not all parameters whose default is no derived one", unit->name, unit->modelled);
}

static bool params_are_wrong(const wf_unit *unit, char *why)
{
    for (const wf_param *p = unit->params; p->name; p++)
        if (param_is_wrong(unit, p, why))
            return true;
    if (modelled_is_wrong(unit, why))
        return true;
    int all = param_all(unit);
    return all > WF_MAX_PARAMS &&
           fault(why, "%s has %d parameters, with those of the units in it, and %d are the most", unit->name, all, WF_MAX_PARAMS);
}

/* ---- models ---- */

static int count_names(const char *const *names)
{
    int n = 0;
    while (names && names[n])
        n++;
    return n;
}

static bool codec_is_wrong(const wf_unit *unit, char *why)
{
    const wf_codec *c = unit->codec;
    int classes = count_names(c->class_names), patterns = count_names(c->pattern_names);
    if (!c->sizes || !c->encode || !c->decode || !c->size || !c->classify || classes == 0)
        return fault(why, "%s: a codec has sizes, encode, decode, size, classify and class_names", unit->name);
    if (unit->line && (!c->measure || !c->fault))
        return fault(why, "%s: a codec of cache lines has measure and fault", unit->name);
    if (unit->line && unit->warps)
        return fault(why, "%s: a codec takes lanes or a line, not both", unit->name);
    if (classes > WF_MAX_CLASSES)
        return fault(why, "%s has %d classes, and %d are the most", unit->name, classes, WF_MAX_CLASSES);
    return patterns > WF_MAX_PATTERNS && fault(why, "%s has %d patterns, and %d are the most", unit->name, patterns, WF_MAX_PATTERNS);
}

static bool model_is_wrong(const wf_unit *unit, char *why)
{
    const wf_stepped *s = unit->stepped;
    if (unit->codec)
        return codec_is_wrong(unit, why);
    if (unit->streams == NULL || (unit->eval != NULL) == (s != NULL))
        return fault(why, "%s: a unit is a codec; or it has streams and one model, eval or stepped", unit->name);
    return s && (!s->state_size || !s->reset || !s->outputs || !s->clock) &&
           fault(why, "%s: a stepped model has state_size, reset, outputs and clock", unit->name);
}

/* ---- units in it, parts of its Verilog ---- */

static bool is_in(const wf_unit *whole, const wf_unit *sought, int depth)
{
    for (const wf_child *child = whole->children; child && child->name; child++)
        if (child->unit == sought || depth == DEEPEST || is_in(child->unit, sought, depth + 1))
            return true;
    return false;
}

static bool children_are_wrong(const wf_unit *unit, char *why)
{
    for (const wf_child *child = unit->children; child && child->name; child++) {
        if (name_is_wrong(unit->name, "a unit in it", child->name, &lower_case, why))
            return true;
        for (const wf_child *other = unit->children; other < child; other++)
            if (strcmp(other->name, child->name) == 0)
                return fault(why, "%s: two units in it are named %s", unit->name, child->name);
    }
    return false;
}

static bool condition_is_wrong(const wf_unit *unit, const wf_part *part, int k, char *why)
{
    int param, value;
    if (!wf_part_condition(part, k, &param, &value))
        return false;
    if (param < 0 || param >= param_all(unit))
        return fault(why, "%s: the part %s is used by the value of parameter number %d, and there are %d", unit->name, part->name, param,
                     param_all(unit));
    return param < param_own(unit) && !param_accepts(&unit->params[param], value) &&
           fault(why, "%s: the part %s is used where %s is number %d, which it cannot be", unit->name, part->name, unit->params[param].name,
                 value);
}

static bool parts_are_wrong(const wf_unit *unit, char *why)
{
    for (const wf_part *part = unit->parts; part && part->name; part++) {
        bool of_half = part->module && (strcmp(part->module, "enc") == 0 || strcmp(part->module, "dec") == 0);
        if (name_is_wrong(unit->name, "a part", part->name, &lower_case, why))
            return true;
        if (part->module && !(unit->codec && of_half))
            return fault(why, "%s: the part %s is of \"%s\"; a codec's may be of enc or dec", unit->name, part->name, part->module);
        for (int k = 0; k < WF_MAX_CONDITIONS; k++)
            if (condition_is_wrong(unit, part, k, why))
                return true;
    }
    return false;
}

/* ---- all of it ---- */

bool wf_unit_error(const wf_unit *unit, char *why)
{
    if (name_is_wrong("units.def", "a unit", unit->name, &lower_case, why))
        return true;
    if (!unit->title || !unit->source || !unit->params)
        return fault(why, "%s: a unit has a title, a source and a table of parameters", unit->name);
    if (is_in(unit, unit, 0))
        return fault(why, "%s: it is in itself, or units in it are nested deeper than %d", unit->name, DEEPEST);
    return children_are_wrong(unit, why) || params_are_wrong(unit, why) || model_is_wrong(unit, why) || parts_are_wrong(unit, why);
}

/* A unit that is registered as WF_LINE_CODEC. */
static bool is_no_line_codec(const wf_unit *unit, char *why)
{
    return !(unit->codec && unit->line) &&
           fault(why, "units.def: WF_LINE_CODEC(%s): it is no codec of cache lines; WF_UNIT(%s) registers another unit", unit->name,
                 unit->name);
}

bool wf_units_error(char *why)
{
    for (size_t i = 0; i < wf_unit_count(); i++) {
        const wf_unit *unit = wf_unit_at(i);
        if ((wf_is_line_codec(i) && is_no_line_codec(unit, why)) || wf_unit_error(unit, why))
            return true;
        for (size_t k = 0; k < i; k++)
            if (strcmp(wf_unit_at(k)->name, unit->name) == 0)
                return fault(why, "units.def: two units are named %s", unit->name);
    }
    return false;
}
