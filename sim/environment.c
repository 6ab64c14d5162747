/* SPDX-License-Identifier: Apache-2.0 */
#include "environment.h"

#include <stdlib.h>
#include <string.h>

#include "fields.h"

#define WF_UNIT(name) extern const environment environment_##name __attribute__((weak));
#include "../units.def"
#undef WF_UNIT
extern const environment environment_register_file, environment_memory;

void *blind_open(const design *d, stimuli *values)
{
    blind *b = zalloc(sizeof *b);
    *b = (blind){.design = d, .values = values};
    return b;
}

void blind_fill(void *env, bool fill)
{
    ((blind *)env)->fill = fill;
}

void random_fields(const wf_stream *w, uint32_t *fields, rng *random)
{
    for (int i = 0, word = 0; i < w->count; i++)
        for (int left = w->field[i].bits; left > 0; left -= 32) {
            uint32_t x = rng_word(random);
            fields[word++] = left >= 32 ? x : x & (((uint32_t)1 << left) - 1);
        }
}

void put_own_user(uint32_t *user, unsigned long long n, int bits)
{
    uint64_t own = n * 0x9e3779b97f4a7c15u, more = own * 0x9e3779b97f4a7c15u;
    uint32_t words[4] = {(uint32_t)own, (uint32_t)(own >> 32), (uint32_t)more, (uint32_t)(more >> 32)};
    field_put(user, 0, words, bits);
}

static bool any_input(void *env, int stream, uint32_t *fields, rng *random)
{
    random_fields(&((blind *)env)->design->streams.stream[stream], fields, random);
    return true;
}

/* That of the unit's kind. */
static const environment *of_kind(const design *d)
{
    static const environment any = {.open = blind_open, .close = arena_free, .next = any_input};
    if (wf_is_kind(d->unit, WF_REGISTER_FILE))
        return &environment_register_file;
    return unit_asks_memory(d) ? &environment_memory : &any;
}

const environment *environment_of(const design *d)
{
    static const struct {
        const char *unit;
        const environment *environment;
    } own[] = {
#define WF_UNIT(name) {#name, &environment_##name},
#include "../units.def"
#undef WF_UNIT
    };
    for (size_t i = 0; i < sizeof own / sizeof *own; i++)
        if (own[i].environment && strcmp(own[i].unit, d->unit->name) == 0)
            return own[i].environment;
    return of_kind(d);
}
