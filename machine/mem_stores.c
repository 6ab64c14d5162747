/* SPDX-License-Identifier: Apache-2.0
 *
 * mem_stores.c - a store finds its line's place, or a new one, adds its bytes, and may make the line whole; what leaves is released, or ends with its compression. */
#include "mem_stores.h"

#include <string.h>

void stores_open(mem_stores *s, mem_requests *requests, int sets, int ways)
{
    *s = (mem_stores){.requests = requests, .sets = sets, .ways = ways};
    s->place = zalloc((size_t)(sets * ways) * sizeof *s->place);
    queue_open(&s->asks, sets * ways);
    queue_open(&s->released, 4 * sets * ways + 8); /* takes stop at half of it, and then no more than all places are released */
}

void stores_close(mem_stores *s)
{
    arena_free(s->place);
    queue_close(&s->asks);
    queue_close(&s->released);
}

static mem_request *request_of(const mem_stores *s, const stores_place *p)
{
    return &s->requests->r[p->request];
}

static stores_place *set_of(const mem_stores *s, uint64_t line)
{
    return s->place + (int)(line / MEM_LINE % (uint64_t)s->sets) * s->ways;
}

static stores_place *find(const mem_stores *s, uint64_t line)
{
    stores_place *set = set_of(s, line);
    for (int w = 0; w < s->ways; w++)
        if (set[w].state != STORES_NOT && set[w].line == line)
            return &set[w];
    return NULL;
}

static bool is_whole(const mem_request *r)
{
    for (int k = 0; k < MEM_SECTORS; k++)
        if (r->bytes[k] != UINT32_MAX)
            return false;
    return true;
}

/* The sectors that it moves, and those of which it has all bytes. */
static bool is_crowded(const mem_stores *s)
{
    return s->released.count > 2 * s->sets * s->ways;
}

static void set_sectors(mem_request *r)
{
    r->sectors = r->full = 0;
    for (int k = 0; k < MEM_SECTORS; k++) {
        r->sectors |= (uint8_t)((r->bytes[k] != 0) << k);
        r->full |= (uint8_t)((r->bytes[k] == UINT32_MAX) << k);
    }
}

static void leave(mem_stores *s, stores_place *p)
{
    p->state = STORES_NOT;
    s->used--;
}

static void release(mem_stores *s, stores_place *p)
{
    set_sectors(request_of(s, p));
    queue_put(&s->released, p->request);
    s->counts.part++;
    leave(s, p);
}

static bool any_hurries(const mem_stores *s, const stores_place *p)
{
    for (int w = 0; w < STORES_WARPS; w++)
        if (s->hurries[w] && (p->warps[w / 64] >> w % 64 & 1))
            return true;
    return false;
}

static void add(mem_stores *s, stores_place *p, int request, bool whole)
{
    mem_request *r = &s->requests->r[request], *first = request_of(s, p);
    if (request != p->request) {
        r->chain = first->chain;
        first->chain = request + 1;
    }
    for (int k = 0; k < MEM_SECTORS; k++)
        first->bytes[k] |= whole ? UINT32_MAX : r->bytes[k];
    p->warps[r->warp / 64] |= UINT64_C(1) << r->warp % 64;
    if (p->state == STORES_WHOLE) {
        p->changed = true;
    } else if (is_whole(first)) {
        p->state = STORES_WHOLE;
        queue_put(&s->asks, (int)(p - s->place));
    } else if (any_hurries(s, p)) {
        release(s, p);
    }
}

/* A place of the line's set; the oldest that gathers makes room for the next one. */
static stores_place *new_place(mem_stores *s, uint64_t line)
{
    stores_place *set = set_of(s, line), *oldest = NULL;
    for (int w = 0; w < s->ways; w++) {
        if (set[w].state == STORES_NOT)
            return &set[w];
        if (set[w].state == STORES_GATHER && (oldest == NULL || set[w].since < oldest->since))
            oldest = &set[w];
    }
    if (oldest)
        release(s, oldest);
    return oldest && oldest->state == STORES_NOT ? oldest : NULL;
}

stores_result stores_take(mem_stores *s, int request, bool whole, uint64_t now)
{
    const mem_request *r = &s->requests->r[request];
    stores_place *p = find(s, r->line);
    if (is_crowded(s))
        return STORES_FULL;
    if (p == NULL) {
        p = new_place(s, r->line);
        if (p == NULL)
            return STORES_FULL;
        *p = (stores_place){.state = STORES_GATHER, .line = r->line, .request = request, .since = now};
        s->used++;
    }
    add(s, p, request, whole);
    return STORES_KEPT;
}

bool stores_load(mem_stores *s, uint64_t line)
{
    stores_place *p = s->used ? find(s, line) : NULL;
    if (p && p->state == STORES_GATHER)
        release(s, p);
    return p && p->state == STORES_WHOLE;
}

int stores_ask(mem_stores *s)
{
    return s->asks.count ? queue_take(&s->asks) : -1;
}

int stores_end(mem_stores *s, int place, bool coded)
{
    stores_place *p = &s->place[place];
    mem_request *r = request_of(s, p);
    set_sectors(r);
    r->coded = coded;
    leave(s, p);
    return p->request;
}

void stores_hurry(mem_stores *s, int warp, bool hurries)
{
    s->hurries[warp] = hurries;
    for (int k = 0; k < s->sets * s->ways && hurries && s->used; k++) {
        stores_place *p = &s->place[k];
        if (p->state == STORES_GATHER && (p->warps[warp / 64] >> warp % 64 & 1))
            release(s, p);
    }
}

int stores_released(mem_stores *s)
{
    return s->released.count ? queue_take(&s->released) : -1;
}

bool stores_rest(const mem_stores *s)
{
    return s->asks.count == 0 && s->released.count == 0;
}
