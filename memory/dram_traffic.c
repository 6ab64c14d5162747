/* SPDX-License-Identifier: Apache-2.0
 *
 * dram_traffic.c - takes line accesses through an L1 and an L2 to DRAM: `hit` asks a level, `put_in_` takes a line into one, `resize_in_`
 * gives a written line its new size, and what leaves a level (`leave_`) goes one level down. */
#include "dram_traffic.h"

#include <stdlib.h>

#include "../base/text.h"

typedef struct {
    segment_cache *cache; /* NULL: there is none */
    bool back;
    const design *codec; /* NULL: whole lines */
} level;

struct dram_traffic {
    int sectors; /* of 32 bytes */
    level l1, l2;
    line_contents *contents; /* NULL: no cache compresses */
    dram_lines *dram;        /* NULL: not counted */
    const dram_listener *listener;
    line_cache_counts counts;
};

static level level_of(const line_cache_config *config, const cache_form *form, int line_bytes)
{
    return (level){segment_cache_new(config, form->tags, line_bytes), config->back, form->codec};
}

dram_traffic *dram_traffic_new_compressed(const dram_caches *caches, const cache_form form[2], int line_bytes, line_contents *contents,
                                          dram_lines *dram)
{
    dram_traffic *t = zalloc(sizeof *t);

    t->sectors = line_bytes / 32;
    t->l1 = level_of(&caches->l1, &form[0], line_bytes);
    t->l2 = level_of(&caches->l2, &form[1], line_bytes);
    t->contents = contents;
    t->dram = dram;
    return t;
}

dram_traffic *dram_traffic_new(const dram_caches *caches, int line_bytes, dram_lines *dram)
{
    static const cache_form whole[2] = {{1, NULL}, {1, NULL}};

    return dram_traffic_new_compressed(caches, whole, line_bytes, NULL, dram);
}

void dram_traffic_listen(dram_traffic *t, const dram_listener *listener)
{
    t->listener = listener;
}

void dram_traffic_free(dram_traffic *t)
{
    segment_cache_free(t->l1.cache);
    segment_cache_free(t->l2.cache);
    arena_free(t);
}

const line_cache_counts *dram_traffic_counts(dram_traffic *t)
{
    if (t->l1.cache != NULL)
        t->counts.lines[0] = *segment_cache_counts(t->l1.cache);
    if (t->l2.cache != NULL)
        t->counts.lines[1] = *segment_cache_counts(t->l2.cache);
    return &t->counts;
}

/* A look-up in L1 or L2; false too where there is no such cache. */
static bool hit(dram_traffic *t, const level *l, uint64_t line)
{
    int i = l == &t->l2;

    if (l->cache == NULL)
        return false;
    bool here = segment_cache_use(l->cache, line);
    t->counts.accesses[i]++;
    t->counts.hits[i] += here;
    return here;
}

/* What a line takes in a cache now. */
static int segments_in(dram_traffic *t, const level *l, uint64_t line)
{
    int i = l == &t->l2, raw = t->sectors * 32 / SEGMENT_BYTES;
    uint32_t content[LINE_MAX_WORDS];

    if (l->codec == NULL)
        return raw;
    t->counts.sized[i]++;
    if (!line_contents_of(t->contents, line, content))
        return raw;
    t->counts.known[i]++;
    return segments_of(wf_measure(l->codec->codec, &l->codec->config, &(wf_input){.block = content}));
}

static bool is_whole(const dram_traffic *t, const uint32_t *touched)
{
    for (int i = 0; i < t->sectors; i++)
        if (touched[i] != UINT32_MAX)
            return false;
    return true;
}

/* ---- DRAM ---- */

static void read_dram(dram_traffic *t, uint64_t line)
{
    if (t->dram != NULL)
        dram_lines_fetch(t->dram, line);
    if (t->listener != NULL)
        t->listener->read(t->listener->own, line);
}

static void write_dram(dram_traffic *t, uint64_t line)
{
    if (t->dram != NULL)
        dram_lines_write(t->dram, line);
    if (t->listener != NULL)
        t->listener->write(t->listener->own, line);
}

static void write_dram_part(dram_traffic *t, uint64_t line, const uint32_t *touched)
{
    if (is_whole(t, touched)) {
        write_dram(t, line);
        return;
    }
    if (t->dram != NULL)
        dram_lines_write_part(t->dram, line, touched);
    if (t->listener != NULL)
        t->listener->write_part(t->listener->own, line, touched);
}

/* ---- L2 ---- */

static void leave_l2(dram_traffic *t, const line_victim *victims, int n)
{
    for (int i = 0; i < n; i++) {
        bool dirty = victims[i].dirty;
        if (t->l1.cache != NULL && segment_cache_dirty(t->l1.cache, victims[i].line))
            dirty = segment_cache_drop(t->l1.cache, victims[i].line).dirty;
        if (dirty)
            write_dram(t, victims[i].line);
    }
}

