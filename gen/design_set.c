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

/* Is it a key of the model: a width that the unit takes, a parameter of its own or of a unit in it? */
static bool is_of_model(const wf_unit *unit, const char *key)
{
    if ((unit->line && strcmp(key, "line") == 0) || (wf_takes_lanes(unit) && strcmp(key, "lanes") == 0) || strchr(key, '.'))
        return true;
    for (const wf_param *p = unit->params; p->name; p++)
        if (strcmp(p->name, key) == 0)
            return true;
    return false;
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
    char why[WF_WHY];
    if (is_of_model(d->unit, key))
        return wf_set_param(d->unit, &d->config, key, value, why) == WF_OK ? NULL : format_new("%s: %s", where, why);
    if (strcmp(key, "name") == 0) {
        if (!is_identifier(value) || strlen(value) > 40)
            return format_new("%s: \"%s\" cannot name modules: a letter, then letters, digits and _, 40 at most", where, value);
        snprintf(d->name, sizeof d->name, "%s", value);
        return NULL;
    }
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

bool unit_has_all(const wf_unit *unit, const char *words)
{
    for (const char *at = words; *at; at += strcspn(at, " "), at += strspn(at, " ")) {
        size_t length = strcspn(at, "=");
        const wf_param *p = unit->params;
        while (p->name && (strlen(p->name) != length || strncmp(p->name, at, length) != 0))
            p++;
        if (p->name == NULL)
            return false;
    }
    return true;
}
