/* SPDX-License-Identifier: Apache-2.0
 *
 * candidates.h - netlists of a unit's logic, one for each recipe that is tried: ABC makes them, OpenSTA times them. */
#ifndef WF_SYNTH_CANDIDATES_H
#define WF_SYNTH_CANDIDATES_H

#include "job.h"

typedef struct {
    synth_unit *u;
    candidate *all;
    int count, done;
    int enough; /* of a clocked unit: so many candidates that meet the clock need be timed, the smallest ones; 0: all */
} search;

/* Maps all candidates from `from` on; neighbours with the same front end and mapper are mapped once. Then times them, from the smallest on, until enough
 * meet the clock. */
void candidates_evaluate(search *s, int from);
/* The recipe of a candidate from the RTL on. */
char *candidate_recipe(const synth_unit *u, const candidate *c);

#endif
