/* SPDX-License-Identifier: Apache-2.0
 *
 * mem_cache_lines.c - the places of lines in their sets; and where lines are codes, the segments of a set, of which a line takes as many as its code needs. */
#include "mem_cache_parts.h"

#include "mem_coalesce.h"

/* ---- places ---- */

static int plain_set_of(const cache *c, uint64_t line)
{
    if (!c->shape.fermi)
        return (int)(line % (uint64_t)c->shape.sets);
    uint64_t byte = line * MEM_LINE;
    /* Bits 7 to 11, with bits 13, 14, 15, 17 and 19; of 64 sets bit 12 is the highest. */
    uint64_t set = (line ^ (byte >> 13 & 7) ^ (byte >> 17 & 1) << 3 ^ (byte >> 19 & 1) << 4) & 31;
    return (int)(c->shape.sets == 64 ? set | (byte >> 12 & 1) << 5 : set);
}

static int set_of(const cache *c, uint64_t line)
{
    int set = plain_set_of(c, line), sets = c->shape.sets - c->shape.dedicated;
    return set < sets ? set : set % sets;
}

static bool is_empty(const cache *c, const cache_line *l)
{
    for (int u = 0; u < c->shape.units; u++)
        if (l->state[u] != EMPTY)
            return false;
    return true;
}

cache_line *cache_find(cache *c, uint64_t line, bool *there)
{
    const int places = cache_places(c);
    cache_line *set = c->lines + set_of(c, line) * places, *place = NULL;
    *there = true;
    for (int w = 0; w < places; w++)
        if (set[w].line == line && !is_empty(c, &set[w]))
            return &set[w];
    *there = false;
    for (int w = 0; w < places; w++) {
        if (is_empty(c, &set[w]))
            return &set[w];
        if (!cache_any(c, &set[w], COMES) && (place == NULL || set[w].used < place->used))
            place = &set[w];
    }
    return place;
}

void cache_send(cache *c, cache_message_kind kind, uint64_t line, uint8_t units, int id)
{
    int most = c->most_misses, at = (c->first_miss + c->miss_count++) % most;
    c->misses[at] = (cache_message){kind, line, units, id};
}

static void write_back(cache *c, const cache_line *l)
{
    uint8_t dirty = 0;
    for (int u = 0; u < c->shape.units; u++)
        dirty |= (uint8_t)((l->state[u] != EMPTY && l->dirty[u]) << u);
    if (dirty)
        cache_send(c, CACHE_BACK, l->line, dirty, -1);
}

/* ---- segments ---- */

static cache_line *set_with(const cache *c, const cache_line *l)
{
    const int places = cache_places(c);
    return c->lines + (l - c->lines) / places * places;
}

static int segments_left(const cache *c, const cache_line *l)
{
    const cache_line *set = set_with(c, l);
    int left = c->shape.ways * CACHE_SEGMENTS;
    for (int w = 0; w < cache_places(c); w++)
        left -= &set[w] == l || is_empty(c, &set[w]) ? 0 : set[w].segments;
    return left;
}

/* The least recently used of the others that do not come; NULL: there is none. */
static cache_line *victim_beside(const cache *c, const cache_line *l)
{
    cache_line *set = set_with(c, l), *oldest = NULL;
    for (int w = 0; w < cache_places(c); w++)
        if (&set[w] != l && !is_empty(c, &set[w]) && !cache_any(c, &set[w], COMES) && (oldest == NULL || set[w].used < oldest->used))
            oldest = &set[w];
    return oldest;
}

static int lines_in_set(const cache *c, const cache_line *l)
{
    const cache_line *set = set_with(c, l);
    int count = 0;
    for (int w = 0; w < cache_places(c); w++)
        count += !is_empty(c, &set[w]);
    return count;
}

/* Lines had to leave. */
static void count_full(cache *c, const cache_line *l, bool full)
{
    c->counts.full += full;
    c->counts.full_lines += full ? (uint64_t)lines_in_set(c, l) : 0;
}

void cache_resize(cache *c, cache_line *l, int segments)
{
    bool full = false;
    if (c->shape.tags <= 1)
        return;
    while (segments > segments_left(c, l)) {
        cache_line *victim = victim_beside(c, l), *leaves = victim ? victim : l;
        write_back(c, leaves);
        *leaves = (cache_line){0};
        full = true;
        if (victim == NULL)
            return;
    }
    l->segments = (uint8_t)segments;
    count_full(c, l, full);
}

void cache_begin(cache *c, cache_line *l, uint64_t line)
{
    const bool full = c->shape.tags > 1 && !is_empty(c, l);
    write_back(c, l);
    count_full(c, l, full);
    *l = (cache_line){.line = line};
}
