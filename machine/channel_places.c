/* SPDX-License-Identifier: Apache-2.0 */
#include "channel_places.h"

#include "../base/arena.h"
#include "../base/random.h"

#define uthash_malloc(size) grow(NULL, size)
#define uthash_free(p, size) arena_free(p)
#include <uthash.h>

const char *const page_order_names[PAGE_ORDERS] = {"first", "hash"};

typedef struct {
    uint64_t page, frame;
    UT_hash_handle of_page, of_frame;
} page;

struct channel_places {
    page_options o;
    mem_map map;
    uint64_t line_bytes, frames, count;
    page *pages, *taken; /* by page, by frame */
};

channel_places *places_open(const page_options *o, const mem_map *map, int line_bytes, uint64_t lines)
{
    channel_places *p = zalloc(sizeof *p);
    uint64_t bytes = (uint64_t)line_bytes;
    *p = (channel_places){*o, *map, bytes, lines * bytes / PAGE_LEAST * PAGE_LEAST * (uint64_t)map->channels / (uint64_t)o->bytes,
                          0,  NULL, NULL};
    return p;
}

void places_close(channel_places *p)
{
    page *of, *next;
    HASH_CLEAR(of_frame, p->taken);
    HASH_ITER (of_page, p->pages, of, next) {
        HASH_DELETE(of_page, p->pages, of);
        arena_free(of);
    }
    arena_free(p);
}

static bool is_taken(const channel_places *p, uint64_t frame)
{
    page *of;
    HASH_FIND(of_frame, p->taken, &frame, sizeof frame, of);
    return of != NULL;
}

/* The next frame; or the first free one from a random one on. */
static uint64_t free_frame(const channel_places *p, uint64_t number)
{
    if (p->o.order == PAGES_FIRST)
        return p->count;
    uint64_t frame = rng_mix(rng_mix(number) ^ p->o.seed) % p->frames;
    while (is_taken(p, frame))
        frame = (frame + 1) % p->frames;
    return frame;
}

/* NULL: there is no frame for it. */
static const page *page_of(channel_places *p, uint64_t number)
{
    page *of;
    HASH_FIND(of_page, p->pages, &number, sizeof number, of);
    if (of || p->count == p->frames)
        return of;
    of = zalloc(sizeof *of);
    of->page = number;
    of->frame = free_frame(p, number);
    HASH_ADD(of_page, p->pages, page, sizeof of->page, of);
    HASH_ADD(of_frame, p->taken, frame, sizeof of->frame, of);
    p->count++;
    return of;
}

bool places_of(channel_places *p, uint64_t line, channel_place *place)
{
    const uint64_t lines = (uint64_t)p->o.bytes / p->line_bytes;
    const page *of = page_of(p, line / lines);
    if (of == NULL)
        return false;
    uint64_t address = of->frame * (uint64_t)p->o.bytes + line % lines * p->line_bytes;
    place->channel = map_place(&p->map, address).channel;
    place->line = (uint32_t)(map_in_channel(&p->map, address) / p->line_bytes);
    return true;
}

uint64_t places_pages(const channel_places *p)
{
    return p->count;
}
