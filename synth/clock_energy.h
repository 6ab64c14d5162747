/* SPDX-License-Identifier: Apache-2.0
 *
 * clock_energy.h - does a library tell what its clock pins take? */
#ifndef WF_CLOCK_ENERGY_H
#define WF_CLOCK_ENERGY_H

#include "liberty.h"

/* The name of a flip-flop or clock gate in use (by its index) without an energy at a clock pin, so that power lacks what it takes in cycles in which
 * its output stays; NULL: each has one. `path`: the library's file. */
const char *clock_energy_lacks(const liberty *lib, const char *path, const bool *used);

#endif
