/* SPDX-License-Identifier: Apache-2.0 */
#include "recipes.h"

#define COUNT(a) ((int)(sizeof(a) / sizeof *(a)))

const recipe recipe_fronts[] = {
#define FRONT(name, effort, commands, sorted) {name, effort, commands, sorted},
#include "recipes.def"
};
const recipe recipe_mappers[] = {
#define MAPPER(name, effort, commands) {name, effort, commands, false},
#include "recipes.def"
};
const recipe recipe_sizers[] = {
#define SIZER(name, effort, commands) {name, effort, commands, false},
#include "recipes.def"
};
const recipe_number recipe_fanouts[] = {
#define FANOUT(effort, limit) {effort, limit},
#include "recipes.def"
};
const recipe_number recipe_targets[] = {
#define TARGET(effort, fo4) {effort, fo4},
#include "recipes.def"
};
const recipe_number recipe_percents[] = {
#define PERCENT(effort, percent) {effort, percent},
#include "recipes.def"
};

const int recipe_front_count = COUNT(recipe_fronts), recipe_mapper_count = COUNT(recipe_mappers), recipe_sizer_count = COUNT(recipe_sizers),
          recipe_fanout_count = COUNT(recipe_fanouts), recipe_target_count = COUNT(recipe_targets),
          recipe_percent_count = COUNT(recipe_percents);
