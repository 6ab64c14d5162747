/* SPDX-License-Identifier: Apache-2.0
 *
 * mem_cache.c - an access looks for its unit (cache_find), reserves places where it needs them, and changes the line. MSHRs are found by hash. */
#include "mem_cache_parts.h"

#include <string.h>

cache *cache_open(const cache_shape *shape)
{
    cache *c = zalloc(sizeof *c);
    c->shape = *shape;
    const int lines = shape->sets * cache_places(c);
    c->lines = zalloc((size_t)lines * sizeof *c->lines);
    c->entries = zalloc((size_t)shape->mshrs * sizeof *c->entries);
    c->ids = zalloc((size_t)(shape->mshrs * shape->merges) * sizeof *c->ids);
    for (c->buckets = 1; c->buckets < 2 * shape->mshrs; c->buckets *= 2)
        ;
    c->bucket = zalloc((size_t)c->buckets * sizeof *c->bucket);
    memset(c->bucket, -1, (size_t)c->buckets * sizeof *c->bucket);
    for (int i = 0; i < shape->mshrs; i++)
        c->entries[i].next = i + 1 < shape->mshrs ? i + 1 : -1;
    queue_open(&c->ready, shape->mshrs);
    /* A victim stands behind what takes the last place; a line that makes room for a larger code may have several, whatever waits. */
    c->most_misses = shape->misses + 1 + (shape->tags > 1 ? lines : 0);
    c->misses = zalloc((size_t)c->most_misses * sizeof *c->misses);
    return c;
}

void cache_close(cache *c)
{
    queue_close(&c->ready);
    arena_free(c->lines);
    arena_free(c->entries);
    arena_free(c->ids);
    arena_free(c->bucket);
    arena_free(c->misses);
    arena_free(c);
}

/* ---- entries ---- */

static uint64_t key_of(const cache *c, uint64_t line, int unit)
{
    return line * (uint64_t)c->shape.units + (uint64_t)unit;
}

static int *bucket_of(const cache *c, uint64_t key)
{
    return &c->bucket[key * 0x9e3779b97f4a7c15u >> 40 & (uint64_t)(c->buckets - 1)];
}

static int entry_of(const cache *c, uint64_t key)
{
    int e = *bucket_of(c, key);
    while (e >= 0 && c->entries[e].key != key)
        e = c->entries[e].next;
    return e;
}

static int new_entry(cache *c, uint64_t key)
{
    int e = c->free, *bucket = bucket_of(c, key);
    c->free = c->entries[e].next;
    c->entries[e] = (mshr){.key = key, .next = *bucket};
    *bucket = e;
    c->under_way++;
    return e;
}

static void end_entry(cache *c, int e)
{
    int *at = bucket_of(c, c->entries[e].key);
    while (*at != e)
        at = &c->entries[*at].next;
    *at = c->entries[e].next;
    c->entries[e].next = c->free;
    c->free = e;
    c->under_way--;
}

/* ---- accesses ---- */

static bool misses_left(const cache *c, int n)
{
    return c->miss_count + n < c->shape.misses;
}

static cache_result load(cache *c, const cache_access *a, cache_line *l, bool there)
{
    unit_state state = there ? (unit_state)l->state[a->unit] : EMPTY;
    if (state == THERE) {
        l->used = ++c->now;
        l->dirty[a->unit] |= a->atomic;
        return CACHE_HIT;
    }
    uint64_t key = key_of(c, a->line, a->unit);
    int e = entry_of(c, key);
    /* Room for what it asks and for a victim. */
    if (!misses_left(c, 1) || (e >= 0 ? c->entries[e].filled || c->entries[e].count == c->shape.merges : c->free < 0))
        return CACHE_FAIL;
    if (e < 0) {
        e = new_entry(c, key);
        cache_send(c, CACHE_FETCH, a->line, (uint8_t)(1u << a->unit), a->id);
    }
    mshr *m = &c->entries[e];
    m->atomic |= a->atomic;
    c->ids[e * c->shape.merges + m->count++] = a->id;
    if (!there)
        cache_begin(c, l, a->line);
    l->state[a->unit] = COMES;
    l->used = ++c->now;
    return state == COMES ? CACHE_PENDING : CACHE_MISS;
}

static cache_result pass_store(cache *c, const cache_access *a, cache_line *l, bool there)
{
    bool hit = there && (l->state[a->unit] == THERE || l->state[a->unit] == PARTLY);
    if (!misses_left(c, 0))
        return CACHE_FAIL;
    cache_send(c, CACHE_PASS, a->line, (uint8_t)(1u << a->unit), a->id);
    if (!hit)
        return CACHE_MISS;
    if (c->shape.evict) {
        l->state[a->unit] = EMPTY;
        l->dirty[a->unit] = false;
    } else {
        l->used = ++c->now;
    }
    return CACHE_HIT;
}

