/* SPDX-License-Identifier: Apache-2.0 */
#include "spec.h"

#include <string.h>

#define WF_UNIT(name) extern const specification spec_##name __attribute__((weak));
#include "../units.def"
#undef WF_UNIT
extern const specification spec_wrapper __attribute__((weak));

int spec_field_at(const wf_stream *s, const char *name)
{
    int word = 0;
    for (const wf_field *f = s->field; f < s->field + s->count; word += (f++->bits + 31) / 32)
        if (strcmp(f->name, name) == 0)
            return word;
    return -1;
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
        if (strcmp(specs[i].unit, d->unit->name) == 0)
            return specs[i].spec;
    return NULL;
}
