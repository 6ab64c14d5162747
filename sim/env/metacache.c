/* SPDX-License-Identifier: Apache-2.0
 *
 * The environment of metacache. */
#include "../environment.h"

#include <stdlib.h>
#include <string.h>

#include "../../cmodel/metacache.h"
#include "../fields.h"

/* For WHILE inputs the addresses have a few sets, a few tags that differ in one bit each, and a few entries; then others. Every fourth
 * time they have all sets. */
enum { WHILE = 256 };

static bool next(void *env, int stream, uint32_t *in, rng *r)
{
    blind *b = env;
    const design *d = b->design;
    unsigned long long n = b->given++;
    const wf_stream *w = &d->streams.stream[stream];
    metacache_geometry g = metacache_geometry_of(&d->config);
    rng now = {(n / WHILE + 1) * 0x9e3779b97f4a7c15u};
    unsigned number = (unsigned)(n / WHILE), ways = (unsigned)g.ways;
    uint32_t first_set = rng_word(&now), first_tag = rng_word(&now), first_entry = rng_word(&now);
    random_fields(w, in, r);
    if (n % 64 == 63)
        return true; /* any bits */
    uint32_t sets = number % 4 == 3 ? (uint32_t)g.sets : number % 4 == 0 ? 1 : number % 4 + 1;
    uint32_t tags = number % 8 < 4 ? ways + 1 : number % 8 < 6 ? ways : 2 * ways + 1;
    uint32_t set = (first_set + rng_below(r, sets)) % (uint32_t)g.sets, kind = rng_below(r, tags);
    uint32_t tag = kind ? first_tag ^ (uint32_t)1 << (first_tag + kind) % (unsigned)g.tag_bits : first_tag;
    uint32_t entry = first_entry ^ (rng_below(r, 2) ? 0 : (uint32_t)1 << rng_below(r, (unsigned)g.entry_bits));
    tag &= ((uint32_t)1 << g.tag_bits) - 1;
    entry &= ((uint32_t)1 << g.entry_bits) - 1;
    in[1] = ((tag << g.set_bits | set) << g.entry_bits) | entry;
    return true;
}

const environment environment_metacache = {.open = blind_open, .close = arena_free, .next = next, .no_values = true};
