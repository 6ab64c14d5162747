/* SPDX-License-Identifier: Apache-2.0 */
#include "design_modules.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

static const struct {
    const char *name, *title;
} roles[] = {
    [MODULE_ENC] = {"enc", "Encoder"},         [MODULE_DEC] = {"dec", "Decoder"}, [MODULE_ARBITER] = {"arb", "Arbiter"},
    [MODULE_MOVE] = {"move", "Move decision"}, [MODULE_UNIT] = {NULL, NULL},
};

const char *module_role_name(module_role role)
{
    return roles[role].name;
}

const char *module_half_name(bool enc)
{
    return module_role_name(enc ? MODULE_ENC : MODULE_DEC);
}

static design_module *add(design_modules *m, module_role role)
{
    design_module *x = &m->module[m->count++];
    *x = (design_module){.role = role, .name = roles[role].name, .interval = 1, .copies = 1, .paper_copies = 1};
    if (roles[role].title)
        snprintf(x->title, sizeof x->title, "%s", roles[role].title);
    return x;
}

static void add_half(design_modules *m, const design *d, bool enc)
{
    design_module *x = add(m, enc ? MODULE_ENC : MODULE_DEC);
    x->ranks = enc ? d->enc_stages : d->dec_stages;
    x->interval = enc ? d->sizes.interval_enc : d->sizes.interval_dec;
    x->latency = design_latency(d, enc);
    x->clocked = x->ranks > 0;
    x->early = design_early(d, enc);
    x->copies = enc ? d->encs : d->decs;
    x->paper_copies = enc ? d->codec->encs : d->codec->decs;
}

/* "Name, slice of 4 lanes": of a unit that is wider than its slice or has memories the slice is measured. */
static void add_whole(design_modules *m, const design *d)
{
    design_module *x = add(m, MODULE_UNIT);
    const char *name = d->unit->name;
    int slices = design_slices(d);
    x->name = name;
    x->ranks = x->latency = d->stages;
    x->clocked = d->stages > 0;
    if (slices > 1)
        snprintf(x->title, sizeof x->title, "%c%s, slice of %d lane%s", toupper((unsigned char)*name), name + 1, d->config.lanes / slices,
                 d->config.lanes == slices ? "" : "s");
    else
        snprintf(x->title, sizeof x->title, "%c%s%s", toupper((unsigned char)*name), name + 1,
                 design_has_memories(d) ? " without its arrays" : "");
}

design_modules design_modules_of(const design *d)
{
    design_modules m = {.count = 0};
    if (!d->codec) {
        add_whole(&m, d);
        return m;
    }
    add_half(&m, d, true);
    add_half(&m, d, false);
    if (d->dec_ports > d->decs) {
        design_module *arbiter = add(&m, MODULE_ARBITER);
        arbiter->clocked = arbiter->minor = true;
    }
    if (d->sizes.mask_bits > 0)
        add(&m, MODULE_MOVE)->minor = true;
    return m;
}

const design_module *design_module_of(const design_modules *m, module_role role)
{
    for (const design_module *x = m->module; x < m->module + m->count; x++)
        if (x->role == role)
            return x;
    return NULL;
}

const design_module *design_module_named(const design_modules *m, const char *name)
{
    for (const design_module *x = m->module; x < m->module + m->count; x++)
        if (strcmp(x->name, name) == 0)
            return x;
    return NULL;
}
