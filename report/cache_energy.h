/* SPDX-License-Identifier: Apache-2.0
 *
 * cache_energy.h - the energy of a cache of vectors beside its plain form, in two ways: what its source publishes of an access, and the sum over what it did
 * (stats/energy.h). Energy of memory nobody publishes, so each is told as the energy of a block from which on the cache pays.
 *
 *     200 accesses at 1 nJ, 50 blocks fewer: it pays from 200 / 50 = 4 nJ a block on */
#ifndef WF_CACHE_ENERGY_H
#define WF_CACHE_ENERGY_H

#include "../machine/cache_driver.h"
#include "../stats/energy.h"
#include "../stats/study.h"

typedef struct {
    bool known; /* something is published, or was given */
    energy_model model;
    double access_pj; /* published: what an access takes more than in the plain form; 0: nothing is */
} cache_energies;

/* What the source of a design's codec publishes; known too if `given`. */
void cache_energies_of(cache_energies *e, const design *d, bool given);

/* The columns of the figure: id, label and decimals. */
enum { CACHE_ENERGY_COLUMNS = 11, CACHE_ENERGY_PAYS = CACHE_ENERGY_COLUMNS - 1 };
extern const study_column cache_energy_columns[CACHE_ENERGY_COLUMNS];
enum { CACHE_ENERGY_NOTES = 2 };
extern const char *const cache_energy_notes[STUDY_MAX_NOTES];
/* NAN: there is none. */
double cache_energy_value(const cache_energies *e, const cache_counts *own, const cache_counts *plain, int column);

/* The energies, as a line, and flat. */
void cache_energies_print(const cache_energies *e);
void cache_energies_put(const cache_energies *e, metrics *out);

#endif
