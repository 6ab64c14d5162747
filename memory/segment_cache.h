/* SPDX-License-Identifier: Apache-2.0
 *
 * segment_cache.h - which lines a set-associative cache holds whose lines may be compressed; not their content.
 *
 * It is the variable-segment cache of Alameldeen and Wood (Adaptive Cache Compression, ISCA 2004). A set of W ways has W lines' bytes of data in
 * segments of 8 bytes, and more tags than ways. A line takes a tag and as many segments as its code needs, anywhere in the set. When a line
 * enters, or when a write makes it larger, the least recently used other lines of its set leave until it fits.
 *
 *     segment_cache_put(c, 7, 3)       line 7 enters, in 3 segments
 *     segment_cache_resize(c, 7, 16)   a write makes it as large as a raw line of 128 bytes
 *
 * With as many tags as ways no line ever leaves for want of segments: then it is a plain cache, whatever the codes are. A line's set is its number
 * modulo the number of sets, which need not be a power of two: 768 KB of 16 ways have 384 sets of lines of 128 bytes. */
#ifndef WF_SEGMENT_CACHE_H
#define WF_SEGMENT_CACHE_H

#include <stdbool.h>
#include <stdint.h>

#include "line_cache.h"

enum { SEGMENT_BYTES = 8, SEGMENT_CACHE_MAX_TAGS = 16 /* times the ways */ };

/* What left the cache. used false: nothing did. */
typedef struct {
    bool used, dirty;
    uint64_t line;
} line_victim;

/* Sums since the beginning. */
typedef struct {
    double lookups, held, room; /* at each look-up the lines in the cache, before it, and those that its data would hold whole */
    double fills;               /* lines that entered */
    double grown;               /* resizes that made a line larger */
    double evictions;           /* lines that left to make room, for a fill or a larger line */
    double extra;               /* of these, those that left while a tag of the set was free: segments were missing */
    double dirty;               /* of the evictions, dirty lines */
    double fills_evicting, fills_evicting_several; /* fills for which one line left or more, more than one */
    double full, full_held, full_room; /* fills and resizes for which lines left; after each the lines in the set, and its ways */
} segment_counts;

typedef struct segment_cache segment_cache;

/* The segments of a code of so many bits. */
int segments_of(int bits);
/* An empty cache for lines of line_bytes bytes, with `tags` times as many tags as ways; ways * line_bytes divides the configuration's bytes. NULL:
 * there is no cache. */
segment_cache *segment_cache_new(const line_cache_config *config, int tags, int line_bytes);
void segment_cache_free(segment_cache *c);
/* Is the line here? Then it is the most recently used one. This is a look-up. */
bool segment_cache_use(segment_cache *c, uint64_t line);
/* Is it here? Nothing changes. */
bool segment_cache_has(const segment_cache *c, uint64_t line);
bool segment_cache_dirty(const segment_cache *c, uint64_t line);
/* Makes a line that is here dirty. */
void segment_cache_soil(segment_cache *c, uint64_t line);
/* Takes in a line that is not here, clean. Returns how many lines left; *victims are these, the least recently used first, until the next call of
 * this or of the next function. */
int segment_cache_put(segment_cache *c, uint64_t line, int segments, const line_victim **victims);
/* A line that is here takes so many segments now. Returns victims as segment_cache_put does; the line itself stays. */
int segment_cache_resize(segment_cache *c, uint64_t line, int segments, const line_victim **victims);
/* Takes out a line, if it is here. */
line_victim segment_cache_drop(segment_cache *c, uint64_t line);
/* Takes out any line: of the first set that has one, the least recently used. */
line_victim segment_cache_empty(segment_cache *c);
const segment_counts *segment_cache_counts(const segment_cache *c);

#endif
