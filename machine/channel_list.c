/* SPDX-License-Identifier: Apache-2.0
 *
 * channel_list.c - lines as DRAM has them while a trace runs: `touch` sees a line before the access that touches it first, so it has what DRAM holds then; what L1 and L2 ask for
 * (`read_line`, `write_line`, `write_part`) becomes requests. */
#include "channel_list.h"

#include <string.h>

#include "../base/file.h"
#include "../base/msg.h"
#include "../memory/line_contents.h"
#include "../trace/trace_memory.h"

#define uthash_malloc(size) grow(NULL, size)
#define uthash_free(p, size) arena_free(p)
#include <uthash.h>

#define UNKNOWN UINT32_MAX

/* A line that the trace has touched. content: what DRAM has of it, UNKNOWN: not all of it is known. first: as it was when it was touched. */
typedef struct {
    uint64_t line;
    channel_place place;
    uint32_t first, content, last; /* last: of the last request of it */
    bool used;                     /* a request is of it */
    UT_hash_handle hh;
} home;

typedef struct {
    channel_list *l;
    const channel_list_options *o;
    line_traffic *traffic;
    line_contents *contents;
    channel_places *places;
    home *homes;
    int address_bits;
} reader;

/* ---- the list ---- */

const uint32_t *channel_list_content(const channel_list *l, uint32_t content)
{
    return l->contents + (size_t)content * (size_t)l->words;
}

static uint32_t add_content(channel_list *l, const uint32_t *words)
{
    const size_t bytes = (size_t)l->words * sizeof *words;
    l->contents = grow_one(l->contents, l->content_count, bytes);
    memcpy((char *)l->contents + l->content_count * bytes, words, bytes);
    return (uint32_t)l->content_count++;
}

static uint32_t add_mask(channel_list *l, const uint32_t *mask)
{
    l->masks = grow_one(l->masks, l->mask_count, sizeof *l->masks);
    memcpy(l->masks[l->mask_count], mask, sizeof *l->masks);
    return (uint32_t)l->mask_count++;
}

/* A line that is asked for first stands in DRAM at the start, if it was known then. */
static void add(reader *r, channel_kind kind, home *h, uint32_t mask)
{
    channel_list *l = r->l;
    if (!h->used && h->first != UNKNOWN) {
        l->placed = grow_one(l->placed, l->placed_count, sizeof *l->placed);
        l->placed[l->placed_count++] = (channel_request){CHANNEL_WRITE, (uint8_t)h->place.channel, h->place.line, h->first, 0};
    }
    l->lines += !h->used;
    h->used = true;
    h->last = h->content;
    l->requests = grow_one(l->requests, l->count, sizeof *l->requests);
    l->requests[l->count++] = (channel_request){(uint8_t)kind, (uint8_t)h->place.channel, h->place.line, h->content, mask};
}

/* ---- homes ---- */

static home *find(const reader *r, uint64_t line)
{
    home *h;
    HASH_FIND(hh, r->homes, &line, sizeof line, h);
    return h;
}

/* What the line holds now. */
static uint32_t content_now(reader *r, uint64_t line)
{
    uint32_t words[LINE_MAX_WORDS];
    return line_contents_of(r->contents, line, words) ? add_content(r->l, words) : UNKNOWN;
}

static home *touch(reader *r, uint64_t line)
{
    home *h = find(r, line);
    if (h)
        return h;
    h = zalloc(sizeof *h);
    h->line = line;
    h->first = h->content = content_now(r, line);
    if (!places_of(r->places, line, &h->place))
        die_usage("%s: more pages than 2^%d lines a channel hold (more bits of address, or smaller pages)", r->l->path, r->address_bits);
    HASH_ADD(hh, r->homes, line, sizeof h->line, h);
    return h;
}

/* ---- what reaches DRAM ---- */

static void read_line(void *own, uint64_t line)
{
    reader *r = own;
    home *h = touch(r, line);
    r->l->reads += h->content != UNKNOWN;
    r->l->unknown_reads += h->content == UNKNOWN;
    if (h->content != UNKNOWN)
        add(r, CHANNEL_READ, h, 0);
}

static void write_whole(reader *r, home *h)
{
    h->content = content_now(r, h->line);
    r->l->writes += h->content != UNKNOWN;
    r->l->unknown_writes += h->content == UNKNOWN;
    if (h->content != UNKNOWN)
        add(r, CHANNEL_WRITE, h, 0);
}

