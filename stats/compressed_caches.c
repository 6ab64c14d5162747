/* SPDX-License-Identifier: Apache-2.0 */
#include "compressed_caches.h"

#include "trace_stats.h"

double cache_misses(const line_cache_counts *c, int level)
{
    return c->accesses[level] - c->hits[level];
}

double compressed_miss_share(const line_cache_counts *c, const line_cache_counts *plain, int level)
{
    return 100 * trace_ratio(cache_misses(c, level), cache_misses(plain, level));
}

double compressed_capacity(const line_cache_counts *c, int level)
{
    return trace_ratio(c->lines[level].full_held, c->lines[level].full_room);
}

double cache_held(const line_cache_counts *c, int level)
{
    return trace_ratio(c->lines[level].held, c->lines[level].room);
}

double compressed_several(const line_cache_counts *c, int level)
{
    return 100 * trace_ratio(c->lines[level].fills_evicting_several, c->lines[level].fills);
}

double compressed_known(const line_cache_counts *c, int level)
{
    return 100 * trace_ratio(c->known[level], c->sized[level]);
}

void compressed_cache_put(const line_cache_counts *c, const line_cache_counts *plain, int level, const char *name, const char *p,
                          metrics *out)
{
    const segment_counts *n = &c->lines[level];

    metrics_set(out, c->accesses[level], KEY_COMPRESSED_ACCESSES, p, name);
    metrics_set(out, cache_misses(c, level), KEY_COMPRESSED_MISSES, p, name);
    metrics_set(out, cache_misses(plain, level), KEY_COMPRESSED_PLAIN_MISSES, p, name);
    metrics_set_known(out, compressed_miss_share(c, plain, level), KEY_COMPRESSED_MISS_SHARE, p, name);
    metrics_set_known(out, compressed_capacity(c, level), KEY_COMPRESSED_CAPACITY, p, name);
    metrics_set_known(out, cache_held(c, level), KEY_COMPRESSED_HELD, p, name);
    metrics_set_known(out, cache_held(plain, level), KEY_COMPRESSED_PLAIN_HELD, p, name);
    metrics_set(out, n->fills, KEY_COMPRESSED_FILLS, p, name);
    metrics_set_known(out, compressed_several(c, level), KEY_COMPRESSED_SEVERAL, p, name);
    metrics_set(out, n->evictions, KEY_COMPRESSED_EVICTIONS, p, name);
    metrics_set(out, plain->lines[level].evictions, KEY_COMPRESSED_PLAIN_EVICTIONS, p, name);
    metrics_set(out, n->extra, KEY_COMPRESSED_EXTRA, p, name);
    metrics_set(out, n->dirty, KEY_COMPRESSED_WRITE_BACKS, p, name);
    metrics_set(out, plain->lines[level].dirty, KEY_COMPRESSED_PLAIN_WRITE_BACKS, p, name);
    metrics_set(out, n->grown, KEY_COMPRESSED_GROWN, p, name);
    metrics_set_known(out, compressed_known(c, level), KEY_COMPRESSED_KNOWN, p, name);
}
