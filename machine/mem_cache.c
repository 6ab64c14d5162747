/* SPDX-License-Identifier: Apache-2.0
 *
 * mem_cache.c - an access looks for its unit (find), reserves places where it needs them, and changes the line. MSHRs are found by hash. */
#include "mem_cache.h"

#include <string.h>

#include "mem_coalesce.h"

/* Of a unit. PARTLY: some bytes were stored, the others are below. */
typedef enum { EMPTY, COMES, THERE, PARTLY } unit_state;

typedef struct {
    uint64_t line, used;
    uint8_t state[CACHE_UNITS];
    bool dirty[CACHE_UNITS];
    bool marked;
} cache_line;

typedef struct {
    uint64_t key;
    int next, count, taken; /* next: in its bucket, or of the free ones. taken: loads that have left */
    bool atomic, filled;
} mshr;

struct cache {
    cache_shape shape;
    cache_line *lines;
    uint64_t now;
    mshr *entries;
    int *ids; /* merges of each entry */
    int *bucket, buckets, free;
    mem_queue ready;
    cache_message *misses;
    int first_miss, miss_count;
    mem_cache_counts counts;
};

cache *cache_open(const cache_shape *shape)
{
    cache *c = zalloc(sizeof *c);
    c->shape = *shape;
    c->lines = zalloc((size_t)(shape->sets * shape->ways) * sizeof *c->lines);
    c->entries = zalloc((size_t)shape->mshrs * sizeof *c->entries);
    c->ids = zalloc((size_t)(shape->mshrs * shape->merges) * sizeof *c->ids);
    for (c->buckets = 1; c->buckets < 2 * shape->mshrs; c->buckets *= 2)
        ;
    c->bucket = zalloc((size_t)c->buckets * sizeof *c->bucket);
    memset(c->bucket, -1, (size_t)c->buckets * sizeof *c->bucket);
    for (int i = 0; i < shape->mshrs; i++)
        c->entries[i].next = i + 1 < shape->mshrs ? i + 1 : -1;
    queue_open(&c->ready, shape->mshrs);
    c->misses = zalloc((size_t)(shape->misses + 1) * sizeof *c->misses); /* a victim stands behind what takes the last place */
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

/* ---- lines ---- */

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

static bool any(const cache *c, const cache_line *l, unit_state state)
{
    for (int u = 0; u < c->shape.units; u++)
        if (l->state[u] == state)
            return true;
    return false;
}

static bool is_empty(const cache *c, const cache_line *l)
{
    for (int u = 0; u < c->shape.units; u++)
        if (l->state[u] != EMPTY)
            return false;
    return true;
}

/* The line, or the place that it may take; NULL: there is none. */
static cache_line *find(cache *c, uint64_t line, bool *there)
{
    cache_line *set = c->lines + set_of(c, line) * c->shape.ways, *place = NULL;
    *there = true;
    for (int w = 0; w < c->shape.ways; w++)
        if (set[w].line == line && !is_empty(c, &set[w]))
            return &set[w];
    *there = false;
    for (int w = 0; w < c->shape.ways; w++) {
        if (is_empty(c, &set[w]))
            return &set[w];
        if (!any(c, &set[w], COMES) && (place == NULL || set[w].used < place->used))
            place = &set[w];
    }
    return place;
}

static void send(cache *c, cache_message_kind kind, uint64_t line, uint8_t units, int id)
{
    int most = c->shape.misses + 1, at = (c->first_miss + c->miss_count++) % most;
    c->misses[at] = (cache_message){kind, line, units, id};
}

/* A new line takes the place; what was dirty there is written back. */
static void begin(cache *c, cache_line *l, uint64_t line)
{
    uint8_t dirty = 0;
    for (int u = 0; u < c->shape.units; u++)
        dirty |= (uint8_t)((l->state[u] != EMPTY && l->dirty[u]) << u);
    if (dirty)
        send(c, CACHE_BACK, l->line, dirty, -1);
    *l = (cache_line){.line = line};
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
        send(c, CACHE_FETCH, a->line, (uint8_t)(1u << a->unit), a->id);
    }
    mshr *m = &c->entries[e];
    m->atomic |= a->atomic;
    c->ids[e * c->shape.merges + m->count++] = a->id;
    if (!there)
        begin(c, l, a->line);
    l->state[a->unit] = COMES;
    l->used = ++c->now;
    return state == COMES ? CACHE_PENDING : CACHE_MISS;
}

static cache_result pass_store(cache *c, const cache_access *a, cache_line *l, bool there)
{
    bool hit = there && (l->state[a->unit] == THERE || l->state[a->unit] == PARTLY);
    if (!misses_left(c, 0))
        return CACHE_FAIL;
    send(c, CACHE_PASS, a->line, (uint8_t)(1u << a->unit), a->id);
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
        begin(c, l, a->line);
    l->used = ++c->now;
    l->dirty[a->unit] = true;
    l->marked &= !a->full;
    if (state != COMES)
        l->state[a->unit] = a->full || state == THERE ? THERE : PARTLY;
    return hit ? CACHE_HIT : CACHE_MISS;
}

cache_result cache_try(cache *c, const cache_access *a)
{
    bool there;
    cache_line *l = find(c, a->line, &there);
    cache_result r;
    if (a->store && !c->shape.back && !(a->local && there && l->state[a->unit] == THERE))
        r = pass_store(c, a, l, there);
    else if (l == NULL)
        r = CACHE_FAIL;
    else
        r = a->store ? keep_store(c, a, l, there) : load(c, a, l, there);
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
    const cache_line *l = find(c, line, &there);
    return there && l->state[0] == THERE;
}

bool cache_mark(cache *c, uint64_t line)
{
    bool there;
    cache_line *l = find(c, line, &there);
    if (!there || l->state[0] != THERE || l->dirty[0])
        return false;
    l->marked = true;
    return true;
}

bool cache_marked(cache *c, uint64_t line)
{
    bool there;
    const cache_line *l = find(c, line, &there);
    return there && l->marked;
}

bool cache_store_past(cache *c, uint64_t line)
{
    bool there;
    cache_line *l = find(c, line, &there);
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
    c->first_miss = (c->first_miss + 1) % (c->shape.misses + 1);
    c->miss_count--;
}

void cache_fill(cache *c, uint64_t line, int unit)
{
    bool there;
    cache_line *l = find(c, line, &there);
    int e = entry_of(c, key_of(c, line, unit));
    if (there && l->state[unit] == COMES) {
        l->state[unit] = THERE;
        l->dirty[unit] |= c->entries[e].atomic;
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
    bool there;
    cache_line *l = find(c, line, &there);
    if (l == NULL)
        return;
    if (!there)
        *l = (cache_line){.line = line};
    if (l->state[unit] == EMPTY)
        l->state[unit] = THERE;
    l->used = ++c->now;
}

void cache_clear(cache *c)
{
    for (int i = 0; i < c->shape.sets * c->shape.ways; i++)
        if (!any(c, &c->lines[i], COMES))
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
