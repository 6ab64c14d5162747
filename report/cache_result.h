/* SPDX-License-Identifier: Apache-2.0
 *
 * cache_result.h - private accesses of traces through a cache of vectors: tables, a page, and flat JSON (docs/replay.md, "Caches of vectors"). */
#ifndef WF_CACHE_RESULT_H
#define WF_CACHE_RESULT_H

#include "../machine/cache_pairs.h"
#include "cache_energy.h"
#include "file_figures.h"

typedef struct {
    const cache_pairs *pairs;
    const char *dir; /* of the design */
    cache_energies energy;
} caches_result;

void caches_print(const caches_result *r);
void caches_put(const caches_result *r, metrics *out);
void caches_page(text *t, const caches_result *r);
/* The plots as files. caches_check_files dies (2) if one of such a run cannot be written there. */
void caches_add_files(plot_files *files, const caches_result *r);
void caches_check_files(const char *dir, const design *d, output_rule rule);

#endif
