/* SPDX-License-Identifier: Apache-2.0
 *
 * line_cache.h - what a cache of lines is: size, ways, policy. segment_cache.h says which lines it holds. */
#ifndef WF_LINE_CACHE_H
#define WF_LINE_CACHE_H

#include <stdbool.h>

#include "../base/text.h"

typedef struct {
    int bytes; /* 0: there is no such cache */
    int ways;
    bool back; /* write-back, and a store that misses brings its line; else write-through, and it does not */
} line_cache_config;

enum { LINE_CACHE_MAX_BYTES = 1 << 28, LINE_CACHE_MAX_WAYS = 256 };

/* "L1 of 16 KB, 4 ways, write-through". */
void line_cache_text(const char *name, const line_cache_config *config, text *out);

#endif
