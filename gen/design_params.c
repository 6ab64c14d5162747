/* SPDX-License-Identifier: Apache-2.0 */
#include "design_parts.h"

#include <string.h>

void design_list_params(const wf_unit *unit, const wf_child *child, text *out)
{
    for (const wf_param *p = unit->params; p->name; p++)
        if (child == NULL || !param_is_bound(child, p->name))
            text_printf(out, "%s%s", out->len ? ", " : "", p->name);
}

void design_value_text(const wf_param *param, int value, text *out)
{
    if (param->kind == WF_PARAM_INT) {
        text_printf(out, "%d", value);
    } else if (param->kind == WF_PARAM_CHOICE) {
        value_add(out, param->values, value);
    } else if (param->kind == WF_PARAM_LIST) {
        for (int place = 0; wf_listed(value, place) >= 0; place++) {
            text_puts(out, place ? "," : "");
            value_add(out, param->values, wf_listed(value, place));
        }
    } else {
        bool first = true;
        for (int i = 0; value >> i; i++)
            if (value >> i & 1) {
                if (!first)
                    text_puts(out, ",");
                value_add(out, param->values, i);
                first = false;
            }
    }
}

/* Visits the parameters of a unit. If it is a child, `prefix` is put before their names and bound parameters are left out; for the whole
 * design `prefix` and `child` are empty. */
static void each_param(const wf_unit *unit, const wf_child *child, const int *value, const char *prefix, design_visit *visit, void *user)
{
    for (int p = 0; unit->params[p].name; p++) {
        if (child && param_is_bound(child, unit->params[p].name))
            continue;
        char *name = format_new("%s%s", prefix, unit->params[p].name);
        visit(user, name, &unit->params[p], value[p]);
    }
    for (int k = 0; unit->children && unit->children[k].name; k++) {
        const wf_child *own = &unit->children[k];
        char *longer = format_new("%s%s.", prefix, own->name);
        each_param(own->unit, own, value + wf_child_params(unit, k), longer, visit, user);
    }
}

void design_each_param(const design *d, design_visit *visit, void *user)
{
    each_param(d->unit, NULL, d->config.param, "", visit, user);
}

char *design_param(const design *d, const char *name)
{
    for (int p = 0; d->unit->params[p].name; p++)
        if (strcmp(d->unit->params[p].name, name) == 0) {
            text t = {0};
            design_value_text(&d->unit->params[p], d->config.param[p], &t);
            return t.data;
        }
    return NULL;
}
