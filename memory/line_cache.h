/* SPDX-License-Identifier: Apache-2.0
 *
 * line_cache.h - which lines a set-associative cache holds; not their content. A line's set is its number modulo the number of sets,
 * which need not be a power of two: 768 KB of 16 ways have 384 sets of lines of 128 bytes. The victim is exactly the least recently
 * used line of a full set. */
#ifndef WF_LINE_CACHE_H
#define WF_LINE_CACHE_H

#include <stdbool.h>
#include <stdint.h>

#include "../base/text.h"

typedef struct {
    int bytes; /* 0: there is no such cache */
    int ways;
    bool back; /* write-back, and a store that misses brings its line; else write-through, and it does not */
} line_cache_config;

enum { LINE_CACHE_MAX_BYTES = 1 << 28, LINE_CACHE_MAX_WAYS = 256 };

/* "L1 of 16 KB, 4 ways, write-through". */
void line_cache_text(const char *name, const line_cache_config *config, text *out);

typedef struct line_cache line_cache;

/* What left the cache. used false: nothing did. */
typedef struct {
    bool used, dirty;
    uint64_t line;
} line_victim;

/* An empty cache for lines of line_bytes bytes; ways * line_bytes divides the configuration's bytes. NULL: there is no cache. */
line_cache *line_cache_new(const line_cache_config *config, int line_bytes);
void line_cache_free(line_cache *c);
/* Is the line here? Then it is the most recently used one. */
bool line_cache_use(line_cache *c, uint64_t line);
bool line_cache_dirty(const line_cache *c, uint64_t line);
/* Makes a line that is here dirty. */
void line_cache_soil(line_cache *c, uint64_t line);
/* Takes in a line that is not here, clean. */
line_victim line_cache_put(line_cache *c, uint64_t line);
/* Takes out a line, if it is here. */
line_victim line_cache_drop(line_cache *c, uint64_t line);
/* Takes out any line: of the first set that has one, the least recently used. */
line_victim line_cache_empty(line_cache *c);

#endif