/* Takes a line into L2; its victims leave. */
static void put_in_l2(dram_traffic *t, uint64_t line)
{
    const line_victim *victims;
    int n = segment_cache_put(t->l2.cache, line, segments_in(t, &t->l2, line), &victims);

    leave_l2(t, victims, n);
}

/* A write has changed a line in L2. */
static void resize_in_l2(dram_traffic *t, uint64_t line)
{
    const line_victim *victims;

    if (t->l2.codec == NULL)
        return;
    int n = segment_cache_resize(t->l2.cache, line, segments_in(t, &t->l2, line), &victims);
    leave_l2(t, victims, n);
}

static void read_below_l1(dram_traffic *t, uint64_t line)
{
    if (hit(t, &t->l2, line))
        return;
    read_dram(t, line);
    if (t->l2.cache != NULL)
        put_in_l2(t, line);
}

static void write_below_l1(dram_traffic *t, uint64_t line, const uint32_t *touched)
{
    bool here = hit(t, &t->l2, line), enters = !here && t->l2.cache != NULL && t->l2.back;

    if (enters && !is_whole(t, touched))
        read_dram(t, line);
    if (enters)
        put_in_l2(t, line);
    if (here)
        resize_in_l2(t, line);
    if (t->l2.cache != NULL && t->l2.back)
        segment_cache_soil(t->l2.cache, line);
    else
        write_dram_part(t, line, touched);
}

/* ---- L1 ---- */

static void leave_l1(dram_traffic *t, const line_victim *victims, int n)
{
    static const uint32_t all[LINE_SECTORS] = {UINT32_MAX, UINT32_MAX, UINT32_MAX, UINT32_MAX};

    for (int i = 0; i < n; i++)
        if (victims[i].dirty)
            write_below_l1(t, victims[i].line, all);
}

/* Takes a line into L1; its victims leave. */
static void put_in_l1(dram_traffic *t, uint64_t line)
{
    const line_victim *victims;
    int n = segment_cache_put(t->l1.cache, line, segments_in(t, &t->l1, line), &victims);

    leave_l1(t, victims, n);
}

/* A write has changed a line in L1. What leaves may drive a dirty line out of L2, and so out of L1: that may be this line. */
static void resize_in_l1(dram_traffic *t, uint64_t line)
{
    const line_victim *victims;

    if (t->l1.codec == NULL)
        return;
    int n = segment_cache_resize(t->l1.cache, line, segments_in(t, &t->l1, line), &victims);
    leave_l1(t, victims, n);
}

static void load(dram_traffic *t, uint64_t line)
{
    if (hit(t, &t->l1, line))
        return;
    read_below_l1(t, line);
    if (t->l1.cache != NULL)
        put_in_l1(t, line);
}

static void store(dram_traffic *t, uint64_t line, const uint32_t *touched)
{
    bool here = hit(t, &t->l1, line), back = t->l1.cache != NULL && t->l1.back;

    if (!here && back && !is_whole(t, touched))
        read_below_l1(t, line);
    if (!here && back)
        put_in_l1(t, line);
    if (back)
        segment_cache_soil(t->l1.cache, line);
    if (here)
        resize_in_l1(t, line);
    if (!back)
        write_below_l1(t, line, touched);
}

/* ---- all of it ---- */

static bool is_dirty(const level *l, uint64_t line)
{
    return l->cache != NULL && segment_cache_dirty(l->cache, line);
}

void dram_traffic_access(dram_traffic *t, const line_access *a)
{
    if (a->store) {
        store(t, a->line, a->touched);
        return;
    }
    load(t, a->line);
    if (t->dram != NULL && !is_dirty(&t->l1, a->line) && !is_dirty(&t->l2, a->line))
        dram_lines_see(t->dram, a->line);
}

void dram_traffic_changed(dram_traffic *t, uint64_t line)
{
    if (t->l1.cache != NULL && segment_cache_has(t->l1.cache, line))
        resize_in_l1(t, line);
    if (t->l2.cache != NULL && segment_cache_has(t->l2.cache, line))
        resize_in_l2(t, line);
}

/* Every dirty line of a level is written. `below`: L2, or NULL. */
static void flush(dram_traffic *t, const level *l, const level *below)
{
    for (line_victim v = segment_cache_empty(l->cache); v.used; v = segment_cache_empty(l->cache)) {
        if (!v.dirty)
            continue;
        if (below != NULL && below->cache != NULL)
            segment_cache_drop(below->cache, v.line);
        write_dram(t, v.line);
        t->counts.flushed++;
    }
}

void dram_traffic_end(dram_traffic *t)
{
    if (t->l1.cache != NULL)
        flush(t, &t->l1, &t->l2);
    if (t->l2.cache != NULL)
        flush(t, &t->l2, NULL);
    if (t->dram != NULL)
        dram_lines_end(t->dram);
}
