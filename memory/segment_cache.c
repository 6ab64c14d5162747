/* SPDX-License-Identifier: Apache-2.0
 *
 * segment_cache.c - a set is an array of places, one a tag. A place that holds a line knows its segments and when it was last used; a set knows
 * the segments that are taken. `make_room` lets lines leave. */
#include "segment_cache.h"

#include "../base/arena.h"

typedef struct {
    uint64_t line, used; /* used: when it was last; 0: the tag is free */
    int segments;
    bool dirty;
} place;

typedef struct {
    int lines, segments; /* that are taken */
} set_state;

struct segment_cache {
    uint64_t sets, now, held;
    int ways, tags, segments; /* tags and segments of a set */
    uint64_t first;           /* of segment_cache_empty: the sets before are empty */
    set_state *state;
    line_victim *victims; /* of the last put or resize */
    segment_counts counts;
    place all[];
};

int segments_of(int bits)
{
    return (bits + 8 * SEGMENT_BYTES - 1) / (8 * SEGMENT_BYTES);
}

segment_cache *segment_cache_new(const line_cache_config *config, int tags, int line_bytes)
{
    if (config->bytes == 0)
        return NULL;
    size_t lines = (size_t)config->bytes / (size_t)line_bytes;
    segment_cache *c = zalloc(sizeof *c + lines * (size_t)tags * sizeof c->all[0]);
    c->ways = config->ways;
    c->tags = config->ways * tags;
    c->segments = config->ways * line_bytes / SEGMENT_BYTES;
    c->sets = lines / (size_t)config->ways;
    c->state = zalloc((size_t)c->sets * sizeof *c->state);
    c->victims = zalloc((size_t)c->tags * sizeof *c->victims);
    return c;
}

void segment_cache_free(segment_cache *c)
{
    if (c == NULL)
        return;
    arena_free(c->state);
    arena_free(c->victims);
    arena_free(c);
}

const segment_counts *segment_cache_counts(const segment_cache *c)
{
    return &c->counts;
}

static place *set_of(segment_cache *c, uint64_t line)
{
    return c->all + line % c->sets * (uint64_t)c->tags;
}

/* Returns NULL if the line is not here. */
static place *find(segment_cache *c, uint64_t line)
{
    place *set = set_of(c, line);

    for (int i = 0; i < c->tags; i++)
        if (set[i].used > 0 && set[i].line == line)
            return &set[i];
    return NULL;
}

bool segment_cache_use(segment_cache *c, uint64_t line)
{
    place *p = find(c, line);

    c->counts.lookups++;
    c->counts.held += (double)c->held;
    c->counts.room += (double)(c->sets * (uint64_t)c->ways);
    if (p != NULL)
        p->used = ++c->now;
    return p != NULL;
}

bool segment_cache_has(const segment_cache *c, uint64_t line)
{
    return find((segment_cache *)c, line) != NULL;
}

bool segment_cache_dirty(const segment_cache *c, uint64_t line)
{
    const place *p = find((segment_cache *)c, line);

    return p != NULL && p->dirty;
}

void segment_cache_soil(segment_cache *c, uint64_t line)
{
    find(c, line)->dirty = true;
}

static line_victim take_out(segment_cache *c, place *p)
{
    set_state *s = &c->state[p->line % c->sets];
    line_victim v = {true, p->dirty, p->line};

    s->lines--;
    s->segments -= p->segments;
    c->held--;
    *p = (place){0};
    return v;
}

/* The least recently used line of a set, but `except`; NULL: it has no other. */
static place *oldest(const segment_cache *c, place *set, const place *except)
{
    place *best = NULL;

    for (int i = 0; i < c->tags; i++)
        if (set[i].used > 0 && &set[i] != except && (best == NULL || set[i].used < best->used))
            best = &set[i];
    return best;
}

/* Lets lines of a set leave, but `except`, until it has so many tags and segments free. Returns how many left. */
static int make_room(segment_cache *c, uint64_t line, int tags, int segments, const place *except)
{
    place *set = set_of(c, line);
    const set_state *s = &c->state[line % c->sets];
    int n = 0;

    while (s->lines + tags > c->tags || s->segments + segments > c->segments) {
        c->counts.extra += s->lines < c->tags;
        c->victims[n] = take_out(c, oldest(c, set, except));
        c->counts.dirty += c->victims[n].dirty;
        n++;
    }
    c->counts.evictions += n;
    return n;
}

/* Samples a set that some lines had to leave. */
static void sample(segment_cache *c, uint64_t line, int left)
{
    if (left == 0)
        return;
    c->counts.full++;
    c->counts.full_held += c->state[line % c->sets].lines;
    c->counts.full_room += c->ways;
}

int segment_cache_put(segment_cache *c, uint64_t line, int segments, const line_victim **victims)
{
    set_state *s = &c->state[line % c->sets];
    place *p = set_of(c, line);
    int left = make_room(c, line, 1, segments, NULL);

    while (p->used > 0)
        p++;
    *p = (place){.line = line, .used = ++c->now, .segments = segments};
    s->lines++;
    s->segments += segments;
    c->held++;
    if (line % c->sets < c->first)
        c->first = line % c->sets;
    c->counts.fills++;
    c->counts.fills_evicting += left > 0;
    c->counts.fills_evicting_several += left > 1;
    sample(c, line, left);
    *victims = c->victims;
    return left;
}

int segment_cache_resize(segment_cache *c, uint64_t line, int segments, const line_victim **victims)
{
    set_state *s = &c->state[line % c->sets];
    place *p = find(c, line);
    int more = segments - p->segments, left = make_room(c, line, 0, more, p);

    c->counts.grown += more > 0;
    p->segments = segments;
    s->segments += more;
    sample(c, line, left);
    *victims = c->victims;
    return left;
}

line_victim segment_cache_drop(segment_cache *c, uint64_t line)
{
    place *p = find(c, line);

    return p != NULL ? take_out(c, p) : (line_victim){0};
}

line_victim segment_cache_empty(segment_cache *c)
{
    for (; c->first < c->sets; c->first++) {
        place *p = oldest(c, c->all + c->first * (uint64_t)c->tags, NULL);
        if (p != NULL)
            return take_out(c, p);
    }
    return (line_victim){0};
}
