/* SPDX-License-Identifier: Apache-2.0
 *
 * dram_traffic.c - takes line accesses through an L1 and an L2 to DRAM: `hit` asks a level, `put_in_` takes a line into one, and what
 * leaves it goes one level down. */
#include "dram_traffic.h"

#include <stdlib.h>

#include "../base/text.h"

struct dram_traffic {
    int sectors;         /* of 32 bytes */
    line_cache *l1, *l2; /* NULL: there is none */
    bool l1_back, l2_back;
    dram_lines *dram;
    cache_counts counts;
};

dram_traffic *dram_traffic_new(const dram_caches *caches, int line_bytes, dram_lines *dram)
{
    dram_traffic *t = zalloc(sizeof *t);

    t->sectors = line_bytes / 32;
    t->l1 = line_cache_new(&caches->l1, line_bytes);
    t->l2 = line_cache_new(&caches->l2, line_bytes);
    t->l1_back = caches->l1.back;
    t->l2_back = caches->l2.back;
    t->dram = dram;
    return t;
}

void dram_traffic_free(dram_traffic *t)
{
    line_cache_free(t->l1);
    line_cache_free(t->l2);
    arena_free(t);
}

const cache_counts *dram_traffic_counts(const dram_traffic *t)
{
    return &t->counts;
}

/* A look-up in L1 (level 0) or L2 (1). */
static bool hit(dram_traffic *t, int level, uint64_t line)
{
    bool here = line_cache_use(level == 0 ? t->l1 : t->l2, line);

    t->counts.accesses[level]++;
    t->counts.hits[level] += here;
    return here;
}

static bool is_whole(const dram_traffic *t, const uint32_t *touched)
{
    for (int i = 0; i < t->sectors; i++)
        if (touched[i] != UINT32_MAX)
            return false;
    return true;
}

/* Takes a line into L2; its victim leaves. */
static void put_in_l2(dram_traffic *t, uint64_t line)
{
    line_victim v = line_cache_put(t->l2, line);

    if (v.used && t->l1 != NULL && line_cache_dirty(t->l1, v.line))
        v.dirty = line_cache_drop(t->l1, v.line).dirty;
    if (v.dirty)
        dram_lines_write(t->dram, v.line);
}

static void read_below_l1(dram_traffic *t, uint64_t line)
{
    if (t->l2 != NULL && hit(t, 1, line))
        return;
    dram_lines_fetch(t->dram, line);
    if (t->l2 != NULL)
        put_in_l2(t, line);
}

static void write_dram(dram_traffic *t, uint64_t line, const uint32_t *touched)
{
    if (is_whole(t, touched))
        dram_lines_write(t->dram, line);
    else
        dram_lines_write_part(t->dram, line, touched);
}

static void write_below_l1(dram_traffic *t, uint64_t line, const uint32_t *touched)
{
    bool here = t->l2 != NULL && hit(t, 1, line);

    if (t->l2 == NULL || !t->l2_back) {
        write_dram(t, line, touched);
        return;
    }
    if (!here && !is_whole(t, touched))
        dram_lines_fetch(t->dram, line);
    if (!here)
        put_in_l2(t, line);
    line_cache_soil(t->l2, line);
}

/* Takes a line into L1; its victim leaves. */
static void put_in_l1(dram_traffic *t, uint64_t line)
{
    static const uint32_t all[LINE_SECTORS] = {UINT32_MAX, UINT32_MAX, UINT32_MAX, UINT32_MAX};
    line_victim v = line_cache_put(t->l1, line);

    if (v.dirty)
        write_below_l1(t, v.line, all);
}

static void load(dram_traffic *t, uint64_t line)
{
    if (t->l1 != NULL && hit(t, 0, line))
        return;
    read_below_l1(t, line);
    if (t->l1 != NULL)
        put_in_l1(t, line);
}

static void store(dram_traffic *t, uint64_t line, const uint32_t *touched)
{
    bool here = t->l1 != NULL && hit(t, 0, line);

    if (t->l1 == NULL || !t->l1_back) {
        write_below_l1(t, line, touched);
        return;
    }
    if (!here && !is_whole(t, touched))
        read_below_l1(t, line);
    if (!here)
        put_in_l1(t, line);
    line_cache_soil(t->l1, line);
}

static bool is_dirty(const line_cache *c, uint64_t line)
{
    return c != NULL && line_cache_dirty(c, line);
}

void dram_traffic_access(dram_traffic *t, const line_access *a)
{
    if (a->store) {
        store(t, a->line, a->touched);
        return;
    }
    load(t, a->line);
    if (!is_dirty(t->l1, a->line) && !is_dirty(t->l2, a->line))
        dram_lines_see(t->dram, a->line);
}

static void flush(dram_traffic *t, line_cache *c, line_cache *below)
{
    for (line_victim v = line_cache_empty(c); v.used; v = line_cache_empty(c)) {
        if (!v.dirty)
            continue;
        if (below != NULL)
            line_cache_drop(below, v.line);
        dram_lines_write(t->dram, v.line);
        t->counts.flushed++;
    }
}

void dram_traffic_end(dram_traffic *t)
{
    if (t->l1 != NULL)
        flush(t, t->l1, t->l2);
    if (t->l2 != NULL)
        flush(t, t->l2, NULL);
    dram_lines_end(t->dram);
}
