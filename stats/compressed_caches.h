/* SPDX-License-Identifier: Apache-2.0
 *
 * compressed_caches.h - figures of a cache that holds compressed lines, beside the one of the same data that holds whole lines
 * (memory/dram_traffic.h). docs/compressed-caches.md defines them. Level 0 is L1, 1 is L2. */
#ifndef WF_COMPRESSED_CACHES_H
#define WF_COMPRESSED_CACHES_H

#include "../base/metrics.h"
#include "../memory/dram_traffic.h"

double cache_misses(const line_cache_counts *c, int level);
/* All of these are NAN if there is nothing to divide by. Shares are in %. */
double compressed_miss_share(const line_cache_counts *c, const line_cache_counts *plain, int level);
/* Lines over ways, in sets that some line has just had to leave. */
double compressed_capacity(const line_cache_counts *c, int level);
/* Lines in the cache over those that its data would hold whole, mean over the look-ups. */
double cache_held(const line_cache_counts *c, int level);
/* Of the fills those that drove out more than one line. */
double compressed_several(const line_cache_counts *c, int level);
/* Of the times that a line's size was asked for those at which its content was known. */
double compressed_known(const line_cache_counts *c, int level);
/* Sets PREFIX__compressed__NAME__accesses ... Figures that are not numbers are left out. */
void compressed_cache_put(const line_cache_counts *c, const line_cache_counts *plain, int level, const char *name, const char *prefix,
                          metrics *out);

#endif
