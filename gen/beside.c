/* SPDX-License-Identifier: Apache-2.0 */
#include "beside.h"

#include <string.h>

typedef struct {
    const char *name; /* of the parameter that is looked for */
    const wf_param *param;
    int value;
} search;

static void look(void *user, const char *name, const wf_param *param, int value)
{
    search *s = user;

    if (strcmp(name, s->name) == 0) {
        s->param = param;
        s->value = value;
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

static int count_values(const wf_param *param)
{
    int n = 1;

    for (const char *p = param->values; *p != '\0'; p++)
        n += *p == '|';
    return n;
}

/* Makes the variant with this value; false if the unit does not take it. */
static bool vary(const design *d, const wf_param *param, int value, design *variant, char **name)
{
    const char *key = d->unit->beside;
    text t = {0};

    *variant = *d;
    design_value_text(param, value, &t);
    design_set(variant, key, t.data, key);
    *name = format_new("%s %s", key, t.data);
    char *fault = design_fault(variant);
    bool good = fault == NULL;
    if (!good)
        *name = NULL;
    return good;
}

bool design_beside(const design *d, int i, design *variant, char **name)
{
    search s = {.name = d->unit->beside};

    *name = NULL;
    if (s.name == NULL || !in_use(d, s.name))
        return false;
    design_each_param(d, look, &s);
    for (int value = 0; value < count_values(s.param); value++) {
        if (value == s.value || !vary(d, s.param, value, variant, name))
            continue;
        if (i-- == 0)
            return true;
        *name = NULL;
    }
    return false;
}

char *design_beside_own(const design *d)
{
    search s = {.name = d->unit->beside};
    text t = {0};

    if (s.name == NULL || !in_use(d, s.name))
        return NULL;
    design_each_param(d, look, &s);
    text_printf(&t, "%s ", s.name);
    design_value_text(s.param, s.value, &t);
    return t.data;
}
