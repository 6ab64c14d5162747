/* SPDX-License-Identifier: Apache-2.0
 *
 * engine_entries.c - a request gets an entry, is not overtaken for ever, starts when those of its line before it are done, and is released. */
#include "engine.h"

/* ---- Turn ---- */

static bool is_last_of_turn(const engine_state *s)
{
    return s->turn == 4 * s->g.entries - 1;
}

bool engine_stale(const engine_state *s)
{
    for (int e = 0; e < s->g.entries; e++)
        if (s->entry[e].old)
            return true;
    return false;
}

/* A request is taken. */
static void turn(engine_state *s)
{
    s->turns = is_last_of_turn(s);
    s->turn = s->turns ? 0 : s->turn + 1;
}

/* The last one of the turn queues: all that is under way before it becomes old. */
static void grow_old(engine_state *s)
{
    for (int e = 0; e < s->g.entries && s->turns; e++)
        s->entry[e].old = s->entry[e].used && e != s->taken;
    s->turns = false;
}

/* ---- Request ---- */

bool engine_request_ready(const engine_state *s)
{
    return !s->flushing && s->frees.count > 0 && !s->merges && !(is_last_of_turn(s) && s->stale);
}

void engine_request(engine_state *s, const uint32_t *fields)
{
    const engine_shape *g = &s->g;
    const int mask_words = g->line_words / 8, e = engine_pop(&s->frees);
    engine_entry *r = &s->entry[e];
    const uint32_t *mask = fields + 2, *data = mask + mask_words, *user = data + g->line_words;
    turn(s);
    *r = (engine_entry){.used = true, .write = fields[0], .line = fields[1], .behind = ENGINE_NONE};
    memcpy(r->mask, mask, (size_t)mask_words * sizeof *mask);
    memcpy(r->lines, data, (size_t)g->line_words * sizeof *data);
    memcpy(r->user, user, (size_t)g->user_words * sizeof *user);
    r->whole = true;
    for (int i = 0; i < mask_words; i++)
        r->whole &= mask[i] == ~(uint32_t)0;
    r->count = g->bursts - 1;
    if (g->core && r->write && r->whole && (int)user[g->user_words] < r->count)
        r->count = (int)user[g->user_words];
    s->taken = e;
    s->count[!r->write ? ENGINE_READS : r->whole ? ENGINE_WHOLE_WRITES : ENGINE_PARTIAL_WRITES]++;
}

/* ---- Queueing ---- */

/* The youngest entry of this line; ENGINE_NONE: there is none. */
static int youngest(const engine_state *s, uint32_t line)
{
    for (int e = 0; e < s->g.entries; e++)
        if (s->entry[e].used && s->entry[e].last && s->entry[e].line == line)
            return e;
    return ENGINE_NONE;
}

void engine_enqueue(engine_state *s)
{
    if (s->taken == ENGINE_NONE)
        return;
    engine_entry *r = &s->entry[s->taken];
    grow_old(s);
    r->behind = youngest(s, r->line);
    r->last = true;
    if (r->behind != ENGINE_NONE)
        s->entry[r->behind].last = false;
    else
        engine_push(&s->starts, s->taken);
    s->taken = ENGINE_NONE;
}

/* ---- Start ---- */

/* The region is the last 2^(A - 2) bytes. */
static bool in_region(const engine_shape *g, uint32_t line)
{
    uint32_t lines = (uint32_t)1 << g->address_bits, region = lines / 4 / (uint32_t)(4 * g->line_words);
    return line >= lines - region;
}

static bool is_empty(const engine_entry *r)
{
    for (int i = 0; i < ENGINE_MASK_WORDS; i++)
        if (r->mask[i])
            return false;
    return true;
}

static void start(engine_state *s, int e)
{
    const engine_shape *g = &s->g;
    engine_entry *r = &s->entry[e];
    bool region = g->codec && in_region(g, r->line);
    if (r->write && (region || is_empty(r))) {
        r->done = true;
        s->count[ENGINE_REFUSED] += region;
    } else if (!r->write)
        engine_push(region || !g->codec ? &s->asks : &s->lookups, e);
    else if (r->whole)
        engine_push(g->core || !g->codec ? &s->straight : &s->wholes, e);
    else
        engine_push(g->codec ? &s->lookups : &s->straight, e);
}

void engine_start(engine_state *s, int woken)
{
    if (s->started != ENGINE_NONE)
        start(s, s->started);
    s->started = woken;
    if (woken == ENGINE_NONE && engine_oldest(&s->starts) != ENGINE_NONE)
        s->started = engine_pop(&s->starts);
}

/* ---- Done ---- */

/* It is free, and what is behind it is woken. */
static void release(engine_state *s, int e)
{
    s->entry[e].used = s->entry[e].last = s->entry[e].old = false;
    engine_push(&s->frees, e);
    for (int f = 0; f < s->g.entries; f++)
        if (s->entry[f].used && s->entry[f].behind == e) {
            s->entry[f].behind = ENGINE_NONE;
            s->woken = f;
        }
}

void engine_release(engine_state *s)
{
    const int n = s->g.entries;
    s->woken = ENGINE_NONE;
    if (s->chosen != ENGINE_NONE)
        release(s, s->chosen);
    s->chosen = ENGINE_NONE;
    for (int k = 1; k <= n && s->chosen == ENGINE_NONE; k++) {
        int e = (s->released + k) % n;
        if (!s->entry[e].done)
            continue;
        s->entry[e].done = false;
        s->chosen = s->released = e;
    }
}
