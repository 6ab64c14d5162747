/* SPDX-License-Identifier: Apache-2.0 */
#include "spec.h"

#include <string.h>

#include "fields.h"

#define WF_UNIT(name) extern const specification spec_##name __attribute__((weak));
#include "../units.def"
#undef WF_UNIT
extern const specification spec_wrapper, spec_register_file, spec_memory;

/* That of the unit's kind. */
static const specification *of_kind(const design *d)
{
    if (wf_is_kind(d->unit, WF_REGISTER_FILE))
        return &spec_register_file;
    return unit_asks_memory(d) ? &spec_memory : NULL;
}

const specification *spec_of(const design *d, bench_kind kind)
{
    static const struct {
        const char *unit;
        const specification *spec;
    } specs[] = {
#define WF_UNIT(name) {#name, &spec_##name},
#include "../units.def"
#undef WF_UNIT
    };
    if (kind == BENCH_WRAPPER)
        return &spec_wrapper;
    for (size_t i = 0; i < sizeof specs / sizeof *specs; i++)
        if (specs[i].spec && strcmp(specs[i].unit, d->unit->name) == 0)
            return specs[i].spec;
    return of_kind(d);
}