static void write_line(void *own, uint64_t line)
{
    write_whole(own, touch(own, line));
}

static void write_part(void *own, uint64_t line, const uint32_t *touched)
{
    reader *r = own;
    home *h = touch(r, line);
    uint32_t words[LINE_MAX_WORDS], merged[LINE_MAX_WORDS];
    if (h->content == UNKNOWN || !line_contents_of(r->contents, line, words)) {
        h->content = UNKNOWN;
        r->l->unknown_writes++;
        return;
    }
    memcpy(merged, channel_list_content(r->l, h->content), (size_t)r->l->words * sizeof *merged);
    line_merge(merged, words, touched, 4 * r->l->words);
    h->content = add_content(r->l, merged);
    r->l->parts++;
    add(r, CHANNEL_PART, h, add_mask(r->l, touched));
}

/* The host has written: a write of its own if DRAM was asked for the line before, else DRAM has it from the start on. */
static void changed(void *own, uint64_t line)
{
    reader *r = own;
    home *h = find(r, line);
    if (h && h->used) {
        r->l->host++;
        write_whole(r, h);
    } else if (h) {
        h->first = h->content = content_now(r, line);
    }
}

/* ---- the trace ---- */

static void take_record(reader *r, dram_traffic *t, const trace_record *record)
{
    const line_access *a;
    int count;
    line_contents_launch(r->contents, record->launch < 0 ? 0 : record->launch, changed, r);
    count = line_traffic_of(r->traffic, record, &a);
    for (int i = 0; i < count; i++)
        if (a[i].space != TRACE_SHARED)
            touch(r, a[i].line);
    for (int i = 0; i < count; i++)
        line_contents_take(r->contents, &a[i]);
    for (int i = 0; i < count; i++)
        if (a[i].space != TRACE_SHARED)
            dram_traffic_access(t, &a[i]);
}

static void take_trace(reader *r, dram_traffic *t)
{
    trace_record *record = zalloc(sizeof *record);
    trace *in = trace_open(r->l->path);
    while (trace_next(in, record))
        take_record(r, t, record);
    dram_traffic_end(t);
    trace_close(in);
    arena_free(record);
}

/* What DRAM has at the end. A line that something unknown was written to is not among it. */
static void leave_homes(reader *r)
{
    channel_list *l = r->l;
    for (home *h; (h = r->homes) != NULL; arena_free(h)) {
        HASH_DEL(r->homes, h);
        if (!h->used || h->content != h->last)
            continue;
        l->left = grow_one(l->left, l->left_count, sizeof *l->left);
        l->left[l->left_count++] = (channel_request){CHANNEL_READ, (uint8_t)h->place.channel, h->place.line, h->last, 0};
    }
}

void channel_list_read(channel_list *l, const char *path, const channel_list_options *o, const mem_map *map, int line_bytes,
                       int address_bits, uint32_t reserved)
{
    char *file = trace_memory_beside(path);
    reader r = {.l = l, .o = o, .address_bits = address_bits};
    const dram_listener listener = {&r, read_line, write_line, write_part};
    *l = (channel_list){.path = path, .words = line_bytes / 4};
    if (!file_exists(file))
        die_usage("%s: there is no %s beside it; what lines hold must be known (warpfold trace --contents)", path, file);
    r.traffic = line_traffic_open(line_bytes, o->stack);
    r.contents = line_contents_open(r.traffic, line_bytes, file);
    r.places = places_open(&o->pages, map, line_bytes, (UINT64_C(1) << address_bits) - reserved);
    dram_traffic *t = dram_traffic_new(&o->caches, line_bytes, NULL);
    dram_traffic_listen(t, &listener);
    take_trace(&r, t);
    l->pages = (double)places_pages(r.places);
    dram_traffic_free(t);
    places_close(r.places);
    line_contents_close(r.contents);
    line_traffic_close(r.traffic);
    leave_homes(&r);
    if (l->count == 0)
        die_usage("%s: no line that is known reaches DRAM; a trace with loads or stores is expected", path);
}

void channel_list_free(channel_list *l)
{
    arena_free(l->requests);
    arena_free(l->placed);
    arena_free(l->left);
    arena_free(l->contents);
    arena_free(l->masks);
}
