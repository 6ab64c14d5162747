/* SPDX-License-Identifier: Apache-2.0
 *
 * Keys and values from text, of the command line, an INI file or a manifest. Each function sets one kind of key, and returns what is wrong,
 * or NULL; design_set_fault, last but two, tries them in turn. */
#include "design_parts.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../base/msg.h"

/* Is value one of "a|b|c", or in the range "a..b"? */
static bool is_accepted(const char *values, const char *value)
{
    long long low, high, v;
    if (sscanf(values, "%lld..%lld", &low, &high) == 2)
        return parse_int(value, low, high, &v);
    return value_index(values, value, strlen(value)) >= 0;
}

/* Sets a parameter of a unit in its place in the configuration. Returns what is wrong, or NULL. */
static char *set_param(const wf_unit *unit, const wf_param *param, int *slot, const char *value, const char *where)
{
    if (param->kind == WF_PARAM_INT || param->kind == WF_PARAM_CHOICE) {
        if (!is_accepted(param->values, value))
            return format_new("%s: %s for %s of %s: accepted is %s", where, *value ? value : "(nothing)", param->name, unit->name,
                              param->values);
        *slot = param->kind == WF_PARAM_CHOICE ? value_index(param->values, value, strlen(value)) : atoi(value);
        return NULL;
    }
    int set = 0, list = 0, places = 0;
    for (const char *w = value; *value; w += strcspn(w, ",") + 1) {
        size_t n = strcspn(w, ",");
        int i = value_index(param->values, w, n);
        if (i < 0)
            return format_new("%s: \"%.*s\" is not one of the %s of %s: any of %s, separated by commas", where, (int)n, w, param->name,
                              unit->name, param->values);
        if (set >> i & 1)
            return format_new("%s: %.*s is given twice in the %s of %s", where, (int)n, w, param->name, unit->name);
        if (param->kind == WF_PARAM_LIST && places == WF_MAX_LIST)
            return format_new("%s: more than %d %s of %s", where, WF_MAX_LIST, param->name, unit->name);
        set |= 1 << i;
        if (param->kind == WF_PARAM_LIST)
            list |= (i + 1) << 4 * places++;
        if (w[n] == '\0')
            break;
    }
    if (set == 0)
        return format_new("%s: an empty %s of %s: name at least one of %s", where, param->kind == WF_PARAM_LIST ? "list" : "set",
                          param->name, param->values);
    *slot = param->kind == WF_PARAM_LIST ? list : set;
    return NULL;
}

/* Sets "CHILD.KEY" of a unit whose parameters begin at `param`. Returns what is wrong, or NULL. */
static char *set_child_param(const wf_unit *unit, int *param, const char *key, const char *value, const char *where)
{
    size_t n = strcspn(key, ".");
    text names = {0};
    for (int k = 0; unit->children && unit->children[k].name; k++) {
        const wf_child *child = &unit->children[k];
        const wf_unit *own = child->unit;
        int *first = param + wf_child_params(unit, k);
        text_printf(&names, "%s%s", k ? ", " : "", child->name);
        if (strlen(child->name) != n || memcmp(child->name, key, n) != 0)
            continue;
        const char *rest = key + n + 1;
        if (strchr(rest, '.'))
            return set_child_param(own, first, rest, value, where);
        if (design_param_bound(child, rest))
            return format_new("%s: %s of the %s in %s is set by %s itself", where, rest, child->name, unit->name, unit->name);
        for (int p = 0; own->params[p].name; p++)
            if (strcmp(own->params[p].name, rest) == 0)
                return set_param(own, &own->params[p], first + p, value, where);
        text known = {0};
        design_list_params(own, child, &known);
        char *fault = format_new("%s: the %s in %s has no parameter \"%s\" to set; %s%s", where, child->name, unit->name, rest,
                                 known.len ? "there are " : "there is none", known.len ? known.data : "");
        return fault;
    }
    char *fault = format_new("%s: no unit \"%.*s\" in %s; %s%s", where, (int)n, key, unit->name,
                             names.len ? "there are " : "it has none in it", names.len ? names.data : "");
    return fault;
}

