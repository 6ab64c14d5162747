/* SPDX-License-Identifier: Apache-2.0
 *
 * recipes.h - the ways from Verilog to gates in recipes.def, as tables. A line is used from its effort on. */
#ifndef WF_SYNTH_RECIPES_H
#define WF_SYNTH_RECIPES_H

#include <stdbool.h>

typedef struct {
    const char *name;
    int effort;
    const char *commands;
    bool sorted; /* of a front end: its ports are put in order */
} recipe;

typedef struct {
    int effort;
    double value; /* a fanout limit, FO4 delays, or hundredths of the clock */
} recipe_number;

extern const recipe recipe_fronts[], recipe_mappers[], recipe_sizers[];
extern const recipe_number recipe_fanouts[], recipe_targets[], recipe_percents[];
extern const int recipe_front_count, recipe_mapper_count, recipe_sizer_count, recipe_fanout_count, recipe_target_count,
    recipe_percent_count;

#endif
