/* SPDX-License-Identifier: Apache-2.0
 *
 * beside.c - reads the words of wf_unit.beside part by part: the value of each makes the design's name, another value of one a variant. */
#include "beside.h"

#include <string.h>

#include "../cmodel/param.h"
#include "values.h"

/* A parameter that tells forms apart, one of "by PARAMETER|CHILD.PARAMETER". */
typedef struct {
    char *name, *before; /* "PARAMETER", "CHILD.PARAMETER"; what stands before its value: "by ", "CHILD " */
    bool of_child;
    const wf_param *param;
    int value;
} form_part;

static void look(void *user, const char *name, const wf_param *param, int value)
{
    form_part *p = user;

    if (strcmp(name, p->name) == 0) {
        p->param = param;
        p->value = value;
    }
}

/* Is the child of "CHILD.PARAMETER" in use? A parameter of the unit itself always is. */
static bool in_use(const design *d, const char *name)
{
    size_t n = strcspn(name, ".");

    for (const wf_child *c = d->unit->children; name[n] == '.' && c != NULL && c->name != NULL; c++)
        if (strlen(c->name) == n && memcmp(c->name, name, n) == 0)
            return wf_child_used(c, &d->config);
    return true;
}

/* The part whose words begin at `words`. Returns the next one's; NULL: there is none. `param` is NULL if the unit has no such parameter. */
static const char *read_part(const design *d, const char *words, form_part *p)
{
    size_t n = strcspn(words, "|");
    char *all = format_new("%.*s", (int)n, words), *space = strrchr(all, ' '), *name = space ? space + 1 : all;
    const char *dot = strchr(name, '.');

    *p = (form_part){.name = format_new("%s", name), .of_child = dot != NULL};
    p->before = dot ? format_new("%.*s ", (int)(dot - name), name) : format_new("%.*s", (int)(name - all), all);
    design_each_param(d, look, p);
    return words[n] == '|' ? words + n + 1 : NULL;
}

/* ---- names ---- */

char *design_form(const design *d)
{
    text t = {0};
    form_part p;

    text_puts(&t, d->unit->name);
    for (const char *words = d->unit->beside; words != NULL;) {
        words = read_part(d, words, &p);
        if (!in_use(d, p.name))
            continue;
        text_printf(&t, p.of_child ? " (%s" : " %s", p.before);
        design_value_text(p.param, p.value, &t);
        text_puts(&t, p.of_child ? ")" : "");
    }
    return t.data;
}

bool design_form_tells(const design *d, const char *param)
{
    form_part p;
    bool tells = false;

    for (const char *words = d->unit->beside; words != NULL && !tells;) {
        words = read_part(d, words, &p);
        tells = strcmp(p.name, param) == 0 && in_use(d, param);
    }
    return tells;
}

/* The form of a child in use. */
static char *child_form(const design *d, int k)
{
    design child;

    design_init(&child, d->unit->children[k].unit, design_width(d));
    child.config = wf_child_config(d->unit, &d->config, k);
    return design_form(&child);
}

/* The parameter that lists children, in the order in which they come; -1: the unit has none. */
static int list_param(const wf_unit *unit)
{
    int p = 0;

    while (unit->params[p].name != NULL && unit->params[p].kind != WF_PARAM_LIST)
        p++;
    return unit->params[p].name != NULL ? p : -1;
}

/* The forms of the children that a LIST names: "a, b and c". */
static void listed_children(const design *d, int list, text *t)
{
    int value = d->config.param[list];

    for (int place = 0; wf_listed(value, place) >= 0; place++) {
        text_puts(t, place == 0 ? "" : wf_listed(value, place + 1) < 0 ? " and " : ", ");
        text_puts(t, child_form(d, wf_listed(value, place)));
    }
}

char *design_choice(const design *d)
{
    text t = {0};

    int list = list_param(d->unit);

    if (d->codec == NULL || d->codec->choice == NULL || list < 0)
        return NULL;
    text_printf(&t, "%s: of ", design_form(d));
    listed_children(d, list, &t);
    text_printf(&t, " %s", d->codec->choice(&d->config));
    return t.data;
}

/* ---- variants ---- */

/* Makes the variant with this value; false if the unit does not take it. */
static bool vary(const design *d, const form_part *p, int value, design *variant, char **change)
{
    text t = {0};

    *variant = *d;
    design_value_text(p->param, value, &t);
    design_set(variant, p->name, t.data, p->name);
    *change = format_new("%s %s", p->name, t.data);
    char *fault = design_fault(variant);
    bool good = fault == NULL;
    if (!good)
        *change = NULL;
    return good;
}

bool design_beside(const design *d, int i, design *variant, char **change)
{
    form_part p;

    *change = NULL;
    for (const char *words = d->unit->beside; words != NULL;) {
        words = read_part(d, words, &p);
        for (int value = 0; in_use(d, p.name) && value < param_count(p.param->values); value++) {
            if (value == p.value || !vary(d, &p, value, variant, change))
                continue;
            if (i-- == 0)
                return true;
            *change = NULL;
        }
    }
    return false;
}

/* ---- what is wrong ---- */

char *design_beside_fault(const wf_unit *unit)
{
    design d;
    form_part p;

    design_init(&d, unit, wf_takes_lanes(unit) ? WF_MAX_LANES : 128);
    for (const char *words = unit->beside; words != NULL;) {
        words = read_part(&d, words, &p);
        if (p.param == NULL || p.param->kind != WF_PARAM_CHOICE)
            return format_new("%s: its beside \"%s\" is no choice of it; `warpfold list %s` shows its parameters", unit->name, p.name,
                              unit->name);
    }
    return unit->codec && unit->codec->by_bytes
               ? design_set_all_fault(&d, unit->codec->by_bytes, format_new("%s: its by_bytes", unit->name))
               : NULL;
}