static bool is_identifier(const char *s)
{
    if (!isalpha((unsigned char)*s))
        return false;
    for (; *s; s++)
        if (!isalnum((unsigned char)*s) && *s != '_')
            return false;
    return true;
}

char *design_set_fault(design *d, const char *key, const char *value, const char *where)
{
    long long v;
    if (d->unit->line && strcmp(key, "line") == 0) {
        if (!parse_int(value, 32, 128, &v) || !wf_is_line((int)v))
            return format_new("%s: %s bytes a line: accepted are 32, 64 and 128", where, *value ? value : "(nothing)");
        d->config.line_bytes = (int)v;
        return NULL;
    }
    if (wf_takes_lanes(d->unit) && strcmp(key, "lanes") == 0) {
        if (!parse_int(value, WF_MIN_LANES, WF_MAX_LANES, &v) || !wf_is_lanes((int)v))
            return format_new("%s: %s lanes: accepted are 4, 8, 16, 32, 64 and 128", where, *value ? value : "(nothing)");
        d->config.lanes = (int)v;
        return NULL;
    }
    if (strcmp(key, "name") == 0) {
        if (!is_identifier(value) || strlen(value) > 40)
            return format_new("%s: \"%s\" cannot name modules: a letter, then letters, digits and _, 40 at most", where, value);
        snprintf(d->name, sizeof d->name, "%s", value);
        return NULL;
    }
    if (strchr(key, '.'))
        return set_child_param(d->unit, d->config.param, key, value, where);
    for (int p = 0; d->unit->params[p].name; p++)
        if (strcmp(d->unit->params[p].name, key) == 0)
            return set_param(d->unit, &d->unit->params[p], &d->config.param[p], value, where);
    for (const design_option *o = design_kind_of(d->unit)->options; o->name; o++)
        if (strcmp(o->name, key) == 0) {
            bool good = parse_int(value, o->min, o->max, &v);
            if (!good && o->min == o->max)
                return format_new("%s: %s for %s of %s: accepted is %d", where, *value ? value : "(nothing)", key, d->unit->name, o->min);
            if (!good)
                return format_new("%s: %s for %s of %s: a whole number from %d to %d", where, *value ? value : "(nothing)", key,
                                  d->unit->name, o->min, o->max);
            *design_option_place(d, o) = (int)v;
            return NULL;
        }
    if (d->codec && (strcmp(key, "enc-cuts") == 0 || strcmp(key, "dec-cuts") == 0)) {
        if (!d->unit->cuts)
            return format_new("%s: the ranks of %s have no names: %.3s-stages says how many", where, d->unit->name, key);
        (*key == 'e' ? &d->enc_cuts : &d->dec_cuts)->named = format_new("%s", value);
        return NULL;
    }
    if (strcmp(key, "lanes") == 0 || strcmp(key, "line") == 0)
        return format_new("%s: %s takes %s", where, d->unit->name,
                          d->unit->line ? "cache lines: --line 32, 64 or 128 (bytes)" : "warp registers: --lanes 4, 8, 16, 32, 64 or 128");
    return format_new("%s: %s has no parameter \"%s\"; `warpfold list %s` shows what there is", where, d->unit->name, key, d->unit->name);
}

void design_set(design *d, const char *key, const char *value, const char *where)
{
    char *fault = design_set_fault(d, key, value, where);
    if (fault)
        die_usage("%s", fault);
}

char *design_set_all_fault(design *d, const char *words, const char *where)
{
    char *rest = format_new("%s", words), *fault = NULL;
    for (char *value = strsep(&rest, " "); value && !fault; value = strsep(&rest, " ")) {
        const char *key = strsep(&value, "=");
        if (*key != '\0' && value == NULL)
            fault = format_new("%s: \"%s\" has no value: NAME=VALUE is expected", where, key);
        else if (*key != '\0')
            fault = design_set_fault(d, key, value, where);
    }
    return fault;
}

void design_set_all(design *d, const char *words, const char *where)
{
    char *fault = design_set_all_fault(d, words, where);
    if (fault)
        die_usage("%s", fault);
}
