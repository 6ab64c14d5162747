/* SPDX-License-Identifier: Apache-2.0
 *
 * plain_cache.h - the plain reading of a cache that holds whole lines: an array of ways, and the victim is exactly the least recently used line of a
 * full set. segment_cache must do the same where each way has one tag. */
#ifndef WF_PLAIN_CACHE_H
#define WF_PLAIN_CACHE_H

#include "../../memory/segment_cache.h"

typedef struct {
    uint64_t line, used; /* used: when it was last; 0: the way is empty */
    bool dirty;
} plain_way;

typedef struct {
    uint64_t sets, now;
    int ways;
    uint64_t first; /* of plain_cache_empty: the sets before are empty */
    plain_way all[];
} plain_cache;

static inline plain_cache *plain_cache_new(const line_cache_config *config, int line_bytes)
{
    size_t lines = (size_t)config->bytes / (size_t)line_bytes;
    plain_cache *c = zalloc(sizeof *c + lines * sizeof c->all[0]);
    c->ways = config->ways;
    c->sets = lines / (size_t)config->ways;
    return c;
}

static inline void plain_cache_free(plain_cache *c)
{
    arena_free(c);
}

/* Returns NULL if the line is not here. */
static inline plain_way *plain_find(plain_cache *c, uint64_t line)
{
    plain_way *set = c->all + line % c->sets * (uint64_t)c->ways;

    for (int i = 0; i < c->ways; i++)
        if (set[i].used > 0 && set[i].line == line)
            return &set[i];
    return NULL;
}

static inline bool plain_cache_use(plain_cache *c, uint64_t line)
{
    plain_way *w = plain_find(c, line);

    if (w != NULL)
        w->used = ++c->now;
    return w != NULL;
}

static inline bool plain_cache_dirty(const plain_cache *c, uint64_t line)
{
    const plain_way *w = plain_find((plain_cache *)c, line);

    return w != NULL && w->dirty;
}

static inline void plain_cache_soil(plain_cache *c, uint64_t line)
{
    plain_find(c, line)->dirty = true;
}

static inline line_victim plain_take_out(plain_way *w)
{
    line_victim v = {w->used > 0, w->dirty, w->line};

    *w = (plain_way){0};
    return v;
}

static inline line_victim plain_cache_put(plain_cache *c, uint64_t line)
{
    plain_way *set = c->all + line % c->sets * (uint64_t)c->ways, *oldest = set;

    for (int i = 1; i < c->ways; i++) /* an empty way counts as the oldest */
        if (set[i].used < oldest->used)
            oldest = &set[i];
    line_victim v = plain_take_out(oldest);
    *oldest = (plain_way){.line = line, .used = ++c->now};
    if (line % c->sets < c->first)
        c->first = line % c->sets;
    return v;
}

static inline line_victim plain_cache_drop(plain_cache *c, uint64_t line)
{
    plain_way *w = plain_find(c, line);

    return w != NULL ? plain_take_out(w) : (line_victim){0};
}

static inline line_victim plain_cache_empty(plain_cache *c)
{
    for (; c->first < c->sets; c->first++) {
        plain_way *set = c->all + c->first * (uint64_t)c->ways, *oldest = NULL;
        for (int i = 0; i < c->ways; i++)
            if (set[i].used > 0 && (oldest == NULL || set[i].used < oldest->used))
                oldest = &set[i];
        if (oldest != NULL)
            return plain_take_out(oldest);
    }
    return (line_victim){0};
}

#endif
