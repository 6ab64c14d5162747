/* SPDX-License-Identifier: Apache-2.0
 *
 * dram_traffic.h - what reaches DRAM of a trace's line accesses, behind one L1 and one L2.
 *
 * Both replace the least recently used line. The rest is our choice (docs/line-traffic.md). A load takes its line into L1 and L2. A store goes on from a
 * write-through cache, in which it updates a line that is there and brings none. A write-back cache brings the line of a store that
 * misses, from below unless the store has all of its bytes, and the line is dirty. A dirty victim goes down as a whole line. First comes
 * the line from below, then the victim leaves. If L2 evicts a line of which L1 has a dirty copy, both leave. At the end every dirty line
 * is written, L1's first, in the order of segment_cache_empty: sooner or later it would be.
 *
 * A cache may hold compressed lines (segment_cache.h). A line's size is that of its content when it enters and at each write to it. A line that a
 * write makes larger may drive others out, as a new line does. A line whose content is not known takes the room of a raw one. */
#ifndef WF_DRAM_TRAFFIC_H
#define WF_DRAM_TRAFFIC_H

#include "dram_lines.h"
#include "line_contents.h"
#include "segment_cache.h"

typedef struct {
    line_cache_config l1, l2;
} dram_caches;

/* How a cache holds its lines. */
typedef struct {
    int tags;            /* times the ways */
    const design *codec; /* a line codec; NULL: whole lines */
} cache_form;

/* Sums. */
typedef struct {
    double accesses[2], hits[2]; /* of L1, of L2 */
    double flushed;              /* lines that were dirty at the end */
    double sized[2], known[2];   /* times that the size of a line was asked for, and those at which its content was known */
    segment_counts lines[2];     /* what entered and left */
} line_cache_counts;

/* Whoever wants to know what reaches DRAM. A write of a part has the bytes that are written. */
typedef struct {
    void *own;
    void (*read)(void *own, uint64_t line);
    void (*write)(void *own, uint64_t line);
    void (*write_part)(void *own, uint64_t line, const uint32_t touched[LINE_SECTORS]);
} dram_listener;

typedef struct dram_traffic dram_traffic;

/* Both hold whole lines. `dram` must live as long. */
dram_traffic *dram_traffic_new(const dram_caches *caches, int line_bytes, dram_lines *dram);
/* `form`: of L1, of L2. Designs, contents and `dram` must live as long. `dram` NULL: what reaches DRAM is not counted. */
dram_traffic *dram_traffic_new_compressed(const dram_caches *caches, const cache_form form[2], int line_bytes, line_contents *contents,
                                          dram_lines *dram);
void dram_traffic_free(dram_traffic *t);
/* From now on it is told as well. The listener must stay. */
void dram_traffic_listen(dram_traffic *t, const dram_listener *listener);
void dram_traffic_access(dram_traffic *t, const line_access *a);
/* The host has changed a line: copies in the caches have its new size. */
void dram_traffic_changed(dram_traffic *t, uint64_t line);
/* The end of the trace: all that is dirty is written. */
void dram_traffic_end(dram_traffic *t);
const line_cache_counts *dram_traffic_counts(dram_traffic *t);

#endif
