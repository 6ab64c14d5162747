/* SPDX-License-Identifier: Apache-2.0 */
#include "identity.h"

#include <math.h>
#include <string.h>

/* The key's name of a parameter. */
static char *key_of(const char *name)
{
    char *key = format_new("%s", name);
    for (char *c = key; *c; c++)
        if (*c == '-')
            *c = '_';
    return key;
}

static void put_param(void *user, const char *name, const wf_param *param, int value)
{
    text t = {0};
    char *key = key_of(name);
    design_value_text(param, value, &t);
    metrics_set_text(user, t.data, KEY_RUN_PARAM, key);
}

void identity_put(const design *d, metrics *m)
{
    metrics_set_text(m, d->unit->name, d->codec ? KEY_RUN_CODEC : KEY_RUN_BLOCK);
    if (d->unit->line)
        metrics_set(m, d->config.line_bytes, KEY_RUN_LINE);
    if (wf_takes_lanes(d->unit))
        metrics_set(m, d->config.lanes, KEY_RUN_LANES);
    design_each_param(d, put_param, m);
}

char *identity_differs(const metrics *m, const char *codec, int lanes)
{
    const char *of = metrics_get_text(m, KEY_RUN_CODEC);
    double wide = metrics_get(m, KEY_RUN_LANES);
    if (of && strcmp(of, codec) != 0)
        return format_new("of %s", of);
    return of && isfinite(wide) && wide != lanes ? format_new("of %s with %g lanes", of, wide) : NULL;
}

void identity_drop_params(metrics *m)
{
    char *prefix = format_new(KEY_RUN_PARAM, "");
    metrics_remove_all(m, prefix);
}

typedef struct {
    const metrics *m;
    char *differs;
} comparison;

static void compare_param(void *user, const char *name, const wf_param *param, int value)
{
    comparison *c = user;
    text t = {0};
    char *key = key_of(name);
    const char *there = metrics_get_text(c->m, KEY_RUN_PARAM, key);
    design_value_text(param, value, &t);
    if (there && strcmp(there, t.data) != 0 && c->differs == NULL)
        c->differs = format_new("%s %s, not %s", name, there, t.data);
}

char *identity_param_differs(const metrics *m, const design *d)
{
    comparison c = {.m = m};
    design_each_param(d, compare_param, &c);
    return c.differs;
}
