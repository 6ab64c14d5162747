/* SPDX-License-Identifier: Apache-2.0
 *
 * cache_pairs.h - traces through a cache of vectors, through its plain form, and through it with other parameters (cache_replay.h). */
#ifndef WF_CACHE_PAIRS_H
#define WF_CACHE_PAIRS_H

#include "cache_replay.h"
#include "file_pairs.h"

typedef struct {
    char name[FILE_ROW_NAME];
    cache_survey survey;
    cache_counts own, base, with[FILE_VARIANTS];
} cache_row;

typedef struct {
    const design *d;
    cache_options run;
    const char *with[FILE_VARIANTS]; /* other parameters, "NAME=VALUE NAME=VALUE" */
    int with_count;
    cache_row *rows;
    int count;
} cache_pairs;

/* The cache with other parameters, NULL: none; its plain form. Dies (2) if something is wrong with them. */
design cache_formed(const design *d, const char *with, bool base);
/* Runs all traces. Dies (2) if one does not fit the cache, before the first is run. */
void cache_pairs_run(cache_pairs *p, const char *const *paths, int count);
void cache_pairs_free(cache_pairs *p);
/* Lanes of loads that were compared, those that differed, and those of which no store had told the word. */
void cache_pairs_checked(const cache_pairs *p, double *checked, double *wrong, double *unknown);
/* The first trace of which a lane differs; NULL: none does. */
char *cache_pairs_wrong(const cache_pairs *p);

#endif