static cache_result keep_store(cache *c, const cache_access *a, cache_line *l, bool there)
{
    unit_state state = there ? (unit_state)l->state[a->unit] : EMPTY;
    bool hit = state == THERE || state == PARTLY;
    if (!hit && !misses_left(c, 0))
        return CACHE_FAIL;
    if (!there)
        cache_begin(c, l, a->line);
    l->used = ++c->now;
    l->dirty[a->unit] = true;
    l->marked &= !a->full;
    if (state != COMES) {
        l->state[a->unit] = a->full || state == THERE ? THERE : PARTLY;
        cache_resize(c, l, a->code && l->state[a->unit] == THERE ? a->code : CACHE_SEGMENTS);
    }
    return hit ? CACHE_HIT : CACHE_MISS;
}

cache_result cache_try(cache *c, const cache_access *a)
{
    bool there;
    cache_line *l = cache_find(c, a->line, &there);
    cache_result r;
    if (a->store && !c->shape.back && !(a->local && there && l->state[a->unit] == THERE))
        r = pass_store(c, a, l, there);
    else if (l == NULL)
        r = CACHE_FAIL;
    else
        r = a->store ? keep_store(c, a, l, there) : load(c, a, l, there);
    if (a->ahead)
        return r;
    c->counts.hits += r == CACHE_HIT;
    c->counts.pending += r == CACHE_PENDING;
    c->counts.misses += r == CACHE_MISS;
    c->counts.fails += r == CACHE_FAIL;
    c->counts.accesses += r != CACHE_FAIL;
    return r;
}

bool cache_has(cache *c, uint64_t line)
{
    bool there;
    const cache_line *l = cache_find(c, line, &there);
    return there && l->state[0] == THERE;
}

bool cache_coming(cache *c, uint64_t line)
{
    return entry_of(c, key_of(c, line, 0)) >= 0;
}

int cache_under_way(const cache *c)
{
    return c->under_way;
}

bool cache_mark(cache *c, uint64_t line)
{
    bool there;
    cache_line *l = cache_find(c, line, &there);
    if (!there || l->state[0] != THERE || l->dirty[0])
        return false;
    l->marked = true;
    return true;
}

bool cache_marked(cache *c, uint64_t line)
{
    bool there;
    const cache_line *l = cache_find(c, line, &there);
    return there && l->marked;
}

bool cache_has_code(cache *c, uint64_t line)
{
    bool there;
    const cache_line *l = cache_find(c, line, &there);
    return there && c->shape.tags > 1 && l->state[0] == THERE && l->segments < CACHE_SEGMENTS;
}

bool cache_store_past(cache *c, uint64_t line)
{
    bool there;
    cache_line *l = cache_find(c, line, &there);
    const bool hit = there && l->state[0] == THERE;
    c->counts.accesses++;
    c->counts.hits += hit;
    c->counts.misses += !hit;
    if (hit && c->shape.evict)
        *l = (cache_line){0};
    else if (hit)
        l->used = ++c->now;
    return hit;
}

const cache_message *cache_front(const cache *c)
{
    return c->miss_count ? &c->misses[c->first_miss] : NULL;
}

void cache_sent(cache *c)
{
    c->first_miss = (c->first_miss + 1) % c->most_misses;
    c->miss_count--;
}

void cache_fill(cache *c, uint64_t line, int unit)
{
    cache_fill_code(c, line, unit, CACHE_SEGMENTS);
}

void cache_fill_code(cache *c, uint64_t line, int unit, int segments)
{
    bool there;
    cache_line *l = cache_find(c, line, &there);
    int e = entry_of(c, key_of(c, line, unit));
    if (there && l->state[unit] == COMES) {
        l->state[unit] = THERE;
        l->dirty[unit] |= c->entries[e].atomic;
        cache_resize(c, l, segments);
    }
    c->entries[e].filled = true;
    queue_put(&c->ready, e);
}

int cache_next(const cache *c)
{
    int e = queue_front(&c->ready);
    return e < 0 ? -1 : c->ids[e * c->shape.merges + c->entries[e].taken];
}

void cache_taken(cache *c)
{
    mshr *m = &c->entries[queue_front(&c->ready)];
    if (++m->taken == m->count)
        end_entry(c, queue_take(&c->ready));
}

void cache_put(cache *c, uint64_t line, int unit)
{
    cache_put_code(c, line, unit, CACHE_SEGMENTS);
}

void cache_put_code(cache *c, uint64_t line, int unit, int segments)
{
    bool there;
    cache_line *l = cache_find(c, line, &there);
    if (l == NULL)
        return;
    if (!there)
        *l = (cache_line){.line = line};
    if (l->state[unit] == EMPTY)
        l->state[unit] = THERE;
    l->used = ++c->now;
    if (l->state[unit] == THERE)
        cache_resize(c, l, segments);
}

void cache_clear(cache *c)
{
    for (int i = 0; i < c->shape.sets * cache_places(c); i++)
        if (!cache_any(c, &c->lines[i], COMES))
            c->lines[i] = (cache_line){0};
}

bool cache_quiet(const cache *c)
{
    return c->miss_count == 0 && c->ready.count == 0;
}

const mem_cache_counts *cache_counts(const cache *c)
{
    return &c->counts;
}
