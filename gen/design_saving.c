/* SPDX-License-Identifier: Apache-2.0
 *
 * design_saving.c - whether compression can save anything in a configuration: of a codec, and of a system with codecs in it. */
#include "design.h"

enum saving { UNITS, BYTES, NOTHING };

/* What codes of this codec save at most. A block of zeros is the easiest to compress: no other takes fewer units. */
static enum saving most_saved(const wf_unit *unit, const wf_config *config)
{
    static const uint32_t zeros[WF_MAX_WORDS];
    const uint32_t full[WF_MASK_WORDS] = {~0u, ~0u, ~0u, ~0u};
    const wf_input in = {.block = zeros, .mask = full};
    wf_sizes sizes;
    wf_code code;
    unit->codec->sizes(config, &sizes, NULL);
    wf_encode(unit->codec, config, &in, &code);
    if (unit->codec->classify(config, &code) == 0)
        return NOTHING;
    return wf_units_used(&sizes, &code) == sizes.units ? BYTES : UNITS;
}

/* The reason of a codec, or of the one in a system. */
static char *reason(enum saving saving, const wf_unit *codec, const char *in_system)
{
    const char *storage = codec->codec->unit_name;
    if (saving == UNITS)
        return NULL;
    if (saving == BYTES)
        return format_new("codes%s save bytes in this configuration, and no %s", in_system, storage);
    return format_new("no code%s saves a %s in this configuration: every block is stored raw", in_system, storage);
}

char *design_saves_nothing(const design *d)
{
    char *why = d->codec ? reason(most_saved(d->unit, &d->config), d->unit, "") : NULL;
    for (int k = 0; d->unit->system && d->unit->children && d->unit->children[k].name && !why; k++) {
        const wf_child *child = &d->unit->children[k];
        const wf_config own = wf_child_config(d->unit, &d->config, k);
        if (child->unit->codec && wf_child_used(child, &d->config))
            why = reason(most_saved(child->unit, &own), child->unit, format_new(" of its %s", child->name));
    }
    return why;
}
