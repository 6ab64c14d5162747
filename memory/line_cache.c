/* SPDX-License-Identifier: Apache-2.0 */
#include "line_cache.h"

#include <stdlib.h>

typedef struct {
    uint64_t line, used; /* used: when it was last; 0: the way is empty */
    bool dirty;
} way;

struct line_cache {
    uint64_t sets, now;
    int ways;
    uint64_t first; /* of line_cache_empty: the sets before are empty */
    way all[];
};

void line_cache_text(const char *name, const line_cache_config *config, text *out)
{
    bool kilo = config->bytes % 1024 == 0;

    if (config->bytes == 0)
        text_printf(out, "no %s", name);
    else
        text_printf(out, "%s of %d %s, %d way%s, write-%s", name, kilo ? config->bytes / 1024 : config->bytes, kilo ? "KB" : "bytes",
                    config->ways, config->ways == 1 ? "" : "s", config->back ? "back" : "through");
}

line_cache *line_cache_new(const line_cache_config *config, int line_bytes)
{
    if (config->bytes == 0)
        return NULL;
    size_t lines = (size_t)config->bytes / (size_t)line_bytes;
    line_cache *c = zalloc(sizeof *c + lines * sizeof c->all[0]);
    c->ways = config->ways;
    c->sets = lines / (size_t)config->ways;
    return c;
}

void line_cache_free(line_cache *c)
{
    arena_free(c);
}

/* Returns NULL if the line is not here. */
static way *find(line_cache *c, uint64_t line)
{
    way *set = c->all + line % c->sets * (uint64_t)c->ways;

    for (int i = 0; i < c->ways; i++)
        if (set[i].used > 0 && set[i].line == line)
            return &set[i];
    return NULL;
}

bool line_cache_use(line_cache *c, uint64_t line)
{
    way *w = find(c, line);

    if (w != NULL)
        w->used = ++c->now;
    return w != NULL;
}

bool line_cache_dirty(const line_cache *c, uint64_t line)
{
    const way *w = find((line_cache *)c, line);

    return w != NULL && w->dirty;
}

void line_cache_soil(line_cache *c, uint64_t line)
{
    find(c, line)->dirty = true;
}

static line_victim take_out(way *w)
{
    line_victim v = {w->used > 0, w->dirty, w->line};

    *w = (way){0};
    return v;
}

line_victim line_cache_put(line_cache *c, uint64_t line)
{
    way *set = c->all + line % c->sets * (uint64_t)c->ways, *oldest = set;

    for (int i = 1; i < c->ways; i++) /* an empty way counts as the oldest */
        if (set[i].used < oldest->used)
            oldest = &set[i];
    line_victim v = take_out(oldest);
    *oldest = (way){.line = line, .used = ++c->now};
    if (line % c->sets < c->first)
        c->first = line % c->sets;
    return v;
}

line_victim line_cache_drop(line_cache *c, uint64_t line)
{
    way *w = find(c, line);

    return w != NULL ? take_out(w) : (line_victim){0};
}

line_victim line_cache_empty(line_cache *c)
{
    for (; c->first < c->sets; c->first++) {
        way *set = c->all + c->first * (uint64_t)c->ways, *oldest = NULL;
        for (int i = 0; i < c->ways; i++)
            if (set[i].used > 0 && (oldest == NULL || set[i].used < oldest->used))
                oldest = &set[i];
        if (oldest != NULL)
            return take_out(oldest);
    }
    return (line_victim){0};
}
