/* SPDX-License-Identifier: Apache-2.0
 *
 * cache_result.h - private accesses of traces through a cache of vectors: tables, a page, and flat JSON (docs/replay.md, "Caches of vectors"). */
#ifndef WF_CACHE_RESULT_H
#define WF_CACHE_RESULT_H

#include "../machine/cache_pairs.h"
#include "file_figures.h"

/* dir: of the design */
void caches_print(const cache_pairs *p, const char *dir);
void caches_put(const cache_pairs *p, metrics *out);
void caches_page(text *t, const cache_pairs *p);
/* The plots as files. caches_check_files dies (2) if one of such a run cannot be written there. */
void caches_add_files(plot_files *files, const cache_pairs *p);
void caches_check_files(const char *dir, const design *d, output_rule rule);

#endif
