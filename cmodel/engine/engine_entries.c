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

/* A request is taken. With the last one of the turn all that is under way becomes old. */
static void turn(engine_state *s)
{
    const bool last = is_last_of_turn(s);
    s->turn = last ? 0 : s->turn + 1;
    for (int e = 0; e < s->g.entries && last; e++)
        s->entry[e].old = s->entry[e].used;
}

/* ---- Request ---- */

int engine_free(const engine_state *s)
{
    for (int e = 0; e < s->g.entries; e++)
        if (!s->entry[e].used)
            return e;
    return ENGINE_NONE;
}

bool engine_merges(const engine_state *s)
{
    const uint32_t *shown = s->g.codec ? wf_wrapper_shown(engine_decoder(s)) : NULL;
    return shown && s->entry[shown[ENGINE_OF]].write;
}

bool engine_request_ready(const engine_state *s)
{
    return !s->flushing && engine_free(s) != ENGINE_NONE && !engine_merges(s) && !(is_last_of_turn(s) && s->stale);
}

/* The youngest entry of this line; ENGINE_NONE: there is none. */
static int youngest(const engine_state *s, uint32_t line)
{
    for (int e = 0; e < s->g.entries; e++)
        if (s->entry[e].used && s->entry[e].last && s->entry[e].line == line)
            return e;
    return ENGINE_NONE;
}

void engine_request(engine_state *s, int e, const uint32_t *fields)
{
    const engine_shape *g = &s->g;
    int mask_words = g->line_words / 8, before = youngest(s, fields[1]);
    engine_entry *r = &s->entry[e];
    const uint32_t *mask = fields + 2, *data = mask + mask_words, *user = data + g->line_words;
    turn(s);
    *r = (engine_entry){.used = true, .write = fields[0], .line = fields[1], .behind = before, .last = true};
    memcpy(r->mask, mask, (size_t)mask_words * sizeof *mask);
    memcpy(r->lines, data, (size_t)g->line_words * sizeof *data);
    memcpy(r->user, user, (size_t)g->user_words * sizeof *user);
    r->whole = true;
    for (int i = 0; i < mask_words; i++)
        r->whole &= mask[i] == ~(uint32_t)0;
    r->count = g->bursts - 1;
    if (g->core && r->write && r->whole && (int)user[g->user_words] < r->count)
        r->count = (int)user[g->user_words];
    if (before != ENGINE_NONE)
        s->entry[before].last = false;
    else
        engine_push(&s->starts, e);
    s->count[!r->write ? ENGINE_READS : r->whole ? ENGINE_WHOLE_WRITES : ENGINE_PARTIAL_WRITES]++;
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
    int e = woken;
    if (e == ENGINE_NONE && engine_oldest(&s->starts) != ENGINE_NONE)
        e = engine_pop(&s->starts);
    if (e != ENGINE_NONE)
        start(s, e);
}

/* ---- Done ---- */

void engine_release(engine_state *s)
{
    const int n = s->g.entries;
    s->woken = ENGINE_NONE;
    for (int k = 1; k <= n; k++) {
        int e = (s->released + k) % n;
        if (!s->entry[e].done)
            continue;
        s->entry[e].used = s->entry[e].done = s->entry[e].last = s->entry[e].old = false;
        s->released = e;
        for (int f = 0; f < n; f++)
            if (s->entry[f].used && s->entry[f].behind == e) {
                s->entry[f].behind = ENGINE_NONE;
                s->woken = f;
            }
        return;
    }
}
