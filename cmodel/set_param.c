/* SPDX-License-Identifier: Apache-2.0
 *
 * set_param - values from text, as a user writes them: of a unit's width, of its parameters and of its children's. Each function sets one kind, or
 * says what is wrong and returns true. */
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "fault.h"
#include "param.h"

/* What a user gave, for messages. */
static const char *given(const char *value)
{
    return *value ? value : "(nothing)";
}

/* A whole number in digits, perhaps behind a sign. */
static bool read_int(const char *text, int *number)
{
    char *end;
    const char *digits = text + (*text == '-');
    long n = strtol(text, &end, 10);
    if (*digits < '0' || *digits > '9' || *end || n < INT_MIN || n > INT_MAX)
        return false;
    *number = (int)n;
    return true;
}

/* ---- Widths ---- */

static bool set_line(wf_config *config, const char *value, char *why)
{
    int n;
    if (!read_int(value, &n) || !wf_is_line(n))
        return fault(why, "%s bytes a line: accepted are 32, 64 and 128", given(value));
    config->line_bytes = n;
    return false;
}

static bool set_lanes(wf_config *config, const char *value, char *why)
{
    int n;
    if (!read_int(value, &n) || !wf_is_lanes(n))
        return fault(why, "%s lanes: accepted are 4, 8, 16, 32, 64 and 128", given(value));
    config->lanes = n;
    return false;
}

/* ---- Parameters ---- */

/* Sets of a SET the bits of the names, of a LIST their places. */
static bool set_names(const wf_unit *unit, const wf_param *param, int *slot, const char *value, char *why)
{
    int set = 0, list = 0, places = 0;
    for (const char *w = value; *value; w += strcspn(w, ",") + 1) {
        int n = (int)strcspn(w, ","), i = param_index(param->values, w, (size_t)n);
        if (i < 0)
            return fault(why, "\"%.*s\" is not one of the %s of %s: any of %s, separated by commas", n, w, param->name, unit->name,
                         param->values);
        if (set >> i & 1)
            return fault(why, "%.*s is given twice in the %s of %s", n, w, param->name, unit->name);
        if (param->kind == WF_PARAM_LIST && places == WF_MAX_LIST)
            return fault(why, "more than %d %s of %s", WF_MAX_LIST, param->name, unit->name);
        set |= 1 << i;
        if (param->kind == WF_PARAM_LIST)
            list |= (i + 1) << 4 * places++;
        if (w[n] == '\0')
            break;
    }
    if (set == 0)
        return fault(why, "an empty %s of %s: name at least one of %s", param->kind == WF_PARAM_LIST ? "list" : "set", param->name,
                     param->values);
    *slot = param->kind == WF_PARAM_LIST ? list : set;
    return false;
}

/* The parameter's place in the configuration is `slot`. */
static bool set_value(const wf_unit *unit, const wf_param *param, int *slot, const char *value, char *why)
{
    int n;
    if (param_takes_several(param))
        return set_names(unit, param, slot, value, why);
    bool known = param->kind == WF_PARAM_INT ? read_int(value, &n) : (n = param_index(param->values, value, strlen(value))) >= 0;
    if (!known || !param_accepts(param, n))
        return fault(why, "%s for %s of %s: accepted is %s", given(value), param->name, unit->name, param->values);
    *slot = n;
    return false;
}

/* "base, select": the parameters of a unit; those of a child that a user can set. */
static void list_params(const wf_unit *unit, const wf_child *child, char *names)
{
    size_t at = 0;
    names[0] = '\0';
    for (const wf_param *p = unit->params; p->name; p++)
        if (!(child && param_is_bound(child, p->name)) && at < WF_WHY)
            at += (size_t)snprintf(names + at, WF_WHY - at, "%s%s", at ? ", " : "", p->name);
}

/* Has a unit in it a parameter that a user can set? */
static bool has_of_children(const wf_unit *unit)
{
    char names[WF_WHY] = "";
    for (const wf_child *child = unit->children; child && child->name && !*names; child++)
        list_params(child->unit, child, names);
    return *names;
}

static void list_children(const wf_unit *unit, char *names)
{
    size_t at = 0;
    names[0] = '\0';
    for (const wf_child *child = unit->children; child && child->name && at < WF_WHY; child++)
        at += (size_t)snprintf(names + at, WF_WHY - at, "%s%s", at ? ", " : "", child->name);
}

/* "CHILD.PARAMETER" of a unit whose parameters begin at `slot`. */
static bool set_of_child(const wf_unit *unit, int *slot, const char *name, const char *value, char *why)
{
    char known[WF_WHY];
    size_t n = strcspn(name, ".");
    const char *rest = name + n + 1;
    for (int k = 0; unit->children && unit->children[k].name; k++) {
        const wf_child *child = &unit->children[k];
        int *first = slot + wf_child_params(unit, k);
        if (strlen(child->name) != n || memcmp(child->name, name, n) != 0)
            continue;
        if (strchr(rest, '.'))
            return set_of_child(child->unit, first, rest, value, why);
        if (param_is_bound(child, rest))
            return fault(why, "%s of the %s in %s is set by %s itself", rest, child->name, unit->name, unit->name);
        for (int p = 0; child->unit->params[p].name; p++)
            if (strcmp(child->unit->params[p].name, rest) == 0)
                return set_value(child->unit, &child->unit->params[p], first + p, value, why);
        list_params(child->unit, child, known);
        return fault(why, "the %s in %s has no parameter \"%s\" to set; %s%s", child->name, unit->name, rest,
                     *known ? "there are " : "there is none", known);
    }
    list_children(unit, known);
    return fault(why, "no unit \"%.*s\" in %s; %s%s", (int)n, name, unit->name, *known ? "there are " : "it has none in it", known);
}

static bool set_error(const wf_unit *unit, wf_config *config, const char *name, const char *value, char *why)
{
    char known[WF_WHY];
    if (no_unit(unit, why))
        return true;
    if (unit->line && strcmp(name, "line") == 0)
        return set_line(config, value, why);
    if (wf_takes_lanes(unit) && strcmp(name, "lanes") == 0)
        return set_lanes(config, value, why);
    if (strchr(name, '.'))
        return set_of_child(unit, config->param, name, value, why);
    for (int p = 0; unit->params[p].name; p++)
        if (strcmp(unit->params[p].name, name) == 0)
            return set_value(unit, &unit->params[p], &config->param[p], value, why);
    list_params(unit, NULL, known);
    return fault(why, "%s has no parameter \"%s\"; there are %s%s%s%s", unit->name, name, wf_takes_lanes(unit) ? "lanes, " : "",
                 unit->line ? "line, " : "", known, has_of_children(unit) ? ", and CHILD.PARAMETER of the units in it" : "");
}

wf_status wf_set_param(const wf_unit *unit, wf_config *config, const char *name, const char *value, char *why)
{
    return set_error(unit, config, name, value, why) ? WF_ERR_CONFIG : WF_OK;
}
